"""`digsite play`: set a table up or find one again, sit at it, and part in good order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from digsite.cli import house, menu, seating
from digsite.cli.prepare import prepare, prepare_bots
from digsite.cli.prompt import asker
from digsite.cli.request import Request, Wanted
from digsite.cli.sitting import COMMANDS, Left, Sitting
from digsite.cli.telling import names_of, title
from digsite.core import fair
from digsite.core.errors import DigsiteError
from digsite.core.options import chosen
from digsite.table.settled import Settled
from digsite.table.table import new_header, replay

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from digsite.cli.house import Kept
    from digsite.cli.prompt import Asker
    from digsite.cli.voice import Voice
    from digsite.core.game import Game
    from digsite.table.log import Sitter

INTERRUPTED = 130


def run(voice: Voice, request: Request) -> None:
    """Play until somebody has had enough."""
    asks = asker(voice, COMMANDS)
    path: Path | None = None
    try:
        if request == Request(Wanted()):
            request = menu.choose(voice, asks)
        while True:
            kept = _table(voice, asks, request)
            path = kept.path
            Sitting(voice, asks, kept).run()
            path = None
            if not _once_more(voice, asks):
                return
            request = Request(Wanted(), again=kept.path)
    except (EOFError, Left):
        _part(voice, path)
    except KeyboardInterrupt:
        _part(voice, path)
        raise click.exceptions.Exit(INTERRUPTED) from None


def _part(voice: Voice, path: Path | None) -> None:
    voice.tell("")
    if path is None:
        voice.say("cli.goodbye")
    else:
        voice.say("cli.go_on_with", command=f"digsite play --resume {_quoted(path)}")


def _quoted(path: Path) -> str:
    import shlex

    return shlex.quote(str(path))


def _once_more(voice: Voice, asks: Asker) -> bool:
    if not voice.is_live:
        return False
    return asks.ask(voice.words("cli.ask_once_more") + " ", whose="menu") == ""


def _table(voice: Voice, asks: Asker, request: Request) -> Kept:
    if request.resume is not None:
        _refuse_more(request, Request(Wanted(), resume=request.resume), "--resume")
        return _resumed(voice, request.resume)
    if request.again is not None:
        only = Request(Wanted(), again=request.again, save=request.save, nonce=request.nonce)
        _refuse_more(request, only, "--again")
        return _rematch(voice, asks, request, request.again)
    game = prepare(voice, request.wanted.key)
    options = request.wanted.settled(game)
    return _open(voice, asks, game, options, seating.sitters(game, options, request), request)


def _refuse_more(request: Request, only: Request, option: str) -> None:
    """Refuse what would be passed over in silence."""
    if request != only:
        raise DigsiteError("goes_alone", option=option)


def _open(
    voice: Voice,
    asks: Asker,
    game: Game,
    options: Mapping[str, str],
    sitters: tuple[Sitter, ...],
    request: Request,
) -> Kept:
    """Show the commitment, take the nonces, deal: in this order nobody can choose the deal."""
    prepare_bots(voice, game, options, len(sitters), [s.name for s in sitters if s.is_bot])
    secret = fair.new_secret()
    voice.tell(title(game, options, voice.language), style="bold")
    voice.say("cli.commitment", commitment=_settled(game, options, sitters).commitment(secret))
    nonces = _nonces(voice, asks, sitters, request.nonce)
    header = new_header(game, options, sitters, fair.Fair(secret, nonces))
    return house.open_table(header, secret, request.save)


def _settled(game: Game, options: Mapping[str, str], sitters: Sequence[Sitter]) -> Settled:
    """Return what the commitment covers besides the secret."""
    bots = tuple(sitter.name if sitter.is_bot else None for sitter in sitters)
    return Settled(game.key, dict(chosen(game.schema, game.options(options))), "terminal", "first", bots)


def _nonces(voice: Voice, asks: Asker, sitters: tuple[Sitter, ...], given: str | None) -> tuple[str, ...]:
    """Return a nonce for each seat: as given or typed at the table, else none.

    The house adds none of its own: it could try many until it likes the deal.
    """
    people = [seat for seat, sitter in enumerate(sitters) if not sitter.is_bot]
    typed = {people[0]: given or ""}
    if given is None and voice.is_live:
        names = names_of(sitters, voice.language)
        asked = ((seat, voice.words("cli.ask_nonce", name=names[seat])) for seat in people)
        typed = {seat: asks.ask(question + " ", whose="nonce") for seat, question in asked}
    return tuple(seating.tidy_nonce(typed.get(seat, "")) for seat in range(len(sitters)))


def _resumed(voice: Voice, path: Path) -> Kept:
    if house.mended(path):
        voice.say("cli.mended", path=str(path))
    prepare(voice, house.read_log(path).header.game)
    kept = house.open_again(path)
    if house.vault().secret(kept.table.header.commitment) is None:
        voice.say("cli.secret_elsewhere")
    table = kept.table
    prepare_bots(voice, table.game, table.header.options, len(table.header.sitters), table.bots)
    return kept


def _rematch(voice: Voice, asks: Asker, request: Request, path: Path) -> Kept:
    """Y20, Y22: the same dig once more where the rules have it; the other side begins."""
    log = house.read_log(path)
    if log.ending is None:
        raise DigsiteError("log_not_finished", path=str(path))
    game = prepare(voice, log.header.game)
    *_, course = replay(log)
    draw = log.header.fair(log.ending.secret).draw
    options = game.again(game.options(log.header.options), course.deal, draw)
    sitters = seating.other_side_begins(course, log.header.sitters)
    return _open(voice, asks, game, options, sitters, request)

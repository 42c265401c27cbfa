"""A told game as everybody hears it, move by move, with the result and the last position."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from digsite.bots import Bot
from digsite.core.fair import Stream
from digsite.core.game import Game
from digsite.core.names import CHANCE, Happening, Move, Position, Seat
from digsite.core.options import chosen
from digsite.core.words import say

Chooser = Callable[[Position], tuple[Seat, Move]]
"""Says who moves next, and how."""


def told(game: Game, options: dict[str, str], seats: int, bot: str, seed: int, script: str | None) -> str:
    """Return the game of a seed in English: with the moves of a script, or with those that a bot likes."""
    stream = Stream(f"playthrough {seed}".encode(), game.key)
    pos = game.deal(game.options(options), seats, stream)
    choose = by_bot(game, bot, stream) if script is None else by_script(game, script)
    picked = [f"{key} {value}" for key, value in chosen(game.schema, game.options(options)).items()]
    lines = [", ".join((game.key, *picked, f"seats {seats}", f"{bot} seed {seed}")), ""]
    while due := game.movers(pos):
        seat, move = choose(pos)
        assert seat in due
        after = game.play(pos, seat, move)
        mover = "chance" if seat == CHANCE else f"seat {seat}"
        lines.append(f"{mover}: {game.move_text(pos, move)}")
        lines += _tellings(game, pos, seat, move, after)
        pos = after
    return "\n".join([*lines, "", *_ending(game, pos), "", game.text(pos)])


def by_script(game: Game, script: str) -> Chooser:
    """Return a chooser that goes by a game that was told before."""
    moves = iter(re.findall(r"^(?:seat (\d)|chance): (.+)$", script, re.MULTILINE))

    def choose(pos: Position) -> tuple[Seat, Move]:
        seat, text = next(moves)
        return Seat(int(seat)) if seat else CHANCE, game.read_move(pos, text)

    return choose


def by_bot(game: Game, bot: str, stream: Stream) -> Chooser:
    """Return a chooser that lets any seat move that is due, and chance as the stream has it."""

    def choose(pos: Position) -> tuple[Seat, Move]:
        due = game.movers(pos)
        seat = due[stream.below(len(due))]
        if bot == "random" or seat == CHANCE:
            moves = game.legal(pos, seat)
            return seat, moves[stream.below(len(moves))]
        return seat, Bot(game, bot, stream.below(1 << 32)).move(game.view(pos, seat), seat)

    return choose


def _tellings(game: Game, before: Position, seat: Seat, move: Move, after: Position) -> list[str]:
    """Return each sentence with those who hear it; a spectator is `*`."""
    heard: dict[tuple[str, int], list[str]] = {}
    listeners = (*map(Seat, range(game.seats(before))), None)
    for to in listeners:
        times = Counter[str]()
        for sentence in (_sentence(game, told) for told in game.tell(before, seat, move, after, to)):
            times[sentence] += 1
            heard.setdefault((sentence, times[sentence]), []).append("*" if to is None else str(to))
    return [
        f"  {'all' if len(who) == len(listeners) else ' '.join(who)} | {sentence}"
        for (sentence, _), who in heard.items()
    ]


def _sentence(game: Game, happening: Happening) -> str:
    holes = dict(happening)
    if "seat" in holes:
        holes["seat"] = f"Seat {holes['seat']}"
    return say("en", f"{game.key}.{happening['what']}", **holes)


def _ending(game: Game, pos: Position) -> list[str]:
    result = game.result(pos)
    assert result is not None
    return [
        say("en", result.why),
        f"points {' '.join(map(str, result.points))}",
        f"ranks {' '.join(map(str, result.ranks))}",
        f"winners {' '.join(map(str, result.winners)) or 'nobody'}",
        *(f"{'met' if o.met else 'not met'}: {o.key} {o.which}" for o in result.objectives),
    ]

"""The commands, as click sees them. Each imports what does its work when it is called."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from digsite import __version__
from digsite.cli.request import Request, wanted
from digsite.cli.spoken import Language, Number, Seconds, Span, Spoken, SpokenGroup, language_now
from digsite.cli.voice import Voice

F = TypeVar("F", bound=Callable[..., Any])

FILE: Final = click.Path(path_type=Path)
OPEN: Final = {"ignore_unknown_options": True}
"""Words that click does not know are options of the game."""


def lang(command: F) -> F:
    """Add `--lang`; its value was read before the command was (see `language_asked`)."""
    return click.option("--lang", type=Language(), metavar="LANG", expose_value=False)(command)


def speaking(command: F) -> F:
    """Add `--lang` and `--no-color`."""
    return lang(click.option("--no-color", is_flag=True)(command))


def game_words(command: F) -> F:
    """Add the game with its options, and the number of seats."""
    seats = click.option("--seats", type=Number(1), metavar="N")
    pairs = click.option("--option", "pairs", multiple=True, metavar="KEY=VALUE")
    words = click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="GAME [--KEY VALUE]...")
    return seats(pairs(words(command)))


as_json: Final = click.option("--json", "as_json", is_flag=True)


def voice(*, no_color: bool = False) -> Voice:
    """Return the voice of the command that runs."""
    return Voice(language_now(), color=not no_color)


@click.group(cls=SpokenGroup, name="digsite", invoke_without_command=True)
@click.version_option(__version__, message="%(prog)s %(version)s")
@lang
@click.pass_context
def digsite(context: click.Context) -> None:
    """Hold the commands together; alone, say what there is."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@digsite.command("play", cls=Spoken, context_settings=OPEN)
@game_words
@click.option("--against", multiple=True, metavar="LEVEL")
@click.option("--name", "names", multiple=True, metavar="NAME")
@click.option("--nonce", metavar="TEXT")
@click.option("--save", type=FILE, metavar="FILE")
@click.option("--resume", type=FILE, metavar="FILE")
@click.option("--again", type=FILE, metavar="LOG")
@speaking
def play(
    *,
    words: tuple[str, ...],
    pairs: tuple[str, ...],
    against: tuple[str, ...],
    no_color: bool,
    **rest: Any,
) -> None:
    """Sit down at a table."""
    from digsite.cli import play

    play.run(voice(no_color=no_color), Request(wanted(words, pairs), bots=against, **rest))


@digsite.command("replay", cls=Spoken)
@click.argument("log", type=FILE)
@click.option("--ply", type=Number(0), metavar="N")
@click.option("--seat", type=Number(1), metavar="N")
@click.option("--all", "everything", is_flag=True)
@as_json
@speaking
def replay(*, log: Path, no_color: bool, **rest: Any) -> None:
    """Watch a game again."""
    from digsite.cli import replay

    replay.run(voice(no_color=no_color), log, **rest)


@digsite.command("verify", cls=Spoken)
@click.argument("log", type=FILE)
@as_json
@speaking
def verify(*, log: Path, no_color: bool, as_json: bool) -> None:
    """Check a finished game."""
    from digsite.cli import verify

    verify.run(voice(no_color=no_color), log, as_json=as_json)


@digsite.command("simulate", cls=Spoken, context_settings=OPEN)
@game_words
@click.option("--games", type=Number(1), default=1000, metavar="N")
@click.option("--bot", "bots", multiple=True, metavar="BOT")
@click.option("--seed", type=Number(0), default=1, metavar="N")
@as_json
@speaking
def simulate(
    *,
    words: tuple[str, ...],
    pairs: tuple[str, ...],
    no_color: bool,
    **rest: Any,
) -> None:
    """Let bots play many games."""
    from digsite.cli import simulate

    simulate.run(voice(no_color=no_color), wanted(words, pairs), **rest)


@digsite.command("arena", cls=Spoken, context_settings=OPEN)
@game_words
@click.option("--bot", "entrants", multiple=True, metavar="BOT")
@click.option("--games", "per_pairing", type=Number(1), default=100, metavar="N")
@click.option("--nodes", type=Number(1), metavar="N")
@click.option("--seconds", type=Seconds(), metavar="S")
@click.option("--seed", type=Number(0), default=1, metavar="N")
@click.option("--jobs", "workers", type=Number(1), metavar="N")
@click.option("--out", type=FILE, metavar="FOLDER")
@click.option("--ray", metavar="ADDRESS")
@as_json
@speaking
def arena(
    *,
    words: tuple[str, ...],
    pairs: tuple[str, ...],
    no_color: bool,
    **rest: Any,
) -> None:
    """Let bots play each other and say how strong they are."""
    from digsite.cli import arena

    arena.run(voice(no_color=no_color), wanted(words, pairs), **rest)


@digsite.command("perft", cls=Spoken, context_settings=OPEN)
@game_words
@click.option("--depth", type=Number(0), required=True, metavar="N")
@click.option("--divide", is_flag=True)
@click.option("--seed", type=Number(0), default=1, metavar="N")
@click.option("--position", type=FILE, metavar="FILE")
@as_json
@speaking
def perft(
    *,
    words: tuple[str, ...],
    pairs: tuple[str, ...],
    no_color: bool,
    **rest: Any,
) -> None:
    """Count the ways a game can go on."""
    from digsite.cli import perft

    perft.run(voice(no_color=no_color), wanted(words, pairs), **rest)


@digsite.command("serve", cls=Spoken)
@click.option("--host", default="127.0.0.1", metavar="ADDRESS")
@click.option("--port", type=Number(0), metavar="N")
@click.option("--workers", "processes", type=Number(1), default=1, metavar="N")
@click.option("--open", "opens_browser", is_flag=True)
@speaking
def serve(*, host: str, port: int | None, processes: int, opens_browser: bool, no_color: bool) -> None:
    """Open the house for people with browsers."""
    from digsite.cli import serve

    serve.run(voice(no_color=no_color), host, port, processes, opens_browser=opens_browser)


@digsite.command("backup", cls=Spoken)
@click.argument("file", type=FILE)
@click.option("--every", type=Span(), metavar="TIME")
@click.option("--keep", type=Number(1), metavar="N")
@as_json
@speaking
def backup(*, file: Path, no_color: bool, **rest: Any) -> None:
    """Save the house in a file."""
    from digsite.cli import backup

    backup.run(voice(no_color=no_color), file, **rest)


@digsite.command("restore", cls=Spoken)
@click.argument("file", type=FILE)
@click.option("--replace", "replaces", is_flag=True)
@as_json
@speaking
def restore(*, file: Path, no_color: bool, **rest: Any) -> None:
    """Bring the house back from a file."""
    from digsite.cli import restore

    restore.run(voice(no_color=no_color), file, **rest)


@digsite.command("games", cls=Spoken)
@as_json
@speaking
def games(*, no_color: bool, as_json: bool) -> None:
    """List the games."""
    from digsite.cli import games

    games.run(voice(no_color=no_color), as_json=as_json)


@digsite.command("engine", cls=Spoken)
@lang
def engine() -> None:
    """Speak the engine protocol; what is to be said about compiling goes to standard error."""
    from functools import cache, partial

    from digsite.cli.prepare import prepare
    from digsite.engine import main

    main(cache(partial(prepare, voice())))

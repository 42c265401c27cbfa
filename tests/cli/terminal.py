"""Driving the terminal in tests: a command in this process, and games whose course is known beforehand."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pytest

from digsite.bots import Bot
from digsite.cli import main
from digsite.cli.seating import DEFAULT_BOT
from digsite.core import fair
from digsite.core.game import Game
from digsite.core.names import Seat
from digsite.games import game as game_of
from digsite.table.log import Sitter
from digsite.table.table import Table, new_header
from digsite.table.written import WrittenTable

SECRET = bytes(range(32))


@dataclass(frozen=True)
class Outcome:
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str


class Typist(io.TextIOBase):
    """Types a line when it is asked for, not before."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    def readline(self, _: int | None = -1) -> str:  # type: ignore[override]
        """Return the next line, or nothing at the end."""
        line = next(self._lines, None)
        return "" if line is None else f"{line}\n"


def digsite(*args: str, typed: Iterable[str] = ()) -> Outcome:
    """Run a command here, with these lines typed."""
    out, err = io.StringIO(), io.StringIO()
    stdin, sys.stdin = sys.stdin, Typist(typed)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main(args)
    except SystemExit as leaving:
        code = leaving.code
    finally:
        sys.stdin = stdin
    assert isinstance(code, int)
    return Outcome(code, out.getvalue(), err.getvalue())


def fix_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every table have the same secret and seeds."""
    monkeypatch.setattr("digsite.core.fair.new_secret", lambda: SECRET)


Choose = Callable[[Game, Table, Seat], str]


def greedily(game: Game, table: Table, seat: Seat) -> str:
    """Choose what a greedy bot would."""
    position = table.course.position
    move = Bot(game, "greedy", 3).move(game.view(position, seat), seat)
    return game.move_text(position, move)


def foreseen(
    key: str, options: Mapping[str, str], sitters: Sequence[Sitter], choose: Choose = greedily
) -> Iterator[str]:
    """Yield what the people of a table with fixed chance will type, in the order they are asked."""
    game = game_of(key)
    table = table_of(key, options, sitters)
    while table.course.result() is None:
        due = game.movers(table.course.position)
        person = next((seat for seat in due if table.bot_of(seat) is None), None)
        if person is None:
            let_bot_move(table, due[0])
            continue
        text = choose(game, table, person)
        table.do(person, text, 0.0)
        yield text


def table_of(key: str, options: Mapping[str, str], sitters: Sequence[Sitter]) -> WrittenTable:
    """Return the table that the terminal will open when chance is fixed."""
    chance = fair.Fair(SECRET, ("",) * len(sitters))
    return WrittenTable.open(new_header(game_of(key), options, sitters, chance), SECRET, lambda _: None)


def let_bot_move(table: WrittenTable, seat: Seat) -> None:
    """Make a bot's move as the terminal does."""
    bot = table.bot_of(seat)
    assert bot is not None
    position = table.course.position
    move = bot.move(table.game.view(position, seat), seat)
    table.do(seat, table.game.move_text(position, move), 0.0)


def default_bot() -> Sitter:
    """Return the bot that the terminal seats when nobody says otherwise and chance is fixed."""
    return Sitter(DEFAULT_BOT, 0)

"""Tables that the tests sit down at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from digsite.bots import Bot
from digsite.core.fair import Fair
from digsite.core.names import Seat
from digsite.games import game
from digsite.table.log import Sitter
from digsite.table.table import new_header
from digsite.table.written import WrittenTable

SECRET = bytes(range(32))


def open_table(
    key: str = "scarab", seats: int = 2, lines: list[str] | None = None, **options: str
) -> WrittenTable:
    """Open a table with a known secret; what it saves goes to `lines`."""
    return _opened(key, [f"nonce {seat}" for seat in range(seats)], lines, options, drawn=False)


def drawn_table(
    nonces: Sequence[str], lines: list[str] | None = None, key: str = "scarab", **options: str
) -> WrittenTable:
    """Open a table that claims that it was drawn who begins."""
    return _opened(key, nonces, lines, options, drawn=True)


def _opened(
    key: str, nonces: Sequence[str], lines: list[str] | None, options: Mapping[str, str], *, drawn: bool
) -> WrittenTable:
    sitters = [Sitter(f"Person {seat}") for seat in range(len(nonces))]
    header = new_header(game(key), options, sitters, Fair(SECRET, tuple(nonces)), drawn=drawn)
    saved: list[str] = [] if lines is None else lines
    return WrittenTable.open(header, SECRET, saved.append)


def bot_move(table: WrittenTable, seat: Seat, seed: int = 1) -> str:
    rules, pos = table.game, table.course.position
    return rules.move_text(pos, Bot(rules, "random", seed).move(rules.view(pos, seat), seat))


def step(table: WrittenTable, seed: int = 1) -> Seat:
    """Let the last seat that is due make a random move."""
    seat = table.game.movers(table.course.position)[-1]
    table.do(seat, bot_move(table, seat, seed), len(table.log.events))
    return seat


def play_to_end(table: WrittenTable, seed: int = 1) -> None:
    while table.course.result() is None:
        step(table, seed)
    table.close()


def finished_log(key: str = "scarab", seats: int = 2, **options: str) -> str:
    """Return the text of a whole game."""
    lines: list[str] = []
    play_to_end(open_table(key, seats, lines, **options))
    return "".join(lines)

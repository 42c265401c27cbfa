"""Tables that the tests sit down at."""

from __future__ import annotations

from collections.abc import Sequence

from digsite.bots import Bot
from digsite.core.fair import Fair
from digsite.core.names import Seat
from digsite.games import game
from digsite.table.log import Header, Sitter
from digsite.table.settled import Settled
from digsite.table.table import dealt, new_header, undealt
from digsite.table.written import WrittenTable

SECRET = bytes(range(32))


def open_table(
    key: str = "scarab",
    seats: int = 2,
    lines: list[str] | None = None,
    bot: str | None = None,
    **options: str,
) -> WrittenTable:
    """Open a table with a known secret, with a bot in the last seat; what it saves goes to `lines`."""
    sitters = [Sitter(f"Person {seat}") for seat in range(seats)]
    if bot is not None:
        sitters[-1] = Sitter(bot, 0)
    nonces = tuple(f"nonce {seat}" for seat in range(seats))
    return _opened(new_header(game(key), options, sitters, Fair(SECRET, nonces)), lines)


def drawn_table(nonces: Sequence[str], lines: list[str] | None = None, **options: str) -> WrittenTable:
    """Open a table of SCARAB where it is drawn who begins; the nonces are by chairs."""
    settled = Settled("scarab", options, "terminal", "drawn", (None,) * len(nonces))
    chairs = settled.seating(Fair(SECRET, tuple(nonces)))
    sitters = [Sitter(f"Person {chair}") for chair in chairs]
    by_seats = [nonces[chair] for chair in chairs]
    undrawn = undealt(
        game("scarab"), options, sitters, by_seats, chairs, form=2, where="terminal", drawn=True
    )
    return _opened(dealt(undrawn, SECRET)[0], lines)


def _opened(header: Header, lines: list[str] | None) -> WrittenTable:
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


def finished_log(key: str = "scarab", seats: int = 2, bot: str | None = None, **options: str) -> str:
    """Return the text of a whole game."""
    lines: list[str] = []
    play_to_end(open_table(key, seats, lines, bot, **options))
    return "".join(lines)

"""A game being played. Each deed is checked, then saved, then done: what was not saved never was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, TypeAlias

from digsite.core.errors import BadText, DigsiteError
from digsite.core.fair import Fair, commitment
from digsite.core.names import CHANCE, Seat
from digsite.core.options import chosen
from digsite.games import game as game_of
from digsite.table.course import Course
from digsite.table.log import Ending, Event, Header, Log, Sitter, Writer

if TYPE_CHECKING:
    from digsite.core.game import Game

HOUSE_BOT: Final = "greedy"
"""Plays on for a seat that left while others still play."""

Save: TypeAlias = Callable[[str], None]
"""Makes lines of a log last, or raises."""


def new_header(game: Game, given: Mapping[str, str], sitters: Sequence[Sitter], fair: Fair) -> Header:
    """Return the header of a new game, with its deal."""
    options = game.options(given)
    deal = game.deal(options, len(sitters), fair.deal())
    return Header(
        game=game.key,
        rules=game.rules,
        options=chosen(game.schema, options),
        started=datetime.now(UTC).replace(microsecond=0),
        sitters=tuple(sitters),
        commitment=commitment(fair.secret),
        nonces=fair.nonces,
        deal=game.text(deal),
    )


def opening(header: Header) -> Course:
    """Return the course before the first event, or refuse a deal that no rules could have made."""
    game = game_of(header.game)
    if header.rules > game.rules:
        raise BadText("log_newer_rules", line=3, rules=header.rules, ours=game.rules)
    options = game.options(header.options)
    if len(header.sitters) not in game.seat_counts(options):
        raise BadText("log_deal", line=header.line)
    try:
        deal = game.read(header.deal)
    except BadText as error:
        line = header.line + error.line - 1
        raise BadText(error.code, **(error.values | {"line": line})) from None  # type: ignore[arg-type]
    if game.seats(deal) != len(header.sitters):
        raise BadText("log_deal", line=header.line)
    return Course(game, deal, deal)


def replay(log: Log) -> Iterator[Course]:
    """Yield the course before the first event and after each, or refuse a log with its line."""
    course = opening(log.header)
    yield course
    for event in log.events:
        try:
            course = course.after(event)
        except DigsiteError as error:
            raise BadText("log_illegal", line=event.line, text=event.text, why=error) from error
        yield course
    if log.ending is not None and log.ending.result != course.result():
        raise BadText("log_result", line=log.ending.line)


class Table:
    """A game with its log. `save` gets every line before anything comes of it."""

    def __init__(self, log: Log, secret: bytes | None, save: Save) -> None:
        self.header = log.header
        *_, self.course = replay(log)
        self._events = list(log.events)
        self._ending = log.ending
        self._fair = None if secret is None else Fair(secret, log.header.nonces)
        self._save = save
        self._writer = Writer()
        self._writer.header(log.header)
        for event in log.events:
            self._writer.event(event)

    @classmethod
    def open(cls, header: Header, secret: bytes, save: Save) -> Table:
        """Open a new table: save its header and make the draws that come before any move."""
        save(Writer().header(header))
        table = cls(Log(header, (), None), secret, save)
        table.go_on()
        return table

    @property
    def game(self) -> Game:
        """Return the rules."""
        return self.course.game

    @property
    def log(self) -> Log:
        """Return the log so far."""
        return Log(self.header, tuple(self._events), self._ending)

    def bot_of(self, seat: Seat) -> Sitter | None:
        """Return the bot that moves for a seat: its own, or the house's once it has left."""
        if self.course.has_left(seat):
            return Sitter(HOUSE_BOT, bot_seed=seat)
        sitter = self.header.sitters[seat]
        return sitter if sitter.is_bot else None

    def do(self, seat: Seat, text: str, seconds: float) -> None:
        """Let a seat move, take back its last move, resign or run out of time; then draw what is due."""
        if self._ending is not None:
            raise DigsiteError("log_closed")
        self._append([Event(seconds, seat, text)])

    def go_on(self) -> None:
        """Make the draws that are due, where a table was left just before them."""
        self._append([])

    def close(self) -> None:
        """Write the result and the secret under a game that is over."""
        result = self.course.result()
        if result is not None and self._fair is not None and self._ending is None:
            ending = Ending(result, self._fair.secret)
            self._save(self._writer.fork().ending(ending))
            self._ending = ending

    def _append(self, events: list[Event]) -> None:
        """Check, save, do: the events and the draws that follow from them, all or none."""
        course = self.course
        for event in events:
            course = course.after(event)
        while course.result() is None and course.game.movers(course.position) == (CHANCE,):
            draw = self._draw(course, events or self._events)
            course = course.after(draw)
            events.append(draw)
        writer = self._writer.fork()
        self._save("".join(writer.event(event) for event in events))
        self._writer, self.course = writer, course
        self._events += events

    def _draw(self, course: Course, events: Sequence[Event]) -> Event:
        if self._fair is None:
            raise DigsiteError("secret_missing")
        game, position = course.game, course.position
        outcome = self._fair.draw(course.draws, game.weights(position))
        move = game.legal(position, CHANCE)[outcome]
        seconds = events[-1].seconds if events else 0.0
        return Event(seconds, CHANCE, game.move_text(position, move))

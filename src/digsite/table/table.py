"""A game being played. Each deed is planned, then saved, then done: what was not saved never was."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import UTC, datetime
from sys import intern
from typing import TYPE_CHECKING, Final, Self, TypeAlias, TypeVar

from msgspec import Struct

from digsite.bots import Bot
from digsite.core.errors import BadText, DigsiteError, IllegalMove
from digsite.core.fair import BOT_SEEDS
from digsite.core.names import CHANCE, Seat
from digsite.core.options import chosen
from digsite.games import game as game_of
from digsite.table.course import Course
from digsite.table.log import (
    DEEDS,
    MOST_SECONDS,
    Ending,
    Event,
    Header,
    Log,
    Sitter,
    require_name,
    require_nonce,
)
from digsite.table.settled import LATEST
from digsite.table.trail import Trail

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from digsite.core.fair import Fair
    from digsite.core.game import Game
    from digsite.core.names import Move
    from digsite.table.settled import FairForm, Where

HOUSE_BOT: Final = "club"
"""Plays on for a seat that left while others still play: decently, and at once."""

# Where these stand in the header of a log.
GAME_LINE, RULES_LINE, OPTIONS_LINE = 2, 3, 4


def new_header(
    game: Game,
    given: Mapping[str, str],
    sitters: Sequence[Sitter],
    fair: Fair,
    *,
    drawn: bool = False,
    where: Where = "terminal",
) -> Header:
    """Return the header of a new game, with its deal; the seats are the chairs, in their order."""
    options, chairs = dict(chosen(game.schema, game.options(given))), tuple(range(len(sitters)))
    blank = undealt(game, options, sitters, fair.nonces, chairs, form=LATEST, where=where, drawn=drawn)
    return dealt(blank, fair.secret)[0]


def undealt(
    game: Game,
    options: dict[str, str],
    sitters: Sequence[Sitter],
    nonces: Sequence[str],
    chairs: tuple[int, ...],
    *,
    form: FairForm,
    where: Where,
    drawn: bool,
) -> Header:
    """Return the header of a game that is about to be dealt; sitters and nonces are by seats."""
    for sitter, nonce in zip(sitters, nonces, strict=True):
        require_name(sitter.name)
        require_nonce(nonce)
    return Header(
        game=game.key,
        rules=game.rules,
        options=options,
        started=datetime.now(UTC).replace(microsecond=0),
        sitters=tuple(sitters),
        commitment="",
        nonces=tuple(nonces),
        deal="",
        drawn=drawn,
        form=form,
        where=where,
        chairs=chairs,
    )


def dealt(header: Header, secret: bytes) -> tuple[Header, Course]:
    """Return a header with its deal and the seeds of its bots, and the course that begins with it."""
    game, fair = game_of(header.game), header.fair(secret)
    deal = game.deal(game.options(header.options), len(header.sitters), fair.deal())
    sitters = tuple(
        Sitter(sitter.name, fair.bot_seed(seat)) if sitter.is_bot else sitter
        for seat, sitter in enumerate(header.sitters)
    )
    whole = replace(header, sitters=sitters, commitment=header.commits_to(secret), deal=game.text(deal))
    return whole, Course(game, deal, deal)


def opening(header: Header) -> Course:
    """Return the course before the first event, or refuse a deal that no rules could have made."""
    try:
        game = game_of(header.game)
    except DigsiteError as error:
        raise BadText("log_header", line=GAME_LINE, why=error) from None
    if header.rules > game.rules:
        raise BadText("log_newer_rules", line=RULES_LINE, rules=header.rules, ours=game.rules)
    try:
        options = game.options(header.options)
    except DigsiteError as error:
        raise BadText("log_header", line=OPTIONS_LINE, why=error) from None
    if list(chosen(game.schema, options).items()) != list(header.options.items()):
        raise BadText("log_spelling", line=OPTIONS_LINE)
    if len(header.sitters) not in game.seat_counts(options):
        raise BadText("log_deal", line=header.line)
    try:
        deal = game.read(header.deal)
    except BadText as error:
        line = header.line + error.line - 1
        raise BadText(error.code, **(error.values | {"line": line})) from None  # type: ignore[arg-type]
    if game.text(deal) != header.deal:
        raise BadText("log_spelling", line=header.line)
    if game.seats(deal) != len(header.sitters) or not game.could_deal(options, deal):
        raise BadText("log_deal", line=header.line)
    return Course(game, deal, deal)


def replay(log: Log) -> Iterator[Course]:
    """Yield the course before the first event and after each, or refuse a log with its line."""
    course = opening(log.header)
    yield course
    for event in log.events:
        course = _replayed(course, event)
        yield course
    if log.ending is not None and log.ending.result != course.result():
        raise BadText("log_result", line=log.ending.line)


def _replayed(course: Course, event: Event) -> Course:
    """Return the course after an event of a log, or refuse one that is not possible or not spelled so."""
    try:
        after = course.after(event)
    except DigsiteError as error:
        raise BadText("log_illegal", line=event.line, text=event.text, why=error) from error
    if event.text not in DEEDS:
        written = course.game.move_text(course.position, after.turns[-1].move)
        if written != event.text:
            raise BadText("log_spelling", line=event.line)
    return after


class Step(Struct, frozen=True, gc=False):
    """An event that was checked, and the course after it."""

    event: Event
    course: Course
    move: Move | None
    """None, where it is a deed."""


Plan: TypeAlias = list[Step]
"""What is about to happen at a table, step by step."""


T = TypeVar("T")


def forked(value: T) -> T:
    """Return another object with the same attributes: `copy` does that too, but asks many questions first."""
    other = object.__new__(type(value))
    other.__dict__.update(value.__dict__)
    return other


class Table:
    """A game with its log. What is planned is saved by whoever asked for the plan, and then done."""

    def __init__(self, log: Log, secret: bytes | None, opening: Course | None = None) -> None:
        """Read a log; one that has just begun is not read where its opening is given."""
        self.header = log.header
        courses = list(replay(log)) if opening is None else [opening]
        self.opening, self.course = courses[0], courses[-1]
        self._events = Trail(log.events)
        self._seconds = log.events[-1].seconds if log.events else 0.0
        """When the last event was, since the start."""
        self._ending = log.ending
        self._asides = log.asides
        if secret is not None and log.header.commits_to(secret) != log.header.commitment:
            raise DigsiteError("secret_wrong")
        self._fair = None if secret is None else log.header.fair(secret)

    def fork(self) -> Self:
        """Return a table that goes on from here by itself."""
        return forked(self)

    @property
    def game(self) -> Game:
        """Return the rules."""
        return self.course.game

    @property
    def log(self) -> Log:
        """Return the log so far."""
        return Log(self.header, tuple(self._events), self._ending, self._asides)

    @property
    def events(self) -> Trail[Event]:
        """Return what happened so far."""
        return self._events

    @property
    def bots(self) -> list[str]:
        """Return the names of the bots that move here."""
        seats = (self.bot_of(Seat(seat)) for seat in range(len(self.header.sitters)))
        return [bot.name for bot in seats if bot is not None]

    def bot_of(self, seat: Seat) -> Bot | None:
        """Return the bot that moves for a seat: its own, or the house's once it has left."""
        if self.course.has_left(seat):
            return Bot(self.game, HOUSE_BOT, self._house_seed(seat))
        sitter = self.header.sitters[seat]
        return None if sitter.bot_seed is None else Bot(self.game, sitter.name, sitter.bot_seed)

    def _house_seed(self, seat: Seat) -> int:
        """Return a seed that nobody can know before the secret is shown."""
        return secrets.randbelow(BOT_SEEDS) if self._fair is None else self._fair.house_seed(seat)

    # --- how it goes on

    def plan(self, seat: Seat, text: str, seconds: float) -> Plan:
        """Plan a seat's move, take-back, resignation or running out of time, and the draws that follow."""
        if self._ending is not None:
            raise DigsiteError("log_closed")
        at = self._after_all(seconds)
        if text in DEEDS:
            event = Event(at, seat, text)
            return self._with_draws([Step(event, self.course.after(event), None)])
        return self._with_draws([self._moved(seat, text, at)])

    def plan_draws(self) -> Plan:
        """Plan the draws that are due, where a table was left just before them."""
        return self._with_draws([])

    def step(self, event: Event, after: Course) -> None:
        """Do what was planned and saved, or was saved elsewhere."""
        self.course = after
        self._events = self._events.plus(event)
        self._seconds = event.seconds

    def ending(self) -> Ending | None:
        """Return how a game that is over ended; None while it goes on, or where nobody knows its secret."""
        result = self.course.result()
        return None if result is None or self._fair is None else Ending(result, self._fair.secret)

    def end(self, ending: Ending) -> None:
        """Close the log."""
        self._ending = ending

    def _moved(self, seat: Seat, text: str, seconds: float) -> Step:
        """Return a seat's move, spelled as the log writes it, however it was typed."""
        course = self.course
        game, position = course.game, course.position
        move = game.read_move(position, text)
        if course.result() is not None:
            raise IllegalMove("game_over", position)
        after = course.with_move(seat, move)
        # Many tables have the same moves: one text for all of them.
        return Step(Event(seconds, seat, intern(game.move_text(position, move))), after, move)

    def _after_all(self, seconds: float) -> float:
        """Return a time that is not before the last event, whatever a clock may say."""
        return max(self._seconds, min(seconds, MOST_SECONDS))

    def _with_draws(self, steps: Plan) -> Plan:
        """Return what was planned with the draws that follow, at the time of the last event before them."""
        course = steps[-1].course if steps else self.course
        while course.movers == (CHANCE,) and course.result() is None:
            seconds = steps[-1].event.seconds if steps else self._after_all(0.0)
            steps.append(self._draw(course, seconds))
            course = steps[-1].course
        return steps

    def _draw(self, course: Course, seconds: float) -> Step:
        """Return the draw that is due."""
        if self._fair is None:
            raise DigsiteError("secret_missing")
        game, position = course.game, course.position
        outcome = self._fair.draw(course.draws, game.weights(position))
        move = game.legal(position, CHANCE)[outcome]
        event = Event(seconds, CHANCE, game.move_text(position, move))
        return Step(event, course.with_move(CHANCE, move), move)

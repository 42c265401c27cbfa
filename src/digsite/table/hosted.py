"""A table in the house: who sits there, the game that they play, its clock, and what was said.

A hosted table is what its entries come to. Whatever people want is first planned, as entries, or refused
(`deeds.py`); the store saves them; then the table `after` them takes the place of the one before.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

from digsite.core.errors import DigsiteError
from digsite.core.names import CHANCE, Seat, Seats
from digsite.table.log import BACK, Event, Header, Log
from digsite.table.set_up import SetUp
from digsite.table.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.core.names import Result
    from digsite.table.clock import Running
    from digsite.table.entry import Entry

Status: TypeAlias = Literal["open", "playing", "over", "gone"]

SECOND: Final = 1000
"""Entries count milliseconds, games seconds."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody in a chair."""

    person: str
    name: str
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class Start:
    """How a game starts: who sits where, and the header of its log."""

    order: tuple[int, ...]
    """The chair of each seat."""
    header: Header


@dataclass(frozen=True, slots=True)
class Said:
    """Something that was said at a table."""

    ply: int
    at: int
    person: str
    text: str


@dataclass(slots=True)
class Hosted:
    """A table in the house."""

    id: str
    secret: bytes
    set_up: SetUp
    owner: str
    opened: int
    """When, in milliseconds since 1970."""
    invitation: str
    """What somebody must show to sit down in a chair of the invited."""
    ply: int = 0
    """How many entries there are."""
    last: int = 0
    """When the last of them was made."""
    chairs: list[Sitting | None] = field(default_factory=list)
    order: tuple[int, ...] = ()
    """The chair of each seat, once the game has started."""
    table: Table | None = None
    started: int = 0
    clock: Running | None = None
    chat: list[Said] = field(default_factory=list)
    agreed: dict[int, set[str]] = field(default_factory=dict)
    """Who agrees that the house plays on for a seat."""
    keys: dict[str, int] = field(default_factory=dict)
    """The entries that people gave a key, by it."""
    next_table: str | None = None
    gone: bool = False

    # --- who and what

    @property
    def status(self) -> Status:
        """Return how far it is."""
        if self.table is None:
            return "gone" if self.gone else "open"
        return "playing" if self.table.course.result() is None else "over"

    @property
    def result(self) -> Result | None:
        """Return how the game ended, if it did."""
        return None if self.table is None else self.table.course.result()

    @property
    def due(self) -> Seats:
        """Return the seats that may move now."""
        if self.table is None or self.result is not None:
            return ()
        movers = self.table.game.movers(self.table.course.position)
        return tuple(seat for seat in movers if seat != CHANCE)

    def seats_of(self, person: str) -> Seats:
        """Return the seats in which a person still plays."""
        return tuple(seat for seat in map(Seat, range(len(self.order))) if self.person_of(seat) == person)

    def people(self) -> set[str]:
        """Return everybody who sits here."""
        return {who.person for who in self.chairs if who is not None}

    def person_of(self, seat: int) -> str | None:
        """Return who plays in a seat; nobody, where it is a bot's, was left or does not exist."""
        who = self.chairs[self.order[seat]] if 0 <= seat < len(self.order) else None
        left = self.table is not None and self.table.course.has_left(Seat(seat))
        return None if who is None or left else who.person

    def others(self, person: str) -> Seats:
        """Return the seats in which other people play."""
        seats = map(Seat, range(len(self.order)))
        return tuple(seat for seat in seats if self.person_of(seat) not in (None, person))

    def playing_people(self) -> set[str]:
        """Return everybody who still plays."""
        people = (self.person_of(seat) for seat in range(len(self.order)))
        return {person for person in people if person is not None}

    @property
    def is_silent(self) -> bool:
        """Tell whether nobody may speak: while partners play who must not (S13)."""
        if self.status != "playing" or self.table is None:
            return False
        sides = self.table.course.sides
        return len(set(sides)) < len(sides)

    def moment(self, now: int) -> int:
        """Return a time that is not before the last entry, whatever a clock may say."""
        return max(now, self.last)

    def bots_due(self) -> Seats:
        """Return the seats for which the house must think."""
        table = self.table
        return () if table is None else tuple(seat for seat in self.due if table.bot_of(seat) is not None)

    # --- what happened

    def after(self, entries: Sequence[Entry]) -> Hosted:
        """Return the table after some more entries; this one stays as it is."""
        table = replace(
            self,
            chairs=self.chairs.copy(),
            table=None if self.table is None else self.table.fork(),
            chat=self.chat.copy(),
            agreed={seat: people.copy() for seat, people in self.agreed.items()},
            keys=self.keys.copy(),
        )
        table._add(entries)
        return table

    def _add(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.ply += 1
            self.last = entry.at
            if entry.key is not None:
                self.keys[entry.key] = self.ply
            _HAPPENS[entry.what](self, entry)

    def _sit(self, entry: Entry) -> None:
        self.chairs[entry.seat] = msgspec.json.decode(entry.text, type=Sitting)

    def _stand(self, entry: Entry) -> None:
        self.chairs[entry.seat] = None

    def _start(self, entry: Entry) -> None:
        start = msgspec.json.decode(entry.text, type=Start)
        self.order = start.order
        self.table = Table(Log(start.header, (), None), self.secret)
        self.started = entry.at
        self.clock = self.set_up.clock.started(len(self.order))

    def _game(self, entry: Entry) -> None:
        assert self.table is not None
        before, due = self.table.course, self.due
        event = Event(self.seconds(entry.at), Seat(entry.seat), entry.text)
        self.table.add(event)
        self.agreed.clear()
        if self.clock is not None:
            after = self.table.course
            turns = before.game.in_turn(before.position), after.game.in_turn(after.position)
            clock = self.clock.at(event.seconds, due)
            self.clock = clock.handed_back(*turns) if event.text == BACK else clock.handed_on(*turns)

    def _agree(self, entry: Entry) -> None:
        self.agreed.setdefault(entry.seat, set()).add(entry.person)

    def _say(self, entry: Entry) -> None:
        self.chat.append(Said(self.ply, entry.at, entry.person, entry.text))

    def _next(self, entry: Entry) -> None:
        self.next_table = entry.text

    def _gone(self, entry: Entry) -> None:  # noqa: ARG002 - all take one
        self.gone = True

    def seconds(self, at: int) -> float:
        """Return a time as the log counts it: since the start."""
        return max(0, at - self.started) / SECOND


_HAPPENS: Final = {
    "sit": Hosted._sit,  # noqa: SLF001 - its own
    "stand": Hosted._stand,  # noqa: SLF001
    "start": Hosted._start,  # noqa: SLF001
    "game": Hosted._game,  # noqa: SLF001
    "agree": Hosted._agree,  # noqa: SLF001
    "say": Hosted._say,  # noqa: SLF001
    "next": Hosted._next,  # noqa: SLF001
    "gone": Hosted._gone,  # noqa: SLF001
}


def hosted(table_id: str, secret: bytes, invitation: str, entries: Sequence[Entry]) -> Hosted:
    """Return what the entries of a table come to."""
    opening, *rest = entries
    if opening.what != "open":
        raise DigsiteError("table_damaged", table=table_id)
    table = Hosted(table_id, secret, msgspec.json.decode(opening.text, type=SetUp), opening.person, opening.at, invitation, ply=1)
    table.chairs = [None] * len(table.set_up.chairs)
    return table.after(rest)

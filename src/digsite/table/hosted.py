"""A table in the house: who sits there, the game that they play, its clock, and what was said.

A table is what its entries come to. Whatever happens is tried on a draft (`fork`): a deed (`deeds.py`) is
refused or makes new entries there; the store saves them; then the draft takes the place of the table.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import replace as dataclass_replace
from itertools import pairwise
from sys import intern
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from digsite.core.errors import DigsiteError
from digsite.core.fair import nonce_hash
from digsite.core.names import CHANCE, Seat, Seats
from digsite.games.due import MAX_SEATS
from digsite.table.chain import linked, shown
from digsite.table.course import finished_turns
from digsite.table.log import DEEDS, LEAVING, TIMEOUT, Event, Header, Log
from digsite.table.nameless import header_shown, header_without, set_up_shown, set_up_without
from digsite.table.periods import Periods, between, joined, length, without
from digsite.table.saved import Form
from digsite.table.set_up import FORM, Formed, SetUp
from digsite.table.table import Step, Table, forked, replay
from digsite.table.trail import Trail

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from digsite.core.names import Move, Position, Result
    from digsite.table.clock import Pace, Running
    from digsite.table.course import Course
    from digsite.table.entry import Asked, Entry
    from digsite.table.table import Plan

Status: TypeAlias = Literal["open", "playing", "over", "gone"]

ALL_SEATS: Final = tuple(map(Seat, range(MAX_SEATS)))
OPEN_FOR: Final = 24 * 60 * 60 * 1000
"""Milliseconds that an open table waits for people."""
SHOW_WITHIN: Final[dict[Pace, int]] = {"live": 60_000, "none": OPEN_FOR, "days": OPEN_FOR}
"""Milliseconds that people have to show their nonces; the pages of those who are there do so at once."""
SECOND: Final = 1000
"""Entries count milliseconds, games seconds."""
ENTRY_SIZE: Final = 100
"""About how many bytes an entry has besides its text."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody in a chair."""

    person: str
    name: str
    """Empty, once it was erased."""
    nonce: str = ""
    nonce_hash: str = ""
    """Shown by somebody who keeps the nonce to themselves until all have shown theirs."""
    is_void: bool = False
    """Whether others may know the nonce by now, so that a new one is needed."""

    def without(self, person: str) -> Sitting:
        """Return the same without a name, where this is a certain person."""
        return dataclass_replace(self, name="") if self.person == person else self

    @property
    def shown_hash(self) -> str | None:
        """Return the hash of the nonce as all may see it, before they show theirs."""
        return None if self.is_void else self.nonce_hash or nonce_hash(self.nonce)

    @property
    def hides_nonce(self) -> bool:
        """Tell whether somebody has to show the nonce yet."""
        return bool(self.nonce_hash) and not self.nonce and not self.is_void


@dataclass(frozen=True, slots=True)
class Broken:
    """A start that came to nothing: some did not show their nonces, or left when others had."""

    at: int
    by: tuple[Sitting, ...]


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
    name: str
    text: str
    """Both are empty, once they were erased."""


class Happened(Struct, frozen=True, gc=False):
    """An event of the game, with the positions before and after it."""

    ply: int
    at: int
    event: Event
    move: Move | None
    """None, where it was a deed."""
    before: Position
    after: Position

    @classmethod
    def of(cls, ply: int, at: int, event: Event, before: Course, after: Course) -> Happened:
        """Return an event between two courses."""
        return cls(ply, at, event, _move_of(event, after), before.position, after.position)


def _move_of(event: Event, after: Course) -> Move | None:
    return None if event.text in DEEDS else after.turns[-1].move


FORMED: Final = Form(Formed)
SET_UP: Final = Form(SetUp)
SITTING: Final = Form(Sitting)
BROKEN: Final[Form[tuple[int, ...]]] = Form(tuple[int, ...])
START: Final = Form(Start)
PAUSE: Final[Form[Periods]] = Form(Periods)


class Hosted:
    """A table in the house, or a draft of what it is about to become."""

    def __init__(self, table_id: str, secret: bytes, invitation: str, opening: Entry) -> None:
        if opening.what != "open":
            raise DigsiteError("table_damaged", table=table_id)
        self.id = table_id
        self.secret = secret
        self.invitation = invitation
        """What somebody must show to sit down in a chair of the invited."""
        self.set_up = _set_up(table_id, opening.text)
        self.owner = opening.person
        self.opened = self.last = opening.at
        """When it was opened, and when something last happened: milliseconds since 1970."""
        self.link = 0
        """That of the last entry, once there is one."""
        self._check(opening, 1)
        self.ply = 1
        """How many entries there are."""
        self.new: list[Entry] = []
        """Entries of a draft that were not saved yet."""
        self.chairs: tuple[Sitting | None, ...] = (None,) * len(self.set_up.chairs)
        kept_for = (chair.person for chair in self.set_up.chairs if chair.person is not None)
        self._known: frozenset[str | None] = frozenset((self.owner, *kept_for))
        """Those who have opened it, sit or sat here, or may."""
        self.removed: frozenset[str] = frozenset()
        """Those whom the owner has removed from a chair."""
        self.asked_at: int | None = None
        """Since when people are asked for their nonces."""
        self.broken: tuple[Broken, ...] = ()
        self.order: tuple[int, ...] = ()
        """The chair of each seat, once the game has started."""
        self.table: Table | None = None
        self.people: tuple[str | None, ...] = ()
        """Who plays in each seat; nobody, where it is a bot's or was left."""
        self._seats: dict[str | None, Seats] = {}
        self._others: dict[str | None, Seats] = {}
        """The seats of each person who plays, and those in which others do."""
        self.due: Seats = ()
        """The seats that may move now."""
        self.result: Result | None = None
        """How the game ended, if it did."""
        self.started = 0
        self.clock: Running | None = None
        self.paused: Periods = ()
        """Periods that clocks which run now were given back."""
        self.stood_still = 0
        """For how many milliseconds since the last event of the game."""
        self.plies: Trail[int] = Trail()
        """The ply of each event of the game."""
        self.last_plies = 0, 0
        """Those of the last two, or 0."""
        self.fresh: list[Happened] = []
        """What happened in the game since this draft was made."""
        self.last_move = 0
        """When the last event of the game was, or its start: milliseconds since 1970."""
        self.chat: Trail[Said] = Trail()
        self.last_said = 0
        """The ply at which something was last said, or 0."""
        self.erased: frozenset[str] = frozenset()
        """Those who have deleted themselves."""
        self.last_erased = 0
        """The ply at which names and sayings were last erased, or 0."""
        self.agreed: frozenset[tuple[int, str]] = frozenset()
        """Seats for which the house should play on, with those who agree to that."""
        self._keys: dict[int, int] = {}
        """The ply of what people gave a key, by a hash of both: of what lasts, so a draft adds none."""
        self.size = len(opening.text)
        """About how many bytes the entries have."""
        self.next_table: str | None = None
        self.gone = False
        self.seated = 1
        """The ply at which something last changed besides the game going on and what is said."""

    # --- who and what

    @property
    def status(self) -> Status:
        """Return how far it is."""
        if self.table is None:
            return "gone" if self.gone else "open"
        return "playing" if self.result is None else "over"

    @property
    def playing(self) -> Table:
        """Return the game, or refuse where there is none yet."""
        if self.table is None:
            raise DigsiteError("table_gone" if self.gone else "game_not_started")
        return self.table

    @property
    def seats(self) -> Seats:
        """Return all seats, once the game has started."""
        return ALL_SEATS[: len(self.order)]

    def person_of(self, seat: int) -> str | None:
        """Return who plays in a seat; nobody, where it is a bot's, was left or does not exist."""
        return self.people[seat] if 0 <= seat < len(self.people) else None

    def seats_of(self, person: str | None) -> Seats:
        """Return the seats in which a person still plays; nobody plays in none."""
        return self._seats.get(person, ())

    def others(self, person: str) -> Seats:
        """Return the seats in which other people play than this player."""
        return self._others.get(person, ())

    def sitters(self) -> set[str]:
        """Return everybody who sits here, or sat here when the game began."""
        return {who.person for who in self.chairs if who is not None}

    def knows(self, person: str | None) -> bool:
        """Tell whether somebody sees more of it, or otherwise, than anybody may."""
        return person in self._known

    def players(self) -> set[str]:
        """Return everybody who still plays."""
        return {person for person in self.people if person is not None}

    def bots_due(self) -> Seats:
        """Return the seats for which the house must think."""
        people = self.people
        return tuple([seat for seat in self.due if people[seat] is None]) if None in people else ()

    def people_due(self) -> Seats:
        """Return the seats whose people are waited for: their clocks run."""
        return tuple(seat for seat in self.due if self.people[seat] is not None)

    @property
    def is_full(self) -> bool:
        """Tell whether nobody is missing."""
        chairs = zip(self.chairs, self.set_up.chairs, strict=True)
        return all(who is not None or chair.kind == "bot" for who, chair in chairs)

    @property
    def commitment(self) -> str:
        """Return what the house has shown of its secret before anybody added a nonce."""
        return self.set_up.commitment(self.secret)

    @property
    def is_ready(self) -> bool:
        """Tell whether nobody has to renew a nonce."""
        return not any(who.is_void for who in self.chairs if who is not None)

    def hiding(self) -> tuple[int, ...]:
        """Return the chairs whose people have not shown their nonces yet."""
        return tuple(chair for chair, who in enumerate(self.chairs) if who is not None and who.hides_nonce)

    def show_until(self) -> int | None:
        """Return until when nonces must be shown: at once, where people agreed to play at once."""
        if self.asked_at is None:
            return None
        return min(self.opened + OPEN_FOR, self.asked_at + SHOW_WITHIN[self.set_up.clock.pace])

    @property
    def is_silent(self) -> bool:
        """Tell whether nobody may speak: while partners play who must not (S13)."""
        if self.status != "playing" or self.table is None:
            return False
        sides = self.table.course.sides
        return len(set(sides)) < len(sides)

    def deadline(self) -> int | None:
        """Return when the first person who is due runs out of time, in milliseconds since 1970."""
        if self.clock is None:
            return None
        return min((end for end, _ in self._ends()), default=None)

    def late(self, now: int) -> Seats:
        """Return the seats of people who have run out of time, the first one first."""
        return tuple(seat for end, seat in self._ends() if end <= now)

    def _ends(self) -> list[tuple[int, Seat]]:
        """Return when each person who is due runs out of time."""
        clock, started = self.clock, self.started
        if clock is None:
            return []
        return sorted((started + round(clock.end(seat) * SECOND), seat) for seat in self.people_due())

    def owed(self, periods: Periods, now: int) -> Periods:
        """Return the parts of some periods that clocks which run have not been given back so far."""
        running = self._running_from()
        if not running:
            return ()
        return without(between(periods, min(running.values()), now), self.paused)

    def _running_from(self) -> dict[Seat, int]:
        """Return the seats whose clocks run, and since when they do."""
        clock, started = self.clock, self.started
        if clock is None:
            return {}
        return {seat: started + round(clock.ran_from[seat] * SECOND) for seat in self.people_due()}

    def ran_out(self, person: str, seat: int) -> bool:
        """Tell whether somebody has left a seat because their time ran out."""
        if self.table is None or not self.table.course.leaves:
            return False
        left = any(leave.seat == seat and leave.deed == TIMEOUT for leave in self.table.course.leaves)
        who = self.chairs[self.order[seat]] if left else None
        return who is not None and who.person == person

    def seconds(self, at: int) -> float:
        """Return a time as the log counts it: since the start, and never before the last entry."""
        return max(0, max(at, self.last) - self.started) / SECOND

    # --- what happens

    def fork(self) -> Hosted:
        """Return a draft that goes on from here by itself."""
        draft = forked(self)
        draft.new, draft.fresh = [], []
        draft.table = None if self.table is None else self.table.fork()
        return draft

    def settle(self) -> list[Happened]:
        """Take what a draft has added for what lasts; return what happened in the game by it."""
        for ply, entry in enumerate(self.new, self.ply - len(self.new) + 1):
            self._note_key(entry, ply)
        fresh = self.fresh
        self.new, self.fresh = [], []
        return fresh

    def do(self, entry: Entry) -> None:
        """Let something new happen."""
        entry = self._next(entry)
        self.new.append(entry)
        self._add(entry)

    def begin(self, start: Start, opening: Course, asked: Asked) -> None:
        """Let a game begin that was dealt just now."""
        entry = self._next(asked.entry("start", text=START.write(start)))
        self.new.append(entry)
        self._note(entry)
        self.seated = self.ply
        self._start(entry, start, opening)

    def follow(self, plan: Plan, asked: Asked) -> None:
        """Let something new happen in the game; what follows from the first event is the house's."""
        for number, step in enumerate(plan):
            by = asked.by_house() if number else asked
            entry = self._next(by.entry("game", step.event.seat, step.event.text))
            self.new.append(entry)
            self._note(entry)
            self._step(entry.at, step)

    def _next(self, entry: Entry) -> Entry:
        """Return an entry with its link, and not before the last one: clocks of several processes differ."""
        if entry.at < self.last:
            entry = replace(entry, at=self.last)
        self.link = link = linked(self.link, self.ply + 1, entry, self.invitation)
        return entry.with_link(link)

    def _check(self, entry: Entry, ply: int) -> None:
        """Refuse an entry whose link does not fit.

        One without a link, by an earlier version, is checked by the next link: that covers it as well.
        """
        self.link = linked(self.link, ply, entry, self.invitation)
        if entry.link not in (None, self.link):
            raise DigsiteError("table_damaged", table=self.id)

    def add(self, entry: Entry) -> None:
        """Take in an entry that was checked when it was made, and lasts."""
        self._check(entry, self.ply + 1)
        self._add(entry)
        self._note_key(entry, self.ply)

    def _add(self, entry: Entry) -> None:
        self._note(entry)
        if entry.what not in ("game", "say"):
            self.seated = self.ply
        match entry.what:
            case "sit" | "stand":
                self._seat(entry)
            case "ask" | "nonce" | "renew" | "broken":
                self._take_nonce(entry)
            case "start":
                start = START.read(entry.text)
                self._start(entry, Start(start.order, header_shown(start.header)))
            case "game":
                self._game(entry)
            case "agree" | "say" | "next" | "pause":
                self._add_beside(entry)
            case "gone":
                self.gone = True
            case "erase":
                self._erase(entry.person)
            case "open":  # a second time
                raise DigsiteError("table_damaged", table=self.id)
        # Kinds of a later version are passed over: it says by its form where they must not be.

    def _add_beside(self, entry: Entry) -> None:
        """Take in what happens beside the game."""
        if entry.what == "agree":
            self.agreed |= {(entry.seat, entry.person)}
        elif entry.what == "next":
            self.next_table = entry.text
        elif entry.what == "pause":
            self._pause(PAUSE.read(entry.text))
        else:
            name, text = self.name_of(entry.person), shown(entry.text)
            self.chat = self.chat.plus(Said(self.ply, entry.at, entry.person, name, text))
            self.last_said = self.ply

    def name_of(self, person: str) -> str:
        """Return the name by which somebody sits here."""
        return next((who.name for who in self.chairs if who and who.person == person), "")

    def _note(self, entry: Entry) -> None:
        self.ply += 1
        self.last = entry.at
        self.size += ENTRY_SIZE + len(entry.text)

    def done_under(self, asked: Asked) -> int | None:
        """Return the ply of what somebody did under the same key before."""
        if asked.key is None:
            return None
        ply = self._keys.get(hash((asked.person, asked.key)))
        return ply if ply is not None and ply <= self.ply else None

    def _note_key(self, entry: Entry, ply: int) -> None:
        if entry.key is not None:
            self._keys[hash((entry.person, entry.key))] = ply

    def _seat(self, entry: Entry) -> None:
        if not 0 <= entry.seat < len(self.chairs):
            raise DigsiteError("no_such_seat", seat=entry.seat, seats=len(self.chairs))
        before = self.chairs[entry.seat]
        if entry.what == "stand" and before is not None and entry.person not in ("", before.person):
            self.removed |= {before.person}
        who = SITTING.read(entry.text) if entry.what == "sit" else None
        if who is not None:
            who = dataclass_replace(who, name=shown(who.name))
            self._known |= {who.person}
        self.chairs = (*self.chairs[: entry.seat], who, *self.chairs[entry.seat + 1 :])
        if self.asked_at is not None and before is not None:
            self._void(entry.at, (before,))

    def _take_nonce(self, entry: Entry) -> None:
        """Take in what happens to nonces between the last chair that is taken and the start."""
        if entry.what == "ask":
            self.asked_at = entry.at
        elif entry.what == "broken":
            self._break_off(entry, BROKEN.read(entry.text))
        else:
            self._renew(entry)

    def _break_off(self, entry: Entry, chairs: tuple[int, ...]) -> None:
        """Free the chairs of those who did not show their nonces."""
        by = tuple(who for chair in chairs if (who := self.chairs[chair]) is not None)
        self.chairs = tuple(None if chair in chairs else who for chair, who in enumerate(self.chairs))
        self._void(entry.at, by)

    def _void(self, at: int, by: tuple[Sitting, ...]) -> None:
        """Let nonces count no more that some have shown: whoever has left may have known them."""
        self.asked_at = None
        self.broken = (*self.broken, Broken(at, by))
        self.chairs = tuple(
            dataclass_replace(who, nonce="", is_void=True) if who is not None and who.nonce_hash else who
            for who in self.chairs
        )

    def _renew(self, entry: Entry) -> None:
        """Take in a nonce, or the hash of a new one, in all chairs of a person."""
        new = {"nonce": entry.text} if entry.what == "nonce" else {"nonce_hash": entry.text, "is_void": False}
        self.chairs = tuple(
            dataclass_replace(who, **new) if who is not None and who.person == entry.person else who
            for who in self.chairs
        )

    def _erase(self, person: str) -> None:
        """Let somebody have no name here any more, and have said nothing."""
        self.erased |= {person}
        self.last_erased = self.ply
        seats = [seat for seat, chair in enumerate(self.order) if self._sits(person, chair)]
        self.chairs = tuple(None if who is None else who.without(person) for who in self.chairs)
        self.broken = tuple(
            Broken(broken.at, tuple(who.without(person) for who in broken.by)) for broken in self.broken
        )
        self.set_up = set_up_without(self.set_up, self.owner, person)
        self.chat = Trail(
            Said(said.ply, said.at, person, "", "") if said.person == person else said for said in self.chat
        )
        if self.table is not None:
            self.table.header = header_without(self.table.header, seats)

    def _sits(self, person: str, chair: int) -> bool:
        who = self.chairs[chair]
        return who is not None and who.person == person

    def _start(self, entry: Entry, start: Start, opening: Course | None = None) -> None:
        if sorted(start.order) != list(range(len(self.chairs))):
            raise DigsiteError("table_damaged", table=self.id)
        self.order = start.order
        self.table = Table(Log(start.header, (), None), self.secret, opening)
        self.started = self.last_move = entry.at
        self.clock = self.set_up.clock.started(len(self.order))
        self._seat_people()
        self._settle(self.table.course)

    def _game(self, entry: Entry) -> None:
        event = Event(self.seconds(entry.at), Seat(entry.seat), intern(entry.text))
        after = self.playing.course.after(event)
        self._step(entry.at, Step(event, after, _move_of(event, after)))

    def _pause(self, periods: Periods) -> None:
        """Give clocks back what they have lost in some periods, unless they were given it before."""
        owed, running = self.owed(periods, self.last), self._running_from()
        if self.clock is None or not owed:
            return
        back = {seat: length(between(owed, since, self.last)) for seat, since in running.items()}
        self.clock = self.clock.given({seat: lost / SECOND for seat, lost in back.items()})
        self.paused = between(joined((*self.paused, *owed)), min(running.values()), self.last)
        self.stood_still += max(back.values())

    def _step(self, at: int, step: Step) -> None:
        event, after, table = step.event, step.course, self.playing
        before, leaves = table.course, event.text in LEAVING
        if self.clock is not None:
            clock = self.clock.at(event.seconds, self.people_due(), event.seat)
            self.clock = self._ticked(clock, before, after)
            self.stood_still = 0
        table.step(event, after)
        self.plies = self.plies.plus(self.ply)
        self.last_plies = self.last_plies[1], self.ply
        self.last_move = at
        self.fresh.append(Happened(self.ply, at, event, step.move, before.position, after.position))
        self._settle(after)
        if leaves:
            self._seat_people()
        if self.agreed or leaves or self.result is not None:
            self.seated = self.ply
            self.agreed = frozenset()

    def _ticked(self, clock: Running, before: Course, after: Course) -> Running:
        """Return the clock after what happened to the turns of people; bots have none."""
        over = finished_turns(before, after)
        still = {*before.game.in_turn(before.position)} & {*after.game.in_turn(after.position)}
        return clock.turned({seat: over[seat] for seat in over if self.people[seat] is not None}, still)

    def _settle(self, course: Course) -> None:
        """Find out who is due and whether it is over."""
        self.result = course.result()
        is_asked = self.result is None and course.movers != (CHANCE,)
        self.due = course.movers if is_asked else ()

    def _seat_people(self) -> None:
        """Find out who plays in each seat."""
        course = self.playing.course
        sitters = [self.chairs[chair] for chair in self.order]
        self.people = tuple(
            None if who is None or course.has_left(seat) else who.person
            for seat, who in zip(self.seats, sitters, strict=True)
        )
        players: set[str | None] = {*self.players()}
        taken = [(seat, person) for seat, person in zip(self.seats, self.people, strict=True) if person]
        self._seats, self._others = (
            {player: tuple(seat for seat, person in taken if (person == player) is own) for player in players}
            for own in (True, False)
        )

    def went_on_after(self, ply: int) -> bool:
        """Tell whether something happened in the game after a ply."""
        return self.last_plies[1] > ply

    def retold(self) -> Iterator[Happened]:
        """Yield all that happened in the game, played once more: a long game takes a while."""
        game = self.playing
        happened = zip(self.plies, game.events, pairwise(replay(game.log)), strict=True)
        for ply, event, (before, after) in happened:
            yield Happened.of(ply, self.started + round(event.seconds * SECOND), event, before, after)


def opened(table_id: str, secret: bytes, invitation: str, opening: Entry) -> Hosted:
    """Return a new table as a draft: its first entry was not saved yet."""
    table = Hosted(table_id, secret, invitation, opening)
    table.new = [replace(opening, link=table.link)]
    return table


def hosted(table_id: str, secret: bytes, invitation: str, entries: Sequence[Entry]) -> Hosted:
    """Return what the entries of a table come to."""
    with _reading(table_id):
        opening, *rest = entries
        table = Hosted(table_id, secret, invitation, opening)
        for entry in rest:
            table.add(entry)
            table.fresh.clear()  # nobody was here to hear of it
    return table


def gone_on(table: Hosted, entries: Sequence[Entry]) -> Hosted:
    """Return what a table comes to with entries that were saved elsewhere."""
    draft = table.fork()
    with _reading(table.id):
        for entry in entries:
            draft.add(entry)
    return draft


@contextmanager
def _reading(table_id: str) -> Iterator[None]:
    """Refuse a table whose entries cannot have been made as they are."""
    try:
        yield
    except (DigsiteError, ValueError) as error:
        if isinstance(error, DigsiteError) and error.code == "table_newer":
            raise
        raise DigsiteError("table_damaged", table=table_id) from error


def _set_up(table_id: str, text: str) -> SetUp:
    """Return what the owner has chosen, unless a later version is needed to read this table."""
    if FORMED.read(text).form > FORM:
        raise DigsiteError("table_newer", table=table_id)
    return set_up_shown(SET_UP.read(text))

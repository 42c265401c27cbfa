"""What somebody may know of a table, as messages. Positions become views here, and nowhere else."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeVar, cast

from digsite.games.due import MAX_SEATS
from digsite.table.take_back import may_take_back
from digsite.wire.games import ENCODERS
from digsite.wire.messages import ObjectiveShown, PresentMessage, ResultShown, Saying
from digsite.wire.raw import FALSE_TRUE, encode

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from digsite.core.names import Result, Seat, View
    from digsite.server.history import History
    from digsite.table.clock import Clock
    from digsite.table.hosted import Hosted, Sitting
    from digsite.table.set_up import Chair
    from digsite.wire.messages import ClockShown, PlaceShown, TableShown, TimeShown

Key = TypeVar("Key")
Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks at a table."""

    person: str | None
    seat: int | None = None
    """As which of their own seats; None as the one that is due."""

    def seat_at(self, table: Hosted) -> Seat | None:
        """Return the seat whose view they get: one of their own, or none."""
        own = table.seats_of(self.person)
        if len(own) <= 1:
            return own[0] if own else None
        wanted = [seat for seat in own if seat == self.seat]
        due = [seat for seat in own if seat in table.due]
        return (*wanted, *due, *own)[0]


class Done(NamedTuple):
    """A deed that a client asked for, by its own number, and the ply that it led to."""

    id: int
    ply: int


class NotReady(Exception):
    """Raised where a long game has to be told in a thread before somebody can be shown it."""


STRANGER: Final = Viewer(None)
"""Somebody who neither sits at a table nor may: they all see the same."""


# News, part by part, as wire/messages.py describes them: first what is the same for several, then one's own.
HEAD: Final = b'{"type":"news","id":"%b","after":%d,"ply":%d,"game":'
GAME: Final = (
    HEAD + b'{"round":%d,"due":%b,"points":%b,"time":%b,"view":%b,"result":%b,"happened":[%b],"you":'
)
NO_GAME: Final = HEAD + b"null"
YOURS: Final = b'{"seat":%d,"seats":%b,"moves":%b,"may_take_back":%b}}'
NOT_YOURS: Final = b"null}"
TAIL: Final = b'%b%b,"table":%b,"said":%b,"done":[%b],"now":%d}'
DONE: Final = b'{"id":%d,"ply":%d}'
SEATS: Final = {
    seats: encode(seats) for count in range(MAX_SEATS + 1) for seats in combinations(range(MAX_SEATS), count)
}
"""Some of the seats, as a list."""
NOBODY: Final = b""
"""A message about who is there that was never sent."""
MOST_KEPT: Final = 32
"""News of one ply that are kept for others who ask for the same."""
LARGEST_KEPT: Final = 16 << 10
"""Bytes of news that are kept. Those who are up to date get less; a long game is put together each time."""


class Showing:
    """A table as it is at one ply, shown to all who watch it: what is the same for several is made once."""

    def __init__(self, table: Hosted, history: History) -> None:
        self.table = table
        self._history = history
        self._encoder = encoder = ENCODERS[table.set_up.game]
        self._is_open = encoder.is_open
        self._games: dict[Seat | None, tuple[int, bytes, bytes, bytes, bytes, bytes]] = {}
        self._shared: dict[tuple[Seat | None, int, bool], tuple[bytes, bool]] = {}
        self._views: dict[bytes, bytes] = {}
        self._for_strangers: dict[tuple[int, int, bool], bytes] = {}
        self._strangers_table: bytes | None = None

    def is_ready(self, viewer: Viewer) -> bool:
        """Tell whether somebody can be told at once what is new."""
        return self._is_told(None if self._is_open else viewer.seat_at(self.table))

    def _is_told(self, eyes: Seat | None) -> bool:
        return self.table.table is None or self._history.has(self.table, eyes)

    async def prepare(self, viewer: Viewer) -> None:
        """Have ready what somebody will be told."""
        await self._history.prepare(self.table, None if self._is_open else viewer.seat_at(self.table))

    def news(
        self, viewer: Viewer, after: int, now: int, *, done: Sequence[Done] = (), whole: bool = False
    ) -> bytes:
        """Return what is new for somebody who knows a table up to a ply; `whole` shows the game anyway.

        Raise NotReady where it has to be prepared first.
        """
        table = self.table
        if after > table.ply:
            after = 0
        if done or table.knows(viewer.person):
            told = b",".join([DONE % one for one in done]) if done else b""
            return self._news(viewer, after, now, told, whole=whole)
        key = after, now, whole
        known = self._for_strangers.get(key)
        if known is None:
            known = self._news(STRANGER, after, now, b"", whole=whole)
            _keep(self._for_strangers, key, known, len(known))
        return known

    def _news(self, viewer: Viewer, after: int, now: int, done: bytes, *, whole: bool) -> bytes:
        table, person = self.table, viewer.person
        seat = viewer.seat_at(table)
        key = None if self._is_open else seat, after, whole
        shared, shows_game = self._shared.get(key) or self._share(*key)
        you = self._yours(person, seat) if shows_game else b""
        about = self._table(person) if after < table.seated else b"null"
        is_erased = after < table.last_erased  # all is told again, without what was erased
        said = (
            _said(table, person, 0 if is_erased else after) if is_erased or after < table.last_said else b"[]"
        )
        return TAIL % (shared, you, about, said, done, now)

    def _share(self, eyes: Seat | None, after: int, whole: bool) -> tuple[bytes, bool]:  # noqa: FBT001
        """Return what is the same for all who see the game from a seat, and whether they see it at all."""
        if not self._is_told(eyes):
            raise NotReady
        table = self.table
        shows_game = table.table is not None and (whole or after < table.seated or table.went_on_after(after))
        head = table.id.encode(), after, table.ply
        if shows_game:
            seen = self._games.get(eyes) or self._seen(eyes)
            shared = GAME % (*head, *seen, self._history.after(table, after, eyes)), True
        else:
            shared = NO_GAME % head, False
        _keep(self._shared, (eyes, after, whole), shared, len(shared[0]))
        return shared

    def _table(self, person: str | None) -> bytes:
        if person is not None:
            return encode(_table(self.table, person))
        if self._strangers_table is None:
            self._strangers_table = encode(_table(self.table, None))
        return self._strangers_table

    def _seen(self, seat: Seat | None) -> tuple[int, bytes, bytes, bytes, bytes, bytes]:
        """Return the parts of a game that are the same for all who see it from a seat."""
        table = self.table
        course = table.playing.course
        game = course.game
        view = game.view(course.position, seat)
        self._games[seat] = parts = (
            course.round,
            SEATS[table.due],
            encode(game.points(view)),
            _time(table),
            self._view(view),
            b"null" if table.result is None else encode(result_shown(table.result)),
        )
        return parts

    def _view(self, view: View) -> bytes:
        """Return a view, encoded once for all who see the same."""
        if self._is_open:  # it is made once anyway
            return self._encoder.view(view)
        seen = view.tobytes()
        if seen not in self._views:
            self._views[seen] = self._encoder.view(view)
        return self._views[seen]

    def _yours(self, person: str | None, seat: Seat | None) -> bytes:
        """Return what is for one seat alone."""
        table = self.table
        if person is None or seat is None:
            return NOT_YOURS
        course = table.playing.course
        moves = self._encoder.moves(course.game, course.position, seat) if seat in table.due else b"[]"
        may = table.result is None and may_take_back(course, seat, table.others(person))
        return YOURS % (seat, SEATS[table.seats_of(person)], moves, FALSE_TRUE[may])


def _keep(kept: dict[Key, Kept], key: Key, value: Kept, size: int) -> None:
    """Keep something small for whoever asks next: anybody may ask for any ply, at any moment."""
    if size <= LARGEST_KEPT:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        kept[key] = value


def present_at(table: Hosted, present: Counter[str], waiting: Sequence[int]) -> bytes:
    """Return who is there, and whose bots wait for their turn, as a message."""
    places = [who is not None and who.person in present for who in table.chairs]
    spectators = len(present.keys() - table.sitters())
    return encode(PresentMessage(id=table.id, places=places, spectators=spectators, waiting=list(waiting)))


# --- the table


def _table(table: Hosted, person: str | None) -> TableShown:
    set_up, game = table.set_up, table.table
    return {
        "game": set_up.game,
        "options": set_up.options,
        "clock": clock_shown(set_up.clock),
        "begins": set_up.begins,
        "listed": set_up.listed,
        "status": table.status,
        "opened": table.opened,
        "started": None if game is None else table.started,
        "yours": person == table.owner,
        "removed": person in table.removed,
        "places": [_place(table, chair, person) for chair in range(len(table.chairs))],
        "sides": [] if game is None else list(game.course.sides),
        "commitment": table.commitment,
        "hides_nonces": table.set_up.hides_nonces,
        "show_until": table.show_until(),
        "broken": [{"at": broken.at, "names": [who.name for who in broken.by]} for broken in table.broken],
        "secret": table.secret.hex() if table.status == "over" else None,
        "invitation": table.invitation if person == table.owner else None,
        "agreed": sorted({seat for seat, _ in table.agreed}),
        "is_silent": table.is_silent,
        "next_table": table.next_table,
    }


def clock_shown(clock: Clock) -> ClockShown:
    """Return a clock as data."""
    return {"pace": clock.pace, "seconds": clock.seconds, "increment": clock.increment}


def _place(table: Hosted, number: int, person: str | None) -> PlaceShown:
    chair, who = table.set_up.chairs[number], table.chairs[number]
    seat = table.order.index(number) if table.order else None
    return {
        "kind": chair.kind,
        "level": chair.level,
        "name": who.name if who else None,
        "yours": who is not None and who.person == person,
        "nonce": None if who is None else _nonce(who),
        "nonce_hash": None if who is None else who.shown_hash,
        "waits_for": chair.name if who is None else None,
        "for_you": who is None and person is not None and person == _kept_for(table, chair),
        "seat": seat,
        "left": None if seat is None else _left(table, seat),
    }


def _kept_for(table: Hosted, chair: Chair) -> str | None:
    """Return the only person who may sit down in a chair, if it is not for everybody."""
    return table.owner if chair.kind == "mine" else chair.person


def _nonce(who: Sitting) -> Literal["none", "hidden", "shown", "void"]:
    """Return how far somebody is with the nonce that they add."""
    if who.is_void:
        return "void"
    if who.hides_nonce:
        return "hidden"
    return "shown" if who.nonce else "none"


def _left(table: Hosted, seat: int) -> Literal["resign", "timeout", "replaced"] | None:
    leaves = table.playing.course.leaves
    deed = next((leave.deed.removeprefix("!") for leave in leaves if leave.seat == seat), None)
    return cast("Literal['resign', 'timeout', 'replaced'] | None", deed)


def _said(table: Hosted, person: str | None, after: int) -> bytes:
    first = bisect_right(table.chat, after, key=lambda said: said.ply)
    return encode(
        [
            Saying(ply=said.ply, at=said.at, name=said.name, text=said.text, yours=said.person == person)
            for said in table.chat[first:]
        ]
    )


# --- the game


def _time(table: Hosted) -> bytes:
    clock = table.clock
    if clock is None:
        return b"null"
    shown: TimeShown = {
        "at": table.started + round(clock.since * 1000),
        "left": [round(left, 3) for left in clock.left],
        "running": [int(seat) for seat in table.due if table.person_of(seat) is not None],
        "stood_still": table.stood_still / 1000,
    }
    return encode(shown)


def result_shown(result: Result) -> ResultShown:
    """Return a result as data."""
    return ResultShown(
        points=list(result.points),
        ranks=list(result.ranks),
        winners=list(result.winners),
        why=result.why,
        objectives=[ObjectiveShown(key=o.key, which=o.which, met=o.met) for o in result.objectives],
    )

"""What somebody may know of a table, as messages. Positions become views here, and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, cast

import msgspec

from digsite.core.fair import commitment
from digsite.core.names import CHANCE, Seat
from digsite.table.log import LEAVING
from digsite.table.take_back import may_take_back
from digsite.wire.games import ENCODERS
from digsite.wire.messages import (
    ClockShown,
    Frame,
    Frames,
    GameShown,
    HappenedShown,
    News,
    ObjectiveShown,
    PlaceShown,
    ResultShown,
    Saying,
    SitterShown,
    TableShown,
    TimeShown,
    Yours,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.core.game import Game
    from digsite.core.names import Position, Result, View
    from digsite.table.clock import Clock
    from digsite.table.course import Course
    from digsite.table.hosted import Happened, Hosted
    from digsite.table.log import Sitter
    from digsite.wire.games import GameView, Moves
    from digsite.wire.messages import DoneShown

_ENCODER: Final = msgspec.json.Encoder(enc_hook=lambda data: data.model_dump(mode="json"))


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks at a table."""

    person: str | None
    seat: int | None = None
    """As which of their own seats; None as the one that is due."""

    def seat_at(self, table: Hosted) -> Seat | None:
        """Return the seat whose view they get: one of their own, or none."""
        own = table.seats_of(self.person) if self.person is not None else ()
        if len(own) <= 1:
            return own[0] if own else None
        wanted = [seat for seat in own if seat == self.seat]
        due = [seat for seat in own if seat in table.due]
        return (*wanted, *due, *own)[0]


class Showing:
    """A table as it is at one ply, shown to all who watch it: what is the same for several is made once."""

    def __init__(self, table: Hosted) -> None:
        self.table = table
        self._views: dict[Seat | None, tuple[list[int], GameView]] = {}
        self._encoded: dict[bytes, tuple[list[int], GameView]] = {}

    def news(
        self, viewer: Viewer, after: int, now: int, *, done: Sequence[DoneShown] = (), whole: bool = False
    ) -> bytes:
        """Return what is new for somebody who knows a table up to a ply; `whole` shows the game anyway."""
        return _ENCODER.encode(self._news(viewer, after, now, list(done), whole=whole))

    def _news(self, viewer: Viewer, after: int, now: int, done: list[DoneShown], *, whole: bool) -> News:
        table = self.table
        if after > table.ply:
            after = 0
        happened = table.since(after)
        seated = after < table.seated
        shows_game = table.table is not None and bool(whole or happened or seated)
        return {
            "type": "news",
            "id": table.id,
            "after": after,
            "ply": table.ply,
            "now": now,
            "table": _table(table, viewer.person) if seated else None,
            "game": self._game(viewer, happened) if shows_game else None,
            "said": _said(table, viewer.person, after),
            "done": done,
        }

    def _game(self, viewer: Viewer, happened: Sequence[Happened]) -> GameShown:
        table = self.table
        game, course = table.playing.game, table.playing.course
        seat = viewer.seat_at(table)
        points, view = self._view(seat)
        return {
            "round": course.round,
            "due": [int(seat) for seat in table.due],
            "points": points,
            "time": _time(table),
            "happened": [_happened(game, thing, seat) for thing in happened],
            "view": view,
            "result": None if table.result is None else result_shown(table.result),
            "you": None if seat is None else _yours(table, viewer.person or "", seat),
        }

    def _view(self, seat: Seat | None) -> tuple[list[int], GameView]:
        """Return the points and the view of a seat, encoded once for all who see the same."""
        if seat not in self._views:
            game = self.table.playing.game
            view = game.view(self.table.playing.course.position, seat)
            seen = view.tobytes()
            if seen not in self._encoded:
                encoded = msgspec.Raw(_ENCODER.encode(ENCODERS[game.key].view(view)))
                self._encoded[seen] = list(game.points(view)), cast("GameView", encoded)
            self._views[seat] = self._encoded[seen]
        return self._views[seat]


# --- the table


def _table(table: Hosted, person: str | None) -> TableShown:
    set_up, game = table.set_up, table.table
    return TableShown(
        game=set_up.game,
        options=set_up.options,
        clock=clock_shown(set_up.clock),
        begins=set_up.begins,
        listed=set_up.listed,
        status=table.status,
        opened=table.opened,
        started=None if game is None else table.started,
        yours=person == table.owner,
        places=[_place(table, chair, person) for chair in range(len(table.chairs))],
        sides=[] if game is None else list(game.course.sides),
        commitment=commitment(table.secret),
        secret=table.secret.hex() if table.status == "over" else None,
        invitation=table.invitation if person == table.owner else None,
        agreed=sorted({seat for seat, _ in table.agreed}),
        is_silent=table.is_silent,
        next_table=table.next_table,
    )


def clock_shown(clock: Clock) -> ClockShown:
    """Return a clock as data."""
    return ClockShown(pace=clock.pace, seconds=clock.seconds, increment=clock.increment)


def _place(table: Hosted, number: int, person: str | None) -> PlaceShown:
    chair, who = table.set_up.chairs[number], table.chairs[number]
    seat = table.order.index(number) if table.order else None
    return PlaceShown(
        kind=chair.kind,
        level=chair.level,
        name=who.name if who else None,
        waits_for=chair.name if who is None else None,
        yours=who is not None and who.person == person,
        for_you=who is None and chair.person is not None and chair.person == person,
        seat=seat,
        left=None if seat is None else _left(table, seat),
    )


def _left(table: Hosted, seat: int) -> Literal["resign", "timeout", "replaced"] | None:
    leaves = table.playing.course.leaves
    deed = next((leave.deed.removeprefix("!") for leave in leaves if leave.seat == seat), None)
    return cast("Literal['resign', 'timeout', 'replaced'] | None", deed)


def _said(table: Hosted, person: str | None, after: int) -> list[Saying]:
    if not table.chat or table.chat[-1].ply <= after:
        return []
    return [
        Saying(ply=said.ply, at=said.at, name=said.name, text=said.text, yours=said.person == person)
        for said in table.chat
        if said.ply > after
    ]


# --- the game


def _yours(table: Hosted, person: str, seat: Seat) -> Yours:
    game, course = table.playing.game, table.playing.course
    due = seat in table.due
    moves: Moves = ENCODERS[game.key].moves(game, course.position, seat) if due else []
    return {
        "seat": seat,
        "seats": [int(own) for own in table.seats_of(person)],
        "moves": moves,
        "may_take_back": table.result is None and may_take_back(course, seat, table.others(person)),
    }


def _time(table: Hosted) -> TimeShown | None:
    clock = table.clock
    if clock is None:
        return None
    return {
        "at": table.started + round(clock.since * 1000),
        "left": [round(left, 3) for left in clock.left],
        "running": [int(seat) for seat in table.due if table.person_of(seat) is not None],
    }


def _happened(game: Game, thing: Happened, to: Seat | None) -> HappenedShown:
    """Return an event as a seat may hear of it."""
    event, move = thing.event, thing.move
    deed = "move" if move is not None else event.text.removeprefix("!")
    return {
        "ply": thing.ply,
        "at": thing.at,
        "seat": None if event.seat == CHANCE else event.seat,
        "deed": cast("Literal['move', 'back', 'resign', 'timeout', 'replaced']", deed),
        "tells": [] if move is None else game.tell(thing.before, event.seat, move, thing.after, to),
    }


def result_shown(result: Result) -> ResultShown:
    """Return a result as data."""
    return ResultShown(
        points=list(result.points),
        ranks=list(result.ranks),
        winners=list(result.winners),
        why=result.why,
        objectives=[ObjectiveShown(key=o.key, which=o.which, met=o.met) for o in result.objectives],
    )


# --- frames


@dataclass(frozen=True, slots=True)
class Film:
    """A game that can be stepped through: its deal, and what happened since."""

    opening: Course
    sitters: Sequence[Sitter]
    happened: Sequence[Happened]
    result: Result | None
    seats: Sequence[Seat]
    """Those whose side one may ask for."""
    yours: Sequence[Seat] = ()

    def frames(self, seat: Seat | None, start: int, count: int) -> Frames:
        """Return some frames, as a seat or a spectator saw them."""
        views = [self.opening.game.view(position, seat) for position in self._positions()]
        points = [list(self.opening.game.points(view)) for view in views]
        span = range(start, min(start + count, len(views)))
        return Frames(
            game=self.opening.game.key,
            sitters=[self._sitter(Seat(n), sitter) for n, sitter in enumerate(self.sitters)],
            sides=list(self.opening.sides),
            seat=seat,
            seats=list(self.seats),
            yours=list(self.yours),
            events=len(self.happened),
            curve=points,
            frames=[self._frame(seat, number, views[number], points[number]) for number in span],
            result=None if self.result is None else result_shown(self.result),
        )

    def _positions(self) -> list[Position]:
        return [self.opening.deal, *(thing.after for thing in self.happened)]

    def _sitter(self, seat: Seat, sitter: Sitter) -> SitterShown:
        events = enumerate((thing.event for thing in self.happened), 1)
        left = (number for number, event in events if event.seat == seat and event.text in LEAVING)
        return SitterShown(name=sitter.name, is_bot=sitter.is_bot, left=next(left, None))

    def _frame(self, seat: Seat | None, number: int, view: View, points: list[int]) -> Frame:
        return Frame(
            event=number,
            happened=_happened(self.opening.game, self.happened[number - 1], seat) if number else None,
            points=points,
            view=ENCODERS[self.opening.game.key].view(view),
        )

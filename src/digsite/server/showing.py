"""What somebody may know of a table, as messages. Positions become views here, and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from digsite.core.fair import commitment
from digsite.core.names import CHANCE, Seat
from digsite.table.log import DEEDS
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
    TableShown,
    TimeShown,
    Yours,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from digsite.core.game import Game
    from digsite.core.names import Result
    from digsite.table.clock import Clock
    from digsite.table.course import Course
    from digsite.table.hosted import Happened, Hosted
    from digsite.table.log import Event


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who looks at a table."""

    person: str | None
    seat: int | None = None
    """As which of their own seats; None as the one that is due."""

    def seat_at(self, table: Hosted) -> Seat | None:
        """Return the seat whose view they get: one of their own, or none."""
        own = table.seats_of(self.person) if self.person is not None else ()
        wanted = [seat for seat in own if seat == self.seat]
        due = [seat for seat in own if seat in table.due]
        return next(iter((*wanted, *due, *own)), None)


def news(table: Hosted, viewer: Viewer, after: int, now: int, *, whole: bool = False) -> News:
    """Return what is new for somebody who knows a table up to a ply; `whole` shows the game in any case."""
    if after > table.ply:
        after = 0
    happened = list(table.since(after))
    seated = after < table.seated
    shows_game = table.table is not None and bool(whole or happened or seated)
    return News.model_construct(
        type="news",
        id=table.id,
        after=after,
        ply=table.ply,
        now=now,
        table=_table(table, viewer.person) if seated else None,
        game=_game(table, viewer, happened) if shows_game else None,
        said=_said(table, viewer.person, after),
    )


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
        name=who.name if who else chair.name,
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


def _game(table: Hosted, viewer: Viewer, happened: Iterable[Happened]) -> GameShown:
    game, course = table.playing.game, table.playing.course
    seat = viewer.seat_at(table)
    view = game.view(course.position, seat)
    result = course.result()
    return GameShown.model_construct(
        round=game.round(course.position),
        due=list(table.due),
        points=list(game.points(view)),
        time=_time(table),
        happened=[_happened(game, thing, seat) for thing in happened],
        view=ENCODERS[game.key].view(view),
        result=None if result is None else result_shown(result),
        you=None if seat is None else _yours(table, viewer.person or "", seat),
    )


def _yours(table: Hosted, person: str, seat: Seat) -> Yours:
    game, course = table.playing.game, table.playing.course
    due = seat in table.due
    return Yours.model_construct(
        seat=seat,
        seats=list(table.seats_of(person)),
        moves=ENCODERS[game.key].moves(game, course.position, seat) if due else [],
        may_take_back=table.status == "playing" and may_take_back(course, seat, table.others(person)),
    )


def _time(table: Hosted) -> TimeShown | None:
    clock = table.clock
    if clock is None:
        return None
    running = [int(seat) for seat in table.due if table.person_of(seat) is not None]
    return TimeShown(
        at=table.started + round(clock.since * 1000),
        left=[round(left, 3) for left in clock.left],
        running=running,
    )


def _happened(game: Game, thing: Happened, to: Seat | None) -> HappenedShown:
    return _event_shown(game, thing.event, thing.before, thing.after, to, ply=thing.ply, at=thing.at)


def _event_shown(
    game: Game, event: Event, before: Course, after: Course, to: Seat | None, *, ply: int, at: int
) -> HappenedShown:
    """Return an event as a seat may hear of it."""
    moved = event.text not in DEEDS
    tells = game.tell(before.position, event.seat, after.turns[-1].move, after.position, to) if moved else []
    return HappenedShown.model_construct(
        ply=ply,
        at=at,
        seat=None if event.seat == CHANCE else event.seat,
        deed="move" if moved else event.text.removeprefix("!"),
        tells=tells,
    )


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


def frames(
    courses: Sequence[Course], events: Sequence[Event], times: Sequence[int], seat: Seat | None, span: range
) -> Frames:
    """Return some frames of a game: the courses before the first event and after each, as a seat saw them."""
    shown = [_frame(courses, events, times, seat, event) for event in span if event < len(courses)]
    result = courses[-1].result()
    return Frames(events=len(events), frames=shown, result=None if result is None else result_shown(result))


def _frame(
    courses: Sequence[Course], events: Sequence[Event], times: Sequence[int], seat: Seat | None, number: int
) -> Frame:
    course, happened = courses[number], None
    if number:
        before, event, at = courses[number - 1], events[number - 1], times[number - 1]
        happened = _event_shown(course.game, event, before, course, seat, ply=number, at=at)
    view = course.game.view(course.position, seat)
    return Frame(
        event=number,
        happened=happened,
        points=list(course.game.points(view)),
        view=ENCODERS[course.game.key].view(view),
    )

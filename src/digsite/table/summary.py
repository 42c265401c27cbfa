"""What a table comes to, for those who look at many: kept beside its entries, so no list needs a replay."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from digsite.games.due import MAX_SEATS
from digsite.table.clock import Clock  # noqa: TC001 - msgspec reads it
from digsite.table.hosted import OPEN_FOR
from digsite.table.log import LEAVING
from digsite.table.saved import Form
from digsite.table.set_up import Kind  # noqa: TC001

if TYPE_CHECKING:
    from digsite.table.hosted import Hosted, Status

PATIENCE: Final = 5_000
"""Milliseconds after which somebody else thinks for a bot: whoever was about to may have been stopped."""
SEATING: Final = ("open", "sit", "stand", "broken", "start", "erase")
"""Entries after which others sit at a table than before, or under other names."""
DUE: Final = {
    seats: sum(1 << seat for seat in seats)
    for count in range(MAX_SEATS + 1)
    for seats in combinations(range(MAX_SEATS), count)
}
"""A bit for each of the seats that may move."""


@dataclass(frozen=True, slots=True)
class Place:
    """A chair, as anybody may know it."""

    kind: Kind
    level: str | None
    name: str | None
    """Of whoever sits there; empty, where it was erased."""


@dataclass(frozen=True, slots=True)
class About:
    """What people want to know of a table before they come."""

    options: dict[str, str]
    clock: Clock
    places: tuple[Place, ...]


ABOUT: Final = Form(About)


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at a table."""

    about: str
    seats: dict[str, int]
    """A bit for each seat that somebody plays, by person; none, before the game or after leaving it.

    Before the game the owner is among them without a chair, too: so they find the table, and it is counted.
    """


class Summary(Struct, frozen=True, gc=False, array_like=True):
    """What a table comes to."""

    status: Status
    due: int
    """A bit for each seat that may move."""
    wake: int | None
    """When the house must look after it, in milliseconds since 1970."""
    seating: Seating | None
    """Where it has changed."""


def summary(table: Hosted, now: int) -> Summary:
    """Return what a draft comes to."""
    seating = _seating(table) if _seating_changed(table) else None
    return Summary(table.status, DUE[table.due], wake(table, now), seating)


def wake(table: Hosted, now: int) -> int | None:
    """Return when the house must look after a table."""
    if table.status == "open":
        return table.show_until() or table.opened + OPEN_FOR
    thinking = now + PATIENCE if table.bots_due() else None
    deadline = table.deadline()
    if thinking is None or deadline is None:
        return deadline if thinking is None else thinking
    return min(thinking, deadline)


def _seating_changed(table: Hosted) -> bool:
    for entry in table.new:
        if entry.text in LEAVING if entry.what == "game" else entry.what in SEATING:
            return True
    return False


def _seating(table: Hosted) -> Seating:
    set_up = table.set_up
    places = tuple(
        Place(chair.kind, chair.level, who.name if who else None)
        for chair, who in zip(set_up.chairs, table.chairs, strict=True)
    )
    about = ABOUT.write(About(set_up.options, set_up.clock, places))
    people = (table.sitters() | ({table.owner} if table.status == "open" else set())) - table.erased
    seats = {person: sum(1 << seat for seat in table.seats_of(person)) for person in people}
    return Seating(about, seats)

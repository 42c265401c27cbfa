"""Clocks: how much time each seat has left. Those of all due seats run; a turn that is over adds some."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from digsite.core.errors import DigsiteError

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

Pace: TypeAlias = Literal["none", "live", "days"]
"""No clock; so many seconds for the game and some more for each turn; so many days for each turn."""

DAY: Final = 24 * 60 * 60
MOST_SECONDS: Final = 3 * 60 * 60
MOST_INCREMENT: Final = 5 * 60
MOST_DAYS: Final = 14


@dataclass(frozen=True, slots=True)
class Clock:
    """What was agreed on before the start."""

    pace: Pace = "none"
    seconds: int = 0
    """At the start, or with days for each turn."""
    increment: int = 0
    """For each turn, as soon as it is over."""

    def __post_init__(self) -> None:
        """Refuse clocks that nobody could play by."""
        least, most = {"none": (0, 0), "live": (10, MOST_SECONDS), "days": (DAY, MOST_DAYS * DAY)}[self.pace]
        most_increment = MOST_INCREMENT if self.pace == "live" else 0
        if not (least <= self.seconds <= most and 0 <= self.increment <= most_increment):
            raise DigsiteError("bad_clock")
        if self.pace == "days" and self.seconds % DAY != 0:
            raise DigsiteError("bad_clock")

    def started(self, seats: int) -> Running | None:
        """Return the clock as it stands when the game begins."""
        if self.pace == "none":
            return None
        full = (float(self.seconds),) * seats
        return Running(self, full, full, (0.0,) * seats)


NO_CLOCK: Final = Clock()


@dataclass(frozen=True, slots=True)
class Running:
    """The time that each seat has left, as of the last event."""

    clock: Clock
    left: tuple[float, ...]
    spared: tuple[float, ...]
    """What each seat had left when its last turn was over: with days, a take-back brings that again."""
    ran_from: tuple[float, ...]
    """Since when each seat's clock has been running, or since when it stands."""
    since: float = 0.0
    """When the last event was, in seconds since the start."""

    def at(self, seconds: float, running: Container[int], by: int) -> Running:
        """Return the clock at a later time, when a seat does something, if those of these seats ran since."""
        passed, since = max(0.0, seconds - self.since), max(seconds, self.since)
        left = tuple(max(0.0, had - passed * (seat in running)) for seat, had in enumerate(self.left))
        ran_from = tuple(
            had if seat in running and seat != by else since for seat, had in enumerate(self.ran_from)
        )
        return replace(self, left=left, ran_from=ran_from, since=since)

    def given(self, back: Mapping[int, float]) -> Running:
        """Return the clock with so many seconds more for some seats."""
        return replace(self, left=tuple(had + back.get(seat, 0.0) for seat, had in enumerate(self.left)))

    def turned(self, over: Mapping[int, int], still: Container[int]) -> Running:
        """Return the clock when seats have finished so many turns more, or fewer after a take-back.

        `still` are the seats in whose turn it happened and that go on with it.
        """
        if self.clock.pace == "days":
            return self._turned_by_days(over, still)
        left = (had + over.get(seat, 0) * self.clock.increment for seat, had in enumerate(self.left))
        return replace(self, left=tuple(max(0.0, has) for has in left))

    def _turned_by_days(self, over: Mapping[int, int], still: Container[int]) -> Running:
        """Whoever begins a turn has all the days; whoever takes one back has what was left of them."""

        def left(seat: int, had: float) -> float:
            if over.get(seat, 0) < 0:
                return self.spared[seat]
            return had if seat in still else float(self.clock.seconds)

        seats = list(enumerate(self.left))
        spared = (had if over.get(seat, 0) > 0 else self.spared[seat] for seat, had in seats)
        return replace(self, left=tuple(left(*seat) for seat in seats), spared=tuple(spared))

    def end(self, seat: int) -> float:
        """Return when a seat runs out of time if it is due until then, in seconds since the start."""
        return self.since + self.left[seat]

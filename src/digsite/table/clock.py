"""Clocks: how much time each seat has left. Those of all due seats run; a turn that is over adds some."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from digsite.core.errors import DigsiteError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from digsite.core.names import Seats

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
        return None if self.pace == "none" else Running(self, (float(self.seconds),) * seats)


NO_CLOCK: Final = Clock()


@dataclass(frozen=True, slots=True)
class Running:
    """The time that each seat has left, as of the last event."""

    clock: Clock
    left: tuple[float, ...]
    since: float = 0.0
    """When that was, in seconds since the start."""

    def at(self, seconds: float, due: Seats) -> Running:
        """Return the clock at a later time, if these seats were due since."""
        passed = max(0.0, seconds - self.since)
        left = tuple(max(0.0, had - passed * (seat in due)) for seat, had in enumerate(self.left))
        return replace(self, left=left, since=max(seconds, self.since))

    def handed_on(self, before: Seats, after: Seats) -> Running:
        """Return the clock after a move: seats whose turn is over get what a turn brings."""
        return self._changed([seat for seat in before if seat not in after], self.clock.increment)

    def handed_back(self, before: Seats, after: Seats) -> Running:
        """Return the clock after a take-back: seats whose turn it is again give that back."""
        return self._changed([seat for seat in after if seat not in before], -self.clock.increment)

    def _changed(self, seats: Seats | list[int], increment: int) -> Running:
        """With days, a turn that is over leaves nothing behind: the next one has all its days."""
        days = self.clock.pace == "days"
        left = tuple(
            had if seat not in seats else float(self.clock.seconds) if days else max(0.0, had + increment)
            for seat, had in enumerate(self.left)
        )
        return replace(self, left=left)

    def deadline(self, due: Iterable[int]) -> float | None:
        """Return when the first of the seats that are due runs out, in seconds since the start."""
        return min((self.since + self.left[seat] for seat in due), default=None)

    def out(self, seconds: float, due: Iterable[int]) -> list[int]:
        """Return the seats that have run out by that time."""
        return [seat for seat in due if self.since + self.left[seat] <= seconds]

"""What the time is, for clocks that people play by: it goes on evenly, whatever the machine's clock does."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

NANOSECONDS: Final = 1_000_000
"""In a millisecond."""
SLOWLY: Final = 100
"""The machine's clock is followed by a hundredth of the time that passes: no player can tell."""


class Steady:
    """Begins with the machine's clock, and comes back to it slowly where that has jumped."""

    def __init__(
        self, wall: Callable[[], int] = time.time_ns, even: Callable[[], int] = time.monotonic_ns
    ) -> None:
        self._wall = wall
        self._even = even
        self._last = even()
        self._ahead = wall() - self._last
        """Of the even clock, whose beginning means nothing: nanoseconds until what we tell."""

    def now(self) -> int:
        """Return what the time is, in milliseconds since 1970: never less than it was."""
        even = self._even()
        most = (even - self._last) // SLOWLY
        self._last = even
        self._ahead += max(-most, min(self._wall() - even - self._ahead, most))
        return (even + self._ahead) // NANOSECONDS


CLOCK: Final = Steady()
"""Of this process."""
now: Final = CLOCK.now

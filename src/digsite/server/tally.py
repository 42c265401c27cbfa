"""What happens very often is counted, and logged at most once a minute: a log must not fill the disk."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from digsite.server.house import LOG

LOG_SECONDS: Final = 60
"""Between two lines of the same kind."""


@dataclass(slots=True)
class _Count:
    number: int = 0
    """Those that no line has told yet."""
    total: int = 0
    last: str = ""
    """Whom it happened to last."""
    logged: float = float("-inf")


class Tally:
    """Counts of connections that were closed, by why."""

    def __init__(self, *, shows_addresses: bool = False) -> None:
        self._counts: dict[str, _Count] = {}
        self._shows_addresses = shows_addresses

    @property
    def totals(self) -> dict[str, int]:
        """Return how many there were, by why."""
        return {why: count.total for why, count in self._counts.items()}

    @property
    def is_waiting(self) -> bool:
        """Tell whether something was counted that no line has told yet."""
        return any(count.number for count in self._counts.values())

    def note(self, why: str, client: str) -> None:
        """Count one; the first is logged at once."""
        count = self._counts.setdefault(why, _Count())
        count.number += 1
        count.total += 1
        count.last = client
        self.log()

    def log(self) -> None:
        """Log what was counted and is due."""
        now = time.monotonic()
        for why, count in self._counts.items():
            if count.number and now - count.logged >= LOG_SECONDS:
                last = f", the last from {count.last}" if self._shows_addresses else ""
                LOG.warning("closed connections: %d, %s%s", count.number, why, last)
                count.number, count.logged = 0, now

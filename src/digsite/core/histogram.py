"""Numbers counted by size: cheap enough for every move, and read now and then."""

from __future__ import annotations

from bisect import bisect_left
from math import inf
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Bounds for times from half a millisecond to ten seconds."""


class Histogram:
    """How many numbers there were up to each bound, and their sum. One thread at a time may add to it."""

    __slots__ = ("_bounds", "_counts", "total")

    def __init__(self, bounds: Sequence[float] = SECONDS) -> None:
        self._bounds = tuple(bounds)
        self._counts = [0] * (len(self._bounds) + 1)
        """One for each bound: numbers above the bound before and up to this one; the last has the rest."""
        self.total = 0.0
        """The sum of all numbers."""

    def add(self, number: float) -> None:
        """Count a number."""
        self._counts[bisect_left(self._bounds, number)] += 1
        self.total += number

    @property
    def count(self) -> int:
        """Return how many numbers there were."""
        return sum(self._counts)

    def buckets(self) -> list[tuple[float, int]]:
        """Return each bound with how many numbers were not above it; the last bound is infinite."""
        so_far, found = 0, []
        for bound, count in zip((*self._bounds, inf), list(self._counts), strict=True):
            so_far += count
            found.append((bound, so_far))
        return found

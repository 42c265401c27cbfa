"""How sure a figure is: 95 % intervals."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Interval: TypeAlias = tuple[float, float]

Z: Final = 1.959964
"""Within so many standard errors lie 95 of 100."""


def wilson(share: float, count: int) -> Interval:
    """Return Wilson's interval of a share of so many games."""
    spread = Z * Z / count
    middle = (share + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * sqrt(share * (1 - share) / count + spread / (4 * count))
    return max(0.0, middle - half), min(1.0, middle + half)


def of_mean(values: Sequence[float]) -> Interval:
    """Return the interval of a mean of values that do not depend on each other."""
    half = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return fmean(values) - half, fmean(values) + half

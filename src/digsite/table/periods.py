"""Periods of time, in milliseconds since 1970: apart from each other, the earliest first. Values."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Period: TypeAlias = tuple[int, int]
"""When it began and when it was over."""
Periods: TypeAlias = tuple[Period, ...]


def joined(periods: Iterable[Period]) -> Periods:
    """Return all that any of some periods covers; those that meet or overlap become one."""
    apart: list[Period] = []
    for start, end in sorted(periods):
        if apart and start <= apart[-1][1]:
            apart[-1] = apart[-1][0], max(end, apart[-1][1])
        elif start < end:
            apart.append((start, end))
    return tuple(apart)


def between(periods: Periods, start: int, end: int) -> Periods:
    """Return the parts of periods that lie between two moments."""
    cut = ((max(first, start), min(last, end)) for first, last in periods)
    return tuple((first, last) for first, last in cut if first < last)


def without(periods: Periods, others: Periods) -> Periods:
    """Return the parts of periods that no other one covers."""
    for start, end in others:
        before = between(periods, 0, start)
        periods = before + between(periods, end, periods[-1][1]) if periods else ()
    return periods


def length(periods: Periods) -> int:
    """Return how long periods are together."""
    return sum(end - start for start, end in periods)

"""Periods, compared with the moments that they consist of."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from digsite.table.periods import Periods, between, joined, length, without

moments = st.integers(0, 30)
anything = st.lists(st.tuples(moments, moments), max_size=6)


def covered(periods: list[tuple[int, int]] | Periods) -> set[int]:
    return {moment for start, end in periods for moment in range(start, end)}


def is_tidy(periods: Periods) -> bool:
    """Tell whether periods are apart, in order, and none is empty."""
    moments = [moment for period in periods for moment in period]
    return moments == sorted(set(moments))


@given(anything)
def test_what_overlaps_or_meets_becomes_one(periods: list[tuple[int, int]]) -> None:
    assert covered(joined(periods)) == covered(periods)
    assert is_tidy(joined(periods))


@given(anything, moments, moments)
def test_parts_between_two_moments(periods: list[tuple[int, int]], start: int, end: int) -> None:
    found = between(joined(periods), start, end)
    assert covered(found) == covered(periods) & set(range(start, end))
    assert is_tidy(found)


@given(anything, anything)
def test_parts_that_no_other_covers(periods: list[tuple[int, int]], others: list[tuple[int, int]]) -> None:
    found = without(joined(periods), joined(others))
    assert covered(found) == covered(periods) - covered(others)
    assert is_tidy(found)


@given(anything)
def test_how_long_they_are(periods: list[tuple[int, int]]) -> None:
    assert length(joined(periods)) == len(covered(periods))

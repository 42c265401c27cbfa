"""Trails are values: whatever grows from one, it stays as it was."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from digsite.table.trail import Trail


@given(st.lists(st.tuples(st.integers(0, 30), st.integers())))
def test_a_trail_never_sees_what_others_add(steps: list[tuple[int, int]]) -> None:
    """Grow trails from any earlier one, and cut them, beside plain lists."""
    trails: list[tuple[Trail[int], list[int]]] = [(Trail(), [])]
    for which, item in steps:
        trail, items = trails[which % len(trails)]
        trails.append((trail.plus(item), [*items, item]))
        trails.append((trail.first(item % 5), items[: item % 5]))
    for trail, items in trails:
        assert list(trail) == items
        assert len(trail) == len(items)
        assert list(reversed(trail)) == items[::-1]
        assert trail[:] == items
        assert trail[1:-1] == items[1:-1]
        assert [trail[place] for place in range(-len(items), len(items))] == items * 2


def test_to_add_copies_nothing() -> None:
    trail: Trail[int] = Trail()
    for item in range(100):
        trail = trail.plus(item)
    assert trail.plus(100)._items is trail._items
    assert trail.plus(-1)._items is not trail._items, "somebody else has grown from here already"


def test_beyond_the_end_there_is_nothing() -> None:
    trail = Trail([1, 2]).first(1)
    for place in (1, 2, -2):
        try:
            trail[place]
        except IndexError:
            continue
        raise AssertionError(place)

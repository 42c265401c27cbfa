from __future__ import annotations

import pytest

from digsite.core.squares import Grid

GRID = Grid(10, 10)


def test_names_and_squares_are_inverses() -> None:
    assert [GRID.square(GRID.name(square)) for square in range(100)] == list(range(100))
    assert GRID.name(0) == "a1"
    assert GRID.name(99) == "j10"


@pytest.mark.parametrize("name", ["", "a", "a0", "a01", "a11", "k1", "A1", "a1 ", "11", "a１", "aa1"])
def test_other_names_are_no_squares(name: str) -> None:
    assert GRID.square(name) is None

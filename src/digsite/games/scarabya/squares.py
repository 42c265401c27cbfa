"""Sets of squares, between the two words of a record and Python."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from digsite.games.scarabya.record import GRID, SQUARES, WORD

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD_MASK: Final = (1 << WORD) - 1


def words(squares: Iterable[int]) -> tuple[int, int]:
    """Return a set of squares as two words."""
    bits = sum(1 << square for square in squares)
    return bits & _WORD_MASK, bits >> WORD


def squares(pair: Any) -> list[int]:
    """Return the squares of two words, ascending."""
    return list(_squares(int(pair[0]) | int(pair[1]) << WORD))


@lru_cache(maxsize=1 << 14)
def _squares(bits: int) -> tuple[int, ...]:
    return tuple(square for square in range(SQUARES) if bits >> square & 1)


def names(pair: Any) -> list[str]:
    """Return the names of the squares of two words."""
    return [GRID.name(square) for square in squares(pair)]

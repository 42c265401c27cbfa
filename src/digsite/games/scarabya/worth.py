"""How good a move of Scarabya looks at once: the points that it brings."""

from __future__ import annotations

from typing import Any

from digsite.games.imagine import as_it_is as imagine
from digsite.games.jit import njit
from digsite.games.scarabya.kernel import gains as appeals

__all__ = ["appeals", "imagine", "outlook"]


@njit
def outlook(pos: Any, out: Any) -> None:
    """Fill `out` with the points of each seat."""
    p = pos[0]
    for seat in range(p.seats):
        out[seat] = p.points[seat]

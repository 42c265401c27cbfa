"""What the five levels do in Marajoara."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from digsite.games.levels import Mind

if TYPE_CHECKING:
    from digsite.core.names import Position

_WARMTH: Final = 128
"""Two points."""


def _levels(curiosity: float) -> tuple[Mind, ...]:
    """Return the five minds; it takes points to make a tree curious."""
    return (
        Mind("look", overlooks=60),
        Mind("look", overlooks=25),
        Mind("look"),
        Mind("tree", nodes=150, curiosity=curiosity, warmth=_WARMTH),
        Mind("tree", seconds=0.8, curiosity=curiosity, warmth=_WARMTH),
    )


_SEVERAL: Final = _levels(10)
_MISSION: Final = _levels(20)
"""Objectives are far apart: what lies between brings little."""


def minds(pos: Position) -> tuple[Mind, ...]:
    """Return how each level thinks."""
    return _MISSION if pos[0]["mission"] else _SEVERAL

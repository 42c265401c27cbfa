"""What the five levels do in SCARAB."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from digsite.games.levels import Mind

if TYPE_CHECKING:
    from digsite.core.names import Position

_MINDS: Final = (
    Mind("look", "greedy", overlooks=25),
    Mind("look", "greedy", overlooks=3),
    Mind("alphabeta", nodes=60),
    Mind("alphabeta", nodes=3_000),
    Mind("alphabeta", seconds=0.8),
)


def minds(pos: Position) -> tuple[Mind, ...]:  # noqa: ARG001 - other games think by mode
    """Return how each level thinks; alone or in teams, against one or three."""
    return _MINDS

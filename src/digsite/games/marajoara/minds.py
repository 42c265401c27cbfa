"""What the five levels do in Marajoara."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.games.levels import Mind

if TYPE_CHECKING:
    from digsite.core.names import Position

MINDS = (
    Mind("look", overlooks=40),
    Mind("look"),
    Mind("tree", nodes=100),
    Mind("tree", nodes=1_000),
    Mind("tree", seconds=0.8),
)


def minds(pos: Position) -> tuple[Mind, ...]:  # noqa: ARG001 - all games take it
    """Return how each level thinks."""
    return MINDS

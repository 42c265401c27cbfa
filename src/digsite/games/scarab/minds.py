"""What the five levels do in SCARAB."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.games.levels import Mind

if TYPE_CHECKING:
    from digsite.core.names import Position

MINDS = (
    Mind("look", "greedy", overlooks=40),
    Mind("look", "greedy"),
    Mind("alphabeta", nodes=300),
    Mind("alphabeta", nodes=10_000),
    Mind("alphabeta", seconds=0.8),
)


def minds(pos: Position) -> tuple[Mind, ...]:  # noqa: ARG001 - all games take it
    """Return how each level thinks."""
    return MINDS

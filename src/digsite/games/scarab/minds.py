"""What the five levels do in SCARAB."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from digsite.games.levels import Mind

if TYPE_CHECKING:
    from digsite.core.names import Position

_TWO_SIDES: Final = (
    Mind("look", "greedy", overlooks=25),
    Mind("look", "greedy", overlooks=3),
    Mind("alphabeta", nodes=60),
    Mind("alphabeta", nodes=3_000),
    Mind("alphabeta", seconds=0.8),
)


def _tree(nodes: int | None = None, seconds: float | None = None) -> Mind:
    return Mind("tree", nodes=nodes, seconds=seconds, curiosity=8, warmth=3, doubt=60)


_MORE_SIDES: Final = (
    *_TWO_SIDES[:2],
    _tree(nodes=20),
    _tree(nodes=60),
    _tree(seconds=0.8),
)
"""Among three or four, a search that thinks all others are after it plays worse the deeper it looks, and
one that takes all others for thinkers does badly among those who grab."""

TWO: Final = 2


def minds(pos: Position) -> tuple[Mind, ...]:
    """Return how each level thinks, by how many sides there are (S13)."""
    return _TWO_SIDES if pos[0]["teams"] or pos[0]["seats"] == TWO else _MORE_SIDES

"""What the five levels do in Scarabya."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from digsite.games.levels import Mind
from digsite.games.scarabya.record import BASE, DUEL, SOLO

if TYPE_CHECKING:
    from digsite.core.names import Position

_TO_THE_END: Final = 99
"""More moves than any game has."""


def _tree(curiosity: float, nodes: int | None = None, seconds: float | None = None) -> Mind:
    """Return a mind that imagines games to their end: positions promise too much, games do not."""
    return Mind("tree", nodes=nodes, seconds=seconds, horizon=_TO_THE_END, curiosity=curiosity, warmth=300)


_MINDS: Final = {
    BASE: (
        Mind("look", "greedy", overlooks=30),
        Mind("look", overlooks=40),
        Mind("look"),
        _tree(30, nodes=200),
        _tree(30, seconds=0.8),
    ),
    # Whoever places next has half of the say: rollouts soon see all there is to be seen, so that fewer
    # of them are hardly weaker, and what was learned of a duel helps them little.
    DUEL: (
        Mind("look", "greedy", overlooks=60),
        Mind("look", "greedy", overlooks=30),
        Mind("look", overlooks=25),
        Mind("look"),
        Mind("rollouts", "greedy", seconds=0.8, halving=True),
    ),
    SOLO: (
        Mind("look", "greedy", overlooks=30),
        Mind("look", overlooks=50),
        Mind("look"),
        Mind("rollouts", nodes=150, halving=True),
        Mind("rollouts", seconds=0.8, halving=True),
    ),
}


def minds(pos: Position) -> tuple[Mind, ...]:
    """Return how each level thinks."""
    return _MINDS[int(pos[0]["mode"])]

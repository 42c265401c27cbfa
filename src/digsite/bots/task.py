"""What a search is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from digsite.bots.budget import Clock
    from digsite.bots.room import Room
    from digsite.core.names import Position
    from digsite.games.levels import Mind


@dataclass(frozen=True, slots=True)
class Task:
    """A move to be found."""

    key: str
    """The game."""
    pos: Position
    """As the seat imagines it."""
    seat: int
    moves: NDArray[np.int32]
    """The moves to choose from, two at least."""
    mind: Mind
    clock: Clock
    room: Room

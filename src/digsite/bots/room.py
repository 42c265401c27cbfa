"""What compiled code works in: it never allocates, so whoever calls it brings the room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from digsite.games import record

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Room(NamedTuple):
    """Buffers for one thread. numba takes the tuple apart at compile time, so it costs nothing."""

    moves: NDArray[np.int32]
    """Where moves are listed."""
    buffer: NDArray[np.int32]
    """As many numbers: how good the moves are, or the odds of chance."""
    trial: NDArray[Any]
    """A position to try moves out."""
    rng: NDArray[np.uint64]
    """The random state."""


def room_for(key: str, rng: NDArray[np.uint64]) -> Room:
    """Return room for any position of a game."""
    moves, buffer = np.empty((2, record(key).MAX_MOVES), np.int32)
    return Room(moves, buffer, np.zeros(1, record(key).POSITION), rng)

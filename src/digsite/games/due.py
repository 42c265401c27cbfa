"""Who is due, as kernels say it: a bit for each seat, a bit for chance, or nothing when it is over."""

from __future__ import annotations

from typing import Final

from digsite.core.names import CHANCE
from digsite.games.jit import njit

MAX_SEATS: Final = 4

CHANCE_DUE: Final = 1 << MAX_SEATS
"""What `movers` returns when a card is to be drawn."""

SPECTATOR: Final = -1
"""The seat that `show` takes for somebody who has none."""


@njit
def first_due(due: int) -> int:
    """Return the lowest seat that is due, or CHANCE."""
    if due == CHANCE_DUE:
        return CHANCE
    seat = 0
    while due & 1 == 0:
        due >>= 1
        seat += 1
    return seat

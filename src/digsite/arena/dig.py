"""The digs of an arena: the same seed and number give the same deal, draws and seeds of bots."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from digsite.core.fair import Fair

if TYPE_CHECKING:
    from digsite.core.names import Seat

SEEDS: Final = 1 << 32


def dig(seed: int, number: int) -> Fair:
    """Return the chance of a deal; draw n depends on n alone, as at a real table."""
    return Fair(hashlib.sha256(f"arena {seed}".encode()).digest(), (str(number),))


def bot_seed(chance: Fair, seat: Seat) -> int:
    """Return the seed of whoever sits in a seat."""
    return chance.stream(f"bot {seat}").below(SEEDS)

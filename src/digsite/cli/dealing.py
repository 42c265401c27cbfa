"""Deals that a seed repeats, for simulations and counts; no table is dealt this way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.core.fair import Stream

if TYPE_CHECKING:
    from digsite.core.game import Game
    from digsite.core.names import Options, Position


def seeded_deal(game: Game, options: Options, seats: int, seed: int, number: int = 0) -> Position:
    """Return deal `number` of a seed."""
    return game.deal(options, seats, Stream(str(seed).encode(), f"deal {number}"))


def seats_wanted(game: Game, options: Options, seats: int | None) -> int:
    """Return how many play: as many as asked for, or two, or as few as the game wants."""
    counts = game.seat_counts(options)
    return seats or next((count for count in counts if count > 1), counts[0])

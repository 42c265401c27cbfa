"""What is played: the games, with their options, and the deals that they start from."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from digsite.games import game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from digsite.core.names import Position


@dataclass(frozen=True, slots=True)
class Case:
    """A game with its options."""

    name: str
    key: str
    seats: int
    given: Mapping[str, str] = field(default_factory=dict)
    extra: bool = False
    """Measured for information: the limits are for the plain games."""


CASES: Final = (
    Case("SCARAB", "scarab", 2),
    Case("SCARAB, deflection", "scarab", 2, {"deflection": "yes"}, extra=True),
    Case("Scarabya", "scarabya", 1, {"mode": "base"}),
    Case("Scarabya, one-on-one", "scarabya", 2, {"mode": "duel"}, extra=True),
    Case("Marajoara", "marajoara", 2),
    Case("Marajoara, mission 6", "marajoara", 1, {"mission": "6"}, extra=True),
)


class Dice:
    """Chance for deals that anyone can deal again."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        """Return one of 0…n-1."""
        return self._random.randrange(n)


def deals(case: Case, count: int) -> list[Position]:
    """Return the first so many deals of a case, the same in every run."""
    rules = game(case.key)
    options = rules.options(case.given)
    return [rules.deal(options, case.seats, Dice(seed)) for seed in range(count)]


def repeated(positions: list[Position], count: int) -> NDArray[Any]:
    """Return so many positions in one array, from the beginning again where there are fewer."""
    once = np.concatenate(positions)
    records = np.resize(once.view(np.uint8), count * once.itemsize)
    return records.view(once.dtype)

"""The numbers of Marajoara's moves. `notation.py` has their texts.

Dice that a seat stores are named by the museum among its own (0, or 1 in mission 6), colour and face.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

import numpy as np

from digsite.games.jit import njit
from digsite.games.marajoara.holdings import MOST_RAISE, MOST_RAISES, PAYMENTS, RESTORES
from digsite.games.marajoara.record import (
    CART,
    FRAGMENT_COUNT,
    GROUPS,
    HIGHEST,
    KINDS,
    SIDE,
    SQUARES,
    STORED_COLOURS,
)

OWN_MUSEUMS: Final = 2
"""The most museums that a seat has."""
DIRECTIONS: Final = ("north", "east", "south", "west")
STEPS: Final = np.array((SIDE, 1, -SIDE, -1), np.int8)
"""From a square to its neighbour in each direction."""
FACES: Final = HIGHEST + 1
PARTS: Final = GROUPS * MOST_RAISE * MOST_RAISES
"""The ways to raise the dice of one group: by points, then as `holdings.RAISES` lists them."""

TOKEN: Final = 0
"""+ square: put a dig token there."""
CAPTURE: Final = TOKEN + SQUARES
"""+ direction * SQUARES + square of the die that jumps."""
SHIFT: Final = CAPTURE + len(DIRECTIONS) * SQUARES
"""+ direction * SQUARES + square: fund fieldwork for this die."""
EXHIBIT: Final = SHIFT + len(DIRECTIONS) * SQUARES
"""+ own museum * FACES + face: exhibit a red die."""
FUND: Final = EXHIBIT + OWN_MUSEUMS * FACES
"""+ (own museum * FACES + face) * 2 + 1 for up: fund restoration for a blue die."""
EXCHANGE: Final = FUND + OWN_MUSEUMS * FACES * 2
"""+ (own museum of the blue die * FACES + blue face) * FACES + red face."""
END: Final = EXCHANGE + OWN_MUSEUMS * FACES * FACES
PASS: Final = END + 1
"""Refuse what is offered, or lose what cannot be used."""
STORE: Final = PASS + 1
"""+ own museum."""
EXCAVATE: Final = STORE + OWN_MUSEUMS
"""+ colour of the track."""
SPEND: Final = EXCAVATE + STORED_COLOURS
REMOVE: Final = SPEND + 1
"""+ own museum."""
SCORE: Final = REMOVE + OWN_MUSEUMS
"""+ own museum * fragments + fragment."""
GIVE: Final = SCORE + OWN_MUSEUMS * FRAGMENT_COUNT
"""+ (own museum * KINDS + upper die) * KINDS + lower die."""
TAKE: Final = GIVE + OWN_MUSEUMS * KINDS * KINDS
"""+ upper place * CART + lower place."""
RETIRE: Final = TAKE + CART * CART
"""+ square."""
RECYCLE: Final = RETIRE + SQUARES
"""+ die * SQUARES + square."""
ADD: Final = RECYCLE + KINDS * SQUARES
"""+ face: one more red die to exhibit."""
PAY: Final = ADD + FACES
"""+ number in `holdings.PAYMENTS`."""
RESTORE: Final = PAY + len(PAYMENTS)
"""+ own museum * restorations + number in `holdings.RESTORATIONS`."""
RAISE: Final = RESTORE + OWN_MUSEUMS * RESTORES
"""+ part * (PARTS + 1) + 1 + another part, or 0 for none."""
MOVES: Final = RAISE + PARTS * (PARTS + 1)
"""The first number that is no move."""


@njit
def cost_of(move: int) -> int:
    """M16, M18, M31: the credits of a free action; those of a vase are its value."""
    if move < EXHIBIT or FUND <= move < EXCHANGE:
        return 2
    return 1 if move >= EXCHANGE else (move - EXHIBIT) % FACES


KINDS_OF_MOVES: Final = (
    TOKEN,
    CAPTURE,
    SHIFT,
    EXHIBIT,
    FUND,
    EXCHANGE,
    END,
    PASS,
    STORE,
    EXCAVATE,
    SPEND,
    REMOVE,
    SCORE,
    GIVE,
    TAKE,
    RETIRE,
    RECYCLE,
    ADD,
    PAY,
    RESTORE,
    RAISE,
)
"""The first number of each kind of move."""


def kind_of(move: int) -> int:
    """Return the first number of the kind that a move is of."""
    return KINDS_OF_MOVES[bisect_right(KINDS_OF_MOVES, move) - 1]

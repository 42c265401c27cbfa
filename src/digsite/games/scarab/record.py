"""A SCARAB position as one record: the glossary of its rules."""

from __future__ import annotations

from typing import Final

import numpy as np

from digsite.core.squares import Grid

GRID: Final = Grid(10, 10)
SIDE: Final = 10
SQUARES: Final = SIDE * SIDE
MAX_SEATS: Final = 4

# What lies on a square. A scarab is its value, -8…-1 or +1…+8.
EMPTY: Final = 0
HIGHEST: Final = 8
ANKH: Final = 9

# S1: what is in the box.
EACH_VALUE: Final = 6
ANKHS: Final = 3

# Along which line the next move goes.
EITHER: Final = 0
ROW: Final = 1
COLUMN: Final = 2

# Hands count stones by kind: plain values, then the same values with a star.
VALUES: Final = 2 * HIGHEST + 1
KINDS: Final = 2 * VALUES

# Moves: onto a square; over a star and onto a square; a stone put back; nothing put back.
GO: Final = 0
GO_VIA: Final = SQUARES
PUT: Final = GO_VIA + SQUARES * SQUARES
KEEP: Final = PUT + KINDS * SQUARES

MAX_MOVES: Final = KINDS * SQUARES
"""No position has more legal moves than every kind of stone on every square."""

POSITION: Final = np.dtype(
    (
        np.record,
        [
            ("stone", np.int8, (SQUARES,)),  # EMPTY, ANKH or a scarab's value
            ("star", np.uint8, (SQUARES,)),  # 1 where the scarab has a star (S12)
            ("hand", np.uint8, (MAX_SEATS, KINDS)),  # stones taken, by seat and kind
            ("points", np.int16, (MAX_SEATS,)),  # the sum of each hand
            ("moves", np.int16),  # moves made so far, ankh choices included
            ("scarabs", np.int8),  # scarabs left on the board
            ("stars", np.int8),  # starred ones among them
            ("priest", np.uint8),  # its square
            ("line", np.uint8),  # EITHER, ROW or COLUMN: the line of the next move (S5, S6)
            ("due", np.uint8),  # the seat to move
            ("ankh", np.bool_),  # the seat to move has taken an ankh and may put a stone back (S9)
            ("seats", np.int8),
            ("width", np.int8),  # 10, or 8 for the short game (S2)
            ("deflection", np.bool_),  # S12
            ("teams", np.bool_),  # S13
        ],
    )
)

OPEN: Final = tuple(POSITION.fields or ())
"""What everybody may see: everything."""

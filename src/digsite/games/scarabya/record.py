"""A Scarabya position as one record: the glossary of its rules.

A set of squares is two words of 50 bits: rows 1–5 in the first, rows 6–10 in the second.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from digsite.core.squares import Grid

SIDE: Final = 10
SQUARES: Final = SIDE * SIDE
WORD: Final = SQUARES // 2
GRID: Final = Grid(SIDE, SIDE)
MAX_SEATS: Final = 4

# Y1, Y4: the tiles, and all the ways to put one of them onto a bare site.
TILES: Final = 12
LETTERS: Final = "FILNPTUVWXYZ"
TILE_SQUARES: Final = 5
PLACEMENTS: Final = 4096

MAX_AREA: Final = 4
"""Y9: the most squares that an excavation area has."""

# The modes: everybody on a site of their own (Y13), two on one site (Y17), all scarabs covered (Y21).
BASE: Final = 0
DUEL: Final = 1
SOLO: Final = 2
MODES: Final = ("base", "duel", "solo")

# Instead of a tile: no card lies open; the order of the cards is unknown from here on.
NONE: Final = -1

# Instead of a placement.
NOT_YET: Final = -1
DISCARDED: Final = -2
SEALED: Final = -3
"""In a view: chosen, but not for these eyes. No real position holds it."""

# Moves: a placement, or the draw of a tile's card.
DRAW: Final = PLACEMENTS
MAX_MOVES: Final = 576
"""No tile can be placed in more ways than P on a bare site."""

POSITION: Final = np.dtype(
    (
        np.record,
        [
            ("rocks", np.uint64, (2,)),
            ("scarabs", np.uint64, (2,)),  # covered ones too
            ("covered", np.uint64, (MAX_SEATS, 2)),  # under tiles, by site
            ("closed", np.uint64, (MAX_SEATS, 2)),  # in excavation areas, by site
            ("placement", np.int16, (MAX_SEATS, TILES)),  # of each tile by the seat that laid it
            ("chosen", np.int16, (MAX_SEATS,)),  # this round's placements, laid when it ends (Y13)
            ("points", np.int16, (MAX_SEATS,)),  # solo: scarabs covered
            ("deck", np.uint16),  # a bit for each tile whose card is still in it (Y14)
            ("order", np.int8, (TILES,)),  # the tiles as drawn, then as known (Y20, Y22), then NONE
            ("drawn", np.int8),  # cards turned
            ("card", np.int8),  # the tile to place now, or NONE
            ("due", np.int8),  # duel: the seat in turn (Y17)
            ("mode", np.int8),
            ("seats", np.int8),
        ],
    )
)

OPEN: Final = (
    "rocks",
    "scarabs",
    "covered",
    "closed",
    "placement",
    "points",
    "deck",
    "order",
    "drawn",
    "card",
    "due",
    "mode",
    "seats",
)
"""What everybody may see: all but what was chosen this round (Y13)."""

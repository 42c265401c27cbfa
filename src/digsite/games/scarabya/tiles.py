"""Y1, Y4: the twelve camp tiles, drawn; their poses and placements follow from the drawings.

A tile's poses are numbered: its drawing and the quarter turns of it, clockwise, then the drawing
flipped left to right and turned likewise; a pose that looks like an earlier one is left out.
A placement is a pose and the square of its anchor, the first square covered: the lowest row, the
leftmost square in it. Placements are sorted by tile, pose and anchor.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, TypeAlias

import numpy as np

from digsite.games.scarabya.record import GRID, LETTERS, SIDE
from digsite.games.scarabya.squares import words

SHAPES: Final = {
    "F": ".## ##. .#.",
    "I": "# # # # #",
    "L": "#. #. #. ##",
    "N": ".# .# ## #.",
    "P": "## ## #.",
    "T": "### .#. .#.",
    "U": "#.# ###",
    "V": "#.. #.. ###",
    "W": "#.. ##. .##",
    "X": ".#. ### .#.",
    "Y": ".# ## .# .#",
    "Z": "##. .#. .##",
}

Drawing: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Placement:
    """One way to put a tile onto a bare site."""

    tile: int
    pose: int
    squares: tuple[int, ...]

    @cached_property
    def text(self) -> str:
        """Return `F2 d4`: the tile, its pose and its anchor."""
        return f"{LETTERS[self.tile]}{self.pose} {GRID.name(self.squares[0])}"


@lru_cache(maxsize=256)
def turned(drawing: Drawing, turns: int) -> Drawing:
    """Return a drawing after some quarter turns clockwise."""
    for _ in range(turns):
        drawing = tuple("".join(column) for column in zip(*reversed(drawing), strict=True))
    return drawing


def flipped(drawing: Drawing) -> Drawing:
    """Return a drawing with left and right exchanged."""
    return tuple(row[::-1] for row in drawing)


def poses(shape: str) -> list[Drawing]:
    """Return the different looks of a shape, in the order of their numbers."""
    front: Drawing = tuple(shape.split())
    looks = (turned(side, turns) for side in (front, flipped(front)) for turns in range(4))
    return list(dict.fromkeys(looks))


def _cells(drawing: Drawing) -> list[tuple[int, int]]:
    """Return row and column of a drawing's squares, counted from its bottom left."""
    return [
        (row, column)
        for row, line in enumerate(reversed(drawing))
        for column, mark in enumerate(line)
        if mark == "#"
    ]


def _placements(tile: int, pose: int, drawing: Drawing) -> list[Placement]:
    height, width, cells = len(drawing), len(drawing[0]), _cells(drawing)
    return [
        Placement(tile, pose, tuple((row + r) * SIDE + column + c for r, c in cells))
        for row in range(SIDE - height + 1)
        for column in range(SIDE - width + 1)
    ]


POSES: Final = [poses(SHAPES[letter]) for letter in LETTERS]

ALL: Final = [
    placement
    for tile in range(len(LETTERS))
    for pose, drawing in enumerate(POSES[tile])
    for placement in _placements(tile, pose, drawing)
]
"""Every placement; its place in this list is its move."""

BY_TEXT: Final = {placement.text: move for move, placement in enumerate(ALL)}

FIRST: Final = np.searchsorted([p.tile for p in ALL], range(len(LETTERS) + 1)).astype(np.int64)
"""The first placement of each tile; the last entry is the end."""

MASKS: Final = np.array([words(placement.squares) for placement in ALL], np.uint64)
"""The squares that each placement covers."""

"""The moves of Scarabya as JSON, written by compiled code; wire/scarabya.py says what the fields mean."""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import numpy as np

from digsite.games.jit import njit, njit_held, wide
from digsite.games.scarabya.kernel import (
    NO_SQUARE,
    ONE,
    closed_by,
    first_group,
    first_square,
    gain,
    legal,
    ones,
    site_of,
    size,
)
from digsite.games.scarabya.record import DRAW, GRID, MAX_AREA, MAX_MOVES, POSITION, SQUARES, WORD
from digsite.games.scarabya.tiles import ALL
from digsite.games.writing import Writer, before_comma, pieces, write

BESIDE: Final = 12
"""No tile has more squares beside it, so none closes more areas."""
UP_TO: Final = MAX_AREA + 1
SIZES: Final = range(UP_TO)

# --- the pieces; items of lists bring the comma behind them

LIST, LIST_END = pieces(["["]), pieces(["]"])
MOVE = pieces(f'{{"text":"{placement.text}","points":' for placement in ALL)
POINTS = pieces(map(str, range(BESIDE * MAX_AREA**2 + 1)))
MOVE_END = pieces(["},"])
AREAS, AREAS_END = pieces([',"areas":[']), pieces(["]"])
AREA = pieces(['{"squares":['])
SQUARE = pieces(f'"{GRID.name(square)}",' for square in range(SQUARES))
AREA_END = pieces(f'],"scarabs":{n},"points":{n * squares}}},' for squares, n in product(SIZES, SIZES))


@njit_held
def write_moves(pos: Any, seat: int, moves: Any, out: Any) -> int:
    """Write the legal moves of a seat with what each brings and closes; return how long that is."""
    p = pos[0]
    at = write(LIST[0], out, 0)
    for i in range(legal(pos, seat, moves)):
        if moves[i] < DRAW:
            at = write_move(p, site_of(p, seat), wide(moves[i]), out, at)
    return write(LIST_END[0], out, before_comma(out, at))


@njit
def write_move(p: Any, site: int, placement: int, out: Any, at: int) -> int:
    """Write a placement."""
    low, high = closed_by(p, site, placement)
    at = write(MOVE[placement], out, at)
    at = write(POINTS[gain(p, placement, low, high)], out, at)
    if low | high != NO_SQUARE:
        at = write_areas(p, low, high, out, at)
    return write(MOVE_END[0], out, at)


@njit
def write_areas(p: Any, low: Any, high: Any, out: Any, at: int) -> int:
    """Write the areas in a set of closed squares."""
    at = write(AREAS[0], out, at)
    while low | high != NO_SQUARE:
        area_low, area_high = first_group(low, high, low, high)
        at = write_area(p, area_low, area_high, out, at)
        low ^= area_low
        high ^= area_high
    return write(AREAS_END[0], out, before_comma(out, at))


@njit
def write_area(p: Any, low: Any, high: Any, out: Any, at: int) -> int:
    """Y9: write an area; each scarab is worth as many points as it has squares."""
    squares, scarabs = size(low, high), size(low & p.scarabs[0], high & p.scarabs[1])
    at = write(AREA[0], out, at)
    while low | high != NO_SQUARE:
        first_low, first_high = first_square(low, high)
        at = write(SQUARE[number(first_low, first_high)], out, at)
        low ^= first_low
        high ^= first_high
    return write(AREA_END[squares * UP_TO + scarabs], out, before_comma(out, at))


@njit
def number(low: Any, high: Any) -> int:
    """Return the number of the only square in a set: it is a count of those before it."""
    return ones(low - ONE) if low != NO_SQUARE else WORD + ones(high - ONE)


# --- as Python calls it

_LONGEST_AREA: Final = AREA.shape[1] + MAX_AREA * SQUARE.shape[1] + AREA_END.shape[1]
_LONGEST_MOVE: Final = MOVE.shape[1] + AREAS.shape[1] + BESIDE * _LONGEST_AREA + MOVE_END.shape[1]

MOVES: Final = Writer(
    write_moves,
    (np.zeros(1, POSITION), 0),
    np.empty(MAX_MOVES, np.int32),
    size=(MAX_MOVES + 1) * _LONGEST_MOVE,
)

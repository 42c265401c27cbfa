"""SCARAB as JSON, written by compiled code: a view, the moves of a seat, and what a move did.

What the fields mean is said in wire/scarab.py, and telling.py has what happens as data. All texts come
from the notation.
"""

from __future__ import annotations

from itertools import product
from typing import Any, Final

import numpy as np

from digsite.games.jit import njit, njit_held, wide
from digsite.games.scarab.kernel import gain, legal
from digsite.games.scarab.notation import LINES, kind_text, stone_text, text_of
from digsite.games.scarab.record import (
    ANKH,
    EACH_VALUE,
    EMPTY,
    GO_VIA,
    GRID,
    HIGHEST,
    KEEP,
    KINDS,
    MAX_MOVES,
    MAX_SEATS,
    POSITION,
    PUT,
    SIDE,
    SQUARES,
    VALUES,
)
from digsite.games.writing import Writer, before_comma, pieces, write

NAMES: Final = [GRID.name(square) for square in range(SQUARES)]
NO_YES: Final = ("false", "true")
STONES: Final = range(-HIGHEST, ANKH + 1)
"""What may lie on a square: every value of a scarab, nothing, and the ankh."""
UNSTARRED: Final = len(STONES)
COUNTS: Final = EACH_VALUE + 1


def _lies(value: int, *, starred: bool) -> str:
    return {EMPTY: "", ANKH: "ankh"}.get(value, stone_text(value, starred=starred))


LYING: Final = [_lies(value, starred=starred) for starred in (False, True) for value in STONES]
"""The text of what lies on a square, as `lying` numbers it."""

# --- the pieces of a view; items of lists bring the comma behind them

WIDTH = pieces(f'{{"game":"scarab","width":{width},"stones":[' for width in range(SIDE + 1))
STONE = pieces(f'"{text}",' for text in LYING)
PRIEST = pieces(f'],"priest":"{name}","line":' for name in NAMES)
LINE = pieces(
    f'"{LINES[line]}","choosing":{choosing},"hands":[' for line, choosing in product(sorted(LINES), NO_YES)
)
HAND, HAND_END = pieces(["{"]), pieces(["},"])
HELD = pieces(f'"{kind_text(kind)}":{count},' for kind in range(KINDS) for count in range(COUNTS))
BEST_FIRST = np.array(sorted(range(KINDS), key=lambda kind: -(kind % VALUES)))
"""The kinds of stones in the order of a hand."""
VARIANTS = pieces(f'],"teams":{teams},"deflection":{stars}}}' for teams, stars in product(NO_YES, NO_YES))

# --- the pieces of moves: how and where, since `move // SQUARES` is how, and the rest is where

LIST, LIST_END = pieces(["["]), pieces(["]"])
HOW = pieces(f'{{"text":"{text_of(move).removesuffix(NAMES[0])}' for move in range(0, KEEP + 1, SQUARES))
WHERE = pieces(f'{name}","points":' for name in (*NAMES, ""))
NOWHERE: Final = SQUARES
POINTS = pieces(f"{points}}}," for points in range(-HIGHEST, HIGHEST + 1))

# --- the pieces of what happened

KEPT = pieces(f'[{{"what":"keep","seat":{seat}}}]' for seat in range(MAX_SEATS))
PUTS = pieces(f'[{{"what":"put","seat":{seat},"stone":"' for seat in range(MAX_SEATS))
PUT_STONE = pieces(f'{kind_text(kind)}","to":"' for kind in range(KINDS))
PUT_WHERE = pieces(f'{name}"}}]' for name in NAMES)
TAKES = pieces(
    f'[{{"what":"{what}","seat":{seat},"to":"' for what, seat in product(("take", "ankh"), range(MAX_SEATS))
)
WALK = pieces(f'{points},"path":[' for points in range(-HIGHEST, HIGHEST + 1))
STEP = pieces(f'"{name}",' for name in NAMES)
TAKEN = pieces(f'],"stone":"{text}"}}]' for text in LYING)


@njit
def lying(p: Any, square: int) -> int:
    """Return the number of what lies on a square."""
    return wide(p.stone[square]) + HIGHEST + UNSTARRED * wide(p.star[square])


@njit_held
def write_view(view: Any, out: Any) -> int:
    """Write all that there is to see, since everything lies open; return how long it is."""
    p = view[0]
    at = write(WIDTH[p.width], out, 0)
    for square in range(SQUARES):
        at = write(STONE[lying(p, square)], out, at)
    at = write(PRIEST[p.priest], out, before_comma(out, at))
    at = write(LINE[2 * wide(p.line) + wide(p.ankh)], out, at)
    for seat in range(p.seats):
        at = write_hand(p, seat, out, at)
    return write(VARIANTS[2 * wide(p.teams) + wide(p.deflection)], out, before_comma(out, at))


@njit
def write_hand(p: Any, seat: int, out: Any, at: int) -> int:
    """Write how many stones of each kind a seat has taken, the best first."""
    at = write(HAND[0], out, at)
    for i in range(KINDS):
        kind = BEST_FIRST[i]
        count = wide(p.hand[seat, kind])
        if count > 0:
            at = write(HELD[kind * COUNTS + count], out, at)
    return write(HAND_END[0], out, before_comma(out, at))


@njit_held
def write_moves(pos: Any, seat: int, moves: Any, out: Any) -> int:
    """Write the legal moves of a seat with what each brings; return how long that is."""
    p = pos[0]
    at = write(LIST[0], out, 0)
    for i in range(legal(pos, seat, moves)):
        move = wide(moves[i])
        at = write(HOW[move // SQUARES], out, at)
        at = write(WHERE[NOWHERE if move == KEEP else move % SQUARES], out, at)
        at = write(POINTS[gain(p, move) + HIGHEST], out, at)
    return write(LIST_END[0], out, before_comma(out, at))


@njit_held
def write_tells(before: Any, seat: int, move: int, out: Any) -> int:
    """Write what a move did, as `telling.tell` has it; return how long that is."""
    if move == KEEP:
        return write(KEPT[seat], out, 0)
    if move < PUT:
        return write_walk(before[0], seat, move, out)
    at = write(PUTS[seat], out, 0)
    at = write(PUT_STONE[(move - PUT) // SQUARES], out, at)
    return write(PUT_WHERE[move % SQUARES], out, at)


@njit
def write_walk(p: Any, seat: int, move: int, out: Any) -> int:
    """Write where the priest went, and what was taken there."""
    square = move % SQUARES
    at = write(TAKES[MAX_SEATS * wide(p.stone[square] == ANKH) + seat], out, 0)
    at = write(WHERE[square], out, at)
    at = write(WALK[gain(p, move) + HIGHEST], out, at)
    at = write(STEP[p.priest], out, at)
    if move >= GO_VIA:
        at = write(STEP[(move - GO_VIA) // SQUARES], out, at)
    at = write(STEP[square], out, at)
    return write(TAKEN[lying(p, square)], out, before_comma(out, at))


# --- as Python calls them

_ANY: Final = np.zeros(1, POSITION)
_LONGEST_MOVE: Final = HOW.shape[1] + WHERE.shape[1] + POINTS.shape[1]
_SHORT: Final = 1 << 13
"""Bytes, more than any view has, and what any move did."""

VIEWS: Final = Writer(write_view, (_ANY,), size=_SHORT)
MOVES: Final = Writer(
    write_moves, (_ANY, 0), np.empty(MAX_MOVES, np.int32), size=(MAX_MOVES + 1) * _LONGEST_MOVE
)
TELLS: Final = Writer(write_tells, (_ANY, 0, 0), size=_SHORT)

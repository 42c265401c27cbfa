"""What a bot knows of SCARAB: how good moves look, who leads, and what is likely to follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.games.imagine import as_it_is as imagine
from digsite.games.jit import njit, wide
from digsite.games.scarab.kernel import along, gain, movers, priest_at, value_of
from digsite.games.scarab.record import (
    ANKH,
    COLUMN,
    EACH_VALUE,
    EMPTY,
    GO_VIA,
    HIGHEST,
    KINDS,
    MAX_SEATS,
    PUT,
    ROW,
    SIDE,
    SQUARES,
    VALUES,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["appeals", "forecast", "imagine", "key", "lead", "outlook", "sensible", "side_of"]

MORE = 2 * EACH_VALUE + 1
"""S11: one stone of a value outweighs any difference in lower ones."""
POINT = MORE**HIGHEST
WORTH = np.array(
    [
        value * POINT + (MORE ** (value - 1) if value > 0 else 0)
        for value in (value_of(kind) for kind in range(KINDS))
    ],
    np.int64,
)
"""What a stone of each kind is worth, so that sums compare as S11 does: points, then +8s, +7s …"""

NOTHING = -HIGHEST
NO_POINTS = 1 << 15
"""Fewer points, below zero, than any side has."""
ELSEWHERE = 6
"""Squares out of the line to move along that are thought of when a stone is put back."""

_RANDOM = np.random.default_rng(1)


def _words(*shape: int) -> NDArray[np.uint64]:
    """Return random words: those of all things in a position, taken together by xor, are its key."""
    return _RANDOM.integers(1 << 64, size=shape, dtype=np.uint64)


STONE_WORDS = _words(SQUARES, VALUES + 1)
STAR_WORDS = _words(SQUARES, 2)
HAND_WORDS = _words(MAX_SEATS, KINDS, EACH_VALUE + 1)
PRIEST_WORDS = _words(SQUARES)
TURN_WORDS = _words(MAX_SEATS, COLUMN + 1, 2)


@njit
def side_of(pos: Any, seat: int) -> int:
    """S13: partners are one side."""
    return seat // 2 if pos[0].teams else seat


@njit
def lead(pos: Any, side: int) -> int:
    """Return what a side has above the other."""
    p = pos[0]
    total = 0
    for seat in range(p.seats):
        held = holding(p, seat)
        total += held if side_of(pos, seat) == side else -held
    return total


@njit
def holding(p: Any, seat: int) -> int:
    """S11: return what a hand is worth."""
    total = 0
    for kind in range(KINDS):
        total += wide(p.hand[seat, kind]) * WORTH[kind]
    return total


@njit
def forecast(pos: Any, side: int) -> int:
    """Return the lead, with half of the best stone that whoever moves can take."""
    p = pos[0]
    if p.ankh:
        return lead(pos, side)
    reachable = wide(best_in_line(p)) * POINT // 2
    return lead(pos, side) + (reachable if side_of(pos, wide(p.due)) == side else -reachable)


@njit
def best_in_line(p: Any) -> int:
    """Return the highest stone that can be taken without a turn."""
    row, column = priest_at(p)
    best = NOTHING
    if p.line != COLUMN:
        best = highest(p, row * SIDE, 1, row * SIDE + column)
    if p.line != ROW:
        best = max(best, highest(p, column, SIDE, row * SIDE + column))
    return best


@njit
def highest(p: Any, start: int, step: int, taken: int) -> int:
    """Return the highest stone of a line without one square; where there is none, the lowest value.

    An ankh counts as no points.
    """
    best = NOTHING
    for i in range(SIDE):
        square = start + i * step
        stone = wide(p.stone[square])
        worth = NOTHING if stone == EMPTY or square == taken else stone
        best = max(best, 0 if stone == ANKH else worth)
    return best


@njit
def appeals(pos: Any, seat: int, moves: Any, count: int, out: Any, trial: Any) -> None:  # noqa: ARG001
    """Fill `out` with what each move brings, less the best stone that it leaves to whoever is next."""
    p = pos[0]
    for i in range(count):
        move = wide(moves[i])
        out[i] = gain(p, move) - (reply(p, move) if move < PUT else 0)


@njit
def reply(p: Any, move: int) -> int:
    """Return the highest stone in the line that a move leads into."""
    square = move % SQUARES
    start = wide(p.priest) if move < GO_VIA else (move - GO_VIA) // SQUARES
    row, column = square // SIDE, square % SIDE
    if start // SIDE == row:
        return highest(p, column, SIDE, square)
    return highest(p, row * SIDE, 1, square)


@njit
def key(pos: Any) -> Any:
    """Return a word that is the same for positions with the same future."""
    p = pos[0]
    word = PRIEST_WORDS[p.priest] ^ TURN_WORDS[p.due, p.line, wide(p.ankh)]
    ankhs = wide(p.ankh)
    for square in range(SQUARES):
        word ^= STONE_WORDS[square, p.stone[square] + HIGHEST]
        ankhs += p.stone[square] == ANKH
    if p.stars > 0:
        for square in range(SQUARES):
            word ^= STAR_WORDS[square, p.star[square]]
    return word ^ hands(p) if ankhs > 0 else word  # S9: only ankhs bring stones back


@njit
def hands(p: Any) -> Any:
    """Return a word for what all hands hold."""
    word = np.uint64(0)
    for seat in range(p.seats):
        for kind in range(KINDS):
            word ^= HAND_WORDS[seat, kind, p.hand[seat, kind]]
    return word


@njit
def sensible(pos: Any, seat: int, moves: Any, count: int) -> int:  # noqa: ARG001 - all games take the seat
    """Keep the moves worth a thought: of all stones to put back the lowest, where it is met next.

    Squares out of that line are much alike: a few will do.
    """
    p = pos[0]
    if not p.ankh:
        return count
    lowest = lowest_kind(p)
    kept, elsewhere = 0, 0
    for i in range(count - 1):
        choice = wide(moves[i]) - PUT
        if choice // SQUARES != lowest:
            continue
        in_line = along(p.priest, choice % SQUARES, p.line)
        if in_line or elsewhere < ELSEWHERE:
            elsewhere += not in_line
            moves[kept] = moves[i]
            kept += 1
    moves[kept] = moves[count - 1]  # KEEP
    return kept + 1


@njit
def lowest_kind(p: Any) -> int:
    """Return the kind of the lowest stone in the hand of the seat to move."""
    best = -1
    for kind in range(KINDS):
        if p.hand[p.due, kind] > 0 and (best < 0 or value_of(kind) < value_of(best)):
            best = kind
    return best


@njit
def outlook(pos: Any, out: Any) -> None:
    """Fill `out` with the points of each seat's side above those of the best other side."""
    p = pos[0]
    for seat in range(p.seats):
        side, best = side_of(pos, seat), -NO_POINTS
        for other in range(p.seats):
            if side_of(pos, other) != side:
                best = max(best, double_points(pos, side_of(pos, other)))
        out[seat] = (double_points(pos, side) - best) / 2


@njit
def double_points(pos: Any, side: int) -> int:
    """S13: return twice the points of a side, and what whoever moves can take: half of that is theirs."""
    p = pos[0]
    total = 0
    for seat in range(p.seats):
        if side_of(pos, seat) == side:
            total += 2 * wide(p.points[seat])
    moving = movers(pos) != 0 and not p.ankh and side_of(pos, wide(p.due)) == side
    return total + best_in_line(p) if moving else total

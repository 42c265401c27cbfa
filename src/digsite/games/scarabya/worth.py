"""How good positions and moves of Scarabya look: what self-play has taught (`tools/learn.py scarabya`).

Each scarab that is neither covered nor in an excavation area is judged by what is around it, up to the
eight symmetries: which squares within two steps are open, which of those beside it and a knight's move
away, and which of the eight that touch it are blocked, open or scarabs. For each there is a weight, by
mode and by how many cards are left, and one for how many such scarabs there are. Their sum is how many
points are still to come (base), how many more than for the other seat (duel, for the one that has just
placed), or the logarithm of the odds to cover all (solo). Weights are hundredths.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from digsite.games.jit import njit, wide
from digsite.games.scarabya.kernel import (
    NO_SQUARE,
    ONE,
    WHOLE_WORD,
    blocked,
    closed_by,
    end_round,
    first_square,
    fits,
    is_due,
    movers,
    ones,
    reach,
    site_of,
    size,
    worth,
)
from digsite.games.scarabya.record import (
    BASE,
    DRAW,
    DUEL,
    MAX_SEATS,
    NONE,
    NOT_YET,
    SIDE,
    SOLO,
    SQUARES,
    TILES,
    WORD,
)
from digsite.games.scarabya.squares import words
from digsite.games.scarabya.tiles import ALL, FIRST, MASKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNIT: Final = 100
"""Weights a point, or a natural logarithm of the odds."""
FILE: Final = Path(__file__).with_name("worth.npz")

# --- what is around a square

Steps: TypeAlias = tuple[tuple[int, int], ...]

CLOSE: Final[Steps] = (
    *((-2, 0), (-1, -1), (-1, 0), (-1, 1), (0, -2), (0, -1)),
    *((0, 1), (0, 2), (1, -1), (1, 0), (1, 1), (2, 0)),
)
"""Rows and columns to the twelve squares within two steps."""
WIDE: Final[Steps] = (
    *((-2, -1), (-2, 1), (0, -1), (2, -1), (0, 1), (2, 1)),
    *((-1, -2), (1, -2), (-1, 0), (1, 0), (-1, 2), (1, 2)),
)
"""To those beside it and a knight's move away, in the order in which `wide_look` finds them."""
BESIDE: Final[Steps] = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""To the eight squares that touch it."""
HOME: Final = 2 * SIDE + 2
"""A window is a word of squares, row after row; the square that it is about has this bit."""
SOUTH: Final = np.uint64(sum(1 << bit for bit in (1, 3, 10, 12, 14, 21, 23)))
NORTH: Final = np.uint64(sum(1 << bit for bit in (11, 13, 15, 22, 24)))


def _symmetries(steps: Steps) -> list[list[int]]:
    """Return, for each turn and flip of a site, which step each step comes from."""
    found = []
    for flip in (1, -1):
        looks = [(row, column * flip) for row, column in steps]
        for _ in range(4):
            looks = [(column, -row) for row, column in looks]
            found.append([steps.index(step) for step in looks])
    return found


def _classes(steps: Steps, states: int) -> NDArray[np.int16]:
    """Return a number for each pattern; those that look alike after turns and flips share it."""
    patterns = np.arange(states ** len(steps))
    looks = [
        sum(patterns // states**come % states * states**i for i, come in enumerate(bits))
        for bits in _symmetries(steps)
    ]
    first = np.minimum.reduce(np.array(looks))
    return np.unique(first, return_inverse=True)[1].astype(np.int16)


CLASS_CLOSE: Final = _classes(CLOSE, 2)
CLASS_WIDE: Final = _classes(WIDE, 2)
CLASS_BESIDE: Final = _classes(BESIDE, 3)
FIRST_WIDE: Final = int(CLASS_CLOSE.max()) + 1
FIRST_BESIDE: Final = FIRST_WIDE + int(CLASS_WIDE.max()) + 1
CLASSES: Final = FIRST_BESIDE + int(CLASS_BESIDE.max()) + 1
THREES: Final = np.array([int(f"{bits:b}", 3) for bits in range(256)], np.int16)
"""The digits of a number of base two, read with base three."""


def _around(square: int) -> int:
    """Return the bits of a window that are squares near this one, and not of the row beside."""
    column = square % SIDE
    return sum(1 << (HOME + r * SIDE + c) for r, c in {*CLOSE, *WIDE} if 0 <= column + c < SIDE)


# How far the two words of a set are moved to become a window, left and right; 63 moves all of it away.
LEFT_LOW, RIGHT_LOW, LEFT_HIGH, RIGHT_HIGH, AROUND = (
    np.array([of(square) for square in range(SQUARES)], np.uint64)
    for of in (
        lambda s: max(HOME - s, 0),
        lambda s: min(max(s - HOME, 0), 63),
        lambda s: min(max(WORD + HOME - s, 0), 63),
        lambda s: max(s - WORD - HOME, 0),
        _around,
    )
)


def _near(square: int) -> tuple[int, int]:
    """Return a square and those that have it around them."""
    row, column = divmod(square, SIDE)
    spots = ((row + r, column + c) for r, c in {(0, 0), *CLOSE, *WIDE})
    return words(r * SIDE + c for r, c in spots if 0 <= r < SIDE and 0 <= c < SIDE)


NEAR: Final = np.bitwise_or.reduce(
    np.array([_near(square) for square in range(SQUARES)], np.uint64)[[tile.squares for tile in ALL]], axis=1
)
"""The squares that look different after each placement."""

# --- where the weights are

LIVE: Final = 25
"""Y2: none to 24 scarabs."""
LOST: Final = 4
"""Solo: none, one, two, or more scarabs that can no longer be covered."""
PHASES: Final = TILES + 1
ROW: Final = CLASSES + LIVE * LOST
"""Weights of a phase: a class of patterns each, then how many scarabs are live and lost."""
FIRST_ROW: Final = (0, PHASES, 3 * PHASES)
"""By mode; a duel has a row for each seat that has just placed."""
WEIGHTS: Final = 4 * PHASES * ROW
MAX_FEATURES: Final = 3 * LIVE

MISSED: Final = 0.5
"""Solo: how much less a game is worth for each scarab that was not covered; 1 is a game won."""


def first_weights() -> NDArray[np.float64]:
    """Return what is known without learning: what the last placement leaves (Y19, Y21)."""
    table = np.zeros((4 * PHASES, ROW))
    live, lost = np.divmod(np.arange(LIVE * LOST), LOST)
    table[FIRST_ROW[DUEL], CLASSES:] = -UNIT * live
    table[FIRST_ROW[SOLO], CLASSES:] = -10 * UNIT * (live + lost)
    return table.ravel()


def write(weights: NDArray[np.float64], path: str | None = None) -> None:
    """Keep what was learned."""
    np.savez_compressed(path or FILE, weights=np.rint(weights).astype(np.int16))


def read(path: str | None = None) -> NDArray[np.int16]:
    """Return what was learned, in hundredths; before the first lesson, nothing."""
    if path is None and not FILE.exists():
        return np.zeros(WEIGHTS, np.int16)
    with np.load(path or FILE) as kept:
        weights: NDArray[np.int16] = kept["weights"]
    return weights


LEARNED: Final = read()


@njit
def row_of(p: Any, seat: int, cards: int) -> int:
    """Return the first weight for a seat that has just placed, with so many cards to come."""
    if p.mode == BASE:
        return cards * ROW
    if p.mode == DUEL:
        return (PHASES + seat * PHASES + cards) * ROW
    return (3 * PHASES + cards) * ROW


@njit
def crowd(p: Any, live: int, lost: int) -> int:
    """Return which weight of a row tells how many scarabs are live and, solo, how many are lost."""
    return CLASSES + min(live, LIVE - 1) * LOST + (min(lost, LOST - 1) if p.mode == SOLO else 0)


@njit
def window(square: int, low: Any, high: Any) -> Any:
    """Return which squares around one are of a set."""
    bits = (low << LEFT_LOW[square]) >> RIGHT_LOW[square]
    bits |= (high << LEFT_HIGH[square]) >> RIGHT_HIGH[square]
    return bits & AROUND[square]


@njit
def close_look(window: Any) -> int:
    """Return the class of the squares within two steps: their bits, side by side, up to symmetry."""
    bits = (window >> np.uint64(2)) & np.uint64(0b1)
    bits |= (window >> np.uint64(10)) & np.uint64(0b1110)
    bits |= (window >> np.uint64(16)) & np.uint64(0b110000)
    bits |= (window >> np.uint64(17)) & np.uint64(0b11000000)
    bits |= (window >> np.uint64(23)) & np.uint64(0b11100000000)
    bits |= (window >> np.uint64(31)) & np.uint64(0b100000000000)
    return np.int64(CLASS_CLOSE[bits])  # type: ignore[return-value]


@njit
def wide_look(window: Any) -> int:
    """Return the class of the squares beside and a knight's move away."""
    # Rows 1 and 2 above go between the bits of the rows below: then they lie in three runs.
    bits = (window & SOUTH) | (window >> np.uint64(19)) & NORTH
    runs = (bits >> ONE) & np.uint64(0b1) | (bits >> np.uint64(2)) & np.uint64(0b10)
    runs |= (bits >> np.uint64(19)) & np.uint64(0b111100)
    runs |= (bits >> np.uint64(4)) & np.uint64(0b111111000000)
    return np.int64(FIRST_WIDE + CLASS_WIDE[runs])  # type: ignore[return-value]


@njit
def beside_bits(window: Any) -> Any:
    """Return the squares that touch, side by side."""
    bits = (window >> np.uint64(11)) & np.uint64(0b111)
    bits |= (window >> np.uint64(18)) & np.uint64(0b1000)
    bits |= (window >> np.uint64(19)) & np.uint64(0b10000)
    return bits | (window >> np.uint64(26)) & np.uint64(0b11100000)


@njit
def beside_look(window: Any, scarabs: Any) -> int:
    """Return the class of the squares that touch: blocked, open, or open with a scarab."""
    pattern = np.int64(THREES[beside_bits(window)]) + THREES[beside_bits(window & scarabs)]
    return np.int64(FIRST_BESIDE + CLASS_BESIDE[pattern])  # type: ignore[return-value]


# --- what a position is worth


@njit
def live_scarabs(p: Any, site: int) -> Any:
    """Return the scarabs that are neither covered nor in excavation areas."""
    low = p.scarabs[0] & ~(p.covered[site, 0] | p.closed[site, 0])
    return low, p.scarabs[1] & ~(p.covered[site, 1] | p.closed[site, 1])


@njit
def sum_looks(p: Any, low: Any, high: Any, open_low: Any, open_high: Any, row: int, weights: Any) -> float:
    """Add up the weights of all scarabs of a set."""
    total = 0.0
    while low | high != NO_SQUARE:
        one_low, one_high = first_square(low, high)
        square = index_of(one_low, one_high)
        others = window(square, p.scarabs[0], p.scarabs[1])
        total += look(window(square, open_low, open_high), others, row, weights)
        low ^= one_low
        high ^= one_high
    return total


@njit
def look(around: Any, others: Any, row: int, weights: Any) -> float:
    """Return what a scarab promises, given the open squares and the scarabs around it."""
    total = 0.0 + weights[row + close_look(around)]
    total += weights[row + wide_look(around)]
    return total + weights[row + beside_look(around, others)]


@njit
def index_of(low: Any, high: Any) -> int:
    """Return the only square of a set."""
    return ones(low - ONE) if low != NO_SQUARE else WORD + ones(high - ONE)


@njit
def value_by(p: Any, seat: int, site: int, cards: int, weights: Any) -> float:
    """Return what a site promises a seat that has just placed, with so many cards to come."""
    live_low, live_high = live_scarabs(p, site)
    open_low, open_high = open_squares(p, site)
    row = row_of(p, seat, cards)
    lost = size(p.closed[site, 0] & p.scarabs[0], p.closed[site, 1] & p.scarabs[1])
    total = sum_looks(p, live_low, live_high, open_low, open_high, row, weights)
    return total + weights[row + crowd(p, size(live_low, live_high), lost)]


@njit
def open_squares(p: Any, site: int) -> Any:
    """Return the squares without rocks and tiles."""
    low, high = blocked(p, site)
    return low ^ WHOLE_WORD, high ^ WHOLE_WORD


@njit
def cards_left(p: Any) -> int:
    """Return how many cards are still in the deck."""
    return ones(np.uint64(p.deck))


# --- what a placement is worth


@njit
def change_by(p: Any, site: int, placement: int, live: Any, free: Any, row: int, weights: Any) -> float:
    """Return what a placement brings at once, and by how much it changes what the scarabs promise.

    Only those near the tile, or enclosed by it, look different afterwards.
    """
    low, high = closed_by(p, site, placement)
    gone_low, gone_high = low | MASKS[placement, 0], high | MASKS[placement, 1]
    total = sum_changes(p, placement, live, free, gone_low, gone_high, row, weights)
    left = size(live[0] & ~gone_low, live[1] & ~gone_high)
    lost = size((low | p.closed[site, 0]) & p.scarabs[0], (high | p.closed[site, 1]) & p.scarabs[1])
    total += weights[row + crowd(p, left, lost)]
    return total if p.mode == SOLO else total + UNIT * worth(p, low, high)


@njit
def sum_changes(
    p: Any, placement: int, live: Any, free: Any, gone_low: Any, gone_high: Any, row: int, weights: Any
) -> float:
    """Add up by how much the scarabs around a placement promise more or, if gone, nothing any more."""
    low = live[0] & (NEAR[placement, 0] | gone_low)
    high = live[1] & (NEAR[placement, 1] | gone_high)
    total = 0.0
    while low | high != NO_SQUARE:
        one_low, one_high = first_square(low, high)
        square = index_of(one_low, one_high)
        others = window(square, p.scarabs[0], p.scarabs[1])
        around = window(square, free[0], free[1])
        total -= look(around, others, row, weights)
        if (one_low & gone_low) | (one_high & gone_high) == NO_SQUARE:
            tile = window(square, MASKS[placement, 0], MASKS[placement, 1])
            total += look(around & ~tile, others, row, weights)
        low ^= one_low
        high ^= one_high
    return total


@njit
def appeals_by(pos: Any, seat: int, moves: Any, count: int, out: Any, trial: Any, weights: Any) -> None:  # noqa: ARG001
    """Fill `out` with how good each move looks by these weights, in hundredths; all draws look alike."""
    p = pos[0]
    site = site_of(p, seat)
    row = row_of(p, seat, cards_left(p))
    live, free = live_scarabs(p, site), open_squares(p, site)
    standing = sum_looks(p, live[0], live[1], free[0], free[1], row, weights)
    for i in range(count):
        out[i] = 0
        if moves[i] < DRAW:
            change = change_by(p, site, wide(moves[i]), live, free, row, weights)
            out[i] = np.int32(standing + change)


@njit
def appeals(pos: Any, seat: int, moves: Any, count: int, out: Any, trial: Any) -> None:
    """Fill `out` with how good each move looks by what was learned, in hundredths."""
    appeals_by(pos, seat, moves, count, out, trial, LEARNED)


@njit
def best_by(p: Any, seat: int, weights: Any) -> float:
    """Return how good the best placement of the open card looks; there is one."""
    site = site_of(p, seat)
    row = row_of(p, seat, cards_left(p))
    live, free = live_scarabs(p, site), open_squares(p, site)
    low, high = blocked(p, site)
    reach_low, reach_high = reach(p, site)
    best = -np.inf
    for placement in range(FIRST[p.card], FIRST[p.card + 1]):
        if fits(MASKS[placement], low, high, reach_low, reach_high):
            best = max(best, change_by(p, site, placement, live, free, row, weights))
    return best + sum_looks(p, live[0], live[1], free[0], free[1], row, weights)


# --- what a seat may expect


@njit
def promise_by(p: Any, seat: int, weights: Any) -> float:
    """Return what is still to come for a seat, in hundredths, wherever the round stands."""
    site, cards = site_of(p, seat), cards_left(p)
    if p.mode == DUEL and p.card != NONE:
        sign = 1 if seat == p.due else -1
        return sign * best_by(p, wide(p.due), weights)
    if p.mode == DUEL:
        sign = -1 if seat == p.due else 1
        return sign * value_by(p, 1 - wide(p.due), site, cards, weights)
    if p.chosen[seat] >= 0:
        row = row_of(p, seat, cards)
        live, free = live_scarabs(p, site), open_squares(p, site)
        standing = sum_looks(p, live[0], live[1], free[0], free[1], row, weights)
        return standing + change_by(p, site, wide(p.chosen[seat]), live, free, row, weights)
    if is_due(p, seat):
        return best_by(p, seat, weights)
    return value_by(p, seat, site, cards, weights)


@njit
def expected(pos: Any, seat: int, total: float) -> float:
    """Return the utility that a sum of weights stands for; when the game is over, the true one."""
    p = pos[0]
    over = movers(pos) == 0
    if p.mode == SOLO:
        return MISSED ** missing(p) if over else 1 / (1 + math.exp(-total / UNIT))
    lead = p.points[seat] - (p.points[1 - seat] if p.mode == DUEL else 0)
    return float(lead) if over else lead + total / UNIT


@njit
def missing(p: Any) -> int:
    """Y21: return how many scarabs are not covered."""
    low, high = p.scarabs[0] & ~p.covered[0, 0], p.scarabs[1] & ~p.covered[0, 1]
    return size(low, high)


@njit
def outlook(pos: Any, out: Any) -> None:
    """Fill `out` with what each seat may expect: points, a lead (duel), about the odds to win (solo)."""
    p = pos[0]
    for seat in range(p.seats):
        total = 0.0 if movers(pos) == 0 else promise_by(p, seat, LEARNED)
        out[seat] = expected(pos, seat, total)


@njit
def utilities(pos: Any, out: Any) -> None:
    """Fill `out` with what a finished game was worth to each seat."""
    for seat in range(pos[0].seats):
        out[seat] = expected(pos, seat, 0.0)


@njit
def features(pos: Any, seat: int, index: Any, amount: Any) -> int:
    """List the weights that speak for a seat while a card is to be turned, and how: for or against it."""
    p = pos[0]
    if movers(pos) == 0:
        return 0
    mover, sign = seat, 1.0
    if p.mode == DUEL:
        mover, sign = 1 - wide(p.due), -1.0 if seat == p.due else 1.0
    site = site_of(p, seat)
    row = row_of(p, mover, cards_left(p))
    low, high = live_scarabs(p, site)
    free_low, free_high = open_squares(p, site)
    lost = size(p.closed[site, 0] & p.scarabs[0], p.closed[site, 1] & p.scarabs[1])
    index[0], amount[0] = row + crowd(p, size(low, high), lost), sign
    count = 1
    while low | high != NO_SQUARE:
        one_low, one_high = first_square(low, high)
        square = index_of(one_low, one_high)
        around = window(square, free_low, free_high)
        index[count] = row + close_look(around)
        index[count + 1] = row + wide_look(around)
        index[count + 2] = row + beside_look(around, window(square, p.scarabs[0], p.scarabs[1]))
        amount[count : count + 3] = sign
        count += 3
        low ^= one_low
        high ^= one_high
    return count


# --- what a seat thinks about


@njit
def imagine(pos: Any, seat: int, out: Any) -> int:
    """Write the position that a seat thinks about, and return its seat there.

    Y13: in the base game nothing that others do matters: the seat plays alone. Where it has nothing
    to place this round, the round is over there.
    """
    out[0] = pos[0]
    p = out[0]
    if p.mode != BASE or p.seats == 1:
        return seat
    for field in (p.covered, p.closed):
        field[0, 0], field[0, 1] = field[seat, 0], field[seat, 1]
    for tile in range(TILES):
        p.placement[0, tile] = p.placement[seat, tile]
    p.points[0], p.chosen[0] = p.points[seat], p.chosen[seat]
    p.seats = 1
    for other in range(1, MAX_SEATS):
        clear(p, other)
    if movers(out) == 0 and p.card != NONE:
        end_round(p)
    return 0


@njit
def clear(p: Any, seat: int) -> None:
    """Empty the place of a seat that nobody has."""
    for field in (p.covered, p.closed):
        field[seat, 0], field[seat, 1] = NO_SQUARE, NO_SQUARE
    for tile in range(TILES):
        p.placement[seat, tile] = NOT_YET
    p.points[seat], p.chosen[seat] = 0, NOT_YET

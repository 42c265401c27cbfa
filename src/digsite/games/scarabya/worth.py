"""How good positions and moves of Scarabya look: what self-play has taught (`tools/learn.py scarabya`).

Each scarab that is neither covered nor in an excavation area is judged by which of the twelve squares
within two steps of it are open, up to the eight symmetries, and by how many cards are left. The table
says how many points it will still bring (base), bring the seat that has just placed more than the other
(duel), or how it bears on the odds of covering all (solo). How many such scarabs there are counts too.
Weights are hundredths: of a point, or of the logarithm of the odds.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from digsite.games.jit import njit
from digsite.games.scarabya.kernel import (
    NO_SQUARE,
    ONE,
    WHOLE_WORD,
    blocked,
    closed_by,
    end_round,
    first_square,
    fits,
    grow,
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
from digsite.games.scarabya.tiles import FIRST, MASKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNIT: Final = 100
"""Weights a point, or a natural logarithm of the odds."""
FILE: Final = Path(__file__).with_name("worth.npy")

# --- the twelve squares around a square

STEPS: Final = sorted(
    (row, column) for row in range(-2, 3) for column in range(-2, 3) if 0 < abs(row) + abs(column) <= 2
)
"""Rows and columns to go, in the order of the bits of a pattern."""
PATTERNS: Final = 1 << len(STEPS)
HOME: Final = 2 * SIDE + 2
"""A window is a word of squares, row after row; the square that it is about has this bit."""


def _symmetries() -> list[list[int]]:
    """Return, for each turn and flip of a site, the bit that each bit of a pattern comes from."""
    found = []
    for flip in (1, -1):
        looks = [(row, column * flip) for row, column in STEPS]
        for _ in range(4):
            looks = [(column, -row) for row, column in looks]
            found.append([STEPS.index(step) for step in looks])
    return found


def _classes() -> NDArray[np.int16]:
    """Return a number for each pattern; those that look alike after turns and flips share it."""
    patterns = np.arange(PATTERNS)
    looks = [sum((patterns >> bit & 1) << i for i, bit in enumerate(bits)) for bits in _symmetries()]
    first = np.minimum.reduce(np.array(looks))
    return np.unique(first, return_inverse=True)[1].astype(np.int16)


CLASS: Final = _classes()
CLASSES: Final = int(CLASS.max()) + 1


def _around(square: int) -> int:
    """Return the bits of a window that are squares near this one, and not of the row beside."""
    column = square % SIDE
    return sum(1 << (HOME + r * SIDE + c) for r, c in STEPS if 0 <= column + c < SIDE)


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


def _near() -> NDArray[np.uint64]:
    """Return the squares within two steps of each placement, its own too."""
    spread = getattr(grow, "py_func", grow)  # the rule as Python: it takes whole columns
    return np.stack(spread(*spread(MASKS[:, 0], MASKS[:, 1])), axis=1)


NEAR: Final = _near()

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
MAX_FEATURES: Final = LIVE

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
    np.save(path or FILE, np.rint(weights).astype(np.int16))


LEARNED: Final = np.load(FILE) if FILE.exists() else np.zeros(WEIGHTS, np.int16)


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
    return CLASSES + live * LOST + (min(lost, LOST - 1) if p.mode == SOLO else 0)


@njit
def look(low: Any, high: Any, open_low: Any, open_high: Any) -> int:
    """Return the class of the open squares around a single square, given as a set."""
    square = ones(low - ONE) if low != NO_SQUARE else WORD + ones(high - ONE)
    window = (open_low << LEFT_LOW[square]) >> RIGHT_LOW[square]
    window |= (open_high << LEFT_HIGH[square]) >> RIGHT_HIGH[square]
    return np.int64(CLASS[packed(window & AROUND[square])])  # type: ignore[return-value]


@njit
def packed(window: Any) -> int:
    """Return the pattern of a window: its twelve squares side by side."""
    bits = (window >> np.uint64(2)) & np.uint64(0b1)
    bits |= (window >> np.uint64(10)) & np.uint64(0b1110)
    bits |= (window >> np.uint64(16)) & np.uint64(0b110000)
    bits |= (window >> np.uint64(17)) & np.uint64(0b11000000)
    bits |= (window >> np.uint64(23)) & np.uint64(0b11100000000)
    bits |= (window >> np.uint64(31)) & np.uint64(0b100000000000)
    return np.int64(bits)  # type: ignore[return-value]


# --- what a position is worth


@njit
def live_scarabs(p: Any, site: int) -> Any:
    """Return the scarabs that are neither covered nor in excavation areas."""
    low = p.scarabs[0] & ~(p.covered[site, 0] | p.closed[site, 0])
    return low, p.scarabs[1] & ~(p.covered[site, 1] | p.closed[site, 1])


@njit
def sum_looks(low: Any, high: Any, open_low: Any, open_high: Any, row: int, weights: Any) -> float:
    """Add up the weights of all scarabs of a set."""
    total = 0.0
    while low | high != NO_SQUARE:
        one_low, one_high = first_square(low, high)
        total += weights[row + look(one_low, one_high, open_low, open_high)]
        low ^= one_low
        high ^= one_high
    return total


@njit
def value_by(p: Any, seat: int, site: int, cards: int, weights: Any) -> float:
    """Return what a site promises a seat that has just placed, with so many cards to come."""
    live_low, live_high = live_scarabs(p, site)
    open_low, open_high = open_squares(p, site)
    row = row_of(p, seat, cards)
    lost = size(p.closed[site, 0] & p.scarabs[0], p.closed[site, 1] & p.scarabs[1])
    total = sum_looks(live_low, live_high, open_low, open_high, row, weights)
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
def change_by(
    p: Any, site: int, placement: int, live: Any, free: Any, row: int, weights: Any
) -> float:
    """Return what a placement brings at once, and by how much it changes what the scarabs promise.

    Only those within two steps of the tile, or enclosed by it, look different afterwards.
    """
    low, high = closed_by(p, site, placement)
    near_low, near_high = NEAR[placement, 0] | low, NEAR[placement, 1] | high
    total = -sum_looks(live[0] & near_low, live[1] & near_high, free[0], free[1], row, weights)
    open_low, open_high = free[0] & ~MASKS[placement, 0], free[1] & ~MASKS[placement, 1]
    live_low, live_high = live[0] & open_low & ~low, live[1] & open_high & ~high
    total += sum_looks(live_low & near_low, live_high & near_high, open_low, open_high, row, weights)
    lost_low, lost_high = (low | p.closed[site, 0]) & p.scarabs[0], (high | p.closed[site, 1]) & p.scarabs[1]
    total += weights[row + crowd(p, size(live_low, live_high), size(lost_low, lost_high))]
    return total if p.mode == SOLO else total + UNIT * worth(p, low, high)


@njit
def appeals_by(pos: Any, seat: int, moves: Any, count: int, out: Any, trial: Any, weights: Any) -> None:  # noqa: ARG001
    """Fill `out` with how good each move looks by these weights, in hundredths; all draws look alike."""
    p = pos[0]
    site = site_of(p, seat)
    row = row_of(p, seat, cards_left(p))
    live, free = live_scarabs(p, site), open_squares(p, site)
    standing = sum_looks(live[0], live[1], free[0], free[1], row, weights)
    for i in range(count):
        out[i] = 0
        if moves[i] < DRAW:
            placement = np.int64(moves[i])
            out[i] = np.int32(standing + change_by(p, site, placement, live, free, row, weights))


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
    return best + sum_looks(live[0], live[1], free[0], free[1], row, weights)


# --- what a seat may expect


@njit
def promise_by(p: Any, seat: int, weights: Any) -> float:
    """Return what is still to come for a seat, in hundredths, wherever the round stands."""
    site, cards = site_of(p, seat), cards_left(p)
    if p.mode == DUEL and p.card != NONE:
        sign = 1 if seat == p.due else -1
        return sign * best_by(p, np.int64(p.due), weights)
    if p.mode == DUEL:
        sign = -1 if seat == p.due else 1
        return sign * value_by(p, np.int64(1 - p.due), site, cards, weights)
    if p.chosen[seat] >= 0:
        row = row_of(p, seat, cards)
        live, free = live_scarabs(p, site), open_squares(p, site)
        standing = sum_looks(live[0], live[1], free[0], free[1], row, weights)
        return standing + change_by(p, site, np.int64(p.chosen[seat]), live, free, row, weights)
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
        mover, sign = np.int64(1 - p.due), -1.0 if seat == p.due else 1.0
    site = site_of(p, seat)
    row = row_of(p, mover, cards_left(p))
    low, high = live_scarabs(p, site)
    free_low, free_high = open_squares(p, site)
    lost = size(p.closed[site, 0] & p.scarabs[0], p.closed[site, 1] & p.scarabs[1])
    index[0], amount[0] = row + crowd(p, size(low, high), lost), sign
    count = 1
    while low | high != NO_SQUARE:
        one_low, one_high = first_square(low, high)
        index[count] = row + look(one_low, one_high, free_low, free_high)
        amount[count] = sign
        count += 1
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

"""What a position of Marajoara is worth to a seat, as self-play has taught (`tools/learn_marajoara.py`).

A value is what the seat would get if the game ended now, and a sum of learned weights for all that the
position shows: what is stored and what it is good for, discs, tokens, the dice that can be captured.
There are tables for each mission and each number of seats, by how many turns are left.

Several seats: the weights say how many points are still to come, and a seat's outlook is how far it will
be ahead of the best other. Missions: all objectives met is WON points and an eighth of those above the
target; otherwise points are missing, for the score and for how far the other objectives are.
"""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from digsite.games.imagine import as_it_is as imagine
from digsite.games.jit import njit, njit_apart, wide
from digsite.games.marajoara.holdings import (
    COUNT,
    HOLDINGS,
    MOST_CREDITS,
    PAYMENT_FIRST,
    RESTORATION_FIRST,
    TOTAL,
)
from digsite.games.marajoara.kernel import (
    NO_SQUARE,
    ONE,
    TALLY_LINES,
    all_tokens,
    around,
    end_rank,
    first_of,
    fragments_of,
    is_exhibition,
    jumpers,
    museum_of,
    museums_of,
    ones,
    play,
    promised,
    shown_together,
    square_set,
    tally,
)
from digsite.games.marajoara.missions import HARDER, target_score
from digsite.games.marajoara.moves import EXHIBIT, FACES, PAY, STEPS
from digsite.games.marajoara.record import (
    BLUE,
    COLOUR_SHIFT,
    COLOURS,
    FACE,
    FRAGMENT_COUNT,
    FRAGMENTS,
    GREY,
    KINDS,
    LAST_SPACE,
    MAX_SEATS,
    MISSIONS,
    NO_DIE,
    NOBODY,
    OVER,
    PLACES,
    RED,
    ROUNDS,
    SHOWCASE,
    STORED_COLOURS,
    TO_EXCAVATE,
    TO_PAY,
    TOKENS,
    YELLOW,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["appeals", "imagine", "outlook"]

UNIT: Final = 64
"""Weights are in these parts of a point."""
WON: Final = 60
"""Missions: the points that meeting all objectives counts for."""
SURPLUS: Final = UNIT // 8
"""Missions: what a point above the target is worth."""
LACK: Final = 2 * UNIT
"""Missions: what each step that `lacking` counts costs."""
LEAST: Final = -1000 * UNIT
"""Less than any value."""
TARGET: Final = np.array([target_score(mission) for mission in MISSIONS], np.int64)
"""M31: the score that each mission asks for."""
NINE: Final = 1 << FRAGMENTS.index("9")
FILE: Final = Path(__file__).with_name("worth.npz")

# --- where the weights are

SETS: Final = 1 << FRAGMENT_COUNT
SPACES: Final = LAST_SPACE + 1
RICH: Final = 12
"""Credits and red pips are told apart up to here."""
FACE_SETS: Final = 1 << (FACES - 1)
BUSY: Final = 23
"""Captures are counted up to here."""
STARS: Final = 4
SHORT, AHEAD = 60, 20
"""The score is looked at from so many points below the target to so many above it, two by two."""

_SIZES: Final = {
    "stored": STORED_COLOURS * HOLDINGS,
    "idle": HOLDINGS,
    "purse": (RICH + 1) ** 2 * 3,
    "fits": 2 * SETS,
    "disc": STORED_COLOURS * SPACES * 3,
    "vases": (SHOWCASE + 1) * 3,
    "restored": SETS,
    "fragments": (FRAGMENT_COUNT + 1) * 3,
    "tokens": TOKENS + 1,
    "in_museum": 8,
    "reserve": 5,
    "captured": KINDS * (PLACES + 1),
    "dig": STORED_COLOURS * SPACES,
    "stage": 2 * OVER + 3,
    "turn": 2 * MAX_SEATS,
    "catch": 2 * len(COLOURS) * FACE_SETS,
    "reach": 2 * STORED_COLOURS * SPACES,
    "mobility": 2 * (BUSY + 1),
    "lone": len(COLOURS) * FACES,
    "lones": 8,
    "board": len(COLOURS) * FACES,
    "landing": 16,
    "gap": (SHORT + AHEAD) // 2 + 1,
    "open": 64,
    "lead": 14,
    "starry": 1 << STARS,
}
"""How many weights there are for each thing that is looked at."""
FEATURES: Final = sum(_SIZES.values())
(
    STORED,
    IDLE,
    PURSE,
    FITS,
    DISC,
    VASES,
    RESTORED,
    PIECES,
    TOKEN,
    IN_MUSEUM,
    RESERVE,
    CAPTURED,
    DIG,
    STAGE,
    TURN,
    CATCH,
    REACH,
    MOBILITY,
    LONE,
    LONES,
    BOARD,
    LANDING,
    GAP,
    OPEN,
    LEAD,
    STARRY,
) = accumulate([0, *_SIZES.values()][:-1])
MODES: Final = len(MISSIONS) - 1 + MAX_SEATS - 1
"""A table for each mission, then for two, three and four seats."""
PHASE: Final = np.array((0, 1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 6), np.int64)
"""The part of the game by how many turns are left."""
PHASES: Final = int(PHASE.max()) + 1
MAX_TRACE: Final = 120
"""More than the weights that speak in a position."""


def _fitting(row: int) -> int:
    """Return a bit for each fragment that a holding restores, plain or doubled."""
    firsts = RESTORATION_FIRST[row * FRAGMENT_COUNT : (row + 1) * FRAGMENT_COUNT + 1]
    return sum(1 << i for i in range(FRAGMENT_COUNT) if firsts[i + 1] > firsts[i])


FITTING: Final = np.array([_fitting(row) for row in range(2 * HOLDINGS)], np.int64)


def read() -> NDArray[np.int16]:
    """Return what was learned: weights by mode, phase and feature."""
    with np.load(FILE) as file:
        weights: NDArray[np.int16] = file["weights"]
    return weights


def write(weights: NDArray[np.float32]) -> None:
    """Keep what was learned."""
    np.savez_compressed(FILE, weights=np.rint(weights).astype(np.int16))


LEARNED: Final = read()


# --- which table


@njit
def mode_of(p: Any) -> int:
    """Return which table is for a position's mission or number of seats."""
    return wide(p.mission) - 1 if p.mission > 0 else len(MISSIONS) - 3 + wide(p.seats)


@njit
def turns_left(p: Any, seat: int) -> int:
    """Return how many captures a seat has to come; solo, how many places of the round track (M29)."""
    if p.mission > 0:
        return max(0, ROUNDS - wide(p.round_number) - (1 if p.landed != NOBODY else 0))
    moved = seat < p.active or (seat == p.active and p.acted == 1)
    return ROUNDS - wide(p.round_number) + (0 if moved else 1)


# --- what a game is worth if it ends now


@njit
def lacking_end(p: Any, track: int) -> int:
    """Return how far the end of a track is."""
    space = wide(p.disc[0, track])
    return 0 if space == LAST_SPACE else 4 + LAST_SPACE - space


@njit
def lacking_vases(p: Any, wanted: int, showing: int) -> int:
    """Return how far a place of the showcase is; vases that are being paid for count."""
    return 4 * max(0, wanted - max(wide(p.most_vases[0]), wide(p.vases[0]) + showing))


@njit_apart
def lacking(p: Any, showing: int) -> int:
    """M31: return how far the objectives other than the score are, 0 if all are met."""
    mission = p.mission
    if mission == 1:
        nine = 0 if p.restored[0] & NINE else 12
        return nine + lacking_end(p, YELLOW) + lacking_vases(p, 4, showing)
    if mission == 2:
        left = FRAGMENT_COUNT - ones(np.uint64(p.restored[0]))
        return 8 * left + lacking_end(p, BLUE) + lacking_end(p, YELLOW)
    if mission == 3:
        return lacking_end(p, YELLOW) + lacking_end(p, RED) + lacking_vases(p, 5, showing)
    if mission == 4:
        return 8 * ones(p.unreached) + lacking_vases(p, 2, showing)
    if mission == 5:
        return lacking_vases(p, 3, showing)
    if mission == 8:
        return 5 * (wide(p.reserve[0]) + ones(np.uint64(p.museum_tokens[0])))
    return 0


@njit
def showing_now(p: Any, seat: int) -> int:
    """Return how many vases a seat is paying for."""
    return shown_together(p) if is_exhibition(p) and seat == p.active else 0


@njit_apart
def score_now(p: Any, seat: int) -> int:
    """Return the points of a seat if the game ended now."""
    total = promised(p, seat)
    if p.stage != OVER:
        for line in range(TALLY_LINES):
            total += tally(p, seat, line)
    return total


@njit
def above_target(p: Any, score: int) -> int:
    """M30: return by how much a score is above what the mission asks for."""
    return score - wide(TARGET[p.mission]) - HARDER * wide(p.harder)


@njit
def sure(p: Any, seat: int, score: int) -> int:
    """Return what a game is worth that ends with this score, in units."""
    if p.mission == 0:
        return UNIT * score
    above, lack = above_target(p, score), lacking(p, showing_now(p, seat))
    if above < 0:
        return UNIT * above - LACK * lack
    return SURPLUS * above + (UNIT * WON if lack == 0 else -LACK * lack)


# --- what else is seen


@njit
def see(table: Any, feature: int, trace: Any) -> float:
    """Return a weight; a learner also has it written down, in a list with its length in front."""
    if len(trace) > 2:
        trace[0] += 1
        trace[trace[0]] = feature
    return 0.0 + table[feature]


@njit_apart
def see_museum(p: Any, seat: int, own: int, table: Any, trace: Any) -> float:
    """What is stored, shown and restored; a second museum's money is idle (M31, mission 6)."""
    museum = museum_of(seat, own)
    total = see(table, (STORED if own == 0 else IDLE) + wide(p.stored[museum, YELLOW]), trace)
    total += see(table, STORED + HOLDINGS + wide(p.stored[museum, RED]), trace)
    total += see(table, IN_MUSEUM + wide(p.museum_tokens[museum]), trace)
    total += see_vases(p, seat, own, table, trace)
    return total + see_fragments(p, seat, museum, table, trace)


@njit
def see_vases(p: Any, seat: int, own: int, table: Any, trace: Any) -> float:
    """The showcase, and the money that there is for red dice and places."""
    museum = museum_of(seat, own)
    cost, showing = 0, 0
    if seat == p.active:
        cost = wide(p.cost)
        if is_exhibition(p) and (p.action - EXHIBIT) // FACES == own:
            showing = shown_together(p)
    credit = min(max(0, wide(TOTAL[p.stored[seat, YELLOW]]) - cost), RICH)
    red = min(wide(TOTAL[p.stored[museum, RED]]), RICH)
    vases = min(SHOWCASE, wide(p.vases[museum]) + showing)
    total = see(table, PURSE + (credit * (RICH + 1) + red) * 3 + min(SHOWCASE - vases, 2), trace)
    return total + see(table, VASES + vases * 3 + end_rank(p, seat, RED), trace)


@njit
def see_fragments(p: Any, seat: int, museum: int, table: Any, trace: Any) -> float:
    """The workshop, and what blue dice can restore at once."""
    blue, restored = wide(p.stored[museum, BLUE]), wide(p.restored[museum])
    doubled = 1 if p.doubled and seat == p.active else 0
    fitting = wide(FITTING[doubled * HOLDINGS + blue]) & ~restored
    total = see(table, STORED + 2 * HOLDINGS + blue, trace)
    total += see(table, FITS + doubled * SETS + fitting, trace)
    total += see(table, RESTORED + restored, trace)
    return total + see(table, PIECES + ones(np.uint64(restored)) * 3 + end_rank(p, seat, BLUE), trace)


@njit_apart
def see_tracks(p: Any, seat: int, table: Any, trace: Any) -> float:
    """Tokens and discs, and whether the ends of the tracks are taken."""
    total = see(table, TOKEN + ones(p.tokens[seat]) + wide(p.waiting[seat]), trace)
    total += see(table, RESERVE + wide(p.reserve[seat]), trace)
    for track in range(STORED_COLOURS):
        space = wide(p.disc[seat, track])
        taken = (p.ends[track, 0] != NOBODY) + wide(p.ends[track, 1] != NOBODY)
        if space == LAST_SPACE:
            taken = wide(end_rank(p, seat, track))
        total += see(table, DISC + (track * SPACES + space) * 3 + taken, trace)
    return total


@njit_apart
def see_turn(p: Any, seat: int, table: Any, trace: Any) -> float:
    """Whose turn it is, what comes next in it, and the captured die."""
    if seat != p.active:
        after = (seat + wide(p.seats) - wide(p.active)) % wide(p.seats)
        return see(table, STAGE + 2 * OVER + 2, trace) + see(table, TURN + 2 * after, trace)
    total = see(table, STAGE + wide(p.stage) * 2 + wide(p.placing), trace)
    total += see(table, TURN + wide(p.acted), trace)
    if p.captured != NO_DIE:
        total += see_captured(p, seat, table, trace)
    return total


@njit
def see_captured(p: Any, seat: int, table: Any, trace: Any) -> float:
    """A captured die with the room for it, or, grey, where it brings each disc."""
    colour, face = wide(p.captured) >> COLOUR_SHIFT, wide(p.captured) & FACE
    stored = 0
    if colour != GREY:
        stored = PLACES
        for own in range(museums_of(p)):
            stored = min(stored, wide(COUNT[p.stored[museum_of(seat, own), colour]]))
    total = see(table, CAPTURED + wide(p.captured) * (PLACES + 1) + stored, trace)
    if p.stage == TO_EXCAVATE:
        for track in range(STORED_COLOURS):
            space = min(LAST_SPACE, wide(p.disc[seat, track]) + face)
            total += see(table, DIG + track * SPACES + space, trace)
    return total


@njit
def captures(p: Any) -> Any:
    """Return the captures: their number, a bit for each kind of die, where they lead; and those after
    which no die is next to the capturing one, so that solo none is retired (M29): number and kinds.
    """
    count, kinds, targets, lones, lone_kinds = 0, NO_SQUARE, NO_SQUARE, 0, NO_SQUARE
    for direction in range(4):
        squares, step = jumpers(p, direction), wide(STEPS[direction])
        while squares != NO_SQUARE:
            square = first_of(squares)
            squares &= squares - ONE
            kind = square_set(wide(p.die[square + step]))
            targets |= square_set(square + 2 * step)
            kinds |= kind
            count += 1
            if around(square + 2 * step) & p.occupied & ~square_set(square + step) == NO_SQUARE:
                lone_kinds |= kind
                lones += 1
    return count, kinds, targets, lones, lone_kinds


@njit
def faces_of(kinds: Any, colour: int) -> int:
    """Return a bit for each face of a colour among kinds of dice, 1 first."""
    return wide((kinds >> np.uint64((colour << COLOUR_SHIFT) + 1)) & np.uint64(FACE_SETS - 1))


@njit_apart
def see_board(p: Any, seat: int, table: Any, trace: Any) -> float:
    """What can be captured, by this seat or by one before it, and where captures lead."""
    later = 0 if p.mission > 0 or (seat == p.active and not p.acted) else 1
    count, kinds, targets, lones, lone_kinds = captures(p)
    total = see(table, MOBILITY + later * (BUSY + 1) + min(count, BUSY), trace)
    for colour in range(len(COLOURS)):
        faces = faces_of(kinds, colour)
        total += see(table, CATCH + (later * len(COLOURS) + colour) * FACE_SETS + faces, trace)
    for track in range(STORED_COLOURS):
        first = REACH + (later * STORED_COLOURS + track) * SPACES
        total += see_reach(wide(p.disc[seat, track]), faces_of(kinds, GREY), first, table, trace)
    total += see(table, LANDING + later * 8 + min(3, ones(targets & p.tokens[seat])), trace)
    if p.mission == 0:
        others = all_tokens(p) & ~p.tokens[seat]
        total += see(table, LANDING + later * 8 + 4 + min(3, ones(targets & others)), trace)
    else:
        total += see_lone(p, targets, lones, lone_kinds, table, trace)
    return total + see_dice(p, table, trace)


@njit
def see_reach(space: int, greys: int, first: int, table: Any, trace: Any) -> float:
    """The spaces of a track that a grey die can bring a disc to."""
    total = 0.0
    if space == LAST_SPACE:
        return total
    reached = greys << (space + 1)
    if reached >> LAST_SPACE:
        total += see(table, first + LAST_SPACE, trace)
    for target in range(space + 1, LAST_SPACE):
        if reached >> target & 1:
            total += see(table, first + target, trace)
    return total


@njit
def see_lone(p: Any, targets: Any, lones: int, kinds: Any, table: Any, trace: Any) -> float:
    """Solo: captures that cost no place of the round track; mission 4: starred squares in reach."""
    total = see(table, LONES + min(lones, 7), trace)
    for colour in range(len(COLOURS)):
        faces, best = faces_of(kinds, colour), 0
        while faces >> best:
            best += 1
        total += see(table, LONE + colour * FACES + best, trace)
    if p.mission == 4:
        total += see(table, STARRY + which_stars(p, targets & p.unreached), trace)
    return total


@njit
def which_stars(p: Any, squares: Any) -> int:
    """Return a bit for each starred square, in order, that is in a set."""
    bits, stars = 0, p.stars
    for star in range(STARS):
        if stars != NO_SQUARE:
            bits |= wide(squares & stars & ~(stars - ONE) != NO_SQUARE) << star
            stars &= stars - ONE
    return bits


@njit
def see_dice(p: Any, table: Any, trace: Any) -> float:
    """The dice of the main board that show more than 1."""
    total, squares = 0.0, p.occupied
    while squares != NO_SQUARE:
        die = wide(p.die[first_of(squares)])
        squares &= squares - ONE
        if die & FACE > 1:
            total += see(table, BOARD + (die >> COLOUR_SHIFT) * FACES + (die & FACE), trace)
    return total


@njit
def open_objectives(p: Any, showing: int) -> int:
    """M31: return a bit for each objective that is not met, other than the score; a part each in 8."""
    if p.mission == 1:
        bits = wide(p.restored[0] & NINE == 0) << 2 | wide(lacking_end(p, YELLOW) > 0) << 1
        return bits | wide(lacking_vases(p, 4, showing) > 0)
    if p.mission == 2:
        bits = wide(p.restored[0] != SETS - 1) << 2 | wide(lacking_end(p, YELLOW) > 0) << 1
        return bits | wide(lacking_end(p, BLUE) > 0)
    if p.mission == 3:
        bits = wide(lacking_end(p, RED) > 0) << 2 | wide(lacking_end(p, YELLOW) > 0) << 1
        return bits | wide(lacking_vases(p, 5, showing) > 0)
    if p.mission == 4:
        return which_stars(p, p.unreached) | wide(lacking_vases(p, 2, showing) > 0) << STARS
    if p.mission == 5:
        return wide(lacking_vases(p, 3, showing) > 0)
    return 8 * wide(p.reserve[0]) + wide(p.museum_tokens[0]) if p.mission == 8 else 0


@njit_apart
def see_aims(p: Any, seat: int, score: int, table: Any, trace: Any) -> float:
    """Missions: the score and the objectives; several seats: who leads in vases and fragments (M27)."""
    if p.mission > 0:
        above = min(AHEAD, max(-SHORT, above_target(p, score)))
        total = see(table, GAP + (above + SHORT) // 2, trace)
        return total + see(table, OPEN + open_objectives(p, showing_now(p, seat)), trace)
    vases, pieces = 0, 0
    for other in range(p.seats):
        if other != seat:
            vases, pieces = max(vases, wide(p.vases[other])), max(pieces, fragments_of(p, other))
    total = see(table, LEAD + 3 + min(3, max(-3, wide(p.vases[seat]) - vases)), trace)
    return total + see(table, LEAD + 10 + min(3, max(-3, fragments_of(p, seat) - pieces)), trace)


# --- what a position is worth


@njit_apart
def value_by(p: Any, seat: int, tables: Any, trace: Any) -> int:
    """Return, in units, what a seat will have at the end; exact when it is the end."""
    score = score_now(p, seat)
    if p.stage == OVER:
        return sure(p, seat, score)
    table = tables[mode_of(p), PHASE[turns_left(p, seat)]]
    total = see_board(p, seat, table, trace) + see_tracks(p, seat, table, trace)
    total += see_turn(p, seat, table, trace) + see_aims(p, seat, score, table, trace)
    for own in range(museums_of(p)):
        total += see_museum(p, seat, own, table, trace)
    return sure(p, seat, score) + wide(total)


@njit
def standing_by(p: Any, seat: int, tables: Any) -> int:
    """Return the value of a seat; with others, how far it is above the best of theirs."""
    own = value_by(p, seat, tables, p.forced[:])
    if p.mission > 0:
        return own
    best = LEAST
    for other in range(p.seats):
        if other != seat:
            best = max(best, value_by(p, other, tables, p.forced[:]))
    return own - best


@njit_apart
def settle(pos: Any, seat: int) -> None:
    """Pay for fieldwork that was chosen: before that, the board does not show it (M18)."""
    p = pos[0]
    if p.stage == TO_PAY and p.action < EXHIBIT and not p.placing:
        row = wide(p.stored[p.active, YELLOW]) * (MOST_CREDITS + 1) + wide(p.cost)
        play(pos, seat, PAY + wide(PAYMENT_FIRST[row]))


@njit_apart
def appeals_by(pos: Any, seat: int, moves: Any, count: int, out: Any, trial: Any, tables: Any) -> None:
    """Fill `out` with the standing, by these tables, that each move leads to."""
    for i in range(count):
        trial[0] = pos[0]
        play(trial, seat, wide(moves[i]))
        settle(trial, seat)
        out[i] = standing_by(trial[0], seat, tables)


@njit_apart
def appeals(pos: Any, seat: int, moves: Any, count: int, out: Any, trial: Any) -> None:
    """Fill `out` with the standing that each move leads to, in units."""
    appeals_by(pos, seat, moves, count, out, trial, LEARNED)


@njit_apart
def outlook(pos: Any, out: Any) -> None:
    """Fill `out` with what each seat may expect, in points; nothing promised is better than a win."""
    p = pos[0]
    for seat in range(p.seats):
        standing = standing_by(p, seat, LEARNED)
        if p.mission > 0 and p.stage != OVER:
            standing = min(standing, UNIT * WON)
        out[seat] = standing / UNIT

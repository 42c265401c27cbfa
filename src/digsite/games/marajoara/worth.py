"""How good a move of Marajoara looks at once: its points, and what else will bring some.

Most moves bring no points of their own. So a position is valued: a pip in the museum is nearly a
point, since a red one and a credit make two, and a fragment is worth about what it takes. Values are
in twelfths of a point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.games.imagine import as_it_is as imagine
from digsite.games.jit import njit, njit_apart
from digsite.games.marajoara.holdings import COUNT, TOTAL
from digsite.games.marajoara.kernel import (
    fragments_of,
    museum_of,
    museums_of,
    number,
    ones,
    play,
    promised,
    round_track_cost,
    vases_of,
)
from digsite.games.marajoara.record import (
    BLUE,
    COLOUR_SHIFT,
    FACE,
    FRAGMENT_COUNT,
    GREY,
    MISSIONS,
    NO_DIE,
    OVER,
    PLACES,
    RED,
    SHOWCASE,
    STORED_COLOURS,
    TO_TAKE,
    TWO_MUSEUMS,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["appeals", "imagine", "outlook"]

POINT = 12
CREDIT, RED_PIP, BLUE_PIP = 9, 10, 10
PIPS = np.array((CREDIT, RED_PIP, BLUE_PIP), np.int8)
SPACE = 6
"""A space of a track, for its end as much as for its bonus."""
TOKEN = 18
PIECE = 12
"""A vase or a fragment, beyond its points: majorities and the ends of the tracks count them."""
STAR = 36
"""M31: a starred square that is reached in mission 4."""


def _by_mission(usual: int, **others: int) -> NDArray[np.int16]:
    """Return a value for each mission; `m3=24` is another one in mission 3."""
    return np.array([others.get(f"m{mission}", usual) for mission in range(len(MISSIONS))], np.int16)


# M31: what the missions ask for is worth more in them; in mission 6 a gap costs three points.
TRACK_SPACE = np.stack(
    [_by_mission(9, m1=15, m2=15, m3=15), _by_mission(SPACE, m3=12), _by_mission(SPACE, m2=12)]
)
VASE = _by_mission(PIECE, m1=24, m3=30, m4=24, m5=24, m6=48)
FRAGMENT = _by_mission(PIECE, m1=18, m2=36, m6=48)
COLLECTED = _by_mission(TOKEN, m8=60)


@njit_apart
def appeals(pos: Any, seat: int, moves: Any, count: int, out: Any, trial: Any) -> None:
    """Fill `out` with the value of the position that each move leads to."""
    for i in range(count):
        trial[0] = pos[0]
        play(trial, seat, number(moves[i]))
        out[i] = value(trial[0], seat)


@njit_apart
def value(p: Any, seat: int) -> int:
    """Return what a position is worth to a seat."""
    total = POINT * promised(p, seat)
    if p.stage == OVER:
        return total
    total += int(VASE[p.mission]) * vases_of(p, seat) + int(FRAGMENT[p.mission]) * fragments_of(p, seat)
    total += int(COLLECTED[p.mission]) * (ones(p.tokens[seat]) + int(p.waiting[seat]))
    total -= STAR * ones(p.unreached)
    for track in range(STORED_COLOURS):
        total += int(TRACK_SPACE[track, p.mission]) * int(p.disc[seat, track])
    for own in range(museums_of(p)):
        total += stored_value(p, museum_of(seat, own))
    return total - POINT * round_track_cost(p) + (turn_value(p) if seat == p.active else 0)


@njit
def stored_value(p: Any, museum: int) -> int:
    """Return what the dice of a museum are worth; none are where they cannot be used any more."""
    total = 0
    for colour in range(STORED_COLOURS):
        if can_use(p, museum, colour):
            total += int(PIPS[colour]) * int(TOTAL[p.stored[museum, colour]])
    return total


@njit
def can_use(p: Any, museum: int, colour: int) -> bool:
    """Tell whether dice of a colour can still be turned into points."""
    if colour == RED:
        return p.vases[museum] < SHOWCASE
    if colour == BLUE:
        return ones(np.uint64(p.restored[museum])) < FRAGMENT_COUNT
    return museum == 0 or p.mission != TWO_MUSEUMS


@njit
def turn_value(p: Any) -> int:
    """Return what is to come in this turn: what must be paid, and what the captured die is good for."""
    total = -CREDIT * int(p.cost)
    if p.stage == TO_TAKE:
        total -= POINT  # nothing is known of what will be taken
    if p.captured == NO_DIE:
        return total
    colour, face = int(p.captured) >> COLOUR_SHIFT, int(p.captured) & FACE
    if colour == GREY:
        return total + SPACE * face
    for own in range(museums_of(p)):
        museum = museum_of(p.active, own)
        if COUNT[p.stored[museum, colour]] < PLACES and can_use(p, museum, colour):
            return total + int(PIPS[colour]) * face
    return total


@njit_apart
def outlook(pos: Any, out: Any) -> None:
    """Fill `out` with the value of the position to each seat, above that of the best other."""
    p = pos[0]
    for seat in range(p.seats):
        out[seat] = value(p, seat)

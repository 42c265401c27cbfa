"""Holdings: the 84 ways to have up to three faces, and all that can be done with one.

A museum stores up to three dice of a colour, and equal dice are one choice. So everything that a
player can do with the dice of one colour is a row in a table made here: how to pay with them (M19),
how to raise them (M11), which of them restore a fragment (M17).
"""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations, product
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

from digsite.games.jit import njit
from digsite.games.marajoara.record import FRAGMENTS, HIGHEST, PLACES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Faces: TypeAlias = tuple[int, ...]
"""Faces, the highest first; or in the order in which dice are spent."""

ALL: Final[tuple[Faces, ...]] = tuple(
    faces
    for count in range(PLACES + 1)
    for faces in combinations_with_replacement(range(HIGHEST, 0, -1), count)
)
NUMBER: Final = {faces: number for number, faces in enumerate(ALL)}
HOLDINGS: Final = len(ALL)
NOTHING: Final = NUMBER[()]
IMPOSSIBLE: Final = 255

COUNT: Final = np.array([len(faces) for faces in ALL], np.uint8)
TOTAL: Final = np.array([sum(faces) for faces in ALL], np.uint8)
HELD: Final = np.array([sum(1 << face for face in set(faces)) for faces in ALL], np.uint8)
"""A bit for each face that a holding has."""
SIX: Final = 1 << HIGHEST


def holding(faces: Iterable[int]) -> int:
    """Return the number of the holding with these faces."""
    return NUMBER[tuple(sorted(faces, reverse=True))]


def _with(faces: Faces, face: int) -> int:
    return holding((*faces, face)) if face and len(faces) < PLACES else IMPOSSIBLE


def _without(faces: Faces, face: int) -> int:
    if face not in faces:
        return IMPOSSIBLE
    at = faces.index(face)
    return holding(faces[:at] + faces[at + 1 :])


PUT: Final = np.array([[_with(faces, face) for face in range(HIGHEST + 1)] for faces in ALL], np.uint8)
"""The holding with one more die of a face, or IMPOSSIBLE."""
DROP: Final = np.array([[_without(faces, face) for face in range(HIGHEST + 1)] for faces in ALL], np.uint8)
"""The holding with one die of a face less, or IMPOSSIBLE."""


# --- changing dice


class Change(NamedTuple):
    """What happens to the dice of one holding."""

    spent: Faces
    """In the order in which they go."""
    after: int
    """The holding that is left."""
    past_six: int = 0
    """How many dice turned from 6 to 1 (M31, mission 7)."""
    turned: tuple[tuple[int, int], ...] = ()
    """The dice that changed their face: what it was, and by how much."""


def _plainest(changes: Iterable[Change]) -> list[Change]:
    """Return one change for each outcome, the one that turns the fewest dice, ordered by outcome."""
    best: dict[tuple[Faces, int, int], Change] = {}
    for change in changes:
        kept = best.setdefault(change[:3], change)
        if kept is not change and (len(change.turned), change.turned) < (len(kept.turned), kept.turned):
            best[change[:3]] = change
    return [best[outcome] for outcome in sorted(best)]


# --- M19: payments


def _payments(faces: Faces) -> Iterator[tuple[int, Change]]:
    """Yield every way to pay with dice, with its cost."""
    for amounts in product(*(range(face + 1) for face in faces)):
        pairs = list(zip(faces, amounts, strict=True))
        spent = [face for face, paid in pairs if paid == face]
        lowered = tuple(sorted([pair for pair in pairs if 0 < pair[1] < pair[0]], reverse=True))
        after = holding([face - paid for face, paid in pairs if paid < face])
        for order in set(permutations(spent)):
            yield sum(amounts), Change(order, after, turned=lowered)


def _by_cost(faces: Faces) -> list[list[Change]]:
    costs: list[list[Change]] = [[] for _ in range(MOST_CREDITS + 1)]
    for cost, change in _payments(faces):
        costs[cost].append(change)
    return [[], *(_plainest(changes) for changes in costs[1:])]


MOST_CREDITS: Final = HIGHEST * PLACES
_PAYMENTS: Final = [changes for faces in ALL for changes in _by_cost(faces)]
PAYMENTS: Final = [change for changes in _PAYMENTS for change in changes]
"""All payments, ordered by holding, then by cost."""


def _spent(orders: Iterable[Faces]) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Return faces as rows of three, filled up with 0."""
    return np.array([(*faces, *[0] * (PLACES - len(faces))) for faces in orders], np.uint8)


def _firsts(lists: Iterable[list[Change]]) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """Return where each list begins, and where the last one ends."""
    return np.cumsum([0, *(len(changes) for changes in lists)], dtype=np.int32)


PAYMENT_FIRST: Final = _firsts(_PAYMENTS)
"""By holding * (MOST_CREDITS + 1) + cost: the first payment."""
PAYMENT_SPENT: Final = _spent(change.spent for change in PAYMENTS)
PAYMENT_AFTER: Final = np.array([change.after for change in PAYMENTS], np.uint8)


# --- M11, M23–M25: raises

MOST_RAISE: Final = 3


def _splits(points: int, dice: int) -> list[Faces]:
    """Return all ways to share points out among dice."""
    return [split for split in product(range(points + 1), repeat=dice) if sum(split) == points]


_SPLITS: Final = {
    (points, dice): _splits(points, dice) for points in range(1, MOST_RAISE + 1) for dice in range(PLACES + 1)
}


def _raises(faces: Faces, points: int, *, turning: bool) -> Iterator[Change]:
    """Yield every way to put so many points on dice; none is lost, past 6 a die may turn to 1."""
    for split in _SPLITS[points, len(faces)]:
        pairs = list(zip(faces, split, strict=True))
        over = sum(face + by > HIGHEST for face, by in pairs)
        if turning or not over:
            after = holding([face + by if face + by <= HIGHEST else 1 for face, by in pairs])
            yield Change((), after, over, tuple(sorted([pair for pair in pairs if pair[1]], reverse=True)))


_RAISES: Final = [
    _plainest(_raises(faces, points, turning=turning))
    for turning in (False, True)
    for points in range(1, MOST_RAISE + 1)
    for faces in ALL
]
RAISES: Final = [change for changes in _RAISES for change in changes]
"""All raises: those that stop at 6, then those that turn to 1; by points, then by holding."""
RAISE_FIRST: Final = _firsts(_RAISES)
RAISE_AFTER: Final = np.array([change.after for change in RAISES], np.uint8)
RAISE_PAST_SIX: Final = np.array([change.past_six for change in RAISES], np.uint8)
MOST_RAISES: Final = max(map(len, _RAISES))


@njit
def raise_row(points: int, stored: int, turning: Any) -> int:
    """Return where `RAISE_FIRST` has the raises of a holding by so many points."""
    return ((MOST_RAISE if turning else 0) + points - 1) * HOLDINGS + stored


# --- M17: restorations

_FITS: Final[dict[str, Callable[[Faces], bool]]] = {
    "4": lambda faces: sum(faces) >= 4,
    "5": lambda faces: sum(faces) >= 5,
    "3": lambda faces: len(faces) == 1 and faces[0] >= 3,
    "=6": lambda faces: len(faces) == 1 and faces[0] == 6,
    "6": lambda faces: len(faces) == 2 and sum(faces) >= 6,
    "9": lambda faces: 2 <= len(faces) == len(set(faces)) and sum(faces) >= 9,
}
"""M5: which values restore a fragment."""


def _uses(faces: Faces) -> list[Change]:
    """Return every choice of dice, in every order."""
    orders = sorted({o for count in range(1, len(faces) + 1) for o in permutations(faces, count)})
    return [Change(order, holding(_left(faces, order))) for order in orders]


def _left(faces: Faces, order: Faces) -> list[int]:
    left = list(faces)
    for face in order:
        left.remove(face)
    return left


_USES: Final = [_uses(faces) for faces in ALL]


def _restorations(uses: list[Change], fragment: str, factor: int) -> list[Change]:
    fits = _FITS[fragment]
    return [use for use in uses if fits(tuple(factor * face for face in use.spent))]


_RESTORATIONS: Final = [
    _restorations(uses, fragment, factor) for factor in (1, 2) for uses in _USES for fragment in FRAGMENTS
]
RESTORATIONS: Final = [change for changes in _RESTORATIONS for change in changes]
"""All restorations: with plain, then with doubled dice (M23); by holding, then by fragment."""
RESTORES: Final = len(RESTORATIONS)
RESTORATION_FIRST: Final = _firsts(_RESTORATIONS)
RESTORATION_FRAGMENT: Final = np.array(
    [row % len(FRAGMENTS) for row, changes in enumerate(_RESTORATIONS) for _ in changes], np.uint8
)
RESTORATION_SPENT: Final = _spent(change.spent for change in RESTORATIONS)
RESTORATION_AFTER: Final = np.array([change.after for change in RESTORATIONS], np.uint8)

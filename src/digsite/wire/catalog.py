"""What pages know of a game before it starts: tables that its rules use, as data that comes with the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from typing_extensions import TypedDict

from digsite.games.marajoara.holdings import (
    HOLDINGS,
    RESTORATION_FIRST,
    RESTORATION_FRAGMENT,
    RESTORATIONS,
)
from digsite.games.marajoara.record import (
    CART,
    FRAGMENT_COUNT,
    FRAGMENT_POINTS,
    FRAGMENTS,
    LAST_SPACE,
    PLACES,
    ROUNDS,
    TOKEN_SPACE,
    TRACKS,
)
from digsite.games.scarabya.record import LETTERS
from digsite.games.scarabya.tiles import POSES, Drawing, flipped, turned

if TYPE_CHECKING:
    from collections.abc import Callable


class Pose(TypedDict):
    """A look of a tile."""

    drawing: str
    """Its rows from the top; its anchor, which a move names, is the leftmost square of the lowest row."""
    turn: int
    """The pose after a quarter turn clockwise."""
    flip: int
    """The pose with left and right exchanged."""


def scarabya() -> dict[str, list[Pose]]:
    """Y4: return the poses of each tile, in the order of their numbers."""
    return {
        letter: [_pose(look, looks) for look in looks] for letter, looks in zip(LETTERS, POSES, strict=True)
    }


def _pose(look: Drawing, looks: list[Drawing]) -> Pose:
    return Pose(drawing=" ".join(look), turn=looks.index(turned(look, 1)), flip=looks.index(flipped(look)))


Gives: TypeAlias = Literal[
    "raise", "token", "points", "yellow_7", "red_7", "blue_7", "yellow_8", "red_8", "blue_8", "end"
]
SPECIAL: Final[dict[tuple[str, int], Gives]] = {
    ("yellow", 7): "yellow_7",
    ("red", 7): "red_7",
    ("blue", 7): "blue_7",
    ("yellow", 8): "yellow_8",
    ("red", 8): "red_8",
    ("blue", 8): "blue_8",
}
"""M23–M25: where the tracks differ."""


class Space(TypedDict):
    """What a space of a track gives."""

    gives: Gives
    """Unless it is points, `space_` and this is a key of the game's language files."""
    n: int
    """How many points, on dice or for the seat; 0 where it gives something else."""


class Ceramic(TypedDict):
    """What restores a fragment, and what that brings without neighbours."""

    points: int
    dice: list[int]
    """How many dice it may take."""
    least: int
    """Their sum, at least."""
    exact: bool
    """Whether it may be no more than that."""
    different: bool
    """Whether no two of them may be alike."""


class Printed(TypedDict):
    """What is printed on the boards."""

    spaces: dict[str, list[Space]]
    """Of each track, from the first to the last."""
    fragments: dict[str, Ceramic]
    places: int
    """Of each colour in a storage."""
    cart: int
    """The places of the cart."""
    rounds: int
    """Those of the game, and the places of a mission's round track."""


def marajoara() -> Printed:
    """M3–M6, M23–M25: return how many places there are, what fragments need and what the tracks give."""
    return Printed(
        spaces={track: [_space(track, space) for space in range(1, LAST_SPACE + 1)] for track in TRACKS},
        fragments={name: _ceramic(number) for number, name in enumerate(FRAGMENTS)},
        places=PLACES,
        cart=CART,
        rounds=ROUNDS,
    )


def _space(track: str, space: int) -> Space:
    """M23: the first six are alike on all tracks: a raise, or a token at first and then points."""
    if space == LAST_SPACE:
        return Space(gives="end", n=0)
    if space == TOKEN_SPACE:
        return Space(gives="token", n=0)
    if special := SPECIAL.get((track, space)):
        return Space(gives=special, n=0)
    return Space(gives="raise", n=(space + 1) // 2) if space % 2 else Space(gives="points", n=space - 1)


def _ceramic(fragment: int) -> Ceramic:
    """M5: read from all the ways to restore a fragment; those with doubled dice come after the plain ones."""
    plain = RESTORATION_FIRST[HOLDINGS * FRAGMENT_COUNT]
    ways = [RESTORATIONS[way].spent for way in range(plain) if RESTORATION_FRAGMENT[way] == fragment]
    sums = {sum(way) for way in ways}
    return Ceramic(
        points=FRAGMENT_POINTS[fragment],
        dice=sorted({len(way) for way in ways}),
        least=min(sums),
        exact=len(sums) == 1,
        different=max(map(len, ways)) > 1 and all(len(set(way)) == len(way) for way in ways),
    )


CATALOGS: Final[dict[str, Callable[[], Any]]] = {"scarabya": scarabya, "marajoara": marajoara}
"""The games that have one."""

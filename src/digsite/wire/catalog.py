"""What pages know of a game before it starts: tables that its rules use, as data that comes with the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from typing_extensions import TypedDict

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


CATALOGS: Final[dict[str, Callable[[], dict[str, list[Pose]]]]] = {"scarabya": scarabya}
"""The games that have one."""

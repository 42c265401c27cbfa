"""M29–M31: the objectives of the eight missions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from digsite.core.names import Objective
from digsite.games.marajoara.record import (
    ALL_FRAGMENTS,
    FRAGMENT_COUNT,
    FRAGMENTS,
    GRID,
    LAST_SPACE,
    MISSIONS,
    OVER,
    SQUARES,
    TOKENS,
    TRACKS,
)

if TYPE_CHECKING:
    import numpy as np

    from digsite.core.names import Position

FRAGMENT, ALL_RESTORED, END, SLOT, STAR, ALL_COLLECTED, SCORE = (
    "fragment",
    "fragments",
    "end",
    "slot",
    "star",
    "tokens",
    "score",
)
"""What an objective is about."""

HARDER: Final = 10
"""M30: what is added to every score."""

_OBJECTIVES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "none": (),
    "1": ((FRAGMENT, "9"), (END, "yellow"), (SLOT, "4"), (SCORE, "50")),
    "2": ((ALL_RESTORED, str(FRAGMENT_COUNT)), (END, "blue"), (END, "yellow"), (SCORE, "50")),
    "3": ((END, "yellow"), (END, "red"), (SLOT, "5"), (SCORE, "50")),
    "4": ((STAR, ""), (SLOT, "2"), (SCORE, "60")),
    "5": ((SLOT, "3"), (SCORE, "50")),
    "6": ((SCORE, "50"),),
    "7": ((SCORE, "30"),),
    "8": ((ALL_COLLECTED, str(TOKENS)), (SCORE, "35")),
}
"""M31: each with what it is about and which one; a star stands for every starred square."""


def target_score(mission: str) -> int:
    """M31: return the score that a mission asks for; 0 without one."""
    return next((int(which) for what, which in _OBJECTIVES[mission] if what == SCORE), 0)


def objectives(pos: Position) -> tuple[Objective, ...]:
    """M31: return the objectives of a position's mission, each with whether it is met."""
    if not pos["mission"].item():
        return ()
    p = pos[0]
    pairs = [pair for listed in _OBJECTIVES[MISSIONS[p["mission"]]] for pair in _spelled(p, *listed)]
    return tuple(Objective(_key(what, which), which, _is_met(p, what, which)) for what, which in pairs)


def _key(what: str, which: str) -> str:
    """Return the key of an objective's sentence; tracks have one each."""
    return f"{what}_{which}" if what == END else what


def _spelled(p: np.void, what: str, which: str) -> list[tuple[str, str]]:
    """M30, M31: name the starred squares, and raise the score where it is harder."""
    if what == STAR:
        return [(STAR, GRID.name(square)) for square in range(SQUARES) if int(p["stars"]) >> square & 1]
    if what == SCORE and p["harder"]:
        return [(SCORE, str(int(which) + HARDER))]
    return [(what, which)]


def _is_met(p: np.void, what: str, which: str) -> bool:
    """M30: what is collected stays collected; the score counts when the game is over."""
    if what == SCORE:
        return bool(p["stage"] == OVER and p["points"][0] >= int(which))
    if what == END:
        return bool(p["disc"][0, TRACKS.index(which)] == LAST_SPACE)
    if what == SLOT:
        return bool(p["most_vases"][0] >= int(which))
    if what == STAR:
        square = GRID.square(which)
        return square is not None and not int(p["unreached"]) >> square & 1
    if what == ALL_COLLECTED:
        return not p["reserve"][0] and not p["museum_tokens"][0]
    needed = ALL_FRAGMENTS if what == ALL_RESTORED else 1 << FRAGMENTS.index(which)
    return bool(p["restored"][0] & needed == needed)

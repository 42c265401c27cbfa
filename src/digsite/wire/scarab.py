"""A view of SCARAB on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from pydantic import BaseModel

from digsite.games.scarab.notation import kind_text, stone_text
from digsite.games.scarab.record import ANKH, COLUMN, EITHER, EMPTY, GRID, KINDS, ROW, VALUES

if TYPE_CHECKING:
    from digsite.core.names import View

LINES: Final[dict[int, Literal["either", "row", "column"]]] = {
    EITHER: "either",
    ROW: "row",
    COLUMN: "column",
}
STONES: Final = {
    (value, star): "" if value == EMPTY else "ankh" if value == ANKH else stone_text(value, starred=bool(star))
    for value in range(-128, 128)
    for star in (0, 1)
}
KIND_ORDER: Final = sorted(range(KINDS), key=lambda kind: -(kind % VALUES))
"""From the best stone down."""
KIND_TEXTS: Final = [kind_text(kind) for kind in range(KINDS)]


class ScarabView(BaseModel):
    """The board, the priest and the hands: everything lies open."""

    width: int
    """Rows and columns in play: 10, or the inner 8."""
    stones: list[str]
    """Of each square, a1 to j10 row by row: nothing, `ankh`, or a stone such as `+5` or `-3*`."""
    priest: str
    line: Literal["either", "row", "column"]
    """The line of the next move."""
    choosing: bool
    """Whether the seat to move has taken an ankh and may put a stone back."""
    hands: list[dict[str, int]]
    """How many stones of each kind every seat has taken, the best first."""
    teams: bool
    deflection: bool


def scarab_view(view: View) -> ScarabView:
    """Return a view as data."""
    p = view[0]
    hands = p["hand"][: int(p["seats"])].tolist()
    return ScarabView.model_construct(
        width=int(p["width"]),
        stones=[STONES[pair] for pair in zip(p["stone"].tolist(), p["star"].tolist(), strict=True)],
        priest=GRID.name(int(p["priest"])),
        line=LINES[int(p["line"])],
        choosing=bool(p["ankh"]),
        hands=[{KIND_TEXTS[kind]: hand[kind] for kind in KIND_ORDER if hand[kind]} for hand in hands],
        teams=bool(p["teams"]),
        deflection=bool(p["deflection"]),
    )

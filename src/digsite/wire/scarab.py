"""A view of SCARAB, and the moves of a seat, as data."""

from __future__ import annotations

from itertools import compress
from operator import itemgetter
from typing import TYPE_CHECKING, Final, Literal

from typing_extensions import TypedDict

from digsite.games.scarab.notation import LINES, Line, kind_text, stone_text, text_of
from digsite.games.scarab.record import (
    ANKH,
    EMPTY,
    GRID,
    HIGHEST,
    KINDS,
    SQUARES,
    VALUES,
)
from digsite.wire import LegalMove, legal_moves, shown

if TYPE_CHECKING:
    from digsite.core.game import Game
    from digsite.core.names import Position, Seat, View

NAMES: Final = [GRID.name(square) for square in range(SQUARES)]
STONES: Final = {
    **{value: stone_text(value, starred=False) for value in range(-HIGHEST, HIGHEST + 1)},
    ANKH: "ankh",
    EMPTY: "",
}
_ORDER: Final = sorted(range(KINDS), key=lambda kind: -(kind % VALUES))
BEST_FIRST: Final = itemgetter(*_ORDER)
"""Puts what is known of each kind of stone in order."""
KIND_TEXTS: Final = BEST_FIRST([kind_text(kind) for kind in range(KINDS)])


@shown
class ScarabView(TypedDict):
    """The board, the priest and the hands: everything lies open."""

    game: Literal["scarab"]
    width: int
    """Rows and columns in play: 10, from a1 to j10, or in the short game the inner 8, from b2 to i9."""
    stones: list[str]
    """What lies on each square: nothing, `ankh`, or a stone such as `+5` or, with a star, `-3*`.

    The squares come row by row, a1, b1 … j10, also in the short game, where nothing lies on the rim.
    """
    priest: str
    """The square that the priest stands on."""
    line: Line
    """The line that the next move goes along."""
    choosing: bool
    """Whether the seat to move has taken an ankh and may put a stone back."""
    hands: list[dict[str, int]]
    """How many stones of each kind every seat has taken, the best first."""
    teams: bool
    """Whether seats 0 and 1 play together against seats 2 and 3."""
    deflection: bool
    """Whether the priest may turn at stars."""


def scarab_view(view: View) -> ScarabView:
    """Return a view as data."""
    return {
        "game": "scarab",
        "width": view["width"].item(),
        "stones": _stones(view["stone"][0].tolist(), view["star"][0].tolist()),
        "priest": NAMES[view["priest"].item()],
        "line": LINES[view["line"].item()],
        "choosing": bool(view["ankh"].item()),
        "hands": [_hand(hand) for hand in view["hand"][0, : view["seats"].item()].tolist()],
        "teams": bool(view["teams"].item()),
        "deflection": bool(view["deflection"].item()),
    }


def _stones(values: list[int], stars: list[int]) -> list[str]:
    stones = list(map(STONES.__getitem__, values))
    for square in compress(range(SQUARES), stars):
        stones[square] += "*"
    return stones


def _hand(counts: list[int]) -> dict[str, int]:
    best_first = BEST_FIRST(counts)
    return dict(compress(zip(KIND_TEXTS, best_first, strict=True), best_first))


def scarab_moves(game: Game, pos: Position, seat: Seat) -> list[LegalMove]:
    """Return the legal moves of a seat."""
    return legal_moves([text_of(move) for move in game.legal(pos, seat)], game.gains(pos, seat))

"""A view of SCARAB, and the moves of a seat, as data."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from digsite.core.names import Move, Position
from digsite.games.scarab.notation import LINES, kind_text, move_text, stone_text
from digsite.games.scarab.record import (
    ANKH,
    EMPTY,
    GRID,
    HIGHEST,
    KEEP,
    KINDS,
    POSITION,
    SQUARES,
    VALUES,
)
from digsite.wire import Data, LegalMove, fields_of, legal_move

if TYPE_CHECKING:
    from digsite.core.game import Game
    from digsite.core.names import Seat, View

NAMES: Final = [GRID.name(square) for square in range(SQUARES)]
STONES: Final = {
    **{value: stone_text(value, starred=False) for value in range(-HIGHEST, HIGHEST + 1)},
    ANKH: "ankh",
    EMPTY: "",
}
BEST_FIRST: Final = [
    (kind, kind_text(kind)) for kind in sorted(range(KINDS), key=lambda kind: -(kind % VALUES))
]
"""The kinds of stones with their texts."""
ANYWHERE: Final = Position(np.zeros(1, POSITION))
MOVE_TEXTS: Final = [move_text(ANYWHERE, Move(move)) for move in range(KEEP + 1)]
"""The texts of all moves, which are the same in every position."""


class ScarabView(Data):
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
    line: Literal["either", "row", "column"]
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
    p = fields_of(view)
    return ScarabView.model_construct(
        game="scarab",
        width=p["width"],
        stones=_stones(p["stone"], p["star"]),
        priest=NAMES[p["priest"]],
        line=LINES[p["line"]],
        choosing=p["ankh"],
        hands=[_hand(hand) for hand in p["hand"][: p["seats"]]],
        teams=p["teams"],
        deflection=p["deflection"],
    )


def _stones(values: list[int], stars: list[int]) -> list[str]:
    stones = [STONES[value] for value in values]
    for square in compress(range(SQUARES), stars):
        stones[square] += "*"
    return stones


def _hand(counts: list[int]) -> dict[str, int]:
    return {text: counts[kind] for kind, text in BEST_FIRST if counts[kind]}


def scarab_moves(game: Game, pos: Position, seat: Seat) -> list[LegalMove]:
    """Return the legal moves of a seat."""
    texts = [MOVE_TEXTS[move] for move in game.legal(pos, seat)]
    return list(map(legal_move, texts, game.gains(pos, seat)))

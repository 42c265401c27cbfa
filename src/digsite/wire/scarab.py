"""A view of SCARAB, the moves of a seat and what a move did, as JSON: compiled code writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from typing_extensions import TypedDict

from digsite.games.scarab.notation import Line  # noqa: TC001 - pydantic reads the annotations
from digsite.games.scarab.writing import MOVES, TELLS, VIEWS
from digsite.wire import shown

if TYPE_CHECKING:
    from digsite.core.game import Game
    from digsite.core.names import Move, Position, Seat, View


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


def scarab_view(view: View) -> bytes:
    """Return a view."""
    return VIEWS.written(view)


def scarab_moves(game: Game, pos: Position, seat: Seat) -> bytes:  # noqa: ARG001 - there is one SCARAB
    """Return the legal moves of a seat, with what each brings."""
    return MOVES.written(pos, seat)


def scarab_tells(
    game: Game,  # noqa: ARG001
    before: Position,
    seat: Seat,
    move: Move,
    after: Position,  # noqa: ARG001 - it follows from the move
    to: Seat | None,  # noqa: ARG001 - everything lies open
) -> bytes:
    """Return what a move did."""
    return TELLS.written(before, seat, move)

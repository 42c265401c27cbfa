"""The encoders of all games, by key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

from pydantic import Field

from digsite.wire import LegalMove
from digsite.wire.marajoara import MarajoaraMove, MarajoaraView, marajoara_moves, marajoara_view
from digsite.wire.raw import encode
from digsite.wire.scarab import ScarabView, scarab_moves, scarab_tells, scarab_view
from digsite.wire.scarabya import ScarabyaMove, ScarabyaView, scarabya_moves, scarabya_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from digsite.core.game import Game
    from digsite.core.names import Move, Position, Seat, View

GameView: TypeAlias = Annotated[ScarabyaView | ScarabView | MarajoaraView, Field(discriminator="game")]
"""A view of any game: `game` tells which."""

Moves: TypeAlias = list[ScarabyaMove] | list[MarajoaraMove] | list[LegalMove]
"""The legal moves of a seat, in the order of the rules."""


Tells: TypeAlias = "Callable[[Game, Position, Seat, Move, Position, Seat | None], bytes]"
"""What `Game.tell` takes, after the game itself."""


@dataclass(frozen=True, slots=True)
class Encoder:
    """How a game goes over the wire: as JSON."""

    view: Callable[[View], bytes]
    """Makes JSON of a view: all that pages ever get of a position."""
    moves: Callable[[Game, Position, Seat], bytes]
    """Makes JSON of the legal moves of a seat, for that seat alone."""
    tells: Tells
    """Makes JSON of what a move did, as a seat or a spectator may hear of it."""
    is_open: bool = False
    """Whether nothing is ever hidden: everybody sees and hears the same, so it is encoded once."""


def told(game: Game, before: Position, seat: Seat, move: Move, after: Position, to: Seat | None) -> bytes:
    """Return what a move did, as the game tells it."""
    return encode(game.tell(before, seat, move, after, to))


ENCODERS: Final[dict[str, Encoder]] = {
    "scarabya": Encoder(lambda view: encode(scarabya_view(view)), scarabya_moves, told),
    "scarab": Encoder(scarab_view, scarab_moves, scarab_tells, is_open=True),
    "marajoara": Encoder(
        lambda view: encode(marajoara_view(view)),
        lambda game, pos, seat: encode(marajoara_moves(game, pos, seat)),
        told,
        is_open=True,
    ),
}

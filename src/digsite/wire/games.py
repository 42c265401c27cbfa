"""The encoders of all games, by key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

from pydantic import Field

from digsite.wire import LegalMove
from digsite.wire.marajoara import MarajoaraMove, MarajoaraView, marajoara_moves, marajoara_view
from digsite.wire.raw import encode
from digsite.wire.scarab import ScarabView, scarab_moves, scarab_view
from digsite.wire.scarabya import ScarabyaMove, ScarabyaView, scarabya_moves, scarabya_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from digsite.core.game import Game
    from digsite.core.names import Position, Seat, View

GameView: TypeAlias = Annotated[ScarabyaView | ScarabView | MarajoaraView, Field(discriminator="game")]
"""A view of any game: `game` tells which."""

Moves: TypeAlias = list[ScarabyaMove] | list[MarajoaraMove] | list[LegalMove]
"""The legal moves of a seat, in the order of the rules."""


@dataclass(frozen=True, slots=True)
class Encoder:
    """How a game goes over the wire: as JSON."""

    view: Callable[[View], bytes]
    """Makes JSON of a view: all that pages ever get of a position."""
    moves: Callable[[Game, Position, Seat], bytes]
    """Makes JSON of the legal moves of a seat, for that seat alone."""
    is_open: bool = False
    """Whether nothing is ever hidden: everybody sees and hears the same, so it is encoded once."""


def _plain(view: Callable[[View], GameView], moves: Callable[[Game, Position, Seat], Moves]) -> Encoder:
    """Return the encoder of a game that makes data of its views and moves."""
    return Encoder(lambda seen: encode(view(seen)), lambda game, pos, seat: encode(moves(game, pos, seat)))


ENCODERS: Final[dict[str, Encoder]] = {
    "scarabya": _plain(scarabya_view, scarabya_moves),
    "scarab": Encoder(scarab_view, scarab_moves, is_open=True),
    "marajoara": _plain(marajoara_view, marajoara_moves),
}

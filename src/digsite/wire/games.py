"""The encoders of all games, by key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

from pydantic import Field

from digsite.wire import LegalMove
from digsite.wire.marajoara import MarajoaraMove, MarajoaraView, marajoara_moves, marajoara_view
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
    """How a game goes over the wire."""

    view: Callable[[View], GameView]
    """Makes data of a view: all that pages ever get of a position."""
    moves: Callable[[Game, Position, Seat], Moves]
    """Makes data of the legal moves of a seat, for that seat alone."""


ENCODERS: Final[dict[str, Encoder]] = {
    "scarabya": Encoder(scarabya_view, scarabya_moves),
    "scarab": Encoder(scarab_view, scarab_moves),
    "marajoara": Encoder(marajoara_view, marajoara_moves),
}

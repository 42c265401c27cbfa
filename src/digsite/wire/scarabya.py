"""A view of Scarabya, and the moves of a seat, as data."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NotRequired

import numpy as np
from typing_extensions import TypedDict

from digsite.games.scarabya import kernel
from digsite.games.scarabya.record import DISCARDED, DUEL, GRID, LETTERS, MODES, NONE, NOT_YET, TILES
from digsite.games.scarabya.squares import names
from digsite.games.scarabya.telling import MAX_AREAS
from digsite.games.scarabya.tiles import ALL
from digsite.wire import LegalMove, fields_of, shown

if TYPE_CHECKING:
    from digsite.core.game import Game
    from digsite.core.names import Move, Position, Seat, View


@shown
class LaidTile(TypedDict):
    """A tile on a site."""

    tile: str
    """Its letter."""
    pose: int
    """How it is turned: the number behind the letter in a move."""
    squares: list[str]
    """What it covers; the first is its anchor, which a move names."""
    seat: int
    """Who laid it."""


@shown
class Area(TypedDict):
    """An excavation area: a few open squares that are closed in."""

    squares: list[str]
    scarabs: int
    """How many of its squares have a scarab."""
    points: int
    """What it is worth; in a solo game nobody gets that."""


@shown
class Site(TypedDict):
    """What a seat, or in a duel both of them, have built."""

    tiles: list[LaidTile]
    areas: list[Area]
    discarded: list[str]
    """Tiles that could not be laid."""
    has_chosen: bool
    """Whether its seat has chosen this round, and waits for the others."""
    chosen: LaidTile | None
    """What was chosen, for the seat itself only; it is laid when all have chosen."""


@shown
class ScarabyaView(TypedDict):
    """The site that all build on, what each has built, and the cards."""

    game: Literal["scarabya"]
    mode: Literal["base", "duel", "solo"]
    rocks: list[str]
    """The squares with a rock, alike on all sites."""
    scarabs: list[str]
    """The squares with a scarab, alike on all sites; tiles cover some of them."""
    sites: list[Site]
    """One for each seat; in a duel one for both."""
    card: str | None
    """The tile to lay now."""
    turned: list[str]
    """The tiles whose cards were turned, the last one last."""
    deck: list[str]
    """The tiles whose cards are still to come."""
    order_known: bool
    """Whether they will come in just this order."""


def scarabya_view(view: View) -> ScarabyaView:
    """Return a view as data."""
    p = fields_of(view)
    to_come = [tile for tile in p["order"][p["drawn"] :] if tile != NONE]
    left = [tile for tile in range(TILES) if p["deck"] >> tile & 1]
    return ScarabyaView(
        game="scarabya",
        mode=MODES[p["mode"]],
        rocks=_names(*p["rocks"]),
        scarabs=_names(*p["scarabs"]),
        sites=[_site(view, p, site) for site in range(1 if p["mode"] == DUEL else p["seats"])],
        card=None if p["card"] == NONE else LETTERS[p["card"]],
        turned=[LETTERS[tile] for tile in p["order"][: p["drawn"]]],
        deck=[LETTERS[tile] for tile in to_come or left],
        order_known=bool(to_come),
    )


def _site(view: View, p: dict[str, Any], site: int) -> Site:
    builders = range(p["seats"]) if p["mode"] == DUEL else (site,)
    built = [(placement, seat) for seat in builders for placement in p["placement"][seat]]
    chosen = p["chosen"][site]
    return Site(
        tiles=[_laid_tile(placement, seat) for placement, seat in built if placement >= 0],
        areas=_closed_areas(view, site),
        discarded=[LETTERS[at % TILES] for at, (placement, _) in enumerate(built) if placement == DISCARDED],
        has_chosen=chosen != NOT_YET,
        chosen=_laid_tile(chosen, site) if chosen >= 0 else None,
    )


@lru_cache(maxsize=1 << 14)
def _laid_tile(placement: int, seat: int) -> LaidTile:
    laid = ALL[placement]
    squares = [GRID.name(square) for square in laid.squares]
    return LaidTile(tile=LETTERS[laid.tile], pose=laid.pose, squares=squares, seat=seat)


def _closed_areas(view: View, site: int) -> list[Area]:
    found = np.empty((MAX_AREAS, 3), np.uint64)
    count = kernel.closed_areas(view, site, found)
    return [_area(*row) for row in found[:count].tolist()]


@lru_cache(maxsize=1 << 14)
def _area(low: int, high: int, points: int) -> Area:
    """Y9: each scarab is worth as many points as the area has squares."""
    squares = _names(low, high)
    return Area(squares=squares, scarabs=points // len(squares), points=points)


@lru_cache(maxsize=1 << 14)
def _names(low: int, high: int) -> list[str]:
    return names((low, high))


@shown
class ScarabyaMove(LegalMove):
    """A move as the seat that may make it gets it, with what it closes."""

    areas: NotRequired[list[Area]]
    """The excavation areas that it closes; left out where it closes none."""


def scarabya_moves(game: Game, pos: Position, seat: Seat) -> list[ScarabyaMove]:
    """Return the legal moves of a seat."""
    found = np.empty((MAX_AREAS, 3), np.uint64)
    return [
        _closing(move, points, found[:count].tolist())
        if (count := kernel.areas(pos, seat, move, found))
        else _laying(move, points)
        for move, points in zip(game.legal(pos, seat), game.gains(pos, seat), strict=True)
    ]


def _closing(move: Move, points: int, areas: list[list[int]]) -> ScarabyaMove:
    return ScarabyaMove(text=ALL[move].text, points=points, areas=[_area(*area) for area in areas])


@lru_cache(maxsize=1 << 14)
def _laying(move: Move, points: int) -> ScarabyaMove:
    """Return a move that closes nothing."""
    return ScarabyaMove(text=ALL[move].text, points=points)

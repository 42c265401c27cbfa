"""A view of Scarabya, and the moves of a seat, as data."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, NotRequired

import numpy as np
from typing_extensions import TypedDict

from digsite.core.names import Position, View
from digsite.games.scarabya.record import (
    DISCARDED,
    DUEL,
    GRID,
    LETTERS,
    MAX_SEATS,
    MODES,
    NONE,
    NOT_YET,
    POSITION,
    SIDE,
    SOLO,
    TILES,
)
from digsite.games.scarabya.squares import names, words
from digsite.games.scarabya.telling import CLOSED_AREAS, MAX_AREAS
from digsite.games.scarabya.tiles import ALL
from digsite.games.scarabya.writing import MOVES
from digsite.wire import LegalMove, fields_of, shown, span

if TYPE_CHECKING:
    from digsite.core.game import Game
    from digsite.core.names import Seat

ON_SITE: Final = frozenset(range(SIDE))
"""The rows, or columns, of a site."""
CHOICES: Final = span(POSITION, "chosen")
NO_CHOICES: Final = np.full(MAX_SEATS, NOT_YET, POSITION["chosen"].base).tobytes()


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
class ClosedArea(Area):
    """An excavation area of a site, with how it came about."""

    tile: str | None
    """The tile that closed it; none where rocks and frame did."""
    seat: int | None
    """Who gets its points; nobody in a solo game, nor in a duel for what rocks and frame closed."""


@shown
class Site(TypedDict):
    """What a seat, or in a duel both of them, have built."""

    tiles: list[LaidTile]
    """The last one that was laid is the last."""
    areas: list[ClosedArea]
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
    bonus: list[int]
    """What each seat got at the end of a duel for scarabs left lying."""


def scarabya_view(view: View) -> ScarabyaView:
    """Return a view as data: what lies on the table, which others see as well, and this round's choices."""
    record = view.tobytes()
    table = _table(record[: CHOICES.start] + NO_CHOICES + record[CHOICES.stop :])
    choices: list[int] = view["chosen"].tolist()[0]
    sites = [_with_choice(site, number, choices[number]) for number, site in enumerate(table["sites"])]
    return {**table, "sites": sites}


def _with_choice(site: Site, number: int, chosen: int) -> Site:
    laid = _laid_tile(chosen, number) if chosen >= 0 else None
    return {**site, "has_chosen": chosen != NOT_YET, "chosen": laid}


@lru_cache(maxsize=1 << 10)
def _table(record: bytes) -> ScarabyaView:
    """Return a view without choices: it stays as it is while seats choose, and is alike for all of them."""
    view = View(Position(np.frombuffer(bytearray(record), POSITION)))
    p = fields_of(view)
    to_come = [tile for tile in p["order"][p["drawn"] :] if tile != NONE]
    left = [tile for tile in range(TILES) if p["deck"] >> tile & 1]
    sites = [_site(view, p, site) for site in range(1 if p["mode"] == DUEL else p["seats"])]
    return ScarabyaView(
        game="scarabya",
        mode=MODES[p["mode"]],
        rocks=_names(*p["rocks"]),
        scarabs=_names(*p["scarabs"]),
        sites=sites,
        card=None if p["card"] == NONE else LETTERS[p["card"]],
        turned=[LETTERS[tile] for tile in p["order"][: p["drawn"]]],
        deck=[LETTERS[tile] for tile in to_come or left],
        order_known=bool(to_come),
        bonus=_bonus(p, sites),
    )


def _site(view: View, p: dict[str, Any], site: int) -> Site:
    seats = range(p["seats"]) if p["mode"] == DUEL else (site,)
    drawn = p["order"][: p["drawn"]]
    built = [(p["placement"][seat][tile], seat) for tile in drawn for seat in seats]
    laid = [(placement, seat) for placement, seat in built if placement >= 0]
    return Site(
        tiles=[_laid_tile(placement, seat) for placement, seat in laid],
        areas=_closed_areas(view, p["mode"], site, laid),
        discarded=[LETTERS[t] for t in drawn if DISCARDED in (p["placement"][seat][t] for seat in seats)],
        has_chosen=False,
        chosen=None,
    )


def _bonus(p: dict[str, Any], sites: list[Site]) -> list[int]:
    """Y18, Y19: in a duel, points that no area brought can only be the bonus."""
    if p["mode"] != DUEL:
        return [0] * p["seats"]
    points: list[int] = p["points"][: p["seats"]]
    for area in sites[0]["areas"]:
        if area["seat"] is not None:
            points[area["seat"]] -= area["points"]
    return points


@lru_cache(maxsize=1 << 14)
def _laid_tile(placement: int, seat: int) -> LaidTile:
    laid = ALL[placement]
    squares = [GRID.name(square) for square in laid.squares]
    return LaidTile(tile=LETTERS[laid.tile], pose=laid.pose, squares=squares, seat=seat)


def _closed_areas(view: View, mode: int, site: int, laid: list[tuple[int, int]]) -> list[ClosedArea]:
    found = np.empty((MAX_AREAS, 3), np.uint64)
    count = CLOSED_AREAS.run(view, site, found)
    return [_closed_area(mode, site, laid, *row) for row in found[:count].tolist()]


def _closed_area(
    mode: int, site: int, laid: list[tuple[int, int]], low: int, high: int, points: int
) -> ClosedArea:
    """Y9: the last tile beside an area closed it: before, its squares hung together with the tile's five."""
    closers = ((placement, seat) for placement, seat in reversed(laid) if _is_beside(placement, low, high))
    placement, seat = next(closers, (NONE, None))
    tile = None if placement == NONE else LETTERS[ALL[placement].tile]
    owner = None if mode == SOLO else seat if mode == DUEL else site
    return ClosedArea(**_area(low, high, points), tile=tile, seat=owner)


def _is_beside(placement: int, low: int, high: int) -> bool:
    beside_low, beside_high = _beside(placement)
    return (beside_low & low | beside_high & high) != 0


@lru_cache(maxsize=1 << 12)
def _beside(placement: int) -> tuple[int, int]:
    """Return the squares that share a side with a tile, and its own, as two words."""
    cells = [divmod(square, SIDE) for square in ALL[placement].squares]
    steps = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))
    grown = {(row + up, column + right) for row, column in cells for up, right in steps}
    return words(row * SIDE + column for row, column in grown if {row, column} <= ON_SITE)


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


def scarabya_moves(game: Game, pos: Position, seat: Seat) -> bytes:  # noqa: ARG001 - there is one Scarabya
    """Return the legal moves of a seat, as JSON."""
    return MOVES.written(pos, seat)

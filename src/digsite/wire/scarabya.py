"""A view of Scarabya on the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from pydantic import BaseModel

from digsite.games.scarabya.record import BASE, DISCARDED, DUEL, GRID, LETTERS, NONE, NOT_YET, SOLO, TILES
from digsite.games.scarabya.squares import names
from digsite.games.scarabya.telling import closed_areas
from digsite.games.scarabya.tiles import ALL

if TYPE_CHECKING:
    from typing import Any

    from digsite.core.names import View

MODES: Final[dict[int, Literal["base", "duel", "solo"]]] = {BASE: "base", DUEL: "duel", SOLO: "solo"}


class LaidTile(BaseModel):
    """A tile on a site."""

    tile: str
    pose: int
    squares: list[str]
    seat: int
    """Who laid it."""


class Area(BaseModel):
    """An excavation area."""

    squares: list[str]
    scarabs: int
    points: int


class Site(BaseModel):
    """What somebody, or in a duel both, have built."""

    tiles: list[LaidTile]
    areas: list[Area]
    discarded: list[str]
    """Tiles that could not be laid."""
    chosen: str | None
    """This round's placement, as far as one may know it."""


class ScarabyaView(BaseModel):
    """The site that all build on, what each has built, and the cards."""

    mode: Literal["base", "duel", "solo"]
    rocks: list[str]
    scarabs: list[str]
    sites: list[Site]
    """One for each seat; in a duel one for both."""
    card: str | None
    """The tile to lay now."""
    deck: list[str]
    """The cards still in it, in order where that is known."""
    order_known: bool


def scarabya_view(view: View) -> ScarabyaView:
    """Return a view as data."""
    p = view[0]
    duel = p["mode"] == DUEL
    known = [LETTERS[tile] for tile in p["order"][int(p["drawn"]) :].tolist() if tile != NONE]
    left = [LETTERS[tile] for tile in range(TILES) if int(p["deck"]) >> tile & 1]
    return ScarabyaView(
        mode=MODES[int(p["mode"])],
        rocks=names(p["rocks"]),
        scarabs=names(p["scarabs"]),
        sites=[_site(view, site) for site in range(1 if duel else int(p["seats"]))],
        card=None if p["card"] == NONE else LETTERS[int(p["card"])],
        deck=known or left,
        order_known=bool(known),
    )


def _site(view: View, site: int) -> Site:
    p = view[0]
    seats = range(int(p["seats"])) if p["mode"] == DUEL else (site,)
    chosen = int(p["chosen"][site])
    return Site(
        tiles=[tile for seat in seats for tile in _tiles(p["placement"][seat].tolist(), seat)],
        areas=[Area(**area) for area in closed_areas(view, site)],
        discarded=[
            LETTERS[tile]
            for seat in seats
            for tile, placement in enumerate(p["placement"][seat].tolist())
            if placement == DISCARDED
        ],
        chosen=None if chosen == NOT_YET else ALL[chosen].text,
    )


def _tiles(placements: list[Any], seat: int) -> list[LaidTile]:
    return [
        LaidTile(
            tile=LETTERS[tile],
            pose=ALL[placement].pose,
            squares=[GRID.name(square) for square in ALL[placement].squares],
            seat=seat,
        )
        for tile, placement in enumerate(placements)
        if placement >= 0
    ]

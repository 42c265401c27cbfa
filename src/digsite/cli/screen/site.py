"""A Scarabya site as a mosaic: tiles as blocks of colour, each square with its tile's letter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from digsite.cli.screen.mosaic import Cell, Mosaic
from digsite.games.scarabya.record import DUEL, GRID, LETTERS, SIDE, TILES
from digsite.games.scarabya.squares import squares
from digsite.games.scarabya.telling import closed_areas
from digsite.games.scarabya.tiles import ALL

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from digsite.cli.screen import Scene
    from digsite.core.names import Seat

SEATS: Final = (
    ("#e0a458", "#c98a3e", "#eebd7d", "#b3752f"),  # desert
    ("#7dbb67", "#5f9e4c", "#9ad184", "#4a8539"),  # forest
    ("#e58a83", "#cf6b6d", "#f2a9a0", "#b85460"),  # reef
    ("#a8cfe6", "#86b4d1", "#c6e2f2", "#6c9cbd"),  # ice
)
"""The colours of each seat: neighbouring tiles get different ones."""

SAND: Final = ("#4a4030", "#504635")
CENTRE: Final = "#5e5238"
CLOSED: Final = "#0f6f68"
ROCK: Final = "#2b2723"
GOLD: Final = "bold #ffcc33"
RIM: Final = "#b89b62"
MARK: Final = "bold #ffffff"
MOST_SHOWN: Final = 9


@dataclass(frozen=True)
class Laid:
    """A tile on a site."""

    tile: int
    seat: int
    squares: tuple[int, ...]
    is_chosen: bool
    """Laid by this seat, but the round is not over (Y13)."""


def laid_tiles(view: Any, site: int) -> list[Laid]:
    """Return the tiles of a site, with the one that is chosen if these eyes may see it."""
    p = view[0]
    seats = range(int(p["seats"])) if p["mode"] == DUEL else (site,)
    done = [(seat, int(p["placement"][seat, tile]), False) for seat in seats for tile in range(TILES)]
    open_ = [(seat, int(p["chosen"][seat]), True) for seat in seats]
    return [
        Laid(ALL[placement].tile, seat, ALL[placement].squares, is_chosen=is_chosen)
        for seat, placement, is_chosen in (*done, *open_)
        if placement >= 0
    ]


def shades(laid: Iterable[Laid]) -> dict[int, str]:
    """Return a colour for each covered square, so that tiles side by side can be told apart."""
    colors: dict[int, str] = {}
    for tile in laid:
        beside = {colors.get(near) for square in tile.squares for near in neighbours(square)}
        free = [color for color in SEATS[tile.seat] if color not in beside]
        colors |= dict.fromkeys(tile.squares, (free or SEATS[tile.seat])[0])
    return colors


def neighbours(square: int) -> list[int]:
    """Return the squares that share a side with one."""
    row, column = divmod(square, SIDE)
    near = ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column))
    return [r * SIDE + c for r, c in near if 0 <= r < SIDE and 0 <= c < SIDE]


def area_sizes(view: Any, site: int) -> dict[str, int]:
    """Y9: return, for the name of each closed square, how many squares its area has."""
    areas = (area["squares"] for area in closed_areas(view, site))
    return {name: len(names) for names in areas for name in names}


def draw_site(scene: Scene, site: Seat, width: int) -> Mosaic:
    """Return a site with cells of that width."""
    painter = Painter(scene, site, width)
    rows = range(SIDE)
    return Mosaic(
        [[painter.cell(row * SIDE + column) for column in rows] for row in reversed(rows)],
        [str(row + 1) for row in reversed(rows)],
        [GRID.name(column)[0].center(width) for column in rows],
        RIM,
    )


class Painter:
    """Draws the squares of one site."""

    def __init__(self, scene: Scene, site: Seat, width: int) -> None:
        p = scene.view[0]
        laid = laid_tiles(scene.view, site)
        self._site, self._width, self._look = site, width, scene.look
        self._tiles = {square: tile for tile in laid for square in tile.squares}
        self._shades = shades(laid)
        self._rocks, self._scarabs = set(squares(p["rocks"])), set(squares(p["scarabs"]))
        self._areas = area_sizes(scene.view, site)
        own = p["mode"] == DUEL or site == (scene.eyes or 0)
        self._marks = marks(scene) if own else {}

    def cell(self, square: int) -> Cell:
        """Return one square."""
        if square in self._tiles:
            tile = self._tiles[square]
            letter = LETTERS[tile.tile]
            style = "bold #1d1508" if square == tile.squares[0] else "#4a3a1c"
            small = tile.is_chosen or tile.seat != self._site  # in a duel, the second seat's
            return self._cell(letter.lower() if small else letter, style, self._shades[square])
        if square in self._rocks:
            return Cell(Text(self._glyph("▒", "#") * self._width, "#6e655a"), ROCK)
        if size := self._areas.get(GRID.name(square)):
            scored = square in self._scarabs
            mark = str(size) if scored else self._glyph("·", ",")
            return self._cell(mark, GOLD if scored else "#5fc9bd", CLOSED)
        return self._open(square)

    def _open(self, square: int) -> Cell:
        row, column = divmod(square, SIDE)
        ground = CENTRE if {row, column} <= {4, 5} and not self._tiles else SAND[(row + column) % 2]
        if square in self._marks:
            return self._cell(self._marks[square], MARK, "#8a5a12")
        if square in self._scarabs:
            return self._cell(self._glyph("¤", "S"), GOLD, ground)
        return self._cell(self._glyph("·", "."), "#7a6c50", ground)

    def _cell(self, mark: str, style: str, ground: str) -> Cell:
        return Cell(Text(mark.center(self._width), style), ground)

    def _glyph(self, fancy: str, plain: str) -> str:
        return fancy if self._look.unicode else plain


def marks(scene: Scene) -> Mapping[int, str]:
    """Return the anchors of the moves that somebody may mean, each with the points it brings."""
    if not len(scene.meant) or scene.eyes is None:
        return {}
    gains = dict(zip(scene.legal, scene.game.gains(scene.view, scene.eyes), strict=True))
    anchors: dict[int, int] = {}
    for move in scene.meant:
        square = ALL[move].squares[0]
        anchors[square] = max(anchors.get(square, 0), gains[move])
    return {square: str(min(gain, MOST_SHOWN)) if gain else "+" for square, gain in anchors.items()}

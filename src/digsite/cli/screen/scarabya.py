"""Scarabya on the terminal: sand and turquoise, gold beetles, the seats as desert, forest, reef and ice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.table import Table
from rich.text import Text

from digsite.cli.screen.mosaic import EDGE
from digsite.cli.screen.poses import anchor_mark, draw_poses
from digsite.cli.screen.site import SEATS, draw_site
from digsite.core import words
from digsite.core.names import Seat
from digsite.games.scarabya.record import DUEL, LETTERS, NONE, NOT_YET, SIDE, SOLO, TILES
from digsite.games.scarabya.squares import squares

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

    from digsite.cli.screen import Scene
    from digsite.core.names import Json, View

GAP: Final = 2
PANEL: Final = 34
WIDEST_PANEL: Final = 56
SMALL, NORMAL, ROOMY = 2, 3, 4
ROOMY_HEIGHT: Final = 36
SITE_HEIGHT: Final = 13
LOW: Final = 2 * SITE_HEIGHT + 8
"""Below this height there is no room for two rows of sites and the talk under them."""
SMALL_WIDTH: Final = SMALL * SIDE + EDGE


def draw(scene: Scene) -> RenderableType:
    """Return one's own site, the tile to lay beside it, and the sites of the others."""
    own, *others = _sites(scene)
    left, used = _own_site(scene, own, others=bool(others))
    small: list[RenderableType] = [_small(scene, seat) for seat in others]
    free = scene.look.width - used - GAP
    beside = free - len(others) * (SMALL_WIDTH + GAP)
    if others and beside >= PANEL:
        return _row([left, _panel(scene, beside - GAP), *small])
    if not scene.whole and scene.look.height < LOW:
        small = [Text("   ").append_text(Text("  ").join(_score(scene, seat) for seat in others))]
    if free >= PANEL:
        return Group(_row([left, _panel(scene, free)]), *_rows(scene, small))
    return Group(left, _panel(scene, scene.look.width), *_rows(scene, small))


def _own_site(scene: Scene, site: Seat, *, others: bool) -> tuple[RenderableType, int]:
    """Return the site as large as it may be, and its width."""
    height = scene.look.height - (SITE_HEIGHT if others else 0)
    roomy = height >= ROOMY_HEIGHT and scene.look.is_rich
    drawing = draw_site(scene, site, ROOMY if roomy else NORMAL)
    if drawing.width > scene.look.width:
        return _small(scene, site), SMALL_WIDTH
    return Group(_heading(scene, site), drawing.draw(roomy=roomy)), drawing.width


def ask(scene: Scene) -> str:
    """Return what is asked of the seat to move."""
    return scene.say("ask", tile=LETTERS[int(scene.view[0]["card"])], mark=anchor_mark(scene))


def told(view: View) -> list[str]:  # noqa: ARG001 - a Drawer's
    """Return nothing: the help of the game tells it all."""
    return []


def brings(view: View, data: Mapping[str, Json], language: str) -> str:
    """Return what a move brings, in a few words."""
    parts = []
    if view[0]["mode"] != SOLO:
        parts.append(words.say(language, "scarabya.brings_points", n=data["points"]))
    if data.get("buries"):
        parts.append(words.say(language, "scarabya.brings_buries", n=data["buries"]))
    return ", ".join(parts)


def _row(parts: list[RenderableType]) -> RenderableType:
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_row(*parts)
    return grid


def _rows(scene: Scene, parts: list[RenderableType]) -> list[RenderableType]:
    """Return small sites in as many rows as the width asks for."""
    count = max(1, scene.look.width // (SMALL_WIDTH + GAP))
    return [_row(parts[place : place + count]) for place in range(0, len(parts), count)]


def _sites(scene: Scene) -> list[Seat]:
    """Return the sites to draw, one's own first."""
    if scene.view[0]["mode"] == DUEL:
        return [Seat(0)]
    own = scene.eyes or Seat(0)
    return [own, *(Seat(seat) for seat in range(len(scene.names)) if seat != own)]


def _small(scene: Scene, seat: Seat) -> RenderableType:
    return Group(_heading(scene, seat), draw_site(scene, seat, SMALL).draw_small())


def _heading(scene: Scene, seat: Seat) -> Text:
    """Return whose site it is; a duel has one for both."""
    seats = range(len(scene.names)) if scene.view[0]["mode"] == DUEL else (seat,)
    return Text("   ").append_text(Text("  ").join(_score(scene, s) for s in seats))


def _score(scene: Scene, seat: int) -> Text:
    p = scene.view[0]
    thinks = seat in scene.game.movers(scene.view) and p["chosen"][seat] == NOT_YET
    mark = ("▶ " if scene.look.unicode else "> ") if thinks and len(scene.names) > 1 else ""
    total = f"/{len(squares(p['scarabs']))}" if p["mode"] == SOLO else ""
    style = f"bold {SEATS[seat][0]}"
    return Text(f"{mark}{scene.names[seat]}", style).append(f"  {p['points'][seat]}{total}", "bold")


def _panel(scene: Scene, width: int) -> RenderableType:
    """Return the tile to lay in all its poses, and the cards to come."""
    p = scene.view[0]
    width = min(width, WIDEST_PANEL)
    parts: list[RenderableType] = []
    if p["card"] != NONE:
        parts.append(draw_poses(scene, int(p["card"]), width))
    if cards := _to_come(scene):
        parts += [Text(), cards]
    return Group(*parts)


def _to_come(scene: Scene) -> Text | None:
    """Y14: return what is still in the deck; in order, where the order is known (Y20, Y22)."""
    p = scene.view[0]
    known = [int(tile) for tile in p["order"][int(p["drawn"]) :] if tile != NONE]
    left = known or [tile for tile in range(TILES) if int(p["deck"]) >> tile & 1]
    if not left:
        return None
    cards = " ".join(LETTERS[tile] for tile in left)
    return Text(scene.say("order_known" if known else "to_come", cards=cards), "dim")

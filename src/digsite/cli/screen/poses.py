"""A Scarabya tile in all its poses, with the numbers that moves name them by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from rich.console import Group
from rich.text import Text

from digsite.games.scarabya.record import LETTERS
from digsite.games.scarabya.tiles import ALL, POSES

if TYPE_CHECKING:
    from rich.console import RenderableType

    from digsite.cli.screen import Scene
    from digsite.games.scarabya.tiles import Drawing

BLOCK: Final = 2
GAP: Final = 2
FACE: Final = "#2fb5a8"
ANCHOR: Final = "bold #10302c on #ffcc33"
NO_ROOM: Final = "#4b5a58"


def draw_poses(scene: Scene, tile: int, width: int) -> RenderableType:
    """Return the poses side by side, in as many rows as the width asks for."""
    room = places(scene, tile)
    rows: list[list[list[Text]]] = [[]]
    used = 0
    for pose, drawing in enumerate(POSES[tile]):
        block = _pose(scene, f"{LETTERS[tile]}{pose}", drawing, fits=room[pose] > 0)
        wide = block[0].cell_len + GAP
        if used + wide > width and rows[-1]:
            rows.append([])
            used = 0
        rows[-1].append(block)
        used += wide
    return Group(
        *(_side_by_side(row) for row in rows), Text(scene.say("anchor", mark=anchor_mark(scene)), "dim")
    )


def anchor_mark(scene: Scene) -> str:
    """Return the sign on the square that a move names."""
    return "◆" if scene.look.unicode else "@"


def places(scene: Scene, tile: int) -> list[int]:
    """Return in how many places each pose fits."""
    poses = np.array([ALL[move].pose for move in scene.legal], np.int64)
    return [int(np.count_nonzero(poses == pose)) for pose in range(len(POSES[tile]))]


def _pose(scene: Scene, name: str, drawing: Drawing, *, fits: bool) -> list[Text]:
    """Return a heading and the drawing; the anchor, lowest row and leftmost in it, is marked."""
    width = max(len(name), len(drawing[0]) * BLOCK)
    lines = [Text(name.ljust(width), "bold" if fits else "dim")]
    for place, row in enumerate(drawing, 1):
        line = Text()
        for column, mark in enumerate(row):
            is_anchor = place == len(drawing) and column == row.index("#")
            line.append_text(_block(scene, is_tile=mark == "#", is_anchor=is_anchor, fits=fits))
        lines.append(line.append(" " * (width - line.cell_len)))
    return lines


def _block(scene: Scene, *, is_tile: bool, is_anchor: bool, fits: bool) -> Text:
    if not is_tile:
        return Text(" " * BLOCK)
    if not scene.look.is_rich:
        mark = anchor_mark(scene) if is_anchor else "#" if fits else ":"
        return Text(mark * BLOCK)
    if is_anchor:
        return Text("◆ ", ANCHOR if fits else f"on {NO_ROOM}")
    return Text(" " * BLOCK, f"on {FACE if fits else NO_ROOM}")


def _side_by_side(blocks: list[list[Text]]) -> Text:
    height = max(len(block) for block in blocks)
    lines = []
    for place in range(height):
        line = Text(no_wrap=True)
        for block in blocks:
            part = block[place] if place < len(block) else Text(" " * block[0].cell_len)
            line.append_text(part).append(" " * GAP)
        lines.append(line)
    return Text("\n").join(lines)

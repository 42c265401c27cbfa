"""SCARAB on the terminal: lapis and gold. Plus stones are bars, minus stones stand in angles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from digsite.cli.screen.mosaic import EDGE, Cell, Mosaic
from digsite.core import words
from digsite.games.scarab.notation import kind_text, stone_text
from digsite.games.scarab.record import (
    ANKH,
    COLUMN,
    EITHER,
    EMPTY,
    GO_VIA,
    GRID,
    KEEP,
    KINDS,
    PUT,
    ROW,
    SIDE,
    SQUARES,
    VALUES,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import RenderableType

    from digsite.cli.screen import Scene
    from digsite.core.names import Json, Moves, View

CELL: Final = 6
NARROW_CELL: Final = 5
BOARD: Final = ("#13205c", "#182a70")
PLUS: Final = {"": "#f0cf7a on #2c3c8c", "via": "#241a00 on #c8a04a", "go": "bold #241a00 on #ffd257"}
MINUS: Final = {"": "#d98c7a", "via": "#ffe5dc on #7c3540", "go": "bold #ffffff on #b5473c"}
TURQUOISE: Final = {"": "bold #45d6c5", "via": "#00302b on #2fa497", "go": "bold #00302b on #45e0cf"}
GOLD: Final = "#e9c46a"
PRIEST: Final = "bold #13205c on #ffffff"
FREE: Final = "bold #ffd257"
FAINT: Final = "#4a5aa8"
RIM: Final = "#c9a24a"
ARROWS: Final = {EITHER: ("✛", "+"), ROW: ("↔", "-"), COLUMN: ("↕", "|")}
PANEL: Final = 24
WIDEST_PANEL: Final = 40
ROOMY: Final = 34
"""From this height on every row of the board gets two lines."""


@dataclass(frozen=True)
class Targets:
    """The squares that the seat to move can touch."""

    go: frozenset[int]
    via: frozenset[int]
    put: frozenset[int]

    def how(self, square: int) -> str:
        """Tell how the priest gets to a square: straight, by a turn, or not at all."""
        if square in self.go:
            return "go"
        return "via" if square in self.via else ""


def targets(legal: Moves) -> Targets:
    """Return the squares of these moves."""
    return Targets(
        frozenset(move for move in legal if move < GO_VIA),
        frozenset((move - GO_VIA) % SQUARES for move in legal if GO_VIA <= move < PUT),
        frozenset((move - PUT) % SQUARES for move in legal if PUT <= move < KEEP),
    )


def draw(scene: Scene) -> RenderableType:
    """Return the board with the hands beside it, or below where the terminal is narrow."""
    board, hands = draw_board(scene), draw_hands(scene)
    roomy = scene.look.height >= ROOMY and scene.look.is_rich
    if scene.look.width < board.width + PANEL:
        return Group(board.draw(roomy=roomy), Text(), hands)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(width=board.width, no_wrap=True)
    grid.add_column(max_width=WIDEST_PANEL)
    grid.add_row(board.draw(roomy=roomy), Padding(hands, (1, 0, 0, 0)))
    return grid


def ask(scene: Scene) -> str:
    """Return what is asked of the seat to move."""
    p = scene.view[0]
    if p["ankh"]:
        return scene.say("ask_ankh")
    return scene.say({EITHER: "ask_either", ROW: "ask_row", COLUMN: "ask_column"}[int(p["line"])])


def told(view: View) -> list[str]:  # noqa: ARG001 - a Drawer's
    """Return nothing: the help of the game tells it all."""
    return []


def brings(view: View, data: Mapping[str, Json], language: str) -> str:  # noqa: ARG001 - a Drawer's
    """Return what a move brings, in a few words."""
    if "takes" in data:
        return words.say(language, "scarab.brings_take", stone=data["takes"])
    if "puts" in data:
        return words.say(language, "scarab.brings_put", points=f"{data['points']:+d}")
    return words.say(language, "scarab.brings_nothing")


# --- the board


def inner(scene: Scene) -> range:
    """Return the rows, and columns, in play."""
    rim = (SIDE - int(scene.view[0]["width"])) // 2
    return range(rim, SIDE - rim)


def cell_width(scene: Scene) -> int:
    """Return how wide a square is drawn: wider where the hands fit beside the board all the same."""
    roomy = len(inner(scene)) * CELL + 2 * EDGE + PANEL <= scene.look.width
    return CELL if roomy else NARROW_CELL


def draw_board(scene: Scene) -> Mosaic:
    """Return the grid with its names around."""
    touch = targets(scene.legal)
    rows = inner(scene)
    width = cell_width(scene)
    shift = " " * (width - NARROW_CELL + 2)
    return Mosaic(
        [[_cell(scene, touch, row * SIDE + column) for column in rows] for row in reversed(rows)],
        [str(row + 1) for row in reversed(rows)],
        [f"{shift}{GRID.name(column)[0]}".ljust(width) for column in rows],
        RIM,
    )


def _cell(scene: Scene, touch: Targets, square: int) -> Cell:
    """Return a square: a stone, the priest, or nothing."""
    p = scene.view[0]
    stone = int(p["stone"][square])
    how = touch.how(square)
    if square == p["priest"]:
        pill = Pill(f"P{_arrow(scene)}", PRIEST, "▐▌")
    elif stone == EMPTY:
        free = square in touch.put
        dot = "o" if free else "·" if scene.look.unicode else "."
        pill = Pill(f" {dot}", FREE if free else FAINT)
    elif stone == ANKH:
        pill = Pill(" ☥" if scene.look.unicode else " A", TURQUOISE[how], "▐▌", how)
    else:
        text = stone_text(stone, starred=bool(p["star"][square]))
        style, ends = (PLUS[how], "▐▌") if stone > 0 else (MINUS[how], "<>")
        pill = Pill(text, style, ends, how)
    ground = BOARD[sum(divmod(square, SIDE)) % len(BOARD)]
    return Cell(_drawn(scene, pill, ground), ground)


@dataclass(frozen=True)
class Pill:
    """A text between two ends, which show only where it is lit."""

    text: str
    style: str
    ends: str = ""
    how: str = ""


def _drawn(scene: Scene, pill: Pill, ground: str) -> Text:
    """Return a pill on its ground; without colour brackets say what is lit."""
    ink, _, fill = pill.style.partition(" on ")
    paper = fill or ground
    left, right = _ends(scene, pill, lit=bool(fill))
    edge = f"{paper} on {ground}" if left == "▐" else f"{ink} on {paper}"
    text = Text(" " * (cell_width(scene) - NARROW_CELL))
    text.append(left, style=edge)
    text.append(pill.text, style=f"{ink} on {paper}")
    text.append(right, style=edge)
    return text.append(" " * (cell_width(scene) - len(text)))


def _ends(scene: Scene, pill: Pill, *, lit: bool) -> tuple[str, ...]:
    if not scene.look.is_rich:
        return tuple({"go": "[]", "via": "()"}.get(pill.how, "  "))
    return tuple(pill.ends if lit else "  ")


def _arrow(scene: Scene) -> str:
    fancy, plain = ARROWS[int(scene.view[0]["line"])]
    return fancy if scene.look.unicode else plain


# --- the hands


def draw_hands(scene: Scene) -> RenderableType:
    """Return every hand with its total, and the teams'."""
    p = scene.view[0]
    table = Table.grid(padding=(0, 1))
    table.add_column(width=1)
    table.add_column(ratio=1)
    table.add_column(justify="right")
    due = scene.game.movers(scene.view)
    for seat, name in enumerate(scene.names):
        mark = ("▶" if scene.look.unicode else ">") if seat in due else ""
        style = "bold #ffd257" if seat in due else "bold"
        table.add_row(mark, Text(name, style), Text(f"{p['points'][seat]:+d}", style), style="#ffd257")
        table.add_row("", _stones(scene, seat) or Text(scene.say("no_stones"), "dim"), "")
    for line in _teams(scene):
        table.add_row("", *line)
    return table


def _stones(scene: Scene, seat: int) -> Text:
    """Return a hand from the best stone down, equal ones together."""
    hand = scene.view[0]["hand"][seat]
    kinds = sorted((k for k in range(KINDS) if hand[k]), key=lambda k: -(k % VALUES))
    times = "×" if scene.look.unicode else "x"
    text = Text()
    for kind in kinds:
        count = f"{times}{hand[kind]}" if hand[kind] > 1 else ""
        style = GOLD if kind % VALUES > VALUES // 2 else MINUS[""]
        text.append(f"{kind_text(kind)}{count}", style).append(" ")
    return text


def _teams(scene: Scene) -> Iterator[tuple[Text, Text]]:
    """S13: yield each team with its total."""
    if not scene.view[0]["teams"]:
        return
    sides, points = scene.game.sides(scene.view), scene.game.points(scene.view)
    for side in sorted(set(sides)):
        seats = [seat for seat, its in enumerate(sides) if its == side]
        names = " + ".join(scene.names[seat] for seat in seats)
        total = sum(points[seat] for seat in seats)
        yield Text(names, "italic"), Text(f"{total:+d}", "bold")

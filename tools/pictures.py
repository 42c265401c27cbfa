"""Draws the pictures of the README: a game of each kind in the middle, always the same one."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.rule import Rule
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from digsite.bots import Bot
from digsite.cli.screen import Scene, drawer
from digsite.cli.telling import title, told
from digsite.cli.voice import Look
from digsite.core.fair import Fair
from digsite.games import game as game_of
from digsite.table.log import Sitter
from digsite.table.table import new_header
from digsite.table.written import WrittenTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
NIGHT = TerminalTheme((13, 17, 33), (222, 215, 196), [(0, 0, 0)] * 8, [(255, 255, 255)] * 8)

FORMAT = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
    font-family: "DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace;
    font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width;
}}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""rich's own, without fonts from other people's servers."""


@dataclass(frozen=True)
class Picture:
    """A game to draw, after so many events."""

    game: str
    names: tuple[str, ...]
    events: int
    dig: str
    """Names the deal and the draws."""
    width: int
    options: Mapping[str, str] = field(default_factory=dict)
    height: int = 30
    bot: str = "greedy"


PICTURES = (
    Picture("scarab", ("Anna", "Ben"), 30, "lapis 2", 98, {"deflection": "yes"}),
    Picture("scarabya", ("Anna", "Ben"), 22, "sand 231", 104),
    Picture("marajoara", ("Anna", "Ben", "Clara"), 118, "clay 7", 104, height=40),
)


def main() -> None:
    """Draw all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for picture in PICTURES:
        (FOLDER / f"{picture.game}.svg").write_text(drawn(picture), encoding="utf-8")


def drawn(picture: Picture) -> str:
    """Return a picture as SVG."""
    console = Console(
        record=True,
        width=picture.width,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    console.print(scene_of(picture))
    svg = console.export_svg(title="digsite play", theme=NIGHT, code_format=FORMAT, unique_id=picture.game)
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def scene_of(picture: Picture) -> RenderableType:
    """Return what a person at the table sees."""
    table = played(picture)
    game, course = table.game, table.course
    seat = game.movers(course.position)[0]
    view = game.view(course.position, seat)
    look = Look(color=True, unicode=True, width=picture.width, height=picture.height)
    scene = Scene(game, view, picture.names, "en", look, seat, game.legal(view, seat))
    screen = drawer(game.key)
    news = list(told(course, len(course.turns) - 2, seat, picture.names, "en"))[-3:]
    return Group(
        Rule(title(game, picture.options, "en"), style="dim"),
        screen.draw(scene),
        *(Text(line) for line in news),
        Text(screen.ask(scene), "italic"),
        Text(f"{picture.names[seat]} > ", "bold #ffd257"),
    )


def played(picture: Picture) -> WrittenTable:
    """Return the table in the middle of the game."""
    game = game_of(picture.game)
    fair = Fair(picture.dig.encode(), picture.names)
    sitters = [Sitter(name) for name in picture.names]
    header = new_header(game, picture.options, sitters, fair)
    table = WrittenTable.open(header, fair.secret, lambda _: None)
    while len(table.log.events) < picture.events:
        seat = game.movers(table.course.position)[0]
        view = game.view(table.course.position, seat)
        move = Bot(game, picture.bot, 1).move(view, seat)
        table.do(seat, game.move_text(view, move), 0.0)
    return table


if __name__ == "__main__":
    main()

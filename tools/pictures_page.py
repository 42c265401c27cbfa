"""Takes the pictures of the page: every page and board, on a desk and on a phone, at noon and at night.

`python -m tools.pictures_page [PART OF A NAME]...`; the same deals every time.
"""

from __future__ import annotations

import io
import itertools
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

from PIL import Image
from playwright.sync_api import sync_playwright

from digsite.server import house
from tests.browser.conftest import OPTIONS, chromium
from tests.browser.marajoara_hands import Mouse
from tests.browser.marajoara_tables import questions
from tests.browser.visitor import Json, Visitor
from tests.games.marajoara.rich import MARAJOARA
from tests.server.open_house import open_house

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

FOLDER: Final = Path(__file__).parent.parent / "docs" / "pictures" / "page"
SECRET: Final = b"sand, always the same sand, here"
SCREENS: Final = ("desktop", "phone")
THEMES: Final = {"light": "noon", "dark": "night"}
COMMON: Final = 192
RARE: Final = 64
"""How many colours a picture keeps: those that much of it has, and those that differ most from all others."""

MINE: Final = {"kind": "mine"}
BOT: Final = {"kind": "bot", "level": "casual"}


def main() -> None:
    """Take all pictures whose names have one of the parts that the command line names, or all."""
    wanted = sys.argv[1:] or [""]
    scenes = {name: scene for name, scene in SCENES.items() if any(part in name for part in wanted)}
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        patch.object(house, "new_secret", lambda: SECRET),
        tempfile.TemporaryDirectory() as home,
        open_house(Path(home)) as opened,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=OPTIONS)
        for (name, scene), screen, theme in itertools.product(scenes.items(), SCREENS, THEMES):
            picture = taken(browser, opened.url, scene, screen=screen, theme=theme)
            (FOLDER / f"{name}-{screen}-{THEMES[theme]}.png").write_bytes(picture)
        browser.close()


def taken(browser: Browser, url: str, scene: Callable[[Visitor], None], **look: Any) -> bytes:
    """Return the picture of a scene as a small PNG."""
    visitor = Visitor(browser, url, **look)
    scene(visitor)
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate("document.fonts.ready")
    full = Image.open(io.BytesIO(visitor.page.screenshot()))
    visitor.context.close()
    small = io.BytesIO()
    few_colours(full.convert("RGB")).save(small, "PNG", optimize=True)
    return small.getvalue()


def few_colours(full: Image.Image) -> Image.Image:
    """Return a picture with few colours, in which neither shades nor small things look different."""
    common = full.quantize(COMMON).getpalette() or []
    rare = full.quantize(RARE, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette(common[: 3 * COMMON] + rare[: 3 * RARE])
    return full.quantize(palette=palette, dither=Image.Dither.NONE)


def at(path: str) -> Callable[[Visitor], None]:
    """Return the scene at an address."""
    return lambda visitor: visitor.go(path)


def invitation(visitor: Visitor) -> None:
    """Show a table that waits for somebody."""
    visitor.open_table("scarab", [MINE, {"kind": "invited"}])


def table(game: str, moves: int, *chairs: dict[str, str], **options: str) -> Callable[[Visitor], None]:
    """Return the scene at a table after so many moves of one's own."""

    def scene(visitor: Visitor) -> None:
        key = visitor.open_table(game, [MINE, *chairs], options=options, begins="first")
        for number in range(moves):
            shown = on_turn(visitor, key)
            if shown is None:
                return
            best = max(shown["you"]["moves"], key=lambda move: move["points"])["text"]
            deed = {"what": "move", "seat": shown["you"]["seat"], "round": shown["round"], "move": best}
            visitor.post(f"/api/tables/{key}/deeds", deed | {"key": f"move-{number}"})
        on_turn(visitor, key)

    return scene


def marajoara(moves: int, asks: str, *chairs: dict[str, str], **options: str) -> Callable[[Visitor], None]:
    """Return the scene at a table of Marajoara when this is asked, after so many moves of one's own."""

    def scene(visitor: Visitor) -> None:
        key = visitor.open_table("marajoara", [MINE, *chairs], options=options, begins="first")
        hands = Mouse(visitor)
        for number in itertools.count():
            shown = on_turn(visitor, key)
            if shown is None or (number >= moves and shown["view"]["turn"]["asks"] == asks):
                return
            hands.hurry(1)
            hands.kinds[hands.made[-1].split()[0]] += 1  # so that every kind of move has its turn

    return scene


def payment(visitor: Visitor) -> None:
    """Show a table of Marajoara where something is to be paid: such a choice is rare in played games."""
    dealt = questions()["pay"]
    with patch.object(MARAJOARA, "deal", lambda *_: dealt):
        visitor.open_table("marajoara", [MINE, MINE | {"name": "Ben"}], begins="first")


def on_turn(visitor: Visitor, table: str) -> Json | None:
    """Wait for one's turn, and return the game; none if it is over."""
    while (shown := visitor.get(f"/api/tables/{table}"))["table"]["status"] == "playing":
        if shown["game"]["you"]["moves"]:
            game: Json = shown["game"]
            return game
        visitor.page.wait_for_timeout(20)
    return None


def replay(visitor: Visitor) -> None:
    """Show the middle of a game that is over."""
    table("scarab", 1000, BOT, board="short")(visitor)
    visitor.go(f"/table/{visitor.table}/replay?at=12")


SCENES: Final = {
    "home": at("/"),
    "setup-scarab": at("/play/scarab"),
    "setup-scarabya": at("/play/scarabya"),
    "setup-marajoara": at("/play/marajoara"),
    "waiting": invitation,
    "scarab": table("scarab", 6, BOT, deflection="yes"),
    "scarab-over": table("scarab", 1000, BOT, board="short"),
    "scarabya": table("scarabya", 5, BOT),
    "scarabya-duel": table("scarabya", 3, BOT, mode="duel"),
    "scarabya-solo": table("scarabya", 3, mode="solo"),
    "marajoara": marajoara(24, "turn", BOT),
    "marajoara-pay": payment,
    "marajoara-mission": marajoara(24, "turn", mission="4"),
    "marajoara-over": marajoara(0, "over", BOT),
    "replay": replay,
    "rules-scarab": at("/rules/scarab"),
    "rules-scarabya": at("/rules/scarabya"),
    "rules-marajoara": at("/rules/marajoara"),
}


if __name__ == "__main__":
    main()

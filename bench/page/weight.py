"""How much script a browser is sent, packed as it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from bench.report import Limit
from digsite.games import GAMES
from tests.browser.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

MOST_AT_FIRST: Final = 120
MOST_FOR_A_GAME: Final = 60
KILO: Final = 1000
MINE: Final = {"kind": "mine"}
BOT: Final = {"kind": "bot", "level": "beginner"}


def weights(browser: Browser, url: str) -> list[Limit]:
    """Measure a first visit, and how much more it is with a table of each game."""
    first = _sent(browser, url, lambda visitor: visitor.go("/"))
    more = {game: _sent(browser, url, _table(game)) - first for game in GAMES}
    return [
        Limit("first visit: script", first, "kB", most=MOST_AT_FIRST),
        *(
            Limit(f"a table of {game}: further script", kilobytes, "kB", most=MOST_FOR_A_GAME)
            for game, kilobytes in more.items()
        ),
    ]


def _sent(browser: Browser, url: str, visit: Callable[[Visitor], Any]) -> float:
    """Return the kilobytes of script of a visit with an empty cache."""
    visitor = Visitor(browser, url)
    network = visitor.context.new_cdp_session(visitor.page)
    network.send("Network.enable")
    scripts: set[str] = set()
    sizes: dict[str, int] = {}

    def responded(event: dict[str, Any]) -> None:
        if event["type"] == "Script":
            scripts.add(event["requestId"])

    def finished(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = int(event["encodedDataLength"])

    network.on("Network.responseReceived", responded)
    network.on("Network.loadingFinished", finished)
    visit(visitor)
    visitor.page.wait_for_load_state("networkidle")
    visitor.context.close()
    return sum(sizes[script] for script in scripts if script in sizes) / KILO


def _table(game: str) -> Callable[[Visitor], Any]:
    def visit(visitor: Visitor) -> None:
        visitor.go("/")
        visitor.open_table(game, [MINE, BOT], begins="first")

    return visit

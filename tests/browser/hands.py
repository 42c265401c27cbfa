"""Hands that play in a browser.

What may be played comes from the house, asked as whoever the browser is; how it is played is a game's own.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Locator

from tests.browser.visitor import Json, Visitor

T = TypeVar("T")

PATIENCE = 60.0
MOST_PRESSES = 80
"""After so many presses one has been everywhere on the page."""


def point_of(thing: Locator) -> tuple[float, float]:
    """Return where something is on the screen: its middle."""
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Hands(ABC):
    """Plays for one visitor, at the table that the browser shows."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.made: list[str] = []
        self.offered: list[list[str]] = []
        """All that might have been made instead, for each move."""

    @abstractmethod
    def pick(self, move: str, moves: list[str]) -> None:
        """Pick a move, out of all that may be made, by what the page offers, and make it."""

    def best(self, moves: dict[str, int]) -> str:
        """Return the move to make: of those with their points, the one that brings most."""
        return max(moves, key=lambda move: moves[move])

    def play_on(self, most: int = 1000) -> None:
        """Play what is best, until the game is over."""
        for _ in range(most):
            moves = self.turn()
            if not moves:
                return
            self.play(self.best(moves), list(moves))

    def hurry(self, moves: int) -> None:
        """Play so many moves without the page, which hears of them as of anybody's; games are long."""
        for _ in range(moves):
            options = self.turn()
            game, move = self.visitor.look()["game"], self.best(options)
            deed = {"what": "move", "seat": game["you"]["seat"], "round": game["round"], "move": move}
            self.visitor.do(deed | {"key": f"hurry-{len(self.made)}"})
            self.made.append(move)
            self.offered.append(list(options))

    def turn(self) -> dict[str, int]:
        """Wait until there is something to do; return all that may be done with its points, or nothing."""

        def found() -> tuple[Json, dict[str, int]]:
            shown = self.visitor.look()
            you = (shown["game"] or {}).get("you") or {"moves": []}
            return shown, {move["text"]: move["points"] for move in you["moves"]}

        return self._wait(found, lambda now: bool(now[1]) or now[0]["table"]["status"] != "playing")[1]

    def play(self, move: str, moves: list[str]) -> None:
        """Make a move, and wait until the house has heard of it."""
        before = self.visitor.look()["ply"]
        self._wait(self.shown, lambda ply: ply >= before)
        self.pick(move, moves)
        self._wait(self.visitor.look, lambda shown: shown["ply"] > before)
        self.made.append(move)
        self.offered.append(moves)

    def shown(self) -> int:
        """Return the ply that the page shows, or -1 while a deed is under way there."""
        return int(self.page.locator("h1").get_attribute("data-ply") or -1)

    def log(self) -> list[str]:
        """Return what one's seat has done, as the log has it after the game."""
        return self.visitor.log(self.visitor.look()["game"]["you"]["seat"])

    def main_button(self) -> Locator:
        return self.page.locator("[aria-keyshortcuts=Enter]")

    def tab_to(self, wanted: str) -> Locator:
        """Press Tab until something of this kind has the focus."""
        focused = self.page.locator(f"{wanted}:focus")
        self.press_until(lambda: focused.count() > 0, "Tab")
        return focused

    def press_until(self, is_there: Callable[[], bool], key: str) -> None:
        """Press a key until one is where one wants to be."""
        for _ in range(MOST_PRESSES):
            if is_there():
                return
            self.page.keyboard.press(key)
        message = f"{key} never leads there"
        raise AssertionError(message)

    def press_arrows(self, right: int, up: int) -> None:
        """Press arrows so often that they lead so far."""
        for key, times in (("ArrowRight", right), ("ArrowLeft", -right), ("ArrowUp", up), ("ArrowDown", -up)):
            for _ in range(times):
                self.page.keyboard.press(key)

    def _wait(self, look: Callable[[], T], wanted: Callable[[T], bool]) -> T:
        until = time.monotonic() + PATIENCE
        while not wanted(found := look()):
            assert time.monotonic() < until, found
            self.page.wait_for_timeout(10)
        return found

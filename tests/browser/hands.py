"""Hands that play in a browser.

What may be played comes from the house, asked as whoever the browser is; how it is played is a game's own.
"""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Locator

from tests.browser.visitor import Json, Visitor

T = TypeVar("T")

PATIENCE = 60.0
MOST_TABS = 80
"""After so many presses one has been everywhere on the page."""


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
            game, move = self._look()["game"], self.best(options)
            deed = {"what": "move", "seat": game["you"]["seat"], "round": game["round"], "move": move}
            self.visitor.post(
                f"/api/tables/{self.visitor.table}/deeds", deed | {"key": f"hurry-{len(self.made)}"}
            )
            self.made.append(move)
            self.offered.append(list(options))

    def turn(self) -> dict[str, int]:
        """Wait until there is something to do; return all that may be done with its points, or nothing."""

        def found() -> tuple[Json, dict[str, int]]:
            shown = self._look()
            you = (shown["game"] or {}).get("you") or {"moves": []}
            return shown, {move["text"]: move["points"] for move in you["moves"]}

        return self._wait(found, lambda now: bool(now[1]) or now[0]["table"]["status"] != "playing")[1]

    def play(self, move: str, moves: list[str]) -> None:
        """Make a move, and wait until the house has heard of it."""
        before = self._look()["ply"]
        self.pick(move, moves)
        self._wait(self._look, lambda shown: shown["ply"] > before)
        self.made.append(move)
        self.offered.append(moves)

    def log(self) -> list[str]:
        """Return what one's seat has done, as the log has it after the game."""
        seat = self._look()["game"]["you"]["seat"]
        log = self.visitor.text(f"/api/tables/{self.visitor.table}/log")
        return re.findall(rf"^\d+ [\d.]+ {seat} (.+) #\w+$", log, re.MULTILINE)

    def main_button(self) -> Locator:
        return self.page.locator("[aria-keyshortcuts=Enter]")

    def tab_to(self, wanted: str) -> Locator:
        """Press Tab until something of this kind has the focus."""
        focused = self.page.locator(f"{wanted}:focus")
        for _ in range(MOST_TABS):
            if focused.count():
                return focused
            self.page.keyboard.press("Tab")
        message = f"Tab never leads to {wanted}"
        raise AssertionError(message)

    def _look(self) -> Json:
        shown: Json = self.visitor.get(f"/api/tables/{self.visitor.table}")
        return shown

    def _wait(self, look: Callable[[], T], wanted: Callable[[T], bool]) -> T:
        until = time.monotonic() + PATIENCE
        while not wanted(found := look()):
            assert time.monotonic() < until, found
            self.page.wait_for_timeout(10)
        return found

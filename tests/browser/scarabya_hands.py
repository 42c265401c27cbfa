"""Hands that play Scarabya: with a mouse, or with keys alone. They lay a tile where the page lets it lie."""

from __future__ import annotations

import itertools
import re

from playwright.sync_api import Locator, expect

from tests.browser.hands import Hands

SITE = "[role=application]"


class ScarabyaHands(Hands):
    """Lays a tile wherever it fits, since there are hundreds of places; the log tells where that was."""

    def site(self) -> Locator:
        return self.page.locator(SITE)

    def lays(self) -> bool:
        """Tell whether the page would lay the tile where it is."""
        return self.main_button().is_enabled()


class Mouse(ScarabyaHands):
    """Clicks on one square after the other until the tile fits, then on the main button."""

    def pick(self, move: str, moves: list[str]) -> None:
        del move, moves
        box = self.site().bounding_box()
        assert box
        for right, down in itertools.product((0.5, 0.3, 0.7, 0.15, 0.85), repeat=2):
            self.site().click(position={"x": right * box["width"], "y": down * box["height"]})
            if self.lays():
                break
        self.main_button().click()


class Keys(ScarabyaHands):
    """Brings the tile onto the site, goes on to the next places where it fits, and lays it."""

    def pick(self, move: str, moves: list[str]) -> None:
        self.tab_to(SITE)
        expect(self.site()).to_be_focused()
        self.page.keyboard.press("Enter")
        for _ in range(moves.index(move) % 3):
            self.page.keyboard.press("n")
        expect(self.main_button()).to_be_enabled()
        self.page.keyboard.press("Enter")


def is_tile(move: str) -> bool:
    """Tell whether a move lays a tile."""
    return re.fullmatch(r"[A-Z]\d [a-z]\d+", move) is not None

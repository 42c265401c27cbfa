"""The cable between a page and the house, which a test may cut."""

from __future__ import annotations

import json
import time
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

PATIENCE = 60.0
NETWORK = ("net::ERR_", "WebSocket connection to")
"""What browsers say of a network that fails."""


class Cable:
    """Carries every message of a page's sockets; it must be there before the page opens one."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        """All that the page said, the first thing first."""
        self.heard: list[str] = []
        """The types of all that it was told."""
        self.is_dead = False
        """Whether everything is lost on the way without a word."""
        self.cuts_after = ""
        """Cut it after the page has said something of this type, before the answer comes."""
        self.holds_back = ""
        """Lose messages of this type on their way to the page."""
        self._page = page
        self._ends: list[WebSocketRoute] = []
        page.route_web_socket("**/api/socket", self._lay)

    def cut(self) -> None:
        """Cut it; the page may open another socket."""
        ends, self._ends = self._ends, []
        for end in ends:
            end.close(code=1012)

    def wait_for(self, kind: str) -> None:
        """Wait until the page has been told something of a type."""
        until = time.monotonic() + PATIENCE
        while kind not in self.heard:
            assert time.monotonic() < until, f"the house sends no {kind}"
            self._page.wait_for_timeout(10)

    def deeds(self) -> list[dict[str, Any]]:
        """Return what the page has asked to be done."""
        return [message["deed"] for message in self.sent if message["type"] == "do"]

    def _lay(self, page: WebSocketRoute) -> None:
        house = page.connect_to_server()
        self._ends.append(page)
        page.on_message(lambda text: self._to_house(house, str(text)))
        house.on_message(lambda text: self._to_page(page, str(text)))

    def _to_house(self, house: WebSocketRoute, text: str) -> None:
        message = json.loads(text)
        self.sent.append(message)
        if self.is_dead:
            return
        house.send(text)
        if message["type"] == self.cuts_after:
            self.cuts_after = ""
            self.cut()

    def _to_page(self, page: WebSocketRoute, text: str) -> None:
        kind = json.loads(text)["type"]
        if not self.is_dead and page in self._ends and kind != self.holds_back:
            page.send(text)
            self.heard.append(kind)

"""A guest who plays on whatever happens to the server, and remembers what was acknowledged."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Final

import httpx2
from websockets.exceptions import WebSocketException

from tests.server.guest import Guest, Json, Refusal, is_my_turn_or_over

AWAY: Final = (OSError, WebSocketException, httpx2.TransportError)
"""What a server that is not there makes."""
PASSING: Final = ("store_refuses", "bus_away", "busy")
"""Refusals after which the same thing is tried again."""


class Player:
    """Somebody at one table; a deed without an answer is sent again, under the same key."""

    def __init__(self, guest: Guest, table: str, heard: Callable[[], None] = lambda: None) -> None:
        self.guest = guest
        self.table = table
        self.acknowledged: dict[str, int] = {}
        """The ply of each deed, by its key."""
        self._heard = heard
        self._deed: Json | None = None
        self._is_connected = False

    async def play_on(self) -> None:
        """Play until the game is over."""
        async with asyncio.timeout(300):
            while not await self._is_over():
                await asyncio.sleep(0.1)  # nobody tells when a server is back

    async def _is_over(self) -> bool:
        """Play as long as that works; tell whether the game is over."""
        try:
            if not self._is_connected:
                await self._connect()
            while self._deed or (await self._next_deed()):
                await self._send()
        except AWAY:
            self._is_connected = False
            return False
        except Refusal as refusal:
            if refusal.code not in PASSING:
                raise
            return False
        return True

    async def _connect(self) -> None:
        await self.guest.hang_up()
        await self.guest.call()
        await self.guest.watch(self.table)
        self._is_connected = True

    async def _next_deed(self) -> bool:
        """Wait for one's turn and choose a move; tell whether there is one to make."""
        known = await self.guest.until(self.table, is_my_turn_or_over)
        if known["table"]["status"] != "playing":
            return False
        game = known["game"]
        move = max(game["you"]["moves"], key=lambda move: move["points"])["text"]
        key = secrets.token_hex(8)
        self._deed = {"seat": game["you"]["seat"], "round": game["round"], "move": move, "key": key}
        return True

    async def _send(self) -> None:
        assert self._deed is not None
        ply = await self.guest.do(self.table, "move", **self._deed)
        self.acknowledged[self._deed["key"]] = ply
        self._deed = None
        self._heard()
        await self.guest.until(self.table, lambda known: known["ply"] >= ply)

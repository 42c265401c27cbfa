"""What a victim does besides moving: it plays against a bot, it comes anew, and it watches its own clock."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from typing import TYPE_CHECKING, Final, Protocol

from bench.server.load import LONGEST_WAIT
from bench.server.ours import SOCKET, Client
from bench.server.rest import Visit
from bench.server.websocket import connect

if TYPE_CHECKING:
    from collections.abc import Awaitable

TABLE: Final = {
    "game": "scarab",
    "chairs": [{"kind": "mine"}, {"kind": "bot", "level": "casual"}],
    "starts_when_full": True,
}
PAUSE: Final = 0.25
"""Seconds between two waits."""
BEAT: Final = 0.005
"""Seconds between two looks at the clock."""


class Probe(Protocol):
    """Something that is done again and again while an attack is under way."""

    async def once(self) -> float:
        """Do it and return the seconds that it took."""


async def during(probe: Probe, seconds: float) -> list[float]:
    """Do something again and again; what takes too long counts as the longest wait."""
    waits, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end:
        waits.append(await _within(probe.once()))
        await asyncio.sleep(PAUSE)
    return waits


async def _within(doing: Awaitable[float]) -> float:
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            return await doing
    except (TimeoutError, OSError, EOFError):
        return LONGEST_WAIT


async def drifts(seconds: float) -> list[float]:
    """Return how late timers of this process were, ascending: so late its clients may be by themselves."""
    late, end = [], time.perf_counter() + seconds
    while (due := time.perf_counter() + BEAT) < end:
        await asyncio.sleep(BEAT)
        late.append(time.perf_counter() - due)
    return sorted(late)


class Door:
    """A visitor who asks how the house is, and opens a WebSocket."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def once(self) -> float:
        """Return how long a new connection takes for both."""
        start = time.perf_counter()
        async with Visit(self._port) as visit:
            await visit.get("/healthz")
        socket = await connect(self._port, SOCKET, lambda _: None)
        socket.close()
        return time.perf_counter() - start


class BotTable:
    """A guest who plays against a casual bot."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._chance = random.Random(1)
        self._news = asyncio.Event()
        self._client = Client(self._news.set)
        self._made = 0

    async def open(self) -> None:
        """Come in and open a table."""
        await self._client.connect(self._port, "Guest")
        await self._again()

    async def once(self) -> float:
        """Move until it is the bot's turn; return how long it takes to answer."""
        await self._until_due()
        while self._client.moves:
            await self._move()
        start = time.perf_counter()
        await self._until_due()
        return time.perf_counter() - start

    def close(self) -> None:
        """Hang up."""
        self._client.close()

    async def _again(self) -> None:
        async with Visit(self._port, self._client.cookie) as visit:
            self._client.watch((await visit.post("/api/tables", TABLE))["table"])
        self._client.do(what="sit", chair=0, nonce=secrets.token_hex(12))
        await self._heard(0)

    async def _move(self) -> None:
        client = self._client
        game, ply = client.game, client.ply
        self._made += 1
        if game is not None and game.you is not None:
            move = self._chance.choice(client.moves).text
            client.do(what="move", seat=game.you.seat, round=game.round, move=move, key=f"m{self._made}")
        await self._heard(ply)

    async def _until_due(self) -> None:
        """Wait for one's turn, at a new table where the game is over."""
        while not self._client.moves:
            if self._client.game is not None and not self._client.game.due:
                await self._again()
            else:
                await self._heard(self._client.ply)

    async def _heard(self, ply: int) -> None:
        """Wait until there is something newer than this ply."""
        while self._client.ply <= ply:
            self._news.clear()
            await self._news.wait()

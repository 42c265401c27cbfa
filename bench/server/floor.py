"""The floor among the contenders: its process, and clients that speak what it speaks."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from functools import partial
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from bench.server.club import Club
from bench.server.websocket import Socket, connect

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

NAME: Final = "floor, bare durable server"


class LegalMove(msgspec.Struct):
    """A move that one may make."""

    text: str


class You(msgspec.Struct):
    """What is for a client alone."""

    seat: int
    moves: list[LegalMove]


class News(msgspec.Struct):
    """What a client reads of the news."""

    id: int
    ply: int
    round: int
    you: You


_read: Final = msgspec.json.Decoder(News).decode
_write: Final = msgspec.json.Encoder().encode
_numbers: Final = count()


class Match:
    """Games between two clients, one after the other at the same table."""

    over: Final = False
    """The server deals the next game by itself."""

    def __init__(self, port: int, chance: random.Random) -> None:
        self._port, self._chance = port, chance
        self._table = next(_numbers)
        self._sockets: list[Socket] = []
        self._news: dict[int, News] = {}
        self._waiting: int | None = None
        """The seat that has not seen the last move yet."""
        self._wanted = 0
        """The ply that it waits for."""
        self._seen: Callable[[], None]
        self._held_up = False
        """Whether whoever is due does not know it yet."""

    async def open(self) -> None:
        """Open both connections and the first game."""
        self._begun = asyncio.get_running_loop().create_future()
        for seat in range(2):
            self._sockets.append(await connect(self._port, "/", partial(self._hear, seat)))
            self._sockets[seat].send(f"sit {self._table} {seat}".encode())
        await self._begun

    async def again(self) -> None:
        """Do nothing: no game is ever over here."""

    def play(self, seen: Callable[[], None]) -> None:
        """Let who is due make a random move; `seen` tells that the opponent has its news."""
        self._seen = seen
        self._move()

    def close(self) -> None:
        """Hang up."""
        for socket in self._sockets:
            socket.close()

    def _move(self) -> None:
        """Move, or wait until whoever is due knows it."""
        latest = max(news.ply for news in self._news.values())
        due = next((news for news in self._news.values() if news.ply == latest and news.you.moves), None)
        self._held_up = due is None
        if due is not None:
            self._make(due)

    def _make(self, news: News) -> None:
        seat, moves = news.you.seat, news.you.moves
        self._waiting, self._wanted = 1 - seat, news.ply + 1
        move = moves[int(self._chance.random() * len(moves))].text
        do = {"table": news.id, "seat": seat, "round": news.round, "move": move, "key": f"m{news.ply}"}
        self._sockets[seat].send(_write(do))

    def _hear(self, seat: int, message: bytes) -> None:
        self._news[seat] = _read(message)
        if not self._begun.done():
            if len(self._news) == len(self._sockets):
                self._begun.set_result(None)
        elif seat == self._waiting and self._news[seat].ply >= self._wanted:
            self._waiting = None
            self._seen()
        elif self._held_up:
            self._move()


class Floor:
    """`bench/limit/floor.py`, with a database of its own on the disk."""

    name: Final = NAME
    folder: Final = Path()
    environment: Final[dict[str, str]] = {}

    def __init__(self) -> None:
        self._home = Path(tempfile.mkdtemp(prefix="digsite-bench-"))

    def clear(self) -> None:
        """Remove what it has on the disk."""
        shutil.rmtree(self._home)

    def command(self, port: int) -> list[str]:
        """Return the command; every start has a database of its own."""
        return [sys.executable, "-m", "bench.limit.floor", str(port), str(self._home / f"{port}.db")]

    async def check(self, port: int) -> None:
        """Do nothing: these are our rules."""

    def club(self, port: int, seed: int) -> Club:
        """Return clients."""
        return Club(partial(Match, port), seed)

    def versions(self) -> dict[str, str]:
        """Return the version of what it stands on."""
        return {"picows": version("picows")}

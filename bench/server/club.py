"""What the load needs of a server: a contender starts it, a club is its clients, who play matches."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path


class Match(Protocol):
    """A game of SCARAB between two clients, each on a WebSocket of its own."""

    @property
    def over(self) -> bool:
        """Tell whether the game has ended, as the server said."""

    async def open(self) -> None:
        """Connect both clients and open a game, ready for its first move."""

    def play(self, seen: Callable[[], None]) -> None:
        """Let the client that is due make a random legal move.

        Call `seen` once, as soon as the *other* client has heard from the server that this move was made.
        It is not called when the move was refused: raise a BenchError, which ends the run.
        """

    async def again(self) -> None:
        """Open a new game with the same two clients in place of one that is over."""

    def close(self) -> None:
        """Hang up."""


class Club:
    """The clients of one server; `match` makes two of them, with a chance of their own."""

    def __init__(self, match: Callable[[random.Random], Match], seed: int) -> None:
        self._match = match
        self._random = random.Random(seed)
        self._matches: list[Match] = []

    async def open(self, count: int) -> list[Match]:
        """Open so many matches, ready for their first moves."""
        matches = [self._match(random.Random(self._random.random())) for _ in range(count)]
        self._matches += matches
        await asyncio.gather(*(match.open() for match in matches))
        return matches

    async def close(self) -> None:
        """Close all connections."""
        for match in self._matches:
            match.close()
        await asyncio.sleep(0)


class Contender(Protocol):
    """A server that can be started, and its clients."""

    @property
    def name(self) -> str:
        """Its name in the results."""

    @property
    def folder(self) -> Path:
        """Where its command is run."""

    @property
    def environment(self) -> Mapping[str, str]:
        """What its environment has besides ours."""

    def command(self, port: int) -> Sequence[str]:
        """Install what is missing and return the command that serves on this port of 127.0.0.1."""

    async def check(self, port: int) -> None:
        """Raise a BenchError where the server does not play by our rules."""

    def club(self, port: int, seed: int) -> Club:
        """Return clients for the server on this port; the seed is for their choice of moves."""

    def clear(self) -> None:
        """Remove what its server has left on the disk."""

    def versions(self) -> Mapping[str, str]:
        """Return what a reader must know of the software measured."""

"""What happened in a game as each seat may hear it, encoded once: whoever comes later gets the same bytes."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, cast

from digsite.core.names import CHANCE
from digsite.wire.raw import encode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from digsite.core.game import Game
    from digsite.core.names import Seat
    from digsite.table.hosted import Happened, Hosted
    from digsite.wire.messages import HappenedShown

FEW_EVENTS: Final = 16
"""Of a game that is told once more in no time."""
BYTES_OBJECT: Final = 41
"""Of memory that encoded bytes take beside themselves."""


class History:
    """All events of a game, for each seat that somebody sees it from."""

    def __init__(self) -> None:
        self.size = 0
        """About how many bytes of memory it takes."""
        self._told: dict[Seat | None, list[bytes]] = {}
        self._later: dict[Seat | None, list[bytes]] = {}
        """What happened while a seat's history was still being told."""
        self._telling: dict[Seat | None, asyncio.Task[None]] = {}

    def add(self, table: Hosted, happened: Iterable[Happened]) -> None:
        """Add what happened just now."""
        for thing in happened:
            for lists in (self._told, self._later):
                for to, told in lists.items():
                    told.append(encode(happened_shown(table.playing.game, thing, to)))
                    self.size += BYTES_OBJECT + len(told[-1])

    def has(self, table: Hosted, to: Seat | None) -> bool:
        """Tell whether a seat's history can be had at once; that of a short game can."""
        if to not in self._told and len(table.plies) <= FEW_EVENTS:
            self._keep(to, _all_told(table, to))
        return to in self._told

    def after(self, table: Hosted, ply: int, to: Seat | None) -> bytes:
        """Return what happened after a ply, as a seat may hear it: the items of a JSON list."""
        told, plies = self._told[to], table.plies
        if len(plies) > 1 and plies[-2] <= ply < plies[-1]:  # as it is for all who are up to date
            return told[-1]
        return b",".join(told[bisect_right(plies, ply) :])

    async def prepare(self, table: Hosted, to: Seat | None) -> None:
        """Have a seat's history ready; a long game is told in a thread."""
        if self.has(table, to):
            return
        if to not in self._telling:
            self._later[to] = []
            self._telling[to] = asyncio.create_task(self._tell(table, to))
        await asyncio.shield(self._telling[to])

    async def _tell(self, table: Hosted, to: Seat | None) -> None:
        try:
            told = await asyncio.to_thread(partial(_all_told, table, to))
            self._keep(to, told + self._later[to])
        finally:
            del self._later[to], self._telling[to]

    def _keep(self, to: Seat | None, told: list[bytes]) -> None:
        self._told[to] = told
        self.size += sum(BYTES_OBJECT + len(item) for item in told)

    def clear(self) -> None:
        """Forget everything: it can be told again."""
        self._told.clear()
        self.size = 0


def _all_told(table: Hosted, to: Seat | None) -> list[bytes]:
    if not table.plies:
        return []
    game = table.playing.game
    return [encode(happened_shown(game, thing, to)) for thing in table.retold()]


def happened_shown(game: Game, thing: Happened, to: Seat | None) -> HappenedShown:
    """Return an event as a seat may hear of it."""
    event, move = thing.event, thing.move
    deed = "move" if move is not None else event.text.removeprefix("!")
    return {
        "ply": thing.ply,
        "at": thing.at,
        "seat": None if event.seat == CHANCE else event.seat,
        "deed": cast("Literal['move', 'back', 'resign', 'timeout', 'replaced']", deed),
        "tells": [] if move is None else game.tell(thing.before, event.seat, move, thing.after, to),
    }

"""What happened in a game as each seat may hear it, encoded once: whoever comes later gets the same bytes."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from msgspec import Raw

from digsite.core.names import CHANCE
from digsite.wire.games import ENCODERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from digsite.core.game import Game
    from digsite.core.names import Seat
    from digsite.table.hosted import Happened, Hosted
    from digsite.wire.messages import HappenedShown

HAPPENED: Final = b'{"ply":%d,"at":%d,"seat":%b,"deed":"%b","tells":%b}'
"""An event, as `HappenedShown` in wire/messages.py describes it."""
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
        wanted = (*self._told.items(), *self._later.items())
        for thing in happened if wanted else ():
            for to, told in wanted:
                item = _told(table.playing.game, thing, to)
                told.append(item)
                self.size += BYTES_OBJECT + len(item)

    def has(self, table: Hosted, to: Seat | None) -> bool:
        """Tell whether a seat's history can be had at once; that of a short game can."""
        if to not in self._told and len(table.plies) <= FEW_EVENTS:
            self._keep(to, _all_told(table, to))
        return to in self._told

    def after(self, table: Hosted, ply: int, to: Seat | None) -> bytes:
        """Return what happened after a ply, as a seat may hear it: the items of a JSON list."""
        told, (last_but_one, last) = self._told[to], table.last_plies
        if last_but_one <= ply < last:  # as it is for all who are up to date
            return told[-1]
        return b",".join(told[bisect_right(table.plies, ply) :])

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
    return [_told(game, thing, to) for thing in table.retold()]


def happened_shown(game: Game, thing: Happened, to: Seat | None) -> HappenedShown:
    """Return an event as a seat may hear of it: a part of a message that is JSON already."""
    return cast("HappenedShown", Raw(_told(game, thing, to)))


def _told(game: Game, thing: Happened, to: Seat | None) -> bytes:
    event, move = thing.event, thing.move
    seat = b"null" if event.seat == CHANCE else b"%d" % event.seat
    if move is None:
        return HAPPENED % (thing.ply, thing.at, seat, event.text.removeprefix("!").encode(), b"[]")
    tells = ENCODERS[game.key].tells(game, thing.before, event.seat, move, thing.after, to)
    return HAPPENED % (thing.ply, thing.at, seat, b"move", tells)

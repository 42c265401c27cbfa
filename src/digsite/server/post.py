"""What is to be said to sockets goes out together, tick by tick; those that do not answer are closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import TYPE_CHECKING, Final

from picows import WSCloseCode

from digsite.bus.tasks import end
from digsite.core.errors import DigsiteError
from digsite.server.house import LOG
from digsite.server.steady import now

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    from digsite.server.socket import Connection

ROUND_EVERY: Final = 5.0
"""Seconds between two looks at all sockets."""
PING_AFTER: Final = 20.0
"""Seconds of silence before a client is asked whether it is there."""
GONE_AFTER: Final = 45.0
"""Seconds of silence after which it is not, or after which it should have read what it was sent."""
MOST_AT_ONCE: Final = 200
"""Sockets that are served before others get their turn."""


class Post:
    """Goes round to all sockets that something is to be said to."""

    def __init__(self) -> None:
        self._all: set[Connection] = set()
        self._noted: deque[Connection] = deque()
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Begin."""
        self._loop = asyncio.get_running_loop()
        self.later(self._look_round())

    async def close(self) -> None:
        """End."""
        await end(self._tasks)

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self._all))

    def add(self, connection: Connection) -> None:
        """Look after a socket."""
        self._all.add(connection)

    def remove(self, connection: Connection) -> None:
        """Look after it no more."""
        self._all.discard(connection)

    def note(self, connection: Connection) -> None:
        """Come by at the end of this tick."""
        if connection.is_noted:
            return
        connection.is_noted = True
        if not self._noted:
            self._loop.call_soon(self._go_round)
        self._noted.append(connection)

    def _go_round(self) -> None:
        """Write all that is to be said, then send it: most clients are awake then, and need not be woken."""
        noted = [self._noted.popleft() for _ in range(min(len(self._noted), MOST_AT_ONCE))]
        if self._noted:
            self._loop.call_soon(self._go_round)
        moment = now()
        for connection in noted:
            try:
                connection.write(moment)
            except Exception as error:  # noqa: BLE001
                _give_up(connection, error)
        for connection in noted:
            try:
                connection.send()
            except Exception as error:  # noqa: BLE001
                _give_up(connection, error)

    def later(self, work: Coroutine[None, None, None]) -> None:
        """Do some work beside the round."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        with contextlib.suppress(asyncio.CancelledError, DigsiteError):
            task.result()

    async def _look_round(self) -> None:
        """Close sockets whose clients are gone, or do not read what they are sent."""
        while True:
            await asyncio.sleep(ROUND_EVERY)
            moment = self._loop.time()
            for connection in self:
                connection.look_after(moment)


def _give_up(connection: Connection, error: Exception) -> None:
    """Hang up where something went wrong: a client that comes again may have more luck, and others go on."""
    LOG.error("news could not be told", exc_info=error)
    connection.hang_up(WSCloseCode.INTERNAL_ERROR)

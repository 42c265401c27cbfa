"""What is to be said to sockets goes out together, tick by tick; those that do not answer are closed."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import TYPE_CHECKING, Final

from digsite.bus.tasks import end
from digsite.core.errors import DigsiteError

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
        for _ in range(min(len(self._noted), MOST_AT_ONCE)):
            connection = self._noted.popleft()
            connection.is_noted = False
            connection.deliver()
        if self._noted:
            self._loop.call_soon(self._go_round)

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

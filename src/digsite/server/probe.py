"""Whether the database takes what is written, asked for as often as anybody likes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from digsite.bus.tasks import end

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

EVERY: Final = 2.0
"""Seconds between two probes: who asks in between gets the last answer."""
WITHIN: Final = 2.0
"""Seconds that a probe may take; a database that takes longer does not answer."""


class Probe:
    """One write at a time, for all who ask."""

    def __init__(self, write: Callable[[], Coroutine[None, None, bool]]) -> None:
        self._write = write
        self._task: asyncio.Task[bool] | None = None
        self._begun = self._fresh_until = 0.0

    async def __call__(self) -> bool:
        """Tell whether the database takes what is written, soon after being asked."""
        clock = asyncio.get_running_loop().time
        if self._task is None or (self._task.done() and clock() >= self._fresh_until):
            self._begun = clock()
            self._fresh_until = self._begun + EVERY
            self._task = asyncio.create_task(self._write())
        task = self._task
        await asyncio.wait([task], timeout=max(0.0, self._begun + WITHIN - clock()))
        return task.done() and task.result()

    def forget(self) -> None:
        """Let whoever asks next have a new answer."""
        self._fresh_until = 0.0

    async def close(self) -> None:
        """Ask no more."""
        if self._task is not None:
            await end([self._task])

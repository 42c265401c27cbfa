"""Errors in callbacks, which asyncio would only log: they end the run."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, TypeVar

from bench.measure import BenchError

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")


class Alarm:
    """Keeps the first error of any callback for whoever waits."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self._error: asyncio.Future[None] = loop.create_future()
        loop.set_exception_handler(self._hear)

    def ring(self, error: BaseException) -> None:
        """Keep an error."""
        if not self._error.done():
            self._error.set_exception(error)
            self._error.exception()  # where nobody looks at it, asyncio would complain to the next alarm

    def check(self) -> None:
        """Raise what went wrong, if anything did."""
        if self._error.done():
            self._error.result()

    async def wait(self, seconds: float) -> None:
        """Wait, or raise what goes wrong meanwhile."""
        await asyncio.wait((self._error,), timeout=seconds)
        self.check()

    async def guard(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something, or raise what goes wrong meanwhile."""
        task = asyncio.ensure_future(work)
        await asyncio.wait((task, self._error), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            task.cancel()
            self.check()
        return await task

    def _hear(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.ring(context.get("exception") or BenchError(context["message"]))

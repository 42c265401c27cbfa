"""Ending tasks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

AGAIN: Final = 0.1
"""Seconds after which a task is told once more."""


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait for their end.

    A library may swallow a cancellation: up to Python 3.11 `asyncio.wait_for` does, when it comes at the
    moment of the answer. The task would go on for ever, so it is told again.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=AGAIN)

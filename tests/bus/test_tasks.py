"""Tasks end, even those that did not hear it the first time."""

from __future__ import annotations

import asyncio

from digsite.bus.tasks import end


async def test_a_task_that_swallows_a_cancellation_is_told_again() -> None:
    async def stubborn() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await asyncio.Event().wait()

    async def failing() -> None:
        raise ValueError

    tasks = [asyncio.create_task(stubborn()), asyncio.create_task(failing())]
    await asyncio.sleep(0)
    async with asyncio.timeout(30):
        await end(tasks)
    assert tasks[0].cancelled()
    assert isinstance(tasks[1].exception(), ValueError)
    await end([])

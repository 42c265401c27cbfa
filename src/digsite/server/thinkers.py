"""Where the house's bots think: in threads beside the event loop, each table in its turn."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from digsite.bots import Bot
    from digsite.core.names import Seat, View

NICENESS: Final = 10
"""Searches step back behind whoever answers people."""
FORGET_AFTER: Final = 10_000
"""Tables whose time of thinking is remembered."""


@dataclass(order=True, slots=True)
class Thought:
    """A move that is to be thought of."""

    spent: float
    """What was spent on thinking for its table so far, in seconds."""
    number: int
    table: str = field(compare=False)
    bot: Bot = field(compare=False)
    view: View = field(compare=False)
    seat: Seat = field(compare=False)
    done: asyncio.Future[str] = field(compare=False)


class Thinkers:
    """Threads that search. Compiled code lets go of the GIL, so the event loop goes on meanwhile.

    Whoever had the least of their time so far comes next: a table with three strong bots waits more
    often than one with a weak one. A table that comes anew starts with what the others have had.
    """

    def __init__(self, count: int) -> None:
        self._pool = ThreadPoolExecutor(count, "thinker", initializer=_step_back)
        self._free = count
        self._waiting: list[Thought] = []
        self._numbers = itertools.count()
        self._spent: dict[str, float] = {}
        self._least = 0.0
        """What the last one who came had had."""

    async def think(self, table: str, bot: Bot, view: View, seat: Seat) -> str:
        """Return the move that a bot chooses, as text."""
        done: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        spent = max(self._least, self._spent.get(table, 0.0))
        heapq.heappush(self._waiting, Thought(spent, next(self._numbers), table, bot, view, seat, done))
        self._begin()
        return await done

    def close(self) -> None:
        """Think no more; what was thought of is forgotten."""
        for thought in self._waiting:
            thought.done.cancel()
        self._waiting.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> None:
        while self._free and (thought := self._next()):
            self._free -= 1
            self._least = thought.spent
            thinking = asyncio.wrap_future(self._pool.submit(_timed, thought))
            thinking.add_done_callback(partial(self._end, thought))

    def _next(self) -> Thought | None:
        """Return the next thought; those whose table has been served since they came step back."""
        while self._waiting:
            thought = heapq.heappop(self._waiting)
            if thought.done.done():
                continue
            spent = self._spent.get(thought.table, 0.0)
            if spent <= thought.spent:
                return thought
            thought.spent = spent
            heapq.heappush(self._waiting, thought)
        return None

    def _end(self, thought: Thought, thinking: asyncio.Future[tuple[str, float]]) -> None:
        self._free += 1
        if not thinking.cancelled():
            self._settle(thought, thinking)
        self._begin()

    def _settle(self, thought: Thought, thinking: asyncio.Future[tuple[str, float]]) -> None:
        if (error := thinking.exception()) is not None:
            if not thought.done.done():
                thought.done.set_exception(error)
            return
        text, seconds = thinking.result()
        self._note(thought.table, max(thought.spent, self._spent.get(thought.table, 0.0)) + seconds)
        if not thought.done.done():
            thought.done.set_result(text)

    def _note(self, table: str, spent: float) -> None:
        self._spent.pop(table, None)
        self._spent[table] = spent
        if len(self._spent) > FORGET_AFTER:
            del self._spent[next(iter(self._spent))]


def _timed(thought: Thought) -> tuple[str, float]:
    """Return a bot's move as text, and how long it took."""
    start = time.perf_counter()
    move = thought.bot.move(thought.view, thought.seat)
    return thought.bot.game.move_text(thought.view, move), time.perf_counter() - start


def _step_back() -> None:
    """Let a thread yield to others, where the system knows of such a thing."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)

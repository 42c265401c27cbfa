"""Where the house's bots think: in threads beside the event loop, which people share fairly."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from digsite.core.histogram import Histogram
from digsite.server.fair_queue import FairQueue

if TYPE_CHECKING:
    from digsite.bots import Bot
    from digsite.core.names import Seat, View

NICENESS: Final = 10
"""Searches step back behind whoever answers people."""
LONG_WAIT: Final = 1.0
"""Seconds after which people are told that a bot waits for its turn."""


class Payer(NamedTuple):
    """Whose share of the thinkers' time a thought takes."""

    address: str
    """From where the person acts; empty where nobody knows, after a restart: then the person stands alone."""
    person: str

    @property
    def names(self) -> tuple[str, str]:
        """Return whose shares are counted: that of the address, and within it that of the person."""
        return self.address or self.person, self.person


@dataclass(eq=False, slots=True)
class Thought:
    """A move that is to be thought of."""

    table: str
    payer: Payer
    bot: Bot
    view: View
    seat: Seat
    done: asyncio.Future[str]
    since: float = field(default_factory=time.monotonic)
    """When it began to wait."""

    @property
    def path(self) -> tuple[str, str, str]:
        """Return who shares the time: addresses, within them persons, within them tables."""
        return *self.payer.names, self.table


class Thinkers:
    """Threads that think. Compiled code lets go of the GIL, so the event loop goes on meanwhile.

    Moves that take no search have a thread of their own: they are found in less than a millisecond, and would
    wait for searches of up to a second otherwise.
    """

    def __init__(self, count: int) -> None:
        self._searches = Lane(count, "thinker")
        self._quick = Lane(1, "thinker-quick")

    async def think(self, table: str, payer: Payer, bot: Bot, view: View, seat: Seat) -> str:
        """Return the move that a bot chooses, as text."""
        lane = self._quick if bot.is_quick(view, seat) else self._searches
        done: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        return await lane.think(Thought(table, payer, bot, view, seat, done))

    @property
    def lanes(self) -> dict[str, Lane]:
        """Return the threads for searches, and those for moves that take none."""
        return {"search": self._searches, "quick": self._quick}

    def waiting(self, table: str) -> list[Seat]:
        """Return the seats of a table whose bots have waited for their turn for long."""
        return sorted({*self._searches.waiting(table), *self._quick.waiting(table)})

    def close(self) -> None:
        """Think no more; what was thought of is forgotten."""
        self._searches.close()
        self._quick.close()


class Lane:
    """Threads and those who wait for them: who had the least of their time so far comes next.

    No address and no person has all threads at the same time, unless there is one alone.
    """

    def __init__(self, count: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(count, name, initializer=step_back)
        self._count = self._free = count
        self.waited = Histogram()
        """Seconds until a thought had its turn."""
        self._most_running = max(1, count - 1)
        self._running = Counter[str]()
        """Thoughts by the names of who pays for them."""
        self._queue = FairQueue[Thought](depth=3)
        self._waiting: defaultdict[str, set[Thought]] = defaultdict(set)
        """By table."""

    async def think(self, thought: Thought) -> str:
        """Return the move, once it had its turn."""
        self._queue.put(thought.path, thought)
        self._waiting[thought.table].add(thought)
        self._begin()
        return await thought.done

    def waiting(self, table: str) -> list[Seat]:
        """Return the seats of a table whose bots have waited for long."""
        long_ago = time.monotonic() - LONG_WAIT
        return [thought.seat for thought in self._waiting.get(table, ()) if thought.since <= long_ago]

    @property
    def waits(self) -> int:
        """Return how many thoughts wait for their turn."""
        return sum(map(len, self._waiting.values()))

    @property
    def runs(self) -> int:
        """Return how many thoughts have their turn."""
        return self._count - self._free

    def close(self) -> None:
        """Think no more."""
        for thought in [thought for thoughts in self._waiting.values() for thought in thoughts]:
            thought.done.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> None:
        while self._free and (thought := self._queue.take(self._is_held)):
            self._waits_no_more(thought)
            if thought.done.done():  # nobody wants to know any more
                self._queue.end(thought.path, 0.0)
                continue
            self.waited.add(time.monotonic() - thought.since)
            self._free -= 1
            self._running.update({*thought.payer.names})
            thinking = asyncio.wrap_future(self._pool.submit(_timed, thought))
            thinking.add_done_callback(partial(self._end, thought))

    def _is_held(self, name: str) -> bool:
        return self._running[name] >= self._most_running

    def _waits_no_more(self, thought: Thought) -> None:
        self._waiting[thought.table].discard(thought)
        if not self._waiting[thought.table]:
            del self._waiting[thought.table]

    def _end(self, thought: Thought, thinking: asyncio.Future[tuple[str, float]]) -> None:
        self._free += 1
        self._running -= Counter({*thought.payer.names})
        self._queue.end(thought.path, _settle(thought, thinking))
        self._begin()


def _settle(thought: Thought, thinking: asyncio.Future[tuple[str, float]]) -> float:
    """Tell whoever asked what came of a thought; return how long it took."""
    if thinking.cancelled():
        return 0.0
    error = thinking.exception()
    text, seconds = ("", 0.0) if error is not None else thinking.result()
    if not thought.done.done():
        if error is None:
            thought.done.set_result(text)
        else:
            thought.done.set_exception(error)
    return seconds


def _timed(thought: Thought) -> tuple[str, float]:
    """Return a bot's move as text, and how long it took."""
    start = time.perf_counter()
    move = thought.bot.move(thought.view, thought.seat)
    return thought.bot.game.move_text(thought.view, move), time.perf_counter() - start


def step_back() -> None:
    """Let a thread yield to others, where the system knows of such a thing."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)

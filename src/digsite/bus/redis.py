"""The bus of a house with several processes: Redis. A nudge that was missed heals by the ply."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import Counter
from typing import TYPE_CHECKING, Final

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from digsite.bus.bus import batch, read_batch

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

    from digsite.bus.bus import Heal, Hear

CHANNEL: Final = "digsite:tables"
PAUSE: Final = 0.2
"""Seconds between two attempts to reach Redis."""
LISTEN: Final = 1.0
"""Seconds without a message before Redis is asked whether it is there."""
FRESH: Final = 20.0
"""Seconds after which a process says again who is there."""
STALE: Final = 50.0
"""Seconds after which those of a process that says nothing any more count as gone."""
TROUBLE: Final = (RedisError, OSError, TimeoutError)


class RedisBus:
    """Nudges by publish and subscribe; who is present in a sorted set for each table."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url,
            decode_responses=True,
            socket_connect_timeout=2,
            socket_timeout=5,
            retry=Retry(NoBackoff(), 0),
        )
        self._process = secrets.token_hex(4)
        self._here: Counter[tuple[str, str]] = Counter()
        """How often each one is at each table, through this process."""
        self._nudges: set[tuple[str, int]] = set()
        self._awake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._up = False

    @property
    def is_up(self) -> bool:
        """Tell whether others hear us."""
        return self._up

    async def start(self, hear: Hear, heal: Heal) -> None:
        """Begin to listen, and wait until Redis is there."""
        ready = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen(hear, heal, ready)),
            asyncio.create_task(self._publish()),
            asyncio.create_task(self._stay_present()),
        ]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), 5)

    async def close(self) -> None:
        """Stop listening; nobody is here any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*TROUBLE):
            for table, who in self._here:
                await self._redis.zrem(_key(table), self._member(who))
        await self._redis.aclose()

    # --- nudges

    def nudge(self, table: str, ply: int) -> None:
        """Tell the others that a table has gone on; those of one moment travel together."""
        self._nudges.add((table, ply))
        self._awake.set()

    async def _publish(self) -> None:
        while True:
            await self._awake.wait()
            self._awake.clear()
            nudges, self._nudges = self._nudges, set()
            try:
                await self._redis.publish(CHANNEL, batch(nudges))
            except TROUBLE:
                self._up = False  # whoever listens again looks at all tables that are watched

    async def _listen(self, hear: Hear, heal: Heal, ready: asyncio.Event) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    self._up = True
                    ready.set()
                    heal()
                    await self._hear_all(channel, hear)
            except TROUBLE:
                self._up = False
                await asyncio.sleep(PAUSE)

    async def _hear_all(self, channel: PubSub, hear: Hear) -> None:
        while True:
            message = await channel.get_message(ignore_subscribe_messages=True, timeout=LISTEN)
            if message is None:
                await self._redis.ping()
                self._up = True
                continue
            for table, ply in read_batch(message["data"]):
                hear(table, ply)

    # --- who is there

    async def come(self, table: str, who: str) -> None:
        """Note that somebody is at a table."""
        self._here[table, who] += 1
        with contextlib.suppress(*TROUBLE):
            await self._say_present(table, who)
            self.nudge(table, 0)

    async def go(self, table: str, who: str) -> None:
        """Note that somebody has gone."""
        self._here[table, who] -= 1
        with contextlib.suppress(*TROUBLE):
            if self._here[table, who] > 0:
                await self._say_present(table, who)
            else:
                del self._here[table, who]
                await self._redis.zrem(_key(table), self._member(who))
            self.nudge(table, 0)

    async def present(self, table: str) -> Counter[str]:
        """Return how often each one is at a table."""
        try:
            found = await self._redis.zrangebyscore(_key(table), time.time() - STALE, "+inf")
        except TROUBLE:
            return Counter(who for where, who in self._here if where == table)
        return Counter(str(member).partition(":")[2] for member in found)

    def _member(self, who: str) -> str:
        return f"{self._process}:{who}"

    async def _say_present(self, table: str, who: str) -> None:
        await self._redis.zadd(_key(table), {self._member(who): time.time()})
        await self._redis.expire(_key(table), int(STALE))

    async def _stay_present(self) -> None:
        while True:
            await asyncio.sleep(FRESH)
            with contextlib.suppress(*TROUBLE):
                for table, who in list(self._here):
                    await self._say_present(table, who)


def _key(table: str) -> str:
    return f"digsite:present:{table}"

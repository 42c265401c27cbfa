"""The bus of a house with several processes: Redis. A nudge that was missed heals by the ply."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter
from typing import TYPE_CHECKING, Final

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.maint_notifications import MaintNotificationsConfig

from digsite.bus.bus import Nudges, Presence, batch, read_batch
from digsite.bus.tasks import end

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

    from digsite.bus.bus import Heal, Hear

LOG: Final = logging.getLogger("digsite")
CHANNEL: Final = "digsite:tables"
PAUSE: Final = 0.2
"""Seconds between two attempts to reach Redis."""
START_WITHIN: Final = 5.0
"""Seconds that a house waits for Redis before it opens without."""
LISTEN: Final = 2.0
"""Seconds of silence before Redis is asked whether it is there; it has as many to answer."""
FRESH: Final = 20.0
"""Seconds after which a process says again who is there."""
STALE: Final = 50.0
"""Seconds after which those of a process that says nothing any more count as gone."""
TROUBLE: Final = (RedisError, OSError, TimeoutError, ValueError)
"""What a Redis makes that is away; the last, where somebody says what is no nudge."""


class RedisBus:
    """Nudges by publish and subscribe; who is present, and when that was said, in a sorted set a table."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(
            url,
            decode_responses=True,
            socket_connect_timeout=2,
            socket_timeout=5,
            retry=Retry(NoBackoff(), 0),
            # With these notices redis-py hands out connections that died while Redis was away.
            maint_notifications_config=MaintNotificationsConfig(enabled=False),
        )
        self.nudges = Nudges()
        self._process = secrets.token_hex(4)
        self._here = Presence()
        self._nudges: set[tuple[str, int]] = set()
        self._awake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._hears = False
        self._speaks = True

    @property
    def is_up(self) -> bool:
        """Tell whether we hear others, and they us."""
        return self._hears and self._speaks

    async def start(self, hear: Hear, heal: Heal) -> None:
        """Begin to listen, and wait until Redis is there."""
        ready = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen(hear, heal, ready)),
            asyncio.create_task(self._publish()),
            asyncio.create_task(self._stay_present()),
        ]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), START_WITHIN)

    async def close(self) -> None:
        """Stop listening; nobody is here any more."""
        await end(self._tasks)
        with contextlib.suppress(*TROUBLE):
            for table in self._here.tables():
                await self._redis.zrem(_key(table), *self._members(table))
                self.nudge(table, 0)
            await self._publish_all()
        await self._redis.aclose()

    # --- nudges

    def nudge(self, table: str, ply: int) -> None:
        """Tell the others that a table has gone on; those of one moment travel together."""
        self._nudges.add((table, ply))
        self._awake.set()

    async def _publish(self) -> None:
        while True:
            await self._awake.wait()
            try:
                await self._publish_all()
                self._speaks = True
            except TROUBLE:
                self._speaks = False
                await asyncio.sleep(PAUSE)

    async def _publish_all(self) -> None:
        """Publish what there is; it is kept until Redis has it."""
        nudges = self._nudges.copy()
        if nudges:
            await self._redis.publish(CHANNEL, batch(nudges))
            self.nudges.sent += len(nudges)
        self._nudges -= nudges
        if not self._nudges:
            self._awake.clear()

    async def _listen(self, hear: Hear, heal: Heal, ready: asyncio.Event) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    await self._say_all()
                    self._hears = True
                    ready.set()
                    LOG.info("Redis is there")
                    heal()
                    await self._hear_all(channel, hear)
            except TROUBLE as error:
                if self._hears:
                    LOG.warning("Redis is away: %s", error)
                self._hears = False
                await asyncio.sleep(PAUSE)

    async def _hear_all(self, channel: PubSub, hear: Hear) -> None:
        asked = False
        while True:
            message = await channel.get_message(timeout=LISTEN)
            if message is not None:
                asked = False
                for table, ply in read_batch(message["data"]) if message["type"] == "message" else ():
                    self.nudges.heard += 1
                    hear(table, ply)
            elif asked:
                raise TimeoutError
            else:
                asked = True
                await channel.ping()

    # --- who is there

    async def come(self, table: str, who: str) -> None:
        """Note that somebody is at a table."""
        times = self._here.come(table, who)
        with contextlib.suppress(*TROUBLE):
            await self._say(table, [self._member(who, times)])
        self.nudge(table, 0)

    async def go(self, table: str, who: str) -> None:
        """Note that somebody has gone."""
        left = self._here.go(table, who)
        with contextlib.suppress(*TROUBLE):
            await self._redis.zrem(_key(table), self._member(who, left + 1))
        self.nudge(table, 0)

    async def present(self, table: str) -> Counter[str]:
        """Return how often each one is at a table."""
        try:
            found = await self._redis.zrangebyscore(_key(table), time.time() - STALE, "+inf")
        except TROUBLE:
            return self._here.at(table)
        return Counter(str(member).split(":", 2)[2] for member in found)

    def _member(self, who: str, number: int) -> str:
        return f"{self._process}:{number}:{who}"

    def _members(self, table: str) -> list[str]:
        times = self._here.at(table).items()
        return [self._member(who, number) for who, count in times for number in range(1, count + 1)]

    async def _stay_present(self) -> None:
        while True:
            await asyncio.sleep(FRESH)
            with contextlib.suppress(*TROUBLE):
                await self._say_all()

    async def _say_all(self) -> None:
        """Say who is here, and let others know where that is news to them."""
        for table in self._here.tables():
            if await self._say(table, self._members(table)):
                self.nudge(table, 0)

    async def _say(self, table: str, members: list[str]) -> bool:
        """Say who is at a table, and forget those whose process is gone; tell whether anything changed."""
        moment = time.time()
        async with self._redis.pipeline(transaction=False) as said:
            said.zadd(_key(table), dict.fromkeys(members, moment))
            said.zremrangebyscore(_key(table), "-inf", moment - STALE)
            said.pexpire(_key(table), round(STALE * 1000))
            new, gone, _ = await said.execute()
        return bool(new or gone)


def _key(table: str) -> str:
    return f"digsite:present:{table}"

"""The bus of a house with several processes: Redis. A nudge that was missed heals by the ply."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from typing import TYPE_CHECKING, Final

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.maint_notifications import MaintNotificationsConfig

from digsite.bus.bus import Nudges, Presence, Present
from digsite.bus.envelope import UNTOLD, Nudge, Seal
from digsite.bus.tasks import end

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from msgspec import Raw
    from redis.asyncio.client import PubSub

    from digsite.bus.bus import Heal, Hear

LOG: Final = logging.getLogger("digsite")
CHANNEL: Final = "digsite:tables"
PAUSE: Final = 0.2
"""Seconds between two attempts to reach Redis, and between two messages about who came and went."""
GAP: Final = 0.002
"""Seconds between two messages with nudges: where there are many, each carries some."""
MANY: Final = 8
"""Nudges of a message after which the next one waits longer, and carries more."""
LONG_GAP: Final = 0.005
START_WITHIN: Final = 5.0
"""Seconds that a house waits for Redis before it opens without."""
LISTEN: Final = 2.0
"""Seconds between two questions to Redis whether it is there; it has as many to answer."""
FRESH: Final = 20.0
"""Seconds after which a process says again who is there."""
STALE: Final = 50.0
"""Seconds after which those of a process that says nothing any more count as gone."""
TROUBLE: Final = (RedisError, OSError, TimeoutError, ValueError)
"""What a Redis makes that is away; the last, where somebody says what is no nudge."""


class RedisBus:
    """Nudges by publish and subscribe; who is present, and when that was said, in a sorted set a table."""

    def __init__(self, url: str, key: str) -> None:
        self._redis = Redis.from_url(
            url,
            socket_connect_timeout=2,
            socket_timeout=5,
            retry=Retry(NoBackoff(), 0),
            # With these notices redis-py hands out connections that died while Redis was away.
            maint_notifications_config=MaintNotificationsConfig(enabled=False),
        )
        self.nudges = Nudges()
        self._seal = Seal(key)
        self.process = self._seal.process
        self._hear: Hear = _hear_nothing
        self._nudges: list[Nudge] = []
        self._awake = asyncio.Event()
        self._here = Presence()
        self._said: dict[str, list[str]] = {}
        """Whom Redis knows to be here, by table."""
        self._unsaid: set[str] = set()
        self._asked: dict[str, asyncio.Future[Present]] = {}
        self._stirred = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._hears = False
        self._speaks = True
        self._heard_at = time.monotonic()

    @property
    def is_up(self) -> bool:
        """Tell whether we hear others, and they us."""
        return self._hears and self._speaks

    @property
    def silence(self) -> float:
        """Return for how many seconds Redis has not said anything; it is asked often."""
        return time.monotonic() - self._heard_at

    async def start(self, hear: Hear, heal: Heal) -> None:
        """Begin to listen, and wait until Redis is there."""
        self._hear = hear
        ready = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._listen(heal, ready)),
            asyncio.create_task(self._publish()),
            asyncio.create_task(self._keep_presence()),
            asyncio.create_task(self._stay_present()),
        ]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ready.wait(), START_WITHIN)

    async def close(self) -> None:
        """Stop listening; nobody is here any more."""
        await end(self._tasks)
        self._hear = _hear_nothing
        self._unsaid |= self._said.keys()
        self._here = Presence()
        with contextlib.suppress(*TROUBLE):
            await self._say_and_ask()
            await self._publish_all()
        await self._redis.aclose()

    # --- nudges

    def nudge(self, table: str, ply: int, how: Raw = UNTOLD) -> None:
        """Tell the others that a table has gone on, and how; nudges of one moment travel together."""
        self._nudges.append(Nudge(table, ply, how))
        self._awake.set()

    async def _publish(self) -> None:
        while True:
            await self._awake.wait()
            try:
                count = await self._publish_all()
                self._speaks = True
                await asyncio.sleep(GAP if count < MANY else LONG_GAP)
            except TROUBLE:
                self._speaks = False
                await asyncio.sleep(PAUSE)

    async def _publish_all(self) -> int:
        """Publish what there is, and tell how much that was; it is kept until Redis has it."""
        nudges, self._nudges = self._nudges, []
        self._awake.clear()
        if nudges:
            try:
                await self._redis.publish(CHANNEL, self._seal.closed(nudges))
            except BaseException:
                self._nudges = nudges + self._nudges
                self._awake.set()
                raise
            self.nudges.sent += len(nudges)
        return len(nudges)

    async def _listen(self, heal: Heal, ready: asyncio.Event) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    self._say_all()
                    self._hears = True
                    ready.set()
                    LOG.info("Redis is there")
                    heal()
                    await self._hear_all(channel)
            except TROUBLE as error:
                if self._hears:
                    LOG.warning("Redis is away: %s", error)
                self._hears = False
                await asyncio.sleep(PAUSE)

    async def _hear_all(self, channel: PubSub) -> None:
        """Hear others until Redis is silent, although it was asked."""
        asking = asyncio.create_task(_ask_often(channel))
        clock = asyncio.get_running_loop().time
        try:
            async with asyncio.timeout(2 * LISTEN) as patience:
                while True:
                    message = await channel.parse_response()
                    self._heard_at = time.monotonic()
                    patience.reschedule(clock() + 2 * LISTEN)
                    if message[0] == b"message":
                        self._hear_message(message[2])
        finally:
            await end([asking])

    def _hear_message(self, message: bytes) -> None:
        nudges = self._seal.opened(message)
        self.nudges.heard += len(nudges)
        for nudge in nudges:
            self._hear(nudge.table, nudge.ply, nudge.how)

    # --- who is there

    async def come(self, table: str, who: str) -> None:
        """Note that somebody is at a table."""
        self._here.come(table, who)
        self._say(table)

    async def go(self, table: str, who: str) -> None:
        """Note that somebody has gone."""
        self._here.go(table, who)
        self._say(table)

    async def present(self, table: str) -> Present:
        """Return who is at a table; who asks in the same moment is answered together."""
        if table not in self._asked:
            self._asked[table] = asyncio.get_running_loop().create_future()
            self._stirred.set()
        return await asyncio.shield(self._asked[table])

    def _say(self, table: str) -> None:
        self._unsaid.add(table)
        self._stirred.set()

    def _say_all(self) -> None:
        for table in self._here.tables():
            self._say(table)

    async def _stay_present(self) -> None:
        while True:
            await asyncio.sleep(FRESH)
            self._say_all()

    async def _keep_presence(self) -> None:
        """Say and ask at once if nothing was said for a while, otherwise all together after a pause."""
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            with contextlib.suppress(*TROUBLE):
                await self._say_and_ask()
            await asyncio.sleep(PAUSE)

    async def _say_and_ask(self) -> None:
        """Say who came and went, and ask who is there; where Redis is away, only who is here is known."""
        unsaid, self._unsaid = self._unsaid, set()
        asked, self._asked = self._asked, {}
        found: list[list[bytes]] = [[] for _ in asked]
        try:
            members = {table: self._members(table) for table in unsaid}
            here = {table: some for table, some in members.items() if some or table in self._said}
            found = await self._tell(here, list(asked))
        except BaseException:
            self._unsaid |= unsaid
            self._stirred.set()
            raise
        finally:
            for (table, answer), others in zip(asked.items(), found, strict=True):
                answer.set_result(self._present(table, others))

    async def _tell(self, here: Mapping[str, list[str]], asked: list[str]) -> list[list[bytes]]:
        """Send all in one message; return who is at the tables that were asked for."""
        moment = time.time()
        async with self._redis.pipeline(transaction=False) as words:
            for table, members in here.items():
                # Who has gone is as old as those whose process has gone, and forgotten with them.
                times = dict.fromkeys(self._said.get(table, ()), 0.0) | dict.fromkeys(members, moment)
                self._said[table] = list(times)
                words.zadd(_key(table), times)
                words.zremrangebyscore(_key(table), "-inf", moment - STALE)
                words.pexpire(_key(table), round(STALE * 1000))
            for table in asked:
                words.zrangebyscore(_key(table), moment - STALE, "+inf")
            answers = await words.execute()
        for number, (table, members) in enumerate(here.items()):
            self._note_said(table, members, is_news=any(answers[3 * number : 3 * number + 2]))
        return answers[3 * len(here) :]

    def _note_said(self, table: str, members: list[str], *, is_news: bool) -> None:
        if members:
            self._said[table] = members
        else:
            del self._said[table]
        if is_news:
            self.nudge(table, 0)
            self._hear(table, 0, UNTOLD)

    def _member(self, who: str, number: int) -> str:
        return f"{self.process}:{number}:{who}"

    def _members(self, table: str) -> list[str]:
        times = self._here.at(table).items()
        return [self._member(who, number) for who, count in times for number in range(1, count + 1)]

    def _present(self, table: str, members: Iterable[bytes]) -> Present:
        """Return who is at a table: those who are here, and all others whom Redis knows."""
        here = self._here.at(table)
        split = [member.decode().split(":", 2) for member in members]
        elsewhere = [(process, who) for process, _, who in split if process != self.process]
        through = Counter(process for process, _ in elsewhere) + Counter({self.process: here.total()})
        home = min(through, key=lambda process: (-through[process], process), default=self.process)
        return Present(here + Counter(who for _, who in elsewhere), home)


async def _ask_often(channel: PubSub) -> None:
    """Ask Redis whether it is there: it would be silent otherwise where nobody says anything."""
    with contextlib.suppress(*TROUBLE):
        while True:
            await asyncio.sleep(LISTEN)
            await channel.ping()


def _hear_nothing(table: str, ply: int, how: Raw) -> None:
    """Do nothing: nobody listens."""


def _key(table: str) -> str:
    return f"digsite:present:{table}"

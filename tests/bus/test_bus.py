"""One suite for both buses: who is where, and what others hear of it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from msgspec import Raw
from redis.asyncio import Redis as Client

from digsite.bus import redis as redis_bus
from digsite.bus.bus import Bus, LocalBus
from digsite.bus.envelope import UNTOLD, Nudge, Seal
from digsite.bus.redis import CHANNEL, RedisBus
from digsite.bus.tasks import end
from tests.services import Redis

MakeBus = Callable[[], Bus]
KEY = "of the house"
HOW = Raw(b'["something", {"that":"happened"}]')


class Ear:
    """Somebody who listens to a bus."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.heard: list[tuple[str, int]] = []
        self.told: list[Raw] = []
        self.healed = 0
        self._something = asyncio.Event()

    def hear(self, table: str, ply: int, how: Raw) -> None:
        self.heard.append((table, ply))
        self.told.append(how)
        self._something.set()

    def heal(self) -> None:
        self.healed += 1
        self._something.set()

    async def until(self, wanted: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not wanted():
                self._something.clear()
                await self._something.wait()

    async def hears(self, table: str, ply: int) -> None:
        await self.until(lambda: (table, ply) in self.heard)


@asynccontextmanager
async def listening(bus: Bus) -> AsyncIterator[Ear]:
    ear = Ear(bus)
    await bus.start(ear.hear, ear.heal)
    assert bus.is_up
    try:
        yield ear
    finally:
        await bus.close()


@pytest.fixture(params=["local", "redis"])
def make_bus(request: pytest.FixtureRequest) -> MakeBus:
    if request.param == "local":
        return LocalBus
    server = request.getfixturevalue("redis")
    return lambda: RedisBus(server.url, KEY)


@pytest.fixture
async def ear(make_bus: MakeBus) -> AsyncIterator[Ear]:
    async with listening(make_bus()) as ear:
        yield ear


@pytest.fixture
async def two(redis: Redis) -> AsyncIterator[tuple[Ear, Ear]]:
    """Two processes of a house."""
    async with AsyncExitStack() as door:
        first, second = [
            await door.enter_async_context(listening(RedisBus(redis.url, KEY))) for _ in range(2)
        ]
        yield first, second


async def eventually(wanted: Callable[[], bool]) -> None:
    """Wait for something that nobody announces."""
    async with asyncio.timeout(30):
        while not wanted():
            await asyncio.sleep(0.01)


async def sees(bus: Bus, table: str, **there: int) -> None:
    """Wait until somebody knows who is at a table: it is said a moment after they came."""
    present: Counter[str] | None = None
    try:
        async with asyncio.timeout(10):
            while present != Counter(there):
                present = (await bus.present(table)).people
    except TimeoutError:
        assert present == Counter(there)


# --- nudges


NUDGES = [Nudge("a-table_1", 7, HOW), Nudge("another", 0)]


def test_nudges_of_one_moment_are_one_message() -> None:
    assert Seal(KEY).opened(Seal(KEY).closed(NUDGES)) == NUDGES
    assert Seal(KEY).opened(Seal(KEY).closed([])) == []


def test_who_does_not_know_the_key_says_how_far_a_table_is_but_not_how() -> None:
    plain = [Nudge(nudge.table, nudge.ply) for nudge in NUDGES]
    assert Seal(KEY).opened(Seal("another").closed(NUDGES)) == plain
    message = Seal(KEY).closed(NUDGES)
    assert Seal(KEY).opened(message.replace(b"happened", b"happenEd")) == plain
    assert Seal(KEY).opened(b"0" * 32 + message[32:]) == plain


@pytest.mark.parametrize("noise", [b"", b"what is this", b"0" * 32 + b'["x",[[7]]]', b"0" * 31 + b'["x",[]]'])
def test_noise_is_no_nudge(noise: bytes) -> None:
    with pytest.raises(ValueError, match="no envelope"):
        Seal(KEY).opened(noise)


async def test_others_hear_how_a_table_went_on(two: tuple[Ear, Ear]) -> None:
    two[0].bus.nudge("t", 3, HOW)
    two[0].bus.nudge("t", 4)
    await two[1].hears("t", 4)
    assert two[1].told == [HOW, UNTOLD]


async def test_others_are_nudged(two: tuple[Ear, Ear]) -> None:
    for number in range(20):
        two[0].bus.nudge(f"table-{number}", number + 1)
        await asyncio.sleep(0)  # some come while others are on their way
    await two[1].hears("table-19", 20)
    assert sorted(two[1].heard) == sorted((f"table-{number}", number + 1) for number in range(20))
    two[1].bus.nudge("t", 3)
    await two[0].hears("t", 3)


async def test_nobody_hears_their_own_nudges(two: tuple[Ear, Ear]) -> None:
    two[0].bus.nudge("t", 3)
    await two[1].hears("t", 3)
    two[1].bus.nudge("t", 4)
    await two[0].hears("t", 4)
    assert two[0].heard == [("t", 4)]
    assert two[0].bus.nudges.heard == 1


async def test_what_is_no_nudge_does_not_stop_anybody_listening(redis: Redis, two: tuple[Ear, Ear]) -> None:
    healed = two[0].healed
    async with Client.from_url(redis.url) as client:
        await client.publish(CHANNEL, "what is this")
    await two[0].until(lambda: two[0].healed > healed)
    two[1].bus.nudge("t", 3)
    await two[0].hears("t", 3)


# --- who is there


async def test_who_comes_is_there_until_they_go(ear: Ear) -> None:
    assert (await ear.bus.present("t")).people == Counter()
    await ear.bus.come("t", "ann")
    await ear.hears("t", 0)
    assert (await ear.bus.present("t")).people == Counter(ann=1)
    assert (await ear.bus.present("u")).people == Counter()
    await ear.bus.come("t", "bob")
    assert (await ear.bus.present("t")).people == Counter(ann=1, bob=1)
    ear.heard.clear()
    await ear.bus.go("t", "ann")
    await ear.hears("t", 0)
    assert (await ear.bus.present("t")).people == Counter(bob=1)


async def test_somebody_may_be_there_twice(ear: Ear) -> None:
    for _ in range(2):
        await ear.bus.come("t", "ann")
    await ear.bus.come("u", "ann")
    assert (await ear.bus.present("t")).people == Counter(ann=2)
    await ear.bus.go("t", "ann")
    assert (await ear.bus.present("t")).people == Counter(ann=1)
    await ear.bus.go("t", "ann")
    assert (await ear.bus.present("t")).people == Counter()
    assert (await ear.bus.present("u")).people == Counter(ann=1)


async def test_whoever_goes_without_having_come_was_never_there(ear: Ear) -> None:
    await ear.bus.go("t", "ann")
    assert (await ear.bus.present("t")).people == Counter()
    await ear.bus.come("t", "ann")
    assert (await ear.bus.present("t")).people == Counter(ann=1)


async def test_processes_know_of_each_others_people(two: tuple[Ear, Ear]) -> None:
    one, other = two
    await one.bus.come("t", "ann")
    await other.hears("t", 0)
    assert (await other.bus.present("t")).people == Counter(ann=1)
    await other.bus.come("t", "ann")
    await other.bus.come("t", "?a:stranger")
    await sees(one.bus, "t", **{"ann": 2, "?a:stranger": 1})
    await one.bus.go("t", "ann")
    await sees(other.bus, "t", **{"ann": 1, "?a:stranger": 1})


async def test_whoever_closes_takes_their_people_along(redis: Redis, two: tuple[Ear, Ear]) -> None:
    async with listening(RedisBus(redis.url, KEY)) as leaving:
        await leaving.bus.come("t", "ann")
        await two[0].hears("t", 0)
        two[0].heard.clear()
    await two[0].hears("t", 0)
    assert (await two[0].bus.present("t")).people == Counter()


async def test_a_process_that_dies_is_forgotten_and_others_are_told(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "FRESH", 0.02)
    moment = time.time()
    async with listening(RedisBus(redis.url, KEY)) as living:
        await living.bus.come("t", "bob")
        dying = RedisBus(redis.url, KEY)
        await dying.start(living.hear, living.heal)
        await dying.come("t", "ann")
        await sees(living.bus, "t", ann=1, bob=1)
        await end(dying._tasks)  # as if it were killed
        living.heard.clear()
        monkeypatch.setattr(time, "time", lambda: moment + redis_bus.STALE + 1)
        await living.hears("t", 0)
        await sees(living.bus, "t", bob=1)
        await dying.close()


# --- when Redis is away


@pytest.mark.parametrize("immediate", [False, True], ids=["stopped", "crashed"])
async def test_all_heals_when_redis_comes_back(
    redis: Redis, two: tuple[Ear, Ear], *, immediate: bool
) -> None:
    one, other = two
    await one.bus.come("t", "ann")
    healed = one.healed, other.healed
    with redis.away(immediate=immediate):
        await eventually(lambda: not one.bus.is_up and not other.bus.is_up)
        assert (await one.bus.present("t")).people == Counter(ann=1), "those who are here are known"
        await one.bus.come("t", "bob")
        await other.bus.come("t", "cleo")
        await other.bus.go("t", "cleo")
        one.bus.nudge("t", 7)
        assert (one.healed, other.healed) == healed
    await eventually(lambda: one.bus.is_up and other.bus.is_up)
    assert one.healed > healed[0]
    assert other.healed > healed[1], "whatever was said meanwhile is found out"
    other.heard.clear()
    one.bus.nudge("t", 8)
    await other.hears("t", 8)
    await sees(other.bus, "t", ann=1, bob=1)  # Redis had forgotten them


async def test_connections_that_died_while_redis_was_away_are_not_used(
    redis: Redis, two: tuple[Ear, Ear]
) -> None:
    one, other = two

    async def seen() -> list[Counter[str]]:
        return [there.people for there in await asyncio.gather(*(one.bus.present("t") for _ in range(3)))]

    await other.bus.come("t", "bob")
    await one.hears("t", 0)
    assert await seen() == [Counter(bob=1)] * 3
    with redis.away():
        await eventually(lambda: not one.bus.is_up and not other.bus.is_up)
    await eventually(lambda: one.bus.is_up and other.bus.is_up)
    await sees(one.bus, "t", bob=1)
    assert await seen() == [Counter(bob=1)] * 3


async def test_nobody_misses_that_redis_was_away_for_a_moment(redis: Redis, two: tuple[Ear, Ear]) -> None:
    healed = two[0].healed
    with redis.away(immediate=True):
        pass
    await two[0].until(lambda: two[0].healed > healed)


async def test_a_nudge_that_redis_did_not_take_is_sent_again(
    two: tuple[Ear, Ear], monkeypatch: pytest.MonkeyPatch
) -> None:
    publish, healed = Client.publish, two[1].healed

    async def fail_once(*_: object) -> None:
        monkeypatch.setattr(Client, "publish", publish)
        raise ConnectionError

    monkeypatch.setattr(Client, "publish", fail_once)
    two[0].bus.nudge("t", 7)
    await eventually(lambda: not two[0].bus.is_up)
    await two[1].hears("t", 7)
    await eventually(lambda: two[0].bus.is_up)
    assert two[1].healed == healed, "the others had no reason to look"


async def test_a_redis_that_does_not_answer_is_away(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "LISTEN", 0.05)
    async with listening(RedisBus(redis.url, KEY)) as ear:
        async with Client.from_url(redis.url) as client:
            await client.client_pause(timeout=60_000, all=True)
            await eventually(lambda: not ear.bus.is_up)
        monkeypatch.setattr(redis_bus, "LISTEN", 1.0)
        with redis.away(immediate=True):
            pass
        await eventually(lambda: ear.bus.is_up)


async def test_a_house_may_open_before_redis_does(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_bus, "START_WITHIN", 0.01)
    bus = RedisBus(redis.url, KEY)
    ear = Ear(bus)
    with redis.away():
        await bus.start(ear.hear, ear.heal)
        assert not bus.is_up
        assert (await bus.present("t")).people == Counter()
    await eventually(lambda: bus.is_up)
    await bus.close()

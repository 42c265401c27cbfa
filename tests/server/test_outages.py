"""PostgreSQL or Redis goes away during a game and comes back: clear refusals, and nothing is lost."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from digsite.bus import redis as bus
from digsite.server import house as houses
from digsite.store import postgres as store
from digsite.store.opening import open_postgres
from digsite.table import summary
from tests.server.clockwork import Clockwork
from tests.server.guest import Guest, Json, Refusal, is_my_turn_or_over
from tests.server.houses import Backing, Brake
from tests.server.open_house import OpenHouse, open_house
from tests.server.player import Player
from tests.server.tables import BASE, DUEL, MINE, OPEN, next_move
from tests.services import Postgres, Redis, Server

CODES = {"postgres": "store_refuses", "redis": "bus_away"}


@pytest.fixture
def house(backing: Backing) -> Iterator[OpenHouse]:
    with open_house(backing.home, **backing.settings) as house:
        yield house


@pytest.fixture
async def guests(house: OpenHouse) -> AsyncIterator[list[Guest]]:
    """Two guests with sockets."""
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Bob") as bob:
        for guest in (ann, bob):
            await guest.call()
        yield [ann, bob]


async def play(guests: list[Guest], **wanted: Any) -> str:
    """Let two guests sit down and watch."""
    ann, bob = guests
    table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]} | wanted)
    await bob.do(table, "sit", chair=1, nonce="nonce")
    for guest in guests:
        await guest.watch(table)
    return table


async def whose_turn(guests: list[Guest], table: str) -> tuple[Guest, Guest]:
    """Return who may move, and the other one."""
    turns = [bool((await guest.look(table))["game"]["you"]["moves"]) for guest in guests]
    return (guests[0], guests[1]) if turns[0] else (guests[1], guests[0])


async def health(guest: Guest) -> tuple[int, Json]:
    answer = await guest.http.get("/healthz")
    return answer.status_code, answer.json()


async def until_healthy(guest: Guest) -> None:
    async with asyncio.timeout(30):
        while (await health(guest))[0] != 200:
            await asyncio.sleep(0.01)


async def refusal_of(asking: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        await asking
    return refusal.value


# --- one after the other


@pytest.mark.parametrize("immediate", [False, True], ids=["stopped", "crashed"])
@pytest.mark.parametrize(
    ("backing", "away"),
    [("postgres", "postgres"), ("redis", "postgres"), ("redis", "redis")],
    indirect=["backing"],
)
async def test_deeds_are_refused_while_it_is_away_and_can_be_sent_again(
    guests: list[Guest], away: str, request: pytest.FixtureRequest, *, immediate: bool
) -> None:
    server: Server = request.getfixturevalue(away)
    table = await play(guests)
    mover, other = await whose_turn(guests, table)
    move = await next_move(mover, table)
    with server.away(immediate=immediate):
        await until_refused(mover, away)
        by_http = await refusal_of(mover.ask(table, **move))
        by_socket = await refusal_of(mover.do(table, **move))
        opening = await refusal_of(mover.open_table(**DUEL, chairs=[MINE, OPEN]))
        assert [by_http.code, by_socket.code, opening.code] == [CODES[away]] * 3
        assert [by_http.status, opening.status] == [503, 503]
        status, told = await health(mover)
        assert (status, told["status"], told["database"], told["bus"]) == (
            503,
            "down",
            away != "postgres",
            away != "redis",
        )
    await until_healthy(mover)
    before = (await mover.look(table))["ply"]
    ply = await mover.do(table, **move)
    await other.until(table, lambda known: known["ply"] >= ply)
    after = (await other.look(table))["ply"]
    assert before < ply == await mover.ask(table, **move)
    assert after == (await other.look(table))["ply"], "it was made once"
    await asyncio.gather(*(guest.play_on(table) for guest in guests))
    await mover.get(f"/api/tables/{table}/fairness")


async def until_refused(guest: Guest, away: str) -> None:
    """Wait until the house has noticed."""
    async with asyncio.timeout(30):
        while (await health(guest))[0] == 200:
            await asyncio.sleep(0.01)
    assert (await health(guest))[1]["database" if away == "postgres" else "bus"] is False


@pytest.mark.parametrize("backing", ["redis"], indirect=True)
async def test_without_redis_people_may_look(guests: list[Guest], redis: Redis) -> None:
    table = await play(guests)
    with redis.away():
        await until_refused(guests[0], "redis")
        assert (await guests[0].look(table))["table"]["status"] == "playing"
    await until_healthy(guests[0])


@pytest.mark.parametrize("backing", ["redis"], indirect=True)
async def test_who_is_there_is_known_again_when_redis_is_back(
    house: OpenHouse, guests: list[Guest], redis: Redis
) -> None:
    table = await play(guests)
    ann = guests[0]
    with redis.away(immediate=True):
        await until_refused(ann, "redis")
    await until_healthy(ann)
    heard = len(ann.heard)
    async with Guest(house.url, "Cas") as cas:
        await cas.call()
        await cas.watch(table)
        all_there = {"type": "present", "id": table, "places": [True, True], "spectators": 1, "waiting": []}
        await ann.hear(lambda m: m == all_there and m in ann.heard[heard:])


@pytest.mark.parametrize("backing", ["redis"], indirect=True)
@pytest.mark.parametrize("away", ["postgres", "redis"])
async def test_a_house_can_close_while_it_is_away(
    backing: Backing, away: str, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    server: Server = request.getfixturevalue(away)
    house = OpenHouse(backing.home, **backing.settings)
    house.open()
    async with Guest(house.url, "Ann") as ann:
        await ann.call()
        table = await ann.open_table(**DUEL, chairs=[MINE, OPEN])
        await ann.watch(table)
        with server.away():
            await until_refused(ann, away)
            async with asyncio.timeout(30):
                await asyncio.to_thread(house.close)
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("backing", ["redis"], indirect=True)
@pytest.mark.parametrize("away", ["postgres", "redis"])
async def test_a_bot_that_thought_meanwhile_moves_when_it_is_back(
    guests: list[Guest], away: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (houses, summary):
        monkeypatch.setattr(module, "PATIENCE", 300)
    server: Server = request.getfixturevalue(away)
    brake = Brake(monkeypatch)
    request.addfinalizer(brake.let_go)
    ann = guests[0]
    bot = {"kind": "bot", "level": "beginner"}
    table = await ann.open_table("scarab", [bot, MINE], begins="first", starts_when_full=True)
    await ann.watch(table)
    await brake.holds()
    with server.away():
        await until_refused(ann, away)
        brake.let_go()
    await ann.until(table, is_my_turn_or_over)
    await ann.move(table)


# --- stopped for a while


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the house find out soon that nobody answers."""
    monkeypatch.setattr(store, "ANSWER_WITHIN", 2)
    monkeypatch.setattr(store, "CONNECT_WITHIN", 2)
    monkeypatch.setattr(bus, "LISTEN", 1)


BLITZ = {"pace": "live", "seconds": 10, "increment": 0}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("backing", "away"),
    [("postgres", "postgres"), ("redis", "postgres"), ("redis", "redis")],
    indirect=["backing"],
)
async def test_nobody_runs_out_of_time_while_a_service_stands_still(
    backing: Backing, away: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    server: Server = request.getfixturevalue(away)
    clockwork = Clockwork(monkeypatch)
    with open_house(backing.home, **backing.settings) as house:
        async with Guest(house.url, "Ann") as ann, Guest(house.url, "Bob") as bob:
            for guest in (ann, bob):
                await guest.call()
            table = await play([ann, bob], clock=BLITZ)
            mover, other = await whose_turn([ann, bob], table)
            move = await next_move(mover, table)
            clockwork.wait(5)
            with server.frozen():
                await until_refused(mover, away)
                assert (await refusal_of(mover.do(table, **move))).code == CODES[away]
                clockwork.wait(20)
                assert (await refusal_of(mover.do(table, **move))).code == CODES[away]
            await until_healthy(mover)
            ply = await mover.do(table, **move)
            known = await other.until(table, lambda known: known["ply"] >= ply)
            seat = move["seat"]
            assert known["table"]["status"] == "playing"
            assert known["game"]["time"]["left"][seat] == pytest.approx(5, abs=4.5)
            clockwork.wait(11)
            known = await mover.until(table, lambda known: known["table"]["status"] == "over")
            assert known["game"]["result"]["winners"] == [seat], "the other one had ten seconds"


# --- under load


@pytest.mark.parametrize("outages", [3, pytest.param(30, marks=pytest.mark.long)])
async def test_what_was_acknowledged_is_there_after_many_outages(
    postgres: Postgres, redis: Redis, postgres_database: str, tmp_path: Path, outages: int
) -> None:
    settings = {"database_url": postgres_database, "redis_url": redis.url, "key": "k" * 32}
    rng = random.Random(outages)
    with open_house(tmp_path, **settings) as one, open_house(tmp_path, **settings) as other:
        players: list[Player] = []
        done = asyncio.Event()

        async def keep_playing(guests: list[Guest]) -> None:
            while not done.is_set():
                table = await play_somehow(guests)
                mine = [Player(guest, table) for guest in guests]
                players.extend(mine)
                await asyncio.gather(*(player.play_on() for player in mine))

        async with AsyncExitStack() as door, asyncio.TaskGroup() as tables:
            for number in range(3):
                urls = (one.url, other.url) if number else (one.url, one.url)
                guests = [await door.enter_async_context(Guest(url, "Ann")) for url in urls]
                tables.create_task(keep_playing(guests))
            for _ in range(outages):
                await asyncio.sleep(rng.uniform(0.1, 0.5))
                with rng.choice([postgres, redis]).away(immediate=rng.choice([True, False])):
                    await asyncio.sleep(rng.uniform(0, 0.3))
            done.set()
        async with Guest(one.url) as somebody:
            for table in {player.table for player in players}:
                await somebody.get(f"/api/tables/{table}/fairness")
    await require_all_kept(players, postgres_database)


async def play_somehow(guests: list[Guest]) -> str:
    """Let two guests sit down, as often as that takes."""
    while True:
        try:
            table = await guests[0].open_table(**BASE, chairs=[MINE, OPEN])
            await guests[1].ask(table, "sit", chair=1, nonce="nonce", key="sit")
        except Refusal as refusal:
            if refusal.code not in CODES.values():
                raise
            await asyncio.sleep(0.02)
        else:
            return table


async def require_all_kept(players: list[Player], url: str) -> None:
    kept_by = await open_postgres(url)
    for player in players:
        kept = await kept_by.table(player.table)
        assert kept is not None
        keys = Counter(entry.key for entry in kept.entries)
        assert {key: keys[key] for key in player.acknowledged} == dict.fromkeys(player.acknowledged, 1)
    await kept_by.close()

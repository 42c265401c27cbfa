"""Several processes serve the same tables: any client on any of them."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.games.variants import Variant
from tests.server.guest import Guest
from tests.server.houses import eventually
from tests.server.player import Player
from tests.server.process import Process, serving
from tests.server.tables import BASE, MINE, OPEN, next_move
from tests.server.test_games import seated
from tests.services import Postgres, Redis

SHORT = [
    Variant("scarab", (("board", "short"),), 2),
    Variant("scarabya", (("mode", "base"),), 3),
    Variant("marajoara", (), 2),
]


@pytest.fixture(scope="module")
def services(postgres: Postgres, redis: Redis) -> Iterator[dict[str, Any]]:
    """A database and a Redis for all processes of these tests."""
    url = postgres.new_database()
    yield {"database_url": url, "redis_url": redis.url}
    postgres.drop_database(url)


@pytest.fixture(scope="module")
def two(services: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Process]]:
    """Two processes of one house."""
    homes = [tmp_path_factory.mktemp("home") for _ in range(2)]
    processes = [Process(home, **services) for home in homes]
    with serving(*processes):
        yield processes
        for process in processes:
            assert process.stop() in (0, -signal.SIGTERM)
            assert process.complaints == ""


@pytest.fixture
async def ann(two: list[Process]) -> AsyncIterator[Guest]:
    async with Guest(two[0].url, "Ann") as guest:
        yield guest


@pytest.fixture
async def bob(two: list[Process]) -> AsyncIterator[Guest]:
    async with Guest(two[1].url, "Bob") as guest:
        yield guest


@asynccontextmanager
async def elsewhere(guest: Guest, process: Process) -> AsyncIterator[Guest]:
    """Let a guest go to another process, by the code that a house gives them for another device."""
    code = (await guest.post("/api/me/code"))["code"]
    other = Guest(process.url, guest.name)
    await other.post("/api/me/device", {"code": code})
    yield other
    await other.__aexit__()


# --- they play together


@pytest.mark.parametrize("variant", SHORT, ids=str)
async def test_guests_on_different_processes_play_a_whole_game(two: list[Process], variant: Variant) -> None:
    async with AsyncExitStack() as door:
        urls = [two[number % 2].url for number in range(variant.seats)]
        guests = [await door.enter_async_context(Guest(url)) for url in urls]
        table = await seated(guests, variant)
        await asyncio.gather(*(guest.play_on(table) for guest in guests))
        results = [guest.tables[table]["game"]["result"] for guest in guests]
        fair = [await guest.get(f"/api/tables/{table}/fairness") for guest in guests]
        assert results == [fair[0]["result"]] * variant.seats
        assert fair == fair[:1] * variant.seats
        logs = {await guest.get(f"/api/tables/{table}/log") for guest in guests}
        assert len(logs) == 1


async def test_they_see_and_hear_each_other(ann: Guest, bob: Guest) -> None:
    table = await ann.open_table("scarab", [MINE, OPEN])
    await ann.call()
    await ann.watch(table)
    await bob.call()
    await bob.watch(table)
    await ann.hear(lambda m: m["type"] == "present" and m["spectators"] == 1)
    await bob.do(table, "sit", chair=1, nonce="nonce")
    await ann.do(table, "say", text="Welcome!")
    await bob.until(table, lambda known: [s["text"] for s in known["said"]] == ["Welcome!"])
    await bob.do(table, "say", text="Thank you.")
    known = await ann.until(table, lambda known: len(known["said"]) == 2)
    assert [(said["name"], said["yours"]) for said in known["said"]] == [("Ann", True), ("Bob", False)]
    heard = len(ann.heard)
    await bob.hang_up()
    gone = {"type": "present", "id": table, "places": [True, False], "spectators": 0, "waiting": []}
    await ann.hear(lambda m: m == gone and m in ann.heard[heard:])


async def test_any_process_shows_what_another_has_acknowledged(two: list[Process], ann: Guest) -> None:
    """Whoever asks, even at once, and also where the table is being watched."""
    async with elsewhere(ann, two[1]) as same:
        table = await ann.open_table("scarab", [MINE, OPEN], listed=True)
        assert table in [line["id"] for line in (await same.get("/api/me/tables"))["tables"]]
        assert table in [line["id"] for line in (await same.get("/api/tables"))["tables"]]
        await same.call()
        await same.watch(table)
        for number in range(20):
            here, there = (ann, same) if number % 2 else (same, ann)
            ply = await here.ask(table, "say", text=str(number))
            assert (await there.look(table))["ply"] == ply
            assert (await there.look(table, after=ply - 1))["said"][-1]["text"] == str(number)


# --- at the same moment


async def test_two_seats_that_press_at_the_same_moment_both_succeed(ann: Guest, bob: Guest) -> None:
    table = await ann.open_table(**BASE, chairs=[MINE, OPEN])
    await bob.ask(table, "sit", chair=1, nonce="nonce")
    rounds = 0
    while (await ann.look(table))["table"]["status"] == "playing":
        moves = [await next_move(guest, table, key=f"{guest.name}{rounds}") for guest in (ann, bob)]
        await asyncio.gather(
            *(guest.ask(table, **move) for guest, move in zip((ann, bob), moves, strict=True))
        )
        rounds += 1
    assert 1 < rounds <= 12, "a round in which nobody can lay the tile passes by itself"


async def test_of_two_who_want_the_same_chair_one_gets_it(two: list[Process], ann: Guest, bob: Guest) -> None:
    async with Guest(two[0].url, "Cas") as cas:
        for _ in range(5):
            table = await ann.open_table("scarab", [MINE, OPEN, OPEN])
            sitting = [guest.ask(table, "sit", chair=1, nonce="nonce") for guest in (bob, cas)]
            outcomes = await asyncio.gather(*sitting, return_exceptions=True)
            assert sorted(str(outcome) for outcome in outcomes) == ["3", "chair_taken"]


# --- one of them goes


async def test_another_process_thinks_on_for_one_that_was_killed(
    services: dict[str, Any], ann: Guest, tmp_path: Path
) -> None:
    doomed = Process(tmp_path, **services)
    with serving(doomed):
        table = await ann.open_table("scarab", [{"kind": "bot", "level": "expert"}, MINE], begins="first")
        await ann.call()
        await ann.watch(table)
        async with elsewhere(ann, doomed) as there:
            ply = await there.ask(table, "start")
            doomed.kill()
        assert (await ann.look(table))["ply"] == ply, "the bot was still thinking"
    await ann.until(table, lambda known: known["ply"] > ply)
    await ann.move(table)


@pytest.mark.long
async def test_workers_share_tables_and_are_replaced(services: dict[str, Any], tmp_path: Path) -> None:
    house = Process(tmp_path, "--workers", "2", **services)
    with serving(house):
        async with AsyncExitStack() as door:
            guests = [await door.enter_async_context(Guest(house.url, f"Guest {n}")) for n in range(4)]
            table = await seated(guests, Variant("scarabya", (("mode", "base"),), 4))
            moved = asyncio.Event()
            players = [Player(guest, table, moved.set) for guest in guests]
            playing = [asyncio.create_task(player.play_on()) for player in players]
            await moved.wait()
            before = workers(house)
            assert len(before) == 2
            os.kill(before[0], signal.SIGKILL)
            await asyncio.gather(*playing)
            await eventually(lambda: len(set(workers(house)) - set(before)) == 1)
            await guests[0].get(f"/api/tables/{table}/fairness")
        assert house.stop() in (0, -signal.SIGTERM)


def workers(house: Process) -> list[int]:
    """Return the processes that serve."""
    children = Path(f"/proc/{house.pid}/task/{house.pid}/children").read_text().split()
    return [int(pid) for pid in children if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]

"""Sockets are handed over, so that one process serves all who are at a table; clients notice nothing."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bench.server.websocket import TEXT, framed
from digsite.server.handover import FOLDER, HandedOver, Handover
from tests.games.variants import Variant
from tests.server.guest import Guest
from tests.server.process import Process, serving
from tests.server.raw import raw_socket
from tests.server.tables import MINE, OPEN
from tests.server.test_games import seated
from tests.services import Postgres, Redis

SHORT = Variant("scarab", (("board", "short"),), 2)
HANDED = HandedOver(b"GET /api/socket HTTP/1.1", "t", None, 0, 1.0, 0)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def two(postgres: Postgres, redis: Redis, home: Path) -> Iterator[list[Process]]:
    """Two processes of one house, with the same home."""
    url = postgres.new_database()
    settings: dict[str, Any] = {"database_url": url, "redis_url": redis.url, "metrics": "local"}
    processes = [Process(home, **settings) for _ in range(2)]
    with serving(*processes):
        yield processes
    postgres.drop_database(url)


async def metrics(process: Process) -> str:
    async with Guest(process.url) as guest:
        return (await guest.http.get("/metrics")).text


async def sockets(process: Process) -> int:
    """Return how many sockets a process serves."""
    found = re.search(r"^digsite_sockets_open\{.*\} (\d+)", await metrics(process), re.MULTILINE)
    assert found
    return int(found[1])


async def until(wanted: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(30):
        while not await wanted():
            await asyncio.sleep(0.1)


async def spread(two: list[Process]) -> list[int]:
    return sorted([await sockets(process) for process in two])


def spread_is(two: list[Process], *counts: int) -> Callable[[], Awaitable[bool]]:
    async def is_so() -> bool:
        return await spread(two) == sorted(counts)

    return is_so


@asynccontextmanager
async def apart(two: list[Process]) -> AsyncIterator[list[Guest]]:
    """Let two guests come in by different processes; the sockets of the last test are gone."""
    await until(spread_is(two, 0, 0))
    async with Guest(two[0].url, "Ann") as ann, Guest(two[1].url, "Bob") as bob:
        yield [ann, bob]


async def test_two_who_play_together_are_served_by_one_process(two: list[Process]) -> None:
    """The game goes on over the same sockets, without a gap or a refusal."""
    async with apart(two) as guests:
        table = await seated(guests, SHORT)
        await until(spread_is(two, 0, 2))
        await asyncio.gather(*(guest.play_on(table) for guest in guests))
        assert await spread(two) == [0, 2]
        assert {guest.tables[table]["table"]["status"] for guest in guests} == {"over"}
        assert not [m for guest in guests for m in guest.heard if m["type"] == "refused"]


async def test_moves_of_the_moment_in_which_sockets_are_handed_over_are_made(two: list[Process]) -> None:
    async with apart(two) as guests:
        table = await seated(guests, Variant("scarab", (), 2))
        await asyncio.gather(*(guest.play_on(table) for guest in guests))
        assert {guest.tables[table]["table"]["status"] for guest in guests} == {"over"}
        logs = {await guest.get(f"/api/tables/{table}/log") for guest in guests}
        assert len(logs) == 1


async def test_who_watches_two_tables_stays(two: list[Process]) -> None:
    async with apart(two) as (ann, bob), Guest(two[0].url, "Cas") as cas:
        first, second = [await ann.open_table("scarab", [MINE, OPEN]) for _ in range(2)]
        await ann.call()
        await ann.watch(first)
        await bob.call()
        await bob.watch(second)
        await bob.watch(first)
        await cas.call()
        await cas.watch(first)
        await bob.hear(lambda m: m["type"] == "present" and m["id"] == first and m["spectators"] == 2)
        await asyncio.sleep(1.5)  # longer than it takes to be told who is there
        assert [await sockets(process) for process in two] == [2, 1]


async def test_who_has_said_half_a_sentence_ends_it_first(two: list[Process]) -> None:
    async with apart(two) as (ann, _):
        table = await ann.open_table("scarab", [MINE, OPEN], listed=True)
        message = framed(TEXT, b'{"type":"watch","table":"%b","ply":0}' % table.encode())
        async with raw_socket(int(two[1].url.rpartition(":")[2])) as visitor:
            await visitor.send(message)
            await visitor.heard()
            await visitor.send(message[:20])
            await ann.call()
            await ann.watch(table)
            async with Guest(two[0].url, "Cas") as cas:
                await cas.call()
                await cas.watch(table)
                await ann.hear(lambda m: m["type"] == "present" and m["spectators"] == 2)
                await asyncio.sleep(1.5)
                assert [await sockets(process) for process in two] == [2, 1]
                await visitor.send(message[20:])
                await until(spread_is(two, 0, 3))
                while b'"news"' not in await visitor.heard():
                    pass


async def test_a_process_without_room_hands_sockets_back(
    postgres: Postgres, redis: Redis, tmp_path: Path
) -> None:
    """The client notices nothing: its socket stays open, where it was."""
    url = postgres.new_database()
    settings: dict[str, Any] = {"database_url": url, "redis_url": redis.url, "metrics": "local"}
    wide, narrow = Process(tmp_path, **settings), Process(tmp_path, connections=12, **settings)
    with serving(wide, narrow):
        async with (
            Guest(wide.url, "Ann") as ann,
            Guest(narrow.url, "Bob") as bob,
            Guest(narrow.url, "Cas") as cas,
            AsyncExitStack() as crowd,
        ):
            table = await ann.open_table("scarab", [MINE, OPEN], listed=True)
            for visitor in (bob, cas):
                await visitor.call()
                await visitor.watch(table)
            await fill(narrow, crowd)
            await ann.call()
            await ann.watch(table)
            await until(handed_over_is(wide, given=1, taken=0, back=1))
            assert await sockets(wide) == 1
            await bob.ask(table, "sit", chair=1, nonce="b")
            await ann.hear(lambda m: m["type"] == "news" and m["ply"] > 2)
    postgres.drop_database(url)


async def fill(process: Process, crowd: AsyncExitStack) -> None:
    """Open connections until a process has room for no more."""
    port = int(process.url.rpartition(":")[2])
    answer = b"HTTP/1.1 200 OK"
    while b"200" in answer:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        crowd.callback(writer.close)
        writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        answer = await reader.readline()


def handed_over_is(process: Process, **counts: int) -> Callable[[], Awaitable[bool]]:
    async def is_so() -> bool:
        found = re.findall(
            r'^digsite_sockets_handed_over_total\{direction="(\w+)".*\} (\d+)', await metrics(process), re.M
        )
        return {direction: int(count) for direction, count in found} == counts

    return is_so


async def test_a_process_that_was_killed_gets_no_sockets(two: list[Process]) -> None:
    """Those of the other one stay, and what it left behind is removed when it is back."""
    async with apart(two) as (ann, bob):
        table = await ann.open_table("scarab", [MINE, OPEN])
        await ann.call()
        await ann.watch(table)
        two[1].kill()
        two[1].start()
        two[1].wait()
        await bob.call()
        await bob.watch(table)
        await until(spread_is(two, 0, 2))
        assert len(list((two[0].home / FOLDER).iterdir())) == 2


def test_nobody_else_can_enter_the_folder(two: list[Process]) -> None:
    assert (two[0].home / FOLDER).stat().st_mode & 0o777 == 0o700


# --- one process alone


async def given(handover: Handover, to: str, handed: HandedOver = HANDED) -> bool:
    here, there = socket.socketpair()
    with here, there:
        return handover.give(to, here.fileno(), handed)


async def test_a_socket_arrives_with_what_is_known_of_it(tmp_path: Path) -> None:
    one, other = Handover(tmp_path, "one"), Handover(tmp_path, "other")
    arrived: asyncio.Queue[tuple[socket.socket, HandedOver]] = asyncio.Queue()
    for handover in (one, other):
        handover.open()

    def take(taken: socket.socket, handed: HandedOver) -> bool:
        arrived.put_nowait((taken, handed))
        return True

    other.adopt_by(take)
    here, there = socket.socketpair()
    with here, there:
        assert one.give("other", here.fileno(), HANDED)
        taken, handed = await arrived.get()
        assert not taken.get_inheritable(), "a process that we start would keep it open"
        here.close()
        with taken:
            taken.sendall(b"still open")
            assert there.recv(100) == b"still open"
    assert handed == HANDED
    for handover in (one, other):
        handover.close()
    assert not list((tmp_path / FOLDER).iterdir())


async def test_a_socket_comes_back_once(tmp_path: Path) -> None:
    """Where neither has room, it is closed."""
    one, other = Handover(tmp_path, "one"), Handover(tmp_path, "other")
    back: asyncio.Queue[HandedOver] = asyncio.Queue()
    for handover in (one, other):
        handover.open()

    def refuse(_: socket.socket, handed: HandedOver) -> bool:
        back.put_nowait(handed)
        return False

    one.adopt_by(refuse)
    other.adopt_by(lambda *_: False)
    here, there = socket.socketpair()
    with here, there:
        assert one.give("other", here.fileno(), HANDED)
        assert await back.get() == msgspec.structs.replace(HANDED, is_back=True)
        here.close()
        assert await asyncio.to_thread(there.recv, 1) == b""
    assert other.sockets == {"given": 0, "taken": 0, "back": 1}
    for handover in (one, other):
        handover.close()


async def test_what_cannot_be_served_is_closed(tmp_path: Path) -> None:
    """Of a process that speaks otherwise, or before this one serves anybody."""
    one = Handover(tmp_path, "one")
    one.open()
    for message in (b"nonsense", b""):
        here, there = socket.socketpair()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as stranger, there:
            stranger.connect(str(tmp_path / FOLDER / "one"))
            socket.send_fds(stranger, [message], [here.fileno()])
            here.close()
            assert await asyncio.to_thread(there.recv, 1) == b""
    assert await given(one, "one")
    one.close()


async def test_who_is_not_there_gets_nothing(tmp_path: Path) -> None:
    one = Handover(tmp_path, "one")
    assert not await given(one, "one"), "it is not open"
    one.open()
    assert not await given(one, "nobody")
    one.close()


async def test_a_home_with_a_long_name_hands_nothing_over(tmp_path: Path) -> None:
    one = Handover(tmp_path / ("long" * 40), "one")
    one.open()
    assert not await given(one, "one")
    one.close()

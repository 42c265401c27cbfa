"""What a hostile client sends over a socket or a connection, and that the house neither freezes nor grows."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.server.websocket import FIN, PING, PONG, TEXT, framed
from digsite.core.errors import DigsiteError
from digsite.server import film, post, protocol, showing
from digsite.server import socket as sockets
from digsite.server.film import Archive
from digsite.server.socket import BURST, FLOOD, MOST_UNSENT
from digsite.server.upgrade import MOST_MESSAGE
from tests.server.guest import Guest, Json
from tests.server.open_house import OpenHouse, open_house
from tests.server.raw import PATIENCE, RawSocket, part, raw_socket, unmasked
from tests.server.tables import DUEL, MINE, make, next_move

POLICY_VIOLATION = 1008
BINARY = FIN | 2
CONTINUATION = FIN
RESERVED_DATA, RESERVED_CONTROL = FIN | 3, FIN | 11
RATE = 30
PORTIONS = 200
FRAMES = 100
"""In a portion: together far more than anybody sends who plays."""


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """A house where messages are counted as by default."""
    with open_house(tmp_path_factory.mktemp("strict"), messages_per_second=RATE) as house:
        yield house


# --- floods


@pytest.mark.parametrize(
    ("first", "frame"),
    [
        (b"", framed(PING, b"")),
        (b"", framed(PONG, b"")),
        (framed(part(TEXT), b"["), framed(part(CONTINUATION), b"")),
        (b"", framed(TEXT, b"")),
    ],
    ids=["pings", "pongs", "fragments", "texts"],
)
async def test_every_frame_counts_and_who_floods_is_hung_up_on(
    strict: OpenHouse, first: bytes, frame: bytes
) -> None:
    async with raw_socket(strict.port) as line:
        closed = asyncio.create_task(line.close_code())
        await line.send(first)
        for _ in range(PORTIONS):
            await line.send(frame * FRAMES)
            await asyncio.sleep(0)
            if closed.done():
                break
        assert await closed in (POLICY_VIOLATION, None)
    assert PORTIONS * FRAMES > RATE * (BURST + FLOOD), "or it would not be a flood"


async def test_who_plays_may_ping(strict: OpenHouse) -> None:
    async with raw_socket(strict.port) as line:
        for number in range(RATE):
            await line.send(framed(PING, b"%d" % number))
            assert await line.frame() == (PONG, b"%d" % number)


async def test_looking_at_a_long_table_again_and_again_costs_more_than_a_message(strict: OpenHouse) -> None:
    async with Guest(strict.url) as ann:
        table = await long_table(ann, 60)
    codes = []
    async with raw_socket(strict.port) as line:
        for _ in range(RATE * BURST // 2):  # half as many as short messages may come at once
            await line.say(json.dumps({"type": "watch", "table": table}).encode())
            codes.append(await answer_to_watch(line))
    assert codes[0] is None
    assert "too_fast" in codes


async def answer_to_watch(line: RawSocket) -> str | None:
    """Return why a table is not shown, if it is not."""
    while True:
        message: Json = json.loads(await line.heard())
        if message["type"] in ("news", "refused"):
            return None if message["type"] == "news" else str(message["error"]["code"])


async def long_table(guest: Guest, moves: int) -> str:
    """Let somebody move and take it back, so often that much has happened."""
    table = await guest.open_table(**DUEL | {"chairs": [MINE, MINE | {"name": "Ben"}]})
    for number in range(moves):
        deed = await next_move(guest, table, key=f"k{number}")
        await make(guest, table, deed)
        await guest.ask(table, "take_back", seat=deed["seat"])
    return table


# --- what is no WebSocket


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (unmasked(TEXT, b"{}"), 1002),
        (framed(RESERVED_DATA, b"{}"), 1002),
        (framed(RESERVED_CONTROL, b""), 1002),
        (framed(CONTINUATION, b"{}"), 1002),
        (framed(part(TEXT), b"{") + framed(TEXT, b"}"), 1002),
        (framed(PING, b"x" * 126), 1002),
        (framed(part(PING), b""), 1002),
        (framed(BINARY, b"{}"), 1003),
        (framed(TEXT, b"x" * (MOST_MESSAGE + 1)), 1009),
        (framed(part(TEXT), b"x" * MOST_MESSAGE) + framed(CONTINUATION, b"x"), 1009),
    ],
    ids=[
        "unmasked",
        "reserved data",
        "reserved control",
        "continuation of nothing",
        "text in a text",
        "long ping",
        "ping in parts",
        "binary",
        "too large",
        "too large in parts",
    ],
)
async def test_what_breaks_the_protocol_ends_the_connection(
    house: OpenHouse, frames: bytes, code: int
) -> None:
    async with raw_socket(house.port) as line:
        await line.send(frames)
        assert await line.close_code() == code


async def test_a_message_in_many_parts_is_read(house: OpenHouse) -> None:
    text = json.dumps({"type": "leave", "table": 7}).encode()
    async with raw_socket(house.port) as line:
        await line.send(framed(part(TEXT), b""))
        for number in range(len(text)):
            await line.send(framed(part(CONTINUATION), text[number : number + 1]))
            await line.send(framed(PING, b""))
        await line.send(framed(CONTINUATION, b""))
        assert b"bad_request" in await line.heard()


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
async def test_ten_thousand_levels_of_json_are_refused(house: OpenHouse, opening: bytes) -> None:
    closing = b"]" if opening == b"[" else b"}"
    deep = opening * 10_000 + b"1" + closing * 10_000
    async with raw_socket(house.port) as line:
        for message in (deep, b'{"type":"watch","table":' + deep + b"}"):
            await line.say(message)
            assert b"bad_request" in await line.heard()


# --- who does not read


async def test_what_waits_for_a_client_that_does_not_read_is_bounded_and_then_it_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(post, "ROUND_EVERY", 0.1)
    with open_house(tmp_path) as house:
        async with Guest(house.url) as ann, raw_socket(house.port) as line:
            table = await long_table(ann, 60)
            await line.say(json.dumps({"type": "watch", "table": table}).encode())
            size = max([len(await line.heard()) for _ in range(2)])  # one of them is about who is there
            watch = framed(TEXT, json.dumps({"type": "watch", "table": table}).encode())
            (connection,) = house.site.post._all
            transport = connection._transport.underlying_transport
            waiting = 0
            async with asyncio.timeout(PATIENCE):
                while connection._stuck_since is None:
                    await line.send(watch)
                    await asyncio.sleep(0.001)
            for _ in range(200):
                await line.send(watch)
                waiting = max(waiting, transport.get_write_buffer_size())
            assert MOST_UNSENT <= waiting <= MOST_UNSENT + 2 * size
            monkeypatch.setattr(sockets, "GONE_AFTER", 0.2)
            async with asyncio.timeout(PATIENCE):
                while len(house.site.post):
                    await line.send(watch)
                    await asyncio.sleep(0.05)


async def test_answers_are_not_kept_for_everybody_who_ever_asked(house: OpenHouse) -> None:
    async with Guest(house.url) as ann:
        table = await long_table(ann, 30)
        ply = (await ann.look(table))["ply"]
        async with Guest(house.url) as stranger:
            for number in range(2 * showing.MOST_KEPT):
                await stranger.look(table, after=ply - 1 - number % ply)
        shown = (await house.site.house.room(table)).showing
        for kept in (shown._for_strangers, shown._shared):
            assert len(kept) <= showing.MOST_KEPT
        assert all(len(news) <= showing.LARGEST_KEPT for news in shown._for_strangers.values())


# --- requests


def answers(house: OpenHouse, sent: bytes) -> bytes:
    """Send something over a connection and return all that comes back until it is closed."""
    with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE) as connection:
        connection.sendall(sent)
        found = b""
        try:
            while portion := connection.recv(1 << 16):
                found += portion
        except ConnectionError:
            pass
        return found


def test_requests_that_do_not_wait_for_answers_are_not_kept(house: OpenHouse) -> None:
    many = 20 * protocol.MOST_PIPELINED
    found = answers(house, b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n" * many)
    assert found.count(b"HTTP/1.1 200") <= protocol.MOST_PIPELINED + 1
    few = b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n\r\n" * 3
    last = b"GET /api/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
    assert answers(house, few + last).count(b"HTTP/1.1 200") == 4


@pytest.mark.parametrize(
    "head",
    [
        b"x: y\r\n" * protocol.MOST_FIELDS,
        b"cookie: " + b";" * protocol.MOST_FIELD + b"\r\n",
        (b"x: " + b"y" * 8000 + b"\r\n") * 3,
    ],
    ids=["many", "one large", "large together"],
)
@pytest.mark.parametrize("more", [b"", b"connection: upgrade\r\nupgrade: websocket\r\n"])
def test_a_head_that_takes_long_to_read_is_refused_unread(house: OpenHouse, head: bytes, more: bytes) -> None:
    found = answers(house, b"GET /api/socket HTTP/1.1\r\nhost: localhost\r\n" + more + head + b"\r\n")
    assert found.startswith(b"HTTP/1.1 413")
    assert b'"code":"too_large"' in found
    assert b"x-content-type-options: nosniff" in found


async def test_nobody_fills_the_archive_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "MOST_WAITING", 4)
    monkeypatch.setattr(film, "MOST_WAITING_OF_ONE", 2)
    archive, go_on = Archive(), threading.Event()
    try:
        waiting = [asyncio.create_task(archive.done("192.0.2.1", go_on.wait)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(DigsiteError, match="Try again"):
            await archive.done("192.0.2.1", go_on.wait)
        waiting.append(asyncio.create_task(archive.done("192.0.2.2", go_on.wait)))
        await asyncio.sleep(0)
        go_on.set()
        assert await asyncio.gather(*waiting) == [True] * 3
        assert await archive.done("192.0.2.1", go_on.wait)
    finally:
        archive.close()

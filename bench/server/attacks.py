"""What a hostile client may try, each at a stated rate: mostly as fast as the default limits allow."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from bench.measure import BenchError
from bench.server.websocket import FIN, HOST, PING, PONG, TEXT, framed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from bench.server.intruder import Intruder

Worker: TypeAlias = "Callable[[], Awaitable[None]]"
"""What one connection does."""

ALLOWED: Final = 30.0
"""Messages a second that a socket may send by default."""
SOCKETS: Final = 50
"""Sockets that an address may open by default."""
FEW: Final = 10
"""Sockets, where each message costs much."""
VISITS: Final = 4
"""Connections that send their next request as soon as the last one was answered."""
FLOOD: Final = 2_000_000
"""Bytes a second of control frames."""
TICK: Final = 0.01
BOT_TABLES: Final = 295
CONNECTIONS: Final = 1000
SLOWNESS: Final = 1.0
"""Seconds between the bytes of a slow body."""
LARGEST: Final = 64 << 10
LEVELS: Final = 10_000
LONGEST_SAYING: Final = 300
CONTINUATION: Final = 0
SLOW_HEAD: Final = (
    f"POST /api/me HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
).encode()
BOTS: Final = {
    "game": "scarab",
    "chairs": [{"kind": "mine"}, *({"kind": "bot", "level": "master"} for _ in range(3))],
    "starts_when_full": True,
}
LISTED: Final = {"game": "scarab", "chairs": [{"kind": "mine"}, {"kind": "open"}], "listed": True}
SIT: Final = {"what": "sit", "chair": 0}
OWN: Final = {"game": "scarab", "chairs": [{"kind": "mine"}, {"kind": "open"}], "starts_when_full": True}


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack as the results name it."""

    what: str
    counted: str
    """What is counted of it."""
    prepare: Callable[[Intruder], Awaitable[list[Worker]]]
    """Gets ready and returns what each of its connections does, again and again."""


# --- frames


def _flood(kind: int, first: bytes = b"") -> Callable[[Intruder], Awaitable[list[Worker]]]:
    """Return a flood of empty frames over one anonymous socket."""
    frame = framed(kind, b"")
    count = int(FLOOD * TICK) // len(frame)

    async def worker(intruder: Intruder) -> None:
        async with intruder.socket() as line:
            await line.send(first, 0)
            while True:
                await line.send(frame * count, count)
                await asyncio.sleep(TICK)

    async def prepare(intruder: Intruder) -> list[Worker]:
        return [partial(worker, intruder)]

    return prepare


async def _large(intruder: Intruder) -> list[Worker]:
    """Send messages of the greatest size, with nothing but a name that is too long."""
    frame = b'{"type":"watch","table":""}'
    message = frame[:-2] + b"x" * (LARGEST - len(frame)) + frame[-2:]
    return [partial(intruder.chatter, itertools.repeat(message), ALLOWED)] * FEW


async def _nested(intruder: Intruder) -> list[Worker]:
    """Send lists in lists."""
    message = b'{"type":"watch","table":' + b"[" * LEVELS + b"]" * LEVELS + b"}"
    return [partial(intruder.chatter, itertools.repeat(message), ALLOWED)] * FEW


# --- connections


async def _slow(intruder: Intruder) -> list[Worker]:
    """Open connections of which every other one sends a body byte by byte, and the others nothing."""
    workers = (partial(_linger, intruder, head) for head in (SLOW_HEAD, b""))
    return [worker for worker in workers for _ in range(CONNECTIONS // 2)]


async def _linger(intruder: Intruder, head: bytes) -> None:
    reader, writer = await asyncio.open_connection(HOST, intruder.port, local_addr=(intruder.source, 0))
    intruder.count()
    answered = asyncio.ensure_future(reader.read())
    try:
        writer.write(head)
        while not answered.done():
            await asyncio.wait((answered,), timeout=SLOWNESS)
            writer.write(b"x" if head else b"")
    finally:
        answered.cancel()
        writer.close()
    await asyncio.sleep(SLOWNESS)  # a thousand that came again at once would be another attack
    raise ConnectionResetError


# --- tables


async def _bots(intruder: Intruder) -> list[Worker]:
    """Open tables with three of the strongest bots each, as fast as it is allowed."""
    cookie, left = await intruder.cookie(), itertools.count(BOT_TABLES, -1)

    async def worker() -> None:
        async with intruder.visit(cookie) as visit:
            while next(left) > 0:
                while (opened := await intruder.asked(visit.post("/api/tables", BOTS))) is None:
                    pass
                await intruder.asked(visit.post(f"/api/tables/{opened['table']}/deeds", SIT))
            await asyncio.Event().wait()

    return [worker] * VISITS


async def _lobby(intruder: Intruder) -> list[Worker]:
    """Open tables that everybody sees, and look at the list."""
    cookie = await intruder.cookie()

    async def worker() -> None:
        async with intruder.visit(cookie) as visit:
            while True:
                await intruder.asked(visit.post("/api/tables", LISTED))
                await intruder.asked(visit.get("/api/tables"))

    return [worker] * VISITS


async def _presence(intruder: Intruder) -> list[Worker]:
    """Come to the victim's table and leave it: everybody there is told each time."""
    return [partial(intruder.chatter, _come_and_go(intruder.table), ALLOWED) for _ in range(SOCKETS)]


def _come_and_go(table: str) -> Iterator[Any]:
    return itertools.cycle([{"type": "watch", "table": table}, {"type": "leave", "table": table}])


async def _rewatch(intruder: Intruder) -> list[Worker]:
    """Ask for everything that ever happened at a long table."""
    message = {"type": "watch", "table": intruder.long, "ply": 0}
    return [partial(intruder.chatter, itertools.repeat(message), ALLOWED)] * FEW


async def _replay(intruder: Intruder) -> list[Worker]:
    """Step through a long game and have it checked."""

    async def worker() -> None:
        async with intruder.visit() as visit:
            while True:
                await intruder.asked(visit.get(f"/api/tables/{intruder.over}/frames?start=0&count=100"))
                await intruder.asked(visit.get(f"/api/tables/{intruder.over}/fairness"))

    return [worker] * VISITS


# --- deeds


async def _chat(intruder: Intruder) -> list[Worker]:
    """Say the longest things that may be said."""
    return await _at_own_tables(intruder, [{"what": "say", "text": "x" * LONGEST_SAYING}])


async def _agree(intruder: Intruder) -> list[Worker]:
    """Agree again and again that the house plays on for the other one; all of it may be refused."""
    return await _at_own_tables(intruder, [{"what": "agree", "seat": seat} for seat in range(2)])


async def _at_own_tables(intruder: Intruder, deeds: list[dict[str, Any]]) -> list[Worker]:
    """Let two guests sit down at some tables; the first one does these things, with a socket for each."""
    host, guest = await intruder.cookie(), await intruder.cookie()
    tables = [await _own_table(intruder, host, guest)]
    with contextlib.suppress(BenchError):  # then there are as many as one may have
        while len(tables) < FEW:
            tables.append(await _own_table(intruder, host, guest))
    return [partial(intruder.chatter, _watch_and_do(table, deeds), ALLOWED, host) for table in tables]


async def _own_table(intruder: Intruder, host: str, guest: str) -> str:
    async with intruder.visit(host) as visit:
        table: str = (await visit.post("/api/tables", OWN))["table"]
        await visit.post(f"/api/tables/{table}/deeds", SIT)
    async with intruder.visit(guest) as visit:
        await visit.post(f"/api/tables/{table}/deeds", {"what": "sit", "chair": 1})
    return table


def _watch_and_do(table: str, deeds: list[dict[str, Any]]) -> Iterator[Any]:
    messages = [{"type": "do", "id": 0, "table": table, "deed": deed} for deed in deeds]
    return itertools.chain([{"type": "watch", "table": table}], itertools.cycle(messages))


ATTACKS: Final = {
    "pings": Attack("empty pings, 2 MB/s over one socket", "frames sent", _flood(PING)),
    "pongs": Attack("empty pongs, 2 MB/s over one socket", "frames sent", _flood(PONG)),
    "fragments": Attack(
        "empty fragments, 2 MB/s over one socket",
        "frames sent",
        _flood(CONTINUATION, framed(TEXT & ~FIN, b"[")),
    ),
    "large": Attack("messages of 64 kB, 10 sockets, 30/s each", "messages sent", _large),
    "nested": Attack("JSON 10,000 levels deep, 10 sockets, 30/s each", "messages sent", _nested),
    "slow": Attack("500 bodies of a byte a second, 500 idle connections", "connections opened", _slow),
    "presence": Attack("come and leave, 50 sockets, 30/s each", "messages sent", _presence),
    "rewatch": Attack("1,000 entries from the first on, 10 sockets, 30/s each", "messages sent", _rewatch),
    "replay": Attack("frames and fairness of a long game, 4 connections", "requests sent", _replay),
    "chat": Attack("chat at 10 tables, 30/s each", "messages sent", _chat),
    "agree": Attack("agree to play on at 10 tables, 30/s each", "messages sent", _agree),
    "lobby": Attack("listed tables, 4 connections", "requests sent", _lobby),
    "bots": Attack("295 tables with three masters each, 4 connections", "requests sent", _bots),
}
"""In the order in which they are tried. The bots come last: they go on thinking when the attack is over."""

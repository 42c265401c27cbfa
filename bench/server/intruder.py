"""What attacks are made of: connections from one address, and a tally of what became of them."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec

from bench.measure import BenchError
from bench.server.rest import Visit
from bench.server.websocket import HOST, SWITCHING, TEXT, asked, framed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

NETWORK: Final = "127."
"""Where attackers come from and go to: this machine."""
SOCKET: Final = "/api/socket"
PAUSE: Final = 0.25
"""Seconds before a connection that was closed is opened again, or a refused request is sent again."""
MOST_SENT: Final = 50_000_000
PORTION: Final = 1 << 18
REFUSED: Final = b'{"type":"refused"'


class Tally(msgspec.Struct):
    """What an attacker achieved."""

    sent: int = 0
    refused: int = 0
    closed: int = 0
    """Connections that the server did not take or closed."""


class Intruder:
    """One hostile address."""

    def __init__(self, port: int, source: str, table: str, long: str, over: str) -> None:
        if not source.startswith(NETWORK):
            message = f"{source} is not on this machine"
            raise BenchError(message)
        self.port, self.source = port, source
        self.table, self.long, self.over = table, long, over
        self.tally = Tally()
        self.enough = asyncio.Event()

    async def insist(self, worker: Callable[[], Awaitable[None]]) -> None:
        """Do something again and again; a connection that is closed is opened again after a pause."""
        while True:
            try:
                await worker()
            except (OSError, EOFError):
                self.tally.closed += 1
                await asyncio.sleep(PAUSE)

    def count(self, messages: int = 1) -> None:
        """Count what was sent."""
        self.tally.sent += messages
        if self.tally.sent > MOST_SENT:
            self.enough.set()

    async def cookie(self) -> str:
        """Come in as a guest and return the header that says so."""
        async with Visit(self.port, source=self.source) as visit:
            await visit.post("/api/me", {"name": "Mallory"})
            return f"Cookie: {visit.cookie}\r\n"

    def visit(self, cookie: str = "") -> Visit:
        """Return a connection for requests."""
        return Visit(self.port, cookie, self.source)

    async def asked(self, request: Awaitable[Any]) -> Any:
        """Wait for the answer to a request and count it; return nothing after a refusal and a pause."""
        try:
            answer = await request
        except BenchError:
            self.tally.refused += 1
            await asyncio.sleep(PAUSE)
            return None
        finally:
            self.count()
        return answer

    def socket(self, cookie: str = "") -> Line:
        """Return a WebSocket."""
        return Line(self, cookie)

    async def chatter(self, messages: Iterable[Any], rate: float, cookie: str = "") -> None:
        """Send messages over a WebSocket, so many a second."""
        async with self.socket(cookie) as line:
            for message in messages:
                await line.send(framed(TEXT, _written(message)))
                await asyncio.sleep(1 / rate)


class Line:
    """A WebSocket that reads whatever comes, and counts refusals: `async with intruder.socket() as line`."""

    def __init__(self, intruder: Intruder, cookie: str) -> None:
        self._intruder, self._cookie = intruder, cookie
        self._writer: asyncio.StreamWriter
        self._reader: asyncio.StreamReader
        self._listening: asyncio.Task[None]

    async def __aenter__(self) -> Self:
        port, source = self._intruder.port, self._intruder.source
        self._reader, self._writer = await asyncio.open_connection(HOST, port, local_addr=(source, 0))
        self._writer.write(asked(port, SOCKET, self._cookie))
        if not (await self._reader.readuntil(b"\r\n\r\n")).startswith(SWITCHING):
            self._writer.close()
            raise ConnectionRefusedError
        self._listening = asyncio.create_task(self._listen())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.cancel()
        self._writer.close()

    async def send(self, frames: bytes, count: int = 1) -> None:
        """Send frames as soon as the server takes them."""
        if self._listening.done():
            raise ConnectionResetError
        self._writer.write(frames)
        await self._writer.drain()
        self._intruder.count(count)

    async def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while portion := await self._reader.read(PORTION):
                self._intruder.tally.refused += portion.count(REFUSED)


def _written(message: Any) -> bytes:
    return message if isinstance(message, bytes) else msgspec.json.encode(message)

"""A socket spoken byte by byte, for what no client library would send."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from bench.server.websocket import CLOSE, FIN, SHORT, SWITCHING, TEXT, WIDTHS, asked, framed

PATIENCE: Final = 30.0
"""Seconds after which a server hangs."""
CODE_BYTES: Final = 2


class RawSocket:
    """A WebSocket of which the test writes every byte."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def send(self, frames: bytes) -> None:
        """Send bytes as they are; whoever has hung up does not mind."""
        with suppress(ConnectionError):
            self._writer.write(frames)
            await self._writer.drain()

    async def say(self, text: bytes) -> None:
        """Send a text as a client does."""
        await self.send(framed(TEXT, text))

    async def frame(self) -> tuple[int, bytes]:
        """Return the next frame: its first byte, and what it carries."""
        async with asyncio.timeout(PATIENCE):
            kind, size = await self._reader.readexactly(2)
            if size >= SHORT:
                size = int.from_bytes(await self._reader.readexactly(WIDTHS[size]), "big")
            return kind, await self._reader.readexactly(size)

    async def heard(self) -> bytes:
        """Return the next text."""
        while (frame := await self.frame())[0] != TEXT:
            pass
        return frame[1]

    async def close_code(self) -> int | None:
        """Read until the server hangs up; return its code, or nothing where it only cut the line."""
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                kind, body = await self.frame()
                if kind == CLOSE:
                    return int.from_bytes(body[:CODE_BYTES], "big")
        return None


@asynccontextmanager
async def raw_socket(port: int) -> AsyncIterator[RawSocket]:
    """Open a socket as nobody."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(asked(port, "/api/socket"))
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(SWITCHING)
        yield RawSocket(reader, writer)
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


def unmasked(kind: int, body: bytes = b"") -> bytes:
    """Return a short frame as only servers may send it."""
    return bytes((kind, len(body))) + body


def part(kind: int) -> int:
    """Return the kind of a frame that is not the last one of its message."""
    return kind & ~FIN

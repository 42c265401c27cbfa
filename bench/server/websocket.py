"""A WebSocket client that costs little: text messages in one frame each, and no extensions."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, cast

from bench.measure import BenchError

if TYPE_CHECKING:
    from collections.abc import Callable

HOST: Final = "127.0.0.1"

# RFC 6455: the first byte is FIN and the kind of frame; the second the length, or how wide the length is.
FIN: Final = 0x80
TEXT, CLOSE, PING, PONG = FIN | 1, FIN | 8, FIN | 9, FIN | 10
MASKED: Final = 0x80
MASK: Final = b"\0\0\0\0"
"""A mask that changes nothing: it is legal, the server's work is the same, and ours is none."""
SHORT: Final = 126
LONG: Final = 127
WIDTHS: Final = {SHORT: 2, LONG: 8}
WIDEST_SHORT: Final = 0xFFFF

UPGRADE: Final = (
    "GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: ZGlnc2l0ZSdzIGJlbmNoLg==\r\nSec-WebSocket-Version: 13\r\n{headers}\r\n"
)
SWITCHING: Final = b"HTTP/1.1 101"


class Socket(asyncio.Protocol):
    """One connection; every text message goes to `hear` as it comes."""

    def __init__(self, upgrade: bytes, hear: Callable[[bytes], None]) -> None:
        self.hear = hear
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._upgrade = upgrade
        self._rest = b""
        self._closing = False

    def send(self, text: bytes) -> None:
        """Send a text message."""
        self._write(TEXT, text)

    def close(self) -> None:
        """Say good-bye and hang up."""
        self._closing = True
        if not self._transport.is_closing():
            self._write(CLOSE, b"")
            self._transport.close()

    # --- asyncio.Protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._upgrade)

    def connection_lost(self, error: Exception | None) -> None:
        """Nobody but us may hang up."""
        if not self._closing:
            message = f"the server closed a connection: {error}"
            raise BenchError(message)

    def data_received(self, data: bytes) -> None:
        """Take whole frames, keep what is left."""
        if self._rest:
            data = self._rest + data
        self._rest = self._frames(data) if self.opened.done() else self._answer(data)

    # --- what came

    def _answer(self, data: bytes) -> bytes:
        """Take the answer to the upgrade."""
        head, end, rest = data.partition(b"\r\n\r\n")
        if not end:
            return data
        if not head.startswith(SWITCHING):
            message = f"no WebSocket: {head.decode()}"
            raise BenchError(message)
        self.opened.set_result(None)
        return self._frames(rest)

    def _frames(self, data: bytes) -> bytes:
        """Take all whole frames and return the rest."""
        start, size = 0, len(data)
        while size - start > 1:
            length = data[start + 1]
            body = start + 2
            if (width := WIDTHS.get(length)) is not None:
                body += width
                length = int.from_bytes(data[start + 2 : body], "big")
            if body + length > size:
                break
            self._frame(data[start], data[body : body + length])
            start = body + length
        return data[start:]

    def _frame(self, kind: int, body: bytes) -> None:
        if kind == TEXT:
            self.hear(body)
        elif kind == PING:
            self._write(PONG, body)
        elif kind == CLOSE:
            self._transport.close()
        elif kind != PONG:
            message = f"a frame of a kind that is not spoken here: {kind:#x}"
            raise BenchError(message)

    def _write(self, kind: int, body: bytes) -> None:
        self._transport.write(framed(kind, body))


def framed(kind: int, body: bytes) -> bytes:
    """Return a frame as clients send it."""
    size = len(body)
    if size < SHORT:
        head = bytes((kind, MASKED | size))
    elif size <= WIDEST_SHORT:
        head = bytes((kind, MASKED | SHORT)) + size.to_bytes(2, "big")
    else:
        head = bytes((kind, MASKED | LONG)) + size.to_bytes(8, "big")
    return head + MASK + body


def asked(port: int, path: str, headers: str = "") -> bytes:
    """Return a request for a WebSocket; more headers end with a line break each."""
    return UPGRADE.format(path=path, host=HOST, port=port, headers=headers).encode()


async def connect(port: int, path: str, hear: Callable[[bytes], None], headers: str = "") -> Socket:
    """Open a WebSocket on this machine; more headers end with a line break each."""
    upgrade = asked(port, path, headers)
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(upgrade, hear), HOST, port)
    await socket.opened
    return socket

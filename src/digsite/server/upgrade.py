"""From a request to a socket: the application decides as for every request, then picows takes over."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import httptools
from picows import WSAutoPingStrategy, WSCloseCode, WSUpgradeResponse, WSUpgradeResponseWithListener
from picows.picows import WSProtocol  # type: ignore[attr-defined] # not among its types

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from picows import WSListener
    from starlette.types import Message, Scope

    from digsite.server.handover import Adopt
    from digsite.server.protocol import Protocol

TAKE_OVER: Final = "digsite.take_over"
"""The extension of a scope by which a socket is opened on its connection."""
OPENED_BY: Final = "digsite.opened_by"
"""The head of the request that asks for the socket: another process could take it over by that."""
HANDED_OVER: Final = "digsite.handed_over"
"""What another process said of the socket, where it comes from there."""
ADOPT: Final = "digsite.adopt"
"""What serves sockets of other processes."""
MOST_MESSAGE: Final = 64 << 10
"""Bytes of a message from a client."""
READ_BUFFER: Final = 4096
"""Bytes that are read at once: between two portions others get their turn."""
HANDSHAKE_SECONDS: Final = 10
QUIET: Final = logging.LoggerAdapter(logging.getLogger("digsite.picows"))
"""Clients that break the protocol are their own problem: their socket is closed, and nothing is written."""
QUIET.logger.setLevel(logging.CRITICAL)


class _Answered(WSUpgradeResponse):
    """The answer to a request that another process has answered before."""

    def to_bytes(self) -> bytearray:
        """Return nothing: the client has it."""
        return bytearray()


def _granted(listener: WSListener, *, is_answered: bool) -> WSListener | WSUpgradeResponseWithListener:
    """Return how a request for a socket is answered."""
    if not is_answered:
        return listener
    usual, silent = WSUpgradeResponse.create_101_response(), _Answered()
    silent.version, silent.status, silent.headers = usual.version, usual.status, usual.headers
    silent.body = usual.body
    return WSUpgradeResponseWithListener(silent, listener)


class SocketProtocol(WSProtocol):  # type: ignore[misc]
    """A connection that has become a socket; uvicorn closes it when the house closes."""

    def __init__(
        self, listener: WSListener, connections: set[Any], lost: Callable[[], None], *, is_answered: bool
    ) -> None:
        super().__init__(
            None,  # host and port
            None,  # path
            False,  # noqa: FBT003 - is client side
            lambda request: _granted(listener, is_answered=is_answered),  # noqa: ARG005
            QUIET,
            False,  # noqa: FBT003 - disconnect on exception: the listener takes care of its own
            HANDSHAKE_SECONDS,
            False,  # noqa: FBT003 - auto ping: the post does
            0,
            0,
            WSAutoPingStrategy.PING_WHEN_IDLE,
            False,  # noqa: FBT003 - auto pong: every frame is counted first
            MOST_MESSAGE,
            None,  # more headers
            READ_BUFFER,
        )
        self._connections = connections
        self._lost = lost

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin."""
        self._connections.add(self)
        super().connection_made(transport)
        self._empty = len(self.get_buffer(0))

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._connections.discard(self)
        self._lost()
        super().connection_lost(exc)

    def feed(self, data: bytes) -> None:
        """Read what came before the connection was taken over."""
        while data:
            room = self.get_buffer(len(data))
            portion = data[: len(room)]
            room[: len(portion)] = portion
            self.buffer_updated(len(portion))
            data = data[len(portion) :]

    @property
    def is_between_frames(self) -> bool:
        """Tell whether all that came was read.

        A client can make its buffer grow by a long message, and stop where it looks empty. If it is handed
        over then, the rest is misread, and its own socket is closed.
        """
        return len(self.get_buffer(0)) == self._empty

    def shutdown(self) -> None:
        """Say that the house restarts."""
        self.transport.send_close(WSCloseCode.SERVICE_RESTART)
        self.transport.disconnect()


class Upgrade:
    """A request for a socket, until it is granted or refused."""

    def __init__(self, http: Protocol, lost: Callable[[], None], adopt: Adopt) -> None:
        self._http = http
        self._adopt = adopt
        self._lost = lost
        """Called when the socket's connection is lost."""
        self._transport = http.transport
        self._status = HTTPStatus.FORBIDDEN
        self._headers: list[tuple[bytes, bytes]] = []
        self._has_ended = False

    async def run(self) -> None:
        """Let the application decide."""
        self._transport.pause_reading()
        try:
            await self._http.app(self._scope(), self._receive, self._send)
        finally:
            if not self._has_ended:
                self._transport.close()

    def _scope(self) -> Scope:
        url = httptools.parse_url(self._http.url)
        path = url.path.decode("ascii")
        return self._http.scope | {
            "type": "websocket",
            "scheme": "wss" if self._http.scheme == "https" else "ws",
            "path": path,
            "raw_path": url.path,
            "query_string": url.query or b"",
            "subprotocols": [],
            "extensions": {
                "websocket.http.response": {},
                TAKE_OVER: self._take_over,
                OPENED_BY: self._request(),
                HANDED_OVER: self._http.handed_over,
                ADOPT: self._adopt,
            },
        }

    def _take_over(self, listener: WSListener) -> None:
        """Open a socket: its protocol gets the request as it came, and answers it."""
        self._has_ended = True
        is_answered = self._http.handed_over is not None
        protocol = SocketProtocol(listener, self._http.connections, self._lost, is_answered=is_answered)
        protocol.connection_made(self._transport)
        self._transport.set_protocol(protocol)
        protocol.feed(self._request())
        protocol.feed(self._http.early)
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def _request(self) -> bytes:
        lines = [b"%b: %b" % header for header in self._http.headers]
        return b"\r\n".join([b"GET %b HTTP/1.1" % self._http.url, *lines, b"", b""])

    async def _receive(self) -> Message:
        return {"type": "websocket.connect"}

    async def _send(self, message: Message) -> None:
        """Send the answer of an application that opens no socket."""
        match message["type"]:
            case "websocket.http.response.start":
                self._status = HTTPStatus(message["status"])
                self._headers = message["headers"]
            case "websocket.http.response.body":
                self._answer(message["body"])
            case _:
                self._answer(b"")

    def _answer(self, body: bytes) -> None:
        self._has_ended = True
        if self._http.handed_over is not None:  # its client expects frames, and comes again by itself
            self._transport.close()
            return
        status = f"HTTP/1.1 {self._status.value} {self._status.phrase}".encode()
        headers = [(name, value) for name, value in self._headers if name.lower() != b"content-length"]
        headers += [(b"content-length", str(len(body)).encode()), (b"connection", b"close")]
        lines = [b"%b: %b" % header for header in headers]
        self._transport.write(b"\r\n".join([status, *lines, b"", body]))
        self._transport.close()

"""HTTP as uvicorn speaks it, with limits to how many connections there are and how long each may take."""

from __future__ import annotations

import asyncio
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from digsite.core.errors import DigsiteError
from digsite.server.connections import COUNTED_BY, Entry
from digsite.server.guard import HEADERS
from digsite.server.refusals import refused
from digsite.server.upgrade import Upgrade

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from starlette.types import Receive, Scope, Send

    from digsite.server.connections import Connections
    from digsite.server.handover import HandedOver

MOST_HEAD: Final = 16 << 10
"""Bytes of all headers together."""
MOST_FIELD: Final = 8 << 10
"""Bytes of one header: cookies take as long to read as they are long."""
MOST_FIELDS: Final = 100
"""Headers of a request."""
MOST_PIPELINED: Final = 8
"""Requests that wait over one connection while an earlier one is answered; browsers send none so early."""
HEAD_SECONDS: Final = 20
"""From the first byte of a head to its last, and until there is a first one."""
BODY_SECONDS: Final = 20
"""From the end of a head to that of its body."""
UNREAD_SECONDS: Final = 60
"""Within which a client reads what it has asked for."""
RESERVED_SECONDS: Final = 2
"""The same for heads and bodies over a connection that is for health alone."""
NO_HOST: Final = "local"
"""As whose address one counts whose connection has none."""
HEALTH_PATHS: Final = (b"/healthz", b"/livez", b"/readyz")


class Phase(Enum):
    """What a connection waits for."""

    HEAD = auto()
    BODY = auto()
    ANSWER = auto()
    """Ours: no client is to blame for that."""


class Protocol(HttpToolsProtocol):
    """One connection. A client that never ends a request would otherwise keep it, or our memory, for ever."""

    handed_over: HandedOver | None = None
    """What another process said of it, where its socket comes from there."""
    early = b""
    """What came after the request, before the application has decided."""

    def __init__(self, connections: Connections, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._connections = connections
        self._entry = Entry.REFUSED
        self._phase, self._since = Phase.HEAD, 0.0
        self._unread_since: float | None = None
        self._head = 0
        """Bytes of the head that has not come to its end."""
        self._fields = self._field_bytes = 0
        """Headers of the request that is being read, and their bytes."""

    # --- the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait_for(Phase.HEAD)
        self._entry = self._connections.enter(self, self.client[0] if self.client else NO_HOST)
        if self._entry is Entry.REFUSED:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._connections.leave(self)
        super().connection_lost(exc)

    def overdue(self, now: float) -> str | None:
        """Return why it has kept us waiting for too long, if it has."""
        most = self._most_seconds()
        if most is not None and now - self._since > most:
            return f"no whole {self._phase.name.lower()} of a request within {most} s"
        if self._unread_for(now) > UNREAD_SECONDS:
            return f"an answer not read within {UNREAD_SECONDS} s"
        return None

    def cut(self) -> None:
        """Close it at once: what was not read will not be."""
        self.transport.abort()

    def _most_seconds(self) -> float | None:
        if self._phase is Phase.ANSWER:
            return None
        if self._entry is Entry.RESERVED:
            return RESERVED_SECONDS
        return HEAD_SECONDS if self._phase is Phase.HEAD else BODY_SECONDS

    def _unread_for(self, now: float) -> float:
        """Return for how long there has always been something that the client did not take."""
        if not self.transport.get_write_buffer_size():
            self._unread_since = None
        elif self._unread_since is None:
            self._unread_since = now
        return 0 if self._unread_since is None else now - self._unread_since

    def _wait_for(self, phase: Phase) -> None:
        self._phase, self._since = phase, self.loop.time()

    # --- a request

    def data_received(self, data: bytes) -> None:
        """Read a portion of what comes in."""
        goes_on = self._phase is Phase.HEAD
        super().data_received(data)
        if self._phase is Phase.HEAD:
            self._head += len(data) if goes_on else 0
            if self._head > MOST_HEAD:
                self.transport.close()

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        self.scope[COUNTED_BY] = self._connections  # type: ignore[typeddict-unknown-key]
        self._head = self._fields = self._field_bytes = 0
        self._wait_for(Phase.HEAD)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; of a head that is too large no more is kept, as it will be refused."""
        size = len(name) + len(value)
        self._fields += 1
        self._field_bytes += size if size <= MOST_FIELD else MOST_HEAD + 1
        if not self._has_large_head:
            super().on_header(name, value)

    @property
    def _has_large_head(self) -> bool:
        return self._fields > MOST_FIELDS or self._field_bytes > MOST_HEAD

    def on_headers_complete(self) -> None:
        """Go on to its body; over a connection of the reserve, only where it asks for health."""
        self._wait_for(Phase.BODY)
        if len(self.pipeline) >= MOST_PIPELINED:
            message = "too many requests wait"
            raise HttpParserError(message)
        if self._has_large_head:
            self.app = _is_too_large
        elif self._entry is Entry.RESERVED and self.url.partition(b"?")[0] not in HEALTH_PATHS:
            self.app = _is_full
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Go on to its answer, which may have come before; a socket has none."""
        super().on_message_complete()
        if not (self.parser.should_upgrade() and self._should_upgrade()):
            self._wait_for(Phase.HEAD if self.cycle.response_complete else Phase.ANSWER)

    def on_response_complete(self) -> None:
        """Wait for the next request, if none has begun."""
        super().on_response_complete()
        if self._phase is Phase.ANSWER and self.cycle.response_complete:
            self._head = 0
            self._wait_for(Phase.HEAD)

    def handle_websocket_upgrade(self) -> None:
        """Let the application decide, as for every request; a socket then takes the connection over."""
        self._connections.becomes_socket(self)
        self.connections.discard(self)
        upgrade = Upgrade(self, partial(self._connections.leave, self), self._adopt)
        task = self.loop.create_task(upgrade.run())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def _adopt(self, taken: socket.socket, handed_over: HandedOver) -> bool:
        """Serve a socket that another process has opened, where there is room."""
        if not self._connections.has_room_for(_host_of(taken)):
            return False
        make = partial(Adopted, self._connections, self.config, self.server_state, self.app_state)
        task = self.loop.create_task(_connect(partial(make, handed_over=handed_over), taken))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return True

    def _should_upgrade(self) -> bool:
        """Tell whether a socket is opened; not over a connection of the reserve."""
        return self._entry is Entry.OPEN and self._get_upgrade() == b"websocket"


class Adopted(Protocol):
    """A connection that another process has handed over; the request that opened it is read once more."""

    def __init__(self, *args: Any, handed_over: HandedOver, **named: Any) -> None:
        super().__init__(*args, **named)
        self.handed_over = handed_over

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin with the request that opened it."""
        super().connection_made(transport)
        if self.handed_over is not None and not transport.is_closing():
            super().data_received(self.handed_over.request)

    def data_received(self, data: bytes) -> None:
        """Keep what the client says until its socket is open here."""
        self.early += data


def _host_of(connected: socket.socket) -> str:
    """Return the address at the other end; a client that has gone has none."""
    try:
        peer = connected.getpeername()
    except OSError:
        return NO_HOST
    return str(peer[0]) if isinstance(peer, tuple) else NO_HOST


async def _connect(make: Callable[[], Adopted], taken: socket.socket) -> None:
    try:
        await asyncio.get_running_loop().connect_accepted_socket(make, taken)
    except OSError:  # its client has gone meanwhile
        taken.close()


LAST: Final = HEADERS | {"connection": "close"}
"""The headers of an answer that comes before the application, and after which the connection is closed."""


async def _is_full(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer over a connection of the reserve whatever does not ask for health."""
    await refused(DigsiteError("house_full"), LAST)(scope, receive, send)


async def _is_too_large(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request with too many or too large headers, before anybody reads them."""
    await refused(DigsiteError("too_large", most=MOST_HEAD), LAST)(scope, receive, send)

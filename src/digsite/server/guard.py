"""What stands before every request: names, origins, sizes and paces, and the headers of every answer."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from contextlib import contextmanager
from functools import lru_cache
from http.client import INTERNAL_SERVER_ERROR
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from digsite.core.errors import DigsiteError
from digsite.server.house import LOG
from digsite.server.networks import share_name
from digsite.server.refusals import UNREADABLE, refused, status_of, too_fast
from digsite.wire.messages import MOST_LOG

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from digsite.server.settings import Settings
    from digsite.server.site import Site

SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
MOST_BODY: Final = 2 * MOST_LOG
"""Bytes of a request: a log is the longest, and JSON makes it longer."""
SMALL_BODY: Final = 32 << 10
"""Bytes of a request that is no log and no board."""
MOST_LARGE: Final = 8
"""Larger requests of one address that are read at the same time."""
LARGE_WAIT: Final = 5
"""Seconds after which one more may be sent."""
SOCKET: Final = "/api/socket"
TABLES: Final = "/api/tables"
WAIT: Final = 0.25
"""Seconds after which a request is refused that came too fast."""
MOST_WAITING: Final = 1000
"""Requests that wait to be refused; further ones are refused at once."""
WENT_WRONG: Final = 1011
"""The code with which a socket is closed when the house has made a mistake."""
LONGEST_HOST: Final = 255
"""Characters of a host's name."""
MOST_HOSTS: Final = 256
"""Names by which clients called this machine of which is kept whether they are numbers."""
HEADERS: Final = {
    "cache-control": "no-store",
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""On every answer that says nothing else. No referrer: links to tables are secrets of those who have them."""


class Guard:
    """Refuses what should not come in; a page of another site never acts in somebody's name."""

    def __init__(self, app: ASGIApp, settings: Settings, door: ASGIApp) -> None:
        self._app = app
        self._door = door
        """Where sockets come in: straight, since every message would pass through all layers between."""
        self._hosts = settings.hosts
        self._is_https = settings.https
        self._large: Counter[str] = Counter()
        """Large bodies that are being read, by address."""
        self._waiting = 0
        """Requests that wait to be refused."""
        headers = HEADERS | ({"strict-transport-security": "max-age=31536000"} if settings.https else {})
        self._headers = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it; whatever goes wrong behind is told in the same shape."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        answer = _Answer(send, self._headers)
        try:
            self._check(scope)
            if scope["type"] == "websocket" and scope["path"] == SOCKET:
                await self._door(scope, receive, answer)
            elif _is_large(scope):
                with self._one_of_few(client_of(scope)):
                    await self._app(scope, _counted(receive, MOST_BODY), answer)
            else:
                await self._app(scope, _counted(receive, SMALL_BODY), answer)
        except DigsiteError as error:
            _count(scope, error.code)
            log_trouble(scope, error)
            if error.code == "too_fast":
                await self._let_wait()
            await refused(error)(scope, receive, answer)
        except Exception:  # noqa: BLE001 - whatever it was, somebody waits for an answer
            _count(scope, "server_error")
            LOG.exception("%s went wrong", route_of(scope))
            await answer.apologise(scope, receive)

    @contextmanager
    def _one_of_few(self, client: str) -> Iterator[None]:
        """Take few large bodies of one address at a time: all that has come in is held in memory."""
        if self._large[client] >= MOST_LARGE:
            raise too_fast("requests", LARGE_WAIT)
        self._large[client] += 1
        try:
            yield
        finally:
            self._large[client] -= 1
            if not self._large[client]:
                del self._large[client]

    async def _let_wait(self) -> None:
        """Refuse slowly what comes too fast: a connection that waits sends nothing else meanwhile."""
        if self._waiting < MOST_WAITING:
            self._waiting += 1
            try:
                await asyncio.sleep(WAIT)
            finally:
                self._waiting -= 1

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        self._require_host(headers)
        is_safe = scope["type"] == "http" and scope["method"] in SAFE_METHODS
        if not is_safe:
            self._require_own_page(headers)
        if not _is_short(headers.get("content-length", "0")):
            raise DigsiteError("too_large", most=MOST_BODY)
        site: Site = scope["app"].state.site
        site.shares.take("requests", client_of(scope), site.seems(HTTPConnection(scope)))

    def _require_host(self, headers: Headers) -> None:
        """Refuse names that are not ours: another site could have pointed its own at this machine."""
        name = _name(headers.get("host", ""))
        is_ours = name in self._hosts or "*" in self._hosts
        if not is_ours and (len(name) > LONGEST_HOST or not _is_number(name)):
            raise DigsiteError("foreign_host")

    def _require_own_page(self, headers: Headers) -> None:
        """Refuse what a page of another site sends; programs send no origin, and have no cookie to misuse."""
        origin = headers.get("origin")
        if origin is not None and not self._is_ours(origin, headers.get("host", "")):
            raise DigsiteError("foreign_page")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise DigsiteError("foreign_page")

    def _is_ours(self, origin: str, host: str) -> bool:
        """Tell whether a page comes from where its request goes; with HTTPS, from nowhere less safe."""
        scheme, _, name = origin.partition("://")
        return name == host and (scheme == "https" or not self._is_https)


class _Answer:
    """An answer on its way, with the headers that every answer has."""

    def __init__(self, send: Send, headers: list[tuple[bytes, bytes]]) -> None:
        self._send = send
        self._headers = headers
        self._has_begun = False
        self._has_ended = False

    async def __call__(self, message: Message) -> None:
        """Send a part of the answer; nobody listens any more to what comes after a goodbye."""
        if self._has_ended:
            return
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            own = list(message.get("headers", ()))
            said = {name.lower() for name, _ in own}
            own += [header for header in self._headers if header[0] not in said]
            message["headers"] = own
        self._has_begun = True
        self._has_ended = message["type"] == "websocket.close"
        await self._send(message)

    async def apologise(self, scope: Scope, receive: Receive) -> None:
        """Say that something went wrong, as far as that can still be said."""
        if not self._has_begun:
            await refused(DigsiteError("server_error"))(scope, receive, self)
        elif scope["type"] == "websocket":
            await self({"type": "websocket.close", "code": WENT_WRONG})


def client_of(scope: Scope) -> str:
    """Return from where a request comes: an address, or the network whose addresses one client can choose."""
    return share_name(str(scope["client"][0])) if scope.get("client") else "local"


def route_of(scope: Scope) -> str:
    """Return the template of an address, which has no table in it."""
    if scope["path"] in (SOCKET, TABLES):  # these are not found by the framework
        return str(scope["path"])
    return getattr(scope.get("route"), "path", "none")


def log_trouble(scope: Scope, error: DigsiteError) -> None:
    """Let whoever looks after the house hear of it where it could not do its work.

    Where it is busy, nothing is wrong; of tables that cannot be read, the log was told.
    """
    if status_of(error) >= INTERNAL_SERVER_ERROR and error.code not in ("busy", *UNREADABLE):
        LOG.error("%s: %s, %s", route_of(scope), error.code, type(error.__cause__ or error).__name__)


def _count(scope: Scope, code: str) -> None:
    site: Site = scope["app"].state.site
    site.house.counts.refusals[code] += 1


def _name(host: str) -> str:
    """Return the name of a host without its port, as settings write it."""
    name, _, port = host.rpartition(":")
    return (name if name and port.isdigit() else host).lower().removesuffix(".")


@lru_cache(MOST_HOSTS)
def _is_number(name: str) -> bool:
    """Tell whether a host is called by its number instead of a name."""
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _is_short(length: str) -> bool:
    return re.fullmatch("[0-9]{1,9}", length) is not None and int(length) <= MOST_BODY


def _is_large(scope: Scope) -> bool:
    """Tell whether a body is large by its own account; one that does not say so may not be."""
    length = Headers(scope=scope).get("content-length", "0")
    return length.isdigit() and int(length) > SMALL_BODY


def _counted(receive: Receive, most: int) -> Receive:
    """Refuse a body that turns out larger than it said."""
    size = 0

    async def receive_counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > most:
            raise DigsiteError("too_large", most=most)
        return message

    return receive_counted

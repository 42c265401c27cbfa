"""What stands before every request: names, origins, sizes and paces, and the headers of every answer."""

from __future__ import annotations

import json
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import Headers, MutableHeaders

from digsite.core.errors import DigsiteError
from digsite.server.refusals import refusal, status_of

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from digsite.server.settings import Settings

SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
MOST_BODY: Final = 5 << 20
"""Bytes of a request: a log is the longest."""
HEADERS: Final = {
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
"""On every answer. No referrer: links to tables are secrets of those who have them."""


class Guard:
    """Refuses what should not come in; a page of another site never acts in somebody's name."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = settings.hosts
        self._is_https = settings.https
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._pace = RateLimitItemPerMinute(settings.requests_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        try:
            self._check(scope)
        except DigsiteError as error:
            await _refuse(scope, receive, self._with_headers(send), error)
            return
        if scope["type"] == "http":
            await self._app(scope, _counted(receive), self._with_headers(send))
        else:
            await self._app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        self._require_host(headers)
        is_safe = scope["type"] == "http" and scope["method"] in SAFE_METHODS
        if not is_safe:
            self._require_own_page(headers)
        if int(headers.get("content-length") or 0) > MOST_BODY:
            raise DigsiteError("too_large", most=MOST_BODY)
        if not self._limiter.hit(self._pace, client_of(scope)):
            raise DigsiteError("too_fast")

    def _require_host(self, headers: Headers) -> None:
        """Refuse names that are not ours: another site could have pointed its own at this machine."""
        name = _name(headers.get("host", ""))
        if not (name in self._hosts or "*" in self._hosts or _is_number(name)):
            raise DigsiteError("foreign_host")

    def _require_own_page(self, headers: Headers) -> None:
        """Refuse what a page of another site sends; programs send no origin, and have no cookie to misuse."""
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != headers.get("host"):
            raise DigsiteError("foreign_page")
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise DigsiteError("foreign_page")

    def _with_headers(self, send: Send) -> Send:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for key, value in HEADERS.items():
                    headers.setdefault(key, value)
                if self._is_https:
                    headers.setdefault("strict-transport-security", "max-age=31536000")
            await send(message)

        return send_with_headers


def client_of(scope: Scope) -> str:
    """Return from where a request comes."""
    return str(scope["client"][0]) if scope.get("client") else "local"


def _name(host: str) -> str:
    """Return a host without its port."""
    name, _, port = host.rpartition(":")
    return name if name and port.isdigit() else host


def _is_number(name: str) -> bool:
    """Tell whether a host is called by its number instead of a name."""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _counted(receive: Receive) -> Receive:
    """Refuse a body that turns out larger than it said."""
    size = 0

    async def receive_counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > MOST_BODY:
            raise DigsiteError("too_large", most=MOST_BODY)
        return message

    return receive_counted


async def _refuse(scope: Scope, receive: Receive, send: Send, error: DigsiteError) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": error.code})
        return
    body = json.dumps({"error": refusal(error).model_dump()}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status_of(error), "headers": headers})
    await send({"type": "http.response.body", "body": body})

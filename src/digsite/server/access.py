"""The access log: a line for every request, and for every socket that is opened or closed.

Nothing in it lets a reader act for somebody or watch a table: ids of tables are secrets of those who have the
link, so it has the template of a route instead of the address that was asked for.
"""

from __future__ import annotations

import logging
import time
from http.client import INTERNAL_SERVER_ERROR
from typing import TYPE_CHECKING, Any, Final

from digsite.server.guard import client_of, route_of
from digsite.server.logs import ACCESS, FIELDS, short
from digsite.server.page import PageRoute
from digsite.server.site import SESSION
from digsite.server.upgrade import TAKE_OVER

if TYPE_CHECKING:
    from picows import WSListener
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from digsite.server.settings import Settings

LOG: Final = logging.getLogger(ACCESS)


class AccessLog:
    """Stands before everything else, where the settings ask for it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._shows_addresses = settings.log_addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, and note what came of it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        visit = _Visit(scope, send, shows_address=self._shows_addresses)
        try:
            await self._app(scope, receive, visit.send)
        finally:
            visit.end()


class _Visit:
    """A request, and the socket that it may become."""

    def __init__(self, scope: Scope, send: Send, *, shows_address: bool) -> None:
        self._scope = scope
        self._send = send
        self._shows_address = shows_address
        self._since = time.perf_counter()
        self._status = INTERNAL_SERVER_ERROR
        self._is_socket = False
        extensions = scope.get("extensions", {})
        if TAKE_OVER in extensions:
            self._take_over = extensions[TAKE_OVER]
            scope["extensions"] = {**extensions, TAKE_OVER: self._opened}

    async def send(self, message: Message) -> None:
        """Send a part of the answer."""
        self._status = message.get("status", self._status)
        await self._send(message)

    def end(self) -> None:
        """Note that it is over."""
        seconds = round(time.perf_counter() - self._since, 6)
        if self._is_socket:
            self._note("socket_closed", seconds=seconds)
        else:
            method, route = self._scope.get("method", "GET"), _route(self._scope)
            self._note("request", method=method, route=route, status=self._status, seconds=seconds)

    def _opened(self, listener: WSListener) -> None:
        self._is_socket = True
        self._note("socket_opened")
        self._take_over(listener)

    def _note(self, event: str, **fields: Any) -> None:
        session = self._scope.get(SESSION)
        person = None if session is None or session.has_ended else short(session.login.person)
        fields = {"event": event, **fields, "person": person}
        if self._shows_address:
            fields["address"] = client_of(self._scope)
        said = " ".join("-" if value is None else str(value) for value in fields.values())
        LOG.info("%s", said, extra={FIELDS: fields})


def _route(scope: Scope) -> str:
    """Return the template of an address; that of the page's own places may have a table in it."""
    return "page" if isinstance(scope.get("route"), PageRoute) else route_of(scope)

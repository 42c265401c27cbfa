"""What requests are served with: the house, its people, its settings; and who is asking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated, Final

from fastapi import Depends, Security
from fastapi.security import APIKeyCookie
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter
from starlette.requests import HTTPConnection

from digsite.core.errors import DigsiteError
from digsite.server.guard import client_of
from digsite.server.house import House
from digsite.server.people import COOKIE, People
from digsite.server.settings import Settings


@dataclass(frozen=True)
class Site:
    """One process of a house."""

    house: House
    people: People
    settings: Settings
    _sockets: Counter[str] = field(default_factory=Counter)
    """How many are open, by where they come from."""
    _limiter: FixedWindowRateLimiter = field(default_factory=lambda: FixedWindowRateLimiter(MemoryStorage()))

    async def require_few_guests(self, client: str) -> None:
        """Refuse to let in more new guests from one place than could be people."""
        await self._require(RateLimitItemPerHour(self.settings.guests_per_hour), "guests", client)

    async def require_few_tables(self, client: str) -> None:
        """Refuse to open more tables for one place than people would play at."""
        await self._require(RateLimitItemPerHour(self.settings.tables_per_hour), "tables", client)

    async def require_few_logs(self, client: str) -> None:
        """Refuse to work through more logs for one place than people would look at."""
        await self._require(RateLimitItemPerMinute(self.settings.logs_per_minute), "logs", client)

    async def _require(self, pace: RateLimitItem, what: str, client: str) -> None:
        if not await self._limiter.hit(pace, what, client):
            raise DigsiteError("too_fast")

    @contextmanager
    def socket_of(self, client: str) -> Iterator[None]:
        """Count a socket while it is open; refuse more from one place than people would open."""
        if self._sockets[client] >= self.settings.sockets_per_client:
            raise DigsiteError("too_fast")
        self._sockets[client] += 1
        try:
            yield
        finally:
            self._sockets[client] -= 1
            if not self._sockets[client]:
                del self._sockets[client]

    @property
    def cookie(self) -> str:
        """Return the name of the cookie; browsers take one of that name over HTTPS from us alone."""
        return f"__Host-{COOKIE}" if self.settings.https else COOKIE

    def asking(self, connection: HTTPConnection) -> str | None:
        """Return whose cookie a request has; nobody's, where it has none that was made here."""
        return self.people.of_cookie(connection.cookies.get(self.cookie))


async def _site(connection: HTTPConnection) -> Site:
    site: Site = connection.app.state.site
    return site


TheSite = Annotated[Site, Depends(_site)]

_COOKIE_SHOWN: Final = APIKeyCookie(
    name=COOKIE,
    scheme_name="guest",
    description=f"Set by `POST /api/me`. Over HTTPS its name is `__Host-{COOKIE}`.",
    auto_error=False,
)
"""For the description of the API alone."""


async def _asking(connection: HTTPConnection, site: TheSite) -> str | None:
    return site.asking(connection)


async def _somebody(
    person: Annotated[str | None, Depends(_asking)],
    _shown: Annotated[str | None, Security(_COOKIE_SHOWN)],
) -> str:
    if person is None:
        raise DigsiteError("who_are_you")
    return person


async def _client(connection: HTTPConnection) -> str:
    return client_of(connection.scope)


MaybeSomebody = Annotated[str | None, Depends(_asking)]
Somebody = Annotated[str, Depends(_somebody)]
Client = Annotated[str, Depends(_client)]

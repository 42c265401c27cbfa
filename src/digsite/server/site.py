"""What requests are served with: the house, its people, its settings; and who is asking."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends
from limits import RateLimitItemPerHour
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
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
    sockets: Counter[str] = field(default_factory=Counter)
    """How many are open, by where they come from."""
    _limiter: FixedWindowRateLimiter = field(default_factory=lambda: FixedWindowRateLimiter(MemoryStorage()))

    def require_few_guests(self, client: str) -> None:
        """Refuse to let in more new guests from one place than could be people."""
        if not self._limiter.hit(RateLimitItemPerHour(self.settings.guests_per_hour), "guests", client):
            raise DigsiteError("too_fast")

    def require_few_sockets(self, client: str) -> None:
        """Refuse more sockets from one place than people would open."""
        if self.sockets[client] >= self.settings.sockets_per_client:
            raise DigsiteError("too_fast")


def _site(connection: HTTPConnection) -> Site:
    site: Site = connection.app.state.site
    return site


TheSite = Annotated[Site, Depends(_site)]


def _asking(connection: HTTPConnection, site: TheSite) -> str | None:
    return site.people.of_cookie(connection.cookies.get(COOKIE))


def _somebody(person: Annotated[str | None, Depends(_asking)]) -> str:
    if person is None:
        raise DigsiteError("who_are_you")
    return person


def _client(connection: HTTPConnection) -> str:
    return client_of(connection.scope)


MaybeSomebody = Annotated[str | None, Depends(_asking)]
Somebody = Annotated[str, Depends(_somebody)]
Client = Annotated[str, Depends(_client)]

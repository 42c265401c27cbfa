"""What requests are served with: the house, its people, its settings; and who is asking."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Final

from fastapi import Depends, Security
from fastapi.security import APIKeyCookie
from starlette.requests import HTTPConnection

from digsite.core.errors import DigsiteError
from digsite.server.erasing import Eraser
from digsite.server.film import Archive
from digsite.server.guard import client_of
from digsite.server.handover import Handover
from digsite.server.house import House
from digsite.server.logs import LogCounter
from digsite.server.people import COOKIE, People
from digsite.server.post import Post
from digsite.server.retention import Caretaker
from digsite.server.settings import Settings
from digsite.server.shares import Shares

ASKING: Final = "digsite.asking"
"""Where a request's scope keeps who asks."""


@dataclass(frozen=True)
class Site:
    """One process of a house."""

    house: House
    people: People
    settings: Settings
    handover: Handover | None = None
    """None, where there is one process."""
    post: Post = field(default_factory=Post)
    archive: Archive = field(default_factory=Archive)
    logged: LogCounter = field(default_factory=LogCounter)
    _closing: threading.Event = field(default_factory=threading.Event)

    @property
    def is_closing(self) -> bool:
        """Tell whether the process is about to stop."""
        return self._closing.is_set()

    def begin_closing(self) -> None:
        """Let everybody know who asks that the process is about to stop."""
        self._closing.set()

    async def close(self) -> None:
        """Stop; what was saved stays."""
        self.begin_closing()
        if self.handover is not None:
            self.handover.close()
        await self.post.close()
        self.archive.close()
        await self.caretaker.close()
        await self.eraser.close()
        await self.house.close()

    @cached_property
    def shares(self) -> Shares:
        """Return what is left for whom."""
        return Shares(self.settings, self.people.playtime)

    @cached_property
    def caretaker(self) -> Caretaker:
        """Return what removes what nobody needs."""
        return Caretaker(self.house, self.people, self.settings.retention)

    @cached_property
    def eraser(self) -> Eraser:
        """Return what erases the words of those who have deleted themselves."""
        return Eraser(self.house)

    @contextmanager
    def socket_of(self, client: str, person: str | None, *, is_handed_over: bool) -> Iterator[None]:
        """Count a socket while it is open; refuse more from one address or person than people would open."""
        self.shares.enter(client, person, is_handed_over=is_handed_over)
        try:
            yield
        finally:
            self.shares.leave(client, person)

    @property
    def cookie(self) -> str:
        """Return the name of the cookie; browsers take one of that name over HTTPS from us alone."""
        return f"__Host-{COOKIE}" if self.settings.https else COOKIE

    def asking(self, connection: HTTPConnection) -> str | None:
        """Return whose cookie a request has; nobody's, where it has none that was made here."""
        if ASKING not in connection.scope:  # several ask for each request, and signatures take time
            connection.scope[ASKING] = self.people.of_cookie(connection.cookies.get(self.cookie))
        person: str | None = connection.scope[ASKING]
        return person


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

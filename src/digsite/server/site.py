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
from starlette.responses import Response

from digsite.core.errors import DigsiteError
from digsite.server.erasing import Eraser
from digsite.server.film import Archive
from digsite.server.guard import client_of
from digsite.server.handover import Handover
from digsite.server.house import House
from digsite.server.logs import LogCounter
from digsite.server.people import People
from digsite.server.post import Post
from digsite.server.retention import Caretaker
from digsite.server.sessions import Session, Sessions
from digsite.server.settings import Settings
from digsite.server.shares import Shares

COOKIE: Final = "digsite"
COOKIE_SECONDS: Final = 400 * 24 * 60 * 60
"""As long as browsers keep one."""
SESSION: Final = "digsite.session"
"""Where a request's scope keeps the session of its cookie."""


@dataclass(frozen=True)
class Site:
    """One process of a house."""

    house: House
    people: People
    sessions: Sessions
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
        await self.sessions.close()
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

    def sent_cookie(self, connection: HTTPConnection) -> str | None:
        """Return the cookie that a request has, whoever made it."""
        return connection.cookies.get(self.cookie)

    def session(self, connection: HTTPConnection) -> Session | None:
        """Return the session of a request's cookie; None, where it has none that was made here.

        It may have ended: `asking` finds out.
        """
        if SESSION not in connection.scope:  # several ask for each request, and signatures take time
            connection.scope[SESSION] = self.sessions.read(self.sent_cookie(connection))
        session: Session | None = connection.scope[SESSION]
        return session

    def seems(self, connection: HTTPConnection) -> str | None:
        """Return who sends a request, as far as we know without asking the database."""
        session = self.session(connection)
        return None if session is None or session.has_ended else session.login.person

    async def asking(self, connection: HTTPConnection) -> str | None:
        """Return who sends a request; None, where they have no session that goes on."""
        return await self.sessions.person(self.session(connection))

    def remember(self, cookie: str, response: Response) -> None:
        """Let a browser keep a cookie."""
        response.set_cookie(
            self.cookie,
            cookie,
            max_age=COOKIE_SECONDS,
            secure=self.settings.https,
            httponly=True,
            samesite="strict",
        )

    def forget(self, response: Response) -> None:
        """Let a browser forget its cookie."""
        response.delete_cookie(self.cookie, secure=self.settings.https, httponly=True, samesite="strict")


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
    return await site.asking(connection)


async def _session(connection: HTTPConnection, site: TheSite) -> Session | None:
    return site.session(connection)


async def _somebody(
    person: Annotated[str | None, Depends(_asking)],
    _shown: Annotated[str | None, Security(_COOKIE_SHOWN)],
) -> str:
    if person is None:
        raise DigsiteError("who_are_you")
    return person


MaybeSession = Annotated[Session | None, Depends(_session)]
"""The session of a cookie, whether it goes on or not."""


async def _own_session(_: Annotated[str, Depends(_somebody)], session: MaybeSession) -> Session:
    if session is None:  # nobody is somebody without one
        raise DigsiteError("who_are_you")
    return session


async def _client(connection: HTTPConnection) -> str:
    return client_of(connection.scope)


MaybeSomebody = Annotated[str | None, Depends(_asking)]
Somebody = Annotated[str, Depends(_somebody)]
OwnSession = Annotated[Session, Depends(_own_session)]
"""The session of somebody who is logged in."""
Client = Annotated[str, Depends(_client)]

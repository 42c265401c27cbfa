"""Sessions: what a browser's cookie is good for, until somebody logs out or does not come for long.

A cookie names a person and a token of one browser, both signed. The database has a hash of the token. A
process keeps what it knows of sessions in memory: requests and moves ask the database for nothing. Where
several processes share a database, each asks every two seconds which sessions were ended elsewhere.

A cookie of a version before names the person alone. It is good until its person logs out everywhere. Whoever
asks with it who they are gets one with a token in exchange.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol
from weakref import WeakValueDictionary

from itsdangerous import BadSignature, URLSafeSerializer

from digsite.bus.tasks import end
from digsite.core.errors import DigsiteError
from digsite.server.steady import now
from digsite.store.sessions import Login

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable

    from digsite.store.sessions import Code, Logins

MOST_KNOWN: Final = 20_000
"""Cookies that are kept in memory; those that came first are forgotten first."""
DAY: Final = 24 * 60 * 60 * 1000
"""Milliseconds. Use is noted to the day."""
LOOK_EVERY: Final = 2.0
"""Seconds between two looks for sessions that ended in other processes."""
MARGIN: Final = 60_000
"""Milliseconds by which the clocks of processes may differ."""
TIDY_EVERY: Final = 60 * 60.0
"""Seconds between two looks for sessions that nobody uses."""
ENDED_KEPT: Final = 7 * DAY
"""How long the database knows that a session was ended: longer than any process is kept away from it."""
TOKEN_BYTES: Final = 16
SIGNER: Final = {"digest_method": hashlib.sha256, "key_derivation": "hmac"}


class Socket(Protocol):
    """A socket that was opened with a cookie."""

    def log_out(self) -> None:
        """Hear that the session has ended."""


@dataclass(eq=False, slots=True, weakref_slot=True)
class Session:
    """Somebody at one browser, as this process knows it."""

    login: Login
    is_known: bool = False
    """Whether the database was asked."""
    has_ended: bool = False
    """For good: what was ended never goes on."""
    used: int = 0
    """When its use was last noted: milliseconds since 1970."""
    renewed: int = 0
    """When this process last sent its cookie."""
    sockets: set[Socket] = field(default_factory=set)
    """Those that are open."""

    def end(self) -> None:
        """Do nothing any more for whoever has the cookie."""
        self.has_ended = True
        for socket in list(self.sockets):
            socket.log_out()


class New(NamedTuple):
    """A session that is about to begin."""

    token: str
    digest: str


def new_session() -> New:
    """Return a token that nobody can guess."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    return New(token, _digest(token))


class Sessions:
    """All sessions, as one process knows them."""

    def __init__(self, logins: Logins, key: str, *, days: int, is_shared: bool) -> None:
        self._logins = logins
        self._good_for = days * DAY
        self._is_shared = is_shared
        self._signer = URLSafeSerializer(key, salt="session", signer_kwargs=SIGNER)
        self._signer_before = URLSafeSerializer(key, salt="person", signer_kwargs=SIGNER)
        self._by_cookie: OrderedDict[str, Session] = OrderedDict()
        """Those whose cookies were checked: only what was made here."""
        self._by_login: WeakValueDictionary[Login, Session] = WeakValueDictionary()
        """All that anything in this process knows of: each is there once."""
        self._heard: set[Login] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Begin to look after them."""
        self._in_background(self._tidy())
        if self._is_shared:
            self._in_background(self._hear_of_endings())

    async def close(self) -> None:
        """Stop."""
        await end(self._tasks)

    # --- cookies

    def read(self, cookie: str | None) -> Session | None:
        """Return the session of a cookie, as its signature tells; None, where it was not made here."""
        if not cookie:
            return None
        return self._by_cookie.get(cookie) or self._checked(cookie)

    def _checked(self, cookie: str) -> Session | None:
        """Return the session of a cookie by its signature, which takes time."""
        login = self._login(cookie)
        return None if login is None else self._keep(cookie, login)

    def _login(self, cookie: str) -> Login | None:
        with contextlib.suppress(BadSignature):
            person, token = self._signer.loads(cookie)
            return Login(person, _digest(token))
        with contextlib.suppress(BadSignature):
            return Login(str(self._signer_before.loads(cookie)))
        return None

    def _keep(self, cookie: str, login: Login) -> Session:
        session = self._by_login.get(login)
        if session is None:
            session = self._by_login[login] = Session(login)
        self._by_cookie[cookie] = session
        if len(self._by_cookie) > MOST_KNOWN:
            self._by_cookie.popitem(last=False)
        return session

    def begin(self, person: str, started: New) -> str:
        """Take note of a session that the database has, and return its cookie."""
        cookie = str(self._signer.dumps([person, started.token]))
        session = self._keep(cookie, Login(person, started.digest))
        session.used = session.renewed = now()
        session.is_known = True
        return cookie

    async def renewed(self, session: Session, cookie: str) -> str | None:
        """Return the cookie that a browser should have from now on, or None where it need not be sent.

        Once a day it is the same, so that browsers keep it longer. Without a token, it is a new one.
        """
        if session.login.digest is None:
            started = new_session()
            is_added = await self._logins.add(session.login, started.digest, now())
            return self.begin(session.login.person, started) if is_added else None
        if now() - session.renewed < DAY:
            return None
        session.renewed = now()
        return cookie

    # --- whether they go on

    async def person(self, session: Session | None) -> str | None:
        """Return who has a session, as long as it goes on; the database is asked where we do not know it."""
        if session is None or session.has_ended:
            return None
        is_certain = session.is_known and not self._is_unused(session.login, session.used)
        if not is_certain and not await self._goes_on(session):
            return None
        self._note_use(session)
        return session.login.person

    async def _goes_on(self, session: Session) -> bool:
        """Ask the database; what was ended here in the meantime has ended."""
        used = await self._logins.used(session.login)
        is_unused = used is not None and self._is_unused(session.login, used)
        if used is None or (is_unused and not await self._logins.is_playing(session.login.person)):
            session.end()
        else:
            session.used = now() - DAY if is_unused else used
            session.is_known = True
        return not session.has_ended

    def _is_unused(self, login: Login, used: int) -> bool:
        """Tell whether somebody has not come for so long that we should not know them any more."""
        return login.digest is not None and used < now() - self._good_for

    def _note_use(self, session: Session) -> None:
        """Note that a session is used: once a day, and nobody waits for it."""
        moment, digest = now(), session.login.digest
        if digest is not None and moment - session.used >= DAY:
            session.used = moment
            self._in_background(self._logins.note_use(digest, moment))

    # --- logging out

    async def end(self, session: Session) -> None:
        """Log one browser out."""
        if session.login.digest is not None and not session.has_ended:
            await self._logins.end(session.login, now())
            session.end()

    async def end_all(self, session: Session, code: Code) -> None:
        """Log somebody out everywhere; the code is the only way back."""
        ended = await self._logins.end_all(session.login, now(), code)
        if ended is None:
            raise DigsiteError("who_are_you")
        person = session.login.person
        self._end([Login(person), *(Login(person, digest) for digest in ended)])

    def _end(self, logins: Iterable[Login]) -> None:
        for login in logins:
            session = self._by_login.get(login)
            if session is not None:
                session.end()

    # --- looking after them

    async def _hear_of_endings(self) -> None:
        """End here what was ended elsewhere, a few seconds later."""
        since = now() - MARGIN
        while True:
            await asyncio.sleep(LOOK_EVERY)
            moment = now()
            with contextlib.suppress(DigsiteError):  # the database is away: we look again, as far back
                ended = await self._logins.ended_since(since)
                self._end(ended - self._heard)
                self._heard, since = ended, moment - MARGIN

    async def _tidy(self) -> None:
        """Note the use of those whose sockets stay open, and forget what nobody uses."""
        while True:
            for session in list(self._by_login.values()):
                if session.sockets:
                    self._note_use(session)
            moment = now()
            with contextlib.suppress(DigsiteError):
                await self._logins.forget(moment - self._good_for, moment - ENDED_KEPT)
            await asyncio.sleep(TIDY_EVERY)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        with contextlib.suppress(asyncio.CancelledError, DigsiteError):
            task.result()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()

"""Who is logged in at which browser, as the database knows it: of a token it has a hash alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from sqlalchemy import bindparam, delete, exists, insert, literal, null, or_, select, union_all, update

from digsite.store.schema import CODES, PEOPLE, SESSIONS, SITTINGS, TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Executable, Insert, Row, Update
    from sqlalchemy.ext.asyncio import AsyncConnection

Found: TypeAlias = Awaitable["Sequence[Row[Any]]"]
Work: TypeAlias = Callable[["AsyncConnection"], Awaitable[Any]]
"""What is done in one transaction."""


class Login(NamedTuple):
    """Somebody at one browser."""

    person: str
    digest: str | None = None
    """Of the browser's token; None, where its cookie has no token and only names the person."""


class Code(NamedTuple):
    """What carries somebody to another browser."""

    digest: str
    until: int


_USED: Final = select(SESSIONS.c.used).where(
    SESSIONS.c.digest == bindparam("digest"), SESSIONS.c.ended.is_(None)
)
_NEVER_LOGGED_OUT: Final = select(literal(0)).where(
    PEOPLE.c.id == bindparam("person"), PEOPLE.c.logged_out.is_(None)
)
_PLAYING: Final = (
    select(SITTINGS.c.person)
    .join(TABLES, SITTINGS.c.table == TABLES.c.id)
    .where(TABLES.c.status == "playing")
)
_ENDED_SINCE: Final = union_all(
    select(SESSIONS.c.person, SESSIONS.c.digest).where(SESSIONS.c.ended >= bindparam("since")),
    select(PEOPLE.c.id, null()).where(PEOPLE.c.logged_out >= bindparam("since")),
)


class Logins:
    """The sessions of all browsers."""

    def __init__(
        self,
        read: Callable[..., Found],
        write: Callable[..., Found],
        as_one: Callable[[Work], Awaitable[Any]],
    ) -> None:
        self._read, self._write, self._as_one = read, write, as_one

    async def used(self, login: Login) -> int | None:
        """Return when a session was last used, to the day; None, where it has ended or is not known.

        Without a token that is 0: nobody has noted it.
        """
        if login.digest is None:
            found = await self._read(_NEVER_LOGGED_OUT, person=login.person)
        else:
            found = await self._read(_USED, digest=login.digest)
        return found[0][0] if found else None

    async def is_playing(self, person: str) -> bool:
        """Tell whether somebody sits at a table whose game goes on."""
        return bool(await self._read(_PLAYING.where(SITTINGS.c.person == person).limit(1)))

    async def add(self, login: Login, digest: str, now: int) -> bool:
        """Give a browser a new session, if it is logged in."""
        made = while_logged_in(login, new_session(login.person, digest, now))
        return await self._as_one(made) is not None

    async def note_use(self, digest: str, now: int) -> None:
        """Note that a session was used."""
        await self._write(update(SESSIONS).where(SESSIONS.c.digest == digest).values(used=now))

    async def end(self, login: Login, now: int) -> None:
        """Log one browser out."""
        await self._write(_one_by_one(login.person), _ended(now).where(SESSIONS.c.digest == login.digest))

    async def end_all(self, login: Login, now: int, code: Code) -> list[str] | None:
        """Log out somebody who is logged in, everywhere; return the digests of the sessions that ended.

        Codes that were made before are good for nothing: this one is the way back.
        """
        person = login.person
        done: list[str] | None = await self._as_one(
            while_logged_in(
                login,
                update(PEOPLE).where(PEOPLE.c.id == person).values(logged_out=now),
                delete(CODES).where(CODES.c.person == person),
                insert(CODES).values(digest=code.digest, person=person, until=code.until),
                _ended(now).where(SESSIONS.c.person == person).returning(SESSIONS.c.digest),
            )
        )
        return done

    async def ended_since(self, moment: int) -> set[Login]:
        """Return the sessions that were ended by somebody since a moment, here or elsewhere."""
        return {Login(*row) for row in await self._read(_ENDED_SINCE, since=moment)}

    async def forget(self, unused_since: int, ended_before: int) -> None:
        """Forget sessions that nobody uses, except of those who play, and those that ended long ago."""
        is_unused = (SESSIONS.c.used < unused_since) & SESSIONS.c.person.not_in(_PLAYING)
        await self._write(delete(SESSIONS).where(or_(SESSIONS.c.ended < ended_before, is_unused)))


def new_session(person: str, digest: str, now: int) -> Insert:
    """Return how a session is added."""
    return insert(SESSIONS).values(digest=digest, person=person, made=now, used=now)


def while_logged_in(login: Login, *changes: Executable) -> Work:
    """Return how all changes are made if a session goes on, and what the last one returns; else None.

    Whoever logs out in the same moment comes before all of them, or after.
    """

    async def run(db: AsyncConnection) -> list[Any] | None:
        await db.execute(_one_by_one(login.person))
        if not (await db.execute(select(_goes_on(login)))).scalar_one():
            return None
        for change in changes:
            result = await db.execute(change)
        return list(result.scalars()) if result.returns_rows else []

    return run


def _one_by_one(person: str) -> Update:
    """Return what lets nobody else change a person's sessions until the transaction ends; it changes nothing.

    In SQLite, too, a transaction has to write first: after reading it may come too late to write.
    """
    return update(PEOPLE).where(PEOPLE.c.id == person).values(name=PEOPLE.c.name)


def _goes_on(login: Login) -> ColumnElement[bool]:
    if login.digest is None:
        return exists().where(PEOPLE.c.id == login.person, PEOPLE.c.logged_out.is_(None))
    return exists().where(SESSIONS.c.digest == login.digest, SESSIONS.c.ended.is_(None))


def _ended(now: int) -> Update:
    return update(SESSIONS).where(SESSIONS.c.ended.is_(None)).values(ended=now)

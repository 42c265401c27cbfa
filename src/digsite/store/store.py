"""The database: people, tables and lists of them by SQLAlchemy, the entries of tables by an appender."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from sqlalchemy import (
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from digsite.core.errors import DigsiteError
from digsite.store import removal
from digsite.store.append import Addition, settle
from digsite.store.removal import OldTable
from digsite.store.schema import CODES, ENTRIES, PEOPLE, SESSIONS, SITTINGS, TABLES, WORDS
from digsite.store.sessions import Code, Login, Logins, new_session, while_logged_in

if TYPE_CHECKING:
    from collections.abc import Collection, Coroutine, Iterable, Iterator, Mapping, Sequence

    from sqlalchemy import ColumnElement, Executable, Row, Select
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from digsite.store.append import Appender, NewTable, Saved, Written
    from digsite.store.removal import Old
    from digsite.store.sessions import Work
    from digsite.table.entry import Entry
    from digsite.table.summary import Summary

T = TypeVar("T")

LISTED_AT_MOST: Final = 100
_LINE: Final = [TABLES.c[name] for name in ("id", "game", "owner", "about", "status", "touched")]
"""What lists read of a table: neither its secret nor its invitation."""
TRANSACTIONS: Final = {"sqlite": "SERIALIZABLE", "postgresql": "READ COMMITTED"}
"""How each database isolates them; what is only read needs none, and goes to the database in one step."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table as it was found."""

    id: str
    secret: bytes
    invitation: str
    entries: list[Entry]


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in a list."""

    id: str
    game: str
    owner: str
    about: str
    status: str
    touched: int
    your_turn: bool

    @property
    def spot(self) -> Spot:
        """Return where it stands in a list."""
        return Spot(self.touched, self.id)


class Spot(NamedTuple):
    """Where a table stands in a list whose latest tables come first."""

    touched: int
    id: str


class Erased(NamedTuple):
    """Somebody who has deleted themselves, and when."""

    id: str
    at: int


class Waiting(NamedTuple):
    """The tables that have not started and that somebody keeps waiting."""

    listed: int
    """Their own, which anybody may find."""
    own: int
    """All their own."""
    elsewhere: int
    """Those of others, where they have a chair."""


@dataclass(frozen=True, slots=True, order=True)
class Wake:
    """Until when others keep away from a table, while it has so many entries."""

    table: str
    ply: int
    until: int


_PERSON: Final = select(PEOPLE).where(PEOPLE.c.id == bindparam("id"), PEOPLE.c.erased.is_(None))
PROBE: Final = text("UPDATE alembic_version SET version_num = version_num")
"""Writes something that changes nothing."""
_OWN: Final = TABLES.c.owner == bindparam("who")
_WAITING: Final = (
    select(*(func.count().filter(which) for which in (_OWN & TABLES.c.listed, _OWN, ~_OWN)))
    .select_from(SITTINGS.join(TABLES, SITTINGS.c.table == TABLES.c.id))
    .where(SITTINGS.c.person == bindparam("who"))
    .where(TABLES.c.status == "open", TABLES.c.id != bindparam("besides"))
)
"""Asked for with every game, and made once: to make a statement takes longer than to ask."""


class Store:
    """One database."""

    def __init__(self, engine: AsyncEngine, appender: Appender) -> None:
        self._engine = engine
        self._writer = transactional(engine)
        self._appender = appender
        self._working: set[asyncio.Task[Any]] = set()
        self.logins = Logins(self._read, self._write, self._as_one)

    @property
    def written(self) -> Written:
        """Return how busy the database was with entries."""
        return self._appender.written

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""
        await asyncio.gather(*self._working, return_exceptions=True)
        await self._appender.close()
        await self._engine.dispose()

    async def probe(self) -> None:
        """Write something that changes nothing, or raise what speaks against it."""
        await self._write(PROBE)

    async def _read(self, wanted: Executable, **values: object) -> Sequence[Row[Any]]:
        """Return what is found."""
        return await self._to_its_end(self._found(wanted, values))

    async def _found(self, wanted: Executable, values: Mapping[str, object]) -> Sequence[Row[Any]]:
        """Ask the database; by a new connection, where it has cut the one we had."""
        try:
            return await self._asked(wanted, values)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            return await self._asked(wanted, values)

    async def _asked(self, wanted: Executable, values: Mapping[str, object]) -> Sequence[Row[Any]]:
        async with self._engine.connect() as db:
            return (await db.execute(wanted, values)).all()

    async def _write(
        self, *changes: Executable, rows: Sequence[Mapping[str, object]] = ()
    ) -> Sequence[Row[Any]]:
        """Make all changes or none, each with every row of values; return what the last one returns."""
        return await self._to_its_end(self._changed(changes, rows))

    async def _changed(
        self, changes: Sequence[Executable], rows: Sequence[Mapping[str, object]]
    ) -> Sequence[Row[Any]]:
        async with self._writer.begin() as db:
            for change in changes:
                result = await db.execute(change, rows or None)
            return result.all() if result.returns_rows else ()

    async def _as_one(self, work: Work) -> Any:
        """Do some work in one transaction, all of it or nothing."""
        return await self._to_its_end(self._within(work))

    async def _within(self, work: Work) -> Any:
        async with self._writer.begin() as db:
            return await work(db)

    async def _to_its_end(self, work: Coroutine[None, None, T]) -> T:
        """Let work go on even where nobody waits for it any more; `close` does.

        A connection of aiosqlite that is cancelled while it opens tells the event loop of it later, when that
        may be closed.
        """
        task = asyncio.create_task(self._found_again(work))
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        with _refusing():
            return await asyncio.shield(task)

    async def _found_again(self, work: Coroutine[None, None, T]) -> T:
        """Let work happen in the database that was opened, and in no other one at its place."""
        with contextlib.closing(work):  # where it does not begin, too
            self._appender.require_found()
            done = await work
            self._appender.require_found()
            return done

    # --- people

    async def add_person(self, person: Person, now: int, session: str | None = None) -> None:
        """Remember somebody, with a session of the browser where they are."""
        guest = insert(PEOPLE).values(id=person.id, name=person.name, met=now)
        await self._write(guest, *(() if session is None else (new_session(person.id, session, now),)))

    async def person(self, person_id: str) -> Person | None:
        """Return somebody who was here before."""
        found = await self._read(_PERSON, id=person_id)
        return Person(found[0].id, found[0].name) if found else None

    async def rename(self, person: Person) -> None:
        """Give somebody another name, for tables to come."""
        known = (PEOPLE.c.id == person.id, PEOPLE.c.erased.is_(None))
        await self._write(update(PEOPLE).where(*known).values(name=person.name))

    async def add_code(self, login: Login, code: Code) -> bool:
        """Keep a code of somebody who is logged in, in place of an older one."""
        older = delete(CODES).where(CODES.c.person == login.person)
        newer = insert(CODES).values(digest=code.digest, person=login.person, until=code.until)
        return await self._as_one(while_logged_in(login, older, newer)) is not None

    async def take_code(self, digest: str, now: int, session: str) -> Person | None:
        """Return whom a code stands for, from now on with this session; it can be used once."""

        async def take(db: AsyncConnection) -> str | None:
            used = delete(CODES).where(CODES.c.digest == digest).returning(CODES.c.person, CODES.c.until)
            found = (await db.execute(used)).first()
            if found is None or found.until < now:
                return None
            await db.execute(new_session(found.person, session, now))
            return str(found.person)

        person = await self._as_one(take)
        return None if person is None else await self.person(person)

    # --- people who delete themselves

    async def forget(self, person: str, now: int) -> None:
        """Let somebody in no more, and mark that what they said is to be erased: their tables come later."""
        known = (PEOPLE.c.id == person, PEOPLE.c.erased.is_(None))
        await self._write(
            delete(CODES).where(CODES.c.person == person),
            update(SESSIONS).where(SESSIONS.c.person == person).values(ended=now),
            update(PEOPLE).where(*known).values(name="", met=0, erased=now, erasing=now, logged_out=now),
        )

    async def claim_erasing(self, now: int, until: int) -> Erased | None:
        """Return somebody whose words are to be erased; nobody else gets them before `until`."""
        due = select(PEOPLE.c.id).where(PEOPLE.c.erasing <= now).order_by(PEOPLE.c.erasing).limit(1)
        if not await self._read(due):
            return None
        mine = update(PEOPLE).where(PEOPLE.c.id.in_(due), PEOPLE.c.erasing <= now).values(erasing=until)
        found = await self._write(mine.returning(PEOPLE.c.id, PEOPLE.c.erased))
        return Erased(found[0].id, found[0].erased) if found else None

    async def go_on_erasing(self, person: str, at: int | None) -> None:
        """Note when somebody must go on erasing a person's words; never, once all are erased."""
        await self._write(update(PEOPLE).where(PEOPLE.c.id == person).values(erasing=at))

    async def with_words_of(self, person: str, most: int, *, besides: Collection[str] = ()) -> list[str]:
        """Return tables besides some where somebody's words stand in their own entries."""
        await self._appender.catch_up()
        wanted = (
            select(ENTRIES.c.table)
            .distinct()
            .where(WORDS, ENTRIES.c.person == person, _says_words_of(person))
        )
        found = await self._read(wanted.where(ENTRIES.c.table.not_in(list(besides))).limit(most))
        return [row.table for row in found]

    async def naming(self, person: str, owners: Collection[str]) -> list[str]:
        """Return tables that some have opened and whose set-up names somebody: chairs are kept for them."""
        named = (ENTRIES.c.what == "open", ENTRIES.c.text.contains(f'"{person}"', autoescape=True))
        wanted = select(ENTRIES.c.table).where(
            WORDS, ENTRIES.c.person.in_(list(owners)), *named, _says_words_of(person)
        )
        return [row.table for row in await self._read(wanted)]

    async def size_of(self, person: str) -> int:
        """Return about how many entries there are at the tables where somebody's words stand."""
        await self._appender.catch_up()
        tables = select(ENTRIES.c.table).where(WORDS, ENTRIES.c.person == person)
        found = await self._read(select(func.sum(TABLES.c.ply)).where(TABLES.c.id.in_(tables)))
        return int(found[0][0] or 0)

    async def tables_with_words_of(self, person: str, after: str, most: int) -> list[str]:
        """Return tables where somebody's words stand, in the order of their ids: those after one of them."""
        mine = (WORDS, ENTRIES.c.person == person, ENTRIES.c.table > after)
        wanted = select(ENTRIES.c.table).distinct().where(*mine).order_by(ENTRIES.c.table)
        return [row.table for row in await self._read(wanted.limit(most))]

    async def met(self, person: str) -> int:
        """Return when somebody came in for the first time, in milliseconds since 1970."""
        found = await self._read(_PERSON, id=person)
        return int(found[0].met) if found else 0

    async def rewrite(self, table_id: str, texts: Mapping[int, str]) -> None:
        """Give entries other texts, by their plies."""
        if texts:
            mine = (ENTRIES.c.table == table_id, ENTRIES.c.ply == bindparam("at_ply"))
            rows = [{"at_ply": ply, "to_text": text} for ply, text in texts.items()]
            await self._write(update(ENTRIES).where(*mine).values(text=bindparam("to_text")), rows=rows)

    # --- tables

    async def add_table(self, table: NewTable, entries: Sequence[Entry], summary: Summary) -> None:
        """Keep a new table with its first entries."""
        await self.added(Addition(table.id, 0, entries, summary, opens=table))

    async def added(self, addition: Addition) -> bool:
        """Add entries to a table and wait until they last; tell whether they were the next ones."""
        saved: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.append(addition, partial(settle, saved))
        return await saved

    def append(self, addition: Addition, saved: Saved) -> None:
        """Add entries to a table; `saved` hears of it once they last."""
        self._appender.append(addition, saved)

    async def table(self, table_id: str) -> KeptTable | None:
        """Return a table with all its entries, or refuse one that has lost some."""
        head = await self._appender.head(table_id)
        if head is None:
            return None
        found = await self._appender.entries_of({table_id: 0})
        entries = found.get(table_id, [])
        if len(entries) < head.ply:
            raise DigsiteError("table_damaged", table=table_id)
        return KeptTable(table_id, head.secret, head.invitation, entries)

    async def add_link(self, table_id: str, ply: int, link: int) -> None:
        """Give an entry of an earlier version the link that covers it and all before it."""
        mine = (ENTRIES.c.table == table_id, ENTRIES.c.ply == ply, ENTRIES.c.link.is_(None))
        await self._write(update(ENTRIES).where(*mine).values(link=link))

    async def game_of(self, table_id: str) -> str | None:
        """Return which game is played at a table."""
        found = await self._read(select(TABLES.c.game).where(TABLES.c.id == table_id))
        return found[0].game if found else None

    async def entries_of(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Return the entries of several tables that come after some, read at once."""
        return await self._appender.entries_of(after)

    # --- what nobody needs any more

    async def old_tables(self, old: Old, most: int) -> list[OldTable]:
        """Return tables that may go."""
        return [OldTable(row.id, row.ply) for row in await self._read(removal.old_tables(old, most))]

    async def remove_tables(self, tables: Sequence[str], old: Old) -> list[str]:
        """Remove tables that are still old, with all that is theirs; return which these were."""
        return await self._appender.remove(tables, old) if tables else []

    async def idle_guests(self, before: int, most: int) -> list[str]:
        """Return guests who never played and have not been here since."""
        return [row.id for row in await self._read(removal.idle_guests(before, most))]

    async def remove_guest(self, person: str) -> bool:
        """Remove a guest, unless they have opened a table or sat down at one; tell whether they are gone."""
        try:
            await self._write(*removal.without_guest(person))
        except DigsiteError as error:
            if isinstance(error.__cause__, IntegrityError):
                return False
            raise
        return True

    async def remove_codes(self, before: int) -> int:
        """Remove codes that nobody can use any more; return how many these were."""
        return len(await self._write(removal.old_codes(before).returning(CODES.c.digest)))

    # --- lists

    async def plies(self, tables: Iterable[str]) -> dict[str, int]:
        """Return how many entries each of these tables has."""
        ids = list(tables)
        await self._appender.catch_up(ids)
        wanted = select(TABLES.c.id, TABLES.c.ply).where(TABLES.c.id.in_(ids))
        return {row.id: row.ply for row in await self._read(wanted)}

    async def claim(self, now: int, until: int, most: int, *, besides: Collection[str] = ()) -> list[str]:
        """Return tables that need looking after, besides some; nobody else gets them before `until`."""
        await self._appender.catch_up(self._appender.waking())
        wanted = select(TABLES.c.id).where(TABLES.c.wake <= now).order_by(TABLES.c.wake).limit(most)
        if besides:
            wanted = wanted.where(TABLES.c.id.not_in(list(besides)))
        ids = [row.id for row in await self._read(wanted)]
        if not ids:
            return []
        mine = update(TABLES).where(TABLES.c.id.in_(ids), TABLES.c.wake <= now).values(wake=until)
        return [row.id for row in await self._write(mine.returning(TABLES.c.id))]

    async def put_off(self, wakes: Sequence[Wake]) -> None:
        """Keep others away from tables that are being looked after, except where they have gone on since."""
        same = (TABLES.c.id == bindparam("table"), TABLES.c.ply == bindparam("ply_now"))
        rows = [{"table": w.table, "ply_now": w.ply, "until": w.until} for w in wakes]
        if not rows:
            return
        await self._appender.catch_up([wake.table for wake in wakes])
        await self._write(update(TABLES).where(*same).values(wake=bindparam("until")), rows=rows)

    async def tables_of(self, person: str) -> list[TableLine]:
        """Return somebody's tables: first those where it is their turn, then the latest."""
        await self._appender.catch_up()
        yours = TABLES.c.due.op("&")(SITTINGS.c.seats) != 0
        wanted = (
            select(*_LINE, yours.label("your_turn"))
            .join(SITTINGS, SITTINGS.c.table == TABLES.c.id)
            .where(SITTINGS.c.person == person, TABLES.c.status != "gone")
            .order_by(yours.desc(), (TABLES.c.status == "playing").desc(), TABLES.c.touched.desc())
        )
        return await self._lines(wanted.limit(LISTED_AT_MOST))

    async def listed(
        self,
        status: str,
        *,
        game: str | None = None,
        after: Spot | None = None,
        not_of: Collection[str] = (),
        not_with: str | None = None,
        most: int = LISTED_AT_MOST,
    ) -> list[TableLine]:
        """Return tables that anybody may find, the latest first: those of a game, after a spot in the list,
        opened by none of some people, and where somebody does not sit.
        """
        if status != "open":  # those are never behind
            await self._appender.catch_up()
        wanted = select(*_LINE, literal(0).label("your_turn")).where(
            TABLES.c.listed, TABLES.c.status == status
        )
        if game is not None:
            wanted = wanted.where(TABLES.c.game == game)
        if after is not None:
            wanted = wanted.where(_is_after(after))
        if not_of:
            wanted = wanted.where(TABLES.c.owner.not_in(list(not_of)))
        if not_with is not None:
            wanted = wanted.where(~_sits(not_with))
        return await self._lines(wanted.order_by(TABLES.c.touched.desc(), TABLES.c.id.desc()).limit(most))

    async def waiting(self, person: str, *, besides: str | None = None) -> Waiting:
        """Count the tables that have not started and where somebody sits, or that they opened."""
        return Waiting._make((await self._read(_WAITING, who=person, besides=besides or ""))[0])

    async def _lines(self, wanted: Select[Any]) -> list[TableLine]:
        return [_line(row) for row in await self._read(wanted)]


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn whatever a database that is away or refuses raises into one refusal."""
    try:
        yield
    except (SQLAlchemyError, OSError, TimeoutError) as error:
        raise DigsiteError("store_refuses") from error


def transactional(engine: AsyncEngine) -> AsyncEngine:
    """Return the same engine for what happens as a whole or not at all."""
    return engine.execution_options(isolation_level=TRANSACTIONS[engine.dialect.name])


def _line(row: Row[Any]) -> TableLine:
    return TableLine(row.id, row.game, row.owner, row.about, row.status, row.touched, bool(row.your_turn))


def _says_words_of(person: str) -> ColumnElement[bool]:
    """Tell whether somebody's words still stand at the table of an entry."""
    done = ENTRIES.alias("done")
    same = (done.c.person == person, done.c.table == ENTRIES.c.table, done.c.what == "erase")
    return ~exists().where(text(f"done.{WORDS}"), *same)


def _is_after(spot: Spot) -> ColumnElement[bool]:
    """Tell which tables come after a spot; the first term is what lets the database begin there."""
    touched, table = TABLES.c.touched, TABLES.c.id
    return and_(touched <= spot.touched, or_(touched < spot.touched, table < spot.id))


def _sits(person: str) -> ColumnElement[bool]:
    return exists().where(SITTINGS.c.table == TABLES.c.id, SITTINGS.c.person == person)

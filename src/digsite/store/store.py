"""The database: people, tables and lists of them by SQLAlchemy, the entries of tables by an appender."""

from __future__ import annotations

from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import bindparam, delete, insert, literal, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from digsite.core.errors import DigsiteError
from digsite.store.append import Addition
from digsite.store.schema import CODES, ENTRIES, PEOPLE, SITTINGS, TABLES
from digsite.table.entry import Entry

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Sequence

    from sqlalchemy import Row, Select
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from digsite.store.append import Appender, NewTable
    from digsite.table.summary import Summary

LISTED_AT_MOST: Final = 100
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
    about: str
    status: str
    touched: int
    your_turn: bool


@dataclass(frozen=True, slots=True, order=True)
class Wake:
    """Until when others keep away from a table, while it has so many entries."""

    table: str
    ply: int
    until: int


class Store:
    """One database."""

    def __init__(self, engine: AsyncEngine, appender: Appender) -> None:
        self._engine = engine
        self._writer = transactional(engine)
        self._appender = appender

    async def close(self) -> None:
        """Finish what was begun and let go of the database."""
        await self._appender.close()
        await self._engine.dispose()

    async def answers(self) -> bool:
        """Tell whether the database is there."""
        try:
            async with self._reading() as db:
                await db.execute(text("SELECT 1"))
        except DigsiteError:
            return False
        return True

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        with _refusing():
            async with self._engine.connect() as db:
                yield db

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        with _refusing():
            async with self._writer.begin() as db:
                yield db

    # --- people

    async def add_person(self, person: Person, now: int) -> None:
        """Remember somebody."""
        async with self._writing() as db:
            await db.execute(insert(PEOPLE).values(id=person.id, name=person.name, met=now))

    async def person(self, person_id: str) -> Person | None:
        """Return somebody who was here before."""
        async with self._reading() as db:
            row = (await db.execute(select(PEOPLE).where(PEOPLE.c.id == person_id))).one_or_none()
        return None if row is None else Person(row.id, row.name)

    async def rename(self, person: Person) -> None:
        """Give somebody another name, for tables to come."""
        async with self._writing() as db:
            await db.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(name=person.name))

    async def add_code(self, digest: str, person_id: str, until: int) -> None:
        """Keep a code that carries somebody to another device, in place of an older one."""
        async with self._writing() as db:
            await db.execute(delete(CODES).where(CODES.c.person == person_id))
            await db.execute(insert(CODES).values(digest=digest, person=person_id, until=until))

    async def take_code(self, digest: str, now: int) -> Person | None:
        """Return whom a code stands for; it can be used once."""
        async with self._writing() as db:
            used = delete(CODES).where(CODES.c.digest == digest).returning(CODES.c.person, CODES.c.until)
            row = (await db.execute(used)).one_or_none()
        return None if row is None or row.until < now else await self.person(row.person)

    # --- tables

    async def add_table(self, table: NewTable, entries: Sequence[Entry], summary: Summary) -> None:
        """Keep a new table with its first entries."""
        await self._appender.append(Addition(table.id, 0, entries, summary, opens=table))

    async def append(self, addition: Addition) -> bool:
        """Add entries to a table and wait until they last; tell whether they were the next ones."""
        return await self._appender.append(addition)

    async def table(self, table_id: str) -> KeptTable | None:
        """Return a table with all its entries."""
        async with self._reading() as db:
            row = (await db.execute(select(TABLES).where(TABLES.c.id == table_id))).one_or_none()
            entries = await _entries(db, table_id, 0)
        return None if row is None else KeptTable(row.id, row.secret, row.invitation, entries)

    async def game_of(self, table_id: str) -> str | None:
        """Return which game is played at a table."""
        async with self._reading() as db:
            found: str | None = await db.scalar(select(TABLES.c.game).where(TABLES.c.id == table_id))
        return found

    async def entries(self, table_id: str, after: int) -> list[Entry]:
        """Return the entries of a table that come after some."""
        async with self._reading() as db:
            return await _entries(db, table_id, after)

    # --- lists

    async def plies(self, tables: Iterable[str]) -> dict[str, int]:
        """Return how many entries each of these tables has."""
        wanted = select(TABLES.c.id, TABLES.c.ply).where(TABLES.c.id.in_(list(tables)))
        async with self._reading() as db:
            return {row.id: row.ply for row in await db.execute(wanted)}

    async def claim(self, now: int, until: int, most: int) -> list[str]:
        """Return tables that need looking after; nobody else gets them before `until`."""
        wanted = select(TABLES.c.id).where(TABLES.c.wake <= now).order_by(TABLES.c.wake).limit(most)
        async with self._reading() as db:
            ids = list((await db.execute(wanted)).scalars())
        if not ids:
            return []
        mine = update(TABLES).where(TABLES.c.id.in_(ids), TABLES.c.wake <= now).values(wake=until)
        async with self._writing() as db:
            return list((await db.execute(mine.returning(TABLES.c.id))).scalars())

    async def put_off(self, wakes: Sequence[Wake]) -> None:
        """Keep others away from tables that are being looked after, except where they have gone on since."""
        same = (TABLES.c.id == bindparam("table"), TABLES.c.ply == bindparam("ply_now"))
        rows = [{"table": w.table, "ply_now": w.ply, "until": w.until} for w in wakes]
        if not rows:
            return
        async with self._writing() as db:
            await db.execute(update(TABLES).where(*same).values(wake=bindparam("until")), rows)

    async def tables_of(self, person: str) -> list[TableLine]:
        """Return somebody's tables: first those where it is their turn, then the latest."""
        yours = TABLES.c.due.op("&")(SITTINGS.c.seats) != 0
        wanted = (
            select(TABLES, yours.label("your_turn"))
            .join(SITTINGS, SITTINGS.c.table == TABLES.c.id)
            .where(SITTINGS.c.person == person, TABLES.c.status != "gone")
            .order_by(yours.desc(), (TABLES.c.status == "playing").desc(), TABLES.c.touched.desc())
        )
        return await self._lines(wanted)

    async def listed(self, status: str) -> list[TableLine]:
        """Return the tables that anybody may find, the latest first."""
        wanted = (
            select(TABLES, literal(0).label("your_turn"))
            .where(TABLES.c.listed, TABLES.c.status == status)
            .order_by(TABLES.c.touched.desc())
        )
        return await self._lines(wanted)

    async def _lines(self, wanted: Select[Any]) -> list[TableLine]:
        async with self._reading() as db:
            return [_line(row) for row in await db.execute(wanted.limit(LISTED_AT_MOST))]


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
    return TableLine(row.id, row.game, row.about, row.status, row.touched, bool(row.your_turn))


async def _entries(db: AsyncConnection, table_id: str, after: int) -> list[Entry]:
    wanted = (
        select(ENTRIES.c.at, ENTRIES.c.what, ENTRIES.c.person, ENTRIES.c.seat, ENTRIES.c.text, ENTRIES.c.key)
        .where(ENTRIES.c.table == table_id, ENTRIES.c.ply > after)
        .order_by(ENTRIES.c.ply)
    )
    return [Entry(*row) for row in await db.execute(wanted)]

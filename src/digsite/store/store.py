"""The database: people, tables and lists of them by SQLAlchemy, the entries of tables by an appender."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, insert, select, update

from digsite.store.schema import CODES, ENTRIES, PEOPLE, SITTINGS, TABLES
from digsite.table.entry import Entry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from digsite.store.append import Addition, Appender, Summary

LISTED_AT_MOST: Final = 100


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class NewTable:
    """What the database knows of a table besides its entries."""

    id: str
    game: str
    owner: str
    secret: bytes
    invitation: str
    listed: bool


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table as it was found."""

    id: str
    secret: bytes
    invitation: str
    entries: list[Entry]


class Store:
    """One database."""

    def __init__(self, engine: AsyncEngine, appender: Appender) -> None:
        self._engine = engine
        self._appender = appender

    # --- people

    async def add_person(self, person: Person, now: int) -> None:
        """Remember somebody."""
        async with self._engine.begin() as db:
            await db.execute(insert(PEOPLE).values(id=person.id, name=person.name, met=now))

    async def person(self, person_id: str) -> Person | None:
        """Return somebody who was here before."""
        async with self._engine.connect() as db:
            row = (await db.execute(select(PEOPLE).where(PEOPLE.c.id == person_id))).one_or_none()
        return None if row is None else Person(row.id, row.name)

    async def rename(self, person: Person) -> None:
        """Give somebody another name, for tables to come."""
        async with self._engine.begin() as db:
            await db.execute(update(PEOPLE).where(PEOPLE.c.id == person.id).values(name=person.name))

    async def add_code(self, digest: str, person_id: str, until: int) -> None:
        """Keep a code that carries somebody to another device."""
        async with self._engine.begin() as db:
            await db.execute(delete(CODES).where(CODES.c.person == person_id))
            await db.execute(insert(CODES).values(digest=digest, person=person_id, until=until))

    async def take_code(self, digest: str, now: int) -> Person | None:
        """Return whom a code stands for; it can be used once."""
        async with self._engine.begin() as db:
            used = delete(CODES).where(CODES.c.digest == digest).returning(CODES.c.person, CODES.c.until)
            row = (await db.execute(used)).one_or_none()
        return None if row is None or row.until < now else await self.person(row.person)

    # --- tables

    async def add_table(self, table: NewTable, entries: Sequence[Entry], summary: Summary) -> None:
        """Keep a new table with its first entries."""
        async with self._engine.begin() as db:
            await db.execute(insert(TABLES).values(_row(table, entries, summary)))
            await db.execute(insert(ENTRIES), [_entry_row(table.id, ply, e) for ply, e in enumerate(entries, 1)])
            await _note_sittings(db, table.id, entries)

    async def append(self, addition: Addition) -> bool:
        """Add entries to a table and wait until they last; tell whether they were the next ones."""
        return await self._appender.append(addition)

    async def table(self, table_id: str) -> KeptTable | None:
        """Return a table with all its entries."""
        async with self._engine.connect() as db:
            row = (await db.execute(select(TABLES).where(TABLES.c.id == table_id))).one_or_none()
            entries = await _entries(db, table_id, 0)
        return None if row is None else KeptTable(row.id, row.secret, row.invitation, entries)

    async def entries(self, table_id: str, after: int) -> list[Entry]:
        """Return the entries of a table that come after some."""
        async with self._engine.connect() as db:
            return await _entries(db, table_id, after)

    # --- lists

    async def waking(self, now: int, most: int) -> list[str]:
        """Return the tables that the house must look after by now."""
        wanted = select(TABLES.c.id).where(TABLES.c.wake <= now).order_by(TABLES.c.wake).limit(most)
        async with self._engine.connect() as db:
            return list((await db.execute(wanted)).scalars())

    async def listed(self, status: str) -> list[str]:
        """Return the tables that anybody may find, the latest first."""
        wanted = (
            select(TABLES.c.id)
            .where(TABLES.c.listed, TABLES.c.status == status)
            .order_by(TABLES.c.touched.desc())
            .limit(LISTED_AT_MOST)
        )
        async with self._engine.connect() as db:
            return list((await db.execute(wanted)).scalars())


def _row(table: NewTable, entries: Sequence[Entry], summary: Summary) -> dict[str, Any]:
    return {
        "id": table.id,
        "game": table.game,
        "owner": table.owner,
        "secret": table.secret,
        "invitation": table.invitation,
        "listed": table.listed,
        "ply": len(entries),
        "opened": entries[0].at,
        "touched": entries[-1].at,
        "status": summary.status,
        "due": summary.due,
        "wake": summary.wake,
    }


def _entry_row(table_id: str, ply: int, entry: Entry) -> dict[str, Any]:
    return {
        "table": table_id,
        "ply": ply,
        "at": entry.at,
        "what": entry.what,
        "person": entry.person,
        "seat": entry.seat,
        "text": entry.text,
        "key": entry.key,
    }


async def _note_sittings(db: AsyncConnection, table_id: str, entries: Sequence[Entry]) -> None:
    rows = [{"table": table_id, "chair": e.seat, "person": e.person} for e in entries if e.what == "sit"]
    if rows:
        await db.execute(insert(SITTINGS), rows)


async def _entries(db: AsyncConnection, table_id: str, after: int) -> list[Entry]:
    wanted = (
        select(ENTRIES.c.at, ENTRIES.c.what, ENTRIES.c.person, ENTRIES.c.seat, ENTRIES.c.text, ENTRIES.c.key)
        .where(ENTRIES.c.table == table_id, ENTRIES.c.ply > after)
        .order_by(ENTRIES.c.ply)
    )
    return [Entry(*row) for row in await db.execute(wanted)]

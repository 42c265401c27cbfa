"""What nobody needs any more, and how it goes: a little at a time, so that nobody waits for it.

What goes along is read from the schema: rows of other tables that refer to a table or a guest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import delete, except_, exists, select

from digsite.store.schema import CODES, METADATA, PEOPLE, SESSIONS, SITTINGS, TABLES

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy import CompoundSelect, Delete, Select, Table
    from sqlalchemy.sql.elements import ColumnElement


class OldTable(NamedTuple):
    """A table that may go, and how many entries it has."""

    id: str
    ply: int


class Old(NamedTuple):
    """Which tables may go: those of a status at which nothing has happened since."""

    status: str
    before: int
    """In milliseconds since 1970."""


def _referring(to: Table, but: Collection[Table] = ()) -> list[tuple[str, str]]:
    """Return the tables that refer to another one, and by which column."""
    return [
        (table.name, key.parent.name)
        for table in METADATA.sorted_tables
        if table not in but
        for key in sorted(table.foreign_keys, key=lambda key: key.parent.name)
        if key.column.table is to
    ]


OF_TABLES: Final = _referring(TABLES)
"""What goes with a table: column by column, of which each names a table."""
OF_GUESTS: Final = _referring(PEOPLE, but=(TABLES, SITTINGS))
"""What goes with a guest; whoever has opened a table or sits at one stays."""


def old_tables(old: Old, most: int) -> Select[tuple[str, int]]:
    """Find tables that may go, without holding anybody up."""
    is_old = (TABLES.c.status == old.status, TABLES.c.touched < old.before)
    return select(TABLES.c.id, TABLES.c.ply).where(*is_old).limit(most)


def idle_guests(before: int, most: int) -> CompoundSelect[tuple[str]]:
    """Find guests who have opened no table, sit at none, and were here last before some time."""
    guests = select(PEOPLE.c.id).where(_was_here_last(before))
    return except_(guests, select(SITTINGS.c.person), select(TABLES.c.owner)).limit(most)


def _was_here_last(before: int) -> ColumnElement[bool]:
    """Tell whether somebody has not been here since: they came in before, and used no session."""
    used = exists().where(SESSIONS.c.person == PEOPLE.c.id, SESSIONS.c.used >= before)
    return (PEOPLE.c.met < before) & ~used


def without_guest(person: str) -> Sequence[Delete]:
    """Remove a guest with what goes along; the database refuses where anything else refers to them."""
    along = [(METADATA.tables[name], column) for name, column in OF_GUESTS]
    return [
        *(delete(table).where(table.c[column] == person) for table, column in along),
        delete(PEOPLE).where(PEOPLE.c.id == person),
    ]


def old_codes(before: int) -> Delete:
    """Remove codes that were good until some time."""
    return delete(CODES).where(CODES.c.until < before)

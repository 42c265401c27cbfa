"""The tables of the database, the same for SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    text,
)

NAMES: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}
"""Constraints have names, so that a migration can speak of them."""

REVISION: Final = "0003"
"""The last of the migrations: the one that leads to this schema."""

METADATA: Final = MetaData(naming_convention=NAMES)

PEOPLE: Final = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(30), nullable=False),
    Column("met", BigInteger, nullable=False),  # when, in milliseconds since 1970
    Column("erased", BigInteger),  # when they deleted themselves, or null
    Column("erasing", BigInteger),  # when somebody must go on erasing what they said, or null
    Column("logged_out", BigInteger),  # when they last logged out everywhere, or null
)
_ERASING: Final = text("erasing IS NOT NULL")
Index(None, PEOPLE.c.erasing, sqlite_where=_ERASING, postgresql_where=_ERASING)
_LOGGED_OUT: Final = text("logged_out IS NOT NULL")
Index(None, PEOPLE.c.logged_out, sqlite_where=_LOGGED_OUT, postgresql_where=_LOGGED_OUT)

SESSIONS: Final = Table(
    "sessions",
    METADATA,
    Column("digest", String(64), primary_key=True),  # of the token that one browser has
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("made", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),  # to the day
    Column("ended", BigInteger),  # when somebody logged out, or null
)
_ENDED: Final = text("ended IS NOT NULL")
Index(None, SESSIONS.c.ended, sqlite_where=_ENDED, postgresql_where=_ENDED)

CODES: Final = Table(
    "codes",
    METADATA,
    Column("digest", String(64), primary_key=True),  # of a code that carries somebody to another device
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
)

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("owner", ForeignKey("people.id"), nullable=False),
    Column("secret", LargeBinary(32), nullable=False),
    Column("invitation", String(32), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("about", Text, nullable=False),  # the set-up and who sits where, as anybody may know it
    Column("status", String(8), nullable=False),  # open, playing, over or gone
    Column("ply", Integer, nullable=False),  # entries so far: whoever adds one must know it
    Column("due", Integer, nullable=False),  # a bit for each seat that may move
    Column("touched", BigInteger, nullable=False),  # when the last entry was made
    Column("wake", BigInteger),  # when the house must look after it, or null
)
_LOOKED_AFTER: Final = text("wake IS NOT NULL")
Index(None, TABLES.c.wake, sqlite_where=_LOOKED_AFTER, postgresql_where=_LOOKED_AFTER)
Index(
    None,
    TABLES.c.status,
    TABLES.c.touched,
    sqlite_where=text("listed = 1"),
    postgresql_where=text("listed"),
)

SITTINGS: Final = Table(
    "sittings",
    METADATA,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("person", ForeignKey("people.id"), primary_key=True, index=True),
    Column("seats", Integer, nullable=False),  # a bit for each seat that the person plays
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("what", String(8), nullable=False),
    Column("person", String(32), nullable=False),  # empty, where the house did it
    Column("seat", SmallInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("key", String(64)),
    Column("link", BigInteger),  # of the chain; null, where an earlier version wrote it
)

WORDS: Final = text("what IN ('open', 'sit', 'say', 'erase')")
"""Entries in which somebody's words stand, or that tell that they were erased: moves are not looked for."""
Index(None, ENTRIES.c.person, ENTRIES.c.table, sqlite_where=WORDS, postgresql_where=WORDS)

PENDING: Final = Table(
    "pending",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("additions", LargeBinary, nullable=False),  # those of one commit, as JSON; `ledger.py` sorts them
)
"""What was saved, but not put into the other tables yet: by SQLite alone."""

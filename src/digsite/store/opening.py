"""Opening the database: which one the settings name, brought to the latest schema."""

from __future__ import annotations

import errno
import re
import sqlite3
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL, event, inspect, text
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from digsite.core.errors import DigsiteError
from digsite.store.schema import REVISION
from digsite.store.sqlite import PRAGMAS, SqliteAppender, hold
from digsite.store.store import PROBE, Store, transactional

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

    from digsite.store.append import Appender

FILE_NAME: Final = "house.db"
ALONE: Final = {
    "sqlite": "BEGIN IMMEDIATE",
    "postgresql": f"SELECT pg_advisory_xact_lock({0x64696773})",
}
"""Begins a migration: it happens as a whole, and processes that start together do it one after the other."""
TROUBLE: Final = (SQLAlchemyError, OSError, TimeoutError, sqlite3.Error, ValueError)
"""What a database makes that cannot be opened; the last, where an address is none."""
BARRED: Final = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What keeps us from using a folder or a file that is right otherwise."""
ROOM: Final = 256 << 10
"""Bytes that a new database needs, more or less."""


async def open_sqlite(folder: Path) -> Store:
    """Open the database in a folder; it is made if it is not there."""
    path = folder / FILE_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        holding = hold(path)
    except TROUBLE as error:
        raise _barred(folder) or _unreachable(error) from error
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        hide_parameters=True,  # secrets and nonces are among them
    )
    event.listen(engine.sync_engine, "connect", _set_pragmas)
    try:
        return await _opened(engine, lambda: SqliteAppender(path, holding))
    except DigsiteError as error:
        holding.close()
        raise _barred(folder) or error from error.__cause__


def _set_pragmas(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _require_open(connection: Any, *_: object) -> None:
    """Let the pool connect anew where PostgreSQL has hung up; to ask it would take as long as a query."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


async def open_postgres(url: str) -> Store:
    """Open the database at a URL such as postgresql://user@host/name."""
    from digsite.store import postgres

    connect = postgres.connecting(re.sub(r"^postgres\w*\+\w+://", "postgresql://", url))
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=connect,
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        hide_parameters=True,  # secrets and nonces are among them
    )
    event.listen(engine.sync_engine, "checkout", _require_open)
    return await _opened(engine, lambda: postgres.PostgresAppender(connect))


async def _opened(engine: AsyncEngine, appender: Callable[[], Appender]) -> Store:
    """Return a store whose database has the latest schema, or let go of it and say what is wrong."""
    try:
        async with transactional(engine).begin() as connection:
            await connection.execute(text(ALONE[engine.dialect.name]))
            await connection.run_sync(bring_up_to_date)
            await connection.execute(PROBE)  # SQLite opens what it may only read, too
        return Store(engine, appender())
    except TROUBLE as error:
        await engine.dispose()
        raise _unreachable(error) from error
    except DigsiteError:
        await engine.dispose()
        raise


def _barred(folder: Path) -> DigsiteError | None:
    """Return what the system does not let us do with a database, in its own words: SQLite has fewer."""
    files = list(folder.glob(f"{FILE_NAME}*"))
    try:
        for file in files:
            file.open("r+b").close()
        with TemporaryFile(dir=folder) as room:
            room.write(bytes(ROOM))
    except OSError as error:
        if error.errno in BARRED:
            path = next((file for file in files if str(file) == error.filename), folder)
            return DigsiteError("cannot_write", path=str(path), why=str(error.strerror))
    return None


def _unreachable(error: Exception) -> DigsiteError:
    return DigsiteError("store_unreachable", why=type(error).__name__)


def bring_up_to_date(connection: Connection) -> None:
    """Run the migrations that a database has not seen. Most have seen them all: Alembic is slow to load."""
    if _revision(connection) != REVISION:
        upgrade(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def upgrade(connection: Connection) -> None:
    """Let Alembic run the migrations that a database has not seen; it knows none of a newer Digsite."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "digsite.store:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise DigsiteError("store_unreachable", why=str(error)) from error

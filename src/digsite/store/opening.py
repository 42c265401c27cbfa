"""Opening the database: which one the settings name, brought to the latest schema."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any, Final

from alembic import command
from alembic.config import Config
from sqlalchemy import event, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from digsite.core.errors import DigsiteError
from digsite.store.postgres import PostgresAppender
from digsite.store.sqlite import PRAGMAS, SqliteAppender, hold
from digsite.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

FILE_NAME: Final = "house.db"
MIGRATION_LOCK: Final = 0x64696773
"""So that processes that start together bring a database up to date one after the other."""


async def open_sqlite(folder: Path) -> Store:
    """Open the database in a folder; it is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / FILE_NAME
    holding = hold(path)
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}")

    @event.listens_for(engine.sync_engine, "connect")
    def set_pragmas(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    await _migrate(engine)
    return Store(engine, SqliteAppender(path, holding))


async def open_postgres(url: str) -> Store:
    """Open the database at a URL such as postgresql://user@host/name."""
    plain = make_url(url).set(drivername="postgresql")
    engine = create_async_engine(
        plain.set(drivername="postgresql+asyncpg"), pool_pre_ping=True, connect_args={"timeout": 5}
    )
    await _migrate(engine)
    return Store(engine, PostgresAppender(plain.render_as_string(hide_password=False)))


async def _migrate(engine: AsyncEngine) -> None:
    """Bring a database to the latest schema."""
    try:
        async with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            await connection.run_sync(upgrade)
    except (SQLAlchemyError, OSError, TimeoutError, sqlite3.Error) as error:
        raise DigsiteError("store_unreachable", why=type(error).__name__) from error


def upgrade(connection: Connection) -> None:
    """Run the migrations that a database has not seen."""
    config = Config()
    config.set_main_option("script_location", "digsite.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")

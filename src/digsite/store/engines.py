"""How SQLAlchemy connects to the databases."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL, event
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from digsite.core.errors import DigsiteError
from digsite.store.sqlite import PRAGMAS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncEngine

    from digsite.store.postgres import Connect

ALONE: Final = {
    "sqlite": "BEGIN IMMEDIATE",
    "postgresql": f"SELECT pg_advisory_xact_lock({0x64696773})",
}
"""Begins what happens as a whole and by one process alone: others that want to do so wait."""
TROUBLE: Final = (SQLAlchemyError, OSError, TimeoutError, sqlite3.Error, ValueError)
"""What a database makes that cannot be opened; the last, where an address is none."""
HOW: Final[dict[str, Any]] = {
    "isolation_level": "AUTOCOMMIT",
    "skip_autocommit_rollback": True,
    "hide_parameters": True,  # secrets and nonces are among them
}


def sqlite_engine(path: Path, pragmas: Sequence[str] | None = None) -> AsyncEngine:
    """Return what connects to a file."""

    def set_pragmas(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for pragma in PRAGMAS if pragmas is None else pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    engine = create_async_engine(URL.create("sqlite+aiosqlite", database=str(path)), **HOW)
    event.listen(engine.sync_engine, "connect", set_pragmas)
    return engine


def postgres_engine(connect: Connect) -> AsyncEngine:
    """Return what connects to a server."""
    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, **HOW)
    event.listen(engine.sync_engine, "checkout", _require_open)
    return engine


def _require_open(connection: Any, *_: object) -> None:
    """Let the pool connect anew where PostgreSQL has hung up; to ask it would take as long as a query."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


@contextmanager
def reaching() -> Iterator[None]:
    """Turn what a database makes that cannot be opened into a refusal."""
    try:
        yield
    except TROUBLE as error:
        raise unreachable(error) from error


def unreachable(error: Exception) -> DigsiteError:
    """Return the refusal of a database that cannot be opened."""
    return DigsiteError("store_unreachable", why=type(error).__name__)

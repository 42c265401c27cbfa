"""Every test of the store runs on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from digsite.store.store import Store
from tests.store.databases import Database, Postgres, Sqlite


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """An empty database."""
    if request.param == "sqlite":
        return Sqlite(tmp_path)
    return Postgres(request.getfixturevalue("postgres_database"))


@pytest.fixture
async def store(database: Database) -> AsyncIterator[Store]:
    """The same, opened."""
    async with database.opened() as store:
        yield store

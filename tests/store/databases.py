"""Databases for tests: one interface to SQLite and PostgreSQL, with a look at them from outside."""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from digsite.store.opening import open_postgres, open_sqlite
from digsite.store.sqlite import FILE_NAME
from digsite.store.store import Store


class Database(ABC):
    """A database of one test."""

    url: URL

    @abstractmethod
    async def open(self) -> Store:
        """Open it as the house does."""

    @abstractmethod
    async def commits(self) -> int:
        """Return a number that goes up by one with every transaction that wrote something."""

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Store]:
        store = await self.open()
        try:
            yield store
        finally:
            await store.close()

    @asynccontextmanager
    async def opened_twice(self) -> AsyncIterator[tuple[Store, Store]]:
        """Open it as two processes would, where two may."""
        async with AsyncExitStack() as door:
            first = await door.enter_async_context(self.opened())
            yield first, await self._second(first, door)

    @abstractmethod
    async def _second(self, first: Store, door: AsyncExitStack) -> Store: ...

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[AsyncConnection]:
        """Look at it, or change it, past the store."""
        engine = create_async_engine(self.url)
        async with engine.begin() as connection:
            yield connection
        await engine.dispose()

    async def ask(self, sql: str) -> list[Any]:
        async with self.connected() as connection:
            return [tuple(row) for row in await connection.execute(text(sql))]


class Sqlite(Database):
    """A database in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / FILE_NAME
        self.url = URL.create("sqlite+aiosqlite", database=str(self.path))

    async def open(self) -> Store:
        return await open_sqlite(self.folder)

    async def _second(self, first: Store, door: AsyncExitStack) -> Store:
        del door
        return first

    async def commits(self) -> int:
        """Count the pages in the write-ahead log that end a transaction: those that name a new size."""
        log = self.path.with_name(FILE_NAME + "-wal").read_bytes()
        page = struct.unpack_from(">I", log, 8)[0]
        headers = range(32, len(log), 24 + page)
        return sum(struct.unpack_from(">I", log, header + 4)[0] != 0 for header in headers)


class Postgres(Database):
    """A database on a server."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.url = make_url(address).set(drivername="postgresql+asyncpg")

    async def open(self) -> Store:
        return await open_postgres(self.address)

    async def _second(self, first: Store, door: AsyncExitStack) -> Store:
        del first
        return await door.enter_async_context(self.opened())

    async def commits(self) -> int:
        """Ask for the number of the next transaction: those that only read have none."""
        ((number,),) = await self.ask("SELECT txid_snapshot_xmax(txid_current_snapshot())")
        return int(number)

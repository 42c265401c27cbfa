"""Entries in PostgreSQL: while one transaction is on its way, all who come share the next."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import asyncpg

from digsite.core.errors import DigsiteError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from digsite.store.append import Addition

MOST_AT_ONCE: Final = 256
ATTEMPTS: Final = 5
CONNECT_WITHIN: Final = 5.0
ANSWER_WITHIN: Final = 10.0
"""Seconds after which PostgreSQL counts as away."""
TROUBLE: Final = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the last word of a server that stops can come between two of ours
    OSError,
    TimeoutError,
)
"""What a database that is away or refuses makes."""

_OPEN: Final = """
INSERT INTO tables (id, game, owner, secret, invitation, listed, about, status, ply, due, touched)
VALUES ($1, $2, $3, $4, $5, $6, '', 'open', 0, 0, 0)
"""
_APPEND: Final = """
WITH moved AS (
    UPDATE tables
    SET ply = tables.ply + a.count, status = a.status, due = a.due, wake = a.wake, touched = a.touched
    FROM unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::int[], $6::bigint[], $7::bigint[])
        AS a(id, ply, count, status, due, wake, touched)
    WHERE tables.id = a.id AND tables.ply = a.ply
    RETURNING tables.id
), added AS (
    INSERT INTO entries ("table", ply, at, what, person, seat, text, key)
    SELECT e.* FROM unnest(
        $8::text[], $9::int[], $10::bigint[], $11::text[],
        $12::text[], $13::smallint[], $14::text[], $15::text[]
    ) AS e("table", ply, at, what, person, seat, text, key)
    JOIN moved ON moved.id = e."table"
)
SELECT id FROM moved
"""

Connect: TypeAlias = "Callable[[], Awaitable[asyncpg.Connection[Any]]]"
Waiting: TypeAlias = "tuple[Addition, asyncio.Future[bool]]"


def connecting(url: str) -> Connect:
    """Return what connects to a database."""
    return partial(asyncpg.connect, url, timeout=CONNECT_WITHIN, command_timeout=ANSWER_WITHIN)


class PostgresAppender:
    """A task that adds entries, one transaction at a time."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._connection: asyncpg.Connection[Any] | None = None
        self._waiting: list[Waiting] = []
        self._awake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._write())

    async def append(self, addition: Addition) -> bool:
        """Add entries and wait until they last; tell whether they were the next ones."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, future))
        self._awake.set()
        return await future

    async def close(self) -> None:
        """Finish what was begun."""
        self._closing = True
        self._awake.set()
        await self._task
        if self._connection is not None:
            with contextlib.suppress(*TROUBLE):
                await self._connection.close(timeout=CONNECT_WITHIN)

    async def _write(self) -> None:
        while self._waiting or not self._closing:
            await self._awake.wait()
            if batch := self._next():
                await self._add(batch)

    async def _add(self, batch: list[Waiting]) -> None:
        try:
            moved = await self._moved([addition for addition, _ in batch])
        except Exception as error:  # noqa: BLE001 - whoever asked hears of it, and the task goes on
            self._drop_connection()
            trouble = isinstance(error, TROUBLE)
            for _, future in batch:
                if not future.done():
                    future.set_exception(DigsiteError("store_refuses") if trouble else error)
            return
        for addition, future in batch:
            if not future.done():
                future.set_result(addition.table in moved)

    async def _moved(self, additions: Sequence[Addition]) -> set[str]:
        """Return the tables that were added to; of two who wait for each other, one tries again."""
        for _ in range(ATTEMPTS):
            with contextlib.suppress(asyncpg.DeadlockDetectedError):
                return await self._append(additions)
        return await self._append(additions)

    async def _append(self, additions: Sequence[Addition]) -> set[str]:
        """Return the tables that were added to: in one transaction, all or none."""
        connection = await self._connected()
        if all(addition.summary.seating is None for addition in additions):
            return {row["id"] for row in await connection.fetch(_APPEND, *_columns(additions))}
        async with connection.transaction():
            await connection.executemany(_OPEN, [a.opens for a in additions if a.opens is not None])
            moved = {row["id"] for row in await connection.fetch(_APPEND, *_columns(additions))}
            for addition in additions:
                if addition.table in moved:
                    await _seat(connection, addition)
        return moved

    async def _connected(self) -> asyncpg.Connection[Any]:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect()
        return self._connection

    def _drop_connection(self) -> None:
        """Let go of a connection that may be in the middle of something."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    def _next(self) -> list[Waiting]:
        """Return those who wait, one of each table: a second one can only come too late."""
        batch: dict[str, Waiting] = {}
        later = []
        for addition, future in self._waiting:
            if addition.table in batch or len(batch) == MOST_AT_ONCE:
                later.append((addition, future))
            else:
                batch[addition.table] = addition, future
        self._waiting = later
        if not later and not self._closing:
            self._awake.clear()
        return [batch[table] for table in sorted(batch)]  # all lock tables in the same order


def _columns(additions: Sequence[Addition]) -> list[list[Any]]:
    """Return the columns of the statement's two lists: tables, then their entries."""
    heads = [
        (a.table, a.after, len(a.entries), a.summary.status, a.summary.due, a.summary.wake, a.entries[-1].at)
        for a in additions
    ]
    entries = [
        (a.table, ply, e.at, e.what, e.person, e.seat, e.text, e.key)
        for a in additions
        for ply, e in enumerate(a.entries, a.after + 1)
    ]
    return [list(column) for rows in (heads, entries) for column in zip(*rows, strict=True)]


async def _seat(connection: asyncpg.Connection[Any], addition: Addition) -> None:
    seating = addition.summary.seating
    if seating is None:
        return
    await connection.execute("UPDATE tables SET about = $2 WHERE id = $1", addition.table, seating.about)
    await connection.execute('DELETE FROM sittings WHERE "table" = $1', addition.table)
    rows = [(addition.table, person, seats) for person, seats in seating.seats.items()]
    await connection.executemany('INSERT INTO sittings ("table", person, seats) VALUES ($1, $2, $3)', rows)

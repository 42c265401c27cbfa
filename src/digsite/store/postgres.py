"""Entries in PostgreSQL: while one statement is on its way, all who come share the next."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from digsite.core.errors import DigsiteError

if TYPE_CHECKING:
    import asyncpg

    from digsite.store.append import Addition

MOST_AT_ONCE: Final = 256

_APPEND: Final = """
WITH moved AS (
    UPDATE tables SET ply = tables.ply + a.count, status = a.status, due = a.due, wake = a.wake, touched = a.touched
    FROM unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::int[], $6::bigint[], $7::bigint[])
        AS a(id, ply, count, status, due, wake, touched)
    WHERE tables.id = a.id AND tables.ply = a.ply
    RETURNING tables.id
), added AS (
    INSERT INTO entries ("table", ply, at, what, person, seat, text, key)
    SELECT e.* FROM unnest(
        $8::text[], $9::int[], $10::bigint[], $11::text[], $12::text[], $13::smallint[], $14::text[], $15::text[]
    ) AS e("table", ply, at, what, person, seat, text, key)
    JOIN moved ON moved.id = e."table"
)
SELECT id FROM moved
"""


class PostgresAppender:
    """A task that adds entries, one statement at a time."""

    def __init__(self, pool: asyncpg.Pool[Any]) -> None:
        self._pool = pool
        self._waiting: list[tuple[Addition, asyncio.Future[bool]]] = []
        self._awake = asyncio.Event()
        self._task = asyncio.create_task(self._write())

    async def append(self, addition: Addition) -> bool:
        """Add entries and wait until they last; tell whether they were the next ones."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, future))
        self._awake.set()
        return await future

    async def close(self) -> None:
        """Finish what was begun."""
        while self._waiting:
            await asyncio.sleep(0)
        self._task.cancel()

    async def _write(self) -> None:
        while True:
            await self._awake.wait()
            batch = self._next()
            try:
                moved = await self._pool.fetch(_APPEND, *_columns([addition for addition, _ in batch]))
            except Exception as error:  # noqa: BLE001 - whatever happened, those who wait must hear of it
                _refuse(batch, error)
                continue
            known = {row["id"] for row in moved}
            for addition, future in batch:
                if not future.done():
                    future.set_result(addition.table in known)

    def _next(self) -> list[tuple[Addition, asyncio.Future[bool]]]:
        """Return those who wait, one of each table: a second one can only come too late."""
        batch: dict[str, tuple[Addition, asyncio.Future[bool]]] = {}
        later = []
        for addition, future in self._waiting:
            if addition.table in batch or len(batch) == MOST_AT_ONCE:
                later.append((addition, future))
            else:
                batch[addition.table] = addition, future
        self._waiting = later
        if not later:
            self._awake.clear()
        return list(batch.values())


def _columns(additions: list[Addition]) -> list[list[Any]]:
    """Return the columns of the statement's two lists: tables, then their entries."""
    heads = [
        (a.table, a.after, len(a.entries), a.summary.status, a.summary.due, a.summary.wake, a.entries[-1].at)
        for a in additions
    ]
    entries = [
        (a.table, a.after + 1 + i, e.at, e.what, e.person, e.seat, e.text, e.key)
        for a in additions
        for i, e in enumerate(a.entries)
    ]
    return [list(column) for rows in (heads, entries) for column in zip(*rows, strict=True)]


def _refuse(batch: list[tuple[Addition, asyncio.Future[bool]]], error: Exception) -> None:
    for _, future in batch:
        if not future.done():
            future.set_exception(DigsiteError("store_refuses", why=type(error).__name__))

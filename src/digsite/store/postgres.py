"""Entries in PostgreSQL: while one transaction is on its way, all who come share the next."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import asyncpg
from msgspec.structs import astuple

from digsite.core.errors import DigsiteError
from digsite.store.append import NewTable, Waiting, Written, answer, gathered

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

    from digsite.store.append import Addition, Outcome, Saved
    from digsite.table.entry import Entry

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
CUT: Final = (
    asyncpg.ConnectionDoesNotExistError,
    asyncpg.AdminShutdownError,
    asyncpg.InternalClientError,
)
"""What a connection makes that PostgreSQL has closed without our noticing so far."""

BY_KEYS: Final = "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off"
"""Everything here is found by its key. A plan that reads whole tables would get slower as they grow."""
_ENTRIES: Final = """
SELECT e."table", e.at, e.what, e.person, e.seat, e.text, e.key
FROM unnest($1::text[], $2::int[]) AS known(id, ply)
JOIN entries AS e ON e."table" = known.id AND e.ply > known.ply
ORDER BY e."table", e.ply
"""
_HEADS: Final = "$1::text[], $2::int[], $3::int[], $4::text[], $5::int[], $6::bigint[], $7::bigint[]"
_ADDED: Final = """
added AS (
    INSERT INTO entries ("table", ply, at, what, person, seat, text, key)
    SELECT e.* FROM unnest(
        $8::text[], $9::int[], $10::bigint[], $11::text[],
        $12::text[], $13::smallint[], $14::text[], $15::text[]
    ) AS e("table", ply, at, what, person, seat, text, key)
    JOIN moved ON moved.id = e."table"
)
"""
_APPEND: Final = f"""
WITH moved AS (
    UPDATE tables
    SET ply = tables.ply + a.count, status = a.status, due = a.due, wake = a.wake, touched = a.touched
    FROM unnest({_HEADS}) AS a(id, ply, count, status, due, wake, touched)
    WHERE tables.id = a.id AND tables.ply = a.ply
    RETURNING tables.id
), {_ADDED}
SELECT id FROM moved
"""  # noqa: S608 - all of it is written here
_APPEND_AND_SEAT: Final = f"""
WITH a AS (
    SELECT * FROM unnest({_HEADS}, $16::text[]) AS a(id, ply, count, status, due, wake, touched, about)
), sitting AS (
    SELECT * FROM unnest($17::text[], $18::text[], $19::int[]) AS sitting("table", person, seats)
), opened AS (
    INSERT INTO tables
        (id, game, owner, secret, invitation, listed, about, status, ply, due, wake, touched)
    SELECT o.*, coalesce(a.about, ''), a.status, a.count, a.due, a.wake, a.touched
    FROM unnest($20::text[], $21::text[], $22::text[], $23::bytea[], $24::text[], $25::bool[])
        AS o(id, game, owner, secret, invitation, listed)
    JOIN a ON a.id = o.id AND a.ply = 0
    RETURNING id
), went_on AS (
    UPDATE tables
    SET ply = tables.ply + a.count, status = a.status, due = a.due, wake = a.wake, touched = a.touched,
        about = coalesce(a.about, tables.about)
    FROM a
    WHERE tables.id = a.id AND tables.ply = a.ply
    RETURNING tables.id
), moved AS (
    SELECT id FROM opened UNION ALL SELECT id FROM went_on
), stood AS (
    DELETE FROM sittings
    USING a, went_on
    WHERE a.about IS NOT NULL AND went_on.id = a.id AND sittings."table" = a.id AND NOT EXISTS (
        SELECT FROM sitting WHERE sitting."table" = sittings."table" AND sitting.person = sittings.person
    )
), sat AS (
    INSERT INTO sittings ("table", person, seats)
    SELECT sitting.* FROM sitting JOIN moved ON moved.id = sitting."table"
    ON CONFLICT ("table", person) DO UPDATE SET seats = excluded.seats
), {_ADDED}
SELECT id FROM moved
"""  # noqa: S608 - all of it is written here
"""The same where tables are opened or others sit there than before: in one step, others wait meanwhile."""

Connect: TypeAlias = "Callable[[], Awaitable[asyncpg.Connection[Any]]]"


def connecting(url: str) -> Connect:
    """Return what connects to a database."""
    return partial(asyncpg.connect, url, timeout=CONNECT_WITHIN, command_timeout=ANSWER_WITHIN)


class PostgresAppender:
    """A task that adds entries, one transaction at a time."""

    def __init__(self, connect: Connect) -> None:
        self.written = Written()
        self._connect = connect
        self._connection: asyncpg.Connection[Any] | None = None
        self._reading: asyncpg.Connection[Any] | None = None
        self._reads = asyncio.Lock()
        """A connection does one thing at a time."""
        self._waiting: list[Waiting] = []
        self._awake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._write())

    def append(self, addition: Addition, saved: Saved) -> None:
        """Add entries; `saved` hears of it once they last."""
        self._waiting.append(Waiting(addition, saved))
        self._awake.set()

    async def catch_up(self, tables: Collection[str] | None = None) -> None:
        """Do nothing: what was added can be read at once."""

    def waking(self) -> Collection[str]:
        """Return nothing: every row tells it."""
        return ()

    async def entries_of(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Return the entries of several tables that come after some: by a connection that only reads."""
        async with self._reads:
            try:
                with contextlib.suppress(*CUT):
                    return await self._read(after)
                return await self._read(after)
            except TROUBLE as error:
                raise DigsiteError("store_refuses") from error

    async def _read(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        if self._reading is None or self._reading.is_closed():
            self._reading = await self._connect_by_keys()
        try:
            return gathered(await self._reading.fetch(_ENTRIES, list(after), list(after.values())))
        except TROUBLE:
            self._reading.terminate()
            raise

    async def close(self) -> None:
        """Finish what was begun."""
        self._closing = True
        self._awake.set()
        await self._task
        for connection in (self._connection, self._reading):
            if connection is not None:
                with contextlib.suppress(*TROUBLE):
                    await connection.close(timeout=CONNECT_WITHIN)

    async def _write(self) -> None:
        while self._waiting or not self._closing:
            await self._awake.wait()
            if batch := self._next():
                await self._add(batch)

    async def _add(self, batch: list[Waiting]) -> None:
        outcomes: list[Outcome]
        start = perf_counter()
        try:
            moved = await self._moved([waiting.addition for waiting in batch])
            outcomes = [waiting.addition.table in moved for waiting in batch]
        except Exception as error:  # noqa: BLE001 - whoever asked hears of it, and the task goes on
            self._drop_connection()
            trouble = isinstance(error, TROUBLE)
            outcomes = [DigsiteError("store_refuses") if trouble else error for _ in batch]
        self.written.add(len(batch), perf_counter() - start)
        answer(batch, outcomes)

    async def _moved(self, additions: Sequence[Addition]) -> set[str]:
        """Return the tables that were added to; of two who wait for each other, one tries again."""
        for _ in range(ATTEMPTS):
            with contextlib.suppress(asyncpg.DeadlockDetectedError):
                return await self._append(additions)
        return await self._append(additions)

    async def _append(self, additions: Sequence[Addition]) -> set[str]:
        """Return the tables that were added to: in one transaction, all or none."""
        connection = await self._connected()
        values, statement = _columns(additions), _APPEND
        if any(addition.summary.seating is not None for addition in additions):
            values, statement = [*values, *_seating_columns(additions)], _APPEND_AND_SEAT
        return {table for (table,) in await connection.fetch(statement, *values)}

    async def _connected(self) -> asyncpg.Connection[Any]:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect_by_keys()
        return self._connection

    async def _connect_by_keys(self) -> asyncpg.Connection[Any]:
        connection = await self._connect()
        await connection.execute(BY_KEYS)
        return connection

    def _drop_connection(self) -> None:
        """Let go of a connection that may be in the middle of something."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    def _next(self) -> list[Waiting]:
        """Return those who wait, one of each table: a second one can only come too late."""
        batch: dict[str, Waiting] = {}
        later = []
        for waiting in self._waiting:
            if waiting.addition.table in batch or len(batch) == MOST_AT_ONCE:
                later.append(waiting)
            else:
                batch[waiting.addition.table] = waiting
        self._waiting = later
        if not later and not self._closing:
            self._awake.clear()
        return [batch[table] for table in sorted(batch)]  # all lock tables in the same order


def _columns(additions: Sequence[Addition]) -> list[Sequence[Any]]:
    """Return the columns of the statement's two lists: tables, then their entries."""
    heads = [
        (a.table, a.after, len(a.entries), a.summary.status, a.summary.due, a.summary.wake, a.entries[-1].at)
        for a in additions
    ]
    entries = [(a.table, ply, *astuple(e)) for a in additions for ply, e in enumerate(a.entries, a.after + 1)]
    return [*_turned(heads, 7), *_turned(entries, 8)]


def _seating_columns(additions: Sequence[Addition]) -> list[Sequence[Any]]:
    """Return what tables are about, who sits there, and those that are new."""
    seatings = [(a.table, a.summary.seating) for a in additions]
    sittings = [
        (table, person, seats)
        for table, seating in seatings
        if seating is not None
        for person, seats in seating.seats.items()
    ]
    opened = [addition.opens for addition in additions if addition.opens is not None]
    about = [None if seating is None else seating.about for _, seating in seatings]
    return [about, *_turned(sittings, 3), *_turned(opened, len(NewTable._fields))]


def _turned(rows: Sequence[Sequence[Any]], columns: int) -> list[Sequence[Any]]:
    """Return the columns of rows, of which there may be none."""
    return list(zip(*rows, strict=True)) if rows else [()] * columns

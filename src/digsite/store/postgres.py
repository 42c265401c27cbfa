"""Entries in PostgreSQL: while one transaction is on its way, all who come share the next."""

from __future__ import annotations

import asyncio
import contextlib
import re
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import asyncpg
import msgspec

from digsite.core.errors import DigsiteError
from digsite.store.append import GATHER, TableHead, Waiting, Written, answer, gathered
from digsite.store.removal import OF_TABLES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

    from digsite.store.append import Addition, Outcome, Saved
    from digsite.store.removal import Old
    from digsite.table.entry import Entry

MOST_AT_ONCE: Final = 256
MANY: Final = 4
"""Additions of a transaction after which others are waited for: one takes longer than on the own disk."""
ATTEMPTS: Final = 5
CONNECT_WITHIN: Final = 5.0
ANSWER_WITHIN: Final = 10.0
"""Seconds after which PostgreSQL counts as away."""
HOUSE: Final = "digsite"
VISITOR: Final = "digsite backup"
"""What PostgreSQL calls those who serve a house, and those who only look after its database."""
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
_HEAD: Final = "SELECT secret, invitation, ply FROM tables WHERE id = $1"
_ENTRIES: Final = """
SELECT e."table", e.at, e.what, e.person, e.seat, e.text, e.key, e.link
FROM unnest($1::text[], $2::int[]) AS known(id, ply)
JOIN entries AS e ON e."table" = known.id AND e.ply > known.ply
ORDER BY e."table", e.ply
"""
_GIVEN: Final = """
given AS MATERIALIZED (
    SELECT g->>0 AS id, (g->>1)::int AS after, g->2 AS entries, jsonb_array_length(g->2) AS count,
        (g#>>'{2,-1,0}')::bigint AS touched, g#>>'{3,0}' AS status, (g#>>'{3,1}')::int AS due,
        (g#>>'{3,2}')::bigint AS wake, g#>>'{3,3,about}' AS about, g#>'{3,3,seats}' AS seats, g->4 AS opens
    FROM jsonb_array_elements($1::jsonb) AS g
)
"""
"""The additions, which come as one JSON text: to make columns of them takes longer than to save them."""
_ENTERED: Final = """
entered AS (
    INSERT INTO entries ("table", ply, at, what, person, seat, text, key, link)
    SELECT moved.id, moved.after + e.place, (e.entry->>0)::bigint, e.entry->>1, e.entry->>2,
        (e.entry->>3)::smallint, e.entry->>4, e.entry->>5, (e.entry->>6)::bigint
    FROM moved, jsonb_array_elements(moved.entries) WITH ORDINALITY AS e(entry, place)
)
"""
_APPEND: Final = f"""
WITH {_GIVEN}, moved AS (
    UPDATE tables
    SET ply = ply + given.count, status = given.status, due = given.due, wake = given.wake,
        touched = given.touched
    FROM given
    WHERE tables.id = given.id AND tables.ply = given.after
    RETURNING tables.id, given.after, given.entries
), {_ENTERED}
SELECT id FROM moved
"""  # noqa: S608 - all of it is written here
_APPEND_AND_SEAT: Final = f"""
WITH {_GIVEN}, sitting AS (
    SELECT given.id AS "table", s.key AS person, s.value::int AS seats
    FROM given, jsonb_each_text(given.seats) AS s
    WHERE given.about IS NOT NULL
), opened AS (
    INSERT INTO tables
        (id, game, owner, secret, invitation, listed, about, status, ply, due, wake, touched)
    SELECT given.id, opens->>1, opens->>2, decode(opens->>3, 'base64'), opens->>4, (opens->>5)::bool,
        coalesce(given.about, ''), given.status, given.count, given.due, given.wake, given.touched
    FROM given
    WHERE opens <> 'null' AND given.after = 0
    RETURNING id
), went_on AS (
    UPDATE tables
    SET ply = ply + given.count, status = given.status, due = given.due, wake = given.wake,
        touched = given.touched, about = coalesce(given.about, tables.about)
    FROM given
    WHERE tables.id = given.id AND tables.ply = given.after
    RETURNING tables.id, given.after, given.entries, given.about
), moved AS (
    SELECT id, after, entries FROM opened JOIN given USING (id)
    UNION ALL SELECT id, after, entries FROM went_on
), stood AS (
    DELETE FROM sittings
    USING went_on
    WHERE went_on.about IS NOT NULL AND sittings."table" = went_on.id AND NOT EXISTS (
        SELECT FROM sitting WHERE sitting."table" = sittings."table" AND sitting.person = sittings.person
    )
), sat AS (
    INSERT INTO sittings ("table", person, seats)
    SELECT sitting.* FROM sitting JOIN moved ON moved.id = sitting."table"
    ON CONFLICT ("table", person) DO UPDATE SET seats = excluded.seats
), {_ENTERED}
SELECT id FROM moved
"""  # noqa: S608 - all of it is written here
"""The same where tables are opened or others sit there than before: in one step, others wait meanwhile."""
_ONE_REMOVES: Final = f"SELECT pg_advisory_xact_lock({0x64696774})"
_OLD: Final = "SELECT id FROM tables WHERE id = ANY($1::text[]) AND status = $2 AND touched < $3 FOR UPDATE"
_GONE: Final = [
    f'DELETE FROM {name} WHERE "{column}" = ANY($1::text[])'  # noqa: S608 - names of the schema
    for name, column in (*OF_TABLES, ("tables", "id"))
]
_encode: Final = msgspec.json.Encoder().encode

Connect: TypeAlias = "Callable[[], Awaitable[asyncpg.Connection[Any]]]"


def connecting(url: str, answer_within: float | None = ANSWER_WITHIN, name: str = HOUSE) -> Connect:
    """Return what connects to a database, by a name that others can see."""
    url = re.sub(r"^postgres\w*\+\w+://", "postgresql://", url)
    settings = {"application_name": name}
    return partial(
        asyncpg.connect,
        url,
        timeout=CONNECT_WITHIN,
        command_timeout=answer_within,
        server_settings=settings,
    )


async def enter_pending(connection: asyncpg.Connection[Any]) -> None:
    """Put moves in their places that waited for it in a SQLite (`ledger.py`), except those that are there."""
    for (additions,) in await connection.fetch("SELECT additions FROM pending ORDER BY id"):
        await connection.fetch(_APPEND, additions.decode())
    await connection.execute("DELETE FROM pending")


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

    def require_found(self) -> None:
        """Do nothing: PostgreSQL looks after its files itself."""

    def append(self, addition: Addition, saved: Saved) -> None:
        """Add entries; `saved` hears of it once they last."""
        self._waiting.append(Waiting(addition, saved))
        self._awake.set()

    async def catch_up(self, tables: Collection[str] | None = None) -> None:
        """Do nothing: what was added can be read at once."""

    def waking(self) -> Collection[str]:
        """Return nothing: every row tells it."""
        return ()

    async def head(self, table_id: str) -> TableHead | None:
        """Return what a table was opened with, and how far it is."""
        found = await self._found(_HEAD, table_id)
        return TableHead(*found[0]) if found else None

    async def entries_of(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Return the entries of several tables that come after some."""
        return gathered(await self._found(_ENTRIES, list(after), list(after.values())))

    async def remove(self, tables: Sequence[str], old: Old) -> list[str]:
        """Remove tables that are still old; of several processes one does so at a time."""
        try:
            connection = await self._connect_by_keys()
            try:
                async with connection.transaction():
                    await connection.execute(_ONE_REMOVES)
                    gone = [table for (table,) in await connection.fetch(_OLD, tables, *old)]
                    for statement in _GONE:
                        await connection.execute(statement, gone)
            finally:
                await connection.close(timeout=CONNECT_WITHIN)
        except TROUBLE as error:
            raise DigsiteError("store_refuses") from error
        return gone

    async def _found(self, wanted: str, *values: object) -> list[asyncpg.Record]:
        """Return what is found, by a connection that only reads; by a new one, where this one was cut."""
        async with self._reads:
            try:
                with contextlib.suppress(*CUT):
                    return await self._fetched(wanted, values)
                return await self._fetched(wanted, values)
            except TROUBLE as error:
                raise DigsiteError("store_refuses") from error

    async def _fetched(self, wanted: str, values: Sequence[object]) -> list[asyncpg.Record]:
        if self._reading is None or self._reading.is_closed():
            self._reading = await self._connect_by_keys()
        try:
            rows: list[asyncpg.Record] = await self._reading.fetch(wanted, *values)
        except TROUBLE:
            self._reading.terminate()
            raise
        return rows

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
                if len(batch) >= MANY and not self._closing:
                    await asyncio.sleep(GATHER)

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
        seats = any(addition.summary.seating is not None for addition in additions)
        statement = _APPEND_AND_SEAT if seats else _APPEND
        return {table for (table,) in await connection.fetch(statement, _encode(additions).decode())}

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

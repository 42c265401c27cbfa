"""Entries in SQLite: one thread writes, and all who wait share one commit to the disk."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections import deque
from queue import SimpleQueue
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from digsite.core import private
from digsite.core.errors import DigsiteError
from digsite.store.append import GATHER, LOG, TableHead, Waiting, Written, answer, gathered, settle
from digsite.store.files import OpenedFiles
from digsite.store.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from digsite.store.append import Addition, Outcome, Saved
    from digsite.store.removal import Old
    from digsite.table.entry import Entry

FILE_NAME: Final = "house.db"
PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON")
"""Of every connection: a commit is on the disk before anybody hears of it."""
MOST_AT_ONCE: Final = 128
"""Additions in a transaction: so that nobody waits long behind others."""
MANY: Final = 16
"""Additions of a transaction after which others are waited for."""
MOST_STATEMENTS: Final = 256
"""That Python keeps prepared."""

_HEAD: Final = "SELECT secret, invitation, ply FROM tables WHERE id = ?"
_ENTRIES: Final = (
    'SELECT "table", at, what, person, seat, text, key, link FROM entries'
    ' WHERE "table" = ? AND ply > ? ORDER BY ply'
)


class Removal(NamedTuple):
    """Tables that somebody wants to be rid of."""

    tables: Sequence[str]
    old: Old
    done: asyncio.Future[list[str]]


class Reader(NamedTuple):
    """Somebody who wants to read tables of which something waits to be sorted."""

    tables: deque[str]
    done: asyncio.Future[None]


def keep_private(path: Path) -> None:
    """Let nobody else read a database; what SQLite makes beside it is as it is."""
    private.reserve(path)
    private.narrow(beside(path))


def beside(path: Path) -> Iterable[Path]:
    """Return the files of a database: itself, and those that SQLite makes beside it."""
    return [path.with_name(path.name + end) for end in ("", "-wal", "-shm", "-journal")]


def hold(path: Path) -> sqlite3.Connection:
    """Return what keeps others away from a database as long as it is held, or refuse if somebody has it."""
    lock = path.with_suffix(".lock")
    keep_private(lock)
    holding = sqlite3.connect(lock, isolation_level=None, timeout=0)
    try:
        holding.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        holding.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise DigsiteError("data_in_use", path=str(path)) from None
        raise
    return holding


class SqliteAppender:
    """A thread that adds entries; `holding` keeps others away meanwhile."""

    def __init__(self, path: Path, holding: sqlite3.Connection) -> None:
        self.written = Written()
        self._path = path
        self._holding = holding
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Waiting] = deque()
        self._readers: deque[Reader] = deque()
        self._removals: deque[Removal] = deque()
        self._rests = True
        self._is_stuck = False
        """Whether what is saved could not be sorted the last time."""
        self._wake: SimpleQueue[Literal["write", "go"]] = SimpleQueue()
        self._database = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, cached_statements=MOST_STATEMENTS
        )
        for pragma in PRAGMAS:
            self._database.execute(f"PRAGMA {pragma}")
        self._ledger = Ledger(self._database)
        self._files = OpenedFiles(path)
        self._thread = threading.Thread(target=self._write, name="entries", daemon=True)
        self._thread.start()

    def require_found(self) -> None:
        """Refuse where what is written now would not be found again."""
        self._files.require()

    def append(self, addition: Addition, saved: Saved) -> None:
        """Add entries; `saved` hears of it once they are on the disk."""
        self._waiting.append(Waiting(addition, saved))
        self._rouse()

    def _rouse(self) -> None:
        """Let the thread work, once all have asked who do at this moment."""
        if self._rests:
            self._rests = False
            self._loop.call_soon(self._wake.put, "write")

    async def catch_up(self, tables: Collection[str] | None = None) -> None:
        """Sort what waits of some tables, or of all, so that their rows and entries can be read."""
        pending = self._ledger.pending
        behind = deque(pending if tables is None else [table for table in tables if table in pending])
        if behind:
            done: asyncio.Future[None] = self._loop.create_future()
            self._readers.append(Reader(behind, done))
            self._rouse()
            await done

    async def remove(self, tables: Sequence[str], old: Old) -> list[str]:
        """Remove tables that are still old: by the thread that knows what waits of them."""
        done: asyncio.Future[list[str]] = self._loop.create_future()
        self._removals.append(Removal(tables, old, done))
        self._rouse()
        return await done

    def waking(self) -> Collection[str]:
        """Return the tables whose rows do not tell when the house must look after them."""
        return tuple(self._ledger.waking)

    async def head(self, table_id: str) -> TableHead | None:
        """Return what a table was opened with, and how far it is."""
        found = await self._found(_HEAD, [(table_id,)])
        return TableHead(*found[0]) if found else None

    async def entries_of(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Return the entries of several tables that come after some."""
        await self.catch_up(after)
        return gathered(await self._found(_ENTRIES, after.items()))

    async def _found(self, wanted: str, values: Iterable[Sequence[object]]) -> list[Sequence[Any]]:
        """Return what is found with each row of values."""
        return await asyncio.to_thread(self._read, wanted, values)

    def _read(self, wanted: str, values: Iterable[Sequence[object]]) -> list[Sequence[Any]]:
        self.require_found()  # or an empty file would be made here
        try:
            with contextlib.closing(sqlite3.connect(self._path)) as database:
                return [row for row_values in values for row in database.execute(wanted, row_values)]
        except sqlite3.Error as error:
            raise DigsiteError("store_refuses") from error

    async def close(self) -> None:
        """Write what was asked for and let go of the file."""
        self._wake.put("go")
        await asyncio.to_thread(self._thread.join)
        self._holding.close()

    def _write(self) -> None:
        while self._wake.get() == "write":
            self._write_all()
        self._write_all()
        with contextlib.suppress(sqlite3.Error):  # then it is sorted when the house opens again
            self._ledger.sort_all()
        self._database.close()

    def _write_all(self) -> None:
        """Write until nothing is left, then rest: to be woken takes as long as to write."""
        while self._has_work():
            if waiting := self._next():
                start = perf_counter()
                outcomes = self._added([one.addition for one in waiting])
                self.written.add(len(waiting), perf_counter() - start)
                self._loop.call_soon_threadsafe(answer, waiting, outcomes)
                if len(waiting) >= MANY:
                    sleep(GATHER)
            self._sort_some()
            if self._removals and not self._waiting:
                self._remove(self._removals.popleft())

    def _has_work(self) -> bool:
        """Tell whether anybody waits; where nobody does, whoever comes next must wake the thread.

        It looks twice: somebody may come between the first look and the note of it.
        """
        self._rests = not (self._waiting or self._readers or self._removals)
        return bool(self._waiting or self._readers or self._removals)

    def _next(self) -> list[Waiting]:
        """Return those who wait, one of each table: a second one can only come too late."""
        batch: dict[str, Waiting] = {}
        while self._waiting and len(batch) < MOST_AT_ONCE and self._waiting[0].addition.table not in batch:
            waiting = self._waiting.popleft()
            batch[waiting.addition.table] = waiting
        return list(batch.values())

    def _added(self, additions: list[Addition]) -> Sequence[Outcome]:
        """Add all that fit in one transaction, or none where the disk refuses or the file is gone."""
        try:
            self.require_found()
            outcomes = self._ledger.add(additions)
            self.require_found()
        except Exception as error:  # noqa: BLE001 - whoever asked hears of it, and the thread goes on
            trouble = isinstance(error, sqlite3.Error)
            return [DigsiteError("store_refuses") if trouble else error] * len(additions)
        return outcomes

    def _sort_some(self) -> None:
        """Sort some for whoever wants to read, or because much waits: then it is the others' turn."""
        if self._readers:
            self._sort_for(self._readers[0])
        elif self._ledger.is_full:
            self._sorted(self._ledger.pending)

    def _remove(self, removal: Removal) -> None:
        """Remove tables, as long as nobody waits to be saved."""
        outcome: list[str] | Exception
        try:
            outcome = self._ledger.remove(removal.tables, removal.old)
        except Exception as error:  # noqa: BLE001 - whoever asked hears of it, and the thread goes on
            outcome = DigsiteError("store_refuses") if isinstance(error, sqlite3.Error) else error
        self._loop.call_soon_threadsafe(settle, removal.done, outcome)

    def _sorted(self, tables: Collection[str]) -> int:
        """Sort the first ones of some tables; return how many these were, none where that went wrong.

        Nothing is lost then: all of it is saved, and sorted later. The log tells of it once.
        """
        try:
            count = self._ledger.sort(tables)
        except Exception as error:  # noqa: BLE001 - the thread goes on, others want to save
            if not self._is_stuck:
                LOG.error("moves that are saved cannot be sorted", exc_info=error)
            self._is_stuck = True
            return 0
        self._is_stuck = False
        return count

    def _sort_for(self, reader: Reader) -> None:
        outcome: DigsiteError | None = None
        for _ in range(self._sorted(reader.tables)):
            reader.tables.popleft()
        if self._is_stuck:
            reader.tables.clear()
            outcome = DigsiteError("store_refuses")
        if not reader.tables:
            self._readers.popleft()
            self._loop.call_soon_threadsafe(settle, reader.done, outcome)

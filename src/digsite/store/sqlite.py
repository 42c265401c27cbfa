"""Entries in SQLite: one thread writes, and all who wait share one commit to the disk."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections import deque
from itertools import chain
from queue import SimpleQueue
from time import perf_counter
from typing import TYPE_CHECKING, Final, Literal

from digsite.core.errors import DigsiteError
from digsite.store.append import Waiting, Written, answer, gathered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from digsite.store.append import Addition, Outcome, Saved
    from digsite.table.entry import Entry
    from digsite.table.summary import Seating

PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON")
"""Of every connection: a commit is on the disk before anybody hears of it."""
MOST_AT_ONCE: Final = 128
"""Additions in a transaction: so that nobody waits long behind others."""

_MOVE_ON: Final = (
    "UPDATE tables SET ply = a.column2 + a.column3, status = a.column4, due = a.column5, wake = a.column6,"
    " touched = a.column7 FROM (VALUES {}) AS a WHERE tables.id = a.column1 AND tables.ply = a.column2"
)
_OPEN: Final = (
    "INSERT INTO tables (id, game, owner, secret, invitation, listed, about, status, ply, due, touched)"
    " VALUES (?, ?, ?, ?, ?, ?, '', 'open', 0, 0, 0)"
)
_ENTRIES: Final = (
    'SELECT "table", at, what, person, seat, text, key FROM entries'
    ' WHERE "table" = ? AND ply > ? ORDER BY ply'
)
_ADD: Final = 'INSERT INTO entries ("table", ply, at, what, person, seat, text, key) VALUES {}'


def hold(path: Path) -> sqlite3.Connection:
    """Return what keeps others away from a database as long as it is held, or refuse if somebody has it."""
    holding = sqlite3.connect(path.with_suffix(".lock"), isolation_level=None, timeout=0)
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
        self._rests = True
        self._wake: SimpleQueue[Literal["write", "go"]] = SimpleQueue()
        database = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, cached_statements=2 * MOST_AT_ONCE
        )
        for pragma in PRAGMAS:
            database.execute(f"PRAGMA {pragma}")
        self._thread = threading.Thread(target=self._write, args=(database,), name="entries", daemon=True)
        self._thread.start()

    def append(self, addition: Addition, saved: Saved) -> None:
        """Add entries; `saved` hears of it once they are on the disk."""
        self._waiting.append(Waiting(addition, saved))
        if self._rests:
            self._rests = False
            self._loop.call_soon(self._wake.put, "write")  # after all that came at this moment

    async def entries_of(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Return the entries of several tables that come after some."""
        return await asyncio.to_thread(self._read, after)

    def _read(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        try:
            with contextlib.closing(sqlite3.connect(self._path)) as database:
                return gathered(row for table in after.items() for row in database.execute(_ENTRIES, table))
        except sqlite3.Error as error:
            raise DigsiteError("store_refuses") from error

    async def close(self) -> None:
        """Write what was asked for and let go of the file."""
        self._wake.put("go")
        await asyncio.to_thread(self._thread.join)
        self._holding.close()

    def _write(self, database: sqlite3.Connection) -> None:
        while self._wake.get() == "write":
            self._write_all(database)
        self._write_all(database)
        database.close()

    def _write_all(self, database: sqlite3.Connection) -> None:
        """Write until nothing is left, then rest: to be woken takes as long as to write."""
        while waiting := self._next():
            start = perf_counter()
            outcomes = _added(database, [addition for addition, _ in waiting])
            self.written.add(len(waiting), perf_counter() - start)
            self._loop.call_soon_threadsafe(answer, waiting, outcomes)

    def _next(self) -> list[Waiting]:
        """Return all that wait; where nobody does, whoever comes next must wake the thread."""
        self._rests = not self._waiting
        count = min(len(self._waiting), MOST_AT_ONCE)
        return [self._waiting.popleft() for _ in range(count)]


def _added(database: sqlite3.Connection, additions: list[Addition]) -> list[Outcome]:
    """Add all that fit in one transaction, or none where the disk refuses."""
    try:
        if not _added_at_once(database, additions):
            database.execute("BEGIN IMMEDIATE")
            outcomes: list[Outcome] = [_add(database, [addition]) for addition in additions]
            database.execute("COMMIT")
            return outcomes
    except Exception as error:  # noqa: BLE001 - whoever asked hears of it, and the thread goes on
        _roll_back(database)
        trouble = isinstance(error, sqlite3.Error)
        return [DigsiteError("store_refuses") if trouble else error for _ in additions]
    return [True] * len(additions)


def _roll_back(database: sqlite3.Connection) -> None:
    with contextlib.suppress(sqlite3.Error):  # where the disk is full, SQLite has done so itself
        database.execute("ROLLBACK")


def _added_at_once(database: sqlite3.Connection, additions: list[Addition]) -> bool:
    """Add all with two statements, which let go of the GIL once each; tell whether they all fitted."""
    database.execute("BEGIN IMMEDIATE")
    fitted = len({addition.table for addition in additions}) == len(additions) and _add(database, additions)
    database.execute("COMMIT" if fitted else "ROLLBACK")
    return fitted


def _add(database: sqlite3.Connection, additions: list[Addition]) -> bool:
    """Add entries to different tables; tell whether all of them were the next ones."""
    database.executemany(_OPEN, [addition.opens for addition in additions if addition.opens is not None])
    heads = [
        (a.table, a.after, len(a.entries), a.summary.status, a.summary.due, a.summary.wake, a.entries[-1].at)
        for a in additions
    ]
    if database.execute(_MOVE_ON.format(_holes(heads)), list(chain(*heads))).rowcount != len(additions):
        return False
    rows = [
        (a.table, ply, e.at, e.what, e.person, e.seat, e.text, e.key)
        for a in additions
        for ply, e in enumerate(a.entries, a.after + 1)
    ]
    database.execute(_ADD.format(_holes(rows)), list(chain(*rows)))
    for addition in additions:
        if addition.summary.seating is not None:
            _seat(database, addition.table, addition.summary.seating)
    return True


def _holes(rows: Sequence[tuple[object, ...]]) -> str:
    """Return room for rows in a statement; Python keeps those that it has prepared."""
    return ", ".join(["(" + ", ".join("?" * len(rows[0])) + ")"] * len(rows))


def _seat(database: sqlite3.Connection, table: str, seating: Seating) -> None:
    database.execute("UPDATE tables SET about = ? WHERE id = ?", (seating.about, table))
    database.execute('DELETE FROM sittings WHERE "table" = ?', (table,))
    rows = [(table, person, seats) for person, seats in seating.seats.items()]
    database.executemany('INSERT INTO sittings ("table", person, seats) VALUES (?, ?, ?)', rows)

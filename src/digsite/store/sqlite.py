"""Entries in SQLite: one thread writes, and all who wait share one commit to the disk."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, TypeAlias

from digsite.core.errors import DigsiteError

if TYPE_CHECKING:
    from pathlib import Path

    from digsite.store.append import Addition
    from digsite.table.summary import Seating

PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON")
"""Of every connection: a commit is on the disk before anybody hears of it."""
MOST_AT_ONCE: Final = 512
"""Additions in a transaction: so that nobody waits long behind others."""

_MOVE_ON: Final = (
    "UPDATE tables SET ply = ply + ?, status = ?, due = ?, wake = ?, touched = ? WHERE id = ? AND ply = ?"
)
_ADD: Final = (
    'INSERT INTO entries ("table", ply, at, what, person, seat, text, key) VALUES (?, ?, ?, ?, ?, ?, ?, ?)'
)

Waiting: TypeAlias = "tuple[Addition, asyncio.Future[bool]]"
Answer: TypeAlias = bool | DigsiteError


def hold(path: Path) -> sqlite3.Connection:
    """Return what keeps others away from a database as long as it is held, or refuse if somebody has it."""
    holding = sqlite3.connect(path.with_suffix(".lock"), isolation_level=None, timeout=0)
    try:
        holding.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        raise DigsiteError("data_in_use", path=str(path)) from None
    return holding


class SqliteAppender:
    """A thread that adds entries; `holding` keeps others away meanwhile."""

    def __init__(self, path: Path, holding: sqlite3.Connection) -> None:
        self._holding = holding
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, args=(path,), name="entries", daemon=True)
        self._thread.start()

    async def append(self, addition: Addition) -> bool:
        """Add entries and wait until they are on the disk; tell whether they were the next ones."""
        future: asyncio.Future[bool] = self._loop.create_future()
        self._queue.put((addition, future))
        return await future

    async def close(self) -> None:
        """Write what was asked for and let go of the file."""
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        self._holding.close()

    def _write(self, path: Path) -> None:
        database = sqlite3.connect(path, isolation_level=None)
        for pragma in PRAGMAS:
            database.execute(f"PRAGMA {pragma}")
        while (waiting := self._next()) is not None:
            answers = _added(database, [addition for addition, _ in waiting])
            self._loop.call_soon_threadsafe(_answer, [future for _, future in waiting], answers)
        database.close()

    def _next(self) -> list[Waiting] | None:
        """Return all that wait, at least one; None when it is time to go."""
        first = self._queue.get()
        if first is None:
            return None
        waiting = [first]
        while len(waiting) < MOST_AT_ONCE and not self._queue.empty():
            another = self._queue.get()
            if another is None:
                self._queue.put(None)
                break
            waiting.append(another)
        return waiting


def _added(database: sqlite3.Connection, additions: list[Addition]) -> list[Answer]:
    """Add all that fit in one transaction, or none where the disk refuses."""
    try:
        database.execute("BEGIN IMMEDIATE")
        answers: list[Answer] = [_add(database, addition) for addition in additions]
        database.execute("COMMIT")
    except sqlite3.Error:
        if database.in_transaction:
            database.execute("ROLLBACK")
        return [DigsiteError("store_refuses") for _ in additions]
    return answers


def _add(database: sqlite3.Connection, addition: Addition) -> bool:
    table, after, entries, summary = addition.table, addition.after, addition.entries, addition.summary
    last = entries[-1].at
    head = (len(entries), summary.status, summary.due, summary.wake, last, table, after)
    if database.execute(_MOVE_ON, head).rowcount != 1:
        return False
    rows = [
        (table, ply, e.at, e.what, e.person, e.seat, e.text, e.key)
        for ply, e in enumerate(entries, after + 1)
    ]
    database.executemany(_ADD, rows)
    if summary.seating is not None:
        _seat(database, table, summary.seating)
    return True


def _seat(database: sqlite3.Connection, table: str, seating: Seating) -> None:
    database.execute("UPDATE tables SET about = ? WHERE id = ?", (seating.about, table))
    database.execute('DELETE FROM sittings WHERE "table" = ?', (table,))
    rows = [(table, person, seats) for person, seats in seating.seats.items()]
    database.executemany('INSERT INTO sittings ("table", person, seats) VALUES (?, ?, ?)', rows)


def _answer(futures: list[asyncio.Future[bool]], answers: list[Answer]) -> None:
    for future, answer in zip(futures, answers, strict=True):
        if future.done():
            continue
        if isinstance(answer, DigsiteError):
            future.set_exception(answer)
        else:
            future.set_result(answer)

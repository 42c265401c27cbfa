"""Entries in SQLite: one thread writes, and all who wait share one commit to the disk."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, TypeAlias

from digsite.core.errors import DigsiteError
from digsite.store.append import Addition

if TYPE_CHECKING:
    from pathlib import Path

PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON")
MOST_AT_ONCE: Final = 512
"""Additions in a transaction: so that nobody waits long behind others."""

_MOVE_ON: Final = (
    "UPDATE tables SET ply = ply + ?, status = ?, due = ?, wake = ?, touched = ? WHERE id = ? AND ply = ?"
)
_ADD: Final = (
    'INSERT INTO entries ("table", ply, at, what, person, seat, text, key) VALUES (?, ?, ?, ?, ?, ?, ?, ?)'
)

Waiting: TypeAlias = "tuple[Addition, asyncio.Future[bool]]"


class SqliteAppender:
    """A thread that adds entries."""

    def __init__(self, path: Path) -> None:
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

    def _write(self, path: Path) -> None:
        database = sqlite3.connect(path, isolation_level=None)
        for pragma in PRAGMAS:
            database.execute(f"PRAGMA {pragma}")
        while (waiting := self._next()) is not None:
            answers = _added(database, [addition for addition, _ in waiting])
            futures = [future for _, future in waiting]
            self._loop.call_soon_threadsafe(_answer, futures, answers)
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


def _added(database: sqlite3.Connection, additions: list[Addition]) -> list[bool | Exception]:
    """Add all that fit in one transaction, or none where the disk refuses."""
    try:
        database.execute("BEGIN IMMEDIATE")
        answers: list[bool | Exception] = [_add(database, addition) for addition in additions]
        database.execute("COMMIT")
    except sqlite3.Error as error:
        if database.in_transaction:
            database.execute("ROLLBACK")
        refusal = DigsiteError("store_refuses", why=str(error))
        return [refusal] * len(additions)
    return answers


def _add(database: sqlite3.Connection, addition: Addition) -> bool:
    entries, summary = addition.entries, addition.summary
    moved = database.execute(
        _MOVE_ON,
        (len(entries), summary.status, summary.due, summary.wake, entries[-1].at, addition.table, addition.after),
    )
    if moved.rowcount != 1:
        return False
    database.executemany(
        _ADD,
        [
            (addition.table, addition.after + 1 + i, e.at, e.what, e.person, e.seat, e.text, e.key)
            for i, e in enumerate(entries)
        ],
    )
    return True


def _answer(futures: list[asyncio.Future[bool]], answers: list[bool | Exception]) -> None:
    for future, answer in zip(futures, answers, strict=True):
        if future.cancelled():
            continue
        if isinstance(answer, Exception):
            future.set_exception(answer)
        else:
            future.set_result(answer)

"""What the thread of `sqlite.py` does to the database: it saves additions, and sorts them into the tables.

A move belongs in three places: the entries, their index and the row of its table. That is three pages of the
disk, other ones for every table. So moves are saved in one piece first: all of a commit are one row of
`pending`. Later they are sorted into their places, many of a table at once, or when somebody wants to read.
What a crash leaves in `pending` is sorted when the house opens again.

Only what happens in a game waits there. Tables that are opened and chairs that are taken go to their places
at once: there the database checks that it knows those people. So a table that has not begun is up to date.
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import astuple

from digsite.store.append import Addition, NewTable
from digsite.store.removal import OF_TABLES
from digsite.table.entry import Entry
from digsite.table.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from digsite.store.removal import Old

MOST_PENDING: Final = 4096
"""Additions that wait to be sorted; beyond it, each commit is followed by sorting some."""
SORTED_AT_ONCE: Final = 256
"""About how many additions are sorted before others get their turn."""
MOST_KNOWN: Final = 20_000
"""Tables whose heads are kept in memory."""
BEYOND: Final = 2**62
"""A row that `pending` never has."""
MOST_ROWS: Final = 64
"""In a statement: there is one for each number of rows."""

ENTRY_COLUMNS: Final = 2 + len(Entry.__struct_fields__)
ROW_COLUMNS: Final = 6
SITTING_COLUMNS: Final = 3

_OPEN: Final = (
    "INSERT INTO tables (id, game, owner, secret, invitation, listed, about, status, ply, due, touched)"
    " SELECT *, 'open', 0, 0, 0 FROM (VALUES {})"
)
_MOVE_ON: Final = (
    "UPDATE tables SET ply = a.column2, status = a.column3, due = a.column4, wake = a.column5,"
    " touched = a.column6 FROM (VALUES {}) AS a WHERE tables.id = a.column1"
)
_ENTER: Final = 'INSERT INTO entries ("table", ply, at, what, person, seat, text, key, link) VALUES {}'
_SIT: Final = 'INSERT INTO sittings ("table", person, seats) VALUES {}'
_DESCRIBE: Final = "UPDATE tables SET about = ? WHERE id = ?"
_STAND: Final = 'DELETE FROM sittings WHERE "table" = ?'
_SAVE: Final = "INSERT INTO pending (additions) VALUES (?)"
_SORTED: Final = "DELETE FROM pending WHERE id < ?"
_HEADS: Final = "SELECT id, ply, status, wake FROM tables WHERE id IN ({})"
_OLD: Final = "SELECT id FROM tables WHERE status = ? AND touched < ? AND id IN ({})"
_GONE: Final = [f'DELETE FROM {name} WHERE "{column}" = ?' for name, column in (*OF_TABLES, ("tables", "id"))]  # noqa: S608
_encode: Final = msgspec.json.Encoder().encode


class Head(msgspec.Struct, frozen=True, gc=False):
    """How far a table is, with all that was saved."""

    ply: int
    status: str
    wake: int | None


NEW: Final = Head(0, "open", None)
BEGUN: Final = ("playing", "over")
"""How far a table is whose game has begun."""


class Unsorted:
    """What waits to be sorted into one table.

    It consists of texts and numbers alone, as the database takes them.
    """

    __slots__ = ("entries", "row", "since")

    def __init__(self, since: int, entries: Sequence[object] = ()) -> None:
        self.since = since
        """The row of `pending` that has the first of them."""
        self.row: tuple[object, ...] = ()
        """What the row of the table says from now on."""
        self.entries = list(entries)
        """The rows of entries, one behind the other."""

    def add(self, addition: Addition, head: Head) -> None:
        """Add what comes next."""
        table, entries = addition.table, addition.entries
        self.row = (table, head.ply, head.status, addition.summary.due, head.wake, entries[-1].at)
        for ply, entry in enumerate(entries, addition.after + 1):
            self.entries += (table, ply, *astuple(entry))


NOTHING: Final = Unsorted(0)


class Ledger:
    """The database, as the only one who adds entries to it knows it."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._heads: dict[str, Head] = {}
        self._pending: dict[str, Unsorted] = {}
        """By table; whoever waits longest comes first."""
        self._count = 0
        self._waking: set[str] = set()
        self._recover()

    @property
    def pending(self) -> Collection[str]:
        """Return the tables that have moves which wait to be sorted."""
        return self._pending.keys()

    @property
    def waking(self) -> Collection[str]:
        """Return those of them whose row does not tell when the house must look after them."""
        return self._waking

    @property
    def is_full(self) -> bool:
        """Tell whether some should be sorted."""
        return self._count > MOST_PENDING

    # --- saving

    def add(self, additions: Sequence[Addition]) -> list[bool]:
        """Save all that fit, one of each table, in one transaction; tell which were the next ones."""
        self._look_up([a.table for a in additions if a.opens is None and a.table not in self._heads])
        fits = [self._fits(addition) for addition in additions]
        fitting = additions if all(fits) else [a for a, fit in zip(additions, fits, strict=True) if fit]
        moves = [addition for addition in fitting if self._is_move(addition)]
        if len(moves) < len(fitting):
            self._save_all(moves, [addition for addition in fitting if not self._is_move(addition)])
        elif moves:
            self._wait(self._save(moves), moves)
        return fits

    def _look_up(self, tables: Sequence[str]) -> None:
        if tables:
            found = self._database.execute(_HEADS.format(", ".join("?" * len(tables))), tables).fetchall()
            self._heads.update((table, Head(*head)) for table, *head in found)

    def _fits(self, addition: Addition) -> bool:
        head = NEW if addition.opens is not None else self._heads.get(addition.table)
        return head is not None and head.ply == addition.after

    def _is_move(self, addition: Addition) -> bool:
        """Tell whether a game goes on by it, and nothing else changes."""
        summary = addition.summary
        if addition.opens is not None or summary.seating is not None:
            return False
        return summary.status in BEGUN and self._heads[addition.table].status in BEGUN

    def _save(self, moves: Sequence[Addition]) -> int:
        """Save moves in one piece; return the row. Outside a transaction, this is one."""
        return self._database.execute(_SAVE, (_encode(moves),)).lastrowid or 0

    def _wait(self, row: int, moves: Sequence[Addition]) -> None:
        """Let moves that are saved wait to be sorted."""
        for move in moves:
            table, head = move.table, _head(move)
            if head.wake is not None or self._heads[table].wake is not None:
                self._waking.add(table)
            self._heads[table] = head
            unsorted = self._pending.get(table)
            if unsorted is None:
                unsorted = self._pending[table] = Unsorted(row)
            unsorted.add(move, head)
            self._count += len(move.entries)

    def _save_all(self, moves: Sequence[Addition], others: Sequence[Addition]) -> None:
        """Save moves in one piece, and what else there is in its place, behind what waits there."""
        with _transaction(self._database):
            row = self._save(moves) if moves else 0
            _open(self._database, others)
            _place(self._database, [self._with(other) for other in others])
            _seat(self._database, others)
        self._wait(row, moves)
        self._forget([other.table for other in others])
        self._heads.update((other.table, _head(other)) for other in others)

    def _with(self, addition: Addition) -> Unsorted:
        """Return what waits at a table together with an addition."""
        unsorted = Unsorted(0, self._pending.get(addition.table, NOTHING).entries)
        unsorted.add(addition, _head(addition))
        return unsorted

    # --- sorting

    def sort(self, tables: Iterable[str]) -> int:
        """Sort what waits at the first ones of some tables; return how many these were."""
        chosen = self._first_of(tables)
        rest = (unsorted.since for table, unsorted in self._pending.items() if table not in chosen)
        with _transaction(self._database):
            _place(self._database, [self._pending[table] for table in chosen if table in self._pending])
            self._database.execute(_SORTED, (next(rest, BEYOND),))
        self._forget(chosen)
        if len(self._heads) > MOST_KNOWN:
            self._heads = {table: self._heads[table] for table in self._pending}
        return len(chosen)

    def _first_of(self, tables: Iterable[str]) -> dict[str, None]:
        """Return as many tables as are sorted at once."""
        chosen: dict[str, None] = {}
        count = 0
        for table in tables:
            chosen[table] = None
            count += len(self._pending.get(table, NOTHING).entries)
            if count >= SORTED_AT_ONCE * ENTRY_COLUMNS:
                break
        return chosen

    def _forget(self, tables: Iterable[str]) -> None:
        """Note that nothing waits at some tables any more."""
        for table in tables:
            self._count -= len(self._pending.pop(table, NOTHING).entries) // ENTRY_COLUMNS
            self._waking.discard(table)

    def remove(self, tables: Sequence[str], old: Old) -> list[str]:
        """Remove tables that are still old, once all that waits of them is in its place."""
        behind = [table for table in tables if table in self._pending]
        while behind:
            behind = behind[self.sort(behind) :]
        with _transaction(self._database):
            found = self._database.execute(_OLD.format(", ".join("?" * len(tables))), (*old, *tables))
            gone = [table for (table,) in found.fetchall()]
            for table in gone:
                for statement in _GONE:
                    self._database.execute(statement, (table,))
        for table in gone:
            self._heads.pop(table, None)
        return gone

    def _recover(self) -> None:
        """Sort what was saved before the house was closed, except what had found its place by then."""
        for row, batch in self._database.execute("SELECT id, additions FROM pending ORDER BY id").fetchall():
            moves = [_addition(*values) for values in msgspec.json.decode(batch)]
            self._look_up([move.table for move in moves if move.table not in self._heads])
            self._wait(row, [move for move in moves if self._fits(move)])
        if self._pending:
            self.sort_all()

    def sort_all(self) -> None:
        """Sort all that waits."""
        while self._pending:
            self.sort(self._pending)


@contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Let all happen or nothing."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # where the disk is full, SQLite has done so itself
            database.execute("ROLLBACK")
        raise


def _head(addition: Addition) -> Head:
    summary = addition.summary
    return Head(addition.after + len(addition.entries), summary.status, summary.wake)


def _addition(table: str, after: int, entries: list[Any], summary: list[Any], _: None) -> Addition:
    """Return a move as it was before it was saved."""
    return Addition(table, after, [Entry(*entry) for entry in entries], Summary(*summary))


def _open(database: sqlite3.Connection, additions: Sequence[Addition]) -> None:
    """Make room for new tables."""
    rows = [(*a.opens, a.summary.seating.about if a.summary.seating else "") for a in additions if a.opens]
    _execute(database, _OPEN, list(chain.from_iterable(rows)), len(NewTable._fields) + 1)


def _place(database: sqlite3.Connection, groups: Sequence[Unsorted]) -> None:
    """Put entries where they belong, and let the rows of their tables tell of them."""
    _execute(database, _MOVE_ON, list(chain.from_iterable([group.row for group in groups])), ROW_COLUMNS)
    _execute(database, _ENTER, list(chain.from_iterable([group.entries for group in groups])), ENTRY_COLUMNS)


def _seat(database: sqlite3.Connection, additions: Sequence[Addition]) -> None:
    """Note who sits at tables from now on."""
    sittings: list[object] = []
    for addition in additions:
        seating = addition.summary.seating
        if seating is not None:
            if addition.opens is None:
                database.execute(_DESCRIBE, (seating.about, addition.table))
                database.execute(_STAND, (addition.table,))
            for person, seats in seating.seats.items():
                sittings += (addition.table, person, seats)
    _execute(database, _SIT, sittings, SITTING_COLUMNS)


def _execute(database: sqlite3.Connection, statement: str, values: list[object], columns: int) -> None:
    """Execute a statement for many rows: sqlite3 lets go of the GIL at each statement."""
    for first in range(0, len(values), MOST_ROWS * columns):
        some = values[first : first + MOST_ROWS * columns]
        database.execute(_for_rows(statement, len(some) // columns, columns), some)


@cache
def _for_rows(statement: str, rows: int, columns: int) -> str:
    """Return a statement with room for rows; Python keeps those that it has prepared."""
    return statement.format(", ".join(["(" + ", ".join("?" * columns) + ")"] * rows))

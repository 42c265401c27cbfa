"""How entries are added to tables: many at once, all of them lasting before anybody hears of them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from digsite.core.histogram import Histogram
from digsite.table.entry import Entry

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from digsite.store.removal import Old
    from digsite.table.summary import Summary


LOG: Final = logging.getLogger("digsite")
GATHER: Final = 0.002
"""Seconds that others are waited for where many came at once: the next transaction is for more of them then.

Whoever comes alone is not held up.
"""
SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)
T = TypeVar("T")

Outcome: TypeAlias = bool | Exception
"""Whether entries were the next ones of their table, or what kept them from being saved."""
Saved: TypeAlias = Callable[[Outcome], None]
"""Called, on the event loop, once entries last or could not be saved."""


class NewTable(NamedTuple):
    """What the database knows of a table besides its entries."""

    id: str
    game: str
    owner: str
    secret: bytes
    invitation: str
    listed: bool


class TableHead(NamedTuple):
    """What a table was opened with and nobody else may know, and how far it is."""

    secret: bytes
    invitation: str
    ply: int
    """How many entries it had at least when this was read."""


class Addition(Struct, frozen=True, gc=False, array_like=True):
    """Entries for one table, by somebody who knows how many it has."""

    table: str
    after: int
    """How many it has."""
    entries: Sequence[Entry]
    summary: Summary
    """What the table comes to with them."""
    opens: NewTable | None = None
    """The table, where it is new."""


class Waiting(Struct, frozen=True, gc=False):
    """Entries that somebody waits for."""

    addition: Addition
    saved: Saved


class Written:
    """What was written, for those who want to know how busy the database is."""

    def __init__(self) -> None:
        self.sizes = Histogram(SIZES)
        """Additions that one transaction saved, or tried to."""
        self.seconds = Histogram()
        """How long each transaction took."""

    def add(self, size: int, seconds: float) -> None:
        """Count a transaction."""
        self.sizes.add(size)
        self.seconds.add(seconds)


class Appender(Protocol):
    """Adds entries."""

    written: Written

    def require_found(self) -> None:
        """Refuse where what is written now would not be found again."""

    def append(self, addition: Addition, saved: Saved) -> None:
        """Add entries; `saved` hears of it once they last."""

    async def catch_up(self, tables: Collection[str] | None = None) -> None:
        """See to it that what was added to some tables, or to all, can be read.

        Only what happens in a game can be behind: of a table that has not begun all can be read at once.
        """

    def waking(self) -> Collection[str]:
        """Return the tables whose rows do not tell when the house must look after them."""

    async def remove(self, tables: Sequence[str], old: Old) -> list[str]:
        """Remove tables that are still old, with all that is theirs; return which these were."""

    async def head(self, table_id: str) -> TableHead | None:
        """Return what a table was opened with, and how far it is."""

    async def entries_of(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Return the entries of several tables that come after some."""

    async def close(self) -> None:
        """Finish what was begun."""


def gathered(rows: Iterable[Sequence[Any]]) -> dict[str, list[Entry]]:
    """Return entries by their tables."""
    found: dict[str, list[Entry]] = {}
    for table, *rest in rows:
        found.setdefault(table, []).append(Entry(*rest))
    return found


def answer(waiting: Iterable[Waiting], outcomes: Iterable[Outcome]) -> None:
    """Tell all who wait; what goes wrong at one of them keeps nobody else waiting."""
    for one, outcome in zip(waiting, outcomes, strict=True):
        try:
            one.saved(outcome)
        except Exception:
            LOG.exception("after entries were saved")


def settle(future: asyncio.Future[T], outcome: T | Exception) -> None:
    """Let whoever waits for a future go on, unless they have gone."""
    if future.done():
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)

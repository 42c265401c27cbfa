"""How entries are added to tables: many at once, all of them lasting before anybody hears of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.table.entry import Entry


@dataclass(frozen=True, slots=True)
class Summary:
    """What a table comes to, for those who look at many."""

    status: str
    due: int
    """A bit for each seat that may move."""
    wake: int | None
    """When the house must look after it, in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class Addition:
    """Entries for one table, by somebody who knows how many there are."""

    table: str
    after: int
    """How many there are."""
    entries: Sequence[Entry]
    summary: Summary


class Appender(Protocol):
    """Adds entries."""

    async def append(self, addition: Addition) -> bool:
        """Add entries and wait until they last; tell whether they were the next ones."""

    async def close(self) -> None:
        """Finish what was begun."""

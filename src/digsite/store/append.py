"""How entries are added to tables: many at once, all of them lasting before anybody hears of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.table.entry import Entry
    from digsite.table.summary import Summary


class NewTable(NamedTuple):
    """What the database knows of a table besides its entries."""

    id: str
    game: str
    owner: str
    secret: bytes
    invitation: str
    listed: bool


class Addition(NamedTuple):
    """Entries for one table, by somebody who knows how many it has."""

    table: str
    after: int
    """How many it has."""
    entries: Sequence[Entry]
    summary: Summary
    """What the table comes to with them."""
    opens: NewTable | None = None
    """The table, where it is new."""


class Appender(Protocol):
    """Adds entries."""

    async def append(self, addition: Addition) -> bool:
        """Add entries and wait until they last; tell whether they were the next ones."""

    async def close(self) -> None:
        """Finish what was begun."""

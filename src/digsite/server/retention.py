"""What nobody needs is removed after some days, a little at a time in the background, never what is used."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from digsite.bus.tasks import end
from digsite.core.errors import DigsiteError
from digsite.server.house import LOG
from digsite.server.steady import now
from digsite.store.removal import Old

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from digsite.server.house import House
    from digsite.server.people import People
    from digsite.store.removal import OldTable

DAY: Final = 24 * 60 * 60 * 1000
"""In milliseconds."""
FIRST_AFTER: Final = 60.0
"""Seconds after the start: people who wait for it come first."""
EVERY: Final = 60 * 60.0
"""Seconds between two rounds."""
PAUSE: Final = 0.2
"""Seconds between two removals, in which others write."""
MOST_FOUND: Final = 1000
"""Of a kind that are looked for at a time."""
MOST_ENTRIES: Final = 200
"""Of the tables that go in one transaction, except where one alone has more."""
KINDS: Final = ("unused_tables", "games", "guests", "codes")


@dataclass(frozen=True)
class Retention:
    """For how many days something is kept; 0 is for ever."""

    unused_tables: int = 0
    games: int = 0
    guests: int = 0
    codes: int = 0


class Caretaker:
    """Removes what is older than it has to be."""

    def __init__(self, house: House, people: People, retention: Retention) -> None:
        self._house = house
        self._store = house.store
        self._people = people
        self._retention = retention
        self._tasks: set[asyncio.Task[None]] = set()
        self.removed = dict.fromkeys(KINDS, 0)
        """How many, by kind, since the start."""

    def open(self) -> None:
        """Begin, where anything is to be removed at all."""
        if self._retention != Retention():
            self._tasks.add(asyncio.create_task(self._go_round()))

    async def close(self) -> None:
        """End; what is left goes another time."""
        await end(self._tasks)

    async def _go_round(self) -> None:
        await asyncio.sleep(FIRST_AFTER)
        while True:
            try:
                await self.tidy()
            except DigsiteError as error:
                LOG.warning("removing what is old: %s", error.code)
            except Exception:  # noqa: BLE001 - the next round may go better
                LOG.exception("removing what is old")
            await asyncio.sleep(EVERY)

    async def tidy(self) -> None:
        """Remove all that is old enough, and log how much that was."""
        before, days = dict(self.removed), self._retention
        await self._remove_tables("unused_tables", "gone", days.unused_tables)
        await self._remove_tables("games", "over", days.games)
        await self._remove_guests(days.guests)
        await self._remove_codes(days.codes)
        counts = {kind: count - before[kind] for kind, count in self.removed.items()}
        if any(counts.values()):
            LOG.info("removed: %s", ", ".join(f"{count} {kind}" for kind, count in counts.items() if count))

    async def _remove_tables(self, kind: str, status: str, days: int) -> None:
        old = Old(status, now() - days * DAY)
        removes = bool(days)
        while removes:
            removes = False
            for batch in _batches(await self._store.old_tables(old, MOST_FOUND)):
                gone = await self._store.remove_tables(await self._deserted(batch), old)
                self._house.rooms.forget(gone)
                self.removed[kind] += len(gone)
                removes = removes or bool(gone)
                await asyncio.sleep(PAUSE)

    async def _deserted(self, tables: Sequence[str]) -> list[str]:
        """Return those tables that nobody looks at, in any process; where we cannot know, none is removed."""
        bus = self._house.bus
        there = await asyncio.gather(*(bus.present(table) for table in tables))
        if not bus.is_up:
            raise DigsiteError("bus_away")
        return [table for table, present in zip(tables, there, strict=True) if not present.people]

    async def _remove_guests(self, days: int) -> None:
        """Remove guests one by one: the database looks through all tables for each."""
        removes = bool(days)
        while removes:
            removes = False
            for person in await self._store.idle_guests(now() - days * DAY, MOST_FOUND):
                if await self._store.remove_guest(person):
                    self._people.drop(person)
                    self.removed["guests"] += 1
                    removes = True
                await asyncio.sleep(PAUSE)

    async def _remove_codes(self, days: int) -> None:
        if days:
            self.removed["codes"] += await self._store.remove_codes(now() - days * DAY)


def _batches(found: Iterable[OldTable]) -> Iterator[list[str]]:
    """Return tables that are removed together: they have so few entries that nobody notices."""
    batch: list[str] = []
    entries = 0
    for table in found:
        if batch and entries + table.ply > MOST_ENTRIES:
            yield batch
            batch, entries = [], 0
        batch.append(table.id)
        entries += table.ply
    if batch:
        yield batch

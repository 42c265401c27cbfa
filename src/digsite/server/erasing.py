"""Erasing what people said and were called who have deleted themselves: table by table, in the background.

The mark is set first: nobody comes in as them any more, and whoever opens the house next goes on with it. At
each table they leave the game, their words go from the entries, and an entry of the kind `erase` tells all
processes that have the table in memory. A table that has this entry is done.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from typing import TYPE_CHECKING, Final

from digsite.bus.tasks import end
from digsite.core.errors import DigsiteError
from digsite.server.logs import short
from digsite.server.steady import now
from digsite.table import deeds
from digsite.table.chain import erased
from digsite.table.entry import Asked

if TYPE_CHECKING:
    from digsite.server.house import House
    from digsite.store.store import Erased

LOG: Final = logging.getLogger("digsite")
LOOK_EVERY: Final = 30.0
"""Seconds between two looks for people whose words are to be erased."""
BATCH: Final = 100
"""Tables that are looked up at once."""
PAUSE: Final = 0.01
"""Seconds between two tables, for all others."""
CLAIMED_FOR: Final = 5 * 60_000
"""Milliseconds after which others go on with it: a batch takes less."""
SETTLED_AFTER: Final = 60_000
"""Milliseconds after which nothing can come any more that was under way when somebody deleted themselves."""
AGAIN_AFTER: Final = 24 * 60 * 60_000
"""Milliseconds after which tables are tried again that could not be read."""
ATTEMPTS: Final = 20
"""How often a table is tried where others get in between."""


class Eraser:
    """Goes through the tables of people who have deleted themselves, one after the other."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._store = house.store
        self._asked = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin, or go on where somebody was stopped."""
        self._task = asyncio.create_task(self._erase_all())

    async def close(self) -> None:
        """Stop; whoever opens next goes on."""
        if self._task is not None:
            await end([self._task])

    def look(self) -> None:
        """Look at once: somebody has deleted themselves."""
        self._asked.set()

    async def _erase_all(self) -> None:
        while True:
            self._asked.clear()
            try:
                while who := await self._store.claim_erasing(now(), now() + CLAIMED_FOR):
                    await self._erase(who)
            except DigsiteError as error:
                LOG.warning("erasing: %s", error.code)
            except Exception:
                LOG.exception("erasing")
            await _within(LOOK_EVERY, self._asked)

    async def _erase(self, who: Erased) -> None:
        """Erase all that somebody said, and tell the database when to look again."""
        failed: set[str] = set()
        while tables := await self._store.with_words_of(who.id, BATCH, besides=failed):
            await self._store.go_on_erasing(who.id, now() + CLAIMED_FOR)
            for table in tables:
                if not await self._erased_at(table, who.id):
                    failed.add(table)
                await asyncio.sleep(PAUSE)
        await self._store.go_on_erasing(who.id, _again(who, is_done=not failed))

    async def _erased_at(self, table_id: str, person: str) -> bool:
        """Erase somebody's words at a table, and in chairs kept for them; tell whether that went well."""
        try:
            others = (await self._house.table(table_id)).sitters() - {person}
            for rematch in await self._store.naming(person, others):
                await self._leave(rematch, person)
            await self._leave(table_id, person)
        except DigsiteError as error:
            if error.code in ("store_refuses", "bus_away"):
                raise
            LOG.warning("erasing at table %s: %s", short(table_id), error.code)
            return False
        return True

    async def _leave(self, table_id: str, person: str) -> None:
        """Let somebody leave a table, and erase their words there, once more where others did something."""
        asked = Asked(person, now())
        await self._house.do(table_id, asked, deeds.leave)
        for _ in range(ATTEMPTS):
            try:
                await self._house.do(
                    table_id, asked, partial(deeds.erase, ply=await self._rewrite(table_id, person))
                )
            except DigsiteError as error:
                if error.code != "round_over":
                    raise
            else:
                return
        raise DigsiteError("busy")

    async def _rewrite(self, table_id: str, person: str) -> int:
        """Take somebody's words out of the entries of a table; return how many there are."""
        kept = await self._store.table(table_id)
        if kept is None:
            raise DigsiteError("unknown_table")
        await self._store.rewrite(table_id, erased(kept.entries, person, kept.invitation))
        return len(kept.entries)


def _again(who: Erased, *, is_done: bool) -> int | None:
    """Return when somebody must look again for what a person said; never, once all is erased."""
    if not is_done:
        return now() + AGAIN_AFTER
    return who.at + SETTLED_AFTER if now() < who.at + SETTLED_AFTER else None


async def _within(seconds: float, event: asyncio.Event) -> None:
    """Wait for an event, or for so many seconds."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)

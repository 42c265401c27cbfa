"""How many tables that have not started one person may hold at a time: nobody fills the house alone."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import WeakValueDictionary

from digsite.core.errors import DigsiteError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from digsite.store.store import Store, Waiting
    from digsite.table.hosted import Hosted


MOST_KNOWN: Final = 10_000
"""People of whom we know what they hold at most."""


class Limits(NamedTuple):
    """How many there may be."""

    listed_tables: int = 3
    """Open tables of one's own that anybody may find."""
    open_tables: int = 20
    """Open tables of one's own, listed or not."""
    chairs: int = 5
    """Tables of others where one waits for the start."""


class Holdings:
    """What people hold, as the database counts it: the same for all processes.

    In one process a person's requests are counted and saved one after the other, so that many at once do not
    slip through. Each further process may let one more through in the same moment.
    """

    def __init__(self, store: Store, limits: Limits, *, is_shared: bool) -> None:
        self._store = store
        self._limits = limits
        self._is_shared = is_shared
        self._at_most: OrderedDict[str, Waiting] = OrderedDict()
        """What people hold at most: what was counted last, and all that they have opened since."""
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def _turn(self, person: str) -> asyncio.Lock:
        return self._turns.setdefault(person, asyncio.Lock())

    @asynccontextmanager
    async def opening(self, table: Hosted) -> AsyncIterator[None]:
        """Let a new table be saved, unless it waits for people and its owner has too many that do."""
        if _waits_for_owner_alone(table):
            yield
            return
        async with self._turn(table.owner):
            held = self._at_most.get(table.owner)
            if self._is_shared or held is None or self._refusal(table, held) is not None:
                held = await self._store.waiting(table.owner)
            if (refusal := self._refusal(table, held)) is not None:
                raise refusal
            yield
            self._note(table, held)

    def _refusal(self, table: Hosted, held: Waiting) -> DigsiteError | None:
        """Return what speaks against one more table."""
        if table.set_up.listed and held.listed >= self._limits.listed_tables:
            return DigsiteError("too_many_listed", most=self._limits.listed_tables)
        if held.own >= self._limits.open_tables:
            return DigsiteError("too_many_open", most=self._limits.open_tables)
        return None

    def _note(self, table: Hosted, held: Waiting) -> None:
        """Remember that a table was opened: the next one is counted only where it could be too many."""
        self._at_most[table.owner] = held._replace(listed=held.listed + table.set_up.listed, own=held.own + 1)
        self._at_most.move_to_end(table.owner)
        if len(self._at_most) > MOST_KNOWN:
            self._at_most.popitem(last=False)

    @asynccontextmanager
    async def sitting_down(self, table: Hosted, person: str) -> AsyncIterator[None]:
        """Let somebody sit down, unless they wait at too many other tables that are not their own."""
        if person == table.owner or _starts_with(table):
            yield
            return
        async with self._turn(person):
            waiting = await self._store.waiting(person, besides=table.id)
            if waiting.elsewhere >= self._limits.chairs:
                raise DigsiteError("too_many_chairs", most=self._limits.chairs)
            yield


def _waits_for_owner_alone(table: Hosted) -> bool:
    """Tell whether the game begins as soon as the owner sits down."""
    chairs = table.set_up.chairs
    return table.set_up.starts_when_full and all(chair.kind in ("mine", "bot") for chair in chairs)


def _starts_with(table: Hosted) -> bool:
    """Tell whether the game starts as soon as one more sits down: nobody waits there then."""
    chairs = zip(table.chairs, table.set_up.chairs, strict=True)
    free = sum(who is None and chair.kind != "bot" for who, chair in chairs)
    return table.set_up.starts_when_full and free == 1

"""Whether the house can take moves at the moment, and when it could not."""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import TYPE_CHECKING, Final

from digsite.core.errors import DigsiteError
from digsite.server.outages import SLOW, Outages
from digsite.server.probe import EVERY, Probe
from digsite.server.steady import now

if TYPE_CHECKING:
    from collections.abc import Callable

    from digsite.bus.bus import Bus
    from digsite.store.store import Store

LOOK_EVERY: Final = 0.5
"""Seconds between two looks whether an outage has begun or is over."""
REFUSALS: Final = ("store_refuses", "store_lost")
"""What a database makes that takes nothing."""


class Acceptance:
    """Knows of one process whether it can take moves; `when_over` hears of every outage that is over."""

    def __init__(self, store: Store, bus: Bus, when_over: Callable[[], None]) -> None:
        self.outages = Outages()
        self._store = store
        self._bus = bus
        self._when_over = when_over
        self._is_telling = False
        self._probe = Probe(self._write)
        self._took_at = 0.0
        """When the database last took something, as `perf_counter` counts."""

    def is_connected(self, moment: int) -> bool:
        """Tell whether others hear of what comes at this moment, and remember it."""
        if self._bus.is_up:
            if self.outages.has("bus") and self.outages.end("bus", moment):
                self._tell()
            return True
        if not self.outages.has("bus"):
            moment -= round(self._bus.silence * 1000)
        self.outages.begin("bus", moment)
        return False

    def took(self, moment: int, seconds: float) -> None:
        """Note that the database took what came at this moment, and how long that took."""
        self._took_at = perf_counter()
        is_over = self.outages.has("store") and self.outages.end("store", moment)
        milliseconds = round(seconds * 1000)
        if milliseconds >= SLOW:
            self.outages.add(now() - milliseconds, now())
        if is_over or milliseconds >= SLOW:
            self._tell()

    def failed(self, moment: int, why: Exception) -> None:
        """Note that what came at this moment could not be saved, where the database is why."""
        if isinstance(why, DigsiteError) and why.code in REFUSALS:
            self.outages.begin("store", moment)
            self._probe.forget()

    async def is_saving(self) -> bool:
        """Tell whether the database takes what is written; it is asked where nothing was saved just now."""
        if not self.outages.has("store") and perf_counter() - self._took_at < EVERY:
            return True
        return await self._probe()

    async def watch(self) -> None:
        """Look again and again whether an outage has begun or is over."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            self.is_connected(now())
            if self.outages.has("store"):
                await self._probe()

    async def close(self) -> None:
        """Look no more."""
        await self._probe.close()

    def _tell(self) -> None:
        """Tell once that outages are over, however many saves of this moment show it."""
        if not self._is_telling:
            self._is_telling = True
            asyncio.get_running_loop().call_soon(self._told)

    def _told(self) -> None:
        self._is_telling = False
        self._when_over()

    async def _write(self) -> bool:
        """Write something, and note whether the database took it."""
        moment, began = now(), perf_counter()
        try:
            await self._store.probe()
        except DigsiteError as error:
            self.failed(moment, error)
            return False
        self.took(moment, perf_counter() - began)
        return True

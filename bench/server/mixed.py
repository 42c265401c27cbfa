"""Minutes of mixed load: guests who open tables, join, play, watch, look around, and vanish."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from bench.measure import BenchError
from bench.report import Limit
from bench.server.ours import Digsite
from bench.server.process import Server
from tests.server.guest import Guest, Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

GUESTS: Final = 24
MOVES: Final = 25
"""At most, before a guest does something else."""
LATE: Final = 20.0
"""Seconds after which an answer counts as missing."""
TABLES: Final[list[dict[str, Any]]] = [
    {"game": "scarab", "chairs": [{"kind": "mine"}, {"kind": "bot", "level": "casual"}]},
    {"game": "scarab", "chairs": [{"kind": "mine"}, {"kind": "mine", "name": "Bea"}]},
    {"game": "scarab", "chairs": [{"kind": "mine"}, {"kind": "open"}], "listed": True},
    {"game": "scarabya", "chairs": [{"kind": "mine"}]},
    {
        "game": "scarabya",
        "chairs": [{"kind": "mine"}, {"kind": "bot", "level": "club"}, {"kind": "open"}],
        "listed": True,
    },
    {"game": "marajoara", "chairs": [{"kind": "mine"}, {"kind": "bot", "level": "beginner"}]},
]
ERRORS: Final = {"server_error", "store_refuses", "bus_away", "busy", "table_damaged"}
"""Refusals that are the house's own fault."""


class Crowd:
    """Guests of one house, and what went wrong there."""

    def __init__(self, port: int, end: float) -> None:
        self._url = f"http://127.0.0.1:{port}"
        self._end = end
        self._tables: list[str] = []
        self.deeds = 0
        self.vanished = 0
        self.errors: Counter[str] = Counter()

    async def live(self, seed: int) -> None:
        """Come, do this and that, vanish, and come again as somebody else."""
        chance = random.Random(seed)
        while time.monotonic() < self._end:
            guest = Guest(self._url, f"Guest {seed}")
            try:
                await guest.post("/api/me", {"name": guest.name})
                await guest.call()
                while time.monotonic() < self._end and chance.random() < 0.9:
                    await self._counted(chance.choice(self._doings()), guest, chance)
            finally:
                await self._vanish(guest, chance)

    def _doings(self) -> list[Callable[[Guest, random.Random], Awaitable[None]]]:
        return [self._open, self._open, self._join, self._watch, self._look_around, self._babble]

    async def _counted(
        self, doing: Callable[[Guest, random.Random], Awaitable[None]], guest: Guest, chance: random.Random
    ) -> None:
        self.deeds += 1
        try:
            async with asyncio.timeout(LATE):
                await doing(guest, chance)
        except Refusal as refusal:
            if refusal.code in ERRORS or (refusal.status or 0) >= 500:
                self.errors[refusal.code] += 1
        except TimeoutError:
            self.errors["no answer"] += 1

    async def _open(self, guest: Guest, chance: random.Random) -> None:
        wanted = chance.choice(TABLES)
        table = await guest.open_table(**wanted, starts_when_full=True)
        self._tables.append(table)
        await self._play(guest, table, chance)

    async def _join(self, guest: Guest, chance: random.Random) -> None:
        listed = (await guest.get("/api/tables"))["tables"]
        for found in chance.sample(listed, min(1, len(listed))):
            free = [
                n for n, place in enumerate(found["places"]) if place["kind"] == "open" and not place["name"]
            ]
            if free:
                await guest.watch(found["id"])
                await guest.do(found["id"], "sit", chair=free[0], nonce="n")
                await self._play(guest, found["id"], chance)

    async def _play(self, guest: Guest, table: str, chance: random.Random) -> None:
        news = await guest.watch(table)
        if news["type"] == "refused":
            raise Refusal(news["error"])
        for _ in range(chance.randrange(MOVES)):
            game = guest.tables[table]["game"]
            if not game or not game["you"] or not game["you"]["moves"]:
                return
            ply = await guest.move(table, chance.choice(game["you"]["moves"])["text"])
            self.deeds += 1
            await guest.until(table, lambda known, ply=ply: known["ply"] >= ply)  # type: ignore[misc]
        game = guest.tables[table]["game"]
        if game and game["you"] and chance.random() < 0.2:
            await guest.do(table, chance.choice(["take_back", "resign"]), seat=game["you"]["seat"])

    async def _watch(self, guest: Guest, chance: random.Random) -> None:
        if self._tables:
            await guest.watch(chance.choice(self._tables))

    async def _look_around(self, guest: Guest, chance: random.Random) -> None:
        await guest.get("/api/games")
        await guest.get("/api/me/tables")
        await guest.get("/api/tables", status="playing")
        if self._tables:
            table = chance.choice(self._tables)
            await guest.look(table)
            await guest.get(f"/api/tables/{table}/frames", count=10)

    async def _babble(self, guest: Guest, chance: random.Random) -> None:
        """Say things that nobody understands."""
        await guest.say({"type": chance.choice(["watch", "do", "dig"]), "table": "x" * chance.randrange(40)})

    async def _vanish(self, guest: Guest, chance: random.Random) -> None:
        """Go: politely, or as if the line was cut."""
        self.vanished += 1
        with contextlib.suppress(Exception):
            if chance.random() < 0.5:
                guest.cut_off()
            await guest.hang_up()
        await guest.http.aclose()


async def mixed_load(seconds: float, cpu: int, log: Path) -> list[Limit]:
    """Return what went wrong in so many seconds, which should be nothing."""
    house = Digsite("mixed load")
    with Server(house, cpu, log) as server:
        crowd = Crowd(server.port, time.monotonic() + seconds)
        async with asyncio.TaskGroup() as group:
            for seed in range(GUESTS):
                group.create_task(crowd.live(seed))
    house.clear()
    logged = len(re.findall("Traceback|went wrong", log.read_text(encoding="utf-8")))
    if crowd.deeds == 0:
        message = "nobody did anything"
        raise BenchError(message)
    if crowd.errors:
        print(crowd.errors)
    return [
        Limit(
            f"server errors in {seconds:g} s of mixed load", sum(crowd.errors.values()) + logged, "", most=0
        ),
        Limit("deeds and requests under mixed load", crowd.deeds / seconds, "/s"),
        Limit("clients that vanished", crowd.vanished, ""),
    ]

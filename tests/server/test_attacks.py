"""Every attack of the bench in small: victims play on at a server with its default limits."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from bench.server.attacker import Aims, Attacker
from bench.server.attacks import ATTACKS
from bench.server.depth import deepen, done
from bench.server.intruder import Tally
from bench.server.ours import Match
from tests.server.guest import Guest
from tests.server.open_house import GENEROUS
from tests.server.process import Process, serving

ATTACK_SECONDS: Final = 2.0
ENTRIES: Final = 400
"""Of the long tables."""
FROZEN: Final = 5.0
"""Seconds after which a move that was not seen counts as lost: a player would have given up."""
MOST_GROWTH: Final = 100 << 20
"""Bytes that the server may take more after an attack."""
PAUSE: Final = 0.25
"""Seconds between two moves: guests who came just now may not ask often."""
LEAST_MOVES: Final = 3
"""That a victim makes while it is attacked."""
FLOODS: Final = ("pings", "pongs", "fragments")
"""Attacks that the server ends by hanging up."""


class Target:
    """A server as it is shipped, with the tables that attacks go for."""

    def __init__(self, process: Process, long: str, over: str) -> None:
        self.process = process
        self._long, self._over = long, over

    @property
    def port(self) -> int:
        return int(self.process.url.rpartition(":")[2])

    def aims(self, table: str) -> Aims:
        """Return what an attack goes for."""
        return Aims(table, self._long, self._over)

    def memory(self) -> int:
        """Return how many bytes of memory the server takes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return 1024 * int(status.partition("VmRSS:")[2].split()[0])


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """Let a server without limits make long tables, and one with limits go on with them."""
    home = tmp_path_factory.mktemp("target")
    before = Process(home)
    with serving(before):
        long, over = asyncio.run(long_tables(int(before.url.rpartition(":")[2])))
        before.stop()
    not_set: dict[str, Any] = dict.fromkeys(GENEROUS, "")
    shipped = Process(home, **not_set)
    with serving(shipped):
        yield Target(shipped, long, over)


async def long_tables(port: int) -> tuple[str, str]:
    """Return a table with many entries, and another one whose game is over."""
    matches = [Match(port, random.Random(number)) for number in range(2)]
    for match in matches:
        await match.open()
    await asyncio.gather(*(deepen(match, ENTRIES) for match in matches))
    await done(matches[1].resign)
    for match in matches:
        match.close()
    return matches[0].table, matches[1].table


class Victims:
    """Two guests who play against each other at one table after the other."""

    def __init__(self, ann: Guest, ben: Guest) -> None:
        self._guests = ann, ben
        self.table = ""
        self.moves = 0

    async def sit_down(self) -> None:
        ann, ben = self._guests
        chairs = [{"kind": "mine"}, {"kind": "open"}]
        self.table = await ann.open_table("scarab", chairs, starts_when_full=True)
        await ben.ask(self.table, "sit", chair=1, nonce=secrets.token_hex(8))
        for guest in self._guests:
            await guest.watch(self.table)
        await self._heard(3)

    async def move(self) -> None:
        """Make a move and wait until both have seen it; where that takes too long the server has failed."""
        known = [guest.tables[self.table] for guest in self._guests]
        if known[0]["table"]["status"] != "playing":
            await self.sit_down()
            return
        mover = self._guests[0 if known[0]["game"]["you"]["moves"] else 1]
        async with asyncio.timeout(FROZEN):
            await self._heard(await mover.move(self.table))
        self.moves += 1

    async def _heard(self, ply: int) -> None:
        for guest in self._guests:
            await guest.until(self.table, lambda known: known["ply"] >= ply and known["game"] is not None)


@asynccontextmanager
async def victims(url: str) -> AsyncIterator[Victims]:
    async with Guest(url, "Ann") as ann, Guest(url, "Ben") as ben:
        for guest in (ann, ben):
            await guest.call()
        both = Victims(ann, ben)
        await both.sit_down()
        yield both


async def suffered(target: Target, name: str) -> tuple[Tally, Victims]:
    """Let victims play while they are attacked; return what the attacker achieved, and them."""
    source = f"127.0.0.{2 + list(ATTACKS).index(name)}"
    async with victims(target.process.url) as both:
        attack = Attacker(name, target.port, ATTACK_SECONDS, source, target.aims(both.table))
        async with attack as attacker, Guest(target.process.url) as visitor:
            attacker.begin()
            end = time.monotonic() + ATTACK_SECONDS
            while time.monotonic() < end or both.moves < LEAST_MOVES:
                await both.move()
                async with asyncio.timeout(FROZEN):
                    assert (await visitor.get("/healthz"))["status"] == "up"
                await asyncio.sleep(PAUSE)
            return await attacker.end(), both


@pytest.mark.long
@pytest.mark.parametrize("name", ATTACKS)
async def test_victims_play_on(target: Target, name: str) -> None:
    before = target.memory()
    tally, both = await suffered(target, name)
    assert tally.sent > 0, "it was no attack"
    assert both.moves >= LEAST_MOVES
    if name in FLOODS:
        assert tally.closed > 0, "nobody may flood for as long as they like"
    assert target.memory() - before < MOST_GROWTH
    assert "Traceback" not in target.process.complaints

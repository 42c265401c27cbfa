"""kill -9 under load: what was acknowledged is there, and every game goes on to its end."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle
from pathlib import Path

import pytest

from digsite.store.opening import open_postgres, open_sqlite
from digsite.store.store import Store
from tests.server.guest import Guest
from tests.server.player import AWAY, Player
from tests.server.process import Process, serving

TABLES = [
    ("scarab", {"board": "short"}, ["mine", "open"]),
    ("scarab", {"board": "short"}, ["mine", "bot"]),
    ("scarabya", {"mode": "base"}, ["mine", "open", "open"]),
    ("marajoara", {}, ["mine", "open"]),
]
LONG_GAME = 3
"""From here on games take too long to be played to their end each time."""
MOST_MOVES = 12
"""How many are acknowledged at most between two kills."""


class Load:
    """Guests who play one game after the other, whatever happens to their servers."""

    def __init__(self, processes: list[Process], tables: int) -> None:
        self._urls = cycle(process.url for process in processes)
        self._tables = TABLES[:tables]
        self.players: list[Player] = []
        self._moves = 0
        self._moved = asyncio.Event()
        self._last_game = False

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Keep all tables playing; at the end all games are played to theirs."""
        async with AsyncExitStack() as door, asyncio.TaskGroup() as tables:
            for game, options, chairs in self._tables:
                people = range(len(chairs) - chairs.count("bot"))
                guests = [await door.enter_async_context(Guest(next(self._urls))) for _ in people]
                tables.create_task(self._keep_playing(guests, game, options, chairs))
            yield
            self._last_game = True

    async def moves(self, count: int) -> None:
        """Wait until so many more moves were acknowledged."""
        wanted = self._moves + count
        while self._moves < wanted:
            self._moved.clear()
            await self._moved.wait()

    async def _keep_playing(
        self, guests: list[Guest], game: str, options: dict[str, str], chairs: list[str]
    ) -> None:
        while not self._last_game:
            try:
                table = await self._gather(guests, game, options, chairs)
            except AWAY:
                await asyncio.sleep(0.1)
                continue
            players = [Player(guest, table, self._note) for guest in guests]
            self.players += players
            await asyncio.gather(*(player.play_on() for player in players))

    async def _gather(
        self, guests: list[Guest], game: str, options: dict[str, str], chairs: list[str]
    ) -> str:
        wanted = [{"kind": kind} | ({"level": "beginner"} if kind == "bot" else {}) for kind in chairs]
        table = await guests[0].open_table(game, wanted, options=options, starts_when_full=True)
        for chair, guest in enumerate(guests[1:], 1):
            await guest.ask(table, "sit", chair=chair, nonce="nonce")
        return table

    def _note(self) -> None:
        self._moves += 1
        self._moved.set()


async def require_all_kept(players: list[Player], store: Store) -> None:
    """Find every acknowledged move, with all that followed from it, and none of them twice."""
    for player in players:
        acknowledged = player.acknowledged.copy()  # others may go on playing
        kept = await store.table(player.table)
        assert kept is not None
        keys = Counter(entry.key for entry in kept.entries)
        assert {key: keys[key] for key in acknowledged} == dict.fromkeys(acknowledged, 1)
        assert len(kept.entries) >= max(acknowledged.values(), default=0)


class Grounds:
    """Where servers are killed: what they stand on, and how to look at it past them."""

    def __init__(self, request: pytest.FixtureRequest, kind: str, home: Path) -> None:
        self._home = home
        self._url = "" if kind == "sqlite" else request.getfixturevalue("postgres_database")
        redis = request.getfixturevalue("redis").url if kind == "redis" else ""
        homes = [home, home / "other"] if kind == "redis" else [home]
        self.processes = [Process(home, database_url=self._url, redis_url=redis) for home in homes]

    async def store(self) -> Store:
        return await (open_postgres(self._url) if self._url else open_sqlite(self._home))

    async def require_all_kept(self, load: Load) -> None:
        store = await self.store()
        await require_all_kept(load.players, store)
        await store.close()


async def kill_and_restart(grounds: Grounds, load: Load, rng: random.Random) -> None:
    process = rng.choice(grounds.processes)
    await load.moves(rng.randrange(1, MOST_MOVES))
    await asyncio.sleep(rng.uniform(0, 0.02))
    process.kill()
    await grounds.require_all_kept(load)
    process.start()
    await asyncio.to_thread(process.wait)


A_FEW = (2, LONG_GAME)
MANY = (20, len(TABLES))


@pytest.mark.parametrize(
    ("kind", "kills", "tables"),
    [
        ("sqlite", *A_FEW),
        ("postgres", *A_FEW),
        *(pytest.param(kind, *MANY, marks=pytest.mark.long) for kind in ("sqlite", "postgres", "redis")),
    ],
)
async def test_what_was_acknowledged_survives_kill_9(
    kind: str, kills: int, tables: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    grounds, rng = Grounds(request, kind, tmp_path), random.Random(kills)
    with serving(*grounds.processes):
        load = Load(grounds.processes, tables)
        async with load.playing():
            for _ in range(kills):
                await kill_and_restart(grounds, load, rng)
        async with Guest(grounds.processes[0].url) as somebody:
            for table in {player.table for player in load.players}:
                await somebody.get(f"/api/tables/{table}/fairness")
        for process in grounds.processes:
            process.stop()
            assert "Traceback" not in process.complaints
        await grounds.require_all_kept(load)

"""Houses for tests without HTTP: on every database and bus, also several that share their tables."""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from digsite.bus.bus import LocalBus
from digsite.bus.redis import RedisBus
from digsite.server import thinkers
from digsite.server.house import House
from digsite.server.room import Room
from digsite.server.rooms import Bounds
from digsite.server.steady import now
from digsite.server.thinkers import Thinkers
from digsite.store.opening import open_postgres, open_sqlite
from digsite.store.store import Person
from digsite.table import deeds
from digsite.table.entry import Asked
from digsite.table.hosted import Hosted, hosted
from tests.table.people import set_up

KEY = "of the house"
ANN, BOB = Person("ann", "Ann"), Person("bob", "Bob")


@dataclass(frozen=True)
class Backing:
    """What a house stands on."""

    home: Path
    database_url: str = ""
    redis_url: str = ""

    @property
    def settings(self) -> dict[str, Any]:
        """The same for a server."""
        return {"database_url": self.database_url, "redis_url": self.redis_url}

    @asynccontextmanager
    async def house(self, rooms: int = 100) -> AsyncIterator[House]:
        """Open a house; where there is Redis, several at the same time share their tables."""
        is_postgres, is_redis = bool(self.database_url), bool(self.redis_url)
        store = await (open_postgres(self.database_url) if is_postgres else open_sqlite(self.home))
        bus = RedisBus(self.redis_url, KEY) if is_redis else LocalBus()
        house = House(
            store, bus, Thinkers(1), rooms=Bounds(rooms, 1 << 30), is_shared=is_postgres and is_redis
        )
        await house.open()
        try:
            yield house
        finally:
            await house.close()


every_backing = pytest.mark.parametrize("backing", ["sqlite", "postgres", "redis"], indirect=True)
"""One process with either database, or several with PostgreSQL and Redis."""
both_backings = pytest.mark.parametrize("backing", ["sqlite", "redis"], indirect=True)
"""Where PostgreSQL alone would show nothing new."""
sqlite_backing = pytest.mark.parametrize("backing", ["sqlite"], indirect=True)
shared_backing = pytest.mark.parametrize("backing", ["redis"], indirect=True)


def backing_of(request: pytest.FixtureRequest, home: Path) -> Backing:
    """Return what the parameter of a test names; services start for the first that asks."""
    database = "" if request.param == "sqlite" else request.getfixturevalue("postgres_database")
    redis = request.getfixturevalue("redis").url if request.param == "redis" else ""
    return Backing(home, database, redis)


class Ear:
    """Somebody who watches a table, and saw how far it was on coming."""

    def __init__(self) -> None:
        self.ply = 0
        self.plies: list[int] = []
        self.there: tuple[list[bool], int] = [], 0
        """Whether whoever sits in each chair is there, and how many others."""
        self.waiting: list[int] = []
        self.told = 0
        """How often it heard who is there."""
        self._something = asyncio.Event()

    def table_went_on(self, room: Room) -> None:
        self.ply = room.table.ply
        self.plies.append(room.table.ply)
        self._something.set()

    def people_changed(self, room: Room) -> None:
        self.told += 1
        present = json.loads(room.present)
        self.there, self.waiting = (present["places"], present["spectators"]), present["waiting"]
        self._something.set()

    def move_to(self, process: str, room: Room) -> None:
        """Stay."""

    async def until(self, wanted: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not wanted():
                self._something.clear()
                await self._something.wait()

    async def hears(self, ply: int) -> None:
        await self.until(lambda: self.ply >= ply)


class Brake:
    """Holds up everybody who thinks, until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.thoughts: list[thinkers.Thought] = []
        self.threads: set[str] = set()
        self._off = threading.Event()
        self._timed = thinkers._timed
        monkeypatch.setattr(thinkers, "_timed", self._slowly)

    def _slowly(self, thought: thinkers.Thought) -> tuple[str, float]:
        self.threads.add(threading.current_thread().name)
        self.thoughts.append(thought)
        self._off.wait()
        return self._timed(thought)

    async def holds(self, count: int = 1) -> None:
        """Wait until so many thoughts have begun."""
        await eventually(lambda: len(self.thoughts) >= count)

    def let_go(self) -> None:
        self._off.set()


# --- people


async def come_in(house: House, *people: Person) -> None:
    for person in people or (ANN, BOB):
        await house.store.add_person(person, now())


async def open_table(house: House, chairs: str = "mine open", game: str = "scarab", **chosen: Any) -> str:
    """Let Ann open a table; its chairs are words."""
    chosen = {"full": True} | chosen
    table = await house.open_table(ANN, set_up(game, chairs, **chosen))
    own = next((number for number, chair in enumerate(table.set_up.chairs) if chair.kind == "mine"), None)
    if own is not None:
        await sit(house, table.id, ANN, own)
    return table.id


async def watch(house: House, table: str, who: str = "?") -> Ear:
    ear = Ear()
    room = await house.room_as_it_is(table)
    await house.come(room, ear, who)
    ear.ply = room.table.ply
    return ear


async def sit(house: House, table: str, person: Person = BOB, chair: int = 1) -> int:
    return await house.do(table, asked(person), partial(deeds.sit, chair=chair, name=person.name, nonce=""))


async def say(house: House, table: str, text: str, key: str | None = None, person: Person = ANN) -> int:
    return await house.do(table, asked(person, key), partial(deeds.say, text=text))


async def move(house: House, table: str, which: int = 0, key: str | None = None) -> int:
    """Let whoever is due make a move."""
    found = await house.table(table)
    game, position = found.playing.game, found.playing.course.position
    seat = next(seat for seat in found.due if found.person_of(seat) is not None)
    text = game.move_text(position, game.legal(position, seat)[which])
    deed = partial(deeds.move, seat=seat, text=text, round_=game.round(position))
    return await house.do(table, Asked(found.person_of(seat) or "", now(), key or secrets.token_hex(4)), deed)


def asked(person: Person, key: str | None = None) -> Asked:
    return Asked(person.id, now(), key)


def held(house: House, table: str) -> Room:
    """Return a room that is in memory."""
    room = house._rooms.get(table)
    assert room is not None
    return room


async def as_kept(house: House, table: str) -> Hosted:
    """Return a table as somebody would find it who knows nothing of it."""
    kept = await house.store.table(table)
    assert kept is not None
    return hosted(kept.id, kept.secret, kept.invitation, kept.entries)


async def eventually(wanted: Callable[[], bool]) -> None:
    """Wait for something that nobody announces."""
    async with asyncio.timeout(30):
        while not wanted():
            await asyncio.sleep(0.01)

"""What is old is removed by the house itself, and never what somebody looks at or plays."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest

from digsite.core.errors import DigsiteError
from digsite.server import house as houses
from digsite.server import retention
from digsite.server.house import House
from digsite.server.people import People
from digsite.server.retention import DAY, KINDS, Caretaker, Retention, _batches
from digsite.server.sessions import Sessions
from digsite.server.settings import Settings
from digsite.server.steady import now
from digsite.store.removal import OldTable
from digsite.store.sessions import Code, Login
from digsite.store.store import Person
from digsite.table import deeds
from tests.server.houses import (
    ANN,
    BOB,
    Backing,
    asked,
    both_backings,
    come_in,
    eventually,
    every_backing,
    held,
    move,
    open_table,
    sit,
    sqlite_backing,
    watch,
)

ALL = Retention(unused_tables=1, games=1, guests=1, codes=1)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "PAUSE", 0)


def people_of(house: House) -> People:
    return People(
        house.store, Sessions(house.store.logins, "k" * 32, days=400, is_shared=False), is_shared=False
    )


@asynccontextmanager
async def cared_for(house: House, days: Retention = ALL) -> AsyncIterator[Caretaker]:
    caretaker = Caretaker(house, people_of(house), days)
    yield caretaker
    await caretaker.close()


def later(monkeypatch: pytest.MonkeyPatch, days: float = 2) -> None:
    """Let so many days pass."""
    moment = now() + round(days * DAY)
    monkeypatch.setattr(retention, "now", lambda: moment)


async def gone_table(house: House) -> str:
    table = await open_table(house)
    await house.do(table, asked(ANN), deeds.stand)
    return table


async def finished_game(house: House) -> str:
    table = await open_table(house)
    await sit(house, table)
    await move(house, table)
    found = await house.table(table)
    for seat in found.seats:
        person = found.person_of(seat)
        if (await house.table(table)).status == "playing" and person is not None:
            await house.do(table, asked(ANN if person == ANN.id else BOB), partial(deeds.resign, seat=seat))
    assert (await house.table(table)).status == "over"
    return table


@every_backing
async def test_only_what_is_old_goes(backing: Backing, monkeypatch: pytest.MonkeyPatch) -> None:
    async with backing.house() as house, cared_for(house) as caretaker:
        await come_in(house, ANN, BOB, Person("idle", "Idle"))
        gone, over, playing = await gone_table(house), await finished_game(house), await open_table(house)
        await sit(house, playing)
        waiting = await open_table(house, full=False)
        await caretaker.tidy()
        assert set(caretaker.removed.values()) == {0}, "all of it is young"
        later(monkeypatch)
        await caretaker.tidy()
        assert caretaker.removed == {"unused_tables": 1, "games": 1, "guests": 1, "codes": 0}
        left = await house.store.plies([gone, over, playing, waiting])
        assert set(left) == {playing, waiting}
        assert await house.store.person("idle") is None
        await move(house, playing)


@sqlite_backing
@pytest.mark.parametrize("kind", KINDS)
async def test_0_keeps_all(backing: Backing, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with backing.house() as house, cared_for(house, Retention(**{kind: 1})) as caretaker:
        await come_in(house, ANN, BOB, Person("idle", "Idle"))
        await house.store.add_code(Login("ann"), Code("digest", now()))
        await gone_table(house)
        await finished_game(house)
        later(monkeypatch)
        await caretaker.tidy()
        assert caretaker.removed == dict.fromkeys(KINDS, 0) | {kind: 1}


def test_a_finished_game_stays_for_ever_unless_a_setting_says_otherwise() -> None:
    assert Settings().retention == Retention(unused_tables=30, games=0, guests=90, codes=1)


@both_backings
async def test_where_somebody_looks_a_table_stays(backing: Backing, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where they came in by another process."""
    async with backing.house() as house, cared_for(house) as caretaker:
        await come_in(house)
        table = await finished_game(house)
        ear = await watch(house, table, BOB.id)
        later(monkeypatch)
        for _ in range(2):
            await caretaker.tidy()
            assert caretaker.removed["games"] == 0
        await house.go(held(house, table), ear, BOB.id)
        async with asyncio.timeout(30):
            while not caretaker.removed["games"]:
                await caretaker.tidy()
        assert house.rooms.get(table) is None


@sqlite_backing
async def test_a_guest_who_was_removed_is_asked_for_a_name_again(
    backing: Backing, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with backing.house() as house:
        people = people_of(house)
        caretaker = Caretaker(house, people, ALL)
        guest = (await people.welcome("Guest")).person
        later(monkeypatch)
        await caretaker.tidy()
        assert await people.find(guest.id) is None


@sqlite_backing
async def test_a_rematch_is_possible_where_the_first_attempt_was_removed(
    backing: Backing, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with backing.house() as house, cared_for(house, Retention(unused_tables=1)) as caretaker:
        await come_in(house)
        table = await finished_game(house)
        first = await house.rematch(table, ANN, "nonce")
        await house.do(first, asked(ANN), deeds.stand)
        later(monkeypatch)
        await caretaker.tidy()
        assert caretaker.removed["unused_tables"] == 1
        assert await house.rematch(table, ANN, "nonce") != first


@sqlite_backing
async def test_rounds_go_on_whatever_happens_and_say_how_much_went(
    backing: Backing, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(retention, "FIRST_AFTER", 0)
    monkeypatch.setattr(retention, "EVERY", 0.01)
    caplog.set_level(logging.INFO, houses.LOG.name)
    async with backing.house() as house, cared_for(house) as caretaker:
        await come_in(house)
        await gone_table(house)
        found, attempts = house.store.old_tables, []

        async def fail(*args: object) -> list[OldTable]:
            attempts.append(args)
            if len(attempts) == 1:
                raise RuntimeError
            return await found(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(house.store, "old_tables", fail)
        later(monkeypatch)
        caretaker.open()
        await eventually(lambda: caretaker.removed["unused_tables"] == 1)
        await eventually(lambda: any("removed: 1 unused" in line for line in caplog.messages))
    assert "removing what is old" in caplog.text


@sqlite_backing
async def test_where_nobody_knows_who_is_there_nothing_goes(
    backing: Backing, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with backing.house() as house, cared_for(house) as caretaker:
        await come_in(house)
        await gone_table(house)
        later(monkeypatch)
        monkeypatch.setattr(house.bus, "is_up", False)
        with pytest.raises(DigsiteError, check=lambda error: error.code == "bus_away"):
            await caretaker.tidy()
        assert caretaker.removed["unused_tables"] == 0


def test_tables_of_many_entries_go_alone() -> None:
    found = [OldTable("a", 80), OldTable("b", 120), OldTable("c", 1), OldTable("d", 9000), OldTable("e", 1)]
    assert list(_batches(found)) == [["a", "b"], ["c"], ["d"], ["e"]]
    assert list(_batches([])) == []

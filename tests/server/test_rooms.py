"""What a process keeps of tables: bounded, told once for all, and forgotten when nobody needs it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from digsite.core.errors import DigsiteError
from digsite.server import film, history
from digsite.server.film import Archive
from digsite.server.house import PRESENT_EVERY, House
from digsite.server.room import Room
from digsite.server.rooms import Bounds, Rooms
from digsite.server.showing import NotReady, Viewer
from digsite.server.steady import now
from tests.server.houses import (
    ANN,
    BOB,
    Backing,
    come_in,
    held,
    move,
    open_table,
    say,
    sit,
    sqlite_backing,
    watch,
)
from tests.table.people import playing


@pytest.fixture
async def house(backing: Backing) -> AsyncIterator[House]:
    async with backing.house() as opened:
        await come_in(opened)
        yield opened


def made_up(name: str, said: int = 0) -> Room:
    table = playing("scarab").table
    table.id, table.size = name, table.size + said
    return Room(table)


# --- how many


def test_rooms_are_bounded_by_number() -> None:
    rooms = Rooms(Bounds(3, 1 << 30))
    for name in "abcd":
        rooms.keep(made_up(name))
    assert [kept.table.id for kept in rooms] == ["b", "c", "d"]


def test_rooms_are_bounded_by_size() -> None:
    one = made_up("a")
    rooms = Rooms(Bounds(1000, 3 * one.size))
    for name in "abc":
        rooms.keep(made_up(name))
    assert [kept.table.id for kept in rooms] == ["a", "b", "c"]
    rooms.keep(made_up("large", said=one.size))
    assert [kept.table.id for kept in rooms] == ["large"]
    assert rooms.size == next(iter(rooms)).size


def test_those_used_last_are_kept() -> None:
    rooms = Rooms(Bounds(2, 1 << 30))
    rooms.keep(made_up("a"))
    rooms.keep(made_up("b"))
    rooms.get("a")
    rooms.keep(made_up("c"))
    assert {kept.table.id for kept in rooms} == {"a", "c"}


def test_what_is_in_use_is_kept_whatever_it_takes() -> None:
    rooms = Rooms(Bounds(1, 1))
    busy = made_up("busy")
    busy.is_busy = True
    rooms.keep(busy)
    for name in "abc":
        rooms.keep(made_up(name))
    assert {kept.table.id for kept in rooms} == {"busy", "c"}


# --- what happened


def told(found: Room, viewer: Viewer, after: int = 0) -> Any:
    return json.loads(found.showing.news(viewer, after, now(), whole=True))


@sqlite_backing
async def test_a_history_told_later_is_the_one_that_was_told_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "FEW_EVENTS", 2)
    table = await open_table(house, "mine open", "scarabya", mode="base")
    await sit(house, table)
    found = held(house, table)
    viewers = [Viewer(ANN.id), Viewer(BOB.id), Viewer(None)]
    for viewer in viewers:
        await found.prepare(viewer)
    for _ in range(9):
        await move(house, table)
    at_once = [told(found, viewer)["game"]["happened"] for viewer in viewers]
    assert len(at_once[0]) > 9
    found.history.clear()
    for viewer in viewers:
        assert not found.showing.is_ready(viewer)
        with pytest.raises(NotReady):
            found.showing.news(viewer, 1, now(), whole=True)  # from the start it is kept
        await found.prepare(viewer)
    assert [told(found, viewer)["game"]["happened"] for viewer in viewers] == at_once


@sqlite_backing
async def test_what_happens_while_a_history_is_told_is_part_of_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "FEW_EVENTS", 2)
    table = await open_table(house)
    await sit(house, table)
    for _ in range(5):
        await move(house, table)
    found = held(house, table)
    preparing = asyncio.create_task(found.prepare(Viewer(None)))
    await asyncio.sleep(0)
    await move(house, table)
    await preparing
    assert [thing["ply"] for thing in told(found, Viewer(None))["game"]["happened"]] == [*found.table.plies]


@sqlite_backing
async def test_what_is_only_for_those_who_watch_goes_with_the_last(house: House) -> None:
    table = await open_table(house)
    await sit(house, table)
    found = held(house, table)
    ears = [await watch(house, table, who) for who in "xy"]
    await found.prepare(Viewer(None))
    await move(house, table)
    assert found.history.size > 0
    await house.go(found, ears[0], "x")
    assert found.history.size > 0
    await house.go(found, ears[1], "y")
    assert found.history.size == 0
    assert found.is_idle


# --- who is there


@sqlite_backing
async def test_however_many_come_and_go_it_is_told_once_a_second(house: House) -> None:
    table = await open_table(house)
    ear = await watch(house, table, ANN.id)
    found = held(house, table)
    await ear.until(lambda: ear.there == ([True, False], 0))
    before = ear.told
    for number in range(200):
        other = await watch(house, table, f"?{number}")
        if number < 150:
            await house.go(found, other, f"?{number}")
    await ear.until(lambda: ear.there == ([True, False], 50))
    await asyncio.sleep(PRESENT_EVERY / 2)
    assert ear.told - before <= 3


# --- growth


@sqlite_backing
async def test_a_full_table_takes_no_more_chat_but_moves(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(house)
    await sit(house, table)
    monkeypatch.setattr("digsite.table.deeds.MOST_BYTES_SAID", (await house.table(table)).size + 1)
    await say(house, table, "hello")
    with pytest.raises(DigsiteError, check=lambda error: getattr(error, "code", "") == "chat_full"):
        await say(house, table, "more")
    await move(house, table)


# --- whole games


async def test_what_was_made_once_is_not_made_again() -> None:
    archive, made = Archive(), []

    def make() -> int:
        made.append(1)
        return 7

    try:
        assert await asyncio.gather(*(archive.made("me", "key", make) for _ in range(5))) == [7] * 5
        assert len(made) == 1
        for number in range(film.MOST_KEPT):
            await archive.made("me", number, make)
        await archive.made("me", "key", make)
        assert len(made) == film.MOST_KEPT + 2, "the oldest was forgotten"
    finally:
        archive.close()


async def test_what_went_wrong_is_not_kept(tmp_path: Path) -> None:
    archive = Archive()
    try:
        with pytest.raises(FileNotFoundError):
            await archive.made("me", "key", (tmp_path / "nothing").read_text)
        assert not archive.has("key")
        assert await archive.made("me", "key", lambda: "there") == "there"
    finally:
        archive.close()

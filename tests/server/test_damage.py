"""Tables whose entries are not as they were made: each is refused, alone, and the log hears of it once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text

from digsite.core.errors import DigsiteError
from digsite.server import house as houses
from digsite.server.house import House
from digsite.server.logs import short
from digsite.server.room import Room
from digsite.server.steady import now
from digsite.store.append import Addition
from digsite.table.entry import Asked
from digsite.table.hosted import Hosted
from digsite.table.summary import summary
from tests.server.houses import (
    ANN,
    Backing,
    as_kept,
    both_backings,
    come_in,
    eventually,
    held,
    move,
    open_table,
    say,
    shared_backing,
    sit,
    watch,
)
from tests.table.people import seen


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the house look after its tables all the time."""
    monkeypatch.setattr(houses, "LOOK_EVERY", 0.01)


@pytest.fixture
async def two(backing: Backing) -> AsyncIterator[tuple[House, House]]:
    """Two processes of one house, in one."""
    async with backing.house() as one, backing.house() as other:
        await come_in(one)
        yield one, other


async def playing(house: House) -> str:
    table = await open_table(house)
    await sit(house, table)
    return table


async def change(house: House, sql: str, **values: object) -> None:
    """Change the database past the house, as somebody might by hand."""
    async with house.store._writer.begin() as connection:
        await connection.execute(text(sql), values)


async def ask(house: House, sql: str, **values: object) -> list[object]:
    async with house.store._engine.connect() as connection:
        return list((await connection.execute(text(sql), values)).scalars())


async def is_refused(house: House, table: str, code: str = "table_damaged") -> bool:
    with pytest.raises(DigsiteError) as refused:
        await house.table(table)
    return refused.value.code == code


EDITS = {
    "another move": "UPDATE entries SET text = 'b2' WHERE \"table\" = :table AND ply = 4",
    "a move is gone": 'DELETE FROM entries WHERE "table" = :table AND ply = 5',
    "the end is gone": 'DELETE FROM entries WHERE "table" = :table AND ply > 5',
    "another link": 'UPDATE entries SET link = link + 1 WHERE "table" = :table AND ply = 2',
    "another name": "UPDATE entries SET text = replace(text, 'Ann', 'Eve') WHERE \"table\" = :table",
}


@both_backings
@pytest.mark.parametrize("edit", EDITS)
async def test_a_table_that_was_changed_by_hand_is_refused_alone(
    backing: Backing, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, edit: str
) -> None:
    async with backing.house() as house:
        await come_in(house)
        broken, sound = [await playing(house) for _ in range(2)]
        for table in (broken, sound):
            for _ in range(3):
                await move(house, table)
    looked: list[str] = []
    look = House.room_as_it_is

    async def noting(house: House, table_id: str) -> Room:
        looked.append(table_id)
        return await look(house, table_id)

    monkeypatch.setattr(House, "room_as_it_is", noting)
    async with backing.house() as house:
        await change(house, EDITS[edit], table=broken)
        with caplog.at_level(logging.WARNING):
            await change(house, "UPDATE tables SET wake = 1")
            await eventually(lambda: {broken, sound} <= set(looked))
            assert await is_refused(house, broken)
            assert await is_refused(house, broken)
            await change(house, "UPDATE tables SET wake = 1")
            await eventually(lambda: looked.count(sound) > 1)
        assert caplog.text.count(f"table {short(broken)}: table_damaged") == 1
        assert looked.count(broken) == 3, "the house looks after it once, and two have asked"
        assert broken not in caplog.text, "a whole id would let readers of the log watch"
        await move(house, sound)
        assert {line.id for line in await house.store.tables_of(ANN.id)} == {broken, sound}


@both_backings
async def test_a_table_that_was_mended_is_read_again(backing: Backing) -> None:
    async with backing.house() as house:
        await come_in(house)
        table = await playing(house)
        ply = await move(house, table)
    async with backing.house() as house:
        await change(house, "UPDATE entries SET seat = seat + 1 WHERE ply = 2")
        assert await is_refused(house, table)
        await change(house, "UPDATE entries SET seat = seat - 1 WHERE ply = 2")
        assert await move(house, table) == ply + 1
        assert not house._unreadable


@both_backings
async def test_a_table_of_a_newer_digsite_is_refused_alone(
    backing: Backing, caplog: pytest.LogCaptureFixture
) -> None:
    async with backing.house() as house:
        await come_in(house)
        newer, sound = [await open_table(house) for _ in range(2)]
    async with backing.house() as house:
        sql = 'UPDATE entries SET text = replace(text, :game, :form) WHERE ply = 1 AND "table" = :table'
        await change(house, sql, table=newer, game='{"game"', form='{"form":2,"game"')
        assert await is_refused(house, newer, "table_newer")
        assert await is_refused(house, newer, "table_newer")
        await sit(house, sound)
    assert caplog.text.count(f"table {short(newer)}: table_newer") == 1


# --- tables of the version before


@both_backings
async def test_games_of_the_version_before_get_links(backing: Backing) -> None:
    async with backing.house() as house:
        await come_in(house)
        over, going_on = await open_table(house, "mine", game="scarabya", mode="solo"), await playing(house)
        while (await house.table(over)).status != "over":
            await move(house, over)
        end = (await house.table(over)).link
    async with backing.house() as house:
        await change(house, "UPDATE entries SET link = NULL")
        await house.table(over)
        links = 'SELECT link FROM entries WHERE "table" = :table AND link IS NOT NULL'
        async with asyncio.timeout(30):
            while not await ask(house, links, table=over):
                await asyncio.sleep(0.01)
        assert await ask(house, links, table=over) == [end]
        await move(house, going_on)
    async with backing.house() as house:
        await change(house, "UPDATE entries SET at = at + 1 WHERE ply = 3")
        assert await is_refused(house, over)
        assert await is_refused(house, going_on)


@shared_backing
async def test_a_process_of_the_version_before_writes_no_links(two: tuple[House, House]) -> None:
    """What it adds is taken in, and what comes behind covers it."""
    one, other = two
    table = await playing(one)
    ear = await watch(other, table)
    draft = (await one.table(table)).fork()
    _say(draft, "an old version")
    entries = [entry.with_link(None) for entry in draft.new]  # type: ignore[arg-type]
    assert await one.store.added(Addition(table, draft.ply - 1, entries, summary(draft, now())))
    ply = await say(one, table, "a new version")
    await ear.hears(ply)
    assert seen((await other.room(table)).table) == seen(await as_kept(one, table))
    assert held(other, table).table.link == held(one, table).table.link


def _say(draft: Hosted, words: str) -> None:
    draft.do(Asked(ANN.id, now()).entry("say", text=words))


# --- what other processes say


@shared_backing
async def test_a_process_whose_table_differs_from_the_database_refuses_it(
    two: tuple[House, House], caplog: pytest.LogCaptureFixture
) -> None:
    one, other = two
    broken, sound = await playing(one), await playing(one)
    ears = [await watch(other, table) for table in (broken, sound)]
    held(other, broken).table.link += 1
    await move(one, broken)
    await eventually(lambda: f"table {short(broken)}: table_damaged" in caplog.text)
    await ears[1].hears(await move(one, sound))
    with pytest.raises(DigsiteError, check=lambda error: error.code == "table_damaged"):
        await move(other, broken)
    assert caplog.text.count("table_damaged") == 1
    assert ears[0].plies == []

"""Somebody deletes themselves: they leave all games, and their words are gone everywhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
from sqlalchemy import text

from digsite.core.errors import DigsiteError
from digsite.server import erasing
from digsite.server.erasing import Eraser
from digsite.server.house import House
from digsite.server.steady import now
from digsite.store.sessions import Code, Login
from digsite.store.store import Person
from digsite.table import deeds
from digsite.table.hosted import Hosted
from digsite.table.log import read, write
from digsite.table.summary import ABOUT
from tests.server.houses import (
    ANN,
    BOB,
    Backing,
    as_kept,
    asked,
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

CAS = Person("cas", "Cas")
NAMES = ("Bob", "hello from me")


@pytest.fixture
async def house(backing: Backing) -> AsyncIterator[House]:
    async with backing.house() as house:
        await come_in(house, ANN, BOB, CAS)
        yield house


@pytest.fixture
async def two(backing: Backing) -> AsyncIterator[tuple[House, House]]:
    """Two processes of one house, in one."""
    async with backing.house() as one, backing.house() as other:
        await come_in(one)
        yield one, other


@asynccontextmanager
async def erasing_at(house: House) -> AsyncIterator[Eraser]:
    eraser = Eraser(house)
    eraser.open()
    try:
        yield eraser
    finally:
        await eraser.close()


async def until_erased(house: House, person: Person = BOB) -> None:
    """Wait until nothing is left of somebody's words."""
    async with asyncio.timeout(60):
        while await house.store.with_words_of(person.id, 1):
            await asyncio.sleep(0.01)


async def everything(house: House) -> str:
    """Return all texts that the database has."""
    found: list[str] = []
    async with house.store._engine.connect() as connection:
        for sql in ("SELECT text FROM entries", "SELECT about FROM tables", "SELECT name FROM people"):
            found += (await connection.execute(text(sql))).scalars()
    return "\n".join(found)


async def playing(house: House, chairs: str = "mine open", person: Person = BOB) -> str:
    table = await open_table(house, chairs)
    await sit(house, table, person)
    return table


async def resign(house: House, table: str, person: Person = BOB) -> None:
    seat = (await house.table(table)).seats_of(person.id)[0]
    await house.do(table, asked(person), partial(deeds.resign, seat=seat))


def names(table: Hosted) -> list[str | None]:
    return [None if who is None else who.name for who in table.chairs]


# --- what is left


@both_backings
async def test_nothing_that_somebody_said_or_was_called_is_left(house: House) -> None:
    over, going_on = await playing(house), await playing(house)
    for table in (over, going_on):
        await move(house, table)
        await say(house, table, "hello from me", person=BOB)
        await say(house, table, "hello from Ann")
    await resign(house, over)
    await say(house, over, "hello from me, too", person=BOB)
    left = await open_table(house, "mine open open", full=False)
    await sit(house, left)
    await say(house, left, "hello from me", person=BOB)
    await house.do(left, asked(BOB), deeds.stand)
    before = await everything(house)
    assert all(name in before for name in NAMES)
    await house.store.forget(BOB.id, now())
    async with erasing_at(house):
        await until_erased(house)
    said = await everything(house)
    assert not [name for name in NAMES if name in said]
    assert "hello from Ann" in said
    for table in (over, going_on, left):
        assert seen(held(house, table).table) == seen(await as_kept(house, table))
    lines = {line.id: ABOUT.read(line.about) for line in await house.store.tables_of(ANN.id)}
    assert [place.name for place in lines[over].places] == ["Ann", ""]
    assert await house.store.tables_of(BOB.id) == []


@both_backings
async def test_they_leave_all_games_and_open_tables(house: House) -> None:
    for_two, for_three = await playing(house), await open_table(house, "mine open open")
    for person, chair in ((BOB, 1), (CAS, 2)):
        await sit(house, for_three, person, chair)
    waiting = await open_table(house, "mine open open", full=False)
    await sit(house, waiting)
    own = (await house.open_table(BOB, (await house.table(for_two)).set_up, "nonce")).id
    await house.store.forget(BOB.id, now())
    async with erasing_at(house):
        await until_erased(house)
    found = {table: await house.table(table) for table in (for_two, for_three, waiting, own)}
    assert [table.status for table in found.values()] == ["over", "playing", "open", "gone"]
    assert BOB.id not in found[for_three].players()
    assert names(found[for_three]) == ["Ann", "", "Cas"]
    assert names(found[waiting]) == ["Ann", None, None]
    await move(house, for_three)
    await sit(house, waiting, CAS)


@both_backings
async def test_co_players_keep_the_log_with_the_name_gone(house: House) -> None:
    table = await playing(house)
    await move(house, table)
    await house.store.forget(BOB.id, now())
    async with erasing_at(house):
        await until_erased(house)
    for found in (await house.table(table), await as_kept(house, table)):
        ending = found.playing.ending()
        assert ending is not None
        game = found.playing.log
        log = write(type(game)(game.header, game.events, ending))
        assert "person -\n" in log
        assert "Bob" not in log
        assert write(read(log)) == log
        assert [sitter.name for sitter in read(log).header.sitters if not sitter.name] == [""]


@both_backings
async def test_a_name_in_a_chair_that_was_kept_is_erased(house: House) -> None:
    """Also at the table of whoever asked for the rematch in the same moment, and too late."""
    over = await playing(house)
    await resign(house, over)
    again = await house.rematch(over, ANN, "nonce")
    assert [chair.name for chair in (await house.table(again)).set_up.chairs].count("Bob") == 1
    await house.store.forget(BOB.id, now())
    async with erasing_at(house):
        await until_erased(house)
        await eventually(lambda: BOB.id in held(house, again).table.erased)
    assert "Bob" not in await everything(house)
    assert seen(held(house, again).table) == seen(await as_kept(house, again))


@both_backings
async def test_a_rematch_has_room_for_somebody_else(house: House) -> None:
    over = await playing(house)
    await resign(house, over)
    await house.store.forget(BOB.id, now())
    async with erasing_at(house):
        await until_erased(house)
    again = await house.table(await house.rematch(over, ANN, "nonce"))
    assert sorted(chair.kind for chair in again.set_up.chairs) == ["invited", "mine"]
    deed = partial(deeds.sit, name="Cas", nonce="", invitation=again.invitation)
    free = next(number for number, who in enumerate(again.chairs) if who is None)
    await house.do(again.id, asked(CAS), partial(deed, chair=free))


# --- they are gone


@both_backings
async def test_whoever_is_gone_can_do_nothing_more(house: House) -> None:
    over, other = await playing(house), await open_table(house, "mine open open", full=False)
    await sit(house, other)
    await resign(house, over)
    await house.store.add_code(Login(BOB.id), Code("digest", now() + 1000))
    await house.store.forget(BOB.id, now())
    assert await house.store.person(BOB.id) is None
    assert await house.store.take_code("digest", now(), "session") is None
    async with erasing_at(house):
        await until_erased(house)
    for wanted in (say(house, over, "I am back", person=BOB), sit(house, other)):
        with pytest.raises(DigsiteError, check=lambda error: error.code == "who_are_you"):
            await wanted


# --- while others play


@both_backings
async def test_what_others_do_meanwhile_comes_first(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await playing(house)
    rewrite, said = house.store.rewrite, 0

    async def disturbed(table_id: str, texts: dict[int, str]) -> None:
        nonlocal said
        await rewrite(table_id, texts)
        if said < 3:
            said += 1
            await say(house, table, f"hello from me {said}", person=BOB)

    monkeypatch.setattr(house.store, "rewrite", disturbed)
    await house.store.forget(BOB.id, now())
    async with erasing_at(house):
        await until_erased(house)
    assert said == 3
    assert not [name for name in NAMES if name in await everything(house)]


@shared_backing
async def test_those_who_watch_elsewhere_see_the_name_gone(two: tuple[House, House]) -> None:
    one, other = two
    table = await playing(one)
    await say(one, table, "hello from me", person=BOB)
    ear = await watch(other, table)
    await one.store.forget(BOB.id, now())
    async with erasing_at(one), erasing_at(other):
        await until_erased(one)
        await ear.until(lambda: BOB.id in held(other, table).table.erased)
    found = held(other, table).table
    assert names(found) == ["Ann", ""]
    assert [(said.name, said.text) for said in found.chat] == [("", "")]


@both_backings
async def test_a_table_stays_where_it_is_in_lists(house: House) -> None:
    tables = [await playing(house) for _ in range(3)]
    await resign(house, tables[0])
    before = {line.id: line.touched for line in await house.store.tables_of(ANN.id)}
    await house.store.forget(BOB.id, now())
    async with erasing_at(house):
        await until_erased(house)
    after = {line.id: line.touched for line in await house.store.tables_of(ANN.id)}
    assert after[tables[0]] == before[tables[0]]


# --- it goes on


@both_backings
async def test_whoever_opens_the_house_next_goes_on(
    backing: Backing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasing, "BATCH", 2)
    async with backing.house() as house:
        await come_in(house)
        tables = [await playing(house) for _ in range(5)]
        await house.store.forget(BOB.id, now())
        monkeypatch.setattr(erasing, "CLAIMED_FOR", 0)
        async with erasing_at(house):
            await eventually(lambda: any(BOB.id in held(house, table).table.erased for table in tables))
    async with backing.house() as house:
        assert await house.store.with_words_of(BOB.id, 9), "it was stopped in the middle"
        async with erasing_at(house):
            await until_erased(house)
        assert "Bob" not in await everything(house)


@both_backings
async def test_a_table_that_cannot_be_read_keeps_nobody_from_the_others(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = await playing(house), await playing(house)
    async with house.store._writer.begin() as connection:
        await connection.execute(text('UPDATE entries SET at = 1 WHERE "table" = :table'), {"table": broken})
    house.rooms._rooms.pop(broken)
    await house.store.forget(BOB.id, now())
    async with erasing_at(house):
        await eventually(lambda: BOB.id in held(house, sound).table.erased)
        await eventually(lambda: "erasing at table" in caplog.text)
    assert await house.store.with_words_of(BOB.id, 9) == [broken]
    assert await house.store.claim_erasing(now(), 0) is None, "not before tomorrow"
    later = now() + erasing.AGAIN_AFTER
    assert await house.store.claim_erasing(later, later) is not None


@both_backings
async def test_it_looks_once_more_for_what_was_under_way(house: House) -> None:
    await house.store.forget(BOB.id, moment := now())
    later = moment + erasing.SETTLED_AFTER
    async with erasing_at(house), asyncio.timeout(30):
        while await erasing_of(house) != later:
            await asyncio.sleep(0.01)
    async with house.store._writer.begin() as connection:
        await connection.execute(text("UPDATE people SET erased = 1, erasing = 1 WHERE erased IS NOT NULL"))
    async with erasing_at(house), asyncio.timeout(30):
        while await erasing_of(house) is not None:
            await asyncio.sleep(0.01)


async def erasing_of(house: House) -> int | None:
    """Return when somebody must go on erasing Bob's words."""
    async with house.store._engine.connect() as connection:
        found = await connection.execute(text("SELECT erasing FROM people WHERE id = 'bob'"))
        when: int | None = found.scalar_one()
        return when

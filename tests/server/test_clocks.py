"""Clocks of the house: outages are given back, once, and whoever comes too late has come too late."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any, NoReturn

import pytest

from digsite.core.errors import DigsiteError
from digsite.core.names import Seat
from digsite.server import acceptance, outages
from digsite.server import house as houses
from digsite.server.house import House
from digsite.server.room import Deed
from digsite.server.steady import now
from digsite.store.append import Addition, Saved
from digsite.table import deeds
from digsite.table.clock import Clock
from digsite.table.entry import Asked
from digsite.table.hosted import PAUSE, Hosted
from digsite.table.periods import joined, length
from tests.server.clockwork import Clockwork
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
    sqlite_backing,
    watch,
)

BLITZ = Clock("live", 10)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the house look after its tables, and after itself, all the time."""
    for module in (houses, acceptance):
        monkeypatch.setattr(module, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(houses, "PATIENCE", 1_000)


@pytest.fixture
def clockwork(monkeypatch: pytest.MonkeyPatch) -> Clockwork:
    return Clockwork(monkeypatch).stop()


@pytest.fixture
async def house(backing: Backing) -> AsyncIterator[House]:
    async with backing.house() as house:
        await come_in(house)
        yield house


@pytest.fixture
async def two(backing: Backing) -> AsyncIterator[tuple[House, House]]:
    """Two processes of one house, in one."""
    async with backing.house() as one, backing.house() as other:
        await come_in(one)
        yield one, other


# --- outages to order


@contextmanager
def full(house: House) -> Iterator[None]:
    """Let a house save nothing, as on a full disk."""

    def never_saved(_: Addition, saved: Saved) -> None:
        saved(DigsiteError("store_refuses"))

    async def refused() -> NoReturn:
        raise DigsiteError("store_refuses")

    with pytest.MonkeyPatch.context() as away:
        away.setattr(house.store, "append", never_saved)
        away.setattr(house.store, "probe", refused)
        yield


@contextmanager
def cut_off(house: House) -> Iterator[None]:
    """Let nobody hear a house."""
    with pytest.MonkeyPatch.context() as away:
        away.setattr(type(house.bus), "silence", 0.0)
        if hasattr(house.bus, "_hears"):
            away.setattr(house.bus, "_hears", False)
        else:
            away.setattr(house.bus, "is_up", False)
        yield


AWAY = {"store_refuses": full, "bus_away": cut_off}
causes = pytest.mark.parametrize("cause", AWAY)


async def refused(asking: Awaitable[Any]) -> str:
    """Return the code with which something is refused."""
    with pytest.raises(DigsiteError) as refusal:
        await asking
    return refusal.value.code


async def begin(house: House, chairs: str = "mine open", **chosen: Any) -> str:
    """Let Ann and Bob play with ten seconds each; it is Ann's turn."""
    table = await open_table(house, chairs, **{"clock": BLITZ} | chosen)
    await sit(house, table)
    return table


async def pauses(house: House, table: str) -> list[tuple[int, int]]:
    """Return all periods that were given back at a table."""
    kept = await house.store.table(table)
    assert kept is not None
    return [period for e in kept.entries if e.what == "pause" for period in PAUSE.read(e.text)]


async def paused(house: House, table: str, seconds: float) -> None:
    """Wait until so much was given back, once."""
    async with asyncio.timeout(30):
        while not (found := await pauses(house, table)):
            await asyncio.sleep(0.01)
    assert length(joined(found)) == sum(end - start for start, end in found)
    assert length(joined(found)) == seconds * 1000


def left(table: Hosted) -> list[float]:
    assert table.clock is not None
    return list(table.clock.left)


def about(*seconds: float) -> Any:
    """Return seconds as exactly as computers know them."""
    return pytest.approx(list(seconds))


# --- what was lost is given back


@causes
@both_backings
async def test_who_was_refused_until_their_time_was_up_may_still_move(
    house: House, clockwork: Clockwork, cause: str
) -> None:
    table = await begin(house)
    clockwork.wait(4)
    with AWAY[cause](house):
        for _ in range(4):
            assert await refused(move(house, table)) == cause
            clockwork.wait(5)
        assert await refused(move(house, table)) == cause
    await move(house, table)
    await paused(house, table, 20)
    found = await as_kept(house, table)
    assert (found.status, left(found)) == ("playing", about(6, 10))
    assert found.due == (1,)


@causes
@both_backings
async def test_a_table_that_nobody_touched_gets_it_when_the_house_looks_at_it(
    house: House, clockwork: Clockwork, cause: str
) -> None:
    table, other = await begin(house), await open_table(house)
    with AWAY[cause](house):
        assert await refused(say(house, other, "hello?")) == cause
        clockwork.wait(15)
    await say(house, other, "hello!")
    await paused(house, table, 15)
    assert (await as_kept(house, table)).status == "playing"
    clockwork.wait(11)
    await eventually(lambda: held(house, table).table.status == "over")


@causes
@both_backings
async def test_who_watches_sees_at_once_what_was_given_back(
    house: House, clockwork: Clockwork, cause: str
) -> None:
    table, untouched, other = await begin(house), await begin(house), await open_table(house)
    ear = await watch(house, table)
    with AWAY[cause](house):
        assert await refused(say(house, other, "hello?")) == cause
        clockwork.wait(5)
    await ear.hears(ear.ply + 1)
    assert left(held(house, table).table) == about(15, 10)
    assert held(house, table).table.stood_still == 5_000
    assert await pauses(house, untouched) == [], "nobody needs it so far"
    clockwork.wait(4)
    await move(house, untouched)
    assert left(await as_kept(house, untouched)) == about(6, 10)


@both_backings
async def test_an_outage_of_the_bus_begins_with_its_last_word(
    house: House, clockwork: Clockwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begin(house)
    clockwork.wait(4)
    with cut_off(house):
        monkeypatch.setattr(type(house.bus), "silence", 3.0)
        assert await refused(move(house, table)) == "bus_away"
        clockwork.wait(2)
    await move(house, table)
    await paused(house, table, 5)


@sqlite_backing
async def test_many_that_are_saved_after_an_outage_tell_of_it_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[bool] = []
    monkeypatch.setattr(house.acceptance, "_when_over", lambda: told.append(True))
    monkeypatch.setattr(acceptance, "SLOW", 0)
    tables = [await open_table(house) for _ in range(9)]
    told.clear()
    await asyncio.gather(*(say(house, table, "hello") for table in tables))
    await asyncio.sleep(0)
    assert 1 <= len(told) < len(tables)


@both_backings
async def test_less_than_a_second_is_not_worth_an_entry(house: House, clockwork: Clockwork) -> None:
    table = await begin(house)
    with full(house):
        assert await refused(move(house, table)) == "store_refuses"
        clockwork.wait(0.5)
    await move(house, table)
    assert await pauses(house, table) == []


@sqlite_backing
async def test_a_refusal_for_another_reason_stops_no_clock(house: House, clockwork: Clockwork) -> None:
    table = await begin(house)
    for _ in range(3):
        assert await refused(sit(house, table)) == "game_has_started"
        clockwork.wait(2)
    await move(house, table)
    assert await pauses(house, table) == []


@sqlite_backing
async def test_what_takes_long_to_save_stops_all_clocks(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acceptance, "SLOW", 200)
    monkeypatch.setattr(outages, "LEAST", 100)
    table, other, append = await begin(house), await begin(house), house.store.append
    ear = await watch(house, other)

    def slowly(addition: Addition, saved: Saved) -> None:
        asyncio.get_running_loop().call_later(0.3, append, addition, saved)

    with monkeypatch.context() as slow:
        slow.setattr(house.store, "append", slowly)
        await move(house, table)
    await ear.hears(ear.ply + 1)
    assert length(joined(await pauses(house, other))) >= 300


# --- several processes


@causes
@shared_backing
async def test_processes_that_were_away_together_give_it_back_once(
    two: tuple[House, House], clockwork: Clockwork, cause: str
) -> None:
    one, other = two
    table = await begin(one)
    ears = [await watch(house, table) for house in two]
    with ExitStack() as stack:
        for house in two:
            stack.enter_context(AWAY[cause](house))
            assert await refused(move(house, table)) == cause
        clockwork.wait(20)
    for ear in ears:
        await ear.hears(ear.ply + 1)
    await move(other, table)
    await paused(one, table, 20)
    here, there = [left(await house.table(table)) for house in two]
    assert here == there == about(10, 10)


@causes
@shared_backing
async def test_what_one_process_could_not_take_it_gives_back_where_others_could(
    two: tuple[House, House], clockwork: Clockwork, cause: str
) -> None:
    one, other = two
    table = await begin(one, "mine open mine:Cas", game="scarabya")
    with AWAY[cause](one):
        assert await refused(move(one, table)) == cause
        clockwork.wait(3)
        await other.do(table, asked(BOB), first_move(await other.table(table), 1))
        clockwork.wait(3)
    await move(one, table)
    await paused(one, table, 6)
    found = await as_kept(other, table)
    assert left(found) == about(10, 7, 10), "Bob was not kept from moving"


def first_move(table: Hosted, seat: int) -> Deed:
    game, position = table.playing.game, table.playing.course.position
    text = game.move_text(position, game.legal(position, Seat(seat))[0])
    return partial(deeds.move, seat=seat, text=text, round_=game.round(position))


@shared_backing
async def test_a_process_that_is_cut_off_keeps_others_from_telling_its_people_that_time_is_up(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    clockwork = Clockwork(monkeypatch)
    one, other = two

    async def claim_nothing(*_: int) -> list[str]:
        return []

    monkeypatch.setattr(one.store, "claim", claim_nothing)
    async with asyncio.timeout(30):
        table = await begin(other)
        await watch(one, table)
        deadline = held(one, table).table.deadline()
        assert deadline is not None
        clockwork.wait((deadline - now()) / 1000 - 0.8)
        with cut_off(one):
            await eventually(lambda: one.acceptance.outages.has("bus"))
            await eventually(lambda: now() > deadline + 300)
            assert (await as_kept(other, table)).status == "playing"


# --- what comes too late


@pytest.fixture
def nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the house look after no table."""
    monkeypatch.setattr(houses, "LOOK_EVERY", 1_000)


@pytest.mark.usefixtures("nobody_looks")
@both_backings
async def test_a_move_after_the_time_is_up_is_late_before_the_house_looked(
    house: House, clockwork: Clockwork
) -> None:
    table = await begin(house)
    await asyncio.sleep(0.05)  # the house looks once when it opens
    clockwork.wait(11)
    assert await refused(move(house, table)) == "out_of_time"
    found = await as_kept(house, table)
    assert [event.text for event in found.playing.events] == ["!timeout"]
    assert found.result is not None
    assert found.result.winners == (1,)


@pytest.mark.usefixtures("nobody_looks")
@both_backings
async def test_among_three_the_others_play_on(house: House, clockwork: Clockwork) -> None:
    table = await begin(house, "mine open mine:Cas")
    ear = await watch(house, table)
    clockwork.wait(11)
    assert await refused(move(house, table)) == "out_of_time"
    await ear.until(lambda: held(house, table).table.due == (1,))
    await move(house, table)
    assert [e.seat for e in (await as_kept(house, table)).playing.events] == [0, 0, 1]


@pytest.mark.usefixtures("nobody_looks")
@both_backings
async def test_whatever_is_asked_for_the_clock_speaks_first(house: House, clockwork: Clockwork) -> None:
    table = await begin(house)
    clockwork.wait(11)
    await say(house, table, "Ann?", person=BOB)
    kept = await house.store.table(table)
    assert kept is not None
    assert [(e.what, e.text) for e in kept.entries[-2:]] == [("game", "!timeout"), ("say", "Ann?")]


@pytest.mark.usefixtures("nobody_looks")
@sqlite_backing
async def test_a_move_counts_from_when_it_came_however_long_it_waits(
    house: House, clockwork: Clockwork
) -> None:
    table = await begin(house)
    found = await house.table(table)
    came = Asked(ANN.id, now())
    clockwork.wait(11)
    await house.do(table, came, first_move(found, 0))
    assert (await as_kept(house, table)).status == "playing"


@pytest.mark.usefixtures("nobody_looks")
@both_backings
async def test_where_the_clock_cannot_be_saved_nothing_else_is_done(
    house: House, clockwork: Clockwork
) -> None:
    table = await begin(house)
    clockwork.wait(11)
    with full(house):
        assert await refused(move(house, table)) == "store_refuses"
    assert await refused(move(house, table)) == "out_of_time", "it was up before the outage"

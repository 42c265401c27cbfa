"""The house's bots: they think beside the event loop, in turn, and go on whatever happens."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from digsite.bots import LEVELS, Bot, Budget
from digsite.core.names import Seat
from digsite.server import house as houses
from digsite.server import thinkers
from digsite.server.house import House
from digsite.server.steady import now
from digsite.table import deeds, summary, table
from digsite.table.clock import Clock
from digsite.table.hosted import Hosted
from digsite.table.log import Log
from digsite.table.verify import verify
from tests.server.guest import Guest
from tests.server.houses import (
    ANN,
    BOB,
    Backing,
    Brake,
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
from tests.server.open_house import open_house

HOUR = 60 * 60 * 1000
BLITZ = Clock("live", 10)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the house look after its tables all the time, and wait for nobody long."""
    monkeypatch.setattr(houses, "LOOK_EVERY", 0.01)
    for module in (houses, summary):
        monkeypatch.setattr(module, "PATIENCE", 300)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let those who search look at a few nodes only."""
    monkeypatch.setattr(table, "Bot", partial(Bot, budget=Budget(nodes=8)))


@pytest.fixture
def brake(monkeypatch: pytest.MonkeyPatch) -> Iterator[Brake]:
    """Everybody who thinks is held up; in the end all are let go."""
    brake = Brake(monkeypatch)
    yield brake
    brake.let_go()


@pytest.fixture
async def house(backing: Backing) -> AsyncIterator[House]:
    async with backing.house() as house:
        await come_in(house)
        yield house


def moves(table: Hosted) -> list[tuple[int, str]]:
    """Return what happened in a game, without what chance did."""
    return [(int(thing.event.seat), thing.event.text) for thing in table.retold() if thing.event.seat >= 0]


def require_fair(table: Hosted) -> None:
    log = table.playing.log
    verify(Log(log.header, log.events, table.playing.ending()))


# --- whole games


@pytest.mark.parametrize("levels", [LEVELS[:3], LEVELS[2:]], ids="-".join)
@pytest.mark.parametrize(
    ("game", "options"), [("scarab", {"board": "short"}), ("scarabya", {"mode": "base"}), ("marajoara", {})]
)
@sqlite_backing
@pytest.mark.usefixtures("quick")
async def test_bots_of_every_level_play_to_the_end(
    house: House, game: str, options: dict[str, str], levels: Sequence[str]
) -> None:
    """The only one who plays against them resigns, and they end the game among themselves."""
    chairs = " ".join(["mine", *(f"bot:{level}" for level in levels)])
    name = await open_table(house, chairs, game, **options)
    ear = await watch(house, name)
    seat = (await house.table(name)).seats_of(ANN.id)[0]
    await house.do(name, asked(ANN), partial(deeds.resign, seat=seat))
    await ear.until(lambda: held(house, name).table.status == "over")
    found = await as_kept(house, name)
    require_fair(found)
    assert {seat for seat, _ in moves(found)} == set(range(4))
    assert found.result is not None
    assert found.result.ranks[seat] == 4, "whoever resigns is last"


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", ["scarab", "scarabya", "marajoara"])
@sqlite_backing
async def test_a_person_plays_against_each_level(house: House, game: str, level: str) -> None:
    name = await open_table(house, f"mine bot:{level}", game)
    ear = await watch(house, name)
    while (found := held(house, name).table).status == "playing":
        if found.seats_of(ANN.id)[0] in found.due:
            await move(house, name)
        else:
            await ear.hears(found.ply + 1)
    require_fair(found)


@pytest.mark.parametrize(("game", "seats"), [("scarabya", 4), ("marajoara", 4), ("scarab", 4)])
async def test_people_and_bots_play_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seats: int
) -> None:
    monkeypatch.setattr(table, "Bot", partial(Bot, budget=Budget(nodes=8)))
    bots = [{"kind": "bot", "level": level} for level in ("club", "expert")]
    chairs = [{"kind": "mine"}, bots[0], {"kind": "open"}, bots[1]]
    with open_house(tmp_path) as house:
        async with AsyncExitStack() as door:
            ann, bob = [await door.enter_async_context(Guest(house.url, name)) for name in ("Ann", "Bob")]
            name = await ann.open_table(game, chairs, starts_when_full=True)
            await bob.ask(name, "sit", chair=2, nonce="nonce")
            for guest in (ann, bob):
                await guest.call()
                await guest.watch(name)
            made = await asyncio.gather(*(guest.play_on(name) for guest in (ann, bob)))
            assert min(made) > 0
            fair = await ann.get(f"/api/tables/{name}/fairness")
            assert len(fair["result"]["ranks"]) == seats


# --- thoughts that came too late


@both_backings
async def test_a_thought_about_a_move_that_was_taken_back_is_dropped(
    house: House, brake: Brake, caplog: pytest.LogCaptureFixture
) -> None:
    name = await open_table(house, "mine bot:club")
    ear = await watch(house, name)
    await move(house, name, 0)
    await brake.holds()
    await house.do(name, asked(ANN), partial(deeds.take_back, seat=0))
    ply = await move(house, name, 1)
    brake.let_go()
    await ear.hears(ply + 1)
    found = await as_kept(house, name)
    (first, second, third, fourth) = moves(found)
    assert [first[0], second, third[0], fourth[0]] == [0, (0, "!back"), 0, 1]
    assert first[1] != third[1]
    seen = found.playing.game.view(list(found.retold())[2].after, Seat(1))
    assert brake.thoughts[1].view.tobytes() == seen.tobytes(), "it thought again about what was there then"
    assert caplog.text == "", "and never tried what it had thought of first"


@both_backings
async def test_a_thought_about_a_game_that_is_over_is_dropped(
    house: House, brake: Brake, caplog: pytest.LogCaptureFixture
) -> None:
    name = await open_table(house, "mine bot:club")
    await move(house, name)
    await brake.holds()
    ply = await house.do(name, asked(ANN), partial(deeds.resign, seat=0))
    brake.let_go()
    await eventually(lambda: not held(house, name).thinking)
    assert (await as_kept(house, name)).ply == ply
    assert caplog.text == ""


@sqlite_backing
async def test_bots_and_people_choose_in_the_same_round(house: House, brake: Brake) -> None:
    """Bots do not wait for people, people do not wait for bots, and the last choice ends the round."""
    name = await open_table(house, "mine bot:beginner bot:club", "scarabya", mode="base")
    ear = await watch(house, name)
    await brake.holds()
    before = await house.table(name)
    assert len(before.due) == 3
    ply = await move(house, name)
    found = await house.table(name)
    assert len(found.due) == 2
    assert round_of(found) == round_of(before)
    brake.let_go()
    await ear.hears(ply + 3)
    assert round_of(await house.table(name)) > round_of(before)


def round_of(table: Hosted) -> int:
    return table.playing.game.round(table.playing.course.position)


# --- beside the event loop


async def test_people_are_served_while_all_who_think_are_busy(tmp_path: Path, brake: Brake) -> None:
    with open_house(tmp_path, thinkers=3) as house:
        async with Guest(house.url, "Ann") as ann:
            bot = {"kind": "bot", "level": "master"}
            wanted = {"begins": "first", "starts_when_full": True}
            busy = [await ann.open_table("scarab", [bot, {"kind": "mine"}], **wanted) for _ in range(4)]
            await brake.holds(2)
            await ann.call()
            for name in busy:
                await ann.watch(name)
                await ann.do(name, "say", text="Take your time.")
            hot_seat = [{"kind": "mine"}, {"kind": "mine", "name": "Ben"}]
            other = await ann.open_table("scarabya", hot_seat, options={"mode": "duel"}, **wanted)
            await ann.watch(other)
            await ann.play_on(other)
            assert len(brake.thoughts) == 2, "the others wait for their turn"
            assert all(thread.startswith("thinker") for thread in brake.threads)
            brake.let_go()
            for name in busy:
                await ann.until(name, lambda known: bool(known["game"]["you"]["moves"]))


# --- bots that fail


@sqlite_backing
async def test_a_bot_that_fails_is_reported_and_asked_again(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    timed = thinkers._timed

    def fail_once(_: thinkers.Thought) -> tuple[str, float]:
        monkeypatch.setattr(thinkers, "_timed", timed)
        raise ZeroDivisionError

    monkeypatch.setattr(thinkers, "_timed", fail_once)
    name = await open_table(house, "bot:club mine")
    ear = await watch(house, name)
    with caplog.at_level(logging.ERROR):
        await ear.until(lambda: bool(ear.plies))
    assert "ZeroDivisionError" in caplog.text


# --- after a restart, and in several processes


@both_backings
async def test_a_house_that_was_closed_while_a_bot_thought_goes_on(backing: Backing, brake: Brake) -> None:
    async with backing.house() as house:
        await come_in(house)
        name = await open_table(house, "bot:club mine")
        await brake.holds()
        ply = (await house.table(name)).ply
    brake.let_go()
    async with backing.house() as house:
        ear = await watch(house, name)
        await ear.hears(ply + 1)
        assert [seat for seat, _ in moves(await as_kept(house, name))] == [0]


@shared_backing
async def test_one_process_thinks_for_a_bot_however_long_it_takes(
    backing: Backing, brake: Brake, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with backing.house() as one, backing.house() as other:
        await come_in(one)
        put_off, times = one.store.put_off, Counter[str]()

        async def noted(wakes: Any) -> None:
            times.update(wake.table for wake in wakes)
            await put_off(wakes)

        monkeypatch.setattr(one.store, "put_off", noted)
        name = await open_table(one, "bot:club mine")
        ear = await watch(other, name)
        await brake.holds()
        await eventually(lambda: times[name] > 5)
        assert len(brake.thoughts) == 1, "nobody else has begun"
        brake.let_go()
        await ear.until(lambda: bool(ear.plies))


@shared_backing
async def test_another_process_thinks_when_the_first_is_gone(backing: Backing, brake: Brake) -> None:
    async with backing.house() as other:
        await come_in(other)
        async with backing.house() as one:
            name = await open_table(one, "bot:club mine")
            ear = await watch(other, name)
            await brake.holds()
        brake.let_go()
        await ear.until(lambda: bool(ear.plies))


# --- clocks


def later(monkeypatch: pytest.MonkeyPatch, milliseconds: int) -> None:
    """Let the house see a later time."""
    monkeypatch.setattr(houses, "now", lambda: now() + milliseconds)


@both_backings
async def test_of_two_players_the_one_who_runs_out_has_lost(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = await open_table(house, clock=BLITZ)
    await sit(house, name)
    ear = await watch(house, name)
    later(monkeypatch, 9_000)
    await say(house, name, "I am thinking.")
    later(monkeypatch, 11_000)
    await ear.until(lambda: held(house, name).table.status == "over")
    found = await as_kept(house, name)
    assert moves(found) == [(0, "!timeout")]
    assert found.result is not None
    assert found.result.winners == (1,)
    require_fair(found)


@both_backings
async def test_among_three_the_house_plays_on_for_one_who_runs_out(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = await open_table(house, "mine open mine:Cas", clock=BLITZ)
    await sit(house, name)
    ear = await watch(house, name)
    later(monkeypatch, 11_000)
    await ear.until(lambda: held(house, name).table.due == (1,))
    found = await as_kept(house, name)
    (timeout, played) = moves(found)
    assert timeout == (0, "!timeout")
    assert played[0] == 0
    assert found.person_of(0) is None
    assert found.person_of(1) == BOB.id


async def closed_for_an_hour(backing: Backing, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let somebody's time run out while the house is closed."""
    async with backing.house() as house:
        await come_in(house)
        name = await open_table(house, clock=BLITZ)
        await sit(house, name)
    later(monkeypatch, HOUR)
    return name


@both_backings
async def test_who_ran_out_while_the_house_was_closed_may_still_move(
    backing: Backing, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = await closed_for_an_hour(backing, monkeypatch)
    async with backing.house() as house:
        looked, look = asyncio.Event(), house._look_after

        async def noted(table: str) -> None:
            await look(table)
            looked.set()

        monkeypatch.setattr(house, "_look_after", noted)
        async with asyncio.timeout(30):
            await looked.wait()
        assert (await house.table(name)).status == "playing"
        await move(house, name)


@both_backings
async def test_but_not_for_ever(backing: Backing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "GRACE", 100)
    name = await closed_for_an_hour(backing, monkeypatch)
    async with backing.house() as house:
        ear = await watch(house, name)
        await ear.until(lambda: held(house, name).table.status == "over")

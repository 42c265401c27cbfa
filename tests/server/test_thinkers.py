"""Who comes next where many bots want to think: address by address, person by person, table by table."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from digsite.bots import Bot
from digsite.core.names import Seat, View
from digsite.games import game
from digsite.server import fair_queue, thinkers
from digsite.server import house as houses
from digsite.server.fair_queue import FairQueue
from digsite.server.house import House
from digsite.server.steady import now
from digsite.server.thinkers import Payer, Thinkers
from digsite.table import deeds
from digsite.table.entry import Asked
from tests.server.guest import Guest
from tests.server.houses import (
    ANN,
    BOB,
    Backing,
    Brake,
    come_in,
    eventually,
    held,
    open_table,
    sqlite_backing,
    watch,
)
from tests.server.open_house import OpenHouse, open_house
from tests.support import deal, random_positions

VIEW = cast("View", np.zeros(1))


@dataclass
class FakeBot:
    """A bot that thinks by a clock that does not run by itself."""

    name: str
    desk: Desk
    seconds: float
    quick: bool = False
    held: bool = True
    """Whether the gate is there for it."""
    game: Any = field(init=False)

    def __post_init__(self) -> None:
        self.game = self

    def is_quick(self, *_: object) -> bool:
        return self.quick

    def move(self, *_: object) -> int:
        if self.held and not self.quick:
            self.desk.gate.wait()
        self.desk.clock += self.seconds
        self.desk.order.append(self.name)
        return 0

    def move_text(self, *_: object) -> str:
        return self.name


class Desk:
    """Thinkers whose time is counted, not measured. Searches can be held up by a gate."""

    def __init__(self, count: int = 1) -> None:
        self.thinkers = Thinkers(count)
        self.order: list[str] = []
        """Who thought, by the name of the thought."""
        self.clock = 0.0
        self.gate = threading.Event()
        self.gate.set()

    def think(
        self, name: str, seconds: float = 1.0, *, who: str = "1 ann", table: str = "", **kind: bool
    ) -> asyncio.Task[str]:
        """Let a bot think that is paid for by an address and a person, written as two words."""
        bot = cast("Bot", FakeBot(name, self, seconds, **kind))
        payer = Payer(*who.split(" "))
        return asyncio.create_task(self.thinkers.think(table or name, payer, bot, VIEW, Seat(0)))

    def crowd(self, count: int, who: str, seconds: float = 1.0) -> list[asyncio.Task[str]]:
        """Let a bot think at each of so many tables of one person."""
        return [self.think(who, seconds, who=who, table=f"{who} {number}") for number in range(count)]

    def place_of(self, name: str) -> int:
        return self.order.index(name)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the house tell at once which bots wait."""
    monkeypatch.setattr(houses, "PRESENT_EVERY", 0.01)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    desk = Desk()
    monkeypatch.setattr(time, "perf_counter", lambda: desk.clock)
    yield desk
    desk.thinkers.close()


# --- tables of one person


async def test_a_table_with_many_thoughts_does_not_hold_up_another(desk: Desk) -> None:
    many = [desk.think("many") for _ in range(5)]
    assert await asyncio.gather(*many, desk.think("one")) == ["many"] * 5 + ["one"]
    assert desk.order == ["many", "one", *["many"] * 4]


async def test_tables_get_the_same_time_not_the_same_number_of_thoughts(desk: Desk) -> None:
    strong, weak = [desk.think("strong", 4) for _ in range(5)], [desk.think("weak") for _ in range(20)]
    await asyncio.gather(*strong, *weak)
    seconds = Counter[str]()
    for name in desk.order:
        seconds[name] += 4 if name == "strong" else 1
        assert abs(seconds["strong"] - seconds["weak"]) <= 4


async def test_who_comes_later_need_not_be_given_what_others_had_before(desk: Desk) -> None:
    for _ in range(10):
        await desk.think("old")
    await asyncio.gather(*(desk.think(name) for _ in range(3) for name in ("new", "old")))
    assert desk.order[10:] in (["new", "old"] * 3, ["new", "old", "old", "new", "new", "old"])


async def test_whoever_does_not_want_to_know_any_more_takes_no_time(desk: Desk) -> None:
    first, unwanted, last = [desk.think(name) for name in ("first", "unwanted", "last")]
    await asyncio.sleep(0)
    unwanted.cancel()
    await asyncio.gather(first, last)
    assert desk.order == ["first", "last"]


async def test_a_bot_that_fails_does_not_stop_the_others(desk: Desk) -> None:
    failing = desk.think("failing", cast("float", "no number"))
    with pytest.raises(TypeError):
        await failing
    assert await desk.think("another") == "another"


# --- addresses and persons


async def test_hundreds_of_tables_of_one_guest_do_not_delay_another(desk: Desk) -> None:
    crowd = desk.crowd(300, "1 ann")
    bob = [desk.think(f"bob {number}", who="2 bob") for number in range(3)]
    await asyncio.gather(*crowd, *bob)
    assert [desk.place_of(f"bob {number}") for number in range(3)] == [1, 3, 5]


async def test_two_persons_behind_one_address_share_it(desk: Desk) -> None:
    crowd = desk.crowd(50, "1 ann")
    neighbours = [desk.think(f"bob {number}", who="1 bob") for number in range(3)]
    await asyncio.gather(*crowd, *neighbours)
    assert [desk.place_of(f"bob {number}") for number in range(3)] == [1, 3, 5]


async def test_many_guests_of_one_address_have_one_share(desk: Desk) -> None:
    """A new guest costs nothing, so that many of them must not count as many."""
    crowd = [desk.think("crowd", who=f"1 guest{number}", table=str(number)) for number in range(100)]
    others = [desk.think(f"bob {number}", who="2 bob") for number in range(3)]
    await asyncio.gather(*crowd, *others)
    assert [desk.place_of(f"bob {number}") for number in range(3)] == [1, 3, 5]


async def test_without_an_address_a_person_stands_alone(desk: Desk) -> None:
    """After a restart nobody knows any address: persons must not share what is none."""
    crowd = [
        *(desk.think("ann", who=" ann", table=f"a{number}") for number in range(20)),
        *(desk.think("bob", who=" bob", table=f"b{number}") for number in range(20)),
    ]
    cas = [desk.think("cas", who="3 cas") for _ in range(5)]
    await asyncio.gather(*crowd, *cas)
    assert Counter(desk.order[:15]) == {"ann": 5, "bob": 5, "cas": 5}


async def test_a_newcomer_is_served_next(desk: Desk) -> None:
    """However much others have had, and however many of them there are."""
    crowd = [task for n in range(10) for task in desk.crowd(20, f"{n} guest{n}", 1 + n / 100)]
    await eventually(lambda: len(desk.order) > 60)
    desk.gate.clear()
    newcomer = desk.think("newcomer", who="new new")
    await asyncio.sleep(0)
    before = len(desk.order)
    desk.gate.set()
    await newcomer
    assert desk.place_of("newcomer") <= before + 1
    await asyncio.gather(*crowd)


async def test_nobody_is_starved_by_others_who_came_later(desk: Desk) -> None:
    for _ in range(50):
        await desk.think("ann", who="1 ann")
    later = desk.crowd(100, "2 bob")
    await asyncio.gather(*later, *desk.crowd(3, "1 ann"))
    assert [place for place, name in enumerate(desk.order[50:]) if name == "1 ann"] == [1, 3, 5]


async def test_who_goes_and_comes_again_has_not_been_forgotten(desk: Desk) -> None:
    """Otherwise a strong bot that thinks once at a time would be served as often as a weak one."""
    desk.gate.clear()
    crowd = desk.crowd(12, "2 bob")
    heavy = desk.think("heavy", 4, who="1 ann")
    again = asyncio.create_task(_after(heavy, partial(desk.think, "again", 4, who="1 ann")))
    await asyncio.sleep(0)
    desk.gate.set()
    await asyncio.gather(*crowd, again)
    assert desk.place_of("again") - desk.place_of("heavy") >= 4


async def _after(first: asyncio.Task[str], then: Any) -> None:
    await first
    await then()


# --- several thinkers


@pytest.mark.parametrize("stranger", ["2 bob", " bob"])
async def test_no_address_has_all_thinkers(stranger: str) -> None:
    desk = Desk(3)
    desk.gate.clear()
    crowd = desk.crowd(20, "1 ann") + desk.crowd(20, "1 anton")
    await asyncio.sleep(0)
    async with asyncio.timeout(30):
        await desk.think("stranger", who=stranger, held=False)
    assert desk.order == ["stranger"], "all others are held up by the gate"
    desk.gate.set()
    await asyncio.gather(*crowd)
    desk.thinkers.close()


async def test_no_person_has_all_thinkers_by_several_addresses() -> None:
    desk = Desk(3)
    desk.gate.clear()
    crowd = desk.crowd(5, "1 ann") + desk.crowd(5, "2 ann") + desk.crowd(5, " ann")
    await asyncio.sleep(0)
    async with asyncio.timeout(30):
        await desk.think("stranger", who="3 bob", held=False)
    assert desk.order == ["stranger"]
    desk.gate.set()
    await asyncio.gather(*crowd)
    desk.thinkers.close()


async def test_one_person_alone_has_all_thinkers_but_one() -> None:
    desk = Desk(4)
    desk.gate.clear()
    crowd = desk.crowd(9, "1 ann")
    await eventually(lambda: sum(desk.thinkers._searches._running.values()) == 2 * 3)
    desk.gate.set()
    assert len(await asyncio.gather(*crowd)) == 9
    desk.thinkers.close()


# --- moves without a search


async def test_moves_without_a_search_pass_a_full_queue(desk: Desk) -> None:
    desk.gate.clear()
    crowd = desk.crowd(50, "1 ann")
    await asyncio.sleep(0)
    async with asyncio.timeout(30):
        await desk.think("quick", who="1 ann", quick=True)
    assert desk.order == ["quick"], "no search has ended"
    desk.gate.set()
    await asyncio.gather(*crowd)


async def test_moves_without_a_search_are_shared_fairly_too(desk: Desk) -> None:
    crowd = [desk.think("ann", table=str(number), quick=True) for number in range(50)]
    bob = [desk.think(f"bob {number}", who="2 bob", quick=True) for number in range(3)]
    await asyncio.gather(*crowd, *bob)
    assert [desk.place_of(f"bob {number}") for number in range(3)] == [1, 3, 5]


@pytest.mark.parametrize("key", ["scarab", "scarabya", "marajoara"])
def test_a_bot_is_quick_exactly_where_it_takes_no_search(key: str) -> None:
    rules, kinds = game(key), Counter[bool]()
    for position in random_positions(rules, deal(rules, 2, 1), 1):
        for seat in rules.movers(position):
            if seat < 0:
                continue
            view = rules.view(position, seat)
            for level in ("casual", "expert"):
                bot = Bot(rules, level, 1)
                assert bot.is_quick(view, seat) == (bot.think(view, seat).nodes == 0)
                kinds[bot.is_quick(view, seat)] += 1
    assert len(kinds) == 2, "the game has both"


# --- memory


async def test_what_was_spent_is_remembered_for_so_many_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MOST_REMEMBERED", 10)
    queue = FairQueue[str](depth=3)
    queue.put(("1", "ann", "always"), "always")
    for number in range(1000):
        for path in ((f"{number}", "bob", "t"), ("1", f"guest {number}", "t"), ("1", "ann", f"t{number}")):
            queue.put(path, "/".join(path))
    while item := queue.take(lambda _: False):
        if item != "always":
            queue.end(tuple(item.split("/")), 1.0)
    ann = cast("FairQueue[str]", cast("FairQueue[str]", queue._members["1"].queue)._members["ann"].queue)
    for group in (queue, cast("FairQueue[str]", queue._members["1"].queue), ann):
        assert len(group._members) == 1
        assert len(group._past) == 10
        assert not group._turns


async def test_a_queue_with_nothing_in_it_remembers_nothing(desk: Desk) -> None:
    await asyncio.gather(*desk.crowd(20, "1 ann"), *desk.crowd(20, "2 bob"))
    lane = desk.thinkers._searches
    remembered = (lane._queue._members, lane._queue._past, lane._queue._turns, lane._waiting, lane._running)
    assert not any(remembered)


# --- who pays


@pytest.fixture
async def house(backing: Backing) -> Any:
    async with backing.house() as house:
        await come_in(house)
        yield house


@sqlite_backing
async def test_whoever_did_something_last_pays(house: House) -> None:
    name = await open_table(house, "mine open bot:casual")
    room = await house.room(name)
    assert room.payer == Payer("", ANN.id)
    deed = partial(deeds.sit, chair=1, name=BOB.name, nonce="")
    await house.do(name, Asked(BOB.id, now(), address="10.0.0.2"), deed)
    assert room.payer == Payer("10.0.0.2", BOB.id)
    await eventually(lambda: not room.thinking)
    assert room.payer == Payer("10.0.0.2", BOB.id), "what the house does costs nobody else"


@sqlite_backing
async def test_whoever_is_refused_does_not_pay(house: House) -> None:
    name = await open_table(house)
    with pytest.raises(Exception, match="chair"):
        await house.do(name, Asked(BOB.id, now()), partial(deeds.sit, chair=0, name="Bob", nonce=""))
    assert (await house.room(name)).payer == Payer("", ANN.id)


@pytest.mark.parametrize("way", ["http", "socket"])
async def test_the_address_comes_with_the_deed(tmp_path: Path, way: str) -> None:
    with open_house(tmp_path) as house:
        async with Guest(house.url) as ann, Guest(house.url, "Bob") as bob:
            for guest, address in ((ann, "10.0.0.1"), (bob, "10.0.0.2")):
                guest.http.headers["x-forwarded-for"] = address
            name = await ann.open_table("scarab", [{"kind": "mine"}, {"kind": "open"}])
            assert payer(house, name).address == "10.0.0.1"
            await bob.call()
            await (bob.ask if way == "http" else bob.do)(name, "sit", chair=1, nonce="n")
            assert payer(house, name).address == "10.0.0.2"
            assert payer(house, name).person == (await bob.get("/api/me"))["id"]


def payer(house: OpenHouse, table: str) -> Payer:
    return held(house.site.house, table).payer


# --- who waits


@pytest.fixture
def brake(monkeypatch: pytest.MonkeyPatch) -> Iterator[Brake]:
    """Everybody who thinks is held up; in the end all are let go."""
    brake = Brake(monkeypatch)
    yield brake
    brake.let_go()


@sqlite_backing
async def test_who_watches_hears_which_bots_wait(
    house: House, brake: Brake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinkers, "LONG_WAIT", 0)
    first, second = [await open_table(house, "bot:expert mine", begins="first") for _ in range(2)]
    await brake.holds()
    one, other = [await watch(house, name) for name in (first, second)]
    await other.until(lambda: other.waiting == [0])
    assert one.waiting == [], "this one thinks already"
    brake.let_go()
    await other.until(lambda: other.waiting == [])


@sqlite_backing
async def test_nobody_is_told_of_a_moment(house: House, brake: Brake) -> None:
    await open_table(house, "bot:expert mine", begins="first")
    await brake.holds()
    name = await open_table(house, "bot:expert mine", begins="first")
    await eventually(lambda: bool(house._thinkers._searches._waiting))
    assert house._thinkers.waiting(name) == []


# --- over the wire


@pytest.mark.long
async def test_a_guest_with_sixty_tables_of_masters_does_not_keep_another_waiting(tmp_path: Path) -> None:
    bot, mine = {"kind": "bot", "level": "master"}, {"kind": "mine"}
    wanted = {"begins": "first", "starts_when_full": True}
    with open_house(tmp_path) as house:
        async with Guest(house.url) as ann, Guest(house.url, "Bob") as bob:
            for _ in range(60):
                await ann.open_table("scarabya", [bot, bot, bot, mine], options={"mode": "base"}, **wanted)
            await bob.call()
            for level in ("casual", "master"):
                chairs = [{"kind": "bot", "level": level}, mine]
                name = await bob.open_table("scarab", chairs, **wanted)
                await bob.watch(name)
                await bob.until(name, lambda known: bool(known["game"]["you"]["moves"]), seconds=10)
            crowd = house.site.house._thinkers._searches._waiting
            assert len(crowd) > 30, "the others wait still"

"""The lobby: nobody fills it alone, everybody is found, and an owner decides who sits at the table."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from digsite.core.errors import DigsiteError
from digsite.server.house import House
from digsite.server.limits import Limits
from digsite.server.lobby import BATCH, MOST_BATCHES, OF_ONE_OWNER, Filter, Page, page
from digsite.store.append import Addition, NewTable
from digsite.store.store import Person
from digsite.table.clock import DAY, NO_CLOCK, Clock
from digsite.table.entry import Entry
from digsite.table.set_up import Kind
from digsite.table.summary import ABOUT, About, Place, Seating, Summary
from digsite.wire.messages import MOST_LISTED, TablesWanted
from tests.server.guest import Guest, Json, Refusal
from tests.server.houses import ANN, BOB, Backing, both_backings, come_in, shared_backing
from tests.server.open_house import OpenHouse, open_house
from tests.server.tables import BASE, DUEL, INVITED, MINE, OPEN, refused
from tests.table.people import set_up

LIMITS = Limits()
LISTED = DUEL | {"chairs": [MINE, OPEN], "listed": True}
WAITING = DUEL | {"chairs": [MINE, OPEN]}
THREE = BASE | {"chairs": [MINE, OPEN, OPEN]}
AT_ONCE = DUEL | {"chairs": [MINE, {"kind": "bot", "level": "beginner"}], "listed": True}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """A house with the limits that houses have, though many guests come from one address."""
    limits = {
        "listed_tables_per_guest": LIMITS.listed_tables,
        "open_tables_per_guest": LIMITS.open_tables,
        "chairs_per_guest": LIMITS.chairs,
    }
    with open_house(tmp_path_factory.mktemp("lobby"), **limits) as house:
        yield house


@asynccontextmanager
async def guests(house: OpenHouse, *names: str) -> AsyncIterator[list[Guest]]:
    async with AsyncExitStack() as door:
        yield [await door.enter_async_context(Guest(house.url, name)) for name in names]


async def refusal_of(asking: Any) -> tuple[str, int | None, Json]:
    with pytest.raises(Refusal) as refusal:
        await asking
    return refusal.value.code, refusal.value.status, refusal.value.values


# --- how many tables one may hold


async def test_one_guest_cannot_fill_the_list(house: OpenHouse) -> None:
    async with guests(house, "Ann", "Ben") as (ann, ben):
        tables = [await ann.open_table(**LISTED) for _ in range(LIMITS.listed_tables)]
        full = "too_many_listed", 409, {"most": LIMITS.listed_tables}
        assert await refusal_of(ann.open_table(**LISTED)) == full
        await ann.open_table(**WAITING)
        await ben.open_table(**LISTED)
        await ann.ask(tables[0], "stand")
        await ann.open_table(**LISTED)
        await ben.ask(tables[1], "sit", chair=1)
        await ann.open_table(**LISTED)
        assert await refused(ann.open_table(**LISTED)) == "too_many_listed"


async def test_many_requests_at_once_open_no_more(house: OpenHouse) -> None:
    async with guests(house, "Ann") as (ann,):
        answers = await asyncio.gather(*(ann.open_table(**LISTED) for _ in range(30)), return_exceptions=True)
        codes = Counter(answer.code for answer in answers if isinstance(answer, Refusal))
        assert codes == {"too_many_listed": 30 - LIMITS.listed_tables}


async def test_whoever_has_no_chair_at_their_own_tables_opens_no_more(house: OpenHouse) -> None:
    async with guests(house, "Ann") as (ann,):
        chairs = {"chairs": [OPEN, OPEN]}
        tables = [await ann.open_table(**LISTED | chairs) for _ in range(LIMITS.listed_tables)]
        assert await refused(ann.open_table(**LISTED | chairs)) == "too_many_listed"
        mine = (await ann.get("/api/me/tables"))["tables"]
        assert {table["id"] for table in mine} == {*tables}, "they find what they should close"


async def test_nobody_has_more_open_tables_than_they_could_play_at(house: OpenHouse) -> None:
    async with guests(house, "Ann") as (ann,):
        tables = [await ann.open_table(**WAITING) for _ in range(LIMITS.open_tables)]
        full = "too_many_open", 409, {"most": LIMITS.open_tables}
        assert await refusal_of(ann.open_table(**WAITING)) == full
        await ann.open_table(**AT_ONCE)
        await ann.ask(tables[0], "stand")
        await ann.open_table(**WAITING)


async def test_a_rematch_is_a_table_more_but_finding_it_is_none(house: OpenHouse) -> None:
    async with guests(house, "Ann", "Ben") as (ann, ben):
        over = await ann.open_table(**WAITING)
        await ben.ask(over, "sit", chair=1)
        await ben.ask(over, "resign", seat=1)
        for _ in range(LIMITS.open_tables):
            await ann.open_table(**WAITING)
        assert await refused(ann.post(f"/api/tables/{over}/rematch")) == "too_many_open"
        again = await ben.post(f"/api/tables/{over}/rematch")
        assert await ann.post(f"/api/tables/{over}/rematch") == again


async def test_one_guest_cannot_take_a_chair_at_every_table(house: OpenHouse) -> None:
    names = [f"Host {number}" for number in range(LIMITS.chairs + 2)]
    async with guests(house, "Ann", *names) as (ann, *hosts):
        tables = [await host.open_table(**THREE) for host in hosts]
        for table in tables[: LIMITS.chairs]:
            await ann.ask(table, "sit", chair=1, key="once")
        full = "too_many_chairs", 409, {"most": LIMITS.chairs}
        assert await refusal_of(ann.ask(tables[-1], "sit", chair=1)) == full
        assert await refusal_of(ann.ask(tables[0], "sit", chair=2)) == ("sits_already", 409, {})
        await ann.ask(tables[0], "sit", chair=1, key="once")
        await ann.open_table(**THREE)
        await ann.ask(tables[0], "stand")
        await ann.ask(tables[-1], "sit", chair=1)
        await hosts[1].ask(tables[1], "stand")
        await ann.ask(tables[-2], "sit", chair=1)


async def test_many_requests_at_once_take_no_more_chairs(house: OpenHouse) -> None:
    names = [f"Host {number}" for number in range(20)]
    async with guests(house, "Ann", *names) as (ann, *hosts):
        tables = [await host.open_table(**THREE) for host in hosts]
        sits = (ann.ask(table, "sit", chair=1) for table in tables)
        answers = await asyncio.gather(*sits, return_exceptions=True)
        assert sum(isinstance(answer, int) for answer in answers) == LIMITS.chairs


async def test_a_chair_at_a_table_of_ones_own_is_always_free(house: OpenHouse) -> None:
    names = [f"Host {number}" for number in range(LIMITS.chairs)]
    async with guests(house, "Ann", *names) as (ann, *hosts):
        for host in hosts:
            await ann.ask(await host.open_table(**THREE), "sit", chair=1)
        own = await ann.open_table(**WAITING | {"chairs": [OPEN, OPEN]})
        await ann.ask(own, "sit", chair=0)


@shared_backing
async def test_what_one_process_has_counted_the_other_counts_too(backing: Backing) -> None:
    async with backing.house() as one, backing.house() as two:
        await come_in(one)
        wanted = set_up("scarab", "mine open")
        houses = [one, two] * LIMITS.open_tables
        for house in houses[: LIMITS.open_tables]:
            await house.open_table(ANN, wanted)
        for house in (one, two):
            with pytest.raises(DigsiteError, check=lambda error: error.code == "too_many_open"):
                await house.open_table(ANN, wanted)


# --- the list


async def test_one_guest_cannot_hide_the_tables_of_others(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:  # without limits, as houses were
        async with guests(house, "Ann", "Ben", "Cas") as (ann, ben, cas):
            hers = await ben.open_table(**LISTED)
            await asyncio.gather(*(ann.open_table(**LISTED) for _ in range(120)))
            found = await cas.get("/api/tables")
            assert hers in [table["id"] for table in found["tables"]]
            owners = Counter(table["places"][0]["name"] for table in found["tables"])
            assert owners == {"Ann": OF_ONE_OWNER, "Ben": 1}
            assert found["next"] is None


async def add_listed(
    house: House,
    name: str,
    owner: Person = ANN,
    *,
    at: int = 0,
    game: str = "scarab",
    status: Any = "open",
    clock: Clock = NO_CLOCK,
    kinds: tuple[Kind, ...] = ("mine", "open"),
    **options: str,
) -> None:
    """Put a table into the list as an older house may have left it, past all limits."""
    places = tuple(Place(kind, None, owner.name if kind == "mine" else None) for kind in kinds)
    about = ABOUT.write(About(options, clock, places))
    table = NewTable(name.rjust(22, "_"), game, owner.id, bytes(32), "", listed=True)
    summary = Summary(status, 0, None, Seating(about, {owner.id: 0}))
    await house.store.add_table(table, [Entry(at, "open", owner.id)], summary)


async def add_owners(house: House, count: int) -> list[Person]:
    owners = [Person(f"owner {number}", f"Owner {number}") for number in range(count)]
    await come_in(house, *owners)
    return owners


async def listed(house: House, person: str | None = None, **wanted: Any) -> Page:
    return await page(house.store, Filter(TablesWanted(**wanted), person))


def names(found: Page) -> list[str]:
    return [line.id.lstrip("_") for line in found.lines]


async def all_pages(house: House, **wanted: Any) -> list[list[str]]:
    pages: list[list[str]] = []
    found = Page([], "")
    while found.next is not None:
        found = await listed(house, **wanted | ({"after": found.next} if found.next else {}))
        pages.append(names(found))
    return pages


@both_backings
async def test_a_page_has_the_latest_tables_and_few_of_one_owner(backing: Backing) -> None:
    async with backing.house() as house:
        await come_in(house)
        for number in range(2 * BATCH):
            await add_listed(house, f"ann {number}", at=1000 + number)
        for number in range(5):
            await add_listed(house, f"bob {number}", BOB, at=number)
        found = await listed(house)
        latest = [f"ann {number}" for number in range(2 * BATCH - 1, 2 * BATCH - 1 - OF_ONE_OWNER, -1)]
        assert names(found) == [*latest, "bob 4", "bob 3", "bob 2"]
        assert found.next is None


@both_backings
async def test_pages_follow_each_other_without_gaps_or_repeats(backing: Backing) -> None:
    async with backing.house() as house:
        owners = await add_owners(house, 25)
        for number, owner in enumerate(owners):
            await add_listed(house, f"t{number:02}", owner, at=number // 4)  # some at the same moment
        assert await all_pages(house, count=MOST_LISTED) == [[f"t{n:02}" for n in range(24, -1, -1)]]
        pages = await all_pages(house, count=10)
        assert [len(names) for names in pages] == [10, 10, 5]
        assert [name for names in pages for name in names] == [f"t{n:02}" for n in range(24, -1, -1)]
        assert [len(names) for names in await all_pages(house, count=5)] == [5] * 5, (
            "no empty page at the end"
        )


@both_backings
async def test_the_list_goes_on_where_it_was_while_tables_come_and_go(backing: Backing) -> None:
    async with backing.house() as house:
        owners = await add_owners(house, 6)
        for number, owner in enumerate(owners):
            await add_listed(house, f"t{number}", owner, at=number)
        first = await listed(house, count=2)
        assert names(first) == ["t5", "t4"]
        await add_listed(house, "new", owners[0], at=99)
        gone = Summary("gone", 0, None, None)
        at_its_end = first.lines[-1].id
        await house.store.added(Addition(at_its_end, 1, [Entry(100, "gone")], gone))
        assert names(await listed(house, count=2, after=first.next)) == ["t3", "t2"]


@both_backings
async def test_tables_are_found_by_what_one_looks_for(backing: Backing) -> None:
    async with backing.house() as house:
        owners = await add_owners(house, 5)
        await come_in(house)
        live, days = Clock("live", 600, 5), Clock("days", DAY)
        await add_listed(house, "plain", owners[0], at=5)
        await add_listed(house, "live", owners[1], at=4, clock=live, board="short")
        await add_listed(house, "days", owners[2], at=3, clock=days, game="scarabya", mode="duel")
        await add_listed(house, "three", owners[3], at=2, kinds=("mine", "open", "invited"), game="scarabya")
        await add_listed(house, "invited", owners[4], at=1, kinds=("mine", "invited"))
        await add_listed(house, "playing", owners[4], at=0, status="playing")

        async def found(person: str | None = None, **wanted: Any) -> list[str]:
            return names(await listed(house, person, **wanted))

        assert await found() == ["plain", "live", "days", "three", "invited"]
        assert await found(status="playing") == ["playing"]
        assert await found(game="scarabya") == ["days", "three"]
        assert await found(pace="none") == ["plain", "three", "invited"]
        assert await found(pace="live") == ["live"]
        assert await found(pace="days", game="scarabya") == ["days"]
        assert await found(pace="days", game="scarab") == []
        assert await found(chairs=3) == ["three"]
        assert await found(free=True) == ["plain", "live", "days", "three"]
        assert await found(owners[0].id, free=True) == ["live", "days", "three"], "one's own is no news"
        assert await found(game="scarab", option=["board:short"]) == ["live"]
        assert await found(game="scarab", option=["board:full"]) == ["plain", "invited"]
        assert await found(game="scarab", option=["board:short", "teams:yes"]) == []


@both_backings
async def test_many_tables_that_nobody_looks_for_hide_none_that_somebody_does(backing: Backing) -> None:
    async with backing.house() as house:
        await come_in(house)
        await add_listed(house, "wanted", BOB, clock=Clock("live", 600, 5))
        for number in range(1, BATCH * MOST_BATCHES + 1):
            await add_listed(house, f"other-{number}", at=number)
        assert await all_pages(house, pace="live") == [["wanted"]]


@both_backings
async def test_a_filter_that_finds_little_reads_no_more_than_a_page_may(backing: Backing) -> None:
    async with backing.house() as house:
        owners = await add_owners(house, BATCH * MOST_BATCHES + 1)
        await add_listed(house, "wanted", owners[0], at=0, clock=Clock("live", 600, 5))
        for number, owner in enumerate(owners[1:], 1):
            await add_listed(house, f"other-{number}", owner, at=number)
        assert await all_pages(house, pace="live") == [[], ["wanted"]]


@pytest.mark.parametrize(
    ("query", "code", "values"),
    [
        ({"status": "over"}, "bad_request", {"where": "query.status"}),
        ({"game": "chess"}, "unknown_game", None),
        ({"pace": "slow"}, "bad_request", {"where": "query.pace"}),
        ({"chairs": "0"}, "bad_request", {"where": "query.chairs"}),
        ({"chairs": "5"}, "bad_request", {"where": "query.chairs"}),
        ({"free": "perhaps"}, "bad_request", {"where": "query.free"}),
        ({"count": str(MOST_LISTED + 1)}, "bad_request", {"where": "query.count"}),
        ({"after": "yesterday"}, "bad_request", {"where": "query.after"}),
        ({"after": "9" * 17 + "-" + "x" * 22}, "bad_request", {"where": "query.after"}),
        ({"colour": "red"}, "bad_request", {"where": "query.colour"}),
        ({"option": "teams:yes"}, "which_game", None),
        ({"game": "scarab", "option": "teams"}, "bad_request", {"where": "query.option.0"}),
        ({"game": "scarab", "option": "colour:red"}, "unknown_option", None),
        ({"game": "scarab", "option": "teams:maybe"}, "unknown_value", None),
        ({"game": "scarabya", "option": "boards:mine"}, "unknown_option", None),
    ],
)
def test_what_nobody_can_look_for_is_refused(
    house: OpenHouse, query: dict[str, str], code: str, values: Json | None
) -> None:
    answer = httpx2.get(f"{house.url}/api/tables", params=query)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (400, code)
    assert values is None or error["values"] == values


async def test_a_cursor_goes_the_way_of_any_other_parameter(house: OpenHouse) -> None:
    async with guests(house, "Ann") as (ann,):
        tables = [await ann.open_table(**LISTED) for _ in range(2)]
        first = await ann.get("/api/tables", count=1)
        assert [table["id"] for table in first["tables"]] == tables[1:]
        second = await ann.get("/api/tables", count=1, after=first["next"])
        assert [table["id"] for table in second["tables"]] == tables[:1]
        for table in tables:
            await ann.ask(table, "stand")


# --- removal


async def test_an_owner_frees_a_chair(house: OpenHouse) -> None:
    async with guests(house, "Ann", "Ben", "Cas") as (ann, ben, cas):
        table = await ann.open_table(**THREE)
        await ben.call()
        await ben.ask(table, "sit", chair=1)
        await ben.watch(table)
        await ann.ask(table, "remove", chair=1)
        known = await ben.until(table, lambda known: known["table"]["removed"])
        assert [place["name"] for place in known["table"]["places"]] == ["Ann", None, None]
        assert not any(place["yours"] for place in known["table"]["places"])
        assert (await ben.get("/api/me/tables"))["tables"] == []
        assert await refused(ben.ask(table, "say", text="Why?")) == "not_seated"
        for chair in (1, 2):
            assert await refusal_of(ben.ask(table, "sit", chair=chair)) == ("removed_from_table", 403, {})
        await cas.ask(table, "sit", chair=1)
        shown = (await cas.look(table))["table"]
        assert ([place["name"] for place in shown["places"]], shown["removed"]) == (
            ["Ann", "Cas", None],
            False,
        )


async def test_the_invitation_that_somebody_had_does_not_bring_them_back(house: OpenHouse) -> None:
    async with guests(house, "Ann", "Ben") as (ann, ben):
        table = await ann.open_table(**THREE | {"chairs": [MINE, INVITED, INVITED]})
        invitation = (await ann.look(table))["table"]["invitation"]
        await ben.ask(table, "sit", chair=1, invitation=invitation)
        await ann.ask(table, "remove", chair=1)
        asking = ben.ask(table, "sit", chair=2, invitation=invitation)
        assert await refused(asking) == "removed_from_table"


async def test_whoever_is_not_to_be_removed_stays(house: OpenHouse) -> None:
    async with guests(house, "Ann", "Ben", "Cas") as (ann, ben, cas):
        table = await ann.open_table(**THREE | {"starts_when_full": False})
        await ben.ask(table, "sit", chair=1)
        assert await refused(ben.ask(table, "remove", chair=0)) == "not_the_owner"
        assert await refused(cas.ask(table, "remove", chair=1)) == "not_the_owner"
        assert await refused(ann.ask(table, "remove", chair=0)) == "cannot_remove_yourself"
        assert await refused(ann.ask(table, "remove", chair=2)) == "nobody_to_remove"
        assert await refused(ann.ask(table, "remove", chair=3)) == "no_such_seat"
        assert await refused(ann.ask(table, "remove", chair=4)) == "bad_request"
        await cas.ask(table, "sit", chair=2)
        await ann.ask(table, "start")
        assert await refused(ann.ask(table, "remove", chair=1)) == "game_has_started"


async def test_a_removal_that_is_sent_again_removes_nobody_else(house: OpenHouse) -> None:
    async with guests(house, "Ann", "Ben", "Cas") as (ann, ben, cas):
        table = await ann.open_table(**THREE)
        await ben.ask(table, "sit", chair=1)
        ply = await ann.ask(table, "remove", chair=1, key="once")
        await cas.ask(table, "sit", chair=1)
        assert await ann.ask(table, "remove", chair=1, key="once") == ply
        assert (await ann.look(table))["table"]["places"][1]["name"] == "Cas"


async def test_a_chair_that_is_kept_for_somebody_is_not_freed(house: OpenHouse) -> None:
    async with guests(house, "Ann", "Ben", "Cas") as (ann, ben, cas):
        over = await ann.open_table(**THREE)
        await ben.ask(over, "sit", chair=1)
        await cas.ask(over, "sit", chair=2)
        await ben.ask(over, "resign", seat=1)
        await cas.ask(over, "resign", seat=2)
        again = (await ann.post(f"/api/tables/{over}/rematch"))["table"]
        places = (await ben.look(again))["table"]["places"]
        chair = next(number for number, place in enumerate(places) if place["for_you"])
        await ben.ask(again, "sit", chair=chair)
        assert await refused(ann.ask(again, "remove", chair=chair)) == "cannot_remove_kept"

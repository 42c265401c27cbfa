"""One suite for both databases: what goes in comes out, and what is told to last is there."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from digsite.core.errors import DigsiteError
from digsite.store.append import Addition, NewTable
from digsite.store.sessions import Code, Login
from digsite.store.store import LISTED_AT_MOST, Person, Spot, Store, Waiting, Wake
from digsite.table.entry import Entry
from digsite.table.summary import Seating, Summary
from tests.store.databases import Database
from tests.store.kept import ANN, BOB, OPENED, PLAYING, add_people, add_table, entries, said, seated

AWKWARD = Person("x" * 32, "Zoë 🏺 O'Neill; --\\" + "é" * 11)
"""A name as long as names may be, with letters that a database could trip over."""

NEW = "the digest of a new session"


# --- people


@pytest.mark.parametrize("person", [ANN, AWKWARD], ids=["plain", "awkward"])
async def test_somebody_is_known_again(store: Store, person: Person) -> None:
    assert await store.person(person.id) is None
    await store.add_person(person, now := 1_763_000_000_000)
    assert await store.person(person.id) == person
    await store.rename(renamed := Person(person.id, "Somebody else"))
    assert await store.person(person.id) == renamed
    assert now > 2**31, "times need more than 32 bits"


async def test_a_code_can_be_used_once(store: Store) -> None:
    await add_people(store)
    await store.add_code(Login(ANN.id), Code("digest", until=100))
    assert await store.take_code("another", 100, NEW) is None
    assert await store.take_code("digest", 100, NEW) == ANN
    assert await store.logins.used(Login(ANN.id, NEW)) == 100
    assert await store.take_code("digest", 100, "another") is None
    assert await store.logins.used(Login(ANN.id, "another")) is None


async def test_a_code_that_is_too_old_is_good_for_nothing(store: Store) -> None:
    await add_people(store)
    await store.add_code(Login(ANN.id), Code("digest", until=100))
    assert await store.take_code("digest", 101, NEW) is None
    assert await store.logins.used(Login(ANN.id, NEW)) is None
    assert await store.take_code("digest", 100, NEW) is None, "whoever tried has spoiled it"


async def test_a_new_code_takes_the_place_of_the_old_one_and_of_nobody_elses(store: Store) -> None:
    await add_people(store)
    await store.add_code(Login(BOB.id), Code("of Bob", until=100))
    await store.add_code(Login(ANN.id), Code("old", until=100))
    await store.add_code(Login(ANN.id), Code("new", until=100))
    assert await store.take_code("old", 0, NEW) is None
    assert await store.take_code("new", 0, NEW) == ANN
    assert await store.take_code("of Bob", 0, "session of Bob") == BOB


async def test_of_many_who_use_a_code_at_once_one_gets_in(store: Store) -> None:
    await add_people(store)
    await store.add_code(Login(ANN.id), Code("digest", until=100))
    found = await asyncio.gather(*(store.take_code("digest", 0, f"session {n}") for n in range(8)))
    assert sorted(found, key=bool) == [None] * 7 + [ANN]


# --- tables and their entries

ENTRIES = [
    Entry(1_763_000_000_000, "open", ANN.id, text='{"game": "scarab"}'),
    Entry(1_763_000_000_001, "sit", BOB.id, 1, "🏺 é \\ ' \" %s ? :x $1", "key_-1"),
    Entry(1_763_000_000_001, "start", text="\n".join(["a long text"] * 400)),
    Entry(1_763_000_000_002, "game", ANN.id, 0, "F2 d4", "k" * 64),
    Entry(1_763_000_000_002, "game", "", -1, "card 7"),
    Entry(2**53, "say", ANN.id, text=""),
]


async def test_a_table_comes_back_as_it_was(store: Store) -> None:
    await add_people(store)
    table = NewTable("t" * 22, "scarab", ANN.id, bytes(range(32)), "come in", listed=True)
    await store.add_table(table, ENTRIES, seated(ann=1, bob=2))
    kept = await store.table(table.id)
    assert kept is not None
    assert (kept.id, kept.secret, kept.invitation) == (table.id, table.secret, table.invitation)
    assert kept.entries == ENTRIES
    assert await store.game_of(table.id) == "scarab"
    assert await entries(store, table.id, 4) == ENTRIES[4:]
    assert await entries(store, table.id, len(ENTRIES)) == []


async def test_a_table_that_was_never_opened_is_not_there(store: Store) -> None:
    assert await store.table("nowhere") is None
    assert await store.game_of("nowhere") is None
    assert await entries(store, "nowhere", 0) == []
    assert await store.added(said("nowhere", 0)) is False


async def test_what_is_added_comes_back_in_its_order(store: Store) -> None:
    await add_people(store)
    await add_table(store, "t")
    assert await store.added(Addition("t", 1, ENTRIES[1:4], PLAYING))
    assert await store.added(Addition("t", 4, ENTRIES[4:], PLAYING))
    assert await entries(store, "t", 0) == [OPENED, *ENTRIES[1:]]
    assert await store.plies(["t"]) == {"t": 6}


@pytest.mark.parametrize("after", [0, 1, 3])
async def test_whoever_does_not_know_the_ply_adds_nothing(
    store: Store, database: Database, after: int
) -> None:
    await add_people(store)
    await add_table(store, "t", seated(ann=1))
    await store.added(said("t", 1))
    everything = "SELECT * FROM tables, entries, sittings"
    before = await database.ask(everything)
    late = Summary("over", due=3, wake=77, seating=Seating("something else", {BOB.id: 2}))
    assert await store.added(Addition("t", after, ENTRIES[3:], late)) is False
    assert await database.ask(everything) == before


async def test_a_table_is_kept_as_a_whole_or_not_at_all(store: Store) -> None:
    await add_people(store)
    with pytest.raises(DigsiteError, check=lambda error: error.code == "store_refuses"):
        await add_table(store, "t", seated(nobody=1))
    assert await store.table("t") is None
    assert await entries(store, "t", 0) == []


# --- many at once


async def test_many_who_add_at_once_share_the_way_to_the_disk(store: Store, database: Database) -> None:
    await add_people(store)
    names = [f"table {number}" for number in range(100)]
    await asyncio.gather(*(add_table(store, name) for name in names))
    before = await database.commits()
    for ply in (1, 2):
        assert all(await asyncio.gather(*(store.added(said(name, ply, name)) for name in names)))
    assert await database.commits() - before < 50
    for name in names:
        assert [entry.text for entry in await entries(store, name, 1)] == [name, name]


async def test_whoever_comes_too_late_does_not_spoil_it_for_others(store: Store) -> None:
    await add_people(store)
    names = [f"table {number}" for number in range(20)]
    await asyncio.gather(*(add_table(store, name) for name in names))
    late = names[::7]
    added = await asyncio.gather(*(store.added(said(name, 2 if name in late else 1)) for name in names))
    assert [name for name, was_added in zip(names, added, strict=True) if not was_added] == late
    assert {name for name, ply in (await store.plies(names)).items() if ply == 1} == set(late)


async def test_of_two_who_race_for_a_ply_one_wins(database: Database) -> None:
    async with database.opened_twice() as stores:
        await add_people(stores[0])
        await add_table(stores[0], "t")
        for ply in range(1, 41):
            wins = await asyncio.gather(*(store.added(said("t", ply, str(store))) for store in stores))
            assert sorted(wins) == [False, True]
            kept = await entries(stores[0], "t", ply)
            assert [entry.text for entry in kept] == [str(stores[wins.index(True)])]


async def test_processes_that_add_to_the_same_tables_do_not_block_each_other(database: Database) -> None:
    """Two transactions that lock the same rows in another order would wait for each other for ever."""
    async with database.opened_twice() as (one, two):
        await add_people(one)
        names = [f"table {number}" for number in range(30)]
        await asyncio.gather(*(add_table(one, name) for name in names))
        for ply in range(1, 11):
            forth = [one.added(said(name, ply)) for name in names]
            back = [two.added(said(name, ply)) for name in reversed(names)]
            wins = await asyncio.gather(*forth, *back)
            assert wins.count(True) == len(names)


async def test_somebody_who_stops_waiting_does_not_hold_up_the_others(store: Store) -> None:
    await add_people(store)
    for name in ("t", "u"):
        await add_table(store, name)
    impatient = asyncio.create_task(store.added(said("t", 1)))
    patient = asyncio.create_task(store.added(said("u", 1)))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await patient
    assert await store.added(said("u", 2))
    assert await store.plies(["t"]) == {"t": 2}, "what was on its way arrives"


async def test_what_no_database_can_hold_fails_alone_and_loudly(store: Store) -> None:
    await add_people(store)
    await add_table(store, "t")
    with pytest.raises((UnicodeEncodeError, DigsiteError)):
        await store.added(said("t", 1, "half a letter: \ud800"))
    assert await entries(store, "t", 1) == []
    assert await store.added(said("t", 1))


async def test_what_was_begun_is_finished_before_closing(database: Database) -> None:
    async with database.opened() as store:
        await add_people(store)
        names = [f"table {number}" for number in range(20)]
        await asyncio.gather(*(add_table(store, name) for name in names))
        adding = [asyncio.create_task(store.added(said(name, 1))) for name in names]
        await asyncio.sleep(0)
    assert all(await asyncio.gather(*adding))
    async with database.opened() as store:
        assert set((await store.plies(names)).values()) == {2}


# --- lists


async def names_of(store: Store, person: Person) -> list[str]:
    return [line.id for line in await store.tables_of(person.id)]


async def test_somebodys_tables_begin_with_those_where_it_is_their_turn(store: Store) -> None:
    await add_people(store)
    open_one = Summary("open", 0, None, Seating("", {ANN.id: 0}))
    over = Summary("over", 0, None, Seating("", {ANN.id: 1}))
    await add_table(store, "over", over, at=9)
    await add_table(store, "open", open_one, at=8)
    await add_table(store, "others'", seated(due=2, ann=1, bob=2), at=1)
    await add_table(store, "others', later", seated(due=2, ann=1, bob=2), at=2)
    await add_table(store, "mine", seated(due=0b101, ann=0b100, bob=2), at=3)
    await add_table(store, "mine, later", seated(due=1, ann=1), at=4)
    await add_table(store, "gone", Summary("gone", 0, None, Seating("", {ANN.id: 0})), at=10)
    await add_table(store, "Bob's", seated(due=1, bob=1), at=10)
    lines = await store.tables_of(ANN.id)
    assert [line.id for line in lines] == ["mine, later", "mine", "others', later", "others'", "over", "open"]
    assert [line.your_turn for line in lines] == [True, True, False, False, False, False]
    assert [line.status for line in lines] == ["playing"] * 4 + ["over", "open"]
    assert [line.touched for line in lines] == [4, 3, 2, 1, 9, 8]
    assert {line.game for line in lines} == {"scarab"}
    assert await names_of(store, BOB) == ["Bob's", "others', later", "others'", "mine"]


async def test_lists_follow_what_is_added(store: Store) -> None:
    await add_people(store)
    await add_table(store, "t", Summary("open", 0, None, Seating("one chair is free", {ANN.id: 0})))
    joined = Summary("playing", 2, None, Seating("full", {ANN.id: 1, BOB.id: 2}))
    await store.added(Addition("t", 1, [Entry(5_000, "sit", BOB.id)], joined))
    (line,) = await store.tables_of(BOB.id)
    assert (line.about, line.status, line.touched, line.your_turn) == ("full", "playing", 5_000, True)
    await store.added(Addition("t", 2, [Entry(6_000, "game", BOB.id)], replace(PLAYING, due=1)))
    (line,) = await store.tables_of(BOB.id)
    assert (line.about, line.touched, line.your_turn) == ("full", 6_000, False)
    stood = Summary("open", 0, None, Seating("one chair is free", {ANN.id: 0}))
    await store.added(Addition("t", 3, [Entry(7_000, "stand", BOB.id)], stood))
    assert await names_of(store, BOB) == []
    assert await names_of(store, ANN) == ["t"]


async def test_anybody_finds_listed_tables_the_latest_first(store: Store) -> None:
    await add_people(store)
    for number, status in enumerate(["open", "open", "playing", "over"]):
        kept = Summary(status, 0, None, Seating("", {}))  # type: ignore[arg-type]
        await add_table(store, f"listed {number}", kept, at=number, listed=True)
        await add_table(store, f"secret {number}", kept, at=number)
    assert [line.id for line in await store.listed("open")] == ["listed 1", "listed 0"]
    assert [line.id for line in await store.listed("playing")] == ["listed 2"]
    assert [line.your_turn for line in await store.listed("playing")] == [False]


async def test_a_list_goes_on_after_a_spot_and_leaves_out_what_is_not_wanted(store: Store) -> None:
    await add_people(store)
    for number in range(6):
        await add_table(store, f"{number}", seated(bob=number % 2), at=number // 3, listed=True)
    await add_table(store, "without Bob", seated(ann=1), at=0, listed=True)

    async def names(**wanted: Any) -> list[str]:
        return [line.id for line in await store.listed("playing", **wanted)]

    everything = ["5", "4", "3", "without Bob", "2", "1", "0"]
    assert await names() == everything
    assert await names(most=2) == ["5", "4"]
    assert await names(after=Spot(1, "4")) == everything[2:]
    assert await names(after=Spot(1, "3")) == everything[3:]
    assert await names(after=Spot(0, "1")) == ["0"]
    assert await names(game="scarab") == everything
    assert await names(game="scarabya") == []
    assert await names(not_with=BOB.id) == ["without Bob"]
    assert await names(not_of=[BOB.id]) == everything
    assert await names(not_of=[ANN.id, BOB.id]) == []


async def test_what_somebody_keeps_waiting_is_counted(store: Store) -> None:
    await add_people(store)
    waiting = Summary("open", 0, None, Seating("", {ANN.id: 0, BOB.id: 0}))
    await add_table(store, "listed", waiting, listed=True)
    await add_table(store, "hidden", waiting)
    await add_table(store, "without Bob", Summary("open", 0, None, Seating("", {ANN.id: 0})))
    for status in ("playing", "over", "gone"):
        await add_table(store, status, replace(waiting, status=status), listed=True)
    assert await store.waiting(ANN.id) == Waiting(listed=1, own=3, elsewhere=0)
    assert await store.waiting(BOB.id) == Waiting(listed=0, own=0, elsewhere=2)
    assert await store.waiting(BOB.id, besides="hidden") == Waiting(listed=0, own=0, elsewhere=1)
    assert await store.waiting("nobody") == Waiting(0, 0, 0)


async def test_a_list_has_an_end(store: Store) -> None:
    await add_people(store)
    count = LISTED_AT_MOST + 1
    await asyncio.gather(*(add_table(store, f"{n}", seated(ann=1), at=n, listed=True) for n in range(count)))
    assert await names_of(store, ANN) == [f"{n}" for n in range(count - 1, 0, -1)]
    assert [line.id for line in await store.listed("playing")] == await names_of(store, ANN)


async def test_plies_are_those_of_the_tables_asked_for(store: Store) -> None:
    await add_people(store)
    for name in ("t", "u", "v"):
        await add_table(store, name)
    await store.added(said("u", 1))
    assert await store.plies(["t", "u", "nowhere"]) == {"t": 1, "u": 2}
    assert await store.plies([]) == {}


# --- what the house looks after


async def test_a_table_is_looked_after_when_its_time_has_come(store: Store) -> None:
    await add_people(store)
    await add_table(store, "later", seated(wake=200))
    await add_table(store, "now", seated(wake=100))
    await add_table(store, "before", seated(wake=50))
    await add_table(store, "never", seated(wake=None))
    assert await store.claim(49, until=300, most=9) == []
    assert sorted(await store.claim(100, until=300, most=9)) == ["before", "now"]
    assert await store.claim(199, until=300, most=9) == []
    assert sorted(await store.claim(300, until=400, most=9)) == ["before", "later", "now"]


async def test_those_who_waited_longest_are_looked_after_first(store: Store) -> None:
    await add_people(store)
    for number in (3, 1, 2):
        await add_table(store, f"{number}", seated(wake=number))
    assert sorted(await store.claim(9, until=99, most=2)) == ["1", "2"]
    assert await store.claim(9, until=99, most=2) == ["3"]


async def test_an_addition_says_when_to_look_next(store: Store) -> None:
    await add_people(store)
    await add_table(store, "t", seated(wake=100))
    await store.added(replace(said("t", 1), summary=replace(PLAYING, wake=500)))
    assert await store.claim(499, until=999, most=9) == []
    await store.added(said("t", 2))
    assert await store.claim(9_999, until=99_999, most=9) == []


async def test_a_table_is_given_to_one_only(database: Database) -> None:
    async with database.opened_twice() as stores:
        await add_people(stores[0])
        names = [f"table {number:02}" for number in range(40)]
        await asyncio.gather(*(add_table(stores[0], name, seated(wake=1)) for name in names))
        claims = [store.claim(10, until=20, most=9) for store in stores for _ in range(9)]
        claimed = [name for names in await asyncio.gather(*claims) for name in names]
        assert len(set(claimed)) == len(claimed)
        while more := await stores[1].claim(10, until=20, most=9):
            claimed += more
        assert sorted(claimed) == names


async def test_whoever_looks_after_a_table_can_keep_it(store: Store) -> None:
    await add_people(store)
    for name in ("t", "u"):
        await add_table(store, name, seated(wake=100))
    await store.added(said("u", 1))
    await store.put_off([Wake("t", 1, 500), Wake("u", 1, 500)])
    assert await store.claim(499, until=999, most=9) == []
    assert await store.claim(500, until=999, most=9) == ["t"], "the other one has gone on since"


# --- links


async def test_links_come_back_as_they_were(store: Store) -> None:
    await add_people(store)
    await add_table(store, "t")
    some = [ENTRIES[3].with_link(-(2**63)), ENTRIES[4].with_link(2**63 - 1), ENTRIES[4]]
    assert await store.added(Addition("t", 1, some, PLAYING))
    assert [entry.link for entry in await entries(store, "t", 1)] == [-(2**63), 2**63 - 1, None]
    await store.add_link("t", 4, 7)
    await store.add_link("t", 3, 7)
    assert [entry.link for entry in await entries(store, "t", 1)] == [-(2**63), 2**63 - 1, 7]


async def test_a_table_that_has_lost_its_last_entries_is_refused(store: Store, database: Database) -> None:
    await add_people(store)
    await add_table(store, "t")
    await store.added(said("t", 1))
    assert await store.table("t") is not None
    async with database.connected() as connection:
        await connection.execute(text("DELETE FROM entries WHERE ply = 2"))
    with pytest.raises(DigsiteError, check=lambda error: error.code == "table_damaged"):
        await store.table("t")


async def test_tables_that_nobody_can_read_are_not_claimed(store: Store) -> None:
    await add_people(store)
    for name in ("t", "u"):
        await add_table(store, name, seated(wake=5))
    assert await store.claim(5, until=9, most=9, besides=["t"]) == ["u"]
    assert await store.claim(5, until=9, most=9) == ["t"]

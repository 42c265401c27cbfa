"""What is old goes with all that is its own, and nothing else does."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from msgspec.structs import replace

from digsite.store.removal import OF_GUESTS, OF_TABLES, Old, OldTable
from digsite.store.sessions import Code, Login
from digsite.store.store import Person, Store
from digsite.table.summary import Seating, Summary
from tests.store.databases import Database, Sqlite
from tests.store.kept import ANN, BOB, add_people, add_table, entries, said, seated

GONE = Summary("gone", due=0, wake=None, seating=Seating("", {}))
OVER = Summary("over", due=0, wake=None, seating=Seating("", {ANN.id: 1}))
OLD = Old("gone", 100)


def test_what_goes_along_is_known() -> None:
    """A new table that refers to one of these is found by itself: look whether its rows may go along."""
    assert OF_TABLES == [("entries", "table"), ("sittings", "table")]
    assert OF_GUESTS == [("codes", "person"), ("sessions", "person")]


async def test_only_old_tables_of_the_status_are_found_and_removed(store: Store, database: Database) -> None:
    await add_people(store)
    await add_table(store, "old", GONE, at=99)
    await add_table(store, "young", GONE, at=100)
    await add_table(store, "open", Summary("open", 0, None, Seating("", {ANN.id: 0})), at=1)
    await add_table(store, "playing", seated(ann=1), at=1)
    await add_table(store, "over", OVER, at=1)
    assert await store.old_tables(OLD, 9) == [OldTable("old", 1)]
    assert await store.remove_tables(["old", "young", "open", "playing", "over", "none"], OLD) == ["old"]
    assert await store.remove_tables(["over"], Old("over", 2)) == ["over"]
    assert {row[0] for row in await database.ask("SELECT id FROM tables")} == {"young", "open", "playing"}
    assert {row[0] for row in await database.ask('SELECT "table" FROM entries')} == {
        "young",
        "open",
        "playing",
    }
    assert {row[0] for row in await database.ask('SELECT "table" FROM sittings')} == {"open", "playing"}
    assert await store.table("old") is None
    assert await store.remove_tables([], OLD) == []


async def test_a_table_that_is_gone_takes_no_more_entries_and_holds_up_nobody(store: Store) -> None:
    await add_people(store)
    await add_table(store, "t", OVER, at=1)
    await add_table(store, "u", seated(ann=1), at=1)
    assert await store.remove_tables(["t"], Old("over", 2)) == ["t"]
    late, other = await asyncio.gather(store.added(said("t", 1)), store.added(said("u", 1)))
    assert (late, other) == (False, True)
    assert await store.plies(["t", "u"]) == {"u": 2}


async def test_where_something_happened_since_a_table_stays_with_all_of_it(store: Store) -> None:
    """Also where that waits to be sorted, and no row tells of it yet."""
    await add_people(store)
    await add_table(store, "t", OVER, at=1)
    again = replace(said("t", 1, at=500), summary=replace(OVER, seating=None))
    assert await store.added(again)
    assert await store.remove_tables(["t"], Old("over", 100)) == []
    assert len(await entries(store, "t", 0)) == 2


async def test_nothing_waits_for_a_table_that_was_removed(tmp_path: Any) -> None:
    database = Sqlite(tmp_path)
    async with database.opened() as store:
        await add_people(store)
        await add_table(store, "t", OVER, at=1)
        await store.added(replace(said("t", 1, at=50), summary=replace(OVER, seating=None)))
        with closing(sqlite3.connect(database.path)) as look:
            assert look.execute("SELECT count(*) FROM pending").fetchone() == (1,)
        assert await store.remove_tables(["t"], Old("over", 100)) == ["t"]
        assert await database.ask("SELECT * FROM pending") == []
        assert await store.tables_of(ANN.id) == []
    async with database.opened() as store:
        assert await store.table("t") is None


async def test_only_guests_who_never_played_and_are_long_away_go(store: Store, database: Database) -> None:
    for name, met in (("idle", 99), ("young", 100), ("sitter", 1)):
        await store.add_person(Person(name, name), met)
    await store.add_person(ANN, 1)
    await store.add_person(Person("back", "back"), 1, "session")
    await store.logins.note_use("session", 100)
    await store.add_code(Login("idle"), Code("digest", 5))
    await add_table(store, "t", seated(sitter=1))
    assert await store.idle_guests(100, 9) == ["idle"]
    assert await store.remove_guest("idle")
    assert not await store.remove_guest("sitter")
    assert not await store.remove_guest(ANN.id), "who opened a table"
    assert await database.ask("SELECT * FROM codes") == []
    assert await store.person("idle") is None
    assert await store.person("sitter") is not None
    assert await store.person(ANN.id) == ANN


async def test_only_codes_that_nobody_can_use_go(store: Store) -> None:
    await add_people(store)
    await store.add_code(Login(ANN.id), Code("old", 99))
    await store.add_code(Login(BOB.id), Code("good", 100))
    assert await store.remove_codes(100) == 1
    assert await store.take_code("good", 100, "session") == BOB


async def test_processes_that_remove_at_once_do_not_trip_over_each_other(database: Database) -> None:
    async with database.opened_twice() as stores:
        await add_people(stores[0])
        names = [f"t{number}" for number in range(20)]
        await asyncio.gather(*(add_table(stores[0], name, GONE, at=1) for name in names))
        gone = await asyncio.gather(*(store.remove_tables(names, OLD) for store in stores))
        assert sorted(gone[0] + gone[1]) == sorted(names)


@pytest.mark.parametrize("count", [1, 40])
async def test_games_go_on_while_tables_are_removed(store: Store, count: int) -> None:
    await add_people(store)
    names = [f"t{number}" for number in range(count)]
    await asyncio.gather(*(add_table(store, name, GONE, at=1) for name in names), add_table(store, "u"))
    removing = asyncio.create_task(store.remove_tables(names, OLD))
    for ply in range(1, 20):
        assert await store.added(said("u", ply))
    assert sorted(await removing) == sorted(names)

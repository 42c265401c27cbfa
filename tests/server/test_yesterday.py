"""A house as an earlier version has left it: everybody and everything is still there, and goes on."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from digsite.store.archive import KEY_FILE
from digsite.store.sqlite import FILE_NAME
from digsite.table import log as logs
from digsite.table.verify import verify
from tests.server.guest import Guest
from tests.server.open_house import OpenHouse, open_house
from tests.server.tables import make, next_move, refused

OLD = Path(__file__).parents[1] / "store" / "old"
"""A database as text, with the key of its house; it was killed while moves waited to be sorted."""
TOLD = json.loads((OLD / "house.json").read_text(encoding="utf-8"))
TABLES: dict[str, str] = TOLD["tables"]


@pytest.fixture
def yesterday(tmp_path: Path) -> Iterator[OpenHouse]:
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        database.executescript((OLD / "house.sql").read_text(encoding="utf-8"))
    shutil.copy(OLD / "cookie.key", tmp_path / KEY_FILE)
    with open_house(tmp_path) as house:
        yield house


def returning(house: OpenHouse, who: str) -> Guest:
    """Return somebody with the cookie of then."""
    guest = Guest(house.url, who.title())
    guest.http.cookies.update(TOLD["cookies"][who])
    return guest


async def test_people_are_known_by_their_cookies_and_find_their_tables(yesterday: OpenHouse) -> None:
    ann = returning(yesterday, "ann")
    assert (await ann.get("/api/me"))["name"] == "Ann"
    mine = {line["id"] for line in (await ann.get("/api/me/tables"))["tables"]}
    assert mine == {TABLES[name] for name in ("playing", "waiting", "bots")}
    await ann.http.aclose()


@pytest.mark.parametrize("name", sorted(TABLES))
async def test_no_entry_is_lost(yesterday: OpenHouse, name: str) -> None:
    ann = returning(yesterday, "ann")
    assert (await ann.look(TABLES[name]))["ply"] >= TOLD["plies"][name]
    await ann.http.aclose()


async def test_a_game_goes_on(yesterday: OpenHouse) -> None:
    people = [returning(yesterday, who) for who in ("ann", "bob")]
    table = TABLES["playing"]
    shown = await people[0].look(table)
    assert [saying["text"] for saying in shown["said"]] == ["Good luck!"]
    mover = people[[place["seat"] for place in shown["table"]["places"]].index(shown["game"]["due"][0])]
    ply = await make(mover, table, await next_move(mover, table))
    assert ply > shown["ply"]
    for guest in people:
        await guest.http.aclose()


async def test_a_table_that_waited_begins_by_the_rules_of_then(yesterday: OpenHouse) -> None:
    ann, table = returning(yesterday, "ann"), TABLES["waiting"]
    assert not (await ann.look(table))["table"]["hides_nonces"]
    async with Guest(yesterday.url, "Cas") as cas:
        assert await refused(cas.ask(table, "sit", chair=1, nonce_hash="0" * 64)) == "nonce_not_hidden"
        await cas.ask(table, "sit", chair=1, nonce="mine")
        assert (await cas.look(table))["table"]["status"] == "playing"
        found = (await yesterday.site.house.table(table)).playing.header
        assert (found.form, found.chairs) == (1, ())
    await ann.http.aclose()


async def test_a_game_that_was_over_can_be_verified(yesterday: OpenHouse) -> None:
    bob, table = returning(yesterday, "bob"), TABLES["over"]
    text = await bob.get(f"/api/tables/{table}/log")
    assert text.startswith("digsite log 1\n")
    assert verify(logs.read(text)).moves > 0
    fair = await bob.get(f"/api/tables/{table}/fairness")
    assert fair["set_up"] is None
    await bob.http.aclose()

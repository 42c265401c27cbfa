"""What is one's own: everything in one file, and the way out for good."""

from __future__ import annotations

import asyncio
import json
from http.client import OK
from pathlib import Path

import httpx2
import pytest

from digsite.server import belongings
from digsite.table.log import read
from tests.server.guest import Guest, Json
from tests.server.open_house import OpenHouse, open_house
from tests.server.tables import MINE, OPEN


async def two_games(ann: Guest, bob: Guest) -> tuple[str, str]:
    """Return a game that is over, and one that goes on."""
    tables = [await ann.open_table("scarab", [MINE, OPEN], starts_when_full=True) for _ in range(2)]
    for table in tables:
        await bob.ask(table, "sit", chair=1, nonce="of Bob")
        await bob.ask(table, "say", text="hello from me")
        await ann.ask(table, "say", text="hello from Ann")
    seat = (await bob.look(tables[0]))["game"]["you"]["seat"]
    await bob.ask(tables[0], "resign", seat=seat)
    return tables[0], tables[1]


# --- everything in one file


async def test_all_that_is_ones_own_is_in_one_file(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(belongings, "BATCH", 1)
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Bob") as bob:
        over, going_on = await two_games(ann, bob)
        answer = await bob.http.get("/api/me/data")
        assert "attachment" in answer.headers["content-disposition"]
        found = answer.json()
        assert found["person"] == await bob.get("/api/me") | {"met": found["person"]["met"]}
        tables = {table["id"]: table for table in found["tables"]}
        assert tables.keys() == {over, going_on}
        for table in tables.values():
            assert [entry["text"] for entry in table["entries"] if entry["what"] == "say"] == [
                "hello from me"
            ]
            assert table["entries"][0]["what"] == "sit"
        assert tables[going_on]["log"] is None
        assert read(tables[over]["log"]).ending is not None


async def test_the_file_has_nothing_that_others_may_keep_to_themselves(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Bob") as bob:
        _, going_on = await two_games(ann, bob)
        for guest in (ann, bob):
            found = json.dumps((await guest.http.get("/api/me/data")).json())
            other = (bob if guest is ann else ann).name
            assert f"hello from {'me' if other == 'Bob' else 'Ann'}" not in found
            (table,) = [t for t in json.loads(found)["tables"] if t["id"] == going_on]
            assert "nonces" not in json.dumps(table)
            assert other not in json.dumps(table)


async def test_the_file_is_paid_for_by_its_size(tmp_path: Path) -> None:
    with open_house(tmp_path, logs_per_minute=400) as house:
        async with Guest(house.url, "Ann") as ann, Guest(house.url, "Bob") as bob:
            table = await ann.open_table("scarab", [MINE, OPEN])
            for _ in range(80):
                await ann.ask(table, "say", text="hello")
            assert await downloads(bob) > 2 * await downloads(ann) > 0


async def downloads(guest: Guest) -> int:
    """Return how often somebody may download all that is theirs."""
    count = 0
    while (answer := await guest.http.get("/api/me/data")).status_code == OK:
        count += 1
    assert answer.json()["error"]["code"] == "too_fast"
    return count


@pytest.mark.parametrize("method", ["GET", "DELETE"])
async def test_nobody_has_nothing(house: OpenHouse, method: str) -> None:
    path = "/api/me/data" if method == "GET" else "/api/me"
    assert httpx2.request(method, f"{house.url}{path}").json()["error"]["code"] == "who_are_you"


# --- for good


async def test_whoever_deletes_themselves_is_nobody_and_their_name_is_gone(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Bob") as bob:
        over, going_on = await two_games(ann, bob)
        await ann.call()
        for table in (over, going_on):
            await ann.watch(table)
        cookie = bob.http.cookies["digsite"]
        answer = await bob.http.delete("/api/me")
        assert answer.status_code == 204
        assert "digsite" not in bob.http.cookies
        again = httpx2.get(f"{house.url}/api/me", headers={"cookie": f"digsite={cookie}"})
        assert again.json() is None

        async def gone(table: str) -> bool:
            return [place["name"] for place in (await ann.look(table))["table"]["places"]] == ["Ann", ""]

        for table in (over, going_on):
            async with asyncio.timeout(30):
                while not await gone(table):
                    await asyncio.sleep(0.01)
            found = await ann.look(table)
            assert found["table"]["status"] == "over"
            assert [saying["text"] for saying in found["said"]] == ["", "hello from Ann"]
            log = (await ann.http.get(f"/api/tables/{table}/log")).text
            assert "person -\n" in log
            frames = await ann.get(f"/api/tables/{table}/frames")
            assert sorted(sitter["name"] for sitter in frames["sitters"]) == ["", "Ann"]
        listed = (await ann.get("/api/me/tables"))["tables"]
        assert "Bob" not in json.dumps(listed)


async def test_those_who_watch_are_told_again_what_was_said(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Bob") as bob:
        _, table = await two_games(ann, bob)
        ply = (await ann.look(table))["ply"]
        await bob.http.delete("/api/me")
        async with asyncio.timeout(30):
            while not has_no_name((news := await ann.look(table, after=ply))["table"]):
                await asyncio.sleep(0.01)
        assert [saying["text"] for saying in news["said"]] == ["", "hello from Ann"]
        assert (await ann.look(table, after=news["ply"]))["said"] == []


def has_no_name(table: Json | None) -> bool:
    """Tell whether the second chair is that of somebody without a name, where a table was told at all."""
    return table is not None and table["places"][1]["name"] == ""

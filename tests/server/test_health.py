"""`/livez` and `/readyz`: what those who start processes, and those who send people there, ask for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import httpx2
import pytest

from digsite.core.errors import DigsiteError
from digsite.server import acceptance, probe
from digsite.server.probe import Probe
from digsite.store.store import Store
from tests.server.guest import Json
from tests.server.houses import Backing, eventually
from tests.server.open_house import OpenHouse, open_house
from tests.services import Server

READY = ["/readyz", "/healthz"]


@pytest.fixture
def http() -> Iterator[httpx2.Client]:
    with httpx2.Client(verify=False, timeout=30) as client:
        yield client


def ask(http: httpx2.Client, house: OpenHouse, path: str) -> tuple[int, Json]:
    answer = http.get(house.url + path)
    return answer.status_code, answer.json()


def test_a_house_that_is_well_says_so(house: OpenHouse, http: httpx2.Client) -> None:
    assert ask(http, house, "/livez") == (200, {"status": "up"})
    for path in READY:
        assert ask(http, house, path) == (200, {"status": "up", "database": True, "bus": True})


def test_no_probe_is_cached_or_asks_for_a_name(house: OpenHouse, http: httpx2.Client) -> None:
    for path in (*READY, "/livez"):
        answer = http.get(house.url + path, headers={"host": f"127.0.0.1:{house.port}"})
        assert answer.headers["cache-control"] == "no-store"
        assert "set-cookie" not in answer.headers


async def test_livez_never_touches_the_database(
    house: OpenHouse, http: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def touched(_: Store, *_asked: object) -> NoReturn:
        raise DigsiteError("store_refuses")

    for name in ("_read", "_write"):
        monkeypatch.setattr(Store, name, touched)
    assert ask(http, house, "/livez")[0] == 200
    down = (503, {"status": "down", "database": False, "bus": True})
    for path in READY:
        await eventually(lambda path=path: ask(http, house, path) == down)  # type: ignore[misc]


def test_who_is_about_to_stop_is_alive_and_not_ready(tmp_path: Path, http: httpx2.Client) -> None:
    with open_house(tmp_path) as house:
        house.site.begin_closing()
        assert ask(http, house, "/livez")[0] == 200
        for path in READY:
            assert ask(http, house, path) == (503, {"status": "down", "database": True, "bus": True})
            assert http.head(house.url + path).status_code == 503, "the page must not answer"


def test_closing_begins_before_anything_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    was_closing: list[bool] = []
    close = Store.close

    async def closed(store: Store) -> None:
        was_closing.append(house.site.is_closing)
        await close(store)

    monkeypatch.setattr(Store, "close", closed)
    with open_house(tmp_path) as house:
        assert not house.site.is_closing
    assert was_closing == [True]


@pytest.mark.parametrize("backing", ["redis"], indirect=True)
@pytest.mark.parametrize(("away", "part"), [("postgres", "database"), ("redis", "bus")])
async def test_without_its_services_it_is_alive_and_not_ready(
    backing: Backing, away: str, part: str, http: httpx2.Client, request: pytest.FixtureRequest
) -> None:
    server: Server = request.getfixturevalue(away)
    well = {"status": "up", "database": True, "bus": True}
    with open_house(backing.home, **backing.settings) as house:
        with server.away():
            await eventually(lambda: ask(http, house, "/readyz")[0] == 503)
            assert ask(http, house, "/readyz")[1] == well | {"status": "down", part: False}
            assert ask(http, house, "/livez")[0] == 200
        await eventually(lambda: ask(http, house, "/readyz") == (200, well))


# --- the probe of the database


class Database:
    """A database that takes something when it is told to."""

    def __init__(self) -> None:
        self.asked = 0
        self.takes = asyncio.Event()
        self.outcome = True

    async def write(self) -> bool:
        self.asked += 1
        await self.takes.wait()
        return self.outcome


async def test_however_many_ask_the_database_writes_once() -> None:
    database = Database()
    probing = Probe(database.write)
    asking = [asyncio.create_task(probing()) for _ in range(100)]
    database.takes.set()
    assert await asyncio.gather(*asking) == [True] * 100
    database.outcome = False
    assert await probing(), "the last answer is still good"
    assert database.asked == 1
    probing.forget()
    assert not await probing()
    assert database.asked == 2


async def test_a_database_that_hangs_does_not_answer_and_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(probe, "WITHIN", 0.05)
    database = Database()
    probing = Probe(database.write)
    async with asyncio.timeout(10):
        assert [await probing() for _ in range(20)] == [False] * 20
    assert database.asked == 1, "it is not asked again while it hangs"
    await probing.close()


def test_a_house_that_cannot_write_is_not_ready(
    tmp_path: Path, http: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (probe, acceptance):
        monkeypatch.setattr(module, "EVERY", 0)
    with open_house(tmp_path) as house:
        assert ask(http, house, "/readyz")[0] == 200
        (tmp_path / "house.db").rename(tmp_path / "away.db")
        assert ask(http, house, "/readyz") == (503, {"status": "down", "database": False, "bus": True})
        assert ask(http, house, "/livez")[0] == 200
        (tmp_path / "away.db").rename(tmp_path / "house.db")
        assert ask(http, house, "/readyz")[0] == 200

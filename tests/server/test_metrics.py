"""`/metrics`: who may read it, and that it counts what happens."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families
from redis.asyncio import Redis as Client

from digsite.bus.envelope import Nudge, Seal
from digsite.bus.redis import CHANNEL
from digsite.core.histogram import Histogram
from digsite.server import protocol
from digsite.server.thinkers import Lane
from tests.server.guest import Guest
from tests.server.houses import Backing, Brake, eventually
from tests.server.open_house import OpenHouse, open_house
from tests.server.tables import DUEL, MINE, refused, seated

TOKEN = "a-token-for-Prometheus"  # noqa: S105 - of these tests alone
HEAD = "GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{}\r\n\r\n"
PAGE = Path(__file__).parents[2] / "docs" / "running.md"
ROW = re.compile(r"\| `([a-z_]+)` \| (counter|gauge|histogram) \|([^|]*)\| .+ \|")


class Metrics:
    """What one scrape tells."""

    def __init__(self, text: str) -> None:
        self.families = list(text_string_to_metric_families(text))

    def __call__(self, name: str, **labels: str) -> float:
        """Return the sum of all samples of a name with these labels."""
        return sum(
            sample.value
            for family in self.families
            for sample in family.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )

    def labels(self) -> dict[str, set[str]]:
        """Return the labels of each metric besides those that all have."""
        return {
            family.name: {label for sample in family.samples for label in sample.labels} - {"le", "process"}
            for family in self.families
        }


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("house"), metrics=TOKEN) as house:
        yield house


def ask(house: OpenHouse, **headers: str) -> httpx2.Response:
    with httpx2.Client(base_url=house.url, verify=False, headers=headers) as http:
        return http.get("/metrics")


def scrape(house: OpenHouse) -> Metrics:
    answer = ask(house, authorization=f"Bearer {TOKEN}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return Metrics(answer.text)


# --- who may read


def test_it_is_off_by_default(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        for answer in (ask(house), ask(house, authorization="Bearer local")):
            assert answer.status_code == 404
            assert answer.json()["error"]["code"] == "not_found"


@pytest.mark.parametrize(
    "shown",
    ["", f"Bearer {TOKEN[:-1]}", f"Bearer {TOKEN}x", f"Basic {TOKEN}", TOKEN, "Bearer", "Bearer \xe9"],
)
def test_who_has_not_the_token_is_refused(house: OpenHouse, shown: str) -> None:
    with socket.create_connection(("127.0.0.1", house.port), timeout=30) as connection:
        connection.sendall(HEAD.format(f"authorization: {shown}").encode("latin-1"))
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 401")
    assert b"www-authenticate: Bearer" in answer
    assert b"digsite_" not in answer


def test_who_has_the_token_reads(house: OpenHouse) -> None:
    assert scrape(house)("digsite_info") == 1


def answer_from(house: OpenHouse, source: str, header: str = "x-nothing: x") -> bytes:
    """Ask from one of this machine's addresses: the system takes all of 127.0.0.0/8 for its own."""
    with socket.create_connection(("127.0.0.1", house.port), 30, source_address=(source, 0)) as connection:
        connection.sendall(HEAD.format(header).encode())
        return b"".join(iter(lambda: connection.recv(65536), b""))


def test_this_machine_alone_reads_where_the_setting_says_so(tmp_path: Path) -> None:
    """A proxy of this machine is no reader: it asks for whoever is behind it."""
    with open_house(tmp_path, metrics="local", proxies="127.0.0.1,127.0.0.2") as house:
        assert b"digsite_info" in answer_from(house, "127.0.0.1")
        for source, header in [
            ("127.0.0.2", "x-nothing: x"),
            ("127.0.0.2", "x-forwarded-for: 127.0.0.1"),
            ("127.0.0.1", "x-forwarded-for: 192.0.2.1"),
            ("127.0.0.1", "x-forwarded-for: 127.0.0.1"),
            ("127.0.0.1", "forwarded: for=192.0.2.1"),
            ("127.0.0.1", "x-real-ip: 192.0.2.1"),
        ]:
            assert answer_from(house, source, header).startswith(b"HTTP/1.1 404"), (source, header)


def test_another_method_is_told_which_there_is(house: OpenHouse) -> None:
    answer = httpx2.post(f"{house.url}/metrics", verify=False)
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


# --- the page


def test_the_page_has_every_metric_with_its_labels(house: OpenHouse) -> None:
    rows = [match for line in PAGE.read_text(encoding="utf-8").splitlines() if (match := ROW.fullmatch(line))]
    metrics = scrape(house)
    told = {row[1].removesuffix("_total"): row[2] for row in rows}
    assert told == {family.name: family.type for family in metrics.families}
    counters = {row[1] for row in rows if row[2] == "counter"}
    assert all(name.endswith("_total") for name in counters), "as they are called in queries"
    named = {row[1].removesuffix("_total"): set(re.findall("`([a-z]+)`", row[3])) for row in rows}
    for name, labels in metrics.labels().items():
        assert labels <= named[name], name


def test_every_sample_names_its_process(house: OpenHouse) -> None:
    for family in scrape(house).families:
        for sample in family.samples:
            assert sample.labels["process"] == str(os.getpid())


# --- what is counted


async def test_a_game_is_counted(house: OpenHouse) -> None:
    before = scrape(house)
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben)
        for guest in (ann, ben):
            await guest.call()
            await guest.watch(table)
        during = scrape(house)
        made = sum(await asyncio.gather(ann.play_on(table), ben.play_on(table)))
        await ann.do(table, "say", text="thanks")
    after = scrape(house)

    def more(name: str, **labels: str) -> float:
        return after(name, **labels) - before(name, **labels)

    assert during("digsite_sockets_open") == 2
    assert during("digsite_tables_in_memory", status="playing") == 1
    assert during("digsite_tables_in_memory_bytes") > 10_000
    assert during("digsite_connections_open") >= 4
    assert made > 3
    assert more("digsite_moves_total", game="scarabya", by="person") == made
    assert more("digsite_moves_total") == made
    deeds = {kind: more("digsite_deeds_total", kind=kind) for kind in ("open", "sit", "start", "move", "say")}
    assert deeds == {"open": 1, "sit": 2, "start": 1, "move": made, "say": 1}
    assert more("digsite_deed_seconds_count") == made + 3, "all that people asked for: sit, moves, say"
    assert more("digsite_deed_seconds_bucket", le="+Inf") == made + 3
    assert 0 < more("digsite_deed_seconds_sum") < 60
    assert more("digsite_store_batch_size_sum") == made + 4, "and the opening"
    assert more("digsite_store_commit_seconds_count") == more("digsite_store_batch_size_count") > 0
    assert after("digsite_tables_in_memory", status="over") == 1


async def test_a_move_of_a_bot_is_counted_as_such(house: OpenHouse) -> None:
    before = scrape(house)
    bot = {"kind": "bot", "level": "beginner"}
    async with Guest(house.url) as ann:
        await ann.call()
        table = await ann.open_table("scarab", [bot, MINE], begins="first", starts_when_full=True)
        await ann.watch(table)
        await ann.play_on(table, moves=1)
    after = scrape(house)
    assert after("digsite_moves_total", game="scarab", by="bot") > before("digsite_moves_total", by="bot")
    assert after("digsite_bot_wait_seconds_count") > before("digsite_bot_wait_seconds_count")


async def test_taking_back_and_resigning_are_counted_by_their_kind(house: OpenHouse) -> None:
    before = scrape(house)
    async with Guest(house.url) as ann:
        await ann.call()
        table = await ann.open_table(**DUEL | {"chairs": [MINE, MINE | {"name": "Ben"}]})
        await ann.watch(table)
        await ann.play_on(table, moves=1)
        await ann.do(table, "take_back", seat=0)
        await ann.do(table, "resign", seat=0)
    after = scrape(house)
    for kind in ("take_back", "resign"):
        assert after("digsite_deeds_total", kind=kind) == before("digsite_deeds_total", kind=kind) + 1
    moves = [scraped("digsite_moves_total", by="person") for scraped in (before, after)]
    assert moves[1] == moves[0] + 1  # a bot of another test's table may have moved meanwhile


async def test_refusals_are_counted_by_code_however_they_came(house: OpenHouse) -> None:
    before = scrape(house)
    async with Guest(house.url) as ann:
        await ann.call()
        table = await ann.open_table(**DUEL | {"chairs": [MINE, {"kind": "open"}]})
        assert await refused(ann.do(table, "resign", seat=0)) == "game_not_started"
        assert await refused(ann.ask(table, "resign", seat=0)) == "game_not_started"
        assert await refused(ann.get(f"/api/tables/{'x' * 22}")) == "unknown_table"
        assert await refused(ann.post("/api/me", {"no": "name"})) == "bad_request"
        assert await refused(ann.get("/api/nothing")) == "not_found"
        assert (await ann.http.get("/api/me", headers={"host": "elsewhere.example"})).status_code == 421
    after = scrape(house)
    codes = {"game_not_started": 2, "unknown_table": 1, "bad_request": 1, "not_found": 1, "foreign_host": 1}
    for code, times in codes.items():
        name = "digsite_refusals_total"
        assert after(name, code=code) == before(name, code=code) + times, code


async def test_bots_that_think_and_wait_are_counted(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    brake = Brake(monkeypatch)
    request.addfinalizer(brake.let_go)
    bot = {"kind": "bot", "level": "club"}
    async with Guest(house.url) as ann:
        for _ in range(3):
            await ann.open_table("scarab", [bot, MINE], begins="first", starts_when_full=True)
        await brake.holds()

        def is_so() -> bool:
            metrics = scrape(house)
            return metrics("digsite_bots_thinking") == 1 and metrics("digsite_bots_waiting") == 2

        await eventually(is_so)
        brake.let_go()
        await eventually(lambda: scrape(house)("digsite_bots_thinking") == 0)


def test_closed_connections_are_counted_by_why(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.1)
    with socket.create_connection(("127.0.0.1", house.port), timeout=30) as slow:
        slow.sendall(b"GET /")
        with contextlib.suppress(ConnectionError):
            assert slow.recv(100) == b""
    name, why = "digsite_connections_closed_total", "no whole head of a request within 0.1 s"
    assert scrape(house)(name, reason=why) >= 1


def test_what_is_logged_is_counted_by_level(house: OpenHouse) -> None:
    before = scrape(house)
    logging.getLogger("digsite").error("a mistake")
    logging.getLogger("asyncio").warning("a warning")
    after = scrape(house)
    for level in ("error", "warning"):
        name = "digsite_log_records_total"
        assert after(name, level=level) == before(name, level=level) + 1


async def test_several_houses_count_for_themselves(house: OpenHouse, tmp_path: Path) -> None:
    async with Guest(house.url) as ann:
        await ann.open_table(**DUEL | {"chairs": [MINE, MINE | {"name": "Ben"}]})
    assert scrape(house)("digsite_deeds_total") > 0
    with open_house(tmp_path, metrics=TOKEN) as other:
        httpx2.get(f"{other.url}/api/nothing", verify=False)
        assert scrape(other)("digsite_refusals_total") == 1
        assert scrape(other)("digsite_deeds_total") == 0
    assert not any(handler is other.site.logged for handler in logging.getLogger().handlers)


@pytest.mark.parametrize("backing", ["redis"], indirect=True)
async def test_the_bus_and_postgres_are_counted(backing: Backing) -> None:
    with open_house(backing.home, metrics=TOKEN, **backing.settings) as house:
        async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
            await seated(ann, ben)
        metrics = scrape(house)
        assert metrics("digsite_bus_up") == 1
        assert metrics("digsite_store_batch_size_sum") == 3
        assert metrics("digsite_store_commit_seconds_count") == 3
        await eventually(lambda: scrape(house)("digsite_bus_nudges_total", direction="sent") >= 2)
        assert scrape(house)("digsite_bus_nudges_total", direction="heard") == 0, "its own do not count"
        async with Client.from_url(backing.redis_url) as another:
            await another.publish(CHANNEL, Seal("another").closed([Nudge("t", 1), Nudge("u", 2)]))
        await eventually(lambda: scrape(house)("digsite_bus_nudges_total", direction="heard") == 2)


# --- counting


def test_a_histogram_counts_up_to_each_bound() -> None:
    histogram = Histogram([1, 2.5])
    for number in (0.5, 1, 1.5, 2.5, 3):
        histogram.add(number)
    assert histogram.buckets() == [(1, 2), (2.5, 4), (float("inf"), 5)]
    assert (histogram.count, histogram.total) == (5, 8.5)


def test_a_lane_is_idle_at_first() -> None:
    lane = Lane(2, "test")
    assert (lane.runs, lane.waits, lane.waited.count) == (0, 0, 0)
    lane.close()

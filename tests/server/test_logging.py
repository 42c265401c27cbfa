"""Logs: their shapes and levels, the access log, and what none of them may tell."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import logging.config
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from digsite.server.logs import ACCESS, FIELDS, JsonFormatter, TextFormatter, log_config, short
from digsite.server.settings import Settings
from tests.server.guest import Guest, Json
from tests.server.open_house import open_house
from tests.server.process import Process, serving
from tests.server.tables import DUEL, INVITED, MINE, refused
from tests.services import Redis


def record(message: str = "said %s", *args: object, **rest: Any) -> logging.LogRecord:
    return logging.makeLogRecord(
        {"name": "digsite", "levelno": logging.WARNING, "levelname": "WARNING", "msg": message, "args": args}
        | {"created": 1.5, "process": 7}
        | rest
    )


def trouble() -> logging.LogRecord:
    try:
        raise ZeroDivisionError
    except ZeroDivisionError as error:
        return record("it failed", exc_info=(type(error), error, error.__traceback__))


# --- shapes


def test_a_line_for_people() -> None:
    assert TextFormatter().format(record("said %s", "é")) == "1970-01-01T00:00:01.500+00:00 WARNING said é"
    assert "ZeroDivisionError" in TextFormatter().format(trouble())


def test_a_line_for_programs() -> None:
    line = JsonFormatter().format(record("said %s", "é\n", **{FIELDS: {"event": "request", "status": 200}}))
    assert "\n" not in line
    assert json.loads(line) == {
        "time": "1970-01-01T00:00:01.500+00:00",
        "level": "warning",
        "logger": "digsite",
        "process": 7,
        "message": "said é\n",
        "event": "request",
        "status": 200,
    }


def test_a_mistake_is_one_line_for_programs() -> None:
    line = JsonFormatter().format(trouble())
    assert "\n" not in line
    assert "ZeroDivisionError" in json.loads(line)["error"]


def test_a_short_id_is_not_the_id() -> None:
    assert short("abcdefghijklmnopqrstuv") == "abcdef…"


# --- where it goes


@contextlib.contextmanager
def written(**chosen: Any) -> Iterator[Callable[[], list[Json]]]:
    """Log as a new process does, whose root has no handlers; return what goes to standard error so far."""
    root = logging.getLogger()
    before = {name: logging.getLogger(name).level for name in (None, "digsite", "uvicorn", ACCESS)}
    handlers, root.handlers[:] = root.handlers[:], []
    try:
        logging.config.dictConfig(log_config(Settings(log="json", **chosen)))
        [handler] = root.handlers
        assert isinstance(handler, logging.StreamHandler)
        out = io.StringIO()
        handler.setStream(out)
        yield lambda: [json.loads(line) for line in out.getvalue().splitlines()]
    finally:
        root.handlers[:] = handlers
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


def test_everything_goes_one_way() -> None:
    names = ["digsite", "uvicorn.error", "asyncio", "digsite.picows", ACCESS]
    with written() as lines:
        for name in names:
            logging.getLogger(name).critical("from %s", name)
        assert [line["message"] for line in lines()] == [f"from {name}" for name in names]


def test_libraries_tell_no_details_whatever_the_level() -> None:
    """The driver of SQLite logs every statement with its values."""
    with written(log_level="info") as lines:
        logging.getLogger("aiosqlite").info("a secret")
        logging.getLogger("digsite").info("a note")
        assert [line["message"] for line in lines()] == ["a note"]


@pytest.mark.parametrize(("level", "told"), [("warning", ["warning", "error"]), ("error", ["error"])])
def test_the_level_is_a_setting(level: str, told: list[str]) -> None:
    with written(log_level=level) as lines:
        for name in ("info", "warning", "error"):
            logging.getLogger("digsite").log(logging.getLevelNamesMapping()[name.upper()], "x")
        assert [line["level"] for line in lines()] == told


def test_a_program_with_handlers_of_its_own_keeps_them() -> None:
    assert logging.getLogger().handlers, "those of pytest"
    assert "root" not in log_config(Settings())


# --- the access log


def access(caplog: pytest.LogCaptureFixture) -> list[Json]:
    return [getattr(line, FIELDS) for line in caplog.records if line.name == ACCESS]


def test_it_is_off_by_default(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with open_house(tmp_path) as house:
        httpx2.get(f"{house.url}/api/games", verify=False)
    assert access(caplog) == []


async def test_every_request_and_socket_has_its_lines(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with open_house(tmp_path, access_log=True) as house:
        async with Guest(house.url) as ann:
            person = (await ann.get("/api/me"))["id"]
            table = await ann.open_table(**DUEL | {"chairs": [MINE, INVITED]})
            await ann.look(table)
            await ann.http.get(f"/table/{table}")
            assert await refused(ann.get(f"/api/tables/{table}x/nothing")) == "not_found"
            await ann.http.get("/api/me", headers={"host": "elsewhere.example"})
            await ann.call()
    lines = access(caplog)
    assert all(line.pop("seconds") >= 0 for line in lines if line["event"] != "socket_opened")
    who: Json = {"person": short(person)}
    nobody: Json = {"person": None}
    requests = [line for line in lines if line["event"] == "request"]
    assert requests == [
        {"event": "request", "method": method, "route": route, "status": status, **by}
        for method, route, status, by in [
            ("POST", "/api/me", 201, nobody),
            ("GET", "/api/me", 200, who),
            ("POST", "/api/tables", 201, who),
            ("POST", "/api/tables/{table}/deeds", 200, who),
            ("GET", "/api/tables/{table}", 200, who),
            ("GET", "page", requests[5]["status"], who),
            ("GET", "none", 404, who),
            ("GET", "none", 421, nobody),
        ]
    ]
    sockets = [line for line in lines if line["event"] != "request"]
    assert sockets == [{"event": "socket_opened", **who}, {"event": "socket_closed", **who}]


async def test_a_socket_that_is_refused_is_a_request(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with open_house(tmp_path, access_log=True, sockets_per_client=1) as house:
        async with Guest(house.url) as ann:
            await ann.call()
            with pytest.raises(Exception, match="429"):
                await Guest(house.url).call()
    refused = [line for line in access(caplog) if line.get("status") == 429]
    assert [(line["event"], line["route"]) for line in refused] == [("request", "/api/socket")]


@pytest.mark.parametrize("shows", [True, False])
def test_addresses_are_logged_where_a_setting_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, *, shows: bool
) -> None:
    with open_house(tmp_path, access_log=True, log_addresses=shows) as house:
        httpx2.get(f"{house.url}/api/games", verify=False, headers={"x-forwarded-for": "192.0.2.7"})
    [line] = access(caplog)
    assert line.get("address") == ("192.0.2.7" if shows else None)
    assert ("192.0.2.7" in caplog.text) == shows


# --- a whole game


@pytest.mark.parametrize("shape", ["text", "json"])
async def test_the_log_of_a_whole_game_tells_no_secret(tmp_path: Path, shape: str) -> None:
    """Everything that a real server writes, with all lines there are."""
    process = Process(tmp_path, log=shape, log_level="info", access_log=True)
    with serving(process):
        async with Guest(process.url, "Annabelle") as ann, Guest(process.url, "Benjamin") as ben:
            for guest in (ann, ben):
                guest.http.headers["x-forwarded-for"] = "192.0.2.77"
            hidden = await play_a_game(ann, ben)
        process.stop()
    told = process.complaints
    assert "/api/tables/{table}/deeds" in told
    assert "socket_closed" in told
    for secret in hidden:
        assert secret not in told
    if shape == "json":
        lines = [json.loads(line) for line in told.splitlines()]
        assert {line["logger"] for line in lines} >= {ACCESS}


async def play_a_game(ann: Guest, ben: Guest) -> list[str]:
    """Let two play to the end and look back; return all that nobody else may know."""
    code = (await ann.post("/api/me/code"))["code"]
    table = await ann.open_table(**DUEL | {"chairs": [MINE, INVITED], "nonce": "nonce-of-ann"})
    invitation = (await ann.look(table))["table"]["invitation"]
    await ben.ask(table, "sit", chair=1, invitation=invitation, nonce="nonce-of-ben")
    for guest in (ann, ben):
        await guest.call()
        await guest.watch(table)
    await ann.do(table, "say", text="words-of-ann")
    await asyncio.gather(ann.play_on(table), ben.play_on(table))
    await ann.http.get(f"/table/{table}/replay?seat=0")
    await ann.get(f"/api/tables/{table}/frames")
    await ann.get(f"/api/tables/{table}/fairness")
    assert await refused(ben.get(f"/api/tables/{table}x")) == "bad_request"
    secret = (await ann.look(table))["table"]["secret"]
    people = [(await guest.get("/api/me"))["id"] for guest in (ann, ben)]
    cookies = [guest.http.cookies["digsite"] for guest in (ann, ben)]
    said = ["nonce-of-ann", "nonce-of-ben", "words-of-ann", "Annabelle", "Benjamin", "192.0.2.77"]
    return [code, table, invitation, secret, *people, *cookies, *said]


# --- several processes


async def test_every_worker_logs_alike_and_counts_for_itself(
    tmp_path: Path, postgres_database: str, redis: Redis
) -> None:
    services: Json = {"database_url": postgres_database, "redis_url": redis.url}
    process = Process(tmp_path, "--workers", "2", log="json", access_log=True, metrics="local", **services)
    workers: set[str] = set()
    with serving(process), contextlib.suppress(TimeoutError):
        async with asyncio.timeout(60):
            while len(workers) < 2:
                workers |= set(re.findall(r'digsite_info{process="(\d+)"', await scraped(process.url)))
        process.stop()
    assert len(workers) == 2
    lines = [json.loads(line) for line in process.complaints.splitlines()]
    assert workers <= {str(line["process"]) for line in lines if line.get("route") == "/metrics"}


async def scraped(url: str) -> str:
    """Ask whichever worker takes a new connection."""
    async with httpx2.AsyncClient(base_url=url, verify=False) as http:
        try:
            return (await http.get("/metrics")).text
        except httpx2.TransportError:  # the workers start after their parent has said where
            await asyncio.sleep(0.1)
            return ""

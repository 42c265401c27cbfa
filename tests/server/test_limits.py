"""Limits: nobody locks out others, by waiting or by asking, and a school plays behind one address."""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from digsite.core.errors import DigsiteError
from digsite.core.words import LANGUAGES
from digsite.server import guard, protocol, shares
from digsite.server.connections import RESERVED
from digsite.server.networks import Proxies, read_networks, times_of
from digsite.server.open_files import KEPT_FILES, most_connections, raise_limit
from digsite.server.settings import Settings
from digsite.server.shares import BURSTS, MINUTE, PROBATION, Kind, Playtime, Shares
from digsite.server.tally import LOG_SECONDS, Tally
from tests.server.guest import Guest
from tests.server.open_house import GENEROUS, OpenHouse, open_house
from tests.server.process import Process
from tests.server.tables import DUEL, MINE, OPEN
from tests.server.test_safety import is_hung_up

HERE, ATTACKER, SCHOOL = "127.0.0.1", "127.0.0.3", "127.0.0.2"
"""Addresses of this machine; the first is that of a proxy by default, which has no limit of connections."""
PATIENCE = 30
DEFAULTS = {
    name: field.default
    for name, field in Settings.model_fields.items()
    if name in GENEROUS and name != "thinkers"
}


def reached(port: int, source: str = HERE) -> socket.socket:
    """Open a connection from one of this machine's addresses."""
    return socket.create_connection((HERE, port), timeout=PATIENCE, source_address=(source, 0))


def answer(port: int, path: str, source: str = HERE) -> bytes:
    """Ask for something over a connection of its own, and return all that came back."""
    with reached(port, source) as connection, contextlib.suppress(ConnectionError):
        connection.sendall(f"GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: connection.recv(65536), b""))
    return b""


def is_well(port: int) -> bool:
    return b'"status":"up"' in answer(port, "/healthz")


def lets_in(port: int, source: str) -> bool:
    return answer(port, "/api/games", source).startswith(b"HTTP/1.1 200")


def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that happens soon."""
    for _ in range(PATIENCE * 20):
        if is_so():
            return
        time.sleep(0.05)
    pytest.fail("it did not happen")


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what was logged of closed connections."""
    return [line for line in caplog.messages if line.startswith("closed connections")]


# --- connections that wait


HEAD = b"POST /api/me HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"


@pytest.mark.parametrize(
    "body",
    [
        b"content-length: 100\r\n\r\n{",
        b"transfer-encoding: chunked\r\n\r\n1\r\n{\r\n",
        b"content-length: 999999999\r\n\r\n{",  # refused at once, and still not waited for
    ],
)
def test_a_body_that_never_ends_is_not_waited_for(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, body: bytes
) -> None:
    monkeypatch.setattr(protocol, "BODY_SECONDS", 0.1)
    with reached(house.port) as connection:
        connection.sendall(HEAD + body)
        while not is_hung_up(connection):
            pass
    until(lambda: is_well(house.port))


def test_what_is_closed_is_logged_once_a_minute_with_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(protocol, "BODY_SECONDS", 0.1)
    with open_house(tmp_path, log_addresses=True) as house:
        slow = [reached(house.port, ATTACKER) for _ in range(5)]
        for connection in slow:
            connection.sendall(HEAD + b"content-length: 100\r\n\r\n")
        assert all(is_hung_up(connection) for connection in slow)
        for connection in slow:
            connection.close()
    [line] = lines(caplog)
    assert line == f"closed connections: 1, no whole body of a request within 0.1 s, the last from {ATTACKER}"


def test_a_tally_tells_the_rest_a_minute_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = 1000.0
    monkeypatch.setattr("digsite.server.tally.time.monotonic", lambda: now)
    tally = Tally(shows_addresses=True)
    for client in ("a", "b", "c"):
        tally.note("slow", client)
    tally.note("full", "d")
    waiting = [tally.is_waiting]
    now += LOG_SECONDS
    tally.log()
    waiting.append(tally.is_waiting)
    assert waiting == [True, False]
    assert tally.totals == {"slow": 3, "full": 1}
    numbers = [
        f"closed connections: {what}" for what in ("1, slow, the last from a", "1, full, the last from d")
    ]
    assert lines(caplog) == [*numbers, "closed connections: 2, slow, the last from c"]


def test_line_ends_do_not_keep_a_connection_open(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.1)
    with reached(house.port) as connection:
        connection.sendall(b"GET /api/me HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert b"null" in connection.recv(65536)
        connection.sendall(b"\r\n")
        assert is_hung_up(connection)


def test_an_answer_that_is_not_read_is_not_kept(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(protocol, "UNREAD_SECONDS", 0.1)
    monkeypatch.setattr(protocol, "MOST_PIPELINED", 400)
    with reached(house.port) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(b"GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n" * 400)
        until(lambda: any("an answer not read" in line for line in lines(caplog)))
        with pytest.raises(ConnectionError):
            connection.sendall(bytes(64 << 20))


def test_who_waits_for_us_is_not_hurried(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Between the end of a request and its answer no time of the client runs."""
    for name in ("HEAD_SECONDS", "BODY_SECONDS"):
        monkeypatch.setattr(protocol, name, 0.5)

    async def slowly() -> bool:
        await asyncio.sleep(2.5)
        return True

    monkeypatch.setattr(house.site.house.acceptance, "is_saving", slowly)
    assert is_well(house.port)
    assert not lines(caplog)


# --- connections that are many


def test_an_address_has_so_many_connections(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with open_house(tmp_path, connections_per_client=3) as house, contextlib.ExitStack() as door:
        idle = [door.enter_context(reached(house.port, ATTACKER)) for _ in range(4)]
        assert is_hung_up(idle[3])
        assert not lets_in(house.port, ATTACKER)
        assert lets_in(house.port, SCHOOL)
        proxied = [door.enter_context(reached(house.port)) for _ in range(10)]
        assert is_well(house.port), "many people come from the address of a proxy"
        idle[0].close()
        until(lambda: lets_in(house.port, ATTACKER))
        assert proxied
    [line] = lines(caplog)
    assert line.endswith("1, too many from one address"), "addresses are logged where a setting says so"


def test_a_known_network_has_more_connections(tmp_path: Path) -> None:
    chosen: dict[str, Any] = {"connections_per_client": 2, "networks": f"{SCHOOL}/32=3"}
    with open_house(tmp_path, **chosen) as house, contextlib.ExitStack() as door:
        for source, many in ((ATTACKER, 2), (SCHOOL, 6)):
            idle = [door.enter_context(reached(house.port, source)) for _ in range(many + 1)]
            assert is_hung_up(idle[many])
            idle[0].sendall(b"GET /api/me HTTP/1.1\r\nhost: localhost\r\n\r\n")
            assert b"200 OK" in idle[0].recv(65536)


def test_a_full_house_still_says_that_it_is_well(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with open_house(tmp_path, connections=4) as house, contextlib.ExitStack() as door:
        for source in (ATTACKER, ATTACKER, SCHOOL, HERE):
            door.enter_context(reached(house.port, source))
        until(lambda: not lets_in(house.port, "127.0.0.4"))
        for _ in range(RESERVED + 2):
            assert is_well(house.port)
            assert b"503" in answer(house.port, "/api/games")[:20], "the reserve is for health alone"
            assert b"house_full" in answer(house.port, "/api/games?/healthz")
            assert answer(house.port, "/healthz", SCHOOL) == b"", "the reserve is for this machine alone"
    [line] = lines(caplog)
    assert "the process is full" in line


def test_the_reserve_opens_no_sockets(tmp_path: Path) -> None:
    with open_house(tmp_path, connections=1) as house, reached(house.port):
        until(lambda: b"house_full" in answer(house.port, "/api/games"))
        with reached(house.port) as connection:
            connection.sendall(
                b"GET /api/socket HTTP/1.1\r\nhost: localhost\r\n"
                b"connection: upgrade\r\nupgrade: websocket\r\n"
                b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            )
            assert connection.recv(65536).startswith(b"HTTP/1.1 503")


def test_nobody_keeps_the_reserve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "RESERVED_SECONDS", 0.1)
    with open_house(tmp_path, connections=1) as house, contextlib.ExitStack() as door:
        for _ in range(1 + RESERVED):
            door.enter_context(reached(house.port))
        until(lambda: is_well(house.port))


async def test_a_socket_is_a_connection_until_it_is_closed(tmp_path: Path) -> None:
    with open_house(tmp_path, connections_per_client=2) as house:
        address = house.url.replace("http", "ws") + "/api/socket"
        async with contextlib.AsyncExitStack() as door:
            for _ in range(2):
                await door.enter_async_context(connect(address, local_addr=(ATTACKER, 0)))
            await asyncio.sleep(2.5)  # long enough to be looked at
            assert not lets_in(house.port, ATTACKER)
        await asyncio.to_thread(until, lambda: lets_in(house.port, ATTACKER))


def test_a_thousand_idle_connections_lock_nobody_out(tmp_path: Path) -> None:
    """One address opens more connections than the process may have files."""
    files, many = 1024, 1100
    raise_limit()
    process = Process(tmp_path / "home")
    with contextlib.ExitStack() as door:
        door.callback(process.close)
        process.start()
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (files, files))
        process.wait()
        port = int(process.url.rpartition(":")[2])
        for _ in range(many):
            door.enter_context(reached(port, ATTACKER))
        assert lets_in(port, SCHOOL)
        assert is_well(port)
        assert "too many from one address" in process.complaints
        assert process.complaints.count("\n") == 1


def test_files_are_kept_for_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit, most in ((1024, 1024 - KEPT_FILES), (100, 50), (-1, 65_536 - KEPT_FILES), (10**6, 65_408)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, limit=limit: (limit, limit))
        assert most_connections() == most


def test_the_limit_of_files_is_raised_as_far_as_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    for limits in ((1024, 4096), (4096, 4096), (1024, -1), (-1, -1), (1024, 10**6)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, limits=limits: limits)
        raise_limit()
    assert asked == [(4096, 4096), (65_536, -1), (65_536, 10**6)]


# --- networks and proxies


def test_the_narrowest_network_counts() -> None:
    networks = read_networks("192.0.2.0/24=10, 192.0.2.7/32=2 2001:db8::/32=20")
    shares_of = {
        share: times_of(networks, share) for share in ("192.0.2.1", "192.0.2.7", "192.0.3.1", "local")
    }
    assert shares_of == {"192.0.2.1": 10, "192.0.2.7": 2, "192.0.3.1": 1, "local": 1}
    assert times_of(networks, "2001:db8:1:2::/64") == 20
    assert times_of(networks, "2001:db9::/64") == 1


def test_who_is_a_proxy() -> None:
    proxies = Proxies("127.0.0.1, 10.0.0.0/8,unix")
    assert [host in proxies for host in ("127.0.0.1", "10.1.2.3", "unix", "127.0.0.2", "::1", "")] == [
        *[True] * 3,
        *[False] * 3,
    ]
    assert "192.0.2.1" in Proxies("*")


# --- shares


class Time:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def made(clock: Time | None = None, playtime: Playtime | None = None, **chosen: Any) -> Shares:
    return Shares(Settings(**chosen), Playtime() if playtime is None else playtime, clock or Time())


def taken(shares: Shares, kind: Kind, client: str, person: str | None = None, most: int = 100_000) -> int:
    """Take until it is refused, and return how many there were."""
    return counted(lambda: shares.take(kind, client, person), kind, most)


def counted(do: Callable[[], None], what: str, most: int) -> int:
    """Do something until it is refused, and return how often it was done."""
    for number in range(most):
        with contextlib.suppress(DigsiteError):
            do()
            continue
        with pytest.raises(DigsiteError) as refusal:
            do()
        assert (refusal.value.code, refusal.value.values["what"]) == ("too_fast", what)
        return number
    return most


KINDS: list[Kind] = ["requests", "tables", "logs"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_school_plays_behind_one_address(kind: Kind) -> None:
    """Three hundred newcomers within half a minute."""
    clock = Time()
    shares = made(clock)
    each = {"requests": 30, "tables": 5, "logs": 2}[kind]
    for pupil in range(300):
        clock.now += 0.1
        if kind == "requests":
            shares.take("guests", SCHOOL)
        for _ in range(each):
            shares.take(kind, SCHOOL, f"pupil {pupil}")


@pytest.mark.parametrize("kind", KINDS)
def test_one_person_cannot_eat_the_share_of_another(kind: Kind) -> None:
    shares = made(requests_per_minute=1000 * BURSTS, tables_per_hour=1000, logs_per_minute=1000)
    assert taken(shares, kind, SCHOOL, "greedy") == 25
    assert taken(shares, kind, SCHOOL, "greedy") == 0, "and what was refused takes nothing"
    assert taken(shares, kind, SCHOOL, "modest") == 25


@pytest.mark.parametrize("kind", KINDS)
def test_one_person_has_one_part_from_all_addresses(kind: Kind) -> None:
    shares = made(requests_per_minute=1000 * BURSTS, tables_per_hour=1000, logs_per_minute=1000)
    assert sum(taken(shares, kind, f"192.0.2.{n}", "greedy") for n in range(50)) == 25


@pytest.mark.parametrize("kind", KINDS)
def test_a_flood_without_a_cookie_locks_out_no_guest(kind: Kind) -> None:
    clock, playtime = Time(), Playtime()
    shares = made(
        clock, playtime, requests_per_minute=1000 * BURSTS, tables_per_hour=1000, logs_per_minute=1000
    )
    assert taken(shares, kind, SCHOOL) == 500
    assert taken(shares, kind, SCHOOL, "guest") == 25
    for minute in range(PROBATION):
        playtime.note("regular", minute * MINUTE)
    newcomers = sum(taken(shares, kind, SCHOOL, f"newcomer {n}") for n in range(50))
    assert newcomers == 225, "newcomers together leave a quarter to those who play"
    assert taken(shares, kind, SCHOOL, "regular") == 50
    clock.now += MINUTE / 10 / (BURSTS if kind == "requests" else 1)
    assert taken(shares, kind, SCHOOL) == 0, "guests come first"


def test_a_part_grows_with_minutes_of_play_and_nothing_else() -> None:
    playtime = Playtime()
    parts = []
    for minute in range(PROBATION + 3):
        parts.append(
            taken(made(playtime=playtime, requests_per_minute=1000 * BURSTS), "requests", SCHOOL, "ann")
        )
        for second in range(10):
            playtime.note("ann", minute * MINUTE + second)
    assert parts == [25, 30, 35, 40, 45, 50, 50, 50]


async def test_deeds_at_a_table_are_play_and_refused_ones_are_not(house: OpenHouse) -> None:
    async with Guest(house.url) as ann:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        me = (await ann.get("/api/me"))["id"]
        await ann.http.post(f"/api/tables/{table}/deeds", json={"what": "resign", "seat": 0})
        assert house.site.people.playtime.of(me) == 0
        await ann.ask(table, "say", text="Hello")
        assert house.site.people.playtime.of(me) == 1


def test_shares_refill() -> None:
    clock = Time()
    shares = made(clock, requests_per_minute=120 * BURSTS)
    assert taken(shares, "requests", SCHOOL) == 60
    clock.now += 5 / BURSTS
    assert taken(shares, "requests", SCHOOL) == 10
    clock.now += 10_000
    assert taken(shares, "requests", SCHOOL) == 60


def test_who_waits_as_long_as_told_comes_in() -> None:
    clock = Time()
    shares = made(
        clock, requests_per_minute=7 * BURSTS, tables_per_hour=100, logs_per_minute=3, guests_per_hour=9
    )
    asked: list[tuple[Kind, str | None]] = [
        ("guests", None),
        ("requests", None),
        ("tables", "a"),
        ("logs", "a"),
    ]
    for kind, person in asked:
        taken(shares, kind, SCHOOL, person)
        with pytest.raises(DigsiteError) as refusal:
            shares.take(kind, SCHOOL, person)
        seconds = refusal.value.values["seconds"]
        assert refusal.value.values == {"what": kind, "seconds": seconds, "n": seconds}
        assert isinstance(seconds, int)
        clock.now += seconds
        shares.take(kind, SCHOOL, person)


def test_what_costs_much_takes_much_and_is_never_impossible() -> None:
    clock = Time()
    shares = made(clock, logs_per_minute=100)
    shares.take("logs", SCHOOL, None, 20)
    assert taken(shares, "logs", SCHOOL) == 30
    clock.now += MINUTE
    shares.take("logs", SCHOOL, None, 10_000)
    assert taken(shares, "logs", SCHOOL) == 0


def test_each_address_of_a_known_network_has_more() -> None:
    shares = made(networks="192.0.2.0/24=3", guests_per_hour=5, sockets_per_client=2)
    assert taken(shares, "guests", "192.0.2.1") == 15
    assert taken(shares, "guests", "192.0.2.2") == 15
    assert taken(shares, "guests", "198.51.100.1") == 5
    assert opened(shares, "192.0.2.1", None) == 3
    assert opened(shares, "198.51.100.1", None) == 1


def test_what_is_kept_of_strangers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "MOST_KEPT", 100)
    kept, playtime = made(), Playtime()
    for n in range(1000):
        kept.take("requests", f"192.0.2.{n}", f"person {n}")
        kept.enter(f"192.0.2.{n}", f"person {n}")
        kept.leave(f"192.0.2.{n}", f"person {n}")
        playtime.note(f"person {n}")
    assert len(kept) == 200
    assert len(playtime) == 100


def test_those_who_come_often_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "MOST_KEPT", 100)
    kept = made(requests_per_minute=40 * BURSTS)
    assert taken(kept, "requests", ATTACKER) == 20
    for n in range(1000):
        kept.take("requests", f"192.0.2.{n}")
        assert taken(kept, "requests", ATTACKER) == 0


# --- sockets


def opened(shares: Shares, client: str, person: str | None, most: int = 10_000) -> int:
    """Open sockets until one is refused, and return how many there were."""
    return counted(lambda: shares.enter(client, person), "sockets", most)


def test_a_school_has_its_sockets_and_one_person_a_few() -> None:
    shares = made()
    assert opened(shares, SCHOOL, "greedy") == 20
    assert opened(shares, SCHOOL, None) == 480
    for pupil in range(125):
        assert opened(shares, SCHOOL, f"pupil {pupil}", most=2) == 2
    shares.leave(SCHOOL, "greedy")
    assert opened(shares, "192.0.2.1", "greedy") == 1, "wherever they come from"


def test_all_of_a_school_comes_in(tmp_path: Path) -> None:
    """More newcomers within an hour from one address than there are in a class."""
    with open_house(tmp_path, **DEFAULTS) as house, httpx2.Client(base_url=house.url, verify=False) as http:
        statuses = set()
        for pupil in range(300):
            http.cookies.clear()
            statuses.add(http.post("/api/me", json={"name": f"Pupil {pupil}"}).status_code)
            statuses.add(http.get("/api/me").status_code)
        assert statuses == {201, 200}


async def test_all_of_a_school_has_sockets(tmp_path: Path) -> None:
    raise_limit()
    with open_house(tmp_path, **DEFAULTS) as house:
        address = house.url.replace("http", "ws") + "/api/socket"
        async with contextlib.AsyncExitStack() as door:
            for _ in range(320):
                await door.enter_async_context(connect(address, compression=None))


# --- who is told to wait


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[OpenHouse]:
    """A house where everybody is too fast at once."""
    chosen = dict.fromkeys(("guests_per_hour", "tables_per_hour", "logs_per_minute", "sockets_per_person"), 1)
    with open_house(tmp_path, **chosen) as house:
        yield house


def require_wait(answered: httpx2.Response, what: str) -> None:
    """Require a refusal that says when to come again, in a sentence of every language."""
    assert answered.status_code == 429
    error = answered.json()["error"]
    seconds = error["values"]["seconds"]
    assert error["values"] == {"what": what, "seconds": seconds, "n": seconds}
    assert seconds >= 1
    assert answered.headers["retry-after"] == str(seconds)
    for language in LANGUAGES:
        assert str(seconds) in DigsiteError(error["code"], **error["values"]).say(language)


async def test_every_refusal_of_too_much_says_when_to_come_again(strict: OpenHouse) -> None:
    async with Guest(strict.url) as ann:
        require_wait(await ann.http.post("/api/me", json={"name": "Ann"}), "guests")
        require_wait(await ann.http.post("/api/me/device", json={"code": "AAAA-AAAA-AAAA"}), "guests")
        wanted = DUEL | {"chairs": [MINE, OPEN]}
        assert (await ann.http.post("/api/tables", json=wanted)).status_code == 201
        require_wait(await ann.http.post("/api/tables", json=wanted), "tables")
        assert (await ann.http.post("/api/logs/fairness", json={"log": ""})).status_code == 400
        for path in ("/api/logs/fairness", "/api/logs/frames"):
            require_wait(await ann.http.post(path, json={"log": ""}), "logs")
        require_wait(await ann.http.post("/api/games/scarab/chairs", json={}), "logs")
        address = strict.url.replace("http", "ws") + "/api/socket"
        cookie = {"cookie": f"digsite={ann.http.cookies['digsite']}"}
        async with connect(address, additional_headers=cookie):
            with pytest.raises(InvalidStatus) as refusal:
                await connect(address, additional_headers=cookie)
        refused = refusal.value.response
        assert refused.status_code == 429
        assert json.loads(refused.body or b"")["error"]["values"]["what"] == "sockets"
        assert int(refused.headers["retry-after"]) >= 1


async def test_a_flood_of_requests_without_a_cookie_locks_out_no_guest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "WAIT", 0)
    with open_house(tmp_path, requests_per_minute=200 * BURSTS) as house:
        async with Guest(house.url) as ann, httpx2.AsyncClient(base_url=house.url, verify=False) as nobody:
            answers = [await nobody.get("/api/games") for _ in range(120)]
            require_wait(answers[-1], "requests")
            assert (await ann.http.get("/api/games")).status_code == 200
            nobody.cookies["digsite"] = ann.http.cookies["digsite"][:-1]
            require_wait(await nobody.get("/api/games"), "requests")


async def test_messages_that_come_too_fast_are_told_when_to_come_again(tmp_path: Path) -> None:
    with open_house(tmp_path, messages_per_second=1) as house:
        async with connect(house.url.replace("http", "ws") + "/api/socket") as line:
            for _ in range(5):
                await line.send("nonsense")
            refused = [json.loads(await line.recv())["error"] for _ in range(5)]
    assert refused[-1] == {"code": "too_fast", "values": {"what": "messages", "seconds": 1, "n": 1}}

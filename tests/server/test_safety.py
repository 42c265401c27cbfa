"""Safe by default: who may ask from where, how much and how often, and what no answer or log ever tells."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from digsite.core.errors import DigsiteError
from digsite.core.words import LANGUAGES
from digsite.server import protocol
from digsite.server.acceptance import Acceptance
from digsite.server.guard import HEADERS, MOST_BODY, MOST_LARGE, SMALL_BODY, client_of
from digsite.server.people import People
from digsite.server.refusals import STATUSES
from digsite.server.shares import BURSTS
from digsite.store.store import Store
from tests.server.guest import Guest, Json
from tests.server.open_house import OpenHouse, open_house
from tests.server.tables import BASE, DUEL, INVITED, MINE, OPEN, make, next_move, over, seated

SENTENCES = Path(__file__).parents[2] / "src" / "digsite" / "languages"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    with open_house(tmp_path_factory.mktemp("house"), tables_per_hour=100_000) as house:
        yield house


@pytest.fixture(scope="module")
def http() -> Iterator[httpx2.Client]:
    with httpx2.Client(verify=False) as client:
        yield client


def ask(
    http: httpx2.Client, house: OpenHouse, method: str = "POST", path: str = "/api/me", **headers: str
) -> httpx2.Response:
    """Send something harmless with headers of one's own."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    body = {"name": "Ann"} if method == "POST" else None
    http.cookies.clear()
    return http.request(method, house.url + path, json=body, headers=names)


def code_of(answer: httpx2.Response) -> str:
    """Return the code of a refusal, which has the one shape of all."""
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "values"}
    code: str = body["error"]["code"]
    assert answer.status_code == STATUSES.get(code, 400)
    return code


# --- pages of other sites


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://localhost", "http://127.0.0.1:1", "", "127.0.0.1"]
)
def test_a_page_of_another_site_does_nothing_here(house: OpenHouse, http: httpx2.Client, origin: str) -> None:
    answer = ask(http, house, origin=origin)
    assert code_of(answer) == "foreign_page"
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_browsers_say_where_a_request_comes_from(house: OpenHouse, http: httpx2.Client, site: str) -> None:
    assert code_of(ask(http, house, sec_fetch_site=site)) == "foreign_page"
    assert code_of(ask(http, house, sec_fetch_site=site, origin=house.url)) == "foreign_page"


def test_our_own_pages_and_programs_come_in(house: OpenHouse, http: httpx2.Client) -> None:
    for headers in ({}, {"origin": house.url}, {"sec_fetch_site": "same-origin"}, {"sec_fetch_site": "none"}):
        assert ask(http, house, **headers).status_code == 201


def test_other_sites_may_link_to_us_but_read_nothing(house: OpenHouse, http: httpx2.Client) -> None:
    answer = ask(http, house, "GET", "/api/games", origin="https://evil.example", sec_fetch_site="cross-site")
    assert answer.status_code == 200
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    asked = ask(http, house, "OPTIONS", "/api/me", origin="https://evil.example")
    assert code_of(asked) == "method_not_allowed", "no page is allowed to ask for more"


def test_a_form_is_no_request(house: OpenHouse, http: httpx2.Client) -> None:
    """Browsers send these from any page without asking first."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = http.post(f"{house.url}/api/me", content=b'{"name": "Ann"}', headers={"content-type": kind})
        assert code_of(answer) == "bad_request"


def test_with_https_a_page_that_came_without_is_another_site(tmp_path: Path, http: httpx2.Client) -> None:
    with open_house(tmp_path, https=True) as house:
        assert code_of(ask(http, house, origin=house.url)) == "foreign_page"
        assert ask(http, house, origin=house.url.replace("http", "https")).status_code == 201


# --- other names


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "", "[", "::1"]
)
def test_another_name_is_not_ours(house: OpenHouse, http: httpx2.Client, host: str) -> None:
    for method in ("GET", "POST"):
        assert code_of(ask(http, house, method, host=host)) == "foreign_host"


@pytest.mark.parametrize(
    "host", ["localhost", "LocalHost:8000", "localhost.", "127.0.0.1:1", "[::1]:8000", "[::1]", "192.168.1.7"]
)
def test_numbers_and_localhost_are_ours(house: OpenHouse, http: httpx2.Client, host: str) -> None:
    assert ask(http, house, "GET", "/api/games", host=host).status_code == 200


def test_the_settings_say_which_names_are_ours(tmp_path: Path, http: httpx2.Client) -> None:
    with open_house(tmp_path, hosts="Dig.example, www.dig.example") as house:
        for host in ("dig.example", "www.dig.example:443"):
            assert ask(http, house, "GET", "/api/games", host=host).status_code == 200
        assert code_of(ask(http, house, "GET", host="localhost")) == "foreign_host"
    with open_house(tmp_path, hosts="*") as house:
        assert ask(http, house, "GET", "/api/games", host="any.example").status_code == 200


# --- sockets of other sites


async def refused_socket(house: OpenHouse, **headers: str) -> str:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    address = house.url.replace("http", "ws") + "/api/socket"
    with pytest.raises(InvalidStatus) as refusal:
        await connect(address, additional_headers=names)
    answer = refusal.value.response
    assert {name.lower() for name in answer.headers} >= set(HEADERS)
    body = json.loads(answer.body or b"")
    assert answer.status_code == STATUSES[body["error"]["code"]]
    return str(body["error"]["code"])


async def test_no_socket_for_pages_of_other_sites(house: OpenHouse) -> None:
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
        assert await refused_socket(house, origin=origin) == "foreign_page"
    assert await refused_socket(house, sec_fetch_site="cross-site") == "foreign_page"
    async with connect(house.url.replace("http", "ws") + "/api/socket", origin=house.url) as socket:  # type: ignore[arg-type]
        await socket.send("{}")
        assert json.loads(await socket.recv())["type"] == "refused"


# --- headers


def test_every_answer_has_its_headers(
    house: OpenHouse, http: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wrong(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(People, "welcome", wrong)
    answers = {
        200: ask(http, house, "GET", "/api/games"),
        400: http.post(f"{house.url}/api/me", content=b"{"),
        401: ask(http, house, "GET", "/api/me/tables"),
        403: ask(http, house, origin="https://evil.example"),
        404: ask(http, house, "GET", "/api/nothing/here"),
        405: ask(http, house, "DELETE", "/api/games"),
        413: http.post(f"{house.url}/api/me", content=b"x" * (MOST_BODY + 1)),
        421: ask(http, house, host="evil.example"),
        500: ask(http, house),
    }
    for status, answer in answers.items():
        assert answer.status_code == status
        for name, value in HEADERS.items():
            assert answer.headers[name] == value
        assert "server" not in answer.headers
        assert "strict-transport-security" not in answer.headers
        if status != 200:
            assert answer.headers["content-type"] == "application/json"
            code_of(answer)
    assert "'unsafe-eval'" not in HEADERS["content-security-policy"]
    assert "script-src 'unsafe-inline'" not in HEADERS["content-security-policy"]


def test_with_https_browsers_are_told_to_stay_there(tmp_path: Path, http: httpx2.Client) -> None:
    with open_house(tmp_path, https=True) as house:
        assert "max-age" in ask(http, house, "GET", "/healthz").headers["strict-transport-security"]


def test_healthz_tells_how_the_house_is(
    house: OpenHouse, http: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = ask(http, house, "GET", "/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "up", "database": True, "bus": True})

    async def away(_: Acceptance) -> bool:
        return False

    monkeypatch.setattr(Acceptance, "is_saving", away)
    answer = ask(http, house, "GET", "/healthz")
    assert (answer.status_code, answer.json()) == (503, {"status": "down", "database": False, "bus": True})


# --- the one shape


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/api", "not_found"),
        ("GET", "/api/tables/", "not_found"),
        ("GET", "/api/docs", "not_found"),
        ("GET", "/api/../etc/passwd.txt", "not_found"),
        ("GET", "/assets/nothing", "not_found"),
        ("GET", "/favicon.ico", "not_found"),
        ("POST", "/", "method_not_allowed"),
        ("PUT", "/api/me", "method_not_allowed"),
        ("DELETE", "/api/openapi.json", "method_not_allowed"),
        ("GET", "/api/tables?status=gone", "bad_request"),
        ("GET", "/api/tables/short", "bad_request"),
        ("GET", f"/api/tables/{'x' * 22}?seat=9", "bad_request"),
    ],
)
def test_whatever_is_wrong_the_refusal_has_one_shape(
    house: OpenHouse, http: httpx2.Client, method: str, path: str, code: str
) -> None:
    answer = ask(http, house, method, path)
    assert code_of(answer) == code
    assert ("allow" in answer.headers) == (code == "method_not_allowed")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"Ann"',
        b"[" * 100_000,
        b"1" * 5000,
        b"\xff\xfe",
        b'{"name": "\\ud800"}',
        b'{"name": "Ann", "\\ud800": 1}',
        b'{"name": NaN}',
        b'{"name": "Ann", "admin": true}',
    ],
)
def test_bodies_that_are_nonsense(house: OpenHouse, http: httpx2.Client, body: bytes) -> None:
    answer = http.post(f"{house.url}/api/me", content=body, headers={"content-type": "application/json"})
    assert code_of(answer) == "bad_request"


# --- how much and how often


def test_a_body_that_is_too_large_is_not_read(house: OpenHouse, http: httpx2.Client) -> None:
    large = b" " * (MOST_BODY + 1)

    def parts() -> Iterator[bytes]:
        yield from (large[start : start + 65536] for start in range(0, len(large), 65536))

    for content, most in ((large, MOST_BODY), (parts(), SMALL_BODY)):  # what does not say its length is small
        headers = {"content-type": "application/json"}
        answer = http.post(f"{house.url}/api/me", content=content, headers=headers)
        assert code_of(answer) == "too_large"
        assert answer.json()["error"]["values"] == {"most": most}
    just = b'{"name": "Ann"' + b" " * (MOST_BODY - 15) + b"}"
    answer = http.post(f"{house.url}/api/me", content=just, headers={"content-type": "application/json"})
    assert answer.status_code == 201


async def test_few_large_bodies_of_one_address_are_read_at_a_time(tmp_path: Path) -> None:
    head = "POST /api/logs/frames HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    unfinished = f"{head}Content-Length: {MOST_BODY}\r\n\r\n{{".encode()
    with open_house(tmp_path) as house:
        opened = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(MOST_LARGE + 1)]
        for _, writer in opened:
            writer.write(unfinished)
            await asyncio.sleep(0.05)
        answer = await asyncio.wait_for(opened[-1][0].readline(), 10)
        assert b" 429 " in answer
        for _, writer in opened:
            writer.close()


def test_requests_that_come_too_fast_are_refused(tmp_path: Path, http: httpx2.Client) -> None:
    with open_house(
        tmp_path, requests_per_minute=6 * BURSTS
    ) as house:  # half of them for guests with a cookie
        for _ in range(3):
            assert ask(http, house, "GET", "/api/games").status_code == 200
        assert code_of(ask(http, house, "GET", "/api/games")) == "too_fast"
        assert code_of(ask(http, house)) == "too_fast"
        assert asyncio.run(refused_socket(house)) == "too_fast"
        others = ask(http, house, "GET", "/api/games", x_forwarded_for="198.51.100.7")
        assert others.status_code == 200, "behind a proxy on this machine everybody counts for themselves"


def test_what_other_sites_send_does_not_count(tmp_path: Path, http: httpx2.Client) -> None:
    """Otherwise a page of theirs could lock somebody out."""
    with open_house(tmp_path, requests_per_minute=1 * BURSTS) as house:
        for _ in range(5):
            assert code_of(ask(http, house, origin="https://evil.example")) == "foreign_page"
        assert ask(http, house, "GET", "/api/games").status_code == 200


def test_nobody_but_a_known_proxy_says_for_whom_it_asks(
    tmp_path: Path, http: httpx2.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIGSITE_PROXIES", "192.0.2.1")
    with open_house(tmp_path, requests_per_minute=1 * BURSTS) as house:
        statuses = [
            ask(http, house, "GET", "/api/games", x_forwarded_for=f"198.51.100.{n}").status_code
            for n in range(2)
        ]
        assert statuses == [200, 429]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::2:3:4:5", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("unix", "unix", True),
    ],
)
def test_a_client_is_an_address_or_a_network_of_its_own(one: str, other: str, *, same: bool) -> None:
    assert (client_of({"client": (one, 1)}) == client_of({"client": (other, 2)})) == same


def test_without_an_address_a_client_is_local() -> None:
    assert client_of({"client": None}) == client_of({}) == "local"


async def test_so_many_tables_an_hour_are_opened_from_one_address(tmp_path: Path) -> None:
    with open_house(tmp_path, tables_per_hour=80) as house:  # two for a guest who has not played
        async with Guest(house.url) as ann:
            table = await ann.open_table(**DUEL | {"chairs": [MINE, MINE]})
            await ann.ask(table, "resign", seat=0)
            await ann.post(f"/api/tables/{table}/rematch")
            for path in ("/api/tables", f"/api/tables/{table}/rematch"):
                wanted = DUEL | {"chairs": [MINE, OPEN]} if path == "/api/tables" else {}
                assert code_of(await ann.http.post(path, json=wanted)) == "too_fast"


# --- what nobody hears


async def test_a_refusal_in_a_sealed_round_repeats_ones_own_words_and_nothing_else(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben, **BASE)
        hers = await next_move(ann, table)
        await make(ann, table, hers)
        his = await next_move(ben, table)
        for move in ("X9 z9", "", "x" * 200, "F0 a1", "W3 j10", "draw F"):
            answer = await ben.http.post(f"/api/tables/{table}/deeds", json=his | {"move": move})
            code_of(answer)
            values = answer.json()["error"]["values"]
            assert set(values) <= {"text", "move", "seat"}
            assert all(value in (move, 1) for value in values.values()), values
        again = await ann.http.post(f"/api/tables/{table}/deeds", json=hers | {"key": "again"})
        assert code_of(again) == "not_due"


def sentences(language: str) -> Json:
    found: Json = json.loads((SENTENCES / language / "errors.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_status_belongs_to_a_code_that_can_be_said(language: str) -> None:
    assert set(STATUSES) <= set(sentences(language))


async def test_every_refusal_can_be_said_in_every_language(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        playing, ended = await seated(ann, ben), await over(ann)
        opened = await ann.open_table(**DUEL | {"chairs": [MINE, INVITED]})
        log = await ann.get(f"/api/tables/{ended}/log")
        deeds: list[tuple[str, Json]] = [
            (playing, {"what": "start"}),
            (playing, {"what": "move", "seat": 0, "round": 1, "move": "F0 z9", "key": "k"}),
            (playing, {"what": "move", "seat": 0, "round": 9, "move": "F0 z9", "key": "k"}),
            (playing, {"what": "take_back", "seat": 0}),
            (playing, {"what": "agree", "seat": 1}),
            (playing, {"what": "say", "text": ""}),
            (opened, {"what": "sit", "chair": 3}),
            (opened, {"what": "sit", "chair": 1}),
            (opened, {"what": "resign", "seat": 0}),
            (ended, {"what": "resign", "seat": 0}),
            (playing, {"what": "dance"}),
        ]
        wanted: list[Json] = [
            {"game": "chess"},
            {"options": {"mode": "x"}},
            {"chairs": [MINE] * 4},
            {"clock": {"seconds": 1}},
        ]
        damaged = ["", log[:-5], log.replace("game scarabya", "game chess"), log.replace("deal", "dial")]
        asked = [
            *(ann.http.post(f"/api/tables/{table}/deeds", json=deed) for table, deed in deeds),
            *(ann.http.post("/api/tables", json=DUEL | {"chairs": [MINE, OPEN]} | bad) for bad in wanted),
            *(ann.http.post("/api/logs/fairness", json={"log": text}) for text in damaged),
        ]
        answers = [await answer for answer in asked]
    codes = {code_of(answer) for answer in answers}
    assert len(codes) > 15
    for answer in answers:
        for language in LANGUAGES:
            assert "{" not in error_of(answer.json()["error"]).say(language)


def error_of(refusal: Json) -> DigsiteError:
    """Return a refusal as the page has it: where one explains another, that is a refusal too."""
    values = {
        key: error_of(value) if isinstance(value, dict) else value for key, value in refusal["values"].items()
    }
    return DigsiteError(refusal["code"], **values)


async def test_no_log_tells_a_secret(
    house: OpenHouse, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO)
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        cookie = ann.http.cookies["digsite"]
        code = (await ann.post("/api/me/code"))["code"]
        table = await ann.open_table(**DUEL | {"chairs": [MINE, INVITED], "nonce": "nonce-of-ann"})
        invitation = (await ann.look(table))["table"]["invitation"]
        await ann.call()
        await ann.watch(table)
        await ben.ask(table, "sit", chair=1, invitation=invitation, nonce="nonce-of-ben")
        await ann.say({"type": "do", "nonce": "nonce-of-ann"})

        async def wrong(*_: object) -> None:
            raise RuntimeError

        def wrong_at_once(*_: object) -> None:
            raise RuntimeError

        with monkeypatch.context() as patch:
            patch.setattr(house.site.house, "do", wrong)
            patch.setattr(house.site.house, "ask", wrong_at_once)
            answer = await ann.http.post(f"/api/tables/{table}/deeds", json={"what": "resign", "seat": 0})
            assert code_of(answer) == "server_error"
            assert await refused_deed(ann, table) == "server_error"
        with monkeypatch.context() as patch:
            patch.setattr(Store, "add_table", away)
            answer = await ann.http.post("/api/tables", json=DUEL | {"chairs": [MINE, OPEN]})
            assert code_of(answer) == "store_refuses"
        await ann.ask(table, "resign", seat=0)
        secret = (await ann.look(table))["table"]["secret"]
    ours = [record for record in caplog.records if not record.name.startswith("httpx")]
    told = "\n".join(logging.Formatter().format(record) for record in ours)
    assert "RuntimeError" in told, "whoever looks after the house learns what went wrong"
    assert "store_refuses" in told
    assert "/api/tables/{table}/deeds" in told
    for hidden in (secret, invitation, "nonce-of-ann", "nonce-of-ben", cookie, code, table):
        assert hidden not in told


async def away(*_: object) -> None:
    raise DigsiteError("store_refuses") from ConnectionError("the nonce is nonce-of-ann")


async def refused_deed(guest: Guest, table: str) -> str:
    await guest.say({"type": "do", "id": 1, "table": table, "deed": {"what": "resign", "seat": 0}})
    message = await guest.hear(lambda message: message["type"] == "refused" and message["id"] == 1)
    return str(message["error"]["code"])


# --- heads without an end


def opened(house: OpenHouse) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", house.port), timeout=30)
    connection.sendall(b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n")
    return connection


def is_hung_up(connection: socket.socket) -> bool:
    try:
        return connection.recv(1000) == b""
    except ConnectionError:
        return True


def test_a_head_without_an_end_is_not_read(house: OpenHouse) -> None:
    for line in (b"x" * 65536, b"x: y\r\n" * 10_000):
        with opened(house) as connection, contextlib.suppress(ConnectionError):
            for _ in range(1000):
                connection.sendall(line)
            pytest.fail("the house would read for ever")


def test_a_head_that_never_comes_is_not_waited_for(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.1)
    with opened(house) as connection:
        assert is_hung_up(connection)
    with socket.create_connection(("127.0.0.1", house.port), timeout=30) as silent:
        assert is_hung_up(silent)


def test_a_head_that_comes_in_portions_is_read(house: OpenHouse) -> None:
    with opened(house) as connection:
        for _ in range(2):
            for portion in (b"x: ", b"y" * 1000, b"\r\n", b"\r", b"\n"):
                connection.sendall(portion)
            assert connection.recv(15) == b"HTTP/1.1 200 OK"
            while b"levels" not in connection.recv(65536):
                pass
            connection.sendall(b"GET /api/games HTTP/1.1\r\nhost: localhost\r\n")

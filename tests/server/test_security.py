"""What docs/security.md says of the house where no other test shows it, and that its tests exist."""

from __future__ import annotations

import ast
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from digsite.server.app import create_app
from digsite.server.guard import HEADERS
from digsite.server.people import CODE_LENGTH, CODE_LETTERS
from tests.server.guest import Guest
from tests.server.open_house import OpenHouse
from tests.server.tables import DUEL, MINE, OPEN, over

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "digsite"
WEB = ROOT / "web" / "src"
PAGE = ROOT / "docs" / "security.md"
SERVED = ("core", "table", "wire", "store", "bus", "server")
"""Parts of the house that see what strangers send."""
MODULES = sorted(path for part in SERVED for path in (SOURCE / part).rglob("*.py"))
LEVEL_ONE = 128
"""Requirements of ASVS 4.0.3 at level 1."""


@pytest.fixture(scope="module")
def http(house: OpenHouse) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=house.url, verify=False) as client:
        yield client


def sent(house: OpenHouse, request: bytes) -> bytes:
    """Send bytes as they are, and return what comes back until the house hangs up or has answered."""
    with socket.create_connection(("127.0.0.1", house.port), timeout=30) as connection:
        connection.sendall(request)
        found = b""
        while b"\r\n\r\n" not in found and (portion := connection.recv(1 << 16)):
            found += portion
        return found


# --- methods, paths and types


@pytest.mark.parametrize("method", ["TRACE", "PROPFIND", "DELETE", "PUT"])
@pytest.mark.parametrize("path", ["/", "/api/me/code", "/api/tables", "/assets/"])
def test_a_method_that_nobody_needs_is_refused_and_echoes_nothing(
    http: httpx2.Client, method: str, path: str
) -> None:
    answer = http.request(method, path, headers={"x-secret": "do not echo"})
    assert answer.status_code == 405
    assert "do not echo" not in answer.text


@pytest.mark.parametrize("path", ["/api/me", "/api/tables", "/api/games", "/"])
def test_no_other_site_is_ever_allowed_to_read(http: httpx2.Client, path: str) -> None:
    for origin in ("https://evil.example", "null"):
        asking = {"origin": origin, "access-control-request-method": "POST"}
        for method in ("OPTIONS", "GET", "POST"):
            answer = http.request(method, path, headers=asking)
            assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/assets/../../server/app.py",
        "/assets/%2e%2e/%2e%2e/server/app.py",
        "/assets/..%2f..%2fserver%2fapp.py",
        "/assets/..%5c..%5cserver%5capp.py",
        "/assets//etc/passwd",
        "//etc/passwd.txt",
        "/assets/%00.js",
        "/.git/config.txt",
        "/index.html.bak",
        "/assets/.DS_Store",
        "/assets/",
    ],
)
def test_nothing_but_the_files_of_the_page_is_served(house: OpenHouse, path: str) -> None:
    found = sent(house, f"GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".encode())
    assert found.startswith(b"HTTP/1.1 404")


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/nothing", "/api/me", "/healthz", "/api/tables"])
def test_every_answer_says_what_it_is_in_utf8(http: httpx2.Client, path: str) -> None:
    kind = http.get(path).headers["content-type"]
    assert kind in ("application/json", "text/html; charset=utf-8", "text/plain; charset=utf-8")


@pytest.mark.parametrize("path", ["/api/me", "/api/games", "/api/tables", "/api/nothing"])
def test_no_answer_about_people_or_tables_is_kept_by_browsers_or_proxies(
    http: httpx2.Client, path: str
) -> None:
    assert http.get(path).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "request_",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
        b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: localhost\r\nx y: z\r\n\r\n",
    ],
    ids=["nonsense", "two lengths", "length and chunks", "name with a space"],
)
def test_a_request_that_two_servers_might_read_differently_is_refused(
    house: OpenHouse, request_: bytes
) -> None:
    found = sent(house, request_)
    assert found.startswith(b"HTTP/1.1 400")
    assert b"connection: close" in found
    assert b"Traceback" not in found


def test_no_path_leads_to_another_site(http: httpx2.Client) -> None:
    for path in (
        "/",
        "//evil.example",
        "/play//evil.example",
        "/api/games/",
        "/table",
        "/?next=https://evil",
    ):
        answer = http.get(path, follow_redirects=False)
        assert not answer.is_redirect
        assert "location" not in answer.headers


def test_the_policy_lets_no_foreign_or_inline_script_run() -> None:
    parts = (part.split() for part in HEADERS["content-security-policy"].split(";"))
    rules = {name: sources for name, *sources in parts}
    assert rules["default-src"] == ["'self'"]
    assert "script-src" not in rules, "so scripts come from here alone"
    for name in ("base-uri", "frame-ancestors", "object-src"):
        assert rules[name] == ["'none'"]


# --- who somebody is


def test_nothing_that_tells_who_somebody_is_travels_in_an_address() -> None:
    for path, methods in create_app().openapi()["paths"].items():
        for route in methods.values():
            named = {part["name"] for part in route.get("parameters", []) if part["in"] != "cookie"}
            assert not named & {"code", "cookie", "digsite", "invitation", "nonce", "token"}, path


async def test_every_guest_has_a_new_and_long_token(house: OpenHouse) -> None:
    async with Guest(house.url) as ann, Guest(house.url) as ben:
        ids = {(await guest.get("/api/me"))["id"] for guest in (ann, ben)}
    assert len(ids) == 2
    assert all(len(found) * 6 >= 128 for found in ids), "six bits a letter"
    assert len(CODE_LETTERS) ** CODE_LENGTH > 2**59


async def test_who_comes_in_again_is_somebody_else(house: OpenHouse) -> None:
    """A cookie that somebody was made to carry does not become theirs."""
    async with Guest(house.url) as ann:
        before, cookie = await ann.get("/api/me"), ann.http.cookies["digsite"]
        await ann.post("/api/me", {"name": "Ann"})
        assert (await ann.get("/api/me"))["id"] != before["id"]
        assert ann.http.cookies["digsite"] != cookie


async def test_what_people_write_comes_back_as_it_was_and_does_nothing(house: OpenHouse) -> None:
    name = "');DROP TABLE people;--"
    said = "<script>alert(1)</script> ${7*7} {{7*7}} ' OR 1=1"
    async with Guest(house.url, name) as ann:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        await ann.ask(table, "say", text=said)
        news = await ann.look(table)
        assert [line["text"] for line in news["said"]] == [said]
        assert (await ann.get("/api/me"))["name"] == name


async def test_a_parameter_that_comes_twice_or_in_another_place_changes_nothing(house: OpenHouse) -> None:
    async with Guest(house.url) as ann, Guest(house.url) as ben:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        me = (await ann.get("/api/me"))["id"]
        answer = await ben.http.get(f"/api/tables/{table}?person={me}&person={me}&seat=0&seat=1")
        assert answer.json()["table"]["yours"] is False
        answer = await ben.http.post(f"/api/tables/{table}/deeds?person={me}", json={"what": "start"})
        assert answer.json()["error"]["code"] == "not_the_owner"


async def test_a_log_is_downloaded_under_a_name_of_ours(house: OpenHouse) -> None:
    async with Guest(house.url) as ann:
        answer = await ann.http.get(f"/api/tables/{await over(ann)}/log?filename=evil.bat")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    found = answer.headers["content-disposition"]
    assert re.fullmatch(r'attachment; filename="scarabya-[0-9-]+\.dig"', found)


# --- the code


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_what_strangers_send_is_never_run_unpickled_or_passed_to_another_program(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & {"eval", "exec", "compile", "__import__"}
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [str(node.module)]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert not imported & {"pickle", "marshal", "shelve", "subprocess", "yaml", "xml", "lxml"}
    assert not imported & {"httpx", "requests", "aiohttp", "smtplib", "ftplib", "ldap3"}, "no calls elsewhere"


def test_the_page_never_turns_text_into_html_or_code() -> None:
    sources = [path for path in WEB.rglob("*") if path.suffix in (".ts", ".svelte", ".html")]
    assert len(sources) > 50
    for path in sources:
        if ".test." not in path.name:
            found = re.findall(
                r"\{@html|innerHTML|outerHTML|document\.write|\beval\(|new Function", path.read_text()
            )
            assert not found, path


def test_the_application_is_not_in_debug_mode() -> None:
    app = create_app()
    assert not app.debug
    assert app.docs_url is app.redoc_url is None


# --- docs/security.md


def rows() -> list[list[str]]:
    """Return the cells of every row that is about a requirement."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    found = [line for line in lines if re.match(r"\| [0-9]+\.[0-9]+\.[0-9]+ \|", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found]


def test_every_requirement_of_level_one_has_one_row_in_order() -> None:
    numbers = [tuple(map(int, number.split("."))) for number, *_ in rows()]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == LEVEL_ONE


def test_every_row_has_an_answer() -> None:
    for number, asked, answer in rows():
        assert asked, number
        is_shown = "::" in answer
        assert is_shown or answer.startswith(("Does not apply: ", "Not met: ", "Partly: ", "By reading: ")), (
            number
        )


def test_every_test_that_the_page_names_exists() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text))
    assert len(named) > 30
    for file, name in named:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        kinds = ast.FunctionDef | ast.AsyncFunctionDef
        assert name in {node.name for node in tree.body if isinstance(node, kinds)}, f"{file}::{name}"


def test_the_page_counts_its_answers_right() -> None:
    text = PAGE.read_text(encoding="utf-8")
    answers = [answer for _, _, answer in rows()]
    counts = {
        "shown by a test": sum("::" in a and not a.startswith(("Partly", "Not met")) for a in answers),
        "by reading": sum(a.startswith("By reading: ") for a in answers),
        "partly": sum(a.startswith("Partly: ") for a in answers),
        "not met": sum(a.startswith("Not met: ") for a in answers),
        "does not apply": sum(a.startswith("Does not apply: ") for a in answers),
    }
    assert sum(counts.values()) == LEVEL_ONE
    for name, count in counts.items():
        assert f"| {name} | {count} |" in text, (name, count)

"""The page comes from the house itself: packed, kept by browsers as long as it may be, and nothing else."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from digsite.core.errors import DigsiteError
from digsite.core.words import LANGUAGES, say
from digsite.server import page
from digsite.server.guard import HEADERS
from digsite.store.store import Store
from tests.server.guest import Guest
from tests.server.open_house import OpenHouse, open_house
from tests.server.tables import MINE, OPEN

INDEX = "<!doctype html><title>Digsite</title>" + "<p>sand</p>" * 100
SCRIPT = "console.log('sand');" * 100
FONT = b"wOF2" + bytes(range(256)) * 8
ANNOUNCED = {
    "holes": {"table": "[A-Za-z0-9_-]{22}"},
    "pages": [
        {
            "path": "/",
            "languages": {code: [f"assets/home-{code}.js"] for code in LANGUAGES},
            "games": {},
        },
        {
            "path": "/table/{table}",
            "languages": {code: ["assets/table.js", "assets/table.css"] for code in LANGUAGES},
            "games": {"scarab": {code: ["assets/table.js", f"assets/{code}.js"] for code in LANGUAGES}},
        },
    ],
}
FILES = {
    "announced.json": json.dumps(ANNOUNCED).encode(),
    "index.html": INDEX.encode(),
    "icon.svg": b"<svg/>",
    "assets/index-a1b2.js": SCRIPT.encode(),
    "assets/sans-c3d4.woff2": FONT,
}
PLACES = ["/", "/play/scarab", f"/table/{'x' * 22}", f"/table/{'x' * 22}/replay", "/replay", "/rules/scarab"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    folder = tmp_path_factory.mktemp("page")
    for name, content in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "FOLDER", folder)
        with open_house(tmp_path_factory.mktemp("house")) as house:
            yield house


@pytest.fixture(scope="module")
def http(house: OpenHouse) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=house.url, verify=False) as client:
        yield client


@pytest.mark.parametrize("path", [*PLACES, "/nowhere/at/all", "/index.html", "/apiary"])
def test_every_place_is_the_page(http: httpx2.Client, path: str) -> None:
    answer = http.get(path)
    assert (answer.status_code, answer.text) == (200, INDEX)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    for name, value in HEADERS.items():
        assert name == "cache-control" or answer.headers[name] == value


def test_what_has_a_hash_in_its_name_is_kept_for_ever(http: httpx2.Client) -> None:
    answer = http.get("/assets/index-a1b2.js")
    assert answer.text == SCRIPT
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert http.get("/icon.svg").headers["cache-control"] == "no-cache"


def test_a_browser_that_has_it_is_told_so(http: httpx2.Client) -> None:
    first = http.get("/")
    again = http.get("/replay", headers={"if-none-match": f'W/"another", {first.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert http.get("/", headers={"if-none-match": 'W/"another"'}).status_code == 200


@pytest.mark.parametrize(
    ("accepts", "is_packed"),
    [("gzip", True), ("br, gzip;q=0.5", True), ("", False), ("gzip;q=0, br", False), ("gzip; q=0.0", False)],
)
def test_it_is_packed_for_those_who_can_unpack(http: httpx2.Client, accepts: str, *, is_packed: bool) -> None:
    with http.stream("GET", "/", headers={"accept-encoding": accepts}) as answer:
        sent = b"".join(answer.iter_raw())
        assert ("content-encoding" in answer.headers) == is_packed
        assert int(answer.headers["content-length"]) == len(sent)
        assert answer.headers["vary"].startswith("accept-encoding")
    assert (gzip.decompress(sent) if is_packed else sent) == INDEX.encode()
    assert (len(sent) < len(INDEX)) == is_packed


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "en"),
        ({"accept-language": "pt-BR, nl-BE;q=0.8, en;q=0.5"}, "nl"),
        ({"accept-language": "fr", "cookie": "digsite-language=de"}, "de"),
        ({"accept-language": "FR-ca", "cookie": "digsite-language=tlh"}, "fr"),
    ],
)
def test_the_words_that_a_page_will_say_are_announced(
    http: httpx2.Client, headers: dict[str, str], language: str
) -> None:
    answer = http.get("/", headers=headers)
    assert answer.headers["link"] == f"</assets/home-{language}.js>; rel=modulepreload"
    assert answer.headers["vary"] == "accept-encoding, accept-language, cookie"


async def test_the_game_of_a_table_is_announced_each_file_once(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann:
        table = await ann.open_table("scarab", [MINE, OPEN])
        links = (await ann.http.get(f"/table/{table}")).headers["link"].split(", ")
    assert links == [
        "</assets/table.js>; rel=modulepreload",
        "</assets/table.css>; rel=preload; as=style; crossorigin",
        "</assets/en.js>; rel=modulepreload",
    ]


def test_where_there_is_no_table_the_page_comes_all_the_same(http: httpx2.Client) -> None:
    answer = http.get(f"/table/{'x' * 22}")
    assert (answer.status_code, answer.text) == (200, INDEX)
    assert "en.js" not in answer.headers["link"]


@pytest.mark.parametrize("trouble", [DigsiteError("store_refuses"), None], ids=["refused", "slow"])
async def test_nobody_waits_for_a_page_because_the_store_is_in_trouble(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, trouble: DigsiteError | None
) -> None:
    async def game_of(*_: object) -> str:
        if trouble is not None:
            raise trouble
        await asyncio.sleep(30)
        return "scarab"

    monkeypatch.setattr(Store, "game_of", game_of)
    async with httpx2.AsyncClient(base_url=house.url, verify=False, timeout=10) as client:
        answer = await client.get(f"/table/{'y' * 22}")
    assert (answer.status_code, answer.text) == (200, INDEX)
    assert "table.js" in answer.headers["link"]


@pytest.mark.parametrize("path", ["/nowhere/at/all", "/table/short"])
def test_an_unknown_place_announces_nothing(http: httpx2.Client, path: str) -> None:
    assert "link" not in http.get(path).headers


def test_fonts_are_packed_already(http: httpx2.Client) -> None:
    answer = http.get("/assets/sans-c3d4.woff2", headers={"accept-encoding": "gzip"})
    assert (answer.content, answer.headers["content-type"]) == (FONT, "font/woff2")
    assert "content-encoding" not in answer.headers


def test_a_head_has_no_body(http: httpx2.Client) -> None:
    answer = http.head("/", headers={"accept-encoding": "identity"})
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer.headers["content-length"]) == len(INDEX)


@pytest.mark.parametrize("path", ["/assets/index-0000.js", "/assets/", "/.env", "/assets/../secret.key"])
def test_what_is_no_file_of_the_page_is_not_there(http: httpx2.Client, path: str) -> None:
    answer = http.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
    assert answer.headers["cache-control"] == "no-store"


def test_a_page_is_only_read(http: httpx2.Client) -> None:
    answer = http.post("/play/scarab")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_it_is_not_built_it_says_how_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    monkeypatch.setattr(page, "FOLDER", tmp_path / "nothing")
    with open_house(tmp_path) as house:
        answer = httpx2.get(house.url + "/", verify=False)
        assert answer.status_code == 503
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.text.strip() == say(language, "cli.not_built")
        assert "make page" in answer.text
        assert httpx2.get(house.url + "/healthz", verify=False).status_code == 200

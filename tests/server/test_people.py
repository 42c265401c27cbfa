"""Guests: a name, a signed cookie, a code for another device, and one's own tables."""

from __future__ import annotations

from http.cookies import Morsel, SimpleCookie
from pathlib import Path

import httpx2
import pytest

from digsite.server import people
from digsite.server.people import CODE_FOR, kept_key
from digsite.store.archive import KEY_FILE
from tests.server.guest import Guest
from tests.server.open_house import OpenHouse, open_house
from tests.server.tables import DUEL, MINE, OPEN, make, next_move, refused, seated


def cookie_of(answer: httpx2.Response) -> Morsel[str]:
    (morsel,) = SimpleCookie(answer.headers["set-cookie"]).values()
    return morsel


# --- the cookie


async def test_a_guest_is_in_at_once_and_known_by_a_cookie(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann:
        me = await ann.get("/api/me")
        assert me["name"] == "Ann"
        assert me == await ann.get("/api/me")


def test_no_script_and_no_other_site_gets_the_cookie(house: OpenHouse) -> None:
    cookie = cookie_of(httpx2.post(f"{house.url}/api/me", json={"name": "Ann"}))
    assert cookie.key == "digsite"
    assert cookie["httponly"]
    assert cookie["samesite"].lower() == "strict"
    assert cookie["path"] == "/"
    assert not cookie["domain"]
    assert not cookie["secure"]
    assert int(cookie["max-age"]) > 365 * 24 * 60 * 60


def test_with_https_the_cookie_travels_by_nothing_else(tmp_path: Path) -> None:
    with open_house(tmp_path, https=True) as house:
        answer = httpx2.post(f"{house.url}/api/me", json={"name": "Ann"})
        cookie = cookie_of(answer)
        assert cookie.key == "__Host-digsite"
        assert cookie["secure"]
        assert not cookie["domain"]
        headers = {"cookie": f"{cookie.key}={cookie.value}"}
        assert httpx2.get(f"{house.url}/api/me", headers=headers).json()["name"] == "Ann"
        plain = {"cookie": f"digsite={cookie.value}"}
        assert httpx2.get(f"{house.url}/api/me", headers=plain).json() is None


def with_cookie(house: OpenHouse, cookie: str) -> httpx2.Response:
    return httpx2.get(f"{house.url}/api/me", headers={"cookie": f"digsite={cookie}"})


@pytest.mark.parametrize(
    "forge",
    [
        lambda _: "",
        lambda _: "nonsense",
        lambda _: "IkFubiI.nonsense",
        lambda cookie: cookie[:-2] + ("AA" if cookie[-2:] != "AA" else "BB"),
        lambda cookie: "X" + cookie,
        lambda cookie: cookie.partition(".")[0],
        lambda cookie: cookie.partition(".")[0] + ".",
        lambda cookie: "." + cookie,
    ],
    ids=["none", "nonsense", "unsigned", "other signature", "other person", "no signature", "empty", "dots"],
)
async def test_a_forged_cookie_is_nobodys(house: OpenHouse, forge: object) -> None:
    async with Guest(house.url) as ann:
        cookie = ann.http.cookies["digsite"]
    assert with_cookie(house, cookie).status_code == 200
    forged = with_cookie(house, forge(cookie))  # type: ignore[operator]
    assert (forged.status_code, forged.json()) == (200, None)


async def test_the_cookie_of_another_house_is_nobodys(house: OpenHouse, tmp_path: Path) -> None:
    with open_house(tmp_path) as other:
        async with Guest(other.url) as ann:
            assert with_cookie(house, ann.http.cookies["digsite"]).json() is None


async def test_somebody_whom_the_house_has_forgotten_is_asked_for_a_name(tmp_path: Path) -> None:
    """The key is still the same, the database is a new one."""
    key = "k" * 32
    with open_house(tmp_path / "one", key=key) as house:
        async with Guest(house.url) as ann:
            cookie = ann.http.cookies["digsite"]
    with open_house(tmp_path / "other", key=key) as house:
        headers = {"cookie": f"digsite={cookie}"}
        wanted = {"chairs": [{"kind": "mine"}], "game": "scarabya"}
        assert with_cookie(house, cookie).json() is None
        for answer in (
            httpx2.patch(f"{house.url}/api/me", headers=headers, json={"name": "Ann"}),
            httpx2.post(f"{house.url}/api/me/code", headers=headers),
            httpx2.post(f"{house.url}/api/tables", headers=headers, json=wanted),
        ):
            assert answer.json()["error"]["code"] == "who_are_you"


async def test_guests_are_known_when_the_house_opens_again(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        async with Guest(house.url) as ann:
            cookie = ann.http.cookies["digsite"]
    with open_house(tmp_path) as house:
        assert with_cookie(house, cookie).json()["name"] == "Ann"


# --- the key


def test_only_the_owner_of_the_house_reads_its_key(tmp_path: Path) -> None:
    key = kept_key(tmp_path / "home")
    assert len(key) == 64
    assert kept_key(tmp_path / "home") == key
    assert (tmp_path / "home" / KEY_FILE).stat().st_mode & 0o077 == 0
    assert [path.name for path in (tmp_path / "home").iterdir()] == [KEY_FILE]


def test_of_two_processes_that_start_together_both_have_the_same_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look whether there is a key and the making of one, somebody else makes one."""
    make = people._make_key
    keys: list[str] = []

    def make_late(path: Path) -> None:
        monkeypatch.setattr(people, "_make_key", make)
        keys.append(kept_key(tmp_path))
        make(path)

    monkeypatch.setattr(people, "_make_key", make_late)
    keys.append(kept_key(tmp_path))
    assert keys[0] == keys[1]


@pytest.mark.parametrize("damage", ["", "short"])
def test_a_damaged_key_is_not_signed_with(tmp_path: Path, damage: str) -> None:
    (tmp_path / KEY_FILE).write_text(damage)
    with pytest.raises(Exception, match="cannot be read"):
        kept_key(tmp_path)


# --- names


async def test_a_guest_may_take_another_name_for_tables_to_come(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann:
        before = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        renamed = (await ann.http.patch("/api/me", json={"name": "  Anna   Bell "})).json()
        assert renamed["name"] == "Anna Bell"
        assert renamed == await ann.get("/api/me")
        after = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        names = [(await ann.look(table))["table"]["places"][0]["name"] for table in (before, after)]
        assert names == ["Ann", "Anna Bell"]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "bad_name"),
        ("   ", "bad_name"),
        ("x" * 31, "bad_name"),
        ("x" * 101, "bad_request"),
        ("An\x00n", "bad_name"),
        ("An\u202en", "bad_name"),  # turns the direction of all that follows
        ("An\u200bn", "bad_name"),  # looks like Ann
        ("A" + "\u0301" * 9, "unreadable_name"),  # towers over other lines
        ("Ann (2)", "bracketed_name"),  # the second Ann of a table
        (7, "bad_request"),
        (None, "bad_request"),
    ],
)
def test_names_that_cannot_stand_in_a_log_are_refused(house: OpenHouse, name: object, code: str) -> None:
    answer = httpx2.post(f"{house.url}/api/me", json={"name": name})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == code
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("name", ["x", "x" * 30, "Zoë", "李雷", "O'Neil <b>"])
def test_all_other_names_are_fine(house: OpenHouse, name: str) -> None:
    assert httpx2.post(f"{house.url}/api/me", json={"name": name}).json()["name"] == name


# --- another device


@pytest.mark.parametrize(
    "typed",
    [str, str.lower, lambda code: code.replace("-", ""), lambda code: f" {code.replace('-', ' - ')} "],
)
async def test_a_code_carries_a_guest_to_another_device_once(house: OpenHouse, typed: object) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Nobody") as other:
        code = (await ann.post("/api/me/code"))["code"]
        assert len(code.replace("-", "")) == 12
        carried = await other.post("/api/me/device", {"code": typed(code)})  # type: ignore[operator]
        assert carried == await ann.get("/api/me") == await other.get("/api/me")
        assert await refused(other.post("/api/me/device", {"code": code})) == "bad_code"


async def test_a_new_code_takes_the_place_of_an_older_one(house: OpenHouse) -> None:
    async with Guest(house.url) as ann:
        old, new = [(await ann.post("/api/me/code"))["code"] for _ in range(2)]
        assert await refused(ann.post("/api/me/device", {"code": old})) == "bad_code"
        await ann.post("/api/me/device", {"code": new})


async def test_a_code_is_good_for_ten_minutes(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Guest(house.url) as ann:
        code = await ann.post("/api/me/code")
        monkeypatch.setattr(people, "now", lambda: code["until"] + 1)
        assert await refused(ann.post("/api/me/device", {"code": code["code"]})) == "bad_code"
        later = await ann.post("/api/me/code")
        assert later["until"] == code["until"] + 1 + CODE_FOR
        monkeypatch.setattr(people, "now", lambda: later["until"])
        await ann.post("/api/me/device", {"code": later["code"]})


@pytest.mark.parametrize("code", ["", "----", "AAAA-AAAA-AAAA", "a" * 100, "\u0000", "ſſſſ"])
async def test_other_codes_are_refused(house: OpenHouse, code: str) -> None:
    async with Guest(house.url) as ann:
        me = await ann.get("/api/me")
        assert await refused(ann.post("/api/me/device", {"code": code})) == "bad_code"
        assert await ann.get("/api/me") == me, "the old cookie is still good"


async def test_a_code_needs_somebody_to_carry(house: OpenHouse) -> None:
    answer = httpx2.post(f"{house.url}/api/me/code")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "who_are_you")


# --- one's own tables


async def test_tables_where_it_is_ones_turn_come_first(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        due, waiting = [await seated(ann, ben) for _ in range(2)]
        await make(ann, waiting, await next_move(ann, waiting))
        opened = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        ended = await ann.open_table(**DUEL | {"chairs": [MINE, MINE]})
        await ann.ask(ended, "resign", seat=0)
        gone = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        await ann.ask(gone, "stand")
        assert await own_tables(ann) == [
            (due, "playing", True),
            (waiting, "playing", False),
            (ended, "over", False),
            (opened, "open", False),
        ]
        assert await own_tables(ben) == [(waiting, "playing", True), (due, "playing", False)]


async def own_tables(guest: Guest) -> list[tuple[str, str, bool]]:
    tables = (await guest.get("/api/me/tables"))["tables"]
    return [(table["id"], table["status"], table["your_turn"]) for table in tables]


async def test_ones_own_tables_are_not_for_others(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        assert (await ben.get("/api/me/tables"))["tables"] == []
    assert httpx2.get(f"{house.url}/api/me/tables").status_code == 401


# --- how many


def test_so_many_guests_an_hour_come_from_one_address(tmp_path: Path) -> None:
    with open_house(tmp_path, guests_per_hour=3) as house:
        statuses = [httpx2.post(f"{house.url}/api/me", json={"name": "Ann"}).status_code for _ in range(4)]
        assert statuses == [201, 201, 201, 429]
        guess = httpx2.post(f"{house.url}/api/me/device", json={"code": "AAAA-AAAA-AAAA"})
        assert guess.json()["error"]["code"] == "too_fast", "codes cannot be guessed at leisure"
        other = {"x-forwarded-for": "198.51.100.7"}
        assert httpx2.post(f"{house.url}/api/me", json={"name": "Ann"}, headers=other).status_code == 201

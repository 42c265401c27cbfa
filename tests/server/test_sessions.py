"""Sessions: one for each browser, which end when somebody logs out or stays away for long."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from itsdangerous import URLSafeSerializer
from websockets.exceptions import ConnectionClosed

from digsite.core.errors import DigsiteError
from digsite.server import sessions
from digsite.server.sessions import DAY, SIGNER, Session, Sessions
from digsite.server.site import COOKIE
from digsite.server.socket import LOGGED_OUT
from digsite.server.steady import now
from digsite.store.sessions import Login, Logins
from digsite.store.sqlite import FILE_NAME
from tests.server.guest import Guest
from tests.server.houses import Backing, shared_backing
from tests.server.open_house import OpenHouse, open_house
from tests.server.tables import DUEL, MINE, OPEN, refused, seated

KEY = "k" * 32


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OpenHouse]:
    with open_house(tmp_path, key=KEY) as house:
        yield house


class Clock:
    """What sessions believe that the time is."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.passed = 0
        monkeypatch.setattr(sessions, "now", self.now)

    def now(self) -> int:
        return now() + self.passed


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def cookie_of(guest: Guest) -> str:
    return str(guest.http.cookies[COOKIE])


def of_before(person: str) -> str:
    """Return a cookie as the version before made them."""
    return str(URLSafeSerializer(KEY, salt="person", signer_kwargs=SIGNER).dumps(person))


def asked(house: OpenHouse, cookie: str) -> httpx2.Response:
    """Ask who somebody with this cookie is."""
    return httpx2.get(f"{house.url}/api/me", headers={"cookie": f"{COOKIE}={cookie}"})


def name(house: OpenHouse, cookie: str) -> str | None:
    """Return what the house calls somebody with this cookie; nobody's can do nothing either."""
    found = asked(house, cookie).json()
    may = httpx2.get(f"{house.url}/api/me/tables", headers={"cookie": f"{COOKIE}={cookie}"}).status_code
    assert may == (401 if found is None else 200)
    return None if found is None else str(found["name"])


@asynccontextmanager
async def with_cookie(house: OpenHouse, cookie: str) -> AsyncIterator[Guest]:
    guest = Guest(house.url)
    guest.http.cookies.set(COOKIE, cookie)
    yield guest
    await guest.__aexit__()


@asynccontextmanager
async def second_device(house: OpenHouse, guest: Guest) -> AsyncIterator[Guest]:
    other = Guest(house.url, guest.name)
    await other.post("/api/me/device", {"code": (await guest.post("/api/me/code"))["code"]})
    yield other
    await other.__aexit__()


async def log_out(guest: Guest) -> None:
    assert (await guest.http.delete("/api/me/session")).status_code == 204


async def log_out_everywhere(guest: Guest) -> str:
    answer = await guest.http.delete("/api/me/sessions")
    assert answer.status_code == 200
    return str(answer.json()["code"])


async def closed(guest: Guest) -> int | None:
    """Wait until the house closes a socket, and return why."""
    with pytest.raises((ConnectionClosed, ConnectionResetError)):
        await guest.hear(lambda _: False)
    assert guest._socket is not None
    return guest._socket.close_code


def kept(home: Path, wanted: str = "SELECT digest, person, used FROM sessions") -> list[Any]:
    with sqlite3.connect(home / FILE_NAME) as database:
        return database.execute(wanted).fetchall()


# --- a session for each device


async def test_every_device_has_a_token_of_its_own_and_the_database_none(
    house: OpenHouse, tmp_path: Path
) -> None:
    async with Guest(house.url, "Ann") as ann, second_device(house, ann) as phone:
        assert cookie_of(ann) != cookie_of(phone)
        signer = URLSafeSerializer(KEY, salt="session", signer_kwargs=SIGNER)
        logins = [signer.loads(cookie_of(guest)) for guest in (ann, phone)]
        assert logins[0][0] == logins[1][0] != logins[0][1]
        files = b"".join(path.read_bytes() for path in tmp_path.glob(f"{FILE_NAME}*"))
        assert not [token for _, token in logins if token.encode() in files]
        assert len({digest for digest, _, _ in kept(tmp_path)}) == 2


async def test_who_logs_out_here_is_nobody_here_and_stays_elsewhere(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, second_device(house, ann) as phone:
        cookie = cookie_of(ann)
        await log_out(ann)
        assert COOKIE not in ann.http.cookies, "the browser forgets it"
        assert name(house, cookie) is None, "and so does the house"
        assert name(house, cookie_of(phone)) == "Ann"


async def test_who_logs_out_everywhere_comes_back_by_the_new_code_alone(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, second_device(house, ann) as phone, Guest(house.url) as ben:
        me, cookies = await ann.get("/api/me"), [cookie_of(ann), cookie_of(phone)]
        older = (await phone.post("/api/me/code"))["code"]
        code = await log_out_everywhere(ann)
        assert [name(house, cookie) for cookie in (*cookies, of_before(me["id"]))] == [None] * 3
        assert await refused(phone.post("/api/me/device", {"code": older})) == "bad_code"
        assert await ben.get("/api/me"), "nobody else is logged out"
        assert await phone.post("/api/me/device", {"code": code}) == me
        assert name(house, cookie_of(phone)) == "Ann"


@pytest.mark.parametrize("path", ["/api/me/session", "/api/me/sessions"])
async def test_only_who_is_logged_in_can_log_out(house: OpenHouse, path: str) -> None:
    async with Guest(house.url) as ann:
        cookie = cookie_of(ann)
        await log_out(ann)
        for headers in ({}, {"cookie": f"{COOKIE}={cookie}"}):
            answer = httpx2.delete(f"{house.url}{path}", headers=headers)
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "who_are_you")


@pytest.mark.parametrize("path", ["/api/me", "/api/me/device"])
async def test_a_cookie_that_is_replaced_is_good_for_nothing(house: OpenHouse, path: str) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        code, cookie = (await ann.post("/api/me/code"))["code"], cookie_of(ben)
        await ben.post(path, {"name": "Cas"} if path == "/api/me" else {"code": code})
        assert name(house, cookie) is None
        assert name(house, cookie_of(ben)) == ("Cas" if path == "/api/me" else "Ann")


def test_a_browser_is_told_to_forget_a_cookie_that_is_nobodys(house: OpenHouse) -> None:
    answer = asked(house, of_before("nobody"))
    assert answer.json() is None
    assert "Max-Age=0" in answer.headers["set-cookie"]


# --- sockets


async def test_sockets_of_an_ended_session_are_closed_and_no_others(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, second_device(house, ann) as phone, Guest(house.url) as ben:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        for guest in (ann, phone, ben):
            await guest.call()
            await guest.watch(table)
        await log_out(ann)
        assert await closed(ann) == LOGGED_OUT
        await phone.do(table, "say", text="I am still here.")
        await log_out_everywhere(phone)
        assert await closed(phone) == LOGGED_OUT
        await ben.do(table, "sit", chair=1, nonce="nonce")


async def test_a_socket_that_was_opened_by_a_cookie_of_before_is_closed_as_well(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann:
        me = await ann.get("/api/me")
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        async with with_cookie(house, of_before(me["id"])) as before:
            await before.call()
            await before.watch(table)
            await log_out_everywhere(ann)
            assert await closed(before) == LOGGED_OUT


# --- cookies of a version before


async def test_a_cookie_of_before_is_exchanged_and_stays_good(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann:
        me = await ann.get("/api/me")
    before = of_before(me["id"])
    async with with_cookie(house, before) as phone, with_cookie(house, before) as laptop:
        for device in (phone, laptop):
            assert await device.get("/api/me/tables") == {"tables": [], "next": None}
            assert cookie_of(device) == before
            assert await device.get("/api/me") == me
            device.http.cookies.delete(COOKIE, domain="")
        assert len({cookie_of(phone), cookie_of(laptop), before}) == 3
        assert name(house, before) == "Ann", "another device may have it, too"
        await log_out(phone)
        assert name(house, cookie_of(laptop)) == "Ann"
        await log_out_everywhere(laptop)
        assert name(house, before) is None


async def test_one_address_does_not_get_sessions_without_end(tmp_path: Path) -> None:
    with open_house(tmp_path, key=KEY, guests_per_hour=3) as house:
        async with Guest(house.url, "Ann") as ann:
            before = of_before((await ann.get("/api/me"))["id"])
        answers = [asked(house, before) for _ in range(4)]
        assert [answer.json()["name"] for answer in answers] == ["Ann"] * 4
        assert ["set-cookie" in answer.headers for answer in answers] == [True, True, False, False]


# --- disuse


def days(count: float) -> int:
    return round(count * DAY)


async def test_a_session_that_is_not_used_for_long_ends(tmp_path: Path, clock: Clock) -> None:
    for opens_again in (False, True):
        with open_house(tmp_path, key=KEY, session_days=30) as house:
            async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
                cookies = cookie_of(ann), cookie_of(ben)
            clock.passed += days(20)
            assert name(house, cookies[1]) == "Ben"
            clock.passed += days(20)
            if not opens_again:
                assert [name(house, cookie) for cookie in cookies] == [None, "Ben"]
        with open_house(tmp_path, key=KEY, session_days=30) as house:
            assert [name(house, cookie) for cookie in cookies] == [None, "Ben"]


async def test_nobody_is_logged_out_of_a_game_that_goes_on(tmp_path: Path, clock: Clock) -> None:
    with open_house(tmp_path, key=KEY, session_days=30) as house:
        async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
            table = await seated(ann, ben)
            cookies = cookie_of(ann), cookie_of(ben)
        clock.passed += days(1000)
        assert name(house, cookies[0]) == "Ann"
    with open_house(tmp_path, key=KEY, session_days=30) as house:
        async with with_cookie(house, cookies[1]) as ben:
            await ben.ask(table, "resign", seat=1)
        clock.passed += days(29)
        assert name(house, cookies[1]) == "Ben", "it was used a while ago"
        clock.passed += days(31)
        assert [name(house, cookie) for cookie in cookies] == [None, None]


async def test_sessions_that_nobody_uses_leave_the_database(tmp_path: Path, clock: Clock) -> None:
    with open_house(tmp_path, key=KEY, session_days=30) as house:
        async with Guest(house.url) as ann, Guest(house.url) as ben, Guest(house.url):
            await seated(ann, ben)
    clock.passed += days(31)
    with open_house(tmp_path, key=KEY, session_days=30):
        await eventually_kept(tmp_path, 2)


async def eventually_kept(home: Path, count: int) -> None:
    async with asyncio.timeout(30):
        while len(kept(home)) != count:
            await asyncio.sleep(0.01)


async def test_use_is_noted_once_a_day_and_the_cookie_sent_again(
    house: OpenHouse, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[int] = []
    note_use = Logins.note_use

    async def note(logins: Logins, digest: str, now: int) -> None:
        await note_use(logins, digest, now)
        noted.append(now)

    monkeypatch.setattr(Logins, "note_use", note)
    async with Guest(house.url) as ann:
        cookie = cookie_of(ann)
        for day in range(3):
            clock.passed = days(day)
            sent = ["set-cookie" in asked(house, cookie).headers for _ in range(5)]
            assert sent == [day > 0, *[False] * 4]
        async with asyncio.timeout(30):
            while len(noted) < 2:
                await asyncio.sleep(0.01)
        assert [used for _, _, used in kept(house.settings.home)] == [noted[1]]
        assert len(noted) == 2


async def test_a_socket_that_stays_open_is_use(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "TIDY_EVERY", 0.01)
    with open_house(tmp_path, key=KEY, session_days=2) as house:
        async with Guest(house.url, "Ann") as ann:
            table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
            await ann.call()
            await ann.watch(table)
            for day in range(1, 5):
                clock.passed = days(day)
                async with asyncio.timeout(30):
                    while kept(tmp_path)[0][2] < clock.now() - DAY / 2:
                        await asyncio.sleep(0.01)
            assert name(house, cookie_of(ann)) == "Ann"


# --- what is kept in memory


async def test_requests_do_not_ask_the_database_who_somebody_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_house(tmp_path, key=KEY) as house:
        async with Guest(house.url, "Ann") as ann:
            cookie = cookie_of(ann)
            await log_out(ann)
            await ann.post("/api/me", {"name": "Ann"})
            known = cookie_of(ann)
    looked_up: list[Login] = []
    used = Logins.used

    async def counted(logins: Logins, login: Login) -> int | None:
        looked_up.append(login)
        return await used(logins, login)

    monkeypatch.setattr(Logins, "used", counted)
    with open_house(tmp_path, key=KEY) as house:
        for _ in range(5):
            assert (name(house, known), name(house, cookie)) == ("Ann", None)
        assert len(looked_up) == len(set(looked_up)) == 2


class Slow(Logins):
    """A database that takes its time to answer."""

    def __init__(self) -> None:
        self.asked, self.answers = asyncio.Event(), asyncio.Event()

    async def used(self, login: Login) -> int:
        del login
        self.asked.set()
        await self.answers.wait()
        return now()

    async def end(self, login: Login, now: int) -> None:
        """Answer at once."""


def of_slow(database: Slow) -> Sessions:
    return Sessions(database, KEY, days=400, is_shared=False)


async def test_what_ends_while_the_database_is_asked_does_not_go_on() -> None:
    database = Slow()
    known = of_slow(database)
    cookie = known.begin("ann", sessions.new_session())
    session = known.read(cookie)
    assert session is not None
    session.is_known = False
    asking = asyncio.create_task(known.person(session))
    await database.asked.wait()
    await known.end(session)
    database.answers.set()
    assert await asking is None
    assert await known.person(known.read(cookie)) is None


async def test_cookies_that_were_checked_are_kept_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST_KNOWN", 2)
    known = of_slow(Slow())
    cookies = {person: known.begin(person, sessions.new_session()) for person in ("ann", "ben", "cas")}
    held: list[Session | None] = []
    for _ in range(2):
        for person, cookie in cookies.items():
            session = known.read(cookie)
            assert session is not None
            assert session.login.person == person
            assert session is known.read(cookie)
            assert known.read(cookie[:-1]) is None
            assert len(known._by_cookie) <= 2
            held.append(session)
    assert len(set(held)) == 3, "one that is in use is there once, kept or not"
    held.clear()
    del session
    assert len(known._by_login) <= 2


async def test_where_the_database_is_away_nobody_is_logged_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_house(tmp_path, key=KEY) as house:
        async with Guest(house.url, "Ann") as ann:
            cookie = cookie_of(ann)

    async def away(_: Logins, login: Login) -> int:
        raise DigsiteError("store_refuses", person=login.person)

    with open_house(tmp_path, key=KEY) as house:
        with monkeypatch.context() as trouble:
            trouble.setattr(Logins, "used", away)
            answer = asked(house, cookie)
            assert answer.status_code == 503
            assert "set-cookie" not in answer.headers
            assert httpx2.get(f"{house.url}/api/games").status_code == 200
        assert name(house, cookie) == "Ann"


# --- several processes


@asynccontextmanager
async def two_houses(backing: Backing) -> AsyncIterator[tuple[OpenHouse, OpenHouse]]:
    with (
        open_house(backing.home, key=KEY, **backing.settings) as one,
        open_house(backing.home, key=KEY, **backing.settings) as other,
    ):
        yield one, other


@shared_backing
@pytest.mark.parametrize("everywhere", [False, True])
async def test_other_processes_see_within_seconds_who_has_logged_out(
    backing: Backing, *, everywhere: bool
) -> None:
    async with two_houses(backing) as (one, other), Guest(one.url, "Ann") as ann:
        cookie = cookie_of(ann)
        async with with_cookie(other, cookie) as there:
            table = await there.open_table(**DUEL | {"chairs": [MINE, OPEN]})
            await there.call()
            await there.watch(table)
            await (log_out_everywhere if everywhere else log_out)(ann)
            assert await closed(there) == LOGGED_OUT
            assert name(other, cookie) is None


@shared_backing
async def test_a_process_that_has_not_heard_of_it_gives_nobody_a_way_back(
    backing: Backing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "LOOK_EVERY", 1000)
    async with two_houses(backing) as (one, other), Guest(one.url, "Ann") as ann:
        me = await ann.get("/api/me")
        for cookie in (cookie_of(ann), of_before(me["id"])):
            assert name(other, cookie) == "Ann"
        stolen = cookie_of(ann)
        await log_out_everywhere(ann)
        assert name(other, stolen) == "Ann", "it has not heard of it"
        for cookie in (stolen, of_before(me["id"])):
            async with with_cookie(other, cookie) as thief:
                assert await refused(thief.post("/api/me/code")) == "who_are_you"
                assert (await thief.http.delete("/api/me/sessions")).status_code == 401
                await thief.get("/api/me")
                assert cookie_of(thief) == cookie, "it is not exchanged for a better one"


@shared_backing
async def test_a_socket_whose_session_has_ended_is_not_served_where_it_is_handed_over_to(
    backing: Backing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "LOOK_EVERY", 1000)
    async with (
        two_houses(backing) as (one, other),
        Guest(one.url, "Ann") as ann,
        Guest(other.url) as ben,
        Guest(other.url) as cas,
    ):
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        await ann.call()
        await ann.watch(table)
        async with with_cookie(other, cookie_of(ann)) as there:
            await log_out(there)
        for guest in (ben, cas):
            await guest.call()
            await guest.watch(table)
        assert await closed(ann) == LOGGED_OUT
        await ben.do(table, "sit", chair=1, nonce="nonce")

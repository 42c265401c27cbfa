"""The socket: it resumes by ply without gaps or repeats, survives nonsense, and says goodbye."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from digsite.server.socket import BURST, MOST_WATCHED
from digsite.server.upgrade import MOST_MESSAGE
from tests.server.guest import Guest, Json
from tests.server.open_house import OpenHouse, open_house
from tests.server.tables import BASE, DUEL, MINE, OPEN, make, next_move, over, refused, seated

LOST = 1006
POLICY_VIOLATION = 1008
SERVICE_RESTART = 1012
BOT = {"kind": "bot", "level": "beginner"}


@asynccontextmanager
async def calling(
    house: OpenHouse, guest: Guest | None = None, **options: Any
) -> AsyncIterator[ClientConnection]:
    """Open a socket, as somebody or as nobody."""
    cookie = {"cookie": f"digsite={guest.http.cookies['digsite']}"} if guest else {}
    address = house.url.replace("http", "ws") + "/api/socket"
    async with connect(address, additional_headers=cookie, compression=None, **options) as socket:
        yield socket


@asynccontextmanager
async def known(house: OpenHouse, cookie: str) -> AsyncIterator[Guest]:
    """Let somebody come again who was here before."""
    guest = Guest(house.url)
    guest.http.cookies.set("digsite", cookie)
    try:
        yield guest
    finally:
        await guest.__aexit__()


async def told(socket: ClientConnection) -> Json:
    """Return the next message."""
    message: Json = json.loads(await asyncio.wait_for(socket.recv(), 30))
    return message


async def closed(socket: ClientConnection) -> None:
    """Read until the house hangs up."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await told(socket)


async def heard(socket: ClientConnection, kind: str) -> Json:
    """Return the next message of a kind."""
    while (message := await told(socket))["type"] != kind:
        pass
    return message


async def watch(socket: ClientConnection, table: str, **rest: Any) -> Json:
    """Watch a table and return the first news of it."""
    await socket.send(json.dumps({"type": "watch", "table": table} | rest))
    return await heard(socket, "news")


# --- resuming


async def test_after_hanging_up_a_client_hears_what_it_missed_and_nothing_twice(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben)
        async with calling(house, ann) as socket:
            first = await watch(socket, table)
        await make(ann, table, await next_move(ann, table))
        await ann.ask(table, "say", text="Where are you?")
        await make(ben, table, await next_move(ben, table))
        async with calling(house, ann) as socket:
            missed = await watch(socket, table, ply=first["ply"])
            assert missed["after"] == first["ply"]
            assert missed["table"] is None, "nobody sat down or left meanwhile"
            assert [said["text"] for said in missed["said"]] == ["Where are you?"]
            assert [thing["seat"] for thing in missed["game"]["happened"] if thing["seat"] is not None] == [
                0,
                1,
            ]
            again = await watch(socket, table, ply=missed["ply"])
            assert (again["after"], again["ply"]) == (missed["ply"], missed["ply"])
            assert again["game"]["happened"] == []
            assert again["said"] == []
            assert again["game"]["view"] == missed["game"]["view"], "but how things stand is always shown"
        whole = await ann.look(table)
        assert whole["game"]["happened"] == first["game"]["happened"] + missed["game"]["happened"]


async def test_a_whole_game_with_a_lost_connection_after_every_move(house: OpenHouse) -> None:
    async with Guest(house.url) as ann:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, BOT]})
        happened: list[Json] = []
        ply, status = 0, "playing"
        while status == "playing":
            async with calling(house, ann) as socket:
                news = await watch(socket, table, ply=ply)
                while True:
                    assert news["after"] == ply
                    ply, status = news["ply"], (news["table"] or {"status": status})["status"]
                    happened += news["game"]["happened"]
                    if news["game"]["you"]["moves"] or status == "over":
                        break
                    news = await heard(socket, "news")
            if status == "playing":
                await make(ann, table, await next_move(ann, table, key=f"k{ply}"))
        assert happened == (await ann.look(table))["game"]["happened"]
        assert [thing["ply"] for thing in happened] == sorted({thing["ply"] for thing in happened})


async def test_a_ply_that_the_table_has_not_reached_is_nobodys_memory(house: OpenHouse) -> None:
    async with Guest(house.url) as ann, calling(house) as socket:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        news = await watch(socket, table, ply=1000)
        assert news["after"] == 0
        assert news["table"]["status"] == "open"


async def test_a_client_that_reads_slowly_hears_of_several_plies_at_once(house: OpenHouse) -> None:
    async with Guest(house.url) as ann, known(house, ann.http.cookies["digsite"]) as slow:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, MINE | {"name": "Ben"}]})
        await slow.call()
        first = await slow.watch(table)
        connection = next(c for c in house.site.post if c._person is not None)
        connection._loop.call_soon_threadsafe(connection.pause_writing)
        for _ in range(10):
            game = (await ann.look(table))["game"]
            move = {"seat": game["you"]["seat"], "round": game["round"], "key": secrets.token_hex(4)}
            await ann.ask(table, "move", move=game["you"]["moves"][0]["text"], **move)
        connection._loop.call_soon_threadsafe(connection.resume_writing)
        whole = await ann.look(table)
        await slow.until(table, lambda known: known["ply"] == whole["ply"])
        news = [message for message in slow.heard if message["type"] == "news"]
        assert news[0] == first
        assert len(news) < 5, "one that was on its way, and one for all the rest"
        assert [part["after"] for part in news] == [0, *(part["ply"] for part in news[:-1])]
        happened = [thing for part in news for thing in (part["game"] or {"happened": []})["happened"]]
        assert happened == whole["game"]["happened"]


# --- nonsense


@pytest.mark.parametrize(
    ("nonsense", "code"),
    [
        ("", "bad_request"),
        ("nonsense", "bad_request"),
        ("null", "bad_request"),
        ("[]", "bad_request"),
        ("{}", "bad_request"),
        ("[" * 10_000, "bad_request"),
        ('{"type": "dance"}', "bad_request"),
        ('{"type": "news"}', "bad_request"),
        ('{"type": "watch"}', "bad_request"),
        ('{"type": "watch", "table": "x"}', "bad_request"),
        ('{"type": "watch", "table": "xxxxxxxxxxxxxxxxxxxxxx", "ply": -1}', "bad_request"),
        ('{"type": "watch", "table": "xxxxxxxxxxxxxxxxxxxxxx", "seat": 4}', "bad_request"),
        ('{"type": "watch", "table": "xxxxxxxxxxxxxxxxxxxxxx", "person": "Ann"}', "bad_request"),
        ('{"type": "watch", "table": "xxxxxxxxxxxxxxxxxxxxxx"}', "unknown_table"),
        (
            '{"type": "do", "id": 1, "table": "xxxxxxxxxxxxxxxxxxxxxx", "deed": {"what": "start"}}',
            "unknown_table",
        ),
        ('{"type": "do", "id": 1, "table": "xxxxxxxxxxxxxxxxxxxxxx", "deed": {}}', "bad_request"),
        ('{"type": "leave", "table": 7}', "bad_request"),
        ('{"type": "leave", "table": "\\ud800"}', "bad_request"),
        ('{"type": "leave", "table": 1e999}', "bad_request"),
    ],
)
async def test_nonsense_is_refused_and_the_socket_lives_on(
    house: OpenHouse, nonsense: str, code: str
) -> None:
    async with Guest(house.url) as ann, calling(house, ann) as socket:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        await socket.send(nonsense)
        message = await told(socket)
        assert (message["type"], message["error"]["code"]) == ("refused", code)
        assert (await watch(socket, table))["table"]["status"] == "open"


async def test_a_deed_that_is_nonsense_is_answered_with_its_id(house: OpenHouse) -> None:
    async with Guest(house.url) as ann, calling(house, ann) as socket:
        await socket.send(json.dumps({"type": "do", "id": 7, "table": "x" * 22, "deed": {"what": "dance"}}))
        assert (await told(socket))["id"] == 7


async def test_leaving_a_table_that_one_does_not_watch_is_nothing(house: OpenHouse) -> None:
    async with Guest(house.url) as ann, calling(house, ann) as socket:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        await socket.send(json.dumps({"type": "leave", "table": table}))
        assert (await watch(socket, table))["ply"] == 2


async def send_binary(socket: ClientConnection) -> None:
    await socket.send(b'{"type": "leave"}')


async def send_large(socket: ClientConnection) -> None:
    await socket.send("x" * (MOST_MESSAGE + 1))


async def send_large_in_parts(socket: ClientConnection) -> None:
    await socket.send("x" * 1000 for _ in range(MOST_MESSAGE // 1000 + 2))


async def send_no_text(socket: ClientConnection) -> None:
    async with socket.send_context():
        socket.protocol.send_frame(Frame(Opcode.TEXT, b"\xff\xfe"))


@pytest.mark.parametrize(
    ("send", "codes"),
    [
        (send_binary, {1003}),
        (send_large, {1009, LOST}),  # what is still on its way to a closed house may overtake its goodbye
        (send_large_in_parts, {1009, LOST}),
        (send_no_text, {1007}),
    ],
)
async def test_what_no_page_would_send_ends_the_connection_and_nothing_else(
    house: OpenHouse, send: Callable[[ClientConnection], Awaitable[None]], codes: set[int]
) -> None:
    async with Guest(house.url) as ann, calling(house, ann) as socket:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        await watch(socket, table)
        with contextlib.suppress(ConnectionClosed):  # it may be over before all was sent
            await send(socket)
        await closed(socket)
        assert socket.close_code in codes
        async with calling(house, ann) as another:
            assert (await watch(another, table))["ply"] == 2


async def test_messages_that_come_too_fast_are_refused_until_there_was_a_pause(tmp_path: Path) -> None:
    pace = 5
    with open_house(tmp_path, messages_per_second=pace) as house:
        async with Guest(house.url) as ann, calling(house, ann) as socket:
            table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
            much = pace * BURST + 12
            for _ in range(much):
                await socket.send("nonsense")
            codes = [(await told(socket))["error"]["code"] for _ in range(much)]
            assert codes[: pace * BURST] == ["bad_request"] * (pace * BURST)
            assert codes[-1] == "too_fast"
            await asyncio.sleep(2 / pace)
            assert (await watch(socket, table))["table"]["status"] == "open"


async def test_who_sends_much_too_much_is_hung_up_on(tmp_path: Path) -> None:
    with open_house(tmp_path, messages_per_second=5) as house:
        async with calling(house) as socket:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(2000):
                    await socket.send("nonsense")
                for _ in range(2000):
                    await told(socket)
            assert socket.close_code in (POLICY_VIOLATION, LOST)


# --- who hears what


async def test_two_sockets_of_the_same_person_hear_the_same(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben, **BASE)
        async with calling(house, ann) as one, calling(house, ann) as other:
            first = [await watch(socket, table) for socket in (one, other)]
            assert unchanging(first[0]) == unchanging(first[1])
            for guest in (ann, ben):
                ply = await make(guest, table, await next_move(guest, table))
                news = [await heard(socket, "news") for socket in (one, other)]
                assert unchanging(news[0]) == unchanging(news[1])
                assert news[0]["ply"] >= ply
            assert news[0]["game"]["you"]["seat"] == 0


def unchanging(news: Json) -> Json:
    return {key: value for key, value in news.items() if key != "now"}


async def test_a_spectator_needs_no_name(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben, **BASE)
        async with calling(house) as socket:
            first = await watch(socket, table, seat=0)
            assert first["game"]["you"] is None
            await make(ann, table, await next_move(ann, table))
            news = await heard(socket, "news")
            assert news["game"]["view"]["sites"][0]["has_chosen"]
            assert news["game"]["view"]["sites"][0]["chosen"] is None
            deed = {"what": "say", "text": "Hello"}
            await socket.send(json.dumps({"type": "do", "id": 9, "table": table, "deed": deed}))
            message = await heard(socket, "refused")
            assert (message["id"], message["error"]["code"]) == (9, "who_are_you")


async def test_at_one_screen_a_client_changes_seats(house: OpenHouse) -> None:
    async with Guest(house.url) as ann, calling(house, ann) as socket:
        table = await ann.open_table(**BASE | {"chairs": [MINE, MINE | {"name": "Ben"}]})
        assert (await watch(socket, table, seat=1))["game"]["you"]["seat"] == 1
        await make(ann, table, await next_move(ann, table, seat=1))
        news = await heard(socket, "news")
        assert news["game"]["you"]["seat"] == 1
        assert news["game"]["view"]["sites"][1]["chosen"]
        news = await watch(socket, table, seat=0, ply=news["ply"])
        assert news["game"]["you"]["seat"] == 0
        assert news["game"]["view"]["sites"][1]["chosen"] is None


@pytest.mark.parametrize("then", ["watch", "leave"])
async def test_a_deed_is_answered_whatever_is_said_right_after_it(house: OpenHouse, then: str) -> None:
    async with Guest(house.url) as ann, calling(house, ann) as socket:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        for number in range(5):
            ply = (await watch(socket, table))["ply"]
            deed = {"what": "say", "text": f"Hello {number}"}
            await socket.send(json.dumps({"type": "do", "id": number, "table": table, "deed": deed}))
            await socket.send(json.dumps({"type": then, "table": table}))
            async with asyncio.timeout(2):
                assert await acknowledged(socket, number) == ply + 1


async def acknowledged(socket: ClientConnection, number: int) -> int:
    """Return the ply of a deed, from whichever message tells it."""
    while True:
        message = await told(socket)
        done = [message] if message["type"] == "done" else message.get("done", [])
        for deed in done:
            if deed["id"] == number:
                return int(deed["ply"])


async def test_who_has_left_a_table_hears_no_more_of_it(house: OpenHouse) -> None:
    async with Guest(house.url) as ann, calling(house, ann) as socket:
        left, kept = [await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]}) for _ in range(2)]
        for table in (left, kept):
            await watch(socket, table)
        await socket.send(json.dumps({"type": "leave", "table": left}))
        await socket.send(json.dumps({"type": "watch", "table": kept, "ply": 2}))  # answered after the first
        await heard(socket, "news")
        for table in (left, kept):
            await ann.ask(table, "say", text="Hello")
        assert (await heard(socket, "news"))["id"] == kept


async def test_one_socket_watches_so_many_tables(house: OpenHouse) -> None:
    async with Guest(house.url) as ann:
        await ann.call()
        tables = [await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]}) for _ in range(MOST_WATCHED + 1)]
        for table in tables[:-1]:
            await ann.watch(table)
        assert (await ann.watch(tables[-1]))["error"]["code"] == "too_fast"
        await ann.watch(tables[0], ply=2)
        await ann.say({"type": "leave", "table": tables[0]})
        assert (await ann.watch(tables[-1]))["type"] == "news"


async def test_so_many_sockets_are_open_from_one_address(tmp_path: Path) -> None:
    with open_house(tmp_path, sockets_per_client=4) as house:  # half of them for guests with a cookie
        async with calling(house) as one, calling(house):
            with pytest.raises(InvalidStatus) as refusal:
                await calling(house).__aenter__()
            assert refusal.value.response.status_code == 429
            assert json.loads(refusal.value.response.body or b"")["error"]["code"] == "too_fast"
            await one.close()
            await again(house)


async def again(house: OpenHouse) -> None:
    """Call until the house has noticed that somebody else hung up."""
    async with asyncio.timeout(30):
        while True:
            try:
                async with calling(house):
                    return
            except InvalidStatus:
                pass


# --- goodbye


async def test_a_house_that_closes_says_so_and_loses_nothing(tmp_path: Path) -> None:
    house = OpenHouse(tmp_path)
    house.open()
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben)
        async with calling(house, ann) as player, calling(house) as spectator:
            for socket in (player, spectator):
                await watch(socket, table)
            deed = await next_move(ann, table)
            ply = await make(ann, table, deed)
            await asyncio.to_thread(house.close)
            for socket in (player, spectator):
                await closed(socket)
                assert socket.close_code == SERVICE_RESTART
        before = ann.http.cookies["digsite"]
    with open_house(tmp_path) as house:
        async with known(house, before) as ann:
            shown = await ann.look(table)
            assert shown["ply"] >= ply
            assert [thing["seat"] for thing in shown["game"]["happened"] if thing["seat"] is not None] == [0]
            await make(ann, table, deed)
            assert (await ann.look(table))["ply"] == shown["ply"], (
                "a retry after the pause plays no second time"
            )
            async with calling(house, ann) as socket:
                news = await watch(socket, table, ply=shown["ply"])
                assert (news["after"], news["game"]["happened"]) == (shown["ply"], [])


async def test_whatever_was_acknowledged_while_the_house_closed_is_there_later(tmp_path: Path) -> None:
    house = OpenHouse(tmp_path)
    house.open()
    acknowledged: list[str] = []
    async with Guest(house.url, "Ann") as ann:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        await ann.call()

        async def talk() -> None:
            while True:
                text = secrets.token_hex(8)
                await ann.do(table, "say", text=text)
                acknowledged.append(text)
                if len(acknowledged) == 20:
                    closing.set()

        closing = asyncio.Event()
        talking = asyncio.create_task(talk())
        await closing.wait()
        await asyncio.to_thread(house.close)
        with pytest.raises((ConnectionClosed, ConnectionResetError)):
            await talking
    with open_house(tmp_path) as house:
        said = [said["text"] for said in httpx2.get(f"{house.url}/api/tables/{table}").json()["said"]]
    assert said[: len(acknowledged)] == acknowledged
    assert len(said) <= len(acknowledged) + 1, "one may have been saved that nobody heard of"


async def test_games_of_bots_go_on_when_the_house_opens_again(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        async with Guest(house.url) as ann:
            table = await ann.open_table(**DUEL | {"chairs": [BOT, MINE]})
            cookie = ann.http.cookies["digsite"]
    with open_house(tmp_path) as house:
        async with known(house, cookie) as ann:
            await ann.call()
            await ann.watch(table)
            await ann.until(table, lambda known: bool(known["game"]["you"]["moves"]))


async def test_the_end_of_a_game_is_heard_with_its_secret(house: OpenHouse) -> None:
    async with Guest(house.url) as ann, calling(house) as socket:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, MINE]})
        assert (await watch(socket, table))["table"]["secret"] is None
        await ann.ask(table, "resign", seat=1)
        news = await heard(socket, "news")
        assert news["table"]["status"] == "over"
        assert news["table"]["secret"]
        assert await refused(ann.ask(table, "resign", seat=0)) == "game_over"
        assert await over(ann) != table

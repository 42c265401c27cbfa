"""Tables over HTTP and the socket: opening, sitting down, moving, talking, and once more."""

from __future__ import annotations

import asyncio
import hashlib
import json

import httpx2
import pytest

from digsite.server import doing
from digsite.table.deeds import AWAY_AFTER
from tests.server.guest import Guest, Json, Refusal
from tests.server.open_house import OpenHouse
from tests.server.tables import BASE, DUEL, INVITED, MINE, OPEN, make, next_move, over, refused, seated

# --- opening


async def test_a_table_has_chairs_of_every_kind(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann:
        chairs = [MINE, MINE | {"name": "Ben"}, INVITED, {"kind": "bot", "level": "club"}]
        table = await ann.open_table("scarabya", chairs)
        shown = (await ann.look(table))["table"]
        assert shown["status"] == "open"
        places = [(p["kind"], p["name"], p["level"], p["yours"], p["seat"]) for p in shown["places"]]
        assert places == [
            ("mine", "Ann", None, True, None),
            ("mine", "Ben", None, True, None),
            ("invited", None, None, False, None),
            ("bot", None, "club", False, None),
        ]
        assert await refused(ann.ask(table, "start")) == "chairs_free"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"chairs": []}, "bad_request"),
        ({"chairs": [MINE] * 5}, "bad_request"),
        ({"chairs": [MINE] * 3}, "wrong_seats"),
        ({"chairs": [MINE, {"kind": "kept"}]}, "bad_request"),
        ({"chairs": [MINE, {"kind": "bot"}]}, "bad_chair"),
        ({"chairs": [MINE, OPEN | {"level": "club"}]}, "bad_chair"),
        ({"chairs": [MINE, OPEN | {"name": "Ben"}]}, "bad_chair"),
        ({"chairs": [MINE, MINE | {"name": "\u202e"}]}, "bad_name"),
        ({"chairs": [MINE, MINE | {"name": "Ann (2)"}]}, "bracketed_name"),
        ({"chairs": [MINE, MINE | {"person": "Ben"}]}, "bad_request"),
        ({"chairs": [MINE, {"kind": "bot", "level": "oracle"}]}, "unknown_bot"),
        ({"chairs": [{"kind": "bot", "level": "club"}] * 2}, "nobody_plays"),
        ({"options": {"colour": "red"}}, "unknown_option"),
        ({"options": {"mode": "trio"}}, "unknown_value"),
        ({"options": {"mode": "x" * 4001}}, "bad_request"),
        ({"options": {"mode": "du\x00el"}}, "bad_option_text"),
        ({"clock": {"pace": "live", "seconds": 1}}, "bad_clock"),
        ({"clock": {"pace": "days", "seconds": 100_000}}, "bad_clock"),
        ({"nonce": "too early"}, "bad_request"),
        ({"begins": "me"}, "bad_request"),
        ({"listed": "yes"}, "bad_request"),
        ({"secret": "00"}, "bad_request"),
    ],
)
async def test_a_table_that_makes_no_game_is_refused(house: OpenHouse, wanted: Json, code: str) -> None:
    async with Guest(house.url) as ann:
        assert await refused(ann.post("/api/tables", DUEL | {"chairs": [MINE, OPEN]} | wanted)) == code
        assert (await ann.get("/api/me/tables"))["tables"] == []


STRAIGHT, WHOLE_WAY = "application/json", "application/json; charset=utf-8"
"""The framework reads what says more than it must; what does not is read straight (server/opening.py)."""
WELL_ASKED = json.dumps(DUEL | {"chairs": [MINE, OPEN]}).encode()


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (WELL_ASKED, None),
        (WELL_ASKED[:-1], f"body.{len(WELL_ASKED) - 1}"),
        (b"", "body"),
        (b"[]", "body"),
        (b"\xff", "body"),
        (b'{"game":"\\ud800"}', "body.game"),
        (b'{"game":"scarab","chairs":[{}]}', "body.chairs.0.kind"),
        (WELL_ASKED.decode().encode("utf-16"), None),
    ],
)
async def test_the_straight_way_ends_where_the_whole_way_does(
    house: OpenHouse, body: bytes, where: str | None
) -> None:
    refusal = None if where is None else {"code": "bad_request", "values": {"where": where}}
    async with Guest(house.url) as ann:
        for kind in (STRAIGHT, WHOLE_WAY):
            answer = await ann.http.post("/api/tables", content=body, headers={"content-type": kind})
            assert answer.status_code == (201 if refusal is None else 400), kind
            assert answer.json().get("error") == refusal, kind
            assert answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize("kind", [STRAIGHT, WHOLE_WAY])
def test_nobody_opens_a_table_without_a_cookie(house: OpenHouse, kind: str) -> None:
    for body in (WELL_ASKED, b"{}"):
        answer = httpx2.post(f"{house.url}/api/tables", content=body, headers={"content-type": kind})
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "who_are_you")


@pytest.mark.parametrize(
    ("game", "options", "sides"),
    [
        ("scarabya", {"mode": "base"}, [[0], [0, 1], [0, 1, 2], [0, 1, 2, 3]]),
        ("scarabya", {"mode": "solo"}, [[0]]),
        ("scarabya", {"mode": "duel", "site": "a0 b3 c1 d2"}, [[0, 1]]),
        ("scarab", {}, [[0, 1], [0, 1, 2], [0, 1, 2, 3]]),
        ("scarab", {"teams": "yes"}, [[0, 0, 1, 1]]),
        ("marajoara", {"mission": "3", "harder": "yes"}, [[0]]),
    ],
)
def test_options_tell_how_many_chairs_there_can_be_and_who_plays_together(
    house: OpenHouse, game: str, options: Json, sides: list[list[int]]
) -> None:
    answer = httpx2.post(f"{house.url}/api/games/{game}/chairs", json={"options": options})
    assert answer.json() == {"sides": sides}


@pytest.mark.parametrize(
    ("game", "options", "code"),
    [
        ("chess", {}, "unknown_game"),
        ("scarab", {"colour": "red"}, "unknown_option"),
        ("scarab", {"teams": "maybe"}, "unknown_value"),
        ("scarabya", {"site": "A0 A0 A0 A0"}, "scarabya_bad_site"),
        ("scarabya", {"boards": "board A\n.S...\n"}, "scarabya_board_missing"),
        ("scarabya", {"boards": "x" * 4001}, "bad_request"),
        ("marajoara", {"harder": "yes"}, "option_needs"),
    ],
)
def test_options_are_refused_before_a_table_is_opened_with_them(
    house: OpenHouse, game: str, options: Json, code: str
) -> None:
    answer = httpx2.post(f"{house.url}/api/games/{game}/chairs", json={"options": options})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)


async def test_only_who_opened_a_table_starts_it_once_it_is_full(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben, starts_when_full=False)
        assert await refused(ben.ask(table, "start")) == "not_the_owner"
        assert (await ann.look(table))["table"]["status"] == "open"
        await ann.ask(table, "start")
        assert (await ben.look(table))["table"]["status"] == "playing"
        assert await refused(ann.ask(table, "start")) == "game_has_started"
        assert await refused(ben.ask(table, "stand")) == "game_has_started"


# --- sitting down


async def test_only_the_owner_sees_the_invitation(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, INVITED]})
        invitation = (await ann.look(table))["table"]["invitation"]
        assert len(invitation) >= 22, "nobody can guess it"
        assert (await ben.look(table))["table"]["invitation"] is None
        for wrong in ("", "x", invitation[:-1], invitation.swapcase()):
            assert await refused(ben.ask(table, "sit", chair=1, invitation=wrong)) == "not_invited"
        await ben.ask(table, "sit", chair=1, invitation=invitation)
        shown = await ben.look(table)
        assert shown["table"]["places"][1] | {"seat": 1} == shown["table"]["places"][1]
        assert shown["table"]["invitation"] is None
        assert invitation not in str(shown)


async def test_an_open_chair_needs_no_invitation_but_is_for_one(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben, Guest(house.url, "Cat") as cat:
        table = await ann.open_table(**BASE | {"chairs": [MINE, OPEN, OPEN]})
        assert await refused(ben.ask(table, "sit", chair=0)) == "chair_taken"
        assert await refused(ben.ask(table, "sit", chair=3)) == "no_such_seat"
        await ben.ask(table, "sit", chair=1)
        assert await refused(cat.ask(table, "sit", chair=1)) == "chair_taken"
        assert await refused(ben.ask(table, "sit", chair=2)) == "sits_already"
        assert await refused(ann.ask(table, "sit", chair=2)) == "sits_already"
        await ben.ask(table, "stand")
        await cat.ask(table, "sit", chair=1)
        assert await refused(ben.ask(table, "stand")) == "not_seated"
        names = [place["name"] for place in (await ann.look(table))["table"]["places"]]
        assert names == ["Ann", cat.name, None]


async def test_without_its_owner_a_table_is_gone(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await ann.open_table(**BASE | {"chairs": [MINE, OPEN, OPEN], "listed": True})
        await ben.ask(table, "sit", chair=1)
        await ann.ask(table, "stand")
        assert (await ben.look(table))["table"]["status"] == "gone"
        with pytest.raises(Refusal) as refusal:
            await ben.ask(table, "sit", chair=2)
        assert (refusal.value.code, refusal.value.status) == ("table_gone", 410)
        assert table not in await listed(ben, "open")
        assert (await ben.get("/api/me/tables"))["tables"] == []


async def listed(guest: Guest, status: str) -> list[str]:
    return [table["id"] for table in (await guest.get("/api/tables", status=status))["tables"]]


async def test_listed_tables_are_found_by_anybody_and_others_by_nobody(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        hidden = await seated(ann, ben)
        found = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN], "listed": True})
        assert found in await listed(ben, "open")
        stranger = httpx2.get(f"{house.url}/api/tables").json()["tables"]
        line = next(table for table in stranger if table["id"] == found)
        assert line["places"] == [
            {"kind": "mine", "level": None, "name": "Ann"},
            {"kind": "open", "level": None, "name": None},
        ]
        assert not line["your_turn"]
        await ben.ask(found, "sit", chair=1)
        assert found not in await listed(ben, "open")
        assert found in await listed(ben, "playing")
        assert hidden not in await listed(ann, "open") + await listed(ann, "playing")


async def test_there_is_no_such_table(house: OpenHouse) -> None:
    async with Guest(house.url) as ann:
        for path in ("", "/frames", "/log", "/fairness"):
            assert await refused(ann.get(f"/api/tables/{'x' * 22}{path}")) == "unknown_table"
            assert await refused(ann.get(f"/api/tables/x{path}")) == "bad_request"
        assert await refused(ann.ask("x" * 22, "start")) == "unknown_table"
        assert await refused(ann.post(f"/api/tables/{'x' * 22}/rematch")) == "unknown_table"


# --- looking


def unchanging(news: Json) -> Json:
    """Return news without what the time is."""
    return {key: value for key, value in news.items() if key != "now"}


async def test_a_seat_is_shown_to_nobody_but_its_own(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben, Guest(house.url) as cat:
        table = await seated(ann, ben, **BASE)
        await make(ann, table, await next_move(ann, table))
        hers, his = unchanging(await ann.look(table)), unchanging(await ben.look(table))
        assert (hers["game"]["you"]["seat"], his["game"]["you"]["seat"]) == (0, 1)
        assert hers["game"]["view"]["sites"][0]["chosen"]
        assert not hers["game"]["you"]["moves"]
        assert not his["game"]["view"]["sites"][0]["chosen"]
        assert his["game"]["view"]["sites"][0]["has_chosen"]
        assert his["game"]["you"]["moves"]
        for seat in range(4):
            assert unchanging(await ann.look(table, seat=seat)) == hers
            assert unchanging(await ben.look(table, seat=seat)) == his
        watching = unchanging(await cat.look(table))
        assert watching["game"]["you"] is None
        assert not watching["game"]["view"]["sites"][0]["chosen"]
        assert unchanging(await cat.look(table, seat=0)) == watching
        nobody = httpx2.get(f"{house.url}/api/tables/{table}?seat=0").json()
        assert unchanging(nobody) == watching


async def test_looking_again_tells_what_is_new(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben)
        first = await ann.look(table)
        ply = await make(ann, table, await next_move(ann, table))
        news = await ann.look(table, after=first["ply"])
        assert news["after"] == first["ply"] < ply <= news["ply"]
        assert news["table"] is None
        assert [thing["seat"] for thing in news["game"]["happened"]][:1] == [0]
        everything = await ann.look(table)
        assert everything["game"]["happened"] == first["game"]["happened"] + news["game"]["happened"]
        assert (await ann.look(table, after=10_000))["after"] == 0, (
            "such a future is nobody's: everything again"
        )


# --- fair deals


async def test_the_commitment_is_there_from_the_beginning_and_the_secret_at_the_end(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        before = (await ben.look(table))["table"]
        assert before["secret"] is None
        await ben.ask(table, "sit", chair=1)
        playing = (await ben.look(table))["table"]
        assert playing["secret"] is None
        for path in ("log", "fairness"):
            with pytest.raises(Refusal) as refusal:
                await ben.get(f"/api/tables/{table}/{path}")
            assert (refusal.value.code, refusal.value.status) == ("game_not_over", 409)
        await ben.ask(table, "resign", seat=1)
        after = (await ann.look(table))["table"]
        assert before["commitment"] == playing["commitment"] == after["commitment"]
        fair = await ann.get(f"/api/tables/{table}/fairness")
        covered = b"digsite fair 2\n" + bytes.fromhex(after["secret"]) + fair["set_up"].encode()
        assert hashlib.sha256(covered).hexdigest() == after["commitment"]
        assert (fair["secret"], fair["commitment"]) == (after["secret"], after["commitment"])
        assert fair["nonces"][1] == ""


# --- deeds by either way


@pytest.fixture(params=["http", "socket"])
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


async def do(way: str, guest: Guest, table: str, deed: Json) -> int:
    return await (guest.ask(table, **deed) if way == "http" else guest.do(table, **deed))


async def test_what_is_done_by_one_way_is_heard_by_the_other(house: OpenHouse, way: str) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        await ann.call()
        await ben.call()
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        await ann.watch(table)
        ply = await do(way, ben, table, {"what": "sit", "chair": 1, "nonce": "n"})
        known = await ann.until(table, lambda known: known["ply"] >= ply)
        assert known["table"]["status"] == "playing"
        ply = await do(way, ann, table, await next_move(ann, table))
        await ann.until(table, lambda known: known["ply"] >= ply)
        ply = await do(way, ann, table, {"what": "say", "text": "Hello"})
        known = await ann.until(table, lambda known: known["ply"] >= ply)
        assert [(said["name"], said["text"]) for said in known["said"]] == [("Ann", "Hello")]
        ply = await do(way, ben, table, {"what": "resign", "seat": 1})
        known = await ann.until(table, lambda known: known["ply"] >= ply)
        assert known["table"]["status"] == "over"
        assert known["game"]["result"]["winners"] == [0]


BAD_DEEDS: list[tuple[Json, str]] = [
    ({"what": "sit", "chair": 1}, "game_has_started"),
    ({"what": "start"}, "game_has_started"),
    ({"what": "stand"}, "game_has_started"),
    ({"what": "move", "seat": 0, "round": 1, "move": "F0 z9", "key": "k"}, "no_such_move"),
    ({"what": "move", "seat": 0, "round": 1, "move": "!resign", "key": "k"}, "no_such_move"),
    ({"what": "move", "seat": 0, "round": 7, "move": "F0 a1", "key": "k"}, "round_over"),
    ({"what": "move", "seat": 1, "round": 1, "move": "F0 a1", "key": "k"}, "not_your_seat"),
    ({"what": "move", "seat": 3, "round": 1, "move": "F0 a1", "key": "k"}, "not_your_seat"),
    ({"what": "take_back", "seat": 0}, "cannot_take_back"),
    ({"what": "take_back", "seat": 1}, "not_your_seat"),
    ({"what": "resign", "seat": 1}, "not_your_seat"),
    ({"what": "agree", "seat": 0}, "nobody_to_replace"),
    ({"what": "agree", "seat": 1}, "nobody_to_replace"),
    ({"what": "say", "text": ""}, "bad_saying"),
    ({"what": "say", "text": "x" * 301}, "bad_saying"),
    ({"what": "say", "text": "two\nlines"}, "bad_saying"),
    ({"what": "say", "text": "x" * 1001}, "bad_request"),
    ({"what": "move", "seat": 0, "round": 1, "move": "F0 a1"}, "bad_request"),
    ({"what": "move", "seat": 0, "round": 1, "move": "F0 a1", "key": "no blanks"}, "bad_request"),
    ({"what": "move", "seat": True, "round": 1, "move": "F0 a1", "key": "k"}, "bad_request"),
    ({"what": "dance"}, "bad_request"),
]


async def test_what_is_refused_by_one_way_is_refused_alike_by_the_other(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben)
        await ann.call()
        before = await ann.look(table)
        assert before["game"]["round"] == 1
        for deed, code in BAD_DEEDS:
            with pytest.raises(Refusal) as refusal:
                await ann.ask(table, **deed)
            await ann.say({"type": "do", "id": 1, "table": table, "deed": deed})
            told = (await ann.hear(lambda message: message["type"] == "refused"))["error"]
            assert refusal.value.code == told["code"] == code, deed
            assert code == "bad_request" or refusal.value.values == told["values"]
            ann.heard.clear()
        assert unchanging(await ann.look(table)) == unchanging(before)


async def test_somebody_without_a_cookie_only_watches(house: OpenHouse) -> None:
    async with Guest(house.url) as ann:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN], "listed": True})
    stranger = Guest(house.url)
    await stranger.call()
    with pytest.raises(Refusal) as refusal:
        await stranger.ask(table, "sit", chair=1)
    assert (refusal.value.code, refusal.value.status) == ("who_are_you", 401)
    assert await refused(stranger.do(table, "sit", chair=1)) == "who_are_you"
    assert (await stranger.watch(table))["table"]["status"] == "open"
    await stranger.__aexit__()


# --- once and no more


async def test_a_retry_never_plays_twice(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben)
        await ann.call()
        deed = await next_move(ann, table)
        for way in ("http", "http", "socket"):
            await do(way, ann, table, deed)
            assert [thing["seat"] for thing in await moves(ann, table)] == [0]
        await make(ben, table, await next_move(ben, table, key="another"))
        await make(ann, table, deed)
        assert [thing["seat"] for thing in await moves(ann, table)] == [0, 1], "nor when the game went on"


async def test_a_retry_is_answered_with_the_same_ply(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben)
        await ann.call()
        deed = await next_move(ann, table)
        assert len({await do(way, ann, table, deed) for way in ("http", "http", "socket")}) == 1


async def moves(guest: Guest, table: str) -> list[Json]:
    return [thing for thing in (await guest.look(table))["game"]["happened"] if thing["seat"] is not None]


async def test_many_retries_at_once_play_once(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben)
        deed = await next_move(ann, table)
        await asyncio.gather(*(make(ann, table, deed) for _ in range(10)))
        assert len(await moves(ann, table)) == 1


async def test_the_same_key_of_somebody_else_is_another_thing(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben)
        plies = [await make(guest, table, await next_move(guest, table, key="same")) for guest in (ann, ben)]
        assert plies[0] < plies[1]
        assert [thing["seat"] for thing in await moves(ann, table)] == [0, 1]


async def test_the_same_key_at_another_table_is_another_thing(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        for table in [await seated(ann, ben) for _ in range(2)]:
            await make(ann, table, await next_move(ann, table, key="same"))
            assert len(await moves(ann, table)) == 1


async def test_a_key_that_was_refused_may_be_used_again(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben)
        deed = await next_move(ann, table)
        assert await refused(make(ann, table, deed | {"move": "F0 z9"})) == "no_such_move"
        await make(ann, table, deed)
        assert len(await moves(ann, table)) == 1


async def test_chat_is_said_once_too(house: OpenHouse) -> None:
    async with Guest(house.url) as ann:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        plies = {await ann.ask(table, "say", text="Hello", key="one") for _ in range(3)}
        assert len(plies) == 1
        assert len((await ann.look(table))["said"]) == 1


# --- rounds


async def test_a_move_for_a_round_that_is_over_is_refused(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben, **BASE)
        late = await next_move(ann, table, key="late")
        for guest in (ann, ben):
            await make(guest, table, await next_move(guest, table))
        with pytest.raises(Refusal) as refusal:
            await make(ann, table, late)
        assert (refusal.value.code, refusal.value.status) == ("round_over", 409)


async def test_all_who_are_due_may_press_at_the_same_moment(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben, Guest(house.url) as cat:
        guests = [ann, ben, cat]
        table = await seated(*guests, **BASE)
        for round_ in range(1, 4):
            deeds = [await next_move(guest, table, key=f"k{round_}") for guest in guests]
            await asyncio.gather(
                *(make(guest, table, deed) for guest, deed in zip(guests, deeds, strict=True))
            )
            assert (await ann.look(table))["game"]["round"] > deeds[0]["round"]


async def test_a_choice_may_be_taken_back_until_the_round_ends(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben, **BASE)
        before = await ann.look(table)
        await make(ann, table, await next_move(ann, table))
        assert (await ann.look(table))["game"]["you"]["may_take_back"]
        assert not (await ben.look(table))["game"]["you"]["may_take_back"]
        await ann.ask(table, "take_back", seat=0)
        assert (await ann.look(table))["game"]["view"] == before["game"]["view"]
        await make(ann, table, await next_move(ann, table, which=1, key="other"))
        await make(ben, table, await next_move(ben, table))
        assert await refused(ann.ask(table, "take_back", seat=0)) == "cannot_take_back"


# --- several seats at one screen


async def test_hot_seat_one_session_plays_several_seats(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben, **BASE | {"chairs": [MINE, OPEN, MINE | {"name": "Cat"}]})
        shown = await ann.look(table)
        assert shown["game"]["you"]["seats"] == [0, 2]
        for seat in (0, 2):
            own = await ann.look(table, seat=seat)
            assert own["game"]["you"]["seat"] == seat
        assert (await ann.look(table, seat=1))["game"]["you"]["seat"] == 0
        deed = await next_move(ann, table)
        await make(ann, table, deed)
        assert (await ann.look(table))["game"]["you"]["seat"] == 2, "the one that is due"
        of_two = (await ann.look(table, seat=2))["game"]["view"]
        assert not of_two["sites"][0]["chosen"], "whoever looks over this shoulder does not see the other's"
        assert await refused(make(ann, table, deed | {"seat": 1, "key": "k"})) == "not_your_seat"
        await make(ann, table, deed | {"seat": 2, "key": "k"})


# --- talking


async def test_those_who_sit_here_talk_and_all_hear_it(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben, Guest(house.url) as cat:
        table = await seated(ann, ben)
        await ann.ask(table, "say", text="Hello, Ben! <b>")
        await ben.ask(table, "say", text="Hello, Ann")
        assert await refused(cat.ask(table, "say", text="Me too")) == "not_seated"
        heard = [
            [(said["name"], said["text"], said["yours"]) for said in (await guest.look(table))["said"]]
            for guest in (ann, cat)
        ]
        assert heard[0] == [("Ann", "Hello, Ben! <b>", True), ("Ben", "Hello, Ann", False)]
        assert not any(yours for _, _, yours in heard[1])


async def test_S13_partners_do_not_talk_while_they_play(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann:
        teams: Json = {"game": "scarab", "options": {"teams": "yes"}, "chairs": [MINE] * 4}
        table = await ann.open_table(**teams)
        await ann.ask(table, "say", text="before")
        await ann.ask(table, "start")
        assert (await ann.look(table))["table"]["is_silent"]
        assert await refused(ann.ask(table, "say", text="a hint")) == "chat_closed"
        await ann.ask(table, "resign", seat=0)
        await ann.ask(table, "resign", seat=1)
        if (await ann.look(table))["table"]["status"] == "playing":
            await ann.ask(table, "resign", seat=2)
        await ann.ask(table, "say", text="after")


# --- leaving


async def test_the_house_plays_on_for_somebody_who_resigns_among_three(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben, Guest(house.url) as cat:
        table = await seated(ann, ben, cat, **BASE)
        await cat.ask(table, "resign", seat=2)
        assert await refused(cat.ask(table, "resign", seat=2)) == "not_your_seat"
        shown = await cat.look(table)
        assert shown["table"]["places"][2]["left"] == "resign"
        assert shown["table"]["status"] == "playing"
        assert shown["game"]["you"] is None


async def test_others_agree_to_replace_somebody_who_stays_away(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben, Guest(house.url) as cat:
        table = await seated(ann, ben, cat, **BASE)
        for guest in (ann, ben):
            await make(guest, table, await next_move(guest, table))
        assert await refused(ann.ask(table, "agree", seat=2)) == "still_time"
        later = (await ann.look(table))["now"] + AWAY_AFTER + 1000
        monkeypatch.setattr(doing, "now", lambda: later)
        await ann.ask(table, "agree", seat=2)
        assert (await ben.look(table))["table"]["agreed"] == [2]
        await ben.ask(table, "agree", seat=2)
        assert (await ben.look(table))["table"]["places"][2]["left"] == "replaced"


# --- once more


async def test_two_who_ask_for_a_rematch_at_once_meet_at_the_same_table(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben)
        with pytest.raises(Refusal) as refusal:
            await ann.post(f"/api/tables/{table}/rematch")
        assert (refusal.value.code, refusal.value.status) == ("game_not_over", 409)
        await ann.ask(table, "resign", seat=0)
        asked = [guest.post(f"/api/tables/{table}/rematch") for guest in (ann, ben)]
        again = {answer["table"] for answer in await asyncio.gather(*asked)}
        assert len(again) == 1
        assert table not in again
        (next_table,) = again
        assert (await ben.look(table))["table"]["next_table"] == next_table
        assert (await ann.post(f"/api/tables/{table}/rematch"))["table"] == next_table


async def test_a_rematch_keeps_a_chair_for_each_and_somebody_else_begins(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben, Guest(house.url) as cat:
        table = await seated(ann, ben)
        await ann.ask(table, "resign", seat=0)
        assert await refused(cat.post(f"/api/tables/{table}/rematch")) == "not_seated"
        again = (await ann.post(f"/api/tables/{table}/rematch"))["table"]
        for guest, own in ((ann, [False, True]), (ben, [True, False])):
            places = (await guest.look(again))["table"]["places"]
            assert [place["kind"] for place in places] == ["kept", "mine"]
            assert [place["for_you"] for place in places] == own
        assert not any(place["for_you"] for place in (await cat.look(again))["table"]["places"])
        assert await refused(cat.ask(again, "sit", chair=0)) == "chair_taken"
        await ann.ask(again, "sit", chair=1)
        await ben.ask(again, "sit", chair=0)
        shown = await ben.look(again)
        assert shown["table"]["status"] == "playing"
        assert shown["game"]["due"] == shown["game"]["you"]["seats"] == [0]
        assert shown["table"]["commitment"] != (await ben.look(table))["table"]["commitment"]


async def test_rematches_of_one_alone_go_on_at_once(house: OpenHouse) -> None:
    async with Guest(house.url) as ann:
        table = await over(ann)
        again = (await ann.post(f"/api/tables/{table}/rematch"))["table"]
        await ann.ask(again, "sit", chair=0, nonce="anew")
        assert (await ann.look(again))["table"]["status"] == "playing"


# --- who is there


async def test_all_hear_who_is_there(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben, Guest(house.url) as cat:
        table = await seated(ann, ben)
        for guest in (ann, ben, cat):
            await guest.call()
        await ann.watch(table)
        await present(ann, [True, False], 0)
        await ben.watch(table)
        await present(ann, [True, True], 0)
        await cat.watch(table)
        await present(ann, [True, True], 1)
        await cat.say({"type": "leave", "table": table})
        await present(ann, [True, True], 0)
        await ben.hang_up()
        await present(ann, [True, False], 0)


async def test_who_sits_down_while_watching_is_there(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        for guest in (ann, ben):
            await guest.call()
            await guest.watch(table)
        await present(ann, [True, False], 1)
        await ben.do(table, "sit", chair=1)
        await present(ann, [True, True], 0, seconds=2)


async def present(guest: Guest, places: list[bool], spectators: int, seconds: float = 30) -> None:
    """Wait until somebody hears that these are there, and forget it."""
    there = {"places": places, "spectators": spectators}
    await guest.hear(lambda message: message["type"] == "present" and message | there == message, seconds)
    guest.heard.clear()


async def test_somebody_with_two_sockets_is_there_once_until_both_are_gone(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben)
        second = Guest(house.url)
        second.http.cookies = ben.http.cookies
        for guest in (ann, ben, second):
            await guest.call()
            await guest.watch(table)
        await present(ann, [True, True], 0)
        await ben.hang_up()
        await present(ann, [True, True], 0)
        await second.hang_up()
        await present(ann, [True, False], 0)
        await second.http.aclose()

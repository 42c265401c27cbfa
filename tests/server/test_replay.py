"""After the game, and during it: frames as a seat saw them, logs to take home and to bring back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from digsite.core.errors import BadText
from digsite.table import log as logs
from digsite.table.verify import verify
from digsite.wire.messages import MOST_LOG
from tests.server.guest import Guest, Json, Refusal
from tests.server.open_house import OpenHouse, open_house
from tests.server.tables import BASE, DUEL, MINE, OPEN, make, next_move, over, refused, seated


async def all_frames(guest: Guest, table: str, **query: int) -> list[Json]:
    found = await guest.get(f"/api/tables/{table}/frames", count=100, **query)
    assert len(found["frames"]) == found["events"] + 1
    frames: list[Json] = found["frames"]
    return frames


def chosen(frame: Json, seat: int) -> object:
    return frame["view"]["sites"][seat]["chosen"]


# --- while the game goes on


async def test_frames_of_a_running_game_show_what_one_may_see(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben, Guest(house.url) as cat:
        table = await seated(ann, ben, **BASE)
        for guest in (ann, ben, ann):
            await make(guest, table, await next_move(guest, table, key=f"k{(await ann.look(table))['ply']}"))
        hers, his = await all_frames(ann, table), await all_frames(ben, table)
        watching = await all_frames(cat, table)
        chose = [n for n, frame in enumerate(hers) if frame["happened"] and frame["happened"]["seat"] == 0]
        assert len(chose) == 2
        for number in chose:
            assert chosen(hers[number], 0), "her own choice, as it lay before her"
            assert chosen(his[number], 0) is None
            assert chosen(watching[number], 0) is None
            assert hers[number]["happened"]["tells"] != his[number]["happened"]["tells"]
            assert watching[number]["happened"]["tells"] == his[number]["happened"]["tells"]
        answered = next(n for n, frame in enumerate(his) if (frame["happened"] or {"seat": 0})["seat"] == 1)
        assert all(frame["view"]["sites"][0]["tiles"] for frame in his[answered:]), "then all lay open"


async def test_the_frames_of_a_foreign_seat_are_not_given_before_the_end(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben, Guest(house.url) as cat:
        table = await seated(ann, ben, **BASE)
        await make(ann, table, await next_move(ann, table))
        his, watching = await all_frames(ben, table), await all_frames(cat, table)
        for seat in range(4):
            assert await all_frames(ben, table, seat=seat) == his
            assert await all_frames(cat, table, seat=seat) == watching
        nobody = httpx2.get(f"{house.url}/api/tables/{table}/frames?count=100&seat=0").json()
        assert nobody["frames"] == watching
        assert nobody["result"] is None


async def test_frames_say_which_sides_one_may_see_a_running_game_from(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben, Guest(house.url) as cat:
        table = await seated(ann, ben, **BASE)
        for guest, seats, seat in ((ann, [0], 0), (ben, [1], 1), (cat, [], None)):
            found = await guest.get(f"/api/tables/{table}/frames", count=1)
            assert (found["seats"], found["yours"], found["seat"]) == (seats, seats, seat)
        hot = await ann.open_table(**BASE | {"chairs": [MINE, MINE | {"name": "Bo"}]})
        both = await ann.get(f"/api/tables/{hot}/frames", seat=1)
        assert (both["seats"], both["seat"]) == ([0, 1], 1)


async def test_frames_before_the_start_there_are_none(house: OpenHouse) -> None:
    async with Guest(house.url) as ann:
        table = await ann.open_table(**DUEL | {"chairs": [MINE, OPEN]})
        assert await refused(ann.get(f"/api/tables/{table}/frames")) == "game_not_started"


# --- when it is over


async def test_when_it_is_over_anybody_sees_it_from_any_seats_side(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await over(ann, **BASE)
        sides = [await all_frames(ben, table, seat=seat) for seat in (0, 1)]
        assert any(chosen(frame, 0) for frame in sides[0]), "seat 0 always chose first, and waited"
        for frames in (sides[1], await all_frames(ben, table)):
            assert not any(chosen(frame, 0) for frame in frames)
        with pytest.raises(Refusal) as refusal:
            await all_frames(ben, table, seat=2)
        assert refusal.value.code == "no_such_seat"


async def test_frames_come_in_portions(house: OpenHouse) -> None:
    async with Guest(house.url) as ann:
        table = await over(ann)
        frames = await all_frames(ann, table)
        assert [frame["event"] for frame in frames] == list(range(len(frames)))
        some = await ann.get(f"/api/tables/{table}/frames", start=3, count=4)
        assert some["frames"] == frames[3:7]
        assert some["events"] == len(frames) - 1
        assert some["result"]["winners"]
        assert (await ann.get(f"/api/tables/{table}/frames", start=10_000))["frames"] == []
        for bad in ({"start": -1}, {"count": 0}, {"count": 101}, {"seat": 4}, {"seat": "x"}):
            assert await refused(ann.get(f"/api/tables/{table}/frames", **bad)) == "bad_request"


async def test_frames_say_who_sat_where_and_when_they_left(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben)
        await make(ann, table, await next_move(ann, table))
        await ben.ask(table, "resign", seat=1)
        found = await ann.get(f"/api/tables/{table}/frames", count=1)
        assert found["game"] == "scarabya"
        assert [sitter["name"] for sitter in found["sitters"]] == ["Ann", "Ben"]
        assert [sitter["is_bot"] for sitter in found["sitters"]] == [False, False]
        assert [sitter["left"] for sitter in found["sitters"]] == [None, found["events"]]
        assert found["sides"] == found["seats"] == [0, 1]
        assert found["yours"] == [0]


async def test_the_curve_has_the_points_after_every_event(house: OpenHouse) -> None:
    async with Guest(house.url) as ann:
        table = await over(ann)
        whole = await ann.get(f"/api/tables/{table}/frames", count=100)
        some = await ann.get(f"/api/tables/{table}/frames", start=5, count=1)
        assert some["curve"] == whole["curve"] == [frame["points"] for frame in whole["frames"]]
        assert whole["curve"][-1] == whole["result"]["points"]


# --- logs


async def test_a_log_goes_home_and_comes_back(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await over(ann, **BASE)
        answer = await ann.http.get(f"/api/tables/{table}/log")
        assert re.fullmatch(
            r'attachment; filename="scarabya-[0-9-]+\.dig"', answer.headers["content-disposition"]
        )
        assert answer.headers["content-type"].startswith("text/plain")
        verdict = verify(logs.read(answer.text))
        fair = await ann.get(f"/api/tables/{table}/fairness")
        assert (fair["moves"], fair["draws"]) == (verdict.moves, verdict.draws)
        assert fair == await ann.post("/api/logs/fairness", {"log": answer.text})
        for seat in (None, 0, 1):
            query = {} if seat is None else {"seat": seat}
            here = await ben.get(f"/api/tables/{table}/frames", count=100, **query)
            there = await ann.post("/api/logs/frames", {"log": answer.text, "count": 100} | query)
            assert there["yours"] == [], "a log knows no cookies"
            assert without_times(there) == without_times(here)


def without_times(frames: Json) -> Json:
    """Return frames without when things happened and at which ply: a log counts events, from its start."""
    same = [
        frame | {"happened": frame["happened"] and frame["happened"] | {"ply": None, "at": None}}
        for frame in frames["frames"]
    ]
    return frames | {"frames": same}


async def test_a_log_of_a_game_that_was_given_up_comes_back_too(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann, Guest(house.url, "Ben") as ben:
        table = await seated(ann, ben)
        await make(ann, table, await next_move(ann, table))
        await ben.ask(table, "resign", seat=1)
        text = await ann.get(f"/api/tables/{table}/log")
        assert (await ann.post("/api/logs/fairness", {"log": text}))["result"]["winners"] == [0]
        assert (await ann.post("/api/logs/frames", {"log": text}))["result"]["why"] == "table.why_resign"


def line_of(text: str, start: str) -> int:
    """Return the number of the first line that begins so."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(start))


def checks(text: str) -> str:
    """Return a log with checks that fit again: the work of somebody who means it."""
    head, _, rest = text.partition("events\n")
    chain = logs.Chain()
    for line in (head + "events").split("\n"):
        chain.add(line)
    bare = [line.rpartition(" ")[0] for line in rest.splitlines()]
    return f"{head}events\n" + "".join(f"{line} {chain.add(line)}\n" for line in bare)


def with_another_tile(text: str) -> str:
    """Return a log where somebody laid a tile whose card was not turned."""
    other = "I" if re.search(r"\n1 \S+ chance draw X", text) else "X"
    return re.sub(r"\n2 (\S+) (\d) .* #", rf"\n2 \1 \2 {other}0 e5 #", text)


DAMAGES: dict[str, tuple[Callable[[str], str], str, str | None]] = {
    "empty": (lambda _: "", "log_format", None),
    "something else": (lambda _: "digsite log 3\n", "log_format", "digsite"),
    "cut short": (lambda t: t[:-5], "log_torn", "result"),
    "a line lost": (lambda t: t.replace(t.split("\n")[-4] + "\n", ""), "log_edited", None),
    "a move changed": (lambda t: re.sub(r"\n2 (\S+) (\d) (\w)", r"\n2 \1 \2 Q", t), "log_edited", "2 "),
    "newer rules": (lambda t: checks(t.replace("rules ", "rules 9")), "log_newer_rules", "rules"),
    "another game": (lambda t: checks(t.replace("game scarabya", "game chess")), "log_header", "game"),
    "an unknown option": (lambda t: checks(t.replace("option mode", "option mood")), "log_header", "option"),
    "other times": (lambda t: checks(re.sub("started .*", "started soon", t)), "expected_time", "started"),
    "an illegal move": (lambda t: checks(with_another_tile(t)), "log_illegal", "2 "),
    "another secret": (
        lambda t: checks(re.sub(r"secret=\w{64}", "secret=" + "0" * 64, t)),
        "log_secret",
        "result",
    ),
    "another winner": (
        lambda t: checks(re.sub(r"points=\d+,\d+", "points=99,0", t)),
        "log_result",
        "result",
    ),
    "not finished": (lambda t: t[: t.index("result")], "log_unfinished", None),
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_log_is_refused_with_its_line(house: OpenHouse, damage: str) -> None:
    change, code, where = DAMAGES[damage]
    async with Guest(house.url) as ann:
        text = await ann.get(f"/api/tables/{await over(ann)}/log")
        damaged = change(text)
        assert damaged != text
        with pytest.raises(Refusal) as refusal:
            await ann.post("/api/logs/fairness", {"log": damaged})
        assert refusal.value.status == 400
        assert refusal.value.code == code
        with pytest.raises(BadText) as here:
            verify(logs.read(damaged))
        assert refusal.value.values["line"] == here.value.line
        if where is not None:
            assert here.value.line == line_of(damaged, where)


@pytest.mark.parametrize("path", ["/api/logs/frames", "/api/logs/fairness"])
async def test_logs_that_are_none(house: OpenHouse, path: str) -> None:
    async with Guest(house.url) as ann:
        assert await refused(ann.post(path, {"log": "x" * (MOST_LOG + 1)})) == "bad_request"
        assert await refused(ann.post(path, {"log": "x" * MOST_LOG})) == "log_format"
        assert await refused(ann.post(path, {"log": 7})) == "bad_request"
        assert await refused(ann.post(path)) == "bad_request"


async def test_an_unfinished_log_is_stepped_through_as_far_as_it_goes(house: OpenHouse) -> None:
    async with Guest(house.url) as ann:
        text = await ann.get(f"/api/tables/{await over(ann)}/log")
        found = await ann.post("/api/logs/frames", {"log": text[: text.index("result")], "count": 100})
        assert found["events"] == len(found["frames"]) - 1
        for seat in (2, 3):
            assert await refused(ann.post("/api/logs/frames", {"log": text, "seat": seat})) == "no_such_seat"


def test_so_many_logs_a_minute_are_looked_through_for_one_address(tmp_path: Path) -> None:
    with open_house(tmp_path, logs_per_minute=4) as house:  # half of them for guests with a cookie
        paths = ["/api/logs/fairness", "/api/logs/frames", "/api/logs/fairness"]
        answers = [httpx2.post(house.url + path, json={"log": "nonsense"}) for path in paths]
    assert [answer.status_code for answer in answers] == [400, 400, 429]

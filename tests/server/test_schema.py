"""The API keeps its word: whatever is sent, answers have the shapes and statuses that OpenAPI promises."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CheckFunction
from schemathesis.specs.openapi.checks import positive_data_acceptance

from digsite.bots import LEVELS
from digsite.core.options import Choice
from digsite.games import GAMES, game
from digsite.server import schema
from tests.server.guest import Guest, Json
from tests.server.open_house import OpenHouse
from tests.server.tables import DUEL, MINE, OPEN

API = schemathesis.openapi.from_dict(schema.api())
API.config.generation.update(with_security_parameters=False)
API.config.checks.negative_data_rejection.expected_statuses += ["413"]

NOT_CHECKED: list[CheckFunction] = [positive_data_acceptance]
"""What fits the schema may still be against the rules of a game."""

HOT_SEAT = [MINE, MINE | {"name": "Ben"}]
DAMAGED = [
    ("\n", "\r"),
    ("scarabya", "chess"),
    ("#", "#0"),
    ("result", "resolt"),
    ("deal", "dial"),
    ("| ", "|"),
]


class Known(NamedTuple):
    """What somebody who knows the house would send."""

    cookies: dict[str, str]
    tables: list[str]
    """One of each status, and one that is not there."""
    round: int
    moves: list[str]
    log: str


@pytest.fixture(scope="module")
def known(house: OpenHouse) -> Known:
    return asyncio.run(some_tables(house))


async def some_tables(house: OpenHouse) -> Known:
    async with Guest(house.url) as ann:
        table = DUEL | {"chairs": HOT_SEAT, "listed": True}
        opened = await ann.open_table(**table | {"chairs": [MINE, OPEN]})
        gone = await ann.open_table(**table | {"starts_when_full": False})
        await ann.ask(gone, "stand")
        playing, over = [await ann.open_table(**table) for _ in range(2)]
        await ann.ask(over, "resign", seat=0)
        shown = (await ann.look(playing))["game"]
        moves = [move["text"] for move in shown["you"]["moves"]]
        log = await ann.get(f"/api/tables/{over}/log")
        return Known(
            dict(ann.http.cookies), [opened, gone, playing, over, "x" * 22], shown["round"], moves, log
        )


# --- whatever is sent


def fuzzed(examples: int) -> Any:
    """Let schemathesis send all that it can think of, and check every answer."""

    @API.parametrize()
    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    def test(case: schemathesis.Case[Any], house: OpenHouse, known: Known) -> None:
        table = str((case.path_parameters or {}).get("table", ""))
        if re.fullmatch("[A-Za-z0-9_-]{22}", table):
            case.path_parameters["table"] = known.tables[sum(table.encode()) % len(known.tables)]
        cookies = another(house) if (case.method, case.path) in ENDING else known.cookies
        case.call_and_validate(house.url, cookies=cookies, excluded_checks=NOT_CHECKED)

    return test


ENDING = {
    ("POST", "/api/me"),
    ("POST", "/api/me/device"),
    ("DELETE", "/api/me"),
    ("DELETE", "/api/me/session"),
    ("DELETE", "/api/me/sessions"),
}
"""What ends the session that it is asked with."""


def another(house: OpenHouse) -> dict[str, str]:
    """Return the cookie of somebody who is needed for one request."""
    return dict(httpx2.post(f"{house.url}/api/me", json={"name": "Bo"}).cookies)


test_whatever_is_sent_answers_are_as_promised = fuzzed(20)
test_whatever_is_sent_at_length_answers_are_as_promised = pytest.mark.long(fuzzed(400))


# --- what somebody would send who knows the house


def options(key: str) -> st.SearchStrategy[dict[str, str]]:
    choices = [option for option in game(key).schema if isinstance(option, Choice)]
    return st.fixed_dictionaries({}, optional={c.key: st.sampled_from(c.values) for c in choices})


CHAIRS = st.one_of(
    st.just({"kind": "mine"}),
    st.sampled_from(["open", "invited"]).map(lambda kind: {"kind": kind}),
    st.sampled_from([*LEVELS[:2], "nobody"]).map(lambda level: {"kind": "bot", "level": level}),
    st.just({"kind": "mine", "name": "Ben"}),
)
CLOCKS = st.sampled_from(
    [{}, {"pace": "live", "seconds": 600}, {"pace": "days", "seconds": 86400}, {"seconds": 1}]
)
TABLES_WANTED = st.sampled_from(list(GAMES)).flatmap(
    lambda key: st.fixed_dictionaries(
        {"game": st.just(key), "options": options(key), "chairs": st.lists(CHAIRS, min_size=1, max_size=4)},
        optional={"clock": CLOCKS, "begins": st.just("first"), "starts_when_full": st.booleans()},
    )
)


def deeds(known: Known) -> st.SearchStrategy[Json]:
    seat = st.integers(0, 2)
    rounds = st.integers(known.round, known.round + 2)
    move = {"seat": seat, "round": rounds, "move": st.sampled_from([*known.moves, "F9 z9"])}
    return st.one_of(
        st.fixed_dictionaries({"what": st.just("move"), "key": st.sampled_from("abcdefgh"), **move}),
        st.fixed_dictionaries({"what": st.sampled_from(["take_back", "agree"]), "seat": seat}),
        st.fixed_dictionaries({"what": st.just("sit"), "chair": seat}),
        st.fixed_dictionaries({"what": st.just("say"), "text": st.sampled_from(["Hello", "x" * 400])}),
        st.sampled_from([{"what": "start"}, {"what": "resign", "seat": 2}]),
    )


def logs(known: Known) -> st.SearchStrategy[Json]:
    damage = st.sampled_from(DAMAGED).map(lambda pair: known.log.replace(*pair, 1))
    cut = st.integers(0, len(known.log)).map(lambda end: known.log[:end])
    whole = st.just(known.log)
    rest = {"seat": st.integers(0, 2), "start": st.integers(0, 30), "count": st.integers(1, 100)}
    return st.fixed_dictionaries({"log": whole | damage | cut}, optional=rest)


def bodies(known: Known) -> dict[str, st.SearchStrategy[Json]]:
    """Return what to send to each operation that takes something."""
    return {
        "POST /api/tables": TABLES_WANTED,
        "POST /api/tables/{table}/deeds": deeds(known),
        "POST /api/tables/{table}/rematch": st.just({"nonce": "again"}),
        "POST /api/logs/frames": logs(known),
        "POST /api/logs/fairness": logs(known).map(lambda body: {"log": body["log"]}),
    }


MANY = 400


@pytest.mark.parametrize("examples", [25, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("label", bodies(Known({}, [], 0, ["F0 a1"], "log")))
def test_what_is_likely_to_be_sent_is_answered_as_promised(
    house: OpenHouse, known: Known, label: str, examples: int
) -> None:
    method, path = label.split()
    answered: set[int] = set()

    @settings(max_examples=examples, deadline=None, phases=[Phase.explicit, Phase.generate, Phase.shrink])
    @given(bodies(known)[label], st.sampled_from(known.tables))
    def send(body: Json, table: str) -> None:
        parameters = {"table": table} if "{table}" in path else {}
        case = API[path][method].Case(body=body, path_parameters=parameters, media_type="application/json")
        answer = case.call_and_validate(house.url, cookies=known.cookies, excluded_checks=NOT_CHECKED)
        answered.add(answer.status_code)

    send()
    if examples == MANY:  # a few may all meet the same fate
        assert {200, 201} & answered, "nothing was ever accepted"
        assert answered - {200, 201}, "nothing was ever refused"


# --- the socket


@pytest.fixture(scope="module")
def to_page() -> jsonschema_rs.Validator:
    whole = schema.wire()
    return jsonschema_rs.validator_for(
        {"$schema": whole["$schema"], "$ref": "#/$defs/ToPage", "$defs": whole["$defs"]}
    )


@pytest.mark.parametrize(
    ("key", "chosen"),
    [
        ("scarabya", {"mode": "base"}),
        ("scarabya", {"mode": "duel"}),
        ("scarab", {"deflection": "yes"}),
        ("marajoara", {}),
    ],
)
async def test_what_goes_over_the_socket_is_as_promised(
    house: OpenHouse, to_page: jsonschema_rs.Validator, key: str, chosen: Json
) -> None:
    async with Guest(house.url) as ann:
        chairs = [MINE, {"kind": "bot", "level": LEVELS[0]}]
        clock = {"pace": "live", "seconds": 600, "increment": 5}
        wanted: Json = {
            "game": key,
            "options": chosen,
            "chairs": chairs,
            "clock": clock,
            "starts_when_full": True,
        }
        table = await ann.open_table(**wanted)
        await ann.call()
        await ann.watch(table)
        await ann.say({"type": "nonsense"})
        await ann.play_on(table, moves=3)
        await ann.do(table, "say", text="That is enough.")
        await ann.do(table, "resign", seat=ann.tables[table]["game"]["you"]["seat"])
        await ann.until(table, lambda known: known["table"]["status"] == "over")
        for message in ann.heard:
            to_page.validate(message)
        assert {message["type"] for message in ann.heard} >= {"news", "present", "refused"}
        assert ann.tables[table]["game"]["result"]


def test_the_promise_about_the_socket_means_something(to_page: jsonschema_rs.Validator) -> None:
    done = {"type": "done", "id": 1, "ply": 2}
    assert to_page.is_valid(done)
    for wrong in ({}, done | {"ply": "2"}, done | {"secret": "x"}, {"type": "done"}, done | {"type": "news"}):
        assert not to_page.is_valid(wrong)


# --- the files


@pytest.mark.parametrize("name", schema.FILES)
def test_the_files_are_up_to_date(name: str) -> None:
    kept = (Path(__file__).parents[2] / name).read_text(encoding="utf-8")
    assert kept == schema.text(name), "run: python -m digsite.server.schema"

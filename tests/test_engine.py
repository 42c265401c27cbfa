"""The engine protocol: the session of the docs, whole games, and input from hell."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digsite import engine
from digsite.bots import LEVELS
from digsite.core.names import Seat
from digsite.engine import MAX_LINE, Session, serve
from digsite.games import GAMES
from digsite.table.log import RESIGN, TIMEOUT
from digsite.table.table import HOUSE_BOT
from tests.games.variants import Variant, every_variant
from tests.table.rooms import finished_log, open_table

DOCS = Path(__file__).parent.parent / "docs" / "protocol.md"


def ask(session: Session, **request: Any) -> Any:
    return session.answer(json.dumps(request).encode())


def ok(session: Session, **request: Any) -> Any:
    answer = ask(session, **request)
    assert "ok" in answer, answer
    return answer["ok"]


def code(answer: dict[str, Any]) -> str:
    return str(answer["error"]["code"])


# --- the docs


def test_the_session_in_the_docs_is_what_the_engine_says() -> None:
    lines = DOCS.read_text(encoding="utf-8").splitlines()
    exchanges = [line for line in lines if line.startswith(("> ", "< "))]
    session = Session()
    asked = [line[2:] for line in exchanges if line.startswith("> ")]
    told = [line[2:] for line in exchanges if line.startswith("< ")]
    assert len(asked) == len(told) > 10
    for question, expected in zip(asked, told, strict=True):
        answer = json.dumps(session.answer(question.encode()), ensure_ascii=False)
        if expected.endswith(" …"):
            assert answer.startswith(expected.removesuffix(" …")), question
        else:
            assert answer == expected, question


def test_every_command_and_code_is_in_the_docs() -> None:
    docs = DOCS.read_text(encoding="utf-8")
    for command in Session()._commands:
        assert f"`{command}`" in docs, command


# --- whole games


@every_variant
def test_whole_games_by_the_protocol(variant: Variant) -> None:
    session, rng = Session(), random.Random(1)
    status = ok(
        session, do="new", game=variant.key, seats=variant.seats, options=dict(variant.options), seed=5
    )
    while status["movers"]:
        seat = rng.choice(status["movers"])
        if seat == "chance":
            status = ok(session, do="draw")
            continue
        moves = ok(session, do="legal", seat=seat)["moves"]
        status = ok(session, do="play", seat=seat, move=rng.choice(moves))
    assert status["result"] == ok(session, do="result")["result"]
    assert len(status["result"]["ranks"]) == variant.seats


@pytest.mark.parametrize("key", ["scarab", "scarabya"])
def test_a_position_can_be_carried_from_one_session_to_another(key: str) -> None:
    one, other = Session(), Session()
    ok(one, do="new", game=key, seed=1)
    text = ok(one, do="position")["position"]
    ok(other, do="load", game=key, position=text)
    assert ok(other, do="position")["position"] == text
    assert ok(other, do="perft", depth=2) == ok(one, do="perft", depth=2)


def test_a_log_can_be_loaded_at_any_ply() -> None:
    session, log = Session(), finished_log("scarab")
    assert ok(session, do="load", log=log)["result"] is not None
    assert ok(session, do="load", log=log, ply=3)["round"] == 3
    assert code(ask(session, do="load", log=log, ply=9999)) == "engine_number"
    assert code(ask(session, do="load", log=log.replace("go ", "fly ", 1))) == "log_edited"


def resigned_log(*deeds: tuple[int, str], key: str = "scarab", seats: int = 2) -> str:
    """Return a log that seats left."""
    lines: list[str] = []
    table = open_table(key, seats, lines)
    for seat, deed in deeds:
        table.do(Seat(seat), deed, 1)
    table.close()
    return "".join(lines)


@pytest.mark.parametrize("deed", [RESIGN, TIMEOUT])
@pytest.mark.parametrize("key", GAMES)
def test_a_log_that_a_seat_left_has_its_result(key: str, deed: str) -> None:
    session, log = Session(), resigned_log((1, deed), key=key)
    status = ok(session, do="load", log=log)
    assert status["result"] == ok(session, do="result")["result"]
    assert (status["result"]["winners"], status["result"]["ranks"]) == ((0,), (1, 2))
    assert status["result"]["why"] == f"table.why_{deed[1:]}"
    assert status["movers"] == []
    assert ok(session, do="legal", seat=0)["moves"] == []
    assert ok(session, do="perft", depth=2) == {"lines": 0}
    assert code(ask(session, do="think", seat=0)) == "game_over"
    move = {"scarab": "go a1", "scarabya": "F2 d4", "marajoara": "token c2"}[key]
    assert code(ask(session, do="play", seat=0, move=move)) == "game_over"
    assert code(ask(session, do="draw")) == "engine_no_draw_due"
    assert ok(session, do="load", log=log, ply=0)["result"] is None


def test_who_left_a_log_that_goes_on_ranks_last_in_the_end() -> None:
    session = Session()
    status = ok(session, do="load", log=resigned_log((1, RESIGN), seats=3))
    assert status["result"] is None
    while status["movers"]:
        status = ok(session, do="play", move=ok(session, do="legal")["moves"][0])
    assert status["result"]["ranks"][1] == 3
    assert 1 not in status["result"]["winners"]


def test_a_deal_that_its_header_does_not_have_is_not_loaded() -> None:
    log = resigned_log().replace("\nstarted", "\noption board short\nstarted")
    assert code(ask(Session(), do="load", log=log)) == "log_deal"


def test_a_position_without_a_move_for_a_seat_is_not_loaded() -> None:
    session = Session()
    ok(session, do="new", game="marajoara", seats=2, seed=1)
    text = ok(session, do="position")["position"]
    line = "seat 0 points 0 discs 0 0 0 reserve 4 waiting 0 tokens"
    bad = text.replace(line, f"{line} c2 g3 b6")
    assert code(ask(session, do="load", game="marajoara", position=bad)) == "marajoara_tokens"
    assert ok(session, do="position")["position"] == text, "a refused request changes nothing"


@pytest.mark.parametrize("typed", ["  go   via  h2  h9 ", "go via h2 h9"])
def test_a_move_may_be_typed_with_odd_blanks(typed: str) -> None:
    session = Session()
    ok(session, do="new", game="scarab", options={"board": "short", "deflection": "yes"}, seats=2, seed=3)
    assert ok(session, do="play", move=typed)["move"] == "go via h2 h9"


def test_a_chosen_draw_is_played() -> None:
    session = Session()
    ok(session, do="new", game="scarabya", options={"mode": "solo"}, seed=1)
    status = ok(session, do="play", seat="chance", move="draw X")
    assert status["movers"] == [0]
    assert status["happened"][0]["tile"] == "X"


def test_what_a_seat_may_not_know_is_not_in_its_view() -> None:
    session = Session()
    ok(session, do="new", game="scarabya", seats=2, seed=1)
    ok(session, do="draw")
    move = ok(session, do="legal", seat=0)["moves"][7]
    ok(session, do="play", seat=0, move=move)
    assert move in ok(session, do="view", seat=0)["view"]
    assert move not in ok(session, do="view", seat=1)["view"]
    assert move not in ok(session, do="view")["view"]


# --- thinking


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_with_a_budget_of_nodes_a_bot_always_thinks_the_same(key: str, level: str) -> None:
    thoughts = []
    for _ in range(2):
        session = Session()
        status = ok(session, do="new", game=key, seats=2, seed=4)
        if status["movers"] == ["chance"]:
            status = ok(session, do="draw")
        seat = status["movers"][0]
        thoughts.append(ok(session, do="think", seat=seat, bot=level, seed=9, nodes=40))
        assert thoughts[-1]["move"] in ok(session, do="legal", seat=seat)["moves"]
    assert thoughts[0] == thoughts[1]
    assert thoughts[0]["nodes"] <= 40


def test_more_nodes_are_searched_if_they_are_allowed() -> None:
    session = Session()
    ok(session, do="new", game="scarab", seed=1)
    few, many = (ok(session, do="think", bot="master", nodes=nodes)["nodes"] for nodes in (50, 500))
    assert few <= 50 < many <= 500
    assert ok(session, do="think", bot="greedy", nodes=50)["nodes"] == 0, "it takes no search"


def test_a_budget_of_seconds_bounds_the_thought() -> None:
    session = Session()
    ok(session, do="new", game="scarab", seed=1)
    short, long = (ok(session, do="think", bot="master", seconds=s)["nodes"] for s in (0.002, 0.5))
    assert 0 < short < long
    assert ok(session, do="think", bot="master", seconds=1, nodes=10)["nodes"] <= 10


def test_nobody_named_is_the_bot_of_the_house() -> None:
    session = Session()
    ok(session, do="new", game="scarab", seed=1)
    assert ok(session, do="think") == ok(session, do="think", bot=HOUSE_BOT, seed=0)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"bot": "genius"}, "unknown_bot"),
        ({"bot": 3}, "engine_field"),
        ({"nodes": 0}, "engine_number"),
        ({"nodes": 10_000_001}, "engine_number"),
        ({"nodes": 1.5}, "engine_field"),
        ({"nodes": True}, "engine_number"),
        ({"seconds": 0}, "engine_amount"),
        ({"seconds": 60.5}, "engine_amount"),
        ({"seconds": -1}, "engine_amount"),
        ({"seconds": float("nan")}, "engine_amount"),
        ({"seconds": True}, "engine_amount"),
        ({"seconds": "long"}, "engine_field"),
        ({"seed": -1}, "engine_number"),
        ({"seat": 1}, "not_due"),
        ({"seat": "chance"}, "engine_field"),
    ],
)
def test_a_thought_that_cannot_be_is_refused(fields: dict[str, Any], expected: str) -> None:
    session = Session()
    ok(session, do="new", game="scarab", seed=1)
    assert code(ask(session, do="think", **fields)) == expected


# --- refusals


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ({"do": "legal"}, "engine_no_position"),
        ({"do": "fly"}, "unknown_command"),
        ({}, "unknown_command"),
        ({"do": ["new"]}, "unknown_command"),
        ({"do": "new"}, "engine_field"),
        ({"do": "new", "game": "chess"}, "unknown_game"),
        ({"do": "new", "game": 3}, "engine_field"),
        ({"do": "new", "game": "scarab", "seats": 9}, "wrong_seats"),
        ({"do": "new", "game": "scarab", "seats": True}, "engine_number"),
        ({"do": "new", "game": "scarab", "options": {"board": 3}}, "engine_field"),
        ({"do": "new", "game": "scarab", "options": {"board": "huge"}}, "unknown_value"),
        ({"do": "load", "game": "scarab", "position": ""}, "expected_field"),
        ({"do": "load", "log": "nonsense"}, "log_format"),
        ({"do": "hello", "id": [1]}, "engine_bad_request"),
        ({"do": "think"}, "engine_no_position"),
    ],
)
def test_a_bad_request_gets_an_error_with_a_code(request_: dict[str, Any], expected: str) -> None:
    assert code(ask(Session(), **request_)) == expected


def test_refusals_change_nothing() -> None:
    session = Session()
    ok(session, do="new", game="scarab", seed=1)
    before = ok(session, do="position")
    assert code(ask(session, do="play", move="nonsense")) == "no_such_move"
    assert code(ask(session, do="play", move="go b1", seat=1)) == "not_due"
    assert code(ask(session, do="play", move="keep")) == "illegal_move"
    assert code(ask(session, do="draw")) == "engine_no_draw_due"
    assert code(ask(session, do="legal", seat=3)) == "no_such_seat"
    assert code(ask(session, do="view", seat="chance")) == "engine_field"
    assert code(ask(session, do="think", bot="genius")) == "unknown_bot"
    assert ok(session, do="position") == before


def test_counting_too_many_lines_is_refused_instead_of_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MAX_PERFT_MOVES", 1000)
    session = Session()
    ok(session, do="new", game="scarab", seed=1)
    assert code(ask(session, do="perft", depth=40)) == "perft_too_many"
    assert code(ask(session, do="perft", depth=40, divide=True)) == "perft_too_many"


# --- the stream


def answers(data: bytes) -> list[Any]:
    out = io.BytesIO()
    serve(io.BytesIO(data), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_quit_ends_the_session() -> None:
    assert answers(b'{"do":"quit","id":7}\n{"do":"hello"}\n') == [{"id": 7, "ok": {}}]


def test_a_line_beyond_all_measure_gets_one_error_and_the_next_is_heard() -> None:
    long = b'{"do": "' + b"x" * (3 * MAX_LINE) + b'"}\n'
    first, second = answers(long + b'{"do":"hello"}\n')
    assert code(first) == "engine_line_too_long"
    assert second["ok"]["protocol"] == 1


@settings(deadline=None, max_examples=300)
@given(st.lists(st.binary(max_size=60)))
def test_every_line_gets_exactly_one_answer(lines: list[bytes]) -> None:
    data = b"".join(line.replace(b"\n", b"") + b"\n" for line in lines)
    assert len(answers(data)) == len(lines)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
FIELDS = {
    "do": st.sampled_from([name for name in Session()._commands if name != "quit"]),
    "game": st.sampled_from(["scarab", "scarabya"]) | JSON,
    "seat": st.integers(-2, 5) | st.just("chance") | JSON,
    "seats": st.integers(0, 6) | JSON,
    "seed": st.integers() | JSON,
    "depth": st.integers(-1, 2) | st.text(),
    "move": st.sampled_from(["go b2", "keep", "put -8 a1", "F2 d4", "draw X", "draw F"])
    | st.text(max_size=9),
    "options": st.dictionaries(
        st.sampled_from(["board", "mode", "site", "order", "boards", "deflection", "teams"]),
        st.sampled_from(["short", "solo", "duel", "yes", "A0 B1 C2 D3", "FILNPTUVWXYZ", "board A"])
        | st.text(),
        max_size=3,
    )
    | JSON,
    "position": st.text(max_size=200),
    "log": st.text(max_size=200) | JSON,
    "ply": st.integers() | JSON,
    "brings": st.booleans() | JSON,
    "divide": st.booleans() | JSON,
    "bot": st.sampled_from(["random", "greedy", "club"]) | JSON,
    "nodes": st.integers(0, 50) | JSON,
    "seconds": st.floats(0, 0.01) | st.sampled_from([61, -1]),
    "id": st.integers() | st.text() | JSON,
}
REQUESTS = st.fixed_dictionaries(
    {"do": FIELDS["do"]}, optional={k: v for k, v in FIELDS.items() if k != "do"}
)


@settings(deadline=None, max_examples=400)
@given(st.sampled_from(["scarab", "scarabya"]), st.lists(REQUESTS, max_size=8))
def test_no_request_makes_it_crash_or_fall_silent(key: str, requests: list[dict[str, Any]]) -> None:
    first = {"do": "new", "game": key, "seed": 1}
    data = b"".join(json.dumps(request).encode() + b"\n" for request in [first, *requests])
    told = answers(data)
    assert len(told) == len(requests) + 1
    assert all(("ok" in answer) != ("error" in answer) for answer in told)

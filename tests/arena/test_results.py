"""The results file: only added to, gone on with, and never mixed."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from digsite.arena.results import Results
from digsite.core.errors import BadText, DigsiteError, IllegalMove
from tests.arena.contests import contest, played

GAMES = [played(deal, ("random", "greedy"), (2, 1)) for deal in range(3)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a results file with three games."""
    results = Results(tmp_path / "new" / "folder" / "results.jsonl", contest())
    for game in GAMES:
        results.add(game)
    return results.path


def test_every_game_is_on_a_line_at_once_and_comes_back(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) == 4
    assert list(Results(path, contest()).played.values()) == GAMES


@pytest.mark.parametrize("torn", ['{"deal": 3, "bo', "{", '{"deal": 3}'])
def test_a_torn_last_line_is_dropped(path: Path, torn: str) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole + torn.encode())
    assert list(Results(path, contest()).played.values()) == GAMES
    assert path.read_bytes() == whole


def test_a_torn_header_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"arena"', encoding="utf-8")
    assert not Results(path, contest()).played
    assert json.loads(path.read_text(encoding="utf-8"))["game"] == "scarab"


@pytest.mark.parametrize(
    ("change", "different"),
    [
        ({"seed": 6}, "seed"),
        ({"games": 8}, "games"),
        ({"bots": ("greedy", "keen")}, "bots"),
        ({"nodes": 10}, "nodes"),
        ({"options": contest(deflection="yes").options}, "options"),
    ],
)
def test_another_contest_is_refused_and_the_file_left_alone(
    path: Path, change: dict[str, object], different: str
) -> None:
    before = path.read_bytes()
    with pytest.raises(DigsiteError) as refused:
        Results(path, replace(contest(), **change))  # type: ignore[arg-type]
    assert refused.value.code == "arena_other"
    assert refused.value.values["different"] == different
    assert path.read_bytes() == before


def test_bots_that_have_changed_are_other_bots(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("digsite.arena.contest.fingerprint", lambda: "other")
    with pytest.raises(DigsiteError, match="sources"):
        Results(path, contest())


def test_a_line_that_was_spoiled_is_named(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([*lines[:2], "[]", lines[3], ""]), encoding="utf-8")
    with pytest.raises(BadText) as refused:
        Results(path, contest())
    assert refused.value.line == 3


@pytest.mark.parametrize("content", [b"hello\n", b"[]\n", b'{"game": "scarab"}\n', b"\xff\n"])
def test_somebody_elses_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(content)
    with pytest.raises(DigsiteError):
        Results(path, contest())
    assert path.read_bytes() == content


def test_refusals_travel_between_processes() -> None:
    position = contest().deal(0)
    for error in (
        DigsiteError("unknown_game", game="chess", games="scarab"),
        BadText("arena_line", line=3, path="x"),
        IllegalMove("not_due", position, seat=1),
    ):
        assert pickle.loads(pickle.dumps(error)).as_json() == error.as_json()  # noqa: S301 - ours

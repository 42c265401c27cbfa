"""`digsite arena` as people call it: files, figures, refusals, interruptions."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from digsite.arena.play import play
from digsite.arena.played import read_played
from digsite.arena.schedule import schedule
from tests.arena.contests import contest
from tests.cli.terminal import Outcome, digsite

BOTS = ("--bot", "random", "--bot", "greedy", "--bot", "keen")
SHORT = ("arena", "scarab", "--board", "short", *BOTS, "--games", "4", "--seed", "5")


def outcomes(folder: Path) -> dict[Any, Any]:
    """Return all games of an arena, without their times."""
    lines = (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    games = [read_played(line) for line in lines]
    assert len({game.key for game in games}) == len(games), "nothing is played twice"
    return {game.key: game.outcome() for game in games}


def arena(folder: Path, *more: str) -> Outcome:
    return digsite(*SHORT, "--out", str(folder), *more)


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Outcome]]:
    """Return the folder of an arena that two workers played, and what was said."""
    folder = tmp_path_factory.mktemp("arena") / "out"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DIGSITE_LANG", "en")
        patch.setenv("COLUMNS", "100")
        yield folder, arena(folder, "--jobs", "2")


def test_it_shows_a_ladder_and_every_pairing(once: tuple[Path, Outcome]) -> None:
    folder, said = once
    assert said.code == 0, said.err
    assert re.search(r"greedy +│ +1000 │", said.out)
    assert re.search(r"random +│ greedy +│ +4 │ +0 │ +0 │ +4 │ +0.0 %", said.out)
    assert "greedy has 1000 points by definition" in said.out
    assert str(folder) in said.out


def test_figures_and_picture_lie_beside_the_results(once: tuple[Path, Outcome]) -> None:
    folder, _ = once
    data = json.loads((folder / "ladder.json").read_text(encoding="utf-8"))
    assert data["bots"] == ["random", "greedy", "keen"]
    assert [row["games"] for row in data["ladder"]] == [8, 8, 8]
    picture = (folder / "ladder.svg").read_text(encoding="utf-8")
    assert "prefers-color-scheme:dark" in picture
    assert all(f">{bot}</text>" in picture for bot in data["bots"])
    assert not re.search(r"20\d\d-\d\d", picture), "no date"


def test_the_same_again_plays_nothing_and_draws_the_same_picture(once: tuple[Path, Outcome]) -> None:
    folder, said = once
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    again = arena(folder, "--jobs", "1")
    assert again.out == said.out
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_one_worker_finds_the_same_as_two(once: tuple[Path, Outcome], tmp_path: Path) -> None:
    alone = arena(tmp_path, "--jobs", "1", "--json")
    assert outcomes(tmp_path) == outcomes(once[0])
    mine, theirs = json.loads(alone.out), json.loads((once[0] / "ladder.json").read_text(encoding="utf-8"))
    for data in (mine, theirs):
        for row in data["ladder"]:
            del row["pace"]
    assert mine == theirs


def test_without_a_folder_the_same_question_finds_its_results(home: Path) -> None:
    solo = ("arena", "scarabya", "--mode", "solo", *BOTS[:4], "--games", "3", "--jobs", "1", "--json")
    first = digsite(*solo)
    assert first.code == 0, first.err
    rows = {row["bot"]: row for row in json.loads(first.out)["ladder"]}
    assert rows["greedy"]["points"] > rows["random"]["points"]
    assert set(rows["greedy"]) > {"won", "won_interval", "points_interval"}
    assert digsite(*solo).out == first.out
    assert len(list((home / "arenas").iterdir())) == 1
    assert "solved" in digsite(*solo[:-1]).out


# --- refusals

REFUSED = {
    "game": (["arena"], "Which game?"),
    "bot": (["arena", "scarab", "--bot", "greedy", "--bot", "deep"], 'There is no bot "deep"'),
    "one bot": (["arena", "scarab", "--bot", "greedy"], "at least two bots"),
    "twice": ([*SHORT, "--bot", "greedy"], "each named once"),
    "budgets": ([*SHORT, "--nodes", "5", "--seconds", "1"], "--nodes or --seconds"),
    "seats": ([*SHORT, "--seats", "9"], "cannot have 9 seats"),
    "option": ([*SHORT, "--deflection", "maybe"], "cannot be"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_it_refuses(name: str, home: Path) -> None:
    args, sentence = REFUSED[name]
    refused = digsite(*args)
    assert refused.code == 1
    assert sentence in refused.err
    assert not home.exists(), "nothing was begun"


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "1e9", "nan"])
def test_a_time_is_wanted(seconds: str) -> None:
    refused = digsite(*SHORT, f"--seconds={seconds}")
    assert refused.code == 2
    assert "a time in seconds above 0" in refused.err


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "belongs to another arena; different are: seed."),
        ("fr", "d’une autre demande\N{NO-BREAK SPACE}; ce qui diffère\N{NO-BREAK SPACE}: seed."),
        ("nl", "hoort bij een andere vraag; verschillend zijn: seed."),
        ("de", "gehört zu einer anderen Anfrage; verschieden sind: seed."),
    ],
)
def test_another_arena_in_the_same_folder_is_refused(
    once: tuple[Path, Outcome], language: str, sentence: str
) -> None:
    refused = arena(once[0], "--seed", "6", "--lang", language)
    assert refused.code == 1
    assert sentence in refused.err
    data = json.loads(arena(once[0], "--seed", "6", "--json").out)
    assert data["error"]["code"] == "arena_other"


@pytest.mark.parametrize(("module", "extra"), [("choix", "arena"), ("matplotlib", "arena"), ("ray", "ray")])
def test_a_missing_extra_is_said_with_the_command_that_installs_it(
    module: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    refused = digsite(*SHORT, "--ray", "local")
    assert refused.code == 1
    assert f"pip install 'digsite[{extra}]'" in refused.err


# --- interruptions


def started(folder: Path, games: int) -> subprocess.Popen[str]:
    """Start an arena in a process group of its own."""
    args = [*SHORT, "--games", str(games), "--jobs", "2", "--out", str(folder)]
    return subprocess.Popen(
        [sys.executable, "-m", "digsite", *args], stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def wait_for_lines(folder: Path, count: int) -> None:
    """Wait until so many lines of results are written."""
    path, until = folder / "results.jsonl", time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert time.monotonic() < until
        time.sleep(0.005)


def assert_nobody_is_left(group: int) -> None:
    """Wait until a process group is empty."""
    until = time.monotonic() + 30
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() < until:
            os.killpg(group, 0)
            time.sleep(0.02)
        pytest.fail("a worker is left")


def test_what_was_interrupted_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    games = 100
    stopped = started(tmp_path, games)
    wait_for_lines(tmp_path, 10)
    os.killpg(stopped.pid, signal.SIGINT)
    _, said = stopped.communicate(timeout=30)
    assert stopped.returncode == 130, said
    assert "the same command goes on with the others" in said
    assert "Traceback" not in said
    assert_nobody_is_left(stopped.pid)
    kept = outcomes(tmp_path)
    assert 9 <= len(kept) < 3 * games

    killed = started(tmp_path, games)
    wait_for_lines(tmp_path, len(kept) + 20)
    killed.kill()
    killed.communicate(timeout=30)
    assert_nobody_is_left(killed.pid)
    with (tmp_path / "results.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"deal": 3, "bots": ["ran')

    finished = digsite(*SHORT, "--games", str(games), "--jobs", "2", "--out", str(tmp_path))
    assert finished.code == 0, finished.err
    assert outcomes(tmp_path).items() >= kept.items()
    uninterrupted = {job.key: play(job).outcome() for job in schedule(contest(games=games))}
    assert outcomes(tmp_path) == uninterrupted

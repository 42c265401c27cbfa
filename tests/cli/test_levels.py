"""Playing against bots: every level to the end, names in four languages, Ctrl-C while one thinks."""

from __future__ import annotations

import os
import re
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from digsite.bots import LEVELS, YARDSTICKS, Bot, Budget
from digsite.core.names import Move, Seat, View
from digsite.table.course import Course
from digsite.table.journal import data_folder
from digsite.table.log import read as read_log
from digsite.table.table import replay
from tests.cli.terminal import digsite

GAMES = {
    "scarab": ["scarab", "--board", "short"],
    "scarabya": ["scarabya", "--mode", "duel"],
    "marajoara": ["marajoara"],
}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "a.dig"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all bots at tables think for a few nodes only."""
    monkeypatch.setattr("digsite.table.table.Bot", partial(Bot, budget=Budget(nodes=8)))


def course_of(log: Path) -> Course:
    *_, course = replay(read_log(log.read_text(encoding="utf-8")))
    return course


def bot_in(log: Path, seat: int = 1) -> str:
    return read_log(log.read_text(encoding="utf-8")).header.sitters[seat].name


def anyhow(log: Path) -> Iterator[str]:
    """Yield a move whenever Anna is asked, read from the log that is being written."""
    while True:
        course = course_of(log)
        bot = Bot(course.game, "random", len(course.turns))
        move = bot.think(course.game.view(course.position, Seat(0)), Seat(0)).move
        yield course.game.move_text(course.position, move)


# --- whole games


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_game_to_the_end(game: str, level: str, log: Path) -> None:
    args = [*GAMES[game], "--against", level, "--save", str(log)]
    played = digsite("play", *args, typed=anyhow(log))
    assert played.code == 0, played.err
    assert "The house's secret was" in played.out
    assert bot_in(log) == level
    assert digsite("verify", str(log)).code == 0


@pytest.mark.parametrize("bot", YARDSTICKS)
def test_yardsticks_can_be_met_as_well(bot: str, log: Path) -> None:
    args = ["scarab", "--board", "short", "--against", bot, "--save", str(log)]
    played = digsite("play", *args, typed=islice(anyhow(log), 2))
    assert played.code == 0, played.err
    assert len(course_of(log).turns) >= 3


def test_who_says_nothing_meets_the_casual_player(log: Path) -> None:
    digsite("play", "scarab", "--save", str(log))
    assert bot_in(log) == "casual"
    assert "casual (unless you say otherwise)" in " ".join(digsite("play", "--help").out.split())


def test_every_seat_has_a_level_of_its_own(log: Path) -> None:
    args = ["--against", "beginner", "--against", "expert", "--seats", "4"]
    played = digsite("play", "scarab", *args, "--save", str(log))
    assert [bot_in(log, seat) for seat in (1, 2, 3)] == ["beginner", "expert", "expert"]
    assert all(name in played.out for name in ("Beginner", "Expert 3", "Expert 4"))


# --- names


@pytest.mark.parametrize(
    ("language", "typed", "key", "shown"),
    [
        ("en", "Club player", "club", "Club player"),
        ("en", "MASTER", "master", "Master"),
        ("fr", "débutant", "beginner", "Débutant"),
        ("nl", "Liefhebber", "casual", "Liefhebber"),
        ("de", "vereinsspieler", "club", "Vereinsspieler"),
        ("fr", "Meister", "master", "Maître"),
    ],
)
def test_a_bot_goes_by_its_name_in_any_language(
    language: str, typed: str, key: str, shown: str, log: Path
) -> None:
    args = ["scarab", "--against", typed, "--lang", language, "--save", str(log)]
    played = digsite("play", *args, typed=["resign"])
    assert bot_in(log) == key, "a log has the key"
    assert re.search(rf"^{shown} \w+.*!$", played.out, re.MULTILINE), "the winner"
    assert shown in digsite("replay", str(log), "--lang", language).out


def test_a_log_with_a_bot_of_another_digsite_can_be_watched(log: Path) -> None:
    digsite("play", "scarab", "--save", str(log))
    text = re.sub(r"bot casual \d+", "bot oracle 7", log.read_text(encoding="utf-8"))
    log.write_text(text, encoding="utf-8")
    shutil.rmtree(data_folder() / "secrets")  # it has come from elsewhere
    assert "oracle" in digsite("replay", str(log)).out
    refused = digsite("play", "--resume", str(log))
    assert refused.code == 1
    assert 'There is no bot "oracle"' in refused.err


# --- thinking


def let_bots_take(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots at tables be slow."""

    def move(bot: Bot, view: View, seat: Seat) -> Move:
        time.sleep(seconds)
        return bot.think(view, seat).move

    monkeypatch.setattr(Bot, "move", move)


def test_no_line_about_thinking_goes_into_a_file(monkeypatch: pytest.MonkeyPatch, log: Path) -> None:
    monkeypatch.setattr("digsite.cli.thinking.PATIENCE", 0.0)
    let_bots_take(0.05, monkeypatch)
    played = digsite("play", "scarab", "--against", "club", "--save", str(log), typed=islice(anyhow(log), 1))
    assert "is thinking" not in played.out + played.err
    assert "\x1b" not in played.out
    assert len(course_of(log).turns) == 2


def test_ctrl_c_while_a_bot_thinks_is_heard_at_once(monkeypatch: pytest.MonkeyPatch, log: Path) -> None:
    let_bots_take(30, monkeypatch)
    threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    left = digsite("play", "scarab", "--save", str(log), typed=islice(anyhow(log), 1))
    assert left.code == 130
    assert time.monotonic() - start < 10
    assert f"digsite play --resume {log}" in left.out
    assert len(course_of(log).turns) == 1, "the person's move is kept"

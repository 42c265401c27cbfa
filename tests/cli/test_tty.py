"""At a real terminal: completion, Ctrl-C, passing the screen, leafing through a game, a killed process."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from digsite.table.log import read as read_log
from tests.cli.terminal import digsite

PROMPT = "Anna >"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x1b\].*?\x07")
PATIENCE = 30


@pytest.fixture
def env(home: Path) -> dict[str, str]:
    """Return the environment of a person at a terminal with colours."""
    return os.environ | {
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "DIGSITE_HOME": str(home),
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }


class Person:
    """Somebody at a terminal."""

    def __init__(self, args: list[str], env: dict[str, str]) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "digsite", *args],
            env=env,
            encoding="utf-8",
            timeout=PATIENCE,
            dimensions=(40, 100),
        )

    def sees(self, text: str) -> str:
        """Wait for a text and return all that came before it, without colours."""
        self.child.expect(text)
        return ESCAPES.sub("", str(self.child.before) + str(self.child.after))

    def types(self, text: str, end: str = "\r") -> None:
        """Type a line."""
        self.child.send(text + end)

    def leaves(self) -> int | None:
        """Wait for the end and return the exit code."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        code: int | None = self.child.exitstatus
        return code


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "game.dig"


@pytest.fixture
def anna(env: dict[str, str], log: Path) -> Iterator[Person]:
    """Return somebody who has just sat down for a short game."""
    person = Person(["play", "scarab", "--board", "short", "--save", str(log)], env)
    person.sees("or press Enter:")
    person.types("")
    person.sees(PROMPT)
    yield person
    person.child.close(force=True)


def events(log: Path) -> int:
    return len(read_log(log.read_text(encoding="utf-8")).events)


def wait_for_events(log: Path, count: int) -> None:
    """Wait until so many events are on the disk."""
    deadline = time.monotonic() + PATIENCE
    while events(log) < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def legal_targets(log: Path) -> list[str]:
    """Return the squares that the person may go to, by the log."""
    from digsite.core.names import Seat
    from digsite.table.table import replay

    *_, course = replay(read_log(log.read_text(encoding="utf-8")))
    moves = course.game.legal(course.position, Seat(0))
    return [course.game.move_text(course.position, move) for move in moves]


def test_ctrl_c_then_resume_then_finish_then_verify(anna: Person, env: dict[str, str], log: Path) -> None:
    anna.types(legal_targets(log)[0])
    wait_for_events(log, 2)
    anna.sees(PROMPT)
    anna.types("", end="\x03")
    said = anna.sees("--resume .*dig")
    assert "Traceback" not in said
    assert anna.leaves() == 130
    again = Person(["play", "--resume", str(log)], env)
    again.sees(PROMPT)
    again.types("resign")
    again.sees("Casual player wins!")
    again.sees("q leaves:")
    again.types("q")
    assert again.leaves() == 0
    assert digsite("verify", str(log)).code == 0


def test_moves_are_completed_with_what_they_bring(anna: Person, log: Path) -> None:
    anna.types("go", end="")
    seen = anna.sees(r"takes \+\d")
    assert "go " in seen
    anna.types("\t\r", end="")
    wait_for_events(log, 2)


def test_many_moves_are_completed_by_kind_and_a_kind_by_its_moves(env: dict[str, str], log: Path) -> None:
    person = Person(["play", "marajoara", "--mission", "1", "--nonce", "n", "--save", str(log)], env)
    person.sees("on an icon square")
    person.sees(PROMPT)
    person.types("tok", end="")
    person.sees("token c2")
    person.types(" c2")
    person.sees("Let a die leap")
    person.sees(PROMPT)
    person.types("cap", end="")
    person.sees(r"takes [yrbg]1")
    person.types("\t\r", end="")
    wait_for_events(log, 2)
    person.types("resign")
    person.sees("Not this time, with ")
    person.child.close(force=True)


def test_kill_9_loses_nothing_that_was_acknowledged(anna: Person, env: dict[str, str], log: Path) -> None:
    anna.types(legal_targets(log)[0])
    anna.sees("and takes")
    anna.sees(PROMPT)
    before = events(log)
    anna.child.kill(signal.SIGKILL)
    assert events(log) == before >= 2
    again = Person(["play", "--resume", str(log)], env)
    again.sees(PROMPT)
    again.types("quit")
    assert again.leaves() == 0


def test_the_board_has_colours_unless_it_must_not(env: dict[str, str], log: Path) -> None:
    for args, extra, colored in (([], {}, True), (["--no-color"], {}, False), ([], {"NO_COLOR": "1"}, False)):
        path = log.with_name(f"{len(args)}{len(extra)}.dig")
        person = Person(["play", "scarab", "--nonce", "n", "--save", str(path), *args], env | extra)
        shown = person.sees(PROMPT)
        assert ("38;2;" in str(person.child.before)) is colored
        lit = re.search(r"\[[+-]\d\]", shown) is not None
        assert lit is not colored, "brackets light the stones instead"
        person.types("quit")
        assert person.leaves() == 0


def test_Y13_the_screen_is_passed_on_before_the_second_person_looks(env: dict[str, str], log: Path) -> None:
    names = ["--name", "Anna", "--name", "Ben"]
    person = Person(["play", "scarabya", *names, "--nonce", "n", "--save", str(log)], env)
    person.sees(PROMPT)
    person.types(legal_targets(log)[0])
    person.sees("The screen goes to Ben")
    person.types("back")
    person.sees("Anna takes a move back")
    person.sees(PROMPT)
    person.types(legal_targets(log)[0])
    person.sees("The screen goes to Ben")
    person.types("")
    person.sees("Anna has chosen")
    person.sees("Ben >")
    person.types("", end="\x04")
    person.sees("Your game is safe")
    assert person.leaves() == 0


def test_replay_leafs_through_a_game(anna: Person, env: dict[str, str], log: Path) -> None:
    anna.types("resign")
    anna.sees("q leaves:")
    anna.types("q")
    anna.leaves()
    reader = Person(["replay", str(log)], env)
    reader.sees("0/1")
    reader.types("")
    reader.sees("Anna resigns")
    reader.types("p")
    reader.sees("0/1")
    reader.types("99")
    reader.sees("1/1")
    reader.types("q")
    assert reader.leaves() == 0


def test_enter_plays_again_and_the_other_begins(anna: Person, log: Path) -> None:
    anna.types("resign")
    anna.sees("q leaves:")
    anna.types("")
    anna.sees("or press Enter:")
    anna.types("lucky")
    anna.sees("Casual player goes")
    anna.types("quit")
    assert anna.leaves() == 0
    assert digsite("verify", str(log)).code == 0


def test_a_terminal_without_unicode_gets_letters(home: Path, log: Path) -> None:
    env = os.environ | {"PYTHONIOENCODING": "ascii", "DIGSITE_HOME": str(home)}
    args = ["play", "scarabya", "--save", str(log)]
    done = subprocess.run(
        [sys.executable, "-m", "digsite", *args], env=env, capture_output=True, check=False, input=b""
    )
    assert done.returncode == 0, done.stderr
    assert b" S " in done.stdout
    assert b"###" in done.stdout


def test_a_closed_pipe_is_no_accident(env: dict[str, str]) -> None:
    command = f"{sys.executable} -m digsite games | head -1"
    done = subprocess.run(["/bin/sh", "-c", command], env=env, capture_output=True, text=True, check=False)
    assert done.stdout == "Scarabya\n"
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


def test_a_line_says_that_a_bot_thinks_and_ctrl_c_loses_nothing(env: dict[str, str], log: Path) -> None:
    args = ["play", "scarab", "--against", "master", "--nonce", "n", "--save", str(log)]
    person = Person(args, env)
    person.sees(PROMPT)
    person.types(legal_targets(log)[0])
    seen = person.sees("Master is thinking")
    assert "Anna goes" in seen, "one sees one's own move meanwhile"
    person.types("", end="\x03")
    said = person.sees("--resume .*dig")
    assert "Traceback" not in said
    assert person.leaves() == 130
    again = Person(["play", "--resume", str(log)], env)
    again.sees(PROMPT)
    assert events(log) >= 2, "Anna's move was kept, and now the master has moved"
    again.types("quit")
    assert again.leaves() == 0

"""The commands beside `play`: what they answer, in words and in JSON, and how they refuse."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from digsite import __version__
from digsite.bots.budget import FIRST_NODES
from digsite.cli.simulate import Plan, Tally
from digsite.games import GAMES
from digsite.games import game as game_of
from digsite.games.levels import LEVELS
from digsite.table.log import Sitter
from tests.cli.terminal import default_bot, digsite, foreseen

COMMANDS = (
    "play",
    "replay",
    "verify",
    "simulate",
    "arena",
    "perft",
    "serve",
    "backup",
    "restore",
    "games",
    "engine",
)


@pytest.fixture
def log(tmp_path: Path, fixed: None) -> Path:  # noqa: ARG001
    """Return the log of a finished duel."""
    path = tmp_path / "duel.dig"
    typed = list(foreseen("scarabya", {"mode": "duel"}, [Sitter("Anna"), default_bot()]))
    assert digsite("play", "scarabya", "--mode", "duel", "--save", str(path), typed=typed).code == 0
    return path


# --- help


def test_help_comes_at_once_without_the_rules() -> None:
    check = (
        "import sys\n"
        "from digsite.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numba', 'numpy', 'rich', 'prompt_toolkit'} & set(sys.modules)\n"
        "sys.exit(f'imported: {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for command in COMMANDS:
        assert f"  {command} " in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Usage:"), ("fr", "Utilisation\N{NO-BREAK SPACE}:"), ("nl", "Gebruik:"), ("de", "Aufruf:")],
)
def test_help_speaks_four_languages(command: str, language: str, words: str) -> None:
    helped = digsite(command, "--help", "--lang", language)
    assert helped.code == 0
    assert helped.out.startswith(words)


def test_digsite_alone_says_what_there_is() -> None:
    alone = digsite()
    assert alone.code == 0
    assert alone.out.startswith("Usage: digsite")


def test_python_m_digsite_is_digsite() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "digsite", "--version"], capture_output=True, text=True, check=False
    )
    assert done.stdout == f"digsite {__version__}\n"


MISUSED = {
    "option": (["verify", "--what", "x"], "There is no option --what."),
    "number": (
        ["simulate", "scarab", "--games", "ten"],
        '--games: a whole number from 1 on is wanted, not "ten".',
    ),
    "zero": (["simulate", "scarab", "--games", "0"], "a whole number from 1 on"),
    "missing log": (["verify"], "LOG is missing."),
    "missing depth": (["perft", "scarab"], "--depth N is missing."),
    "no value": (["perft", "scarab", "--depth"], "--depth needs a value."),
    "language": (["games", "--lang", "eo"], "the languages are en, fr, nl, de."),
}


@pytest.mark.parametrize("name", MISUSED)
def test_a_command_line_that_is_not_understood(name: str) -> None:
    args, sentence = MISUSED[name]
    misused = digsite(*args)
    assert misused.code == 2
    assert sentence in misused.err
    assert "--help" in misused.err


def test_a_command_that_does_not_exist_is_answered_with_those_that_do() -> None:
    refused = digsite("dance")
    assert refused.code == 1
    assert 'There is no command "dance". There are: play, replay' in refused.err


# --- games


def test_games_lists_all_of_them() -> None:
    listed = digsite("games")
    assert "--mode" in listed.out
    assert "two teams of two (4 seats)" in listed.out
    data = json.loads(digsite("games", "--json").out)
    assert [game["key"] for game in data["games"]] == list(GAMES)
    assert "master    Master: takes up to a second" in listed.out
    assert data["levels"] == list(LEVELS)
    assert data["games"][0]["options"][0]["seats"] == {"base": [1, 2, 3, 4], "duel": [2], "solo": [1]}
    options = {option["key"]: option for game in data["games"] for option in game["options"]}
    assert all("needs" in option for option in options.values())
    assert options["harder"]["needs"] == "mission"
    assert [key for key, option in options.items() if option.get("is_file")] == ["boards", "board"]


# --- replay


def test_replay_tells_the_game_and_shows_the_last_board(log: Path) -> None:
    told = digsite("replay", str(log))
    assert told.code == 0
    assert "   1  The card shows " in told.out
    assert "   2  Anna lays " in told.out
    assert told.out.count("a  b  c  d  e") == 2, "one board, named above and below"
    assert "wins!" in told.out or "share the win!" in told.out


def test_replay_shows_one_ply_or_all(log: Path) -> None:
    assert "· 2/" in digsite("replay", str(log), "--ply", "2").out
    everything = digsite("replay", str(log), "--all").out
    assert everything.count("a  b  c  d  e") > 24


def test_replay_for_programs(log: Path) -> None:
    data = json.loads(digsite("replay", str(log), "--json").out)
    assert data["game"] == "scarabya"
    assert data["events"][0]["seat"] is None
    assert data["events"][1]["happenings"][0]["what"] == "lay"
    assert data["events"][-1]["points"] == data["result"]["points"]


@pytest.mark.parametrize("args", [["--ply", "999"], ["--seat", "3"]])
def test_replay_refuses_what_is_not_there(log: Path, args: list[str]) -> None:
    refused = digsite("replay", str(log), *args)
    assert refused.code == 1
    assert refused.err.startswith("There is no ")


def test_a_deed_is_told_too(tmp_path: Path) -> None:
    path = tmp_path / "a.dig"
    digsite("play", "scarab", "--save", str(path), typed=["resign"])
    assert "Anna resigns." in digsite("replay", str(path)).out
    assert json.loads(digsite("replay", str(path), "--json").out)["events"][0]["text"] == "!resign"


# --- verify


def test_verify_says_what_it_found(log: Path) -> None:
    found = digsite("verify", str(log))
    assert found.code == 0
    assert "follow the rules" in found.out
    assert "draws" in found.out
    data = json.loads(digsite("verify", str(log), "--json").out)
    assert data["verified"] is True
    assert data["draws"] == 12


def test_verify_finds_the_line(log: Path, tmp_path: Path) -> None:
    text = log.read_text(encoding="utf-8")
    lines = text.splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith("2 "))
    lines[place] = lines[place].replace(" 0 ", " 1 ", 1)
    bad = tmp_path / "bad.dig"
    bad.write_text("\n".join(lines) + "\n", encoding="utf-8")
    refused = digsite("verify", str(bad))
    assert refused.code == 1
    assert refused.err.startswith(f"Line {place + 1}: ")
    data = json.loads(digsite("verify", str(bad), "--json").out)
    assert data["error"]["code"] == "log_edited"
    assert data["error"]["values"]["line"] == place + 1


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"digsite log 1\n", b"hello\n", b"digsite log 1\ngame chess\n"]
)
@pytest.mark.parametrize("command", [["verify"], ["replay"], ["play", "--resume"], ["play", "--again"]])
def test_what_is_no_log_is_refused_everywhere(command: list[str], content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "no.dig"
    path.write_bytes(content)
    refused = digsite(*command, str(path))
    assert refused.code == 1
    assert refused.err
    assert path.read_bytes() == content, "nobody's file is touched"
    assert "Traceback" not in refused.err


# --- simulate and perft


def test_simulate_is_the_same_for_the_same_seed() -> None:
    args = (
        "simulate",
        "scarab",
        "--board",
        "short",
        "--games",
        "80",
        "--bot",
        "greedy",
        "--bot",
        "random",
        "--json",
    )
    first, second = (json.loads(digsite(*args).out) for _ in range(2))
    for data in (first, second):
        del data["seconds"], data["games_per_second"]
    assert first == second
    assert first["games"] == 80
    assert first["seats"][0]["wins"] > first["seats"][1]["wins"]
    more = json.loads(digsite(*args, "--seed", "2").out)
    assert more["seats"] != first["seats"]


def test_simulate_shows_a_table_and_bars() -> None:
    shown = digsite("simulate", "scarabya", "--mode", "solo", "--games", "30")
    assert shown.code == 0
    assert "30 games of Scarabya" in shown.out
    assert "█" in shown.out


def test_ctrl_c_ends_a_simulation_early_with_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    chunk = Plan.chunk

    def interrupted(plan: Plan, first: int, count: int) -> Tally:
        if first > 100:
            raise KeyboardInterrupt
        return chunk(plan, first, count)

    monkeypatch.setattr(Plan, "chunk", interrupted)
    shown = digsite("simulate", "scarab", "--board", "short", "--games", "1000")
    assert shown.code == 0
    assert "Stopped" in shown.err
    assert "128 games of SCARAB" in shown.out


def slowly(*_: object) -> Iterator[tuple[int, int]]:
    """Compile for a while."""
    time.sleep(0.2)
    yield 1, 1


def test_a_first_start_says_that_it_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("digsite.cli.prepare.PATIENCE", 0.1)
    monkeypatch.setattr(game_of("scarab"), "prepare", slowly)
    counted = digsite("perft", "scarab", "--depth", "1", "--json")
    assert "Compiling the rules of SCARAB, once" in counted.err
    assert json.loads(counted.out)["depth"] == 1


def test_bots_are_compiled_for_a_table_that_has_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("digsite.cli.prepare.PATIENCE", 0.1)
    monkeypatch.setattr("digsite.bots.prepare", slowly)
    sentence = "Compiling the bots of SCARAB, once"
    assert sentence in digsite("play", "scarab", typed=["quit"]).err
    assert sentence not in digsite("play", "scarab", "--name", "Anna", "--name", "Ben", typed=["quit"]).err


def test_a_first_simulation_says_that_it_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("digsite.cli.prepare.PATIENCE", 0.1)
    monkeypatch.setattr(Plan, "first_game", slowly)
    counted = digsite("simulate", "scarab", "--games", "1", "--json")
    assert "Compiling the bots of SCARAB, once" in counted.err
    assert json.loads(counted.out)["games"] == 1


def test_the_engine_answers() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "digsite", "engine"],
        input='{"do": "hello"}\n{"do": "new", "game": "scarab", "seed": 1}\n'
        '{"do": "think", "bot": "master", "seconds": 0.2}\n{"do": "quit"}\n',
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    hello, _, thought, _ = (json.loads(line)["ok"] for line in done.stdout.splitlines())
    assert hello["levels"] == list(LEVELS)
    assert thought["nodes"] > FIRST_NODES, "the time it takes to load a search is not taken from a thought"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ([], "Which game?"),
        (["chess"], 'There is no game "chess"'),
        (["scarab", "--bot", "deep"], 'There is no bot "deep". There are: random, greedy, keen.'),
        (["scarab", "--bot", "club"], '"club" thinks too long for simulations.'),
        (["scarab", "--bot", "random", "--bot", "random", "--seats", "3"], "do not fit"),
        (["scarab", "--seats", "9"], "cannot have 9 seats"),
    ],
)
def test_simulate_refuses(args: list[str], sentence: str) -> None:
    refused = digsite("simulate", *args)
    assert refused.code == 1
    assert sentence in refused.err


def test_perft_counts_divides_and_reads_positions(tmp_path: Path) -> None:
    count = json.loads(digsite("perft", "scarab", "--depth", "2", "--json").out)["count"]
    divided = json.loads(digsite("perft", "scarab", "--depth", "2", "--divide", "--json").out)
    assert sum(divided["divide"].values()) == divided["count"] == count
    assert f"{count:,} sequences of 2 moves" in digsite("perft", "scarab", "--depth", "2").out
    text = tmp_path / "position"
    text.write_text("nonsense\n", encoding="utf-8")
    refused = digsite("perft", "scarab", "--depth", "1", "--position", str(text))
    assert refused.code == 1
    assert refused.err.startswith("Line 1: ")
    assert (
        json.loads(digsite("perft", "chess", "--depth", "1", "--json").out)["error"]["code"] == "unknown_game"
    )


# --- the menu


def test_the_menu_starts_a_good_game_with_enter() -> None:
    played = digsite("play", typed=["", "", ""])
    assert played.code == 0
    assert "What would you like to play?" in played.out
    assert "[2] > \n" in played.out, "Enter takes the casual player"
    assert "Lay " in played.out
    assert "digsite play --resume" in played.out


def test_the_menu_seats_the_level_that_was_chosen() -> None:
    for place, name in enumerate(("Beginner", "Casual player", "Club player", "Expert", "Master"), 1):
        played = digsite("play", typed=["1", "2", str(place), "quit"])
        assert f"{name}  " in played.out.split("Every move is kept in")[1]


def test_the_menu_goes_on_with_the_game_that_was_left() -> None:
    digsite("play", "scarab", typed=["quit"])
    played = digsite("play", typed=["g", "quit"])
    assert "go on with SCARAB: Anna, Casual player" in played.out
    assert "First move:" in played.out


def test_the_menu_changes_language_and_asks_for_all_options_and_friends() -> None:
    typed = ["l", "4", "2", "3", "2", "2", "1", "6", "Anna, Ben", "quit"]
    played = digsite("play", typed=typed)
    assert "Was möchtest du spielen?" in played.out
    assert "kurzes Spiel, 8 × 8, mit Abbiegen" in played.out
    assert "Anna > " in played.out


def test_the_menu_can_be_left() -> None:
    left = digsite("play", typed=["7", "q"])
    assert "Please type one of these: 1, 2, 3, l, q." in left.out
    assert "See you at the next dig!" in left.out
    assert left.code == 0


def test_menu_several_bots_and_alone() -> None:
    several = digsite("play", typed=["1", "1", "7", "2", "1", "quit"]).out
    assert "How good shall they be?" in several
    assert "Beginner 4" in several
    assert "Casual player" not in digsite("play", typed=["1", "1", "8", "quit"]).out.split("Lay ")[-1]

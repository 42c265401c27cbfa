"""Whole games through stdin, of every mode, and what can go wrong at the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from digsite.core.game import Game
from digsite.core.names import Seat
from digsite.table.log import Sitter
from digsite.table.log import read as read_log
from digsite.table.table import Table
from tests.cli.terminal import default_bot, digsite, foreseen, greedily, table_of

ANNA, BEN, CLEO, DAN = (Sitter(name) for name in ("Anna", "Ben", "Cleo", "Dan"))

TABLES = {
    "scarab against a bot": ("scarab", {}, [ANNA, default_bot()]),
    "scarab, short, deflection": (
        "scarab",
        {"board": "short", "deflection": "yes"},
        [ANNA, default_bot()],
    ),
    "scarab, hot seat": ("scarab", {"board": "short"}, [ANNA, BEN, CLEO]),
    "scarab, teams": ("scarab", {"board": "short", "teams": "yes"}, [ANNA, BEN, CLEO, DAN]),
    "scarabya, base, alone": ("scarabya", {}, [ANNA]),
    "scarabya, base, against a bot": ("scarabya", {}, [ANNA, default_bot()]),
    "scarabya, base, hot seat": ("scarabya", {}, [ANNA, BEN, default_bot()]),
    "scarabya, duel": ("scarabya", {"mode": "duel"}, [ANNA, BEN]),
    "scarabya, solo": ("scarabya", {"mode": "solo"}, [ANNA]),
    "marajoara against a bot": ("marajoara", {}, [ANNA, default_bot()]),
    "marajoara, hot seat": ("marajoara", {}, [ANNA, BEN, CLEO]),
    "marajoara, mission 1": ("marajoara", {"mission": "1"}, [ANNA]),
    "marajoara, mission 4, harder": ("marajoara", {"mission": "4", "harder": "yes"}, [ANNA]),
    "marajoara, mission 6": ("marajoara", {"mission": "6"}, [ANNA]),
    "marajoara, mission 7": ("marajoara", {"mission": "7"}, [ANNA]),
}


def arguments(key: str, options: dict[str, str], sitters: list[Sitter], log: Path) -> list[str]:
    """Return the command line of such a table."""
    words = [key, "--seats", str(len(sitters)), "--save", str(log)]
    words += [word for key, value in options.items() for word in (f"--{key}", value)]
    people = [sitter.name for sitter in sitters if not sitter.is_bot]
    return words + [word for name in people for word in ("--name", name)]


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize("name", TABLES)
def test_a_whole_game_is_played_ends_and_can_be_verified(name: str, tmp_path: Path) -> None:
    key, options, sitters = TABLES[name]
    log = tmp_path / "game.dig"
    typed = list(foreseen(key, options, sitters))
    played = digsite("play", *arguments(key, options, sitters, log), typed=typed)
    assert played.code == 0, played.err
    assert "The house's secret was" in played.out
    assert f"digsite verify {log}" in played.out
    checked = digsite("verify", str(log))
    assert checked.code == 0, checked.err
    assert not list((tmp_path / "home" / "secrets").iterdir()), "the secret is in the log now"


@pytest.mark.usefixtures("fixed")
def test_the_lazy_form_of_a_move_is_enough(tmp_path: Path) -> None:
    typed = [text.split()[-1] for text in foreseen("scarab", {}, [ANNA, default_bot()])][:5]
    played = digsite("play", "scarab", "--save", str(tmp_path / "a.dig"), typed=typed)
    assert len(re.findall(r"^Anna goes .* and takes", played.out, re.MULTILINE)) == len(typed)


@pytest.mark.usefixtures("fixed")
def test_an_ankh_is_answered_with_put(tmp_path: Path) -> None:
    def choose(game: Game, table: Table, seat: Seat) -> str:
        texts = [
            game.move_text(table.course.position, move) for move in game.legal(table.course.position, seat)
        ]
        position = table.course.position
        ankh = next(
            (t for t in texts if "ankh" in str(game.brings(position, seat, game.read_move(position, t)))), ""
        )
        put = next((t for t in texts if t.startswith("put")), "")
        return put or ankh or greedily(game, table, seat)

    log = tmp_path / "a.dig"
    typed = list(foreseen("scarab", {"board": "short"}, [ANNA, BEN], choose))
    assert any(text.startswith("put") for text in typed)
    played = digsite(
        "play",
        "scarab",
        "--board",
        "short",
        "--name",
        "Anna",
        "--name",
        "Ben",
        "--save",
        str(log),
        typed=typed,
    )
    assert "finds an ankh" in played.out
    assert re.search(r"puts [+-]\d\*? back, on [a-j]\d", played.out)
    assert digsite("verify", str(log)).code == 0


# --- leaving and coming back


@pytest.mark.usefixtures("fixed")
def test_the_end_of_the_input_leaves_a_game_that_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "a.dig"
    typed = list(foreseen("scarabya", {"mode": "duel"}, [ANNA, default_bot()]))
    half = len(typed) // 2
    left = digsite("play", "scarabya", "--mode", "duel", "--save", str(log), typed=typed[:half])
    assert left.code == 0
    assert f"digsite play --resume {log}" in left.out
    again = digsite("play", "--resume", str(log), typed=typed[half:])
    assert again.code == 0
    assert "The house's secret was" in again.out
    assert digsite("verify", str(log)).code == 0


@pytest.mark.usefixtures("fixed")
def test_quit_leaves_too(tmp_path: Path) -> None:
    log = tmp_path / "a.dig"
    left = digsite("play", "scarab", "--save", str(log), typed=["quit", "never read"])
    assert left.code == 0
    assert f"--resume {log}" in left.out


@pytest.mark.usefixtures("fixed")
def test_a_torn_last_line_is_mended_with_a_notice(tmp_path: Path) -> None:
    log = tmp_path / "a.dig"
    first = next(foreseen("scarab", {}, [ANNA, default_bot()]))
    digsite("play", "scarab", "--save", str(log), typed=[first])
    whole = log.read_text(encoding="utf-8")
    log.write_text(whole + "3 9.1", encoding="utf-8")
    assert "cut short" in digsite("verify", str(log)).err
    resumed = digsite("play", "--resume", str(log))
    assert "was cut short; it has been removed" in resumed.out
    assert log.read_text(encoding="utf-8") == whole


def test_a_finished_game_is_not_resumed_and_an_unfinished_one_not_rematched(tmp_path: Path) -> None:
    log = tmp_path / "a.dig"
    digsite("play", "scarab", "--save", str(log), typed=["quit"])
    assert "not finished yet" in digsite("play", "--again", str(log)).err
    digsite("play", "--resume", str(log), typed=["resign"])
    refused = digsite("play", "--resume", str(log))
    assert refused.code == 1
    assert "is finished" in refused.err


def test_a_log_from_another_machine_says_that_its_secret_is_missing(tmp_path: Path) -> None:
    log = tmp_path / "a.dig"
    digsite("play", "scarab", "--save", str(log), typed=["quit"])
    for secret in (tmp_path / "home" / "secrets").iterdir():
        secret.unlink()
    resumed = digsite("play", "--resume", str(log), typed=["resign"])
    assert resumed.code == 0
    assert "not on this machine" in resumed.out


# --- commands at the table


@pytest.mark.usefixtures("fixed")
def test_a_move_is_taken_back_and_played_otherwise(tmp_path: Path) -> None:
    log = tmp_path / "a.dig"
    first = next(foreseen("scarab", {}, [ANNA, default_bot()]))
    played = digsite("play", "scarab", "--save", str(log), typed=[first, "back", first, "log"])
    assert "Anna takes a move back." in played.out
    texts = [event.text for event in read_log(log.read_text(encoding="utf-8")).events]
    assert texts[0] == texts[3] == first
    assert texts[2] == "!back"


@pytest.mark.usefixtures("fixed")
def test_commands_answer(tmp_path: Path) -> None:
    copy = tmp_path / "copy.dig"
    typed = ["?", "moves", "board", "save", f"save {copy}", f"save {copy}", "back", ""]
    played = digsite("play", "scarab", "--save", str(tmp_path / "a.dig"), typed=typed)
    assert "give up" in played.out
    assert re.search(r"^  go [a-j]\d+ +takes \+\d", played.out, re.MULTILINE)
    assert f"Saved in {copy}" in played.out
    assert "exists already" in played.out
    assert "There is no move to take back." in played.out
    assert read_log(copy.read_text(encoding="utf-8")).header.game == "scarab"


@pytest.mark.usefixtures("fixed")
def test_resigning_among_three_leaves_the_seat_to_a_marked_house_bot(tmp_path: Path) -> None:
    log = tmp_path / "a.dig"
    played = digsite(
        "play", "scarab", "--board", "short", "--seats", "3", "--save", str(log), typed=["resign"]
    )
    assert played.code == 0
    assert "Anna resigns." in played.out
    assert "Anna (house bot)" in played.out
    result = read_log(log.read_text(encoding="utf-8")).ending
    assert result is not None
    assert result.result.ranks[0] == 3


def test_resigning_a_duel_ends_it(tmp_path: Path) -> None:
    played = digsite(
        "play", "scarabya", "--mode", "duel", "--save", str(tmp_path / "a.dig"), typed=["resign"]
    )
    assert "ends by resignation" in played.out
    assert "Casual player wins!" in played.out


# --- bad moves


@pytest.mark.usefixtures("fixed")
def test_no_move_impossible_move_ambiguous_move(tmp_path: Path) -> None:
    table = table_of("scarab", {}, [ANNA, default_bot()])
    legal = [
        table.game.move_text(table.course.position, m)
        for m in table.game.legal(table.course.position, Seat(0))
    ]
    impossible = next(f"go {c}{r}" for c in "abcdefghij" for r in range(1, 11) if f"go {c}{r}" not in legal)
    typed = ["nonsense", impossible, "go", "keep", f"goo {legal[0].split()[1]}"]
    played = digsite("play", "scarab", "--save", str(tmp_path / "a.dig"), typed=typed)
    assert '"nonsense" is no move. Possible now: go ' in played.out
    assert f"{impossible} is not possible now. Possible now: go" in played.out
    assert "That could be go" in played.out
    assert "keep is not possible now" in played.out
    assert f"Did you mean {legal[0]}" in played.out
    assert read_log((tmp_path / "a.dig").read_text(encoding="utf-8")).events == ()


@pytest.mark.usefixtures("fixed")
def test_a_pose_alone_marks_where_it_fits(tmp_path: Path) -> None:
    table = table_of("scarabya", {}, [ANNA, default_bot()])
    pos = table.course.position
    poses = [table.game.move_text(pos, move).split()[0] for move in table.game.legal(pos, Seat(0))]
    pose = next(pose for pose in poses if poses.count(pose) > 1)
    played = digsite("play", "scarabya", "--save", str(tmp_path / "a.dig"), typed=[pose])
    boards = played.out.split("Lay ")
    assert "  +  " not in boards[0]
    assert "  +  " in boards[1]


# --- hidden rounds


@pytest.mark.usefixtures("fixed")
def test_Y13_the_second_person_does_not_see_what_the_first_chose(tmp_path: Path) -> None:
    first = next(foreseen("scarabya", {}, [ANNA, BEN]))
    played = digsite(
        "play",
        "scarabya",
        "--name",
        "Anna",
        "--name",
        "Ben",
        "--save",
        str(tmp_path / "a.dig"),
        typed=[first],
    )
    bens_screen = played.out.split("Anna > ")[1].removeprefix(first)
    assert "Anna has chosen." in bens_screen
    assert first not in bens_screen
    assert f" {first[0]} " not in re.sub(r"Lay .*|The card.*|deck.*", "", bens_screen)


# --- once more


@pytest.mark.usefixtures("fixed")
def test_Y20_a_rematch_has_the_same_dig_and_the_other_begins(tmp_path: Path) -> None:
    log, second = tmp_path / "a.dig", tmp_path / "b.dig"
    typed = list(foreseen("scarabya", {"mode": "duel"}, [ANNA, BEN]))
    names = ("--name", "Anna", "--name", "Ben")
    digsite("play", "scarabya", "--mode", "duel", *names, "--save", str(log), typed=typed)
    assert digsite("play", "--again", str(log), "--save", str(second), typed=["quit"]).code == 0
    old, new = (read_log(path.read_text(encoding="utf-8")) for path in (log, second))
    assert [sitter.name for sitter in new.header.sitters] == ["Ben", "Anna"]
    draws = [event.text[-1] for event in old.events if event.seat < 0]
    assert new.header.options["order"] == "".join(draws)


@pytest.mark.usefixtures("fixed")
def test_Y22_a_retry_shows_the_order_of_the_cards(tmp_path: Path) -> None:
    log, second = tmp_path / "a.dig", tmp_path / "b.dig"
    typed = list(foreseen("scarabya", {"mode": "solo"}, [ANNA]))
    digsite("play", "scarabya", "--mode", "solo", "--save", str(log), typed=typed)
    again = digsite("play", "--again", str(log), "--save", str(second), typed=["quit"])
    assert "Next, in this order:" in again.out


# --- setting up


def test_a_boards_file_is_used_and_a_bad_one_refused_with_its_line(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "src/digsite/games/scarabya/boards.txt"
    boards = source.read_text(encoding="utf-8")
    mine = tmp_path / "boards.txt"
    mine.write_text(boards.replace(".S...\n..RS.", "S....\n..RS."), encoding="utf-8")
    log = tmp_path / "a.dig"
    assert digsite("play", "scarabya", "--boards", str(mine), "--save", str(log)).code == 0
    assert "S....\n" in read_log(log.read_text(encoding="utf-8")).header.options["boards"]
    mine.write_text(boards.replace(".S...\n..RS.", ".S..\n..RS."), encoding="utf-8")
    refused = digsite("play", "scarabya", "--boards", str(mine))
    assert refused.code == 1
    assert refused.err.startswith("Line ")


def test_ones_own_nonce_stands_in_the_log(tmp_path: Path) -> None:
    log = tmp_path / "a.dig"
    digsite("play", "scarab", "--nonce", "my  lucky word", "--save", str(log))
    nonces = read_log(log.read_text(encoding="utf-8")).header.nonces
    assert nonces[0] == "my lucky word"
    assert nonces[1] == "", "the house adds none"


REFUSED = {
    "chess": (["chess"], 'There is no game "chess". There are: scarabya, scarab, marajoara.'),
    "bot": (
        ["scarab", "--against", "deep"],
        'There is no bot "deep". There are: beginner, casual, club, expert, master.',
    ),
    "option": (["scarab", "--colour", "red"], 'There is no option "colour". There are: board'),
    "value": (["scarab", "--board", "huge"], 'The option board cannot be "huge". It can be: full, short.'),
    "pair": (["scarab", "--option", "board"], 'An option is written KEY=VALUE, not "board".'),
    "word": (["scarab", "short"], '"short" is one word too many.'),
    "seats": (["scarab", "--seats", "7"], "cannot have 7 seats"),
    "people": (["scarab", "--seats", "2", *["--name", "A", "--name", "B", "--name", "C"]], "do not fit"),
    "name": (["scarab", "--name", " "], "A name has 1 to 30 characters"),
    "nonce": (["scarab", "--nonce", "x" * 101], "A nonce has at most 100"),
    "no log": (["--resume", "/nowhere/a.dig"], "/nowhere/a.dig cannot be read: No such file"),
    "nowhere": (["scarab", "--save", "/proc/nowhere/a.dig"], "/proc/nowhere"),
    "no rematch": (["--again", "/nowhere/a.dig"], "cannot be read"),
    "resume and more": (["scarab", "--resume", "a.dig"], "--resume takes the game from its log"),
    "again and more": (["--again", "a.dig", "--name", "Ben"], "--again takes the game from its log"),
    "boards": (["scarabya", "--boards", "/nowhere"], "cannot be read"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_set_up_is_refused_in_a_sentence(name: str) -> None:
    args, sentence = REFUSED[name]
    refused = digsite("play", *args)
    assert refused.code == 1
    assert sentence in refused.err
    assert "Traceback" not in refused.err


def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    log = tmp_path / "a.dig"
    log.write_text("precious", encoding="utf-8")
    refused = digsite("play", "scarab", "--save", str(log))
    assert refused.code == 1
    assert "exists already" in refused.err
    assert log.read_text(encoding="utf-8") == "precious"


# --- languages and plain terminals


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "and takes +"), ("fr", "et prend +"), ("nl", "en pakt +"), ("de", "und nimmt +")],
)
def test_four_languages_play_a_move(language: str, sentence: str, tmp_path: Path) -> None:
    first = next(foreseen("scarab", {}, [ANNA, default_bot()]))
    log = tmp_path / "a.dig"
    played = digsite("play", "scarab", "--lang", language, "--save", str(log), typed=[first, "?", "x"])
    assert sentence in played.out

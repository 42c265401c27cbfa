"""Files of boards and the options of a game: every mistake is refused, with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from digsite.core.errors import BadOptions, BadText
from digsite.core.fair import Fair
from digsite.core.words import LANGUAGES
from digsite.games.scarabya import boards
from tests.games.scarabya.drawn import SCARABYA
from tests.support import deal

FILE = Path(boards.__file__).with_name("boards.txt").read_text(encoding="utf-8")
LINES = boards.boards_text(boards.DEFAULT).splitlines()
"""Board A is in lines 1 to 6, B in 8 to 13, C in 15 to 20, D in 22 to 27."""


def edited(number: int, *instead: str) -> str:
    """Return the default boards with other lines instead of one."""
    return "\n".join([*LINES[: number - 1], *instead, *LINES[number:]]) + "\n"


def refusal(text: str) -> tuple[str, int]:
    with pytest.raises(BadText) as caught:
        SCARABYA.options({"boards": text})
    assert all(f"{caught.value.line}" in caught.value.say(language) for language in LANGUAGES)
    return caught.value.code, caught.value.line


def test_the_default_boards_can_be_given_as_a_file() -> None:
    assert SCARABYA.options({"boards": FILE}) == SCARABYA.options({})


def test_own_boards_are_dealt() -> None:
    own = edited(2, "S....")
    options = SCARABYA.options({"boards": f"# ours\n{own}"})
    assert options["boards"] == own
    assert SCARABYA.options(options) == options
    pos = deal(SCARABYA, 1, seed=1, boards=own, site="A0 B0 C0 D0")
    assert SCARABYA.text(pos).splitlines()[3] == "S . . . . S . . S ."


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("\n", "scarabya_board_missing", 1),
        ("# nothing\n\n\n", "scarabya_board_missing", 3),
        ("\x00\x01\xff", "scarabya_board_heading", 1),
        ("x" * 1_000_000, "scarabya_boards_too_long", 1),
        ("\n\nhello\n" + FILE, "scarabya_board_heading", 3),
        (edited(8, "board E"), "scarabya_board_unknown", 8),
        (edited(8, "board a"), "scarabya_board_unknown", 8),
        (edited(8, "board A"), "scarabya_board_twice", 8),
        (edited(8, "tray B"), "scarabya_board_rows", 8),
        (edited(10), "scarabya_board_rows", 8),
        (edited(13, ".....", "....."), "scarabya_board_rows", 14),
        (edited(10, ".R.."), "scarabya_board_width", 10),
        (edited(10, ".R...."), "scarabya_board_width", 10),
        (edited(10, ".R. .."), "scarabya_board_width", 10),
        (edited(10, ".R..s"), "scarabya_board_mark", 10),
        (edited(10, ".R..\x1b"), "scarabya_board_mark", 10),
        (edited(10, "....."), "scarabya_board_counts", 8),
        (edited(10, ".R..R"), "scarabya_board_counts", 8),
        (edited(10, ".R..S"), "scarabya_board_counts", 8),
        ("\n".join(LINES[:20]), "scarabya_board_missing", 20),
    ],
)
def test_a_bad_file_is_refused_with_its_line(text: str, code: str, line: int) -> None:
    assert refusal(text) == (code, line)


def test_counts_say_what_was_found() -> None:
    with pytest.raises(BadText) as caught:
        SCARABYA.options({"boards": edited(10, ".RS..")})
    assert caught.value.values == {"line": 8, "board": "B", "scarabs": 7, "rocks": 2}


def test_a_terminal_is_never_shown_control_characters() -> None:
    with pytest.raises(BadText) as caught:
        SCARABYA.options({"boards": "\x1b[2J" * 100})
    assert caught.value.values["found"] == "?[2J" * 5


CORNERED = [f"board {name}\nRR.S.\n.S.S.\nS...S\n..S..\n....." for name in "ABCD"]
"""Two rocks in the corner of each board: with all of them in the middle of the site it is closed."""


def test_boards_that_form_a_site_without_a_first_tile_are_refused() -> None:
    with pytest.raises(BadText) as caught:
        SCARABYA.options({"boards": "\n\n".join(CORNERED)})
    assert caught.value.code == "scarabya_no_first_tile"
    assert (caught.value.line, caught.value.values["board"]) == (1, "A")
    assert caught.value.values["site"] == "A2 B3 C1 D0"


@pytest.mark.parametrize(
    "site", ["A0", "A0 B0 C0 C0", "A0 B0 C0 D4", "A0 B0 C0 D0 A0", "A B C D", "A0B0C0D0"]
)
def test_a_bad_site_is_refused(site: str) -> None:
    with pytest.raises(BadOptions) as caught:
        SCARABYA.options({"site": site})
    assert (caught.value.code, caught.value.values) == ("scarabya_bad_site", {"found": site})
    assert all(site in caught.value.say(language) for language in LANGUAGES)


@pytest.mark.parametrize("order", ["F", "FILNPTUVWXY", "FILNPTUVWXYY", "FILNPTUVWXYZF", "ABCDEFGHIJKL"])
def test_a_bad_order_is_refused(order: str) -> None:
    with pytest.raises(BadOptions) as caught:
        SCARABYA.options({"order": order})
    assert caught.value.code == "scarabya_bad_order"
    assert all(order in caught.value.say(language) for language in LANGUAGES)


def test_options_are_tidied() -> None:
    options = SCARABYA.options({"site": " a0 b1  c2 d3 ", "order": "zyxwvu tpnlif"})
    assert (options["site"], options["order"]) == ("A0 B1 C2 D3", "ZYXWVUTPNLIF")
    assert SCARABYA.options(options) == options


@pytest.mark.parametrize(("mode", "counts"), [("base", (1, 2, 3, 4)), ("duel", (2,)), ("solo", (1,))])
def test_only_so_many_may_play(mode: str, counts: tuple[int, ...]) -> None:
    assert SCARABYA.seat_counts(SCARABYA.options({"mode": mode})) == counts
    for seats in set(range(6)) - set(counts):
        with pytest.raises(BadOptions) as caught:
            deal(SCARABYA, seats, seed=1, mode=mode)
        assert caught.value.code == "wrong_seats"


def test_a_site_of_other_boards_cannot_be_dealt_again() -> None:
    pos = deal(SCARABYA, 1, seed=1, boards=edited(2, "S...."))
    with pytest.raises(BadOptions) as caught:
        SCARABYA.again(SCARABYA.options({}), pos, Fair(b"", ()).draw)
    assert caught.value.code == "scarabya_foreign_site"
    assert all(caught.value.say(language) for language in LANGUAGES)

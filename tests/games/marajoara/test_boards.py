"""Board data: the default is what the rules draw; every mistake in a file is refused, with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from digsite.core.errors import BadText
from digsite.core.words import LANGUAGES
from digsite.games.marajoara import boards
from digsite.games.marajoara.boards import DEFAULT, board_text, marked, neighbours, read_board
from digsite.games.marajoara.record import FRAGMENTS, GRID, SQUARES

FILE = Path(boards.__file__).with_name("board.txt").read_text(encoding="utf-8")
LINES = board_text(DEFAULT).splitlines()
"""The site is in lines 1 to 9, the stars in 11 to 19, the showcase in 21 to 22, the workshop in 24 to 27."""


def edited(number: int, *instead: str) -> str:
    """Return the default board with other lines instead of one."""
    return "\n".join([*LINES[: number - 1], *instead, *LINES[number:]]) + "\n"


def redrawn(site: str) -> str:
    """Return the default board with another site."""
    return "\n".join(["site", *site.split(), *LINES[9:]]) + "\n"


def refused(text: str) -> BadText:
    with pytest.raises(BadText) as caught:
        read_board(text)
    assert all(f"{caught.value.line}" in caught.value.say(language) for language in LANGUAGES)
    return caught.value


def names(squares: int) -> str:
    return " ".join(GRID.name(square) for square in range(SQUARES) if squares >> square & 1)


def beside(workshop: boards.Workshop, fragment: str) -> set[str]:
    bits = neighbours(workshop)[FRAGMENTS.index(fragment)]
    return {name for bit, name in enumerate(FRAGMENTS) if bits >> bit & 1}


# --- the default


def test_M2_squares_of_each_kind() -> None:
    counts = {mark: marked(DEFAULT.site, mark).bit_count() for mark in ".r12i"}
    assert counts == {".": 36, "r": 16, "1": 4, "2": 4, "i": 4}


@pytest.mark.parametrize(
    ("marks", "squares"),
    [
        ("1", "e1 a4 h5 d8"),
        ("2", "c3 f3 c6 f6"),
        ("i", "c2 g3 b6 f7"),
        ("1i", "e1 c2 g3 a4 h5 b6 f7 d8"),
        ("r", "a1 b1 g1 h1 a2 b2 g2 h2 a7 b7 g7 h7 a8 b8 g8 h8"),
        ("", ""),
    ],
)
def test_M2_marked_squares_by_name(marks: str, squares: str) -> None:
    assert names(marked(DEFAULT.site, marks)) == squares


def test_squares_are_bits_from_a1_on() -> None:
    bare = ("........",) * 6
    assert marked(("*......*", *bare, "**.....*"), "*") == 1 << 63 | 1 << 56 | 1 << 7 | 0b11


def test_M31_the_stars_are_the_plus_two_squares() -> None:
    assert marked(DEFAULT.stars, "*") == marked(DEFAULT.site, "2")


def test_M4_the_first_place_gives_its_token_the_others_points() -> None:
    assert DEFAULT.rewards == (0, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("fragment", "others"),
    [
        ("4", {"5", "3"}),
        ("5", {"4", "=6"}),
        ("3", {"4", "=6", "6"}),
        ("=6", {"5", "3", "9"}),
        ("6", {"3", "9"}),
        ("9", {"=6", "6"}),
    ],
)
def test_M5_neighbours_touch_by_a_side(fragment: str, others: set[str]) -> None:
    assert beside(DEFAULT.workshop, fragment) == others


def test_M5_neighbours_follow_the_layout() -> None:
    assert beside((("9", "4"), ("6", "5"), ("3", "=6")), "9") == {"4", "6"}
    assert beside((("4", "6"), ("9", "5"), ("3", "=6")), "9") == {"4", "5", "3"}


# --- files that are read


def test_the_default_board_can_be_given_as_a_file() -> None:
    assert read_board(FILE) == DEFAULT
    assert read_board(board_text(DEFAULT)) == DEFAULT


def test_a_file_is_written_in_one_way() -> None:
    assert board_text(read_board(FILE)) == "\n".join(LINES) + "\n"
    assert "#" not in board_text(DEFAULT)


def test_an_own_board_is_read_and_written() -> None:
    own = edited(22, "token 0 20 0 7").replace("4 5\n3 =6\n6 9", "9 4\n6 5\n3 =6")
    board = read_board(own)
    assert (board.rewards, board.workshop[0]) == ((0, 0, 20, 0, 7), ("9", "4"))
    assert board_text(board) == own


def test_blanks_between_marks_do_not_matter() -> None:
    dense = [line.replace(" ", "") if "." in line else line for line in LINES]
    wide = [f"\t{line.replace(' ', '   ')} \r" for line in LINES]
    assert read_board("\n".join(dense)) == read_board("\n".join(wide)) == DEFAULT


def test_a_row_of_roped_squares_is_no_heading() -> None:
    board = read_board(redrawn("rrrrrrrr ........ rrrrrrrr ...1...1 rrr..rrr i1....1i 2i....i2 ...22..."))
    assert board.site[0] == "rrrrrrrr"


def test_sections_come_in_any_order_with_comments() -> None:
    parts = board_text(DEFAULT).split("\n\n")
    assert read_board("# ours\n\n" + " # a section\n".join(reversed(parts))) == DEFAULT


# --- files that are refused


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("x" * 1_000_000, "marajoara_board_too_long", 1),
        ("\n", "marajoara_board_missing", 1),
        ("# nothing\n\n\n", "marajoara_board_missing", 3),
        ("\n".join(LINES[:22]), "marajoara_board_missing", 22),
        ("\x00\x01\xff", "marajoara_board_heading", 1),
        ("\nr r . 1 . . r r\n" + FILE, "marajoara_board_heading", 2),
        ("token 2 3 4 5\n" + FILE, "marajoara_board_heading", 1),
        ("\nhello\n" + FILE, "marajoara_board_unknown", 2),
        (edited(11, "stras"), "marajoara_board_unknown", 11),
        (edited(11, "Stars"), "marajoara_board_unknown", 11),
        (edited(24, "workshpo"), "marajoara_board_unknown", 24),
        (edited(11, "site"), "marajoara_board_twice", 11),
        (FILE + "stars\n", "marajoara_board_twice", FILE.count("\n") + 1),
        (edited(5), "marajoara_board_rows", 1),
        (edited(9, LINES[8], "........", "........"), "marajoara_board_rows", 10),
        (edited(15), "marajoara_board_rows", 11),
        (edited(22), "marajoara_board_rows", 21),
        (edited(22, LINES[21], LINES[21]), "marajoara_board_rows", 23),
        (edited(27), "marajoara_board_rows", 24),
        (edited(4, ". i 2 . . 2 ."), "expected_squares", 4),
        (edited(4, ". i 2 . . 2 . . ."), "expected_squares", 4),
        (edited(14, "..*..*..."), "expected_squares", 14),
        (edited(4, ". i 3 . . 2 . ."), "marajoara_board_mark", 4),
        (edited(4, ". i 2 . . 2 . \x1b"), "marajoara_board_mark", 4),
        (edited(2, "rrrrrrrx"), "marajoara_board_mark", 2),
        (edited(11, "stars:"), "marajoara_board_mark", 11),
        (edited(14, ". i 2 . . 2 . ."), "marajoara_board_mark", 14),
        (edited(22, "token 2 3 4"), "marajoara_board_rewards", 22),
        (edited(22, "token 2 3 4 5 6"), "marajoara_board_rewards", 22),
        (edited(22, "1 2 3 4 5"), "marajoara_board_rewards", 22),
        (edited(22, "token 2 3 4 21"), "marajoara_board_rewards", 22),
        (edited(22, "token 2 3 4 -1"), "marajoara_board_rewards", 22),
        (edited(22, "token 2 3 4 ٥"), "marajoara_board_rewards", 22),
        (edited(22, "token"), "marajoara_board_rewards", 22),
        (edited(25, "4"), "marajoara_board_pair", 25),
        (edited(25, "4 5 9"), "marajoara_board_pair", 25),
        (edited(25, "4 7"), "expected_one_of", 25),
        (edited(26, "3 4"), "marajoara_board_fragment", 26),
        (edited(25, "4 4"), "marajoara_board_fragment", 25),
        (edited(4, ". i . . . 2 . ."), "marajoara_board_dice", 1),
        (edited(4, ". i 2 2 . 2 . ."), "marajoara_board_dice", 1),
        (edited(4, ". 1 2 . . 2 . ."), "marajoara_board_icons", 1),
        (edited(2, ". . . 1 . . r r").replace("r r . . . i", ". . . . . i"), "marajoara_board_ropes", 1),
        (edited(5, ". . . r . . . 1"), "marajoara_board_ropes", 1),
        (edited(14, ". . . . . . . .").replace("*", "."), "marajoara_board_stars", 11),
    ],
)
def test_a_bad_file_is_refused_with_its_line(text: str, code: str, line: int) -> None:
    error = refused(text)
    assert (error.code, error.line) == (code, line)


CROWDED = "rrr..rrr rrr..rrr rrr..rrr 11iiii22 iiii.... rrr..rrr rrr..rrr rrr..rrr"
DIAGONAL = "rr.1..rr rr...irr .i2..2.. .......1 1......r ..2..2r. rrii..rr rr..1.rr"


def test_M20_tokens_need_room() -> None:
    error = refused(redrawn(CROWDED))
    assert (error.code, error.line) == ("marajoara_board_room", 1)
    assert (error.values["found"], error.values["least"]) == (24, 28)


def test_M1_a_corner_joins_no_ropes() -> None:
    error = refused(redrawn(DIAGONAL))
    assert (error.code, error.values["found"]) == ("marajoara_board_ropes", 5)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (edited(5), {"section": "site", "found": 7, "expected": 8}),
        (edited(9, *["........"] * 4), {"section": "site", "found": 11, "expected": 8}),
        (edited(14, "..*..x.."), {"section": "stars", "found": "x", "marks": ". *"}),
        (edited(11, "site"), {"section": "site", "first": 1}),
        (edited(26, "3 4"), {"fragment": "4", "first": 25}),
        (edited(4, ". i . . . 2 . ."), {"found": 53, "expected": 52}),
        (edited(4, ". 1 2 . . 2 . ."), {"found": 3, "least": 4}),
    ],
)
def test_refusals_say_what_was_found(text: str, values: dict[str, object]) -> None:
    assert values.items() <= refused(text).values.items()


def test_a_terminal_is_never_shown_control_characters() -> None:
    assert refused("\x1b[2J" * 100).values["found"] == "?[2J" * 5

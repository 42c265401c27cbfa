"""Texts of positions that are none: every mistake is refused, with its line."""

from __future__ import annotations

import pytest

from digsite.core.errors import BadText
from digsite.core.words import LANGUAGES
from tests.games.scarabya.drawn import SCARABYA

BASE = """\
mode base
seats 2
site
. . S . . S . . S .
R . . . S . . S . .
. S . R . . . . R S
. . . S . S R . . .
S . S . . . . . S .
. . . S . S . . S .
. S R . . . R . . .
S . . . S . . S S .
. . S . . S . . . R
. R . S . . . . S .
cards
F | F0 e4 | F2 d4
X | X0 h5 | .
deck ILNPTUVWYZ
"""

DUEL = BASE.replace("base", "duel").replace("F2 d4", ".").replace("X0 h5", ".")
VIEW = BASE.replace("X0 h5", "?")


def test_the_texts_below_are_fine_before_they_are_spoilt() -> None:
    for text in (BASE, DUEL, VIEW):
        assert SCARABYA.text(SCARABYA.read(text)) == text


def test_blanks_do_not_matter() -> None:
    roomy = BASE.replace(" | ", "  |   ").replace("F0 e4", "F0  e4").replace("deck I", "deck  I")
    assert SCARABYA.text(SCARABYA.read(roomy)) == BASE


@pytest.mark.parametrize(
    ("good", "bad", "code", "line"),
    [
        ("mode base", "mode best", "expected_one_of", 1),
        ("mode base", "base", "expected_field", 1),
        ("mode base", "mode solo", "expected_number", 2),
        ("seats 2", "seats 5", "expected_number", 2),
        ("seats 2", "seats 1", "scarabya_wrong_cells", 15),
        ("site", "site A0 B0 C0 D0", "expected_field", 3),
        (". . S . . S . . S .", ". . S . . S . . S", "expected_squares", 4),
        (". . S . . S . . S .", ". . S . . S . . s .", "expected_one_of", 4),
        (". . S . . S . . S .", ". . S . . . . . S .", "scarabya_board_counts", 4),
        (". R . S . . . . S .", ". . . S . . . . S .", "scarabya_board_counts", 9),
        ("cards", "cards 2", "expected_field", 14),
        ("F | F0", "Q | F0", "scarabya_wrong_card", 15),
        ("X | X0", "F | X0", "scarabya_wrong_card", 16),
        ("X | X0 h5 | .", "X | X0 h5", "scarabya_wrong_cells", 16),
        ("X | X0 h5 | .", "X | X0 h5 | . | .", "scarabya_wrong_cells", 16),
        ("X0 h5", "X0 i5", "scarabya_wrong_cell", 16),
        ("X0 h5", "X1 h5", "scarabya_wrong_cell", 16),
        ("X0 h5", "X0 a1", "scarabya_wrong_cell", 16),
        ("X0 h5", "-", "scarabya_wrong_cell", 16),
        ("X | X0 h5 | .", "X | X0 h5 | ?", "scarabya_wrong_cell", 16),
        ("X | X0 h5 | .", "X | ? | ?", "scarabya_wrong_cell", 16),
        ("F0 e4", "?", "scarabya_wrong_cell", 15),
        ("F0 e4", ".", "scarabya_wrong_card", 16),
        ("F0 e4", "F0 a1", "scarabya_wrong_cell", 15),
        ("deck ILNPTUVWYZ", "deck ILNPTUVWY", "scarabya_wrong_deck", 17),
        ("deck ILNPTUVWYZ", "deck ILNPTUVWXYZ", "scarabya_wrong_deck", 17),
        ("deck ILNPTUVWYZ", "deck in order ILNPTUVWYY", "scarabya_wrong_deck", 17),
        ("deck ILNPTUVWYZ\n", "", "text_too_short", 17),
        ("WYZ\n", "WYZ\n\n", "text_too_long", 18),
    ],
)
def test_a_bad_position_is_refused_with_its_line(good: str, bad: str, code: str, line: int) -> None:
    assert good in BASE
    with pytest.raises(BadText) as caught:
        SCARABYA.read(BASE.replace(good, bad, 1))
    assert (caught.value.code, caught.value.line) == (code, line)
    assert all(f"{line}" in caught.value.say(language) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("X | . | .", "X | . | ?"),
        ("X | . | .", "X | ? | ."),
        ("X | . | .", "X | X0 h5 | ."),
        ("F | F0 e4 | .", "F | F0 e4 | F0 e4"),
    ],
)
def test_in_a_duel_only_the_seat_in_turn_places(good: str, bad: str) -> None:
    with pytest.raises(BadText) as caught:
        SCARABYA.read(DUEL.replace(good, bad))
    assert caught.value.code == "scarabya_wrong_cell"


def test_a_refused_cell_says_what_the_rules_say() -> None:
    with pytest.raises(BadText) as caught:
        SCARABYA.read(BASE.replace("X0 h5", "X0 a1"))
    assert caught.value.values == {"line": 16, "seat": 1, "expected": ".", "found": "X0 a1"}

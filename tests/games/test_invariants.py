"""Positions that no game can come to are refused with their line; what is read is fit to play on."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import islice, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digsite.core.errors import BadText
from digsite.core.words import LANGUAGES
from digsite.games import GAMES, game
from tests.games.mutation import read, sampled, spoilt, works
from tests.games.variants import VARIANTS, Variant
from tests.support import deal, random_positions

every_game = pytest.mark.parametrize("key", GAMES)


# --- spoilt texts


@cache
def samples(variant: Variant) -> list[str]:
    return sampled(variant.game, variant.deal(1), seed=1)


def spoilt_one(variant: Variant, seed: int) -> str:
    rng = random.Random(seed)
    return spoilt(rng.choice(samples(variant)), rng.choice(samples(variant)), rng)


@every_game
@settings(max_examples=60, deadline=None)
@given(data=st.data(), seed=st.integers(0, 10**9))
def test_a_spoilt_position_is_refused_with_a_line_or_fit_to_play_on(
    key: str, data: st.DataObject, seed: int
) -> None:
    variant = data.draw(st.sampled_from([variant for variant in VARIANTS if variant.key == key]))
    pos = read(variant.game, spoilt_one(variant, seed))
    if pos is not None:
        works(variant.game, pos, seed)


@every_game
def test_some_spoilt_positions_are_refused_and_some_are_not(key: str) -> None:
    """Or else the test above would say little."""
    variants = [variant for variant in VARIANTS if variant.key == key]
    found = Counter(
        read(variants[seed % len(variants)].game, spoilt_one(variants[seed % len(variants)], seed)) is None
        for seed in range(300)
    )
    assert min(found[True], found[False]) >= 5


# --- one fault each


def text_of(key: str, seats: int, plies: int, **options: str) -> str:
    """Return the text of a position in a random game."""
    rules = game(key)
    positions = random_positions(rules, deal(rules, seats, 1, **options), seed=1)
    return rules.text(next(islice(positions, plies, None)))


def refusal(text: str, *edits: tuple[str, str]) -> tuple[str, str]:
    """Spoil a text where it first says so; return the code of its refusal, and the line that it names."""
    for good, bad in edits:
        assert good in text
        text = text.replace(good, bad, 1)
    key = {"board": "scarab", "mode": "scarabya", "site": "marajoara"}[text.split(maxsplit=1)[0]]
    with pytest.raises(BadText) as caught:
        game(key).read(text)
    assert all(str(caught.value.line) in caught.value.say(language) for language in LANGUAGES)
    return caught.value.code, text.split("\n")[caught.value.line - 1]


WALKED = text_of("scarab", 2, 3, board="short", deflection="yes")


@pytest.mark.parametrize(
    ("good", "bad", "code", "line"),
    [
        ("moves 3", "moves 2", "scarab_moves", "moves 2"),
        ("moves 3", "moves 999", "scarab_moves", "moves 999"),
        ("due 1", "due 0", "scarab_moves", "moves 3"),
        ("  A  ", "  .  ", "scarab_moves", "moves 3"),
        ("moves 3", "moves 0", "scarab_first_move", "line row"),
        ("line row", "line either", "scarab_first_move", "line either"),
        ("  +8", "   .", "scarab_box", "stones"),
        ("+8*", " +8", "scarab_box", "stones"),
        ("hand 1 ", "hand 1 +8 ", "scarab_box", "stones"),
    ],
)
def test_scarab_refuses_what_no_game_comes_to(good: str, bad: str, code: str, line: str) -> None:
    assert refusal(WALKED, (good, bad)) == (code, line)


def test_S9_an_ankh_is_asked_about_after_it_was_taken() -> None:
    assert refusal(WALKED, ("due 1", "due 1 ankh")) == ("scarab_moves", "moves 3")


SET_UP = text_of("marajoara", 2, 0)
IN_TURN = text_of("marajoara", 2, 2)
FIRST = "seat 0 points 0 discs 0 0 0 reserve 4 waiting 0 tokens"


def test_M7_no_seat_is_due_without_an_icon_square() -> None:
    """Three tokens of the seat that comes last lie on the icon squares; the other one takes the fourth."""
    assert refusal(SET_UP, (FIRST, f"{FIRST} c2 g3 b6")) == ("marajoara_tokens", f"{FIRST} c2 g3 b6")
    as_many = FIRST.replace("reserve 4", "reserve 1")
    assert refusal(SET_UP, (FIRST, f"{as_many} c2 g3 b6"))[0] == "marajoara_no_token"


def test_M7_in_the_set_up_tokens_lie_on_icon_squares() -> None:
    later = FIRST.replace("reserve 4", "reserve 3").replace("seat 0", "seat 1")
    edits = (FIRST.replace("seat 0", "seat 1"), f"{later} d4"), ("turn 1", "turn 0"), ("moves 0", "moves 1")
    assert refusal(SET_UP, *edits) == ("marajoara_set_up", "next set-up")


@pytest.mark.parametrize(
    ("good", "bad", "code", "line"),
    [
        ("moves 0", "moves 1", "marajoara_set_up", "next set-up"),
        ("round 1", "round 2", "marajoara_set_up", "next set-up"),
        ("b1 y1 r1 ..", "b1 y2 r1 ..", "marajoara_set_up", "next set-up"),
        ("b1 y1 r1 ..", "b1 .. r1 y1", "marajoara_set_up", "next set-up"),
        ("b1 y1 r1 ..", "b1 .. r1 ..", "marajoara_dice", "dice"),
        ("harder no", "harder yes", "expected_one_of", "harder yes"),
        (FIRST, FIRST.replace("discs 0", "discs 4"), "marajoara_set_up", "next set-up"),
        ("before", "after", "marajoara_wrong_turn", "next set-up"),
    ],
)
def test_the_set_up_of_marajoara_is_as_it_was_dealt(good: str, bad: str, code: str, line: str) -> None:
    assert refusal(SET_UP, (good, bad)) == (code, line)


LATER = "seat 0 points 0 discs 0 0 0 reserve 3 waiting 0 tokens g3"
MUSEUM = "museum 1 | - | - | - | vases 0 most 0 | fragments | tokens yellow vase 4"


@pytest.mark.parametrize(
    ("good", "bad", "code"),
    [
        (LATER, LATER.replace("points 0", "points 9999"), "expected_number"),
        (LATER, LATER.replace("points 0", "points -1"), "expected_number"),
        (LATER, LATER.replace("discs 0", "discs 2"), "expected_number"),
        (LATER, LATER.replace("waiting 0", "waiting 1"), "marajoara_tokens"),
        (LATER, f"{LATER} d5", "marajoara_tokens"),
        (MUSEUM, MUSEUM.replace("most 0", "most 1"), "marajoara_museum_tokens"),
        (MUSEUM, MUSEUM.replace("yellow vase 4", "yellow 4"), "marajoara_museum_tokens"),
        (MUSEUM, MUSEUM.replace("fragments", "fragments 4"), "marajoara_museum_tokens"),
        ("moves 2", "moves 0", "marajoara_moves"),
        ("next turn", "next over", "marajoara_wrong_turn"),
    ],
)
def test_marajoara_refuses_what_no_game_comes_to(good: str, bad: str, code: str) -> None:
    assert refusal(IN_TURN, (good, bad)) == (code, bad)


def test_M23_blue_dice_count_double_only_where_the_disc_is() -> None:
    assert refusal(IN_TURN, ("before", "after doubled")) == ("marajoara_wrong_turn", "next turn")


def test_M24_a_vase_comes_back_once() -> None:
    shown = MUSEUM.replace("most 0", "most 1").replace("yellow vase", "yellow")
    edits = (MUSEUM, shown), (LATER, LATER.replace("waiting 0", "waiting 1"))
    assert refusal(IN_TURN, *edits) == ("expected_number", shown)


def test_Y6_every_tile_can_come_first_on_a_site() -> None:
    """Here the rocks of all quarters that are nearest to it cover the centre."""
    lines = text_of("scarabya", 1, 0).split("\n")
    rows = [line.split() for line in lines[3:13]]
    for row, column in ((4, 4), (4, 5), (5, 4), (5, 5)):
        quarter = product(range(row // 5 * 5, row // 5 * 5 + 5), range(column // 5 * 5, column // 5 * 5 + 5))
        y, x = next((y, x) for y, x in quarter if rows[y][x] == "R")
        rows[row][column], rows[y][x] = rows[y][x], rows[row][column]
    lines[3:13] = [" ".join(row) for row in rows]
    assert refusal("\n".join(lines)) == ("scarabya_site_first_tile", lines[3])

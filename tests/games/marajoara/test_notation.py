"""Marajoara's moves and positions as text, both ways, and what is told of a move."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from digsite.core.errors import BadText, IllegalMove, InvalidMove
from digsite.core.names import Happening, Move, Position, Seat
from digsite.core.words import LANGUAGES
from digsite.games.marajoara.moves import GIVE, MOVES, RECYCLE, REMOVE, TAKE
from digsite.games.marajoara.positions import STAGES, sketch
from tests.games.marajoara.drawn import MARAJOARA, drawn, due, legal, line, on, played, points, stored
from tests.support import deal

GREY: dict[str, Any] = {"at": "c5", "acted": True, "captured": "g2 c5"}
"""A captured grey die is being used."""


@cache
def staged(stage: str) -> Position:
    """Return a position in which this comes next."""
    return {
        "set-up": lambda: deal(MARAJOARA, 3, seed=1),
        "turn": lambda: drawn("r1 y1 ..", "y6 r2 r5 b4 b1 vases 2 most 3 restored 4 9", "b3", slate="y3"),
        "pay": lambda: drawn(
            "", "y3 y2 r4 vases 1", stage="pay", doing="exhibit r2 r1", acted=True, doubled=True
        ),
        "raise": lambda: drawn("y1", "b5 b1", stage="raise", raising="0 2 b", discs=("0 0 3",), **GREY),
        "store": lambda: drawn("y1", at="c5", acted=True, stage="store", captured="r3 c5"),
        "excavate": lambda: drawn("y1", stage="excavate", **GREY),
        "show": lambda: drawn("y1", "y2 y1 r6", stage="show", discs=("0 7 0",), **GREY),
        "remove": lambda: drawn("y1", "vases 3", stage="remove", discs=("0 8 0",), **GREY),
        "give": lambda: drawn("y1", "y3 b1", stage="give", cart="r5 g1 b6", discs=("7 0 0",), **GREY),
        "take": lambda: drawn("y1", "y3 b1", stage="take", cart="r5 g1 b6 y2", doing="give b1 y3", **GREY),
        "score": lambda: drawn("y1", "restored 4 5 9", stage="score", discs=("0 0 8",), **GREY),
        "spend": lambda: drawn("y1", stage="spend", **GREY),
        "retire": lambda: drawn(
            "y1 r1\nb1 ..", at="c5", mission="3", acted=True, stage="retire", captured="c5"
        ),
        "recycle": lambda: drawn("", stage="recycle", acted=True, slate="y4 b2"),
        "over": lambda: drawn(
            "", seats=4, in_round=14, stage="over", points=(-3, 20, 30, 40), discs=("0 9 0", "9 9 9")
        ),
    }[stage]()


@cache
def started() -> Position:
    more: dict[str, Any] = {"unreached": "f3 c6", "retired": "y1 g6", "tokens": ("d4",)}
    return drawn("r1", mission="4", harder="yes", **more)


@cache
def two() -> Position:
    """Return a position with two museums."""
    return drawn("", "y4 r1 b2", "r3 b5 b1", mission="6", acted=True)


@cache
def paying() -> Position:
    """Return a position in which three credits are to be paid."""
    return drawn("", "y6 y4 y2 r2", stage="pay", doing="exhibit r3", acted=True)


# --- positions


@pytest.mark.parametrize("stage", STAGES)
def test_a_position_can_be_read_back_at_every_stage(stage: str) -> None:
    pos = staged(stage)
    assert line(pos, "next") == stage
    assert MARAJOARA.text(sketch(MARAJOARA.text(pos))) == MARAJOARA.text(pos)
    assert sketch(MARAJOARA.text(pos)).tobytes() == pos.tobytes()


@pytest.mark.parametrize("draw", [started, two])
def test_so_can_a_mission(draw: Callable[[], Position]) -> None:
    pos = draw()
    assert sketch(MARAJOARA.text(pos)).tobytes() == pos.tobytes()


def test_what_a_text_looks_like() -> None:
    pos = drawn(
        "r1 y1 ..", "y6 y3 r2 vases 2 most 3 restored 4 9", points=(12,), discs=("0 3 9",), cart="y3 r2"
    )
    lines = MARAJOARA.text(pos).splitlines()
    assert lines[27:33] == ["mission none", "harder no", "seats 2", "moves 9", "round 1", "dice"]
    assert lines[33] == ".. .. .. .. .. b1 b1 .."
    assert lines[36] == "r1 y1 .. .. .. .. .. .."
    assert lines[41:] == [
        "unreached",
        "museum 1 | y6 y3 | r2 | - | vases 2 most 3 | fragments 4 9 | tokens yellow",
        "museum 2 | - | - | - | vases 0 most 0 | fragments | tokens yellow vase 4",
        "seat 0 points 12 discs 0 3 9 reserve 3 waiting 0 tokens",
        "seat 1 points 0 discs 0 0 0 reserve 3 waiting 0 tokens",
        "ends - | - | 0",
        "cart y3 r2",
        "slate",
        "retired",
        "turn 0 before",
        "captured",
        "next turn",
        "doing",
        "raise",
    ]


def test_blanks_do_not_matter() -> None:
    text = MARAJOARA.text(staged("turn"))
    assert MARAJOARA.text(sketch(text.replace(" | ", "  |   ").replace("r1 y1", "r1   y1"))) == text


def refused(pos: Position, good: str, bad: str) -> tuple[str, int]:
    """Spoil a position's text; return the code of its refusal, and how many lines after the board."""
    text = MARAJOARA.text(pos)
    assert text.count(f"\n{good}") == 1
    with pytest.raises(BadText) as caught:
        sketch(text.replace(f"\n{good}", f"\n{bad}"))
    found = caught.value
    assert all(f"{found.line}" in found.say(language) for language in LANGUAGES)
    assert found.line is not None
    return found.code, found.line - 27


@pytest.mark.parametrize(
    ("good", "bad", "code", "at"),
    [
        ("mission none", "mission 9", "expected_one_of", 1),
        ("mission none", "mission 1", "expected_number", 3),
        ("harder no", "harder maybe", "expected_one_of", 2),
        ("seats 2", "seats 1", "expected_number", 3),
        ("seats 2", "seats 5", "expected_number", 3),
        ("moves 9", "moves -1", "expected_number", 4),
        ("round 1", "round 0", "expected_number", 5),
        ("round 1", "round 15", "expected_number", 5),
        ("dice", "dice 52", "expected_field", 6),
        (".. .. .. .. .. b1 b1 ..", ".. .. .. .. .. b1 b1", "expected_squares", 7),
        ("r1 y1 ..", "r1 y7 ..", "marajoara_no_die", 10),
        ("r1 y1 ..", "r1 w1 ..", "marajoara_no_die", 10),
        ("r1 y1 ..", "r1 2y1 ..", "marajoara_no_die", 10),
        ("r1 y1 ..", "r1 y1:1 ..", "marajoara_no_die", 10),
        ("unreached", "unreached a1", "expected_one_of", 15),
        ("unreached", "unreached c3", "expected_one_of", 15),
        ("museum 1 |", "museum 2 |", "expected_one_of", 16),
        ("museum 1 | y6", "museum 1 | r6", "marajoara_no_die", 16),
        ("museum 1 | y6", "museum 1 | g6", "marajoara_no_die", 16),
        ("museum 1 | y6", "museum 1 | y6 y6 y6 y6", "marajoara_too_many_stored", 16),
        ("museum 1 | y6", "museum 1 | y5 y6", "expected_field", 16),
        ("museum 1 | y6 | r5 r2", "museum 1 | y6 r5 r2", "marajoara_wrong_cells", 16),
        ("museum 2 | -", "museum 2 | - | -", "marajoara_wrong_cells", 17),
        ("seat 0 points 0", "seat 0 points x", "expected_number", 18),
        ("seat 0 points 0", "seat 0 score 0", "expected_field", 18),
        ("seat 0 points 0 discs 0 0 0", "seat 0 points 0 discs 0 0 10", "expected_number", 18),
        ("seat 0 points 0 discs 0 0 0", "seat 0 points 0 discs 0 0", "expected_field", 18),
        ("seat 1 points 0", "seat 0 points 0", "expected_field", 19),
        ("ends - | - | -", "ends - | -", "marajoara_wrong_cells", 20),
        ("ends - | - | -", "ends 0 | - | -", "marajoara_wrong_ends", 20),
        ("ends - | - | -", "ends 2 | - | -", "expected_one_of", 20),
        ("cart", "cart y1 y1 y1 y1 y1 y1", "marajoara_wrong_dice", 21),
        ("cart", "cart x1", "marajoara_no_die", 21),
        ("slate y3", "slate" + 14 * " y1", "marajoara_too_many_dice", 22),
        ("slate y3", "slate r1 y3", "expected_field", 22),
        ("retired", "retired y1", "marajoara_wrong_dice", 23),
        ("turn 0 before", "turn 2 before", "expected_number", 24),
        ("turn 0 before", "turn 0 during", "expected_one_of", 24),
        ("turn 0 before", "turn 0 before tripled", "expected_field", 24),
        ("captured", "captured r3 d4", "marajoara_wrong_landing", 25),
        ("captured", "captured d4", "marajoara_wrong_landing", 25),
        ("captured", "captured r3 z9", "marajoara_wrong_landing", 25),
        ("captured", "captured r3 r4 a5", "marajoara_wrong_landing", 25),
        ("captured", "captured r7 a5", "marajoara_no_die", 25),
        ("captured", "captured r3 a5", "marajoara_wrong_captured", 26),
        ("next turn", "next store", "marajoara_wrong_captured", 26),
        ("next turn", "next excavate", "marajoara_wrong_captured", 26),
        ("next turn", "next retire", "marajoara_wrong_turn", 26),
        ("next turn", "next turns", "expected_one_of", 26),
        ("next turn", "next pay", "marajoara_wrong_doing", 27),
        ("next turn", "next take", "marajoara_wrong_captured", 26),
        ("doing", "doing exhibit r2", "marajoara_wrong_doing", 27),
        ("doing", "doing nothing", "marajoara_wrong_doing", 27),
        ("doing", "doing exhibit b2", "marajoara_no_die", 27),
        ("raise", "raise 0 1 y", "marajoara_wrong_doing", 28),
        ("raise\n", "", "text_too_short", 28),
        ("raise\n", "raise\n\n", "text_too_long", 29),
    ],
)
def test_a_bad_position_is_refused_with_its_line(good: str, bad: str, code: str, at: int) -> None:
    assert refused(staged("turn"), good, bad) == (code, at)


@pytest.mark.parametrize(
    ("stage", "good", "bad", "code", "at"),
    [
        ("store", "captured r3", "captured g3", "marajoara_wrong_captured", 26),
        ("excavate", "captured g2", "captured r2", "marajoara_wrong_captured", 26),
        ("pay", "doing exhibit r2 r1", "doing exhibit r2 2r1", "marajoara_no_die", 27),
        ("pay", "doing exhibit r2 r1", "doing exhibit", "marajoara_no_die", 27),
        ("pay", "doing exhibit r2 r1", "doing exhibit r1 r1 r1 r1", "marajoara_no_die", 27),
        ("pay", "doing exhibit r2 r1", "doing exhibit r6", "marajoara_wrong_doing", 27),
        ("pay", "doing exhibit r2 r1", "doing end", "marajoara_wrong_doing", 27),
        ("pay", "doing exhibit r2 r1", "doing", "marajoara_wrong_doing", 27),
        ("take", "doing give b1 y3", "doing give b1 g3", "marajoara_wrong_doing", 27),
        ("take", "doing give b1 y3", "doing", "marajoara_wrong_doing", 27),
        ("take", "cart r5 g1 b6 y2", "cart r5 g1 g6", "marajoara_wrong_doing", 27),
        ("raise", "raise 0 2 b", "raise", "marajoara_wrong_doing", 28),
        ("raise", "raise 0 2 b", "raise 2 2 b", "expected_number", 28),
        ("raise", "raise 0 2 b", "raise 0 4 b", "expected_number", 28),
        ("raise", "raise 0 2 b", "raise 0 2 g", "expected_one_of", 28),
        ("raise", "raise 0 2 b", "raise 0 2 b y", "expected_field", 28),
        ("raise", "raise 0 2 b", "raise 0 2 2b", "marajoara_wrong_doing", 28),
        ("over", "ends 1 | 0 1 | 1", "ends 1 | 0 | 1", "marajoara_wrong_ends", 24),
        ("over", "ends 1 | 0 1 | 1", "ends 1 | 0 0 | 1", "marajoara_wrong_ends", 24),
        ("retire", "captured c5", "captured", "marajoara_wrong_turn", 24),
        ("retire", "retired", "retired y1", "marajoara_wrong_dice", 21),
    ],
)
def test_a_bad_stage_is_refused_with_its_line(stage: str, good: str, bad: str, code: str, at: int) -> None:
    assert refused(staged(stage), good, bad) == (code, at)


def test_a_full_last_space_has_two_discs_at_most() -> None:
    with pytest.raises(BadText) as caught:
        drawn("", seats=3, discs=("9 0 0", "9 0 0", "9 0 0"))
    assert caught.value.code == "marajoara_wrong_ends"


def test_a_showcase_of_five_takes_no_more() -> None:
    with pytest.raises(BadText) as caught:
        drawn("", "y6 vases 4", stage="pay", doing="exhibit r1 r1")
    assert (caught.value.code, caught.value.values["most"]) == ("marajoara_too_many_stored", 5)


def test_a_set_up_without_a_free_icon_square_has_no_move() -> None:
    with pytest.raises(BadText) as caught:
        drawn("", stage="set-up", turn=1, tokens=("c2 g3", "b6 f7"), reserve=(4, 4))
    assert caught.value.code == "marajoara_no_move"


def test_two_seats_share_no_square() -> None:
    with pytest.raises(BadText) as caught:
        drawn("", tokens=("d4", "d4"))
    assert caught.value.code == "expected_one_of"


@pytest.mark.parametrize(
    ("museum", "settings"),
    [
        ("y2", {"stage": "pay", "doing": "shift c4 north"}),
        ("y2", {"stage": "pay", "doing": "shift f8 north"}),
        ("y2", {"stage": "pay", "doing": "shift f8 east"}),
        ("y2", {"stage": "pay", "doing": "fund b3 up"}),
        ("y2 b6", {"stage": "pay", "doing": "fund b6 up"}),
        ("y2 b3", {"stage": "pay", "doing": "exchange b3 2r3"}),
        ("y2 b1", {"stage": "take", "doing": "give y6 r6", "cart": "b1 b2", "captured": "g1 f8"}),
        ("y1", {"stage": "pay", "doing": "exhibit r2 r5", "captured": "g1 f8"}),
        ("y3", {"stage": "pay", "doing": "exhibit 2r2"}),
        ("", {"stage": "excavate", "captured": "g2 f8", "reserve": (0,)}),
        ("", {"stage": "set-up", "turn": 1, "reserve": (4, 0)}),
        ("", {"mission": "1", "retired": " ".join(["y1"] * 7 + ["r1"] * 7)}),
        ("", {"stage": "retire", "captured": "f8", "acted": True}),
        ("", {"stage": "store", "captured": "r3 f8"}),
        ("", {"stage": "excavate", "captured": "g3 f8"}),
        ("", {"stage": "turn", "captured": "f8", "acted": True}),
        ("", {"stage": "set-up", "acted": True, "reserve": (4, 4)}),
        ("", {"mission": "3", "unreached": "c3"}),
        ("", {"tokens": ("a1",)}),
        ("", {"tokens": ("c3",)}),
        ("y1", {"stage": "raise", "captured": "r3 f8", "acted": True, "raising": "0 1 y r b captured"}),
        ("y1", {"stage": "raise", "captured": "r3 f8", "acted": True, "raising": "1 2 y r b"}),
        ("y1 r1", {"stage": "raise", "captured": "g3 f8", "acted": True, "raising": "0 2 y r"}),
    ],
)
def test_what_cannot_be_going_on_is_refused(museum: str, settings: dict[str, Any]) -> None:
    with pytest.raises(BadText):
        drawn("", museum, **settings)


# --- moves


@pytest.mark.parametrize("stage", [stage for stage in STAGES if stage != "over"])
def test_every_legal_move_can_be_read_back(stage: str) -> None:
    pos = staged(stage)
    for text in legal(pos):
        assert MARAJOARA.move_text(pos, MARAJOARA.read_move(pos, text)) == text


@pytest.mark.parametrize(
    ("stage", "texts"),
    [
        ("set-up", "token c2, token g3, token b6, token f7"),
        ("store", "store, spend"),
        ("excavate", "excavate yellow, excavate red, excavate blue, spend"),
        ("show", "exhibit r6, pass"),
        ("remove", "remove, pass"),
        ("give", "give y3 b1, give b1 y3, pass"),
        ("take", "take 1 3, take 1 4, take 3 4"),
        ("score", "score 4, score 5, score 9"),
        ("spend", "spend"),
        ("pay", "pay y3, pay y2 y3:1, pay y3:2 y2:1"),
        ("raise", "raise b5 done, raise b5 b1, raise b1:2"),
        ("retire", "retire d6, retire c6"),
        ("over", ""),
    ],
)
def test_the_moves_of_each_stage(stage: str, texts: str) -> None:
    assert legal(staged(stage)) == {text for text in texts.split(", ") if text}


def test_the_moves_of_a_turn() -> None:
    found = legal(staged("turn"))
    assert {
        "capture a5 east",
        "shift a5 north",
        "exhibit r2",
        "exhibit r5",
        "fund b4 up",
        "fund b4 down",
        "fund b1 up",
        "restore 3 b4",
        "restore 5 b4 b1",
        "restore 5 b1 b4",
    } <= found
    assert "end" in legal(drawn("", "y2", acted=True))


def test_the_moves_of_two_museums() -> None:
    found = legal(two())
    assert {
        "exchange b2 2r3",
        "exchange 2b5 r1",
        "exhibit r1",
        "exhibit 2r3",
        "fund b2 up",
        "fund 2b5 down",
        "restore 5 2b5 done",
        "restore 5 2b5 2b1",
        "restore 5 2b1 2b5",
        "end",
    } <= found
    for text in found:
        assert MARAJOARA.move_text(two(), MARAJOARA.read_move(two(), text)) == text


def read_as(pos: Position, text: str) -> str:
    return MARAJOARA.move_text(pos, MARAJOARA.read_move(pos, text))


def test_done_stands_where_another_move_goes_on() -> None:
    found = legal(drawn("", "b4 b1"), "restore")
    assert {"restore 4 b4 done", "restore 4 b4 b1", "restore 4 b1 b4", "restore 3 b4"} <= found
    assert "restore 4 b4" not in found
    assert {"restore 9 b5 b4 done", "restore 9 b5 b4 b1"} <= legal(drawn("", "b5 b4 b1"), "restore")
    assert "restore 4 b4" in legal(drawn("", "b4"), "restore"), "and only there"


def test_done_may_be_left_out_or_added() -> None:
    pos = drawn("", "b4 b1")
    assert read_as(pos, "restore 4 b4") == read_as(pos, "restore 4 b4 done") == "restore 4 b4 done"
    assert read_as(pos, "restore 3 b4 done") == "restore 3 b4"
    assert read_as(staged("raise"), "raise b5") == "raise b5 done"
    assert stored(played(staged("raise"), "raise b5")) == "- | - | b6 b1"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("pay y4:2 y6:1", "pay y6:1 y4:2"),
        ("pay y4:1 y6:2", "pay y6:3"),
        ("pay y2:1 y4:1 y6:1", "pay y6:1 y4:1 y2:1"),
        ("pay y4:1 y2", "pay y2 y4:1"),
        ("pay y2:2 y4:1", "pay y2 y4:1"),
        ("  pay   y6:3 ", "pay y6:3"),
    ],
)
def test_a_payment_may_be_put_in_other_words(text: str, plain: str) -> None:
    assert plain in legal(paying())
    assert read_as(paying(), text) == plain


def test_the_order_of_spent_dice_is_no_other_words() -> None:
    pos = drawn("", "y3 y2 r1", stage="pay", doing="exhibit r5", acted=True)
    assert legal(pos) == {"pay y3 y2", "pay y2 y3"}
    assert read_as(pos, "pay y2 y3") == "pay y2 y3"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("raise b1 b4", "raise b4 b1"),
        ("raise b4:1 b1:1", "raise b4 b1"),
        ("raise b4 b3", "raise b3:2"),
        ("raise b3 b4", "raise b3:2"),
    ],
)
def test_a_raise_may_be_put_in_other_words(text: str, plain: str) -> None:
    pos = drawn("y1", "b4 b3 b1", stage="raise", raising="0 2 b", **GREY)
    assert plain in legal(pos)
    assert read_as(pos, text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "done",
        "dance",
        "capture",
        "capture a5",
        "capture a5 up",
        "capture i5 east",
        "capture a9 east",
        "capture a5 east east",
        "shift a5 northeast",
        "token",
        "token d4 d5",
        "token a0",
        "exhibit",
        "exhibit y2",
        "exhibit r7",
        "exhibit r2 r5",
        "exhibit r2:1",
        "add b2",
        "fund b4",
        "fund b4 sideways",
        "fund r2 up",
        "exchange b4 r2",
        "exchange 2b4 2r2",
        "exchange r2 2b4",
        "end now",
        "pass it",
        "spend g1",
        "store 1",
        "remove 2",
        "score",
        "score 7",
        "score 9 1",
        "excavate",
        "excavate grey",
        "give y6",
        "give y6 2r2",
        "give y6 g1",
        "give y6 r2:1",
        "take 1",
        "take 2 1",
        "take 1 1",
        "take 0 1",
        "take 1 6",
        "take 1 2 3",
        "retire",
        "recycle y3",
        "recycle 2y3 a1",
        "recycle y3:1 a1",
        "recycle y3 j1",
        "pay",
        "pay b4",
        "pay y5",
        "pay y6 y6",
        "pay y6:7",
        "restore",
        "restore 9",
        "restore 9 done",
        "restore 7 b4",
        "restore 9 b4",
        "restore 3 b5",
        "restore 3 r5",
        "restore 3 b4 2b4",
        "raise",
        "raise y6",
        "raise captured",
        "raise done",
    ],
)
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(InvalidMove):
        MARAJOARA.read_move(staged("turn"), text)


@pytest.mark.parametrize(
    "text",
    ["raise g2", "raise b6", "raise b5:4", "raise b5 b5", "raise y1", "raise b1 y1 r1", "raise b1:2:1"],
)
def test_a_raise_of_dice_that_are_not_there_is_refused(text: str) -> None:
    with pytest.raises(InvalidMove):
        MARAJOARA.read_move(staged("raise"), text)


def test_no_die_pays_more_than_it_shows() -> None:
    with pytest.raises(InvalidMove):
        MARAJOARA.read_move(paying(), "pay y2:6 y4:1")


@pytest.mark.parametrize("text", ["store", "store 3", "store 0", "remove", "score 9", "score 9 3", "add 3r1"])
def test_with_two_museums_one_is_named(text: str) -> None:
    with pytest.raises(InvalidMove):
        MARAJOARA.read_move(two(), text)


@pytest.mark.parametrize(
    "text", ["capture b5 east", "exhibit r6", "fund b6 up", "end", "token d4", "exhibit 2r2"]
)
def test_what_is_no_nonsense_may_still_be_illegal(text: str) -> None:
    with pytest.raises(IllegalMove):
        played(staged("turn"), text)


@pytest.mark.parametrize("number", [-1, MOVES, GIVE, GIVE + 1, TAKE, TAKE + 5, RECYCLE, REMOVE + 1, 1 << 40])
def test_a_number_without_words_is_refused(number: int) -> None:
    with pytest.raises(InvalidMove):
        MARAJOARA.move_text(staged("turn"), Move(number))


# --- equal dice are one choice


def test_equal_red_dice_are_one_choice() -> None:
    pos = drawn("", "y6 r2 r2 r2 vases 1")
    assert legal(pos, "exhibit") == {"exhibit r2"}
    assert legal(played(pos, "exhibit r2"), "add") == {"add r2"}


def test_equal_yellow_dice_are_one_choice() -> None:
    pos = played(drawn("", "y3 y3 y3 r4 vases 1"), "exhibit r4")
    assert legal(pos) == {"pay y3 y3:1", "pay y3:2 y3:2", "pay y3:2 y3:1 y3:1"}


def test_equal_blue_dice_are_one_choice() -> None:
    pos = drawn("", "b3 b3 y2 restored 4 5")
    assert legal(pos, "restore", "fund") == {"restore 3 b3", "restore 6 b3 b3", "fund b3 up", "fund b3 down"}


def test_equal_dice_of_the_cart_are_one_choice() -> None:
    pos = drawn("y1", "y3 r1", stage="take", cart="b5 b5 g1 y2", doing="give r1 y3", **GREY)
    assert legal(pos) == {"take 1 2", "take 1 4"}
    pos = drawn("y1", "y3 r1", stage="take", cart="b5 y2 b5", doing="give r1 y3", **GREY)
    assert legal(pos) == {"take 1 2", "take 1 3"}, "what is left is the same as with 2 and 3"


def test_equal_dice_that_fill_all_squares_are_recycled_unasked() -> None:
    ropes = [f"{column}{row}" for column in "abgh" for row in "1278"]
    board = " ".join(f"{square} {'r1' if square < 'c' else 'b1'}" for square in ropes if square != "h8")
    pos = drawn("", elsewhere=board, acted=True, slate="y3 y3 y3", tokens=("d4 e4",))
    pos = played(pos, "end")
    assert [on(pos, square) for square in ("h8", "d4", "e4")] == ["y3"] * 3
    pos = drawn("", elsewhere=board, stage="recycle", acted=True, slate="y3 y3", tokens=("d4 e4",))
    assert legal(pos) == {"recycle y3 h8"}
    assert legal(played(pos, "recycle y3 h8")) == {"recycle y3 d4", "recycle y3 e4"}


# --- nobody is asked where only one thing can happen


def told(pos: Position, text: str) -> list[Happening]:
    move = MARAJOARA.read_move(pos, text)
    seat = MARAJOARA.movers(pos)[0]
    after = MARAJOARA.play(pos, seat, move)
    happened = MARAJOARA.tell(pos, seat, move, after, None)
    assert happened == MARAJOARA.tell(pos, seat, move, after, Seat(1)), "everybody hears the same"
    return happened


def brought(pos: Position, text: str) -> dict[str, Any]:
    return dict(MARAJOARA.brings(pos, MARAJOARA.movers(pos)[0], MARAJOARA.read_move(pos, text)))


def test_a_chain_of_forced_moves_is_one_move() -> None:
    ropes = [f"{column}{row}" for column in "abgh" for row in "1278" if column + row not in ("g8", "a1")]
    board = " ".join(f"{square} {'r1' if square < 'c' else 'b1'}" for square in ropes)
    pos = drawn(
        "r1 g1 ..",
        discs=("9 9 9",),
        tokens=("", "c5"),
        cart="y1 y2 y3 y4 y5",
        elsewhere=f"{board} f8 b1 g8 b1",
    )
    after = played(pos, "capture a5 east")
    assert int(after[0]["moves"]) == int(pos[0]["moves"]) + 1
    assert (due(after), on(after, "a1"), line(after, "cart")) == (1, "y5", "g1 y1 y2 y3 y4")
    assert told(pos, "capture a5 east") == [
        {"seat": 0, "what": "capture", "square": "a5", "to": "c5", "die": "g1", "becomes": "r2"},
        {"seat": 0, "what": "spend", "die": "g1"},
        {"seat": 0, "what": "recycle", "die": "y5", "square": "a1"},
    ], "the bonus lapses and the turn ends in silence"


def test_a_whole_game_may_follow() -> None:
    pos = played(drawn("r1 y1 ..", elsewhere="h1 b1"), "capture a5 east")
    assert due(played(pos, "spend")) is None, "nobody has anything to do any more"
    happened = told(pos, "spend")
    assert [one["n"] for one in happened if one["what"] == "round"] == list(range(2, 15))
    assert happened.count({"seat": 1, "what": "skip"}) == 14
    assert happened.count({"seat": 0, "what": "skip"}) == 13


def test_where_there_is_a_choice_somebody_is_asked() -> None:
    assert len(legal(staged("store"))) == 2
    assert due(played(drawn("r1 y1 .."), "capture a5 east")) == 0


# --- what a move brings, and what is told of it


def test_a_capture_says_what_it_takes_and_where_it_lands() -> None:
    pos = drawn("r4 y2 ..", at="a3")
    assert brought(pos, "capture a3 east") == {
        "points": 0,
        "takes": "y2",
        "becomes": "r6",
        "to": "c3",
        "token": None,
    }
    assert brought(drawn("r4 y2 ..", tokens=("", "c5")), "capture a5 east")["token"] == 1
    assert brought(drawn("r6 y2 ..", mission="7"), "capture a5 east")["points"] == -4


def test_an_excavation_says_which_space_it_reaches() -> None:
    assert brought(staged("excavate"), "excavate blue") == {"points": 0, "space": 2}
    pos = drawn("y1", stage="excavate", discs=("0 2 8",), **GREY)
    assert brought(pos, "excavate red") == {"points": 3, "space": 4}
    assert brought(pos, "excavate blue") == {"points": 0, "space": 9}


def test_vases_count_when_they_are_chosen() -> None:
    pos = drawn("", "y6 y4 r2 r5 vases 1")
    assert brought(pos, "exhibit r2") == {"points": 4 + 2, "costs": 2}
    pos = played(pos, "exhibit r2")
    assert points(pos) == (0, 0)
    assert brought(pos, "add r5") == {"points": 10 + 3, "costs": 5}
    assert brought(pos, "pay y6:2") == {"points": 0}


def test_a_captured_die_is_told_by_its_face() -> None:
    pos = played(drawn("r1 b2 ..", "y1", tokens=("c5",)), "capture a5 east")
    assert told(pos, "raise captured")[0] == {"what": "raise", "seat": 0, "dice": ["b2"]}


def test_fragments_with_as_many_neighbours_are_one_choice() -> None:
    pos = played(drawn("r1 g1 ..", "restored 4 =6", discs=("0 0 7",)), "capture a5 east", "excavate blue")
    assert (points(pos)[0], line(pos, "cart")) == (0, "g1"), "nobody was asked"


def test_a_restoration_is_told_with_its_points_and_token() -> None:
    pos = drawn("", "b4 b1 restored 5", acted=True)
    assert brought(pos, "restore 4 b4 b1") == {"points": 5}
    assert told(pos, "restore 4 b4 done") == [
        {"seat": 0, "what": "restore", "fragment": "4", "dice": ["b4"]},
        {"what": "points", "seat": 0, "n": 5},
        {"what": "wins_token", "seat": 0},
    ]


def test_an_exhibition_is_told_step_by_step() -> None:
    pos = drawn("", "y4 y2 r3", acted=True)
    assert told(pos, "exhibit r3") == [{"seat": 0, "what": "exhibit", "dice": ["r3"]}]
    assert told(played(pos, "exhibit r3"), "pay y2 y4:1") == [
        {"seat": 0, "what": "pay", "dice": ["y2", "y4:1"]},
        {"what": "points", "seat": 0, "n": 6},
        {"what": "wins_token", "seat": 0},
    ]


def test_funding_is_told() -> None:
    pos = drawn("r1", "y4 b3", at="d4")
    assert told(pos, "fund b3 down")[0] == {"seat": 0, "what": "fund_down", "die": "b3"}
    assert told(pos, "shift d4 west")[0] == {
        "seat": 0,
        "what": "shift",
        "die": "r1",
        "square": "d4",
        "to": "c4",
    }


def test_a_swap_is_told_with_what_was_given_and_taken() -> None:
    assert told(staged("take"), "take 1 3")[0] == {
        "seat": 0,
        "what": "swap",
        "given": ["b1", "y3"],
        "taken": ["r5", "b6"],
    }


def test_the_end_of_a_track_is_told() -> None:
    pos = drawn("y1", stage="excavate", discs=("8 0 8", "9 0 0"), **GREY)
    assert {"what": "second_yellow", "seat": 0} in told(pos, "excavate yellow")
    assert {"what": "first_blue", "seat": 0} in told(pos, "excavate blue")
    pos = drawn("y1", "b3 b2", stage="excavate", discs=("0 0 5",), **GREY)
    assert {"what": "doubled", "seat": 0} in told(pos, "excavate blue")


def test_another_seat_is_told_to_raise() -> None:
    pos = played(drawn("r1 y1 ..", "", "y1 b1", tokens=("", "c5")), "capture a5 east")
    assert told(pos, "raise y1 b1") == [{"seat": 1, "what": "raise", "dice": ["y1", "b1"]}]


def test_a_die_that_turns_past_six_is_told() -> None:
    happened = told(drawn("r6 y2 ..", mission="7"), "capture a5 east")
    assert {"what": "past_six", "seat": 0, "n": 4} in happened


def test_objectives_are_told_when_they_are_met() -> None:
    pos = drawn("", "y2 r1 vases 3", mission="1", acted=True)
    assert {"what": "met_slot", "seat": 0, "which": "4"} in told(pos, "exhibit r1")
    pos = drawn("r1 y1 ..", mission="4", at="a3")
    assert {"what": "met_star", "seat": 0, "which": "c3"} in told(pos, "capture a3 east")
    pos = drawn("", mission="7", elsewhere="", points=(30,))
    assert {"what": "met_score", "seat": 0, "which": "30"} in told(pos, "end")


def test_a_skipped_main_action_and_the_tallies_are_told() -> None:
    pos = drawn(
        "r1",
        "vases 2",
        "restored 4",
        elsewhere="",
        in_round=14,
        turn=1,
        discs=("0 9 0", "9 0 9"),
    )
    assert told(pos, "end") == [
        {"seat": 1, "what": "skip"},
        {"what": "tally_red_end", "seat": 0, "n": 4},
        {"what": "tally_vases", "seat": 0, "n": 7},
        {"what": "tally_blue_end", "seat": 1, "n": 2},
        {"what": "tally_yellow_end", "seat": 1, "n": 10},
        {"what": "tally_fragments", "seat": 1, "n": 7},
    ]
    pos = drawn("", mission="6", elsewhere="", retired="y1")
    assert {"what": "tally_gaps", "seat": 0, "n": -66} in told(pos, "end")
    pos = drawn("", mission="5", elsewhere="", retired="y1 r4")
    assert {"what": "tally_round_track", "seat": 0, "n": -8} in told(pos, "end")

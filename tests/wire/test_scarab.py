"""What each field of a view of SCARAB means, on drawn boards."""

from __future__ import annotations

import json

import pytest

from digsite.core.names import Position, Seat
from digsite.core.squares import Grid
from digsite.wire.scarab import ScarabView, scarab_moves, scarab_view
from tests.games.scarab.drawn import SCARAB, drawn, played
from tests.games.variants import Variant, variants_of
from tests.support import deal, random_positions

NAMES = [Grid(10, 10).name(square) for square in range(100)]
BOARD = """
    -1  .  .  +8
    -3* P  A  +5
"""


def seen(pos: Position) -> ScarabView:
    view: ScarabView = json.loads(scarab_view(SCARAB.view(pos, None)))
    return view


def stones(view: ScarabView) -> dict[str, str]:
    """Return what lies on each square that is not empty."""
    return {name: stone for name, stone in zip(NAMES, view["stones"], strict=True) if stone}


def offered(pos: Position) -> dict[str, int]:
    """Return the moves of the seat that is due with what they bring."""
    (seat,) = SCARAB.movers(pos)
    return {move["text"]: move["points"] for move in json.loads(scarab_moves(SCARAB, pos, seat))}


def test_squares_come_row_by_row_from_a1() -> None:
    view = seen(drawn(BOARD, variants="deflection"))
    assert stones(view) == {"b2": "-3*", "d2": "ankh", "e2": "+5", "b3": "-1", "e3": "+8"}
    assert (view["stones"][11], view["stones"][14]) == ("-3*", "+5")
    assert view["priest"] == "c2"


def test_S2_the_short_game_is_8_squares_wide() -> None:
    assert seen(drawn(BOARD, variants="deflection"))["width"] == 8
    view = seen(deal(SCARAB, 2, seed=1))
    assert view["width"] == 10
    assert {*stones(view), view["priest"]} == set(NAMES)


@pytest.mark.parametrize("line", ["either", "row", "column"])
def test_S6_the_line_of_the_next_move(line: str) -> None:
    assert seen(drawn("P +1 A", line=line))["line"] == line


def test_S7_moves_bring_the_stone_that_they_end_on() -> None:
    pos = drawn(BOARD, variants="deflection")
    assert offered(pos) == {"go b2": -3, "go d2": 0, "go e2": 5, "go via b2 b3": -1}
    after = seen(played(pos, "go e2"))
    assert "e2" not in stones(after)
    assert (after["priest"], after["line"]) == ("e2", "column")
    assert after["hands"] == [{"+5": 1}, {}]


def test_hands_count_stones_by_kind_the_best_first() -> None:
    view = seen(drawn("P +1", "-1 +8 +8* +8", "-7 +7 -7", variants="deflection"))
    assert [list(hand.items()) for hand in view["hands"]] == [
        [("+8", 2), ("+8*", 1), ("-1", 1)],
        [("+7", 1), ("-7", 2)],
    ]


def test_S9_whoever_took_an_ankh_chooses() -> None:
    pos = drawn("P A . +5", "-2 +4")
    assert not seen(pos)["choosing"]
    pos = played(pos, "go c2")
    assert seen(pos)["choosing"]
    assert offered(pos)["put -2 d2"] == 2
    assert offered(pos)["put +4 b2"] == -4
    assert offered(pos)["keep"] == 0
    after = seen(played(pos, "put -2 d2"))
    assert not after["choosing"]
    assert stones(after) == {"d2": "-2", "e2": "+5"}
    assert after["hands"] == [{"+4": 1}, {}]


def test_S9_without_a_stone_nobody_is_asked() -> None:
    assert not seen(played(drawn("P A . +5"), "go c2"))["choosing"]


def test_variants_are_told() -> None:
    plain, both = seen(drawn("P +1")), seen(drawn("P +1", variants="deflection teams"))
    assert (plain["deflection"], plain["teams"], len(plain["hands"])) == (False, False, 2)
    assert (both["deflection"], both["teams"], len(both["hands"])) == (True, True, 4)


@pytest.mark.parametrize("variant", variants_of("scarab"), ids=str)
def test_every_word_of_a_move_is_found_in_the_view(variant: Variant) -> None:
    for pos in random_positions(SCARAB, variant.deal(1), seed=1):
        view = seen(pos)
        rim = (10 - view["width"]) // 2
        columns, rows = "abcdefghij"[rim : 10 - rim], range(1 + rim, 11 - rim)
        free = {f"{c}{r}" for c in columns for r in rows} - {*stones(view), view["priest"]}
        for seat in SCARAB.movers(pos):
            for move in json.loads(scarab_moves(SCARAB, pos, seat)):
                assert is_found(move["text"].split(), view, seat, free), move["text"]


def is_found(words: list[str], view: ScarabView, seat: Seat, free: set[str]) -> bool:
    match words:
        case ["go", to]:
            return to in stones(view)
        case ["go", "via", over, to]:
            return stones(view)[over].endswith("*") and to in stones(view)
        case ["put", stone, to]:
            return stone in view["hands"][seat] and to in free
    return words == ["keep"] and view["choosing"]

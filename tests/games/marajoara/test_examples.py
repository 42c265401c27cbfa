"""The rulebook's worked examples."""

from __future__ import annotations

from tests.games.marajoara.drawn import MARAJOARA, drawn, due, legal, line, played, points, result, stored
from tests.support import deal


def test_set_up_the_last_seat_places_first_and_the_first_seat_last() -> None:
    pos = deal(MARAJOARA, 4, seed=1)
    assert due(pos) == 3
    pos = played(pos, "token c2")
    assert due(pos) == 2
    pos = played(pos, "token g3")
    assert due(pos) == 1
    pos = played(pos, "token b6")
    assert line(pos, "seat 0").endswith("tokens f7")


def test_clara_exhibits_a_2_and_a_5_for_7_credits() -> None:
    pos = played(drawn("", "y6 y3 r2 r5", acted=True), "exhibit r2", "add r5")
    assert "pay y6 y3:1" in legal(pos)
    pos = played(pos, "pay y6 y3:1")
    assert points(pos) == (4 + 10 + 2, 0)
    assert stored(pos) == "y2 | - | -"
    assert line(pos, "cart") == "y6 r2 r5"
    assert "waiting 1" in line(pos, "seat 0"), "the dig token of the first vase"
    pos = played(pos, "token d4")
    assert line(pos, "seat 0").endswith("waiting 0 tokens d4")
    assert "vases 2" in line(pos, "museum 1")


def test_ana_restores_the_9_beside_two_other_fragments() -> None:
    pos = played(drawn("", "b6 b4 restored =6 6"), "restore 9 b6 b4")
    assert points(pos) == (10 + 2, 0)


def test_bruna_pays_4_from_a_3_and_a_2_in_two_ways() -> None:
    pos = played(drawn("", "y3 y2 r4 vases 1", acted=True), "exhibit r4")
    assert legal(pos) == {"pay y3 y2:1", "pay y2 y3:2"}
    ways = [played(pos, way) for way in ("pay y3 y2:1", "pay y2 y3:2")]
    assert [stored(way) for way in ways] == ["y1 | - | -"] * 2, "the result is the same"
    assert [line(way, "cart") for way in ways] == ["y3 r4", "y2 r4"], "but not the die in the cart"


def test_a_yellow_5_paid_for_a_2_and_a_3_goes_to_the_cart_as_a_5() -> None:
    pos = played(drawn("", "y5 r2 r3 vases 1", acted=True), "exhibit r2", "add r3")
    assert (line(pos, "cart"), stored(pos)) == ("y5 r2 r3", "- | - | -")


def test_a_vase_of_5_costs_5() -> None:
    assert legal(drawn("", "y4 r5"), "exhibit") == set()
    assert legal(drawn("", "y5 r5"), "exhibit") == {"exhibit r5"}


def test_the_fourth_vase_taken_back_brings_8() -> None:
    pos = drawn("y1", "vases 4", at="c5", acted=True, stage="remove", captured="g1 c5", discs=("0 8 0",))
    pos = played(pos, "remove")
    assert points(pos) == (8, 0)
    assert "vases 3 most 4" in line(pos, "museum 1")


def test_mission_1_made_harder_asks_for_60_points() -> None:
    def ended(before: int) -> tuple[str, bool]:
        pos = drawn(
            "",
            "vases 4 restored 9",
            mission="1",
            harder="yes",
            discs=("9 0 0",),
            elsewhere="",
            points=(before,),
        )
        score = result(played(pos, "end")).objectives[-1]
        return score.which, score.met

    assert ended(49) == ("60", False)
    assert ended(50) == ("60", True)

"""M29–M31: Marajoara for one, drawn."""

from __future__ import annotations

from typing import Any

import pytest

from digsite.core.errors import BadOptions, InvalidMove
from digsite.core.names import Position
from tests.games.marajoara.drawn import (
    ALL_SQUARES,
    MARAJOARA,
    STARS,
    crowded,
    drawn,
    due,
    legal,
    line,
    on,
    played,
    points,
    result,
    stored,
)
from tests.support import deal

MISSIONS = ("1", "2", "3", "4", "5", "6", "7", "8")
ALL = "restored 4 5 3 =6 6 9"
THIRTEEN = "y1 y1 y1 y1 r1 r1 r1 b1 b1 b1 g1 g1 g1"


def over(mission: str, *museums: str, **more: Any) -> Position:
    """Return the end of a mission: there is no capture, so the turn is the last (M15)."""
    return played(drawn("", *museums, mission=mission, elsewhere="", **more), "end")


def met(pos: Position) -> dict[str, bool]:
    """Return the objectives by name."""
    return {f"{objective.key} {objective.which}": objective.met for objective in result(pos).objectives}


# --- M29: a turn, and the end


@pytest.mark.parametrize("mission", MISSIONS)
def test_M29_a_mission_is_for_one(mission: str) -> None:
    assert MARAJOARA.seat_counts(MARAJOARA.options({"mission": mission})) == (1,)
    pos = deal(MARAJOARA, 1, seed=1, mission=mission)
    assert (line(pos, "round"), line(pos, "retired")) == ("0", "")
    assert legal(pos) == {"token c2", "token g3", "token b6", "token f7"}
    with pytest.raises(BadOptions):
        deal(MARAJOARA, 2, seed=1, mission=mission)


RING = """
    y1 r1 b1
    g1 y2 r2
    b2 g2 y3
    """


def retiring(picture: str, landed: str, *museums: str, **more: Any) -> Position:
    """Return a position in which a die next to the capturing one is to be retired."""
    settings: dict[str, Any] = {"mission": "1", "acted": True, "stage": "retire", **more}
    return drawn(picture, *museums, captured=landed, **settings)


def test_M29_a_die_next_to_the_capturing_one_diagonals_included() -> None:
    pos = retiring(RING, "d4", at="c3", elsewhere="f8 b1 g8 b1 f4 y4 d1 y5")
    around = ("c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5")
    assert legal(pos) == {f"retire {square}" for square in around}, "neither itself nor one farther off"


@pytest.mark.parametrize(
    ("landed", "elsewhere", "found"),
    [
        ("a4", "a4 y1 a5 y1 b5 y1 h3 r1 h4 r1 h5 r1", {"retire a5", "retire b5"}),
        ("h4", "h4 y1 g4 y1 g3 y1 a4 r1 a5 r1 a3 r1", {"retire g4", "retire g3"}),
        ("d8", "d8 y1 c8 y1 d7 y1 d1 r1", {"retire c8", "retire d7"}),
        ("d1", "d1 y1 c1 y1 d2 y1 d8 r1", {"retire c1", "retire d2"}),
    ],
)
def test_M29_the_edge_has_no_other_side(landed: str, elsewhere: str, found: set[str]) -> None:
    assert legal(retiring("", landed, elsewhere=elsewhere)) == found


def test_M29_it_goes_to_the_lowest_free_place_of_the_round_track() -> None:
    pos = retiring(RING, "d4", "y2", at="c3", retired="g4 b5")
    pos = played(pos, "retire e3")
    assert (line(pos, "retired"), line(pos, "round"), on(pos, "e3")) == ("g4 b5 y3", "3", "..")
    assert line(pos, "next") == "turn"


def test_M29_it_comes_right_after_the_last_step_of_the_main_action() -> None:
    pos = drawn(".. b2 .. ..\nr1 y4 .. b1", "y6", mission="1", at="a5")
    pos = played(pos, "capture a5 east")
    assert legal(pos) == {"store", "spend"}
    pos = played(pos, "store")
    assert legal(pos) == {"retire d5", "retire b6"}, "before any free action"
    pos = played(pos, "retire b6")
    assert {"shift", "end"} == {text.split()[0] for text in legal(pos)}


def test_M29_a_token_won_by_the_capture_is_placed_first() -> None:
    pos = drawn(".. b2 .. ..\nr1 y4 .. b1", "y1 y1", mission="1")
    pos = played(pos, "capture a5 east", "store")
    assert {text.split()[0] for text in legal(pos)} == {"token"}
    assert legal(played(pos, "token e5")) == {"retire d5", "retire b6"}


def test_M29_a_grey_die_is_spent_first() -> None:
    pos = drawn(".. b2 .. ..\nr1 g4 .. b1", mission="1")
    pos = played(pos, "capture a5 east", "excavate red")
    assert (line(pos, "cart"), legal(pos)) == ("g4", {"retire d5", "retire b6"})


def test_M29_without_a_neighbour_it_is_left_out() -> None:
    pos = played(drawn("r1 y4 ..", "y2", mission="1"), "capture a5 east", "store")
    assert (line(pos, "round"), line(pos, "next"), line(pos, "turn")) == ("0", "turn", "0 after")


def test_M29_the_only_neighbour_is_retired_unasked() -> None:
    pos = played(drawn("r1 y4 .. b6", mission="1"), "capture a5 east", "store")
    assert (line(pos, "retired"), on(pos, "d5"), due(pos)) == ("b6", "..", 0)


def test_M29_the_14th_die_ends_the_game_at_once() -> None:
    pos = retiring(RING, "d4", "y6 b6", at="c3", retired=THIRTEEN, slate="g6", points=(7,))
    pos = played(pos, "retire e3")
    assert due(pos) is None, "no more free actions"
    assert (line(pos, "slate"), line(pos, "round")) == ("g6", "14"), "no recycling"
    assert result(pos).points == (7,)


def test_M29_thirteen_dice_do_not() -> None:
    pos = retiring(RING, "d4", at="c3", retired=THIRTEEN.removesuffix(" g1"))
    assert due(played(pos, "retire e3")) == 0


def test_M15_solo_the_game_ends_after_recycling_when_no_capture_was_made() -> None:
    pos = drawn("r1", mission="1", elsewhere="", slate="b4 y2")
    pos = played(pos, "end")
    assert (due(pos), {text.split()[0] for text in legal(pos)}) == (0, {"recycle"})
    pos = played(pos, "recycle b4 a1", "recycle y2 h8")
    assert (due(pos), on(pos, "a1"), on(pos, "h8")) == (None, "b4", "y2")


def test_M15_solo_after_a_capture_the_game_goes_on_while_there_is_another() -> None:
    pos = drawn("", "y2", mission="1", acted=True)
    pos = played(pos, "end")
    assert (due(pos), line(pos, "turn")) == (0, "0 before")
    assert "capture f8 east" in legal(pos)


def test_M15_solo_a_turn_without_a_capture_is_the_last_one() -> None:
    pos = drawn("r1 y1 ..", mission="1", elsewhere="h1 b1")
    pos = played(pos, "capture a5 east", "store")
    assert due(pos) is None


# --- M30: objectives and the score

WON: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "1": (("vases 4 restored 9",), {"discs": ("9 0 0",), "points": (40,)}),
    "2": ((ALL,), {"discs": ("9 0 9",), "points": (28,)}),
    "3": (("vases 5",), {"discs": ("9 9 0",), "points": (36,), "retired": "y3 g2 r1"}),
    "4": (("vases 2",), {"unreached": "", "points": (60,)}),
    "5": (("vases 3",), {"points": (56,), "retired": "y6 r1 g2"}),
    "6": ((f"vases 5 {ALL}", f"vases 4 {ALL.removesuffix(' 9')}"), {"points": (56,)}),
    "7": (("",), {"points": (36,), "retired": "y3 g2 r1"}),
    "8": (("tokens",), {"points": (41,), "retired": "y3 g2 r1", "discs": ("2 2 2",), "reserve": (0,)}),
}
"""For each mission an ending that just wins it: what counts at the end is in it."""

NAMES = {
    "1": ["fragment 9", "end_yellow yellow", "slot 4", "score 50"],
    "2": ["fragments 6", "end_blue blue", "end_yellow yellow", "score 50"],
    "3": ["end_yellow yellow", "end_red red", "slot 5", "score 50"],
    "4": ["star c3", "star f3", "star c6", "star f6", "slot 2", "score 60"],
    "5": ["slot 3", "score 50"],
    "6": ["score 50"],
    "7": ["score 30"],
    "8": ["tokens 7", "score 35"],
}


def won(mission: str, **changes: Any) -> Position:
    museums, settings = WON[mission]
    return over(mission, *changes.pop("museums", museums), **{**settings, **changes})


@pytest.mark.parametrize("mission", MISSIONS)
def test_M30_all_objectives_met_is_a_win(mission: str) -> None:
    pos = won(mission)
    assert met(pos) == dict.fromkeys(NAMES[mission], True)
    found = result(pos)
    assert (found.winners, found.ranks, found.why) == ((0,), (1,), "marajoara.why_mission_won")
    assert found.points == (int(NAMES[mission][-1].split()[1]),)


@pytest.mark.parametrize("mission", MISSIONS)
def test_M30_a_point_less_is_a_loss(mission: str) -> None:
    pos = won(mission, points=(WON[mission][1]["points"][0] - 1,))
    *others, score = met(pos).values()
    assert (all(others), score) == (True, False)
    assert (result(pos).winners, result(pos).why) == ((), "marajoara.why_mission_lost")


@pytest.mark.parametrize("mission", MISSIONS)
def test_M30_harder_adds_10_to_the_score(mission: str) -> None:
    before = WON[mission][1]["points"][0]
    harder = f"score {int(NAMES[mission][-1].split()[1]) + 10}"
    assert met(won(mission, harder="yes", points=(before + 9,)))[harder] is False
    assert met(won(mission, harder="yes", points=(before + 10,))) == dict.fromkeys(
        [*NAMES[mission][:-1], harder], True
    )


@pytest.mark.parametrize(
    ("mission", "changes", "missing"),
    [
        ("1", {"museums": ("vases 4 restored 4 5 3 =6 6",)}, "fragment 9"),
        ("1", {"discs": ("8 9 9",)}, "end_yellow yellow"),
        ("1", {"museums": ("vases 3 restored 9",)}, "slot 4"),
        *(
            ("2", {"museums": (ALL.replace(f" {fragment}", "", 1),)}, "fragments 6")
            for fragment in ("4", "5", "3", "=6", "9")
        ),
        ("2", {"museums": ("restored 4 5 3 =6 9",)}, "fragments 6"),
        ("2", {"discs": ("9 9 8",)}, "end_blue blue"),
        ("2", {"discs": ("8 9 9",)}, "end_yellow yellow"),
        ("3", {"discs": ("8 9 9",)}, "end_yellow yellow"),
        ("3", {"discs": ("9 8 9",)}, "end_red red"),
        ("3", {"museums": ("vases 4",)}, "slot 5"),
        *(("4", {"unreached": square}, f"star {square}") for square in STARS.split()),
        ("4", {"museums": ("vases 1",)}, "slot 2"),
        ("5", {"museums": ("vases 2",)}, "slot 3"),
        ("8", {"museums": ("tokens yellow",)}, "tokens 7"),
        ("8", {"museums": ("tokens vase",)}, "tokens 7"),
        ("8", {"museums": ("tokens 4",)}, "tokens 7"),
        ("8", {"reserve": (1,)}, "tokens 7"),
    ],
)
def test_M30_one_objective_missed_is_a_loss(mission: str, changes: dict[str, Any], missing: str) -> None:
    pos = won(mission, **changes, points=(99,))
    assert [name for name, reached in met(pos).items() if not reached] == [missing]
    assert (result(pos).winners, result(pos).why) == ((), "marajoara.why_mission_lost")


def test_M30_no_majorities_but_the_ends_of_the_tracks_as_first() -> None:
    assert points(over("1", "vases 3 restored 4 5")) == (0,)
    assert points(over("1", "vases 3 restored 4 5", discs=("9 0 0",))) == (10,)
    assert points(over("1", "vases 3 restored 4 5", discs=("0 9 0",))) == (6,)
    assert points(over("1", "vases 3 restored 4 5", discs=("0 0 9",))) == (4,)


def test_M30_an_objective_collected_stays_collected() -> None:
    grey: dict[str, Any] = {
        "acted": True,
        "stage": "remove",
        "captured": "g1 c5",
        "discs": ("0 8 0",),
        "at": "c5",
    }
    pos = played(drawn("y1", "vases 4", mission="1", elsewhere="", **grey), "remove")
    assert "vases 3 most 4" in line(pos, "museum 1")
    assert met(pos)["slot 4"] is True
    pos = played(drawn("", "y1 r1 vases 2 most 4", mission="1", acted=True), "exhibit r1")
    assert "vases 3 most 4" in line(pos, "museum 1")


# --- M31: special rules

TRACK = "y5 y1 r4 b3 g2"


@pytest.mark.parametrize(
    ("mission", "loss"),
    [("1", 0), ("2", 0), ("3", 15), ("4", 0), ("5", 18), ("6", 66), ("7", 15), ("8", 15)],
)
def test_M31_what_the_dice_on_the_round_track_cost(mission: str, loss: int) -> None:
    assert points(over(mission, retired=TRACK, points=(100,))) == (100 - loss,)


def test_M31_the_points_may_end_below_0() -> None:
    assert points(over("3", retired=TRACK)) == (-15,)


def test_M31_the_14th_die_is_subtracted_too() -> None:
    pos = retiring(RING, "d4", at="c3", retired=THIRTEEN, mission="3", points=(50,))
    assert points(played(pos, "retire e3")) == (50 - 13 - 3,)


# Mission 4


def unreached(pos: Position) -> str:
    return line(pos, "unreached")


def test_M31_4_a_capture_onto_a_star_fetches_its_vase() -> None:
    pos = drawn("r1 y1 ..", mission="4", at="a3")
    assert unreached(pos) == STARS
    pos = played(pos, "capture a3 east")
    assert (unreached(pos), on(pos, "c3")) == ("f3 c6 f6", "r4")


def test_M31_4_fieldwork_and_recycling_fetch_them_too() -> None:
    pos = played(drawn("r1", "y2", mission="4", at="b6"), "shift b6 east")
    assert (unreached(pos), on(pos, "c6")) == ("c3 f3 f6", "r1")
    ropes = " ".join(f"{column}{row} b1" for column in "ab" for row in "1278")
    ropes += " " + " ".join(f"{column}{row} r1" for column in "gh" for row in "1278")
    pos = drawn("", mission="4", elsewhere=ropes, stage="recycle", acted=True, slate="y4")
    pos = played(pos, "recycle y4 f6")
    assert (unreached(pos), on(pos, "f6")) == ("c3 f3 c6", "y4")


def test_M31_4_a_die_that_leaves_the_star_leaves_it_collected() -> None:
    pos = drawn("r1", "y4", mission="4", at="b3", unreached="c3")
    pos = played(pos, "shift b3 east", "shift c3 north")
    assert (unreached(pos), on(pos, "c3")) == ("", "..")


def test_M31_4_at_the_start_no_star_is_reached() -> None:
    assert unreached(deal(MARAJOARA, 1, seed=1, mission="4")) == STARS
    assert unreached(deal(MARAJOARA, 1, seed=1, mission="5")) == ""


# Mission 6


def two(first: str = "", second: str = "", picture: str = "", **more: Any) -> Position:
    return drawn(picture, first, second, mission="6", **more)


def test_M31_6_two_museums_with_three_tokens_each_and_one_set_of_discs() -> None:
    pos = deal(MARAJOARA, 1, seed=1, mission="6")
    for museum in ("museum 1", "museum 2"):
        assert line(pos, museum) == "| - | - | - | vases 0 most 0 | fragments | tokens yellow vase 4"
    assert line(pos, "seat 0") == "points 0 discs 0 0 0 reserve 4 waiting 0 tokens"


def test_M31_6_a_captured_die_goes_to_one_of_them() -> None:
    pos = played(two(picture="r1 y4 .."), "capture a5 east")
    assert legal(pos) == {"store 1", "store 2", "spend"}
    one, other = played(pos, "store 1"), played(pos, "store 2")
    assert [stored(one, 1), stored(one, 2)] == ["y4 | - | -", "- | - | -"]
    assert [stored(other, 1), stored(other, 2)] == ["- | - | -", "y4 | - | -"]


def test_M31_6_each_has_three_places() -> None:
    assert legal(played(two("y1 y1 y1", "", "r1 y4 .."), "capture a5 east")) == {"store 2", "spend"}
    assert legal(played(two("", "y1 y1 y1", "r1 y4 .."), "capture a5 east")) == {"store 1", "spend"}
    pos = played(two("y1 y1 y1", "y1 y1 y1", "r1 y4 .."), "capture a5 east")
    assert line(pos, "cart") == "y4"


@pytest.mark.parametrize("museum", ["1", "2"])
def test_M31_6_each_third_yellow_die_wins_its_token(museum: str) -> None:
    pos = played(two("y1 y1", "y1 y1", "r1 y4 .."), "capture a5 east", f"store {museum}")
    assert line(pos, f"museum {museum}").endswith("tokens vase 4")
    assert line(pos, f"museum {3 - int(museum)}").endswith("tokens yellow vase 4")
    assert "waiting 1" in line(pos, "seat 0")


def test_M31_6_only_the_first_museum_pays_for_both() -> None:
    pos = two("y3 r3 b1", "y6 r2 r4 b2")
    assert legal(pos, "exhibit") == {"exhibit r3", "exhibit 2r2"}
    assert legal(pos, "fund") == {"fund b1 up", "fund 2b2 up", "fund 2b2 down"}
    assert legal(two("r1 b1", "y6 r1 b1"), "exhibit", "fund", "shift", "exchange") == set()
    pos = played(pos, "fund 2b2 up")
    assert (stored(pos, 1), stored(pos, 2)) == ("y1 | r3 | b1", "y6 | r4 r2 | b3")


def test_M31_6_one_museum_for_an_exhibition() -> None:
    pos = played(two("y6 y6 r1 r2 vases 2", "r3 r4"), "exhibit 2r3")
    assert legal(pos, "add") == {"add 2r4"}
    pos = played(pos, "add 2r4", "pay y6 y6:1")
    assert points(pos) == (6 + 8 + 2,), "the second museum's places"
    assert "vases 2" in line(pos, "museum 2")
    assert line(pos, "museum 2").endswith("tokens yellow 4")
    assert "waiting 1" in line(pos, "seat 0")
    assert line(pos, "cart") == "y6 r3 r4"


def test_M31_6_one_museum_for_a_restoration() -> None:
    pos = two("b3 restored 3 4 5", "b3 restored 4")
    assert legal(pos, "restore") == {"restore 3 2b3"}
    with pytest.raises(InvalidMove):
        played(pos, "restore 6 b3 2b3")
    pos = played(pos, "restore 3 2b3")
    assert points(pos) == (3 + 1,), "beside the second museum's fragment"
    assert (stored(pos, 1), stored(pos, 2), line(pos, "cart")) == ("- | - | b3", "- | - | -", "b3")


def test_M31_6_one_credit_exchanges_a_blue_and_a_red_die() -> None:
    pos = two("y2 b3 r1", "b5 r4", acted=True)
    assert legal(pos, "exchange") == {"exchange b3 2r4", "exchange 2b5 r1"}
    one = played(pos, "exchange b3 2r4")
    assert (stored(one, 1), stored(one, 2)) == ("y1 | r4 r1 | -", "- | - | b5 b3")
    other = played(pos, "exchange 2b5 r1")
    assert (stored(other, 1), stored(other, 2)) == ("y1 | - | b5 b3", "- | r4 r1 | -")
    again = played(one, "exchange 2b3 r4")
    assert (stored(again, 1), stored(again, 2)) == ("- | r1 | b3", "- | r4 | b5"), "as often as liked"
    assert line(again, "cart") == "y1"
    assert legal(again, "exchange") == set(), "the money is spent"


def test_M31_6_both_museums_have_room_afterwards() -> None:
    assert legal(two("y2 b3 r1 r1 r1", "r4 b1"), "exchange") == {"exchange 2b1 r1"}
    assert legal(two("y2 b3", "r4 b1 b1 b1"), "exchange") == set()
    assert legal(two("y2 r3 b1 b1 b1", "b4"), "exchange") == set()
    assert legal(two("y2 b1 b1 b1", "r1 r1 r1"), "exchange") == {"exchange b1 2r1"}


def test_M31_6_there_is_no_exchange_elsewhere() -> None:
    assert legal(drawn("", "y2 b3 r1", "b5 r4"), "exchange") == set()


def test_M31_6_vases_and_fragments_of_both_count_at_the_ends() -> None:
    assert points(over("6", "vases 2 restored 4", "vases 1 restored 5 9")) == (-3 * (7 + 9),)
    assert points(over("6", "vases 2 restored 4", "vases 1 restored 5 9", discs=("0 9 0",))) == (-48 + 6,)
    assert points(over("6", "vases 2 restored 4", "vases 1 restored 5 9", discs=("0 0 9",))) == (-48 + 6,)
    assert points(over("6")) == (-66,)


def test_M31_6_an_own_token_reaches_the_dice_of_both() -> None:
    pos = played(two("y1", "y2 b1", "r1 b2 ..", tokens=("c5",)), "capture a5 east")
    assert legal(pos) == {"pass", "raise y1", "raise 2y2", "raise 2b1", "raise captured"}
    assert stored(played(pos, "raise 2b1", "spend"), 2) == "y2 | - | b2"


def solo_reached(track: str, space: int, *museums: str, **more: Any) -> Position:
    before = " ".join(str(space - 1) if name == track else "0" for name in ("yellow", "red", "blue"))
    settings: dict[str, Any] = {"mission": "6", "acted": True, "stage": "excavate", **more}
    pos = drawn("y1", *museums, at="c5", captured="g1 c5", discs=(before,), **settings)
    return played(pos, f"excavate {track}")


def test_M31_6_a_track_reaches_the_dice_of_both() -> None:
    pos = solo_reached("blue", 3, "b1 y1", "b4")
    assert legal(pos) == {"raise b1:2", "raise 2b4:2", "raise b1 2b4"}
    pos = played(pos, "raise b1 2b4")
    assert (stored(pos, 1), stored(pos, 2)) == ("y1 | - | b2", "- | - | b5")


def test_M31_6_points_past_6_are_lost_in_either() -> None:
    pos = solo_reached("blue", 5, "b5", "b5")
    assert legal(pos) == {"raise b5 done", "raise b5 2b5", "raise 2b5"}
    pos = solo_reached("blue", 5, "b6 b1", "b1")
    some = {"raise b1", "raise b1:2", "raise b1:3"}
    both = {"raise b1 2b1", "raise b1:2 2b1", "raise b1 2b1:2"}
    other = {"raise 2b1", "raise 2b1:2", "raise 2b1:3"}
    assert {text.removesuffix(" done") for text in legal(pos)} == {"pass", *some, *both, *other}


def test_M31_6_red_7_and_8_choose_a_museum() -> None:
    pos = solo_reached("red", 7, "y2 r1", "r6 vases 1")
    assert legal(pos) == {"exhibit r1", "exhibit 2r6", "pass"}
    assert points(played(pos, "exhibit 2r6")) == (12 + 2,)
    pos = solo_reached("red", 8, "vases 3", "vases 2")
    assert legal(pos) == {"remove 1", "remove 2", "pass"}
    assert (points(played(pos, "remove 1")), points(played(pos, "remove 2"))) == ((6,), (4,))
    assert legal(solo_reached("red", 8, "vases 1", "vases 2")) == {"remove 2", "pass"}


def test_M31_6_blue_8_chooses_a_fragment_of_either() -> None:
    pos = solo_reached("blue", 8, "restored 4 5", "restored 4 9 =6 6")
    assert legal(pos) == {"score 4 1", "score 5 1", "score 4 2", "score 9 2", "score =6 2", "score 6 2"}
    assert points(played(pos, "score 4 1")) == (2,)
    assert points(played(pos, "score 4 2")) == (0,)
    assert points(played(pos, "score 9 2")) == (4,)


def test_M31_6_yellow_7_swaps_with_one_museum() -> None:
    pos = solo_reached("yellow", 7, "y1 b1", "y2 r3", cart="r5 b6")
    assert legal(pos) == {"give y1 b1", "give b1 y1", "give 2y2 2r3", "give 2r3 2y2", "pass"}
    pos = played(pos, "give 2y2 2r3")
    assert (stored(pos, 1), stored(pos, 2)) == ("y1 | - | b1", "- | r5 | b6")
    assert line(pos, "cart") == "y2 r3 g1"


# Mission 7


def test_M31_7_dice_are_rolled_before_the_deal() -> None:
    pos = deal(MARAJOARA, 1, seed=1, mission="7")
    dice = [on(pos, square) for square in ALL_SQUARES if on(pos, square) != ".."]
    assert {die[1] for die in dice} == set("123456")
    assert sorted("".join(die[0] for die in dice)) == sorted("y" * 14 + "r" * 13 + "b" * 13 + "g" * 12)
    for mission in sorted(set(MISSIONS) - {"7"}):
        pos = deal(MARAJOARA, 1, seed=1, mission=mission)
        assert {on(pos, square)[1] for square in ALL_SQUARES} == {"1", "."}


@pytest.mark.parametrize(
    ("at", "to", "face", "after", "lost"),
    [
        ("a5", "c5", 5, 6, 0),
        ("a5", "c5", 6, 1, 4),
        ("b8", "d8", 4, 6, 0),
        ("b8", "d8", 5, 1, 4),
        ("a3", "c3", 3, 6, 0),
        ("a3", "c3", 4, 1, 4),
        ("a3", "c3", 6, 1, 4),
    ],
)
def test_M31_7_a_die_raised_past_6_turns_to_1_for_4_points(
    at: str, to: str, face: int, after: int, lost: int
) -> None:
    pos = played(drawn(f"r{face} y1", mission="7", at=at, points=(3,)), f"capture {at} east")
    assert on(pos, to) == f"r{after}"
    assert points(pos) == (3 - lost,), "at once, once, and below 0"


def test_M31_7_an_own_token_may_turn_a_6() -> None:
    pos = drawn("r1 b6 ..", "y6 r5", mission="7", tokens=("c5",))
    pos = played(pos, "capture a5 east")
    assert legal(pos) == {"pass", "raise y6", "raise r5", "raise captured"}
    assert points(played(pos, "raise r5")) == (0,)
    done = played(pos, "raise y6", "spend")
    assert (stored(done), points(done), line(done, "cart")) == ("y1 | r5 | -", (-4,), "b6")
    done = played(pos, "raise captured", "spend")
    assert (stored(done), points(done), line(done, "cart")) == ("y6 | r5 | -", (-4,), "b1")


def test_M31_7_no_point_is_lost_on_a_6() -> None:
    pos = solo_reached("blue", 3, "b6 b4", mission="7")
    assert legal(pos) == {"raise b6:2", "raise b4:2", "raise b6 b4"}
    results = {move: (stored(played(pos, move)), points(played(pos, move))) for move in legal(pos)}
    assert results == {
        "raise b6:2": ("- | - | b4 b1", (-4,)),
        "raise b4:2": ("- | - | b6 b6", (0,)),
        "raise b6 b4": ("- | - | b5 b1", (-4,)),
    }


def test_M31_7_the_4_points_are_for_each_die() -> None:
    pos = solo_reached("blue", 5, "b6 b6", mission="7")
    assert legal(pos) == {"raise b6:3", "raise b6:2 b6"}
    assert points(played(pos, "raise b6:3")) == (-4,), "once, however far"
    done = played(pos, "raise b6:2 b6")
    assert (stored(done), points(done)) == ("- | - | b1 b1", (-8,))


def test_M31_7_a_raise_without_a_choice_turns_the_die_unasked() -> None:
    pos = solo_reached("blue", 5, "b4", mission="7")
    assert (stored(pos), points(pos)) == ("- | - | b1", (-4,))


def test_M31_7_funding_stops_at_6() -> None:
    assert legal(drawn("", "y2 b6", mission="7"), "fund") == {"fund b6 down"}


def test_M31_elsewhere_a_die_stops_at_6() -> None:
    pos = played(drawn("r6 y1", mission="8"), "capture a5 east")
    assert (on(pos, "c5"), points(pos)) == ("r6", (0,))


# Mission 8


def test_M31_8_a_waiting_token_is_collected() -> None:
    tokens = "c2 d2 e2 f2 d3 e3"
    board = crowded(*tokens.split())
    more: dict[str, Any] = {"elsewhere": board, "tokens": (tokens,), "waiting": (1,), "reserve": (0,)}
    more["discs"] = ("2 2 2",)
    pos = retiring("", "b5", "tokens", mission="8", retired=THIRTEEN, points=(48,), **more)
    pos = played(pos, "retire a5")
    assert "waiting 1" in line(pos, "seat 0")
    assert met(pos) == {"tokens 7": True, "score 35": False}


def test_M31_8_every_disc_must_stop_on_space_2() -> None:
    pos = deal(MARAJOARA, 1, seed=1, mission="8")
    assert "reserve 4" in line(pos, "seat 0")
    for passed, left in (("2", "2"), ("3", "3")):
        pos = drawn("y1", mission="8", at="c5", acted=True, stage="excavate", captured=f"g{passed} c5")
        pos = played(pos, "excavate red")
        assert f"reserve {left}" in line(pos, "seat 0")

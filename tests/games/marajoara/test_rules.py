"""Marajoara rule by rule, drawn. Missions (M29–M31) have a file of their own."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from digsite.core.errors import BadOptions, IllegalMove
from digsite.core.names import Position, Seat
from tests.games.marajoara.drawn import (
    ALL_SQUARES,
    BONUS,
    FIT,
    MARAJOARA,
    ROPED,
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

ICONS = {"c2", "g3", "b6", "f7"}
TRACKS = ("yellow", "red", "blue")
ON_ROPES = " ".join(f"{square} {'r1' if square < 'c' else 'b1'}" for square in sorted(ROPED))
"""Dice on all roped squares."""


def restored(*dice: str) -> set[str]:
    """Return what these blue dice can restore in an empty workshop."""
    return legal(drawn("", " ".join(dice)), "restore")


# --- material and set-up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_M1_there_are_52_dice(seats: int) -> None:
    pos = deal(MARAJOARA, seats, seed=1)
    colours = Counter(on(pos, square)[0] for square in ALL_SQUARES)
    assert colours == {"y": 14, "r": 13, "b": 13, "g": 12, ".": 12}


def test_M2_the_dice_lie_on_the_plain_squares_ropes_included() -> None:
    pos = deal(MARAJOARA, 2, seed=1)
    assert {square for square in ALL_SQUARES if on(pos, square) == ".."} == BONUS | ICONS


def test_M3_a_museum_is_empty_and_has_three_tokens_and_four_lie_beside_it() -> None:
    pos = deal(MARAJOARA, 2, seed=1)
    for museum in ("museum 1", "museum 2"):
        assert line(pos, museum) == "| - | - | - | vases 0 most 0 | fragments | tokens yellow vase 4"
    assert "reserve 4 waiting 0" in line(pos, "seat 0")
    assert "reserve 3 waiting 0" in line(played(pos, "token c2"), "seat 1")


@pytest.mark.parametrize(("vases", "reward"), [(0, 0), (1, 2), (2, 3), (3, 4), (4, 5)])
def test_M4_showcase_places_reward(vases: int, reward: int) -> None:
    pos = played(drawn("", f"y2 r1 vases {vases}"), "exhibit r1")
    assert points(pos) == (2 + reward, 0)
    assert (due(pos) == 0 and "token d4" in legal(pos)) == (vases == 0)
    assert f"vases {vases + 1} most {vases + 1}" in line(pos, "museum 1")


@pytest.mark.parametrize(
    ("move", "value"),
    [
        ("restore 4 b6", 4),
        ("restore 5 b6", 5),
        ("restore 3 b6", 3),
        ("restore =6 b6", 7),
        ("restore 6 b6 b5", 6),
        ("restore 9 b6 b5", 10),
    ],
)
def test_M5_fragments_score(move: str, value: int) -> None:
    assert points(played(drawn("", "b6 b5"), move))[0] == value


def test_M6_cart_and_tracks_are_empty_in_the_first_round() -> None:
    pos = deal(MARAJOARA, 3, seed=1)
    assert (line(pos, "cart"), line(pos, "slate"), line(pos, "round")) == ("", "", "1")
    assert all("discs 0 0 0" in line(pos, f"seat {seat}") for seat in range(3))
    assert line(pos, "ends") == "- | - | -"


def test_M7_all_dice_show_1_and_lie_at_random() -> None:
    faces = {on(deal(MARAJOARA, 2, seed=1), square)[1] for square in ALL_SQUARES}
    assert faces == {"1", "."}
    assert len({MARAJOARA.text(deal(MARAJOARA, 2, seed)) for seed in range(20)}) == 20
    assert MARAJOARA.text(deal(MARAJOARA, 2, seed=1)) == MARAJOARA.text(deal(MARAJOARA, 2, seed=1))


def test_M7_tokens_are_placed_from_the_last_seat_backwards_on_free_icon_squares() -> None:
    pos = deal(MARAJOARA, 3, seed=1)
    assert due(pos) == 2
    assert legal(pos) == {f"token {square}" for square in ICONS}
    pos = played(pos, "token g3")
    assert due(pos) == 1
    assert legal(pos) == {"token c2", "token b6", "token f7"}
    pos = played(pos, "token c2")
    assert due(pos) == 0
    assert legal(pos) == {"token b6", "token f7"}
    pos = played(pos, "token f7")
    assert [line(pos, f"seat {seat}").split()[-1] for seat in range(3)] == ["f7", "c2", "g3"]
    assert (due(pos), line(pos, "next")) == (0, "turn")


def test_M7_the_last_icon_square_is_taken_unasked() -> None:
    pos = played(deal(MARAJOARA, 4, seed=1), "token b6", "token c2", "token f7")
    assert line(pos, "seat 0").endswith("reserve 3 waiting 0 tokens g3")
    assert line(pos, "next") == "turn"


def test_M7_the_first_seat_stays_first_through_the_rounds() -> None:
    pos = drawn("r1 y1", seats=3, at="d4", turn=1, acted=True)
    pos = played(pos, "end")
    assert (due(pos), line(pos, "round")) == (2, "1")
    pos = played(pos, "capture f8 east", "spend")
    assert (line(pos, "turn"), line(pos, "round")) == ("0 before", "2")


@pytest.mark.parametrize("seats", [1, 5])
def test_M7_two_to_four_play(seats: int) -> None:
    with pytest.raises(BadOptions):
        deal(MARAJOARA, seats, seed=1)


# --- a turn

BUSY = "y3 r2 b4"
"""A museum for which every kind of free action is open."""
FREE = {"exhibit", "restore", "fund", "shift"}


def kinds(pos: Position) -> set[str]:
    return {text.split()[0] for text in legal(pos)}


def test_M8_free_actions_before_and_after_one_main_action() -> None:
    pos = drawn("r1 g1 ..", BUSY)
    assert kinds(pos) == {"capture", *FREE}
    pos = played(pos, "fund b4 up")
    assert kinds(pos) == {"capture", "restore"}
    pos = played(pos, "capture a5 east", "spend", "restore 5 b5")
    assert due(pos) == 1


def test_M8_after_the_main_action_free_actions_or_the_end() -> None:
    pos = drawn("r1 g1 ..", BUSY, acted=True)
    assert kinds(pos) == {"end", *FREE}


def test_M8_any_number_of_free_actions() -> None:
    pos = drawn("", "y6 b1", acted=True)
    pos = played(pos, "fund b1 up", "fund b2 up", "fund b3 down")
    assert stored(pos) == "- | - | b2"


def test_M8_no_free_action_inside_the_main_action() -> None:
    pos = played(drawn("r1 y1 ..", BUSY), "capture a5 east")
    assert legal(pos) == {"store", "spend"}


def test_M8_recycling_ends_the_turn() -> None:
    pos = drawn("", "y2", acted=True, slate="b4")
    pos = played(pos, "end")
    assert (due(pos), kinds(pos)) == (0, {"recycle"})
    pos = played(pos, "recycle b4 a1")
    assert (due(pos), on(pos, "a1"), line(pos, "slate")) == (1, "b4", "")


# --- M9: captures


def captures(picture: str, at: str = "a5", elsewhere: str = "", **more: Any) -> set[str]:
    return legal(drawn(picture, at=at, elsewhere=elsewhere, **more), "capture")


def test_M9_a_die_jumps_over_its_neighbour_onto_the_square_right_behind() -> None:
    assert captures("r1 y2 ..") == {"capture a5 east"}
    pos = played(drawn("r1 y2 .."), "capture a5 east", "store")
    assert [on(pos, square) for square in ("a5", "b5", "c5")] == ["..", "..", "r2"]
    assert stored(pos) == "y2 | - | -"


def test_M9_in_all_four_directions() -> None:
    star = """
        .. y1 ..
        y1 r1 y1
        .. y1 ..
        """
    found = captures(star, at="c4")
    assert found == {f"capture d5 {direction}" for direction in ("north", "east", "south", "west")}


@pytest.mark.parametrize(
    ("direction", "over", "to"),
    [("north", "d6", "d7"), ("east", "e5", "f5"), ("south", "d4", "d3"), ("west", "c5", "b5")],
)
def test_M9_the_die_jumped_over_is_the_one_taken(direction: str, over: str, to: str) -> None:
    pos = drawn("b2", at="d5", elsewhere=f"{over} y4 f8 b1 g8 b1")
    pos = played(pos, f"capture d5 {direction}", "store")
    assert [on(pos, square) for square in ("d5", over, to)] == ["..", "..", "b3"]
    assert stored(pos) == "y4 | - | -"


def test_M9_not_diagonally() -> None:
    assert captures(".. y1\nr1 ..", at="c4") == set()


def test_M9_over_one_die_only() -> None:
    assert captures("r1 y1 b1 ..") == {"capture b5 east"}


def test_M9_not_onto_a_die() -> None:
    assert captures("r1 y1 b1 g1", at="a5") == {"capture c5 east"}
    assert captures("r1 y1 b1", at="f4") == {"capture g4 west"}


def test_M9_only_over_a_die_next_to_it() -> None:
    assert captures("r1 .. y1 ..") == set()


@pytest.mark.parametrize(
    ("picture", "at", "found"),
    [
        ("r1 y1", "g4", {"capture h4 west"}),
        ("r1 y1", "a4", {"capture a4 east"}),
        ("r1\ny1", "d7", {"capture d8 south"}),
        ("r1\ny1", "d1", {"capture d1 north"}),
    ],
)
def test_M9_not_over_the_edge(picture: str, at: str, found: set[str]) -> None:
    assert captures(picture, at) == found
    assert captures("y1", "h4", elsewhere="a5 r1") == set(), "nor around it"


def test_M9_no_turning_and_one_capture_in_a_turn() -> None:
    picture = """
        .. .. ..
        .. .. b1
        r1 y1 ..
        """
    pos = played(drawn(picture, "y2"), "capture a5 east", "spend")
    assert "capture" not in kinds(pos)


def test_M9_ropes_are_crossed() -> None:
    assert captures("r1 y1 ..", at="a8") == {"capture a8 east"}, "out of a corner"
    assert captures("y1 r1", at="b8") == {"capture b8 east", "capture c8 west"}, "into and over a rope"


@pytest.mark.parametrize("target", ["h5", "f3", "g3"])
def test_M9_bonus_and_icon_squares_are_fit_to_land_on(target: str) -> None:
    column = "abcdefgh".index(target[0])
    at = "abcdefgh"[column - 2] + target[1]
    assert f"capture {at} east" in captures("r1 y1", at=at)


def test_M9_tokens_are_fit_to_land_on() -> None:
    assert captures("r1 y1", tokens=("c5",)) == captures("r1 y1", tokens=("", "c5")) == {"capture a5 east"}


# --- M10: the jumping die gains


@pytest.mark.parametrize(
    ("at", "move", "to", "face"),
    [
        ("b5", "capture b5 east", "d5", 3),
        ("a2", "capture a2 east", "c2", 3),
        ("b8", "capture b8 east", "d8", 4),
        ("f5", "capture f5 east", "h5", 4),
        ("c1", "capture c1 east", "e1", 4),
        ("a6", "capture a6 east", "c6", 5),
        ("d6", "capture d6 east", "f6", 5),
        ("a3", "capture a3 east", "c3", 5),
        ("d3", "capture d3 east", "f3", 5),
    ],
)
def test_M10_one_and_one_or_two_more_on_a_bonus_square(at: str, move: str, to: str, face: int) -> None:
    assert on(played(drawn("r2 y1", at=at, elsewhere=""), move), to) == f"r{face}"


def test_M10_a_plus_one_square_at_the_left_edge() -> None:
    assert on(played(drawn("y1 r2", at="b4"), "capture c4 west"), "a4") == "r4"


@pytest.mark.parametrize(("at", "to"), [("a5", "c5"), ("b8", "d8"), ("a3", "c3")])
@pytest.mark.parametrize("face", [5, 6])
def test_M10_never_above_6(at: str, to: str, face: int) -> None:
    pos = played(drawn(f"r{face} y1", at=at), f"capture {at} east")
    assert on(pos, to) == "r6"
    assert points(pos) == (0, 0)


# --- M11: dig bonus

LANDING = "r1 b2 .."
"""A red die that captures a blue 2 and lands on c5."""


def landed(*museums: str, owner: int = 0, picture: str = LANDING, **more: Any) -> Position:
    """Return the position after a capture onto a dig token."""
    tokens = ["", "", ""]
    tokens[owner] = "c5"
    return played(drawn(picture, *museums, tokens=tokens, **more), "capture a5 east")


def test_M11_an_own_token_may_add_1_to_any_stored_die_or_the_captured_one() -> None:
    pos = landed("y1 y3 r2 b5", "y4")
    assert due(pos) == 0
    options = {"raise y1", "raise y3", "raise r2", "raise b5", "raise captured"}
    assert legal(pos) == {"pass", *options}
    assert stored(played(pos, "raise y3", "store")) == "y4 y1 | r2 | b5 b2"
    assert stored(played(pos, "raise captured", "store")) == "y3 y1 | r2 | b5 b3"
    assert stored(played(pos, "pass", "store")) == "y3 y1 | r2 | b5 b2"


def test_M11_the_captured_die_alone_may_gain() -> None:
    assert legal(landed()) == {"pass", "raise captured"}


def test_M11_a_captured_grey_die_that_gains_digs_deeper() -> None:
    pos = played(landed(picture="r1 g3 .."), "raise captured", "excavate blue")
    assert "discs 0 0 4" in line(pos, "seat 0")
    assert line(pos, "cart") == "g4"


def test_M11_the_bonus_is_not_for_the_jumping_die() -> None:
    assert on(landed(), "c5") == "r2"


def test_M11_on_a_6_the_own_point_is_lost() -> None:
    pos = landed("y6 y1", picture="r1 b6 ..")
    assert legal(pos) == {"pass", "raise y1"}
    assert legal(landed("y6", picture="r1 b6 ..")) == {"store", "spend"}, "nothing to choose"


def test_M11_another_token_lets_its_owner_add_2_at_once() -> None:
    pos = landed("y1", "y2 b4", owner=1)
    assert due(pos) == 1
    assert legal(pos) == {"raise y2:2", "raise b4:2", "raise y2 b4"}, (
        "in full, own dice, not the captured one"
    )
    for move, after in (("raise y2:2", "y4 | - | b4"), ("raise y2 b4", "y3 | - | b5")):
        done = played(pos, move)
        assert (stored(done, 2), stored(done, 1)) == (after, "y1 | - | -")
        assert (due(done), legal(done)) == (0, {"store", "spend"})


def test_M11_the_2_may_be_split_over_two_dice_of_a_colour() -> None:
    assert legal(landed("", "b1 b1 b3", owner=1)) == {
        "raise b3 b1",
        "raise b1 b1",
        "raise b3:2",
        "raise b1:2",
    }


def test_M11_the_owner_is_asked_wherever_they_sit() -> None:
    pos = landed("y1", "y1", "r1 r4", owner=2, seats=3)
    assert due(pos) == 2
    assert legal(pos) == {"raise r1:2", "raise r4:2", "raise r4 r1"}


def test_M11_points_on_a_6_are_lost() -> None:
    pos = landed("", "y6 b3", owner=1)
    assert legal(pos) == {"pass", "raise b3", "raise b3:2"}
    assert legal(landed("", "y5 b3", owner=1)) == {"raise y5 done", "raise y5 b3", "raise b3:2"}
    assert legal(landed("", "y6 r6", owner=1)) == {"store", "spend"}, "nothing to choose"


def test_M11_a_5_alone_takes_one_point_and_loses_the_other() -> None:
    pos = landed("", "y5", owner=1)
    assert (due(pos), stored(pos, 2)) == (0, "y6 | - | -")


def test_M11_without_a_stored_die_it_lapses() -> None:
    pos = landed("y1", "", owner=1)
    assert (due(pos), legal(pos)) == (0, {"store", "spend"})


def test_M11_dice_on_a_slate_are_out_of_reach() -> None:
    assert legal(landed("y1", slate="b3")) == {"pass", "raise y1", "raise captured"}
    assert legal(landed("", "", owner=1, slate="b3")) == {"store", "spend"}


def test_M11_a_token_under_no_landing_die_does_nothing() -> None:
    pos = played(drawn(LANDING, "y1", tokens=("a5 b5 d5",)), "capture a5 east")
    assert legal(pos) == {"store", "spend"}


# --- M12: storing


@pytest.mark.parametrize("die", ["y4", "r4", "b4"])
def test_M12_a_captured_die_may_be_stored(die: str) -> None:
    pos = played(drawn(f"r1 {die} .."), "capture a5 east")
    assert legal(pos) == {"store", "spend"}
    cells = " | ".join(die if die[0] == colour else "-" for colour in "yrb")
    assert stored(played(pos, "store")) == cells


@pytest.mark.parametrize("colour", ["y", "r", "b"])
def test_M12_three_of_a_colour_at_most(colour: str) -> None:
    two, three = (" ".join([f"{colour}2"] * count) for count in (2, 3))
    assert legal(played(drawn(f"r1 {colour}4 ..", two), "capture a5 east")) == {"store", "spend"}
    pos = played(drawn(f"r1 {colour}4 ..", three), "capture a5 east")
    assert line(pos, "cart") == f"{colour}4", "it is spent unasked"


def test_M12_other_colours_take_no_room() -> None:
    pos = played(drawn("r1 y4 ..", "r1 r1 r1 b1 b1 b1"), "capture a5 east")
    assert legal(pos) == {"store", "spend"}


def test_M12_the_third_yellow_die_wins_its_token_the_first_time() -> None:
    pos = played(drawn("r1 y4 ..", "y1 y1"), "capture a5 east", "store")
    assert kinds(pos) == {"token"}
    assert "waiting 1" in line(pos, "seat 0")
    assert line(pos, "museum 1").endswith("tokens vase 4")
    assert "reserve 3 waiting 0 tokens d4" in line(played(pos, "token d4"), "seat 0")


def test_M12_only_the_first_time() -> None:
    pos = played(drawn("r1 y4 ..", "y1 y1 tokens vase 4"), "capture a5 east", "store")
    assert "token" not in kinds(pos)
    assert "waiting 0" in line(pos, "seat 0")


def test_M12_a_second_yellow_die_and_a_third_of_another_colour_win_none() -> None:
    for picture, museum in (("r1 y4 ..", "y1"), ("r1 b4 ..", "b1 b1 y1"), ("b1 r4 ..", "r1 r1 y1 y1")):
        pos = played(drawn(picture, museum), "capture a5 east", "store")
        assert "waiting 0" in line(pos, "seat 0")


# --- M13: excavation


def digging(face: int, discs: str = "0 0 0", other: str = "0 0 0", *museums: str, **more: Any) -> Position:
    """Return a position in which a captured grey die is to be used."""
    settings: dict[str, Any] = {"acted": True, "stage": "excavate", "at": "c5", **more}
    return drawn("y1", *museums, captured=f"g{face} c5", discs=(discs, other), **settings)


def discs(pos: Position, seat: int = 0) -> str:
    return " ".join(line(pos, f"seat {seat}").split()[3:6])


def test_M13_one_disc_moves_by_exactly_the_value_and_the_die_is_spent() -> None:
    pos = played(drawn("r1 g4 .."), "capture a5 east")
    assert legal(pos) == {"excavate yellow", "excavate red", "excavate blue", "spend"}
    for track, after in (("yellow", "4 0 0"), ("red", "0 4 0"), ("blue", "0 0 4")):
        done = played(pos, f"excavate {track}")
        assert (discs(done), line(done, "cart"), stored(done)) == (after, "g4", "- | - | -")


def test_M13_it_is_a_may() -> None:
    pos = played(digging(4), "spend")
    assert (discs(pos), line(pos, "cart"), points(pos)) == ("0 0 0", "g4", (0, 0))


def test_M13_what_is_left_over_at_the_end_is_lost() -> None:
    assert discs(played(digging(6, "7 0 0"), "excavate yellow")) == "9 0 0"
    assert line(played(digging(2, "7 0 0"), "excavate yellow"), "ends") == "0 | - | -"


def test_M13_other_spaces_hold_any_number_of_discs() -> None:
    assert discs(played(digging(4, "0 0 0", "4 4 4"), "excavate red")) == "0 4 0"


def test_M13_the_first_to_arrive_is_ahead_of_the_second() -> None:
    pos = played(digging(1, "0 8 0", "0 9 0"), "excavate red")
    assert line(pos, "ends") == "- | 1 0 | -"


def full(face: int, own: str) -> Position:
    """Return a position in which two others are at the end of the blue track."""
    more: dict[str, Any] = {"acted": True, "stage": "excavate", "seats": 3}
    return drawn("y1", at="c5", captured=f"g{face} c5", discs=(own, "0 0 9", "0 0 9"), **more)


def test_M13_a_full_last_space_is_not_reached() -> None:
    assert legal(full(2, "0 0 7")) == {"excavate yellow", "excavate red", "spend"}
    assert legal(full(6, "0 0 4")) == {"excavate yellow", "excavate red", "spend"}, "nor with a surplus"


def test_M13_a_move_that_stops_before_a_full_last_space_is_made() -> None:
    assert discs(played(full(1, "0 0 7"), "excavate blue")) == "0 0 8"


def test_M13_a_disc_does_not_move_on_from_the_last_space() -> None:
    assert legal(digging(3, "9 0 0")) == {"excavate red", "excavate blue", "spend"}


def test_M13_with_no_disc_to_move_the_die_is_spent_unasked() -> None:
    pos = played(drawn("r1 g4 ..", discs=("9 9 9",)), "capture a5 east")
    assert (due(pos), line(pos, "cart")) == (1, "g4")


@pytest.mark.parametrize("die", ["y4", "r4", "b4", "g4"])
def test_M14_a_die_not_used_is_spent_with_its_value(die: str) -> None:
    pos = played(drawn(f"r1 {die} .."), "capture a5 east", "spend")
    assert (line(pos, "cart"), stored(pos)) == (die, "- | - | -")


# --- M15: no capture


def test_M15_where_there_is_a_capture_it_must_be_made() -> None:
    pos = drawn("", "y2")
    assert "end" not in legal(pos)
    with pytest.raises(IllegalMove):
        played(pos, "end")


def test_M15_without_a_capture_the_main_action_is_skipped() -> None:
    pos = drawn("r1 .. y1", "y2", "y2", elsewhere="")
    assert kinds(pos) == {"shift", "end"}
    pos = played(pos, "end")
    assert (due(pos), line(pos, "turn"), kinds(pos)) == (1, "1 before", {"shift", "end"})


def test_M15_it_counts_when_the_turn_is_ended() -> None:
    pos = drawn("r1 .. y1", "y4", elsewhere="")
    pos = played(pos, "shift c5 west")
    assert kinds(pos) == {"shift", "capture"}, "the free action made a capture possible"
    pos = played(pos, "shift b5 north")
    assert on(pos, "b6") == "y1"
    assert line(pos, "next") == "over", "nobody ever captures again"


def test_M15_a_skipped_main_action_is_followed_by_recycling() -> None:
    pos = drawn("r1", "y1", "y2", elsewhere="", slate="b4")
    assert kinds(played(pos, "end")) == {"recycle"}


# --- M16: exhibitions


def test_M16_a_vase_costs_its_value_and_scores_it_twice() -> None:
    pos = drawn("", "y6 r4 vases 1", acted=True)
    pos = played(pos, "exhibit r4")
    assert points(pos) == (8 + 2, 0)
    assert (stored(pos), line(pos, "cart")) == ("y2 | - | -", "r4")


def test_M16_the_red_dice_of_ones_own_that_can_be_paid() -> None:
    pos = drawn("", "y3 y1 r4 r5", "y6 r1")
    assert legal(pos, "exhibit") == {"exhibit r4"}
    assert legal(drawn("", "r1"), "exhibit") == set()


def test_M16_several_together_score_one_by_one() -> None:
    pos = drawn("", "y6 y4 r2 r3 r5 vases 2", acted=True)
    pos = played(pos, "exhibit r3")
    assert legal(pos, "add") == {"add r2", "add r5"}
    pos = played(pos, "add r5", "add r2")
    assert points(pos) == (0, 0), "only when they are paid for"
    assert legal(pos) == {"pay y6 y4", "pay y4 y6"}
    pos = played(pos, "pay y6 y4")
    assert points(pos) == (6 + 3 + 10 + 4 + 4 + 5, 0)
    assert line(pos, "cart") == "y6 y4 r3 r5 r2"
    assert "vases 5 most 5" in line(pos, "museum 1")


def test_M16_the_sum_is_to_be_paid() -> None:
    pos = played(drawn("", "y6 r3 r3 r4 vases 1", acted=True), "exhibit r3")
    assert legal(pos) == {"add r3", "pay y6:3"}
    pos = played(pos, "add r3")
    assert (line(pos, "cart"), stored(pos)) == ("y6 r3 r3", "- | r4 | -")


def test_M16_five_vases_at_most() -> None:
    assert legal(drawn("", "y6 r1 vases 5"), "exhibit") == set()
    pos = played(drawn("", "y6 y5 r1 r1 vases 4"), "exhibit r1")
    assert legal(pos) == {"pay y6:1", "pay y5:1"}


def test_M16_a_payment_cannot_be_refused() -> None:
    assert legal(played(drawn("", "y3 y2 r1"), "exhibit r1")) == {"pay y3:1", "pay y2:1"}


def test_M16_the_first_vase_wins_its_token_once() -> None:
    pos = played(drawn("", "y2 r1 r1"), "exhibit r1", "add r1")
    assert "waiting 1" in line(pos, "seat 0")
    assert line(pos, "museum 1").endswith("tokens yellow 4")
    assert points(pos) == (2 + 2 + 2, 0)


# --- M17: restorations


@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ("b3", {"restore 3 b3"}),
        ("b2", set()),
        ("b4", {"restore 3 b4", "restore 4 b4"}),
        ("b5", {"restore 3 b5", "restore 4 b5", "restore 5 b5"}),
        ("b6", {"restore 3 b6", "restore 4 b6", "restore 5 b6", "restore =6 b6"}),
        ("b2 b2", {"restore 4 b2 b2"}),
        ("b2 b1", set()),
        ("b2 b2 b1", {f"restore {words}" for words in (
            "4 b2 b2 done", "4 b2 b2 b1", "4 b2 b1 b2", "4 b1 b2 b2",
            "5 b2 b2 b1", "5 b2 b1 b2", "5 b1 b2 b2",
        )}),
        ("b1 b1 b1", set()),
    ],
)  # fmt: skip
def test_M17_what_dice_restore(dice: str, found: set[str]) -> None:
    assert restored(dice) == found


def of(fragment: str, moves: set[str]) -> set[str]:
    """Return the dice of the restorations of a fragment."""
    begin = f"restore {fragment} "
    return {move.removeprefix(begin).removesuffix(" done") for move in moves if move.startswith(begin)}


@pytest.mark.parametrize(
    ("fragment", "dice", "found"),
    [
        ("6", "b6", set()),
        ("6", "b3 b3", {"b3 b3"}),
        ("6", "b3 b2", set()),
        ("6", "b4 b2 b1", {"b4 b2", "b2 b4"}),
        ("6", "b2 b2 b2", set()),
        ("=6", "b6 b3", {"b6"}),
        ("=6", "b3 b3", set()),
        ("=6", "b5", set()),
        ("3", "b2 b1", set()),
        ("3", "b6 b3 b2", {"b6", "b3"}),
        ("9", "b6", set()),
        ("9", "b5 b4", {"b5 b4", "b4 b5"}),
        ("9", "b5 b3", set()),
        ("9", "b5 b5", set()),
        ("9", "b4 b4 b1", set()),
        ("9", "b5 b5 b4", {"b5 b4", "b4 b5"}),
        ("9", "b4 b3 b2", {f"b{x} b{y} b{9 - x - y}" for x in (2, 3, 4) for y in {2, 3, 4} - {x}}),
        ("9", "b3 b2 b3", set()),
        ("5", "b4", set()),
        ("5", "b4 b1", {"b4 b1", "b1 b4"}),
    ],
)
def test_M17_what_each_fragment_asks_for(fragment: str, dice: str, found: set[str]) -> None:
    assert of(fragment, restored(dice)) == found


@pytest.mark.parametrize("fragment", ["4", "5", "3", "=6", "6", "9"])
def test_M17_once_each(fragment: str) -> None:
    others = {"4", "5", "3", "=6", "6", "9"} - {fragment}
    moves = legal(drawn("", f"b6 b4 restored {fragment}"), "restore")
    assert {move.split()[1] for move in moves} == others


@pytest.mark.parametrize(
    ("fragment", "neighbours"),
    [("4", "5 3"), ("5", "4 =6"), ("3", "4 =6 6"), ("=6", "5 3 9"), ("6", "3 9"), ("9", "=6 6")],
)
def test_M17_one_point_more_for_each_restored_neighbour(fragment: str, neighbours: str) -> None:
    order = ("4", "5", "3", "=6", "6", "9")
    dice = {"6": "b6 b5", "9": "b6 b5"}.get(fragment, "b6")
    value = dict(zip(order, (4, 5, 3, 7, 6, 10), strict=True))[fragment]
    for others in ({other} for other in order if other != fragment):
        pos = drawn("", f"{dice} restored {' '.join(others)}")
        extra = len(others & set(neighbours.split()))
        assert points(played(pos, f"restore {fragment} {dice}"))[0] == value + extra
    pos = drawn("", f"{dice} restored {' '.join(other for other in order if other != fragment)}")
    assert points(played(pos, f"restore {fragment} {dice}"))[0] == value + len(neighbours.split())


def test_M17_the_dice_are_spent_in_the_order_chosen() -> None:
    pos = drawn("", "b4 b3 b2 y2", acted=True)
    assert line(played(pos, "restore 9 b3 b2 b4"), "cart") == "b3 b2 b4"
    pos = played(pos, "restore 6 b2 b4")
    assert (line(pos, "cart"), stored(pos)) == ("b2 b4", "y2 | - | b3")
    assert "fragments 6" in line(pos, "museum 1")


def test_M17_fragment_4_wins_its_token_others_do_not() -> None:
    pos = played(drawn("", "b4"), "restore 4 b4")
    assert "waiting 1" in line(pos, "seat 0")
    assert line(pos, "museum 1").endswith("fragments 4 | tokens yellow vase")
    assert "waiting 0" in line(played(drawn("", "b4"), "restore 3 b4"), "seat 0")


# --- M18: funding


def test_M18_two_credits_change_a_blue_die_by_one() -> None:
    pos = drawn("", "y3 b3 b5 r4", "b2")
    assert legal(pos, "fund") == {f"fund {die} {way}" for die in ("b3", "b5") for way in ("up", "down")}
    assert stored(played(pos, "fund b3 up")) == "y1 | r4 | b5 b4"
    assert stored(played(pos, "fund b3 down")) == "y1 | r4 | b5 b2"


def test_M18_from_1_to_6() -> None:
    assert legal(drawn("", "y2 b1 b6"), "fund") == {"fund b1 up", "fund b6 down"}


def test_M18_one_credit_is_not_enough() -> None:
    assert kinds(drawn("r1 y1 ..", "y1 b3")) == {"capture", "restore"}
    assert {"fund", "shift"} < kinds(drawn("r1 y1 ..", "y1 y1 b3")), "two on two dice are"


def test_M18_fieldwork_moves_any_die_to_an_adjacent_free_square() -> None:
    pos = drawn("r1 y1", "y2", at="d4", elsewhere="a1 b1", tokens=("d5", "e5"))
    assert legal(pos, "shift") == {
        "shift d4 north",
        "shift d4 west",
        "shift d4 south",
        "shift e4 north",
        "shift e4 east",
        "shift e4 south",
        "shift a1 north",
        "shift a1 east",
    }, "orthogonally; tokens do not block, dice and edges do"


@pytest.mark.parametrize(
    ("direction", "to"), [("north", "d6"), ("east", "e5"), ("south", "d4"), ("west", "c5")]
)
def test_M18_a_shifted_die_arrives(direction: str, to: str) -> None:
    pos = played(drawn("g3", "y4", at="d5"), f"shift d5 {direction}")
    assert (on(pos, "d5"), on(pos, to), stored(pos)) == ("..", "g3", "y2 | - | -")


def test_M18_it_is_no_capture() -> None:
    pos = played(drawn("g3", "y4", at="b3", tokens=("d2",)), "shift b3 east")
    assert on(pos, "c3") == "g3", "no bonus"
    assert "capture f8 east" in legal(pos), "the main action is still to come"
    for tokens in (("c5",), ("", "c5")):
        pos = played(drawn("g3", "y4", "y1", at="b5", tokens=tokens), "shift b5 east")
        assert (due(pos), "raise" in kinds(pos), stored(pos, 2)) == (0, False, "y1 | - | -")


# --- M19: paying


def payments(museum: str, cost: int) -> set[str]:
    """Return the ways to pay for a vase of a value."""
    return legal(played(drawn("", f"{museum} r{cost} vases 1"), f"exhibit r{cost}"), "pay")


def test_M19_each_credit_lowers_a_yellow_die_by_one_split_as_one_likes() -> None:
    assert payments("y6 y3", 2) == {"pay y6:2", "pay y3:2", "pay y6:1 y3:1"}
    assert payments("y6 y4 y2", 2) == {
        "pay y6:2",
        "pay y4:2",
        "pay y2",
        "pay y6:1 y4:1",
        "pay y6:1 y2:1",
        "pay y4:1 y2:1",
    }


def test_M19_a_die_paid_out_in_full_keeps_its_face_and_is_spent() -> None:
    pos = played(drawn("", "y3 y2 r3 vases 1", acted=True), "exhibit r3")
    assert legal(pos) == {"pay y3", "pay y2 y3:1", "pay y3:2 y2:1"}
    done = played(pos, "pay y3")
    assert (line(done, "cart"), stored(done)) == ("y3 r3", "y2 | - | -")
    done = played(pos, "pay y2 y3:1")
    assert (line(done, "cart"), stored(done)) == ("y2 r3", "y2 | - | -")
    done = played(pos, "pay y3:2 y2:1")
    assert (line(done, "cart"), stored(done)) == ("r3", "y1 y1 | - | -")


def test_M19_a_die_lowered_before_is_spent_with_what_it_shows() -> None:
    pos = drawn("", "y4 b1", acted=True)
    pos = played(pos, "fund b1 up")
    assert (line(pos, "cart"), stored(pos)) == ("", "y2 | - | b2")
    pos = played(pos, "fund b2 up")
    assert (line(pos, "cart"), stored(pos)) == ("y2", "- | - | b3")


def test_M19_only_own_yellow_dice_pay() -> None:
    assert legal(drawn("", "r6 b6", "y6 y6"), "exhibit", "shift", "fund") == set()


# --- M20: dig tokens


def winning(**more: Any) -> Position:
    """Return a position in which `restore 4 b4` wins a token."""
    return drawn("", "b4 y1", **more)


def test_M20_a_token_won_is_placed_at_once_on_a_fit_square() -> None:
    pos = played(winning(tokens=("d4", "e4"), elsewhere="d5 y1 e5 y1 f7 r1"), "restore 4 b4")
    fit = set(FIT) - {"d4", "e4", "d5", "e5", "f7"}
    assert legal(pos) == {f"token {square}" for square in fit}, "no die, no token, no rope, no bonus"
    assert ICONS - {"f7"} <= fit


def test_M20_it_stays() -> None:
    pos = played(winning(), "restore 4 b4", "token e7", "capture f8 east", "store")
    assert line(pos, "seat 0").endswith("waiting 0 tokens e7")


def test_M20_a_token_stays_under_the_die_that_lands_on_it() -> None:
    pos = played(drawn("r1 y1 ..", tokens=("c5",)), "capture a5 east", "pass", "store")
    assert line(pos, "seat 0").endswith("tokens c5")
    assert on(pos, "c5") == "r2"


def test_M20_with_no_square_the_token_waits() -> None:
    pos = played(winning(elsewhere=crowded("d4", "e4"), tokens=("d4", "e4")), "restore 4 b4")
    assert (due(pos), kinds(pos)) == (0, {"capture"})
    assert "waiting 1" in line(pos, "seat 0")


CROWDED = crowded("d4", "e4")
"""Dice on all squares fit for tokens but d4 and e4, which have tokens of seat 0."""


def waiting(*counts: int, **more: Any) -> Position:
    settings: dict[str, Any] = {"elsewhere": CROWDED, "tokens": ("d4 e4",), **more}
    return drawn("", waiting=counts, seats=len(counts), **settings)


def test_M20_it_is_placed_as_soon_as_there_is_a_square_before_anything_else() -> None:
    pos = played(waiting(1, 0), "capture b4 east")
    assert line(pos, "next") == "raise", "the die landed on an own token"
    assert legal(pos) == {"token b4", "token c4"}
    pos = played(pos, "token c4")
    assert "waiting 0 tokens c4 d4 e4" in line(pos, "seat 0")
    assert legal(pos) == {"pass", "raise captured"}


def test_M20_even_in_the_turn_of_another() -> None:
    pos = played(waiting(0, 1), "capture b4 east")
    assert (due(pos), legal(pos)) == (1, {"token b4", "token c4"})
    pos = played(pos, "token b4")
    assert (due(pos), legal(pos)) == (0, {"pass", "raise captured"})
    assert line(pos, "seat 1").endswith("waiting 0 tokens b4")


def test_M20_the_active_seat_first_then_clockwise() -> None:
    pos = played(waiting(1, 1, 1, turn=1), "capture e3 west")
    assert (due(pos), legal(pos)) == (1, {"token d3", "token e3"})
    pos = played(pos, "token d3")
    assert line(pos, "seat 2").endswith("waiting 0 tokens e3"), "the only square left, unasked"
    assert "waiting 1" in line(pos, "seat 0"), "no square is left"
    assert (due(pos), legal(pos)) == (1, {"store", "spend"})


def test_M20_several_tokens_of_a_seat_come_one_after_the_other() -> None:
    pos = played(waiting(2, 1), "capture e3 west", "token e3")
    assert line(pos, "seat 0").endswith("waiting 0 tokens d3 e3 d4 e4")
    assert "waiting 1" in line(pos, "seat 1")


def test_M20_fieldwork_makes_room_too() -> None:
    pos = drawn("", "y2", elsewhere=CROWDED, tokens=("d4 e4",), waiting=(0, 1))
    pos = played(pos, "shift d3 west")
    assert line(pos, "seat 1").endswith("waiting 0 tokens d3")


@pytest.mark.parametrize(("square", "beyond", "move"), [("a2", "a3", "south"), ("c3", "b3", "east")])
def test_M20_a_roped_or_bonus_square_that_becomes_free_is_no_room(
    square: str, beyond: str, move: str
) -> None:
    pos = waiting(0, 2, elsewhere=f"{crowded('d3', 'd4', 'e4')} {square} g1", tokens=("d3 d4 e4",))
    pos = played(pos, f"capture {beyond} {move}")
    assert on(pos, square) == ".."
    assert f"waiting 1 tokens {beyond}" in line(pos, "seat 1"), "only where the jumping die was"


# --- M21: the cart


@pytest.mark.parametrize(
    ("cart", "after", "slate"),
    [
        ("", "b4", ""),
        ("y1", "y1 b4", ""),
        ("y1 y2 y3 y4", "y1 y2 y3 y4 b4", ""),
        ("y1 y2 y3 y4 y5", "b4 y1 y2 y3 y4", "y5"),
        ("b4 y1 y2 y3 y4", "b4 b4 y1 y2 y3", "y4"),
    ],
)
def test_M21_the_highest_free_place_else_the_bottom_die_drops(cart: str, after: str, slate: str) -> None:
    pos = played(drawn("", "b4 y2", cart=cart, acted=True), "restore 3 b4")
    assert (line(pos, "cart"), line(pos, "slate")) == (after, slate)


def test_M21_the_sixth_die_pushes_out_the_fifth_the_seventh_the_fourth() -> None:
    pos = drawn("", "b4 b3 b2 y2", cart="y1 y2 y3 y4 y5", acted=True)
    pos = played(pos, "restore 9 b4 b3 b2")
    assert (line(pos, "cart"), line(pos, "slate")) == ("b2 b3 b4 y1 y2", "y3 y4 y5")


def test_M21_faces_stay_as_they_are() -> None:
    pos = played(drawn("", "r5 y6 vases 1", cart="y1 y2 y3 y4 g6", acted=True), "exhibit r5")
    assert (line(pos, "cart"), line(pos, "slate")) == ("r5 y1 y2 y3 y4", "g6")


def test_M21_payment_dice_first_then_the_dice_of_the_action_each_in_the_order_chosen() -> None:
    pos = drawn("", "y3 y2 r4 r1 vases 1", acted=True)
    one = played(pos, "exhibit r4", "add r1", "pay y3 y2")
    other = played(pos, "exhibit r1", "add r4", "pay y2 y3")
    assert (line(one, "cart"), line(other, "cart")) == ("y3 y2 r4 r1", "y2 y3 r1 r4")


def test_M21_the_die_comes_onto_the_slate_of_the_seat_in_turn() -> None:
    cart = "y1 y2 y3 y4 y5"
    pos = played(drawn("r1 b1 ..", "", "y1", cart=cart, turn=1), "capture a5 east", "spend")
    assert (due(pos), line(pos, "slate")) == (1, "y5")
    assert kinds(pos) == {"recycle"}


def test_M21_captured_dice_are_spent_alike() -> None:
    pos = played(drawn("r1 g1 ..", "y2", cart="y1 y2 y3 y4 y5"), "capture a5 east", "spend")
    assert (line(pos, "cart"), line(pos, "slate")) == ("g1 y1 y2 y3 y4", "y5")


# --- M22: recycling


def recycling(slate: str, **more: Any) -> Position:
    return drawn("", stage="recycle", acted=True, slate=slate, **more)


def test_M22_first_to_the_free_roped_squares() -> None:
    pos = recycling("b4", tokens=("d4",), elsewhere="f8 b1 g8 b1 a1 y1")
    assert legal(pos) == {f"recycle b4 {square}" for square in ROPED - {"g8", "a1"}}
    assert on(played(pos, "recycle b4 h8"), "h8") == "b4"


def test_M22_then_onto_own_tokens_without_a_die() -> None:
    more: dict[str, Any] = {"elsewhere": f"{ON_ROPES} d4 y1", "tokens": ("c2 d4 e4", "f4")}
    assert legal(recycling("y4", **more)) == {"recycle y4 c2", "recycle y4 e4"}
    assert legal(recycling("y4", turn=1, **more)) == {"recycle y4 f4"}


def test_M22_the_only_square_is_taken_unasked() -> None:
    pos = drawn("", elsewhere=f"{ON_ROPES} d4 y1", tokens=("c2", "f4"), slate="y4", turn=1, acted=True)
    assert on(played(pos, "end"), "f4") == "y4"


def test_M22_then_onto_any_square_without_a_die() -> None:
    more: dict[str, Any] = {"elsewhere": f"{ON_ROPES} d4 y1", "tokens": ("d4", "f4")}
    pos = recycling("y4", **more)
    free = set(ALL_SQUARES) - ROPED - {"d4"}
    assert legal(pos) == {f"recycle y4 {square}" for square in free}


@pytest.mark.parametrize("square", ["f4", "c3", "e1"])
def test_M22_no_token_of_another_and_no_bonus_follows(square: str) -> None:
    more: dict[str, Any] = {"elsewhere": f"{ON_ROPES} d4 y1", "tokens": ("d4", "f4")}
    pos = drawn("", "y1", "y2", stage="recycle", acted=True, slate="y4", **more)
    pos = played(pos, f"recycle y4 {square}")
    assert (on(pos, square), stored(pos, 2), due(pos)) == ("y4", "y2 | - | -", 1)
    assert line(pos, "next") == "turn"


def test_M22_no_bonus_on_an_own_token() -> None:
    more: dict[str, Any] = {"elsewhere": ON_ROPES, "tokens": ("c2 e4",)}
    pos = played(drawn("", "y1", stage="recycle", acted=True, slate="y4", **more), "recycle y4 e4")
    assert (on(pos, "e4"), stored(pos), due(pos)) == ("y4", "y1 | - | -", 1)


def test_M22_in_the_order_that_one_likes_and_step_by_step() -> None:
    ropes = ON_ROPES.replace("a1 r1", "")
    pos = recycling("y4 r2", elsewhere=ropes, tokens=("d4 e4",))
    assert legal(pos) == {"recycle y4 a1", "recycle r2 a1"}
    pos = played(pos, "recycle r2 a1")
    assert legal(pos) == {"recycle y4 d4", "recycle y4 e4"}
    pos = recycling("y4 r2", elsewhere=ON_ROPES, tokens=("d4 e4",))
    assert legal(pos) == {f"recycle {die} {square}" for die in ("y4", "r2") for square in ("d4", "e4")}
    pos = recycling("y4 r2 r3", elsewhere=ropes, tokens=("d4",))
    pos = played(pos, "recycle y4 a1")
    assert legal(pos) == {"recycle r2 d4", "recycle r3 d4"}
    pos = played(pos, "recycle r3 d4")
    assert "recycle r2 h5" in legal(pos)


# --- M23–M25: track spaces


def reached(track: str, space: int, *museums: str, **more: Any) -> Position:
    """Return the position after the first seat's disc came to a space by a grey 1."""
    before = " ".join(str(space - 1) if name == track else "0" for name in TRACKS)
    return played(digging(1, before, "0 0 0", *museums, **more), f"excavate {track}")


every_track = pytest.mark.parametrize("track", TRACKS)


def among_others(track: str, *faces: int) -> str:
    """Return dice of a track's colour, and two of the other colours."""
    dice = [f"{track[0]}{face}" for face in faces]
    return " ".join((*dice, *(f"{name[0]}3" for name in TRACKS if name != track)))


@every_track
def test_M23_M24_M25_space_1_adds_1_to_a_die_of_the_colour(track: str) -> None:
    colour = track[0]
    museum = among_others(track, 4, 2)
    pos = reached(track, 1, museum, "y1 r1 b1")
    assert legal(pos) == {f"raise {colour}4", f"raise {colour}2"}, "it must be taken"
    pos = played(pos, f"raise {colour}2")
    assert f"{colour}4 {colour}3" in stored(pos)
    assert (line(pos, "cart"), stored(pos, 2)) == ("g1", "y1 | r1 | b1")


@every_track
def test_M23_M24_M25_a_raise_lapses_without_a_die_of_the_colour(track: str) -> None:
    for space in (1, 3, 5):
        museum = among_others(track)
        pos = reached(track, space, museum)
        assert "raise" not in kinds(pos)
        assert line(pos, "cart") == "g1"


@every_track
def test_M23_M24_M25_space_2_places_a_token_of_the_reserve(track: str) -> None:
    pos = reached(track, 2)
    assert kinds(pos) == {"token"}
    assert "reserve 2 waiting 1" in line(pos, "seat 0")
    pos = played(pos, "token d4")
    assert line(pos, "seat 0").endswith("reserve 2 waiting 0 tokens d4")
    assert line(pos, "cart") == "g1"


@every_track
def test_M23_M24_M25_space_3_adds_2_split_as_one_likes(track: str) -> None:
    c = track[0]
    museum = among_others(track, 4, 1)
    pos = reached(track, 3, museum)
    assert legal(pos) == {f"raise {c}4:2", f"raise {c}1:2", f"raise {c}4 {c}1"}
    assert f"{c}5 {c}2" in stored(played(pos, f"raise {c}4 {c}1"))
    assert f"{c}4 {c}3" in stored(played(pos, f"raise {c}1:2"))


@every_track
def test_M23_M24_M25_space_5_adds_3_split_as_one_likes(track: str) -> None:
    c = track[0]
    museum = among_others(track, 3, 1, 1)
    pos = reached(track, 5, museum)
    assert legal(pos) == {
        f"raise {c}3:3",
        f"raise {c}3:2 {c}1",
        f"raise {c}3 {c}1 {c}1",
        f"raise {c}1:3",
        f"raise {c}1:2 {c}1",
    }
    assert f"{c}4 {c}2 {c}2" in stored(played(pos, f"raise {c}3 {c}1 {c}1"))


@every_track
def test_M23_M24_M25_points_past_6_are_lost(track: str) -> None:
    c = track[0]
    pos = reached(track, 5, among_others(track, 5, 1))
    assert legal(pos) == {f"raise {c}5 done", f"raise {c}5 {c}1", f"raise {c}5 {c}1:2", f"raise {c}1:3"}
    pos = reached(track, 5, among_others(track, 5), "y1")
    assert f"{c}6" in stored(pos), "unasked"


@every_track
@pytest.mark.parametrize(("space", "value"), [(4, 3), (6, 5)])
def test_M23_M24_M25_spaces_4_and_6_score(track: str, space: int, value: int) -> None:
    pos = reached(track, space, points=(10, 10))
    assert (points(pos), line(pos, "cart")) == ((10 + value, 10), "g1")


@every_track
def test_M23_M24_M25_space_9_gives_nothing_at_once(track: str) -> None:
    pos = reached(track, 9, "y1 r1 b1")
    assert (points(pos), line(pos, "cart")) == ((0, 0), "g1")
    assert line(pos, "ends").count("0") == 1


def test_M23_blue_7_doubles_blue_dice_in_restorations() -> None:
    pos = reached("blue", 7, "b6 b3 b2")
    assert line(pos, "turn") == "0 after doubled"
    found = legal(pos, "restore")
    assert of("=6", found) == {"b3"}, "all of them: a 6 counts 12"
    assert of("3", found) == {"b6", "b3", "b2"}
    assert {"b3 b2", "b2 b3"} < of("9", found)
    assert {"b2", "b3 b2"} < of("4", found)
    assert "b2" not in of("5", found)
    pos = played(pos, "restore =6 b3")
    assert (line(pos, "cart"), stored(pos), points(pos)) == ("g1 b3", "- | - | b6 b2", (7, 0))
    assert "b2" in of("3", legal(pos)), "for every restoration"


def test_M23_blue_7_doubles_different_dice_for_9_only() -> None:
    assert of("9", legal(reached("blue", 7, "b3 b3 b2"), "restore")) == {"b3 b2", "b2 b3"}
    assert of("6", legal(reached("blue", 7, "b2 b1"), "restore")) == {"b2 b1", "b1 b2"}


def test_M23_blue_7_ends_with_the_turn() -> None:
    pos = played(reached("blue", 7, "b2 b1 y2", "b2", elsewhere="f8 b1 g8 b1 a1 r1 b1 r1"), "end")
    assert line(pos, "turn") == "1 before"
    assert legal(pos, "restore") == set()


def test_M23_blue_7_other_dice_are_not_doubled() -> None:
    pos = reached("blue", 7, "y3 b2 r6")
    assert legal(pos, "exhibit") == set()
    assert {"fund b2 up", "fund b2 down"} <= legal(pos)


def test_M23_blue_8_scores_2_for_each_restored_neighbour_of_one_fragment() -> None:
    pos = reached("blue", 8, "restored 4 5 3 =6 9")
    assert legal(pos) == {f"score {fragment}" for fragment in ("4", "5", "3", "=6", "9")}
    for fragment, neighbours in (("4", 2), ("5", 2), ("3", 2), ("=6", 3), ("9", 1)):
        done = played(pos, f"score {fragment}")
        assert (points(done), line(done, "cart")) == ((2 * neighbours, 0), "g1")


def test_M23_blue_8_lapses_with_nothing_restored() -> None:
    pos = reached("blue", 8, "b6", "restored 4 5")
    assert (points(pos), line(pos, "cart")) == ((0, 0), "g1")


def test_M24_red_7_exhibits_one_die_of_any_value_for_1_credit() -> None:
    pos = reached("red", 7, "y1 y2 r6 r1 r1 vases 2")
    assert legal(pos) == {"exhibit r6", "exhibit r1", "pass"}
    pos = played(pos, "exhibit r6")
    assert legal(pos) == {"pay y1", "pay y2:1"}, "no second vase with it"
    pos = played(pos, "pay y1")
    assert points(pos) == (12 + 3, 0), "its place's reward included"
    assert line(pos, "cart") == "y1 r6 g1"
    assert "vases 3 most 3" in line(pos, "museum 1")


def test_M24_red_7_may_win_the_first_token() -> None:
    pos = played(reached("red", 7, "y1 r6"), "exhibit r6")
    assert kinds(pos) == {"token"}
    assert line(played(pos, "token d4"), "cart") == "y1 r6 g1"


def test_M24_red_7_is_optional() -> None:
    pos = played(reached("red", 7, "y1 r6"), "pass")
    assert (points(pos), line(pos, "cart"), stored(pos)) == ((0, 0), "g1", "y1 | r6 | -")


@pytest.mark.parametrize("museum", ["r6", "y6", "y6 r1 vases 5"])
def test_M24_red_7_lapses_without_money_or_red_die_or_place(museum: str) -> None:
    pos = reached("red", 7, museum)
    assert line(pos, "cart") == "g1", "nobody is asked"


@pytest.mark.parametrize(("vases", "value"), [(2, 4), (3, 6), (4, 8), (5, 10)])
def test_M24_red_8_takes_the_last_vase_back_for_twice_its_place(vases: int, value: int) -> None:
    pos = reached("red", 8, f"y2 r1 vases {vases}")
    assert legal(pos) == {"remove", "pass"}
    done = played(pos, "remove")
    assert (points(done), line(done, "cart")) == ((value, 0), "g1")
    assert f"vases {vases - 1} most {vases}" in line(done, "museum 1")
    again = played(done, "exhibit r1")
    assert points(again) == (value + 2 + value // 2, 0), "it may be exhibited again"


def test_M24_red_8_is_optional() -> None:
    pos = played(reached("red", 8, "vases 3"), "pass")
    assert (points(pos), line(pos, "cart")) == ((0, 0), "g1")
    assert "vases 3 most 3" in line(pos, "museum 1")


@pytest.mark.parametrize("vases", [0, 1])
def test_M24_red_8_not_with_one_vase_or_none(vases: int) -> None:
    pos = reached("red", 8, f"y2 vases {vases}")
    assert (points(pos), line(pos, "cart")) == ((0, 0), "g1")
    assert f"vases {vases}" in line(pos, "museum 1")


def test_M25_yellow_7_swaps_two_dice_with_two_of_the_cart() -> None:
    pos = reached("yellow", 7, "y3 b1", cart="r6 g2 y5 b4 r2")
    assert legal(pos) == {"give y3 b1", "give b1 y3", "pass"}
    pos = played(pos, "give b1 y3")
    assert legal(pos) == {"take 1 3", "take 1 4", "take 1 5", "take 3 4", "take 3 5", "take 4 5"}, (
        "no grey die"
    )
    pos = played(pos, "take 3 5")
    assert stored(pos) == "y5 | r2 | -"
    assert (line(pos, "cart"), line(pos, "slate")) == ("g1 b1 y3 r6 g2", "b4"), (
        "upper places, then the grey 1"
    )


def test_M25_yellow_7_the_order_of_those_given_and_those_left() -> None:
    pos = reached("yellow", 7, "y3 b1", cart="r6 y5 b4")
    assert line(played(pos, "give y3 b1", "take 1 2"), "cart") == "y3 b1 b4 g1"
    assert line(played(pos, "give y3 b1", "take 1 3"), "cart") == "y3 b1 y5 g1"
    assert line(played(pos, "give b1 y3", "take 2 3"), "cart") == "b1 y3 r6 g1"


def test_M25_yellow_7_is_optional() -> None:
    pos = played(reached("yellow", 7, "y3 b1", cart="r6 y5"), "pass")
    assert (line(pos, "cart"), stored(pos)) == ("r6 y5 g1", "y3 | - | b1")


@pytest.mark.parametrize(
    ("museum", "cart"),
    [("y3", "r6 y5"), ("y3 b1", "r6"), ("y3 b1", "r6 g1 g2"), ("", "r6 y5"), ("y3 b1", "")],
)
def test_M25_yellow_7_two_for_two_or_nothing(museum: str, cart: str) -> None:
    pos = reached("yellow", 7, museum, cart=cart)
    assert line(pos, "cart") == f"{cart} g1".strip(), "nobody is asked"


def test_M25_yellow_7_storage_limits_hold_afterwards() -> None:
    pos = reached("yellow", 7, "r1 r1 r1 y3 b1", cart="r5 r6 b2")
    assert legal(pos) == {"give r1 r1", "give r1 y3", "give y3 r1", "give r1 b1", "give b1 r1", "pass"}
    assert legal(played(pos, "give r1 r1")) == {"take 1 2", "take 1 3", "take 2 3"}
    assert legal(played(pos, "give r1 y3")) == {"take 1 3", "take 2 3"}


def test_M25_yellow_7_equal_dice_need_two_of_them() -> None:
    assert "give y3 y3" not in legal(reached("yellow", 7, "y3 b1", cart="r6 y5"))
    assert "give y3 y3" in legal(reached("yellow", 7, "y3 y3", cart="r6 y5", elsewhere="f8 b1 g8 b1"))


def test_M25_yellow_7_a_third_yellow_die_wins_its_token() -> None:
    pos = played(reached("yellow", 7, "y1 r2 b1", cart="y6 y5"), "give r2 b1")
    assert stored(pos) == "y6 y5 y1 | - | -", "the only two are taken unasked"
    assert kinds(pos) == {"token"}
    assert line(pos, "museum 1").endswith("tokens vase 4")
    for museum in ("y1 r2 b1 tokens vase 4", "r2 b1"):
        pos = played(reached("yellow", 7, museum, cart="y6 y5"), "give r2 b1")
        assert "waiting 0" in line(pos, "seat 0")


def test_M25_yellow_8_scores_2_for_each_token_on_the_board_covered_ones_too() -> None:
    pos = reached("yellow", 8, tokens=("d4 c5 f8", "a3 a5"))
    assert (points(pos), line(pos, "cart")) == ((6, 0), "g1")
    assert points(reached("yellow", 8)) == (0, 0)


def test_M25_yellow_8_does_not_count_a_waiting_token() -> None:
    more: dict[str, Any] = {"elsewhere": crowded("d4", "e4"), "tokens": ("d4 e4",), "waiting": (2,)}
    pos = digging(1, "7 0 0", **more)
    assert points(played(pos, "excavate yellow")) == (4, 0)


# --- M26–M28: the end


def ended(*museums: str, **more: Any) -> Position:
    """Return the end of a game in which the last seat of round 14 has nothing left to do."""
    seats = more.get("seats", 2)
    return played(drawn("", *museums, in_round=14, turn=seats - 1, acted=True, **more), "end")


def test_M26_after_14_rounds_the_game_is_over() -> None:
    before = drawn("", in_round=13, turn=1, acted=True)
    assert line(played(before, "end"), "round") == "14"
    assert MARAJOARA.result(played(before, "end")) is None
    first = drawn("", in_round=14, turn=0, acted=True)
    assert due(played(first, "end")) == 1, "the others still have their turns"
    last = ended()
    assert (due(last), result(last).why) == (None, "marajoara.why_rounds")


def test_M26_recycling_comes_before_the_end() -> None:
    pos = played(drawn("", in_round=14, turn=1, acted=True, slate="b4"), "end")
    assert (due(pos), kinds(pos)) == (1, {"recycle"})
    assert due(played(pos, "recycle b4 a1")) is None


def test_M26_the_red_end_counts_vases_shown() -> None:
    museums = ("vases 3 most 5", "vases 1")
    assert points(ended(*museums)) == (7, 5)
    assert points(ended(*museums, discs=("0 9 0", "0 9 0"))) == (7 + 6, 5 + 1)
    assert points(ended(*museums, discs=("0 9 0", "0 9 0"), ends="- | 1 0 | -")) == (7 + 3, 5 + 2)


def test_M26_the_blue_end_counts_restored_fragments() -> None:
    museums = ("restored 4 3 9", "restored 6")
    assert points(ended(*museums)) == (7, 5)
    assert points(ended(*museums, discs=("0 0 9", "0 0 9"))) == (7 + 6, 5 + 1)
    assert points(ended(*museums, discs=("0 0 9", "0 0 9"), ends="- | - | 1 0")) == (7 + 3, 5 + 2)


def test_M26_the_yellow_end_is_10_and_6() -> None:
    assert points(ended(discs=("9 0 0", "9 0 0"), ends="1 0 | - | -")) == (6, 10)
    assert points(ended(discs=("8 8 8", "9 0 0"), points=(1, 2))) == (1, 12), "only the last space counts"


@pytest.mark.parametrize("what", ["vases", "restored"])
@pytest.mark.parametrize(
    ("amounts", "prizes"),
    [
        ((1, 2), (5, 7)),
        ((2, 2), (6, 6)),
        ((1, 0), (7, 0)),
        ((0, 0), (0, 0)),
        ((3, 2, 1), (7, 5, 3)),
        ((2, 1, 1), (7, 4, 4)),
        ((2, 2, 1), (6, 6, 3)),
        ((1, 1, 1), (5, 5, 5)),
        ((2, 0, 1), (7, 0, 5)),
        ((4, 3, 2, 1), (7, 5, 3, 0)),
        ((2, 1, 1, 1), (7, 2, 2, 2)),
        ((2, 2, 1, 1), (6, 6, 1, 1)),
        ((1, 1, 1, 1), (3, 3, 3, 3)),
        ((2, 2, 2, 1), (5, 5, 5, 0)),
        ((3, 2, 1, 1), (7, 5, 1, 1)),
    ],
)
def test_M27_majorities_and_their_ties(what: str, amounts: tuple[int, ...], prizes: tuple[int, ...]) -> None:
    order = ("4", "5", "3", "=6", "6", "9")
    museums = [f"vases {n}" if what == "vases" else " ".join(("restored", *order[:n])) for n in amounts]
    assert points(ended(*museums, seats=len(amounts))) == prizes


def test_M27_once_for_vases_and_once_for_fragments() -> None:
    assert points(ended("vases 1", "restored 4 5")) == (7, 7)
    assert points(ended("vases 1 restored 4", "vases 2")) == (5 + 7, 7)


def test_M28_most_points_win() -> None:
    found = result(ended(seats=3, points=(10, 30, 20)))
    assert (found.points, found.ranks, found.winners) == ((10, 30, 20), (3, 1, 2), (1,))


def test_M28_ties_by_most_money() -> None:
    found = result(ended("y6", "y3 y4", "r6 b6", seats=3, points=(9, 9, 9)))
    assert (found.ranks, found.winners) == ((2, 1, 3), (1,))


def test_M28_money_does_not_beat_points() -> None:
    assert result(ended("y6", points=(8, 9))).winners == (1,)


def test_M28_then_shared() -> None:
    found = result(ended("y6", "y4 y2", "y1", seats=3, points=(9, 9, 9)))
    assert (found.ranks, found.winners) == ((1, 1, 3), (Seat(0), Seat(1)))

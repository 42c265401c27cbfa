"""SCARAB rule by rule, drawn."""

from __future__ import annotations

from collections import Counter

import pytest

from digsite.core.errors import BadOptions, IllegalMove
from digsite.core.names import Position, Seat
from digsite.games.scarab.record import ANKH
from tests.games.scarab.drawn import SCARAB, drawn, legal, played
from tests.support import deal


def box(pos: Position) -> Counter[int]:
    return Counter(pos[0]["stone"].tolist())


# --- material and deal


def test_S1_the_full_board_has_six_of_each_value_three_ankhs_and_the_priest() -> None:
    pos = deal(SCARAB, 2, seed=1)
    values = [value for value in range(-8, 9) if value]
    assert box(pos) == Counter(dict.fromkeys(values, 6)) + Counter({ANKH: 3, 0: 1})
    assert pos[0]["stone"][pos[0]["priest"]] == 0


def test_S1_the_deal_is_random_and_depends_on_the_rng_alone() -> None:
    assert SCARAB.text(deal(SCARAB, 2, seed=1)) == SCARAB.text(deal(SCARAB, 2, seed=1))
    assert SCARAB.text(deal(SCARAB, 2, seed=1)) != SCARAB.text(deal(SCARAB, 2, seed=2))


def test_S2_the_short_game_has_sixty_stones_on_the_inner_squares() -> None:
    pos = deal(SCARAB, 2, seed=1, board="short")
    values = [value for value in range(-8, 9) if value]
    each = {value: 3 if abs(value) <= 2 else 4 for value in values}
    rim = 36
    assert box(pos) == Counter(each) + Counter({ANKH: 3, 0: 1 + rim})
    drawn_rows = SCARAB.text(pos).split("stones\n")[1].splitlines()
    assert [len(row.split()) for row in drawn_rows] == [8] * 8


@pytest.mark.parametrize("board", ["full", "short"])
def test_S3_eight_stones_have_a_star_in_the_short_game_too(board: str) -> None:
    pos = deal(SCARAB, 2, seed=1, board=board, deflection="yes")
    starred = pos[0]["stone"][pos[0]["star"] != 0].tolist()
    assert sorted(starred) == [-8, -6, -4, -2, 2, 4, 6, 8]


# --- a move


def test_S4_any_distance_over_stones_and_gaps_but_only_onto_a_stone() -> None:
    pos = drawn("P +1 . -2 . . +3")
    assert legal(pos) == {"go c2", "go e2", "go h2"}


def test_S4_the_priest_never_stays() -> None:
    assert "go b2" not in legal(drawn("P +1"))


def test_S5_the_first_move_chooses_row_or_column() -> None:
    pos = drawn(
        """
        +1 .
        P  -2
        """,
        line="either",
    )
    assert legal(pos) == {"go b3", "go c2"}


def test_S5_the_first_move_does_not_end_on_an_ankh() -> None:
    assert legal(drawn("P A +1", line="either")) == {"go d2"}
    assert legal(drawn("P A +1", line="row")) == {"go c2", "go d2"}


def test_S6_directions_alternate() -> None:
    pos = drawn(
        """
        +4 -3 .
        P  +2 +1
        """
    )
    pos = played(pos, "go c2")
    assert legal(pos) == {"go c3"}, "after a row the column"
    pos = played(pos, "go c3")
    assert legal(pos) == {"go b3"}, "after a column the row"


def test_S7_the_stone_is_taken_and_lies_open() -> None:
    pos = played(drawn("P +5 -1"), "go c2")
    assert "hand 0 +5" in SCARAB.text(pos)
    assert "+5" not in SCARAB.text(pos).split("stones")[1]
    assert SCARAB.points(pos) == (5, 0)


def test_S8_there_is_no_passing() -> None:
    pos = drawn("P -8")
    assert legal(pos) == {"go c2"}
    with pytest.raises(IllegalMove):
        SCARAB.play(pos, Seat(0), SCARAB.read_move(pos, "keep"))


def test_S9_an_ankh_lets_its_taker_put_one_own_stone_on_a_free_square() -> None:
    pos = played(drawn("P A +1", "-8 +2", "-7"), "go c2")
    assert SCARAB.movers(pos) == (0,)
    puts = {move.split()[1] for move in legal(pos) - {"keep"}}
    assert puts == {"-8", "+2"}, "own stones only"
    squares = {move.split()[2] for move in legal(pos) - {"keep"}}
    assert "b2" in squares, "where the priest came from is free"
    assert "c2" not in squares, "where it stands is not"
    assert "d2" not in squares, "nor is a stone's square"
    assert "a1" not in squares, "nor is the rim"


def test_S9_the_stone_put_back_leaves_the_hand_and_the_ankh_the_game() -> None:
    pos = played(drawn("P A +1", "-8 +2"), "go c2", "put -8 c9")
    assert "hand 0 +2" in SCARAB.text(pos)
    assert SCARAB.points(pos) == (2, 0)
    assert ANKH not in box(pos)
    assert legal(pos) == {"go c9"}
    assert SCARAB.movers(pos) == (1,)


def test_S9_putting_back_is_optional() -> None:
    pos = played(drawn("P A +1", "-8"), "go c2", "keep")
    assert "hand 0 -8" in SCARAB.text(pos)


def test_S9_a_starred_stone_keeps_its_star() -> None:
    pos = played(drawn("P A +1", "-8* -8", variants="deflection"), "go c2")
    assert {"put -8 b2", "put -8* b2"} <= legal(pos), "two kinds, two choices"
    pos = played(pos, "put -8* b2")
    assert "-8*" in SCARAB.text(pos).split("stones")[1]
    assert "hand 0 -8\n" in SCARAB.text(pos)


def test_S9_with_nothing_to_put_back_nobody_is_asked() -> None:
    pos = drawn(
        """
        . +3
        P A
        """,
        "",
        "-8",
    )
    assert SCARAB.movers(played(pos, "go c2")) == (1,)


def test_S9_a_partners_stones_are_not_ones_own() -> None:
    pos = drawn(
        """
        . +3
        P A
        """,
        "",
        "-8",
        variants="teams",
    )
    assert SCARAB.movers(played(pos, "go c2")) == (1,)


# --- the end


def test_S10_the_game_ends_when_the_line_is_empty() -> None:
    pos = drawn(
        """
        . . +3
        P +1 .
        """
    )
    pos = played(pos, "go c2")
    assert SCARAB.movers(pos) == ()
    result = SCARAB.result(pos)
    assert result is not None
    assert result.why == "scarab.why_no_stone_in_line"


def test_S10_the_game_ends_when_no_scarab_is_left_though_ankhs_are() -> None:
    pos = drawn(
        """
        . A
        P +1
        """
    )
    result = SCARAB.result(played(pos, "go c2"))
    assert result is not None
    assert result.why == "scarab.why_no_scarab_left"


def test_S10_nobody_goes_on_to_an_ankh_after_the_last_scarab() -> None:
    pos = drawn("P A", "+1")
    for seat in (Seat(0), Seat(1)):
        with pytest.raises(IllegalMove) as refusal:
            SCARAB.play(pos, seat, SCARAB.read_move(pos, "go c2"))
        assert refusal.value.code == "game_over"


def test_S10_a_pending_ankh_is_decided_first_and_may_keep_the_game_going() -> None:
    pos = drawn(
        """
        . . . +1
        P A . .
        """,
        "-8",
    )
    pos = played(pos, "go c2")
    assert SCARAB.result(pos) is None
    assert SCARAB.result(played(pos, "keep")) is not None
    assert SCARAB.movers(played(pos, "put -8 c5")) == (1,)
    assert SCARAB.movers(played(pos, "put -8 d5")) == (), "not in the column due"


def test_S11_the_highest_sum_wins() -> None:
    result = SCARAB.result(drawn("P", "+8 -1", "+6"))
    assert result is not None
    assert (result.points, result.ranks, result.winners) == ((7, 6), (1, 2), (0,))


@pytest.mark.parametrize(
    ("hands", "winners"),
    [
        (("+8 -8", "+7 -7"), (0,)),
        (("+7 +1", "+7 +2 -1"), (1,)),
        (("+8* +1", "+8 +2 -1"), (1,)),
        (("+5 -2", "+5 -1 -1"), (0, 1)),
    ],
)
def test_S11_equal_sums_are_told_apart_by_the_highest_stones(
    hands: tuple[str, str], winners: tuple[int, ...]
) -> None:
    result = SCARAB.result(drawn("P", *hands, variants="deflection"))
    assert result is not None
    assert result.winners == winners


@pytest.mark.parametrize("value", range(1, 9))
def test_S11_down_to_the_ones(value: int) -> None:
    higher = " ".join(f"+{more}" for more in range(8, value, -1))
    result = SCARAB.result(drawn("P", higher, f"{higher} +{value} -{value}"))
    assert result is not None
    assert result.points[0] == result.points[1]
    assert (result.ranks, result.winners) == ((2, 1), (1,))


def test_S11_the_same_order_ranks_the_lower_places() -> None:
    result = SCARAB.result(drawn("P", "+1", "+8", "+3 +2", "+5"))
    assert result is not None
    assert result.ranks == (4, 1, 3, 2)


# --- variants


def test_S12_a_move_may_turn_on_a_star_that_it_passes_over() -> None:
    pos = drawn(
        """
        .  +5 .  .
        .  .  .  .
        P  +2* . -3
        .  -4 .  .
        """,
        variants="deflection",
    )
    assert legal(pos) == {"go c3", "go e3", "go via c3 c2", "go via c3 c5"}


def test_S12_the_star_stays_and_the_next_line_is_across_the_last_leg() -> None:
    pos = drawn(
        """
        +1 +5 +7
        P  +2* .
        """,
        variants="deflection",
    )
    pos = played(pos, "go via c2 c3")
    assert "+2*" in SCARAB.text(pos).split("stones")[1]
    assert {move for move in legal(pos) if "via" not in move} == {"go b3", "go d3"}


def test_S12_no_turn_ends_on_its_star() -> None:
    pos = drawn("P +2* +1", variants="deflection")
    for turn in ("go via c2 c2", "go via b2 c2", "go via c2 d2"):
        with pytest.raises(IllegalMove):
            played(pos, turn)


def test_S12_only_one_turn_in_a_move() -> None:
    pos = drawn(
        """
        .  +5* +6
        P  +2* .
        """,
        variants="deflection",
    )
    assert legal(pos) == {"go c2", "go via c2 c3"}


def test_S12_ending_on_the_star_gives_no_turn() -> None:
    pos = played(drawn("P +2* +1", variants="deflection"), "go c2")
    assert "hand 0 +2*" in SCARAB.text(pos)
    assert SCARAB.text(pos).splitlines()[-1].split()[:2] == [".", "P"]


def test_S12_the_first_move_may_turn_too_but_not_onto_an_ankh() -> None:
    pos = drawn(
        """
        .  A  +1
        .  .  .
        P  +2* .
        +3 .  .
        """,
        line="either",
        variants="deflection",
    )
    assert legal(pos) == {"go b2", "go c3"}
    pos = drawn(
        """
        .  +8 .
        P  +2* .
        """,
        line="either",
        variants="deflection",
    )
    assert legal(pos) == {"go c2", "go via c2 c3"}


def test_S12_without_the_variant_there_are_no_stars() -> None:
    assert deal(SCARAB, 2, seed=1)[0]["star"].sum() == 0


def test_S13_teams_are_for_four() -> None:
    options = SCARAB.options({"teams": "yes"})
    assert SCARAB.seat_counts(options) == (4,)
    with pytest.raises(BadOptions):
        deal(SCARAB, 3, seed=1, teams="yes")


def test_S13_partners_move_directly_after_each_other_and_pool_their_stones() -> None:
    pos = drawn("P", "+8", "-8", "+3", "+1", variants="teams")
    assert SCARAB.sides(pos) == (0, 0, 1, 1)
    result = SCARAB.result(pos)
    assert result is not None
    assert (result.points, result.ranks, result.winners) == ((8, -8, 3, 1), (3, 3, 1, 1), (2, 3))


def test_S13_ties_of_teams_count_the_pooled_stones() -> None:
    result = SCARAB.result(drawn("P", "+4", "+4", "+8", "", variants="teams"))
    assert result is not None
    assert result.winners == (2, 3)

"""Scarabya rule by rule, drawn."""

from __future__ import annotations

import pytest

from digsite.core.errors import BadOptions, IllegalMove
from digsite.core.fair import Fair
from digsite.core.names import CHANCE, Position, Seat
from digsite.games.scarabya import boards, kernel, tiles
from digsite.games.scarabya.record import GRID, LETTERS, SIDE
from digsite.games.scarabya.squares import names
from tests.games.scarabya.drawn import (
    FIRST,
    SCARABYA,
    SECOND,
    drawn,
    legal,
    onto,
    places,
    played,
)
from tests.support import deal, random_moves, random_positions

CENTRE = {"e5", "f5", "e6", "f6"}
SITES = list(boards.all_arrangements())


def last(pos: Position, seed: int = 1) -> Position:
    """Play at random to the end."""
    *_, end = random_positions(SCARABYA, pos, seed)
    return end


def closed(pos: Position, site: int = 0) -> set[str]:
    return set(names(pos[0]["closed"][site]))


# --- material


def free_pentominoes() -> set[frozenset[tuple[str, ...]]]:
    """Grow all shapes of five squares from one; turned or flipped they are the same."""
    shapes = {frozenset({(0, 0)})}
    for _ in range(4):
        shapes = {
            shape | {(x + dx, y + dy)}
            for shape in shapes
            for x, y in shape
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (x + dx, y + dy) not in shape
        }
    return {frozenset(tiles.poses(" ".join(picture(shape)))) for shape in shapes}


def picture(shape: frozenset[tuple[int, int]]) -> list[str]:
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return [
        "".join("#" if (x, y) in shape else "." for x in range(min(xs), max(xs) + 1))
        for y in range(min(ys), max(ys) + 1)
    ]


def test_Y1_the_tiles_are_the_twelve_free_pentominoes() -> None:
    assert len(tiles.POSES) == 12
    assert {frozenset(looks) for looks in tiles.POSES} == free_pentominoes()


def test_Y1_there_is_a_card_for_each_tile() -> None:
    pos = deal(SCARABYA, 1, seed=1)
    assert legal(pos, CHANCE) == [f"draw {letter}" for letter in LETTERS]


def test_Y2_four_boards_in_any_order_and_rotation_form_6144_different_sites() -> None:
    drawings = {boards.drawn_site(boards.DEFAULT, arrangement) for arrangement in SITES}
    assert len(drawings) == len(SITES) == 6144


def test_Y2_every_quarter_has_six_scarabs_and_two_rocks() -> None:
    for arrangement in SITES:
        for quarter in boards.quarters(boards.drawn_site(boards.DEFAULT, arrangement)):
            marks = "".join(quarter)
            assert (marks.count("S"), marks.count("R")) == (6, 2)


def test_Y2_boards_lie_from_north_west_to_south_east_and_turn_clockwise() -> None:
    assert boards.drawn_site(boards.DEFAULT, boards.read_arrangement("A0 B1 C2 D3")) == (
        ".S..." + ".S..S",
        "..RS." + "...R.",
        "S...S" + "..S..",
        "..S.." + "S.S.S",
        ".R..S" + ".R...",
        ".S..S" + "..S..",
        ".R..." + "S...S",
        "...S." + ".R.S.",
        "S.R.S" + ".S..R",
        "..S.." + "..S..",
    )


def test_Y2_the_deal_is_random_and_depends_on_the_rng_alone() -> None:
    texts = {SCARABYA.text(deal(SCARABYA, 1, seed)) for seed in range(20)}
    assert len(texts) == 20
    assert SCARABYA.text(deal(SCARABYA, 1, seed=1)) in texts


def test_Y2_a_deal_lays_the_boards_of_its_site_option() -> None:
    pos = deal(SCARABYA, 1, seed=1, site="a0  b1 c2 d3")
    rows = [line.replace(" ", "") for line in SCARABYA.text(pos).splitlines()[3:13]]
    assert tuple(rows) == boards.drawn_site(boards.DEFAULT, boards.read_arrangement("A0 B1 C2 D3"))


def test_Y3_the_92_open_squares_of_every_site_are_one_region() -> None:
    for low, high in boards.all_rocks(boards.DEFAULT):
        rocks = int(low) | int(high) << 50
        assert (100 - rocks.bit_count(), region_size(rocks)) == (92, 92)


def region_size(rocks: int) -> int:
    """Return how many open squares are joined to the first one."""
    everywhere, not_a, not_j = (
        sum(1 << s for s in range(100) if s % SIDE != column) for column in (-1, 0, SIDE - 1)
    )
    free, region, grown = everywhere & ~rocks, 0, 0
    grown = free & -free
    while grown != region:
        region = grown
        grown |= (region << 1 & not_a) | (region >> 1 & not_j) | region << SIDE | region >> SIDE
        grown &= free
    return region.bit_count()


def test_Y3_no_rock_of_any_site_lies_on_a_centre_square() -> None:
    for pair in boards.all_rocks(boards.DEFAULT):
        assert not CENTRE & set(names(pair))


def test_Y3_on_every_site_every_tile_can_be_laid_first() -> None:
    assert kernel.first_bad_site(boards.all_rocks(boards.DEFAULT)) == -1


def test_Y4_there_are_63_poses_and_4096_placements() -> None:
    assert sum(map(len, tiles.POSES)) == 63
    assert len(tiles.ALL) == len({placement.squares for placement in tiles.ALL}) == 4096


def test_Y4_poses_are_turned_clockwise_then_flipped() -> None:
    assert tiles.POSES[LETTERS.index("F")][:2] == [(".##", "##.", ".#."), (".#.", "###", "..#")]
    assert tiles.POSES[LETTERS.index("F")][4] == ("##.", ".##", ".#.")
    assert [len(looks) for looks in tiles.POSES] == [8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4]


# --- placing


def test_Y5_a_tile_covers_five_squares_inside_the_frame() -> None:
    pos = drawn("", "I")
    assert len(legal(pos)) == 24
    assert all(len(place) == 5 for place in places(pos))
    assert {"a5", "b5", "c5", "d5", "e5"} in places(pos)


def test_Y5_not_over_a_rock() -> None:
    pos = drawn(
        """
        . . . . R . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        """,
        "I",
    )
    places_in_column_e = [place for place in places(pos) if place <= {f"e{row}" for row in range(1, 11)}]
    assert sorted(map(sorted, places_in_column_e)) == [
        ["e10", "e6", "e7", "e8", "e9"],
        ["e5", "e6", "e7", "e8", "e9"],
    ]


def test_Y5_not_over_another_tile() -> None:
    pos = drawn(
        """
        . . . . X . . . . .
        . . . X X X . . . .
        . . . . X . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        """,
        "I",
    )
    covered = {"e3", "d4", "e4", "f4", "e5"}
    assert set(names(pos[0]["covered"][0])) == covered
    assert not any(place & covered for place in places(pos))


def test_Y5_over_scarabs_is_allowed() -> None:
    pos = drawn("\n".join(["S S S S S S S S S S"] * 10), "X")
    assert len(legal(pos)) == 12
    assert SCARABYA.brings(pos, FIRST, SCARABYA.read_move(pos, "X0 e4"))["buries"] == 5


def test_Y6_the_first_tile_covers_a_centre_square() -> None:
    for letter in LETTERS:
        pos = drawn("", letter)
        bare = [placement for placement in tiles.ALL if LETTERS[placement.tile] == letter]
        central = [p.text for p in bare if CENTRE & {GRID.name(square) for square in p.squares}]
        assert legal(pos) == central


CRAMPED = """
        R R R R R R R R R R
        R R R R R R R R R R
        R R R R R R R R R R
        R R R . . R R R R R
        R R R . . R R R R R
        R R R R . R R R R R
        R R R R R R R R R R
        . . . . . . R R R R
        S S . . . . R R R R
        . . . . . . R R R R
        """
"""Only P fits onto the centre. The space below holds any tile, but nothing leads there."""


def test_Y6_a_discarded_tile_does_not_count_as_the_first() -> None:
    pos = played(drawn(CRAMPED), "draw I", "draw X", "draw P")
    assert places(pos) == [{"e5", "d6", "e6", "d7", "e7"}]


PLUS = """
        . . . . . . . . . .
        . . . . X . . . . .
        . . . X X X . . . .
        . . . . X . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        """


def test_Y7_a_later_tile_shares_a_side() -> None:
    pos = drawn(PLUS, "I")
    assert {"a5", "b5", "c5", "d5", "e5"} not in places(pos)
    assert {"a4", "b4", "c4", "d4", "e4"} not in places(pos)
    assert {"a6", "b6", "c6", "d6", "e6"} not in places(pos)
    assert {"g1", "g2", "g3", "g4", "g5"} in places(pos)


def test_Y7_a_corner_is_not_enough() -> None:
    pos = drawn(PLUS, "I")
    assert {"g6", "h6", "i6", "j6", "f6"} in places(pos)
    assert {"f7", "g7", "h7", "i7", "j7"} not in places(pos)
    assert {"e2", "f2", "g2", "h2", "i2"} not in places(pos)


def test_Y7_the_centre_no_longer_matters() -> None:
    pos = drawn(PLUS, "I")
    assert any(not place & CENTRE for place in places(pos))


def test_Y8_a_tile_that_can_be_placed_must_be() -> None:
    pos = played(drawn(CRAMPED), "draw P")
    assert SCARABYA.movers(pos) == (FIRST,)
    assert legal(pos) == ["P4 e5"]
    with pytest.raises(IllegalMove):
        played(pos, "draw X")


def test_Y8_one_that_cannot_be_placed_is_discarded_unasked_and_it_is_told() -> None:
    before = drawn(CRAMPED, seats=2)
    move = SCARABYA.read_move(before, "draw X")
    after = SCARABYA.play(before, CHANCE, move)
    assert SCARABYA.movers(after) == (CHANCE,)
    assert SCARABYA.tell(before, CHANCE, move, after, None) == [
        {"what": "draw", "tile": "X"},
        {"what": "discard", "seat": 0, "tile": "X"},
        {"what": "discard", "seat": 1, "tile": "X"},
    ]
    assert "draw X" not in legal(after, CHANCE)


# --- excavation areas


def corridor(row: str) -> str:
    """Return a picture with this row as row 5, rocks above and below it up to column d, and room beyond."""
    bare = " ".join("." * SIDE)
    return "\n".join((*[bare] * 3, "R R R R", row, "R R R R", *[bare] * 3))


def scored(picture: str, card: str, squares: str) -> tuple[int, set[str]]:
    """Lay a tile onto a picture; return the points it brings and the squares it closes."""
    pos = drawn(picture, card)
    after = played(pos, onto(pos, squares))
    return SCARABYA.points(after)[0] - SCARABYA.points(pos)[0], closed(after) - closed(pos)


@pytest.mark.parametrize(
    ("row", "points", "area"),
    [
        ("R R R S", 1, {"d5"}),
        ("R R S .", 2, {"c5", "d5"}),
        ("R S . .", 3, {"b5", "c5", "d5"}),
        ("S . . .", 4, {"a5", "b5", "c5", "d5"}),
        ("S S . S", 12, {"a5", "b5", "c5", "d5"}),
        (". . . .", 0, {"a5", "b5", "c5", "d5"}),
    ],
)
def test_Y9_each_scarab_is_worth_the_size_of_its_area(row: str, points: int, area: set[str]) -> None:
    assert scored(corridor(row), "I", "e4 e5 e6 e7 e8") == (points, area)


def test_Y9_five_squares_are_no_area() -> None:
    wider = corridor("S . . . .").replace("R R R R", "R R R R R")
    assert scored(wider, "I", "f4 f5 f6 f7 f8") == (0, set())


def test_Y9_tiles_alone_close_an_area_in() -> None:
    picture = """
        . . . U S U . . . .
        . . . U U U . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        """
    assert scored(picture, "I", "c7 d7 e7 f7 g7") == (1, {"e6"})


def test_Y9_a_gap_leaves_it_open() -> None:
    picture = corridor("R R R S").replace("R R R R", "R R R .", 1)
    assert scored(picture, "I", "e1 e2 e3 e4 e5") == (0, set())


def test_Y9_squares_are_not_joined_at_a_corner() -> None:
    picture = corridor("R R R S").replace("R R R R", "R R S R", 1)
    picture = picture.replace(". . . . . . . . . .\nR R S R", "R R R R\nR R S R")
    assert closed(drawn(picture)) == {"c6"}
    assert scored(picture, "I", "e4 e5 e6 e7 e8") == (1, {"d5"})


TWO_AREAS = """
        . . . . . R . . . .
        . . . . . S R . . .
        R R R R . R . . . .
        . S . . . . . . . .
        R R R R . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        """


def test_Y9_one_tile_may_close_several_areas() -> None:
    pos = drawn(TWO_AREAS, "I")
    move = SCARABYA.read_move(pos, onto(pos, "e4 e5 e6 e7 e8"))
    assert SCARABYA.brings(pos, FIRST, move) == {
        "points": 5,
        "areas": [
            {"squares": ["a5", "b5", "c5", "d5"], "scarabs": 1, "points": 4},
            {"squares": ["f7"], "scarabs": 1, "points": 1},
        ],
        "covers": ["e4", "e5", "e6", "e7", "e8"],
        "buries": 0,
    }
    assert scored(TWO_AREAS, "I", "e4 e5 e6 e7 e8") == (5, {"a5", "b5", "c5", "d5", "f7"})


def test_Y10_no_tile_is_ever_laid_on_an_area() -> None:
    pos = drawn(TWO_AREAS, "I")
    pos = played(pos, onto(pos, "e4 e5 e6 e7 e8"))
    for card in SCARABYA.legal(pos, CHANCE):
        turned = SCARABYA.play(pos, CHANCE, card)
        assert not any(place & closed(pos) for place in places(turned))


def test_Y10_covered_scarabs_and_those_in_larger_spaces_are_worth_nothing() -> None:
    picture = "\n".join(["S S S S S S S S S S"] * SIDE)
    assert scored(picture, "X", "e4 d5 e5 f5 e6") == (0, set())


def test_Y11_no_supply_of_tokens_runs_out() -> None:
    pos = drawn(corridor("S S S S"), "I", seats=4)
    pos = played(pos, *[onto(pos, "e4 e5 e6 e7 e8")] * 4)
    assert SCARABYA.points(pos) == (16, 16, 16, 16)


WALLED_OFF = """
        S R . . . . . . . .
        R . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        """


def test_Y12_an_area_closed_before_any_tile_counts_for_all_in_the_base_game() -> None:
    pos = drawn(WALLED_OFF, seats=3)
    assert SCARABYA.points(pos) == (1, 1, 1)
    assert [closed(pos, site) for site in range(3)] == [{"a10"}] * 3


def test_Y12_and_for_nobody_in_a_duel() -> None:
    pos = drawn(WALLED_OFF, mode="duel", seats=2)
    assert SCARABYA.points(pos) == (0, 0)
    assert closed(pos) == {"a10"}


# --- the base game

POCKET = """
        R R R R R R R R R R
        R R R R R R R R R R
        R R R R R R R R R R
        R R . . . . . R R R
        R R . . . . . R R R
        R R . . . . . R R R
        R R R R R R R R R R
        R R R R R R R R R R
        . . . R R R R R R R
        . S S R R R R R R R
        """
"""I on the middle row leaves no room for any other tile, I on the lowest row leaves two rows."""

LOWEST, MIDDLE = "c5 d5 e5 f5 g5", "c6 d6 e6 f6 g6"


def test_Y13_everyone_has_the_same_site() -> None:
    pos = played(deal(SCARABYA, 4, seed=3), "draw Y")
    assert SCARABYA.movers(pos) == (0, 1, 2, 3)
    assert all(legal(pos, Seat(seat)) == legal(pos) for seat in range(4))


def test_Y13_sites_change_when_all_have_placed_and_not_before() -> None:
    pos = drawn(POCKET, "I", seats=2)
    pos = SCARABYA.play(pos, SECOND, SCARABYA.read_move(pos, onto(pos, LOWEST)))
    assert not pos[0]["covered"].any()
    assert SCARABYA.movers(pos) == (FIRST,)
    pos = played(pos, onto(pos, MIDDLE))
    assert [names(pos[0]["covered"][site]) for site in range(2)] == [MIDDLE.split(), LOWEST.split()]
    assert SCARABYA.movers(pos) == (CHANCE,)


def test_Y13_the_round_ends_when_all_have_placed_or_discarded() -> None:
    pos = drawn(POCKET, "I", seats=2)
    pos = played(pos, onto(pos, MIDDLE), onto(pos, LOWEST), "draw P")
    assert SCARABYA.movers(pos) == (SECOND,)
    assert SCARABYA.movers(played(pos, legal(pos, SECOND)[0])) == (CHANCE,)
    assert "P | - | ." in SCARABYA.text(pos)


def test_Y13_a_placement_stays_hidden_until_the_round_ends() -> None:
    before = drawn(POCKET, "I", seats=3)
    move = SCARABYA.read_move(before, onto(before, LOWEST))
    pos = SCARABYA.play(before, FIRST, move)
    assert "I | I1 c5 | . | ." in SCARABYA.text(SCARABYA.view(pos, FIRST))
    assert "I | ? | . | ." in SCARABYA.text(SCARABYA.view(pos, SECOND))
    assert "I | ? | . | ." in SCARABYA.text(SCARABYA.view(pos, None))
    assert SCARABYA.tell(before, FIRST, move, pos, FIRST)[0]["at"] == "c5"
    assert SCARABYA.tell(before, FIRST, move, pos, SECOND) == [{"what": "chosen", "seat": 0}]


def test_Y13_the_rounds_last_move_tells_all_of_it() -> None:
    pos = drawn(POCKET, "I", seats=3)
    before = played(pos, onto(pos, LOWEST), onto(pos, MIDDLE))
    move = SCARABYA.read_move(before, onto(pos, LOWEST))
    after = SCARABYA.play(before, Seat(2), move)
    heard = {
        to: [h["seat"] for h in SCARABYA.tell(before, Seat(2), move, after, to) if h["what"] == "lay"]
        for to in (Seat(0), Seat(1), Seat(2), None)
    }
    assert heard == {0: [1, 2], 1: [0, 2], 2: [0, 1, 2], None: [0, 1, 2]}


def test_Y14_every_card_of_the_deck_is_as_likely_as_the_others() -> None:
    pos = deal(SCARABYA, 1, seed=1)
    pos = played(pos, "draw X", legal(played(pos, "draw X"))[0])
    assert legal(pos, CHANCE) == [f"draw {letter}" for letter in "FILNPTUVWYZ"]
    assert SCARABYA.weights(pos) == [1] * 11


def test_Y14_the_order_is_nowhere_in_a_position() -> None:
    pos = played(deal(SCARABYA, 1, seed=1), "draw X")
    assert pos[0]["order"].tolist() == [LETTERS.index("X"), *[-1] * 11]


def test_Y15_one_may_play_the_base_game_alone_for_points() -> None:
    pos = last(deal(SCARABYA, 1, seed=5))
    result = SCARABYA.result(pos)
    assert result is not None
    assert result.winners == (FIRST,)
    assert result.points == SCARABYA.points(pos)
    assert result.points[0] > 0


@pytest.mark.parametrize("seed", range(10))
def test_Y16_the_highest_total_after_the_twelfth_card_wins(seed: int) -> None:
    pos = last(deal(SCARABYA, 3, seed), seed)
    result = SCARABYA.result(pos)
    assert result is not None
    assert pos[0]["drawn"] == 12
    assert all((seat in result.winners) == (n == max(result.points)) for seat, n in enumerate(result.points))
    assert [result.ranks[seat] for seat in result.winners] == [1] * len(result.winners)


def test_Y16_a_tie_is_a_shared_win() -> None:
    pos = deal(SCARABYA, 2, seed=1)
    while due := SCARABYA.movers(pos):
        pos = played(pos, *[legal(pos, due[0])[-1]] * len(due))
    result = SCARABYA.result(pos)
    assert result is not None
    assert (result.ranks, result.winners) == ((1, 1), (FIRST, SECOND))


def test_Y16_ranks_leave_out_as_many_places_as_are_shared() -> None:
    pos = drawn(TWO_AREAS, "I", seats=3)
    far = onto(pos, "f1 f2 f3 f4 f5")
    pos = played(pos, far, onto(pos, "e4 e5 e6 e7 e8"), onto(pos, "e4 e5 e6 e7 e8"))
    pos[0]["deck"] = 0
    result = SCARABYA.result(pos)
    assert result is not None
    assert (result.points, result.ranks) == ((0, 5, 5), (3, 1, 1))


# --- one-on-one


def test_Y17_two_lay_one_set_of_tiles_in_turn_on_one_site() -> None:
    pos = deal(SCARABYA, 2, seed=2, mode="duel")
    for number in range(6):
        pos = SCARABYA.play(pos, CHANCE, SCARABYA.legal(pos, CHANCE)[0])
        assert SCARABYA.movers(pos) == (number % 2,)
        seat = SCARABYA.movers(pos)[0]
        assert not legal(pos, Seat(1 - seat))
        pos = played(pos, legal(pos, seat)[0])
        assert len(names(pos[0]["covered"][0])) == 5 * (number + 1)


def test_Y17_who_cannot_place_a_tile_turns_the_next_card() -> None:
    pos = played(drawn(CRAMPED, mode="duel", seats=2), "draw X", "draw I", "draw P")
    assert SCARABYA.movers(pos) == (FIRST,)
    assert [row for row in SCARABYA.text(pos).splitlines() if " | " in row] == [
        "X | - | .",
        "I | - | .",
        "P | . | .",
    ]


def test_Y17_until_the_deck_is_out() -> None:
    pos = played(drawn(CRAMPED, mode="duel", seats=2), "draw P", "P4 e5")
    assert pos[0]["due"] == SECOND
    pos = last(pos)
    assert pos[0]["drawn"] == 12
    assert SCARABYA.result(pos) is not None


def test_Y18_whose_tile_closes_areas_takes_the_points_of_all_of_them() -> None:
    pos = drawn(TWO_AREAS, "I", mode="duel", seats=2)
    pos = played(pos, onto(pos, "e4 e5 e6 e7 e8"))
    assert SCARABYA.points(pos) == (5, 0)


def test_Y18_also_where_the_other_began_to_close_them() -> None:
    picture = corridor("R R R S").replace("R R R R", "R R R .", 1)
    pos = drawn(picture, "I", mode="duel", seats=2)
    pos = played(pos, onto(pos, "e1 e2 e3 e4 e5"), "draw X")
    pos = played(pos, onto(pos, "e6 d7 e7 f7 e8", SECOND), "draw L")
    assert SCARABYA.points(pos) == (0, 2)


def test_Y18_the_points_are_told_area_by_area() -> None:
    first = drawn(TWO_AREAS, mode="duel", seats=2)
    first = played(first, "draw V", "V0 f3", "draw I")
    move = SCARABYA.read_move(first, onto(first, "e4 e5 e6 e7 e8", SECOND))
    after = SCARABYA.play(first, SECOND, move)
    told = SCARABYA.tell(first, SECOND, move, after, None)
    assert [(h["what"], h["seat"], h.get("n")) for h in told] == [
        ("lay", 1, None),
        ("area", 1, 4),
        ("area", 1, 1),
    ]


def test_Y19_the_game_ends_when_all_cards_are_turned() -> None:
    pos = last(deal(SCARABYA, 2, seed=4, mode="duel"))
    result = SCARABYA.result(pos)
    assert result is not None
    assert pos[0]["deck"] == 0
    assert result.why == "scarabya.why_cards_out"


def test_Y19_a_second_seat_with_a_tile_fewer_gets_a_point_for_each_scarab_left_over() -> None:
    pos = last(played(drawn(CRAMPED, mode="duel", seats=2), "draw P", "P4 e5"))
    assert SCARABYA.points(pos) == (0, 2)


def test_Y19_covered_scarabs_and_those_in_areas_are_not_left_over() -> None:
    picture = CRAMPED.replace("R R R . . R R R R R\n", "S R R S S R R R R R\n", 1)
    pos = last(played(drawn(picture, mode="duel", seats=2), "draw P", "P4 e5"))
    assert closed(pos) == {"a7"}
    assert SCARABYA.points(pos) == (0, 2)


def test_Y19_no_bonus_where_both_laid_as_many() -> None:
    pos = drawn(POCKET, "I", mode="duel", seats=2)
    pos = played(pos, onto(pos, LOWEST), "draw P")
    pos = played(pos, onto(pos, "d6 e6 f6 d7 e7", SECOND))
    points = SCARABYA.points(pos)
    assert SCARABYA.points(last(pos)) == points


def test_Y19_the_bonus_is_told() -> None:
    pos = played(drawn(CRAMPED, mode="duel", seats=2), "draw P", "P4 e5")
    for before, seat, move, after in random_moves(SCARABYA, pos, seed=1):
        told = SCARABYA.tell(before, seat, move, after, None)
        bonus = [happening for happening in told if happening["what"] == "bonus"]
        assert bonus == ([] if SCARABYA.movers(after) else [{"what": "bonus", "seat": 1, "n": 2}])


def test_Y19_a_tie_is_a_shared_win() -> None:
    pos = drawn(POCKET.replace("S", "."), "I", mode="duel", seats=2)
    result = SCARABYA.result(last(played(pos, onto(pos, MIDDLE))))
    assert result is not None
    assert (result.points, result.winners) == ((0, 0), (FIRST, SECOND))


FAIR = Fair(bytes(32), ("one", "two"))


@pytest.mark.parametrize(("mode", "seats"), [("duel", 2), ("base", 3), ("solo", 1)])
def test_Y20_Y22_a_second_game_has_the_same_site_and_cards_known_to_all(mode: str, seats: int) -> None:
    options = SCARABYA.options({"mode": mode})
    pos = SCARABYA.deal(options, seats, FAIR.deal())
    again = SCARABYA.again(options, pos, FAIR.draw)
    second = SCARABYA.deal(again, seats, FAIR.stream("another deal"))
    assert SCARABYA.text(second).splitlines()[:14] == SCARABYA.text(pos).splitlines()[:14]
    assert cards(second) == cards(pos)
    assert SCARABYA.text(SCARABYA.view(second, None)).endswith(f"deck in order {again['order']}\n")
    assert SCARABYA.again(again, second, FAIR.draw) == again


OTHER_FAIR = Fair(bytes(32), ("three", "four"))


@pytest.mark.parametrize(("mode", "seats"), [("duel", 2), ("base", 3), ("solo", 1)])
def test_Y20_Y22_so_has_a_third_whatever_its_own_draws_would_be(mode: str, seats: int) -> None:
    options = SCARABYA.options({"mode": mode, "site": "C1 A3 D0 B2", "order": "ZYXWVUTPNLIF"})
    second = SCARABYA.deal(options, seats, OTHER_FAIR.deal())
    assert SCARABYA.again(options, second, OTHER_FAIR.draw) == options
    unknown = SCARABYA.again({**options, "order": ""}, second, OTHER_FAIR.draw)
    assert unknown["order"] not in ("", options["order"]), "another order could have been drawn"


def test_Y20_Y22_a_second_game_is_played_on_the_same_boards_of_ones_own() -> None:
    own = boards.boards_text({**boards.DEFAULT, "A": ("SR...", "R..S.", ".S...", "..S.S", "...S.")})
    options = SCARABYA.options({"mode": "duel", "boards": own})
    first = SCARABYA.deal(options, 2, FAIR.deal())
    again = SCARABYA.again(options, first, FAIR.draw)
    assert again["boards"] == own
    assert SCARABYA.options(again) == again
    second = SCARABYA.deal(again, 2, OTHER_FAIR.deal())
    assert SCARABYA.text(second).splitlines()[:14] == SCARABYA.text(first).splitlines()[:14]
    assert SCARABYA.again(again, second, OTHER_FAIR.draw) == again


def cards(pos: Position) -> list[str]:
    """Play to the end with the table's draws; return the cards as they were turned."""
    turned: list[str] = []
    while due := SCARABYA.movers(pos):
        move = SCARABYA.legal(pos, due[0])[0]
        if due == (CHANCE,):
            move = SCARABYA.legal(pos, CHANCE)[FAIR.draw(len(turned), SCARABYA.weights(pos))]
            turned.append(SCARABYA.move_text(pos, move))
        pos = SCARABYA.play(pos, due[0], move)
    return turned


def test_Y20_Y22_chance_has_one_outcome_where_the_order_is_known() -> None:
    pos = deal(SCARABYA, 2, seed=1, mode="duel", order="ZYXWVUTPNLIF")
    assert legal(pos, CHANCE) == ["draw Z"]
    assert SCARABYA.weights(pos) == [1]
    with pytest.raises(IllegalMove):
        played(pos, "draw X")


# --- solo


def test_Y21_one_places_all_the_tiles() -> None:
    pos = deal(SCARABYA, 1, seed=1, mode="solo")
    for before, seat, _, _ in random_moves(SCARABYA, pos, seed=1):
        assert seat in (FIRST, CHANCE)
        assert SCARABYA.result(before) is None
    with pytest.raises(BadOptions):
        deal(SCARABYA, 2, seed=1, mode="solo")


@pytest.mark.parametrize(
    ("elsewhere", "winners", "why"),
    [(".", (FIRST,), "scarabya.why_all_covered"), ("S", (), "scarabya.why_not_all_covered")],
)
def test_Y21_it_is_won_if_and_only_if_every_scarab_is_covered(
    elsewhere: str, winners: tuple[Seat, ...], why: str
) -> None:
    picture = CRAMPED.replace("S S", f"{elsewhere} .").replace("R R R . .", "R R R S S")
    pos = played(drawn(picture, mode="solo"), "draw I", "draw P", "P4 e5")
    assert SCARABYA.result(pos) is None
    result = SCARABYA.result(last(pos))
    assert result is not None
    assert (result.points, result.winners, result.why) == ((4,), winners, why)


def test_Y21_scarabs_in_areas_are_not_covered() -> None:
    pos = drawn(corridor("R R R S"), "I", mode="solo")
    pos = played(pos, onto(pos, "e4 e5 e6 e7 e8"))
    assert closed(pos) == {"d5"}
    assert SCARABYA.points(pos) == (0,)

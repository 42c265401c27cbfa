"""What each field of a view of Scarabya means, on drawn sites."""

from __future__ import annotations

import json
from typing import Any

import pytest

from digsite.core.names import CHANCE, Happening, Move, Position, Seat
from digsite.core.squares import Grid
from digsite.wire.scarabya import (
    Area,
    ClosedArea,
    LaidTile,
    ScarabyaMove,
    ScarabyaView,
    scarabya_moves,
    scarabya_view,
)
from tests.games.scarabya.drawn import FIRST, SCARABYA, SECOND, drawn, onto, played
from tests.games.variants import Variant, variants_of
from tests.support import deal, random_moves, random_positions

Closing = tuple[tuple[str, ...], str | None, int | None]
"""The squares of an area, the tile that closed it, and whose points it brought."""

OPEN_AREA = """
    I I I I I
    . . . . R
    S . . . .
    . . S . .
    S . . . .
"""
"""L at b1 b2 b3 b4 c1 closes a1 to a4, with two scarabs."""
CLOSING = "b1 b2 b3 b4 c1"
CLOSED = Area(squares=["a1", "a2", "a3", "a4"], scarabs=2, points=8)

ENCLOSED = """
    . . . . . . . . .
    R . . . . . . . .
    S R . . . . . . .
"""
"""The scarab on a1 is closed in before anybody lays a tile."""

ROCKS = "R R R R R R R R R R\n"
ONLY_P_FITS = ROCKS * 4 + "R R R R . . R R R R\n" * 2 + "R R R R . R R R R R\n" + ROCKS * 3


def seen(pos: Position, eyes: Seat | None = None) -> ScarabyaView:
    return scarabya_view(SCARABYA.view(pos, eyes))


def offered(pos: Position, seat: Seat) -> list[ScarabyaMove]:
    moves: list[ScarabyaMove] = json.loads(scarabya_moves(SCARABYA, pos, seat))
    return moves


def test_the_site_is_named_as_moves_name_it() -> None:
    view = seen(drawn(OPEN_AREA))
    assert view["rocks"] == ["e4"]
    assert view["scarabs"] == ["a1", "c2", "a3"]
    squares = ["a5", "b5", "c5", "d5", "e5"]
    assert view["sites"][0]["tiles"] == [LaidTile(tile="I", pose=1, squares=squares, seat=0)]
    assert view["sites"][0]["areas"] == []


def test_Y9_a_move_tells_the_areas_that_it_closes() -> None:
    pos = drawn(OPEN_AREA, "L")
    moves = {move["text"]: move for move in offered(pos, FIRST)}
    closing = moves[onto(pos, CLOSING)]
    assert (closing["points"], closing["areas"]) == (8, [CLOSED])
    harmless = moves[onto(pos, "f5 g5 h5 i5 i6")]
    assert harmless == {"text": onto(pos, "f5 g5 h5 i5 i6"), "points": 0}, (
        "areas are left out where there are none"
    )


def test_Y9_an_area_without_scarabs_is_told_though_it_brings_nothing() -> None:
    pos = drawn(OPEN_AREA.replace("S", "."), "L")
    closing = next(m for m in offered(pos, FIRST) if m["text"] == onto(pos, CLOSING))
    assert (closing["points"], closing["areas"]) == (
        0,
        [Area(squares=CLOSED["squares"], scarabs=0, points=0)],
    )


def test_Y10_areas_stay_with_the_site() -> None:
    pos = drawn(OPEN_AREA, "L")
    view = seen(played(pos, onto(pos, CLOSING)))
    assert view["sites"][0]["areas"] == [ClosedArea(**CLOSED, tile="L", seat=0)]
    assert [tile["tile"] for tile in view["sites"][0]["tiles"]] == ["I", "L"]


@pytest.mark.parametrize(("mode", "seat"), [("base", 0), ("duel", None), ("solo", None)])
def test_Y12_no_tile_closed_what_rocks_and_frame_do(mode: str, seat: int | None) -> None:
    (area,) = seen(drawn(ENCLOSED, mode=mode, seats=2 if mode == "duel" else 1))["sites"][0]["areas"]
    assert area == ClosedArea(squares=["a1"], scarabs=1, points=1, tile=None, seat=seat)


@pytest.mark.parametrize("variant", variants_of("scarabya"), ids=str)
def test_Y18_Y19_areas_and_bonus_are_whose_the_rules_told(variant: Variant) -> None:
    """They are read from a position; what was told move by move is the slow definition of them."""
    told: list[Happening] = []
    for before, seat, move, after in random_moves(SCARABYA, variant.deal(2), seed=2):
        told += SCARABYA.tell(before, seat, move, after, None)
        view = seen(after)
        assert [shown_closings(view, site) for site in range(len(view["sites"]))] == told_closings(view, told)
    bonus = {thing["seat"]: thing["n"] for thing in told if thing["what"] == "bonus"}
    assert view["bonus"] == [bonus.get(seat, 0) for seat in range(variant.seats)]


def shown_closings(view: ScarabyaView, site: int) -> set[Closing]:
    areas = view["sites"][site]["areas"]
    return {(tuple(area["squares"]), area["tile"], area["seat"]) for area in areas if area["tile"]}


def told_closings(view: ScarabyaView, told: list[Happening]) -> list[set[Closing]]:
    """Return, for each site, which areas were closed by which tile and for whom."""
    closings: list[set[Closing]] = [set() for _ in view["sites"]]
    for lay in (thing for thing in told if thing["what"] == "lay"):
        site = closings[0 if view["mode"] == "duel" else lay["seat"]]
        whose = None if view["mode"] == "solo" else lay["seat"]
        site.update((tuple(area["squares"]), lay["tile"], whose) for area in lay["areas"])
    return closings


def test_Y19_there_is_a_bonus() -> None:
    """Somewhere in some random duels, that is: else the test above would have seen none."""
    ends = [
        list(random_positions(SCARABYA, deal(SCARABYA, 2, seed=seed, mode="duel"), seed=seed))[-1]
        for seed in range(8)
    ]
    assert any(seen(pos)["bonus"][1] for pos in ends)
    assert not any(seen(pos)["bonus"][0] for pos in ends)


def test_cards_are_to_come_on_the_table_or_turned() -> None:
    pos = drawn(OPEN_AREA, "L")
    view = seen(pos)
    assert (view["card"], view["turned"]) == ("L", ["I", "L"])
    assert view["deck"] == list("FNPTUVWXYZ")
    assert not view["order_known"]
    after = seen(played(pos, onto(pos, CLOSING)))
    assert (after["card"], after["turned"]) == (None, ["I", "L"])


def test_Y20_a_known_order_is_shown_to_all() -> None:
    pos = deal(SCARABYA, 2, seed=1, mode="duel", order="XZFILNPTUVWY")
    assert (seen(pos)["deck"], seen(pos)["order_known"]) == (list("XZFILNPTUVWY"), True)
    after = seen(played(pos, "draw X"))
    assert (after["card"], after["turned"], after["deck"]) == ("X", ["X"], list("ZFILNPTUVWY"))
    assert after["order_known"]


def test_Y13_a_choice_is_told_to_its_seat_and_sealed_for_the_others() -> None:
    pos = drawn(OPEN_AREA, "L", seats=2)
    assert [(site["has_chosen"], site["chosen"]) for site in seen(pos, FIRST)["sites"]] == [(False, None)] * 2
    pos = SCARABYA.play(pos, SECOND, SCARABYA.read_move(pos, text := onto(pos, CLOSING)))
    tile = LaidTile(tile="L", pose=int(text[1]), squares=["b1", "c1", "b2", "b3", "b4"], seat=1)
    for eyes, chosen in ((FIRST, None), (None, None), (SECOND, tile)):
        waiting, decided = seen(pos, eyes)["sites"]
        assert (waiting["has_chosen"], waiting["chosen"]) == (False, None)
        assert (decided["has_chosen"], decided["chosen"]) == (True, chosen)
        assert len(decided["tiles"]) == 1, "it is not laid yet"
    pos = SCARABYA.play(pos, FIRST, SCARABYA.read_move(pos, onto(pos, "f5 g5 h5 i5 i6")))
    view = seen(pos)
    assert [site["has_chosen"] for site in view["sites"]] == [False, False]
    assert view["sites"][1]["tiles"][1] == tile


def test_Y8_a_tile_that_cannot_be_laid_is_discarded() -> None:
    view = seen(drawn(ONLY_P_FITS, "I"))
    assert view["sites"][0]["discarded"] == ["I"]
    assert (view["sites"][0]["tiles"], view["card"]) == ([], None)


def test_Y17_in_a_duel_both_build_on_one_site() -> None:
    pos = drawn(OPEN_AREA, "L", mode="duel", seats=2)
    view = seen(played(pos, onto(pos, CLOSING, SECOND)))
    assert view["mode"] == "duel"
    (site,) = view["sites"]
    assert [(tile["tile"], tile["seat"]) for tile in site["tiles"]] == [("I", 0), ("L", 1)]
    assert site["areas"] == [ClosedArea(**CLOSED, tile="L", seat=1)]


def test_Y21_a_solo_game_brings_covered_scarabs_and_still_shows_areas() -> None:
    pos = drawn(OPEN_AREA, "L", mode="solo")
    moves = {move["text"]: move for move in offered(pos, FIRST)}
    assert moves[onto(pos, "c1 c2 c3 c4 d1")]["points"] == 1, "the scarab on c2"
    closing = moves[onto(pos, CLOSING)]
    assert (closing["points"], closing["areas"]) == (0, [CLOSED])
    assert seen(pos)["mode"] == "solo"


@pytest.mark.parametrize("variant", variants_of("scarabya"), ids=str)
def test_moves_are_written_as_the_rules_tell_them(variant: Variant) -> None:
    """Compiled code writes them; `brings` is the slow definition of them."""
    closings = 0
    for pos in random_positions(SCARABYA, variant.deal(3), seed=3):
        for seat in SCARABYA.movers(pos):
            if seat != CHANCE:
                moves = [told_move(pos, seat, move) for move in SCARABYA.legal(pos, seat)]
                assert json.dumps(offered(pos, seat)) == json.dumps(moves)
                closings += sum("areas" in move for move in moves)
    assert closings


def told_move(pos: Position, seat: Seat, move: Move) -> ScarabyaMove:
    brought: Any = SCARABYA.brings(pos, seat, move)
    told = ScarabyaMove(text=SCARABYA.move_text(pos, move), points=brought["points"])
    return {**told, "areas": brought["areas"]} if brought["areas"] else told


@pytest.mark.parametrize("variant", variants_of("scarabya"), ids=str)
def test_every_word_of_a_move_is_found_in_the_view(variant: Variant) -> None:
    for pos in random_positions(SCARABYA, variant.deal(1), seed=1):
        for seat in SCARABYA.movers(pos):
            if seat != CHANCE:
                view = seen(pos, seat)
                words = [move["text"].split() for move in offered(pos, seat)]
                assert {pose[0] for pose, _ in words} == {view["card"]}
                assert {anchor for _, anchor in words} <= free_squares(view, seat)


def free_squares(view: ScarabyaView, seat: Seat) -> set[str]:
    site = view["sites"][0 if view["mode"] == "duel" else seat]
    covered = {square for tile in site["tiles"] for square in tile["squares"]}
    return {Grid(10, 10).name(square) for square in range(100)} - covered - set(view["rocks"])

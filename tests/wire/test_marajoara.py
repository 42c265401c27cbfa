"""What each field of a view of Marajoara means, at drawn tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from digsite.core.names import Position, Seat
from digsite.core.words import say
from digsite.games.marajoara.positions import STAGES
from digsite.games.marajoara.record import TO_RAISE
from digsite.games.marajoara.telling import TALLIES, tallies
from digsite.wire.marajoara import (
    ASKS,
    TALLIED,
    Asks,
    MarajoaraMove,
    MarajoaraView,
    marajoara_moves,
    marajoara_view,
)
from tests.cli.marajoara_table import ASKED, position, solo
from tests.games.marajoara.drawn import ALL_SQUARES, drawn, played
from tests.games.marajoara.rich import MARAJOARA, MODES, lively_positions, rich
from tests.support import deal, random_positions
from tests.wire import marajoara_stages


def seen(pos: Position) -> MarajoaraView:
    return marajoara_view(MARAJOARA.view(pos, None))


def offered(pos: Position) -> dict[str, int]:
    """Return the moves of the seat that is due with what they bring."""
    (seat,) = MARAJOARA.movers(pos)
    return {move["text"]: move["points"] for move in marajoara_moves(MARAJOARA, pos, seat)}


# --- the table of tests/cli/marajoara_table.py


def test_M2_the_main_board() -> None:
    site = seen(position())["site"]
    assert site["dice"]["a1"] == "g1"
    assert site["dice"]["d4"] == "r5"
    assert site["dice"]["h5"] == "g3"
    assert "e4" not in site["dice"]
    assert len(site["dice"]) == 20
    assert " ".join(site["roped"]) == "a1 b1 g1 h1 a2 b2 g2 h2 a7 b7 g7 h7 a8 b8 g8 h8"
    assert site["plus_one"] == ["e1", "a4", "h5", "d8"]
    assert site["plus_two"] == ["c3", "f3", "c6", "f6"]
    assert site["icons"] == ["c2", "g3", "b6", "f7"]
    assert site["unreached"] == []


def test_M3_the_museums() -> None:
    first, second = seen(position())["museums"]
    assert (first["seat"], second["seat"]) == (0, 1)
    assert (first["yellow"], first["red"], first["blue"]) == (["y6", "y3"], ["r4", "r2"], ["b5", "b4", "b1"])
    assert (first["vases"], first["restored"]) == (2, ["4", "5"])
    assert first["tokens"] == ["third_yellow"]
    assert (second["yellow"], second["red"], second["blue"]) == (["y1"], ["r1"], ["b2"])
    assert (second["vases"], second["restored"]) == (0, [])
    assert second["tokens"] == ["third_yellow", "first_vase", "fragment_4"]


def test_M20_the_seats_and_their_tokens() -> None:
    first, second = seen(position())["seats"]
    assert (first["credits"], second["credits"]) == (9, 1)
    assert (first["tokens"], second["tokens"]) == (["d5", "f7"], ["c2"])
    assert (first["reserve"], first["waiting"]) == (3, 0)
    (waiting, _) = seen(position(*ASKED["token"][0]))["seats"]
    assert (waiting["reserve"], waiting["waiting"]) == (2, 1)


def test_M26_what_the_seats_would_get_if_the_game_ended_now() -> None:
    first, second = seen(position())["seats"]
    assert first["to_come"] == 7 + 7, "the most vases, the most fragments"
    assert second["to_come"] == 0, "first at the end of the red track, but without a vase"
    assert first["tally"] == [{"key": "vases", "n": 7}, {"key": "fragments", "n": 7}]
    assert second["tally"] == [], "what brings nothing is left out"


def test_M4_M5_what_the_museums_are_like() -> None:
    view = seen(position())
    assert view["rewards"] == [0, 2, 3, 4, 5]
    assert view["workshop"] == [["4", "5"], ["3", "=6"], ["6", "9"]]


def test_M17_restored_neighbours_make_a_fragment_worth_more() -> None:
    pos = position()
    first, second = seen(pos)["museums"]
    assert first["worth"] == {"3": 3 + 1, "=6": 7 + 1, "6": 6, "9": 10}
    assert second["worth"] == {"4": 4, "5": 5, "3": 3, "=6": 7, "6": 6, "9": 10}
    restored = {
        text.split()[1]: points for text, points in offered(pos).items() if text.startswith("restore")
    }
    assert restored == {fragment: first["worth"][fragment] for fragment in restored}
    assert set(restored) == {"3", "6", "9"}


def test_M6_tracks_cart_and_rounds() -> None:
    view = seen(position("slate b4 g1"))
    assert [(track["name"], track["discs"], track["ends"]) for track in view["tracks"]] == [
        ("yellow", [6, 0], []),
        ("red", [6, 9], [1]),
        ("blue", [6, 0], []),
    ]
    assert view["cart"] == ["b2", "r1", "y1"]
    assert view["slate"] == ["b4", "g1"]
    assert (view["round_number"], view["round_track"]) == (5, [])
    assert (view["mission"], view["harder"], view["objectives"]) == ("none", False, [])


def test_M13_the_first_at_the_end_of_a_track_comes_first() -> None:
    view = seen(drawn(seats=3, discs=("9 0 0", "0 0 0", "9 0 0"), ends="2 0 | - | -"))
    assert view["tracks"][0]["ends"] == [2, 0]


def test_M8_whose_turn_it_is_and_how_far() -> None:
    turn = seen(position())["turn"]
    assert (turn["active"], turn["due"], turn["asks"]) == (0, 0, "turn")
    assert (turn["acted"], turn["doubled"]) == (True, False)
    assert (turn["captured"], turn["landed"], turn["doing"], turn["cost"], turn["raised_by"]) == (
        None,
        None,
        None,
        0,
        0,
    )
    assert not seen(position("turn 0 before"))["turn"]["acted"]
    assert seen(position("turn 0 after doubled"))["turn"]["doubled"]


# --- what is asked


@pytest.mark.parametrize("asked", ASKED)
def test_what_is_asked_is_told(asked: str) -> None:
    assert seen(position(*ASKED[asked][0]))["turn"]["asks"] == {"after": "turn"}.get(
        asked, asked.replace(" ", "_")
    )


def test_M7_at_first_the_last_seat_is_asked_for_a_token() -> None:
    turn = seen(deal(MARAJOARA, 3, seed=1))["turn"]
    assert (turn["asks"], turn["due"]) == ("set_up", 2)


def test_M29_a_die_beside_the_capturing_one_is_retired() -> None:
    turn = seen(solo("turn 0 after", "captured d4", "next retire"))["turn"]
    assert (turn["asks"], turn["landed"], turn["captured"]) == ("retire", "d4", None)


def test_M11_another_seat_is_asked_in_somebodys_turn() -> None:
    turn = seen(position(*ASKED["raise other"][0]))["turn"]
    assert (turn["active"], turn["due"]) == (1, 0)
    assert (turn["raised_by"], turn["captured"], turn["landed"]) == (2, "r3", "d5")


def test_M16_vases_that_are_paid_for_have_left_the_storage() -> None:
    pos = played(drawn("", "y6 y3 r2 r5", acted=True), "exhibit r2", "add r5")
    view = seen(pos)
    assert (view["turn"]["asks"], view["turn"]["doing"], view["turn"]["cost"]) == ("pay", "exhibit r2 r5", 7)
    assert view["museums"][0]["red"] == []
    assert offered(pos) == {"pay y6 y3:1": 0, "pay y3 y6:4": 0, "pay y6:5 y3:2": 0}


def test_M16_a_vase_brings_its_points_when_it_is_chosen() -> None:
    pos = drawn("", "y6 y3 r2 r5", acted=True)
    assert offered(pos)["exhibit r5"] == 10
    assert offered(played(pos, "exhibit r5"))["add r2"] == 2 * 2 + 2


def test_M18_fieldwork_is_named_while_it_is_paid_for() -> None:
    turn = seen(played(drawn("y1", "y6 y3", at="d4", acted=True), "shift d4 north"))["turn"]
    assert (turn["doing"], turn["cost"]) == ("shift d4 north", 2)


def test_M25_dice_that_are_given_are_named_while_others_are_taken() -> None:
    view = seen(position(*ASKED["take"][0]))
    assert (view["turn"]["doing"], view["turn"]["cost"]) == ("give y3 b1", 0)
    assert view["museums"][0]["yellow"] == ["y6", "y3"], "they are still there"


def test_nobody_is_asked_once_the_game_is_over() -> None:
    *_, end = random_positions(MARAJOARA, deal(MARAJOARA, 2, seed=1), seed=1)
    view = seen(end)
    assert (view["turn"]["due"], view["turn"]["asks"]) == (None, "over")
    assert [seat["to_come"] for seat in view["seats"]] == [0, 0], "it has come"
    came = [sum(line["n"] for line in seat["tally"]) for seat in view["seats"]]
    assert came == [sum(tallies(end, seat)) for seat in range(2)]
    assert sum(came) > 0


def test_M26_everything_that_is_tallied_has_a_sentence() -> None:
    assert tuple(f"tally_{key}" for key in TALLIED) == TALLIES
    for key in TALLIES:
        assert say("en", f"marajoara.{key}", n=1, seat="")


def test_everything_that_can_be_asked_has_a_sentence() -> None:
    everything = set(get_args(Asks))
    raises = {asks for asks in everything if asks.startswith("raise_")}
    assert {STAGES[stage].replace("-", "_"): asks for stage, asks in ASKS.items()} == {
        asks: asks for asks in everything - raises - {"token"}
    }
    assert set(range(len(STAGES))) - set(ASKS) == {TO_RAISE}
    for asks in everything - {"over", "spend"}:  # nobody is asked to spend: it is the only thing to do
        assert say("en", f"marajoara.ask_{asks}", n=1, move="", what="", die="")


# --- missions


def test_M31_what_a_mission_asks_for() -> None:
    view = seen(solo("museum 1 | y6 y3 | r4 | - | vases 4 most 4 | fragments 4 5 | tokens yellow"))
    assert (view["mission"], view["harder"]) == ("1", False)
    assert [(objective["key"], objective["which"], objective["met"]) for objective in view["objectives"]] == [
        ("fragment", "9", False),
        ("end_yellow", "yellow", False),
        ("slot", "4", True),
        ("score", "50", False),
    ]
    assert (view["round_number"], view["round_track"]) == (2, ["y1", "r1"])


def test_M30_harder_missions_ask_for_more_points() -> None:
    view = seen(drawn(mission="7", harder="yes"))
    assert view["harder"]
    assert [(objective["key"], objective["which"]) for objective in view["objectives"]] == [("score", "40")]


def test_M31_mission_3_subtracts_the_round_track() -> None:
    (seat,) = seen(drawn(mission="3", retired="y6 g3"))["seats"]
    assert seat["to_come"] == -9
    assert seat["tally"] == [{"key": "round_track", "n": -9}]


def test_M31_mission_4_shows_the_stars_to_be_reached() -> None:
    view = seen(drawn(mission="4", unreached="c3 f6"))
    assert view["site"]["unreached"] == ["c3", "f6"]
    assert [objective["met"] for objective in view["objectives"][:4]] == [False, True, True, False]


def test_M31_mission_6_has_two_museums_for_one_seat() -> None:
    pos = drawn("", "y3 r5", "y2 b4", mission="6", acted=True)
    view = seen(pos)
    assert [museum["seat"] for museum in view["museums"]] == [0, 0]
    assert (view["museums"][0]["yellow"], view["museums"][0]["red"]) == (["y3"], ["r5"])
    assert (view["museums"][1]["yellow"], view["museums"][1]["blue"]) == (["2y2"], ["2b4"])
    (seat,) = view["seats"]
    assert seat["credits"] == 3, "the second museum pays nothing"
    assert "exchange 2b4 r5" in offered(pos)
    paying = played(drawn("", "y6 y3", "r2 r3", mission="6", acted=True), "exhibit 2r2", "add 2r3")
    assert seen(paying)["turn"]["doing"] == "exhibit 2r2 2r3"


# --- words


@pytest.mark.parametrize(("mission", "seats"), MODES)
def test_every_word_of_a_move_is_found_in_the_view(mission: str, seats: int) -> None:
    for seed in range(5):
        for pos in lively_positions(rich(mission, seats, seed), seed):
            view = seen(pos)
            for text in offered(pos) if view["turn"]["due"] is not None else ():
                kind, *words = text.split()
                assert set(words) <= set(found(view, kind)), text


def found(view: MarajoaraView, kind: str) -> Iterator[str]:
    """Yield the words that a move of a kind may have, as the view names things."""
    match kind:
        case "token" | "retire":
            yield from ALL_SQUARES if kind == "token" else view["site"]["dice"]
        case "capture" | "shift":
            yield from (*view["site"]["dice"], "north", "east", "south", "west")
        case "recycle":
            yield from (*view["slate"], *ALL_SQUARES)
        case "take":
            yield from (str(place + 1) for place in range(len(view["cart"])))
        case "store" | "remove":
            yield from (str(number + 1) for number in range(len(view["museums"])))
        case "excavate":
            yield from (track["name"] for track in view["tracks"])
        case _:
            yield from (*stored(view), *(name for row in view["workshop"] for name in row))
            yield from ("up", "down", "done", "captured", "1", "2")


def stored(view: MarajoaraView) -> Iterator[str]:
    """Yield the stored dice of the seat that is asked, and what may be paid or gained with them."""
    for museum in view["museums"]:
        if museum["seat"] == view["turn"]["due"]:
            for die in (*museum["yellow"], *museum["red"], *museum["blue"]):
                yield from (die, *(f"{die}:{points}" for points in range(1, 7)))


# --- what moves lead to


def told(pos: Position) -> dict[str, MarajoaraMove]:
    (seat,) = MARAJOARA.movers(pos)
    return {move["text"]: move for move in marajoara_moves(MARAJOARA, pos, seat)}


def test_M9_M11_a_capture_tells_what_it_takes_and_where_its_die_lands() -> None:
    pos = position("turn 0 before")
    captures = [move for text, move in told(pos).items() if text.startswith("capture")]
    assert captures
    for move in captures:
        after = seen(MARAJOARA.play(pos, Seat(0), MARAJOARA.read_move(pos, move["text"])))
        assert after["site"]["dice"][move["to"]] == move["becomes"]
        assert seen(pos)["site"]["dice"].get(move["to"]) is None
        assert move["takes"][0] in "yrbg"
        owners = [seat for seat in (0, 1) if move["to"] in seen(pos)["seats"][seat]["tokens"]]
        assert move["token"] == (owners[0] if owners else None)


def test_M16_M18_free_actions_tell_what_they_cost() -> None:
    moves = told(position())
    assert moves["exhibit r4"]["costs"] == 4
    assert {move["costs"] for text, move in moves.items() if text.startswith(("fund", "shift"))} == {2}
    assert "costs" not in moves["end"]


def test_M13_an_excavation_tells_the_space_that_is_reached() -> None:
    moves = told(position(*ASKED["excavate"][0]))
    assert all("space" in move for text, move in moves.items() if text.startswith("excavate"))
    assert "space" not in moves["spend"]


# --- what the page is tested with


def test_the_stages_that_the_page_is_tested_with_are_up_to_date() -> None:
    kept = marajoara_stages.FILE.read_text(encoding="utf-8")
    assert kept == marajoara_stages.text(), "run: python -m tests.wire.marajoara_stages"

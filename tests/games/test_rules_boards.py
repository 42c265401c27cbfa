"""The boards of the rules pages are what the rules make of them, and what their captions say."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tools import rules_boards

from digsite.games.marajoara.kernel import PRIZES
from digsite.games.marajoara.missions import HARDER, target_score
from digsite.games.marajoara.record import COLOURS, DICE, MISSIONS


@pytest.mark.parametrize("key", rules_boards.TURNS)
def test_the_boards_are_up_to_date(key: str) -> None:
    kept = rules_boards.path(key).read_text(encoding="utf-8")
    assert kept == rules_boards.text(key), "run: python tools/rules_boards.py"


def shown(key: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(rules_boards.path(key).read_text(encoding="utf-8"))[name]
    return found


def gains(step: dict[str, Any]) -> dict[str, int]:
    return {move["text"]: move["points"] for move in step["moves"]}


# --- what the captions in languages/*/rules_*.json say


def test_marajoara_dealt_has_ben_put_down_the_first_token() -> None:
    step = shown("marajoara", "dealt")
    assert step["due"] == [1]
    assert [move.split()[1] for move in gains(step)] == step["view"]["site"]["icons"]


def test_marajoara_leap_makes_a_five_and_takes_a_red_four() -> None:
    step = shown("marajoara", "leap")
    (leap,) = [move for move in step["moves"] if move["text"] == "capture a3 east"]
    assert step["view"]["site"]["dice"]["a3"] == "b2"
    assert (leap["to"], leap["becomes"], leap["takes"]) == ("c3", "b5", "r4")


def test_marajoara_digs_are_annas_on_c5_and_bens_on_e6() -> None:
    step = shown("marajoara", "digs")
    assert {move["to"]: move["token"] for move in step["moves"]} == {"c5": 0, "e6": 1}
    assert [after["due"] for after in step["then"].values()] == [[0], [1]]


def test_marajoara_grey_reaches_three_spaces() -> None:
    step = shown("marajoara", "grey")
    assert step["view"]["turn"]["captured"] == "g2"
    spaces = {move["text"]: move["space"] for move in step["moves"] if "space" in move}
    assert spaces == {"excavate yellow": 3, "excavate red": 6, "excavate blue": 8}


def test_marajoara_fund_makes_a_six_worth_8() -> None:
    step = shown("marajoara", "fund")
    assert step["view"]["museums"][0]["blue"] == ["b5"]
    assert gains(step["then"]["fund b5 up"])["restore =6 b6"] == 8


def test_marajoara_exhibit_brings_10_and_is_paid_in_two_ways() -> None:
    step = shown("marajoara", "exhibit")
    (museum, _) = step["view"]["museums"]
    assert (museum["yellow"], museum["red"]) == (["y3", "y2"], ["r4"])
    paid = step["then"]["exhibit r4"]["then"]
    assert set(paid) == {"pay y2 y3:2", "pay y3 y2:1"}
    assert {after["points"][0] - step["points"][0] for after in paid.values()} == {10}


def test_marajoara_restore_brings_12_at_once_or_13_one_by_one() -> None:
    step = shown("marajoara", "restore")
    assert step["view"]["museums"][0]["blue"] == ["b5", "b4"]
    assert gains(step)["restore 9 b5 b4"] == 12
    assert gains(step)["restore 5 b5 done"] + gains(step["then"]["restore 5 b5 done"])["restore 3 b4"] == 13


def test_marajoara_cart_lets_a_yellow_six_go_to_a_rope() -> None:
    step = shown("marajoara", "cart")
    assert (step["view"]["turn"]["captured"], len(step["view"]["cart"])) == ("r2", 5)
    returned = [move.split() for move in gains(step["then"]["spend"])]
    assert {die for _, die, _ in returned} == {"y6"}
    assert {square for _, _, square in returned} < set(step["view"]["site"]["roped"])


def test_marajoara_over_is_won_by_81_to_78() -> None:
    step = shown("marajoara", "over")
    assert (step["points"], step["due"]) == ([78, 81], [])
    anna, ben = step["view"]["museums"]
    assert anna["vases"] > ben["vases"]


def test_marajoara_mission_has_a_blue_die_on_d4() -> None:
    step = shown("marajoara", "mission")
    assert step["view"]["turn"]["landed"] == "d4"
    assert step["view"]["site"]["dice"]["d4"].startswith("b")
    assert {move.split()[0] for move in gains(step)} == {"retire"}


def test_marajoara_tables_have_the_numbers_of_the_rules() -> None:
    folder = rules_boards.path("marajoara").parent
    numbers = json.loads((folder / "rules" / "numbers.json").read_text(encoding="utf-8"))
    assert tuple(numbers["dice"].items()) == tuple(zip(COLOURS, DICE, strict=True))
    assert numbers["targets"] == [target_score(mission) for mission in MISSIONS[1:]]
    assert numbers["harder"] == HARDER
    assert numbers["majorities"] == PRIZES[:3].tolist()


def test_scarab_dealt_has_the_priest_on_e6() -> None:
    assert shown("scarab", "dealt")["view"]["priest"] == "e6"


def test_scarab_ankh_lets_minus_six_go() -> None:
    step = shown("scarab", "ankh")
    assert step["view"]["hands"][0]["-6"] == 1
    assert gains(step["then"]["go g6"])["put -6 e4"] == 6


def test_scarab_stars_lead_to_more_than_plus_two() -> None:
    found = gains(shown("scarab", "stars"))
    assert max(points for move, points in found.items() if "via" not in move) == 2
    assert found["go via f5 f8"] == 8


def test_scarab_stuck_is_over_with_22_to_18() -> None:
    step = shown("scarab", "stuck")
    assert (step["points"], step["due"], step["view"]["line"]) == ([22, 18], [], "column")
    assert step["view"]["priest"].startswith("e")


def test_scarabya_beside_brings_8_in_one_place() -> None:
    assert sorted(gains(shown("scarabya", "beside")).values())[-2:] == [2, 8]


def test_scarabya_areas_are_closed_two_at_once() -> None:
    tells = shown("scarabya", "areas")["then"]["I0 j6"]["tells"]
    assert [told["n"] for told in tells if told["what"] == "area"] == [12, 4]


def test_scarabya_over_has_ten_areas_for_60_points() -> None:
    step = shown("scarabya", "over")
    (site,) = step["view"]["sites"]
    assert step["points"] == [60]
    assert len([area for area in site["areas"] if area["points"]]) == 10
    assert set(site["discarded"]) == {"I", "Y"}


def test_scarabya_duel_is_decided_by_two_scarabs_left_lying() -> None:
    step = shown("scarabya", "duel")
    (site,) = step["view"]["sites"]
    assert step["points"] == [12, 13]
    closed = {square for kind in ("tiles", "areas") for thing in site[kind] for square in thing["squares"]}
    assert len(set(step["view"]["scarabs"]) - closed) == 2


def test_scarabya_solo_is_won() -> None:
    assert shown("scarabya", "solo")["points"] == [24]

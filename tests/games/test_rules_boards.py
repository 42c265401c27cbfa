"""The boards of the rules pages are what the rules make of them, and what their captions say."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tools import rules_boards


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

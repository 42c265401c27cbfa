"""Told games, compared with `tests/playthroughs`: a change of rules can be read there as a difference.

The moves of a file are made again, whatever bots would play by now.
`DIGSITE_RETELL=1 python -m pytest tests/games/test_playthroughs.py` writes the files anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from digsite.games import game
from tests.games.playthrough import told

FOLDER = Path(__file__).parent.parent / "playthroughs"

TOLD: dict[str, tuple[dict[str, str], int, str]] = {
    "scarab": ({}, 2, "random"),
    "scarab-short-deflection": ({"board": "short", "deflection": "yes"}, 3, "random"),
    "scarab-teams": ({"board": "short", "teams": "yes"}, 4, "random"),
    "scarabya-base": ({}, 3, "random"),
    "scarabya-duel": ({"mode": "duel"}, 2, "random"),
    "scarabya-solo": ({"mode": "solo"}, 1, "random"),
    "marajoara": ({}, 2, "keen"),
    **{f"marajoara-mission-{mission}": ({"mission": str(mission)}, 1, "keen") for mission in range(1, 9)},
}
"""Each file with its options, how many sit down, and who plays: chance hardly ever fills a museum."""


@pytest.mark.parametrize("name", TOLD)
def test_a_told_game_goes_as_it_went(name: str) -> None:
    options, seats, bot = TOLD[name]
    file = FOLDER / f"{name}.txt"
    rules = game(name.partition("-")[0])
    if os.environ.get("DIGSITE_RETELL"):
        file.write_text(told(rules, options, seats, bot, seed=1, script=None), encoding="utf-8")
    script = file.read_text(encoding="utf-8")
    assert told(rules, options, seats, bot, seed=1, script=script) == script


def test_every_file_is_told() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(TOLD)

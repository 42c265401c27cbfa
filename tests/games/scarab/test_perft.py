"""Counts of lines: `scarab.perft` was counted by the oracle, the compiled rules must find the same."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from digsite.games import game
from digsite.games.perft import divide, perft
from tests.oracle.scarab import Oracle
from tests.support import deal, random_positions

SCARAB = game("scarab")
ORACLE_AFFORDS = 5_000

ROWS = [
    line.split()
    for line in Path(__file__).with_name("scarab.perft").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def start(row: list[str]) -> tuple[str, int]:
    """Return the text of the row's position and its depth."""
    seats, seed, plies, depth, _, *options = row
    first = deal(SCARAB, int(seats), int(seed), **dict(option.split("=") for option in options))
    reached = next(islice(random_positions(SCARAB, first, int(seed)), int(plies), None))
    return SCARAB.text(reached), int(depth)


@pytest.mark.parametrize("row", ROWS, ids=" ".join)
def test_the_compiled_rules_count_what_the_oracle_counted(row: list[str]) -> None:
    text, depth = start(row)
    assert perft(SCARAB, SCARAB.read(text), depth) == int(row[4])


@pytest.mark.parametrize("row", [row for row in ROWS if int(row[4]) < ORACLE_AFFORDS], ids=" ".join)
def test_the_oracle_still_counts_the_same(row: list[str]) -> None:
    text, depth = start(row)
    assert Oracle(text).perft(depth) == int(row[4])


def test_divide_adds_up() -> None:
    text, depth = start(ROWS[0])
    parts = divide(SCARAB, SCARAB.read(text), depth)
    assert sum(parts.values()) == int(ROWS[0][4])

"""Counts of lines: `scarabya.perft` was counted by the oracle, the compiled rules must find the same."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from digsite.core.names import Position
from digsite.games.perft import divide, perft
from tests.games.scarabya.drawn import SCARABYA
from tests.games.scarabya.test_walk import oracle_of
from tests.oracle.scarabya import Oracle
from tests.support import deal, random_moves

ORACLE_AFFORDS = 3_000

ROWS = [
    line.split()
    for line in Path(__file__).with_name("scarabya.perft").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def start(row: list[str]) -> tuple[Position, Oracle, int]:
    """Return the row's position, the oracle at the same place, and the depth."""
    seats, seed, plies, depth, _, *given = row
    options = dict(option.split("=") for option in given)
    pos = deal(SCARABYA, int(seats), int(seed), **options)
    oracle = oracle_of(pos, options.get("order", ""))
    for before, seat, move, after in islice(random_moves(SCARABYA, pos, int(seed)), int(plies)):
        oracle.play(seat, SCARABYA.move_text(before, move))
        pos = after
    return pos, oracle, int(depth)


@pytest.mark.parametrize("row", ROWS, ids=" ".join)
def test_the_compiled_rules_count_what_the_oracle_counted(row: list[str]) -> None:
    pos, _, depth = start(row)
    assert perft(SCARABYA, pos, depth) == int(row[4])


@pytest.mark.parametrize("row", [row for row in ROWS if int(row[4]) < ORACLE_AFFORDS], ids=" ".join)
def test_the_oracle_still_counts_the_same(row: list[str]) -> None:
    _, oracle, depth = start(row)
    assert oracle.perft(depth) == int(row[4])


def test_divide_adds_up() -> None:
    pos, _, depth = start(ROWS[1])
    assert sum(divide(SCARABYA, pos, depth).values()) == int(ROWS[1][4])

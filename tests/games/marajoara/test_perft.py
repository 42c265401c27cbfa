"""Counts of lines: `marajoara.perft` was counted by the oracle, the compiled rules must find the same."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from digsite.core.names import Position
from digsite.games.marajoara.positions import sketch
from digsite.games.perft import divide, perft
from tests.games.marajoara.beside import MARAJOARA, oracle_of
from tests.games.marajoara.rich import lively_positions, rich
from tests.support import deal

ORACLE_AFFORDS = 1_000
ORACLE_AFFORDS_AT_LENGTH = 10_000

ROWS = [
    line.split()
    for line in Path(__file__).with_name("marajoara.perft").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def start(row: list[str]) -> tuple[Position, int]:
    """Return the row's position, read from its text, and its depth."""
    kind, mission, seats, seed, plies, depth, _ = row
    if kind == "rich":
        first = rich(mission, int(seats), int(seed))
    else:
        first = deal(MARAJOARA, int(seats), int(seed), mission=mission)
    reached = next(islice(lively_positions(first, int(seed)), int(plies), None))
    return sketch(MARAJOARA.text(reached)), int(depth)


@pytest.mark.parametrize("row", ROWS, ids=" ".join)
def test_the_compiled_rules_count_what_the_oracle_counted(row: list[str]) -> None:
    pos, depth = start(row)
    assert perft(MARAJOARA, pos, depth) == int(row[-1])


AFFORDED = [
    pytest.param(row, marks=[pytest.mark.long] * (int(row[-1]) >= ORACLE_AFFORDS), id=" ".join(row))
    for row in ROWS
    if int(row[-1]) < ORACLE_AFFORDS_AT_LENGTH
]


@pytest.mark.parametrize("row", AFFORDED)
def test_the_oracle_still_counts_the_same(row: list[str]) -> None:
    pos, depth = start(row)
    assert oracle_of(pos).perft(depth) == int(row[-1])


def test_divide_adds_up() -> None:
    pos, depth = start(ROWS[0])
    assert sum(divide(MARAJOARA, pos, depth).values()) == int(ROWS[0][-1])

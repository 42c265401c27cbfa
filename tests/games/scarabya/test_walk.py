"""Random games in every mode, walked beside the oracle move by move."""

from __future__ import annotations

import pytest

from digsite.core.names import Position, Seat
from digsite.games.scarabya import boards
from digsite.games.scarabya.squares import names
from tests.games.scarabya.drawn import SCARABYA, legal
from tests.oracle.scarabya import Oracle, name
from tests.support import deal, random_moves, seeds

MODES = [("base", 1), ("base", 2), ("base", 3), ("base", 4), ("duel", 2), ("solo", 1)]
ORDERS = ["", "ZXFUPLINTWVY"]

NOOK = boards.boards_text({**boards.DEFAULT, "A": ("SR...", "R..S.", ".S...", "..S.S", "...S.")})
"""Boards of which one has a corner that its own rocks cut off (Y12)."""


def oracle_of(pos: Position, order: str) -> Oracle:
    lines = SCARABYA.text(pos).splitlines()
    site = [line.replace(" ", "") for line in lines[3:13]]
    return Oracle(lines[0].split()[1], SCARABYA.seats(pos), site, order)


def same(pos: Position, oracle: Oracle) -> None:
    """Check all that both know about a position."""
    assert list(SCARABYA.movers(pos)) == oracle.movers()
    assert list(SCARABYA.points(pos)) == oracle.totals
    for seat in (Seat(s) for s in range(-1, SCARABYA.seats(pos))):
        assert legal(pos, seat) == oracle.moves(seat)
    for site in range(len(oracle.tiles)):
        closed = {name(square) for area in oracle.areas(site) for square in area}
        assert set(names(pos[0]["closed"][site])) == closed


@pytest.mark.parametrize(("mode", "seats"), MODES)
@pytest.mark.parametrize("order", ORDERS)
@seeds(few=6, many=60)
def test_the_compiled_rules_agree_with_the_oracle(mode: str, seats: int, order: str, seed: int) -> None:
    walk(deal(SCARABYA, seats, seed, mode=mode, order=order), order, seed)


@pytest.mark.parametrize(("mode", "seats"), [("base", 2), ("duel", 2), ("solo", 1)])
@pytest.mark.parametrize("site", ["A0 B1 C2 D3", "C1 A1 D0 B2", "B0 D3 C3 A0"])
def test_they_agree_where_rocks_alone_close_an_area(mode: str, seats: int, site: str) -> None:
    walk(deal(SCARABYA, seats, 1, mode=mode, site=site, boards=NOOK), order="", seed=1)


def walk(pos: Position, order: str, seed: int) -> None:
    """Play a random game on both."""
    oracle = oracle_of(pos, order)
    for before, seat, move, after in random_moves(SCARABYA, pos, seed):
        same(before, oracle)
        oracle.play(seat, SCARABYA.move_text(before, move))
        pos = after
    same(pos, oracle)
    result = SCARABYA.result(pos)
    assert result is not None
    assert set(result.winners) == oracle.winners()

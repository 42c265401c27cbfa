"""Random games in every variant, walked beside the oracle move by move."""

from __future__ import annotations

from itertools import product

import pytest

from digsite.games import game
from tests.oracle.scarab import Oracle
from tests.support import deal, random_moves, seeds

SCARAB = game("scarab")

VARIANTS = [
    (seats, board, deflection, teams)
    for seats, board, deflection, teams in product((2, 3, 4), ("full", "short"), ("no", "yes"), ("no", "yes"))
    if seats == 4 or teams == "no"
]


@pytest.mark.parametrize(("seats", "board", "deflection", "teams"), VARIANTS)
@seeds(few=3, many=40)
def test_the_compiled_rules_agree_with_the_oracle(
    seats: int, board: str, deflection: str, teams: str, seed: int
) -> None:
    pos = deal(SCARAB, seats, seed, board=board, deflection=deflection, teams=teams)
    oracle = Oracle(SCARAB.text(pos))
    for before, seat, move, after in random_moves(SCARAB, pos, seed):
        text = SCARAB.move_text(before, move)
        legal = [SCARAB.move_text(before, m) for m in SCARAB.legal(before, seat)]
        assert sorted(legal) == sorted(oracle.moves())
        assert seat == oracle.due
        oracle.play(text)
        assert list(SCARAB.points(after)) == oracle.totals()
        pos = after
    assert oracle.moves() == []
    result = SCARAB.result(pos)
    assert result is not None
    assert set(result.winners) == oracle.winners()
    assert list(result.ranks) == oracle.ranks()

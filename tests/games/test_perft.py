"""What perft may cost: a budget of moves, spent to the last one and not beyond."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numpy as np
import pytest

from digsite.core.errors import DigsiteError
from digsite.games.perft import count_lines, divide, perft
from tests.games.variants import Variant, every_variant

DEPTH = 2


@every_variant
def test_a_budget_is_enough_to_the_last_move_and_not_beyond(variant: Variant) -> None:
    game, pos = variant.game, variant.deal(1)
    lines = perft(game, pos, DEPTH)
    moves = sum(perft(game, pos, depth) for depth in range(1, DEPTH + 1))
    assert perft(game, pos, DEPTH, most=moves) == lines
    for most in (moves - 1, 1, 0):
        with pytest.raises(DigsiteError) as refusal:
            perft(game, pos, DEPTH, most=most)
        assert (refusal.value.code, refusal.value.values["most"]) == ("perft_too_many", most)


@every_variant
def test_dividing_has_a_budget_too(variant: Variant) -> None:
    with pytest.raises(DigsiteError) as refusal:
        divide(variant.game, variant.deal(1), DEPTH, most=0)
    assert refusal.value.code == "perft_too_many"


@pytest.mark.parametrize("most", [0, 1, 7, 100])
def test_no_move_is_made_beyond_the_budget(most: int) -> None:
    """Ten moves deep with two ways at each, 2046 moves: counted instead of waited for."""
    made = []

    def expand(pos: Any, out: Any) -> int:  # noqa: ARG001
        out[:2] = 0, 1
        return 2

    rules = {"expand": expand, "movers": lambda _: 1, "play": lambda *move: made.append(move)}
    count = FunctionType(count_lines.__code__, count_lines.__globals__ | rules)
    depth = 10
    room = np.zeros(depth + 1), np.zeros((depth, 2), np.int32), np.zeros(depth, np.int64)
    assert count(*room, depth, most) == -1
    assert len(made) == most
    made.clear()
    assert count(*room, depth, 2046) == 1024
    assert len(made) == 2046

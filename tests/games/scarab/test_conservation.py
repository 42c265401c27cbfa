"""Nothing is lost and nothing appears: stones, stars and points, in thousands of random games."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from digsite.bots import play_all
from digsite.core.names import Position
from digsite.games import game
from digsite.games.scarab.record import ANKH, HIGHEST, KINDS, VALUES
from tests.support import deal, random_positions

SCARAB = game("scarab")


def stones(pos: Position) -> Counter[tuple[int, bool]]:
    """All scarabs of a position, on the board and in hands."""
    p = pos[0]
    lying = zip(p["stone"].tolist(), p["star"].tolist(), strict=True)
    on_board = ((value, bool(star)) for value, star in lying if value not in (0, ANKH))
    held = (
        (kind % VALUES - HIGHEST, kind >= VALUES)
        for kind, count in enumerate(p["hand"].sum(axis=0).tolist())
        for _ in range(count)
    )
    return Counter([*on_board, *held])


def points_from_scratch(pos: Position) -> list[int]:
    values = np.array([kind % VALUES - HIGHEST for kind in range(KINDS)])
    return [int((hand * values).sum()) for hand in pos[0]["hand"][: SCARAB.seats(pos)]]


@pytest.mark.parametrize("board", ["full", "short"])
@pytest.mark.parametrize("deflection", ["no", "yes"])
@pytest.mark.parametrize("seed", range(5))
def test_no_stone_is_lost_and_points_are_the_sum_of_the_hand(board: str, deflection: str, seed: int) -> None:
    first = deal(SCARAB, 3, seed, board=board, deflection=deflection)
    for pos in random_positions(SCARAB, first, seed):
        assert stones(pos) == stones(first)
        assert list(SCARAB.points(pos)) == points_from_scratch(pos)
        on_board = [value for value in pos[0]["stone"].tolist() if value not in (0, ANKH)]
        assert pos[0]["scarabs"] == len(on_board)
        assert pos[0]["stars"] == pos[0]["star"].sum()


def test_thousands_of_games_end_with_every_stone() -> None:
    firsts = [deal(SCARAB, 2, seed, deflection="yes") for seed in range(2000)]
    ends, plies = play_all(SCARAB, firsts, ["random", "greedy"], seed=1)
    for first, end, count in zip(firsts, np.split(ends, len(ends)), plies, strict=True):
        pos = Position(end)
        assert stones(pos) == stones(first)
        assert list(SCARAB.points(pos)) == points_from_scratch(pos)
        assert SCARAB.result(pos) is not None
        assert count == SCARAB.round(pos)

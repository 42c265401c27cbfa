"""A seat that is due without a move, which no game comes to: bots refuse it, or look no further."""

from __future__ import annotations

import pytest

from digsite.bots import BOTS, Bot, Budget, play_all
from digsite.core.errors import IllegalMove
from digsite.core.names import Position, Seat
from digsite.games import game
from digsite.games.marajoara.positions import sketch
from tests.games.marajoara.drawn import legal, played
from tests.support import deal

MARAJOARA = game("marajoara")
every_bot = pytest.mark.parametrize("name", BOTS)


def crowded(seats: int, squares: str) -> Position:
    """Return a set-up in which the first seat's tokens lie on icon squares already, more than it has."""
    text = MARAJOARA.text(deal(MARAJOARA, seats, seed=1))
    line = "seat 0 points 0 discs 0 0 0 reserve 4 waiting 0 tokens"
    return sketch(text.replace(line, f"{line} {squares}"))


@every_bot
def test_a_bot_without_a_move_refuses_to_think(name: str) -> None:
    stuck = played(crowded(2, "c2 g3 b6"), "token f7")
    assert MARAJOARA.movers(stuck) == (0,)
    with pytest.raises(IllegalMove) as refused:
        Bot(MARAJOARA, name, 1, Budget(nodes=50)).think(MARAJOARA.view(stuck, None), Seat(0))
    assert refused.value.code == "no_move"


@every_bot
def test_a_bot_that_foresees_such_a_position_has_a_legal_move(name: str) -> None:
    pos = crowded(3, "c2 g3")
    move = Bot(MARAJOARA, name, 1, Budget(nodes=50)).move(MARAJOARA.view(pos, None), Seat(2))
    assert MARAJOARA.move_text(pos, move) in legal(pos) == {"token b6", "token f7"}


def test_games_that_stop_so_are_refused() -> None:
    with pytest.raises(IllegalMove) as refused:
        play_all(MARAJOARA, [crowded(3, "c2 g3")], ["random"] * 3, seed=1)
    assert refused.value.code == "no_move"

"""Positions of Scarabya and Marajoara with one right answer, drawn; SCARAB's are beside alpha-beta."""

from __future__ import annotations

import pytest

from digsite.bots import Bot, Budget
from digsite.core.game import Game
from digsite.core.names import Position
from tests.games.marajoara import drawn as marajoara
from tests.games.marajoara.drawn import MARAJOARA
from tests.games.scarabya import drawn as scarabya
from tests.games.scarabya.drawn import SCARABYA

PLENTY = Budget(nodes=3000)


def answer(game: Game, pos: Position, seed: int = 1) -> str:
    """Return what the strongest bot plays."""
    seat = game.movers(pos)[0]
    return game.move_text(pos, Bot(game, "master", seed, PLENTY).move(game.view(pos, seat), seat))


# --- Scarabya

CORRIDOR = """
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    R R R R . . . . . .
    S S . S . . . . . .
    R R R R . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    """


@pytest.mark.parametrize(("mode", "seats"), [("base", 1), ("base", 3), ("duel", 2)])
def test_Y9_three_scarabs_are_closed_in_when_they_can_be(mode: str, seats: int) -> None:
    pos = scarabya.drawn(CORRIDOR, "I", mode=mode, seats=seats)
    placed = scarabya.covers(pos, answer(SCARABYA, pos))
    assert "e5" in placed, "the mouth of the corridor"
    assert placed.isdisjoint({"a5", "b5", "d5"})


def test_Y21_four_scarabs_in_a_row_are_covered_by_the_long_tile() -> None:
    pos = scarabya.drawn(CORRIDOR.replace("S S . S . . . .", ". . . . S S S S"), "I", mode="solo")
    assert {"e5", "f5", "g5", "h5"} < scarabya.covers(pos, answer(SCARABYA, pos))


def test_Y21_a_scarab_is_not_walled_in() -> None:
    """Solo: the tile fits into the mouth of the corridor too, but then its scarabs are lost for good."""
    pos = scarabya.drawn(CORRIDOR, "I", mode="solo")
    placed = scarabya.covers(pos, answer(SCARABYA, pos))
    assert "e5" not in placed or {"a5", "b5", "d5"} & placed


# --- Marajoara


def test_M16_vases_are_exhibited_before_the_last_turn_ends() -> None:
    pos = marajoara.drawn("", "", "y6 r6", in_round=14, turn=1, acted=True)
    assert answer(MARAJOARA, pos).startswith("exhibit")


def test_M17_the_fragment_that_brings_most_is_restored_in_the_last_turn() -> None:
    """One blue 6 left: =6 brings 7, ≥4 four and its token, ≥5 five."""
    pos = marajoara.drawn("", "", "b6", in_round=14, turn=1, acted=True)
    assert answer(MARAJOARA, pos).startswith("restore =6")


def test_M13_the_disc_goes_where_it_brings_most_in_the_last_turn() -> None:
    """A grey 6 takes the yellow disc to its end: 10 points; nothing else is worth as much."""
    pos = marajoara.drawn(
        "y1",
        at="c5",
        captured="g6 c5",
        stage="excavate",
        acted=True,
        in_round=14,
        turn=1,
        discs=("0 0 0", "3 0 0"),
    )
    assert answer(MARAJOARA, pos) == "excavate yellow"

"""Alpha-beta beside plain minimax, and positions of SCARAB with one right answer."""

from __future__ import annotations

import random

import numpy as np
import pytest

from digsite.bots import Bot, Budget
from digsite.bots.alphabeta import AT_LEAST, AT_MOST, COUNTERS, EXACT, SLOT, SLOTS, Board, is_known, slot_of
from digsite.core.names import Position
from tests.bots.minimax import best_moves
from tests.games.scarab.drawn import SCARAB, drawn
from tests.support import seeds

PLENTY = Budget(nodes=1_000_000)


def right_answer(pos: Position) -> str:
    """Return what the strongest bot plays."""
    (seat,) = SCARAB.movers(pos)
    move = Bot(SCARAB, "master", 1, PLENTY).move(SCARAB.view(pos, seat), seat)
    return SCARAB.move_text(pos, move)


# --- beside the obvious search


def small_board(seed: int, variants: str, seats: int) -> Position:
    """Return 13 stones around the priest, without ankhs."""
    rng = random.Random(seed)
    values = [value for value in range(-8, 9) if value != 0]
    squares = [f"{rng.choice(values):+}" for _ in range(13)] + ["."] * 6 + ["P"]
    rng.shuffle(squares)
    if "deflection" in variants:
        squares = starred(squares)
    rows = [" ".join(squares[start : start + 5]) for start in range(0, 20, 5)]
    return drawn("\n".join(rows), *[""] * seats, variants=variants)


def starred(squares: list[str]) -> list[str]:
    """Put a star on the first stone of each even value."""
    seen: set[str] = set()
    marked = []
    for square in squares:
        even = square not in (".", "P") and int(square) % 2 == 0 and square not in seen
        seen.add(square)
        marked.append(f"{square}*" if even else square)
    return marked


@seeds(few=8, many=60)
@pytest.mark.parametrize(
    ("variants", "seats"), [("none", 2), ("deflection", 2), ("teams", 4), ("deflection teams", 4)]
)
def test_alpha_beta_finds_what_plain_minimax_finds(variants: str, seats: int, seed: int) -> None:
    pos = small_board(seed, variants, seats)
    if not SCARAB.movers(pos):
        return
    assert SCARAB.read_move(pos, right_answer(pos)) in best_moves(pos)


@pytest.mark.parametrize(
    ("bound", "alpha", "beta", "settled"),
    [
        (AT_LEAST, 1, 3, True),
        (AT_LEAST, 7, 9, False),
        (AT_LEAST, 1, 9, False),
        (AT_MOST, 1, 3, False),
        (AT_MOST, 7, 9, True),
        (AT_MOST, 1, 9, False),
        (EXACT, 1, 3, True),
        (EXACT, 7, 9, True),
        (EXACT, 1, 9, True),
    ],
)
def test_the_table_settles_no_more_than_it_knows(bound: int, alpha: int, beta: int, *, settled: bool) -> None:
    """It has a 5 here, searched four moves deep."""
    word = np.uint64(1)
    slots, counters = np.zeros(SLOTS, SLOT), np.zeros(COUNTERS, np.int64)
    slots[slot_of(word)] = (word, 5, 0, 4, bound)
    board = Board(None, None, None, None, slots, counters, 0)
    assert is_known(board, word, 4, alpha, beta) == settled
    assert not is_known(board, word, 5, alpha, beta)
    assert not is_known(board, np.uint64(2), 4, alpha, beta)


# --- positions with one right answer


def test_the_highest_stone_is_left_where_it_opens_a_better_one() -> None:
    pos = drawn("""
        .  .  +8
        .  .  .
        P +2  +3
    """)
    assert right_answer(pos) == "go c2"


def test_a_game_that_is_won_is_ended() -> None:
    """The column of b2's right neighbour is bare: after +1 nobody can move on."""
    pos = drawn("""
        .  .  .  +8
        .  .  .  +8
        P  +1  .  +4
    """)
    assert right_answer(pos) == "go c2"


def test_a_loss_is_taken_if_it_forces_a_greater_one_on_the_other() -> None:
    pos = drawn("""
        .  -8  .
        .  .  +8
        P  -2 +1
    """)
    assert right_answer(pos) == "go c2"


def test_of_equal_sums_the_one_with_the_higher_stone_wins() -> None:
    """S11: with 9 points each, an 8 decides."""
    pos = drawn("P +8 +7", "+1", "+6 +2", line="row")
    assert right_answer(pos) == "go c2"


def test_the_lowest_stone_is_forced_on_the_other_by_an_ankh() -> None:
    """S9: the line that the other must move along is bare: whatever is put there must be taken."""
    pos = drawn("P A . +1", "-8 +1", "+3 +8")
    (seat,) = SCARAB.movers(pos)
    after = SCARAB.play(pos, seat, SCARAB.read_move(pos, "go c2"))
    assert right_answer(after).startswith("put -8 c")

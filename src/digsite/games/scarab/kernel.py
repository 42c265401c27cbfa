"""The rules of SCARAB, compiled. Each function takes an array with one position and works in place."""

from __future__ import annotations

from typing import Any

import numpy as np

from digsite.games.jit import njit
from digsite.games.scarab.record import (
    ANKH,
    COLUMN,
    EITHER,
    EMPTY,
    GO_VIA,
    HIGHEST,
    KEEP,
    KINDS,
    PUT,
    ROW,
    SIDE,
    SQUARES,
    VALUES,
)

INNER = np.array(
    [0 < square % SIDE < SIDE - 1 and 0 < square // SIDE < SIDE - 1 for square in range(SQUARES)]
)
"""S2: the squares of the short game."""

# --- who is due


@njit
def movers(pos: Any) -> int:
    """Return the bit of the seat that is due, or 0 when the game is over (S10)."""
    p = pos[0]
    return 1 << p.due if p.ankh or may_go_on(p) else 0


@njit
def may_go_on(p: Any) -> bool:
    """S10: a scarab is left, and a stone lies in the line to move along."""
    if p.scarabs == 0:
        return False
    barred = barred_stone(p)
    row, column = priest_at(p)
    along_row = p.line != COLUMN and holds_target(p, row * SIDE, 1, barred)
    return along_row or (p.line != ROW and holds_target(p, column, SIDE, barred))


@njit
def priest_at(p: Any) -> Any:
    """Return the priest's row and column; wide numbers, since moves do not fit into a byte."""
    square = np.int64(p.priest)
    return square // SIDE, square % SIDE


@njit
def holds_target(p: Any, start: int, step: int, barred: int) -> bool:
    """S4: a stone to end on lies in this line."""
    for i in range(SIDE):
        if is_target(p, start + i * step, barred):
            return True
    return False


@njit
def barred_stone(p: Any) -> int:
    """S5: the first move does not end on an ankh; later ones may end on any stone."""
    return ANKH if p.line == EITHER else EMPTY


@njit
def is_target(p: Any, square: int, barred: int) -> bool:
    """S4: a move may end here as far as this square alone is concerned."""
    stone = p.stone[square]
    return (stone != EMPTY) & (stone != barred)


# --- the moves


@njit
def legal(pos: Any, seat: int, out: Any) -> int:
    """Fill `out` with the moves of a seat, ascending, and return how many there are."""
    p = pos[0]
    if seat != p.due:
        return 0
    if p.ankh:
        return ankh_choices(p, out)
    if p.scarabs == 0:
        return 0
    count = straight_moves(p, out)
    return count + turning_moves(p, out[count:]) if p.stars > 0 else count


@njit
def straight_moves(p: Any, out: Any) -> int:
    """S4: onto any stone in the row or the column, over whatever lies between."""
    row, column = priest_at(p)
    barred = barred_stone(p)
    count = 0
    if p.line != ROW:  # the column below the priest
        count = targets(p, column, SIDE, row, barred, out)
    if p.line != COLUMN:
        count += targets(p, row * SIDE, 1, SIDE, barred, out[count:])
    if p.line != ROW:  # the column above
        above = (row + 1) * SIDE + column
        count += targets(p, above, SIDE, SIDE - row - 1, barred, out[count:])
    return count


@njit
def targets(p: Any, start: int, step: int, length: int, barred: int, out: Any) -> int:
    """Fill `out` with every square of a line that a move may end on."""
    count = 0
    for i in range(length):
        square = start + i * step
        out[count] = square
        count += is_target(p, square, barred)
    return count


@njit
def turning_moves(p: Any, out: Any) -> int:
    """S12: over a star, there by a right angle, and onto a stone in the new line."""
    row, column = priest_at(p)
    count = 0
    if p.line != ROW:  # the column below the priest, as in `straight_moves`
        count = turns(p, column, SIDE, row, out)
    if p.line != COLUMN:
        count += turns(p, row * SIDE, 1, SIDE, out[count:])
    if p.line != ROW:
        above = (row + 1) * SIDE + column
        count += turns(p, above, SIDE, SIDE - row - 1, out[count:])
    return count


@njit
def turns(p: Any, start: int, step: int, length: int, out: Any) -> int:
    """Fill `out` with the moves that turn at the stars of a line."""
    count = 0
    for i in range(length):
        star = start + i * step
        if p.star[star] == 0:
            continue
        if step == 1:
            count += turns_at(p, star, star % SIDE, SIDE, out[count:])
        else:
            count += turns_at(p, star, star // SIDE * SIDE, 1, out[count:])
    return count


@njit
def turns_at(p: Any, star: int, start: int, step: int, out: Any) -> int:
    """Fill `out` with the moves that turn at a star into the line given; none ends on the star."""
    base = GO_VIA + star * SQUARES
    barred = barred_stone(p)
    count = 0
    for i in range(SIDE):
        square = start + i * step
        out[count] = base + square
        count += is_target(p, square, barred) & (square != star)
    return count


@njit
def ankh_choices(p: Any, out: Any) -> int:
    """S9: every kind of stone in hand onto every free square, or nothing."""
    free = free_squares(p, out)
    count = kinds_in_hand(p) * free
    out[count] = KEEP
    start = count
    for kind in range(KINDS - 1, -1, -1):  # the squares lie where the first kind's moves belong
        if p.hand[p.due, kind] > 0:
            start -= free
            put_moves(kind, out, free, out[start:])
    return count + 1


@njit
def kinds_in_hand(p: Any) -> int:
    """Return how many kinds of stones the seat to move has."""
    count = 0
    for kind in range(KINDS):
        count += p.hand[p.due, kind] > 0
    return count


@njit
def put_moves(kind: int, squares: Any, count: int, out: Any) -> None:
    """Fill `out` with the moves that put a stone of one kind onto these squares."""
    first = PUT + kind * SQUARES
    for i in range(count):
        out[i] = first + squares[i]


@njit
def free_squares(p: Any, out: Any) -> int:
    """Fill `out` with the free squares."""
    count = 0
    for square in range(SQUARES):
        out[count] = square
        count += is_free(p, square)
    return count


@njit
def is_free(p: Any, square: int) -> bool:
    """S9: no stone and not the priest's; the short game leaves out the rim (S2)."""
    in_play = (p.width == SIDE) | INNER[square]
    return (p.stone[square] == EMPTY) & (square != p.priest) & in_play


@njit
def may_put(p: Any, choice: int) -> bool:
    """S9: a stone of one's own onto a free square."""
    return p.hand[p.due, choice // SQUARES] > 0 and is_free(p, choice % SQUARES)


@njit
def may_turn(p: Any, star: int, square: int) -> bool:
    """S12: the star is passed over in the line due, the end lies across it."""
    if p.star[star] == 0 or not along(p.priest, star, p.line):
        return False
    if not is_target(p, square, barred_stone(p)):
        return False
    across = COLUMN if star // SIDE == p.priest // SIDE else ROW
    return along(star, square, across)


@njit
def along(start: int, end: int, line: int) -> bool:
    """Tell whether another square lies in the row or column of the first, as the line asks."""
    same_row = start // SIDE == end // SIDE
    same_column = start % SIDE == end % SIDE
    return start != end and ((same_row and line != COLUMN) or (same_column and line != ROW))


# --- what a move does


@njit
def play(pos: Any, seat: int, move: int) -> None:  # noqa: ARG001 - all kernels take the seat
    """Make a legal move."""
    p = pos[0]
    p.moves += 1
    if move >= PUT:
        put_back(p, move)
        pass_on(p)
        return
    square = move if move < GO_VIA else (move - GO_VIA) % SQUARES
    leg_start = p.priest if move < GO_VIA else (move - GO_VIA) // SQUARES
    p.line = COLUMN if leg_start // SIDE == square // SIDE else ROW
    p.priest = square
    take(p, square)
    if not p.ankh:
        pass_on(p)


@njit
def take(p: Any, square: int) -> None:
    """S7, S9: the stone goes into the hand; an ankh leaves the game and may open a choice."""
    stone = p.stone[square]
    p.stone[square] = EMPTY
    if stone == ANKH:
        p.ankh = may_choose(p)
        return
    starred = p.star[square] != 0
    p.star[square] = 0
    p.hand[p.due, kind_of(stone, starred)] += 1
    p.points[p.due] += stone
    p.scarabs -= 1
    p.stars -= starred


@njit
def may_choose(p: Any) -> bool:
    """S9: nobody is asked without a stone to put back and a square to put it on."""
    return kinds_in_hand(p) > 0 and any_free(p)


@njit
def any_free(p: Any) -> bool:
    """Tell whether a square is free."""
    for square in range(SQUARES):
        if is_free(p, square):
            return True
    return False


@njit
def put_back(p: Any, move: int) -> None:
    """S9: the chosen stone goes back onto the board with its star, or none does."""
    p.ankh = False
    if move == KEEP:
        return
    kind, square = (move - PUT) // SQUARES, (move - PUT) % SQUARES
    value = value_of(kind)
    p.hand[p.due, kind] -= 1
    p.points[p.due] -= value
    p.stone[square] = value
    p.star[square] = kind >= VALUES
    p.scarabs += 1
    p.stars += kind >= VALUES


@njit
def pass_on(p: Any) -> None:
    """The next seat is due."""
    p.due = p.due + 1 if p.due + 1 < p.seats else 0


@njit
def kind_of(value: int, starred: bool) -> int:  # noqa: FBT001 - a kernel
    """Return the kind of a stone."""
    return value + HIGHEST + (VALUES if starred else 0)


@njit
def value_of(kind: int) -> int:
    """Return the value of a kind of stone."""
    return kind % VALUES - HIGHEST


# --- what it brings


@njit
def gains(pos: Any, seat: int, moves: Any, count: int, out: Any, trial: Any) -> None:  # noqa: ARG001
    """Fill `out` with the points that each of the moves brings its seat at once."""
    p = pos[0]
    for i in range(count):
        out[i] = gain(p, moves[i])


@njit
def gain(p: Any, move: int) -> int:
    """S7, S9: the value of the stone taken, or lost by putting it back."""
    if move >= PUT:
        return 0 if move == KEEP else -value_of((move - PUT) // SQUARES)
    stone = p.stone[move % SQUARES]
    return 0 if stone == ANKH else stone


@njit
def points(pos: Any, out: Any) -> None:
    """Fill `out` with the points of each seat."""
    p = pos[0]
    for seat in range(p.seats):
        out[seat] = p.points[seat]


@njit
def weights(pos: Any, out: Any) -> int:  # noqa: ARG001 - all kernels have it
    """There is no chance after the deal."""
    return 0


@njit
def show(pos: Any, seat: int, view: Any) -> None:
    """Everything lies open: there is nothing to add."""

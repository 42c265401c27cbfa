"""Alpha-beta for open games of two sides without chance: iterative deepening, a transposition table.

One side strives for the highest lead, the other for its lowest. What a game brings is in its `worth.py`:
`side_of`, the `lead` so far, a `forecast` of it where the search stops, a `key` that is the same for
positions with the same future, and which moves are `sensible`. Leads add up, so the table keeps what is
still to be won from a position on and serves whatever was won before. No game is named here.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from digsite.core.names import Move
from digsite.games import kernel, record, worth
from digsite.games.due import first_due
from digsite.games.jit import bind, njit, njit_apart, wide
from digsite.games.unbound import appeals, forecast, key, lead, legal, movers, play, sensible, side_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from digsite.bots.task import Task

DEEPEST: Final = 120
SLOTS: Final = 1 << 20
SLOT_MASK: Final = np.uint64(SLOTS - 1)
INFINITY: Final[Any] = np.int64(1 << 60)
HIGHEST: Final = (1 << 31) - 1
NO_MOVE: Final[Any] = np.int64(-1)
ONE: Final[Any] = np.int64(1)
"""A variable: numba compiles anew, and fails to cache a recursion, for a literal."""

# What a value in the table is.
EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

# The counters of a search.
LEFT: Final = 0
"""Nodes that may still be searched; below 0 the search has been broken off."""
FORECASTS: Final = 1
"""Values that are no more than a forecast, or that left moves out."""
COUNTERS: Final = 2

SLOT: Final = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64),
            ("value", np.int64),  # what is still to be won
            ("move", np.int32),
            ("depth", np.int16),  # 0 in a slot that is free
            ("bound", np.int16),
        ],
    )
)


class Board(NamedTuple):
    """The room of one search: a row for each move from the root."""

    positions: Any
    moves: Any
    appeals: Any
    trial: Any
    slots: Any
    counters: Any
    side: int


def visit(board: Board, ply: int, depth: int, alpha: Any, beta: Any) -> Any:
    """Return the lead at the end, as far as the search sees it: exactly, if it lies between the bounds."""
    pos = board.positions[ply : ply + 1]
    due = movers(pos)
    if due == 0 or depth == 0:
        return edge(board, pos, due)
    board.counters[LEFT] -= 1
    if board.counters[LEFT] < 0:
        return alpha
    sure, word = lead(pos, board.side), key(pos)
    if is_known(board, word, depth, alpha - sure, beta - sure):
        return sure + board.slots[slot_of(word)].value
    forecasts, board.counters[FORECASTS] = board.counters[FORECASTS], 0
    seat = first_due(due)
    mine = side_of(pos, seat) == board.side
    count = list_moves(board, pos, seat, ply, hint(board, word))
    if count == 0:
        board.counters[FORECASTS] += forecasts
        return edge(board, pos, due)
    low, high, best, best_move = alpha, beta, -INFINITY if mine else INFINITY, NO_MOVE
    for i in range(count):
        move = next_best(board.moves[ply], board.appeals[ply], i, count)
        board.positions[ply + 1] = board.positions[ply]
        play(board.positions[ply + 1 : ply + 2], seat, wide(move))
        value = visit(board, ply + 1, depth - 1, low, high)
        if board.counters[LEFT] < 0:
            return best
        if mine and value > best:
            best, best_move, low = value, np.int64(move), max(low, value)
        elif not mine and value < best:
            best, best_move, high = value, np.int64(move), min(high, value)
        if low >= high:
            break
    keep(board, word, depth, best - sure, best_move, bound_of(best, alpha, beta))
    board.counters[FORECASTS] += forecasts
    return best


def edge(board: Board, pos: Any, due: int) -> Any:
    """Return the lead where the game is over, or a forecast of it where the search stops or has no move."""
    if due == 0:
        return lead(pos, board.side)
    board.counters[FORECASTS] += 1
    return forecast(pos, board.side)


def list_moves(board: Board, pos: Any, seat: int, ply: int, first: int) -> int:
    """List the sensible moves of a position with how good they look; `first` comes before all others."""
    moves, looks = board.moves[ply], board.appeals[ply]
    count = legal(pos, seat, moves)
    kept = sensible(pos, seat, moves, count)
    if kept < count:
        board.counters[FORECASTS] += 1
    appeals(pos, seat, moves, kept, looks, board.trial)
    for i in range(kept):
        if moves[i] == first:
            looks[i] = HIGHEST
    return kept


@njit
def next_best(moves: Any, looks: Any, start: int, count: int) -> Any:
    """Bring the best-looking move from `start` on to the front and return it."""
    best = start
    for i in range(start + 1, count):
        if looks[i] > looks[best]:
            best = i
    moves[start], moves[best] = moves[best], moves[start]
    looks[start], looks[best] = looks[best], looks[start]
    return moves[start]


@njit
def slot_of(word: Any) -> Any:
    """Return where the table keeps a position."""
    return np.int64(word & SLOT_MASK)


@njit
def is_known(board: Board, word: Any, depth: int, alpha: Any, beta: Any) -> bool:
    """Tell whether the table has a value that is deep enough and settles the question."""
    slot = board.slots[slot_of(word)]
    if slot.key != word or slot.depth < depth:
        return False
    above = slot.bound != AT_MOST and slot.value >= beta
    below = slot.bound != AT_LEAST and slot.value <= alpha
    if slot.bound != EXACT and not above and not below:
        return False
    if slot.depth < DEEPEST:
        board.counters[FORECASTS] += 1
    return True


@njit
def hint(board: Board, word: Any) -> Any:
    """Return the move that was best here before, or none."""
    slot = board.slots[slot_of(word)]
    return np.int64(slot.move) if slot.key == word and slot.depth > 0 else NO_MOVE


@njit
def bound_of(value: Any, alpha: Any, beta: Any) -> int:
    """Return what is known of a value that was searched between two bounds."""
    if value >= beta:
        return AT_LEAST
    return AT_MOST if value <= alpha else EXACT


@njit
def keep(board: Board, word: Any, depth: int, value: Any, move: Any, bound: int) -> None:
    """Put a value into the table; one that rests on no forecast is good for any depth."""
    slot = board.slots[slot_of(word)]
    slot.key, slot.value, slot.move, slot.bound = word, value, move, bound
    slot.depth = depth if board.counters[FORECASTS] > 0 else DEEPEST


def compare(board: Board, seat: int, moves: Any, depth: int) -> Any:
    """Search each of the moves of the root and bring the best to the front; return its lead.

    A search that was broken off has brought forward what it found so far.
    """
    best = -INFINITY
    for i in range(len(moves)):
        board.positions[1] = board.positions[0]
        play(board.positions[1:2], seat, wide(moves[i]))
        value = visit(board, ONE, depth - 1, best, INFINITY)
        if board.counters[LEFT] < 0:
            break
        if value > best:
            best = value
            bring_forward(moves, i)
    return best


@njit
def bring_forward(moves: Any, index: int) -> None:
    """Move one to the front; those before it keep their order."""
    move = moves[index]
    for i in range(index, 0, -1):
        moves[i] = moves[i - 1]
    moves[0] = move


@cache
def compiled(game: str) -> Callable[..., int]:
    """Return `compare` of a game."""
    rules, knowledge = kernel(game), worth(game)
    others = {
        name: getattr(knowledge, name)
        for name in ("appeals", "side_of", "lead", "forecast", "key", "sensible")
    }
    others["edge"] = bind(edge, rules, **others)
    others["list_moves"] = bind(list_moves, rules, **others)
    return bind(compare, rules, njit_apart, visit=bind(visit, rules, njit_apart, **others))


def search(task: Task) -> Move:
    """Return the best move of the deepest search that there was time for.

    One that was broken off while there is time left, since it went faster than foreseen, is taken up
    again: the table knows what it has found.
    """
    board = _room_for_search(task)
    moves, depth = task.moves.copy(), 1
    while depth < DEEPEST and (allowed := task.clock.left()) > 0:
        board.counters[:] = allowed, 0
        compiled(task.key)(board, task.seat, moves, depth)
        task.clock.spend(allowed - max(0, int(board.counters[LEFT])))
        if board.counters[LEFT] >= 0:
            depth += 1
            if board.counters[FORECASTS] == 0:
                break
    return Move(int(moves[0]))


def _room_for_search(task: Task) -> Board:
    most = record(task.key).MAX_MOVES
    positions = np.zeros(DEEPEST + 1, task.pos.dtype)
    positions[0] = task.pos[0]
    moves, looks = np.empty((2, DEEPEST, most), np.int32)
    side = int(worth(task.key).side_of(task.pos, task.seat))
    slots = np.zeros(SLOTS, SLOT)
    return Board(positions, moves, looks, task.room.trial, slots, np.zeros(COUNTERS, np.int64), side)

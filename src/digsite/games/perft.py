"""Counting the ways a game can go on: the quickest proof that two sets of rules are the same.

`perft` counts the sequences of exactly so many moves, draws included. Where several seats are due
the lowest moves, since the order within a round changes nothing.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from digsite.core.errors import DigsiteError
from digsite.games import kernel, record
from digsite.games.due import first_due
from digsite.games.jit import bind
from digsite.games.unbound import legal, movers, play

if TYPE_CHECKING:
    from collections.abc import Callable

    from digsite.core.game import Game
    from digsite.core.names import Position

NO_LIMIT: Final = 1 << 62


def count_lines(stack: Any, moves: Any, left: Any, depth: int, most: int) -> int:
    """Walk all lines below stack[0], depth first; `moves` and `left` hold what is still to be tried.

    Return how many there are, or -1 as soon as more than `most` moves were made.
    """
    lines, level = 0, 0
    left[0] = expand(stack[:1], moves[0])
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        most -= 1
        if most < 0:
            return -1
        stack[level + 1] = stack[level]
        here = stack[level + 1 : level + 2]
        play(here, first_due(movers(here)), moves[level, left[level]])
        if level + 1 == depth:
            lines += 1
        else:
            level += 1
            left[level] = expand(here, moves[level])
    return lines


def expand(pos: Any, out: Any) -> int:
    """Fill `out` with the moves of the first seat due."""
    due = movers(pos)
    return legal(pos, first_due(due), out) if due else 0


@cache
def _counter(key: str) -> Callable[..., int]:
    rules = kernel(key)
    return bind(count_lines, rules, expand=bind(expand, rules))


def perft(game: Game, pos: Position, depth: int, most: int = NO_LIMIT) -> int:
    """Return how many sequences of `depth` moves there are; refuse to make more than `most` moves."""
    if depth == 0:
        return 1
    stack = np.empty(depth + 1, pos.dtype)
    stack[0] = pos[0]
    moves = np.empty((depth, record(game.key).MAX_MOVES), np.int32)
    lines = _counter(game.key)(stack, moves, np.zeros(depth, np.int64), depth, most)
    if lines < 0:
        raise DigsiteError("perft_too_many", most=most)
    return lines


def divide(game: Game, pos: Position, depth: int, most: int = NO_LIMIT) -> dict[str, int]:
    """Return perft move by move: where two counts differ, this finds the culprit."""
    perft(game, pos, depth, most)
    due = game.movers(pos)
    return {
        game.move_text(pos, move): perft(game, game.play(pos, due[0], move), depth - 1)
        for move in (game.legal(pos, due[0]) if due else ())
    }

"""Rollouts: every move is tried, the game is imagined to go on at a glance, and the average counts.

All moves meet the same luck: in each pass the random state starts anew for every one of them. With
halving, the worse half of the moves is dropped whenever another share of the budget is spent.
`sweep` is bound to each game; none is named here.
"""

from __future__ import annotations

from functools import cache
from math import ceil, log2
from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.bots.glance import POLICIES, glance
from digsite.bots.policies import NO_END, go_on
from digsite.bots.rng import step
from digsite.core.names import Move
from digsite.games import kernel, worth
from digsite.games.due import MAX_SEATS
from digsite.games.jit import bind, njit_apart, wide
from digsite.games.unbound import outlook, play

if TYPE_CHECKING:
    from collections.abc import Callable

    from digsite.bots.room import Room
    from digsite.bots.task import Task


def sweep(
    root: Any, seat: int, candidates: Any, policies: Any, horizon: int, passes: int, pos: Any, room: Room,
    values: Any, totals: Any,
) -> None:  # fmt: skip
    """Imagine the game after each of the candidates, in so many passes, and add up how it ends."""
    for _ in range(passes):
        luck = step(room.rng)
        for i in range(len(candidates)):
            room.rng[0] = luck
            pos[0] = root[0]
            play(pos, seat, wide(candidates[i]))
            go_on(pos, policies, horizon, room)
            outlook(pos, values)
            totals[i] += values[seat]
        room.rng[0] = luck


@cache
def compiled(key: str) -> Callable[..., None]:
    """Return the rollouts of a game."""
    return bind(sweep, kernel(key), njit_apart, go_on=glance(key).go_on, outlook=worth(key).outlook)


def search(task: Task) -> Move:
    """Return the move after which the games that were imagined end best."""
    moves, totals = task.moves, np.zeros(len(task.moves))
    for share in _shares(len(moves), halving=task.mind.halving):
        while (passes := _passes(task, len(moves), share)) > 0:
            _sweep(task, moves, totals, passes)
        best_first = np.argsort(-totals, kind="stable")
        kept = best_first[: ceil(len(moves) / 2)] if task.mind.halving else best_first
        moves, totals = moves[kept], totals[kept]
    return Move(int(moves[0]))


def _shares(count: int, *, halving: bool) -> list[float]:
    """Return which parts of the budget are spent when moves are dropped."""
    rounds = ceil(log2(count)) if halving else 1
    return [(done + 1) / rounds for done in range(rounds)]


def _passes(task: Task, count: int, share: float) -> int:
    """Return how many passes fit into what is left of a share; the very first one is always made."""
    if task.clock.nodes == 0:
        return 1
    return int(task.clock.left(share) / count)


def _sweep(task: Task, moves: Any, totals: Any, passes: int) -> None:
    policies = np.full(MAX_SEATS, POLICIES[task.mind.policy])
    horizon = task.mind.horizon or NO_END
    buffers = np.empty_like(task.pos), task.room, np.empty(MAX_SEATS)
    compiled(task.key)(task.pos, task.seat, moves, policies, horizon, passes, *buffers, totals)
    task.clock.spend(passes * len(moves))

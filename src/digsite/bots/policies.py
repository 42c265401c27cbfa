"""The two plainest ways to choose a move, and games played with them. No game is named here.

The functions are templates: `jit.bind` compiles them with the kernel of each game. Buffers are
passed in: two of MAX_MOVES numbers, a position to try moves out, and a random state. Seats and moves
are passed on with 64 bits, so that rules are compiled once.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from digsite.bots.rng import below
from digsite.core.names import CHANCE
from digsite.games.due import first_due

RANDOM: Final = 0
GREEDY: Final = 1


def choose(pos: Any, seat: int, policy: int, moves: Any, buffer: Any, trial: Any, rng: Any) -> int:
    """Return any legal move, or, if greedy, any of those that look best at once."""
    count = legal(pos, seat, moves)  # type: ignore[name-defined]  # noqa: F821 - bound to a kernel
    if policy == GREEDY:
        appeals(pos, seat, moves, count, buffer, trial)  # type: ignore[name-defined]  # noqa: F821
        count = keep_best(moves, buffer, count)
    return np.int64(moves[below(rng, count)])  # type: ignore[return-value]


def keep_best(moves: Any, appeal: Any, count: int) -> int:
    """Move those that look best to the front and return how many there are."""
    kept = 0
    for i in range(count):
        if kept > 0 and appeal[i] > appeal[0]:
            kept = 0
        if kept == 0 or appeal[i] == appeal[0]:
            moves[kept], appeal[kept] = moves[i], appeal[i]
            kept += 1
    return kept


def draw(pos: Any, moves: Any, odds: Any, rng: Any) -> int:
    """Return an outcome of chance, each as likely as its weight."""
    count = legal(pos, np.int64(CHANCE), moves)  # type: ignore[name-defined]  # noqa: F821
    weights(pos, odds)  # type: ignore[name-defined]  # noqa: F821
    total = 0
    for i in range(count):
        total += odds[i]
    ticket = below(rng, total)
    index = 0
    while ticket >= odds[index]:
        ticket -= odds[index]
        index += 1
    return np.int64(moves[index])  # type: ignore[return-value]


def play_all(
    positions: Any, policies: Any, moves: Any, buffer: Any, trial: Any, rng: Any, plies: Any
) -> None:
    """Play many positions to their end, each seat by its policy; count the moves of each."""
    for i in range(len(positions)):
        pos = positions[i : i + 1]
        plies[i] = 0
        while True:
            due = movers(pos)  # type: ignore[name-defined]  # noqa: F821
            if due == 0:
                break
            seat = first_due(due)
            if seat == CHANCE:
                move = draw(pos, moves, buffer, rng)
            else:
                move = choose(pos, seat, policies[seat], moves, buffer, trial, rng)
            play(pos, seat, move)  # type: ignore[name-defined]  # noqa: F821
            plies[i] += 1

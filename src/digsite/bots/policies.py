"""The two plainest ways to choose a move, and games played with them. No game is named here.

The functions are templates: `jit.bind` compiles them with the kernel of each game. Buffers are
passed in: two of MAX_MOVES numbers, and a random state.
"""

from __future__ import annotations

from typing import Any, Final

from digsite.bots.rng import below
from digsite.core.names import CHANCE
from digsite.games.due import first_due

RANDOM: Final = 0
GREEDY: Final = 1


def choose(pos: Any, seat: int, policy: int, moves: Any, buffer: Any, rng: Any) -> int:
    """Return any legal move, or, if greedy, any of those that bring the most points at once."""
    count = legal(pos, seat, moves)  # type: ignore[name-defined]  # noqa: F821 - bound to a kernel
    if policy == GREEDY:
        gains(pos, seat, moves, count, buffer)  # type: ignore[name-defined]  # noqa: F821
        count = keep_best(moves, buffer, count)
    return int(moves[below(rng, count)])


def keep_best(moves: Any, gained: Any, count: int) -> int:
    """Move those that gain most to the front and return how many there are."""
    kept = 0
    for i in range(count):
        if kept > 0 and gained[i] > gained[0]:
            kept = 0
        if kept == 0 or gained[i] == gained[0]:
            moves[kept], gained[kept] = moves[i], gained[i]
            kept += 1
    return kept


def draw(pos: Any, moves: Any, odds: Any, rng: Any) -> int:
    """Return an outcome of chance, each as likely as its weight."""
    count = legal(pos, CHANCE, moves)  # type: ignore[name-defined]  # noqa: F821
    weights(pos, odds)  # type: ignore[name-defined]  # noqa: F821
    total = 0
    for i in range(count):
        total += odds[i]
    ticket = below(rng, total)
    index = 0
    while ticket >= odds[index]:
        ticket -= odds[index]
        index += 1
    return int(moves[index])


def play_out(pos: Any, policies: Any, moves: Any, buffer: Any, rng: Any) -> int:
    """Play a position to its end, each seat by its policy; return how many moves were made."""
    plies = 0
    while True:
        due = movers(pos)  # type: ignore[name-defined]  # noqa: F821
        if due == 0:
            return plies
        seat = first_due(due)
        if seat == CHANCE:
            move = draw(pos, moves, buffer, rng)
        else:
            move = choose(pos, seat, policies[seat], moves, buffer, rng)
        play(pos, seat, move)  # type: ignore[name-defined]  # noqa: F821
        plies += 1


def play_all(positions: Any, policies: Any, moves: Any, buffer: Any, rng: Any, plies: Any) -> None:
    """Play many positions to their end."""
    for i in range(len(positions)):
        plies[i] = play_out(positions[i : i + 1], policies, moves, buffer, rng)

"""The plainest ways to choose a move, and games played with them. No game is named here.

The functions are templates: `jit.bind` compiles them with the kernel of each game. They work in a
`Room` that is passed in. Seats and moves are passed on with 64 bits, so that rules are compiled once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from digsite.bots.rng import below
from digsite.core.names import CHANCE
from digsite.games.due import first_due
from digsite.games.jit import njit, wide
from digsite.games.unbound import appeals, gains, legal, movers, play, weights

if TYPE_CHECKING:
    from digsite.bots.room import Room

RANDOM: Final = 0
GREEDY: Final = 1
KEEN: Final = 2

NO_END: Final = 1 << 62
"""More moves than any game has."""
STUCK: Final = -1
"""Instead of the number of moves, where a game stopped with somebody due."""


def pick(pos: Any, seat: int, policy: int, count: int, room: Room) -> int:
    """Return any of the room's moves, or any of those that bring most points or look best at once."""
    moves, buffer = room.moves, room.buffer
    if policy == GREEDY:
        gains(pos, seat, moves, count, buffer, room.trial)
        count = keep_best(moves, buffer, count)
    elif policy == KEEN:
        appeals(pos, seat, moves, count, buffer, room.trial)
        count = keep_best(moves, buffer, count)
    return wide(moves[below(room.rng, count)])


@njit
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


def see(pos: Any, seat: int, overlooks: int, room: Room) -> int:
    """List the legal moves that are not overlooked and return how many; one is seen if there is any."""
    moves, rng = room.moves, room.rng
    count = legal(pos, seat, moves)
    if overlooks == 0 or count == 0:
        return count
    spared, kept = below(rng, count), 0
    for i in range(count):
        if i == spared or below(rng, 100) >= overlooks:
            moves[kept] = moves[i]
            kept += 1
    return kept


def draw(pos: Any, count: int, room: Room) -> int:
    """Return one of the room's outcomes of chance, each as likely as its weight."""
    odds = room.buffer
    weights(pos, odds)
    total = 0
    for i in range(count):
        total += odds[i]
    ticket = below(room.rng, total)
    index = 0
    while ticket >= odds[index]:
        ticket -= odds[index]
        index += 1
    return wide(room.moves[index])


def go_on(pos: Any, policies: Any, most: int, room: Room) -> int:
    """Play on, each seat by its policy, to the end or for so many moves; return how many were made.

    No position that a game comes to leaves a seat due without a move; from one that does, nothing goes on.
    """
    made = 0
    while made < most:
        due = movers(pos)
        if due == 0:
            break
        seat = first_due(due)
        count = legal(pos, seat, room.moves)
        if count == 0:
            break
        move = draw(pos, count, room) if seat == CHANCE else pick(pos, seat, policies[seat], count, room)
        play(pos, seat, move)
        made += 1
    return made


def play_all(positions: Any, policies: Any, room: Room, plies: Any) -> None:
    """Play many positions to their end, each seat by its policy; count the moves of each."""
    for i in range(len(positions)):
        pos = positions[i : i + 1]
        made = go_on(pos, policies, NO_END, room)
        plies[i] = made if movers(pos) == 0 else STUCK

"""Bots: what sits in a seat when nobody does. They choose from a view; no game is named inside."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from digsite.bots import policies
from digsite.bots.rng import seeded
from digsite.core.errors import DigsiteError, IllegalMove
from digsite.core.names import Move
from digsite.games import kernel, record, worth
from digsite.games.jit import bind, njit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from digsite.core.game import Game
    from digsite.core.names import Position, Seat, View

POLICIES: Final = {"random": policies.RANDOM, "greedy": policies.GREEDY}
"""The name of each bot and how it chooses: anything, or what looks best now, ties by seed."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """The policies, compiled for one game."""

    choose: Callable[..., int]
    play_all: Callable[..., None]
    max_moves: int
    position: np.dtype[Any]

    def room(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[Any]]:
        """Return what policies work in: two buffers and a position to try moves out."""
        moves, buffer = np.empty((2, self.max_moves), np.int32)
        return moves, buffer, np.zeros(1, self.position)


@cache
def compiled(key: str) -> Compiled:
    """Return the policies of one game."""
    rules = kernel(key)
    others = {"appeals": worth(key).appeals, "keep_best": njit(policies.keep_best)}
    choose = bind(policies.choose, rules, **others)
    draw = bind(policies.draw, rules)
    play_all = bind(policies.play_all, rules, choose=choose, draw=draw)
    return Compiled(choose, play_all, record(key).MAX_MOVES, record(key).POSITION)


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot with a seed: in the same view it always chooses the same move."""

    game: Game
    name: str
    seed: int

    def __post_init__(self) -> None:
        if self.name not in POLICIES:
            raise DigsiteError("unknown_bot", bot=self.name, bots=", ".join(POLICIES))

    def move(self, view: View, seat: Seat) -> Move:
        """Return the bot's move for a seat that is due, or raise IllegalMove."""
        if seat not in self.game.movers(view):
            raise IllegalMove("not_due", view, seat=seat)
        code = compiled(self.game.key)
        rng = seeded(self.seed, self.game.round(view), seat)
        return Move(code.choose(view, seat, POLICIES[self.name], *code.room(), rng))


def play_all(
    game: Game, positions: Sequence[Position], names: Sequence[str], seed: int
) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Play all these positions to their end, seat by seat with the bots named.

    Return the last positions and how many moves each game took. The GIL is free meanwhile.
    """
    code = compiled(game.key)
    ends = np.concatenate(positions)
    plies = np.empty(len(ends), np.int32)
    seats = np.array([POLICIES[name] for name in names], np.int64)
    code.play_all(ends, seats, *code.room(), seeded(seed), plies)
    return ends, plies

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
from digsite.games import kernel, record
from digsite.games.jit import bind, njit

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from digsite.core.game import Game
    from digsite.core.names import Position, Seat, View

POLICIES: Final = {"random": policies.RANDOM, "greedy": policies.GREEDY}
"""The name of each bot and how it chooses: anything, or the most points now, ties by seed."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """The policies, compiled for one game."""

    choose: Callable[..., int]
    play_all: Callable[..., None]
    max_moves: int


@cache
def compiled(key: str) -> Compiled:
    """Return the policies of one game."""
    rules = kernel(key)
    choose = bind(policies.choose, rules, keep_best=njit(policies.keep_best))
    draw = bind(policies.draw, rules)
    play_out = bind(policies.play_out, rules, choose=choose, draw=draw)
    play_all = bind(policies.play_all, rules, play_out=play_out)
    return Compiled(choose, play_all, record(key).MAX_MOVES)


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
        moves, buffer = np.empty((2, code.max_moves), np.int32)
        rng = seeded(self.seed, self.game.round(view), seat)
        return Move(code.choose(view, seat, POLICIES[self.name], moves, buffer, rng))


def play_all(
    game: Game, positions: Sequence[Position], names: Sequence[str], seed: int
) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Play all these positions to their end, seat by seat with the bots named.

    Return the last positions and how many moves each game took. The GIL is free meanwhile.
    """
    code = compiled(game.key)
    ends = np.concatenate(positions)
    plies = np.empty(len(ends), np.int32)
    moves, buffer = np.empty((2, code.max_moves), np.int32)
    seats = np.array([POLICIES[name] for name in names], np.int64)
    code.play_all(ends, seats, moves, buffer, seeded(seed), plies)
    return ends, plies

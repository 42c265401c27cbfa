"""Bots: what sits in a seat when nobody does. They choose from a view; no game is named inside."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from digsite.bots import alphabeta, rollouts, tree
from digsite.bots.budget import Budget, Clock
from digsite.bots.glance import POLICIES, glance
from digsite.bots.policies import STUCK
from digsite.bots.rng import seeded
from digsite.bots.room import room_for
from digsite.bots.task import Task
from digsite.core.errors import DigsiteError, IllegalMove
from digsite.core.names import Move, Position
from digsite.games import minds
from digsite.games.levels import LEVELS, Mind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from digsite.core.game import Game
    from digsite.core.names import Seat, View
    from digsite.games.levels import Policy, Search

__all__ = ["BOTS", "LEVELS", "POLICIES", "YARDSTICKS", "Bot", "Budget", "Thought", "play_all", "prepare"]

YARDSTICKS: Final = {
    "random": Mind("look", "random"),
    "greedy": Mind("look", "greedy"),
    "keen": Mind("look", "keen"),
    "flat": Mind("rollouts", "random", seconds=0.1),
    "rollouts": Mind("rollouts", "greedy", seconds=0.1),
}
"""Bots that think alike in every game: what the levels are measured by."""

BOTS: Final = (*LEVELS, *YARDSTICKS)

SEARCHES: Final[dict[Search, Callable[[Task], Move]]] = {
    "rollouts": rollouts.search,
    "tree": tree.search,
    "alphabeta": alphabeta.search,
}


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot has come to."""

    move: Move
    nodes: int
    """How many it looked at; 0 where it took no search."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot with a seed: in the same view, with a budget of nodes, it always chooses the same move."""

    game: Game
    name: str
    seed: int
    budget: Budget | None = None
    """Nodes instead of what its mind has, or the most seconds; a bot that takes no search needs none."""

    def __post_init__(self) -> None:
        if self.name not in BOTS:
            raise DigsiteError("unknown_bot", bot=self.name, bots=", ".join(BOTS))

    def move(self, view: View, seat: Seat) -> Move:
        """Return the bot's move for a seat that is due, or raise IllegalMove."""
        return self.think(view, seat).move

    def think(self, view: View, seat: Seat) -> Thought:
        """Return the bot's move with what it took to find it, or raise IllegalMove."""
        if seat not in self.game.movers(view):
            raise IllegalMove("not_due", view, seat=seat)
        task = self._task(view, seat)
        if len(task.moves) == 0:
            raise IllegalMove("no_move", view, seat=seat)
        return self._think(task)

    def is_quick(self, view: View, seat: Seat) -> bool:
        """Tell whether the bot takes no search: it only looks, or has one move alone."""
        return self.mind(view).search == "look" or len(self.game.legal(view, seat)) == 1

    def mind(self, view: View) -> Mind:
        """Return how the bot thinks in a position."""
        mind = YARDSTICKS.get(self.name) or minds(self.game.key, view)[LEVELS.index(self.name)]
        if self.budget is None or mind.search == "look":
            return mind
        nodes = mind.nodes if self.budget.nodes is None else self.budget.nodes
        return replace(mind, nodes=nodes, seconds=self.budget.seconds)

    def _task(self, view: View, seat: Seat) -> Task:
        key, mind = self.game.key, self.mind(view)
        clock = Clock(Budget(mind.nodes, mind.seconds))
        room = room_for(key, seeded(self.seed, self.game.round(view), seat))
        pos = np.zeros_like(view)
        own = glance(key).imagine(view, seat, pos)
        count = glance(key).see(pos, own, mind.overlooks, room)
        return Task(key, pos, own, room.moves[:count].copy(), mind, clock, room)

    def _think(self, task: Task) -> Thought:
        if len(task.moves) == 1:
            return Thought(Move(int(task.moves[0])), 0)
        if task.mind.search == "look":
            policy = POLICIES[task.mind.policy]
            pick = glance(task.key).pick
            return Thought(Move(pick(task.pos, task.seat, policy, len(task.moves), task.room)), 0)
        return Thought(SEARCHES[task.mind.search](task), task.clock.nodes)


def prepare(game: Game, view: View, seat: Seat, names: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Let these bots think for a moment about a move of a seat, so that all they need is compiled.

    Bots that search alike think once. Yield how many searches are done, and of how many.
    """
    bots = [Bot(game, name, 0, Budget(nodes=2)) for name in names]
    searches = {bot.mind(view).search: bot for bot in bots}
    for done, bot in enumerate(searches.values(), 1):
        bot.think(view, seat)
        yield done, len(searches)


def play_all(
    game: Game, positions: Sequence[Position], names: Sequence[str], seed: int
) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Play all these positions to their end, seat by seat with the policies named.

    Return the last positions and how many moves each game took, or raise IllegalMove where one was stuck.
    The GIL is free meanwhile.
    """
    ends = np.concatenate(positions)
    plies = np.empty(len(ends), np.int32)
    seats = np.array([POLICIES[cast("Policy", name)] for name in names], np.int64)
    glance(game.key).play_all(ends, seats, room_for(game.key, seeded(seed)), plies)
    for stuck in np.flatnonzero(plies == STUCK).tolist():
        end = Position(ends[stuck : stuck + 1])
        raise IllegalMove("no_move", end, seat=game.movers(end)[0])
    return ends, plies

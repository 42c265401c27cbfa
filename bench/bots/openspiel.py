"""The strongest level against OpenSpiel's MCTS bot, which plays SCARAB as a Python game over there.

Its bot has one rollout a simulation, solves what it can, and the exploration of its own examples. It
has no clock: for equal time it gets as many simulations as fitted into the time of its last move.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from open_spiel.python.algorithms import mcts

from bench.bots import figures
from bench.bots.figures import Figure
from bench.bots.trials import SECONDS, SEED, STRONGEST
from bench.cases import CASES
from bench.peers.openspiel import loaded
from digsite.arena.dig import bot_seed, dig
from digsite.arena.played import Played
from digsite.arena.sources import fingerprint
from digsite.bots import Bot, Budget
from digsite.core.names import Position, Seat
from digsite.games import game

if TYPE_CHECKING:
    from collections.abc import Sequence

PEER: Final = "OpenSpiel"
SCARAB: Final = CASES[0]
EXPLORATION: Final = 2
FIRST_GUESS: Final = 50
SIMULATIONS: Final = 200


@dataclass(frozen=True)
class Match:
    """So many deals, each played from both sides."""

    name: str
    deals: int
    simulations: int | None
    """For both a move, or nothing: then both have SECONDS."""
    least: float

    def header(self) -> dict[str, Any]:
        """Return all that the results depend on."""
        return {"arena": 1, **asdict(self), "seed": SEED, "seconds": SECONDS, "sources": fingerprint()}

    def jobs(self) -> list[Meeting]:
        """Return all games."""
        return [Meeting(self, deal, own) for deal in range(self.deals) for own in (0, 1)]

    def read(self, games: Sequence[Played]) -> list[Figure]:
        """Read how often we won, and how long both thought about a move."""
        return [figures.won(games, STRONGEST, self.least), *(_pace(games, bot) for bot in (STRONGEST, PEER))]


@dataclass(frozen=True)
class Meeting:
    """One game: ours sits in the seat `own`."""

    match: Match
    deal: int
    own: int

    @property
    def key(self) -> tuple[int, tuple[str, ...]]:
        """Return what tells it from the others."""
        return self.deal, self.bots

    @property
    def bots(self) -> tuple[str, ...]:
        """Return who sits where."""
        return (STRONGEST, PEER) if self.own == 0 else (PEER, STRONGEST)


MATCHES: Final = (
    Match("SCARAB for two, against OpenSpiel's MCTS, equal time", 16, None, 0.95),
    Match("SCARAB for two, against OpenSpiel's MCTS, 200 simulations each", 16, SIMULATIONS, 0.6),
)


def play(meeting: Meeting) -> Played:
    """Play a game here and over there, move by move."""
    rules, chance = game(SCARAB.key), dig(SEED, meeting.deal)
    pos = rules.deal(rules.options({}), 2, chance.deal())
    state = loaded(SCARAB, pos).new_initial_state()
    sitters = [
        (Ours if bot == STRONGEST else Theirs)(meeting.match, state, bot_seed(chance, Seat(seat)))
        for seat, bot in enumerate(meeting.bots)
    ]
    while due := rules.movers(pos):
        choice = sitters[due[0]].choose(pos, due[0], state)
        pos = rules.play(pos, due[0], rules.legal(pos, due[0])[choice])
        state.apply_action(state.legal_actions()[choice])
    return _played(meeting, pos, sitters)


class Ours:
    """The strongest level: as many nodes as the other has simulations, or the same time."""

    def __init__(self, match: Match, state: Any, seed: int) -> None:  # noqa: ARG002 - made as Theirs is
        budget = Budget(seconds=SECONDS) if match.simulations is None else Budget(nodes=match.simulations)
        self._bot = Bot(game(SCARAB.key), STRONGEST, seed, budget)
        self.times: list[float] = []

    def choose(self, pos: Position, seat: Seat, state: Any) -> int:  # noqa: ARG002
        """Return which of the legal moves it plays."""
        start = time.perf_counter()
        move = self._bot.move(self._bot.game.view(pos, seat), seat)
        self.times.append(time.perf_counter() - start)
        return list(self._bot.game.legal(pos, seat)).index(move)


class Theirs:
    """OpenSpiel's MCTS bot."""

    def __init__(self, match: Match, state: Any, seed: int) -> None:
        random = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        self._timed = match.simulations is None
        self._bot = mcts.MCTSBot(
            state.get_game(), EXPLORATION, match.simulations or FIRST_GUESS, evaluator, random_state=random
        )
        self.times: list[float] = []

    def choose(self, pos: Position, seat: Seat, state: Any) -> int:  # noqa: ARG002
        """Return which of the legal moves it plays; the legal moves are the same on both sides."""
        start = time.perf_counter()
        action = self._bot.step(state)
        self.times.append(time.perf_counter() - start)
        if self._timed:
            self._bot.max_simulations = max(1, round(self._bot.max_simulations * SECONDS / self.times[-1]))
        index: int = state.legal_actions().index(action)
        return index


def _played(meeting: Meeting, pos: Position, sitters: Sequence[Ours | Theirs]) -> Played:
    result = game(SCARAB.key).result(pos)
    if result is None:
        message = "the game is not over"
        raise ValueError(message)
    return Played(
        deal=meeting.deal,
        bots=meeting.bots,
        points=result.points,
        ranks=result.ranks,
        winners=tuple(map(int, result.winners)),
        met=0,
        plies=int(pos[0]["moves"]),
        cut=False,
        seconds=tuple(sum(sitter.times) for sitter in sitters),
        pace=tuple(sum(sitter.times) / len(sitter.times) for sitter in sitters),
    )


def _pace(games: Sequence[Played], bot: str) -> Figure:
    paces = [game.pace[game.bots.index(bot)] for game in games]
    return Figure(f"{bot}: seconds a move", sum(paces) / len(paces), (min(paces), max(paces)), len(games))


@cache
def warm_up() -> None:
    """Load all that is needed before the time counts."""
    play(Meeting(Match("", 1, 2, 0), 0, 0))

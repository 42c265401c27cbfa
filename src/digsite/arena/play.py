"""Playing a job: bots at a table of their own, each with its view and nothing else."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from functools import cache
from statistics import median
from typing import TYPE_CHECKING, Final

from digsite.arena.dig import bot_seed, dig
from digsite.arena.job import Job
from digsite.arena.played import Played
from digsite.bots import Bot
from digsite.core.names import CHANCE, Seat

if TYPE_CHECKING:
    from digsite.arena.contest import Contest
    from digsite.core.fair import Fair
    from digsite.core.game import Game
    from digsite.core.names import Move, Position

MOST_PLIES: Final = 5_000
"""A game that is longer has no end: the longest of ours have some hundred."""
FEW_PLIES: Final = 12
"""As many as it takes until every seat has chosen."""


@dataclass
class Thinker:
    """A bot in a seat, with a watch."""

    bot: Bot
    seat: Seat
    times: list[float] = field(default_factory=list)

    def move(self, pos: Position) -> Move:
        """Return the bot's move, from what its seat may know."""
        view = self.bot.game.view(pos, self.seat)
        start = time.perf_counter()
        move = self.bot.move(view, self.seat)
        self.times.append(time.perf_counter() - start)
        return move


def play(job: Job, most: int = MOST_PLIES) -> Played:
    """Play a game to its end, or to its longest."""
    game, chance = job.contest.rules, dig(job.contest.seed, job.deal)
    thinkers = _seated(job, chance)
    pos = job.contest.deal(job.deal)
    plies = draws = 0
    while plies < most and (due := game.movers(pos)):
        if due[0] == CHANCE:
            move = _drawn(game, pos, chance, draws)
            draws += 1
        else:
            move = thinkers[due[0]].move(pos)
        pos = game.play(pos, due[0], move)
        plies += 1
    return _played(job, pos, plies, thinkers)


def _seated(job: Job, chance: Fair) -> list[Thinker]:
    game, budget = job.contest.rules, job.contest.budget
    seats = [(Seat(number), name) for number, name in enumerate(job.line_up)]
    return [Thinker(Bot(game, name, bot_seed(chance, seat), budget), seat) for seat, name in seats]


def _drawn(game: Game, pos: Position, chance: Fair, number: int) -> Move:
    return game.legal(pos, CHANCE)[chance.draw(number, game.weights(pos))]


def _played(job: Job, pos: Position, plies: int, thinkers: list[Thinker]) -> Played:
    result = job.contest.rules.result(pos)
    return Played(
        deal=job.deal,
        bots=job.line_up,
        points=job.contest.rules.points(pos) if result is None else result.points,
        ranks=(1,) * len(thinkers) if result is None else result.ranks,
        winners=() if result is None else tuple(map(int, result.winners)),
        met=0 if result is None else sum(objective.met for objective in result.objectives),
        plies=plies,
        cut=result is None,
        seconds=tuple(round(sum(thinker.times), 6) for thinker in thinkers),
        pace=tuple(round(median(thinker.times or [0.0]), 6) for thinker in thinkers),
    )


@cache
def warm_up(contest: Contest) -> None:
    """Let every bot choose once: that compiles its search, or loads it, before its time counts."""
    quick = replace(contest, nodes=1, seconds=None)
    for bot in contest.bots:
        play(Job(quick, 0, (bot,) * contest.seats), FEW_PLIES)


def play_ready(job: Job) -> Played:
    """Play a game in a worker that is made ready for its bots first; that is done once."""
    warm_up(job.contest)
    return play(job)

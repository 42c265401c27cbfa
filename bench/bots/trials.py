"""What is played: the strongest level against yardsticks, on deals that nothing was tuned on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from bench.bots import figures
from bench.bots.figures import Figure
from digsite.arena.contest import Contest
from digsite.arena.job import Job
from digsite.arena.played import Played
from digsite.arena.schedule import line_ups
from digsite.games import game

SEED: Final = 20_261_116
"""Of the deals: no bot has learned or was tuned on them."""
STRONGEST: Final = "master"
SECONDS: Final = 0.1
ALONE_SECONDS: Final = 0.3
"""A move in the game for points alone: more than the others, less than the second that is allowed."""

Reading: TypeAlias = Callable[[Sequence[Played]], list[Figure]]
"""Reads figures off games."""


@dataclass(frozen=True)
class Trial:
    """Games to be played, and what they must show."""

    name: str
    contest: Contest
    deals: int
    read: Reading

    def jobs(self) -> list[Job]:
        """Return all games: with both sides swapped, or with the strongest in each seat in turn."""
        sides = self.contest.sides()
        return [
            Job(self.contest, deal, line_up)
            for deal in range(self.deals)
            for line_up in line_ups(self.contest.bots, sides, deal)
            if len({side for side, bot in zip(sides, line_up, strict=True) if bot == STRONGEST}) <= 1
        ]


def against(name: str, key: str, seats: int, deals: int, other: str, read: Reading, **options: str) -> Trial:
    """Return a trial of the strongest level against another bot."""
    return Trial(name, contest(key, seats, (STRONGEST, other), SECONDS, options), deals, read)


def contest(key: str, seats: int, bots: tuple[str, ...], seconds: float, options: dict[str, str]) -> Contest:
    """Return what is asked of an arena; `games` is for its own schedule, which we do not use."""
    settled = tuple(game(key).options(options).items())
    return Contest(key, settled, seats, bots, games=1, seed=SEED, seconds=seconds)


def beats(least: float) -> Reading:
    """Read how often the strongest won."""
    return lambda games: [figures.won(games, STRONGEST, least)]


def leads(games: Sequence[Played]) -> list[Figure]:
    """Read whether the strongest won oftener than any seat beside it."""
    return [figures.won(games, STRONGEST), figures.most_wins(games, STRONGEST)]


def for_points(games: Sequence[Played]) -> list[Figure]:
    """Read the points of the game alone, and the distance to plain rollouts."""
    means = [figures.alone(games, bot)[1] for bot in (STRONGEST, "rollouts", "greedy")]
    return [*means, figures.above(games, STRONGEST, "rollouts", least=1.5)]


def for_wins(games: Sequence[Played], *, points: bool) -> list[Figure]:
    """Read how often a game for one was won, and how much oftener than greedy did."""
    means = [figure for bot in (STRONGEST, "greedy") for figure in figures.alone(games, bot)]
    margins = [figures.above(games, STRONGEST, "greedy", wins=wins) for wins in (True, False)[: 1 + points]]
    return [*means, *margins]


MISSIONS: Final = tuple(str(number) for number in range(1, 9))

TRIALS: Final = (
    Trial(
        "Scarabya, base game alone, 0.3 s a move",
        contest("scarabya", 1, (STRONGEST, "rollouts", "greedy"), ALONE_SECONDS, {"mode": "base"}),
        100,
        for_points,
    ),
    against("Scarabya, one-on-one, against greedy", "scarabya", 2, 60, "greedy", beats(0.9), mode="duel"),
    against("Scarabya, solo", "scarabya", 1, 60, "greedy", partial(for_wins, points=False), mode="solo"),
    against("SCARAB for two, against greedy", "scarab", 2, 50, "greedy", beats(0.95)),
    against("SCARAB for three, against greedy seats", "scarab", 3, 36, "greedy", leads),
    against("SCARAB for four, against greedy seats", "scarab", 4, 40, "greedy", leads),
    against("SCARAB in teams, against a greedy team", "scarab", 4, 20, "greedy", beats(0.9), teams="yes"),
    against("Marajoara for two, against greedy", "marajoara", 2, 20, "greedy", beats(0.95)),
    against("Marajoara for two, against flat Monte-Carlo", "marajoara", 2, 16, "flat", beats(0.75)),
    *(
        against(
            f"Marajoara, mission {mission}",
            "marajoara",
            1,
            16,
            "greedy",
            partial(for_wins, points=True),
            mission=mission,
        )
        for mission in MISSIONS
    ),
)

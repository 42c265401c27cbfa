"""The schedule: every bot meets every other on the same deals, with the sides swapped.

In each pairing one bot has a side to itself and the other bot all others, then the other way round on
the same dig. Which side that is goes round with the deals. Where there is one side only, every bot
plays each dig once, and two bots are compared by what they made of it.
"""

from __future__ import annotations

from itertools import permutations
from math import ceil
from typing import TYPE_CHECKING

from digsite.arena.job import Job

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.arena.contest import Contest
    from digsite.arena.job import LineUp


def schedule(contest: Contest) -> list[Job]:
    """Return all jobs, deal by deal, so that an arena that was stopped has played whole deals."""
    sides = contest.sides()
    return [
        Job(contest, deal, line_up)
        for deal in range(deals(contest.games, sides))
        for line_up in line_ups(contest.bots, sides, deal)
    ]


def deals(games: int, sides: Sequence[int]) -> int:
    """Return how many deals give each pairing so many games, rounded up until everyone sat everywhere."""
    count = len(set(sides))
    if count == 1:
        return games
    turns = 1 if count == 2 else count  # with two sides, swapping them is all there is
    return ceil(games / (2 * turns)) * turns


def line_ups(bots: Sequence[str], sides: Sequence[int], deal: int) -> list[LineUp]:
    """Return who sits where in the games on one deal."""
    different = sorted(set(sides))
    if len(different) == 1:
        return [(bot,) * len(sides) for bot in bots]
    lone = different[deal % len(different)]
    return [tuple(bot if side == lone else other for side in sides) for bot, other in permutations(bots, 2)]

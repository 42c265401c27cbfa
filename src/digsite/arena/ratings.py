"""Ratings: a Bradley–Terry fit over all encounters at once, so that their order means nothing.

Intervals come from a bootstrap over deals: each deal, with all that was played on it, gets a random
weight (Rubin's Bayesian bootstrap). Every pairing has half a win and half a loss more than it played,
so that a bot that won all its games has a finite rating; in the bootstrap these have random weights
as well (Gamma of a half). For two bots with one game on
each deal, and no draws, this is the interval of Jeffreys for their share.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from digsite.arena.extras import needed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from digsite.arena.encounters import Encounter

ELO: Final = 400 / log(10)
"""400 points are odds of ten to one."""
ANCHOR_RATING: Final = 1000
FAVOURITE: Final = "greedy"
PRIOR: Final = 0.5
RESAMPLES: Final = 1000


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a bot is, with its 95 % interval against the mean of all."""

    bot: str
    rating: float
    low: float
    high: float


def ratings(
    bots: Sequence[str], met: Sequence[Encounter], seed: int, resamples: int = RESAMPLES
) -> list[Rating]:
    """Return the rating of each bot; the anchor has 1000."""
    tally = _tally(bots, met)
    strengths = _fit(tally.sum(axis=0) + PRIOR)
    spread = ELO * (_resampled(tally, strengths, seed, resamples) - strengths)
    shift = ANCHOR_RATING - ELO * strengths[bots.index(anchor(bots, strengths))]
    low, high = np.percentile(spread, (2.5, 97.5), axis=0)
    points = ELO * strengths + shift
    return [
        Rating(bot, *map(float, (points[i], points[i] + low[i], points[i] + high[i])))
        for i, bot in enumerate(bots)
    ]


def anchor(bots: Sequence[str], strengths: Sequence[float] | NDArray[np.float64]) -> str:
    """Return the bot that has 1000 points: greedy if it takes part, else the weakest."""
    return FAVOURITE if FAVOURITE in bots else bots[int(np.argmin(strengths))]


def _tally(bots: Sequence[str], met: Sequence[Encounter]) -> NDArray[np.float64]:
    """Return how much each bot won against each other, deal by deal."""
    deals = {deal: row for row, deal in enumerate(sorted({encounter.deal for encounter in met}))}
    tally = np.zeros((len(deals), len(bots), len(bots)))
    for encounter in met:
        first, second = bots.index(encounter.first), bots.index(encounter.second)
        tally[deals[encounter.deal], first, second] += encounter.score
        tally[deals[encounter.deal], second, first] += 1 - encounter.score
    return tally


def _fit(wins: NDArray[np.float64], start: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """Return the strengths that make these wins likeliest; their mean is 0."""
    choix: Any = needed("choix", "arena")
    strengths: NDArray[np.float64] = choix.ilsr_pairwise_dense(wins, initial_params=start)
    return strengths


def _resampled(
    tally: NDArray[np.float64], start: NDArray[np.float64], seed: int, resamples: int
) -> NDArray[np.float64]:
    """Return the strengths that other deals might have shown."""
    rng = np.random.default_rng(seed)
    wins = np.tensordot(rng.exponential(size=(resamples, len(tally))), tally, 1)
    wins += rng.gamma(PRIOR, size=wins.shape)
    return np.array([_fit(sample, start) for sample in wins])

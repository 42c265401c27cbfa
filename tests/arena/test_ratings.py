"""Ratings on made-up results whose answer is known."""

from __future__ import annotations

from math import log10

import numpy as np
import pytest

from digsite.arena.encounters import Encounter, encounters
from digsite.arena.intervals import of_mean, wilson
from digsite.arena.ladder import ladder
from digsite.arena.ratings import Rating, ratings
from tests.arena.contests import THREE, contest, played

FEW = 60
"""Resamples where the interval itself is not what is tested."""


def by_bot(found: list[Rating]) -> dict[str, Rating]:
    return {rating.bot: rating for rating in found}


def shares(share: dict[tuple[str, str], int], deals: int) -> list[Encounter]:
    """Return encounters in which the first bot of each pair wins so many of its deals."""
    return [
        Encounter(deal, first, second, float(deal < wins))
        for (first, second), wins in share.items()
        for deal in range(deals)
    ]


# --- encounters


def test_the_better_rank_wins_and_the_bots_keep_their_order() -> None:
    games = [played(0, ("greedy", "random"), (1, 2)), played(0, ("random", "greedy"), (1, 1))]
    assert encounters(("random", "greedy"), games) == [
        Encounter(0, "random", "greedy", 0.0),
        Encounter(0, "random", "greedy", 0.5),
    ]


@pytest.mark.parametrize(
    ("ranks", "score"),
    [
        ((1, 2, 3, 4), 1.0),
        ((2, 1, 3, 4), 2 / 3),
        ((4, 1, 2, 3), 0.0),
        ((1, 1, 3, 4), 2.5 / 3),
        ((1, 1, 1, 1), 0.5),
    ],
)
def test_one_against_three_is_compared_with_each_of_them(ranks: tuple[int, ...], score: float) -> None:
    game = played(0, ("keen", "greedy", "greedy", "greedy"), ranks)
    assert encounters(("keen", "greedy"), [game])[0].score == pytest.approx(score)
    assert encounters(("greedy", "keen"), [game])[0].score == pytest.approx(1 - score)


def test_teams_are_compared_as_sides() -> None:
    game = played(0, ("keen", "keen", "greedy", "greedy"), (1, 1, 3, 3))
    assert encounters(("keen", "greedy"), [game])[0].score == 1


def test_alone_won_beats_lost_then_objectives_then_points() -> None:
    games = [
        played(0, ("random",), points=(90,), winners=(), met=1),
        played(0, ("greedy",), points=(10,), winners=(), met=2),
        played(0, ("keen",), points=(5,), winners=(0,), met=3),
        played(1, ("random",), points=(7,), winners=(), met=1),
        played(1, ("greedy",), points=(7,), winners=(), met=1),
        played(1, ("keen",), points=(8,), winners=(), met=1),
    ]
    scores = {(e.deal, e.first, e.second): e.score for e in encounters(THREE, games)}
    assert scores == {
        (0, "random", "greedy"): 0.0,
        (0, "random", "keen"): 0.0,
        (0, "greedy", "keen"): 0.0,
        (1, "random", "greedy"): 0.5,
        (1, "random", "keen"): 0.0,
        (1, "greedy", "keen"): 0.0,
    }


# --- the fit


def test_three_to_one_is_two_hundred_points() -> None:
    found = by_bot(ratings(("a", "b"), shares({("a", "b"): 300}, 400), seed=1, resamples=FEW))
    assert found["b"].rating == 1000, "without greedy the weakest is the anchor"
    assert found["a"].rating == pytest.approx(1000 + 400 * log10(300.5 / 100.5), abs=0.01)


def test_greedy_is_the_anchor_where_it_takes_part() -> None:
    pairs = {("random", "greedy"): 10, ("random", "keen"): 10, ("greedy", "keen"): 20}
    found = by_bot(ratings(THREE, shares(pairs, 40), seed=1, resamples=FEW))
    assert found["greedy"].rating == 1000
    assert found["keen"].rating == pytest.approx(1000, abs=0.01)
    assert found["random"].rating < 850


def test_odds_multiply_along_the_ladder() -> None:
    """What Bradley and Terry assume: 2 to 1 and 2 to 1 are 4 to 1."""
    pairs = {("a", "b"): 4000, ("b", "c"): 4000, ("a", "c"): 4800}
    found = by_bot(ratings(("a", "b", "c"), shares(pairs, 6000), seed=1, resamples=FEW))
    assert found["b"].rating == pytest.approx(1000 + 400 * log10(2), abs=1)
    assert found["a"].rating == pytest.approx(1000 + 400 * log10(4), abs=1)


def test_the_order_of_games_means_nothing() -> None:
    rng = np.random.default_rng(3)
    met = [
        Encounter(deal, *pair, float(rng.choice([0, 0.5, 1])))
        for deal in range(30)
        for pair in (("random", "greedy"), ("random", "keen"), ("greedy", "keen"))
        for _ in range(2)
    ]
    mixed = [met[index] for index in rng.permutation(len(met))]
    assert ratings(THREE, met, seed=1, resamples=FEW) == ratings(THREE, mixed, seed=1, resamples=FEW)
    assert ratings(THREE, met, seed=1, resamples=FEW) != ratings(THREE, met, seed=2, resamples=FEW)


def test_who_wins_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    for deals in (10, 100):
        best = by_bot(ratings(("a", "b"), shares({("a", "b"): deals}, deals), seed=1, resamples=400))["a"]
        assert best.rating == pytest.approx(1000 + 400 * log10(2 * deals + 1), abs=0.1)
        assert best.low < best.rating < best.high
        assert best.high - best.low > 300


def test_pairs_of_games_on_a_deal_stay_together() -> None:
    """Where the deal decides who wins, two games on it tell no more than one."""
    once = [Encounter(deal, "a", "b", float(deal % 2)) for deal in range(60)]
    swapped = [Encounter(deal, "a", "b", score) for deal in range(60) for score in (0.0, 1.0)]
    wide, widest, narrow = (
        ratings(("a", "b"), met, seed=1, resamples=400)[0] for met in (once, once * 2, swapped)
    )
    assert widest.high - widest.low == pytest.approx(wide.high - wide.low, rel=0.2)
    assert narrow.high - narrow.low < 0.3 * (wide.high - wide.low), "the deal cancels out"


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    strengths = np.array([200.0, 50.0, -250.0])
    rng, bots, covered, trials = np.random.default_rng(7), ("a", "b", "c"), 0, 30
    for trial in range(trials):
        met = []
        for first, second in ((0, 1), (0, 2), (1, 2)):
            chance = 1 / (1 + 10 ** ((strengths[second] - strengths[first]) / 400))
            wins = rng.random(50) < chance
            met += [Encounter(deal, bots[first], bots[second], float(win)) for deal, win in enumerate(wins)]
        found = ratings(bots, met, seed=trial, resamples=FEW)
        middle = np.mean([rating.rating for rating in found])
        covered += sum(r.low - middle <= s <= r.high - middle for r, s in zip(found, strengths, strict=True))
    assert 0.85 <= covered / (3 * trials) <= 1


# --- shares and means


def test_wilsons_interval() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


def test_the_interval_of_a_mean() -> None:
    assert of_mean([4.0]) == (4.0, 4.0)
    assert of_mean([1.0, 2.0, 3.0]) == pytest.approx((2 - 1.1316, 2 + 1.1316), abs=1e-3)


# --- the ladder


def test_the_ladder_counts_games_wins_draws_and_losses() -> None:
    asked = contest(bots=("random", "greedy"))
    games = [
        played(0, ("random", "greedy"), (2, 1), points=(3, 9)),
        played(0, ("greedy", "random"), (1, 2), points=(7, 1)),
        played(1, ("random", "greedy"), (1, 1), points=(5, 5)),
        played(1, ("greedy", "random"), (2, 1), points=(2, 4)),
    ]
    found = ladder(asked, games)
    assert found == ladder(asked, reversed(games))
    assert found["anchor"] == {"bot": "greedy", "rating": 1000}
    best, worst = found["ladder"]
    assert (best["bot"], best["games"], best["share"], best["points"]) == ("greedy", 4, 0.625, 5.75)
    assert (worst["bot"], worst["share"], worst["points"]) == ("random", 0.375, 3.25)
    pairing = found["pairings"][0]
    assert (pairing["games"], pairing["wins"], pairing["draws"], pairing["losses"]) == (4, 1, 1, 2)
    assert "won" not in best


def test_alone_the_ladder_also_has_what_was_won_and_means_with_intervals() -> None:
    asked = contest("scarabya", 1, mode="solo", bots=("random", "greedy"))
    games = [played(deal, ("random",), points=(10 + deal,), winners=()) for deal in range(4)]
    games += [played(deal, ("greedy",), points=(20,)) for deal in range(4)]
    best, worst = ladder(asked, games)["ladder"]
    assert (best["bot"], best["won"], best["points"], best["points_interval"]) == ("greedy", 1, 20, [20, 20])
    assert worst["won"] == 0
    assert worst["won_interval"] == pytest.approx([0, 0.4899], abs=1e-4)
    assert worst["points_interval"][0] < 11.5 < worst["points_interval"][1]

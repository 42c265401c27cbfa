"""The ladder: all figures of an arena as data."""

from __future__ import annotations

from itertools import combinations
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from digsite.arena.encounters import encounters
from digsite.arena.intervals import of_mean, wilson
from digsite.arena.ratings import ANCHOR_RATING, anchor, ratings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from digsite.arena.contest import Contest
    from digsite.arena.encounters import Encounter
    from digsite.arena.played import Played
    from digsite.arena.ratings import Rating


def ladder(contest: Contest, games: Iterable[Played]) -> dict[str, Any]:
    """Return the figures, the strongest bot first."""
    games = sorted(games, key=lambda game: game.key)
    met = encounters(contest.bots, games)
    rated = ratings(contest.bots, met, contest.seed)
    fixed = anchor(contest.bots, [rating.rating for rating in rated])
    rows = [_bot(rating, games, met) for rating in rated]
    return {
        **contest.header(),
        "anchor": {"bot": fixed, "rating": ANCHOR_RATING},
        "cut": sum(game.cut for game in games),
        "ladder": sorted(rows, key=lambda row: -row["rating"]),
        "pairings": [_pairing(first, second, met) for first, second in combinations(contest.bots, 2)],
    }


def _bot(rating: Rating, games: Sequence[Played], met: Sequence[Encounter]) -> dict[str, Any]:
    bot, own = rating.bot, [game for game in games if rating.bot in game.bots]
    return {
        "bot": bot,
        "rating": round(rating.rating, 1),
        "interval": _rounded((rating.low, rating.high), 1),
        "games": len(own),
        "share": round(fmean(_scores(bot, met)), 4),
        "points": round(fmean(_of(bot, own, "points")), 3),
        "pace": round(median(_of(bot, own, "pace")), 6),
        **(_alone(own) if all(len(game.bots) == 1 for game in own) else {}),
    }


def _alone(games: Sequence[Played]) -> dict[str, Any]:
    """Return what is worth knowing of games for one besides."""
    won = sum(bool(game.winners) for game in games) / len(games)
    return {
        "won": round(won, 4),
        "won_interval": _rounded(wilson(won, len(games)), 4),
        "points_interval": _rounded(of_mean([game.points[0] for game in games]), 3),
    }


def _of(bot: str, games: Sequence[Played], what: str) -> list[float]:
    """Return a figure for each seat that a bot had."""
    return [
        figure
        for game in games
        for figure, name in zip(getattr(game, what), game.bots, strict=True)
        if name == bot
    ]


def _scores(bot: str, met: Iterable[Encounter]) -> list[float]:
    return [e.score if e.first == bot else 1 - e.score for e in met if bot in (e.first, e.second)]


def _pairing(first: str, second: str, met: Iterable[Encounter]) -> dict[str, Any]:
    scores = [e.score for e in met if (e.first, e.second) == (first, second)]
    share = fmean(scores)
    return {
        "first": first,
        "second": second,
        "games": len(scores),
        "wins": sum(score > 0.5 for score in scores),
        "draws": sum(score == 0.5 for score in scores),
        "losses": sum(score < 0.5 for score in scores),
        "share": round(share, 4),
        "interval": _rounded(wilson(share, len(scores)), 4),
    }


def _rounded(interval: Sequence[float], digits: int) -> list[float]:
    return [round(end, digits) for end in interval]

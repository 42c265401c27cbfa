"""What is read off the games of a trial: figures with 95 % intervals, and what they must hold."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from digsite.arena.intervals import Interval, of_mean, wilson

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from digsite.arena.played import Played


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, how sure it is, and the least that it must be; without one it is for information."""

    what: str
    measured: float
    interval: Interval
    games: int
    least: float | None = None
    above: float | None = None
    """What it must exceed."""

    @property
    def holds(self) -> bool:
        """Tell whether the number itself, not its interval, is what it must be."""
        enough = self.least is None or self.measured >= self.least
        return enough and (self.above is None or self.measured > self.above)


def won(games: Sequence[Played], bot: str, least: float | None = None) -> Figure:
    """Return how often a bot won; a shared win is none."""
    share = sum(_won_alone(game, bot) for game in games) / len(games)
    return Figure(f"{bot}: share of games won", share, wilson(share, len(games)), len(games), least=least)


def _won_alone(game: Played, bot: str) -> bool:
    """Tell whether a bot's side won and no other did."""
    return bool(game.winners) and {game.bots[seat] for seat in game.winners} == {bot}


def most_wins(games: Sequence[Played], bot: str) -> Figure:
    """Return how much oftener the lone seat of a bot won than the luckiest of the others."""
    wins: Counter[int] = Counter()
    for game in games:
        own, seats = game.bots.index(bot), len(game.bots)
        wins.update((seat - own) % seats for seat in game.winners if len(game.winners) == 1)
    best_other = max((count for place, count in wins.items() if place != 0), default=0)
    lead = (wins[0] - best_other) / len(games)
    low, high = wilson(wins[0] / len(games), len(games))
    shift = best_other / len(games)
    what = f"{bot}: share of games won above the best other seat's"
    return Figure(what, lead, (low - shift, high - shift), len(games), above=0)


def alone(games: Iterable[Played], bot: str) -> list[Figure]:
    """Return a bot's mean points and share of wins in games for one."""
    own = [game for game in games if game.bots[0] == bot]
    points = [float(game.points[0]) for game in own]
    mean = sum(points) / len(points)
    return [won(own, bot), Figure(f"{bot}: mean points", mean, of_mean(points), len(own))]


def above(
    games: Iterable[Played], bot: str, other: str, *, least: float | None = None, wins: bool = False
) -> Figure:
    """Return how much better than another a bot is on the same digs: in points, or in wins."""
    by_deal: dict[int, dict[str, float]] = defaultdict(dict)
    for game in games:
        by_deal[game.deal][game.bots[0]] = float(bool(game.winners)) if wins else float(game.points[0])
    pairs = [found[bot] - found[other] for found in by_deal.values() if {bot, other} <= set(found)]
    mean = sum(pairs) / len(pairs)
    what = f"{bot} above {other}, same digs: {'share of wins' if wins else 'points'}"
    return Figure(what, mean, of_mean(pairs), len(pairs), least=least, above=None if least else 0)

"""Encounters: which of two bots did better on a deal, whatever the number of seats."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from digsite.arena.played import Played


@dataclass(frozen=True, slots=True)
class Encounter:
    """Two bots that met on a deal."""

    deal: int
    first: str
    second: str
    score: float
    """Of the first: the share of the second's seats that it came before, a tie counting half."""


def encounters(bots: Sequence[str], games: Iterable[Played]) -> list[Encounter]:
    """Return all encounters; in each, the bot that was named first is first."""
    games = list(games)
    met = [_met(bots, game) for game in games if len(game.bots) > 1]
    return met + list(_compared(bots, [game for game in games if len(game.bots) == 1]))


def _met(bots: Sequence[str], game: Played) -> Encounter:
    """Return the encounter of one game: every seat of one bot is compared with every seat of the other."""
    first, second = sorted(set(game.bots), key=bots.index)
    of_first, of_second = (
        [r for r, b in zip(game.ranks, game.bots, strict=True) if b == bot] for bot in (first, second)
    )
    scores = [beats(-own, -other) for own, other in product(of_first, of_second)]
    return Encounter(game.deal, first, second, sum(scores) / len(scores))


def _compared(bots: Sequence[str], games: Iterable[Played]) -> Iterator[Encounter]:
    """Yield the encounters of games for one: two bots are compared by their results on the same deal."""
    by_deal: dict[int, dict[str, Played]] = defaultdict(dict)
    for game in games:
        by_deal[game.deal][game.bots[0]] = game
    for deal, played in sorted(by_deal.items()):
        for first, second in combinations([bot for bot in bots if bot in played], 2):
            yield Encounter(deal, first, second, beats(merit(played[first]), merit(played[second])))


def merit(game: Played) -> tuple[int, int, int]:
    """Return what a game for one is worth: won or not, then objectives met, then points."""
    return len(game.winners), game.met, game.points[0]


def beats(own: tuple[int, ...] | int, other: tuple[int, ...] | int) -> float:
    """Return 1 for the better one, 0 for the worse, a half for equals."""
    return 0.5 if own == other else float(own > other)  # type: ignore[operator]

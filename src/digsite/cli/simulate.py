"""`digsite simulate`: bots play many games; how they fared."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import click
import numpy as np

from digsite.bots import BOTS, POLICIES, play_all
from digsite.cli.dealing import seats_wanted, seeded_deal
from digsite.cli.prepare import compiling_bots, prepare
from digsite.cli.tally import show_tally
from digsite.core.errors import BadOptions, DigsiteError
from digsite.core.names import Position

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from digsite.cli.request import Wanted
    from digsite.cli.voice import Voice
    from digsite.core.game import Game
    from digsite.core.names import Options, Result

DEFAULT_BOT: Final = "greedy"
CHUNK: Final = 64
"""Games that are played in one go; what they are depends on the seed and their number alone."""


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    game: Game
    options: Options
    bots: tuple[str, ...]
    seed: int

    def chunk(self, first: int, count: int) -> Tally:
        """Play `count` games from game `first` on."""
        numbers = range(first, first + count)
        deals = [
            seeded_deal(self.game, self.options, len(self.bots), self.seed, number) for number in numbers
        ]
        ends, plies = play_all(self.game, deals, self.bots, self.seed << 32 | first)
        results = [self.game.result(Position(ends[i : i + 1])) for i in range(count)]
        return Tally(self.bots, [r for r in results if r is not None], plies.tolist())

    def first_game(self) -> Iterator[tuple[int, int]]:
        """Play one game, which compiles all that is needed and refuses what cannot be dealt."""
        self.chunk(0, 1)
        yield 1, 1


@dataclass
class Tally:
    """What was played so far."""

    bots: tuple[str, ...]
    results: list[Result] = field(default_factory=list)
    plies: list[int] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, other: Tally) -> None:
        """Take in more games."""
        self.results += other.results
        self.plies += other.plies

    def points(self, seat: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Return the points of a seat, game by game."""
        return np.array([result.points[seat] for result in self.results], np.int64)

    def wins(self, seat: int, *, shared: bool) -> int:
        """Return how many games a seat won alone, or with others."""
        return sum(seat in r.winners and (len(r.winners) > 1) == shared for r in self.results)

    def data(self) -> dict[str, Any]:
        """Return the figures."""
        return {
            "games": len(self.results),
            "moves": float(np.mean(self.plies)) if self.plies else 0.0,
            "seats": [self._seat(seat) for seat in range(len(self.bots))] if self.results else [],
            "seconds": self.seconds,
            "games_per_second": len(self.results) / self.seconds if self.seconds else 0.0,
            **self._objectives(),
        }

    def _objectives(self) -> dict[str, Any]:
        """Return how often a game for one was won, and each of its objectives met, if it has any."""
        met = Counter(replace(o, met=True) for result in self.results for o in result.objectives if o.met)
        asked = [replace(o, met=True) for result in self.results[:1] for o in result.objectives]
        if not asked:
            return {}
        counts = [{"key": o.key, "which": o.which, "met": met[o]} for o in asked]
        return {"won": sum(bool(r.winners) for r in self.results), "objectives": counts}

    def _seat(self, seat: int) -> dict[str, Any]:
        points = self.points(seat)
        return {
            "bot": self.bots[seat],
            "wins": self.wins(seat, shared=False),
            "shared": self.wins(seat, shared=True),
            "mean": float(points.mean()),
            "sd": float(points.std()),
            "min": int(points.min()),
            "max": int(points.max()),
        }


def run(
    voice: Voice,
    wanted: Wanted,
    *,
    seats: int | None,
    games: int,
    bots: tuple[str, ...],
    seed: int,
    as_json: bool,
) -> None:
    """Play, then say how it went; Ctrl-C ends it early with what there is."""
    game = prepare(voice, wanted.key)
    options = wanted.settled(game)
    count = seats_wanted(game, options, seats or (len(bots) if len(bots) > 1 else None))
    plan = Plan(game, options, _seated(bots or (DEFAULT_BOT,), count), seed)
    compiling_bots(voice, game, plan.first_game)
    tally = _played(voice, plan, games)
    if as_json:
        click.echo(json.dumps({"game": game.key, "seed": seed, **tally.data()}))
    else:
        show_tally(voice, game, tally.data(), [tally.points(seat) for seat in range(count)])


def _seated(bots: Sequence[str], seats: int) -> tuple[str, ...]:
    for bot in bots:
        if bot not in POLICIES:
            known = ", ".join(POLICIES)
            raise DigsiteError("bot_too_slow" if bot in BOTS else "unknown_bot", bot=bot, bots=known)
    if len(bots) not in (1, seats):
        raise BadOptions("too_many_people", people=len(bots), seats=seats)
    return tuple(bots) * (seats if len(bots) == 1 else 1)


def _played(voice: Voice, plan: Plan, games: int) -> Tally:
    from rich.progress import Progress

    tally = Tally(plan.bots)
    start = time.perf_counter()
    with Progress(console=voice.aside, transient=True) as progress:
        task = progress.add_task(voice.words("cli.simulating"), total=games)
        try:
            for first in range(0, games, CHUNK):
                tally.add(plan.chunk(first, min(CHUNK, games - first)))
                progress.update(task, completed=len(tally.results))
        except KeyboardInterrupt:
            voice.aside.print(voice.words("cli.stopped"))
    tally.seconds = time.perf_counter() - start
    return tally

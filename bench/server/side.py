"""A contender in the bench: its server, the load on it and what was measured, round by round."""

from __future__ import annotations

import statistics
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bench.report import Limit
from bench.server.figures import FlatOut, Offered, percentile
from bench.server.load import Load
from bench.server.process import Server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from bench.measure import Speeds
    from bench.server.alarm import Alarm
    from bench.server.club import Contender

SEED: Final = 2026
PERCENTS: Final = (50, 99)
MILLISECONDS: Final = 1000.0


@dataclass
class Side:
    """One contender, ready to be measured."""

    name: str
    load: Load
    flat_out: list[FlatOut] = field(default_factory=list)
    offered: dict[float, list[Offered]] = field(default_factory=dict)

    def speeds(self) -> Speeds:
        """Return moves a second, round by round."""
        return {
            f"{self.name}: flat out": [run.moves_per_second for run in self.flat_out],
            f"{self.name}: per CPU second of the server": [run.moves_per_cpu_second for run in self.flat_out],
        }

    def details(self) -> list[Limit]:
        """Return what has no limit."""
        busy = statistics.median(run.load_share for run in self.flat_out)
        return [
            Limit(f"{self.name}: flat out, CPU of the load", 100 * busy, "%"),
            *(limit for rate, runs in self.offered.items() for limit in self._at(rate, runs)),
        ]

    def _at(self, rate: float, runs: Sequence[Offered]) -> list[Limit]:
        """Return medians over the rounds of what was measured at an offered rate."""
        lag = statistics.median(percentile(run.lags, PERCENTS[-1]) for run in runs)
        return [
            *(
                Limit(f"{self.name}: seen at {rate:g}/s, p{percent}", wait * MILLISECONDS, "ms")
                for percent in PERCENTS
                for wait in [statistics.median(percentile(run.waits, percent) for run in runs)]
            ),
            Limit(f"{self.name}: sent late at {rate:g}/s, p{PERCENTS[-1]}", lag * MILLISECONDS, "ms"),
        ]


@asynccontextmanager
async def started(
    contender: Contender, cpu: int, log: Path, alarm: Alarm, matches: int
) -> AsyncIterator[Side]:
    """Check a contender's rules, start its server anew and open the matches."""
    with Server(contender, cpu, log) as server:
        await alarm.guard(contender.check(server.port))
    with Server(contender, cpu, log) as server:
        club = contender.club(server.port, SEED)
        load = Load(club, server.cpu_seconds, alarm, SEED)
        await alarm.guard(load.open(matches))
        try:
            yield Side(contender.name, load)
        finally:
            await club.close()

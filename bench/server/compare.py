"""Contenders beside each other, round by round, and what our server must reach."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Final

from bench.measure import ratio
from bench.report import Limit
from bench.server.contenders import ONE, OURS, PEER, TWO
from bench.server.figures import percentile
from bench.server.floor import NAME as FLOOR
from bench.server.side import MILLISECONDS, PERCENTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bench.server.side import Side

LEAST_RATIO: Final = 1.5
"""Moves per CPU second of our server, which makes each one last, to a server that holds them in memory."""
MOST_FOR_POSTGRES: Final = 1.3
"""CPU a move with PostgreSQL and Redis to that with SQLite, of the server's process alone."""
MOST_FOR_TWO: Final = 1.2
"""CPU a move of two processes to that of one."""


def compared(sides: Mapping[str, Side]) -> list[Limit]:
    """Return our server beside the peer, beside itself on other services, and beside the floor."""
    ours, peer = sides[OURS], sides[PEER]
    return [
        Limit(f"{OURS} : {PEER}, moves per CPU second", _carried(ours, peer), "x", least=LEAST_RATIO),
        Limit(f"{OURS} : {FLOOR}, moves per CPU second", _carried(ours, sides[FLOOR]), "x"),
        Limit(f"{ONE} : {OURS}, CPU a move", _carried(ours, sides[ONE]), "x", most=MOST_FOR_POSTGRES),
        Limit(f"{TWO} : one, CPU a move", _carried(sides[ONE], sides[TWO]), "x", most=MOST_FOR_TWO),
        *(_beside(ours, peer, rate, percent) for rate in ours.offered for percent in PERCENTS),
    ]


def _carried(one: Side, other: Side) -> float:
    """Return how much more a CPU carries on one side than on the other."""
    return ratio(*([run.moves_per_cpu_second for run in side.flat_out] for side in (one, other)))


def _beside(ours: Side, peer: Side, rate: float, percent: float) -> Limit:
    """Return how late our moves are seen, which may be no later than the peer's."""
    wait, theirs = (
        statistics.median(percentile(run.waits, percent) for run in side.offered[rate]) * MILLISECONDS
        for side in (ours, peer)
    )
    what = f"{ours.name}: seen at {rate:g}/s, p{percent} beside the peer's"
    return Limit(what, wait, "ms", most=theirs)

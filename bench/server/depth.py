"""What a move costs at a table where much has happened: entries are made by moving and taking back again."""

from __future__ import annotations

import asyncio
import random
import statistics
from typing import TYPE_CHECKING, Final

from bench.measure import ratio
from bench.report import Limit
from bench.server.ours import Digsite, Match
from bench.server.process import Server

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SHALLOW: Final = 10
DEEP: Final = 500
LEAST_RATIO: Final = 0.9
"""Moves per CPU second at a deep table to those at a shallow one."""
MATCHES: Final = 40
MOVES: Final = 40
"""That are counted in each match, all from the same beginning of the game."""


async def depth(rounds: int, cpu: int, log: Path) -> list[Limit]:
    """Return what moves cost at shallow and at deep tables, which take turns."""
    house = Digsite("depth")
    measured: dict[int, list[float]] = {SHALLOW: [], DEEP: []}
    with Server(house, cpu, log) as server:
        await _moves_per_cpu_second(server, SHALLOW, seed=rounds)  # warms the server up
        for number in range(rounds):
            for entries, runs in measured.items():
                runs.append(await _moves_per_cpu_second(server, entries, number))
    house.clear()
    return [
        *(
            Limit(f"moves per CPU second from ply {entries} on", statistics.median(runs), "/s")
            for entries, runs in measured.items()
        ),
        Limit(
            f"ply {DEEP} : ply {SHALLOW}, moves per CPU second",
            ratio(measured[DEEP], measured[SHALLOW]),
            "x",
            least=LEAST_RATIO,
        ),
    ]


async def _moves_per_cpu_second(server: Server, entries: int, seed: int) -> float:
    """Open matches, bring their tables to so many entries, and let them play flat out."""
    matches = [Match(server.port, random.Random(f"{seed} {number}")) for number in range(MATCHES)]
    await asyncio.gather(*(match.open() for match in matches))
    await asyncio.gather(*(deepen(match, entries) for match in matches))
    before = server.cpu_seconds()
    made = await asyncio.gather(*(_play(match, MOVES) for match in matches))
    spent = server.cpu_seconds() - before
    for match in matches:
        match.close()
    return sum(made) / spent


async def deepen(match: Match, entries: int) -> None:
    """Move and take it back until the table has so many entries: the game is still at its beginning."""
    while match.ply < entries:
        await done(match.play)
        await done(match.take_back)


async def _play(match: Match, moves: int) -> int:
    """Make so many moves, or fewer where the game ends before; return how many."""
    for made in range(moves):
        if match.over:
            return made
        await done(match.play)
    return moves


async def done(doing: Callable[[Callable[[], None]], None]) -> None:
    """Do something in a match and wait until the opponent has seen it."""
    seen = asyncio.get_running_loop().create_future()
    doing(lambda: seen.set_result(None))
    await seen

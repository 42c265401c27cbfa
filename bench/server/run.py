"""One run: contenders take turns, flat out and at an offered rate; then what our house carries otherwise.

Its parts can be run one by one with --part.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from contextlib import AsyncExitStack, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import uvloop
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn

from bench import machine
from bench.measure import BenchError
from bench.report import Results, show, write
from bench.server import depth, disk, hostile, mixed, process, scale
from bench.server.alarm import Alarm
from bench.server.compare import compared
from bench.server.contenders import contenders
from bench.server.hostile import Phases
from bench.server.side import Side, started

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from bench.report import Limit
    from bench.server.club import Contender

BUILD: Final = Path("build")
LOGS: Final = BUILD / "bench-server"
PARTS: Final = ("race", "depth", "hostile", "scale", "mixed")


@dataclass(frozen=True, slots=True)
class Plan:
    """How many, how long and how often."""

    matches: int
    warm_up: float
    seconds: float
    rounds: int
    rates: tuple[float, ...]
    phases: Phases
    live_tables: int
    """Tables that are held in memory at once."""
    games: int
    """Unfinished games on the disk."""
    mixed: float
    """Seconds of mixed load."""
    parts: tuple[str, ...] = PARTS


FULL: Final = Plan(
    matches=100,
    warm_up=1,
    seconds=4,
    rounds=5,
    rates=(500,),
    phases=Phases(quiet=2, attack=4, rounds=5),
    live_tables=10_000,
    games=100_000,
    mixed=300,
)
QUICK: Final = Plan(
    matches=100,
    warm_up=2,
    seconds=3,
    rounds=1,
    rates=(500,),
    phases=Phases(quiet=0.5, attack=1, rounds=1),
    live_tables=1_000,
    games=10_000,
    mixed=10,
)
MANY_GAMES: Final = 1_000_000
"""On the disk, in a long run."""


async def raced(
    plan: Plan, taking_part: Sequence[Contender], cpu: int, step: Callable[[str], None]
) -> Results:
    """Measure all contenders, whose servers run side by side, one after the other."""
    alarm, results = Alarm(), Results()
    synced: dict[float, list[list[float]]] = {rate: [] for rate in plan.rates}
    async with AsyncExitStack() as stack:
        sides = []
        for contender in taking_part:
            step(f"{contender.name}: starting and checking")
            log = LOGS / f"{contender.name}.log"
            sides.append(await stack.enter_async_context(started(contender, cpu, log, alarm, plan.matches)))
        for number in range(1, plan.rounds + 1):
            for side in sides:
                await _round(plan, side, number, step)
            step(f"the disk alone: {number} of {plan.rounds}")
            for rate, rounds in synced.items():
                rounds.append(await asyncio.to_thread(disk.syncs, rate, plan.seconds))
    for side in sides:
        results.speeds |= side.speeds()
        results.limits += side.details()
    for rate, rounds in synced.items():
        results.limits += disk.summed(rate, rounds)
    results.limits += compared({side.name: side for side in sides})
    return results


async def _round(plan: Plan, side: Side, number: int, step: Callable[[str], None]) -> None:
    """Measure one contender once."""
    step(f"{side.name}, flat out: {number} of {plan.rounds}")
    side.flat_out.append(await side.load.flat_out(plan.seconds, plan.warm_up))
    for rate in plan.rates:
        step(f"{side.name}, {rate:g}/s: {number} of {plan.rounds}")
        side.offered.setdefault(rate, []).append(await side.load.offered(rate, plan.seconds))


async def _measured(
    plan: Plan, taking_part: Sequence[Contender], cpu: int, step: Callable[[str], None]
) -> Results:
    results = await raced(plan, taking_part, cpu, step) if "race" in plan.parts else Results()
    if "depth" in plan.parts:
        step("short and long tables")
        results.limits += await depth.depth(plan.rounds, cpu, LOGS / "depth.log")
    if "hostile" in plan.parts:
        results.limits += await hostile.hostile(plan.phases, cpu, LOGS, step)
    if "scale" in plan.parts:
        results.limits += await _scaled(plan, cpu, step)
    if "mixed" in plan.parts:
        step(f"{plan.mixed:g} s of mixed load")
        results.limits += await mixed.mixed_load(plan.mixed, cpu, LOGS / "mixed.log")
    return results


async def _scaled(plan: Plan, cpu: int, step: Callable[[str], None]) -> list[Limit]:
    """Measure what a house carries at once."""
    step("idle sockets")
    sockets = await scale.idle_sockets(cpu, LOGS / "sockets.log")
    step("live tables")
    tables = await scale.live_tables(plan.live_tables, cpu, LOGS / "tables.log")
    step("many games on the disk")
    return [sockets, *tables, *await scale.many_games(plan.games, cpu, LOGS / "games.log")]


def main() -> int:
    """Run the bench; return 1 where a limit does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round with rough numbers")
    parser.add_argument("--long", action="store_true", help=f"{MANY_GAMES:,} games on the disk")
    parser.add_argument("--part", choices=PARTS, action="append", help="only this one; may be repeated")
    parser.add_argument("--matches", type=int, help="matches at a time")
    parser.add_argument("--rate", type=float, action="append", help="moves a second offered; may be repeated")
    parser.add_argument("--json", action="store_true", help="print the JSON instead of the tables")
    arguments = parser.parse_args()
    try:
        results, where = _run(_planned(arguments))
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    text = write(results, where, BUILD / "bench-server.json")
    if arguments.json:
        print(text)
    else:
        show(results, where)
    return 0 if results.hold else 1


def _planned(arguments: argparse.Namespace) -> Plan:
    plan = QUICK if arguments.quick else FULL
    return replace(
        plan,
        matches=arguments.matches or plan.matches,
        rates=tuple(arguments.rate or plan.rates),
        games=MANY_GAMES if arguments.long else plan.games,
        parts=tuple(arguments.part or plan.parts),
    )


def _taking_part(plan: Plan, cpu: int) -> AbstractContextManager[list[Contender]]:
    """Return the contenders, where they are needed: some of them need services."""
    return contenders(cpu) if "race" in plan.parts else nullcontext([])


def _run(plan: Plan) -> tuple[Results, dict[str, str]]:
    """Measure on two CPUs: one is the servers', this process stays on the other."""
    servers, mine = process.cpus()
    columns = (SpinnerColumn(), TextColumn("{task.description}"))
    with (
        _taking_part(plan, servers) as taking_part,
        Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as quiet,
    ):
        os.sched_setaffinity(0, {mine})
        task = quiet.add_task("", total=None)

        def step(what: str) -> None:
            quiet.update(task, description=what, refresh=True)

        results = uvloop.run(_measured(plan, taking_part, servers, step))
    versions = {name: text for contender in taking_part for name, text in contender.versions().items()}
    return results, machine.plainly() | versions

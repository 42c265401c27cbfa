"""One run: contenders take turns, flat out and at an offered rate; then what our house carries otherwise."""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import uvloop
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from bench import machine
from bench.measure import BenchError, ratio
from bench.report import Limit, Results, show, write
from bench.server import mixed, process, scale
from bench.server.alarm import Alarm
from bench.server.contenders import OURS, PEER, contenders
from bench.server.figures import percentile
from bench.server.side import MILLISECONDS, Side, started

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bench.server.club import Contender

BUILD: Final = Path("build")
LOGS: Final = BUILD / "bench-server"
LEAST_RATIO: Final = 2.0
"""Moves per CPU second of our server, which makes each one last, to a server that holds them in memory."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How many, how long and how often."""

    matches: int
    warm_up: float
    seconds: float
    rounds: int
    rates: tuple[float, ...]
    mixed: float
    """Seconds of mixed load."""

    def steps(self, contenders: int) -> int:
        """Return how many steps the progress line has."""
        return contenders * (1 + self.rounds * (1 + len(self.rates))) + 3


FULL: Final = Plan(matches=100, warm_up=1, seconds=4, rounds=5, rates=(500,), mixed=300)
QUICK: Final = Plan(matches=100, warm_up=2, seconds=3, rounds=1, rates=(500,), mixed=10)


async def raced(
    plan: Plan, taking_part: Sequence[Contender], cpu: int, step: Callable[[str], None]
) -> Results:
    """Measure all contenders, whose servers run side by side, one after the other."""
    alarm, results = Alarm(), Results()
    async with AsyncExitStack() as stack:
        sides = []
        for contender in taking_part:
            step(f"{contender.name}: starting and checking")
            log = LOGS / f"{contender.name}.log"
            sides.append(await stack.enter_async_context(started(contender, cpu, log, alarm, plan.matches)))
        for number in range(1, plan.rounds + 1):
            for side in sides:
                await _round(plan, side, number, step)
    for side in sides:
        results.speeds |= side.speeds()
        results.limits += side.details()
    by_name = {side.name: side for side in sides}
    results.limits += compared(by_name[OURS], by_name[PEER])
    return results


async def _round(plan: Plan, side: Side, number: int, step: Callable[[str], None]) -> None:
    """Measure one contender once."""
    step(f"{side.name}, flat out: {number} of {plan.rounds}")
    side.flat_out.append(await side.load.flat_out(plan.seconds, plan.warm_up))
    for rate in plan.rates:
        step(f"{side.name}, {rate:g}/s: {number} of {plan.rounds}")
        side.offered.setdefault(rate, []).append(await side.load.offered(rate, plan.seconds))


def compared(ours: Side, peer: Side) -> list[Limit]:
    """Return our server beside the peer, round by round."""
    per_cpu = ratio(*([run.moves_per_cpu_second for run in side.flat_out] for side in (ours, peer)))
    limits = [Limit(f"{ours.name} : {peer.name}, moves per CPU second", per_cpu, "x", least=LEAST_RATIO)]
    for rate in ours.offered:
        late, theirs = (
            statistics.median(percentile(run.waits, 99) for run in side.offered[rate]) * MILLISECONDS
            for side in (ours, peer)
        )
        limits.append(
            Limit(f"{ours.name}: seen at {rate:g}/s, p99 beside the peer's", late, "ms", most=theirs)
        )
    return limits


async def _measured(
    plan: Plan, taking_part: Sequence[Contender], cpu: int, step: Callable[[str], None]
) -> Results:
    results = await raced(plan, taking_part, cpu, step)
    step("idle sockets")
    results.limits.append(await scale.idle_sockets(cpu, LOGS / "sockets.log"))
    step("many games on the disk")
    results.limits += await scale.many_games(cpu, LOGS / "games.log")
    step(f"{plan.mixed:g} s of mixed load")
    results.limits += await mixed.mixed_load(plan.mixed, cpu, LOGS / "mixed.log")
    return results


def main() -> int:
    """Run the bench; return 1 where a limit does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round with rough numbers")
    parser.add_argument("--matches", type=int, help="matches at a time")
    parser.add_argument("--rate", type=float, action="append", help="moves a second offered; may be repeated")
    parser.add_argument("--json", action="store_true", help="print the JSON instead of the tables")
    arguments = parser.parse_args()
    plan = QUICK if arguments.quick else FULL
    plan = replace(plan, matches=arguments.matches or plan.matches, rates=tuple(arguments.rate or plan.rates))
    try:
        results, where = _run(plan)
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    text = write(results, where, BUILD / "bench-server.json")
    if arguments.json:
        print(text)
    else:
        show(results, where)
    return 0 if results.hold else 1


def _run(plan: Plan) -> tuple[Results, dict[str, str]]:
    """Measure on two CPUs: one is the servers', this process stays on the other."""
    servers, mine = process.cpus()
    columns = (TextColumn("{task.description:50.50}"), BarColumn())
    with (
        contenders(servers) as taking_part,
        Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as quiet,
    ):
        os.sched_setaffinity(0, {mine})
        task = quiet.add_task("", total=plan.steps(len(taking_part)))

        def step(what: str) -> None:
            quiet.update(task, advance=1, description=what, refresh=True)

        results = uvloop.run(_measured(plan, taking_part, servers, step))
    versions = {name: text for contender in taking_part for name, text in contender.versions().items()}
    return results, machine.plainly() | versions

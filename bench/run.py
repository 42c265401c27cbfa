"""One run of everything."""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from bench import machine, twin, worker
from bench.cases import CASES, Case
from bench.measure import BenchError, Contender, Speeds, interleaved, ratio
from bench.ours import Api, Kernel, kernel_for
from bench.peers import openspiel
from bench.peers.python_chess import PythonChess
from bench.report import Limit, Results, show, write
from digsite.games import record

if TYPE_CHECKING:
    from collections.abc import Callable

BUILD: Final = Path("build")

# What must hold, as ratios of speeds, bytes, megabytes and seconds.
LEAST_OF_CPP: Final = 0.9
LEAST_OF_INTERPRETED: Final = 30
LEAST_OF_SCARAB: Final = 0.25
LEAST_OF_PYTHON_CHESS: Final = 10
LEAST_OF_OPENSPIEL: Final = 5
MOST_BYTES: Final = 1024
MOST_MEGABYTES: Final = 1000
MOST_SECONDS_TO_HELP: Final = 0.5
MOST_SECONDS_TO_COMPILE: Final = 60
MOST_SECONDS_TO_START: Final = 1

PLAIN: Final = tuple(case for case in CASES if not case.extra)
TWINS: Final = tuple(case for case in CASES if twin.exists(case.key))
SCARAB, *OTHERS = PLAIN


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how often."""

    seconds: float
    pairs: int
    rounds: int
    starts: int

    def steps(self) -> int:
        """Return how many steps the progress line has."""
        pairs = len(TWINS) * (2 + 2 * (self.pairs + 1)) + len(CASES)
        games = len(OTHERS) * 2 * (self.pairs + 1)
        interpreted = len(CASES) * (1 + 2 * (self.rounds + 1))
        peers = 2 * 2 * (self.pairs + 1)
        python = (len(CASES) - 1 + 2) * (self.rounds + 1)
        return pairs + games + interpreted + peers + python + 2 + len(PLAIN)


FULL: Final = Plan(seconds=0.35, pairs=11, rounds=7, starts=7)
QUICK: Final = Plan(seconds=0.1, pairs=3, rounds=3, starts=3)


@dataclass
class Bench:
    """A run in progress."""

    plan: Plan
    step: Callable[[str], None]
    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    results: Results = field(default_factory=Results)

    def all(self) -> Results:
        """Measure everything."""
        self.sizes_and_starts()
        kernels = {case.name: self.kernel(case) for case in CASES}
        for case in TWINS:
            self.beside_the_twin(case, kernels[case.name])
        for case in OTHERS:
            self.beside_scarab(case, kernels[case.name], kernels[SCARAB.name])
        for case in CASES:
            self.beside_the_interpreter(case, kernels[case.name])
        self.beside_the_peers()
        return self.results

    def sizes_and_starts(self) -> None:
        """Bytes, memory and seconds before the first move."""
        for case in PLAIN:
            size = record(case.key).POSITION.itemsize
            self.limit(f"{case.name}: a position", size, most=MOST_BYTES, unit="B")
        self.step("a million positions")
        memory = worker.megabytes_of_a_million(PLAIN[0])
        self.limit(f"{PLAIN[0].name}: a million positions", memory, most=MOST_MEGABYTES, unit="MB")
        self.step("digsite --help")
        worker.seconds_to_help(self.environment)
        seconds = [worker.seconds_to_help(self.environment) for _ in range(self.plan.starts)]
        self.limit("digsite --help", statistics.median(seconds), most=MOST_SECONDS_TO_HELP, unit="s")
        for case in PLAIN:
            self.step(f"{case.name}: compiling")
            first, again = worker.seconds_to_start(case, self.environment, self.plan.starts)
            self.limit(f"{case.name}: first start", first, most=MOST_SECONDS_TO_COMPILE, unit="s")
            self.limit(f"{case.name}: start from the cache", again, most=MOST_SECONDS_TO_START, unit="s")

    def kernel(self, case: Case) -> Kernel:
        """Deal the games of a case."""
        self.step(f"{case.name}: dealing")
        return kernel_for(case, self.plan.seconds)

    def beside_the_twin(self, case: Case, kernel: Kernel) -> None:
        """Pairs of kernel and C++."""
        self.step(f"{case.name}: building the C++ twin")
        limit = twin.Twin(case, kernel.games, twin.build(case.key, BUILD / "limit"))
        self.step(f"{case.name}: checking the C++ twin")
        twin.check(kernel, limit)
        speeds = self.measured(interleaved((kernel, limit), self.plan.pairs, self.step))
        times = ratio(speeds[kernel.name], speeds[limit.name])
        self.compare(case, "kernel : C++", times, LEAST_OF_CPP)

    def beside_scarab(self, case: Case, kernel: Kernel, scarab: Kernel) -> None:
        """Pairs of a game's kernel and SCARAB's; a twin in C++ is a limit enough."""
        speeds = interleaved((kernel, scarab), self.plan.pairs, self.step)
        self.measured({kernel.name: speeds[kernel.name]})
        times = ratio(speeds[kernel.name], speeds[scarab.name])
        least = None if case in TWINS else LEAST_OF_SCARAB
        self.limit(f"{case.name}: kernel : SCARAB's kernel", times, least=least, unit="×")

    def beside_the_interpreter(self, case: Case, kernel: Kernel) -> None:
        """The same rules, compiled and not."""
        self.step(f"{case.name}: checking the interpreted rules")
        interpreted = worker.Interpreted(case, self.plan.seconds, self.environment)
        try:
            interpreted.check()
            speeds = interleaved((kernel, interpreted), self.plan.rounds, self.step)
        finally:
            interpreted.close()
        self.measured({interpreted.name: speeds[interpreted.name]})
        times = ratio(speeds[kernel.name], speeds[interpreted.name])
        self.compare(case, "kernel : interpreted", times, LEAST_OF_INTERPRETED)

    def beside_the_peers(self) -> None:
        """The public API and what others offer in Python: pairs where there is a limit."""
        seconds = self.plan.seconds
        api, *other_apis = (Api(case, seconds) for case in CASES)
        spiel, *other_spiels = openspiel.contenders(seconds)
        self.pair(api, PythonChess(seconds), "API : python-chess", LEAST_OF_PYTHON_CHESS)
        self.pair(api, spiel, "API : OpenSpiel's Python game", LEAST_OF_OPENSPIEL)
        others: list[Contender] = [*other_apis, *other_spiels]
        self.measured(interleaved(others, self.plan.rounds, self.step))

    def pair(self, api: Api, peer: Contender, what: str, least: float) -> None:
        """Pairs of our API and a peer."""
        speeds = self.measured(interleaved((api, peer), self.plan.pairs, self.step))
        self.compare(CASES[0], what, ratio(speeds[api.name], speeds[peer.name]), least)

    def measured(self, speeds: Speeds) -> Speeds:
        """Keep speeds for the report."""
        self.results.speeds.update(speeds)
        return speeds

    def compare(self, case: Case, what: str, times: float, least: float) -> None:
        """Keep a ratio, with its limit unless the case is an extra one."""
        self.limit(f"{case.name}: {what}", times, least=None if case.extra else least, unit="×")

    def limit(
        self,
        what: str,
        measured: float,
        *,
        unit: str,
        least: float | None = None,
        most: float | None = None,
    ) -> None:
        """Keep a number and what it must hold."""
        self.results.limits.append(Limit(what, measured, unit, least, most))


def main() -> int:
    """Run the bench; return 1 where a limit does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short run with rough numbers")
    parser.add_argument("--json", action="store_true", help="print the JSON instead of the tables")
    arguments = parser.parse_args()
    plan = QUICK if arguments.quick else FULL
    machine.pin()
    columns = (TextColumn("{task.description:50.50}"), BarColumn())
    quiet = Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
    try:
        with quiet:
            task = quiet.add_task("", total=plan.steps())

            def step(what: str) -> None:
                quiet.update(task, advance=1, description=what, refresh=True)

            results = Bench(plan, step).all()
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    where = machine.described()
    text = write(results, where, BUILD / "bench.json")
    if arguments.json:
        print(text)
    else:
        show(results, where)
    return 0 if results.hold else 1

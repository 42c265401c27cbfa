"""How normal players fare while somebody attacks: quiet and attacked in turn, with the default limits.

Every round has a server of its own, and every attack an address of its own, so that what one has used up does
not make the next one weaker.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import statistics
from collections import deque
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bench.measure import BenchError
from bench.report import Limit
from bench.server.alarm import Alarm
from bench.server.attacker import Aims, Attacker
from bench.server.attacks import ATTACKS
from bench.server.club import Club
from bench.server.depth import deepen, done
from bench.server.figures import percentile
from bench.server.load import LONGEST_WAIT, Load
from bench.server.ours import AS_SHIPPED, Digsite, Match
from bench.server.probes import BotTable, Door, Probe, drifts, during
from bench.server.process import Server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from pathlib import Path

    from bench.server.figures import Offered
    from bench.server.intruder import Tally

SEED: Final = 2026
TABLES: Final = 8
RATE: Final = 50.0
"""Moves a second at all of them together."""
LONG: Final = 1000
"""Entries of the long tables."""
WARM_UP: Final = 2.0
"""Seconds."""
RAMP: Final = 0.5
"""Seconds of an attack before it counts, and after it until it is quiet."""
SLOWER: Final = 2.0
"""How much slower players may be than when it is quiet."""
UNNOTICED: Final = 25.0
"""Milliseconds that are no harm, however quick it was before."""
LONGEST_ANSWER: Final = 2.0
"""Seconds that a casual bot may take while all others think."""
LONGEST_DOOR: Final = 1.0
"""Seconds that a new connection may take."""
FIRST_ADDRESS: Final = 2
MILLISECONDS: Final = 1000.0


@dataclass(frozen=True, slots=True)
class Phases:
    """How long it is quiet before an attack, how long an attack is, and how often all of them are tried."""

    quiet: float
    attack: float
    rounds: int


@dataclass
class Felt:
    """What players felt, round by round, in milliseconds."""

    p50: list[float] = field(default_factory=list)
    p99: list[float] = field(default_factory=list)
    drift: list[float] = field(default_factory=list)
    """How late their own clients were by themselves."""
    probed: list[float] = field(default_factory=list)
    """How long the attack's probe took at most."""
    sent: list[float] = field(default_factory=list)
    """What the attacker sent a second, and what of it was refused."""
    refused: list[float] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)

    def take(self, offered: Offered, drifts: Sequence[float]) -> None:
        """Take in how long moves took, and how late timers were."""
        self.p50.append(percentile(offered.waits, 50) * MILLISECONDS)
        self.p99.append(percentile(offered.waits, 99) * MILLISECONDS)
        self.drift.append(percentile(drifts, 99) * MILLISECONDS)

    def take_tally(self, tally: Tally, seconds: float) -> None:
        """Take in what the attacker achieved."""
        self.sent.append(tally.sent / seconds)
        self.refused.append(tally.refused / seconds)
        self.closed.append(tally.closed)

    def break_down(self) -> None:
        """Take in that a player lost the connection, or a move."""
        for felt in (self.p50, self.p99):
            felt.append(LONGEST_WAIT * MILLISECONDS)


@dataclass(frozen=True, slots=True)
class Stage:
    """A server, and the players on it."""

    port: int
    alarm: Alarm
    load: Load
    matches: Sequence[Match]
    probes: dict[str, Probe]
    """What is tried besides, by the attack during which it is."""

    async def play(self, seconds: float, felt: Felt) -> None:
        """Let players move for a while."""
        offered = self.alarm.guard(self.load.offered(RATE, seconds))
        felt.take(*await asyncio.gather(offered, drifts(seconds)))


@dataclass(frozen=True, slots=True)
class Ground:
    """A house that has long tables already; every server starts with a copy."""

    house: Digsite
    long: str
    over: str

    def aims(self, victim: str) -> Aims:
        """Return what an attack goes for."""
        return Aims(victim, self.long, self.over)


async def hostile(phases: Phases, cpu: int, logs: Path, step: Callable[[str], None]) -> list[Limit]:
    """Return how players fared under each attack."""
    ground = await _prepared(cpu, logs / "hostile.log")
    quiet, felt = Felt(), {name: Felt() for name in ATTACKS}
    for number in range(1, phases.rounds + 1):
        waiting = deque(ATTACKS)
        while waiting:
            step(f"attacks: {number} of {phases.rounds}")
            async with _stage(ground, cpu, logs / "hostile.log") as stage:
                await _until_broken(stage, phases, ground, waiting, quiet, felt)
    ground.house.clear()
    return _limits(quiet, felt)


async def _prepared(cpu: int, log: Path) -> Ground:
    """Make a table of a thousand entries, and another one whose game is over."""
    house = Digsite("hostile, before")
    with Server(house, cpu, log) as server:
        matches = [Match(server.port, random.Random(number)) for number in range(2)]
        for match in matches:
            await match.open()
        await asyncio.gather(*(deepen(match, LONG) for match in matches))
        await done(matches[1].resign)
        for match in matches:
            match.close()
    return Ground(house, *(match.table for match in matches))


@asynccontextmanager
async def _stage(ground: Ground, cpu: int, log: Path) -> AsyncIterator[Stage]:
    house = Digsite("hostile", limits=AS_SHIPPED)
    shutil.copytree(ground.house.home, house.home, dirs_exist_ok=True)
    matches: list[Match] = []
    alarm = Alarm()
    with Server(house, cpu, log) as server:

        def seated(chance: random.Random) -> Match:
            matches.append(Match(server.port, chance))
            return matches[-1]

        club, bots = Club(seated, SEED), BotTable(server.port)
        load = Load(club, server.cpu_seconds, alarm, SEED)
        await alarm.guard(load.open(TABLES, spread=False))
        await alarm.guard(load.offered(RATE, WARM_UP))
        await alarm.guard(bots.open())
        try:
            yield Stage(server.port, alarm, load, matches, {"bots": bots, "slow": Door(server.port)})
        finally:
            await club.close()
            bots.close()
    house.clear()


async def _until_broken(
    stage: Stage, phases: Phases, ground: Ground, waiting: deque[str], quiet: Felt, felt: dict[str, Felt]
) -> None:
    """Try one attack after the other; after one that players did not survive, the stage is of no use."""
    under: str | None = None
    """The attack that players suffer from, or have suffered from last."""
    while waiting:
        name = waiting[0]
        aims, seconds = ground.aims(stage.matches[0].table), phases.attack + 2 * RAMP
        async with Attacker(name, stage.port, seconds, _address(name), aims) as attacker:
            try:
                await stage.play(phases.quiet, quiet)
                under = waiting.popleft()
                attacker.begin()
                await _suffer(stage, name, phases.attack, felt[name])
            except BenchError:
                if under is None:
                    raise
                felt[under].break_down()
                return
            felt[name].take_tally(await attacker.end(), seconds)
        await asyncio.sleep(RAMP)


def _address(name: str) -> str:
    """Return where an attack comes from; the players come from 127.0.0.1."""
    return f"127.0.0.{FIRST_ADDRESS + list(ATTACKS).index(name)}"


async def _suffer(stage: Stage, name: str, seconds: float, felt: Felt) -> None:
    """Let players move while an attack is under way."""
    await stage.alarm.wait(RAMP)
    probing = asyncio.ensure_future(_probed(stage.probes.get(name), seconds))
    try:
        await stage.play(seconds, felt)
        felt.probed += await probing
    finally:
        probing.cancel()


async def _probed(probe: Probe | None, seconds: float) -> list[float]:
    return [] if probe is None else [max(await during(probe, seconds))]


# --- results


def _limits(quiet: Felt, felt: dict[str, Felt]) -> list[Limit]:
    """Return medians of the rounds; of the probes, what took longest in any."""
    median = statistics.median
    most = max(SLOWER * median(quiet.p99), UNNOTICED)
    limits = [
        Limit("players when it is quiet, p50", median(quiet.p50), "ms"),
        Limit("players when it is quiet, p99", median(quiet.p99), "ms"),
        Limit("players when it is quiet, their own delay, p99", median(quiet.drift), "ms"),
    ]
    for name, one in felt.items():
        limits += _of_attack(name, one, most)
    return [
        *limits,
        Limit("bots: a casual bot's answer, slowest", _slowest(felt["bots"]), "s", most=LONGEST_ANSWER),
        Limit("slow: /healthz and a new socket, slowest", _slowest(felt["slow"]), "s", most=LONGEST_DOOR),
    ]


def _slowest(felt: Felt) -> float:
    """Return the longest wait of a probe; where it never came to an end, the longest that is waited for."""
    return max(felt.probed, default=LONGEST_WAIT)


def _of_attack(name: str, felt: Felt, most: float) -> list[Limit]:
    """Return what players felt of an attack, and what shows that it was one."""
    attack, median = ATTACKS[name], statistics.median
    limits = [
        Limit(f"{name} ({attack.what}): p99", median(felt.p99), "ms", most=most),
        Limit(f"{name}: p50", median(felt.p50), "ms"),
    ]
    if felt.sent:
        outcome = f"{median(felt.refused):.0f}/s refused, closed {median(felt.closed):.0f} times"
        limits += [
            Limit(f"{name}: the players' own delay, p99", median(felt.drift), "ms"),
            Limit(f"{name}: {attack.counted} ({outcome})", median(felt.sent), "/s"),
        ]
    return limits

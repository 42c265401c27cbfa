"""Timing: contenders take turns, a ratio is taken within a round, the median of all rounds counts."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Speeds: TypeAlias = dict[str, list[float]]
"""Moves a second of each contender, round by round."""


class BenchError(Exception):
    """Something that makes the results worthless: they are not printed."""


@dataclass(frozen=True, slots=True)
class Played:
    """What a contender did in one measurement."""

    moves: int
    seconds: float

    @property
    def speed(self) -> float:
        """Return moves a second."""
        return self.moves / self.seconds


class Contender(Protocol):
    """Something that plays random games."""

    @property
    def name(self) -> str:
        """Its name in the results."""

    def play(self) -> Played:
        """Play for one measurement."""


def interleaved(contenders: Sequence[Contender], rounds: int, step: Callable[[str], None]) -> Speeds:
    """Let all play in turn, so that a slow moment of the machine hits them alike."""
    speeds: Speeds = {contender.name: [] for contender in contenders}
    for contender in contenders:
        step(f"{contender.name}: warming up")
        contender.play()
    for number in range(1, rounds + 1):
        for contender in contenders:
            step(f"{contender.name}: {number} of {rounds}")
            speeds[contender.name].append(contender.play().speed)
    return speeds


def until(seconds: float, play_game: Callable[[], int]) -> Played:
    """Play whole games until the time is up."""
    moves, start = 0, time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        moves += play_game()
    return Played(moves, passed)


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return the median of the ratios of each round."""
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))

"""What was measured."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class FlatOut:
    """Every match goes on as soon as the opponent has seen the last move."""

    moves: int
    seconds: float
    server_cpu: float
    """CPU seconds of the server's processes."""
    load_cpu: float
    """CPU seconds of the load: near `seconds`, the load is what was measured."""

    @property
    def moves_per_second(self) -> float:
        """Return what came through."""
        return self.moves / self.seconds

    @property
    def moves_per_cpu_second(self) -> float:
        """Return what a CPU of the server carries."""
        return self.moves / self.server_cpu

    @property
    def load_share(self) -> float:
        """Return how busy the load was."""
        return self.load_cpu / self.seconds


@dataclass(frozen=True, slots=True)
class Offered:
    """Moves come by a schedule, whatever the server does."""

    rate: float
    seconds: float
    server_cpu: float
    waits: Sequence[float]
    """Seconds from when a move was due to be sent until the opponent saw it, ascending."""
    lags: Sequence[float]
    """Seconds from when a move was due until it was sent, ascending: how well the schedule was kept."""

    @property
    def moves_per_second(self) -> float:
        """Return what came through."""
        return len(self.waits) / self.seconds

    @property
    def moves_per_cpu_second(self) -> float:
        """Return what a CPU of the server would carry."""
        return len(self.waits) / self.server_cpu


def percentile(ascending: Sequence[float], percent: float) -> float:
    """Return the least value that so many percent do not exceed."""
    rank = math.ceil(len(ascending) * percent / 100)
    return ascending[max(rank, 1) - 1]

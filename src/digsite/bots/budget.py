"""What a search may spend: nodes, seconds, or both. With nodes alone it is deterministic."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

FIRST_NODES: Final = 64
"""Where nothing is known of the speed yet; these are always searched."""
UNBOUNDED: Final = 1 << 40


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think about a move. A node is a position that it looks at closely."""

    nodes: int | None = None
    seconds: float | None = None


class Clock:
    """Counts what was spent of a budget. Compiled code has no clock: it gets a number of nodes."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._start = time.perf_counter()
        self.nodes = 0

    def spend(self, nodes: int) -> None:
        """Count nodes that were searched."""
        self.nodes += nodes

    def left(self, share: float = 1.0) -> int:
        """Return how many more nodes there are in a share of the budget, at the speed so far."""
        return max(0, min(self._left_by_nodes(share), self._left_by_time(share)))

    def _left_by_nodes(self, share: float) -> int:
        if self._budget.nodes is None:
            return UNBOUNDED
        return int(self._budget.nodes * share) - self.nodes

    def _left_by_time(self, share: float) -> int:
        if self._budget.seconds is None:
            return UNBOUNDED
        if self.nodes == 0:
            return FIRST_NODES
        elapsed = time.perf_counter() - self._start
        return int(self.nodes * (self._budget.seconds * share - elapsed) / elapsed)

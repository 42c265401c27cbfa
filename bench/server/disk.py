"""How long the disk alone takes to make a move last: below this, no durable server can be."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from typing import TYPE_CHECKING, Final

from bench.report import Limit
from bench.server.figures import percentile
from bench.server.side import MILLISECONDS, PERCENTS

if TYPE_CHECKING:
    from collections.abc import Sequence

PAGE: Final = b"d" * 4096
"""What SQLite adds to its log for a move: a page at least."""
PAGES: Final = 1000
"""In the file before anything is measured, so that it does not grow: SQLite's log does not either."""


def syncs(rate: float, seconds: float) -> list[float]:
    """Return how long each sync of a written page took at a steady rate, ascending."""
    with tempfile.NamedTemporaryFile(prefix="digsite-bench-", buffering=0) as file:
        file.write(PAGE * PAGES)
        os.fsync(file.fileno())
        count = round(rate * seconds)
        start = time.perf_counter()
        return sorted(_sync(file.fileno(), number, start + number / rate) for number in range(count))


def _sync(file: int, number: int, due: float) -> float:
    """Write one page once its time has come, and return how long it took to last."""
    time.sleep(max(0.0, due - time.perf_counter()))
    start = time.perf_counter()
    os.pwrite(file, PAGE, number % PAGES * len(PAGE))
    os.fdatasync(file)
    return time.perf_counter() - start


def summed(rate: float, rounds: Sequence[Sequence[float]]) -> list[Limit]:
    """Return medians over the rounds, for information."""
    return [
        Limit(f"the disk alone: a page synced at {rate:g}/s, p{percent}", wait * MILLISECONDS, "ms")
        for percent in PERCENTS
        for wait in [statistics.median(percentile(waits, percent) for waits in rounds)]
    ]

"""Lighthouse's opinion of a page, with the settings of a phone on a slow line."""

from __future__ import annotations

import json
import statistics
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench import node
from bench.measure import BenchError
from bench.report import Limit

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER: Final = Path(__file__).parent
CATEGORIES: Final = ("performance", "accessibility", "best-practices")
LEAST: Final = 95
ROUNDS: Final = 5
ATTEMPTS: Final = 3
"""Now and then it finds no beginning in its own trace, and asks to be run again."""


def audited(
    name: str, url: str, port: int, forget: Callable[[], None], step: Callable[[str], None]
) -> list[Limit]:
    """Ask several times, in the browser that listens at a port: who is known there is known to the page.

    `forget` empties its cache, so that each time is the first.
    """
    node.install(FOLDER)
    rounds = []
    for number in range(1, ROUNDS + 1):
        step(f"Lighthouse, {name}: {number} of {ROUNDS}")
        forget()
        rounds.append(_scores(url, port))
    return [
        Limit(
            f"Lighthouse, {name}: {category}",
            statistics.median(scores[category] for scores in rounds),
            "points",
            least=LEAST,
        )
        for category in CATEGORIES
    ]


def _scores(url: str, port: int) -> dict[str, float]:
    command = [
        node.program("node"),
        "node_modules/lighthouse/cli/index.js",
        url,
        f"--port={port}",
        f"--only-categories={','.join(CATEGORIES)}",
        "--disable-storage-reset",
        "--output=json",
        "--quiet",
    ]
    for _ in range(ATTEMPTS):
        ended = subprocess.run(command, cwd=FOLDER, check=False, capture_output=True, text=True)
        if ended.returncode == 0:
            found = json.loads(ended.stdout)["categories"]
            return {category: 100 * found[category]["score"] for category in CATEGORIES}
    message = f"Lighthouse gave up on {url}: {ended.stderr.strip()}"
    raise BenchError(message)

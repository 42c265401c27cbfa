"""Lighthouse's opinion of a page, with the settings of a phone on a slow line."""

from __future__ import annotations

import json
import statistics
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench import node
from bench.report import Limit

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER: Final = Path(__file__).parent
CATEGORIES: Final = ("performance", "accessibility", "best-practices")
LEAST: Final = 95
ROUNDS: Final = 3


def audited(name: str, url: str, port: int, step: Callable[[str], None]) -> list[Limit]:
    """Ask several times, in the browser that listens at a port: who is known there is known to the page."""
    node.install(FOLDER)
    rounds = []
    for number in range(1, ROUNDS + 1):
        step(f"Lighthouse, {name}: {number} of {ROUNDS}")
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
    said = subprocess.run(command, cwd=FOLDER, check=True, capture_output=True, text=True).stdout
    found = json.loads(said)["categories"]
    return {category: 100 * found[category]["score"] for category in CATEGORIES}

"""The results as tables and as JSON."""

from __future__ import annotations

import json
import statistics
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bench.measure import Speeds


@dataclass(frozen=True, slots=True)
class Limit:
    """A number and what it must hold; nothing, where it is for information."""

    what: str
    measured: float
    unit: str
    least: float | None = None
    most: float | None = None

    @property
    def holds(self) -> bool:
        """Tell whether the number is within its limits."""
        enough = self.least is None or self.measured >= self.least
        return enough and (self.most is None or self.measured <= self.most)

    @property
    def bound(self) -> str:
        """Return the limit as text."""
        if self.least is not None:
            return f"≥ {self.least:g} {self.unit}"
        return "" if self.most is None else f"≤ {self.most:g} {self.unit}"

    @property
    def verdict(self) -> str:
        """Return whether it holds, as text."""
        if not self.bound:
            return ""
        return "[green]holds[/]" if self.holds else "[bold red]fails[/]"


@dataclass
class Results:
    """Everything measured in one run."""

    speeds: Speeds = field(default_factory=dict)
    limits: list[Limit] = field(default_factory=list)

    @property
    def hold(self) -> bool:
        """Tell whether all limits hold."""
        return all(limit.holds for limit in self.limits)


def show(results: Results, machine: Mapping[str, str]) -> None:
    """Print the tables."""
    console = Console()
    if results.speeds:
        console.print(_speeds(results))
    console.print(_limits(results))
    console.print(", ".join(f"{name} {text}" for name, text in machine.items()), style="dim")


def _speeds(results: Results) -> Table:
    table = Table("random play", title="Speed", title_justify="left")
    table.add_column("moves/s", justify="right")
    table.add_column("slowest and fastest round", justify="right")
    for names in _groups(results.speeds):
        table.add_section()
        for name in names:
            rounds = results.speeds[name]
            spread = f"{min(rounds):,.0f} – {max(rounds):,.0f}"
            table.add_row(name, f"{statistics.median(rounds):,.0f}", spread)
    return table


def _groups(speeds: Speeds) -> list[list[str]]:
    """Return the contenders that play the same game, or are of the same make, together."""
    groups: dict[str, list[str]] = {}
    for name in speeds:
        groups.setdefault(name.partition(":")[0], []).append(name)
    return list(groups.values())


def _limits(results: Results) -> Table:
    table = Table("what", title="Limits", title_justify="left")
    table.add_column("limit", justify="right")
    table.add_column("measured", justify="right")
    table.add_column("")
    for limit in results.limits:
        table.add_row(limit.what, limit.bound, f"{limit.measured:.4g} {limit.unit}", limit.verdict)
    return table


def write(results: Results, machine: Mapping[str, str], path: Path) -> str:
    """Write the results as JSON and return them."""
    content = {
        "machine": machine,
        "moves_per_second": {
            name: {"median": statistics.median(rounds), "rounds": rounds}
            for name, rounds in results.speeds.items()
        },
        "limits": [
            {
                "what": limit.what,
                "measured": limit.measured,
                "unit": limit.unit,
                "least": limit.least,
                "most": limit.most,
                "holds": limit.holds,
            }
            for limit in results.limits
        ],
        "holds": results.hold,
    }
    text = json.dumps(content, indent=2)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8")
    return text

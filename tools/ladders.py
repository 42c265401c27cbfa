"""`make ladders`: lets the levels meet in every game and mode, and writes what came of it into docs/bots.md.

What was played with the same bots before is not played again, so that it can be stopped at any time.
"""

from __future__ import annotations

import argparse
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from digsite.arena.contest import Contest
from digsite.arena.ladder import ladder
from digsite.arena.play import play, warm_up
from digsite.arena.plot import picture
from digsite.arena.pool import Pool
from digsite.arena.results import Results
from digsite.arena.schedule import schedule
from digsite.arena.sources import fingerprint
from digsite.arena.workers import play_all
from digsite.bots import LEVELS
from digsite.games import game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from digsite.arena.job import Job
    from digsite.arena.played import Played

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs" / "bots.md"
PICTURES: Final = ROOT / "docs" / "pictures" / "ladders"
KEPT: Final = ROOT / "build" / "ladders" / fingerprint()
"""The games of these bots; those of others are left alone."""
BEGIN, END = "<!-- ladders: written by tools/ladders.py -->", "<!-- end of ladders -->"
SEED: Final = 7
SECONDS: Final = 0.05
COLUMNS: Final = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


@dataclass(frozen=True)
class Mode:
    """A game as people play it."""

    name: str
    key: str
    seats: int
    games: int
    """Of each pairing."""
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def slug(self) -> str:
        """Return its name in files."""
        return re.sub(r"\W+", "-", self.name.lower())

    def contest(self) -> Contest:
        """Return what is asked of the arena."""
        options = tuple(game(self.key).options(self.options).items())
        return Contest(self.key, options, self.seats, LEVELS, self.games, SEED, seconds=SECONDS)


MODES: Final = (
    Mode("Scarabya, base game alone", "scarabya", 1, 40),
    Mode("Scarabya, base game for two", "scarabya", 2, 20),
    Mode("Scarabya, base game for four", "scarabya", 4, 8),
    Mode("Scarabya, one-on-one", "scarabya", 2, 40, {"mode": "duel"}),
    Mode("Scarabya, solo", "scarabya", 1, 40, {"mode": "solo"}),
    Mode("SCARAB for two", "scarab", 2, 20),
    Mode("SCARAB for two, short", "scarab", 2, 20, {"board": "short"}),
    Mode("SCARAB for two, deflection", "scarab", 2, 12, {"deflection": "yes"}),
    Mode("SCARAB for three", "scarab", 3, 36),
    Mode("SCARAB for four", "scarab", 4, 24),
    Mode("SCARAB in teams", "scarab", 4, 12, {"teams": "yes"}),
    Mode("Marajoara for two", "marajoara", 2, 12),
    Mode("Marajoara for three", "marajoara", 3, 6),
    Mode("Marajoara for four", "marajoara", 4, 16),
    *(Mode(f"Marajoara, mission {n}", "marajoara", 1, 16, {"mission": str(n)}) for n in range(1, 9)),
)


def main() -> None:
    """Play what is missing and write the page."""
    parser = argparse.ArgumentParser(description="Let the levels meet in every game and mode.")
    parser.add_argument("modes", nargs="*", help="parts of the names of modes; all without")
    wanted = parser.parse_args().modes
    modes = [mode for mode in MODES if not wanted or any(part in mode.name for part in wanted)]
    figures = {mode.name: figures_of(mode) for mode in modes}
    PICTURES.mkdir(parents=True, exist_ok=True)
    for mode in modes:
        drawn = picture(figures[mode.name]["ladder"], mode.name, "rating; the weakest has 1000")
        (PICTURES / f"{mode.slug}.svg").write_text(drawn, encoding="utf-8")
    write(figures)


def figures_of(mode: Mode) -> dict[str, Any]:
    """Return the ladder of a mode, playing what is missing."""
    contest = mode.contest()
    jobs = schedule(contest)
    results = Results(KEPT / f"{mode.slug}.jsonl", contest)
    missing = [job for job in jobs if job.key not in results.played]
    with Progress(*COLUMNS) as progress, Pool(len(os.sched_getaffinity(0)), _play) as workers:
        task = progress.add_task(mode.name, total=len(jobs), completed=len(jobs) - len(missing))
        for played in play_all(workers, missing):
            results.add(played)
            progress.advance(task)
    return ladder(contest, [results.played[job.key] for job in jobs])


def _play(job: Job) -> Played:
    warm_up(job.contest)
    return play(job)


def write(figures: Mapping[str, dict[str, Any]]) -> None:
    """Put the ladders into the page, those of other modes as they were."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    kept, _, after = rest.partition(END)
    sections = dict(re.findall(r"### (.+?)\n(.*?)(?=### |\Z)", kept, re.DOTALL))
    sections |= {name: "\n" + table(name, found) + "\n\n" for name, found in figures.items()}
    order = [mode.name for mode in MODES if mode.name in sections]
    body = "".join(f"### {name}\n{sections[name]}" for name in order)
    PAGE.write_text(f"{before}{BEGIN}\n\n{body}{END}{after}", encoding="utf-8")


def table(name: str, found: Mapping[str, Any]) -> str:
    """Return a ladder as a table, the strongest first."""
    slug = next(mode.slug for mode in MODES if mode.name == name)
    alone = "won" in found["ladder"][0]
    games = found["pairings"][0]["games"]
    lines = [
        f"{games} {'digs' if alone else 'games of each pairing'}. [Picture](pictures/ladders/{slug}.svg)",
        "",
        "| level | rating, 95 % interval | points" + (" | won |" if alone else " | share |"),
        "|---|---|---|---|",
    ]
    return "\n".join([*lines, *(_row(row, alone=alone) for row in found["ladder"])])


def _row(row: Mapping[str, Any], *, alone: bool) -> str:
    low, high = row["interval"]
    share = row["won"] if alone else row["share"]
    return (
        f"| {row['bot']} | {row['rating']:.0f} ({low:.0f}–{high:.0f}) | {row['points']:.1f} | {share:.0%} |"
    )


if __name__ == "__main__":
    main()

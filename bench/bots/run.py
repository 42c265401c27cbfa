"""One run of everything; what was played before with the same bots is not played again."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bench import machine
from bench.bots import openspiel
from bench.bots.openspiel import MATCHES, Match, Meeting
from bench.bots.trials import TRIALS, Trial
from digsite.arena import play
from digsite.arena.pool import Pool
from digsite.arena.results import Results
from digsite.arena.sources import fingerprint
from digsite.arena.workers import play_all

if TYPE_CHECKING:
    from bench.bots.figures import Figure
    from digsite.arena.job import Job
    from digsite.arena.played import Played

FOLDER: Final = Path("build") / "bench-bots"
KEPT: Final = FOLDER / fingerprint()
"""The games of these bots; those of others are left alone."""
COLUMNS: Final = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
INTERRUPTED: Final = 130

Work: TypeAlias = "Trial | Match"
WORKS: Final[tuple[Work, ...]] = (*TRIALS, *MATCHES)


def main() -> int:
    """Play what is missing, show the figures, and fail if one does not hold."""
    console = Console()
    try:
        games = _played(console)
    except KeyboardInterrupt:
        console.print(f"What was played is kept in {KEPT}/; `make bench-bots` goes on from there.")
        return INTERRUPTED
    found = {work.name: work.read(games[work.name]) for work in WORKS}
    console.print(_table(found))
    _write(found)
    return 0 if all(figure.holds for figures in found.values() for figure in figures) else 1


def _played(console: Console) -> dict[str, list[Played]]:
    """Return the games of every trial, playing those that are missing."""
    kept = {work.name: _results(work) for work in WORKS}
    jobs = [(work.name, job) for work in WORKS for job in work.jobs()]
    missing = [(name, job) for name, job in jobs if job.key not in kept[name].played]
    with Progress(*COLUMNS, console=console, transient=True) as progress, _workers() as workers:
        task = progress.add_task("", total=len(jobs), completed=len(jobs) - len(missing))
        for work in WORKS:
            progress.update(task, description=work.name)
            for played in play_all(workers, [job for name, job in missing if name == work.name]):
                kept[work.name].add(played)
                progress.advance(task)
    return {work.name: [kept[work.name].played[job.key] for job in work.jobs()] for work in WORKS}


def _results(work: Work) -> Results:
    slug = "".join(letter if letter.isalnum() else "-" for letter in work.name.lower())
    asked = work.contest if isinstance(work, Trial) else work
    return Results(KEPT / f"{slug}.jsonl", asked)


def _workers() -> Pool[Job | Meeting]:
    return Pool(len(os.sched_getaffinity(0)), _play)


def _play(job: Job | Meeting) -> Played:
    """Play one game, in a worker that is made ready for its bots first."""
    if isinstance(job, Meeting):
        openspiel.warm_up()
        return openspiel.play(job)
    play.warm_up(job.contest)
    return play.play(job)


def _table(found: dict[str, list[Figure]]) -> Table:
    table = Table("what", "games", "measured", "95 % interval", "limit", "")
    for name, figures in found.items():
        table.add_section()
        table.add_row(f"[bold]{name}[/]")
        for figure in figures:
            table.add_row(*_row(figure))
    return table


def _row(figure: Figure) -> tuple[str, ...]:
    low, high = figure.interval
    limit = _limit(figure)
    verdict = ("[green]holds[/]" if figure.holds else "[bold red]fails[/]") if limit else ""
    return (
        figure.what,
        str(figure.games),
        f"{figure.measured:.3g}",
        f"{low:.3g} – {high:.3g}",
        limit,
        verdict,
    )


def _limit(figure: Figure) -> str:
    if figure.least is not None:
        return f"≥ {figure.least:g}"
    return "" if figure.above is None else f"> {figure.above:g}"


def _write(found: dict[str, list[Figure]]) -> None:
    content: dict[str, Any] = {
        "machine": machine.described(),
        "figures": {name: [asdict(figure) for figure in figures] for name, figures in found.items()},
    }
    (FOLDER / "figures.json").write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

"""`digsite arena`: bots play each other on the same digs; how strong they are."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import click

from digsite.arena.contest import Contest
from digsite.arena.extras import needed
from digsite.arena.ladder import ladder
from digsite.arena.play import play_ready, warm_up
from digsite.arena.plot import picture
from digsite.arena.results import Results
from digsite.arena.schedule import schedule
from digsite.arena.workers import play_all
from digsite.bots import LEVELS
from digsite.cli.dealing import seats_wanted
from digsite.cli.ladder import show_ladder
from digsite.cli.prepare import prepare
from digsite.games import game as game_of
from digsite.table.journal import data_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from rich.progress import Progress

    from digsite.arena.job import Job
    from digsite.arena.workers import Workers
    from digsite.cli.request import Wanted
    from digsite.cli.voice import Voice

EXTRA: Final = ("choix", "matplotlib")
RESULTS, FIGURES, PICTURE = "results.jsonl", "ladder.json", "ladder.svg"


def run(
    voice: Voice,
    wanted: Wanted,
    *,
    workers: int | None,
    out: Path | None,
    ray: str | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Play what was not played yet, then say how strong the bots are."""
    for module in EXTRA:
        needed(module, "arena")
    contest = _contest(wanted, **asked)
    jobs = schedule(contest)
    folder = out or _folder(contest)
    results = Results(folder / RESULTS, contest)
    _play(voice, jobs, results, workers or _cores(), ray)
    data = ladder(contest, [results.played[job.key] for job in jobs])
    _write(voice, folder, data)
    if as_json:
        click.echo(json.dumps(data))
    else:
        show_ladder(voice, data)
        voice.say("cli.arena_kept", path=str(folder))


def _contest(
    wanted: Wanted,
    *,
    seats: int | None,
    entrants: tuple[str, ...],
    per_pairing: int,
    nodes: int | None,
    seconds: float | None,
    seed: int,
) -> Contest:
    game = game_of(wanted.key)
    options = wanted.settled(game)
    return Contest(
        game=game.key,
        options=tuple(options.items()),
        seats=seats_wanted(game, options, seats),
        bots=entrants or LEVELS,
        games=per_pairing,
        seed=seed,
        nodes=nodes,
        seconds=seconds,
    )


def _folder(contest: Contest) -> Path:
    """Return where a contest is kept when nobody says: whoever asks the same again goes on with it."""
    asked = json.dumps(contest.header(), sort_keys=True).encode()
    return data_folder() / "arenas" / f"{contest.game}-{hashlib.sha256(asked).hexdigest()[:12]}"


def _cores() -> int:
    """Return how many processes this machine runs at a time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _play(voice: Voice, jobs: Sequence[Job], results: Results, count: int, ray: str | None) -> None:
    """Play the jobs that are missing; Ctrl-C keeps what was played and says how to go on."""
    missing = [job for job in jobs if job.key not in results.played]
    if not missing:
        return
    prepare(voice, missing[0].contest.game)
    done = len(jobs) - len(missing)
    try:
        with (
            _progress(voice, done, len(jobs)) as progress,
            _workers(voice, progress, missing, count, ray) as crew,
        ):
            for played in play_all(crew, missing):
                results.add(played)
                progress.advance(progress.task_ids[0])
    except KeyboardInterrupt:
        kept = voice.words(
            "cli.arena_stopped", n=len(results.played), games=len(jobs), path=str(results.path)
        )
        voice.aside.print(kept, soft_wrap=True)
        raise


@contextmanager
def _progress(voice: Voice, done: int, total: int) -> Iterator[Progress]:
    """Show how many games are over and how long the others will take."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=voice.aside, transient=True) as progress:
        progress.add_task("", total=total, completed=done)
        yield progress


def _workers(
    voice: Voice, progress: Progress, jobs: Sequence[Job], count: int, ray: str | None
) -> Workers[Job, Any]:
    """Return who plays; what they need is compiled here first, so that they need not do it all at once."""
    task, contest = progress.task_ids[0], jobs[0].contest
    progress.update(task, description=voice.words("cli.arena_warming"))
    warm_up(contest)
    progress.update(task, description=voice.words("cli.simulating"))
    if ray is None:
        from digsite.arena.pool import Pool

        return Pool(min(count, len(jobs)), play_ready)
    from digsite.arena.cluster import Cluster

    return Cluster(ray, count)


def _write(voice: Voice, folder: Path, data: dict[str, Any]) -> None:
    """Write the figures and the picture beside the results."""
    (folder / FIGURES).write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    title = voice.words("cli.arena_title", game=voice.words(f"{data['game']}.name"), seats=data["seats"])
    drawn = picture(data["ladder"], title, voice.words("cli.arena_axis", **data["anchor"]))
    (folder / PICTURE).write_text(drawn, encoding="utf-8")

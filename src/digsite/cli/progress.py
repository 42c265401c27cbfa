"""How far something has come, on a terminal that can show it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from digsite.cli.voice import Voice


@contextmanager
def shown(voice: Voice, sentence: str) -> Iterator[Callable[[int, int], None]]:
    """Give what is told how much is done, and of how much."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    silent = not voice.aside.is_terminal
    with Progress(*columns, console=voice.aside, transient=True, disable=silent) as bar:
        task = bar.add_task(sentence, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total or None)

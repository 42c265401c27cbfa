"""`digsite backup`: the whole house in one file, once or every so often."""

from __future__ import annotations

import json
import signal
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from digsite.cli import refusals
from digsite.cli.progress import shown
from digsite.core.errors import DigsiteError
from digsite.server import keeping

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from digsite.cli.voice import Voice


def run(voice: Voice, file: Path, *, every: float | None, keep: int | None, as_json: bool) -> None:
    """Save the house; a folder gets a file with a new name each time."""
    is_folder = every is not None or file.is_dir()
    if keep is not None and not is_folder:
        raise DigsiteError("keep_needs_folder", path=str(file))
    with _stopping_in_order():
        due = time.monotonic()
        _save(voice, file, keep, is_folder=is_folder, as_json=as_json)
        while every is not None:
            due = max(due + every, time.monotonic())
            time.sleep(max(0.0, due - time.monotonic()))
            _save_if_possible(voice, file, keep, as_json=as_json)


@contextmanager
def _stopping_in_order() -> Iterator[None]:
    """Let whoever stops us leave no half file behind."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _save_if_possible(voice: Voice, folder: Path, keep: int | None, *, as_json: bool) -> None:
    """Save the house, or say why not: next time it may be possible again."""
    try:
        _save(voice, folder, keep, is_folder=True, as_json=as_json)
    except DigsiteError as error:
        refusals.refused(error, voice.language, as_json=as_json)
    except OSError as error:
        refusals.failed(error, voice.language)


def _save(voice: Voice, file: Path, keep: int | None, *, is_folder: bool, as_json: bool) -> None:
    path = keeping.new_name(file) if is_folder else file
    with shown(voice, voice.words("cli.backing_up")) as progress:
        manifest = keeping.save(path, progress)
    gone = keeping.prune(file, keep) if keep is not None else []
    rows = {name: part.rows for name, part in manifest.tables.items()}
    if as_json:
        told = {"path": str(path), "made": manifest.made, "rows": rows, "key": manifest.key is not None}
        click.echo(json.dumps({**told, "removed": [str(path) for path in gone]}))
        return
    voice.say("cli.backup_made", path=str(path), people=rows["people"], tables=rows["tables"])
    if manifest.key is None:
        voice.say("cli.backup_without_key")

"""`digsite restore`: the house as it was when a backup was made."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from digsite.cli.progress import shown
from digsite.server import keeping

if TYPE_CHECKING:
    from pathlib import Path

    from digsite.cli.voice import Voice


def run(voice: Voice, file: Path, *, replaces: bool, as_json: bool) -> None:
    """Bring the house back; what is there already is only touched where that was asked for."""
    with keeping.opened(file) as backup:
        with shown(voice, voice.words("cli.checking_backup")) as progress:
            backup.check(progress)
        with shown(voice, voice.words("cli.restoring")) as progress:
            restored = keeping.bring_back(backup, progress, replaces=replaces)
    manifest = restored.manifest
    rows = {name: part.rows for name, part in manifest.tables.items()}
    if as_json:
        told = {"made": manifest.made, "rows": rows, "key": manifest.key is not None}
        click.echo(json.dumps({**told, "aside": restored.aside}))
        return
    voice.say("cli.restored", made=manifest.made, people=rows["people"], tables=rows["tables"])
    if restored.aside is not None:
        voice.say("cli.restored_aside", aside=restored.aside)
    if manifest.key is None:
        voice.say("cli.restored_without_key")

"""`digsite verify`: check a finished game from its first line to its last."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from digsite.cli import house
from digsite.cli.ending import show_objectives, verdict
from digsite.cli.prepare import prepare
from digsite.cli.telling import names_of
from digsite.table.verify import verify

if TYPE_CHECKING:
    from pathlib import Path

    from digsite.cli.voice import Voice


def run(voice: Voice, path: Path, *, as_json: bool) -> None:
    """Say what was found in order; whatever is not is raised, with its line."""
    log = house.read_log(path)
    prepare(voice, log.header.game)
    found = verify(log)
    if as_json:
        click.echo(json.dumps({"verified": True, "game": log.header.game, **asdict(found)}))
        return
    names = names_of(log.header.sitters, voice.language)
    voice.say("cli.verified_rules", n=found.moves)
    voice.say("cli.verified_deal", commitment=log.header.commitment)
    if found.draws:
        voice.say("cli.verified_draws", n=found.draws)
    voice.tell(verdict(found.result, names, voice.language), style="bold")
    show_objectives(voice, log.header.game, found.result)

"""`digsite perft`: count the ways a game can go on."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import click

from digsite.cli.dealing import seats_wanted, seeded_deal
from digsite.cli.numbers import number
from digsite.cli.prepare import prepare
from digsite.games import perft as counting
from digsite.table.journal import read_file

if TYPE_CHECKING:
    from pathlib import Path

    from digsite.cli.request import Wanted
    from digsite.cli.voice import Voice
    from digsite.core.game import Game
    from digsite.core.names import Position


def run(
    voice: Voice,
    wanted: Wanted,
    *,
    seats: int | None,
    depth: int,
    divide: bool,
    seed: int,
    position: Path | None,
    as_json: bool,
) -> None:
    """Count the sequences of so many moves."""
    game = prepare(voice, wanted.key)
    pos = _position(game, wanted, seats, seed, position)
    start = time.perf_counter()
    parts = counting.divide(game, pos, depth) if divide and depth else {}
    count = sum(parts.values()) if parts else counting.perft(game, pos, depth)
    seconds = time.perf_counter() - start
    if as_json:
        answer: dict[str, Any] = {"game": game.key, "depth": depth, "count": count}
        click.echo(json.dumps(answer | ({"divide": parts} if divide else {}) | {"seconds": seconds}))
        return
    for text, lines in parts.items():
        voice.tell(f"{text:16}{number(lines, voice.language):>16}")
    took = number(seconds, voice.language, 2)
    voice.say("cli.counted", lines=number(count, voice.language), depth=depth, seconds=took)


def _position(game: Game, wanted: Wanted, seats: int | None, seed: int, file: Path | None) -> Position:
    if file is not None:
        return game.read(read_file(file))
    options = wanted.settled(game)
    return seeded_deal(game, options, seats_wanted(game, options, seats), seed)

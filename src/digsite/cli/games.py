"""`digsite games`: what there is to play, and how."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from digsite.cli.request import is_filed
from digsite.cli.telling import level_words
from digsite.core.options import Choice, Option
from digsite.games import GAMES
from digsite.games import game as game_of
from digsite.games.levels import LEVELS

if TYPE_CHECKING:
    from digsite.cli.voice import Voice
    from digsite.core.game import Game


def run(voice: Voice, *, as_json: bool) -> None:
    """List the games with their options and seats."""
    games = [game_of(key) for key in GAMES]
    if as_json:
        click.echo(json.dumps({"games": [_data(game) for game in games], "levels": LEVELS}))
        return
    for game in games:
        _show(voice, game)
    _show_levels(voice)


def _show_levels(voice: Voice) -> None:
    """Show whom one can play against."""
    voice.tell(voice.words("cli.levels"), style="bold")
    for level in LEVELS:
        voice.tell(f"      {level:10}{level_words(level, voice.language)}")


def _data(game: Game) -> dict[str, Any]:
    return {
        "key": game.key,
        "rules": game.rules,
        "options": [_option_data(game, option) for option in game.schema],
        "seats": game.seat_counts(game.options({})),
    }


def _option_data(game: Game, option: Option) -> dict[str, Any]:
    data = {"key": option.key, "default": option.default, "needs": option.needs}
    if not isinstance(option, Choice):
        return data | {"is_file": option.is_file}
    seats = {value: _seats(game, option, value) for value in option.values}
    return data | {"values": option.values, "seats": seats}


def _seats(game: Game, option: Choice, value: str) -> tuple[int, ...]:
    """Return how many may play with a value, and with what it needs."""
    needed = {o.key: o.values[1] for o in game.schema if isinstance(o, Choice) and o.key == option.needs}
    return game.seat_counts(game.options(needed | {option.key: value}))


def _show(voice: Voice, game: Game) -> None:
    voice.tell(voice.words(f"{game.key}.name"), style="bold")
    voice.tell(f"  {voice.words(f'{game.key}.about')}")
    for option in game.schema:
        label = voice.words(f"{game.key}.option_{option.key}")
        if not isinstance(option, Choice):
            voice.tell(f"  --{option.key} {'FILE' if is_filed(option) else '…'}  {label}")
            continue
        voice.tell(f"  --{option.key}  {label}")
        for value in option.values:
            _show_value(voice, game, option, value)
    voice.tell("")


def _show_value(voice: Voice, game: Game, option: Choice, value: str) -> None:
    counts = _seats(game, option, value)
    seats = f"{counts[0]}–{counts[-1]}" if len(counts) > 1 else str(counts[0])
    label = voice.words(f"{game.key}.option_{option.key}_{value}")
    about = voice.words("cli.seats", seats=seats, n=counts[-1])
    voice.tell(f"      {value:8}{label} ({about})")

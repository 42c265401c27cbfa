"""The figures of a simulation, as a table and as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from rich.table import Table
from rich.text import Text

from digsite.cli.numbers import number
from digsite.cli.telling import bot_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.cli.voice import Voice
    from digsite.core.game import Game

COLUMNS: Final = ("seat", "bot", "wins", "shared", "mean", "sd", "min", "max")
BARS: Final = 15
EIGHTHS: Final = " ▏▎▍▌▋▊▉█"
SEATS: Final = ("#e9c46a", "#7fb069", "#45d6c5", "#9cc9f5")
"""Desert, forest, reef and ice."""


def show_tally(
    voice: Voice, game: Game, data: dict[str, Any], points: Sequence[np.ndarray[Any, Any]]
) -> None:
    """Show how the games went."""
    if not data["games"]:
        return
    voice.show(_table(voice, data))
    voice.say(
        "cli.simulated",
        n=data["games"],
        game=voice.words(f"{game.key}.name"),
        moves=number(data["moves"], voice.language, 1),
        rate=number(data["games_per_second"], voice.language),
    )
    _show_objectives(voice, game, data)
    voice.tell("")
    voice.say("cli.histogram")
    for line in histogram(points, voice.look.width, unicode=voice.look.unicode):
        voice.show(line)


def _show_objectives(voice: Voice, game: Game, data: dict[str, Any]) -> None:
    """Show how often a game for one was won, and each of its objectives met."""
    if "objectives" not in data:
        return
    games = data["games"]
    rate = number(100 * data["won"] / games, voice.language, 1)
    voice.say("cli.objectives_met", n=data["won"], games=games, rate=rate)
    for objective in data["objectives"]:
        text = voice.words(f"{game.key}.objective_{objective['key']}", which=objective["which"])
        met = number(100 * objective["met"] / games, voice.language, 1)
        voice.tell(f"{objective['met']:7d}  {met:>5} %  {text}")


def _table(voice: Voice, data: dict[str, Any]) -> Table:
    table = Table(header_style="bold", border_style="dim")
    for column in COLUMNS:
        table.add_column(voice.words(f"cli.column_{column}"), justify="left" if column == "bot" else "right")
    for seat, row in enumerate(data["seats"]):
        cells = [str(seat + 1), bot_name(row["bot"], voice.language), str(row["wins"]), str(row["shared"])]
        cells += [number(row[key], voice.language, 2) for key in ("mean", "sd")]
        cells += [str(row["min"]), str(row["max"])]
        table.add_row(*cells, style=SEATS[seat])
    return table


def histogram(points: Sequence[np.ndarray[Any, Any]], width: int, *, unicode: bool) -> list[Text]:
    """Return a line for each range of points with a bar for each seat, all on one scale."""
    everything = np.concatenate(points)
    low, high = int(everything.min()), int(everything.max())
    step = max(1, -(-(high - low + 1) // BARS))
    edges = np.arange(low, high + step + 1, step)
    counts = [np.histogram(seat, edges)[0] for seat in points]
    room = max(10, (width - 12) // len(points) - 8)
    longest = max(int(count.max()) for count in counts)
    lines = []
    for place, edge in enumerate(edges[:-1]):
        label = f"{edge}" if step == 1 else f"{edge}…{edge + step - 1}"
        line = Text(f"{label:>9} ", style="dim")
        for seat, count in enumerate(counts):
            text = bar(int(count[place]) / longest * room, unicode=unicode)
            line.append(f"{text:{room + 1}}", SEATS[seat]).append(f"{count[place]:<6d} ", "dim")
        lines.append(line)
    return lines


def bar(length: float, *, unicode: bool) -> str:
    """Return a bar of so many characters, to the eighth of one."""
    if not unicode:
        return "#" * round(length)
    whole, eighths = divmod(round(length * 8), 8)
    return "█" * whole + (EIGHTHS[eighths] if eighths else "")

"""The end of a game: who won and why, the secret behind the deal, and what to do with the log."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from digsite.core import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from digsite.cli.house import Kept
    from digsite.cli.voice import Voice
    from digsite.core.names import Result


def show_ending(voice: Voice, kept: Kept, names: Sequence[str]) -> None:
    """Tell how a game ended."""
    result = kept.table.course.result()
    if result is None:
        return
    voice.tell("")
    voice.say(result.why)
    voice.tell(verdict(result, names, voice.language), style="bold")
    show_objectives(voice, kept.table.game.key, result)
    if len(names) > 1:
        voice.show(ranking(result, names, voice.language))
    voice.tell("")
    if kept.table.log.ending is not None:
        voice.say("cli.secret_shown", secret=kept.table.log.ending.secret.hex())
    path = shlex.quote(str(kept.path))
    for key, command in (("verify", "verify"), ("watch", "replay"), ("again", "play --again")):
        voice.tell(f"  {f'digsite {command} {path}'}  {voice.words(f'cli.to_{key}')}")


def verdict(result: Result, names: Sequence[str], language: str) -> str:
    """Return who won."""
    if len(names) == 1:
        key = "table.won_alone" if result.winners else "table.lost_alone"
        return words.say(language, key, n=result.points[0])
    if not result.winners:
        return words.say(language, "table.nobody_wins")
    winners = _listed([names[seat] for seat in result.winners], language)
    return words.say(language, "table.wins", names=winners, n=len(result.winners))


def show_objectives(voice: Voice, key: str, result: Result) -> None:
    """Show what a game for one asked for, ticked off where it was met."""
    for objective in result.objectives:
        text = voice.words(f"{key}.objective_{objective.key}", which=objective.which)
        voice.show(Text("  ").append_text(voice.look.ticked(text, met=objective.met)))


def _listed(names: list[str], language: str) -> str:
    if len(names) == 1:
        return names[0]
    return words.say(language, "table.and", first=", ".join(names[:-1]), last=names[-1])


def ranking(result: Result, names: Sequence[str], language: str) -> RenderableType:
    """Return the seats from the first place to the last."""
    table = Table.grid(padding=(0, 2))
    for seat in sorted(range(len(names)), key=lambda seat: (result.ranks[seat], -result.points[seat])):
        style = "bold #ffd257" if seat in result.winners else ""
        points = words.say(language, "table.points", n=result.points[seat])
        table.add_row(*(Text(t, style) for t in (f"{result.ranks[seat]}.", names[seat], points)))
    return table

"""The figures of an arena, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.table import Table

from digsite.cli.numbers import number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import JustifyMethod

    from digsite.cli.voice import Voice

LADDER: Final = ("bot", "rating", "interval", "games", "share", "points", "pace")
ALONE: Final = ("bot", "rating", "interval", "games", "share", "won", "points", "pace")
PAIRINGS: Final = ("first", "second", "games", "wins", "draws", "losses", "share")
NAMES: Final = ("bot", "first", "second")
WHOLE: Final = (*NAMES, "rating", "interval", "games")
"""What stays on one line where the terminal is narrow."""


def show_ladder(voice: Voice, data: Mapping[str, Any]) -> None:
    """Show how strong the bots are, and how each pairing went."""
    rows = data["ladder"]
    columns = ALONE if "won" in rows[0] else LADDER
    voice.show(_table(voice, columns, [_bot(voice.language, row) for row in rows]))
    voice.say("cli.arena_anchor", **data["anchor"])
    if data["cut"]:
        voice.say("cli.arena_cut", n=data["cut"])
    voice.show(_table(voice, PAIRINGS, [_pairing(voice.language, row) for row in data["pairings"]]))


def _table(voice: Voice, columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> Table:
    table = Table(header_style="bold", border_style="dim")
    for column in columns:
        side: JustifyMethod = "left" if column in NAMES else "right"
        table.add_column(voice.words(f"cli.column_{column}"), justify=side, no_wrap=column in WHOLE)
    for row in rows:
        table.add_row(*(row[column] for column in columns))
    return table


def _bot(language: str, row: Mapping[str, Any]) -> dict[str, str]:
    alone = "won" in row
    return {
        "bot": row["bot"],
        "rating": f"{row['rating']:.0f}",  # as everywhere: without a mark between thousands
        "interval": "…".join(f"{end:.0f}" for end in row["interval"]),
        "games": number(row["games"], language),
        "share": _percent(language, row["share"]),
        "won": _percent(language, row["won"], row["won_interval"]) if alone else "",
        "points": number(row["points"], language, 1) + _half(language, row.get("points_interval")),
        "pace": number(row["pace"], language, 4),
    }


def _pairing(language: str, row: Mapping[str, Any]) -> dict[str, str]:
    counts = {key: number(row[key], language) for key in ("games", "wins", "draws", "losses")}
    share = _percent(language, row["share"], row["interval"])
    return {"first": row["first"], "second": row["second"], **counts, "share": share}


def _percent(language: str, share: float, interval: Sequence[float] | None = None) -> str:
    ends = " ({:.0f}…{:.0f})".format(*(100 * end for end in interval)) if interval else ""
    return f"{number(100 * share, language, 1)} %{ends}"


def _half(language: str, interval: Sequence[float] | None) -> str:
    return f" ± {number((interval[1] - interval[0]) / 2, language, 1)}" if interval else ""

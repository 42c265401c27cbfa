"""The ladder as a picture: ratings with their intervals, in SVG that is the same every time."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, Final

from digsite.arena.extras import needed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

INK: Final = "#010203"
"""A colour that nothing else has: it becomes the text colour of the page."""
BAR: Final = "#c8862a"
STYLE: Final = (
    "<style>svg{color:#2b2118;background:#fffdf8}"
    "@media (prefers-color-scheme:dark){svg{color:#ded7c4;background:#0d1121}}</style>"
)
SETTINGS: Final = {
    "svg.hashsalt": "digsite",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 11,
}
COLOURS: Final = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")


def picture(rows: Sequence[Mapping[str, Any]], title: str, axis: str) -> str:
    """Return the ladder as SVG, the strongest bot on top; it follows the reader's light or dark theme."""
    matplotlib = needed("matplotlib", "arena")
    figures = needed("matplotlib.figure", "arena")
    with matplotlib.rc_context({**SETTINGS, **dict.fromkeys(COLOURS, INK)}):
        figure = figures.Figure(figsize=(7, 1.4 + 0.42 * len(rows)), layout="constrained")
        _draw(figure.subplots(), list(reversed(rows)), title, axis)
        file = io.StringIO()
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _themed(file.getvalue())


def _draw(axes: Any, rows: Sequence[Mapping[str, Any]], title: str, axis: str) -> None:
    ratings = [row["rating"] for row in rows]
    below = [row["rating"] - row["interval"][0] for row in rows]
    above = [row["interval"][1] - row["rating"] for row in rows]
    axes.errorbar(ratings, range(len(rows)), xerr=(below, above), fmt="o", color=BAR, ecolor=BAR, capsize=4)
    for place, rating in enumerate(ratings):
        axes.annotate(f"{rating:.0f}", (rating, place), (0, 7), textcoords="offset points", ha="center")
    axes.set_yticks(range(len(rows)), [row["bot"] for row in rows])
    axes.set_ylim(-0.6, len(rows) - 0.3)
    axes.set_title(title)
    axes.set_xlabel(axis)
    axes.grid(axis="x", color=INK, alpha=0.15)
    axes.spines[["top", "right", "left"]].set_visible(False)


def _themed(svg: str) -> str:
    head, rest = svg.replace(INK, "currentColor").split("<defs>", 1)
    return f"{head}{STYLE}\n <defs>{rest}"

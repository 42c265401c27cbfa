"""A board as text: cells side by side with the names of their rows and columns around them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

EDGE: Final = 3
"""The width of the names on either side."""


@dataclass(frozen=True)
class Cell:
    """A square: what stands on it, on a ground that fills it."""

    text: Text
    ground: str


@dataclass(frozen=True)
class Mosaic:
    """Rows of cells, the highest first, with their names."""

    rows: Sequence[Sequence[Cell]]
    row_names: Sequence[str]
    column_names: Sequence[str]
    rim: str
    """The style of the names."""

    @property
    def width(self) -> int:
        """Return how many characters wide the drawing is."""
        return self.cell_width * len(self.column_names) + 2 * EDGE

    @property
    def cell_width(self) -> int:
        """Return how wide a square is."""
        return len(self.rows[0][0].text)

    def draw(self, *, roomy: bool) -> Text:
        """Return the board; a roomy one has two lines a row, with half a line above and below the text."""
        names = Text(" " * EDGE + "".join(self.column_names), style=self.rim)
        lines = [names]
        bare = [None] * len(self.column_names)
        aboves = [bare, *self.rows]
        for above, row, name in zip(aboves, self.rows, self.row_names, strict=False):
            if roomy:
                lines.append(self._gap(above, row))
            lines.append(self._row(row, name).append(f" {name}", style=self.rim))
        if roomy:
            lines.append(self._gap(self.rows[-1], bare))
        return Text("\n", no_wrap=True).join([*lines, names])

    def draw_small(self) -> Text:
        """Return the board with names on two sides only."""
        lines = [Text(" " * EDGE + "".join(self.column_names), style=self.rim)]
        for row, name in zip(self.rows, self.row_names, strict=True):
            lines.append(self._row(row, name))
        return Text("\n", no_wrap=True).join(lines)

    def _row(self, row: Sequence[Cell], name: str) -> Text:
        line = Text(f"{name:>2} ", style=self.rim)
        for cell in row:
            line.append_text(_on_ground(cell))
        return line

    def _gap(self, above: Sequence[Cell | None], below: Sequence[Cell | None]) -> Text:
        """Return the line between two rows: the lower half of the one, the upper half of the other."""
        line = Text(" " * EDGE)
        for upper, lower in zip(above, below, strict=True):
            line.append_text(_half(upper, lower, self.cell_width))
        return line


def _on_ground(cell: Cell) -> Text:
    text = cell.text.copy()
    text.stylize_before(f"on {cell.ground}")
    return text


def _half(upper: Cell | None, lower: Cell | None, width: int) -> Text:
    if lower is None:
        return Text("▀" * width, style=f"{upper.ground if upper else 'default'}")
    return Text("▄" * width, style=f"{lower.ground} on {upper.ground if upper else 'default'}")

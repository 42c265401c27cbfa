"""Names of squares: `a1` is the first square, bottom left; columns are letters, rows are numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAME = re.compile(r"([a-z])([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of `width` by `height` squares, numbered row by row from the bottom left."""

    width: int
    height: int

    def name(self, square: int) -> str:
        """Return the name of a square: 0 is `a1`."""
        row, column = divmod(square, self.width)
        return f"{chr(ord('a') + column)}{row + 1}"

    def square(self, name: str) -> int | None:
        """Return the square of that name, or None where the board has none."""
        match = _NAME.fullmatch(name)
        if match is None:
            return None
        column, row = ord(match[1]) - ord("a"), int(match[2]) - 1
        on_board = column < self.width and row < self.height
        return row * self.width + column if on_board else None

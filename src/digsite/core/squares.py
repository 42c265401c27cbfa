"""Names of squares: `a1` is the first square, bottom left; columns are letters, rows are numbers."""

from __future__ import annotations

from string import ascii_lowercase


class Grid:
    """A board of `width` by `height` squares, numbered row by row from the bottom left."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._names = [f"{column}{row}" for row in range(1, height + 1) for column in ascii_lowercase[:width]]
        self._squares = {name: square for square, name in enumerate(self._names)}

    def name(self, square: int) -> str:
        """Return the name of a square: 0 is `a1`."""
        return self._names[square]

    def square(self, name: str) -> int | None:
        """Return the square of that name, or None where the board has none."""
        return self._squares.get(name)

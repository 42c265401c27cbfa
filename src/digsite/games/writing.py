"""JSON written by compiled code: prepared texts are copied one behind the other into a buffer."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from digsite.games.jit import Entry, njit, wide

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

COMMA: Final = ord(",")
WORD: Final = 8
"""Rows are copied whole, by words."""


def pieces(texts: Iterable[str]) -> NDArray[np.uint8]:
    """Return texts as rows for `write`: how long each is, then its characters."""
    encoded = [text.encode("ascii") for text in texts]
    width = -(-max(map(len, encoded)) // WORD) * WORD
    return np.array([[len(text), *text.ljust(width)] for text in encoded], np.uint8)


@njit
def write(piece: Any, out: Any, at: int) -> int:
    """Copy a row of `pieces` and return where it ends. What follows its text is overwritten by the next."""
    room = out[at:]
    for i in range(len(piece) - 1):
        room[i] = piece[i + 1]
    return at + wide(piece[0])


@njit
def before_comma(out: Any, at: int) -> int:
    """Return where a list ends whose items each have a comma behind them."""
    return at - 1 if out[at - 1] == COMMA else at


class Paper(threading.local):
    """Room to work and to write in, one for each thread; `written` reads what `rooms` has last."""

    def __init__(self, size: int, *rooms: NDArray[Any]) -> None:
        out = np.empty(size, np.uint8)
        self.rooms = (*map(np.empty_like, rooms), out)
        self.written = out.data


class Writer:
    """Calls a compiled function that fills its last argument and returns how far: no more than `size`.

    Before that it gets `arguments`, then arrays like `rooms` to work in; those given here show the types.
    """

    def __init__(
        self, function: Callable[..., int], arguments: tuple[Any, ...], *rooms: NDArray[Any], size: int
    ) -> None:
        self._paper = Paper(size, *rooms)
        self.entry: Final = Entry(function, *arguments, *self._paper.rooms)

    def written(self, *arguments: Any) -> bytes:
        """Return what the function wrote."""
        paper = self._paper
        return paper.written[: self.entry.run(*arguments, *paper.rooms)].tobytes()

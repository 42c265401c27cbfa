"""The shell around a game's kernel: positions in, positions out, every refusal loud.

A kernel is a module of compiled rules that work in place on an array with one record. The shell
copies before it calls, so that outside `games` a position is a value.
"""

from __future__ import annotations

import threading
from array import array
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import numba
import numpy as np

from digsite.core.errors import IllegalMove, InvalidMove
from digsite.core.names import CHANCE, Move, Moves, Position, Seat, Seats, View
from digsite.games import loading
from digsite.games.due import CHANCE_DUE, MAX_SEATS, SPECTATOR
from digsite.games.jit import Entry, bind, entry, njit, njit_held
from digsite.games.unbound import legal, play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import ModuleType


_SEATS_DUE: Final[tuple[Seats, ...]] = (
    *(tuple(Seat(s) for s in range(MAX_SEATS) if due >> s & 1) for due in range(CHANCE_DUE)),
    (CHANCE,),
)


class Kernel(Protocol):
    """The compiled rules of a game: what every kernel module has. `pos` is an array with one record."""

    def movers(self, pos: Any) -> int:
        """Return a bit for each seat due, CHANCE_DUE, or 0 when the game is over."""

    def legal(self, pos: Any, seat: int, out: Any) -> int:
        """Fill `out` with the moves of a seat or of chance, ascending; return how many."""

    def play(self, pos: Any, seat: int, move: int) -> None:
        """Make a legal move."""

    def weights(self, pos: Any, out: Any) -> int:
        """Fill `out` with the odds of chance's outcomes; return how many."""

    def gains(self, pos: Any, seat: int, moves: Any, count: int, out: Any, trial: Any) -> None:
        """Fill `out` with the points that each of the moves brings its seat at once.

        `trial` is room for a position, to try moves out.
        """

    def points(self, pos: Any, out: Any) -> None:
        """Fill `out` with the points of each seat."""

    def show(self, pos: Any, seat: int, view: Any) -> None:
        """Add to a view of the open fields what a seat, or SPECTATOR, may know of the others."""


class Called(Kernel, Protocol):
    """A kernel as the shell calls it."""

    def attempt(self, pos: Any, seat: int, move: int, moves: Any, after: Any) -> bool:
        """Make a move if it is legal, on a copy."""


def attempt(pos: Any, seat: int, move: int, moves: Any, after: Any) -> bool:
    """Make a move if `legal` lists it, on a copy: one call from Python instead of three."""
    count = legal(pos, seat, moves)
    if not contains(moves[:count], move):
        return False
    after[0] = pos[0]  # a memcpy; numpy's own copy of a record goes field by field, 20 times slower
    play(after, seat, move)
    return True


@njit
def contains(moves: Any, move: int) -> bool:
    """Tell whether a move is among others."""
    found = False
    for i in range(len(moves)):
        found |= moves[i] == move
    return found


class Entries:
    """A kernel as Python calls it: straight into the machine code for the one set of types it has.

    A rule is compiled, or loaded from the cache, when it is first asked for.
    """

    def __init__(self, kernel: ModuleType, dtype: np.dtype[Any]) -> None:
        self._rules = {**vars(kernel), "attempt": bind(attempt, kernel, njit_held)}
        position, moves = (numba.typeof(np.zeros(1, kind)) for kind in (dtype, np.int32))
        number = numba.int64
        self.types: dict[str, tuple[Any, ...]] = {
            "movers": (position,),
            "legal": (position, number, moves),
            "attempt": (position, number, number, moves, position),
            "gains": (position, number, moves, number, moves, position),
            "weights": (position, moves),
            "points": (position, moves),
            "show": (position, number, position),
        }

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in self.types:
            raise AttributeError(name)
        rule = entry(self._rules[name], self.types[name])
        setattr(self, name, rule)
        return rule


class Scratch(threading.local):
    """Room for the moves of any position, one for each thread: kernels run without the GIL.

    `moves` is an array twice: as kernels fill it, and as Python's own over the same memory, whose
    slices are made in half the time and hold Python's own ints.
    """

    def __init__(self, max_moves: int, dtype: np.dtype[Any]) -> None:
        listed = array("i", bytes(4 * max_moves))
        self.moves = np.frombuffer(listed, np.int32), listed
        self.gains = np.empty(max_moves, np.int32)
        self.trial = np.zeros(1, dtype)


def _spans(dtype: np.dtype[Any], fields: Sequence[str]) -> list[tuple[int, int]]:
    """Return where fields lie in a record: numpy takes half a microsecond to copy one by its name."""
    spans: list[tuple[int, int]] = []
    known: Mapping[str, Any] = dtype.fields or {}
    places = (known[field] for field in fields)
    for start, end in sorted((start, start + kind.itemsize) for kind, start, *_ in places):
        first = spans.pop()[0] if spans and spans[-1][1] == start else start
        spans.append((first, end))
    return spans


class Shell:
    """Calls the kernel of one game from Python; `others` are kernels that its folder calls itself."""

    def __init__(
        self,
        kernel: ModuleType,
        dtype: np.dtype[Any],
        max_moves: int,
        move_text: Callable[[Position, Move], str],
        *,
        open_fields: Sequence[str],
        others: tuple[Entry, ...] = (),
    ) -> None:
        self._entries = Entries(kernel, dtype)
        self._kernel = cast("Called", self._entries)
        self._dtype, self._bytes = dtype, dtype.itemsize
        # Over bytes: numpy takes 2 µs to make a record from nothing, and 6 to copy one.
        self._new = cast("Callable[[int, np.dtype[Any], bytearray], Position]", np.ndarray)
        self._scratch = Scratch(max_moves, dtype)
        self._room = np.empty(max_moves, np.int32)
        """Where `attempt` lists moves: in one call that holds the GIL, so all threads share it."""
        self._move_text = move_text
        self._open = _spans(dtype, open_fields)
        self._others = others

    def movers(self, pos: Position) -> Seats:
        """Return who may move now."""
        return _SEATS_DUE[self._kernel.movers(pos)]

    def in_turn(self, pos: Position) -> Seats:
        """Return whose turn it is, in games where nobody is asked in the turn of another seat."""
        due = self.movers(pos)
        return () if due == (CHANCE,) else due

    def legal(self, pos: Position, seat: Seat) -> Moves:
        """Return the moves of a seat, ascending."""
        moves, listed = self._scratch.moves
        return listed[: self._kernel.legal(pos, seat, moves)]  # type: ignore[return-value]

    def gains(self, pos: Position, seat: Seat) -> list[int]:
        """Return the points that each legal move brings at once."""
        (moves, _), out = self._scratch.moves, self._scratch.gains
        count = self._kernel.legal(pos, seat, moves)
        self._kernel.gains(pos, seat, moves, count, out, self._scratch.trial)
        gains: list[int] = out[:count].tolist()
        return gains

    def weights(self, pos: Position) -> Sequence[int]:
        """Return the odds of chance's outcomes."""
        out, listed = self._scratch.moves
        return listed[: self._kernel.weights(pos, out)].tolist()

    def play(self, pos: Position, seat: Seat, move: Move) -> Position:
        """Return the position after a move, or raise IllegalMove."""
        after = self._new(1, self._dtype, bytearray(self._bytes))
        try:
            legal = self._kernel.attempt(pos, seat, move, self._room, after)
        except OverflowError:  # no move is that large
            legal = False
        if not legal:
            raise self._refusal(pos, seat, move)
        return after

    def require(self, pos: Position, seat: Seat, move: Move) -> None:
        """Raise IllegalMove unless a seat has this move."""
        if move not in self.legal(pos, seat):
            raise self._refusal(pos, seat, move)

    def _refusal(self, pos: Position, seat: Seat, move: Move) -> IllegalMove:
        due = self.movers(pos)
        if not due:
            return IllegalMove("game_over", pos)
        if seat not in due:
            return IllegalMove("not_due", pos, seat=seat)
        try:
            return IllegalMove("illegal_move", pos, move=self._move_text(pos, move))
        except InvalidMove:
            return IllegalMove("illegal_move", pos, move=str(move))

    def points(self, pos: Position) -> tuple[int, ...]:
        """Return the points of each seat."""
        out, listed = self._scratch.moves
        self._kernel.points(pos, out)
        return tuple(listed[: pos["seats"].item()])

    def view(self, pos: Position, seat: Seat | None) -> View:
        """Return what a seat, or a spectator, may know."""
        whole, shown = pos.tobytes(), bytearray(self._bytes)
        for start, end in self._open:
            shown[start:end] = whole[start:end]
        view = self._new(1, self._dtype, shown)
        self._kernel.show(pos, SPECTATOR if seat is None else seat, view)
        return View(view)

    def prepare(self) -> Iterator[tuple[int, int]]:
        """Compile what is called from Python, or load it from the cache; yield how many of how many."""
        rules: list[Callable[[], Any]] = [
            partial(getattr, self._entries, name) for name in self._entries.types
        ]
        for done, compile_one in enumerate(parts := [*rules, *(other.prepare for other in self._others)]):
            yield done, len(parts)
            with loading():
                compile_one()
        yield len(parts), len(parts)

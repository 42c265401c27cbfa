"""SCARAB behind the contract: the deal, the result, and the kernel's shell."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from digsite.core.errors import BadOptions
from digsite.core.fair import shuffled
from digsite.core.names import Position, Result, Seat
from digsite.core.options import NO_YES, Choice, settle
from digsite.games.scarab import kernel, notation, telling, writing
from digsite.games.scarab.box import pieces
from digsite.games.scarab.record import (
    ANKHS,
    EMPTY,
    HIGHEST,
    MAX_MOVES,
    OPEN,
    POSITION,
    SIDE,
    VALUES,
)
from digsite.games.shell import Shell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from digsite.core.fair import Rng
    from digsite.core.game import Draw
    from digsite.core.names import Happening, Json, Move, Options


class Scarab:
    """A priest walks rows and columns and takes what it lands on."""

    key: Final = "scarab"
    rules: Final = 1
    schema: Final = (
        Choice("board", tuple(notation.SIZES)),
        Choice("deflection", NO_YES),
        Choice("teams", NO_YES),
    )

    def __init__(self) -> None:
        others = tuple(writer.entry for writer in (writing.VIEWS, writing.MOVES, writing.TELLS))
        shell = Shell(kernel, POSITION, MAX_MOVES, notation.move_text, open_fields=OPEN, others=others)
        self._require = shell.require
        self.movers, self.legal, self.play = shell.movers, shell.legal, shell.play
        self.in_turn = shell.in_turn
        self.gains, self.points, self.weights = shell.gains, shell.points, shell.weights
        self.view, self.prepare = shell.view, shell.prepare
        self.move_text, self.read_move = notation.move_text, notation.read_move
        self.text, self.read = notation.text, notation.read

    def options(self, given: Mapping[str, str]) -> Options:
        """Return all options with their values."""
        return settle(self.schema, given)

    def seat_counts(self, options: Options) -> tuple[int, ...]:
        """S13: two teams of two; otherwise two to four seats."""
        return (4,) if options["teams"] == "yes" else (2, 3, 4)

    def deal(self, options: Options, seats: int, rng: Rng) -> Position:
        """S1: stones and ankhs at random, the priest on the square that is left."""
        if seats not in self.seat_counts(options):
            allowed = ", ".join(map(str, self.seat_counts(options)))
            raise BadOptions("wrong_seats", seats=seats, allowed=allowed)
        box = _box(options["board"], options["deflection"])
        order = shuffled(rng, len(box.squares))
        pos = np.zeros(1, POSITION)
        p = pos[0]
        p["seats"], p["width"] = seats, notation.SIZES[options["board"]]
        p["deflection"], p["teams"] = options["deflection"] == "yes", options["teams"] == "yes"
        p["stone"][box.squares], p["star"][box.squares] = box.stones[order], box.stars[order]
        p["priest"] = box.squares[order.index(len(order) - 1)]
        p["scarabs"], p["stars"] = len(order) - 1 - ANKHS, p["star"].sum()
        return Position(pos)

    def could_deal(self, options: Options, pos: Position) -> bool:
        """Tell whether nobody has moved yet on the board that these options ask for."""
        p = pos[0]
        variants = {name: NO_YES[int(p[name])] for name in ("deflection", "teams")}
        shown = {"board": notation.board_name(pos), **variants}
        return bool(p["moves"] == 0 and shown == options)

    def again(self, options: Options, deal: Position, draw: Draw) -> Options:  # noqa: ARG002
        """Return the same options: the rules know no second game on the same deal."""
        return options

    def seats(self, pos: Position) -> int:
        """Return how many play."""
        return int(pos["seats"].item())

    def sides(self, pos: Position) -> tuple[int, ...]:
        """S13: partners sit next to each other."""
        seats = range(self.seats(pos))
        return tuple(seat // 2 for seat in seats) if pos["teams"].item() else tuple(seats)

    def round(self, pos: Position) -> int:
        """Return the moves made so far: one seat is due at a time."""
        return int(pos["moves"].item())

    def brings(self, pos: Position, seat: Seat, move: Move) -> Mapping[str, Json]:
        """Return the points of a legal move and the stone that they come from."""
        self._require(pos, seat, move)
        return telling.brings(pos, seat, move)

    def tell(
        self,
        before: Position,
        seat: Seat,
        move: Move,
        after: Position,
        to: Seat | None,  # noqa: ARG002 - everything lies open
    ) -> list[Happening]:
        """Return what a move did."""
        return telling.tell(before, seat, move, after)

    def result(self, pos: Position) -> Result | None:
        """S11, S13: the highest total wins; equal totals by most +8s, +7s and so on."""
        if self.movers(pos):
            return None
        sides = self.sides(pos)
        merits = {side: _merit(pos, side, sides) for side in sides}
        ranks = tuple(1 + _better_seats(merits[side], merits, sides) for side in sides)
        winners = tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == 1)
        why = "no_stone_in_line" if pos[0]["scarabs"] else "no_scarab_left"
        return Result(self.points(pos), ranks, winners, f"scarab.why_{why}")


class Box(NamedTuple):
    """What lies on the board before the first move, piece by piece; the last one is the priest."""

    stones: NDArray[np.int8]
    stars: NDArray[np.int8]
    squares: NDArray[np.intp]
    """Those in play."""


@cache
def _box(board: str, deflection: str) -> Box:
    all_pieces = (*pieces(board, deflection=deflection == "yes"), (EMPTY, False))
    stones, stars = np.array(all_pieces, np.int8).T
    return Box(stones, stars, np.flatnonzero(kernel.INNER | (notation.SIZES[board] == SIDE)))


def _merit(pos: Position, side: int, sides: tuple[int, ...]) -> tuple[int, ...]:
    """S11: what a side is ranked by: its total, then how many +8s, +7s … +1s."""
    seats = [seat for seat, its_side in enumerate(sides) if its_side == side]
    total = sum(int(pos[0]["points"][seat]) for seat in seats)
    kinds = pos[0]["hand"][seats].sum(axis=0)
    counts = (int(kinds[k] + kinds[k + VALUES]) for k in range(VALUES - 1, HIGHEST, -1))
    return (total, *counts)


def _better_seats(
    merit: tuple[int, ...], merits: Mapping[int, tuple[int, ...]], sides: tuple[int, ...]
) -> int:
    return sum(merits[side] > merit for side in sides)

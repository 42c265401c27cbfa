"""Marajoara behind the contract: options, the deal, the result, and the kernel's shell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from digsite.core.errors import BadOptions
from digsite.core.fair import shuffled
from digsite.core.names import Position, Result, Seat
from digsite.core.options import NO_YES, Choice, Text, settle
from digsite.games.jit import Entry
from digsite.games.marajoara import boards, kernel, notation, positions, telling
from digsite.games.marajoara.holdings import TOTAL
from digsite.games.marajoara.missions import objectives
from digsite.games.marajoara.record import (
    COLOUR_SHIFT,
    DICE,
    HIGHEST,
    MAX_MOVES,
    MAX_SEATS,
    MISSIONS,
    OPEN,
    POSITION,
    WRAPPING,
    YELLOW,
)
from digsite.games.shell import Shell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from digsite.core.fair import Rng
    from digsite.core.game import Draw
    from digsite.core.names import Happening, Json, Move, Objective, Options, Seats


class Marajoara:
    """Dice capture dice, and a museum is filled with them."""

    key: Final = "marajoara"
    rules: Final = 1
    schema: Final = (
        Choice("mission", MISSIONS),
        Choice("harder", NO_YES, needs="mission"),
        Text("board", is_file=True),
    )

    def __init__(self) -> None:
        others = (Entry(kernel.find_due, np.zeros(1, POSITION)), *telling.ENTRIES)
        shell = Shell(kernel, POSITION, MAX_MOVES, notation.move_text, open_fields=OPEN, others=others)
        self._require = shell.require
        self.movers, self.legal, self.play = shell.movers, shell.legal, shell.play
        self.gains, self.points, self.weights = shell.gains, shell.points, shell.weights
        self.view, self.prepare = shell.view, shell.prepare
        self.move_text, self.read_move = notation.move_text, notation.read_move
        self.text, self.read = positions.text, positions.read

    def options(self, given: Mapping[str, str]) -> Options:
        """Return all options with their values, tidied; BadText where `board` cannot be read."""
        settled = settle(self.schema, given)
        return {**settled, "board": _tidy_board(settled["board"])}

    def seat_counts(self, options: Options) -> tuple[int, ...]:
        """Return how many may play: two to four, or one on a mission (M29)."""
        return (1,) if MISSIONS.index(options["mission"]) else tuple(range(2, MAX_SEATS + 1))

    def deal(self, options: Options, seats: int, rng: Rng) -> Position:
        """M7: dice at random on their squares, all showing 1; in mission 7 they are rolled first."""
        if seats not in self.seat_counts(options):
            allowed = ", ".join(map(str, self.seat_counts(options)))
            raise BadOptions("wrong_seats", seats=seats, allowed=allowed)
        mission = MISSIONS.index(options["mission"])
        dice = _rolled(rng) if mission == WRAPPING else [colour << COLOUR_SHIFT | 1 for colour in _colours()]
        order = shuffled(rng, len(dice))
        return positions.first_position(
            _board(options),
            mission,
            harder=options["harder"] == NO_YES[1],
            seats=seats,
            dice=[dice[index] for index in order],
        )

    def could_deal(self, options: Options, pos: Position) -> bool:
        """M7: tell whether no token was placed yet on the board, and in the mission, of these options."""
        p = pos[0]
        mission = MISSIONS[p["mission"]], NO_YES[p["harder"]]
        board = positions.board_of(pos) == _board(options)
        return bool(p["moves"] == 0 and board and mission == (options["mission"], options["harder"]))

    def again(self, options: Options, deal: Position, draw: Draw) -> Options:  # noqa: ARG002 - the contract
        """Return the same options: nothing is drawn after the deal that could be known again."""
        return options

    def seats(self, pos: Position) -> int:
        """Return how many play."""
        return int(pos["seats"].item())

    def sides(self, pos: Position) -> tuple[int, ...]:
        """Return a side for each seat: nobody has a partner."""
        return tuple(range(self.seats(pos)))

    def round(self, pos: Position) -> int:
        """Return how many moves were made: only one seat is due at a time."""
        return int(pos["moves"].item())

    def in_turn(self, pos: Position) -> Seats:
        """Return the seat in turn, also while another is asked."""
        return (Seat(pos["active"].item()),) if self.movers(pos) else ()

    def brings(self, pos: Position, seat: Seat, move: Move) -> Mapping[str, Json]:
        """Return the points of a legal move, what it costs, and what a capture or an excavation leads to."""
        self._require(pos, seat, move)
        return telling.brings(pos, seat, move)

    def tell(
        self, before: Position, seat: Seat, move: Move, after: Position, to: Seat | None
    ) -> list[Happening]:
        """Return what a move did, and what followed by itself; everybody hears the same."""
        del seat, after, to
        return telling.tell(before, move)

    def result(self, pos: Position) -> Result | None:
        """M28, M30: most points win, then most money; a mission is won if all its objectives are met."""
        if self.movers(pos):
            return None
        points = self.points(pos)
        if pos["mission"].item():
            met = objectives(pos)
            return _mission_result(points, met)
        totals = [(points[seat], _money(pos, seat)) for seat in range(len(points))]
        ranks = tuple(1 + sum(other > own for other in totals) for own in totals)
        winners = tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == 1)
        return Result(points, ranks, winners, "marajoara.why_rounds")


def _mission_result(points: tuple[int, ...], met: tuple[Objective, ...]) -> Result:
    """M30: all objectives met is a win."""
    won = all(objective.met for objective in met)
    why = "marajoara.why_mission_won" if won else "marajoara.why_mission_lost"
    return Result(points, (1,), (Seat(0),) if won else (), why, met)


def _money(pos: Position, seat: int) -> int:
    """M28: return the faces of the yellow dice in a museum."""
    return int(TOTAL[pos[0]["stored"][seat, YELLOW]])


def _colours() -> list[int]:
    """M1: return the colour of every die, yellow ones first."""
    return [colour for colour, count in enumerate(DICE) for _ in range(count)]


def _rolled(rng: Rng) -> list[int]:
    return [colour << COLOUR_SHIFT | 1 + rng.below(HIGHEST) for colour in _colours()]


def _board(options: Options) -> boards.Board:
    return boards.read_board(options["board"]) if options["board"] else boards.DEFAULT


def _tidy_board(text: str) -> str:
    """Return a board as a file without comments, or nothing for the default one."""
    own = boards.read_board(text) if text else boards.DEFAULT
    return "" if own == boards.DEFAULT else boards.board_text(own)

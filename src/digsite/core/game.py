"""The contract that a game signs. No optional methods, no base class, one form of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from digsite.core.fair import Rng
    from digsite.core.names import (
        Happening,
        Json,
        Move,
        Moves,
        Options,
        Position,
        Result,
        Seat,
        Seats,
        View,
    )
    from digsite.core.options import Option


class Game(Protocol):
    """One set of rules. Positions are values: nothing here changes one."""

    @property
    def key(self) -> str:
        """Its name in commands, files, addresses and databases."""

    @property
    def rules(self) -> int:
        """Goes up when an old log could replay differently."""

    @property
    def schema(self) -> tuple[Option, ...]:
        """What may be chosen before a deal."""

    def prepare(self) -> Iterator[tuple[int, int]]:
        """Compile the rules, or load them from the cache; yield how many parts of how many are done."""

    # --- before the deal

    def options(self, given: Mapping[str, str]) -> Options:
        """Return all options with their values, or raise BadOptions."""

    def seat_counts(self, options: Options) -> tuple[int, ...]:
        """Return how many may play with these options."""

    def deal(self, options: Options, seats: int, rng: Rng) -> Position:
        """Return the first position, with all randomness that lies open at set-up."""

    def could_deal(self, options: Options, pos: Position) -> bool:
        """Tell whether a position may be the first one with these options, however the randomness falls."""

    def again(self, options: Options, deal: Position, draw: Draw) -> Options:
        """Return the options of a rematch or retry: the same dig, known to all, where the rules have it."""

    # --- the course of a game

    def seats(self, pos: Position) -> int:
        """Return how many play."""

    def sides(self, pos: Position) -> tuple[int, ...]:
        """Return the side of each seat: partners have the same."""

    def round(self, pos: Position) -> int:
        """Return the number that a move is made for; it goes up when all who were due have moved."""

    def movers(self, pos: Position) -> Seats:
        """Return who may move now: seats, CHANCE, or nobody when the game is over."""

    def in_turn(self, pos: Position) -> Seats:
        """Return whose turn it is: those who are due, unless they only choose in the turn of another seat."""

    def legal(self, pos: Position, seat: Seat) -> Moves:
        """Return the moves of a seat, or the outcomes of CHANCE, ascending; none where it is not due."""

    def gains(self, pos: Position, seat: Seat) -> list[int]:
        """Return the points that each legal move brings at once, in the order of `legal`."""

    def brings(self, pos: Position, seat: Seat, move: Move) -> Mapping[str, Json]:
        """Return what a legal move brings, as data: `points` and, by game, what they come from."""

    def weights(self, pos: Position) -> Sequence[int]:
        """Return the integer odds of each outcome of CHANCE, in the order of `legal`."""

    def play(self, pos: Position, seat: Seat, move: Move) -> Position:
        """Return the position after a move, or raise IllegalMove."""

    def points(self, pos: Position) -> tuple[int, ...]:
        """Return the points of each seat so far."""

    def result(self, pos: Position) -> Result | None:
        """Return who won, with how many points and why; None while somebody is due."""

    # --- what a seat may know

    def view(self, pos: Position, seat: Seat | None) -> View:
        """Return what a seat, or a spectator (None), may know: built up from empty, the rest undecided."""

    def tell(
        self, before: Position, seat: Seat, move: Move, after: Position, to: Seat | None
    ) -> list[Happening]:
        """Return what a move did, as this seat or a spectator may hear it now."""

    # --- text

    def move_text(self, pos: Position, move: Move) -> str:
        """Return a move as words split at blanks; no move is the beginning of another."""

    def read_move(self, pos: Position, text: str) -> Move:
        """Return the move of that text, or raise InvalidMove; whether it is legal is for `play`."""

    def text(self, pos: Position) -> str:
        """Return a position as text: for engines, tests and finished games."""

    def read(self, text: str) -> Position:
        """Return the position of that text, or raise BadText with the line."""


class Draw(Protocol):
    """How the draws of a table fall: `Fair.draw`."""

    def __call__(self, number: int, weights: Sequence[int]) -> int:
        """Return which outcome draw `number` has."""

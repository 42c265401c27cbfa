"""The course of a game: the moves that stand, who left, and the position they lead to. A value."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field
from msgspec.structs import replace

from digsite.core.errors import DigsiteError, IllegalMove
from digsite.core.names import CHANCE, Move, Position, Result, Seat, Seats
from digsite.table.log import BACK, DEEDS, REPLACED, Event
from digsite.table.trail import Trail

if TYPE_CHECKING:
    from digsite.core.game import Game

KEPT_EVERY: Final = 32
"""Moves after which a position is kept: those between are computed when somebody asks for them."""


class Turn(Struct, frozen=True, gc=False):
    """One move that stands: a struct, as an event is, because there are so many."""

    seat: Seat
    move: Move
    round: int
    """The round that it was made in."""
    is_luck: bool
    """Whether chance could have chosen something else."""
    kept: Position | None
    """The position before it, where it is kept."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A seat that resigned, ran out of time or was replaced: the house plays on for it."""

    seat: Seat
    deed: str


class Course(Struct, eq=False, gc=False):
    """What the events of a log come to so far. A value: nobody changes it."""

    game: Game
    deal: Position
    position: Position
    turns: Trail[Turn] = field(default_factory=Trail)
    """The moves that stand: what was taken back is not among them."""
    leaves: tuple[Leave, ...] = ()
    draws: int = 0
    """How many cards were drawn."""
    movers: Seats = ()
    """Who may move now by the rules, whoever has left."""
    round: int = 0
    """What the next move is made for."""

    def __post_init__(self) -> None:
        self.movers = self.game.movers(self.position)
        self.round = self.game.round(self.position)

    @property
    def sides(self) -> tuple[int, ...]:
        """Return the side of each seat."""
        return self.game.sides(self.deal)

    def has_left(self, seat: Seat) -> bool:
        """Tell whether nobody sits in a seat any more."""
        return bool(self.leaves) and any(leave.seat == seat for leave in self.leaves)

    def has_lost(self, seat: Seat) -> bool:
        """Tell whether a seat resigned or ran out of time; one that was replaced can still win."""
        return any(leave.seat == seat and leave.deed != REPLACED for leave in self.leaves)

    # --- how it goes on

    def after(self, event: Event) -> Course:
        """Return the course after an event, or raise what speaks against it."""
        if event.text == BACK:
            return self._without_last_move(event.seat)
        if self.result() is not None:
            raise IllegalMove("game_over", self.position)
        if event.text in DEEDS:
            return self._without(Leave(event.seat, event.text))
        return self.with_move(event.seat, self.game.read_move(self.position, event.text))

    def with_move(self, seat: Seat, move: Move) -> Course:
        """Return the course after a move, or raise what speaks against it."""
        game, position = self.game, self.position
        after = game.play(position, seat, move)
        is_draw = seat == CHANCE
        is_luck = is_draw and len(game.weights(position)) > 1
        kept = None if len(self.turns) % KEPT_EVERY else position
        turn = Turn(seat, move, self.round, is_luck, kept)
        return Course(game, self.deal, after, self.turns.plus(turn), self.leaves, self.draws + is_draw)

    def positions(self, first: int = 0) -> list[Position]:
        """Return the positions before each move from this one on, and the position now."""
        if first >= len(self.turns):
            return [self.position]
        last_kept = first // KEPT_EVERY * KEPT_EVERY
        position, found = self.deal, []
        for place, turn in enumerate(self.turns[last_kept:], last_kept):
            position = position if turn.kept is None else turn.kept
            if place >= first:
                found.append(position)
            position = self.game.play(position, turn.seat, turn.move)
        return [*found, self.position]

    def _without(self, leave: Leave) -> Course:
        seats = len(self.sides)
        if not 0 <= leave.seat < seats:
            raise DigsiteError("no_such_seat", seat=leave.seat, seats=seats)
        if self.has_left(leave.seat):
            raise DigsiteError("seat_has_left")
        return replace(self, leaves=(*self.leaves, leave))

    def _without_last_move(self, seat: Seat) -> Course:
        """Take back a seat's last move and all that followed, except what others chose in that round."""
        place = self.last_move_of(seat)
        if seat == CHANCE or place is None or self.has_left(seat):
            raise DigsiteError("nothing_to_take_back")
        back, followed = self.turns[place], self.turns[place + 1 :]
        draws = self.draws - sum(turn.seat == CHANCE for turn in followed)
        position = self.positions(place)[0]
        course = replace(self, position=position, turns=self.turns.first(place), draws=draws)
        for turn in followed:
            if turn.round == back.round:
                course = course.with_move(turn.seat, turn.move)
        return course

    def last_move_of(self, seat: Seat) -> int | None:
        """Return the place of a seat's last move among those that stand."""
        place = len(self.turns) - 1
        while place >= 0 and self.turns[place].seat != seat:
            place -= 1
        return place if place >= 0 else None

    # --- how it ends

    def next_to_begin(self) -> int:
        """Y20: return the seat that begins the rematch: the first of the next side, where one side begins."""
        first = next((place for place, turn in enumerate(self.turns) if turn.seat != CHANCE), None)
        together = first is not None and len(self.game.in_turn(self.positions(first)[0])) > 1
        return 0 if together else self.sides.count(self.sides[0]) % len(self.sides)

    def result(self) -> Result | None:
        """Return how the game ended: by its rules, or because too few are left to play on."""
        ruled = None if self.movers else self.game.result(self.position)
        if not self.leaves or all(leave.deed == REPLACED for leave in self.leaves):
            return ruled
        if ruled is None and len(self._staying_sides()) >= min(2, len(set(self.sides))):
            return None
        return self._with_leavers_last(ruled)

    def _staying_sides(self) -> set[int]:
        return {side for seat, side in enumerate(self.sides) if not self.has_lost(Seat(seat))}

    def _with_leavers_last(self, ruled: Result | None) -> Result:
        """Rank the sides that left below the others; those who stayed keep their order."""
        sides, staying = self.sides, self._staying_sides()
        stayers = [seat for seat, side in enumerate(sides) if side in staying]
        order = ruled.ranks if ruled else (1,) * len(sides)

        def rank(seat: int) -> int:
            if seat not in stayers:
                return 1 + len(stayers)
            return 1 + sum(order[other] < order[seat] for other in stayers)

        ranks = tuple(rank(seat) for seat in range(len(sides)))
        winners = tuple(Seat(seat) for seat in stayers if ranks[seat] == 1)
        deed = next(leave.deed for leave in reversed(self.leaves) if leave.deed != REPLACED).removeprefix("!")
        why = ruled.why if ruled else f"table.why_{deed}"
        return Result(self.game.points(self.position), ranks, winners, why)


def finished_turns(before: Course, after: Course) -> Counter[int]:
    """Return how many turns more each seat has finished, or fewer where moves were taken back."""
    same = min(len(before.turns), len(after.turns))
    while same and before.turns[same - 1] is not after.turns[same - 1]:
        same -= 1
    back = before.positions(same)
    on = [back[0], *(after.positions(same + 1) if len(after.turns) > same else ())]
    finished = _finished(after.game, on)
    finished.subtract(_finished(after.game, back))
    return finished


def _finished(game: Game, positions: list[Position]) -> Counter[int]:
    """Return how many turns each seat has finished between positions that follow one another."""
    in_turn = [game.in_turn(position) for position in positions]
    return Counter(seat for before, after in pairwise(in_turn) for seat in before if seat not in after)

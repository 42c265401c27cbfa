"""The course of a game: the moves that stand, who left, and the position they lead to. A value."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from digsite.core.errors import DigsiteError, IllegalMove
from digsite.core.names import CHANCE, Move, Position, Result, Seat, Seats
from digsite.table.log import BACK, DEEDS, REPLACED, Event

if TYPE_CHECKING:
    from digsite.core.game import Game


class Turn(NamedTuple):
    """One move that stands, with the position before it."""

    before: Position
    seat: Seat
    move: Move
    round: int
    """The round that it was made in."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A seat that resigned, ran out of time or was replaced: the house plays on for it."""

    seat: Seat
    deed: str


@dataclass(frozen=True, slots=True)
class Course:
    """What the events of a log come to so far."""

    game: Game
    deal: Position
    position: Position
    turns: tuple[Turn, ...] = ()
    """The moves that stand: what was taken back is not among them."""
    leaves: tuple[Leave, ...] = ()
    movers: Seats = field(init=False, compare=False)
    """Who may move now by the rules, whoever has left."""
    round: int = field(init=False, compare=False)
    """What the next move is made for."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "movers", self.game.movers(self.position))
        object.__setattr__(self, "round", self.game.round(self.position))

    @property
    def draws(self) -> int:
        """Return how many cards were drawn."""
        return sum(turn.seat == CHANCE for turn in self.turns)

    @property
    def sides(self) -> tuple[int, ...]:
        """Return the side of each seat."""
        return self.game.sides(self.deal)

    def has_left(self, seat: Seat) -> bool:
        """Tell whether nobody sits in a seat any more."""
        return any(leave.seat == seat for leave in self.leaves)

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
        return self._with(event.seat, self.game.read_move(self.position, event.text))

    def _with(self, seat: Seat, move: Move) -> Course:
        after = self.game.play(self.position, seat, move)
        turn = Turn(self.position, seat, move, self.round)
        return Course(self.game, self.deal, after, (*self.turns, turn), self.leaves)

    def _without(self, leave: Leave) -> Course:
        seats = len(self.sides)
        if not 0 <= leave.seat < seats:
            raise DigsiteError("no_such_seat", seat=leave.seat, seats=seats)
        if self.has_left(leave.seat):
            raise DigsiteError("seat_has_left")
        return replace(self, leaves=(*self.leaves, leave))

    def _without_last_move(self, seat: Seat) -> Course:
        """Take back a seat's last move and all that followed, except what others chose in that round."""
        places = [place for place, turn in enumerate(self.turns) if turn.seat == seat]
        if seat == CHANCE or not places or self.has_left(seat):
            raise DigsiteError("nothing_to_take_back")
        place = places[-1]
        back = self.turns[place]
        course = replace(self, position=back.before, turns=self.turns[:place])
        for turn in self.turns[place + 1 :]:
            if turn.round == back.round:
                course = course._with(turn.seat, turn.move)
        return course

    # --- how it ends

    def next_to_begin(self) -> int:
        """Y20: return the seat that begins the rematch: the first of the next side, where one side begins."""
        first = next((turn for turn in self.turns if turn.seat != CHANCE), None)
        together = first is not None and len(self.game.movers(first.before)) > 1
        return 0 if together else self.sides.count(self.sides[0]) % len(self.sides)

    def result(self) -> Result | None:
        """Return how the game ended: by its rules, or because too few are left to play on."""
        ruled = None if self.movers else self.game.result(self.position)
        if all(leave.deed == REPLACED for leave in self.leaves):
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
    pairs = zip(before.turns, after.turns, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
    finished = _finished(after, same)
    finished.subtract(_finished(before, same))
    return finished


def _finished(course: Course, first: int) -> Counter[int]:
    """Return how many turns each seat has finished by the moves from this one on."""
    positions = [*(turn.before for turn in course.turns[first:]), course.position]
    in_turn = (course.game.in_turn(position) for position in positions)
    return Counter(seat for before, after in pairwise(in_turn) for seat in before if seat not in after)

"""What may be taken back at a table with people: one's own last move, while nobody knows more by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.core.names import CHANCE, Seat

if TYPE_CHECKING:
    from collections.abc import Collection

    from digsite.table.course import Course


def may_take_back(course: Course, seat: Seat, people: Collection[int]) -> bool:
    """Tell whether a seat may take its last move back; `people` are the seats of other people.

    Where all others are bots it always may. Among people it may as long as none of them has chosen since,
    unless in the same round and unseen, and nothing that was hidden has been shown: no card was turned that
    could have been another one, and no sealed choices were laid open.
    """
    turns = course.turns
    place = len(turns) - 1
    while place >= 0 and turns[place].seat != seat:
        place -= 1
    if place < 0 or course.has_left(seat):
        return False
    if not people:
        return True
    round_ = turns[place].round
    for turn in turns[place + 1 :]:
        if turn.seat == CHANCE and len(course.game.weights(turn.before)) > 1:
            return False
        if turn.seat in people and turn.round != round_:
            return False
    return course.round == round_ or not _was_sealed(course, place, round_)


def _was_sealed(course: Course, place: int, round_: int) -> bool:
    """Tell whether others chose in the same round: then it was shown to all when the round ended."""
    others = (course.turns[p] for p in (place - 1, place + 1) if 0 <= p < len(course.turns))
    return any(turn.seat != CHANCE and turn.round == round_ for turn in others)

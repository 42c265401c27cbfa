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
    place = next((p for p in reversed(range(len(course.turns))) if course.turns[p].seat == seat), None)
    if place is None or course.has_left(seat):
        return False
    if not people:
        return True
    later = course.turns[place + 1 :]
    if any(turn.seat == CHANCE and len(course.game.weights(turn.before)) > 1 for turn in later):
        return False
    round_ = course.game.round(course.turns[place].before)
    if any(turn.seat in people and course.game.round(turn.before) != round_ for turn in later):
        return False
    return course.game.round(course.position) == round_ or not _was_sealed(course, place, round_)


def _was_sealed(course: Course, place: int, round_: int) -> bool:
    """Tell whether others chose in the same round: then it was shown to all when the round ended."""
    others = (course.turns[p] for p in (place - 1, place + 1) if 0 <= p < len(course.turns))
    return any(turn.seat != CHANCE and course.game.round(turn.before) == round_ for turn in others)

"""What may be taken back at a table with people: one's own last move, while nobody knows more by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.core.names import CHANCE, Seat

if TYPE_CHECKING:
    from collections.abc import Container

    from digsite.table.course import Course


def may_take_back(course: Course, seat: Seat, people: Container[int]) -> bool:
    """Tell whether a seat may take its last move back; `people` are the seats of other people.

    Where all others are bots it always may. Among people it may as long as none of them has chosen since,
    unless in the same round and unseen, and nothing that was hidden has been shown: no card was turned and
    no sealed choices were laid open.
    """
    places = [place for place, turn in enumerate(course.turns) if turn.seat == seat]
    if not places or course.has_left(seat):
        return False
    if not any(other in people for other in range(len(course.sides))):
        return True
    own, later = course.turns[places[-1]], course.turns[places[-1] + 1 :]
    round_ = course.game.round(own.before)
    sealed = any(turn.seat != seat and course.game.round(turn.before) == round_ for turn in course.turns)
    shown = sealed and course.game.round(course.position) != round_
    answered = any(
        turn.seat == CHANCE or (turn.seat in people and course.game.round(turn.before) != round_)
        for turn in later
    )
    return not shown and not answered

"""What may be taken back at a table with people: one's own last move, while nobody knows more by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.core.names import CHANCE, Seat

if TYPE_CHECKING:
    from collections.abc import Collection

    from digsite.table.course import Course, Turn


def may_take_back(course: Course, seat: Seat, people: Collection[int]) -> bool:
    """Tell whether a seat may take its last move back; `people` are the seats of other people.

    Where all others are bots it always may. Among people it may as long as none of them has chosen since,
    unless in the same round and unseen, and nothing that was hidden has been shown: no card was turned that
    could have been another one, and no sealed choices were laid open.
    """
    if course.has_left(seat):
        return False
    later: Turn | None = None
    for turn in reversed(course.turns):
        if turn.seat == seat:
            return _may(course, turn, later, seat, alone=not people)
        if people and turn.is_luck:
            return False
        if later is None and turn.seat in people:
            later = turn
    return False


def _may(course: Course, own: Turn, later: Turn | None, seat: Seat, *, alone: bool) -> bool:
    """Tell whether a seat's last move may be taken back; `later` is the last one of other people since."""
    if alone:
        return True
    if later is not None and later.round != own.round:  # rounds only go up: none between them differs then
        return False
    return course.round == own.round or not _was_sealed(course, seat, own.round)


def _was_sealed(course: Course, seat: Seat, round_: int) -> bool:
    """Tell whether others chose in the same round: then it was shown to all when the round ended."""
    place = course.last_move_of(seat) or 0
    others = (course.turns[p] for p in (place - 1, place + 1) if 0 <= p < len(course.turns))
    return any(turn.seat != CHANCE and turn.round == round_ for turn in others)

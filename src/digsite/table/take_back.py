"""What may be taken back at a table with people: one's own last move, while nobody knows more by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.core.names import CHANCE

if TYPE_CHECKING:
    from collections.abc import Collection

    from digsite.core.names import Seat
    from digsite.table.course import Course, Turn


def may_take_back(course: Course, seat: Seat, people: Collection[int]) -> bool:
    """Tell whether a seat may take its last move back; `people` are the seats of other people.

    Where all others are bots it always may. Among people it may as long as none of them has chosen since,
    unless in the same round and unseen, and nothing that was hidden has been shown: no card was turned that
    could have been another one, and no sealed choices were laid open.
    """
    if course.has_left(seat):
        return False
    after: Turn | None = None
    later: Turn | None = None
    turns = reversed(course.turns)
    for turn in turns:
        if turn.seat == seat:
            return not people or _may(course.round, next(turns, None), turn, after, later)
        if people and turn.is_luck:
            return False
        if later is None and turn.seat in people:
            later = turn
        after = turn
    return False


def _may(now: int, before: Turn | None, own: Turn, after: Turn | None, later: Turn | None) -> bool:
    """Tell whether a move may be taken back among people.

    `before` and `after` are the moves beside it, `later` is the last one of other people since.
    """
    if later is not None and later.round != own.round:  # rounds only go up: none between them differs then
        return False
    if now == own.round:
        return True
    for other in (before, after):  # who chose in the same round: all was shown when it ended
        if other is not None and other.round == own.round and other.seat != CHANCE:
            return False
    return True

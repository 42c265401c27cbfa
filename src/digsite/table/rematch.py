"""The same people once more: the same dig where the rules have it, and somebody else begins (Y20, Y22)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from digsite.games import game as game_of
from digsite.table.set_up import Chair, SetUp, checked

if TYPE_CHECKING:
    from digsite.table.hosted import Hosted


def rematch(table: Hosted, person: str) -> SetUp:
    """Return the set-up of the next table, opened by one of those who sat at this one.

    The chairs are in the order of the new seats. Everybody takes their own chair themselves,
    with a new nonce, after the new commitment was shown.
    """
    header, course = table.playing.header, table.playing.course
    game = game_of(header.game)
    draw = header.fair(table.secret).draw
    options = game.again(game.options(header.options), course.deal, draw)
    first = course.next_to_begin()
    chairs = tuple(_chair(table, number, person) for number in (*table.order[first:], *table.order[:first]))
    again = replace(
        table.set_up,
        options=dict(options),
        chairs=chairs,
        begins="first",
        listed=False,
        starts_when_full=True,
    )
    return checked(again)


def _chair(table: Hosted, number: int, person: str) -> Chair:
    """Return a chair for whoever sat in this one."""
    who, chair = table.chairs[number], table.set_up.chairs[number]
    if who is None:
        return chair
    if who.person == person:
        return Chair("mine", name=who.name)
    if not who.name:  # they have deleted themselves: somebody else may come
        return Chair("invited")
    return Chair("kept", name=who.name, person=who.person)

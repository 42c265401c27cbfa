"""What is left of somebody at a table when they have deleted themselves: a place without a name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from digsite.table.chain import shown

if TYPE_CHECKING:
    from collections.abc import Collection

    from digsite.table.log import Header
    from digsite.table.set_up import Chair, SetUp


def set_up_shown(set_up: SetUp) -> SetUp:
    """Return a set-up as it was kept, where erased names are none."""
    return replace(set_up, chairs=tuple(_chair_shown(chair) for chair in set_up.chairs))


def _chair_shown(chair: Chair) -> Chair:
    return chair if not chair.name else replace(chair, name=shown(chair.name))


def header_shown(header: Header) -> Header:
    """Return the header of a log as it was kept, where erased names are none."""
    return replace(header, sitters=tuple(replace(who, name=shown(who.name)) for who in header.sitters))


def set_up_without(set_up: SetUp, owner: str, person: str) -> SetUp:
    """Return a set-up without the names of somebody, and of those who sit beside them at one screen."""

    def changed(chair: Chair) -> Chair:
        whose = owner if chair.kind == "mine" else chair.person
        return chair if chair.name is None or whose != person else replace(chair, name="")

    return replace(set_up, chairs=tuple(map(changed, set_up.chairs)))


def header_without(header: Header, seats: Collection[int]) -> Header:
    """Return the header of a log without the names of those in some seats."""
    return replace(
        header,
        sitters=tuple(
            replace(who, name="") if seat in seats else who for seat, who in enumerate(header.sitters)
        ),
    )

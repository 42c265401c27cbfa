"""From what a page asks for to what is done at a table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never, get_args

from digsite.server.steady import now
from digsite.table import deeds
from digsite.table.clock import Clock
from digsite.table.entry import Asked
from digsite.table.names import require_own_name
from digsite.table.set_up import Chair, SetUp
from digsite.wire.messages import (
    Agree,
    MakeMove,
    Remove,
    RenewNonce,
    Resign,
    Say,
    ShowNonce,
    Sit,
    Stand,
    Start,
    TakeBack,
)

if TYPE_CHECKING:
    from digsite.server.house import House
    from digsite.server.people import People
    from digsite.server.room import Deed
    from digsite.wire.messages import TableWanted

BeforeTheGame: TypeAlias = Sit | ShowNonce | RenewNonce | Stand | Remove | Start
BEFORE_THE_GAME: Final = get_args(BeforeTheGame)
"""What is no play yet."""
Wanted: TypeAlias = BeforeTheGame | MakeMove | TakeBack | Resign | Agree | Say


async def do(house: House, people: People, table: str, person: str, wanted: Wanted, address: str) -> int:
    """Do what somebody asks for, or refuse it; return the ply that the table has then."""
    asked = Asked(person, now(), wanted.key, address)
    if isinstance(wanted, Sit):
        ply = await _sit(house, people, table, asked, wanted)
    else:
        ply = await house.do(table, asked, deed_of(wanted))
    if not isinstance(wanted, BEFORE_THE_GAME):
        people.playtime.note(person)
    return ply


async def _sit(house: House, people: People, table: str, asked: Asked, wanted: Sit) -> int:
    """Let somebody sit down who does not wait at too many tables."""
    name = (await people.known(asked.person)).name
    async with house.holdings.sitting_down((await house.room(table)).table, asked.person):
        return await house.do(table, asked, deed_of(wanted, name))


def deed_of(wanted: Wanted, name: str = "") -> Deed:
    """Return the deed that somebody asks for; whoever sits down has a name."""
    match wanted:
        case MakeMove():
            return move_of(wanted)
        case TakeBack():
            return partial(deeds.take_back, seat=wanted.seat)
        case Resign():
            return partial(deeds.resign, seat=wanted.seat)
        case Agree():
            return partial(deeds.agree, seat=wanted.seat)
        case Say():
            return partial(deeds.say, text=wanted.text)
        case _:
            return _before_the_game(wanted, name)


def _before_the_game(wanted: BeforeTheGame, name: str) -> Deed:
    match wanted:
        case Sit():
            return partial(
                deeds.sit,
                chair=wanted.chair,
                name=name,
                nonce=wanted.nonce,
                invitation=wanted.invitation,
                nonce_hash=wanted.nonce_hash or "",
            )
        case ShowNonce():
            return partial(deeds.show_nonce, nonce=wanted.nonce)
        case RenewNonce():
            return partial(deeds.renew_nonce, nonce_hash=wanted.nonce_hash)
        case Stand():
            return deeds.stand
        case Remove():
            return partial(deeds.remove, chair=wanted.chair)
        case Start():
            return deeds.start
        case _:
            assert_never(wanted)


def move_of(wanted: MakeMove) -> Deed:
    """Return the move that somebody asks for."""
    return partial(deeds.move, seat=wanted.seat, text=wanted.move, round_=wanted.round)


def set_up(wanted: TableWanted) -> SetUp:
    """Return what somebody wants to open a table with."""
    for chair in wanted.chairs:
        if chair.name is not None:
            require_own_name(chair.name)
    return SetUp(
        wanted.game,
        dict(wanted.options),
        tuple(Chair(chair.kind, chair.level, chair.name) for chair in wanted.chairs),
        Clock(wanted.clock.pace, wanted.clock.seconds, wanted.clock.increment),
        wanted.begins,
        wanted.listed,
        wanted.starts_when_full,
    )

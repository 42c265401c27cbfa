"""What people and the house can do at a table. Each deed is checked here and becomes entries, or is refused."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import msgspec

from digsite.core.errors import DigsiteError
from digsite.core.fair import Fair
from digsite.core.names import Seat
from digsite.games import game as game_of
from digsite.table.entry import Entry
from digsite.table.hosted import Hosted, Sitting, Start
from digsite.table.log import (
    BACK,
    LONGEST_NAME,
    LONGEST_NONCE,
    REPLACED,
    RESIGN,
    TIMEOUT,
    Log,
    Sitter,
    fits_a_line,
)
from digsite.table.table import Table, new_header
from digsite.table.take_back import may_take_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.table.log import Header
    from digsite.table.set_up import Chair, SetUp
    from digsite.table.table import Plan

LONGEST_SAYING: Final = 300
MOST_SAYINGS: Final = 500
BOT_SEEDS: Final = 1 << 31


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks for a deed, when, and by what key."""

    person: str
    now: int
    key: str | None = None


# --- before the game


def open_table(asked: Asked, set_up: SetUp, name: str, nonce: str) -> list[Entry]:
    """Open a table; its owner sits down in their own chairs."""
    opened = Entry(asked.now, "open", asked.person, text=_written(set_up), key=asked.key)
    own = [chair for chair, place in enumerate(set_up.chairs) if place.kind == "mine"]
    names = [set_up.chairs[chair].name or name for chair in own]
    return [opened, *(_sits(asked, chair, name, nonce) for chair, name in zip(own, names, strict=True))]


def sit(table: Hosted, asked: Asked, chair: int, sitting: Sitting, invitation: str) -> list[Entry]:
    """Take a free chair: anybody's, or one of the invited."""
    _require_open(table)
    if asked.person in table.people():
        raise DigsiteError("sits_already")
    if not 0 <= chair < len(table.chairs):
        raise DigsiteError("no_such_seat", seat=chair, seats=len(table.chairs))
    kind = table.set_up.chairs[chair].kind
    if table.chairs[chair] is not None or kind == "bot":
        raise DigsiteError("chair_taken")
    if kind == "invited" and not hmac.compare_digest(invitation, table.invitation):
        raise DigsiteError("not_invited")
    return [_sits(asked, chair, sitting.name, sitting.nonce)]


def _sits(asked: Asked, chair: int, name: str, nonce: str) -> Entry:
    if not (name and fits_a_line(name, LONGEST_NAME)):
        raise DigsiteError("bad_name", most=LONGEST_NAME)
    if not fits_a_line(nonce, LONGEST_NONCE):
        raise DigsiteError("bad_nonce", most=LONGEST_NONCE)
    return Entry(asked.now, "sit", asked.person, chair, _written(Sitting(asked.person, name, nonce)), asked.key)


def stand(table: Hosted, asked: Asked) -> list[Entry]:
    """Leave a table before the game; without its owner it is gone."""
    _require_open(table)
    if asked.person == table.owner:
        return [Entry(asked.now, "gone", asked.person, key=asked.key)]
    chairs = [chair for chair, who in enumerate(table.chairs) if who and who.person == asked.person]
    if not chairs:
        raise DigsiteError("not_seated")
    return [Entry(asked.now, "stand", asked.person, chair, key=asked.key) for chair in chairs]


def start(table: Hosted, asked: Asked) -> list[Entry]:
    """Start the game, once all chairs are taken, and make the draws that come before any move."""
    _require_open(table)
    if asked.person != table.owner:
        raise DigsiteError("not_the_owner")
    if any(who is None and place.kind != "bot" for who, place in _chairs(table)):
        raise DigsiteError("chairs_free")
    order = _order(table)
    begun = _header(table, order)
    entry = Entry(asked.now, "start", asked.person, text=_written(Start(order, begun)), key=asked.key)
    plan = Table(Log(begun, (), None), table.secret).plan_draws()
    return [entry, *_events(plan, asked.now)]


def _chairs(table: Hosted) -> Sequence[tuple[Sitting | None, Chair]]:
    return list(zip(table.chairs, table.set_up.chairs, strict=True))


def _order(table: Hosted) -> tuple[int, ...]:
    """Return the chairs in the order of the seats: from the one that begins on (docs/fair.md)."""
    nonces = [who.nonce if who else "" for who in table.chairs]
    first = 0
    if table.set_up.begins == "drawn":
        place = Fair(table.secret, tuple(sorted(nonces))).stream("begins").below(len(nonces))
        first = sorted(range(len(nonces)), key=nonces.__getitem__)[place]
    return tuple((first + chair) % len(nonces) for chair in range(len(nonces)))


def _header(table: Hosted, order: tuple[int, ...]) -> Header:
    nonces = tuple(who.nonce if (who := table.chairs[chair]) else "" for chair in order)
    fair = Fair(table.secret, nonces)
    sitters = [_sitter(table, chair, fair, seat) for seat, chair in enumerate(order)]
    return new_header(game_of(table.set_up.game), table.set_up.options, sitters, fair)


def _sitter(table: Hosted, chair: int, fair: Fair, seat: int) -> Sitter:
    who, level = table.chairs[chair], table.set_up.chairs[chair].level
    if who is not None:
        return Sitter(who.name)
    return Sitter(level or "", fair.stream(f"bot {seat}").below(BOT_SEEDS))


# --- in the game


def move(table: Hosted, asked: Asked, seat: int, text: str, round_: int) -> list[Entry]:
    """Make a move of one's own seat, in the round that it was meant for."""
    game = _require_playing(table)
    own = _require_own(table, asked.person, seat)
    if text.startswith("!"):
        raise DigsiteError("no_such_move", text=text)
    if game.game.round(game.course.position) != round_:
        raise DigsiteError("round_over")
    return _events(game.plan(own, text, table.seconds(asked.now)), asked.now, asked)


def take_back(table: Hosted, asked: Asked, seat: int) -> list[Entry]:
    """Take one's own last move back, where that is fair."""
    game = _require_table(table)
    own = _require_own(table, asked.person, seat)
    if not may_take_back(game.course, own, table.others(asked.person)):
        raise DigsiteError("cannot_take_back")
    return _events(game.plan(own, BACK, table.seconds(asked.now)), asked.now, asked)


def resign(table: Hosted, asked: Asked, seat: int) -> list[Entry]:
    """Leave the game for good; where others play on, the house plays for the seat."""
    game = _require_playing(table)
    own = _require_own(table, asked.person, seat)
    return _events(game.plan(own, RESIGN, table.seconds(asked.now)), asked.now, asked)


def agree(table: Hosted, asked: Asked, seat: int) -> list[Entry]:
    """Agree that the house plays on for somebody who stays away; it does once all others have agreed."""
    game = _require_playing(table)
    if not table.seats_of(asked.person):
        raise DigsiteError("not_seated")
    away = table.person_of(seat)
    if away is None or away == asked.person or game.course.has_left(Seat(seat)):
        raise DigsiteError("nobody_to_replace")
    entry = Entry(asked.now, "agree", asked.person, seat, key=asked.key)
    waiting = table.playing_people() - {away, asked.person} - table.agreed.get(seat, set())
    if waiting:
        return [entry]
    return [entry, *_events(game.plan(Seat(seat), REPLACED, table.seconds(asked.now)), asked.now)]


def run_out(table: Hosted, now: int) -> list[Entry]:
    """Let the clock speak: the first of those who ran out of time leaves the game."""
    game = _require_playing(table)
    late = [] if table.clock is None else table.clock.out(table.seconds(now), table.due)
    return _events(game.plan(Seat(late[0]), TIMEOUT, table.seconds(now)), now) if late else []


def bot_move(table: Hosted, now: int, seat: Seat, text: str) -> list[Entry]:
    """Make the move that the house has thought of."""
    return _events(_require_playing(table).plan(seat, text, table.seconds(now)), now)


# --- beside the game


def say(table: Hosted, asked: Asked, text: str) -> list[Entry]:
    """Say something, except among partners who must not."""
    if not (text.strip() and fits_a_line(text, LONGEST_SAYING)):
        raise DigsiteError("bad_saying", most=LONGEST_SAYING)
    if table.is_silent:
        raise DigsiteError("chat_closed")
    if len(table.chat) >= MOST_SAYINGS:
        raise DigsiteError("chat_full")
    return [Entry(asked.now, "say", asked.person, text=text, key=asked.key)]


# --- what all need


def _require_open(table: Hosted) -> None:
    if table.status == "gone":
        raise DigsiteError("table_gone")
    if table.status != "open":
        raise DigsiteError("game_has_started")


def _require_table(table: Hosted) -> Table:
    if table.table is None:
        raise DigsiteError("game_not_started")
    return table.table


def _require_playing(table: Hosted) -> Table:
    if table.result is not None:
        raise DigsiteError("game_over")
    return _require_table(table)


def _require_own(table: Hosted, person: str, seat: int) -> Seat:
    """Return a seat of a person's own; a seat is never believed from a message alone."""
    if seat not in table.seats_of(person):
        raise DigsiteError("not_your_seat")
    return Seat(seat)


def _events(plan: Plan, now: int, asked: Asked | None = None) -> list[Entry]:
    """Return the entries of a plan; what follows from the first of its events is the house's."""
    person, key = (asked.person, asked.key) if asked else ("", None)
    first, *rest = plan.events or (None,)
    if first is None:
        return []
    own = Entry(now, "game", person, first.seat, first.text, key)
    return [own, *(Entry(now, "game", "", event.seat, event.text) for event in rest)]


def _written(value: object) -> str:
    return msgspec.json.encode(value).decode()

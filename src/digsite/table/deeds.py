"""What people and the house can do at a table: each deed makes new entries on a draft, or is refused."""

from __future__ import annotations

import hmac
import re
from typing import TYPE_CHECKING, Final

from digsite.core.errors import DigsiteError
from digsite.core.fair import Fair
from digsite.core.fair import nonce_hash as nonce_hash_of
from digsite.core.names import Seat
from digsite.games import game as game_of
from digsite.table.chain import is_erased
from digsite.table.entry import Entry
from digsite.table.hosted import BROKEN, OPEN_FOR, PAUSE, SITTING, Hosted, Sitting, Start
from digsite.table.log import (
    BACK,
    REPLACED,
    RESIGN,
    TIMEOUT,
    Sitter,
    fits_a_line,
    require_name,
    require_nonce,
)
from digsite.table.names import name_at
from digsite.table.settled import first_of_circle, seated_from, sides_of
from digsite.table.table import dealt, undealt
from digsite.table.take_back import may_take_back

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.table.entry import Asked
    from digsite.table.log import Header
    from digsite.table.periods import Periods
    from digsite.table.table import Table

LONGEST_SAYING: Final = 300
MOST_SAYINGS: Final = 500
HASH: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
"""Of a nonce."""
MOST_BYTES: Final = 256 << 10
"""Of a table's entries: nobody sits down, or takes back, for ever. A game can always be played to its end."""
MOST_BYTES_SAID: Final = MOST_BYTES // 2
"""Of them, when something is said: chat leaves room for the game."""
AWAY_AFTER: Final = 10 * 60 * 1000
"""Milliseconds without a move before others may ask the house to play on for somebody."""


# --- before the game


def sit(
    draft: Hosted,
    asked: Asked,
    chair: int,
    name: str,
    nonce: str,
    invitation: str = "",
    nonce_hash: str = "",
) -> None:
    """Take a free chair, or all that are one's own; the last one may start the game.

    Whoever shows the hash of a nonce here shows the nonce when all chairs are taken.
    """
    _require_open(draft)
    _require_space(draft)
    if not 0 <= chair < len(draft.chairs):
        raise DigsiteError("no_such_seat", seat=chair, seats=len(draft.chairs))
    _require_known(draft, asked.person)
    _require_welcome(draft, asked.person, chair, invitation)
    _require_nonce(draft, nonce, nonce_hash)
    for number in _chairs_with(draft, chair):
        own_name = name_at(draft, number, name)
        require_name(own_name)
        sitting = Sitting(asked.person, own_name, nonce, nonce_hash)
        draft.do(asked.entry("sit", number, SITTING.write(sitting)))
    _start_if_full(draft, asked)


def _chairs_with(draft: Hosted, chair: int) -> Sequence[int]:
    """Return the chairs that somebody takes with one: the owner takes all of their own."""
    places = list(zip(draft.set_up.chairs, draft.chairs, strict=True))
    if places[chair][0].kind != "mine":
        return [chair]
    return [number for number, (place, who) in enumerate(places) if place.kind == "mine" and who is None]


def _require_nonce(draft: Hosted, nonce: str, nonce_hash: str) -> None:
    require_nonce(nonce)
    if nonce_hash:
        _require_hash(nonce_hash)
        if nonce or not draft.set_up.hides_nonces:
            raise DigsiteError("nonce_not_hidden")


def _require_hash(nonce_hash: str) -> None:
    if not HASH.fullmatch(nonce_hash):
        raise DigsiteError("bad_nonce_hash")


def _start_if_full(draft: Hosted, asked: Asked) -> None:
    if draft.is_full and draft.is_ready and draft.set_up.starts_when_full:
        _ask_or_begin(draft, asked.by_house())


def _ask_or_begin(draft: Hosted, asked: Asked) -> None:
    """Begin, or ask for the nonces first that were hidden so far."""
    if not draft.hiding():
        _begin(draft, asked)
    elif draft.asked_at is None:
        draft.do(asked.entry("ask"))


def show_nonce(draft: Hosted, asked: Asked, nonce: str) -> None:
    """Show the nonce behind the hash that one has shown; the last one lets the game begin."""
    _require_open(draft)
    sitting = next((who for who in draft.chairs if who and who.person == asked.person), None)
    if sitting is None:
        raise DigsiteError("not_seated")
    if draft.asked_at is None or not sitting.hides_nonce:
        raise DigsiteError("nonce_not_asked")
    require_nonce(nonce)
    if nonce_hash_of(nonce) != sitting.nonce_hash:
        raise DigsiteError("nonce_differs")
    draft.do(asked.entry("nonce", text=nonce))
    if not draft.hiding():
        _begin(draft, asked.by_house())


def renew_nonce(draft: Hosted, asked: Asked, nonce_hash: str) -> None:
    """Show the hash of a new nonce, after a start that came to nothing."""
    _require_open(draft)
    _require_space(draft)
    if not any(who.is_void for who in draft.chairs if who and who.person == asked.person):
        raise DigsiteError("nonce_not_asked")
    _require_hash(nonce_hash)
    draft.do(asked.entry("renew", text=nonce_hash))
    _start_if_full(draft, asked)


def _require_welcome(draft: Hosted, person: str, chair: int, invitation: str) -> None:
    place = draft.set_up.chairs[chair]
    if draft.chairs[chair] is not None or place.kind == "bot":
        raise DigsiteError("chair_taken")
    whose = draft.owner if place.kind == "mine" else place.person
    if whose is not None:
        if person != whose:
            raise DigsiteError("chair_taken")
        return
    if person in draft.sitters():
        raise DigsiteError("sits_already")
    if person in draft.removed:  # an invitation does not help: they may have had one before
        raise DigsiteError("removed_from_table")
    if place.kind == "invited" and not hmac.compare_digest(invitation.encode(), draft.invitation.encode()):
        raise DigsiteError("not_invited")


def stand(draft: Hosted, asked: Asked) -> None:
    """Leave a table before the game; without its owner it is gone."""
    _require_open(draft)
    if asked.person == draft.owner:
        draft.do(asked.entry("gone"))
        return
    chairs = [chair for chair, who in enumerate(draft.chairs) if who and who.person == asked.person]
    if not chairs:
        raise DigsiteError("not_seated")
    for chair in chairs:
        draft.do(asked.entry("stand", chair))


def remove(draft: Hosted, asked: Asked, chair: int) -> None:
    """Free a chair of a table of one's own; whoever sat there cannot come back to this table."""
    _require_open(draft)
    if asked.person != draft.owner:
        raise DigsiteError("not_the_owner")
    if not 0 <= chair < len(draft.chairs):
        raise DigsiteError("no_such_seat", seat=chair, seats=len(draft.chairs))
    who = draft.chairs[chair]
    if who is None:
        raise DigsiteError("nobody_to_remove")
    if who.person == draft.owner:
        raise DigsiteError("cannot_remove_yourself")
    if draft.set_up.chairs[chair].kind == "kept":  # nobody else could take it
        raise DigsiteError("cannot_remove_kept", name=who.name)
    draft.do(asked.entry("stand", chair))


def start(draft: Hosted, asked: Asked) -> None:
    """Start the game, once all chairs are taken."""
    _require_open(draft)
    if asked.person != draft.owner:
        raise DigsiteError("not_the_owner")
    if not draft.is_full:
        raise DigsiteError("chairs_free")
    if not draft.is_ready or draft.asked_at is not None:
        raise DigsiteError("nonces_missing", names=_names_missing(draft))
    _ask_or_begin(draft, asked)


def _names_missing(draft: Hosted) -> str:
    """Return the names of those who must renew or show a nonce before the game can begin."""
    return ", ".join(who.name for who in draft.chairs if who is not None and (who.is_void or who.hides_nonce))


def _begin(draft: Hosted, asked: Asked) -> None:
    """Deal, and make the draws that come before any move."""
    order = _order(draft)
    header, opening = dealt(_undealt(draft, order), draft.secret)
    draft.begin(Start(order, header), opening, asked)
    draft.follow(draft.playing.plan_draws(), asked.by_house())


def _order(draft: Hosted) -> tuple[int, ...]:
    """Return the chairs in the order of the seats."""
    set_up, nonces = draft.set_up, [who.nonce if who else "" for who in draft.chairs]
    if set_up.fair > 1:
        return set_up.settled.seating(Fair(draft.secret, tuple(nonces)))
    first = 0
    if set_up.begins == "drawn":
        sides = sides_of(set_up.game, tuple(set_up.options.items()), len(nonces))
        first = sides.index(sides[first_of_circle(draft.secret, nonces)])
    return seated_from(first, len(nonces))


def _undealt(draft: Hosted, order: tuple[int, ...]) -> Header:
    """Return the header of the game that is about to begin."""
    set_up = draft.set_up
    return undealt(
        game_of(set_up.game),
        set_up.options,
        [_sitter(draft, chair) for chair in order],
        [who.nonce if (who := draft.chairs[chair]) else "" for chair in order],
        order if set_up.fair > 1 else (),
        form=set_up.fair,
        where="server",
        drawn=set_up.begins == "drawn",
    )


def _sitter(draft: Hosted, chair: int) -> Sitter:
    """Return who sits in a chair; a bot's seed comes with the deal."""
    who = draft.chairs[chair]
    return Sitter(draft.set_up.chairs[chair].level or "", 0) if who is None else Sitter(who.name)


def expire(draft: Hosted, asked: Asked) -> None:
    """Close a table that nobody came to, or break a start off that somebody keeps waiting."""
    _require_open(draft)
    until = draft.show_until()
    if until is not None and asked.now < draft.opened + OPEN_FOR:
        if asked.now >= until:
            draft.do(asked.by_house().entry("broken", text=BROKEN.write(draft.hiding())))
    else:
        draft.do(asked.by_house().entry("gone"))


# --- in the game


def move(draft: Hosted, asked: Asked, seat: int, text: str, round_: int) -> None:
    """Make a move of one's own seat, in the round that it was meant for."""
    _require_in_time(draft, asked.person, seat)
    game = _require_playing(draft)
    own = _require_own(draft, asked.person, seat)
    if text.startswith("!"):
        raise DigsiteError("no_such_move", text=text)
    if game.course.round != round_:
        raise DigsiteError("round_over")
    draft.follow(game.plan(own, text, draft.seconds(asked.now)), asked)


def take_back(draft: Hosted, asked: Asked, seat: int) -> None:
    """Take one's own last move back, where that is fair."""
    _require_in_time(draft, asked.person, seat)
    game = _require_playing(draft)
    own = _require_own(draft, asked.person, seat)
    _require_space(draft)
    if not may_take_back(game.course, own, draft.others(asked.person)):
        raise DigsiteError("cannot_take_back")
    draft.follow(game.plan(own, BACK, draft.seconds(asked.now)), asked)


def resign(draft: Hosted, asked: Asked, seat: int) -> None:
    """Leave the game for good; where others play on, the house plays for the seat."""
    _require_in_time(draft, asked.person, seat)
    game = _require_playing(draft)
    own = _require_own(draft, asked.person, seat)
    draft.follow(game.plan(own, RESIGN, draft.seconds(asked.now)), asked)


def agree(draft: Hosted, asked: Asked, seat: int) -> None:
    """Agree that the house plays on for somebody who stays away; it does once all others have agreed."""
    game = _require_playing(draft)
    if not draft.seats_of(asked.person):
        raise DigsiteError("not_seated")
    away = draft.person_of(seat)
    if away is None or away == asked.person or seat not in draft.due:
        raise DigsiteError("nobody_to_replace")
    if draft.clock is not None or asked.now - draft.last_move < AWAY_AFTER:
        raise DigsiteError("still_time", minutes=AWAY_AFTER // 60_000)
    if (seat, asked.person) in draft.agreed:
        return
    draft.do(asked.entry("agree", seat))
    agreed = {person for who, person in draft.agreed if who == seat}
    if draft.players() - {away} <= agreed:
        draft.follow(game.plan(Seat(seat), REPLACED, draft.seconds(asked.now)), asked.by_house())


def run_out(draft: Hosted, asked: Asked) -> None:
    """Let the clock speak: those who ran out of time leave the game, one after the other."""
    game = _require_playing(draft)
    for seat in draft.late(asked.now):
        if draft.result is None:
            draft.follow(game.plan(Seat(seat), TIMEOUT, draft.seconds(asked.now)), asked.by_house())


def pause(draft: Hosted, asked: Asked, periods: Periods) -> None:
    """Give back what clocks have lost while the house could not take moves."""
    owed = draft.owed(periods, asked.now)
    if owed:
        draft.do(asked.by_house().entry("pause", text=PAUSE.write(owed)))


def move_of_bot(draft: Hosted, asked: Asked, seat: Seat, text: str) -> None:
    """Make the move that the house has thought of."""
    game = _require_playing(draft)
    draft.follow(game.plan(seat, text, draft.seconds(asked.now)), asked.by_house())


# --- beside the game


def say(draft: Hosted, asked: Asked, text: str) -> None:
    """Say something, except among partners who must not."""
    if asked.person not in draft.sitters():
        raise DigsiteError("not_seated")
    if not (text and fits_a_line(text, LONGEST_SAYING)) or is_erased(text):
        raise DigsiteError("bad_saying", most=LONGEST_SAYING)
    _require_known(draft, asked.person)
    if draft.is_silent:
        raise DigsiteError("chat_closed")
    if len(draft.chat) >= MOST_SAYINGS or draft.size >= MOST_BYTES_SAID:
        raise DigsiteError("chat_full")
    draft.do(asked.entry("say", text=text))


def go_on_at(draft: Hosted, asked: Asked, table_id: str, instead_of: str | None = None) -> None:
    """Note where the same people meet again, also instead of a table that is gone."""
    require_rematch(draft, asked.person, instead_of)
    draft.do(asked.entry("next", text=table_id))


def require_rematch(table: Hosted, person: str, instead_of: str | None) -> None:
    """Refuse a rematch before the end, by somebody else, or a second one that nobody knew of."""
    if table.status != "over":
        raise DigsiteError("game_not_over")
    if person not in table.sitters():
        raise DigsiteError("not_seated")
    if table.next_table != instead_of:
        raise DigsiteError("rematch_exists", table=table.next_table)


# --- of those who delete themselves


def leave(draft: Hosted, asked: Asked) -> None:
    """Leave a table for good: before the game by standing up, in the game by resigning."""
    person = asked.person
    if draft.status == "open" and (person == draft.owner or person in draft.sitters()):
        stand(draft, asked)
    while draft.status == "playing" and (own := draft.seats_of(person)):
        resign(draft, asked, own[0])


def erase(draft: Hosted, asked: Asked, ply: int) -> None:
    """Let somebody have no name at a table, whose entries have it no more up to a ply: nothing came behind.

    It happens at the time of the last entry, so that the table stays where it is in lists.
    """
    if draft.ply != ply:
        raise DigsiteError("round_over")
    if asked.person not in draft.erased:
        draft.do(Entry(draft.last, "erase", asked.person))


# --- what all need


def _require_known(draft: Hosted, person: str) -> None:
    """Refuse somebody who has deleted themselves."""
    if person in draft.erased:
        raise DigsiteError("who_are_you")


def _require_open(draft: Hosted) -> None:
    if draft.status == "gone":
        raise DigsiteError("table_gone")
    if draft.status != "open":
        raise DigsiteError("game_has_started")


def _require_playing(draft: Hosted) -> Table:
    if draft.result is not None:
        raise DigsiteError("game_over")
    return draft.playing


def _require_in_time(draft: Hosted, person: str, seat: int) -> None:
    """Refuse whoever ran out of time before: what they ask for comes too late."""
    if draft.ran_out(person, seat):
        raise DigsiteError("out_of_time")


def _require_space(draft: Hosted) -> None:
    if draft.size >= MOST_BYTES:
        raise DigsiteError("table_full")


def _require_own(draft: Hosted, person: str, seat: int) -> Seat:
    """Return a seat of a person's own; a seat is never believed from a message alone."""
    if seat not in draft.seats_of(person):
        raise DigsiteError("not_your_seat")
    return Seat(seat)

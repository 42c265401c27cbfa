"""What people and the house can do at a table: each deed makes new entries on a draft, or is refused."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Final

from digsite.core.errors import DigsiteError
from digsite.core.fair import Fair
from digsite.core.names import Seat
from digsite.games import game as game_of
from digsite.table.hosted import PAUSE, SITTING, Hosted, Sitting, Start
from digsite.table.log import BACK, LONGEST_NONCE, REPLACED, RESIGN, TIMEOUT, Sitter, fits_a_line
from digsite.table.set_up import require_name, sides_of
from digsite.table.table import beginning, dealt
from digsite.table.take_back import may_take_back

if TYPE_CHECKING:
    from digsite.table.course import Course
    from digsite.table.entry import Asked
    from digsite.table.log import Header
    from digsite.table.periods import Periods
    from digsite.table.table import Table

LONGEST_SAYING: Final = 300
MOST_SAYINGS: Final = 500
BOT_SEEDS: Final = 1 << 31
MOST_BYTES: Final = 256 << 10
"""Of a table's entries: nobody sits down, or takes back, for ever. A game can always be played to its end."""
MOST_BYTES_SAID: Final = MOST_BYTES // 2
"""Of them, when something is said: chat leaves room for the game."""
AWAY_AFTER: Final = 10 * 60 * 1000
"""Milliseconds without a move before others may ask the house to play on for somebody."""


# --- before the game


def sit(draft: Hosted, asked: Asked, chair: int, name: str, nonce: str, invitation: str = "") -> None:
    """Take a free chair; the last one may start the game."""
    _require_open(draft)
    _require_space(draft)
    if not 0 <= chair < len(draft.chairs):
        raise DigsiteError("no_such_seat", seat=chair, seats=len(draft.chairs))
    _require_welcome(draft, asked.person, chair, invitation)
    name = draft.set_up.chairs[chair].name or name
    require_name(name)
    if not fits_a_line(nonce, LONGEST_NONCE):
        raise DigsiteError("bad_nonce", most=LONGEST_NONCE)
    sitting = SITTING.write(Sitting(asked.person, name, nonce))
    draft.do(asked.entry("sit", chair, sitting))
    if draft.is_full and draft.set_up.starts_when_full:
        _begin(draft, asked.by_house())


def sit_in_own_chairs(draft: Hosted, asked: Asked, name: str, nonce: str) -> None:
    """Let the owner of a new table sit down, in several chairs where people share a screen."""
    own = [number for number, chair in enumerate(draft.set_up.chairs) if chair.kind == "mine"]
    for number in own:
        sit(draft, asked, number, name, nonce)


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
    _begin(draft, asked)


def _begin(draft: Hosted, asked: Asked) -> None:
    """Deal, and make the draws that come before any move."""
    order = _order(draft)
    header, opening = _dealt(draft, order)
    draft.begin(Start(order, header), opening, asked)
    draft.follow(draft.playing.plan_draws(), asked.by_house())


def _order(draft: Hosted) -> tuple[int, ...]:
    """Return the chairs in the order of the seats: from the one that begins on; partners stay together."""
    nonces = [who.nonce if who else "" for who in draft.chairs]
    first = 0
    if draft.set_up.begins == "drawn":
        sides = sides_of(draft.set_up.game, tuple(draft.set_up.options.items()), len(nonces))
        first = sides.index(sides[beginning(draft.secret, nonces)])
    return tuple((first + chair) % len(nonces) for chair in range(len(nonces)))


def _dealt(draft: Hosted, order: tuple[int, ...]) -> tuple[Header, Course]:
    nonces = tuple(who.nonce if (who := draft.chairs[chair]) else "" for chair in order)
    fair = Fair(draft.secret, nonces)
    sitters = [_sitter(draft, chair, fair, seat) for seat, chair in enumerate(order)]
    drawn = draft.set_up.begins == "drawn"
    return dealt(game_of(draft.set_up.game), draft.set_up.options, sitters, fair, drawn=drawn)


def _sitter(draft: Hosted, chair: int, fair: Fair, seat: int) -> Sitter:
    who, level = draft.chairs[chair], draft.set_up.chairs[chair].level
    if who is not None:
        return Sitter(who.name)
    return Sitter(level or "", fair.stream(f"bot {seat}").below(BOT_SEEDS))


def expire(draft: Hosted, asked: Asked) -> None:
    """Close a table that nobody came to."""
    _require_open(draft)
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
    if not (text and fits_a_line(text, LONGEST_SAYING)):
        raise DigsiteError("bad_saying", most=LONGEST_SAYING)
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


# --- what all need


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

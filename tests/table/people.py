"""People at a table in the house, as the store would keep it: every deed is tried, saved, and then done."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from digsite.core.errors import DigsiteError
from digsite.core.names import Position, Seat
from digsite.table import deeds
from digsite.table.clock import DAY, NO_CLOCK, Clock
from digsite.table.entry import Asked, Entry
from digsite.table.hosted import SET_UP, Hosted, hosted, opened
from digsite.table.log import Log
from digsite.table.rematch import rematch
from digsite.table.set_up import Chair, SetUp, checked
from tests.table.rooms import SECRET

ANN, BOB, CAS, DEE = PEOPLE = ("ann", "bob", "cas", "dee")
"""Ann opens the tables; the others come."""
INVITATION = "come in"
NOON = 1_800_000_000_000
SECOND = 1000
ONE_MINUTE = Clock("live", 60, 5)
ONE_DAY = Clock("days", DAY)

Deed = Callable[..., None]


def chair(word: str) -> Chair:
    """Read a chair: `mine`, `mine:Ben`, `open`, `invited`, `kept:bob`, `bot:club`."""
    kind, _, rest = word.partition(":")
    field = {"kept": "person", "bot": "level"}.get(kind, "name")
    return Chair(kind, **{field: rest} if rest else {})  # type: ignore[arg-type]


def set_up(
    game: str,
    chairs: str,
    *,
    clock: Clock = NO_CLOCK,
    begins: Any = "first",
    full: bool = False,
    **options: str,
) -> SetUp:
    """Return a set-up with its chairs as words."""
    places = tuple(map(chair, chairs.split()))
    return SetUp(game, options, places, clock, begins, starts_when_full=full)


class Company:
    """A table, all that was saved of it, and what the time is."""

    def __init__(
        self,
        chosen: SetUp,
        *,
        owner: str = ANN,
        secret: bytes = SECRET,
        now: int = NOON,
        is_seated: bool = True,
    ) -> None:
        self.now = now
        asked = Asked(owner, now)
        opening = asked.entry("open", text=SET_UP.write(checked(chosen)))
        self.table = opened("table", secret, INVITATION, opening)
        own = next((n for n, place in enumerate(chosen.chairs) if place.kind == "mine"), None)
        if is_seated and own is not None:
            deeds.sit(self.table, asked, own, owner.title(), f"nonce of {owner}")
        self.saved: list[Entry] = self.table.new
        self.table.settle()
        self.past: list[Hosted] = []
        """The table as it was before each deed."""

    # --- deeds

    def do(self, who: str, deed: Deed, *args: Any, key: str | None = None) -> Hosted:
        """Try a deed on a draft, save what is new, and let the draft take the table's place."""
        draft = self.table.fork()
        deed(draft, Asked(who, self.now, key), *args)
        self.saved = [*self.saved, *draft.new]
        draft.settle()
        self.past.append(self.table)
        self.table = draft
        return draft

    def refusal(self, who: str, deed: Deed, *args: Any) -> str:
        """Return the code by which a deed is refused."""
        with pytest.raises(DigsiteError) as refused:
            self.do(who, deed, *args)
        assert refused.value.say("en"), "every code has its sentence"
        return refused.value.code

    def sit(self, who: str, chair: int, invitation: str = "") -> None:
        self.do(who, deeds.sit, chair, who.title(), f"nonce of {who}", invitation)

    def wait(self, seconds: float) -> Company:
        """Let time pass."""
        self.now += round(seconds * SECOND)
        return self

    # --- the game

    @property
    def position(self) -> Position:
        return self.table.playing.course.position

    @property
    def due(self) -> tuple[int, ...]:
        return tuple(map(int, self.table.due))

    @property
    def in_turn(self) -> tuple[int, ...]:
        return tuple(map(int, self.table.playing.game.in_turn(self.position)))

    @property
    def left(self) -> list[float]:
        """Return the time that each seat had at the last event."""
        assert self.table.clock is not None
        return [round(left, 3) for left in self.table.clock.left]

    @property
    def log(self) -> Log:
        """Return the log of a game that is over, as the house hands it out."""
        log = self.table.playing.log
        return Log(log.header, log.events, self.table.playing.ending())

    @property
    def round(self) -> int:
        return self.table.playing.game.round(self.position)

    def moves(self, seat: int) -> list[str]:
        """Return the moves of a seat."""
        game = self.table.playing.game
        return [game.move_text(self.position, move) for move in game.legal(self.position, Seat(seat))]

    def play(self, seat: int | None = None, text: str | None = None, key: str | None = None) -> int:
        """Let a seat move, by whoever moves for it: the first one that is due, its first move."""
        seat = self.due[0] if seat is None else seat
        text = text or self.moves(seat)[0]
        person = self.table.person_of(seat)
        if person is None:
            self.do("", deeds.move_of_bot, Seat(seat), text)
        else:
            self.do(person, deeds.move, seat, text, self.round, key=key)
        return seat

    def play_until(self, wanted: Callable[[], bool], seed: int = 1) -> None:
        """Play at random until something is the case."""
        rng = random.Random(seed)
        while not wanted():
            seat = rng.choice(self.due)
            self.play(seat, rng.choice(self.moves(seat)))

    def play_to_end(self) -> None:
        self.play_until(lambda: self.table.status == "over")

    def back(self, seat: int) -> None:
        self.do(self.table.person_of(seat) or "", deeds.take_back, seat)

    def may_take_back(self) -> list[int]:
        """Return the seats whose people may take their last move back."""
        return [seat for seat in map(int, self.table.seats) if self._takes_back(seat)]

    def _takes_back(self, seat: int) -> bool:
        try:
            deeds.take_back(self.table.fork(), Asked(self.table.person_of(seat) or "", self.now), seat)
        except DigsiteError as error:
            if error.code not in ("cannot_take_back", "not_your_seat"):
                raise
            return False
        return True

    def rematch(self, who: str = ANN) -> Company:
        """Open the table where the same people meet again; all who are waited for sit down."""
        again = Company(rematch(self.table, who), owner=who, secret=bytes(32), now=self.now)
        self.do(who, deeds.go_on_at, "next table")
        for number, place in enumerate(again.table.set_up.chairs):
            if place.person is not None:
                again.sit(place.person, number)
        return again


def gathered(game: str, chairs: str, *, secret: bytes = SECRET, **chosen: Any) -> Company:
    """Return a table whose free chairs were taken, one after the other, by Bob, Cas and Dee."""
    company = Company(set_up(game, chairs, **chosen), secret=secret)
    come = iter(PEOPLE[1:])
    for number, place in enumerate(company.table.set_up.chairs):
        if place.kind in ("open", "invited", "kept"):
            company.sit(place.person or next(come), number, INVITATION)
    return company


def playing(game: str, chairs: str = "mine open", **chosen: Any) -> Company:
    """Return a table where the game has just begun; the chairs are the seats."""
    company = gathered(game, chairs, **chosen)
    if company.table.status == "open":
        company.do(ANN, deeds.start)
    return company


def kept(company: Company) -> Hosted:
    """Return the table as another process would read it from the store."""
    return hosted("table", company.table.secret, INVITATION, company.saved)


# --- what can be seen


def seen(table: Hosted) -> dict[str, Any]:
    """Return all that anybody could ever notice of a table."""
    plain = (
        *(
            "id",
            "secret",
            "invitation",
            "set_up",
            "owner",
            "opened",
            "last",
            "ply",
            "new",
            "chairs",
            "removed",
            "order",
        ),
        *("started", "clock", "chat", "agreed", "next_table", "gone", "seated", "people", "due"),
        *("result", "status", "seats", "is_full", "is_silent", "last_move"),
        *("paused", "stood_still"),
    )
    noticed: dict[str, Any] = {name: getattr(table, name) for name in plain}
    noticed["keys"] = {key: ply for key, ply in table._keys.items() if ply <= table.ply}
    noticed |= {"deadline": table.deadline(), "bots due": table.bots_due()}
    noticed["happened"] = [
        (thing.ply, thing.at, thing.event, thing.move, thing.before.tobytes(), thing.after.tobytes())
        for thing in (table.retold() if table.table is not None else ())
    ]
    if table.table is not None:
        course = table.table.course
        noticed |= {"log": table.table.log, "position": course.position.tobytes(), "leaves": course.leaves}
        noticed["turns"] = [(turn.seat, turn.move, turn.round) for turn in course.turns]
        noticed["positions"] = [position.tobytes() for position in course.positions()]
    return noticed

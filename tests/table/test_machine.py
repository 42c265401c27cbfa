"""A table among people who do whatever comes to their mind: what is true after every step."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from digsite.core.errors import DigsiteError
from digsite.core.names import CHANCE, Seat
from digsite.table import deeds
from digsite.table import log as logs
from digsite.table.clock import NO_CLOCK, Clock
from digsite.table.course import Course
from digsite.table.deeds import AWAY_AFTER
from digsite.table.log import BACK, DEEDS, Event
from digsite.table.set_up import SetUp
from digsite.table.summary import summary
from digsite.table.verify import verify
from tests.table.people import (
    ANN,
    INVITATION,
    ONE_DAY,
    ONE_MINUTE,
    PEOPLE,
    Company,
    Deed,
    kept,
    seen,
    set_up,
)

GAMES = [
    ("scarab", 2, {"board": "short"}),
    ("scarab", 3, {"deflection": "yes"}),
    ("scarab", 4, {"teams": "yes"}),
    ("scarabya", 2, {}),
    ("scarabya", 3, {}),
    ("scarabya", 2, {"mode": "duel"}),
    ("scarabya", 2, {"mode": "duel", "order": "FILNPTUVWXYZ"}),
    ("scarabya", 1, {"mode": "solo"}),
    ("marajoara", 2, {}),
    ("marajoara", 4, {}),
    ("marajoara", 1, {"mission": "1"}),
]

people = st.sampled_from((*PEOPLE, "eve"))
seats = st.integers(-1, 4)
numbers = st.integers(0, 9999)
texts = st.sampled_from((*DEEDS, "go a1", "draw F", "F0 a1", "pass", ""))
chairs = st.sampled_from(("mine", "mine:Ben", "open", "open", "invited", "kept:bob", "bot:club"))
clocks = st.sampled_from((NO_CLOCK, NO_CLOCK, ONE_MINUTE, ONE_DAY, Clock("live", 10)))


@st.composite
def some_set_up(draw: st.DrawFn) -> SetUp:
    """Return any game, among any company."""
    key, count, options = draw(st.sampled_from(GAMES))
    words = " ".join(("mine", *draw(st.lists(chairs, min_size=3, max_size=3)))[:count])
    begins = draw(st.sampled_from(("drawn", "first")))
    clock = draw(clocks) if " " in words else NO_CLOCK
    return set_up(key, words, clock=clock, begins=begins, full=draw(st.booleans()), **options)


set_ups = some_set_up()
Rule = TypeVar("Rule", bound=Callable[..., Any])


def when(status: str) -> Callable[[Rule], Rule]:
    """Let a rule wait for a status."""
    waits: Callable[[Rule], Rule] = precondition(lambda self: self.company.table.status == status)
    return waits


class Tables(RuleBasedStateMachine):
    """One table after the other."""

    company: Company

    # --- what happens

    @initialize(chosen=set_ups)
    def open(self, chosen: SetUp) -> None:
        self.company = Company(chosen)

    @when("gone")
    @rule(chosen=set_ups)
    def open_another(self, chosen: SetUp) -> None:
        self.company = Company(chosen)

    @when("open")
    @rule()
    def sit_and_start(self) -> None:
        """Whoever finds a chair takes it; with the first of them all chairs may be taken, or the last."""
        for number, place in enumerate(self.company.table.set_up.chairs):
            for who in PEOPLE if place.kind != "bot" else ():
                self.attempt(who, deeds.sit, number, who.title(), f"nonce of {who}", INVITATION)
        self.attempt(ANN, deeds.start)
        assert self.company.table.status == "playing"

    @when("playing")
    @rule(number=numbers)
    def move(self, number: int) -> None:
        """A legal move of a seat that is due always succeeds."""
        seat = self.company.due[number % len(self.company.due)]
        moves = self.company.moves(seat)
        self.company.play(seat, moves[number % len(moves)], key=f"key {number}")

    @when("playing")
    @rule(number=numbers, count=st.integers(2, 30))
    def play_on(self, number: int, count: int) -> None:
        rng = random.Random(number)
        for _ in range(count):
            if self.company.table.status == "playing":
                self.move(rng.randrange(10_000))

    @when("playing")
    @rule()
    def take_back(self) -> None:
        for seat in self.company.may_take_back()[:1]:
            self.company.back(seat)
            assert seat in self.company.due

    @when("playing")
    @rule()
    def stay_away(self) -> None:
        """The others agree that the house plays on, or the clock speaks."""
        for seat in self.company.table.people_due()[:1]:
            away = self.company.table.person_of(seat)
            self.company.now = self.company.table.deadline() or self.company.table.last_move + AWAY_AFTER
            self.attempt("", deeds.run_out)
            for who in sorted(self.company.table.players() - {away}):
                self.attempt(who, deeds.agree, seat)

    @when("playing")
    @rule(ago=st.sampled_from((0.5, 9, 86_399)), length=st.sampled_from((0.001, 3, 86_399)))
    def give_time_back(self, ago: float, length: float) -> None:
        """After an outage nobody has less time than before."""
        table, since = self.company.table, self.company.now - round(ago * 1000)
        self.attempt("", deeds.pause, ((since, since + round(length * 1000)),))
        if table.clock is not None and self.company.table.clock is not None:
            left = zip(table.clock.left, self.company.table.clock.left, strict=True)
            assert all(before <= after for before, after in left)

    @when("playing")
    @rule(number=numbers)
    def resign(self, number: int) -> None:
        own = [seat for seat in self.company.table.seats if self.company.table.person_of(seat)]
        for seat in own[number % 4 :][:1]:
            self.company.do(self.company.table.person_of(seat) or "", deeds.resign, seat)

    @when("over")
    @precondition(lambda self: self.company.table.next_table is None)
    @rule(number=numbers)
    def rematch(self, number: int) -> None:
        sitters = sorted(self.company.table.sitters())
        self.company = self.company.rematch(sitters[number % len(sitters)])
        assert self.company.table.status == "playing"

    @rule(seconds=st.sampled_from((0.001, 0.37, 3, 9.999, 30, 86_399, -0.5)))
    def wait(self, seconds: float) -> None:
        self.company.wait(seconds)

    # --- what people try

    @when("open")
    @rule(who=people, chair=seats, invitation=st.sampled_from((INVITATION, "")))
    def sit(self, who: str, chair: int, invitation: str) -> None:
        self.attempt(who, deeds.sit, chair, who.title(), f"nonce of {who}", invitation)

    @when("playing")
    @rule(who=people, seat=seats, text=texts, ahead=seats)
    def move_anything(self, who: str, seat: int, text: str, ahead: int) -> None:
        self.attempt(who, deeds.move, seat, text, self.company.round + ahead)

    @rule(
        who=people,
        seat=seats,
        deed=st.sampled_from((deeds.take_back, deeds.resign, deeds.agree, deeds.remove)),
    )
    def try_at_a_seat(self, who: str, seat: int, deed: Deed) -> None:
        self.attempt(who, deed, seat)

    @rule(who=people, deed=st.sampled_from((deeds.stand, deeds.start, deeds.expire, deeds.run_out)))
    def try_anything(self, who: str, deed: Deed) -> None:
        self.attempt(who, deed)

    @rule(who=people, text=st.sampled_from(("hello", "!resign", "")))
    def say(self, who: str, text: str) -> None:
        self.attempt(who, deeds.say, text)

    def attempt(self, who: str, deed: Deed, *args: Any) -> None:
        """Try something: whether it is done or refused, the table that was there stays what it was."""
        table, saved = self.company.table, len(self.company.saved)
        before = seen(table)
        try:
            self.company.do(who, deed, *args)
        except DigsiteError:
            assert self.company.table is table
            assert len(self.company.saved) == saved
        assert seen(table) == before

    # --- what is true

    @invariant()
    def the_entries_come_to_the_table(self) -> None:
        assert seen(kept(self.company)) == seen(self.company.table)

    @invariant()
    def whoever_is_due_has_a_move(self) -> None:
        table = self.company.table
        assert bool(table.due) == (table.status == "playing")
        for seat in table.due:
            assert self.company.moves(seat)

    @invariant()
    def nobody_has_less_than_no_time(self) -> None:
        table = self.company.table
        assert table.clock is None or min(table.clock.left) >= 0
        assert set(table.late(self.company.now)) <= set(table.people_due())

    @invariant()
    def every_chair_has_one_person_and_becomes_one_seat(self) -> None:
        table = self.company.table
        several = {table.owner, *(place.person for place in table.set_up.chairs)}
        alone = [who.person for who in table.chairs if who and who.person not in several]
        assert len(alone) == len(set(alone))
        assert table.table is None or sorted(table.order) == list(range(len(table.chairs)))

    @invariant()
    def the_house_looks_after_whatever_waits_for_it(self) -> None:
        table = self.company.table
        waits = table.status == "open" or bool(table.bots_due()) or table.deadline() is not None
        assert (summary(table, self.company.now).wake is not None) == waits

    @invariant()
    def what_was_chosen_unseen_is_in_no_other_view(self) -> None:
        if self.company.table.table is not None:
            course = self.company.table.playing.course
            for seat in sealed(course):
                twin = another_choice(course, seat)
                for eyes in (None, *(other for other in self.company.table.seats if other != seat)):
                    assert view(twin, eyes) == view(course, eyes)

    @invariant()
    def when_it_is_over_its_log_verifies(self) -> None:
        if self.company.table.status == "over":
            log = self.company.log
            assert logs.read(logs.write(log)) == log
            assert verify(log).result == self.company.table.result


def sealed(course: Course) -> list[Seat]:
    """Return the seats that have chosen while others of the same round have not."""
    round_ = course.game.round(course.position)
    chosen = [turn.seat for turn in course.turns if turn.round == round_]
    return [seat for seat in chosen if seat != CHANCE]


def another_choice(course: Course, seat: Seat) -> Course:
    """Return the course if a seat had chosen otherwise."""
    back = replace(course, leaves=()).after(Event(0, seat, BACK))
    moves = back.game.legal(back.position, seat)
    return back.after(Event(0, seat, back.game.move_text(back.position, moves[len(moves) // 2])))


def view(course: Course, eyes: Seat | None) -> bytes:
    return course.game.view(course.position, eyes).tobytes()


@pytest.mark.parametrize("examples", [25, pytest.param(400, marks=pytest.mark.long)])
def test_whatever_people_do_a_table_stays_what_its_entries_come_to(examples: int) -> None:
    run_state_machine_as_test(
        Tables,
        settings=settings(
            max_examples=examples,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )

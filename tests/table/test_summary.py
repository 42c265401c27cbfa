"""What a table comes to for those who look at many: its status, who is due, and when to look after it."""

from __future__ import annotations

from digsite.core.names import Seat
from digsite.table import deeds
from digsite.table.entry import Asked
from digsite.table.hosted import OPEN_FOR
from digsite.table.summary import ABOUT, PATIENCE, Place, Summary, summary
from tests.table.people import (
    ANN,
    BOB,
    CAS,
    INVITATION,
    NOON,
    ONE_MINUTE,
    SECOND,
    Company,
    Deed,
    playing,
    set_up,
)


def after(company: Company, who: str, deed: Deed, *args: object) -> Summary:
    """Return what a table comes to with a deed, as it is saved together with it."""
    draft = company.table.fork()
    deed(draft, Asked(who, company.now), *args)
    return summary(draft, company.now)


def after_move(company: Company, seat: int) -> Summary:
    person = company.table.person_of(seat)
    if person is None:
        return after(company, "", deeds.move_of_bot, Seat(seat), company.moves(seat)[0])
    return after(company, person, deeds.move, seat, company.moves(seat)[0], company.round)


def test_an_open_table_waits_for_a_day_and_nobody_is_due() -> None:
    company = Company(set_up("scarab", "mine open"))
    summed = after(company.wait(60), BOB, deeds.sit, 1, "Bob", "")
    assert (summed.status, summed.due, summed.wake) == ("open", 0, NOON + OPEN_FOR)


def test_a_sitting_tells_who_sits_where() -> None:
    company = Company(set_up("scarab", "mine open bot:club", clock=ONE_MINUTE, board="short"))
    seating = after(company, BOB, deeds.sit, 1, "Bob", "").seating
    assert seating is not None
    about = ABOUT.read(seating.about)
    assert (about.options, about.clock) == ({"board": "short"}, ONE_MINUTE)
    assert about.places == (
        Place("mine", None, "Ann"),
        Place("open", None, "Bob"),
        Place("bot", "club", None),
    )
    assert seating.seats == {ANN: 0, BOB: 0}, "there are no seats yet"


def test_a_chair_that_was_left_has_no_name() -> None:
    seating = after(two_waiting(), BOB, deeds.stand).seating
    assert seating is not None
    assert ABOUT.read(seating.about).places[1] == Place("open", None, None)
    assert seating.seats == {ANN: 0}


def test_before_the_game_the_owner_is_among_those_who_sit() -> None:
    company = Company(set_up("scarab", "open open"))
    seating = after(company, BOB, deeds.sit, 1, "Bob", "").seating
    assert seating is not None
    assert seating.seats == {ANN: 0, BOB: 0}
    company.sit(BOB, 1)
    company.sit(CAS, 0)
    started = after(company, ANN, deeds.start).seating
    assert started is not None
    assert {*started.seats} == {BOB, CAS}


def two_waiting() -> Company:
    """Return a table that is about to start."""
    company = Company(set_up("scarab", "mine open"))
    company.sit(BOB, 1)
    return company


def test_nobody_reads_in_it_what_is_not_for_everybody() -> None:
    seating = after(two_waiting(), ANN, deeds.start).seating
    assert seating is not None
    for hidden in (ANN, BOB, INVITATION, "nonce"):
        assert hidden not in seating.about


def test_with_the_start_people_have_seats() -> None:
    company = Company(set_up("scarab", "mine open mine:Ben"))
    company.sit(BOB, 1)
    summed = after(company, ANN, deeds.start)
    assert summed.seating is not None
    assert summed.seating.seats == {ANN: 0b101, BOB: 0b010}
    assert (summed.status, summed.due) == ("playing", 0b001)


def test_a_move_changes_who_is_due_and_nothing_else() -> None:
    assert after_move(playing("scarab"), 0) == Summary("playing", 0b10, None, None)
    assert after_move(playing("scarabya", "mine open open"), 1) == Summary("playing", 0b101, None, None)


def test_who_leaves_has_no_seat_any_more() -> None:
    summed = after(playing("scarab", "mine open open"), BOB, deeds.resign, 1)
    assert summed.seating is not None
    assert summed.seating.seats == {ANN: 0b001, BOB: 0, "cas": 0b100}


def test_saying_that_one_resigns_is_not_resigning() -> None:
    assert after(playing("scarab"), ANN, deeds.say, "!resign").seating is None


def test_somebody_else_thinks_for_a_bot_where_nobody_has_after_a_while() -> None:
    company = playing("scarab", "mine bot:club").wait(9)
    assert after_move(company, 0).wake == company.now + PATIENCE


def test_a_seat_that_was_left_is_a_bots() -> None:
    company = playing("scarab", "mine open open").wait(9)
    assert after(company, ANN, deeds.resign, 0).wake == company.now + PATIENCE


def test_a_clock_wakes_the_house() -> None:
    company = playing("scarab", clock=ONE_MINUTE).wait(9)
    assert after_move(company, 0).wake == company.now + 60 * SECOND


def test_the_house_wakes_for_whatever_comes_first() -> None:
    company = playing("scarabya", "mine open bot:club", clock=ONE_MINUTE)
    assert after_move(company.wait(50), 0).wake == company.now + PATIENCE
    assert after_move(company.wait(8), 0).wake == NOON + 60 * SECOND


def test_the_house_need_not_look_after_what_is_over_or_gone() -> None:
    over = after(playing("scarab", clock=ONE_MINUTE), ANN, deeds.resign, 0)
    assert (over.status, over.due, over.wake) == ("over", 0, None)
    gone = after(two_waiting(), ANN, deeds.stand)
    assert (gone.status, gone.due, gone.wake) == ("gone", 0, None)

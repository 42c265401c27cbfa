"""Clocks: those of all people who are due run, a turn brings its increment, and whoever runs out is known."""

from __future__ import annotations

import pytest

from digsite.core.errors import DigsiteError
from digsite.table import deeds
from digsite.table.clock import DAY, MOST_SECONDS, Clock, Pace
from tests.table.people import NOON, ONE_DAY, ONE_MINUTE, SECOND, Company, playing


def in_marajoara(clock: Clock) -> Company:
    """Return a table where Ann is about to capture, with more to choose in the same turn."""
    company = playing("marajoara", clock=clock)
    company.play_until(lambda: company.due == (0,) and company.moves(0)[0].startswith("capture"))
    return company


def interrupted(clock: Clock) -> Company:
    """Return a table where Ann must choose in Bob's turn."""
    company = playing("marajoara", clock=clock)
    company.play_until(lambda: (company.due, company.in_turn) == ((0,), (1,)), seed=13)
    return company


# --- what can be agreed on


@pytest.mark.parametrize(
    ("pace", "seconds", "increment"),
    [
        ("none", 1, 0),
        ("none", 0, 1),
        ("live", 9, 0),
        ("live", MOST_SECONDS + 1, 0),
        ("live", 60, -1),
        ("live", 60, 301),
        ("days", 0, 0),
        ("days", DAY + 1, 0),
        ("days", 15 * DAY, 0),
        ("days", DAY, 1),
    ],
)
def test_a_clock_that_nobody_could_play_by_is_refused(pace: Pace, seconds: int, increment: int) -> None:
    with pytest.raises(DigsiteError) as refused:
        Clock(pace, seconds, increment)
    assert refused.value.code == "bad_clock"


def test_without_a_clock_nobody_runs_out_of_time() -> None:
    company = playing("scarab").wait(1e7)
    assert company.table.clock is None
    assert company.table.deadline() is None
    assert company.table.late(company.now) == ()


# --- seconds, and some more for each turn


def test_the_clock_of_the_seat_in_turn_runs_and_its_turn_brings_the_increment() -> None:
    company = playing("scarab", clock=ONE_MINUTE)
    company.wait(10).play(0)
    assert company.left == [55, 60]
    company.wait(2).play(1)
    assert company.left == [55, 63]


def test_what_is_said_or_refused_costs_no_time() -> None:
    company = playing("scarab", clock=ONE_MINUTE).wait(10)
    company.do("bob", deeds.say, "well?")
    company.refusal("bob", deeds.move, 1, "go a1", 0)
    assert company.left == [60, 60]
    company.play(0)
    assert company.left == [55, 60]


def test_S9_what_follows_from_an_ankh_is_the_same_turn() -> None:
    company = playing("scarab", clock=ONE_MINUTE)
    company.play_until(lambda: company.moves(company.due[0])[0].startswith("put"))
    seat, before = company.due[0], company.left
    finished = sum(event.seat == seat for event in company.log.events) - 1
    assert before[seat] == 60 + 5 * finished, "none yet for landing on the ankh"
    company.wait(3).play()
    assert company.left[seat] == before[seat] - 3 + 5


def test_Y13_all_who_are_due_run_and_whoever_has_placed_does_not() -> None:
    company = playing("scarabya", "mine open open", clock=ONE_MINUTE)
    company.wait(10).play(1)
    assert company.left == [50, 55, 50]
    company.wait(10).play(0)
    assert company.left == [45, 55, 40]
    company.wait(10).play(2)
    assert company.left == [45, 55, 35]
    company.wait(1).play(0)
    assert company.left == [49, 54, 34], "the next round has begun for all"


def test_Y17_turning_a_card_takes_no_time() -> None:
    company = playing("scarabya", mode="duel", clock=ONE_MINUTE)
    company.wait(4).play(0)
    company.wait(7).play(1)
    assert company.left == [61, 58]


def test_a_turn_of_small_moves_brings_one_increment() -> None:
    company = in_marajoara(ONE_MINUTE)
    before, moves = company.left, 0
    while company.in_turn == (0,):
        assert company.left == [before[0] - moves, before[1]]
        company.wait(1).play(0)
        moves += 1
    assert moves > 1
    assert company.left == [before[0] - moves + 5, before[1]]


def test_an_interrupt_runs_the_choosers_clock_and_brings_nothing() -> None:
    company = interrupted(ONE_MINUTE)
    before = company.left
    company.wait(7).play(0)
    assert company.left == [before[0] - 7, before[1]]


def test_nobody_has_less_than_no_time() -> None:
    company = playing("scarab", clock=ONE_MINUTE)
    company.wait(1000).play(0)
    assert company.left == [5, 60], "whoever was given grace goes on with the increment"


# --- bots and those who left


def test_no_clock_runs_for_a_bot() -> None:
    company = playing("scarab", "bot:club mine", clock=ONE_MINUTE)
    assert company.table.deadline() is None
    company.wait(100).play(0)
    assert company.left == [60, 60]
    company.wait(1).play(1)
    company.wait(1000)
    assert company.table.late(company.now) == ()


def test_no_clock_runs_for_a_seat_that_was_left() -> None:
    company = playing("scarab", "mine open open", clock=ONE_MINUTE)
    company.wait(10).do("ann", deeds.resign, 0)
    company.wait(1000).play(0)
    assert company.left == [50, 60, 60]


# --- taking back


def test_a_take_back_gives_the_increment_back() -> None:
    company = playing("scarab", clock=ONE_MINUTE)
    company.wait(10).play(0)
    company.wait(3).back(0)
    assert company.left == [50, 57]
    company.wait(1).play(0)
    assert company.left == [54, 57]


def test_no_time_can_be_won_by_taking_back_what_a_bot_has_answered() -> None:
    company = playing("scarab", "mine bot:club bot:club", clock=ONE_MINUTE)
    for _ in range(3):
        company.play(0)
        company.play(1)
        company.play(2)
    for back in (1, 2, 3):
        company.back(0)
        assert company.left[0] == 75 - 5 * back


def test_who_has_thought_an_increment_away_has_no_time_after_taking_back() -> None:
    company = playing("scarab", "mine bot:club", clock=Clock("live", 10, 5))
    company.wait(9).play(0)
    company.play(1)
    company.wait(4).back(0)
    assert company.left[0] == 0


def test_Y13_a_choice_taken_back_gives_back_its_own_increment_only() -> None:
    company = playing("scarabya", "mine open open", clock=ONE_MINUTE)
    company.wait(10).play(0)
    company.wait(10).play(1)
    company.wait(10).back(0)
    assert company.left == [50, 45, 30]
    company.wait(10).play(0)
    assert company.left == [45, 45, 20]


def test_a_small_move_taken_back_within_a_turn_changes_no_time() -> None:
    company = in_marajoara(ONE_MINUTE)
    before = company.left
    company.play(0)
    company.wait(2).back(0)
    assert company.left == [before[0] - 2, before[1]]


# --- days


def test_with_days_every_turn_has_all_of_them() -> None:
    company = playing("scarab", clock=ONE_DAY)
    company.wait(DAY - 1).play(0)
    company.wait(DAY - 1).play(1)
    assert company.left == [DAY, DAY]
    company.wait(DAY - 1)
    assert company.table.late(company.now) == ()
    assert company.table.late(company.now + SECOND) == (0,)


def test_with_days_nobody_wins_time_by_taking_back() -> None:
    company = playing("scarab", "mine bot:club open", clock=ONE_DAY)
    company.wait(DAY - 100).play(0)
    company.play(1)
    company.wait(10).back(0)
    assert company.left[0] == 100
    company.wait(10).play(0)
    company.play(1)
    assert company.left == [DAY, DAY, DAY], "nor does the other lose any"


def test_with_days_a_choice_in_anothers_turn_costs_none_of_ones_own() -> None:
    company = interrupted(ONE_DAY)
    company.wait(DAY / 2).play(0)
    company.play_until(lambda: company.in_turn == (0,))
    assert company.left[0] == DAY


def test_with_days_a_turn_of_small_moves_has_them_together() -> None:
    company = in_marajoara(ONE_DAY)
    company.wait(DAY / 2).play(0)
    assert company.in_turn == (0,)
    assert company.left[0] == DAY / 2


# --- running out


def test_the_deadline_is_that_of_the_first_person_who_is_due() -> None:
    company = playing("scarabya", "mine open", clock=ONE_MINUTE)
    company.wait(10).play(1)
    assert company.table.deadline() == NOON + 60 * SECOND
    company.play(0)
    company.wait(5).play(0)
    assert company.left == [55, 50]
    assert company.table.deadline() == NOON + 65 * SECOND, "that of seat 1"


@pytest.mark.parametrize("offset", range(0, 1000, 37))
def test_at_the_deadline_somebody_is_late_and_not_before(offset: int) -> None:
    company = playing("scarab", clock=Clock("live", 11, 1))
    for thought in (0.001, 0.7, 0.339, 1.1, 2.003):
        company.wait(thought + offset / SECOND).play()
    deadline = company.table.deadline()
    assert deadline is not None
    assert company.table.late(deadline) == company.table.due
    assert company.table.late(deadline - 1) == ()


def test_several_may_be_late_at_once_the_first_one_first() -> None:
    company = playing("scarabya", "mine open open", clock=ONE_MINUTE)
    company.wait(10).play(1)
    company.wait(10).play(0)
    company.wait(10).play(2)
    assert company.left == [45, 55, 35]
    assert company.table.late(company.now + 44 * SECOND) == (2,)
    assert company.table.late(company.now + 99 * SECOND) == (2, 0, 1)


def test_when_it_is_over_no_clock_runs() -> None:
    company = playing("scarab", clock=ONE_MINUTE)
    company.do("ann", deeds.resign, 0)
    assert company.table.deadline() is None
    assert company.table.late(company.now + 1000 * SECOND) == ()


# --- outages


def outage(company: Company, since: float, until: float) -> None:
    """Let the house give back an outage, in seconds since noon."""
    period = (NOON + round(since * SECOND), NOON + round(until * SECOND))
    company.do("", deeds.pause, (period,))


def pauses(company: Company) -> int:
    return sum(entry.what == "pause" for entry in company.saved)


def test_what_an_outage_took_from_a_running_clock_is_given_back() -> None:
    company = playing("scarab", clock=ONE_MINUTE).wait(50)
    outage(company, 20, 45)
    assert company.table.deadline() == NOON + 85 * SECOND
    assert company.left == [85, 60], "as of the start, when the last event was"
    company.play(0)
    assert company.left == [40, 60]


def test_an_outage_that_several_tell_of_counts_once() -> None:
    company = playing("scarab", clock=ONE_MINUTE).wait(50)
    outage(company, 10, 30)
    for since, until in ((10, 30), (15, 25), (20, 32), (5, 12)):
        outage(company, since, until)
    assert company.left == [60 + 27, 60]
    assert pauses(company) == 3, "what brings nothing is not written"


def test_an_outage_gives_nothing_for_what_was_before_ones_turn() -> None:
    company = playing("scarab", clock=ONE_MINUTE).wait(20)
    company.play(0)
    company.wait(10)
    outage(company, 10, 25)
    assert company.left == [45, 65]


def test_an_outage_gives_nothing_for_what_is_still_to_come() -> None:
    company = playing("scarab", clock=ONE_MINUTE).wait(10)
    outage(company, 5, 1000)
    assert company.left == [65, 60]


def test_Y13_each_seat_gets_what_it_has_lost_itself() -> None:
    company = playing("scarabya", "mine open open", clock=ONE_MINUTE)
    company.wait(20).play(1)
    company.wait(10)
    outage(company, 10, 30)
    assert company.left == [40 + 20, 45, 40 + 20], "those who wait for the house have lost all of it"
    company.play(0)
    assert company.left == [60 - 10 + 5, 45, 50]


def test_whoever_moved_meanwhile_could_move() -> None:
    company = in_marajoara(ONE_MINUTE)
    before = company.left
    began = (company.now - NOON) / SECOND
    company.wait(10).play(0)
    assert company.in_turn == (0,)
    company.wait(5)
    outage(company, began, began + 15)
    assert company.left == [before[0] - 10 + 5, before[1]]


def test_with_days_an_outage_is_given_back_too() -> None:
    company = playing("scarab", clock=ONE_DAY).wait(DAY - 1)
    outage(company, DAY - 3600, DAY - 1)
    assert company.table.deadline() == NOON + (DAY + 3599) * SECOND


def test_where_no_clock_runs_nothing_is_given_back() -> None:
    for company in (playing("scarab"), playing("scarab", "bot:club mine", clock=ONE_MINUTE)):
        company.wait(50)
        outage(company, 0, 50)
        assert pauses(company) == 0
    over = playing("scarab", clock=ONE_MINUTE)
    over.do("ann", deeds.resign, 0)
    outage(over, 0, 50)
    assert pauses(over) == 0


def test_clocks_stood_still_until_the_next_event() -> None:
    company = playing("scarab", clock=ONE_MINUTE).wait(30)
    outage(company, 5, 10)
    outage(company, 20, 30)
    assert company.table.stood_still == 15_000
    company.play(0)
    assert company.table.stood_still == 0


def test_an_outage_does_not_change_what_the_log_says() -> None:
    company = playing("scarab", clock=ONE_MINUTE).wait(30)
    outage(company, 5, 25)
    company.play(0)
    assert [event.seconds for event in company.table.playing.log.events] == [30]


# --- what comes too late


def test_whoever_ran_out_of_time_hears_that_it_is_too_late() -> None:
    company = playing("scarab", clock=ONE_MINUTE)
    text = company.moves(0)[0]
    company.wait(60).do("", deeds.run_out)
    assert company.refusal("ann", deeds.move, 0, text, 0) == "out_of_time"
    assert company.refusal("ann", deeds.take_back, 0) == "out_of_time"
    assert company.refusal("ann", deeds.resign, 0) == "out_of_time"
    assert company.refusal("bob", deeds.resign, 1) == "game_over"
    assert company.refusal("cas", deeds.move, 0, text, 0) == "game_over"

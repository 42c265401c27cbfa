"""Positions that are not kept are computed, and are the same ones."""

from __future__ import annotations

import pytest

from digsite.core.names import Seat
from digsite.table.course import KEPT_EVERY
from digsite.table.log import BACK, Event
from tests.table.people import Company, playing


@pytest.mark.parametrize("game", ["scarab", "scarabya", "marajoara"])
def test_positions_are_those_that_were_there(game: str) -> None:
    company = playing(game)
    course = company.table.playing.course
    seen = [*course.positions()]
    while company.table.status == "playing" and len(course.turns) < 3 * KEPT_EVERY:
        before = len(course.turns)
        company.play()
        course = company.table.playing.course
        seen = seen[: before + 1] + course.positions(before)[1:]
    assert len(course.turns) > 10
    for first in range(len(course.turns) + 1):
        found = course.positions(first)
        assert [position.tobytes() for position in found] == [position.tobytes() for position in seen[first:]]


def play_long(company: Company) -> None:
    """Play at random, for longer than positions are kept."""
    company.play_until(lambda: len(company.table.playing.course.turns) > KEPT_EVERY + 3)


def test_few_positions_are_kept() -> None:
    company = playing("scarab", "mine mine:Ben")
    play_long(company)
    kept = [turn.kept is not None for turn in company.table.playing.course.turns]
    assert kept == [place % KEPT_EVERY == 0 for place in range(len(kept))]


def test_far_back_is_still_back() -> None:
    company = playing("scarab", "mine mine:Ben")
    first = company.position.tobytes()
    play_long(company)
    course = company.table.playing.course
    while course.turns:
        course = course.after(Event(0, course.turns[-1].seat, BACK))
    assert course.position.tobytes() == first
    assert course.draws == 0
    assert course.last_move_of(Seat(0)) is None

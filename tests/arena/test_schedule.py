"""The schedule: who meets whom, how often, and where they sit."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from digsite.arena.contest import Contest
from digsite.arena.schedule import deals, line_ups, schedule
from tests.arena.contests import THREE, contest


def test_two_seats_are_swapped_on_every_deal() -> None:
    jobs = schedule(contest(games=6))
    assert {job.deal for job in jobs} == {0, 1, 2}
    for deal in range(3):
        assert sorted(job.line_up for job in jobs if job.deal == deal) == sorted(permutations(THREE, 2))


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_seats_each_bot_is_alone_in_every_seat_equally_often(seats: int) -> None:
    jobs = schedule(contest(seats=seats, games=4 * seats))
    alone = Counter(
        (bot, (set(job.line_up) - {bot}).pop(), seat)
        for job in jobs
        for seat, bot in enumerate(job.line_up)
        if job.line_up.count(bot) == 1
    )
    assert set(alone) == {(*pair, seat) for pair in permutations(THREE, 2) for seat in range(seats)}
    assert set(alone.values()) == {2}


def test_partners_are_the_same_bot() -> None:
    jobs = schedule(contest(seats=4, games=2, teams="yes", bots=("random", "greedy")))
    assert [job.line_up for job in jobs] == [
        ("random", "random", "greedy", "greedy"),
        ("greedy", "greedy", "random", "random"),
    ]


def test_alone_every_bot_plays_every_deal_once() -> None:
    jobs = schedule(contest("scarabya", 1, mode="solo", games=3))
    assert [job.key for job in jobs] == [(deal, (bot,)) for deal in range(3) for bot in THREE]


@pytest.mark.parametrize(
    ("games", "sides", "expected"),
    [
        (1, (0,), 1),
        (1, (0, 1), 1),
        (5, (0, 1), 3),
        (6, (0, 0, 1, 1), 3),
        (1, (0, 1, 2), 3),
        (7, (0, 1, 2), 6),
        (9, (0, 1, 2, 3), 8),
    ],
)
def test_games_are_rounded_up_until_everyone_sat_everywhere(
    games: int, sides: tuple[int, ...], expected: int
) -> None:
    assert deals(games, sides) == expected
    pairs = [line_up for deal in range(expected) for line_up in line_ups(("a", "b"), sides, deal)]
    assert len(pairs) >= games


def test_deals_are_the_same_for_the_same_seed_and_different_otherwise() -> None:
    def text(asked: Contest, deal: int) -> str:
        return asked.rules.text(asked.deal(deal))

    assert text(contest(), 0) == text(contest(games=50, bots=("greedy", "keen")), 0)
    assert len({text(contest(), deal) for deal in range(5)}) == 5

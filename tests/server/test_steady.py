"""The clock that people play by goes on evenly, whatever the machine's clock does."""

from __future__ import annotations

import pytest

from digsite.server.steady import Steady

SECOND = 1_000_000_000
MINUTE = 60 * SECOND
NOON = 1_800_000_000 * SECOND


class Machine:
    """A machine whose clock can be set."""

    def __init__(self) -> None:
        self.wall, self.even = NOON, 7 * SECOND
        self.clock = Steady(lambda: self.wall, lambda: self.even)

    def wait(self, nanoseconds: int) -> None:
        self.wall += nanoseconds
        self.even += nanoseconds

    @property
    def now(self) -> float:
        """Return how many seconds it is after noon."""
        return (self.clock.now() - NOON // 1_000_000) / 1_000


def test_it_begins_with_the_clock_of_the_machine_and_goes_on_with_it() -> None:
    machine = Machine()
    assert machine.now == 0
    machine.wait(MINUTE)
    assert machine.now == 60


@pytest.mark.parametrize("jump", [3_600, -3_600])
def test_a_jump_is_not_followed_at_once(jump: int) -> None:
    machine = Machine()
    machine.wall += jump * SECOND
    assert machine.now == 0
    machine.wait(100 * SECOND)
    assert machine.now == 100 + (1 if jump > 0 else -1)


@pytest.mark.parametrize("jump", [-5, 5])
def test_after_a_while_it_is_right_again_and_stays_so(jump: int) -> None:
    machine = Machine()
    machine.wall += jump * SECOND
    for _ in range(20):
        machine.wait(MINUTE)
        machine.clock.now()
    assert machine.now == 20 * 60 + jump
    machine.wait(MINUTE)
    assert machine.now == 21 * 60 + jump


def test_it_never_goes_back() -> None:
    machine = Machine()
    told = []
    for jump in (-3_600, 7_200, -7_200, 3_600) * 5:
        machine.wall += jump * SECOND
        machine.wait(SECOND // 3)
        told.append(machine.now)
    assert told == sorted(told)


def test_a_machine_that_slept_has_players_who_lost_no_time() -> None:
    """The even clock of Linux stands still meanwhile; that of the wall does not."""
    machine = Machine()
    machine.wall += 8 * 60 * MINUTE
    assert machine.now == 0

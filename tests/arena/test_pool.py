"""Workers on this machine."""

from __future__ import annotations

from multiprocessing import active_children

import pytest

from digsite.arena.job import Job
from digsite.arena.play import play_ready
from digsite.arena.pool import Pool
from digsite.core.errors import DigsiteError
from tests.arena.contests import contest


def test_a_worker_that_was_ended_from_outside_is_said_and_nobody_is_left() -> None:
    asked, before = contest(), set(active_children())
    with Pool(1, play_ready) as pool:
        given = {pool.give(Job(asked, 0, ("random", "greedy")))}
        for worker in set(active_children()) - before:
            worker.kill()
        with pytest.raises(DigsiteError) as refused:
            pool.take(given)
    assert refused.value.code == "arena_worker_died"
    assert set(active_children()) <= before

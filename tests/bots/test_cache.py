"""Compiled once: a second process loads every bot from the cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from digsite.games import GAMES

SCRIPT = """
import sys
from numba.core.event import install_recorder
from digsite.bots import LEVELS, YARDSTICKS, Bot, Budget
from digsite.core.fair import Stream
from digsite.core.names import CHANCE
from digsite.games import game

with install_recorder("numba:compile") as compiled:
    rules = game(sys.argv[1])
    options = rules.options({})
    pos = rules.deal(options, rules.seat_counts(options)[-1], Stream(b"", "cache"))
    while rules.movers(pos) == (CHANCE,):
        pos = rules.play(pos, CHANCE, rules.legal(pos, CHANCE)[0])
    seat = rules.movers(pos)[0]
    for name in sys.argv[2:]:
        Bot(rules, name, 1, Budget(nodes=200)).move(rules.view(pos, seat), seat)
print(len(compiled.buffer))
"""


def compiled_functions(key: str, cache: Path | None, *names: str) -> int:
    """Return how many functions a new process compiles, with an own cache or the one of all tests."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, key, *names],
        env=environment | ({"NUMBA_CACHE_DIR": str(cache)} if cache else {}),
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)


@pytest.mark.parametrize("key", GAMES)
def test_the_strongest_bot_is_not_compiled_again(key: str) -> None:
    compiled_functions(key, None, "master")
    assert compiled_functions(key, None, "master") == 0


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_no_bot_is_compiled_again(key: str, tmp_path: Path) -> None:
    names = ("beginner", "casual", "club", "expert", "master", "random", "greedy", "keen", "flat", "rollouts")
    assert compiled_functions(key, tmp_path, *names) > 0
    assert compiled_functions(key, tmp_path, *names) == 0

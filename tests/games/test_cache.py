"""Compiled once: a second process loads all rules from the cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from digsite.games import GAMES

SCRIPT = """
import sys
from numba.core.dispatcher import Dispatcher
from digsite.games import game

rules = game(sys.argv[1])
for step in rules.prepare():
    pass
modules = [module for name, module in sys.modules.items() if name.startswith("digsite.games.")]
entries = {f for module in modules for f in vars(module).values() if isinstance(f, Dispatcher)}
print(sum(f.stats.cache_hits[s] for f in entries for s in f.stats.cache_hits),
      sum(f.stats.cache_misses[s] for f in entries for s in f.stats.cache_misses))
"""


def hits_and_misses(key: str, cache: Path) -> tuple[int, int]:
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, key],
        env=environment | {"NUMBA_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    hits, misses = map(int, done.stdout.split())
    return hits, misses


@pytest.mark.parametrize(
    "key", ["scarab", *(pytest.param(key, marks=pytest.mark.long) for key in GAMES if key != "scarab")]
)
def test_a_second_process_compiles_nothing(key: str, tmp_path: Path) -> None:
    hits, misses = hits_and_misses(key, tmp_path)
    assert misses > 0
    hits, misses = hits_and_misses(key, tmp_path)
    assert (hits > 0, misses) == (True, 0)

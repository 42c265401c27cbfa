"""Ray: the same jobs come to the same results there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.test_arena import SHORT, arena, outcomes


@pytest.mark.long
def test_a_ray_of_this_machine_finds_the_same_as_our_own_processes(tmp_path: Path) -> None:
    """In a process of its own: Ray leaves threads and signal handlers behind."""
    args = [*SHORT, "--jobs", "2", "--ray", "local", "--out", str(tmp_path / "ray")]
    done = subprocess.run(
        [sys.executable, "-m", "digsite", *args], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.strip() == "", "Ray keeps quiet"
    assert arena(tmp_path / "pool").code == 0
    assert outcomes(tmp_path / "ray") == outcomes(tmp_path / "pool")


@pytest.mark.long
def test_a_cluster_that_is_not_there_is_refused(tmp_path: Path) -> None:
    args = [*SHORT, "--ray", "127.0.0.1:1", "--out", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-m", "digsite", *args], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "Ray at 127.0.0.1:1 cannot be used" in done.stderr
    assert "Traceback" not in done.stderr

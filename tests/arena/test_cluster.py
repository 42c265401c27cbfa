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


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1"])
def test_a_cluster_that_is_not_there_is_refused(address: str, tmp_path: Path) -> None:
    refused = arena(tmp_path, "--ray", address)
    assert refused.code == 1
    assert f"Ray at {address} cannot be used" in refused.err

"""kill -9, again and again: every move that was acknowledged is still there, and the game goes on."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from digsite.table import log as logs
from digsite.table.verify import verify

ROOT = Path(__file__).parent.parent.parent


def play(path: Path, acknowledged: int | None) -> int:
    """Let a process play; kill it after so many acknowledgements. Return the last event it named."""
    command = [sys.executable, "-m", "tests.table.player", str(path)]
    last = 0
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for count, line in enumerate(process.stdout, 1):
            last = int(line)
            if count == acknowledged:
                process.kill()
                break
    return last


def events(path: Path) -> int:
    return len(logs.read(logs.mended(path.read_bytes()).decode()).events)


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.long)])
def test_what_was_acknowledged_survives_kill_9(kills: int, tmp_path: Path) -> None:
    path, rng = tmp_path / "game.dig", random.Random(kills)
    for _ in range(kills):
        last = play(path, acknowledged=rng.randrange(1, 3))
        assert events(path) >= last
        if logs.read(logs.mended(path.read_bytes()).decode()).ending is not None:
            path.unlink()
    play(path, acknowledged=None)
    assert verify(logs.read(path.read_text(encoding="utf-8"))).draws == 12

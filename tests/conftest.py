"""Before several workers start, everything is compiled once: they would all do it at the same time."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from digsite.games import GAMES

pytest_plugins = ["tests.services"]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile all games side by side, if this process is the one that starts the workers."""
    starts_workers = getattr(session.config.option, "numprocesses", None) and not hasattr(
        session.config, "workerinput"
    )
    if starts_workers and not os.environ.get("NUMBA_DISABLE_JIT"):
        started = [subprocess.Popen([sys.executable, "-m", "tests.warm", key]) for key in GAMES]
        assert [process.wait() for process in started] == [0] * len(started)

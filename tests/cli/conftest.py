"""Every test of the terminal has a home of its own, no colours, and speaks English unless it says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import terminal


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep logs and secrets in a folder that only this test sees."""
    home = tmp_path / "home"
    monkeypatch.setenv("DIGSITE_HOME", str(home))
    monkeypatch.setenv("DIGSITE_NAME", "Anna")
    monkeypatch.setenv("DIGSITE_LANG", "en")
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return home


@pytest.fixture
def fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix the secret, the nonces and the seeds of all tables."""
    terminal.fix_chance(monkeypatch)

"""What the terminal keeps of games is for its owner alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.terminal import digsite


@pytest.mark.parametrize("is_new", [True, False])
def test_logs_and_secrets_are_for_their_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_new: bool
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("DIGSITE_HOME", str(home))
    folders = [home / "logs", home / "secrets"]
    before = os.umask(0)
    try:
        for folder in [] if is_new else folders:  # as an older version made them
            folder.mkdir(parents=True)
        assert digsite("play", "scarab", typed=["q"]).code == 0
    finally:
        os.umask(before)
    assert {folder.stat().st_mode & 0o777 for folder in folders} == {0o700}
    files = [file for folder in folders for file in folder.iterdir()]
    assert len(files) == 2
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    assert home.stat().st_mode & 0o777 == (0o700 if is_new else 0o777)

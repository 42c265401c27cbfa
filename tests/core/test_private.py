"""What is made here is for its owner alone, and what is somebody else's is left alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from digsite.core import private


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture(autouse=True)
def wide() -> Iterator[None]:
    """Let the umask take nothing away."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_files_and_folders_are_for_their_owner(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    private.make_folder(tmp_path / "a" / "b")
    os.close(private.make_file(tmp_path / "file"))
    private.reserve(tmp_path / "reserved")
    with open(tmp_path / "opened", "w", opener=private.opener):
        pass
    assert {mode(tmp_path / name) for name in ("a", "a/b")} == {0o700}
    assert {mode(tmp_path / name) for name in ("file", "reserved", "opened")} == {0o600}
    assert mode(tmp_path) == 0o755, "it was there before"


def test_what_is_there_is_narrowed_and_nothing_else_changes(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    for name, given in (("wide", 0o666), ("read", 0o444), ("narrow", 0o400)):
        (tmp_path / name).write_text(name)
        (tmp_path / name).chmod(given)
    private.narrow([tmp_path / name for name in ("wide", "read", "narrow", "none")])
    assert [mode(tmp_path / name) for name in ("wide", "read", "narrow")] == [0o600, 0o400, 0o400]
    private.reserve(tmp_path / "wide")
    assert (tmp_path / "wide").read_text() == "wide"
    private.own_folder(tmp_path)
    assert mode(tmp_path) == 0o700


def test_a_file_that_is_there_is_not_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError):
        private.make_file(tmp_path / "file")

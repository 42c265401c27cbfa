"""Files and folders that only their owner may read, whatever the umask and whoever made them before."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

FILE: Final = 0o600
FOLDER: Final = 0o700
OTHERS: Final = 0o077
"""What group and others may do."""


def make_folder(folder: Path) -> None:
    """Make a folder with those above it; one that is there may be shared, and stays as it is."""
    for place in reversed([folder, *folder.parents]):
        if not place.is_dir():
            place.mkdir(mode=FOLDER, exist_ok=True)


def own_folder(folder: Path) -> None:
    """Make a folder that nobody else has a use for, or narrow it."""
    make_folder(folder)
    narrow([folder])


def make_file(path: Path) -> int:
    """Make a file that must not be there yet; return its descriptor."""
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE)


def opener(path: str, flags: int) -> int:
    """Open a file for Python's `open`; where it is made by that, nobody else may read it."""
    return os.open(path, flags, FILE)


def reserve(path: Path) -> None:
    """Make an empty file for others to open, unless there is one.

    One that is there is not opened: to close it would end the locks that SQLite has on it in this process.
    """
    with suppress(FileExistsError):
        os.close(make_file(path))


def narrow(paths: Iterable[Path]) -> None:
    """Take from others what they may do with files or folders; those of another owner stay as they are."""
    for path in paths:
        with suppress(FileNotFoundError, PermissionError):
            mode = path.stat().st_mode
            if mode & OTHERS:
                path.chmod(mode & ~OTHERS)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

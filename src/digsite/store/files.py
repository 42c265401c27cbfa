"""The files of a database while it is open: what is written to others, or to none, would be lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from digsite.core.errors import DigsiteError
from digsite.store.append import LOG

if TYPE_CHECKING:
    import os
    from pathlib import Path

Identity: TypeAlias = tuple[int, int]
"""The device of a file and its number there: a file that is moved away and back has the same."""


class OpenedFiles:
    """Database and write-ahead log, as they were found when the database was opened.

    SQLite goes on writing to a file that was removed or replaced; after a restart nobody would find it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        logged = path.with_name(f"{path.name}-wal")
        self._known = {file: _identity(file.stat()) for file in (path, logged)}
        self._is_missing = False
        self._is_replaced = False

    def require(self) -> None:
        """Refuse where a file is missing, until it is back; where another one took its place, for good."""
        is_missing = not self._is_replaced and not self._are_there()
        if is_missing != self._is_missing:
            self._is_missing = is_missing
            LOG.error("%s is %s", self._path, "missing: nothing is saved" if is_missing else "back")
        if is_missing or self._is_replaced:
            raise DigsiteError("store_lost")

    def _are_there(self) -> bool:
        """Tell whether all files are at their places, and note where others are."""
        try:
            found = {file: file.stat() for file in self._known}
        except OSError:
            return False
        if any(_identity(found[file]) != known for file, known in self._known.items()):
            self._is_replaced = True
            LOG.critical("%s was replaced: nothing is saved until the house is restarted", self._path)
        return found[self._path].st_size > 0


def _identity(found: os.stat_result) -> Identity:
    return found.st_dev, found.st_ino

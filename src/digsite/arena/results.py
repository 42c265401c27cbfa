"""The results file: a header with what was asked, then a line for each game as soon as it is over."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Protocol

from digsite.arena.played import Played, read_played
from digsite.core.errors import BadText, DigsiteError

if TYPE_CHECKING:
    from pathlib import Path

    from digsite.arena.job import JobKey


class Asked(Protocol):
    """What results are for: a contest."""

    def header(self) -> dict[str, Any]:
        """Return all that the results depend on, `arena` among it."""


class Results:
    """What a contest has brought so far, kept in a file that is only added to."""

    def __init__(self, path: Path, asked: Asked) -> None:
        """Open the file of a contest, or begin it; refuse the file of another contest."""
        self.path = path
        self.played: dict[JobKey, Played] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _mend(path)
            lines = path.read_text(encoding="utf-8").splitlines()
        except OSError as error:
            raise DigsiteError("cannot_write", path=str(path), why=str(error.strerror)) from error
        except UnicodeDecodeError:
            raise DigsiteError("not_text", path=str(path)) from None
        header = asked.header()
        if lines:
            self._read(lines, header)
        else:
            self._append(json.dumps(header) + "\n")

    def add(self, played: Played) -> None:
        """Keep a game that is over."""
        self._append(played.line())
        self.played[played.key] = played

    def _append(self, line: str) -> None:
        try:
            with self.path.open("ab", buffering=0) as file:
                file.write(line.encode())
        except OSError as error:
            raise DigsiteError("cannot_write", path=str(self.path), why=str(error.strerror)) from error

    def _read(self, lines: list[str], header: dict[str, Any]) -> None:
        _check(_header(lines[0], self.path), header, self.path)
        for number, line in enumerate(lines[1:], 2):
            try:
                played = read_played(line)
            except (ValueError, TypeError, AttributeError):
                raise BadText("arena_line", line=number, path=str(self.path)) from None
            self.played[played.key] = played


def _mend(path: Path) -> None:
    """Make sure that there is a file, and cut off a last line that was not written to its end."""
    path.touch()
    data = path.read_bytes()
    if not data.endswith(b"\n"):
        os.truncate(path, data.rfind(b"\n") + 1)


def _header(line: str, path: Path) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict) or "arena" not in found:
        raise BadText("arena_line", line=1, path=str(path))
    return found


def _check(found: dict[str, Any], header: dict[str, Any], path: Path) -> None:
    """Refuse to go on with what was asked differently, and say what is different."""
    written = json.loads(json.dumps(header))
    different = [key for key in {**written, **found} if written.get(key) != found.get(key)]
    if different:
        raise DigsiteError("arena_other", path=str(path), different=", ".join(different))

"""What the bots and rules are made of: results of different bots must not be mixed in one file."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import digsite

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGES: Final = ("core", "games", "bots")
COMPILED: Final = "__pycache__"


@cache
def fingerprint() -> str:
    """Return a name for all files that decide how a game goes, also those that are data."""
    root = Path(digsite.__file__).parent
    digest = hashlib.sha256()
    for path in _files(root):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def _files(root: Path) -> Iterator[Path]:
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*")):
            if path.is_file() and COMPILED not in path.parts:
                yield path

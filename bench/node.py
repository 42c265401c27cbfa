"""Node and what a folder of the bench needs of npm: the same Node that builds the page."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

from bench.measure import BenchError

BIN: Final = Path("web/.node/bin").absolute()


def program(name: str) -> str:
    """Return where `node` or `npm` lies."""
    if not (BIN / name).exists():
        message = f"no {name}: make page installs it"
        raise BenchError(message)
    return str(BIN / name)


def install(folder: Path) -> None:
    """Install what a folder's lock file names, unless it is there; nothing of it runs meanwhile."""
    lock, installed = folder / "package-lock.json", folder / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        command = [program("npm"), "ci", "--ignore-scripts", "--silent", "--no-audit", "--no-fund"]
        subprocess.run(command, cwd=folder, check=True, env={**os.environ, "NODE_USE_SYSTEM_CA": "1"})
        installed.touch()


def version() -> str:
    """Return the version of Node."""
    words = [program("node"), "--version"]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()

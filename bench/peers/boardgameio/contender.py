"""boardgame.io in the bench of the server."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Final

from bench.measure import BenchError
from bench.peers.boardgameio.check import check
from bench.peers.boardgameio.club import Club

FOLDER: Final = Path(__file__).parent
LOCK: Final = FOLDER / "package-lock.json"
INSTALLED: Final = FOLDER / "node_modules" / ".package-lock.json"
"""npm's own note of what it installed."""


class BoardgameIo:
    """boardgame.io's own server, as its documentation starts it, in memory."""

    name: Final = "boardgame.io"
    folder: Final = FOLDER
    environment: Final = {"NODE_ENV": "production"}

    def command(self, port: int) -> list[str]:
        """Install what is missing and return the command."""
        if not INSTALLED.exists() or INSTALLED.stat().st_mtime < LOCK.stat().st_mtime:
            subprocess.run(
                [_found("npm"), "ci", "--silent", "--no-audit", "--no-fund"], cwd=FOLDER, check=True
            )
        return [_found("node"), "server.js", str(port)]

    async def check(self, port: int) -> None:
        """Refuse a server with other rules than ours."""
        await check(port)

    def club(self, port: int, seed: int) -> Club:
        """Return clients."""
        return Club(port, seed)

    def versions(self) -> dict[str, str]:
        """Return the versions of Node and of boardgame.io."""
        node = subprocess.run(
            [_found("node"), "--version"], check=True, capture_output=True, text=True
        ).stdout
        wanted = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))["dependencies"]
        return {"node": node.strip(), **wanted}


def _found(program: str) -> str:
    if (path := shutil.which(program)) is None:
        message = f"no {program}: install Node.js (Debian: apt-get install nodejs npm)"
        raise BenchError(message)
    return path

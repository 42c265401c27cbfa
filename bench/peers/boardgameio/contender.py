"""boardgame.io in the bench of the server."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Final

from bench import node
from bench.peers.boardgameio.check import check
from bench.peers.boardgameio.match import Match
from bench.server.club import Club

FOLDER: Final = Path(__file__).parent


class BoardgameIo:
    """boardgame.io's own server, as its documentation starts it, in memory."""

    name: Final = "boardgame.io"
    folder: Final = FOLDER
    environment: Final = {"NODE_ENV": "production"}

    def command(self, port: int) -> list[str]:
        """Install what is missing and return the command."""
        node.install(FOLDER)
        return [node.program("node"), "server.js", str(port)]

    async def check(self, port: int) -> None:
        """Refuse a server with other rules than ours."""
        await check(port)

    def club(self, port: int, seed: int) -> Club:
        """Return clients."""
        return Club(partial(Match, port), seed)

    def clear(self) -> None:
        """Do nothing: it keeps everything in memory."""

    def versions(self) -> dict[str, str]:
        """Return the versions of Node and of boardgame.io."""
        wanted = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))["dependencies"]
        return {"node": node.version(), **wanted}

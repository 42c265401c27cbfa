"""Our own server in the bench: two guests at each table, every move on the disk before it is told."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from bench.measure import BenchError
from bench.server.club import Club
from bench.server.rest import Visit
from bench.server.websocket import Socket, connect
from digsite import __version__
from digsite.core.fair import nonce_hash

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping

SOCKET: Final = "/api/socket"
TABLE: Final = {
    "game": "scarab",
    "chairs": [{"kind": "mine"}, {"kind": "open"}],
    "starts_when_full": True,
}
UNLIMITED: Final = {
    "DIGSITE_REQUESTS_PER_MINUTE": "100000000",
    "DIGSITE_GUESTS_PER_HOUR": "100000000",
    "DIGSITE_SOCKETS_PER_CLIENT": "100000000",
    "DIGSITE_SOCKETS_PER_PERSON": "100000000",
    "DIGSITE_MESSAGES_PER_SECOND": "100000000",
    "DIGSITE_TABLES_PER_HOUR": "100000000",
    "DIGSITE_LISTED_TABLES_PER_GUEST": "100000000",
    "DIGSITE_OPEN_TABLES_PER_GUEST": "100000000",
    "DIGSITE_CHAIRS_PER_GUEST": "100000000",
}
"""All clients come from one address here."""
AS_SHIPPED: Final[dict[str, str]] = {}
"""The limits that a house has by default."""
NEWS: Final = b'{"type":"news"'
REFUSED: Final = b'{"type":"refused"'


class LegalMove(msgspec.Struct):
    """A move that one may make."""

    text: str


class You(msgspec.Struct):
    """What is for a client alone."""

    seat: int
    moves: list[LegalMove]


class Shown(msgspec.Struct):
    """What a client reads of the game."""

    round: int
    due: list[int]
    view: msgspec.Raw
    you: You | None


class Place(msgspec.Struct):
    """What a client reads of a chair."""

    yours: bool
    nonce: str | None


class About(msgspec.Struct):
    """What a client reads of the table."""

    places: list[Place]
    show_until: int | None

    @property
    def wants_nonce(self) -> bool:
        """Tell whether this client is asked for the nonce that it has hidden."""
        if self.show_until is None:
            return False
        return any(place.yours and place.nonce == "hidden" for place in self.places)


class News(msgspec.Struct):
    """What a client reads of the news."""

    id: str
    ply: int
    table: About | None
    game: Shown | None


_read: Final = msgspec.json.Decoder(News).decode
_write: Final = msgspec.json.Encoder().encode


class Client:
    """A guest with a socket, who sits at one table after another."""

    def __init__(self, hear: Callable[[], None]) -> None:
        self._hear_news = hear
        self._socket: Socket
        self.cookie = ""
        self.table = ""
        self.ply = 0
        self.game: Shown | None = None
        self._nonce = ""
        """That was not shown yet."""

    @property
    def moves(self) -> list[LegalMove]:
        """Return what one may do now."""
        return self.game.you.moves if self.game is not None and self.game.you is not None else []

    async def connect(self, port: int, name: str) -> None:
        """Come in and open the socket."""
        async with Visit(port) as visit:
            await visit.post("/api/me", {"name": name})
            self.cookie = f"Cookie: {visit.cookie}\r\n"
        self._socket = await connect(port, SOCKET, self._hear, self.cookie)

    def watch(self, table: str) -> None:
        """Leave the last table for another one."""
        if self.table:
            self._send({"type": "leave", "table": self.table})
        self.table, self.ply, self.game = table, 0, None
        self._send({"type": "watch", "table": table})

    def sit(self, chair: int) -> None:
        """Sit down as the page does: with the hash of a nonce that is shown when all chairs are taken."""
        self._nonce = secrets.token_hex(12)
        self.do(what="sit", chair=chair, nonce_hash=nonce_hash(self._nonce))

    def do(self, **deed: Any) -> None:
        """Do something at the table."""
        self._send({"type": "do", "id": 0, "table": self.table, "deed": deed})

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _send(self, message: dict[str, Any]) -> None:
        self._socket.send(_write(message))

    def _hear(self, message: bytes) -> None:
        if message.startswith(NEWS):
            news = _read(message)
            if news.id == self.table:
                self.ply, self.game = news.ply, news.game or self.game
                if self._nonce and news.table is not None and news.table.wants_nonce:
                    self.do(what="show_nonce", nonce=self._nonce)
                    self._nonce = ""
                self._hear_news()
        elif message.startswith(REFUSED):
            raise BenchError(message.decode())


class Match:
    """A game between two guests."""

    def __init__(self, port: int, chance: random.Random) -> None:
        self._port, self._chance = port, chance
        self._clients = [Client(partial(self._hear, seat)) for seat in range(2)]
        self._moves = 0
        self._wanted = 0
        """The ply that the opponent waits for."""
        self._held_up = False
        """Whether whoever is due does not know it yet."""
        self._waiting: Client | None = None
        self._mover: Client
        """Who made the last move."""
        self._seen: Callable[[], None]
        self._begun: asyncio.Future[None]

    @property
    def table(self) -> str:
        """Return where they sit."""
        return self._clients[0].table

    @property
    def ply(self) -> int:
        """Return how many entries the table has."""
        return max(client.ply for client in self._clients)

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        game = max(self._clients, key=lambda client: client.ply).game
        return game is not None and not game.due

    async def open(self) -> None:
        """Open both sockets and the first game."""
        for number, client in enumerate(self._clients):
            await client.connect(self._port, f"Guest {number}")
        await self.again()

    async def again(self) -> None:
        """Open a new table and let both sit down."""
        host, guest = self._clients
        self._waiting, self._held_up = None, False
        self._begun = asyncio.get_running_loop().create_future()
        async with Visit(self._port, host.cookie) as visit:
            table = (await visit.post("/api/tables", TABLE))["table"]
        host.watch(table)
        guest.watch(table)
        host.sit(0)
        guest.sit(1)
        await self._begun

    def play(self, seen: Callable[[], None]) -> None:
        """Let who is due make a random move; `seen` tells that the opponent has its news."""
        self._seen = seen
        self._move()

    def take_back(self, seen: Callable[[], None]) -> None:
        """Let who moved last take it back; `seen` tells that the opponent has its news."""
        self._do_more("take_back", seen)

    def resign(self, seen: Callable[[], None]) -> None:
        """Let who moved last leave the game, which ends it; `seen` tells that the opponent has its news."""
        self._do_more("resign", seen)

    def _do_more(self, what: str, seen: Callable[[], None]) -> None:
        """Let who moved last do something besides."""
        self._seen = seen
        self._expect(self._mover)
        if self._mover.game is not None and self._mover.game.you is not None:
            self._mover.do(what=what, seat=self._mover.game.you.seat)

    def _move(self) -> None:
        """Move, or wait until whoever is due knows it."""
        latest = self.ply
        due = next((client for client in self._clients if client.ply == latest and client.moves), None)
        self._held_up = due is None
        if due is not None:
            self._make(due)

    def _make(self, due: Client) -> None:
        self._moves += 1
        self._mover = due
        self._expect(due)
        move = due.moves[int(self._chance.random() * len(due.moves))].text
        game = due.game
        if game is not None and game.you is not None:
            due.do(what="move", seat=game.you.seat, round=game.round, move=move, key=f"m{self._moves}")

    def _expect(self, doer: Client) -> None:
        """Wait until the other one hears of what this one does."""
        self._wanted = self.ply + 1
        self._waiting = self._clients[doer is self._clients[0]]

    def _hear(self, number: int) -> None:
        client = self._clients[number]
        if not self._begun.done():
            if all(client.game is not None for client in self._clients):
                self._begun.set_result(None)
        elif client is self._waiting and client.ply >= self._wanted:
            self._waiting = None
            self._seen()
        elif self._held_up:
            self._move()

    def close(self) -> None:
        """Hang up."""
        for client in self._clients:
            client.close()


class Digsite:
    """`digsite serve` as anybody starts it, with a folder of its own on the disk."""

    folder: Final = Path()

    def __init__(
        self,
        name: str,
        workers: int = 1,
        limits: Mapping[str, str] = UNLIMITED,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.name = f"Digsite, {name}"
        self.home = Path(tempfile.mkdtemp(prefix="digsite-bench-"))
        self.environment = {**limits, "DIGSITE_HOME": str(self.home), **(environment or {})}
        self._workers = workers

    def clear(self) -> None:
        """Remove what it has on the disk."""
        shutil.rmtree(self.home)

    def command(self, port: int) -> list[str]:
        """Return the command."""
        return [
            sys.executable,
            "-m",
            "digsite",
            "serve",
            "--port",
            str(port),
            "--workers",
            str(self._workers),
        ]

    async def check(self, port: int) -> None:
        """Do nothing: these are the rules."""

    def club(self, port: int, seed: int) -> Club:
        """Return guests."""
        return Club(partial(Match, port), seed)

    def versions(self) -> dict[str, str]:
        """Return our version."""
        return {"digsite": __version__}

"""How little a durable move of SCARAB over WebSockets can cost in CPython: the floor below our server.

`python -m bench.limit.floor PORT DATABASE`. One move comes in, both views go out with all legal moves, and
every move is in SQLite (WAL, every commit synced, one commit for all who wait) before anybody hears of it.
There are no people, clocks, chat, spectators or limits, and nothing is checked but the move itself: these are
what the real server adds.

A client says `sit TABLE SEAT` and then moves; where a game is over, the next one is dealt at once.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import sys
import threading
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import uvloop
from picows import WSListener, WSMsgType, ws_create_server

from digsite.core.fair import Fair, new_secret
from digsite.core.names import Seat
from digsite.games import game

if TYPE_CHECKING:
    from picows import WSFrame, WSTransport

SCARAB: Final = game("scarab")
OPTIONS: Final = SCARAB.options({})
SEATS: Final = (Seat(0), Seat(1))
SIT: Final = b"sit"
TABLE: Final = "CREATE TABLE entries (tab, ply, text, key, PRIMARY KEY (tab, ply)) WITHOUT ROWID"
_encode: Final = msgspec.json.Encoder().encode


class Do(msgspec.Struct):
    """A move as it comes in."""

    table: int
    seat: int
    round: int
    move: str
    key: str


class Entry(NamedTuple):
    """What the disk keeps: a move, or the secret of a deal."""

    table: int
    ply: int
    text: str
    key: str | None


class Saved(NamedTuple):
    """An entry that waits for the disk, and the move that it is."""

    entry: Entry
    do: Do | None


_read: Final = msgspec.json.Decoder(Do).decode


class Table:
    """A game, and both who play it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.ply = 0
        self.position: Any
        self._sockets: dict[Seat, WSTransport] = {}

    def deal(self) -> Entry:
        """Begin a game."""
        secret = new_secret()
        self.position = SCARAB.deal(OPTIONS, len(SEATS), Fair(secret, ()).deal())
        return self._entry(secret.hex(), None)

    def play(self, do: Do) -> Entry:
        """Make a move."""
        move = SCARAB.read_move(self.position, do.move)
        self.position = SCARAB.play(self.position, Seat(do.seat), move)
        return self._entry(do.move, do.key)

    def sit(self, seat: Seat, socket: WSTransport) -> bool:
        """Take a seat; tell whether both are taken."""
        self._sockets[seat] = socket
        return len(self._sockets) == len(SEATS)

    def tell(self, do: Do | None) -> None:
        """Tell both what they see, and what they may do."""
        view = msgspec.Raw(_encode(self._view()))
        happened = [] if do is None else [{"seat": do.seat, "move": do.move}]
        due = SCARAB.movers(self.position)
        for seat, socket in self._sockets.items():
            news = {
                "type": "news",
                "id": self.number,
                "ply": self.ply,
                "round": SCARAB.round(self.position),
                "due": list(due),
                "points": list(SCARAB.points(self.position)),
                "view": view,
                "you": {"seat": seat, "moves": self._moves(seat) if seat in due else []},
                "happened": happened,
            }
            socket.send(WSMsgType.TEXT, _encode(news))

    def _view(self) -> dict[str, Any]:
        """Return the position: SCARAB hides nothing from those who sit there."""
        record = self.position[0]
        return {
            "stones": record["stone"].tolist(),
            "hands": record["hand"][: len(SEATS)].tolist(),
            "priest": int(record["priest"]),
            "line": int(record["line"]),
        }

    def _moves(self, seat: Seat) -> list[dict[str, Any]]:
        legal, gains = SCARAB.legal(self.position, seat), SCARAB.gains(self.position, seat)
        return [
            {"text": SCARAB.move_text(self.position, move), "points": gain}
            for move, gain in zip(legal, gains, strict=True)
        ]

    def _entry(self, text: str, key: str | None) -> Entry:
        self.ply += 1
        return Entry(self.number, self.ply, text, key)


class Floor:
    """All tables, and the thread that writes: whatever came while it wrote is the next commit."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._tables: dict[int, Table] = {}
        self._waiting: queue.SimpleQueue[Saved] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()

    def sit(self, number: int, seat: Seat, socket: WSTransport) -> None:
        """Let somebody sit down, and begin once both are there."""
        table = self._tables.setdefault(number, Table(number))
        if table.sit(seat, socket):
            self._waiting.put(Saved(table.deal(), None))

    def do(self, do: Do) -> None:
        """Make a move, and deal anew where it was the last one."""
        table = self._tables[do.table]
        entry = table.play(do)
        if not SCARAB.movers(table.position):
            self._waiting.put(Saved(entry, None))
            entry = table.deal()
        self._waiting.put(Saved(entry, do))

    def write(self) -> None:
        """Write for ever."""
        database = sqlite3.connect(self._path, isolation_level=None)
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute(TABLE)
        while True:
            saved = self._all_waiting()
            database.execute("BEGIN")
            database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", [entry for entry, _ in saved])
            database.execute("COMMIT")
            self._loop.call_soon_threadsafe(self._tell, saved)

    def _all_waiting(self) -> list[Saved]:
        """Wait for something to write, and take all there is."""
        saved = [self._waiting.get()]
        while not self._waiting.empty():
            saved.append(self._waiting.get())
        return saved

    def _tell(self, saved: list[Saved]) -> None:
        """Tell of every move once; a last move is told with the deal that follows it."""
        for entry, do in saved:
            table = self._tables[entry.table]
            if entry.ply == table.ply:
                table.tell(do)


class Client(WSListener):
    """A connection."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Hear a message."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        text = frame.get_payload_as_bytes()
        if text.startswith(SIT):
            _, number, seat = text.split()
            self._floor.sit(int(number), Seat(int(seat)), transport)
        else:
            self._floor.do(_read(text))


async def serve(port: int, path: str) -> None:
    """Serve for ever."""
    floor = Floor(path)
    threading.Thread(target=floor.write, daemon=True).start()
    server = await ws_create_server(lambda _: Client(floor), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1]), sys.argv[2]))

"""A player's connection: boardgame.io's messages over socket.io on a plain WebSocket."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Final

from bench.measure import BenchError
from bench.server.websocket import Socket, connect

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.peers.boardgameio.moves import Action, State

GAME: Final = "scarab"
SEATS: Final = ("0", "1")

# engine.io's packets are told by their first character, socket.io's by the second; then comes the namespace.
WEBSOCKET: Final = "/socket.io/?EIO=4&transport=websocket"
HELLO: Final = b"0{"
PING, PONG = b"2", b"3"
CONNECT: Final = f"40/{GAME},".encode()
EVENT: Final = f"42/{GAME},"
SYNC: Final = f'{EVENT}["sync"'.encode()
UPDATE: Final = f'{EVENT}["update"'.encode()
MATCH_DATA: Final = f'{EVENT}["matchData"'.encode()

_read: Final = json.JSONDecoder().raw_decode
_written: Final = json.JSONEncoder(separators=(",", ":")).encode


def event(message: bytes) -> list[Any]:
    """Return an event's name and arguments."""
    content: list[Any] = _read(message.decode(), len(EVENT))[0]
    return content


class Client:
    """One player; takes part in one match after another."""

    def __init__(self, seat: str, hear: Callable[[bytes], None]) -> None:
        self.seat = seat
        self._hear_update = hear
        self._socket: Socket
        self._awaited: asyncio.Future[bytes]
        self._match, self._credentials = "", ""

    async def connect(self, port: int) -> None:
        """Open the WebSocket and enter the game's namespace."""
        self._socket = await connect(port, WEBSOCKET, self._hear)
        await self._asked(CONNECT)

    async def sync(self, match: str, credentials: str) -> State:
        """Enter a match and return its state; updates follow."""
        self._match, self._credentials = match, credentials
        answer = await self._asked(_event("sync", match, self.seat, credentials, len(SEATS)))
        state: State = event(answer)[2]["state"]
        return state

    def make(self, action: Action, state: State) -> None:
        """Send a move, made in this state."""
        name, *args = action
        payload = {"type": name, "args": args, "playerID": self.seat, "credentials": self._credentials}
        move = {"type": "MAKE_MOVE", "payload": payload}
        self._socket.send(_event("update", move, state["_stateID"], self._match, self.seat))

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    async def _asked(self, message: bytes) -> bytes:
        """Send what is answered once, and return the answer."""
        self._awaited = asyncio.get_running_loop().create_future()
        self._socket.send(message)
        return await self._awaited

    def _hear(self, message: bytes) -> None:
        if message.startswith(UPDATE):
            self._hear_update(message)
        elif message == PING:
            self._socket.send(PONG)
        elif message.startswith((CONNECT, SYNC)):
            self._awaited.set_result(message)
        elif not message.startswith((HELLO, MATCH_DATA)):
            error = f"boardgame.io says {message.decode()}"
            raise BenchError(error)


def _event(*content: Any) -> bytes:
    return (EVENT + _written(content)).encode()

"""Matches on boardgame.io: opened through its lobby, played by two clients."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bench.measure import BenchError
from bench.peers.boardgameio.client import GAME, SEATS, Client, event
from bench.peers.boardgameio.moves import legal
from bench.server.rest import Visit

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from bench.peers.boardgameio.moves import Action, State

LOBBY: Final = f"/games/{GAME}"
NOBODY: Final = ""
NO_LOG: Final = b",[]]"
"""How an update ends that follows a refused move."""


class Match:
    """A game between two clients, and the state that they know."""

    def __init__(self, port: int, chance: random.Random) -> None:
        self.clients = {seat: Client(seat, partial(self._hear, seat)) for seat in SEATS}
        self.state: State
        self._port, self._chance = port, chance
        self._id = ""
        self._waiting = NOBODY
        self._seen: Callable[[], None]

    @property
    def due(self) -> str:
        """Return the seat that is to move."""
        seat: str = self.state["ctx"]["currentPlayer"]
        return seat

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return "gameover" in self.state["ctx"]

    async def open(self) -> None:
        """Open both connections and the first game."""
        for client in self.clients.values():
            await client.connect(self._port)
        await self.again()

    async def again(self) -> None:
        """Open a new game; as boardgame.io's client does, over the same connections."""
        await self.begin({"numPlayers": len(SEATS)})

    async def begin(self, wanted: dict[str, Any]) -> None:
        """Create a match in the lobby and let both clients join."""
        async with Visit(self._port) as visit:
            self._id = (await visit.post(f"{LOBBY}/create", wanted))["matchID"]
            for seat, client in self.clients.items():
                player = {"playerID": seat, "playerName": f"player {seat}"}
                joined = await visit.post(f"{LOBBY}/{self._id}/join", player)
                self.state = await client.sync(self._id, joined["playerCredentials"])

    def play(self, seen: Callable[[], None]) -> None:
        """Let who is due make a random move; `seen` tells that the opponent has its state."""
        moves = legal(self.state)
        self.make(moves[int(self._chance.random() * len(moves))], seen)

    def make(self, action: Action, seen: Callable[[], None]) -> None:
        """Let who is due make a move."""
        self._seen = seen
        self._waiting = SEATS[self.due == SEATS[0]]
        self.clients[self.due].make(action, self.state)

    def close(self) -> None:
        """Hang up."""
        for client in self.clients.values():
            client.close()

    def refused(self) -> None:
        """Stop: all our moves are legal."""
        message = f"boardgame.io refused a move: {self.state}"
        raise BenchError(message)

    def _hear(self, seat: str, message: bytes) -> None:
        """Take the state that the opponent waits for; who moved gets it too, and it is let pass."""
        if seat != self._waiting:
            return
        number = self.state["_stateID"]
        if _number(number + 1) in message:
            self._take(*event(message))
        elif _number(number) in message and message.endswith(NO_LOG):
            self.refused()

    def _take(self, _name: str, match: str, state: State, _log: Any) -> None:
        if match == self._id and _shows_a_move(self.state, state):
            self.state = state
            self._waiting = NOBODY
            self._seen()


def _number(state: int) -> bytes:
    """Return how a message shows the number of its state: late ones need not be read further."""
    return b'"_stateID":%d}' % state


def _shows_a_move(before: State, after: State) -> bool:
    """Tell whether it is a new turn, a choice (S9) within the turn, or the end."""
    ctx = after["ctx"]
    return ctx["turn"] > before["ctx"]["turn"] or after["G"]["choosing"] or "gameover" in ctx

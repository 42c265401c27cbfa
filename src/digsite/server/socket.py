"""One socket for each client: it watches tables, hears what is new there, and does things at them."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, assert_never

from pydantic import ValidationError
from pydantic_core import to_json
from starlette.websockets import WebSocket

from digsite.core.errors import DigsiteError
from digsite.server.doing import do
from digsite.server.guard import WENT_WRONG, client_of
from digsite.server.house import LOG, now
from digsite.server.refusals import misunderstood, refusal
from digsite.server.showing import Viewer
from digsite.wire.messages import (
    FROM_PAGE,
    Do,
    DoneMessage,
    Leave,
    PresentMessage,
    RefusedMessage,
    Watch,
    addressed,
)

if TYPE_CHECKING:
    from collections import Counter

    from starlette.types import Receive, Scope, Send

    from digsite.server.house import Room
    from digsite.server.site import Site
    from digsite.table.hosted import Hosted
    from digsite.wire import Data
    from digsite.wire.messages import DoneShown

MOST_WATCHED: Final = 50
"""Tables that one socket watches at the same time."""
UNSUPPORTED_DATA: Final = 1003
"""The code with which a socket is closed that sends something else than text."""
POLICY_VIOLATION: Final = 1008
"""The code with which a socket is closed that sends far too much."""
FLOOD: Final = 10
"""How many seconds' worth of messages are refused in a row before the house hangs up."""
BURST: Final = 3
"""How many seconds' worth of messages may come at once."""


@dataclass(slots=True)
class Watched:
    """A table that a client watches, and what it knows of it."""

    room: Room
    viewer: Viewer
    ply: int
    whole: bool = True
    done: list[DoneShown] = field(default_factory=list)
    """Deeds that it has not been told of."""


class Connection:
    """A client that is there.

    It speaks ASGI itself: Starlette's layers around each message take longer than the message.
    """

    def __init__(self, receive: Receive, send: Send, site: Site, person: str | None) -> None:
        self._receive = receive
        self._send_message = send
        self._house = site.house
        self._people = site.people
        self._person = person
        self._who = person or f"?{secrets.token_hex(8)}"
        """As whom it counts among those who are there."""
        self._pace = site.settings.messages_per_second
        self._credit = float(self._pace * BURST)
        self._last = time.monotonic()
        self._refused = 0
        """Messages in a row that came too fast."""
        self._watched: dict[str, Watched] = {}
        self._new: set[str] = set()
        """Tables with something new."""
        self._outbox: list[bytes] = []
        self._awake = asyncio.Event()

    async def run(self) -> None:
        """Listen until the client goes; what it was told to hear is sent meanwhile."""
        sending = asyncio.create_task(self._send_all())
        try:
            while (message := await self._receive())["type"] == "websocket.receive":
                text = message.get("text")
                if text is None:
                    await self._hang_up(UNSUPPORTED_DATA)
                    break
                await self._hear(text)
                if self._refused > self._pace * FLOOD:
                    await self._hang_up(POLICY_VIOLATION)
                    break
        finally:
            sending.cancel()
            for watched in list(self._watched.values()):
                await self._house.go(watched.room, self, self._who)

    # --- what the client says

    async def _hear(self, text: str) -> None:
        request: int | None = None
        table: str | None = None
        try:
            self._require_pace()
            message = FROM_PAGE.validate_json(text)
            table = message.table
            match message:
                case Do():
                    request = message.id
                    await self._do(message)
                case Watch():
                    await self._watch(message)
                case Leave():
                    await self._leave(message.table)
                case _:
                    assert_never(message)
        except ValidationError as error:
            self._refuse(misunderstood(error.errors()[0]["loc"] or ["message"]), *addressed(text))
        except DigsiteError as error:
            self._refuse(error, request, table)
        except Exception:  # noqa: BLE001 - whatever it was, the client hears of it and stays
            LOG.exception("a message went wrong")
            self._refuse(DigsiteError("server_error"), request, table)

    def _require_pace(self) -> None:
        """Refuse messages that come faster than anybody plays."""
        moment = time.monotonic()
        self._credit = min(self._pace * BURST, self._credit + (moment - self._last) * self._pace)
        self._last = moment
        if self._credit < 1:
            self._refused += 1
            raise DigsiteError("too_fast")
        self._credit -= 1
        self._refused = 0

    async def _do(self, message: Do) -> None:
        if self._person is None:
            raise DigsiteError("who_are_you")
        ply = await do(self._house, self._people, message.table, self._person, message.deed)
        watched = self._watched.get(message.table)
        if watched is None:
            self._send(DoneMessage(id=message.id, ply=ply))
        else:
            watched.done.append({"id": message.id, "ply": ply})
            self._note(message.table)

    async def _watch(self, message: Watch) -> None:
        if len(self._watched) >= MOST_WATCHED and message.table not in self._watched:
            raise DigsiteError("too_fast")
        room = await self._house.room_as_it_is(message.table)
        before = self._watched.get(message.table)
        done = [] if before is None else before.done
        viewer = Viewer(self._person, message.seat)
        self._watched[message.table] = Watched(room, viewer, message.ply, done=done)
        self._note(message.table)
        if before is None:
            await self._house.come(room, self, self._who)

    async def _leave(self, table: str) -> None:
        watched = self._watched.pop(table, None)
        if watched is not None:
            for done in watched.done:
                self._send(DoneMessage(**done))
            await self._house.go(watched.room, self, self._who)

    # --- what the client hears

    def table_went_on(self, table: Hosted) -> None:
        """Hear that there is something new."""
        self._note(table.id)

    def people_changed(self, table: Hosted, present: Counter[str]) -> None:
        """Hear who is there."""
        places = [who is not None and who.person in present for who in table.chairs]
        spectators = len(set(present) - table.sitters())
        self._send(PresentMessage(id=table.id, places=places, spectators=spectators))

    def _refuse(self, error: DigsiteError, request: int | None, table: str | None) -> None:
        self._send(RefusedMessage(id=request, table=table, error=refusal(error)))

    def _send(self, message: Data) -> None:
        self._outbox.append(to_json(message))
        self._awake.set()

    def _note(self, table: str) -> None:
        self._new.add(table)
        self._awake.set()

    async def _send_all(self) -> None:
        """Send what there is; a client that is slow hears of several plies at once."""
        try:
            while True:
                await self._awake.wait()
                self._awake.clear()
                outbox, self._outbox = self._outbox, []
                for message in outbox:
                    await self._send_text(message)
                while self._new:
                    watched = self._watched.get(self._new.pop())
                    if watched is not None:
                        await self._send_text(self._news(watched))
        except OSError:
            pass  # it has gone
        except Exception:  # noqa: BLE001 - whatever it was, the client must not wait for ever
            LOG.exception("news could not be told")
            await self._hang_up(WENT_WRONG)

    async def _hang_up(self, code: int) -> None:
        await self._send_message({"type": "websocket.close", "code": code})

    async def _send_text(self, message: bytes) -> None:
        await self._send_message({"type": "websocket.send", "text": message.decode()})

    def _news(self, watched: Watched) -> bytes:
        showing, done = watched.room.showing, watched.done
        message = showing.news(watched.viewer, watched.ply, now(), done=done, whole=watched.whole)
        watched.ply, watched.whole, watched.done = showing.table.ply, False, []
        return message


class Door:
    """Where sockets come in."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a client hear of tables and do things there, until it goes."""
        socket = WebSocket(scope, receive, send)
        site: Site = socket.app.state.site
        with site.socket_of(client_of(scope)):
            await socket.accept()
            # In a task of its own: otherwise each message would wake all the layers around the route.
            await asyncio.create_task(Connection(receive, send, site, site.asking(socket)).run())

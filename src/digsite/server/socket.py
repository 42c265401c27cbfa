"""One socket for each client: it watches tables, hears what is new there, and does things at them.

A message is handled where it is read, without a task or a lock. Only what must be looked up first takes a
task; what the client says meanwhile waits.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never, cast

from picows import WSCloseCode, WSListener, WSMsgType
from pydantic import ValidationError
from starlette.requests import HTTPConnection

from digsite.bus.tasks import end
from digsite.core.errors import DigsiteError
from digsite.server.allowance import Allowance
from digsite.server.doing import deed_of, do, move_of
from digsite.server.guard import client_of
from digsite.server.handover import HandedOver
from digsite.server.house import LOG
from digsite.server.post import GONE_AFTER, PING_AFTER
from digsite.server.refusals import misunderstood, refusal, too_fast
from digsite.server.showing import Done, NotReady, Viewer
from digsite.server.steady import now
from digsite.server.upgrade import (
    ADOPT,
    HANDED_OVER,
    MOST_MESSAGE,
    OPENED_BY,
    TAKE_OVER,
    SocketProtocol,
)
from digsite.table.entry import Asked
from digsite.wire.messages import FROM_PAGE, Do, DoneMessage, Leave, RefusedMessage, Sit, Watch, addressed
from digsite.wire.raw import encode
from digsite.wire.reading import read_move

if TYPE_CHECKING:
    from picows import WSFrame, WSTransport
    from starlette.types import Receive, Scope, Send

    from digsite.server.room import Deed, Room
    from digsite.server.sessions import Session
    from digsite.server.site import Site
    from digsite.wire import Data
    from digsite.wire.reading import MoveSent

Message: TypeAlias = Watch | Leave | Do

MOST_WATCHED: Final = 50
"""Tables that one socket watches at the same time."""
MOST_WAITING: Final = 100
"""Messages that wait while something is looked up; a client that goes on has to wait itself."""
BURST: Final = 3
"""How many seconds' worth of messages may come at once."""
FLOOD: Final = 10
"""How many seconds' worth of frames may come too fast before the house hangs up."""
PAUSE: Final = 0.1
"""Seconds that a client is not listened to that sends too fast."""
BYTES_OF_A_MESSAGE: Final = 4096
"""What is longer, in either direction, counts as several messages."""
MOST_UNSENT: Final = 64 << 10
"""Bytes that wait for a slow client; what is new then is told once it has read them."""

MOVE_EVERY: Final = 10.0
"""Seconds that a client stays where it is after it was handed over."""
LOGGED_OUT: Final = 4001
"""The code with which a socket is closed whose session has ended."""

TEXT, BINARY, CONTINUATION = WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION
PING, PONG, CLOSE = WSMsgType.PING, WSMsgType.PONG, WSMsgType.CLOSE


@dataclass(slots=True)
class Watched:
    """A table that a client watches, and what it knows of it."""

    room: Room
    viewer: Viewer
    ply: int
    whole: bool = True
    done: list[Done] = field(default_factory=list)
    """Deeds that it has not been told of."""
    asked_at: list[float] = field(default_factory=list)
    """When it asked for them (`perf_counter`)."""


class Connection(WSListener):
    """A client that is there."""

    def __init__(
        self,
        site: Site,
        session: Session | None,
        address: str,
        opened_by: bytes,
        handed_over: HandedOver | None,
    ) -> None:
        self._house = site.house
        self._handover = site.handover
        self._opened_by = b"" if site.handover is None else opened_by
        """The head of the request that opened it; nobody asks for it where there is one process."""
        self._handed_over = handed_over
        self._moves_to: str | None = None
        """The process by which it should be served."""
        self._counts = site.house.counts
        self._people = site.people
        self._post = site.post
        self._session = session
        self._person = person = None if session is None else session.login.person
        self._address = address
        self._who = person or f"?{secrets.token_hex(8)}"
        """As whom it counts among those who are there."""
        self._may_move_at = 0.0
        self._rate = rate = site.settings.messages_per_second
        self._allowance = Allowance(rate, rate * BURST)
        self._asking = 0
        """Deeds that were not answered yet."""
        self._address_allowance = site.shares.messages_of(address)
        """Of all sockets from there together."""
        self._most_refused = rate * FLOOD
        self._refused = 0
        """Frames that came too fast, less those since that did not."""
        self._is_paused = False
        self._part: bytearray | None = None
        """What has come of a message in several frames."""
        self._inbox: deque[bytes] = deque()
        self._looking_up: asyncio.Task[None] | None = None
        self._watched: dict[str, Watched] = {}
        self._new: set[str] = set()
        """Tables with something new."""
        self._outbox: list[bytes] = []
        self._asked_at: list[float] = []
        """When the client asked for deeds that it is told of in the outbox."""
        self.is_noted = False
        """Whether the post will come by."""
        self._is_closing = False
        self._heard_at = 0.0
        self._stuck_since: float | None = None
        """Since when the client does not read what it is sent."""
        self._gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    # --- picows

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Begin."""
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._heard_at = self._loop.time()
        transport.underlying_transport.set_write_buffer_limits(MOST_UNSENT)
        self._post.add(self)
        if self._session is not None:
            self._session.sockets.add(self)
        if self._session is not None and self._session.has_ended:  # a moment ago, here or where it comes from
            self.log_out()
        elif self._handed_over is not None:
            self._go_on(self._handed_over)

    def _go_on(self, before: HandedOver) -> None:
        """Go on where another process has stopped."""
        self._allowance = Allowance(self._rate, self._rate * BURST, before.credit, self._heard_at)
        self._refused = before.refused
        self._may_move_at = self._heard_at + MOVE_EVERY
        self._look_up(Watch(type="watch", table=before.table, seat=before.seat, ply=before.ply))

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """End; nobody waits for what was being looked up."""
        del transport
        self._is_closing = True
        self._post.remove(self)
        if self._session is not None:
            self._session.sockets.discard(self)
        self._inbox.clear()
        self._gone.set_result(None)

    def pause_writing(self) -> None:
        """Say nothing to a client that does not listen."""
        self._stuck_since = self._loop.time()

    def resume_writing(self) -> None:
        """Say what is new by now."""
        self._stuck_since = None
        self._post.note(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Count a frame and take it; picows would swallow what goes wrong here."""
        if self._is_closing:
            return
        try:
            is_too_fast = not self._is_within_pace(frame)
            if frame.msg_type == TEXT and frame.fin and self._part is None:
                self._take(frame.get_payload_as_bytes(), is_too_fast=is_too_fast)
            else:
                self._take_frame(transport, frame, is_too_fast=is_too_fast)
        except Exception:  # noqa: BLE001 - a client that comes again may have more luck
            LOG.exception("a frame went wrong")
            self.hang_up(WSCloseCode.INTERNAL_ERROR)

    def _is_within_pace(self, frame: WSFrame) -> bool:
        """Tell whether frames come no faster than anybody plays; slow down a client whose frames do."""
        self._heard_at = moment = self._loop.time()
        cost = 1 + frame.payload_size // BYTES_OF_A_MESSAGE
        if not (self._allowance.takes(cost, moment) and self._address_allowance.takes(cost, moment)):
            self._slow_down()
            return False
        if self._refused:
            self._refused -= 1
        return True

    def _take_frame(self, transport: WSTransport, frame: WSFrame, *, is_too_fast: bool) -> None:
        """Take a frame that is not a message by itself."""
        kind = frame.msg_type
        if kind in (TEXT, CONTINUATION):
            self._take_part(frame, is_too_fast=is_too_fast)
        elif kind == PING and not is_too_fast:
            transport.send_pong(frame.get_payload_as_bytes())
        elif kind == CLOSE:
            self.hang_up(frame.get_close_code())
        elif kind == BINARY:
            self.hang_up(WSCloseCode.UNSUPPORTED_DATA)

    async def run(self) -> None:
        """Wait until the client has gone, and say so wherever it was."""
        await self._gone
        if self._looking_up is not None:
            await end([self._looking_up])  # a query that is dropped in the middle would keep its connection
        for watched in list(self._watched.values()):
            await self._house.go(watched.room, self, self._who)

    def hang_up(self, code: WSCloseCode) -> None:
        """Close the socket."""
        if not self._is_closing:
            self._is_closing = True
            self._transport.send_close(code)
            self._transport.disconnect()

    def log_out(self) -> None:
        """Close the socket: whoever it was has logged out."""
        self.hang_up(cast("WSCloseCode", LOGGED_OUT))  # picows' list has no codes of applications

    def look_after(self, moment: float) -> None:
        """Ask a client that says nothing whether it is there; hang up where nobody answers or reads."""
        silent = moment - self._heard_at
        stuck = 0.0 if self._stuck_since is None else moment - self._stuck_since
        if max(silent, stuck) > GONE_AFTER:
            self._is_closing = True
            self._transport.disconnect(graceful=False)
        elif silent > PING_AFTER:
            self._transport.send_ping()

    # --- what the client says

    def _slow_down(self) -> None:
        """Listen to a client that sends too fast after a pause only, and not at all when it goes on."""
        self._refused += 1
        if self._refused > self._most_refused:
            self.hang_up(WSCloseCode.POLICY_VIOLATION)
        else:
            self._pause()

    def _pause(self) -> None:
        if not self._is_paused:
            self._is_paused = True
            self._transport.underlying_transport.pause_reading()
            self._loop.call_later(PAUSE, self._listen_again)

    def _listen_again(self) -> None:
        self._is_paused = False
        if self._is_closing:
            return
        if len(self._inbox) >= MOST_WAITING:
            self._pause()
        else:
            self._transport.underlying_transport.resume_reading()

    def _take_part(self, frame: WSFrame, *, is_too_fast: bool) -> None:
        """Take a message, or a part of one."""
        if (frame.msg_type == CONTINUATION) != (self._part is not None):
            self.hang_up(WSCloseCode.PROTOCOL_ERROR)
            return
        part = self._part or bytearray()
        part += frame.get_payload_as_bytes()
        self._part = None if frame.fin else part
        if len(part) > MOST_MESSAGE:
            self.hang_up(WSCloseCode.MESSAGE_TOO_BIG)
        elif frame.fin:
            self._take(bytes(part), is_too_fast=is_too_fast)

    def _take(self, text: bytes, *, is_too_fast: bool) -> None:
        """Take a whole message."""
        if is_too_fast:
            self._refuse(too_fast("messages", 1), *addressed(text))
        elif self._looking_up is None:
            self._hear(text)
        else:
            self._wait(text)

    def _wait(self, text: bytes) -> None:
        self._inbox.append(text)
        if len(self._inbox) == MOST_WAITING:
            self._pause()

    def _hear(self, text: bytes) -> None:
        """Do what a client says; whatever goes wrong with it, the client hears of it and stays."""
        try:
            move = read_move(text)
            if move is not None and (watched := self._watched.get(move.table)) is not None:
                self._ask(watched.room, move, move_of(move.deed))  # the short way, for what comes most often
            else:
                self._hear_anything(text)
        except Exception as error:  # noqa: BLE001
            self._refuse(_told(error), *addressed(text))

    def _hear_anything(self, text: bytes) -> None:
        try:
            message = FROM_PAGE.validate_json(text)
        except ValidationError as error:
            self._misunderstand(text, error)
            return
        watched = self._watched.get(message.table)
        if isinstance(message, Do) and not isinstance(message.deed, Sit) and watched is not None:
            self._ask(watched.room, message, deed_of(message.deed))
        else:
            self._look_up(message)

    def _misunderstand(self, text: bytes, error: ValidationError) -> None:
        """Say what is wrong with a message; what is no text at all ends the connection, as RFC 6455 asks."""
        try:
            text.decode()
        except UnicodeDecodeError:
            self.hang_up(WSCloseCode.INVALID_TEXT)
        else:
            self._refuse(misunderstood(error.errors()[0]["loc"] or ["message"]), *addressed(text))

    def _ask(self, room: Room, message: Do | MoveSent, deed: Deed) -> None:
        answer = partial(self._answer, message, perf_counter())
        if self._person is None:
            self._refuse(DigsiteError("who_are_you"), message.id, message.table)
        else:
            self._asking += 1
            asked = Asked(self._person, now(), message.deed.key, self._address)
            self._house.ask(room, asked, deed, answer)

    def _answer(self, message: Do | MoveSent, asked_at: float, outcome: int | Exception) -> None:
        self._asking -= 1
        self._done(message, asked_at, outcome)

    def _done(self, message: Do | MoveSent, asked_at: float, outcome: int | Exception) -> None:
        """Tell the client that a deed was done, together with what is new by it, or why it was not."""
        if isinstance(outcome, Exception):
            self._refuse(_told(outcome), message.id, message.table)
            return
        self._people.playtime.note(self._who, self._heard_at)
        watched = self._watched.get(message.table)
        if watched is None:
            self._send(DoneMessage(id=message.id, ply=outcome))
            self._asked_at.append(asked_at)
        else:
            watched.done.append(Done(message.id, outcome))
            watched.asked_at.append(asked_at)
            self._note(message.table)

    # --- what must be looked up first

    def _look_up(self, message: Message) -> None:
        self._looking_up = asyncio.create_task(self._looked_up(message))

    async def _looked_up(self, message: Message) -> None:
        """Do what a client says, then hear what it has said meanwhile."""
        try:
            await self._answered(message)
        except Exception as error:  # noqa: BLE001 - whatever it was, the client hears of it and stays
            self._refuse(_told(error), message.id if isinstance(message, Do) else None, message.table)
        self._looking_up = None
        while self._inbox and self._looking_up is None:
            self._hear(self._inbox.popleft())

    async def _answered(self, message: Message) -> None:
        match message:
            case Do():
                if self._person is None:
                    raise DigsiteError("who_are_you")
                house, people, address = self._house, self._people, self._address
                asked_at = perf_counter()
                ply = await do(house, people, message.table, self._person, message.deed, address)
                self._done(message, asked_at, ply)
            case Watch():
                await self._watch(message)
            case Leave():
                await self._leave(message.table)
            case _:
                assert_never(message)

    async def _watch(self, message: Watch) -> None:
        if len(self._watched) >= MOST_WATCHED and message.table not in self._watched:
            raise too_fast("messages", 1)
        room = await self._house.room_as_it_is(message.table)
        viewer = Viewer(self._person, message.seat)
        before = self._watched.get(message.table)
        done = [] if before is None else before.done
        self._watched[message.table] = Watched(room, viewer, message.ply, done=done)
        if before is None:
            await self._house.come(room, self, self._who)
        await room.prepare(viewer)
        self._note(message.table)

    async def _leave(self, table: str) -> None:
        watched = self._watched.pop(table, None)
        if watched is not None:
            for done in watched.done:
                self._send(DoneMessage(id=done.id, ply=done.ply))
            await self._house.go(watched.room, self, self._who)

    # --- what the client hears

    def table_went_on(self, room: Room) -> None:
        """Hear that there is something new."""
        self._note(room.table.id)

    def people_changed(self, room: Room) -> None:
        """Hear that others are there than before."""
        self._outbox.append(room.present)
        self._post.note(self)

    def move_to(self, process: str, room: Room) -> None:
        """Move to another process, as soon as nothing is under way; not with other tables, and not often."""
        is_only_one = list(self._watched) == [room.table.id]
        if self._handover is not None and is_only_one and self._loop.time() >= self._may_move_at:
            self._moves_to = process
            self._move_if_still()

    def _move_if_still(self) -> None:
        """Hand the socket over, unless something is under way."""
        if self._handover is None or self._moves_to is None or not self._is_still:
            return
        process, self._moves_to = self._moves_to, None
        [(table, watched)] = self._watched.items()
        credit = self._allowance.left(self._loop.time())
        handed = HandedOver(self._opened_by, table, watched.viewer.seat, watched.ply, credit, self._refused)
        transport = self._transport.underlying_transport
        if self._handover.give(process, transport.get_extra_info("socket").fileno(), handed):
            self._is_closing = True
            transport.abort()  # only our end: the other process has one of its own

    @property
    def _is_still(self) -> bool:
        """Tell whether the client has been told everything, and has nothing half said."""
        is_busy = self._asking or self._looking_up is not None or self._inbox or self._part is not None
        is_owed = self._new or self._outbox or self._stuck_since is not None or len(self._watched) != 1
        if is_busy or is_owed or self._is_paused or self._is_closing:
            return False
        transport = self._transport.underlying_transport
        protocol = transport.get_protocol()
        is_sent = not transport.get_write_buffer_size() and transport.get_extra_info("sslcontext") is None
        return is_sent and isinstance(protocol, SocketProtocol) and protocol.is_between_frames

    def _refuse(self, error: DigsiteError, request: int | None, table: str | None) -> None:
        self._counts.refusals[error.code] += 1
        self._send(RefusedMessage(id=request, table=table, error=refusal(error)))

    def _send(self, message: Data) -> None:
        self._outbox.append(encode(message))
        self._post.note(self)

    def _note(self, table: str) -> None:
        self._new.add(table)
        if not self.is_noted:
            self._post.note(self)

    def write(self, moment: int) -> None:
        """Write the news of one table into the outbox; a client that is slow hears of several plies later."""
        self.is_noted = False
        if not self._new or self._is_closing or self._stuck_since is not None:
            return
        watched = self._watched.get(self._new.pop())
        if watched is None:
            return
        showing, whole, done = watched.room.showing, watched.whole, watched.done
        try:
            message = showing.news(watched.viewer, watched.ply, moment, done=done, whole=whole)
        except NotReady:
            self._post.later(self._prepared(watched))
            return
        self._outbox.append(message)
        if whole:  # whoever asks for a long game pays for it
            self._allowance.takes(len(message) // BYTES_OF_A_MESSAGE, self._heard_at, may_owe=True)
            watched.whole = False
        watched.ply = showing.table.ply
        if done:
            self._asked_at += watched.asked_at
            watched.done, watched.asked_at = [], []

    def send(self) -> None:
        """Send what is in the outbox, unless the client has not read what came before."""
        if self._is_closing or self._stuck_since is not None:
            return
        outbox, self._outbox = self._outbox, []
        for message in outbox:
            self._transport.send(TEXT, message)
        if self._asked_at:
            self._counts.add_told(self._asked_at)
            self._asked_at = []
        if self._new:
            self._post.note(self)
        elif self._moves_to is not None:
            self._move_if_still()

    async def _prepared(self, watched: Watched) -> None:
        """Have ready what is to be told, then tell it."""
        await watched.room.prepare(watched.viewer)
        self._note(watched.room.table.id)


def _told(error: Exception) -> DigsiteError:
    """Return what the client hears of something that went wrong."""
    if isinstance(error, DigsiteError):
        return error
    LOG.error("a message went wrong", exc_info=error)
    return DigsiteError("server_error")


class Door:
    """Where sockets come in."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a client hear of tables and do things there, until it goes."""
        del receive, send
        site: Site = scope["app"].state.site
        connection, client = HTTPConnection(scope), client_of(scope)
        extensions = scope["extensions"]
        handed_over: HandedOver | None = extensions[HANDED_OVER]
        person = await site.asking(connection)
        session = site.session(connection) if person or handed_over else None
        if site.handover is not None:
            site.handover.adopt_by(extensions[ADOPT])
        with site.socket_of(client, person, is_handed_over=handed_over is not None):
            opened = Connection(site, session, client, extensions[OPENED_BY], handed_over)
            extensions[TAKE_OVER](opened)
            await opened.run()

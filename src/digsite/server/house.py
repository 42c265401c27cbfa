"""The house: its tables, what is done at them, and who hears of it.

Whatever happens goes one way: it is tried on a draft of the table, saved, and then told. Several processes
may serve the same tables: whoever comes second finds that the ply has gone on, and tries again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from digsite.bus.tasks import end
from digsite.core.errors import DigsiteError
from digsite.core.fair import new_secret
from digsite.server.showing import Showing
from digsite.store.append import Addition, NewTable
from digsite.store.store import Wake
from digsite.table import deeds
from digsite.table.entry import Asked
from digsite.table.hosted import SET_UP, Hosted, hosted
from digsite.table.rematch import rematch
from digsite.table.set_up import checked
from digsite.table.summary import PATIENCE, summary, wake

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Coroutine

    from digsite.bus.bus import Bus
    from digsite.core.names import Seat, View
    from digsite.server.thinkers import Thinkers
    from digsite.store.store import Person, Store
    from digsite.table.set_up import SetUp

LOG: Final = logging.getLogger("digsite")
ATTEMPTS: Final = 20
"""How often a deed is tried where others get in between."""
LOOK_EVERY: Final = 0.5
"""Seconds between two looks for tables that wait for the house."""
MOST_CLAIMED: Final = 64
GRACE: Final = 60_000
"""Milliseconds that somebody has whose time ran out while the house was closed."""
SHORT: Final = 40
"""Characters of an option that is checked in no time."""
ID_BYTES: Final = 16
"""Of links: nobody can guess one."""

Deed: TypeAlias = Callable[[Hosted, Asked], None]
"""Makes new entries on a draft, or refuses."""


class Watcher(Protocol):
    """Somebody who hears of a table."""

    def table_went_on(self, table: Hosted) -> None:
        """Hear that there is something new."""

    def people_changed(self, table: Hosted, present: Counter[str]) -> None:
        """Hear who is there."""


class Room:
    """A table in memory, with those who watch it."""

    def __init__(self, table: Hosted) -> None:
        self.table = table
        self._lock = asyncio.Lock()
        self._comers = 0
        """Those who do something, or are about to."""
        self.watchers: set[Watcher] = set()
        self.thinking: set[Seat] = set()
        self._showing = Showing(table)

    @property
    def showing(self) -> Showing:
        """Return the table as those who watch it see it."""
        if self._showing.table is not self.table:
            self._showing = Showing(self.table)
        return self._showing

    @property
    def is_idle(self) -> bool:
        """Tell whether nobody would miss it."""
        return not (self.watchers or self.thinking or self._comers)

    async def __aenter__(self) -> None:
        """Wait until nobody else does anything here: one deed at a time is tried and saved."""
        self._comers += 1
        try:
            await self._lock.acquire()
        except BaseException:
            self._comers -= 1
            raise

    async def __aexit__(self, *error: object) -> None:
        """Let the next one come."""
        self._comers -= 1
        self._lock.release()


class House:
    """All tables, as one process serves them."""

    def __init__(self, store: Store, bus: Bus, thinkers: Thinkers, *, rooms: int, is_shared: bool) -> None:
        self.store = store
        self.bus = bus
        self._thinkers = thinkers
        self._most_rooms = rooms
        self._is_shared = is_shared
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._unsure: set[Room] = set()
        """Tables that may have gone on without our hearing of it."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._opened = now()

    async def open(self) -> None:
        """Begin to listen to others and to look after tables."""
        await self.bus.start(self._heard, self._heal)
        self._in_background(self._look_after_all())
        self._in_background(self._keep_others_away())

    async def close(self) -> None:
        """Stop; what was saved stays, and whoever opens next goes on with it."""
        await end(self._tasks)
        self._thinkers.close()
        await self.bus.close()
        await self.store.close()

    # --- tables

    async def open_table(self, owner: Person, set_up: SetUp, nonce: str) -> Hosted:
        """Open a table; its owner sits down in their own chairs. Boards of one's own take long to check."""
        is_slow = any(len(text) > SHORT for text in set_up.options.values())
        whole = await asyncio.to_thread(checked, set_up) if is_slow else checked(set_up)
        return await self._open(owner, whole, nonce)

    async def _open(self, owner: Person, set_up: SetUp, nonce: str) -> Hosted:
        asked = Asked(owner.id, now())
        opening = asked.entry("open", text=SET_UP.dump_json(set_up).decode())
        table = Hosted(_new_id(), new_secret(), _new_id(), opening)
        table.new = [opening]
        deeds.sit_in_own_chairs(table, asked, owner.name, nonce)
        self._require_bus()
        row = NewTable(table.id, set_up.game, owner.id, table.secret, table.invitation, set_up.listed)
        await self.store.add_table(row, table.new, summary(table, asked.now))
        table.new = []
        room = self._keep(Room(table))
        self._went_on(room)
        return table

    async def rematch(self, table_id: str, person: Person, nonce: str) -> str:
        """Open the table where the same people meet again, or return the one that is open."""
        room = await self.room_as_it_is(table_id)
        last = room.table.next_table
        if last is not None and (await self.table(last)).status != "gone":
            return last
        deeds.require_rematch(room.table, person.id, last)
        opened = await self._open(person, rematch(room.table, person.id), nonce)
        asked = Asked(person.id, now())
        try:
            await self.do(table_id, asked, partial(deeds.go_on_at, table_id=opened.id, instead_of=last))
        except DigsiteError as error:
            if error.code != "rematch_exists":
                raise
            with contextlib.suppress(DigsiteError):  # somebody was faster: nobody will come to this one
                await self.do(opened.id, asked, deeds.stand)
            return str(error.values["table"])
        return opened.id

    async def room(self, table_id: str) -> Room:
        """Return a table with those who watch it."""
        room = self._rooms.get(table_id)
        if room is None:
            kept = await self.store.table(table_id)
            if kept is None:
                raise DigsiteError("unknown_table")
            room = self._rooms.get(table_id) or self._keep(
                Room(hosted(kept.id, kept.secret, kept.invitation, kept.entries))
            )
        self._rooms.move_to_end(table_id)
        return room

    def _keep(self, room: Room) -> Room:
        self._rooms[room.table.id] = room
        if len(self._rooms) > self._most_rooms:
            idle = next(
                (key for key, other in self._rooms.items() if other.is_idle and other is not room), None
            )
            if idle is not None:
                del self._rooms[idle]
        return room

    async def room_as_it_is(self, table_id: str) -> Room:
        """Return a table with those who watch it, with all that was acknowledged, wherever that was."""
        room = await self.room(table_id)
        if self._is_shared:
            await self._follow(room)
        return room

    async def game_of(self, table_id: str) -> str | None:
        """Return which game is played at a table, without taking anybody there."""
        room = self._rooms.get(table_id)
        return await self.store.game_of(table_id) if room is None else room.table.set_up.game

    async def table(self, table_id: str) -> Hosted:
        """Return a table as it is now."""
        return (await self.room_as_it_is(table_id)).table

    # --- deeds

    async def do(self, table_id: str, asked: Asked, deed: Deed) -> int:
        """Do something at a table and return its ply; what was done under the same key is not done again."""
        self._require_bus()
        room = await self.room(table_id)
        async with room:
            return await self._done(room, asked, deed)

    async def _done(self, room: Room, asked: Asked, deed: Deed) -> int:
        for _ in range(ATTEMPTS):
            if asked.key is not None and (asked.person, asked.key) in room.table.keys:
                return room.table.keys[asked.person, asked.key]
            draft = room.table.fork()
            try:
                deed(draft, asked)
            except DigsiteError:
                if self._is_shared and await self._catch_up(room):
                    continue
                raise
            if not draft.new or await self._saved(room, draft, asked.now):
                return room.table.keys.get((asked.person, asked.key or ""), room.table.ply)
            await self._catch_up(room)
        raise DigsiteError("busy")

    async def _saved(self, room: Room, draft: Hosted, moment: int) -> bool:
        """Save a draft and tell everybody, unless others were faster."""
        addition = Addition(draft.id, room.table.ply, draft.new, summary(draft, moment))
        try:
            saved = await self.store.append(addition)
        except BaseException:
            self._unsure.add(room)  # only the answer may have been lost
            raise
        if saved:
            draft.new = []
            self._take_in(room, draft)
            self._went_on(room)
        return saved

    def _take_in(self, room: Room, table: Hosted) -> None:
        """Let a table go on; where somebody sat down or stood up, others are there than before."""
        before, room.table = room.table, table
        if table.chairs is not before.chairs and room.watchers:
            self._in_background(self._tell_present(room))

    def _require_bus(self) -> None:
        if not self.bus.is_up:
            raise DigsiteError("bus_away")

    def _went_on(self, room: Room) -> None:
        """Tell everybody, here and elsewhere, and let bots that are due think."""
        self.bus.nudge(room.table.id, room.table.ply)
        self._tell(room)
        self._let_bots_think(room)

    def _let_bots_think(self, room: Room) -> None:
        for seat in room.table.bots_due():
            if seat not in room.thinking:
                room.thinking.add(seat)
                self._in_background(self._think(room, seat))

    def _tell(self, room: Room) -> None:
        for watcher in room.watchers:
            watcher.table_went_on(room.table)

    # --- what happens in other processes

    def _heard(self, table_id: str, ply: int) -> None:
        room = self._rooms.get(table_id)
        if room is None or room.is_idle:  # whoever is about to watch may be reading it already
            return
        if ply == 0:
            self._in_background(self._tell_present(room))
        elif ply > room.table.ply:
            self._in_background(self._follow(room))

    async def _follow(self, room: Room) -> None:
        """Take in what was saved without our hearing of it."""
        async with room:
            await self._catch_up(room)

    async def _catch_up(self, room: Room) -> bool:
        """Take in what was saved elsewhere and tell those who watch here; tell whether there was anything."""
        try:
            entries = await self.store.entries(room.table.id, room.table.ply)
        except DigsiteError:
            self._unsure.add(room)
            raise
        was_unsure = room in self._unsure
        self._unsure.discard(room)
        if not entries:
            return False
        table = room.table.fork()
        for entry in entries:
            table.add(entry)
        self._take_in(room, table)
        self._tell(room)
        if was_unsure:  # it may have been ourselves who saved it, and nobody knows
            self.bus.nudge(table.id, table.ply)
        return True

    def _heal(self) -> None:
        """Look whether nudges were missed, at all tables that are watched."""
        self._unsure |= {room for room in self._rooms.values() if room.watchers}
        self._in_background(self._make_sure())

    async def _make_sure(self) -> None:
        """Look whether tables have gone on without our hearing of it."""
        unsure = {room.table.id: room for room in self._unsure}
        plies = await self.store.plies(unsure)
        for key, room in unsure.items():
            if plies.get(key, 0) > room.table.ply:
                await self._follow(room)
            else:
                self._unsure.discard(room)

    # --- who is there

    async def come(self, room: Room, watcher: Watcher, who: str) -> None:
        """Let somebody watch a table."""
        room.watchers.add(watcher)
        await self.bus.come(room.table.id, who)

    async def go(self, room: Room, watcher: Watcher, who: str) -> None:
        """Let somebody watch no more."""
        room.watchers.discard(watcher)
        await self.bus.go(room.table.id, who)

    async def _tell_present(self, room: Room) -> None:
        present = await self.bus.present(room.table.id)
        for watcher in room.watchers:
            watcher.people_changed(room.table, present)

    # --- what the house itself does

    async def _look_after_all(self) -> None:
        while True:
            claimed: list[str] = []
            try:
                if self._unsure:
                    await self._make_sure()
                claimed = await self.store.claim(now(), now() + PATIENCE, MOST_CLAIMED)
            except DigsiteError as error:
                LOG.warning("looking after tables: %s", error.code)
            for table_id in claimed:
                await self._look_after(table_id)
            if len(claimed) < MOST_CLAIMED:
                await asyncio.sleep(LOOK_EVERY)

    async def _look_after(self, table_id: str) -> None:
        """Let the clock speak, close a table that nobody came to, or let bots think."""
        try:
            room = await self.room_as_it_is(table_id)
            table, asked = room.table, Asked("", now())
            if table.status == "open":
                await self.do(table_id, asked, deeds.expire)
            elif self._is_late(table, asked.now):
                await self.do(table_id, asked, deeds.run_out)
            else:
                self._let_bots_think(room)
        except DigsiteError as error:
            LOG.warning("table %s: %s", table_id, error.code)
        except Exception:  # whatever is wrong with it, the others are looked after
            LOG.exception("table %s", table_id)

    async def _keep_others_away(self) -> None:
        """Let no other process think for the bots that we think for: it has less patience than some need."""
        while True:
            await asyncio.sleep(PATIENCE / 2 / 1000)
            tables = [room.table for room in self._rooms.values() if room.thinking]
            wakes = [(table, wake(table, now())) for table in tables]
            with contextlib.suppress(DigsiteError):
                await self.store.put_off(
                    sorted(Wake(table.id, table.ply, until) for table, until in wakes if until is not None)
                )

    def _is_late(self, table: Hosted, moment: int) -> bool:
        """Tell whether somebody's time is up; who could not come while the house was closed has some more."""
        deadline = table.deadline()
        if deadline is None or deadline > moment:
            return False
        return deadline >= self._opened or moment >= self._opened + GRACE

    async def _think(self, room: Room, seat: Seat) -> None:
        """Let the house move for a seat, again if the table changed meanwhile."""
        try:
            while seat in room.table.bots_due():
                await self._move(room, seat)
        except DigsiteError as error:
            LOG.warning("a bot at table %s: %s", room.table.id, error.code)
        finally:
            room.thinking.discard(seat)

    async def _move(self, room: Room, seat: Seat) -> None:
        """Think, and make the move unless the seat sees something else by now."""
        game = room.table.playing
        bot = game.bot_of(seat)
        if bot is None:
            raise DigsiteError("no_such_seat", seat=seat, seats=len(room.table.seats))
        view = game.game.view(game.course.position, seat)
        text = await self._thinkers.think(room.table.id, bot, view, seat)
        await self.do(room.table.id, Asked("", now()), partial(_move_of_bot, seat=seat, text=text, seen=view))

    def _in_background(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Let no failure pass in silence."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, DigsiteError):
            LOG.warning("in the background: %s", error.code)
        elif error is not None:
            LOG.error("in the background", exc_info=error)


def _move_of_bot(draft: Hosted, asked: Asked, seat: Seat, text: str, seen: View) -> None:
    """Make a bot's move where the table still looks as it did when the bot began to think."""
    if seat not in draft.bots_due():
        return
    game = draft.playing
    if game.game.view(game.course.position, seat).tobytes() == seen.tobytes():
        deeds.move_of_bot(draft, asked, seat, text)


def now() -> int:
    """Return what the time is, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)

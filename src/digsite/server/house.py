"""The house: its tables, what is done at them, and who hears of it.

Whatever happens goes one way: it is tried on a draft of the table, saved, and then told. Several processes
may serve the same tables: whoever comes second finds that the ply has gone on, and tries again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Final

from digsite.bus.tasks import end
from digsite.core.errors import DigsiteError
from digsite.core.fair import new_secret
from digsite.server.acceptance import REFUSALS, Acceptance
from digsite.server.counts import Counts
from digsite.server.limits import Holdings, Limits
from digsite.server.logs import short
from digsite.server.refusals import UNREADABLE
from digsite.server.room import Request, Room
from digsite.server.rooms import Bounds, Rooms
from digsite.server.showing import present_at
from digsite.server.steady import now
from digsite.server.telling import heard, told
from digsite.store.append import Addition, NewTable, settle
from digsite.store.store import Wake
from digsite.table import deeds
from digsite.table.entry import Asked
from digsite.table.hosted import SET_UP, Hosted, gone_on, hosted, opened
from digsite.table.rematch import rematch
from digsite.table.set_up import checked
from digsite.table.summary import PATIENCE, summary, wake

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping, Sequence

    from msgspec import Raw

    from digsite.bus.bus import Bus
    from digsite.core.names import Seat, View
    from digsite.server.room import Answer, Deed, Watcher
    from digsite.server.thinkers import Thinkers
    from digsite.store.append import Outcome
    from digsite.store.store import KeptTable, Person, Store
    from digsite.table.entry import Entry
    from digsite.table.set_up import SetUp

LOG: Final = logging.getLogger("digsite")
ATTEMPTS: Final = 20
"""How often a deed is tried where others get in between."""
LOOK_EVERY: Final = 0.5
"""Seconds between two looks for tables that wait for the house."""
MOST_CLAIMED: Final = 64
GRACE: Final = 60_000
"""Milliseconds that somebody has whose time ran out while the house was closed."""
PRESENT_EVERY: Final = 1.0
"""Seconds between two messages about who is at a table."""
WEIGHED_EVERY: Final = 16
"""Entries after which it is noted again how much memory a table takes."""
FEW_ENTRIES: Final = 200
"""Of a table that is read in no time."""
NOBODY_ASKS: Final = Asked("", 0)
SHORT: Final = 40
"""Characters of an option that is checked in no time."""
MOST_UNREADABLE: Final = 1000
"""Tables that cannot be read and of which we know."""
ID_BYTES: Final = 16
"""Of links: nobody can guess one."""


class House:
    """All tables, as one process serves them."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        thinkers: Thinkers,
        *,
        rooms: Bounds,
        is_shared: bool,
        limits: Limits = Limits(),  # noqa: B008 - nobody changes it
    ) -> None:
        self.store = store
        self.holdings = Holdings(store, limits, is_shared=is_shared)
        self.bus = bus
        self._thinkers = thinkers
        self.counts = Counts()
        self._is_shared = is_shared
        self.acceptance = Acceptance(store, bus, self._give_time_back)
        self._rooms = Rooms(rooms)
        self._behind: set[Room] = set()
        """Tables that have gone on elsewhere, as we heard."""
        self._unsure: set[Room] = set()
        """Tables that may have gone on without our hearing of it."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._unreadable: dict[str, str] = {}
        """Tables that cannot be read, and why."""
        self._opened = now()

    async def open(self) -> None:
        """Begin to listen to others and to look after tables."""
        await self.bus.start(self._heard, self._heal)
        self._in_background(self.acceptance.watch())
        self._in_background(self._look_after_all())
        self._in_background(self._keep_others_away())
        self._in_background(self._tell_who_waits())

    async def close(self) -> None:
        """Stop; what was saved stays, and whoever opens next goes on with it."""
        await end(self._tasks)
        await self.acceptance.close()
        self._thinkers.close()
        await self.bus.close()
        await self.store.close()

    @property
    def rooms(self) -> Rooms:
        """Return the tables that are held in memory."""
        return self._rooms

    @property
    def thinkers(self) -> Thinkers:
        """Return where bots think."""
        return self._thinkers

    # --- tables

    async def open_table(self, owner: Person, set_up: SetUp, address: str = "") -> Hosted:
        """Open a table where nobody sits yet: its owner must see the commitment before they add a nonce.

        Boards of one's own take long to check.
        """
        is_slow = any(len(text) > SHORT for text in set_up.options.values())
        whole = await asyncio.to_thread(checked, set_up) if is_slow else checked(set_up)
        return await self._open(owner, whole, address)

    async def _open(self, owner: Person, set_up: SetUp, address: str) -> Hosted:
        asked = Asked(owner.id, now(), address=address)
        opening = asked.entry("open", text=SET_UP.write(set_up))
        table = opened(_new_id(), new_secret(), _new_id(), opening)
        self._require_bus()
        row = NewTable(table.id, set_up.game, owner.id, table.secret, table.invitation, set_up.listed)
        async with self.holdings.opening(table):
            await self.store.add_table(row, table.new, summary(table, asked.now))
        self.counts.add_saved(set_up.game, table.new)
        table.settle()
        room = self._rooms.keep(Room(table))
        room.last_asked = asked
        self._went_on(room)
        return table

    async def rematch(self, table_id: str, person: Person, address: str = "") -> str:
        """Open the table where the same people meet again, or return the one that is open."""
        room = await self.room_as_it_is(table_id)
        last = room.table.next_table
        if last is not None and await self._is_there(last):
            return last
        deeds.require_rematch(room.table, person.id, last)
        opened = await self._open(person, rematch(room.table, person.id), address)
        asked = Asked(person.id, now(), address=address)
        try:
            await self.do(table_id, asked, partial(deeds.go_on_at, table_id=opened.id, instead_of=last))
        except DigsiteError as error:
            if error.code != "rematch_exists":
                raise
            with contextlib.suppress(DigsiteError):  # somebody was faster: nobody will come to this one
                await self.do(opened.id, asked, deeds.stand)
            return str(error.values["table"])
        return opened.id

    async def _is_there(self, table_id: str) -> bool:
        """Tell whether a table waits for people or was played at: others are gone, and removed some day."""
        try:
            return (await self.table(table_id)).status != "gone"
        except DigsiteError as error:
            if error.code != "unknown_table":
                raise
            return False

    async def room(self, table_id: str) -> Room:
        """Return a table with those who watch it."""
        room = self._rooms.get(table_id)
        if room is None:
            found = Room(await self._kept(table_id))
            room = self._rooms.get(table_id) or self._rooms.keep(found)
        return room

    async def _kept(self, table_id: str) -> Hosted:
        """Return a table from the database, unless it cannot be read."""
        try:
            kept = await self.store.table(table_id)
            if kept is None:
                raise DigsiteError("unknown_table")
            table = await self._read(kept)
        except DigsiteError as error:
            self._note_unreadable(table_id, error)
            raise
        self._unreadable.pop(table_id, None)
        if kept.entries[-1].link is None and table.status in ("over", "gone"):
            self._in_background(self.store.add_link(table_id, table.ply, table.link))
        return table

    async def _read(self, kept: KeptTable) -> Hosted:
        """Return what the entries of a table come to; a long game is played once more in a thread."""
        read = partial(hosted, kept.id, kept.secret, kept.invitation, kept.entries)
        return read() if len(kept.entries) <= FEW_ENTRIES else await asyncio.to_thread(read)

    def _note_unreadable(self, table_id: str, error: DigsiteError) -> None:
        """Tell the log once of a table that cannot be read, and look after it no more."""
        if error.code not in UNREADABLE or table_id in self._unreadable:
            return
        if len(self._unreadable) >= MOST_UNREADABLE:
            self._unreadable.pop(next(iter(self._unreadable)))
        self._unreadable[table_id] = error.code
        LOG.error("table %s: %s", short(table_id), error.code)

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
        room = await self.room(table_id)
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.ask(room, asked, deed, partial(settle, done))
        return await done

    def ask(self, room: Room, asked: Asked, deed: Deed, answer: Answer) -> None:
        """Do something at a table once nobody else does: try it on a draft, save it, tell everybody."""
        if not self.acceptance.is_connected(asked.now):
            answer(DigsiteError("bus_away"))
            return
        is_alone = not (room.is_busy or room.requests)
        room.requests.append(Request(asked, deed, answer))
        if is_alone:
            self._work(room)

    def _work(self, room: Room) -> None:
        """Try one request after the other, until one has to be waited for."""
        while room.requests and not room.is_busy:
            self._try(room, room.requests.popleft())

    def _try(self, room: Room, request: Request) -> None:
        """Try a request; whatever goes wrong with it, others at this table must not wait."""
        try:
            self._attempt(room, request)
        except Exception as error:  # noqa: BLE001
            _log_unless_refused(error)
            request.answer(error)

    def _attempt(self, room: Room, request: Request) -> None:
        """Try a request on a draft, and save what is new by it."""
        asked, deed, table = request.asked, request.deed, room.table
        if deed is None:
            self._busy_with(room, self._catch_up_for(room, request))
            return
        if (known := table.done_under(asked)) is not None:
            request.answer(known)
            return
        if (first := self._comes_first(table, asked.now)) is not None:
            request = Request(asked.by_house(), first, partial(_go_on_with, room, request))
            deed = first
        draft = table.fork()
        try:
            deed(draft, asked)
        except DigsiteError as error:
            if not self._is_shared:
                raise
            self._busy_with(room, self._try_again(room, request, error))
            return
        if draft.new:
            self._save(room, request, draft)
        else:
            request.answer(table.ply)

    def _save(self, room: Room, request: Request, draft: Hosted) -> None:
        room.is_busy = True
        addition = Addition(draft.id, room.table.ply, draft.new, summary(draft, request.asked.now))
        self.store.append(addition, partial(self._saved, room, request, draft, perf_counter()))

    def _saved(self, room: Room, request: Request, draft: Hosted, began: float, outcome: Outcome) -> None:
        """Tell everybody, unless others were faster or the disk refused."""
        room.is_busy = False
        if outcome is True:
            entries = draft.new
            self.counts.add_saved(draft.set_up.game, entries)
            self._take_in(room, draft)
            if request.asked.person:
                room.last_asked = request.asked
            request.answer(draft.done_under(request.asked) or draft.ply)
            self._went_on(room, entries)
            self.acceptance.took(request.asked.now, perf_counter() - began)
        elif outcome is False:
            self._busy_with(room, self._try_again(room, request, DigsiteError("busy")))
        else:
            self.acceptance.failed(request.asked.now, outcome)
            self._unsure.add(room)  # only the answer may have been lost
            request.answer(outcome)
        self._work(room)

    def _busy_with(self, room: Room, work: Coroutine[None, None, None]) -> None:
        """Let nobody else do anything at a table until some work is done."""
        room.is_busy = True
        self._in_background(self._free_after(room, work))

    async def _free_after(self, room: Room, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        finally:
            room.is_busy = False
            self._work(room)

    async def _try_again(self, room: Room, request: Request, error: DigsiteError) -> None:
        """Try a request once more if others have been faster; where nobody was, its refusal stands."""
        request.attempts += 1
        try:
            went_on = await self._catch_up(room)
        except Exception as trouble:  # noqa: BLE001 - whoever asked hears of it
            _log_unless_refused(trouble)
            request.answer(trouble)
            return
        if request.attempts < ATTEMPTS and (went_on or error.code == "busy"):
            room.requests.appendleft(request)
        else:
            request.answer(error)

    async def _catch_up_for(self, room: Room, request: Request) -> None:
        try:
            await self._catch_up(room)
        except Exception as trouble:  # noqa: BLE001 - whoever asked hears of it
            _log_unless_refused(trouble)
            request.answer(trouble)
        else:
            request.answer(room.table.ply)

    def _take_in(self, room: Room, table: Hosted) -> None:
        """Let a table go on; where somebody sat down or stood up, others are there than before."""
        before = room.table
        room.take_in(table)
        if table.ply % WEIGHED_EVERY == 0:
            self._rooms.weigh(room)
        if table.chairs is not before.chairs and room.watchers:
            self._people_changed(room)

    def _require_bus(self) -> None:
        if not self.bus.is_up:
            raise DigsiteError("bus_away")

    def _went_on(self, room: Room, entries: Sequence[Entry] = ()) -> None:
        """Tell everybody, here and elsewhere, and let bots that are due think."""
        if self._is_shared:
            self.bus.nudge(room.table.id, room.table.ply, told(room.table, entries))
        self._tell(room)
        self._let_bots_think(room)

    def _let_bots_think(self, room: Room) -> None:
        for seat in room.table.bots_due():
            if seat not in room.thinking:
                room.thinking.add(seat)
                self._in_background(self._think(room, seat))

    def _tell(self, room: Room) -> None:
        for watcher in room.watchers:
            watcher.table_went_on(room)

    # --- clocks

    def _comes_first(self, table: Hosted, moment: int) -> Deed | None:
        """Return what clocks want at a table before anything that came at a moment is done there.

        First they are given back the time of outages, then whoever is late has run out of it.
        """
        if table.clock is None:
            return None
        if self.acceptance.outages and (owed := self.acceptance.outages.owed(table, moment)):
            return partial(deeds.pause, periods=owed)
        return deeds.run_out if self._is_late(table, moment) else None

    def _is_late(self, table: Hosted, moment: int) -> bool:
        """Tell whether somebody's time is up; who could not come while the house was closed has some more."""
        deadline = table.deadline()
        if deadline is None or deadline > moment:
            return False
        return deadline >= self._opened or moment >= self._opened + GRACE

    def _give_time_back(self) -> None:
        """Give time back where somebody watches; the other tables get it when the house looks at them."""
        outages, asked = self.acceptance.outages, Asked("", now())
        for room in self._rooms:
            if room.watchers and outages.owed(room.table, asked.now):
                self.ask(room, asked, _nothing, _hear_nothing)

    # --- what happens in other processes

    def _heard(self, table_id: str, ply: int, how: Raw) -> None:
        room = self._rooms.get(table_id)
        if room is None or room.is_idle:  # whoever is about to watch may be reading it already
            return
        if ply == 0:
            self._people_changed(room)
        elif ply > room.table.ply and not self._was_told(room, ply, how):
            if not self._behind:
                asyncio.get_running_loop().call_soon(self._follow_all)
            self._behind.add(room)

    def _was_told(self, room: Room, ply: int, how: Raw) -> bool:
        """Take in what happened elsewhere, where the nudge says it: then nothing has to be read."""
        try:
            entries = heard(how)
            if room.is_busy or not entries or room.table.ply + len(entries) != ply:
                return False
            self._add(room, entries)
        except DigsiteError:  # the database knows better
            return False
        except Exception as error:
            LOG.error("table %s", short(room.table.id), exc_info=error)
            return False
        return True

    def _follow_all(self) -> None:
        """Catch up at all tables of which we heard in this moment."""
        behind, self._behind = self._behind, set()
        free = [room for room in behind if not room.is_busy]  # the others look when they are done
        for room in free:
            room.is_busy = True
        self._in_background(self._catch_up_at(free))
        for room in behind - set(free):
            self._in_background(self._follow(room))

    async def _catch_up_at(self, rooms: list[Room]) -> None:
        """Take in what was saved elsewhere at several tables, read all at once."""
        found: Mapping[str, Sequence[Entry]] = {}
        try:
            found = await self.store.entries_of({room.table.id: room.table.ply for room in rooms})
        except DigsiteError:
            self._unsure.update(rooms)
            raise
        finally:
            for room in rooms:
                self._add_and_free(room, found.get(room.table.id, ()))

    def _add_and_free(self, room: Room, entries: Sequence[Entry]) -> None:
        """Take in what was read of one table, whatever becomes of the others."""
        try:
            self._add(room, entries)
        except DigsiteError as error:
            self._note_unreadable(room.table.id, error)
        except Exception as error:
            LOG.error("table %s", short(room.table.id), exc_info=error)
        room.is_busy = False
        self._work(room)

    async def _follow(self, room: Room) -> None:
        """Take in what was saved without our hearing of it.

        Until whoever waits for it goes on, the room is not idle: what is heard in between must not be missed.
        """
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        room.comers += 1
        try:
            room.requests.append(Request(NOBODY_ASKS, None, partial(settle, done)))
            self._work(room)
            await done
        finally:
            room.comers -= 1

    async def _catch_up(self, room: Room) -> bool:
        """Take in what was saved elsewhere and tell those who watch here; tell whether there was anything."""
        try:
            found = await self.store.entries_of({room.table.id: room.table.ply})
        except DigsiteError:
            self._unsure.add(room)
            raise
        was_unsure = room in self._unsure
        self._unsure.discard(room)
        entries = found.get(room.table.id, [])
        try:
            self._add(room, entries)
        except DigsiteError as error:
            self._note_unreadable(room.table.id, error)
            raise
        if entries and was_unsure:  # it may have been ourselves who saved it, and nobody knows
            self.bus.nudge(room.table.id, room.table.ply)
        return bool(entries)

    def _add(self, room: Room, entries: Sequence[Entry]) -> None:
        """Take in entries that were saved elsewhere, and tell those who watch here."""
        if not entries:
            return
        self._take_in(room, gone_on(room.table, entries))
        self._tell(room)

    def _heal(self) -> None:
        """Look whether nudges were missed, at all tables that are watched."""
        self._unsure |= {room for room in self._rooms if room.watchers}
        self._in_background(self._make_sure())

    async def _make_sure(self) -> None:
        """Look whether tables have gone on without our hearing of it."""
        unsure = {room.table.id: room for room in self._unsure}
        plies = await self.store.plies(unsure)
        for key, room in unsure.items():
            if plies.get(key, 0) > room.table.ply:
                await self._follow_if_sound(room)
            else:
                self._unsure.discard(room)

    async def _follow_if_sound(self, room: Room) -> None:
        """Catch up; a table that cannot be read is left alone, or it would keep us from all others."""
        try:
            await self._follow(room)
        except DigsiteError as error:
            if error.code in REFUSALS:
                raise
            self._unsure.discard(room)
            if error.code not in UNREADABLE:
                LOG.warning("table %s: %s", short(room.table.id), error.code)

    # --- who is there

    async def come(self, room: Room, watcher: Watcher, who: str) -> None:
        """Let somebody watch a table."""
        room.watchers.add(watcher)
        await self.bus.come(room.table.id, who)

    async def go(self, room: Room, watcher: Watcher, who: str) -> None:
        """Let somebody watch no more; what was only for those who watch is forgotten with the last."""
        room.watchers.discard(watcher)
        room.rest()
        self._rooms.weigh(room)
        await self.bus.go(room.table.id, who)

    def _people_changed(self, room: Room) -> None:
        """Tell who is there, at most once a second a table, however many come and go."""
        if room.telling_present is None:
            loop = asyncio.get_running_loop()
            at = max(loop.time(), room.present_at + PRESENT_EVERY)
            room.telling_present = loop.call_at(at, self._tell_present, room)

    def _tell_present(self, room: Room) -> None:
        room.telling_present, room.present_at = None, asyncio.get_running_loop().time()
        if room.watchers:
            self._in_background(self._look_who_is_there(room))

    async def _look_who_is_there(self, room: Room) -> None:
        present = await self.bus.present(room.table.id)
        room.present = present_at(room.table, present.people, room.waiting)
        for watcher in room.watchers:
            watcher.people_changed(room)
        if present.home != self.bus.process:
            for watcher in list(room.watchers):
                watcher.move_to(present.home, room)

    async def _tell_who_waits(self) -> None:
        """Tell those who watch a table which bots wait for their turn there, whenever that has changed."""
        while True:
            await asyncio.sleep(PRESENT_EVERY)
            for room in [room for room in self._rooms if room.thinking or room.waiting]:
                before, room.waiting = room.waiting, self._thinkers.waiting(room.table.id)
                if room.waiting != before and room.watchers:
                    self._people_changed(room)

    # --- what the house itself does

    async def _look_after_all(self) -> None:
        while True:
            claimed: list[str] = []
            try:
                if self._unsure:
                    await self._make_sure()
                moment = now()
                claimed = await self.store.claim(
                    moment, moment + PATIENCE, MOST_CLAIMED, besides=self._unreadable
                )
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
            elif self._comes_first(table, asked.now) is not None:
                await self.do(table_id, asked, _nothing)
            else:
                self._let_bots_think(room)
        except DigsiteError as error:
            if error.code not in UNREADABLE:  # of those the log was told
                LOG.warning("table %s: %s", short(table_id), error.code)
        except Exception:  # whatever is wrong with it, the others are looked after
            LOG.exception("table %s", short(table_id))

    async def _keep_others_away(self) -> None:
        """Let no other process think for the bots that we think for: it has less patience than some need.

        Nor may it tell somebody that their time is up who could not reach it.
        """
        while True:
            await asyncio.sleep(PATIENCE / 2 / 1000)
            wakes = [(room.table, self._kept_until(room)) for room in self._rooms]
            with contextlib.suppress(DigsiteError):
                await self.store.put_off(
                    sorted(Wake(table.id, table.ply, until) for table, until in wakes if until is not None)
                )

    def _kept_until(self, room: Room) -> int | None:
        """Return until when others keep away from a table: we think there, or people are cut off with us."""
        if room.thinking:
            return wake(room.table, now())
        deadline = room.table.deadline() if self.acceptance.outages.has("bus") and room.watchers else None
        return None if deadline is None else max(deadline, now() + PATIENCE)

    async def _think(self, room: Room, seat: Seat) -> None:
        """Let the house move for a seat, again if the table changed meanwhile."""
        try:
            while seat in room.table.bots_due():
                await self._move(room, seat)
        except DigsiteError as error:
            LOG.warning("a bot at table %s: %s", short(room.table.id), error.code)
        finally:
            room.thinking.discard(seat)

    async def _move(self, room: Room, seat: Seat) -> None:
        """Think, and make the move unless the seat sees something else by now."""
        game = room.table.playing
        bot = game.bot_of(seat)
        if bot is None:
            raise DigsiteError("no_such_seat", seat=seat, seats=len(room.table.seats))
        view = game.game.view(game.course.position, seat)
        text = await self._thinkers.think(room.table.id, room.payer, bot, view, seat)
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


def _log_unless_refused(error: Exception) -> None:
    """Let no mistake of our own pass in silence."""
    if not isinstance(error, DigsiteError):
        LOG.error("a request at a table went wrong", exc_info=error)


def _go_on_with(room: Room, request: Request, outcome: int | Exception) -> None:
    """Let a request have its turn, once what comes first is done; refuse it where that was."""
    if isinstance(outcome, Exception):
        request.answer(outcome)
    else:
        room.requests.appendleft(request)


def _nothing(draft: Hosted, asked: Asked) -> None:
    """Do nothing but what clocks want first."""


def _hear_nothing(outcome: int | Exception) -> None:
    """Do nothing: the house asked for it, and looks again."""


def _new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)

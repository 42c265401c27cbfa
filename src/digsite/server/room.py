"""A table in memory: those who watch it, and what they ask for, one thing after the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from msgspec import Struct

from digsite.server.history import History
from digsite.server.showing import NOBODY, Showing, Viewer
from digsite.server.thinkers import Payer
from digsite.table.entry import Asked
from digsite.table.hosted import Hosted

if TYPE_CHECKING:
    import asyncio

    from digsite.core.names import Seat

ROOM_BYTES: Final = 12_000
"""Of memory that a table takes before anything has happened."""
MEMORY_OF_A_BYTE: Final = 6
"""How many bytes of memory one byte of a table's entries takes."""

Deed: TypeAlias = Callable[[Hosted, Asked], None]
"""Makes new entries on a draft, or refuses."""


class Watcher(Protocol):
    """Somebody who hears of a table."""

    def table_went_on(self, room: Room) -> None:
        """Hear that there is something new."""

    def people_changed(self, room: Room) -> None:
        """Hear that others are there than before."""

    def move_to(self, process: str, room: Room) -> None:
        """Hear that most of those who watch a table are served by another process."""


Answer: TypeAlias = Callable[[int | Exception], None]
"""Called with the ply that a table has reached by a deed, or with what speaks against it."""


class Request(Struct, eq=False):
    """Something that somebody wants at a table."""

    asked: Asked
    deed: Deed | None
    """None where the table is only to catch up with what was saved elsewhere."""
    answer: Answer
    attempts: int = 0


class Room:
    """A table in memory, with those who watch it and what they ask for, one thing after the other."""

    def __init__(self, table: Hosted) -> None:
        self.table = table
        self.requests: deque[Request] = deque()
        self.is_busy = False
        """Whether something is being saved or read."""
        self.comers = 0
        """Those who are about to watch it, or to do something here."""
        self.watchers: set[Watcher] = set()
        self.thinking: set[Seat] = set()
        self.waiting: list[Seat] = []
        """Seats whose bots wait for their turn to think, as was told last."""
        self.last_asked = Asked(table.owner, 0)
        """What somebody did here last, as far as this process knows."""
        self.history = History()
        self.present = NOBODY
        """Who was there when it was last told."""
        self.present_at = 0.0
        self.telling_present: asyncio.TimerHandle | None = None
        self.showing = Showing(table, self.history)
        """The table as those who watch it see it."""

    async def prepare(self, viewer: Viewer) -> None:
        """Have ready what somebody will be told: the table may go on meanwhile, and with it their seat."""
        while not self.showing.is_ready(viewer):
            await self.showing.prepare(viewer)

    def take_in(self, table: Hosted) -> None:
        """Let the table go on."""
        self.table = table
        self.history.add(table, table.settle())
        self.showing = Showing(table, self.history)

    def rest(self) -> None:
        """Forget what is kept only for those who watch, where nobody does."""
        if not self.watchers:
            self.history.clear()
            self.showing = Showing(self.table, self.history)

    @property
    def payer(self) -> Payer:
        """Return who has the bots think: whoever did something here last."""
        return Payer(self.last_asked.address, self.last_asked.person)

    @property
    def is_idle(self) -> bool:
        """Tell whether nobody would miss it."""
        return not (self.watchers or self.comers or self.thinking or self.requests or self.is_busy)

    @property
    def size(self) -> int:
        """Return about how many bytes of memory it takes."""
        return ROOM_BYTES + MEMORY_OF_A_BYTE * self.table.size + self.history.size

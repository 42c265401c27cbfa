"""The rooms that a process holds in memory: bounded by number and by size, those used last are kept."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from digsite.server.room import Room


MOST_LOOKED_AT: Final = 64
"""Rooms, when one more is held: also where all are in use that takes no time."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is held while nobody needs it."""

    count: int
    size: int
    """In bytes, more or less."""


class Rooms:
    """Rooms by the id of their table, those that were not used for longest first."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._sizes: dict[str, int] = {}
        self._size = 0

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def size(self) -> int:
        """Return about how many bytes all rooms take."""
        return self._size

    def get(self, table_id: str) -> Room | None:
        """Return a room that is held, and hold it for longer than others."""
        room = self._rooms.get(table_id)
        if room is not None:
            self._rooms.move_to_end(table_id)
        return room

    def keep(self, room: Room) -> Room:
        """Hold a room, and let go of others where there are too many."""
        self._rooms[room.table.id] = room
        self.weigh(room)
        self._let_go(room)
        return room

    def forget(self, tables: Iterable[str]) -> None:
        """Let go of the rooms of tables that are no more."""
        for key in tables:
            if self._rooms.pop(key, None) is not None:
                self._size -= self._sizes.pop(key, 0)

    def weigh(self, room: Room) -> None:
        """Note how much a room takes now, if it is held."""
        key = room.table.id
        if self._rooms.get(key) is room:
            size = room.size
            self._size += size - self._sizes.get(key, 0)
            self._sizes[key] = size

    def _let_go(self, kept: Room) -> None:
        """Let go of rooms that nobody needs; those in use are passed over, and some looked at next time."""
        for _ in range(min(len(self._rooms), MOST_LOOKED_AT)):
            if len(self._rooms) <= self._bounds.count and self._size <= self._bounds.size:
                return
            key, room = next(iter(self._rooms.items()))
            if room.is_idle and room is not kept:
                del self._rooms[key]
                self._size -= self._sizes.pop(key)
            else:
                self._rooms.move_to_end(key)

"""A queue that is shared fairly by groups, and within each group by smaller groups."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

MOST_REMEMBERED: Final = 1_000
"""Members without anything in the queue whose cost is remembered, in each group."""

Item = TypeVar("Item")
IsHeld: TypeAlias = Callable[[str], bool]
"""Tells whether nothing more of a member may be taken for now."""


class FairQueue(Generic[Item]):
    """Items wait under a path, such as address, person, table. On each level the cheapest member is next.

    An item's cost is known when it ends; until then its members stay. A member who comes anew starts at the
    level of those who are served now: staying away saves up no credit, and nobody has to wait until a
    newcomer has had as much as everybody else. Memory is bounded by what is in the queue: where a whole group
    has nothing in it any more, what its members cost is forgotten.
    """

    def __init__(self, depth: int) -> None:
        self._depth = depth
        """How many names a path has."""
        self._members: dict[str, _Member[Item]] = {}
        self._turns: list[_Turn[Item]] = []
        """A heap with one turn for each member that has something waiting."""
        self._numbers = itertools.count()
        self._level = 0.0
        """What the last members who were served had cost by then."""
        self._past: dict[str, float] = {}
        """What members cost who have nothing in the queue now."""

    def __bool__(self) -> bool:
        """Tell whether something waits."""
        return bool(self._turns)

    def put(self, path: Sequence[str], item: Item) -> None:
        """Let an item wait."""
        member = self._members.get(path[0]) or self._join(path[0])
        member.items += 1
        if not member.queue:
            self._line_up(member)
        member.queue.put(path[1:], item)

    def take(self, is_held: IsHeld) -> Item | None:
        """Return the next item of a member who is not held; its cost is told later, by `end`."""
        found: Item | None = None
        passed: list[_Turn[Item]] = []
        while found is None and self._turns:
            turn = heappop(self._turns)
            if turn.cost < turn.member.cost:
                self._line_up(turn.member)  # it has cost something since it lined up
                continue
            found = self._take_of(turn.member, is_held)
            if found is None:
                passed.append(turn)
        for turn in passed:
            heappush(self._turns, turn)
        return found

    def end(self, path: Sequence[str], cost: float) -> None:
        """Charge the members of a path with what an item of theirs has cost."""
        member = self._members[path[0]]
        member.cost += cost
        member.items -= 1
        member.queue.end(path[1:], cost)
        if not member.items:
            self._leave(member)

    def _take_of(self, member: _Member[Item], is_held: IsHeld) -> Item | None:
        item = None if is_held(member.name) else member.queue.take(is_held)
        if item is not None:
            self._level = max(self._level, member.cost)
            if member.queue:
                self._line_up(member)
        return item

    def _line_up(self, member: _Member[Item]) -> None:
        heappush(self._turns, _Turn(member.cost, next(self._numbers), member))

    def _join(self, name: str) -> _Member[Item]:
        queue: FairQueue[Item] | _Line[Item] = _Line() if self._depth == 1 else FairQueue(self._depth - 1)
        member = _Member(name, max(self._level, self._past.pop(name, 0.0)), queue)
        self._members[name] = member
        return member

    def _leave(self, member: _Member[Item]) -> None:
        del self._members[member.name]
        self._past[member.name] = member.cost
        if not self._members:
            self._past.clear()
        elif len(self._past) > MOST_REMEMBERED:
            del self._past[next(iter(self._past))]


class _Line(Generic[Item]):
    """Items at the end of a path: the first one is next."""

    def __init__(self) -> None:
        self._items: deque[Item] = deque()

    def __bool__(self) -> bool:
        return bool(self._items)

    def put(self, _: Sequence[str], item: Item) -> None:
        self._items.append(item)

    def take(self, _: IsHeld) -> Item | None:
        return self._items.popleft() if self._items else None

    def end(self, path: Sequence[str], cost: float) -> None:
        """Charge nobody: there is no smaller group."""


@dataclass(slots=True, eq=False)
class _Member(Generic[Item]):
    """One who shares a queue with others."""

    name: str
    cost: float
    """Of all that ended, above what newcomers start with."""
    queue: FairQueue[Item] | _Line[Item]
    items: int = 0
    """Those that wait, and those that were taken and have not ended."""


class _Turn(NamedTuple, Generic[Item]):
    """The place of a member among others; of equals, whoever lined up first."""

    cost: float
    number: int
    member: _Member[Item]

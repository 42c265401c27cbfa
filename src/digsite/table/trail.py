"""A sequence that only grows at its end, as a value: a table never sees what its draft adds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Generic, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")


class Trail(Sequence[T], Generic[T]):
    """Trails that grow from one another share their items: to add one costs the same at any length."""

    __slots__ = ("_count", "_items")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._count = len(self._items)

    def plus(self, item: T) -> Trail[T]:
        """Return a trail with one more item."""
        items, count = self._items, self._count
        if len(items) > count:  # another trail has grown from here already
            items = items[:count]
        items.append(item)
        trail = object.__new__(Trail)
        trail._items, trail._count = items, count + 1
        return trail

    def first(self, count: int) -> Trail[T]:
        """Return the trail as it was when it had so many items."""
        trail = object.__new__(Trail)
        trail._items, trail._count = self._items, min(count, self._count)
        return trail

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> list[T]: ...
    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, slice):
            return [self._items[place] for place in range(*at.indices(self._count))]
        place = at + self._count if at < 0 else at
        if 0 <= place < self._count:
            return self._items[place]
        raise IndexError(at)

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._count)

    def __reversed__(self) -> Iterator[T]:
        later = len(self._items) - self._count
        return islice(reversed(self._items), later, None) if later else reversed(self._items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trail) and self[:] == other[:]

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Trail({self[:]!r})"

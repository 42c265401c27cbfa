"""A sequence that only grows at its end, as a value: a table never sees what its draft adds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Generic, Self, TypeVar, overload

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
        items = self._items
        if len(items) > self._count:  # another trail has grown from here already
            items = items[: self._count]
        items.append(item)
        return self._of(items, self._count + 1)

    def first(self, count: int) -> Trail[T]:
        """Return the trail as it was when it had so many items."""
        return self._of(self._items, min(count, self._count))

    @classmethod
    def _of(cls, items: list[T], count: int) -> Self:
        trail = cls.__new__(cls)
        trail._items, trail._count = items, count
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
        return islice(reversed(self._items), len(self._items) - self._count, None)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trail) and self[:] == other[:]

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Trail({self[:]!r})"

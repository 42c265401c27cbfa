"""Who plays the jobs: processes of this machine, or a cluster. Both are driven in the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType

    from digsite.arena.played import Played

J = TypeVar("J")
J_contra = TypeVar("J_contra", contravariant=True)
H = TypeVar("H")


class Workers(Protocol[J_contra, H]):
    """Play jobs at the same time; leaving it early stops them at once."""

    @property
    def width(self) -> int:
        """Return how many jobs they are given at a time."""

    def give(self, job: J_contra) -> H:
        """Hand out a job; return what it is known by."""

    def take(self, given: set[H]) -> Played:
        """Wait until one of these is played, take it out of the set and return what came of it."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def play_all(workers: Workers[J, H], jobs: Iterable[J]) -> Iterator[Played]:
    """Yield what comes of all jobs, as they are finished."""
    given: set[H] = set()
    for job in jobs:
        if len(given) >= workers.width:
            yield workers.take(given)
        given.add(workers.give(job))
    while given:
        yield workers.take(given)

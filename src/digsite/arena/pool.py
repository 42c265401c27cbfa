"""Workers on this machine: a process for each."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from digsite.core.errors import DigsiteError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from digsite.arena.played import Played

J = TypeVar("J")


class Pool(Generic[J]):
    """Processes that play jobs. They are spawned: a fork would copy the locks of threads that it lacks."""

    def __init__(self, count: int, play: Callable[[J], Played]) -> None:
        self._play = play
        self.width = 2 * count
        self._others = set(active_children())
        self._executor = ProcessPoolExecutor(count, get_context("spawn"), _begin)

    def give(self, job: J) -> Future[Played]:
        """Hand out a job."""
        return self._executor.submit(self._play, job)

    def take(self, given: set[Future[Played]]) -> Played:
        """Wait for one of these."""
        done, _ = wait(given, return_when=FIRST_COMPLETED)
        first = done.pop()
        given.remove(first)
        try:
            return first.result()
        except BrokenProcessPool as error:
            raise DigsiteError("arena_worker_died") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the workers go; where something went wrong, in the middle of their games."""
        if kind is not None:
            for process in set(active_children()) - self._others:
                process.terminate()
        self._executor.shutdown(cancel_futures=True)


def _begin() -> None:
    """Get a worker ready: Ctrl-C is for its parent to hear, and it does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

"""Workers on this machine: a process for each, made ready once."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process
from typing import TYPE_CHECKING, Self

from digsite.arena.play import play, warm_up
from digsite.core.errors import DigsiteError

if TYPE_CHECKING:
    from types import TracebackType

    from digsite.arena.contest import Contest
    from digsite.arena.job import Job
    from digsite.arena.played import Played


class Pool:
    """Processes that play jobs. They are spawned: a fork would copy the locks of threads that it lacks."""

    def __init__(self, contest: Contest, count: int) -> None:
        self.width = 2 * count
        self._others = set(active_children())
        self._executor = ProcessPoolExecutor(
            count, mp_context=get_context("spawn"), initializer=_begin, initargs=(contest,)
        )

    def give(self, job: Job) -> Future[Played]:
        """Hand out a job."""
        return self._executor.submit(play, job)

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


def _begin(contest: Contest) -> None:
    """Get a worker ready: Ctrl-C is for its parent to hear, and it does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    warm_up(contest)


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

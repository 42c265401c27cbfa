"""A server in a process of its own, on a CPU of its own, and the CPU time that it and its children took."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from bench.measure import BenchError
from bench.server.websocket import HOST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.server.club import Contender

LONGEST_START: Final = 600.0
LONGEST_STOP: Final = 10.0
POLL: Final = 0.05
TICKS: Final = os.sysconf("SC_CLK_TCK")
PROC: Final = Path("/proc")

# proc(5): fields of /proc/PID/stat, counted from behind the name in parentheses.
PARENT: Final = 1
TIMES_OF_ENDED: Final = slice(13, 15)
"""User and system time of the children that have ended, in ticks."""
CLOCK: Final = 2
"""clock_getcpuclockid(3): the kind of clock that counts the nanoseconds of a process on a CPU."""


def cpus() -> tuple[int, int]:
    """Return a CPU for the server and another for the load; one for both where there is only one."""
    mine = sorted(os.sched_getaffinity(0))
    return mine[-1], mine[0]


@contextlib.contextmanager
def pinned(cpu: int) -> Iterator[None]:
    """Stay on this CPU for a while; what is started meanwhile stays there for good."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {cpu})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class Server:
    """A contender's server while it runs."""

    def __init__(self, contender: Contender, cpu: int, log: Path) -> None:
        self.port = free_port()
        self._name, self._log = contender.name, log
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as file, pinned(cpu):
            self._process = subprocess.Popen(
                contender.command(self.port),
                cwd=contender.folder,
                env=os.environ | contender.environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def __enter__(self) -> Self:
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """Return its process."""
        return self._process.pid

    def cpu_seconds(self) -> float:
        """Return the CPU time of the server and all its children so far."""
        return cpu_seconds(self._process.pid)

    def stop(self) -> None:
        """End the server and its children."""
        for signum in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signum)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(LONGEST_STOP)
                return

    def _wait(self) -> None:
        """Wait until the port answers."""
        end = time.monotonic() + LONGEST_START
        while not _answers(self.port):
            if self._process.poll() is not None or time.monotonic() > end:
                message = f"{self._name} does not start; {self._log} says why"
                raise BenchError(message)
            time.sleep(POLL)


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as trial:
        trial.bind((HOST, 0))
        port: int = trial.getsockname()[1]
        return port


def _answers(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex((HOST, port)) == 0


# --- CPU time


def cpu_seconds(root: int) -> float:
    """Return the CPU time of a process and its descendants, those that have ended included."""
    stats = dict(_stats())
    return sum(_own_seconds(pid) + _seconds_of_ended(stats[pid]) for pid in _tree(root, stats))


def _own_seconds(pid: int) -> float:
    """Return what the process itself took, by its own clock: /proc counts in ticks of 10 ms."""
    try:
        return time.clock_gettime(~pid << 3 | CLOCK)
    except OSError:  # it has just ended
        return 0.0


def _seconds_of_ended(stat: list[str]) -> float:
    return sum(map(int, stat[TIMES_OF_ENDED])) / TICKS


def _stats() -> Iterator[tuple[int, list[str]]]:
    """Return the fields of every process there is."""
    for path in PROC.glob("[0-9]*"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            text = (path / "stat").read_text(encoding="utf-8")
            yield int(path.name), text.rpartition(")")[2].split()


def _tree(root: int, stats: dict[int, list[str]]) -> Iterator[int]:
    yield root
    for pid, fields in stats.items():
        if int(fields[PARENT]) == root:
            yield from _tree(pid, stats)

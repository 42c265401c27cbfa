"""Real servers for tests: a PostgreSQL and a Redis of their own, which are gone when the tests are."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, NoReturn

import pytest

HOST = "127.0.0.1"
PORTS = range(10_000, 32_000)
"""Below those that systems lend to clients: while a server is stopped, nobody else gets its port."""

IN_MEMORY = Path("/dev/shm")  # noqa: S108 - each server makes a folder there that nobody else can know
ROOM = 2**30
"""Bytes that must be free there: a database is 300 files of 8 MB, several times slower to make on a disk."""

PATIENCE = 60.0
"""Seconds that a server may take to start or to stop."""

GUARD = """
while read -r line; do last=$line; done
$last
for _ in 1 2 3 4 5 6 7 8 9 10; do rm -rf "$1" && break; sleep 0.1; done
"""
"""Waits until the tests are gone, however they went; does the last they told it, and removes their folder."""


class Server(ABC):
    """A server with a port and a folder of its own."""

    stopped_by: ClassVar[signal.Signals]
    stopped_at_once_by: ClassVar[signal.Signals]

    def __init__(self, owner: str | None = None, within: Path | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="digsite-", dir=within or place()))
        self.port = free_port()
        self._owner = owner
        if owner is not None:
            shutil.chown(self.folder, owner, owner)
        self._process: subprocess.Popen[bytes] | None = None
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", GUARD, "guard", self.folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    @property
    @abstractmethod
    def url(self) -> str:
        """Where clients find it."""

    @abstractmethod
    def command(self) -> Sequence[str | Path]:
        """Return the command that runs it in the foreground."""

    @abstractmethod
    def is_ready(self, pid: int) -> bool:
        """Tell whether the process with this id serves."""

    def start(self) -> None:
        """Start with what was there before, on the same port, and wait until it serves."""
        assert self._process is None, "it runs already"
        self._process = self._spawn(self.command())
        self._tell_guard(f"kill -{self.stopped_at_once_by.value} {self._process.pid}")
        deadline = time.monotonic() + PATIENCE
        while not self.is_ready(self._process.pid):
            if self._process.poll() is not None or time.monotonic() > deadline:
                message = f"{self.command()[0]} does not serve:\n{self._log.read_text()}"
                raise RuntimeError(message)
            time.sleep(0.005)

    def stop(self, *, immediate: bool = False) -> None:
        """Stop in good order, or at once, as in a crash. Whoever is connected is cut off either way."""
        if self._process is not None:
            self._process.send_signal(self.stopped_at_once_by if immediate else self.stopped_by)
            self._process.wait(PATIENCE)
            self._tell_guard(":")
            self._process = None

    @contextlib.contextmanager
    def away(self, *, immediate: bool = False) -> Iterator[None]:
        """Stop for a while; it is back for the next test even if this one fails."""
        self.stop(immediate=immediate)
        try:
            yield
        finally:
            self.start()

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Let it stand still for a while: connections stay, and nobody answers."""
        assert self._process is not None
        frozen = family(self._process.pid)
        for pid in frozen:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in frozen:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def close(self) -> None:
        """Stop for good and remove the folder."""
        self.stop(immediate=True)
        self._guard.communicate()

    @property
    def _log(self) -> Path:
        return self.folder / "log"

    def _spawn(self, command: Sequence[str | Path]) -> subprocess.Popen[bytes]:
        """Start a command in the folder as its owner; Ctrl-C is for the tests, which then stop it."""
        with self._log.open("ab") as log:
            return subprocess.Popen(
                command,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                user=self._owner,
                group=self._owner,
                extra_groups=None if self._owner is None else (),
            )

    def _tell_guard(self, line: str) -> None:
        assert self._guard.stdin is not None
        self._guard.stdin.write(f"{line}\n".encode())
        self._guard.stdin.flush()


class Postgres(Server):
    """A fresh PostgreSQL cluster; everybody on this machine may do everything in it."""

    stopped_by = signal.SIGINT
    stopped_at_once_by = signal.SIGQUIT

    def __init__(self, binaries: Path, within: Path | None = None) -> None:
        super().__init__(postgres_owner(), within)
        self._binaries = binaries
        self._data = self.folder / "data"
        self._numbers = itertools.count(1)

    @property
    def url(self) -> str:
        return self.url_of("postgres")

    def url_of(self, database: str) -> str:
        return f"postgresql://postgres@{HOST}:{self.port}/{database}"

    def new_database(self) -> str:
        """Make an empty database and return its address."""
        name = f"test_{next(self._numbers)}"
        self._do(f"CREATE DATABASE {name}")
        return self.url_of(name)

    def drop_database(self, url: str) -> None:
        """Remove a database, and cut off whoever is still connected."""
        self._do(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

    def start(self) -> None:
        if not self._data.exists():
            self._make_cluster()
        super().start()

    def command(self) -> Sequence[str | Path]:
        settings = {
            "listen_addresses": HOST,
            "port": self.port,
            "unix_socket_directories": self.folder,
            "shared_buffers": "16MB",
            "max_wal_size": "64MB",
        }
        return [
            self._binaries / "postgres",
            *("-D", self._data),
            *(f"--{name}={value}" for name, value in settings.items()),
        ]

    def is_ready(self, pid: int) -> bool:
        """PostgreSQL writes its state into the last line of this file, for `pg_ctl --wait`."""
        try:
            lines = (self._data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return False
        return lines[0:1] == [str(pid)] and lines[-1].strip() == "ready"

    def _do(self, statement: str) -> None:
        psql = self._binaries / "psql"
        subprocess.run([psql, "--no-psqlrc", "--quiet", self.url, "--command", statement], check=True)

    def _make_cluster(self) -> None:
        options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        made = self._spawn([self._binaries / "initdb", *("-D", self._data), *options])
        assert made.wait(PATIENCE) == 0, self._log.read_text()


class Redis(Server):
    """A Redis that starts empty and saves nothing."""

    stopped_by = signal.SIGTERM
    stopped_at_once_by = signal.SIGKILL

    def __init__(self, program: str) -> None:
        super().__init__()
        self._program = program

    @property
    def url(self) -> str:
        return f"redis://{HOST}:{self.port}/0"

    def command(self) -> Sequence[str | Path]:
        settings = {"bind": HOST, "port": self.port, "dir": self.folder, "save": "", "appendonly": "no"}
        return [
            self._program,
            *itertools.chain(*((f"--{name}", str(value)) for name, value in settings.items())),
        ]

    def is_ready(self, pid: int) -> bool:
        """Ask for its process: somebody else may have been quicker to take the port."""
        try:
            with (
                socket.create_connection((HOST, self.port), PATIENCE) as client,
                client.makefile("rb") as answer,
            ):
                client.sendall(b"INFO server\r\n")
                length = int(answer.readline().removeprefix(b"$"))
                return f"process_id:{pid}\r\n".encode() in answer.read(length)
        except (ConnectionError, ValueError):
            return False


def family(pid: int) -> list[int]:
    """Return a process and those that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in family(int(child)))]


def place() -> Path | None:
    """Return where the servers' folders go: in memory if there is room, else where the system wants them."""
    return IN_MEMORY if IN_MEMORY.exists() and shutil.disk_usage(IN_MEMORY).free > ROOM else None


def free_port() -> int:
    """Return a port that nobody uses."""
    while True:
        port = random.SystemRandom().choice(PORTS)
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind((HOST, port))
            return port


def postgres_owner() -> str | None:
    """Return who runs PostgreSQL if not we ourselves: it refuses root."""
    return "postgres" if os.geteuid() == 0 else None


def postgres_binaries() -> Path | None:
    """Return the folder of the newest PostgreSQL that runs; Debian keeps its programs off the path."""
    places = [*map(Path, os.get_exec_path()), *Path("/usr/lib/postgresql").glob("*/bin")]
    found = (shutil.which("initdb", path=folder) for folder in places)
    folders = {Path(initdb).resolve().parent for initdb in found if initdb is not None}
    versions = {folder: version for folder in folders if (version := postgres_version(folder))}
    return max(versions, key=lambda folder: versions[folder], default=None)


def postgres_version(folder: Path) -> tuple[int, ...]:
    """Return the version of a PostgreSQL: nothing if a part is missing or it does not run."""
    if not all(shutil.which(program, path=folder) for program in ("initdb", "postgres", "psql")):
        return ()
    try:
        said = subprocess.run([folder / "postgres", "--version"], check=False, capture_output=True, text=True)
    except OSError:
        return ()
    version = re.search(r"\(PostgreSQL\) (\d+(?:\.\d+)*)", said.stdout)
    return () if version is None else tuple(map(int, version[1].split(".")))


def must_be_here() -> bool:
    """Tell whether `make test` must have installed everything: in CI, and as root on Debian."""
    return bool(os.environ.get("CI")) or (os.geteuid() == 0 and Path("/etc/debian_version").exists())


def miss(what: str) -> NoReturn:
    """Fail where everything must be here, else say what is not tested."""
    if must_be_here():
        pytest.fail(f"{what} is missing: tools/services should have installed it")
    pytest.skip(f"{what} is missing: not tested with it")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests of this worker, started for the first that asks."""
    binaries = postgres_binaries()
    if binaries is None:
        miss("PostgreSQL")
    with contextlib.closing(Postgres(binaries)) as server:
        server.start()
        yield server


@pytest.fixture
def postgres_database(postgres: Postgres) -> Iterator[str]:
    """The address of an empty database for one test."""
    url = postgres.new_database()
    yield url
    postgres.drop_database(url)


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A Redis for all tests of this worker, started for the first that asks."""
    program = shutil.which("redis-server")
    if program is None:
        miss("Redis")
    with contextlib.closing(Redis(program)) as server:
        server.start()
        yield server

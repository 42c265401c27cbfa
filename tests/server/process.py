"""`digsite serve` as a process of its own, which a test may kill."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.server.open_house import GENEROUS

DIGSITE = Path(sys.executable).with_name("digsite")
PATIENCE = 60.0
"""Seconds that a server may take to stop."""


class Process:
    """A server in a process of its own; with several workers, their parent."""

    def __init__(self, home: Path, *options: str, port: int = 0, **settings: Any) -> None:
        self.home = home
        self._options = options
        self._port = port
        self._settings = GENEROUS | {"key": "a key that all processes of a house share"} | settings
        self._process: subprocess.Popen[str] | None = None
        self.url = ""

    def start(self) -> None:
        """Start; `wait` finds out where it serves, so that several can start side by side."""
        assert self._process is None, "it runs already"
        self.home.mkdir(exist_ok=True)
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [DIGSITE, "serve", "--port", str(self._port), *self._options],
                env=self._environment(),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )

    def wait(self) -> None:
        """Wait until it says where it serves."""
        assert self._process is not None
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        found = re.search(r"http://[^:]+:(\d+)", said)
        assert found, f"{said}\n{self.complaints}"
        self._port = int(found[1])
        self.url = f"http://127.0.0.1:{self._port}"

    def kill(self) -> None:
        """Kill it with all its workers, in the middle of whatever it does."""
        self._signal(signal.SIGKILL)
        self._ended()

    def stop(self) -> int:
        """Ask it to stop, and return its exit code: that of the signal, after all is in order."""
        assert self._process is not None
        self._process.terminate()
        return self._ended()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def complaints(self) -> str:
        """What it wrote to standard error since it was first started, but that it is slow."""
        return re.sub(r"^Compiling .*\n", "", self._log.read_text(), flags=re.MULTILINE)

    @property
    def _log(self) -> Path:
        return self.home / "log"

    def _ended(self) -> int:
        assert self._process is not None
        code = self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        os.killpg(self._process.pid, number)

    def _environment(self) -> dict[str, str]:
        plain = {name: value for name, value in os.environ.items() if not name.startswith("DIGSITE_")}
        theirs = {"database_url": "DATABASE_URL", "redis_url": "REDIS_URL"}
        chosen = {theirs.get(name, f"DIGSITE_{name.upper()}"): str(v) for name, v in self._settings.items()}
        return plain | {"DIGSITE_HOME": str(self.home), "DIGSITE_LANG": "en", "LANG": "C.UTF-8"} | chosen

    def close(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._signal(signal.SIGKILL)
            self._ended()


@contextlib.contextmanager
def serving(*processes: Process) -> Iterator[None]:
    """Let servers serve, side by side; whatever happens, they are gone afterwards."""
    with contextlib.ExitStack() as door:
        for process in processes:
            door.callback(process.close)
            process.start()
        for process in processes:
            process.wait()
        yield

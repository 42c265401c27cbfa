"""An attack in a process of its own, from where it is started until it tells what it achieved."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

import msgspec

from bench.measure import BenchError
from bench.server.intruder import Tally

if TYPE_CHECKING:
    from asyncio.subprocess import Process

MODULE: Final = "bench.server.attack"
LONGEST_END: Final = 10.0
"""Seconds until an attacker that is done must have told what it achieved."""


@dataclass(frozen=True, slots=True)
class Aims:
    """The tables that attacks go for."""

    table: str
    """The victim's."""
    long: str
    over: str

    def options(self) -> list[str]:
        """Return them as the command line has them; an id may begin with a dash."""
        return [f"--table={self.table}", f"--long={self.long}", f"--over={self.over}"]


class Attacker:
    """A hostile process: `async with Attacker(…) as attacker`, once it is ready."""

    def __init__(self, name: str, port: int, seconds: float, source: str, aims: Aims) -> None:
        self._name = name
        self._words = ["-m", MODULE, name, str(port), str(seconds), f"--source={source}", *aims.options()]
        self._process: Process

    async def __aenter__(self) -> Self:
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *self._words, stdin=pipe, stdout=pipe
        )
        await self._line()
        return self

    async def __aexit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    def begin(self) -> None:
        """Give the sign."""
        if self._process.stdin is not None:
            self._process.stdin.write(b"go\n")

    async def end(self) -> Tally:
        """Wait until it is over and return what it achieved."""
        async with asyncio.timeout(LONGEST_END):
            return msgspec.json.decode(await self._line(), type=Tally)

    async def _line(self) -> bytes:
        line = b"" if self._process.stdout is None else await self._process.stdout.readline()
        if not line:
            message = f"the attacker {self._name} has failed"
            raise BenchError(message)
        return line

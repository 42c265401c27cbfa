"""One hostile client in a process of its own: `python -m bench.server.attack NAME PORT SECONDS`.

It attacks nothing but this machine. It connects to 127.0.0.1 from another address of the same network, so
that what a server counts for one address is not counted for the players' too. It prints `ready` when it is
prepared, begins with the first line that it is sent, and ends by itself: after so many seconds, after so many
messages, or when whoever started it has gone. A connection that the server closes is opened again after a
short pause. At the end it prints what it achieved, as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import sys
from typing import TYPE_CHECKING, Final

import msgspec
import uvloop

from bench.server.attacks import ATTACKS
from bench.server.intruder import NETWORK, Intruder

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

LONGEST: Final = 60.0
"""Seconds that an attack may take."""
NICENESS: Final = 5
"""The players' clients run on the same CPU and come first: what is measured is the server."""


async def attack(name: str, intruder: Intruder, seconds: float) -> None:
    """Prepare, wait for the sign, and attack."""
    workers = await ATTACKS[name].prepare(intruder)
    parent = await _listen_to_parent()
    print("ready", flush=True)
    if not await parent.readline():
        return
    tasks = [asyncio.create_task(intruder.insist(worker)) for worker in workers]
    await _until_the_end(parent, intruder, seconds)
    for task in tasks:
        task.cancel()
    print(msgspec.json.encode(intruder.tally).decode(), flush=True)


async def _until_the_end(parent: asyncio.StreamReader, intruder: Intruder, seconds: float) -> None:
    """Wait until the time is up, enough was sent, or the parent is gone."""
    waiting: tuple[Callable[[], Coroutine[Any, Any, Any]], ...] = (parent.read, intruder.enough.wait)
    tasks = [asyncio.create_task(wait()) for wait in waiting]
    await asyncio.wait(tasks, timeout=min(seconds, LONGEST), return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()


async def _listen_to_parent() -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    return reader


def main() -> None:
    """Attack once."""
    parser = argparse.ArgumentParser(prog="python -m bench.server.attack", description=__doc__)
    parser.add_argument("name", choices=ATTACKS)
    parser.add_argument("port", type=int)
    parser.add_argument("seconds", type=float)
    parser.add_argument("--source", default=f"{NETWORK}0.0.2", help="the address that it comes from")
    parser.add_argument("--table", default="", help="the victim's table")
    parser.add_argument("--long", default="", help="a table with a thousand entries")
    parser.add_argument("--over", default="", help="the same, and the game is over")
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.nice(NICENESS)
    intruder = Intruder(asked.port, asked.source, asked.table, asked.long, asked.over)
    uvloop.run(attack(asked.name, intruder, asked.seconds))


if __name__ == "__main__":
    main()

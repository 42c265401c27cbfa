"""How a house carries many: sockets that say nothing, tables in memory, games on the disk."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import statistics
import time
import urllib.request
from typing import TYPE_CHECKING, Final

from bench.report import Limit
from bench.server.depth import done
from bench.server.ours import Digsite, Match
from bench.server.process import PROC, Server
from bench.server.rest import Visit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SOCKETS: Final = 2000
MOST_MEGABYTES: Final = 500.0
OPENING_MOVES: Final = 20
"""Of each of the tables with sockets: so that there is something to hold."""
MOVES: Final = 50
"""Of each of the tables in memory and of the games on the disk."""
VISITS: Final = 8
"""Connections over which tables are looked at, until all are in memory."""
LONGEST_START: Final = 3.0
STARTS: Final = 5
LONGEST_OPENING: Final = 50.0
OPENED: Final = 50
DAY: Final = 86_400_000
WIDTH: Final = 22
"""Characters of a table's id."""
COPIES: Final = (
    "INSERT INTO {table} ({names})"
    " WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < ?)"
    ' SELECT {values} FROM copy, {table} WHERE "{key}" = ?'
)


async def idle_sockets(cpu: int, log: Path) -> Limit:
    """Return what a process takes with so many sockets at live tables."""
    house = Digsite("idle sockets")
    with Server(house, cpu, log) as server:
        matches = [Match(server.port, random.Random(seed)) for seed in range(SOCKETS // 2)]
        for start in range(0, len(matches), 50):
            await asyncio.gather(*(_begin(match, OPENING_MOVES) for match in matches[start : start + 50]))
        await asyncio.sleep(1)
        megabytes = memory(server.pid)
        for match in matches:
            match.close()
    house.clear()
    return Limit(
        f"{SOCKETS:,} idle sockets at live tables, one process", megabytes, "MB", most=MOST_MEGABYTES
    )


async def _begin(match: Match, moves: int) -> None:
    await match.open()
    for _ in range(moves):
        await done(match.play)


def memory(pid: int) -> float:
    """Return the memory that a process holds, in megabytes."""
    lines = (PROC / str(pid) / "status").read_text(encoding="utf-8").splitlines()
    kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
    return kilobytes * 1024 / 1e6


# --- tables in memory


async def live_tables(count: int, cpu: int, log: Path) -> list[Limit]:
    """Return what a process takes that holds so many tables at once, without their sockets."""
    house = Digsite("live tables", environment={"DIGSITE_ROOMS": str(2 * count)})
    names = await _filled(house, count, cpu, log)
    with Server(house, cpu, log) as server:
        _answered(server.port, "/healthz")
        empty = memory(server.pid)
        waiting = iter(names)
        await asyncio.gather(*(_look_at_all(server.port, waiting) for _ in range(VISITS)))
        full = memory(server.pid)
    house.clear()
    return [
        Limit(f"{count:,} live tables, {MOVES} moves in, one process", full, "MB", most=MOST_MEGABYTES),
        Limit("of which each table", (full - empty) * 1000 / count, "kB"),
    ]


async def _look_at_all(port: int, names: Iterator[str]) -> None:
    """Look at tables, which are held in memory from then on."""
    async with Visit(port) as visit:
        for name in names:
            await visit.get(f"/api/tables/{name}")


# --- games on the disk


async def many_games(count: int, cpu: int, log: Path) -> list[Limit]:
    """Return how long a house with many unfinished games takes to open, and one of its tables."""
    house = Digsite("many games")
    names = random.Random(1).sample(await _filled(house, count, cpu, log), OPENED)
    starts = [_start(house, cpu, log) for _ in range(STARTS)]
    with Server(house, cpu, log) as server:
        _answered(server.port, "/healthz")
        opened = [_timed(lambda name=name: _answered(server.port, f"/api/tables/{name}")) for name in names]  # type: ignore[misc]
    house.clear()
    return [
        Limit(
            f"start with {count:,} unfinished games of {MOVES} moves, median",
            statistics.median(starts),
            "s",
            most=LONGEST_START,
        ),
        Limit("a table untouched for long opens in, slowest", 1000 * max(opened), "ms", most=LONGEST_OPENING),
        Limit("a table untouched for long opens in, median", 1000 * statistics.median(opened), "ms"),
    ]


async def _filled(house: Digsite, count: int, cpu: int, log: Path) -> list[str]:
    """Play a game, copy it until there are many, and return the copies' names."""
    with Server(house, cpu, log) as server:
        match = Match(server.port, random.Random(1))
        await _begin(match, MOVES)
        match.close()
    return multiply(house.home / "house.db", match.table, count)


def multiply(path: Path, model: str, count: int) -> list[str]:
    """Copy a table until there are many, due over the next days; return their names."""
    database = sqlite3.connect(path)
    database.execute("PRAGMA synchronous=OFF")
    for table, key in (("tables", "id"), ("sittings", "table"), ("entries", "table")):
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        names = ", ".join(f'"{column}"' for column in columns)
        values = ", ".join(_value(column, key) for column in columns)
        database.execute(COPIES.format(table=table, names=names, values=values, key=key), (count, model))
    database.commit()
    database.close()
    return [f"{number:0{WIDTH}}" for number in range(1, count + 1)]


def _value(column: str, key: str) -> str:
    """Return a column of a copy."""
    if column == key:
        return f"printf('%0{WIDTH}d', n)"
    if column == "wake":
        return f"{time.time_ns() // 1_000_000} + {DAY} + n"
    return f'"{column}"'


def _start(house: Digsite, cpu: int, log: Path) -> float:
    start = time.perf_counter()
    with Server(house, cpu, log) as server:
        _answered(server.port, "/healthz")
        return time.perf_counter() - start


def _timed(call: Callable[[], None]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _answered(port: int, path: str) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
        json.load(answer)

"""What only SQLite can do to a house: its file belongs to one process, and its disk can be full."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from digsite.core.errors import DigsiteError
from digsite.store import opening, sqlite
from digsite.store.opening import open_sqlite
from digsite.store.store import Spot, Store
from tests.store.databases import Sqlite
from tests.store.kept import ANN, add_people, add_table, said


@pytest.fixture
def database(tmp_path: Path) -> Sqlite:
    return Sqlite(tmp_path)


def is_refusal(code: str) -> Callable[[BaseException], bool]:
    return lambda error: isinstance(error, DigsiteError) and error.code == code


# --- how it is opened


async def test_every_connection_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[sqlite3.Connection] = []

    class Noted(sqlite3.Connection):
        def __init__(self, database: Any, *args: Any, **kwargs: Any) -> None:
            super().__init__(database, *args, **kwargs | {"check_same_thread": False})
            if not str(database).endswith(".lock"):
                kept.append(self)

        def close(self) -> None:
            with suppress(ValueError):
                kept.remove(self)
            super().close()

    monkeypatch.setattr(sqlite3, "connect", Noted)
    async with Sqlite(tmp_path).opened() as store:
        await add_people(store)
        await asyncio.gather(*(store.person(ANN.id) for _ in range(5)))
        assert len(kept) > 2, "one that appends, and several that do the rest"
        assert {how_safe(connection) for connection in kept} == {("wal", FULL, 1)}


FULL = 2
"""What SQLite calls it when every commit waits for the disk."""


def how_safe(connection: sqlite3.Connection) -> tuple[object, ...]:
    pragmas = ("journal_mode", "synchronous", "foreign_keys")
    return tuple(connection.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in pragmas)


async def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    folder = tmp_path / "a ?b%20#c'é" / "d"
    store = await open_sqlite(folder)
    assert await store.answers()
    await store.close()
    assert (folder / "house.db").exists()


@pytest.mark.parametrize(
    "damage", ["a file in place of the folder", "a folder in place of the file", "noise"]
)
async def test_what_cannot_be_opened_is_named_so(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "home"
    match damage:
        case "a file in place of the folder":
            folder.write_text("")
        case "a folder in place of the file":
            (folder / "house.db").mkdir(parents=True)
        case "noise":
            folder.mkdir()
            (folder / "house.db").write_bytes(b"noise " * 1000)
    for _ in range(2):  # whoever is refused holds nothing back
        with pytest.raises(DigsiteError, check=is_refusal("store_unreachable")):
            await open_sqlite(folder)
    await asyncio.to_thread(wait_for_workers)


def wait_for_workers() -> None:
    """Let aiosqlite's threads end that have nothing to do: they complain to a loop that is gone."""
    for thread in threading.enumerate():
        if "_connection_worker_thread" in thread.name:
            thread.join(5)


# --- one process at a time


HOLDER = """
import asyncio, pathlib, sys
from digsite.store.opening import open_sqlite
async def hold():
    await open_sqlite(pathlib.Path(sys.argv[1]))
    print("open", flush=True)
    await asyncio.Event().wait()
asyncio.run(hold())
"""


async def test_a_second_process_is_refused_until_the_first_is_gone_however_it_went(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, tmp_path], stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "open\n"
        with pytest.raises(DigsiteError, check=is_refusal("data_in_use")):
            await open_sqlite(tmp_path)
        first.kill()
    store = await open_sqlite(tmp_path)
    with pytest.raises(DigsiteError, check=is_refusal("data_in_use")):
        await open_sqlite(tmp_path)
    await store.close()
    await (await open_sqlite(tmp_path)).close()


# --- when the disk refuses


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file grow: writing fails as it does where there is no room."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_full_disk_refuses_and_keeps_nothing_by_halves(database: Sqlite) -> None:
    async with database.opened() as store:
        await add_people(store)
        for name in ("t", "u"):
            await add_table(store, name)
        with full_disk():
            await require_refused(store)
            await require_refused(store)
        assert await store.plies(["t", "u", "new"]) == {"t": 1, "u": 1}
        assert await store.added(said("t", 1))
        await add_table(store, "new")
    async with database.opened() as store:
        assert await store.plies(["t", "u", "new"]) == {"t": 2, "u": 1, "new": 1}
        assert await database.ask("PRAGMA integrity_check") == [("ok",)]


async def require_refused(store: Store) -> None:
    adding = [store.added(said(name, 1)) for name in ("t", "u")]
    refusals = await asyncio.gather(*adding, add_table(store, "new"), return_exceptions=True)
    assert [getattr(refusal, "code", refusal) for refusal in refusals] == ["store_refuses"] * 3
    assert await store.plies(["t"]) == {"t": 1}, "who only looks is served"


async def test_a_disk_that_may_only_be_read_is_refused_at_once(
    database: Sqlite, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with database.opened() as store:
        await add_people(store)
    with monkeypatch.context() as reading:
        for module in (sqlite, opening):
            reading.setattr(module, "PRAGMAS", (*sqlite.PRAGMAS, "query_only=ON"))
        with pytest.raises(DigsiteError, check=is_refusal("store_unreachable")):
            await database.open()
    async with database.opened() as store:
        assert await store.person(ANN.id) == ANN


# --- how lists are found


async def test_lists_and_counts_read_no_table_that_an_index_can_leave_out(database: Sqlite) -> None:
    asked: list[tuple[str, Any]] = []
    async with database.opened() as store:
        event.listen(
            store._engine.sync_engine,
            "before_cursor_execute",
            lambda _connection, _cursor, sql, values, *_: asked.append((sql, values)),
        )
        await store.listed("open", game="scarab", after=Spot(1, "t"), not_of=[ANN.id], not_with=ANN.id)
        await store.waiting(ANN.id, besides="t")
        with closing(sqlite3.connect(database.path)) as connection:
            plans = [
                [str(row[-1]) for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)]
                for sql, values in asked
            ]
    listed, waiting = plans
    assert listed[0] == (
        "SEARCH tables USING INDEX ix_tables_listed_status_touched (listed=? AND status=? AND touched<?)"
    )
    assert waiting[0] == "SEARCH sittings USING INDEX ix_sittings_person (person=?)"
    assert not [step for plan in plans for step in plan if step.startswith("SCAN tables")]

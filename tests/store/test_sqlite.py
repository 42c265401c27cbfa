"""What only SQLite can do to a house: its file belongs to one process, and its disk can be full."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import event

from digsite.core.errors import DigsiteError
from digsite.store import engines, ledger, sqlite
from digsite.store.append import GATHER, Addition
from digsite.store.opening import open_sqlite
from digsite.store.store import Spot, Store, Wake
from digsite.table.summary import Summary
from tests.store.databases import Sqlite
from tests.store.kept import ANN, PLAYING, add_people, add_table, entries, said, seated


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
    await store.probe()
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


async def test_a_store_closes_after_those_who_stopped_waiting_for_it(
    database: Sqlite, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins, may_end = threading.Event(), threading.Event()

    def connect_slowly(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        begins.set()
        may_end.wait(10)
        return sqlite3.Connection(*args, **kwargs)

    store = await database.open()
    monkeypatch.setattr(sqlite3, "connect", connect_slowly)
    asking = [asyncio.create_task(store.person(ANN.id)) for _ in range(2)]  # one has a connection
    assert await asyncio.to_thread(begins.wait, 10)
    for task in asking:
        task.cancel()
    await asyncio.wait(asking)
    closing = asyncio.create_task(store.close())
    await asyncio.wait([closing], timeout=0.3)
    assert not closing.done()
    may_end.set()
    await closing


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
        for module in (sqlite, engines):
            reading.setattr(module, "PRAGMAS", (*sqlite.PRAGMAS, "query_only=ON"))
        with pytest.raises(DigsiteError, check=is_refusal("store_unreachable")):
            await database.open()
    async with database.opened() as store:
        assert await store.person(ANN.id) == ANN


async def test_a_house_does_not_open_on_a_full_disk(database: Sqlite) -> None:
    cannot_write = is_refusal("cannot_write")
    with full_disk(), pytest.raises(DigsiteError, check=cannot_write, match=str(database.folder)):
        await database.open()
    async with database.opened() as store:
        await add_people(store)
    with full_disk(), pytest.raises(DigsiteError, check=cannot_write):
        await database.open()
    async with database.opened() as store:
        assert await store.person(ANN.id) == ANN


@contextmanager
def as_nobody() -> Iterator[None]:
    """Be somebody whom the system keeps from something: root may do everything."""
    user = os.geteuid()
    os.seteuid(NOBODY if user == 0 else user)
    try:
        yield
    finally:
        os.seteuid(user)


NOBODY = 65_534


@pytest.mark.parametrize(
    ("name", "mode"), [("house.db", 0o000), ("house.db", 0o444), ("", 0o555), ("", 0o000)]
)
async def test_what_may_not_be_written_is_named(name: str, mode: int) -> None:
    with TemporaryDirectory() as folder:  # the folders of pytest are for their owner alone
        database = Sqlite(Path(folder))
        async with database.opened():
            pass
        if os.geteuid() == 0:
            for path in (database.folder, *database.folder.iterdir()):
                os.chown(path, NOBODY, NOBODY)
        (database.folder / name).chmod(mode)
        with as_nobody(), pytest.raises(DigsiteError, check=is_refusal("cannot_write"), match=name or folder):
            await database.open()
        await asyncio.to_thread(wait_for_workers)


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
        await store.claim(1, 2, 3)
        with closing(sqlite3.connect(database.path)) as connection:
            plans = [
                [str(row[-1]) for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)]
                for sql, values in asked
            ]
    listed, waiting, claimed = plans
    assert listed[0] == ("SEARCH tables USING INDEX ix_tables_status_touched (status=? AND touched<?)")
    assert waiting[0] == "SEARCH sittings USING INDEX ix_sittings_person (person=?)"
    assert claimed == ["SEARCH tables USING INDEX ix_tables_wake (wake<?)"]
    assert not [step for plan in plans for step in plan if step.startswith("SCAN tables")]


async def test_words_of_somebody_are_found_by_an_index_without_moves(database: Sqlite) -> None:
    asked: list[tuple[str, Any]] = []
    async with database.opened() as store:
        event.listen(
            store._engine.sync_engine,
            "before_cursor_execute",
            lambda _connection, _cursor, sql, values, *_: asked.append((sql, values)),
        )
        await store.with_words_of(ANN.id, 9)
        await store.naming(ANN.id, ["bob", "cas"])
        await store.claim_erasing(1, 2)
    with closing(sqlite3.connect(database.path)) as connection:
        steps = [
            str(row[-1])
            for sql, values in asked
            for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)
        ]
    assert sum("ix_entries_person_table" in step for step in steps) == 4
    assert not [step for step in steps if step.startswith(("SCAN entries", "SCAN done", "SCAN people"))]


# --- moves that wait to be sorted


def rows(database: Sqlite, table: str) -> int:
    """Return how many rows there are, past the store."""
    with closing(sqlite3.connect(database.path)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608


def moved(table: str, after: int, *, due: int = 0, wake: int | None = None, at: int = 2_000) -> Addition:
    return replace(said(table, after, f"move {after}", at=at), summary=replace(PLAYING, due=due, wake=wake))


@pytest.fixture
async def playing(database: Sqlite) -> AsyncIterator[Store]:
    """A house where two games are going on."""
    async with database.opened() as store:
        await add_people(store)
        for name in ("t", "u"):
            await add_table(store, name, seated(ann=1), listed=True)
        yield store


async def test_moves_of_one_moment_are_one_row_until_somebody_wants_to_read(
    database: Sqlite, playing: Store
) -> None:
    assert all(await asyncio.gather(*(playing.added(moved(name, 1)) for name in ("t", "u"))))
    assert (rows(database, "pending"), rows(database, "entries")) == (1, 2)
    assert await playing.plies(["t", "u"]) == {"t": 2, "u": 2}
    assert (rows(database, "pending"), rows(database, "entries")) == (0, 4)


READS: dict[str, Callable[[Store], Awaitable[Any]]] = {
    "table": lambda store: store.table("t"),
    "entries_of": lambda store: store.entries_of({"t": 0}),
    "plies": lambda store: store.plies(["t"]),
    "claim": lambda store: store.claim(1_000, 2_000, 9),
    "put_off": lambda store: store.put_off([Wake("t", 2, 5_000)]),
    "tables_of": lambda store: store.tables_of(ANN.id),
    "listed": lambda store: store.listed("playing"),
}


@pytest.mark.parametrize("read", READS)
async def test_whoever_reads_finds_the_last_move(playing: Store, database: Sqlite, read: str) -> None:
    await playing.added(moved("t", 1, due=1, wake=900, at=7_000))
    await READS[read](playing)
    wake = {"claim": 2_000, "put_off": 5_000}.get(read, 900)
    assert await database.ask("SELECT ply, due, touched, wake FROM tables WHERE id = 't'") == [
        (2, 1, 7_000, wake)
    ]
    assert [entry.text for entry in await entries(playing, "t", 1)] == ["move 1"]


async def test_a_game_may_end_and_go_on_again_while_all_of_it_waits(playing: Store) -> None:
    await playing.added(moved("t", 1))
    assert await playing.added(replace(moved("t", 2), summary=Summary("over", 0, None, None)))
    assert [line.id for line in await playing.listed("over")] == ["t"]
    assert await playing.added(moved("t", 3))
    assert [line.id for line in await playing.listed("over")] == []
    assert [entry.text for entry in await entries(playing, "t", 1)] == ["move 1", "move 2", "move 3"]


async def test_who_sits_where_is_in_its_place_at_once_behind_the_moves_before_it(
    database: Sqlite, playing: Store
) -> None:
    await playing.added(moved("t", 1))
    assert await playing.added(replace(moved("t", 2), summary=seated(ann=1, bob=2)))
    assert await database.ask("SELECT ply, status FROM tables WHERE id = 't'") == [(3, "playing")]
    sittings = "SELECT person, seats FROM sittings WHERE \"table\" = 't' ORDER BY seats"
    assert await database.ask(sittings) == [("ann", 1), ("bob", 2)]
    assert [entry.text for entry in await entries(playing, "t", 1)] == ["move 1", "move 2"]


async def test_whoever_does_not_know_a_move_that_waits_adds_nothing(playing: Store) -> None:
    await playing.added(moved("t", 1))
    for after in (0, 1, 3):
        assert await playing.added(moved("t", after)) is False
    late, next_one = await asyncio.gather(*(playing.added(moved("t", after)) for after in (1, 2)))
    assert (late, next_one) == (False, True)


async def test_a_crash_loses_no_move_and_doubles_none(
    database: Sqlite, playing: Store, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for ply in range(1, 4):
        await asyncio.gather(*(playing.added(moved(name, ply, due=ply, wake=ply)) for name in ("t", "u")))
    await playing.plies(["u"])  # these are sorted, those of the other table wait
    await playing.added(moved("u", 4, due=4, wake=4))
    assert rows(database, "pending") == 4
    crashed = Sqlite(tmp_path_factory.mktemp("crashed"))
    for path in database.folder.glob("house.db*"):
        shutil.copy(path, crashed.folder)
    async with crashed.opened() as store:
        assert rows(crashed, "pending") == 0
        told = {name: [entry.text for entry in await entries(store, name, 1)] for name in ("t", "u")}
        assert told["t"] == ["move 1", "move 2", "move 3"]
        assert told["u"] == [*told["t"], "move 4"]
        rest = await crashed.ask("SELECT id, ply, due, wake FROM tables ORDER BY id")
        assert rest == [("t", 4, 3, 3), ("u", 5, 4, 4)]
        assert await store.added(moved("t", 4))


async def test_a_house_that_closes_leaves_nothing_to_sort(database: Sqlite, playing: Store) -> None:
    await playing.added(moved("t", 1))
    await playing.close()
    assert (rows(database, "pending"), rows(database, "entries")) == (0, 3)


async def test_what_waits_is_bounded(
    database: Sqlite, playing: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "MOST_PENDING", 10)
    monkeypatch.setattr(ledger, "SORTED_AT_ONCE", 5)
    monkeypatch.setattr(ledger, "MOST_KNOWN", 1)
    for ply in range(1, 41):
        assert all(await asyncio.gather(*(playing.added(moved(name, ply)) for name in ("t", "u"))))
    assert rows(database, "entries") > 60
    assert rows(database, "pending") <= 10
    assert await playing.plies(["t", "u"]) == {"t": 41, "u": 41}


async def test_a_full_disk_keeps_moves_that_wait(playing: Store) -> None:
    await playing.added(moved("t", 1))
    with full_disk():
        with pytest.raises(DigsiteError, check=is_refusal("store_refuses")):
            await playing.table("t")
        with pytest.raises(DigsiteError, check=is_refusal("store_refuses")):
            await playing.added(moved("t", 2))
        assert [line.id for line in await playing.listed("open")] == [], "who only looks is served"
    assert await playing.plies(["t"]) == {"t": 2}
    assert await playing.added(moved("t", 2))


async def test_what_cannot_be_sorted_is_told_once_and_keeps_nobody_from_saving(
    playing: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(ledger, "_place", broken)
    for ply in (1, 2):
        assert await playing.added(moved("t", ply))
        with pytest.raises(DigsiteError, check=is_refusal("store_refuses")):
            await playing.plies(["t"])
    assert [record.message for record in caplog.records] == ["moves that are saved cannot be sorted"]
    monkeypatch.undo()
    assert await playing.plies(["t"]) == {"t": 3}


@pytest.mark.parametrize(("count", "waits"), [(1, 0), (sqlite.MANY, 1)])
async def test_only_where_many_save_at_once_more_are_waited_for(
    database: Sqlite, monkeypatch: pytest.MonkeyPatch, count: int, waits: int
) -> None:
    async with database.opened() as store:
        await add_people(store)
        for number in range(count):
            await add_table(store, f"t{number}")
        slept: list[float] = []
        monkeypatch.setattr(sqlite, "sleep", slept.append)
        assert isinstance(store._appender, sqlite.SqliteAppender)
        while not store._appender._rests:  # or it takes the first ones before the others have come
            await asyncio.sleep(0.01)
        await asyncio.gather(*(store.added(said(f"t{number}", 1)) for number in range(count)))
    assert slept == [GATHER] * waits

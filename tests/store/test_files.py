"""The file of a database is removed or replaced while the house is open: nothing is acknowledged and lost."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from digsite.core.errors import DigsiteError
from digsite.store.store import Person, Store
from tests.store.databases import Sqlite
from tests.store.kept import ANN, add_people, add_table, entries, said


@pytest.fixture
def database(tmp_path: Path) -> Sqlite:
    return Sqlite(tmp_path / "home")


@pytest.fixture
async def store(database: Sqlite) -> AsyncIterator[Store]:
    async with database.opened() as store:
        await add_people(store)
        await add_table(store, "t")
        assert await store.added(said("t", 1, "before"))
        yield store


def is_lost(error: BaseException) -> bool:
    return isinstance(error, DigsiteError) and error.code == "store_lost"


async def require_lost(store: Store) -> None:
    """Nothing is saved, and nothing is read that may be somebody else's."""
    for asking in (
        store.added(said("t", 2, "lost")),
        store.add_person(Person("new", "New"), 1),
        store.table("t"),
        store.person(ANN.id),
        store.claim(1, 2, 3),
        store.probe(),
    ):
        with pytest.raises(DigsiteError, check=is_lost):
            await asking


@pytest.mark.parametrize("name", ["house.db", "house.db-wal"])
async def test_nothing_is_acknowledged_once_a_file_is_gone(
    database: Sqlite, store: Store, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    (database.folder / name).unlink()
    await require_lost(store)
    assert [record.getMessage() for record in caplog.records] == [
        f"{database.path} is missing: nothing is saved"
    ]
    assert name not in {path.name for path in database.folder.iterdir()}, "no empty one was made"


async def test_nothing_is_acknowledged_once_the_folder_is_gone(database: Sqlite, store: Store) -> None:
    shutil.rmtree(database.folder)
    await require_lost(store)


async def test_an_empty_file_is_none(database: Sqlite, store: Store) -> None:
    content = database.path.read_bytes()
    database.path.write_bytes(b"")
    await require_lost(store)
    database.path.write_bytes(content)


async def test_a_file_that_is_put_back_is_the_same(
    database: Sqlite, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    away = database.folder.rename(database.folder.with_name("away"))
    await require_lost(store)
    away.rename(database.folder)
    assert await store.added(said("t", 2, "after"))
    await store.probe()
    assert [entry.text for entry in await entries(store, "t", 1)] == ["before", "after"]
    assert [record.getMessage() for record in caplog.records] == [
        f"{database.path} is missing: nothing is saved",
        f"{database.path} is back",
    ]


async def test_a_file_that_was_replaced_is_not_believed_until_a_restart(
    database: Sqlite, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    ours = database.path.rename(database.path.with_name("ours.db"))
    shutil.copy(ours, database.path)
    await require_lost(store)
    database.path.unlink()
    ours.rename(database.path)
    await require_lost(store)
    assert [record.levelname for record in caplog.records] == ["CRITICAL"], "it is told once"
    await store.close()
    async with database.opened() as again:
        assert await again.added(said("t", 2, "after"))


async def test_a_file_that_goes_while_something_is_written_is_noticed_before_the_answer(
    database: Sqlite, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = store._appender._ledger  # type: ignore[attr-defined]
    add = ledger.add

    def added(additions: object) -> object:
        database.path.unlink()
        return add(additions)

    monkeypatch.setattr(ledger, "add", added)
    with pytest.raises(DigsiteError, check=is_lost):
        await store.added(said("t", 2, "lost"))

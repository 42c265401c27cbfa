"""One set of migrations for both databases, and they lead to the schema that the store uses."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from alembic import command, op
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import OperationalError

from digsite.core.errors import DigsiteError
from digsite.store import opening, revisions
from digsite.store.schema import METADATA, REVISION
from digsite.store.sessions import Login
from tests.store.databases import Database, Postgres
from tests.store.kept import ANN, add_people, said


def config(connection: Connection | None = None) -> Config:
    found = Config()
    found.set_main_option("script_location", "digsite.store:migrations")
    found.attributes["connection"] = connection
    return found


def table_names(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, METADATA))


async def test_migrations_lead_to_the_schema(database: Database) -> None:
    async with database.opened(), database.connected() as connection:
        assert await connection.run_sync(table_names) == {*METADATA.tables, "alembic_version"}
        assert await connection.run_sync(differences) == []


def test_the_schema_names_the_last_migration() -> None:
    scripts = ScriptDirectory.from_config(config())
    assert scripts.get_heads() == [REVISION]
    steps = list(Path(scripts.versions).glob("v*.py"))
    assert len(steps) == len(list(scripts.walk_revisions()))


async def test_a_current_database_needs_no_migration(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with database.opened() as store:
        await add_people(store)
    async with database.connected() as connection:
        await connection.run_sync(revisions.upgrade)
    monkeypatch.setattr(opening, "upgrade", lambda _: pytest.fail("there is nothing to do"))
    async with database.opened() as store:
        assert await store.person(ANN.id) == ANN


async def test_a_migration_that_breaks_off_leaves_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("CREATE INDEX", None, Exception())

    with monkeypatch.context() as broken:
        broken.setattr(op, "create_index", fail)
        with pytest.raises(DigsiteError, check=lambda error: error.code == "store_unreachable"):
            await database.open()
    async with database.connected() as connection:
        assert await connection.run_sync(table_names) == set()
    async with database.opened() as store:
        await store.probe()


async def test_processes_that_start_together_migrate_once(postgres_database: str) -> None:
    database = Postgres(postgres_database)
    stores = await asyncio.gather(*(database.open() for _ in range(4)))
    await asyncio.gather(*(store.probe() for store in stores))
    for store in stores:
        await store.close()


async def test_a_database_of_a_newer_digsite_is_refused(database: Database) -> None:
    async with database.opened():
        pass
    async with database.connected() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DigsiteError, match="9999", check=lambda error: error.code == "database_newer"):
        await database.open()


async def test_the_way_back_leaves_nothing(database: Database) -> None:
    async with database.opened():
        pass
    async with database.connected() as connection:
        await connection.run_sync(lambda sync: command.downgrade(config(sync), "base"))
        assert await connection.run_sync(table_names) == {"alembic_version"}
    async with database.opened() as store:
        await store.probe()


OLD = """
INSERT INTO people (id, name, met) VALUES ('ann', 'Ann', 0);
INSERT INTO tables (id, game, owner, secret, invitation, listed, about, status, ply, due, touched, wake)
VALUES ('t', 'scarab', 'ann', CAST('secret' AS {bytes}), '', {yes}, '', 'open', 1, 0, 5, 7),
    ('u', 'scarab', 'ann', CAST('secret' AS {bytes}), '', {no}, '', 'playing', 1, 0, 6, NULL);
INSERT INTO entries ("table", ply, at, what, person, seat, text)
VALUES ('t', 1, 5, 'open', 'ann', -1, ''), ('u', 1, 6, 'open', 'ann', -1, '')
"""


async def test_a_database_of_the_first_version_goes_on(database: Database) -> None:
    yes, no, kind = ("true", "false", "bytea") if isinstance(database, Postgres) else ("1", "0", "blob")
    async with database.connected() as connection:
        await connection.run_sync(lambda sync: command.upgrade(config(sync), "0001"))
        for statement in OLD.format(yes=yes, no=no, bytes=kind).split(";"):
            await connection.execute(text(statement))
    async with database.opened() as store:
        assert [line.id for line in await store.listed("open")] == ["t"]
        assert await store.listed("playing") == []
        assert await store.claim(7, 8, 9) == ["t"]
        assert await store.added(said("u", 1))
        assert await store.plies(["t", "u"]) == {"t": 1, "u": 2}


async def test_people_of_before_there_were_sessions_are_known(database: Database) -> None:
    """A process of the version before may go on beside: it knows neither the table nor the column."""
    of_before = "INSERT INTO people (id, name, met) VALUES ('{}', 'Ann', 0)"
    async with database.connected() as connection:
        await connection.run_sync(lambda sync: command.upgrade(config(sync), "0002"))
        await connection.execute(text(of_before.format("before")))
    async with database.opened() as store:
        async with database.connected() as connection:
            await connection.execute(text(of_before.format("beside")))
        for person in ("before", "beside"):
            assert await store.logins.used(Login(person)) == 0
            assert await store.logins.add(Login(person), f"session of {person}", 1)

"""All rows of a database into a backup while others go on writing, and out of it into an empty database."""

from __future__ import annotations

import hashlib
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING, Final

from sqlalchemy import LargeBinary, MetaData, func, insert, select, text

from digsite import __version__
from digsite.core.errors import DigsiteError
from digsite.store.archive import BATCH, FORMAT, VERSION, Manifest, Writer
from digsite.store.revisions import require_known, revision_of, upgrade
from digsite.store.schema import METADATA, REVISION

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from sqlalchemy import Table
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from digsite.store.archive import Backup, Progress

ISOLATION: Final = {"sqlite": "AUTOCOMMIT", "postgresql": "REPEATABLE READ"}
"""SQLite is told itself when a transaction begins: Python would begin none for what only reads."""


def stamp() -> str:
    """Return the time as a part of a name: later ones come later in the alphabet."""
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%f")[:-3] + "Z"


async def back_up(engine: AsyncEngine, file: IO[bytes], key: str | None, progress: Progress) -> Manifest:
    """Write everything that the database has at this moment; whoever saves meanwhile is not held up."""
    async with _frozen(engine) as connection:
        revision = await connection.run_sync(revision_of)
        if revision is None:
            raise DigsiteError("nothing_to_back_up")
        require_known(revision)
        with Writer(file) as written:
            await _write(connection, await _tables(connection), written, progress)
            manifest = _manifest(engine, revision, written, key)
            written.finish(manifest, key)
    return manifest


def _manifest(engine: AsyncEngine, revision: str, written: Writer, key: str | None) -> Manifest:
    return Manifest(
        format=FORMAT,
        version=VERSION,
        digsite=__version__,
        revision=revision,
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        database=engine.dialect.name,
        tables=written.tables,
        key=None if key is None else hashlib.sha256(key.encode()).hexdigest(),
    )


@asynccontextmanager
async def _frozen(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Let a database be read as it was at one moment."""
    isolated = engine.execution_options(isolation_level=ISOLATION[engine.dialect.name])
    async with isolated.connect() as connection:
        if engine.dialect.name == "sqlite":
            await connection.execute(text("BEGIN"))
        try:
            yield connection
        finally:
            if engine.dialect.name == "sqlite":
                await connection.execute(text("ROLLBACK"))


async def _tables(connection: AsyncConnection) -> Sequence[Table]:
    """Return our tables as they are, whatever revision that is; those that others refer to come first."""
    found = MetaData()
    await connection.run_sync(found.reflect, only=lambda name, _: name in METADATA.tables)
    return found.sorted_tables


async def _write(
    connection: AsyncConnection, tables: Sequence[Table], written: Writer, progress: Progress
) -> None:
    counts = [await connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables]
    done, total = 0, sum(counts)
    for table in tables:
        columns = [str(column.name) for column in table.columns]
        with_bytes = [str(column.name) for column in table.columns if isinstance(column.type, LargeBinary)]
        with written.table(str(table.name), columns, with_bytes) as rows:
            found = await connection.stream(select(*table.columns))
            async for some in found.partitions(BATCH):
                rows.add([tuple(row) for row in some])
                done += len(some)
                progress(done, total)


async def fill(connection: AsyncConnection, backup: Backup, progress: Progress) -> None:
    """Put everything from a backup into a database without tables, and bring that to the latest schema."""
    manifest = backup.manifest
    await connection.run_sync(upgrade, manifest.revision)
    tables = {table.name: table for table in await _tables(connection)}
    done = 0
    for name, part in manifest.tables.items():
        if name not in tables or not set(part.columns) <= set(tables[name].columns.keys()):
            raise backup.damaged(name)
        for rows in backup.rows(name):
            await connection.execute(insert(tables[name]), rows)
            done += len(rows)
            progress(done, manifest.rows)
    if manifest.revision != REVISION:
        await connection.run_sync(upgrade)

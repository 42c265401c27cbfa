"""Opening the database: which one the settings name, brought to the latest schema."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Final

from sqlalchemy import text

from digsite.core import private
from digsite.core.errors import DigsiteError
from digsite.store.append import LOG
from digsite.store.archive import drafted
from digsite.store.backup import back_up, stamp
from digsite.store.engines import ALONE, TROUBLE, postgres_engine, reaching, sqlite_engine, unreachable
from digsite.store.restore import finish
from digsite.store.revisions import require_known, revision_of, upgrade
from digsite.store.schema import REVISION
from digsite.store.sqlite import FILE_NAME, SqliteAppender, hold, keep_private
from digsite.store.store import PROBE, Store, transactional

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from digsite.store.append import Appender

BARRED: Final = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What keeps us from using a folder or a file that is right otherwise."""
ROOM: Final = 256 << 10
"""Bytes that a new database needs, more or less."""


@dataclass(frozen=True)
class Precaution:
    """What happens before a migration: a backup is put into a folder, with the key of the house."""

    folder: Path
    key: str | None = None


async def open_sqlite(folder: Path, precaution: Precaution | None = None) -> Store:
    """Open the database in a folder; it is made if it is not there."""
    path = folder / FILE_NAME
    try:
        with reaching():
            private.make_folder(folder)
            holding = hold(path)
    except DigsiteError as error:
        raise _barred(folder) or error from error.__cause__
    try:
        with reaching():
            finish(folder)
            keep_private(path)
        engine = sqlite_engine(path)
        return await _opened(engine, engine, lambda: SqliteAppender(path, holding), precaution)
    except DigsiteError as error:
        holding.close()
        raise _barred(folder) or error from error.__cause__


async def open_postgres(url: str, precaution: Precaution | None = None) -> Store:
    """Open the database at a URL such as postgresql://user@host/name.

    A migration may take longer than PostgreSQL has for anything else, and others wait for its end.
    """
    from digsite.store import postgres

    connect = postgres.connecting(url)
    patient = postgres_engine(postgres.connecting(url, answer_within=None))
    try:
        return await _opened(
            postgres_engine(connect), patient, lambda: postgres.PostgresAppender(connect), precaution
        )
    finally:
        await patient.dispose()


async def _opened(
    engine: AsyncEngine,
    patient: AsyncEngine,
    appender: Callable[[], Appender],
    precaution: Precaution | None,
) -> Store:
    """Return a store whose database has the latest schema, or let go of it and say what is wrong."""
    try:
        async with transactional(patient).begin() as connection:
            await connection.execute(text(ALONE[engine.dialect.name]))
            await _bring_up_to_date(connection, patient, precaution)
            await connection.execute(PROBE)  # SQLite opens what it may only read, too
        return Store(engine, appender())
    except TROUBLE as error:
        await engine.dispose()
        raise unreachable(error) from error
    except DigsiteError:
        await engine.dispose()
        raise


def _barred(folder: Path) -> DigsiteError | None:
    """Return what the system does not let us do with a database, in its own words: SQLite has fewer."""
    files = list(folder.glob(f"{FILE_NAME}*"))
    try:
        for file in files:
            file.open("r+b").close()
        with TemporaryFile(dir=folder) as room:
            room.write(bytes(ROOM))
    except OSError as error:
        if error.errno in BARRED:
            path = next((file for file in files if str(file) == error.filename), folder)
            return DigsiteError("cannot_write", path=str(path), why=str(error.strerror))
    return None


async def _bring_up_to_date(
    connection: AsyncConnection, engine: AsyncEngine, precaution: Precaution | None
) -> None:
    """Run the migrations that a database has not seen, after a backup of what there is."""
    revision = await connection.run_sync(revision_of)
    require_known(revision)
    if revision == REVISION:
        return
    kept = None
    if revision is not None and precaution is not None:
        kept = await _kept(engine, precaution)
        LOG.warning("the database goes from revision %s to %s; a backup is in %s", revision, REVISION, kept)
    try:
        await connection.run_sync(upgrade)
    except BaseException:
        if kept is not None:  # nothing has changed, and the next attempt makes another one
            kept.unlink()
        raise


async def _kept(engine: AsyncEngine, precaution: Precaution) -> Path:
    """Return where a backup is that was made just now."""
    path = precaution.folder / f"before-{REVISION}-{stamp()}.zip"
    try:
        private.own_folder(precaution.folder)
        with drafted(path) as file:
            await back_up(engine, file, precaution.key, lambda _done, _total: None)
    except OSError as error:
        raise DigsiteError("upgrade_backup_failed", path=str(path), why=str(error.strerror)) from error
    return path

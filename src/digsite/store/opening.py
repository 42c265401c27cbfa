"""Opening the database: which one the settings name, brought to the latest schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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
from digsite.store.store import Store, transactional

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from digsite.store.append import Appender


@dataclass(frozen=True)
class Precaution:
    """What happens before a migration: a backup is put into a folder, with the key of the house."""

    folder: Path
    key: str | None = None


async def open_sqlite(folder: Path, precaution: Precaution | None = None) -> Store:
    """Open the database in a folder; it is made if it is not there."""
    path = folder / FILE_NAME
    with reaching():
        private.make_folder(folder)
        holding = hold(path)
    try:
        with reaching():
            finish(folder)
            keep_private(path)
        engine = sqlite_engine(path)
        return await _opened(engine, engine, lambda: SqliteAppender(path, holding), precaution)
    except DigsiteError:
        holding.close()
        raise


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
        return Store(engine, appender())
    except TROUBLE as error:
        await engine.dispose()
        raise unreachable(error) from error
    except DigsiteError:
        await engine.dispose()
        raise


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

"""Bringing back a backup: all of it or nothing, and what was there before is kept aside.

In SQLite everything is made ready in a folder beside the house first. That it gets the name `READY` is the
one step that counts: from then on whoever opens the house puts it in its place, also after a crash.
PostgreSQL does all of it in one transaction.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
from contextlib import closing
from typing import TYPE_CHECKING, Final

from sqlalchemy import inspect, text

from digsite.core import private
from digsite.core.errors import DigsiteError
from digsite.store.archive import KEY_FILE
from digsite.store.backup import fill, stamp
from digsite.store.engines import ALONE, postgres_engine, reaching, sqlite_engine
from digsite.store.revisions import NOTE, is_newer
from digsite.store.schema import METADATA
from digsite.store.sqlite import FILE_NAME, beside, hold
from digsite.store.store import transactional

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncConnection

    from digsite.store.archive import Backup, Progress

DRAFT: Final = ".restoring-"
READY: Final = ".restored-"
ASIDE: Final = "replaced-"
"""Folders of a house: a backup that is not complete, one that is, and what was there before."""
QUICKLY: Final = ("journal_mode=OFF", "synchronous=OFF", "foreign_keys=ON")
"""Of a file that is thrown away if anything goes wrong, and synced when it is complete."""
_HOUSES: Final = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = :name"
)


def require_known(backup: Backup) -> None:
    """Refuse a backup of a newer Digsite."""
    if is_newer(backup.manifest.revision):
        raise DigsiteError("backup_newer", version=backup.manifest.digsite)


# --- SQLite


async def into_sqlite(backup: Backup, folder: Path, *, replaces: bool, progress: Progress) -> Path | None:
    """Bring a backup into a folder where no house is open; return where the old one is, if there was one."""
    with reaching():
        private.make_folder(folder)
        holding = hold(folder / FILE_NAME)
    with closing(holding):
        finish(folder)
        if not replaces:
            _require_free([folder / FILE_NAME, *_other_key(backup, folder)])
        await _make_ready(backup, folder, progress)
        return finish(folder)


def _require_free(paths: Iterable[Path]) -> None:
    for path in paths:
        if path.exists():
            raise DigsiteError("restore_would_replace", what=str(path))


def _other_key(backup: Backup, folder: Path) -> list[Path]:
    """Return the key of a house, where it is another one than that of a backup."""
    path, key = folder / KEY_FILE, backup.key
    return [path] if key is not None and path.exists() and path.read_text(encoding="ascii") != key else []


async def _make_ready(backup: Backup, folder: Path, progress: Progress) -> None:
    _sweep(folder)
    draft = folder / f"{DRAFT}{secrets.token_hex(4)}"
    private.own_folder(draft)
    try:
        await _make_database(backup, draft / FILE_NAME, progress)
        if backup.key is not None:
            _write_key(draft / KEY_FILE, backup.key)
        private.sync_folder(draft)
        draft.rename(folder / f"{READY}{stamp()}")
        private.sync_folder(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _sweep(folder: Path) -> None:
    """Remove what was left by somebody who was killed before all was ready."""
    for path in folder.glob(f"{DRAFT}*"):
        if re.fullmatch(f"{re.escape(DRAFT)}[0-9a-f]{{8}}", path.name):
            shutil.rmtree(path)


async def _make_database(backup: Backup, path: Path, progress: Progress) -> None:
    private.reserve(path)
    engine = sqlite_engine(path, QUICKLY)
    try:
        async with transactional(engine).begin() as connection:
            await connection.execute(text(ALONE["sqlite"]))
            await fill(connection, backup, progress)
    finally:
        await engine.dispose()
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def finish(folder: Path) -> Path | None:
    """Put what is ready in its place, also if somebody was killed over it; return where the old one is."""
    aside = None
    for ready in sorted(folder.glob(f"{READY}*")):
        aside = folder / f"{ASIDE}{ready.name.removeprefix(READY)}"
        for name in (FILE_NAME, KEY_FILE):
            if (ready / name).exists():
                _put_aside(beside(folder / name), aside)
                (ready / name).rename(folder / name)
        private.sync_folder(folder)
        ready.rmdir()
    return aside if aside is not None and aside.exists() else None


def _put_aside(paths: Iterable[Path], folder: Path) -> None:
    for path in paths:
        if path.exists():
            private.own_folder(folder)
            path.rename(folder / path.name)


def _write_key(path: Path, key: str) -> None:
    with os.fdopen(private.make_file(path), "w", encoding="ascii") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())


# --- PostgreSQL


async def into_postgres(
    backup: Backup, url: str, folder: Path, *, replaces: bool, progress: Progress
) -> str | None:
    """Bring a backup into a database that no house uses; return the schema with the old tables, if any.

    The key of the house comes first: if we are killed then, the same command can be given once more.
    """
    from digsite.store import postgres

    engine = postgres_engine(postgres.connecting(url, None, postgres.VISITOR))
    try:
        with reaching():
            connecting = await engine.connect()
            await connecting.close()
        async with transactional(engine).begin() as connection:
            await connection.execute(text(ALONE["postgresql"]))
            aside = await _make_room(connection, backup, postgres.HOUSE, replaces=replaces)
            if not replaces:
                _require_free(_other_key(backup, folder))
            await fill(connection, backup, progress)
            raw = await connection.get_raw_connection()
            await postgres.enter_pending(raw.driver_connection)
            _replace_key(backup, folder)
        return aside
    finally:
        await engine.dispose()


async def _make_room(
    connection: AsyncConnection, backup: Backup, house: str, *, replaces: bool
) -> str | None:
    """Put the tables of an older house aside, into a schema of their own."""
    there = await connection.run_sync(_ours, backup)
    if not there:
        return None
    if not replaces:
        raise DigsiteError("restore_would_replace", what="DATABASE_URL")
    if await connection.scalar(text(_HOUSES), {"name": house}):
        raise DigsiteError("database_in_use")
    aside = f"{ASIDE}{stamp()}"
    await connection.execute(text(f'CREATE SCHEMA "{aside}"'))
    for table in there:
        await connection.execute(text(f'ALTER TABLE "{table}" SET SCHEMA "{aside}"'))
    return aside


def _ours(connection: Connection, backup: Backup) -> list[str]:
    """Return the tables that are ours, among those that a database has."""
    ours = {NOTE, *METADATA.tables, *backup.manifest.tables}
    return sorted(ours.intersection(inspect(connection).get_table_names()))


def _replace_key(backup: Backup, folder: Path) -> None:
    """Let a house have the key of a backup; another one that it had is kept aside."""
    if backup.key is None:
        return
    private.make_folder(folder)
    _put_aside(_other_key(backup, folder), folder / f"{ASIDE}{stamp()}")
    if not (folder / KEY_FILE).exists():
        draft = folder / f"{KEY_FILE}.{secrets.token_hex(4)}"
        _write_key(draft, backup.key)
        draft.rename(folder / KEY_FILE)
        private.sync_folder(folder)

"""Backups of the house that the settings name, and the way back."""

from __future__ import annotations

import asyncio
import re
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from digsite.core import private
from digsite.core.errors import DigsiteError
from digsite.server.people import found_key
from digsite.server.settings import read_settings
from digsite.store.archive import Backup, drafted
from digsite.store.backup import back_up, stamp
from digsite.store.engines import postgres_engine, reaching, sqlite_engine
from digsite.store.restore import into_postgres, into_sqlite, require_known
from digsite.store.sqlite import FILE_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncEngine

    from digsite.server.settings import Settings
    from digsite.store.archive import Manifest, Progress

NAME: Final = "digsite-{}.zip"
_OURS: Final = re.compile(NAME.replace(".", r"\.").format(r"[0-9]{8}T[0-9]{6}\.[0-9]{3}Z"))


class Restored(NamedTuple):
    """What came back, and where the house is that was there before, if there was one."""

    manifest: Manifest
    aside: str | None


def new_name(folder: Path) -> Path:
    """Return where the next backup in a folder goes."""
    return folder / NAME.format(stamp())


def save(path: Path, progress: Progress) -> Manifest:
    """Make a backup, while the house is open or closed."""
    settings = read_settings()
    key = settings.key or found_key(settings.home)
    private.make_folder(path.absolute().parent)
    return asyncio.run(_saved(_engine(settings), path, key, progress))


def _engine(settings: Settings) -> AsyncEngine:
    """Return what reads the database; to look into one that is not there would make it."""
    if settings.database_url:
        from digsite.store.postgres import VISITOR, connecting

        return postgres_engine(connecting(settings.database_url, None, VISITOR))
    path = settings.home / FILE_NAME
    if not path.exists():
        raise DigsiteError("nothing_to_back_up")
    return sqlite_engine(path)


async def _saved(engine: AsyncEngine, path: Path, key: str | None, progress: Progress) -> Manifest:
    try:
        with reaching():
            connection = await engine.connect()
            await connection.close()
        with drafted(path) as file, _explaining():
            return await back_up(engine, file, key, progress)
    finally:
        await engine.dispose()


@contextmanager
def _explaining() -> Iterator[None]:
    """Turn what a database makes that refuses into a refusal with its first line: there may be no room."""
    try:
        yield
    except SQLAlchemyError as error:
        why = str(getattr(error, "orig", error)).splitlines()[0]
        raise DigsiteError("store_unreachable", why=why) from error


def prune(folder: Path, keep: int) -> list[Path]:
    """Remove backups from a folder, except the latest ones; return those that are gone."""
    ours = sorted(path for path in folder.iterdir() if _OURS.fullmatch(path.name))
    for path in ours[:-keep]:
        path.unlink()
    return ours[:-keep]


@contextmanager
def opened(path: Path) -> Iterator[Backup]:
    """Open a backup that this Digsite can bring back."""
    with closing(Backup(path)) as backup:
        require_known(backup)
        yield backup


def bring_back(backup: Backup, progress: Progress, *, replaces: bool) -> Restored:
    """Put a backup where the settings say that the house is."""
    return asyncio.run(_brought_back(read_settings(), backup, progress, replaces=replaces))


async def _brought_back(
    settings: Settings, backup: Backup, progress: Progress, *, replaces: bool
) -> Restored:
    url, home = settings.database_url, settings.home
    with _explaining():
        if url:
            schema = await into_postgres(backup, url, home, replaces=replaces, progress=progress)
            return Restored(backup.manifest, schema)
        folder = await into_sqlite(backup, home, replaces=replaces, progress=progress)
        return Restored(backup.manifest, None if folder is None else str(folder))

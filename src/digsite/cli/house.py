"""Where tables are kept on this machine: their logs, and the secrets of those not yet finished."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from digsite.core import private
from digsite.core.errors import DigsiteError
from digsite.table import log as logs
from digsite.table.journal import SUFFIX, Journal, Vault, data_folder, read_file, read_mended
from digsite.table.written import WrittenTable

if TYPE_CHECKING:
    from pathlib import Path

    from digsite.core.names import Result
    from digsite.table.log import Header, Log


@dataclass(frozen=True)
class Kept:
    """A table and the file that keeps it."""

    table: WrittenTable
    path: Path


def vault() -> Vault:
    """Return where secrets lie."""
    return Vault(data_folder() / "secrets")


def log_folder() -> Path:
    """Return where logs go unless somebody says otherwise."""
    return data_folder() / "logs"


def new_path(key: str) -> Path:
    """Return the name of a file that does not exist yet."""
    stem = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}-{key}"
    folder = log_folder()
    names = (stem if n == 1 else f"{stem}-{n}" for n in range(1, 1000))
    return next(path for name in names if not (path := folder / f"{name}{SUFFIX}").exists())


def open_table(header: Header, secret: bytes, save: Path | None) -> Kept:
    """Open a new table; its secret is on the disk before its first line is."""
    path = save or new_path(header.game)
    if path.exists():
        raise DigsiteError("file_exists", path=str(path))
    try:
        _make_folder(path.parent)
        vault().keep(header.commitment, secret)
    except OSError as error:
        raise DigsiteError("cannot_write", path=str(path), why=str(error.strerror)) from error
    return Kept(WrittenTable.open(header, secret, Journal(path).save), path)


def _make_folder(folder: Path) -> None:
    """Make the folder of a log; ours is for nobody else."""
    if folder == log_folder():
        private.own_folder(folder)
    else:
        folder.mkdir(parents=True, exist_ok=True)


def mended(path: Path) -> bool:
    """Cut off a line that a crash left half written, of a log only; tell whether there was one."""
    logs.read(read_mended(path))
    return Journal(path).mend()


def open_again(path: Path) -> Kept:
    """Return the table of a log that is not finished."""
    log = read_log(path)
    if log.ending is not None:
        raise DigsiteError("log_finished", path=str(path))
    secret = vault().secret(log.header.commitment)
    return Kept(WrittenTable(log, secret, Journal(path).save), path)


def read_log(path: Path) -> Log:
    """Return the log in a file."""
    return logs.read(read_file(path))


def close(kept: Kept) -> Result | None:
    """Write result and secret under a game that is over; nobody need keep the secret any longer."""
    kept.table.close()
    if kept.table.log.ending is not None:
        vault().forget(kept.table.header.commitment)
    return kept.table.course.result()


def last_unfinished() -> Path | None:
    """Return the log of the game that was left last."""
    files = sorted(log_folder().glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    return next((path for path in reversed(files[-20:]) if _is_unfinished(path)), None)


def _is_unfinished(path: Path) -> bool:
    try:
        return logs.read(read_mended(path)).ending is None
    except DigsiteError:
        return False

"""Logs as files: every line is on the disk before its move counts, and secrets lie apart until the end."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

import platformdirs

from digsite.core import private
from digsite.core.errors import DigsiteError
from digsite.table.log import mended

if TYPE_CHECKING:
    from io import FileIO

SUFFIX: Final = ".dig"


def data_folder() -> Path:
    """Return where Digsite keeps what people made: DIGSITE_HOME, or the system's place for it."""
    home = os.environ.get("DIGSITE_HOME")
    return Path(home) if home else Path(platformdirs.user_data_dir("digsite"))


class Journal:
    """A log file that is only ever added to, by one writer."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._size = path.stat().st_size if path.exists() else 0

    def save(self, lines: str) -> None:
        """Add lines and wait until they are on the disk; refuse if somebody else added some."""
        if not lines:
            return
        data = lines.encode()
        try:
            with open(self.path, "ab", buffering=0, opener=private.opener) as file:
                if file.tell() != self._size:
                    raise DigsiteError("log_went_on", path=str(self.path))
                self._append(file, data)
        except OSError as error:
            raise DigsiteError("cannot_write", path=str(self.path), why=str(error.strerror)) from error
        self._size += len(data)

    def _append(self, file: FileIO, data: bytes) -> None:
        """Write all or nothing: what a full disk cut short is taken away again."""
        try:
            if file.write(data) != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(file.fileno())
        except OSError:
            file.truncate(self._size)
            raise

    def mend(self) -> bool:
        """Cut off a last line that a crash left unfinished; tell whether there was one."""
        data = _read_bytes(self.path)
        whole = mended(data)
        if whole.startswith(data):
            self.save(whole.removeprefix(data).decode())
            return False
        self._size = len(whole)
        os.truncate(self.path, self._size)
        return True


def read_file(path: Path) -> str:
    """Return the text of a file, or say why it cannot be read."""
    return _decoded(_read_bytes(path), path)


def read_mended(path: Path) -> str:
    """Return the text of a log without a last line that a crash left unfinished."""
    return _decoded(mended(_read_bytes(path)), path)


def _decoded(data: bytes, path: Path) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise DigsiteError("not_text", path=str(path)) from None


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DigsiteError("cannot_read", path=str(path), why=str(error.strerror)) from error


class Vault:
    """The secrets of unfinished games, by their commitment, where only their owner can read them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, commitment: str, secret: bytes) -> None:
        """Keep a secret until its game is over."""
        private.own_folder(self._folder)
        with open(self._folder / commitment, "wb", opener=private.opener) as file:
            file.write(secret)
            file.flush()
            os.fsync(file.fileno())

    def secret(self, commitment: str) -> bytes | None:
        """Return the secret of a game that was begun here."""
        path = self._folder / commitment
        return path.read_bytes() if path.is_file() else None

    def forget(self, commitment: str) -> None:
        """Drop a secret that now stands in its log."""
        (self._folder / commitment).unlink(missing_ok=True)

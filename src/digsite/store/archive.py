"""A backup is one zip file: a manifest, the key of the house, and a line of JSON for every row of the tables.

The rows are the same whichever database they come from, so they can go into either. The manifest says how
many there are and what their SHA-256 is. It is written last, and a zip without its end is none: a file that
was cut short is never taken for a backup.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import re
import secrets
import zlib
from contextlib import contextmanager, suppress
from itertools import islice
from time import time
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import msgspec

from digsite.core import private
from digsite.core.errors import DigsiteError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import Self

FORMAT: Final = "digsite backup"
VERSION: Final = 1
"""Of the format; the revision of the manifest is that of the tables."""
MANIFEST: Final = "manifest.json"
KEY_FILE: Final = "cookie.key"
"""Here, and in the folder of a house."""
LEVEL: Final = 3
"""Of compression: the higher ones take twice the time for a twentieth of the size."""
BATCH: Final = 1000
"""Rows that are read and written at a time."""
PARTIAL: Final = ".partial"
FORGOTTEN: Final = 24 * 60 * 60
"""Seconds after which a file that nobody finished is removed."""
DAMAGE: Final = (BadZipFile, KeyError, EOFError, zlib.error, NotImplementedError, msgspec.MsgspecError)
"""What a file makes that is no zip, or was changed."""

Progress: TypeAlias = "Callable[[int, int], None]"
"""Told how many rows are done, and of how many."""
Row: TypeAlias = "Sequence[Any]"


class Part(msgspec.Struct, frozen=True):
    """The rows of a table."""

    columns: list[str]
    base64: list[str]
    """Those that have bytes, which are written so."""
    rows: int
    sha256: str


class Head(msgspec.Struct, frozen=True):
    """What any Digsite can read of a backup, however new it is."""

    format: str
    version: int
    digsite: str
    """The version that made it."""


class Manifest(Head, frozen=True):
    """What is in a backup."""

    revision: str
    """The last migration that its database had seen."""
    made: str
    """When: ISO 8601, UTC."""
    database: str
    tables: dict[str, Part]
    """In an order in which they can be filled."""
    key: str | None = None
    """The SHA-256 of the key, where it is part of the backup."""

    @property
    def rows(self) -> int:
        """Return how many rows there are."""
        return sum(part.rows for part in self.tables.values())


_encode: Final = msgspec.json.Encoder()
_decode_row: Final = msgspec.json.Decoder(list[Any]).decode
_decode_head: Final = msgspec.json.Decoder(Head).decode
_decode_manifest: Final = msgspec.json.Decoder(Manifest).decode


# --- writing


class Writer:
    """Writes a backup, table by table."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = ZipFile(file, "w", ZIP_DEFLATED, compresslevel=LEVEL)
        self.tables: dict[str, Part] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of a file that was not finished: without a manifest it is no backup."""
        with suppress(OSError, ValueError):
            self._zip.close()

    @contextmanager
    def table(self, name: str, columns: Sequence[str], with_bytes: Sequence[str]) -> Iterator[_Rows]:
        """Let the rows of a table be written."""
        with self._zip.open(_place(name), "w", force_zip64=True) as file:
            rows = _Rows(file)
            yield rows
        part = Part(list(columns), list(with_bytes), rows.count, rows.sha256.hexdigest())
        self.tables[name] = part

    def finish(self, manifest: Manifest, key: str | None) -> None:
        """Write what is left; without that it is no backup."""
        if key is not None:
            self._zip.writestr(KEY_FILE, key)
        self._zip.writestr(MANIFEST, msgspec.json.format(_encode.encode(manifest), indent=2))
        self._zip.close()


class _Rows:
    """Takes the rows of a table."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.sha256 = hashlib.sha256()
        self.count = 0

    def add(self, rows: Sequence[Row]) -> None:
        """Write some."""
        lines = _encode.encode_lines(rows)
        self.sha256.update(lines)
        self._file.write(lines)
        self.count += len(rows)


@contextmanager
def drafted(path: Path) -> Iterator[IO[bytes]]:
    """Let a file be written; it gets its name once all of it is on the disk, and never by halves."""
    if path.exists():
        raise DigsiteError("backup_exists", path=str(path))
    _sweep(path.parent)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}{PARTIAL}")
    try:
        with os.fdopen(private.make_file(draft), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
        private.sync_folder(path.parent)
    finally:
        draft.unlink(missing_ok=True)


def _sweep(folder: Path) -> None:
    """Remove what was left by those who were killed while they wrote."""
    for path in folder.glob(f".*{PARTIAL}"):
        ours = re.fullmatch(rf"\..+\.[0-9a-f]{{8}}{re.escape(PARTIAL)}", path.name)
        if ours and path.stat().st_mtime < time() - FORGOTTEN:
            path.unlink(missing_ok=True)


# --- reading


class Backup:
    """A backup that is there to be read; with what is in it, refused where it is none or is damaged."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._zip = ZipFile(path)
            manifest = self._zip.read(MANIFEST)
            head = _decode_head(manifest)
            if head.format == FORMAT and head.version > VERSION:
                raise DigsiteError("backup_newer", version=head.digsite)
            self.manifest = _decode_manifest(manifest)
        except DAMAGE as error:
            raise DigsiteError("not_a_backup", path=str(path)) from error
        except OSError as error:
            raise DigsiteError("cannot_read", path=str(path), why=str(error.strerror)) from error
        if self.manifest.format != FORMAT:
            raise DigsiteError("not_a_backup", path=str(path))

    def close(self) -> None:
        """Let go of the file."""
        self._zip.close()

    @property
    def key(self) -> str | None:
        """Return the key of the house, where it is part of the backup."""
        if self.manifest.key is None:
            return None
        with self._reading(KEY_FILE):
            key = self._zip.read(KEY_FILE)
            self._require(hashlib.sha256(key).hexdigest() == self.manifest.key, KEY_FILE)
            return key.decode("ascii")

    def check(self, progress: Progress) -> None:
        """Refuse a backup in which a letter is not as it was written."""
        done = 0
        for name, part in self.manifest.tables.items():
            digest, count = hashlib.sha256(), 0
            for line in self._lines(name):
                digest.update(line)
                count += 1
                if count % BATCH == 0:
                    progress(done + count, self.manifest.rows)
            self._require((digest.hexdigest(), count) == (part.sha256, part.rows), name)
            done += count
        progress(done, self.manifest.rows)
        self._require(self.manifest.key is None or self.key is not None, KEY_FILE)

    def rows(self, name: str) -> Iterator[list[dict[str, Any]]]:
        """Return the rows of a table, some at a time."""
        part = self.manifest.tables[name]
        lines = self._lines(name)
        while batch := list(islice(lines, BATCH)):
            with self._reading(name):
                yield [self._row(part, line) for line in batch]

    def _row(self, part: Part, line: bytes) -> dict[str, Any]:
        row = dict(zip(part.columns, _decode_row(line), strict=True))
        for column in part.base64:
            if row[column] is not None:
                row[column] = base64.b64decode(row[column])
        return row

    def _lines(self, name: str) -> Iterable[bytes]:
        with self._reading(name), self._zip.open(_place(name)) as file:
            yield from file

    @contextmanager
    def _reading(self, name: str) -> Iterator[None]:
        try:
            yield
        except (*DAMAGE, ValueError, binascii.Error) as error:
            raise self.damaged(name) from error

    def _require(self, is_so: bool, name: str) -> None:  # noqa: FBT001
        if not is_so:
            raise self.damaged(name)

    def damaged(self, name: str) -> DigsiteError:
        """Return the refusal of a backup with a part that is not as it should be."""
        return DigsiteError("backup_damaged", path=str(self._path), part=name)


def _place(table: str) -> str:
    return f"tables/{table}.jsonl"

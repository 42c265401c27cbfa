"""Who somebody is: a guest with a name, known by a session; a code carries them to another device."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
from typing import TYPE_CHECKING, Final, NamedTuple

from digsite.core import private
from digsite.core.errors import DigsiteError
from digsite.server.sessions import new_session
from digsite.server.shares import Playtime
from digsite.server.steady import now
from digsite.store.archive import KEY_FILE
from digsite.store.sessions import Code
from digsite.store.store import Person
from digsite.table.names import require_own_name

if TYPE_CHECKING:
    from pathlib import Path

    from digsite.server.sessions import Session, Sessions
    from digsite.store.store import Store

CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without those that look alike."""
CODE_LENGTH: Final = 12
CODE_FOR: Final = 10 * 60 * 1000
"""Milliseconds that a code is good for."""
MOST_KNOWN: Final = 10_000
KEY_BYTES: Final = 32


class Entered(NamedTuple):
    """Somebody who is in, with what their browser keeps."""

    person: Person
    cookie: str


class Made(NamedTuple):
    """A code for another device, as people read it, and until when it is good."""

    code: str
    until: int


class People:
    """The guests of the house."""

    def __init__(self, store: Store, sessions: Sessions, *, is_shared: bool) -> None:
        self._store = store
        self._sessions = sessions
        self._known: dict[str, Person] | None = None if is_shared else {}
        """Whom we know without asking; others may rename people where a database is shared."""
        self.playtime = Playtime()

    async def welcome(self, name: str) -> Entered:
        """Let somebody in."""
        person, session = Person(secrets.token_urlsafe(16), _tidy(name)), new_session()
        await self._store.add_person(person, now(), session.digest)
        return Entered(self._remember(person), self._sessions.begin(person.id, session))

    async def known(self, person_id: str) -> Person:
        """Return somebody who was here before."""
        person = await self.find(person_id)
        if person is None:
            raise DigsiteError("who_are_you")
        return person

    async def find(self, person_id: str) -> Person | None:
        """Return somebody who may have been here before."""
        person = (self._known or {}).get(person_id) or await self._store.person(person_id)
        return None if person is None else self._remember(person)

    def _remember(self, person: Person) -> Person:
        if self._known is not None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[person.id] = person
        return person

    def drop(self, person_id: str) -> None:
        """Know somebody no more who was removed from the database."""
        if self._known is not None:
            self._known.pop(person_id, None)

    async def rename(self, person_id: str, name: str) -> Person:
        """Give somebody another name, for tables to come."""
        person = Person((await self.known(person_id)).id, _tidy(name))
        await self._store.rename(person)
        return self._remember(person)

    async def forget(self, person_id: str) -> None:
        """Let somebody in no more; their words are erased later (`erasing.py`)."""
        await self._store.forget((await self.known(person_id)).id, now())
        self.drop(person_id)

    async def code(self, session: Session) -> Made:
        """Return a code for another device."""
        made, code = _new_code()
        if not await self._store.add_code(session.login, code):
            raise DigsiteError("who_are_you")
        return made

    async def by_code(self, typed: str) -> Entered:
        """Return whom a code stands for; it can be used once."""
        session = new_session()
        person = await self._store.take_code(_digest(typed), now(), session.digest)
        if person is None:
            raise DigsiteError("bad_code")
        return Entered(person, self._sessions.begin(person.id, session))

    async def log_out_everywhere(self, session: Session) -> Made:
        """End all sessions of somebody, and return a code: the only way back."""
        made, code = _new_code()
        await self._sessions.end_all(session, code)
        return made


def _new_code() -> tuple[Made, Code]:
    """Return a code as people read it, and what is kept of it."""
    letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    until = now() + CODE_FOR
    shown = "-".join(letters[i : i + 4] for i in range(0, CODE_LENGTH, 4))
    return Made(shown, until), Code(_digest(letters), until)


def _tidy(name: str) -> str:
    tidy = " ".join(name.split())
    require_own_name(tidy)
    return tidy


def _digest(code: str) -> str:
    """Return what is kept of a code, however it was typed."""
    letters = "".join(letter for letter in code.upper() if letter in CODE_LETTERS)
    return hashlib.sha256(letters.encode()).hexdigest()


def kept_key(folder: Path) -> str:
    """Return the key of this house, made when it was first opened, where only its owner can read it."""
    path = folder / KEY_FILE
    try:
        private.make_folder(folder)
        if not path.exists():
            _make_key(path)
        private.narrow([path])
        return _read_key(path)
    except OSError as error:
        code = "cannot_read" if error.errno == errno.EACCES else "cannot_write"
        raise DigsiteError(code, path=str(path), why=str(error.strerror)) from error


def found_key(folder: Path) -> str | None:
    """Return the key of a house, if it has been opened before."""
    path = folder / KEY_FILE
    return _read_key(path) if path.exists() else None


def _read_key(path: Path) -> str:
    key = path.read_text(encoding="ascii")
    if len(key) < 2 * KEY_BYTES:
        raise DigsiteError("cannot_read", path=str(path), why=os.strerror(errno.ENODATA))
    return key


def _make_key(path: Path) -> None:
    """Put a key where it stays; of several processes that start together, the first one does."""
    draft = path.with_suffix(f".{secrets.token_hex(8)}")
    try:
        with os.fdopen(private.make_file(draft), "w") as file:
            file.write(secrets.token_hex(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        draft.unlink(missing_ok=True)

"""Who somebody is: a guest with a name, known by a signed cookie; a code carries them to another device."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
from typing import TYPE_CHECKING, Final

from itsdangerous import BadSignature, URLSafeSerializer

from digsite.core.errors import DigsiteError
from digsite.server.shares import Playtime
from digsite.server.steady import now
from digsite.store.store import Person
from digsite.table.set_up import require_name

if TYPE_CHECKING:
    from pathlib import Path

    from digsite.store.store import Store

COOKIE: Final = "digsite"
COOKIE_SECONDS: Final = 400 * 24 * 60 * 60
"""As long as browsers keep one."""
CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without those that look alike."""
CODE_LENGTH: Final = 12
CODE_FOR: Final = 10 * 60 * 1000
"""Milliseconds that a code is good for."""
MOST_KNOWN: Final = 10_000
KEY_FILE: Final = "cookie.key"
KEY_BYTES: Final = 32


SIGNER: Final = {"digest_method": hashlib.sha256, "key_derivation": "hmac"}


class People:
    """The guests of the house."""

    def __init__(self, store: Store, key: str, *, is_shared: bool) -> None:
        self._store = store
        self._known: dict[str, Person] | None = None if is_shared else {}
        """Whom we know without asking; others may rename people where a database is shared."""
        self.playtime = Playtime()
        self._signer = URLSafeSerializer(key, salt="person", signer_kwargs=SIGNER)
        self._by_cookie: dict[str, str] = {}
        """Whose cookies we have checked: only those that were made here."""

    async def welcome(self, name: str) -> Person:
        """Let somebody in."""
        person = Person(secrets.token_urlsafe(16), _tidy(name))
        await self._store.add_person(person, now())
        return self._remember(person)

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

    async def rename(self, person_id: str, name: str) -> Person:
        """Give somebody another name, for tables to come."""
        person = Person((await self.known(person_id)).id, _tidy(name))
        await self._store.rename(person)
        return self._remember(person)

    async def code(self, person_id: str) -> tuple[str, int]:
        """Return a code for another device, and until when it is good."""
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        until = now() + CODE_FOR
        await self._store.add_code(_digest(code), (await self.known(person_id)).id, until)
        return "-".join(code[i : i + 4] for i in range(0, CODE_LENGTH, 4)), until

    async def by_code(self, typed: str) -> Person:
        """Return whom a code stands for; it can be used once."""
        person = await self._store.take_code(_digest(typed), now())
        if person is None:
            raise DigsiteError("bad_code")
        return person

    def cookie(self, person: Person) -> str:
        """Return what somebody's browser keeps."""
        return str(self._signer.dumps(person.id))

    def of_cookie(self, cookie: str | None) -> str | None:
        """Return whose cookie this is; nobody's, where it was not made here."""
        if not cookie:
            return None
        return self._by_cookie.get(cookie) or self._checked(cookie)

    def _checked(self, cookie: str) -> str | None:
        """Return whose cookie this is by its signature, which takes time."""
        try:
            person = str(self._signer.loads(cookie))
        except BadSignature:
            return None
        if len(self._by_cookie) >= MOST_KNOWN:
            self._by_cookie.clear()
        self._by_cookie[cookie] = person
        return person


def _tidy(name: str) -> str:
    tidy = " ".join(name.split())
    require_name(tidy)
    return tidy


def _digest(code: str) -> str:
    """Return what is kept of a code, however it was typed."""
    letters = "".join(letter for letter in code.upper() if letter in CODE_LETTERS)
    return hashlib.sha256(letters.encode()).hexdigest()


def kept_key(folder: Path) -> str:
    """Return the key of this house, made when it was first opened, where only its owner can read it."""
    path = folder / KEY_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            _make_key(path)
        key = path.read_text(encoding="ascii")
    except OSError as error:
        code = "cannot_read" if error.errno == errno.EACCES else "cannot_write"
        raise DigsiteError(code, path=str(path), why=str(error.strerror)) from error
    if len(key) < 2 * KEY_BYTES:
        raise DigsiteError("cannot_read", path=str(path), why=os.strerror(errno.ENODATA))
    return key


def _make_key(path: Path) -> None:
    """Put a key where it stays; of several processes that start together, the first one does."""
    draft = path.with_suffix(f".{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        draft.unlink(missing_ok=True)

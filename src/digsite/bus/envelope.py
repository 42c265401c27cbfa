"""Nudges of one moment as they travel, signed: nobody else can say what happened at a table."""

from __future__ import annotations

import secrets
from hashlib import blake2b
from hmac import compare_digest
from typing import Final

import msgspec
from msgspec import Raw

SIGNATURE: Final = 32
"""Hexadecimal digits in front of a message."""
PURPOSE: Final = b"digsite bus"
"""The same key signs cookies: what is signed for one purpose is worth nothing for another."""
UNTOLD: Final = Raw(b"[]")


class Nudge(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A table has gone on."""

    table: str
    ply: int
    how: Raw = UNTOLD
    """What led there, as JSON whose meaning the bus does not know."""


class Envelope(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Nudges of one process."""

    process: str
    nudges: list[Nudge]


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Envelope).decode


class Seal:
    """What a process closes its envelopes with, and opens those of others."""

    def __init__(self, key: str) -> None:
        self.process = secrets.token_hex(4)
        """The name of the process."""
        self._key = blake2b(key.encode(), digest_size=32, person=PURPOSE).digest()
        self._own = b'["%b"' % self.process.encode()

    def closed(self, nudges: list[Nudge]) -> bytes:
        """Return nudges as a message."""
        text = _encode(Envelope(self.process, nudges))
        return self._signature(text) + text

    def opened(self, message: bytes) -> list[Nudge]:
        """Return the nudges of another process; without a right signature they say how far, but not how.

        Raise ValueError where it is no envelope.
        """
        if message.startswith(self._own, SIGNATURE):
            return []
        text = message[SIGNATURE:]
        try:
            nudges = _decode(text).nudges
        except msgspec.MsgspecError as error:
            problem = "this is no envelope"
            raise ValueError(problem) from error
        if compare_digest(message[:SIGNATURE], self._signature(text)):
            return nudges
        return [Nudge(nudge.table, nudge.ply) for nudge in nudges]

    def _signature(self, text: bytes) -> bytes:
        return blake2b(text, digest_size=SIGNATURE // 2, key=self._key).hexdigest().encode()

"""Data within entries and summaries, as the JSON that is saved: later versions read what this one writes."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import msgspec

What = TypeVar("What")
_encode: Final = msgspec.json.Encoder().encode


class Form(Generic[What]):
    """How one kind of data is saved."""

    def __init__(self, kind: type[What]) -> None:
        self._decode = msgspec.json.Decoder(kind).decode

    def write(self, data: What) -> str:
        """Return data as text."""
        return _encode(data).decode()

    def read(self, text: str) -> What:
        """Return the data of a text, or raise ValueError."""
        return self._decode(text)

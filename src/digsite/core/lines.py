"""Reading a text line by line, so that every refusal can name its line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from digsite.core.errors import BadText

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.core.names import Json

_NUMBER: Final = re.compile(r"\d{1,9}", re.ASCII)
SHOWN: Final = 20
"""How much of a stranger's text a refusal repeats."""


def shown(text: str) -> str:
    """Return the beginning of a text in characters that every terminal can show."""
    return "".join(c if c.isprintable() else "?" for c in text[:SHOWN])


class Lines:
    """The lines of a text, taken one after the other; numbers start at 1."""

    def __init__(self, text: str) -> None:
        self._lines = [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]
        self.number = 0
        """The line taken last."""

    def __bool__(self) -> bool:
        return self.number < len(self._lines)

    def take(self) -> str:
        """Return the next line, or refuse a text that ends too early."""
        self.number += 1
        if self.number > len(self._lines):
            raise self.refusal("text_too_short")
        return self._lines[self.number - 1]

    def take_field(self, key: str) -> str:
        """Return what follows `key` on the next line."""
        found, _, value = self.take().strip().partition(" ")
        if found != key:
            raise self.refusal("expected_field", expected=key, found=shown(found))
        return value.strip()

    def take_number(self, key: str, least: int, most: int) -> int:
        """Return the number that follows `key` on the next line."""
        value = self.take_field(key)
        if not (_NUMBER.fullmatch(value) and least <= int(value) <= most):
            raise self.refusal("expected_number", key=key, least=least, most=most, found=shown(value))
        return int(value)

    def take_one_of(self, key: str, words: Sequence[str]) -> str:
        """Return which of some words follows `key` on the next line."""
        value = self.take_field(key)
        if value not in words:
            raise self.refusal("expected_one_of", expected=", ".join(words), found=shown(value))
        return value

    def end(self) -> None:
        """Refuse anything that follows."""
        if self:
            self.number += 1
            raise self.refusal("text_too_long")

    def refusal(self, code: str, **values: Json) -> BadText:
        """Return the error of a code at the line taken last."""
        return BadText(code, line=self.number, **values)

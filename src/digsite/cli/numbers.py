"""Numbers as the reader's language writes them."""

from __future__ import annotations

from typing import Final

MARKS: Final = {"en": (",", "."), "fr": ("\u202f", ","), "nl": (".", ","), "de": (".", ",")}
"""What stands between thousands, and before decimals."""


def number(value: float, language: str, decimals: int = 0) -> str:
    """Return a number as text."""
    thousands, point = MARKS[language]
    return f"{value:,.{decimals}f}".translate({ord(","): thousands, ord("."): point})

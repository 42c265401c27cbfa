"""Which language the terminal speaks: `--lang`, else DIGSITE_LANG, else the locale's."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from digsite.core import words

if TYPE_CHECKING:
    from collections.abc import Sequence

OPTION: Final = "--lang"
VARIABLE: Final = "DIGSITE_LANG"


def language_asked(args: Sequence[str]) -> str:
    """Return the language for these arguments; it is wanted before they are read, for help and errors."""
    for place, word in enumerate(args):
        name, equals, value = word.partition("=")
        if name == OPTION:
            asked = value if equals else "".join(args[place + 1 : place + 2])
            return asked if asked in words.LANGUAGES else from_environment()
    return from_environment()


def from_environment() -> str:
    """Return the language that the environment asks for, or English."""
    asked = os.environ.get(VARIABLE, "")
    return asked if asked in words.LANGUAGES else words.from_environment()

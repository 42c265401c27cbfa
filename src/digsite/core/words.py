"""Sentences in four languages.

Each language is a folder of JSON files, one a part of the house. A sentence has holes (`{seat}`);
where a number decides its form it is an object with `one` and `other`, chosen by the hole `n`.
"""

from __future__ import annotations

import json
import os
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from digsite.core.names import Json

LANGUAGES: Final = ("en", "fr", "nl", "de")

Sentence: TypeAlias = "str | Mapping[str, str]"


@cache
def sentences(language: str, part: str) -> Mapping[str, Sentence]:
    """Return one file of a language."""
    file = resources.files("digsite") / "languages" / language / f"{part}.json"
    loaded: Mapping[str, Sentence] = json.loads(file.read_text(encoding="utf-8"))
    return loaded


def say(language: str, key: str, /, **values: Json) -> str:
    """Return the sentence `part.key` with its holes filled."""
    part, _, name = key.partition(".")
    sentence = sentences(language, part)[name]
    if not isinstance(sentence, str):
        sentence = sentence[plural(language, values["n"])]
    return sentence.format_map({hole: _written(value) for hole, value in values.items()})


def _written(value: Json) -> Json:
    """Return a list of texts, such as the squares of a walk, as one text."""
    return " – ".join(map(str, value)) if isinstance(value, list) else value


def plural(language: str, n: Json) -> str:
    """Return the form that a count takes: minus one is one, too, and French counts nought as one."""
    ones = (-1, 0, 1) if language == "fr" else (-1, 1)
    return "one" if n in ones else "other"


def from_environment() -> str:
    """Return the language that the terminal's locale asks for, or English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"

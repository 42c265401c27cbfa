"""What a page will ask for, said along with it: a browser need not find out one file after the other."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from digsite.core.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

ANNOUNCED: Final = "announced.json"
"""Where the built page says which files each of its addresses needs (`web/tools/announced.ts`)."""
CHOSEN: Final = "digsite-language"
"""The cookie of those who chose a language; the page writes it (`web/src/lib/words.svelte.ts`)."""
VARIES: Final = "accept-encoding, accept-language, cookie"


@dataclass(frozen=True)
class Needs:
    """The files that an address needs besides those of every page."""

    path: re.Pattern[str]
    languages: Mapping[str, list[str]]
    games: Mapping[str, Mapping[str, list[str]]]
    """Further ones, by game and language; none where it shows no one game."""

    def link(self, language: str, game: str | None) -> str:
        """Return the header by which a browser fetches them at once."""
        files = [*self.languages[language], *self.games.get(game or "", {}).get(language, ())]
        return ", ".join(dict.fromkeys(map(_link, files)))


def read_needs(text: bytes) -> tuple[Needs, ...]:
    """Return what all addresses need; what stands in their holes is found by its name."""
    announced = json.loads(text)

    def filled(hole: re.Match[str]) -> str:
        return f"(?P<{hole[1]}>{announced['holes'][hole[1]]})"

    return tuple(
        Needs(re.compile(re.sub(r"\{(\w+)\}", filled, page["path"])), page["languages"], page["games"])
        for page in announced["pages"]
    )


def _link(file: str) -> str:
    how = "rel=preload; as=style; crossorigin" if file.endswith(".css") else "rel=modulepreload"
    return f"</{file}>; {how}"


def language_of(cookies: Mapping[str, str], accepted: str) -> str:
    """Return the language in which the page will speak: the chosen one, or the first that a browser wants."""
    tags = (tag.strip()[:2].lower() for tag in (cookies.get(CHOSEN, ""), *accepted.split(",")))
    return next((tag for tag in tags if tag in LANGUAGES), LANGUAGES[0])

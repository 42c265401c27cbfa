"""Names at a table: two who sit there never have names that look alike, and nobody is called like a bot.

Whoever sits down with a name that is taken gets a number behind it: `Anna (2)`. Only the house writes a
number in brackets, or that a bot plays on for somebody, so nobody can choose to look like that.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Final

from digsite.core.errors import DigsiteError
from digsite.core.words import LANGUAGES, say
from digsite.games.due import MAX_SEATS
from digsite.table.log import LONGEST_NAME, require_name
from digsite.table.lookalikes import is_mark, look

if TYPE_CHECKING:
    from collections.abc import Iterator

    from digsite.table.hosted import Hosted

MOST_MARKS: Final = 4
"""Over or under one letter, as UTS 39 has it: no language needs more."""
UNSEEN: Final = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U000e0100-\U000e01ef]"
)
"""Letters without a shape: Python calls them printable."""
NOTHING_SEEN: Final = "?"
OPENING: Final = ("Ps", "Pi")
CLOSING: Final = ("Pe", "Pf")
"""Kinds of brackets."""
_NUMBERED: Final = re.compile(r"\(\s*(?=\d)")


def require_own_name(name: str) -> None:
    """Refuse a name that nobody may choose: one that cannot be read, or could be the house's."""
    require_name(name)
    if _readable(name) != name:
        raise DigsiteError("unreadable_name", most=MOST_MARKS)
    if _plainly(name) != name:
        raise DigsiteError("bracketed_name")


def name_at(table: Hosted, chair: int, own: str) -> str:
    """Return the name by which somebody sits in a chair: their own, told apart from all others there."""
    name = table.set_up.chairs[chair].name or _plainly(_readable(own))
    taken = set(_taken(table))
    if look(name) not in taken:
        return name
    numbered = (_numbered(name, number) for number in count(2))
    return next(other for other in numbered if look(other) not in taken)


def _taken(table: Hosted) -> Iterator[str]:
    """Return how the names look that somebody else has at a table."""
    yield from (look(who.name) for who in table.chairs if who is not None)
    for chair in table.set_up.chairs:
        if chair.level is not None:
            yield from _looks_of_bot(chair.level)


@cache
def _looks_of_bot(level: str) -> frozenset[str]:
    """Return how a bot of a level looks in any language: the page numbers those of one level."""
    names = [say(language, f"table.bot_{level}") for language in LANGUAGES]
    numbers = ["", *map(str, range(1, MAX_SEATS + 1))]
    return frozenset(look(name + number) for name in names for number in numbers)


def _numbered(name: str, number: int) -> str:
    ending = f" ({number})"
    return name[: LONGEST_NAME - len(ending)].rstrip() + ending


# --- names that nobody may choose, but some have from before they were refused


def _readable(name: str) -> str:
    """Return what can be seen of a name, with as many marks as a letter may have."""
    seen: list[str] = []
    for letter in UNSEEN.sub("", name):
        if not is_mark(letter) or _has_room_for_mark(seen):
            seen.append(letter)
    return name if len(seen) == len(name) else "".join(seen).strip() or NOTHING_SEEN


def _has_room_for_mark(letters: list[str]) -> bool:
    """Tell whether there is a letter to write over, with few marks so far."""
    return bool(letters) and letters[-1] != " " and not all(map(is_mark, letters[-MOST_MARKS:]))


def _plainly(name: str) -> str:
    """Return a name without brackets, if they make it one that only the house writes."""
    plain = unicodedata.normalize("NFKC", name)
    shape = "".join(map(_plain_letter, plain))
    if not _NUMBERED.search(shape) and not look(shape).endswith(_endings()):
        return name
    letters = (letter for letter in plain if unicodedata.category(letter) not in OPENING + CLOSING)
    return " ".join("".join(letters).split())


@cache
def _endings() -> tuple[str, ...]:
    """Return how a name ends for which a bot of the house plays on, in any language."""
    return tuple(look(say(language, "table.house_plays", name="")) for language in LANGUAGES)


def _plain_letter(letter: str) -> str:
    """Return a digit or a bracket of any kind as a plain one."""
    kind = unicodedata.category(letter)
    if kind in OPENING + CLOSING:
        return "(" if kind in OPENING else ")"
    return letter if unicodedata.digit(letter, None) is None else "0"

"""The chain over a table's entries: each has a link, a hash of what it says and of the link before it.

It finds what happens by accident: a bit that flipped, half a restore, a row that somebody edited. It has no
key: whoever can write to the database can also make all links anew.

What people can have erased enters the chain as a digest: their names, and what they said. An erased text
stands there as a tilde and its digest, so the links stay as they are.
"""

from __future__ import annotations

import hmac
import re
from hashlib import sha256
from struct import Struct
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from digsite.table.entry import Entry

DIGITS: Final = 32
"""Of a digest."""
_ERASED: Final = re.compile(rf"~[0-9a-f]{{{DIGITS}}}")
"""Longer than any name may be; nobody may say it either."""
_NAMING: Final = ("open", "sit", "start")
"""Entries whose texts have names in them, as JSON."""
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder().decode
_first_number: Final = Struct(">q").unpack_from


def linked(before: int, ply: int, entry: Entry, key: str) -> int:
    """Return the link of an entry behind another's; the first one stands behind a zero."""
    what = entry.what
    text = entry.text if what == "game" else _covered(ply, entry, key)
    covered = _encode((before, entry.at, what, entry.person, entry.seat, text, entry.key))
    link: int = _first_number(sha256(covered).digest())[0]
    return link


def _covered(ply: int, entry: Entry, key: str) -> str:
    """Return an entry's text as the chain covers it."""
    if entry.what == "say":
        return _digest(ply, entry.text, key)
    if entry.what in _NAMING:
        return _written(_renamed(_decode(entry.text), lambda name: _digest(ply, name, key)))
    return entry.text


def _digest(ply: int, text: str, key: str) -> str:
    """Return what the chain covers of a name or a saying, also where it was erased.

    The key is the table's invitation: otherwise anybody could find a short name by trying.
    """
    if is_erased(text):
        return text[1:]
    return hmac.digest(key.encode(), f"{ply} {text}".encode(), "sha256").hex()[:DIGITS]


def _renamed(data: Any, rename: Callable[[str], str]) -> Any:
    """Return data with other names for people, wherever they stand."""
    if isinstance(data, list):
        return [_renamed(part, rename) for part in data]
    if not isinstance(data, dict):
        return data
    return {
        key: rename(part) if key == "name" and _is_named(data) else _renamed(part, rename)
        for key, part in data.items()
    }


def _is_named(data: dict[str, Any]) -> bool:
    """Tell whether this is somebody with a name; bots have levels."""
    return isinstance(data["name"], str) and data.get("bot_seed") is None


def _written(data: Any) -> str:
    return _encode(data).decode()


# --- erasing


def is_erased(text: str) -> bool:
    """Tell whether a name or a saying was erased."""
    return _ERASED.fullmatch(text) is not None


def shown(name: str) -> str:
    """Return a name, or nothing where it was erased."""
    return "" if is_erased(name) else name


def erased(entries: Sequence[Entry], person: str, key: str) -> dict[int, str]:
    """Return what the entries of a table say without somebody's words, by their plies, where it differs."""
    chairs: dict[int, str] = {}
    texts: dict[int, str] = {}
    for ply, entry in enumerate(entries, 1):
        if entry.what == "sit":
            chairs[entry.seat] = _decode(entry.text)["person"]
        text = _without(ply, entry, person, chairs, key)
        if text != entry.text:
            texts[ply] = text
    return texts


def _without(ply: int, entry: Entry, person: str, chairs: Mapping[int, str], key: str) -> str:
    """Return the text of an entry without somebody's words; `chairs` says who sits where."""
    if entry.what == "say" and entry.person == person:
        return _erased(ply, entry.text, key)
    if entry.what not in _NAMING:
        return entry.text
    data = _decode(entry.text)
    for named in _named(data, entry, person, chairs):
        named["name"] = _erased(ply, named["name"], key)
    return _written(data)


def _erased(ply: int, text: str, key: str) -> str:
    return f"~{_digest(ply, text, key)}"


def _named(data: Any, entry: Entry, person: str, chairs: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return where somebody's names stand in an entry: also of those who sit beside them at one screen."""
    match entry.what:
        case "open":
            owned = [
                (chair, entry.person if chair["kind"] == "mine" else chair["person"])
                for chair in data["chairs"]
            ]
            found = [chair for chair, whose in owned if whose == person]
        case "sit":
            found = [data] if data["person"] == person else []
        case _:
            seats = zip(data["header"]["sitters"], data["order"], strict=True)
            found = [sitter for sitter, chair in seats if chairs.get(chair) == person]
    return [named for named in found if _is_named(named)]

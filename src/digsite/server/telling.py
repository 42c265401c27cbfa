"""What processes of a house tell each other of a game: entries, where anybody may know them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw

from digsite.bus.envelope import UNTOLD
from digsite.table.entry import Entry
from digsite.wire.games import ENCODERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.table.hosted import Hosted

_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(list[Entry]).decode


def told(table: Hosted, entries: Sequence[Entry]) -> Raw:
    """Return entries for other processes, or nothing where some are not for everybody.

    Nonces, chat and choices that are sealed stay in the database, where the others read them.
    """
    if not ENCODERS[table.set_up.game].is_open:
        return UNTOLD
    for entry in entries:
        if entry.what != "game":
            return UNTOLD
    return Raw(_encode(entries))


def heard(how: Raw) -> list[Entry]:
    """Return the entries that another process told of; none, where it has other words for them."""
    try:
        return _decode(how)
    except msgspec.MsgspecError:
        return []

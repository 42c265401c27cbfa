"""What is true of every SCARAB position that a game can come to (docs/protocol.md lists it)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from digsite.core.errors import BadText
from digsite.games.scarab.box import pieces
from digsite.games.scarab.record import ANKH, ANKHS, EITHER, EMPTY, HIGHEST, SIDE, VALUES

if TYPE_CHECKING:
    import numpy as np

    from digsite.core.names import Position

MOVES_LINE: Final = 3
LINE_LINE: Final = 4
HANDS_LINE: Final = 6
"""Where a text has the moves made, the line to move along, and the first hand."""


def check(pos: Position) -> None:
    """Refuse a position that no game can come to, with the line of its text."""
    p = pos[0]
    _check_box(p)
    _check_moves(p)


def _check_box(p: np.void) -> None:
    """S1–S3, S7, S9: every stone of the box is on the board or in a hand; no ankh comes back."""
    box = Counter(pieces("full" if p["width"] == SIDE else "short", deflection=bool(p["deflection"])))
    found = _on_board(p) + _in_hands(p)
    for piece in sorted(box | found):
        if found[piece] != box[piece] and piece != (ANKH, False):
            stone = f"{piece[0]:+d}{'*' if piece[1] else ''}"
            line = HANDS_LINE + int(p["seats"])
            raise BadText("scarab_box", line=line, stone=stone, expected=box[piece], found=found[piece])


def _on_board(p: np.void) -> Counter[tuple[int, bool]]:
    lying = zip(p["stone"].tolist(), p["star"].astype(bool).tolist(), strict=True)
    return Counter(piece for piece in lying if piece[0] != EMPTY)


def _in_hands(p: np.void) -> Counter[tuple[int, bool]]:
    held = enumerate(p["hand"].sum(axis=0).tolist())
    return Counter({(kind % VALUES - HIGHEST, kind >= VALUES): count for kind, count in held if count})


def _check_moves(p: np.void) -> None:
    """S5, S7, S9: the moves made are those that took the stones, put some back, or put none."""
    if (p["line"] == EITHER) != (p["moves"] == 0):
        raise BadText("scarab_first_move", line=LINE_LINE)
    ankhs, asked = ANKHS - int((p["stone"] == ANKH).sum()), int(p["ankh"])
    walks, chances = ankhs + int(p["hand"].sum()), ankhs - asked
    for put in range(chances + 1):
        turns, choices = walks + put - asked, int(p["moves"]) - walks - put
        if turns >= 0 and put <= choices <= chances and turns % p["seats"] == p["due"]:
            return
    raise BadText("scarab_moves", line=MOVES_LINE, found=int(p["moves"]))

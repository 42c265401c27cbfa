"""A view of SCARAB, and the moves of a seat, as data."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from typing_extensions import TypedDict

from digsite.games.scarab.notation import LINES, Line, kind_text, stone_text, text_of
from digsite.games.scarab.record import (
    ANKH,
    EMPTY,
    GRID,
    HIGHEST,
    KINDS,
    POSITION,
    SQUARES,
    VALUES,
)
from digsite.wire import shown
from digsite.wire.raw import FALSE_TRUE, encode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from digsite.core.game import Game
    from digsite.core.names import Move, Position, Seat, View

NAMES: Final = [encode(GRID.name(square)) for square in range(SQUARES)]
SHOWN_LINES: Final = {number: encode(line) for number, line in LINES.items()}
BEST_FIRST: Final = itemgetter(*sorted(range(KINDS), key=lambda kind: -(kind % VALUES)))
"""Puts what is known of each kind of stone in the order of a hand."""
KIND_KEYS: Final = BEST_FIRST([encode(kind_text(kind)) for kind in range(KINDS)])


def _stones(*, starred: bool) -> NDArray[np.uint64]:
    """Return what is shown of a square, by the byte that a record has for it: eight bytes of JSON each."""
    texts = {ANKH: "ankh", EMPTY: ""}
    values = range(-HIGHEST, HIGHEST + 1)
    shown_as = {
        value & 0xFF: texts.get(value, stone_text(value, starred=starred)) for value in (*values, ANKH)
    }
    shown = [b"," + encode(shown_as.get(byte, "")) for byte in range(256)]
    return np.array([text.ljust(8) for text in shown], "S8").view(np.uint64)


PLAIN, STARRED = _stones(starred=False), _stones(starred=True)


def _span(field: str) -> slice:
    """Return where a field lies in a record."""
    fields: Mapping[str, Any] = POSITION.fields or {}
    kind, start, *_ = fields[field]
    return slice(start, start + kind.itemsize)


STONE, STAR, HAND, STARS, PRIEST, LINE, CHOOSING, SEATS, WIDTH, TEAMS, DEFLECTION = map(
    _span,
    ("stone", "star", "hand", "stars", "priest", "line", "ankh", "seats", "width", "teams", "deflection"),
)
_VIEW: Final = (
    b'{"game":"scarab","width":%d,"stones":[%b],"priest":%b,"line":%b,"choosing":%b,"hands":[%b],'
    b'"teams":%b,"deflection":%b}'
)


@shown
class ScarabView(TypedDict):
    """The board, the priest and the hands: everything lies open."""

    game: Literal["scarab"]
    width: int
    """Rows and columns in play: 10, from a1 to j10, or in the short game the inner 8, from b2 to i9."""
    stones: list[str]
    """What lies on each square: nothing, `ankh`, or a stone such as `+5` or, with a star, `-3*`.

    The squares come row by row, a1, b1 … j10, also in the short game, where nothing lies on the rim.
    """
    priest: str
    """The square that the priest stands on."""
    line: Line
    """The line that the next move goes along."""
    choosing: bool
    """Whether the seat to move has taken an ankh and may put a stone back."""
    hands: list[dict[str, int]]
    """How many stones of each kind every seat has taken, the best first."""
    teams: bool
    """Whether seats 0 and 1 play together against seats 2 and 3."""
    deflection: bool
    """Whether the priest may turn at stars."""


def scarab_view(view: View) -> bytes:
    """Return a view as JSON: its bytes are looked up, piece by piece, rather than made into objects first."""
    record = view.tobytes()
    return _VIEW % (
        record[WIDTH][0],
        _squares(record),
        NAMES[record[PRIEST][0]],
        SHOWN_LINES[record[LINE][0]],
        FALSE_TRUE[record[CHOOSING][0]],
        b",".join([_hand(record[start : start + KINDS]) for start in _hands(record[SEATS][0])]),
        FALSE_TRUE[record[TEAMS][0]],
        FALSE_TRUE[record[DEFLECTION][0]],
    )


def _squares(record: bytes) -> bytes:
    """Return what lies on the squares: all are looked up in one step, which costs blanks behind some."""
    stones = np.frombuffer(record, np.uint8, SQUARES, STONE.start)
    if not record[STARS][0]:
        return PLAIN.take(stones).tobytes()[1:]
    stars = np.frombuffer(record, np.bool_, SQUARES, STAR.start)
    return np.where(stars, STARRED.take(stones), PLAIN.take(stones)).tobytes()[1:]


def _hands(seats: int) -> range:
    """Return where the hands of the seats begin."""
    return range(HAND.start, HAND.start + seats * KINDS, KINDS)


@lru_cache(maxsize=10_000)
def _hand(counts: bytes) -> bytes:
    """Return a hand; those of seats that did not move are known."""
    ordered = BEST_FIRST(counts)
    held = compress(zip(KIND_KEYS, ordered, strict=True), ordered)
    return b"{%b}" % b",".join([b"%b:%d" % pair for pair in held])


def scarab_moves(game: Game, pos: Position, seat: Seat) -> bytes:
    """Return the legal moves of a seat as JSON, with what each brings."""
    moves = zip(game.legal(pos, seat), game.gains(pos, seat), strict=True)
    return b"[%b]" % b",".join([_move(move, points) for move, points in moves])


@lru_cache(maxsize=50_000)
def _move(move: Move, points: int) -> bytes:
    return encode({"text": text_of(move), "points": points})

"""What happens in Scarabya, as data: what a move would bring, and what it did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from digsite.core.names import Move, Seat
from digsite.games.jit import Entry
from digsite.games.scarabya import kernel
from digsite.games.scarabya.record import (
    DISCARDED,
    DRAW,
    DUEL,
    GRID,
    LETTERS,
    MAX_SEATS,
    NONE,
    POSITION,
    SOLO,
    SQUARES,
)
from digsite.games.scarabya.squares import names, squares
from digsite.games.scarabya.tiles import ALL

if TYPE_CHECKING:
    from digsite.core.names import Happening, Position

MAX_AREAS: Final = SQUARES // 2
"""No site has more: areas do not touch."""

_POS, _MOVES = np.zeros(1, POSITION), np.zeros(1, np.int32)
_AREAS: Final = np.zeros((MAX_AREAS, 3), np.uint64)
GAINS: Final = Entry(kernel.gains, _POS, 0, _MOVES, 1, _MOVES, _POS)
AREAS: Final = Entry(kernel.areas, _POS, 0, 0, _AREAS)
CLOSED_AREAS: Final = Entry(kernel.closed_areas, _POS, 0, _AREAS)
ENTRIES: Final = (GAINS, AREAS, CLOSED_AREAS)

SECOND: Final = Seat(1)
"""Y19: the seat that did not begin a duel."""


# --- what a move would bring


def brings(pos: Position, seat: Seat, move: Move) -> dict[str, Any]:
    """Return the points of a legal move, the areas it closes, and the squares and scarabs it covers."""
    if move >= DRAW:
        return {"points": 0}
    gains = np.empty(1, np.int32)
    GAINS.run(pos, seat, np.array([move], np.int32), 1, gains, pos)
    covers = ALL[move].squares
    return {
        "points": int(gains[0]),
        "areas": areas(pos, seat, move),
        "covers": [GRID.name(square) for square in covers],
        "buries": len(set(covers) & set(squares(pos["scarabs"][0]))),
    }


def areas(pos: Position, seat: Seat, move: Move) -> list[dict[str, Any]]:
    """Y9: return the areas that a placement closes."""
    found = np.empty((MAX_AREAS, 3), np.uint64)
    count = AREAS.run(pos, seat, move, found)
    return [_area(pos, row) for row in found[:count]]


def closed_areas(pos: Position, site: int) -> list[dict[str, Any]]:
    """Y10: return the areas that a site has for good."""
    found = np.empty((MAX_AREAS, 3), np.uint64)
    count = CLOSED_AREAS.run(pos, site, found)
    return [_area(pos, row) for row in found[:count]]


def _area(pos: Position, row: np.ndarray[Any, np.dtype[np.uint64]]) -> dict[str, Any]:
    scarabs = row[:2] & pos["scarabs"][0]
    return {"squares": names(row), "scarabs": len(squares(scarabs)), "points": int(row[2])}


# --- what a move did


def tell(before: Position, seat: Seat, move: Move, after: Position, to: Seat | None) -> list[Happening]:
    """Return what a move did, as a seat or a spectator may hear it now."""
    if move >= DRAW:
        return [*_tell_draw(move - DRAW, after), *_tell_bonus(before, seat, after)]
    if after["card"].item() == NONE:
        return [*_tell_round(before, seat, move, to), *_tell_bonus(before, seat, after)]
    return _tell_lay(before, seat, move) if to == seat else [{"what": "chosen", "seat": seat}]


def _tell_draw(tile: int, after: Position) -> list[Happening]:
    """Y8: nobody was asked to discard; so it is told."""
    letter, laid = LETTERS[tile], after["placement"][0, :, tile].tolist()
    return [
        {"what": "draw", "tile": letter},
        *(
            {"what": "discard", "seat": Seat(seat), "tile": letter}
            for seat in range(MAX_SEATS)
            if laid[seat] == DISCARDED
        ),
    ]


def _tell_round(before: Position, seat: Seat, move: Move, to: Seat | None) -> list[Happening]:
    """Y13: the round's last move opens what all chose; one's own choice was told when it was made."""
    choices: list[int] = before["chosen"].tolist()[0]
    chosen = {Seat(s): Move(move) for s, move in enumerate(choices) if move >= 0 and s != to}
    chosen[seat] = move
    return [happening for s in sorted(chosen) for happening in _tell_lay(before, s, chosen[s])]


def _tell_lay(before: Position, seat: Seat, move: Move) -> list[Happening]:
    placement, brought = ALL[move], brings(before, seat, move)
    tile, at = LETTERS[placement.tile], GRID.name(placement.squares[0])
    lay = {"what": "lay", "seat": seat, "tile": tile, "pose": placement.pose, "at": at, **brought}
    if before["mode"].item() == SOLO:
        scored = [{"what": "bury", "seat": seat, "n": brought["buries"]}]
    else:
        scored = [_area_told(seat, area) for area in brought["areas"]]
    return [lay, *(happening for happening in scored if happening["n"] > 0)]


def _area_told(seat: Seat, area: dict[str, Any]) -> Happening:
    return {"what": "area", "seat": seat, "size": len(area["squares"]), "n": area["points"], **area}


def _tell_bonus(before: Position, seat: Seat, after: Position) -> list[Happening]:
    """Y19: in a duel, points for a second seat that did not move can only be its bonus."""
    if before["mode"].item() != DUEL or seat == SECOND:
        return []
    n: int = after["points"].item(SECOND) - before["points"].item(SECOND)
    return [{"what": "bonus", "seat": SECOND, "n": n}] if n > 0 else []

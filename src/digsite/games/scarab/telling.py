"""What happens in SCARAB, as data: what a move would bring, and what it did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.games.scarab import kernel
from digsite.games.scarab.notation import kind_text, stone_text
from digsite.games.scarab.record import ANKH, GO_VIA, GRID, KEEP, PUT, SQUARES

if TYPE_CHECKING:
    from digsite.core.names import Happening, Move, Position, Seat


def path(pos: Position, move: Move) -> list[str]:
    """Return the squares where the priest's walk starts, turns and ends."""
    squares = [pos["priest"].item()]
    if move >= GO_VIA:
        squares.append((move - GO_VIA) // SQUARES)
    return [GRID.name(square) for square in (*squares, move % SQUARES)]


def stone_at(pos: Position, square: int) -> str:
    """Return the text of what lies on a square that is not empty."""
    value = pos["stone"].item(square)
    return "ankh" if value == ANKH else stone_text(value, starred=bool(pos["star"].item(square)))


def gain_of(pos: Position, seat: Seat, move: Move) -> int:
    """Return the points that one move brings."""
    gains = np.empty(1, np.int32)
    kernel.gains(pos, seat, np.array([move], np.int32), 1, gains, pos)
    return int(gains[0])


def brings(pos: Position, seat: Seat, move: Move) -> dict[str, Any]:
    """Return the points of a legal move and the stone that they come from."""
    points = gain_of(pos, seat, move)
    if move == KEEP:
        return {"points": points}
    if move >= PUT:
        return {"points": points, "puts": kind_text((move - PUT) // SQUARES)}
    return {"points": points, "takes": stone_at(pos, move % SQUARES), "path": path(pos, move)}


def tell(before: Position, seat: Seat, move: Move, after: Position) -> list[Happening]:
    """Return what a move did; everything lies open, so everybody hears the same."""
    if move == KEEP:
        return [{"what": "keep", "seat": seat}]
    to = GRID.name(move % SQUARES)
    if move >= PUT:
        stone = kind_text((move - PUT) // SQUARES)
        return [{"what": "put", "seat": seat, "stone": stone, "to": to}]
    stone = stone_at(before, move % SQUARES)
    points = after["points"].item(seat) - before["points"].item(seat)
    what = "ankh" if stone == "ankh" else "take"
    walked = path(before, move)
    return [{"what": what, "seat": seat, "to": to, "points": points, "path": walked, "stone": stone}]

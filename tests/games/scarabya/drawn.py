"""Drawn positions of Scarabya.

A picture shows a site, its lowest row last; rows and columns that are not drawn are bare. `S` is a
scarab, `R` a rock, any other letter a square of that tile. Pictures may have any number of rocks
and scarabs, wherever a rule needs them.
"""

from __future__ import annotations

from digsite.core.names import CHANCE, Position, Seat
from digsite.games import game
from digsite.games.scarabya.notation import first_position
from digsite.games.scarabya.record import GRID, LETTERS, MODES, SIDE

SCARABYA = game("scarabya")
FIRST, SECOND = Seat(0), Seat(1)


def drawn(picture: str, card: str = "", *, mode: str = "base", seats: int = 1) -> Position:
    """Return the position of a picture; every seat with a site of its own laid the same tiles."""
    rows = [row.split() for row in picture.split("\n") if row.strip()]
    rows = [["."] * SIDE] * (SIDE - len(rows)) + [row + ["."] * (SIDE - len(row)) for row in rows]
    site = tuple("".join(mark if mark in ".SR" else "." for mark in row) for row in rows)
    pos = first_position(MODES.index(mode), seats, site, order="")
    pos = _laid(pos, _tiles(rows))
    return played(pos, f"draw {card}") if card else pos


def _tiles(rows: list[list[str]]) -> dict[str, set[str]]:
    tiles: dict[str, set[str]] = {}
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark in LETTERS:
                tiles.setdefault(mark, set()).add(GRID.name((SIDE - 1 - y) * SIDE + x))
    return tiles


def _laid(pos: Position, tiles: dict[str, set[str]]) -> Position:
    """Lay tiles in whatever order the rules allow."""
    while tiles:
        letter, moves = next((t, m) for t in tiles if (m := _moves(pos, t, tiles[t])))
        pos = played(pos, f"draw {letter}", *moves)
        del tiles[letter]
    return pos


def _moves(pos: Position, letter: str, squares: set[str]) -> list[str]:
    """Return the moves that lay a tile on these squares, or none."""
    turned = played(pos, f"draw {letter}")
    due = SCARABYA.movers(turned)
    if due == (CHANCE,):
        return []
    texts = [text for text in legal(turned, due[0]) if covers(turned, text, due[0]) == squares]
    return texts * len(due)


def legal(pos: Position, seat: Seat = FIRST) -> list[str]:
    """Return the texts of a seat's moves."""
    return [SCARABYA.move_text(pos, move) for move in SCARABYA.legal(pos, seat)]


def covers(pos: Position, text: str, seat: Seat = FIRST) -> set[str]:
    """Return the squares that a placement covers."""
    squares = SCARABYA.brings(pos, seat, SCARABYA.read_move(pos, text)).get("covers", ())
    assert isinstance(squares, list | tuple)
    return set(squares)


def places(pos: Position, seat: Seat = FIRST) -> list[set[str]]:
    """Return the squares that each of a seat's moves covers."""
    return [covers(pos, text, seat) for text in legal(pos, seat)]


def onto(pos: Position, squares: str, seat: Seat = FIRST) -> str:
    """Return the seat's move that covers these squares."""
    return next(text for text in legal(pos, seat) if covers(pos, text, seat) == set(squares.split()))


def played(pos: Position, *moves: str) -> Position:
    """Make moves, each by the lowest seat due."""
    for move in moves:
        pos = SCARABYA.play(pos, SCARABYA.movers(pos)[0], SCARABYA.read_move(pos, move))
    return pos

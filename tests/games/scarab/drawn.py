"""Drawn positions of SCARAB. Only the squares that matter are filled."""

from __future__ import annotations

from digsite.core.names import Position
from digsite.games import game
from digsite.games.scarab.notation import sketch

SCARAB = game("scarab")


def drawn(drawing: str, *hands: str, line: str = "row", due: str = "0", variants: str = "none") -> Position:
    """Return a short game with this drawing in its bottom left corner: squares b2, c2, …"""
    rows = [row.split() for row in drawing.strip().splitlines()]
    blank = ["."] * 8
    rows = [blank] * (8 - len(rows)) + [row + blank[len(row) :] for row in rows]
    held = [*hands, *[""] * ((4 if "teams" in variants else 2) - len(hands))]
    return sketch(
        "\n".join(
            [
                "board short",
                f"variants {variants}",
                "moves 1",
                f"line {line}",
                f"due {due}",
                *(f"hand {seat} {hand}" for seat, hand in enumerate(held)),
                "stones",
                *(" ".join(row) for row in rows),
            ]
        )
    )


def legal(pos: Position) -> set[str]:
    """Return the texts of all moves."""
    return {SCARAB.move_text(pos, move) for seat in SCARAB.movers(pos) for move in SCARAB.legal(pos, seat)}


def played(pos: Position, *moves: str) -> Position:
    """Make moves, each by the seat that is due."""
    for move in moves:
        pos = SCARAB.play(pos, SCARAB.movers(pos)[0], SCARAB.read_move(pos, move))
    return pos

"""SCARAB as text: stones, moves and whole positions, both ways."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, TypeAlias

import numpy as np

from digsite.core.errors import InvalidMove
from digsite.core.lines import Lines, shown
from digsite.core.names import Move, Position
from digsite.games.scarab import invariants, kernel
from digsite.games.scarab.record import (
    ANKH,
    ANKHS,
    COLUMN,
    EACH_VALUE,
    EITHER,
    EMPTY,
    GO_VIA,
    GRID,
    HIGHEST,
    KEEP,
    MAX_MOVES,
    MAX_SEATS,
    POSITION,
    PUT,
    ROW,
    SIDE,
    SQUARES,
    VALUES,
)

Line: TypeAlias = Literal["either", "row", "column"]

LINES: Final[dict[int, Line]] = {EITHER: "either", ROW: "row", COLUMN: "column"}
SIZES: Final = {"full": SIDE, "short": SIDE - 2}
MOST_MOVES: Final = 999

_STONE: Final = re.compile(rf"([+-][1-{HIGHEST}])(\*?)")
_NOTHING, _PRIEST, _ANKH = ".", "P", "A"


def stone_text(value: int, *, starred: bool) -> str:
    """Return a scarab as text: `-5`, or `+8*` with a star."""
    return f"{value:+d}{'*' if starred else ''}"


def kind_text(kind: int) -> str:
    """Return a kind of scarab as text."""
    return stone_text(kind % VALUES - HIGHEST, starred=kind >= VALUES)


def read_kind(text: str) -> int | None:
    """Return the kind of a scarab's text."""
    match = _STONE.fullmatch(text)
    return int(match[1]) + HIGHEST + VALUES * len(match[2]) if match else None


# --- moves


def move_text(pos: Position, move: Move) -> str:
    """Return `go d4`, `go via c4 d4`, `put -8 c3` or `keep`."""
    if not 0 <= move <= KEEP:
        raise InvalidMove("no_such_move", pos, text=str(move))
    return text_of(move)


@lru_cache(maxsize=KEEP + 1)
def text_of(move: Move) -> str:
    """Return the text of a move, which is the same in every position."""
    square = GRID.name(move % SQUARES)
    if move < GO_VIA:
        return f"go {square}"
    if move < PUT:
        return f"go via {GRID.name((move - GO_VIA) // SQUARES)} {square}"
    return f"put {kind_text((move - PUT) // SQUARES)} {square}" if move < KEEP else "keep"


def read_move(pos: Position, text: str) -> Move:
    """Return the move of that text, or raise InvalidMove."""
    move = _move_of(text)
    if move is None:
        raise InvalidMove("no_such_move", pos, text=text)
    return move


@lru_cache(maxsize=KEEP + 1)
def _move_of(text: str) -> Move | None:
    match text.split():
        case ["keep"]:
            return Move(KEEP)
        case ["go", to] if (square := GRID.square(to)) is not None:
            return Move(square)
        case ["go", "via", over, to]:
            star, square = GRID.square(over), GRID.square(to)
            if star is not None and square is not None:
                return Move(GO_VIA + star * SQUARES + square)
        case ["put", stone, to]:
            kind, square = read_kind(stone), GRID.square(to)
            if kind is not None and square is not None:
                return Move(PUT + kind * SQUARES + square)
    return None


# --- positions


def text(pos: Position) -> str:
    """Return a position as text, drawn with row 10 (or 9 in the short game) on top."""
    variants = [name for name in ("deflection", "teams") if pos[name].item()]
    lines = [
        f"board {board_name(pos)}",
        " ".join(["variants", *(variants or ["none"])]),
        f"moves {pos['moves'].item()}",
        f"line {LINES[pos['line'].item()]}",
        f"due {pos['due'].item()}{' ankh' if pos['ankh'].item() else ''}",
    ]
    for seat, hand in enumerate(pos["hand"][0, : pos["seats"].item()].tolist()):
        stones = (kind_text(kind) for kind, count in enumerate(hand) for _ in range(count))
        lines.append(" ".join([f"hand {seat}", *stones]))
    return "\n".join([*lines, "stones", *_drawing(pos)]) + "\n"


def board_name(pos: Position) -> str:
    """Return what the board is called among the options."""
    return next(name for name, size in SIZES.items() if size == pos["width"].item())


def _drawing(pos: Position) -> list[str]:
    rim = (SIDE - pos["width"].item()) // 2
    inner = range(rim, SIDE - rim)
    cells = list(map(_CELLS.__getitem__, zip(pos["stone"][0].tolist(), pos["star"][0].tolist(), strict=True)))
    cells[pos["priest"].item()] = f"{_PRIEST:>3}"
    return [" ".join(cells[row * SIDE + rim : (row + 1) * SIDE - rim]) for row in reversed(inner)]


def _cell(stone: int, star: int) -> str:
    if stone == EMPTY:
        return _NOTHING
    return _ANKH if stone == ANKH else stone_text(stone, starred=bool(star))


_CELLS: Final = {
    (stone, star): f"{_cell(stone, star):>3}" for stone in range(-HIGHEST, ANKH + 1) for star in (0, 1)
}
"""Each cell as it is drawn: a deal has a hundred of them."""


def read(text: str) -> Position:
    """Return the position of that text, or raise BadText with the line: one that a game can come to."""
    pos = sketch(text)
    invariants.check(pos)
    return pos


def sketch(text: str) -> Position:
    """Return a position drawn to show something, in which stones may be missing."""
    lines = Lines(text)
    pos = Position(np.zeros(1, POSITION))
    p = pos[0]
    p["width"] = SIZES[lines.take_one_of("board", tuple(SIZES))]
    _read_variants(lines, p)
    p["moves"] = lines.take_number("moves", 0, MOST_MOVES)
    line = lines.take_one_of("line", tuple(LINES.values()))
    p["line"] = next(key for key, name in LINES.items() if name == line)
    due = lines.take_field("due").split()
    _read_hands(lines, p)
    _read_drawing(lines, p)
    lines.end()
    _refuse_full_box(lines, p)
    _read_due(lines, pos, due)
    return pos


def _read_variants(lines: Lines, p: np.void) -> None:
    words = lines.take_field("variants").split()
    for word in words:
        if word not in ("deflection", "teams") and words != ["none"]:
            raise lines.refusal("expected_one_of", expected="deflection, teams, none", found=shown(word))
        if word != "none":
            p[word] = True


def _read_hands(lines: Lines, p: np.void) -> None:
    """Read `hand 0 +8 -3*` for each seat, up to the line `stones`."""
    while (field := lines.take().split()) != ["stones"]:
        seat = int(p["seats"])
        if field[:2] != ["hand", str(seat)] or seat == MAX_SEATS:
            raise lines.refusal("expected_field", expected=f"hand {seat}", found=shown(" ".join(field[:2])))
        if len(field) > SQUARES:
            raise lines.refusal("text_too_long")
        for word in field[2:]:
            kind = _kind(lines, p, word)
            p["hand"][seat, kind] += 1
            p["points"][seat] += kind % VALUES - HIGHEST
        p["seats"] += 1
    least = MAX_SEATS if p["teams"] else 2
    if p["seats"] < least:
        raise lines.refusal("expected_field", expected=f"hand {p['seats']}", found="stones")


def _kind(lines: Lines, p: np.void, word: str) -> int:
    kind = read_kind(word)
    if kind is None:
        raise lines.refusal("scarab_expected_stone", found=shown(word))
    if kind >= VALUES and not p["deflection"]:
        raise lines.refusal("scarab_star_without_deflection", found=word)
    return kind


def _read_drawing(lines: Lines, p: np.void) -> None:
    rim = (SIDE - int(p["width"])) // 2
    inner = range(rim, SIDE - rim)
    priests: list[int] = []
    stones, stars = p["stone"], p["star"]
    for row in reversed(inner):
        cells = lines.take().split()
        if len(cells) != len(inner):
            raise lines.refusal("expected_squares", expected=len(inner), found=len(cells))
        for square, cell in enumerate(cells, row * SIDE + rim):
            if cell == _PRIEST:
                priests.append(square)
            elif cell != _NOTHING:
                stones[square], stars[square] = _read_cell(lines, p, cell)
        if len(priests) > 1:
            raise lines.refusal("scarab_one_priest", found=len(priests))
    if not priests:
        raise lines.refusal("scarab_one_priest", found=0)
    p["priest"] = priests[0]
    p["scarabs"] = np.count_nonzero((stones != EMPTY) & (stones != ANKH))
    p["stars"] = stars.sum()


def _read_cell(lines: Lines, p: np.void, cell: str) -> tuple[int, bool]:
    """Return the value and the star of a stone; an ankh has a value of its own."""
    if cell == _ANKH:
        return ANKH, False
    kind = _kind(lines, p, cell)
    return kind % VALUES - HIGHEST, kind >= VALUES


def _refuse_full_box(lines: Lines, p: np.void) -> None:
    """S1: refuse more stones of a value, or more ankhs, than there are in the box."""
    held = p["hand"].sum(axis=0, dtype=np.int64)
    for value in range(-HIGHEST, HIGHEST + 1):
        kind = value + HIGHEST
        found = int(held[kind] + held[kind + VALUES] + (value != EMPTY) * (p["stone"] == value).sum())
        if found > EACH_VALUE:
            stone = stone_text(value, starred=False)
            raise lines.refusal("scarab_too_many", found=found, most=EACH_VALUE, stone=stone)
    if (ankhs := int((p["stone"] == ANKH).sum())) > ANKHS:
        raise lines.refusal("scarab_too_many", found=ankhs, most=ANKHS, stone=_ANKH)


def _read_due(lines: Lines, pos: Position, words: list[str]) -> None:
    """Read `0`, or `0 ankh` while a choice is pending, now that hands and stones are known."""
    p = pos[0]
    lines.number = 5
    seats = [str(seat) for seat in range(p["seats"])]
    if not words or words[0] not in seats or words[1:] not in ([], ["ankh"]):
        raise lines.refusal("expected_one_of", expected=", ".join(seats), found=shown(" ".join(words)))
    p["due"] = int(words[0])
    p["ankh"] = len(words) > 1
    choices = np.empty(MAX_MOVES, np.int32)
    if p["ankh"] and kernel.legal(pos, int(p["due"]), choices) == 1:
        raise lines.refusal("scarab_nothing_to_put_back")

"""Scarabya as text: moves and whole positions, both ways.

A position is written as the site and what happened on it: a row for each card turned, with a column
for each seat, then the cards left. The rest follows by the rules: a text that breaks one is refused.

    mode duel
    seats 2
    site
    . S . . . S . . S .     ten rows like this, row 10 first
    cards
    F | F2 d4 | .           `.` nothing (yet), `-` discarded, `?` chosen, but sealed in this view
    X | . | X0 f5
    deck ILNPTUVWYZ         `deck in order …` where it is known
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from digsite.core.errors import BadText, InvalidMove
from digsite.core.lines import Lines, shown
from digsite.core.names import CHANCE, Move, Position
from digsite.games.scarabya import kernel
from digsite.games.scarabya.boards import BARE, HALF, ROCK, SCARAB, check_counts, marked, quarters
from digsite.games.scarabya.record import (
    BASE,
    DISCARDED,
    DRAW,
    DUEL,
    LETTERS,
    MAX_MOVES,
    MODES,
    NONE,
    NOT_YET,
    POSITION,
    SEALED,
    SIDE,
    SOLO,
    TILES,
)
from digsite.games.scarabya.squares import squares
from digsite.games.scarabya.tiles import ALL, BY_TEXT, Drawing

if TYPE_CHECKING:
    from collections.abc import Iterable

SEAT_COUNTS: Final = {BASE: (1, 2, 3, 4), DUEL: (2,), SOLO: (1,)}
"""Y13, Y15, Y17, Y21: how many may play."""

IN_ORDER: Final = ("in", "order")
_MARKS: Final = {NOT_YET: ".", DISCARDED: "-", SEALED: "?"}
_QUARTERS: Final = ("NW", "NE", "SW", "SE")


# --- moves


def move_text(pos: Position, move: Move) -> str:
    """Return `F2 d4` or `draw F`."""
    if not 0 <= move < DRAW + TILES:
        raise InvalidMove("no_such_move", pos, text=str(move))
    return ALL[move].text if move < DRAW else f"draw {LETTERS[move - DRAW]}"


def read_move(pos: Position, text: str) -> Move:
    """Return the move of that text, or raise InvalidMove."""
    words = text.split()
    if len(words) == 2 and words[0] == "draw" and words[1] in tuple(LETTERS):
        return Move(DRAW + LETTERS.index(words[1]))
    if (move := BY_TEXT.get(" ".join(words))) is not None:
        return Move(move)
    raise InvalidMove("no_such_move", pos, text=text)


# --- the first position


def first_position(mode: int, seats: int, site: Drawing, order: str) -> Position:
    """Return the position before the first card; `order` has the letters of the cards if it is known."""
    pos = Position(np.zeros(1, POSITION))
    p = pos[0]
    p["mode"], p["seats"] = mode, seats
    p["rocks"], p["scarabs"] = marked(site, ROCK), marked(site, SCARAB)
    p["placement"] = p["chosen"] = NOT_YET
    p["deck"] = (1 << TILES) - 1
    p["card"] = NONE
    p["order"] = [LETTERS.index(letter) for letter in order] or NONE
    kernel.set_up(pos)
    return pos


def drawing(pos: Position) -> Drawing:
    """Return the drawing of the site, tiles left out."""
    marks = dict.fromkeys(squares(pos[0]["scarabs"]), SCARAB)
    marks |= dict.fromkeys(squares(pos[0]["rocks"]), ROCK)
    rows = (range(row * SIDE, (row + 1) * SIDE) for row in reversed(range(SIDE)))
    return tuple("".join(marks.get(square, BARE) for square in row) for row in rows)


# --- writing positions


def text(pos: Position) -> str:
    """Return a position as text."""
    p = pos[0]
    lines = (
        f"mode {MODES[p['mode']]}",
        f"seats {p['seats']}",
        "site",
        *(" ".join(row) for row in drawing(pos)),
        "cards",
        *(_row(p, number) for number in range(p["drawn"])),
        " ".join(("deck", *_cards_left(p))),
    )
    return "\n".join(lines) + "\n"


def _row(p: np.void, number: int) -> str:
    tile = int(p["order"][number])
    cells = (_cell(p, seat, tile) for seat in range(p["seats"]))
    return " | ".join((LETTERS[tile], *cells))


def _cell(p: np.void, seat: int, tile: int) -> str:
    placement = int(p["placement"][seat, tile])
    if placement == NOT_YET and tile == p["card"]:
        placement = int(p["chosen"][seat])
    return ALL[placement].text if placement >= 0 else _MARKS[placement]


def _cards_left(p: np.void) -> tuple[str, ...]:
    """Y14: what is in the deck, `in order` where that is known (Y20, Y22)."""
    if p["deck"] == 0:
        return ()
    to_come = p["order"][p["drawn"] :]
    known = to_come[0] != NONE
    return (*IN_ORDER, _letters(to_come)) if known else (_letters(deck(p)),)


def deck(p: np.void) -> list[int]:
    """Return the tiles whose cards are left, ascending."""
    return [tile for tile in range(TILES) if int(p["deck"]) >> tile & 1]


def _letters(tiles: Iterable[int]) -> str:
    return "".join(LETTERS[tile] for tile in tiles)


# --- reading positions


def read(text: str) -> Position:
    """Return the position of that text, or raise BadText with the line."""
    lines = Lines(text)
    mode = MODES.index(lines.take_one_of("mode", MODES))
    counts = SEAT_COUNTS[mode]
    seats = lines.take_number("seats", counts[0], counts[-1])
    pos = first_position(mode, seats, _read_site(lines), order="")
    _read_heading(lines, "cards")
    while (row := lines.take()).split()[:1] != ["deck"]:
        _read_row(lines, pos, row)
    _read_deck(lines, pos[0], row.split()[1:])
    lines.end()
    return pos


def _read_heading(lines: Lines, heading: str) -> None:
    if extra := lines.take_field(heading):
        raise lines.refusal("expected_field", expected=heading, found=f"{heading} {shown(extra)}")


def _read_site(lines: Lines) -> Drawing:
    _read_heading(lines, "site")
    first = lines.number + 1
    site = tuple(_read_site_row(lines) for _ in range(SIDE))
    for number, quarter in enumerate(quarters(site)):
        check_counts(quarter, _QUARTERS[number], first + number // 2 * HALF)
    _check_first_tile(site, first)
    return site


def _check_first_tile(site: Drawing, line: int) -> None:
    """Y6: refuse a site that no boards form, since a tile could not be laid first on it."""
    tile = kernel.first_bad_site(np.array([marked(site, ROCK)], np.uint64))
    if tile != NONE:
        raise BadText("scarabya_site_first_tile", line=line, tile=LETTERS[tile])


def _read_site_row(lines: Lines) -> str:
    cells = lines.take().split()
    if len(cells) != SIDE:
        raise lines.refusal("expected_squares", expected=SIDE, found=len(cells))
    for cell in cells:
        if cell not in (BARE, SCARAB, ROCK):
            raise lines.refusal("expected_one_of", expected=f"{BARE} {SCARAB} {ROCK}", found=shown(cell))
    return "".join(cells)


def _read_row(lines: Lines, pos: Position, row: str) -> None:
    """Turn a card and lay its tiles; what the row says must then be what the rules say."""
    letter, *cells = (" ".join(cell.split()) for cell in row.split("|"))
    tile = LETTERS.find(letter) if len(letter) == 1 else NONE
    if DRAW + tile not in _legal(pos, CHANCE):
        raise lines.refusal("scarabya_wrong_card", found=shown(letter))
    if len(cells) != pos[0]["seats"]:
        raise lines.refusal("scarabya_wrong_cells", expected=int(pos[0]["seats"]), found=len(cells))
    kernel.play(pos, CHANCE, DRAW + tile)
    for seat, cell in enumerate(cells):
        _read_cell(pos, seat, cell)
    _unseal_if_complete(pos)
    for seat, cell in enumerate(cells):
        if cell != (expected := _cell(pos[0], seat, tile)):
            code, found = "scarabya_wrong_cell", shown(cell)
            raise lines.refusal(code, seat=seat + 1, expected=expected, found=found)


def _legal(pos: Position, seat: int) -> list[int]:
    moves = np.empty(MAX_MOVES, np.int32)
    listed: list[int] = moves[: kernel.legal(pos, seat, moves)].tolist()
    return listed


def _unseal_if_complete(pos: Position) -> None:
    """Y13: a choice is sealed only while somebody has yet to choose."""
    due = [seat for seat in range(pos[0]["seats"]) if kernel.movers(pos) >> seat & 1]
    if (pos[0]["chosen"][due] == SEALED).all():
        pos[0]["chosen"][due] = NOT_YET


def _read_cell(pos: Position, seat: int, cell: str) -> None:
    """Make a seat's choice, unless it is none or breaks a rule."""
    move = BY_TEXT.get(cell, NOT_YET)
    if move in _legal(pos, seat):
        kernel.play(pos, seat, move)
    elif cell == _MARKS[SEALED] and kernel.movers(pos) >> seat & 1:
        pos[0]["chosen"][seat] = SEALED


def _read_deck(lines: Lines, p: np.void, words: list[str]) -> None:
    known = tuple(words[: len(IN_ORDER)]) == IN_ORDER
    letters = "".join(words[len(IN_ORDER) :] if known else words)
    if sorted(letters) != sorted(_letters(deck(p))):
        raise lines.refusal("scarabya_wrong_deck", expected=_letters(deck(p)), found=shown(letters))
    if known:
        p["order"][p["drawn"] :] = [LETTERS.index(letter) for letter in letters]

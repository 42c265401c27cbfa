"""Marajoara's main board as a mosaic: dice on clay, tokens under them, and where a die may leap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.text import Text

from digsite.cli.screen.dice import DICE, FAINT, LIT, SEATS, mark_sign, no_die, sign
from digsite.cli.screen.mosaic import EDGE, Cell, Mosaic
from digsite.games.marajoara.moves import ADD, CAPTURE, EXHIBIT, RECYCLE, RETIRE, SHIFT, STEPS, TOKEN
from digsite.games.marajoara.notation import die_text
from digsite.games.marajoara.record import COLOUR_SHIFT, COLOURS, GRID, SIDE, SQUARES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from digsite.cli.screen import Scene
    from digsite.core.names import Move

TIGHT, NORMAL, WIDE = 3, 4, 5
"""How wide a square is drawn."""

CLAY: Final = ("#4b3327", "#533a2d")
ROPED: Final = ("#756047", "#7d684e")
BONUS: Final = "#2f241d"
GLOW: Final = "#96511f"
RIM: Final = "#d89a6a"
CREAM: Final = "bold #f7e3c0"

STROKES: Final = " ↑→┗↓↕┏┣←┛↔┻┓┫┳╋"
ARROWS: Final = " ^>+v|++<+-+++++"
"""The ways out of a square, by a bit for each direction; with letters only, more than two ways are +."""


@dataclass(frozen=True)
class Lit:
    """What may be done on the board now."""

    squares: frozenset[int]
    """Where something may be put, or taken from."""
    ways: Mapping[int, int]
    """The dice that may leap or be moved: a bit for each direction."""
    landings: Mapping[int, str]
    """Where the dice of the moves that somebody may mean would land, and as what."""


def lit(scene: Scene) -> Lit:
    """Return what to light: what was typed could mean, else all but fieldwork, which reaches everything."""
    moves = scene.meant or [move for move in scene.legal if not SHIFT <= move < EXHIBIT]
    ways: dict[int, int] = {}
    for move in moves:
        if CAPTURE <= move < EXHIBIT:
            direction, square = _step(move)
            ways[square] = ways.get(square, 0) | 1 << direction
    landings = dict(_landing(scene, move) for move in scene.meant if CAPTURE <= move < EXHIBIT)
    return Lit(frozenset(square for move in moves for square in _target(move)), ways, landings)


def _step(move: int) -> tuple[int, int]:
    """Return direction and square of a capture or a shift."""
    return divmod((move - CAPTURE) % (SHIFT - CAPTURE), SQUARES)


def _target(move: int) -> list[int]:
    """Return the square that a move puts something on, or takes a die from."""
    if TOKEN <= move < CAPTURE:
        return [move - TOKEN]
    if RETIRE <= move < RECYCLE:
        return [move - RETIRE]
    return [(move - RECYCLE) % SQUARES] if RECYCLE <= move < ADD else []


def _landing(scene: Scene, move: Move) -> tuple[int, str]:
    """Return where a die would come to lie, and what it would show."""
    direction, square = _step(move)
    step = int(STEPS[direction])
    if move >= SHIFT or scene.eyes is None:
        return square + step, die_text(int(scene.view[0]["die"][square]))
    brought = scene.game.brings(scene.view, scene.eyes, move)
    return square + 2 * step, str(brought["becomes"])


def board_width(cell: int) -> int:
    """Return how wide the board is with squares of that width."""
    return cell * SIDE + (EDGE if cell == TIGHT else 2 * EDGE)


def draw_dig(scene: Scene, width: int) -> Mosaic:
    """Return the main board with squares of that width."""
    painter = Painter(scene, width)
    rows = range(SIDE)
    return Mosaic(
        [[painter.cell(row * SIDE + column) for column in rows] for row in reversed(rows)],
        [str(row + 1) for row in reversed(rows)],
        [f" {GRID.name(column)[0]}".ljust(width) for column in rows],
        RIM,
    )


class Painter:
    """Draws the squares of the main board."""

    def __init__(self, scene: Scene, width: int) -> None:
        self._scene, self._width = scene, width
        self._p = scene.view[0]
        self._lit = lit(scene)
        self._plain = not scene.look.is_rich

    def cell(self, square: int) -> Cell:
        """Return a square: what lies on it, between what may be done and what is beneath."""
        ground = self._ground(square)
        text = self._left(square).append_text(self._body(square))
        if self._width > TIGHT:
            text.append_text(self._right(square))
        return Cell(text.append(" " * (self._width - len(text))), ground)

    def _is(self, field: str, square: int) -> bool:
        return bool(int(self._p[field]) >> square & 1)

    def _ground(self, square: int) -> str:
        if square in self._lit.squares or square in self._lit.landings:
            return GLOW
        if self._is("plus_one", square) or self._is("plus_two", square):
            return BONUS
        return (ROPED if self._is("roped", square) else CLAY)[sum(divmod(square, SIDE)) % 2]

    def _left(self, square: int) -> Text:
        """Return which ways a die may go; a bracket where a lit square would not be seen otherwise."""
        if ways := self._lit.ways.get(square):
            return Text(sign(self._scene, STROKES, ARROWS)[ways], LIT)
        if square in self._lit.landings and self._plain:
            return Text("(")
        if square in self._lit.squares and self._plain:
            return Text("[")
        return self._under(square) if self._width == TIGHT else Text(" ")

    def _right(self, square: int) -> Text:
        under = self._under(square)
        if under.plain != " " or not self._plain:
            return under
        if square in self._lit.landings:
            return Text(")")
        return Text("]" if square in self._lit.squares else " ")

    def _under(self, square: int) -> Text:
        """Return what a die covers: a token, a star to be reached, a bonus; ropes where no colour shows."""
        if not self._p["die"][square]:
            return Text(" ")
        if owner := self._owner(square):
            return owner
        if self._is("unreached", square):
            return Text("*", CREAM)
        if self._is("plus_one", square) or self._is("plus_two", square):
            return Text("+", FAINT)
        return Text(":" if self._plain and self._is("roped", square) else " ")

    def _owner(self, square: int) -> Text | None:
        for seat in range(int(self._p["seats"])):
            if int(self._p["tokens"][seat]) >> square & 1:
                return Text(mark_sign(self._scene, seat), f"bold {SEATS[seat]}")
        return None

    def _body(self, square: int) -> Text:
        """Return the two characters in the middle."""
        if square in self._lit.landings:
            word = self._lit.landings[square]
            return Text(word, f"{DICE[COLOURS.index(word[0])]} italic")
        if number := int(self._p["die"][square]):
            return Text(die_text(number), DICE[number >> COLOUR_SHIFT])
        if owner := self._owner(square):
            return Text(" ").append_text(owner)
        return self._empty(square)

    def _empty(self, square: int) -> Text:
        for field, text in (("plus_one", "+1"), ("plus_two", "+2")):
            if self._is(field, square):
                star = "*" if self._is("unreached", square) else text[0]
                return Text(f"{star}{text[1]}", CREAM)
        if self._is("unreached", square):
            return Text(" *", CREAM)
        if self._is("icons", square):
            return Text(f" {sign(self._scene, '◇', 'i')}", CREAM)
        dot = sign(self._scene, "∘", ":") if self._is("roped", square) else no_die(self._scene)
        return Text(f" {dot}", FAINT)

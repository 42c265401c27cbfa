"""Scarabya as one would write it in an afternoon: sets of squares, flood fill, no table, no speed.

The compiled rules must agree with this in every position. It shares no code with them.
"""

from __future__ import annotations

from copy import copy

Square = tuple[int, int]
"""Column and row, from 0."""

Squares = frozenset[Square]

SIDE = 10
CENTRE = frozenset({(4, 4), (5, 4), (4, 5), (5, 5)})

# Column and row of the squares of each tile as it is drawn, row 0 at the bottom.
TILES: dict[str, list[Square]] = {
    "F": [(1, 0), (0, 1), (1, 1), (1, 2), (2, 2)],
    "I": [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)],
    "L": [(0, 0), (1, 0), (0, 1), (0, 2), (0, 3)],
    "N": [(0, 0), (0, 1), (1, 1), (1, 2), (1, 3)],
    "P": [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2)],
    "T": [(1, 0), (1, 1), (0, 2), (1, 2), (2, 2)],
    "U": [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)],
    "V": [(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)],
    "W": [(1, 0), (2, 0), (0, 1), (1, 1), (0, 2)],
    "X": [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)],
    "Y": [(1, 0), (1, 1), (0, 2), (1, 2), (1, 3)],
    "Z": [(1, 0), (2, 0), (1, 1), (0, 2), (1, 2)],
}


def to_corner(cells: list[Square]) -> Squares:
    left, bottom = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - left, y - bottom) for x, y in cells)


def poses(letter: str) -> list[Squares]:
    """Four quarter turns clockwise, the same flipped; each look once."""
    found: list[Squares] = []
    for side in (1, -1):
        cells = [(side * x, y) for x, y in TILES[letter]]
        for _ in range(4):
            if to_corner(cells) not in found:
                found.append(to_corner(cells))
            cells = [(y, -x) for x, y in cells]
    return found


def name(square: Square) -> str:
    return "abcdefghij"[square[0]] + str(square[1] + 1)


def anchor(squares: Squares) -> Square:
    return min(squares, key=lambda square: (square[1], square[0]))


def shifted(letter: str) -> dict[str, Squares]:
    """Every placement of a tile inside the frame, by its text."""
    found = {}
    for pose, cells in enumerate(poses(letter)):
        for y in range(SIDE):
            for x in range(SIDE):
                squares = frozenset((x + dx, y + dy) for dx, dy in cells)
                if all(sx < SIDE and sy < SIDE for sx, sy in squares):
                    found[f"{letter}{pose} {name(anchor(squares))}"] = squares
    return found


PLACEMENTS = {letter: shifted(letter) for letter in TILES}


def beside(square: Square) -> list[Square]:
    x, y = square
    around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [(sx, sy) for sx, sy in around if 0 <= sx < SIDE and 0 <= sy < SIDE]


class Oracle:
    """A game that plays by the numbered rules, Y5 to Y22."""

    def __init__(self, mode: str, seats: int, site: list[str], order: str = "") -> None:
        marks = {(x, SIDE - 1 - y): mark for y, row in enumerate(site) for x, mark in enumerate(row)}
        self.rocks = {square for square, mark in marks.items() if mark == "R"}
        self.scarabs = {square for square, mark in marks.items() if mark == "S"}
        self.mode, self.seats, self.order = mode, seats, order
        self.tiles: list[list[Squares]] = [[] for _ in range(1 if mode == "duel" else seats)]
        self.deck = sorted(TILES)
        self.card: str | None = None
        self.due: list[int] = []
        self.chosen: dict[int, Squares] = {}
        self.laid = [0] * seats
        self.turn = 0
        self.totals = [0] * seats
        if mode == "base":
            self.totals = [self.worth(self.areas(seat)) for seat in range(seats)]

    # --- excavation areas, from scratch

    def open_squares(self, site: int) -> set[Square]:
        everywhere = {(x, y) for x in range(SIDE) for y in range(SIDE)}
        return everywhere - self.rocks - set().union(*self.tiles[site])

    def areas(self, site: int) -> set[Squares]:
        left, found = self.open_squares(site), set()
        while left:
            edge = [left.pop()]
            group = set(edge)
            while edge:
                for square in beside(edge.pop()):
                    if square in left:
                        left.remove(square)
                        group.add(square)
                        edge.append(square)
            if len(group) <= 4:
                found.add(frozenset(group))
        return found

    def worth(self, areas: set[Squares]) -> int:
        return sum(len(area) * len(area & self.scarabs) for area in areas)

    # --- moves

    def movers(self) -> list[int]:
        if self.card is None:
            return [-1] if self.deck else []
        return [seat for seat in self.due if seat not in self.chosen]

    def site(self, seat: int) -> int:
        return 0 if self.mode == "duel" else seat

    def fits(self, seat: int, letter: str) -> list[str]:
        site = self.site(seat)
        covered = set().union(*self.tiles[site])
        free = self.open_squares(site)
        near = {other for square in covered for other in beside(square)} if covered else CENTRE
        return [text for text, squares in PLACEMENTS[letter].items() if squares <= free and squares & near]

    def moves(self, seat: int) -> list[str]:
        if seat not in self.movers():
            return []
        if self.card is not None:
            return self.fits(seat, self.card)
        cards = self.order[len(TILES) - len(self.deck)] if self.order else self.deck
        return [f"draw {letter}" for letter in cards]

    def play(self, seat: int, text: str) -> None:
        if text.startswith("draw "):
            self.card = text[-1]
            self.deck = [letter for letter in self.deck if letter != self.card]
            asked = [self.turn] if self.mode == "duel" else range(self.seats)
            self.due = [other for other in asked if self.fits(other, self.card)]
        else:
            self.chosen[seat] = PLACEMENTS[text[0]][text]
        if len(self.chosen) == len(self.due):
            self.end_round()

    def end_round(self) -> None:
        for seat, squares in self.chosen.items():
            self.lay(seat, squares)
        self.card, self.due, self.chosen = None, [], {}
        if self.mode == "duel" and not self.deck and self.laid[1] == self.laid[0] - 1:
            in_areas = set().union(*self.areas(0))
            self.totals[1] += len((self.scarabs & self.open_squares(0)) - in_areas)

    def lay(self, seat: int, squares: Squares) -> None:
        site = self.site(seat)
        before = self.areas(site)
        self.tiles[site] = [*self.tiles[site], squares]
        self.laid[seat] += 1
        if self.mode == "solo":
            self.totals[0] = len(self.scarabs - self.open_squares(0))
        elif self.mode == "base":
            self.totals[seat] = self.worth(self.areas(site))
        else:
            self.totals[seat] += self.worth(self.areas(site) - before)
            self.turn = 1 - seat

    # --- the end

    def winners(self) -> set[int]:
        if self.mode == "solo":
            return {0} if self.totals[0] == len(self.scarabs) else set()
        return {seat for seat, total in enumerate(self.totals) if total == max(self.totals)}

    # --- counting

    def copied(self) -> Oracle:
        other = copy(self)
        other.tiles, other.chosen = list(self.tiles), dict(self.chosen)
        other.laid, other.totals = list(self.laid), list(self.totals)
        return other

    def perft(self, depth: int) -> int:
        """Count the sequences of so many moves; the lowest seat due moves first."""
        due = self.movers()
        texts = self.moves(due[0]) if due else []
        if depth == 1:
            return len(texts)
        total = 0
        for text in texts:
            after = self.copied()
            after.play(due[0], text)
            total += after.perft(depth - 1)
        return total

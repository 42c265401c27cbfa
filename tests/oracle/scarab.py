"""SCARAB as one would write it in an afternoon: sets of squares and texts, no table, no speed.

The compiled rules must agree with this in every position. It shares no code with them.
"""

from __future__ import annotations

from collections import Counter


class Oracle:
    """A position that plays by the numbered rules, S4 to S13."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        fields = {line.split()[0]: line for line in lines[:5]}
        self.short = "short" in fields["board"]
        self.deflection = "deflection" in fields["variants"]
        self.teams = "teams" in fields["variants"]
        self.line = fields["line"].split()[1]
        self.due = int(fields["due"].split()[1])
        self.choosing = "ankh" in fields["due"]
        at = lines.index("stones")
        self.hands = [line.split()[2:] for line in lines[5:at]]
        rows = [line.split() for line in lines[at + 1 :]]
        first = 1 if self.short else 0
        self.squares = {
            (first + x, first + len(rows) - 1 - y): cell
            for y, row in enumerate(rows)
            for x, cell in enumerate(row)
        }
        self.priest = next(square for square, cell in self.squares.items() if cell == "P")
        self.squares[self.priest] = "."

    # --- moves

    def moves(self) -> list[str]:
        if self.choosing:
            return ["keep", *self._put_backs()]
        if not any(self._is_scarab(cell) for cell in self.squares.values()):
            return []
        return [*self._straight(), *self._turning()]

    def _is_scarab(self, cell: str) -> bool:
        return cell not in (".", "A")

    def _line_through(self, square: tuple[int, int], direction: str) -> list[tuple[int, int]]:
        axis = 1 if direction == "row" else 0
        return [other for other in self.squares if other[axis] == square[axis] and other != square]

    def _directions(self) -> list[str]:
        return ["row", "column"] if self.line == "either" else [self.line]

    def _may_end_on(self, square: tuple[int, int]) -> bool:
        if self.line == "either":
            return self._is_scarab(self.squares[square])
        return self.squares[square] != "."

    def _straight(self) -> list[str]:
        return [
            f"go {name(square)}"
            for direction in self._directions()
            for square in self._line_through(self.priest, direction)
            if self._may_end_on(square)
        ]

    def _turning(self) -> list[str]:
        return [
            f"go via {name(star)} {name(square)}"
            for direction in self._directions()
            for star in self._line_through(self.priest, direction)
            if self.deflection and self.squares[star].endswith("*")
            for square in self._line_through(star, across(direction))
            if self._may_end_on(square)
        ]

    def _put_backs(self) -> list[str]:
        return [
            f"put {stone} {name(square)}" for stone in set(self.hands[self.due]) for square in self._free()
        ]

    def _free(self) -> list[tuple[int, int]]:
        return [square for square, cell in self.squares.items() if cell == "." and square != self.priest]

    # --- playing

    def play(self, move: str) -> None:
        match move.split():
            case ["keep"]:
                self._end_choice()
            case ["put", stone, to]:
                self.hands[self.due].remove(stone)
                self.squares[square_of(to)] = stone
                self._end_choice()
            case ["go", "via", star, to]:
                self._go(square_of(star), square_of(to))
            case ["go", to]:
                self._go(self.priest, square_of(to))

    def _go(self, leg_start: tuple[int, int], to: tuple[int, int]) -> None:
        self.line = "column" if leg_start[1] == to[1] else "row"
        self.priest = to
        taken, self.squares[to] = self.squares[to], "."
        if taken != "A":
            self.hands[self.due].append(taken)
        elif self.hands[self.due] and self._free():
            self.choosing = True
            return
        self._end_choice()

    def _end_choice(self) -> None:
        self.choosing = False
        self.due = (self.due + 1) % len(self.hands)

    # --- counting

    def totals(self) -> list[int]:
        return [sum(int(stone.rstrip("*")) for stone in hand) for hand in self.hands]

    def winners(self) -> set[int]:
        """S11: the seats whose side nobody beats."""
        merits = [self._merit(seat) for seat in range(len(self.hands))]
        return {seat for seat, merit in enumerate(merits) if merit == max(merits)}

    def ranks(self) -> list[int]:
        """S11, S13: behind each seat that does better; partners share their side's place."""
        merits = [self._merit(seat) for seat in range(len(self.hands))]
        return [1 + len([other for other in merits if other > merit]) for merit in merits]

    def _merit(self, seat: int) -> list[int]:
        own = [seat, seat ^ 1] if self.teams else [seat]
        values = [int(stone.rstrip("*")) for partner in own for stone in self.hands[partner]]
        counts = Counter(values)
        return [sum(values), *(counts[value] for value in range(8, 0, -1))]

    def perft(self, depth: int) -> int:
        """Count the lines of a length by playing every one of them."""
        if depth == 0:
            return 1
        return sum(self._after(move).perft(depth - 1) for move in self.moves())

    def _after(self, move: str) -> Oracle:
        other = Oracle.__new__(Oracle)
        other.__dict__.update(self.__dict__)
        other.squares = dict(self.squares)
        other.hands = [list(hand) for hand in self.hands]
        other.play(move)
        return other


def across(direction: str) -> str:
    return "column" if direction == "row" else "row"


def name(square: tuple[int, int]) -> str:
    return f"{'abcdefghij'[square[0]]}{square[1] + 1}"


def square_of(text: str) -> tuple[int, int]:
    return "abcdefghij".index(text[0]), int(text[1:]) - 1

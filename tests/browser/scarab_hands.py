"""Hands that play SCARAB: with a mouse, a finger, or keys alone.

They pick by what the page offers, and see that it is what the house allows: what is lit, which way the priest
would go, what that would bring, and what lies beside the board.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Set as AbstractSet
from typing import Any

from playwright.sync_api import Locator, expect

from digsite.games.scarab.record import GRID, HIGHEST, SIDE
from tests.browser.hands import Hands, point_of
from tests.browser.visitor import MINUS, Json, Visitor, numeral

Point = tuple[float, float]
"""Squares from the left and from the top."""

ANKH = "ankh"
KEEP = "keep"
NONE: AbstractSet[str] = frozenset()
CHOICE = "fieldset input[type=radio]"
STEPS = 8
"""How often a pointer is seen on its way along a line."""

OFFERED = r"""() => {
    const names = (wanted) => [...document.querySelectorAll(wanted)]
        .map((part) => part.closest('[data-square]').dataset.square);
    const lit = [...document.querySelectorAll('path.lit')].map((part) => part.getAttribute('d')).join('');
    return {
        lit: [...lit.matchAll(/M(\S+) (\S+?)h/g)].map(([, ...at]) => at.map((side) => Number(side) + 0.5)),
        straight: names('.ring.straight'),
        turning: names('.ring.turning'),
        selectable: names('[data-square][aria-selected]'),
    };
}"""
BESIDE = """() => [...document.querySelectorAll('.scarab.aside [role=group]')].map((group) => [
    group.getAttribute('aria-label'),
    ...[...group.querySelectorAll('.visually-hidden, [role=img]')]
        .map((part) => part.getAttribute('aria-label') ?? part.textContent),
])"""


class ScarabHands(Hands):
    """Picks squares, ways and stones."""

    def best(self, moves: dict[str, int]) -> str:
        """Return a move that shows much of the game: ankhs, second ways, and a turn every other time."""
        if KEEP in moves:
            choices = sum(not move.startswith("go") for move in self.made)
            puts = {move: points for move, points in moves.items() if move != KEEP}
            return KEEP if choices % 3 == 2 else super().best(puts)

        def shows(move: str) -> tuple[bool, int, bool, int]:
            turns = "via" in move and len(self.made) % 2 == 0
            return moves[move] == 0, ways_to(end_of(move), list(moves)).index(move), turns, moves[move]

        return max(moves, key=shows)

    def play(self, move: str, moves: list[str]) -> None:
        before = self.visitor.look()
        super().play(move, moves)
        self.see_told(move, before)

    def pick(self, move: str, moves: list[str]) -> None:
        shown = self.visitor.look()
        match move.split():
            case ["keep"]:
                self.pick_nothing()
            case ["put", stone, square]:
                self.pick_stone(stone, square, moves, shown)
            case _:
                self.see_beside(shown)
                self.pick_way(move, moves, shown)

    def pick_nothing(self) -> None:
        """An ankh was taken: keep all stones."""
        self.see_offered()
        self.take(KEEP)
        self.see_question("page_keep", "page_confirm_keep")
        self.confirm_choice()

    def pick_stone(self, stone: str, square: str, moves: list[str], shown: Json) -> None:
        """An ankh was taken: put a stone on a free square."""
        self.see_offered()
        self.take(stone)
        self.see_offered(straight={end_of(put) for put in moves if put.startswith(f"put {stone} ")})
        self.choose(square)
        after = total(shown) - value_of(stone)
        self.see_question("page_put", "page_confirm_put", stone=written(stone), square=square, n=after)
        self.confirm(square)

    def pick_way(self, move: str, moves: list[str], shown: Json) -> None:
        """Lead the priest to a stone, by one of the ways there."""
        view = shown["game"]["view"]
        ends = {end_of(each): ways_to(end_of(each), moves) for each in moves}
        straight = {end for end, ways in ends.items() if "via" not in ways[0]}
        lit = {middle_of(square, view["width"]) for square in line_of(view)}
        self.see_offered(lit, straight, ends.keys() - straight)
        path, ways = walk_of(move, view), ends[end_of(move)]
        self.lead(path)
        if len(ways) > 1:
            self.take(str(ways.index(move)))
        self.see_walk(path, len(ways), view["width"])
        stone = stone_on(view, path[-1])
        self.see_outcome(path, stone, total(shown))
        if len(ways) > 1:
            self.confirm_choice()
        else:
            self.confirm(path[-1])

    # --- what the page must show

    def see_offered(
        self,
        lit: AbstractSet[Point] = frozenset(),
        straight: AbstractSet[str] = NONE,
        turning: AbstractSet[str] = NONE,
    ) -> None:
        """Wait until exactly this line is lit, and exactly these squares can be chosen."""
        wanted = {
            "lit": sorted(map(list, lit)),
            "straight": sorted(straight),
            "turning": sorted(turning),
            "selectable": sorted(straight | turning),
        }

        def offered() -> dict[str, list[Any]]:
            return {what: sorted(found) for what, found in self.page.evaluate(OFFERED).items()}

        self._wait(offered, lambda found: found == wanted)

    def see_walk(self, path: list[str], ways: int, width: int) -> None:
        """See the chosen way drawn from square to square, and that the other ways are there as well."""
        points = " ".join(f"{x},{y}" for x, y in (middle_of(square, width) for square in path))
        expect(self.page.locator("g.chosen polyline.way")).to_have_attribute("points", points)
        expect(self.page.locator("polyline.way")).to_have_count(ways)

    def see_outcome(self, path: list[str], stone: str, before: int) -> None:
        """See what the walk would bring, in words and beside the stone."""
        turning = {"star": path[1]} if len(path) > 2 else {}
        suffix = "_turning" if turning else ""
        told: Json = {"square": path[-1]} | turning
        after = before + value_of(stone)
        if stone == ANKH:
            self.see_question(f"page_ankh{suffix}", "page_confirm_ankh", **told)
        else:
            told |= {"stone": written(stone), "n": after}
            self.see_question(f"page_take{suffix}", "page_confirm_take", **told)
        brings = "±0" if stone == ANKH else written(stone)
        expect(self.page.locator("g.above text")).to_have_text([brings, numeral(after)])

    def see_question(self, sentence: str, button: str, **values: Any) -> None:
        """See the sentence under the board, and what the main button does."""
        expect(self.page.locator("p.sentence")).to_have_text(
            self.visitor.words(f"scarab.{sentence}", **values)
        )
        expect(self.main_button()).to_have_text(self.visitor.words(f"scarab.{button}", **values))

    def see_told(self, move: str, before: Json) -> None:
        """See that the page tells what was done."""
        told = told_of(move, before["game"]["view"])
        name = self.visitor.name_of(before, before["game"]["you"]["seat"])
        sentence = self.visitor.words(f"scarab.{told.pop('what')}", seat=name, **told)
        expect(self.page.locator("ol.course")).to_contain_text(sentence)

    def see_beside(self, shown: Json) -> None:
        """See the stones of everybody, their totals, and what is left on the board."""
        view = shown["game"]["view"]
        wanted = [*(self._hands(shown, side) for side in sides_of(view)), self._left(view)]
        self._wait(lambda: self.page.evaluate(BESIDE), lambda beside: bool(beside == wanted))

    def _hands(self, shown: Json, side: list[int]) -> list[str]:
        """Return the names of a side, and for each seat its points, what helps it, and what hurts."""
        view, points = shown["game"]["view"], shown["game"]["points"]
        names = self.visitor.listed([self.visitor.name_of(shown, seat) for seat in side])
        said = [self.visitor.words("scarab.page_hand", names=names)]
        if view["teams"]:
            said.append(numeral(sum(points[seat] for seat in side)))
        for seat in side:
            stones = view["hands"][seat].items()
            rows = [
                [self._kind(stone, n) for stone, n in stones if value_of(stone) * sign > 0]
                for sign in (1, -1)
            ]
            said += [numeral(points[seat]), *(self.visitor.listed(row) for row in rows if row)]
        return said

    def _left(self, view: Json) -> list[str]:
        values = [sign * value for sign in (1, -1) for value in range(HIGHEST, 0, -1)]
        left = [value_of(stone) for stone in view["stones"] if stone]
        ankhs = self.visitor.words("scarab.page_left_ankhs", n=left.count(0))
        kinds = [self._kind(f"{value:+}", left.count(value)) for value in values]
        return [self.visitor.words("scarab.page_left"), ankhs, *kinds]

    def _kind(self, stone: str, n: int) -> str:
        key = "scarab.page_kind_starred" if stone.endswith("*") else "scarab.page_kind"
        return self.visitor.words(key, stone=written(stone), n=n)

    # --- what hands do

    @abstractmethod
    def take(self, choice: str) -> None:
        """Pick a stone, a way, or to keep all stones, under the board."""

    @abstractmethod
    def confirm_choice(self) -> None:
        """Make the move that was picked under the board."""

    def lead(self, path: list[str]) -> None:
        """Pick the way of the priest, or where it ends."""
        self.choose(path[-1])

    @abstractmethod
    def choose(self, square: str) -> None:
        """Pick a square."""

    @abstractmethod
    def confirm(self, square: str) -> None:
        """Make the move that ends on the square that is picked."""

    def square(self, name: str) -> Locator:
        return self.page.locator(f'[data-square="{name}"]')


# --- what moves and views say


def end_of(move: str) -> str:
    return move.split()[-1]


def walk_of(move: str, view: Json) -> list[str]:
    """Return the squares where the priest starts, turns and ends."""
    return [view["priest"], *(word for word in move.split() if word not in ("go", "via"))]


def told_of(move: str, view: Json) -> Json:
    """Return what is told of a move that is made now."""
    match move.split():
        case ["keep"]:
            return {"what": KEEP}
        case ["put", stone, square]:
            return {"what": "put", "stone": stone, "to": square}
    stone = stone_on(view, end_of(move))
    return {"what": ANKH if stone == ANKH else "take", "path": walk_of(move, view), "stone": stone}


def ways_to(square: str, moves: list[str]) -> list[str]:
    """Return the moves that end on a square, in the order of the page: straight on first."""
    ways = [move for move in moves if end_of(move) == square]
    return sorted(ways, key=lambda move: "via" in move)


def value_of(stone: str) -> int:
    return 0 if stone == ANKH else int(stone.rstrip("*"))


def written(stone: str) -> str:
    """Return a stone as sentences name it."""
    return f"{value_of(stone):+}".replace("-", MINUS)


def stone_on(view: Json, square: str) -> str:
    index = GRID.square(square)
    assert index is not None
    stone: str = view["stones"][index]
    return stone


def sides_of(view: Json) -> list[list[int]]:
    return [[0, 1], [2, 3]] if view["teams"] else [[seat] for seat in range(len(view["hands"]))]


def total(shown: Json) -> int:
    """Return what counts for whoever is asked: the points of their side."""
    game = shown["game"]
    side = next(side for side in sides_of(game["view"]) if game["you"]["seat"] in side)
    return sum(game["points"][seat] for seat in side)


def line_of(view: Json) -> set[str]:
    """S5, S6: return the squares in the row, the column, or at first both, of the priest."""
    priest, rim = view["priest"], (SIDE - view["width"]) // 2
    in_play = range(rim, SIDE - rim)
    squares = {GRID.name(row * SIDE + column) for row in in_play for column in in_play}
    row = {square for square in squares if square[1:] == priest[1:]}
    column = {square for square in squares if square[0] == priest[0]}
    return {"row": row, "column": column, "either": row | column}[view["line"]]


def middle_of(square: str, width: int) -> Point:
    """Return where the middle of a square is drawn."""
    rim = (SIDE - width) // 2
    return ord(square[0]) - ord("a") - rim + 0.5, SIDE - rim - int(square[1:]) + 0.5


# --- hands


class Pointer(ScarabHands):
    """Points; makes moves by turns with a second press and with the main button."""

    @abstractmethod
    def press(self, thing: Locator) -> None:
        """Press something on the screen."""

    def take(self, choice: str) -> None:
        label = self.page.locator("label").filter(has=self.page.locator(f'input[value="{choice}"]'))
        self.press(label)
        expect(label.locator("input")).to_be_checked()

    def confirm_choice(self) -> None:
        self.press(self.main_button())

    def choose(self, square: str) -> None:
        self.press(self.square(square))
        expect(self.square(square)).to_have_attribute("aria-selected", "true")

    def confirm(self, square: str) -> None:
        self.press(self.square(square) if len(self.made) % 2 else self.main_button())


class Mouse(Pointer):
    """Clicks, and now and then pulls the priest."""

    def press(self, thing: Locator) -> None:
        thing.click()

    def lead(self, path: list[str]) -> None:
        if len(self.made) % 3:
            super().lead(path)
            return
        self.square(path[0]).hover()
        self.page.mouse.down()
        for square in path[1:]:
            self.page.mouse.move(*point_of(self.square(square)), steps=STEPS)
        self.page.mouse.up()
        expect(self.square(path[-1])).to_have_attribute("aria-selected", "true")


class Finger(Pointer):
    """Taps."""

    def press(self, thing: Locator) -> None:
        thing.tap()


class Keys(ScarabHands):
    """Presses keys and nothing else; once on the board, it never has to look for the board again."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor)
        self._was_on_board = False

    def take(self, choice: str) -> None:
        self.tab_to(CHOICE)
        self.page.keyboard.press("Space")
        wanted = self.page.locator(f'{CHOICE}[value="{choice}"]:focus')
        self.press_until(lambda: wanted.count() > 0, "ArrowRight")
        expect(wanted).to_be_checked()

    def confirm_choice(self) -> None:
        self.page.keyboard.press("Enter")
        expect(self.focused).to_have_count(1)

    def choose(self, square: str) -> None:
        if self.page.locator(f"{CHOICE}:focus").count():
            self.page.keyboard.press("Enter")
        elif not self._was_on_board:
            self.tab_to("[data-square]")
        self._was_on_board = True
        expect(self.focused).to_have_count(1)
        at = self.focused.get_attribute("data-square") or ""
        right, up = ord(square[0]) - ord(at[0]), int(square[1:]) - int(at[1:])
        self.press_arrows(right, up)
        expect(self.focused).to_have_attribute("data-square", square)
        self.page.keyboard.press("Enter")

    def confirm(self, square: str) -> None:
        expect(self.focused).to_have_attribute("data-square", square)
        self.page.keyboard.press("Enter")

    @property
    def focused(self) -> Locator:
        return self.page.locator("[data-square]:focus")

"""Hands that lay a tile of Scarabya exactly where they want it: with a mouse, a finger, or keys alone.

Where a tile lies, and how it looks when turned, is read from the tables of the rules, not from the page.
"""

from __future__ import annotations

from abc import abstractmethod
from itertools import product

from playwright.sync_api import CDPSession, Locator, expect

from digsite.core.words import say
from digsite.games.scarabya.record import GRID, LETTERS, SIDE
from digsite.games.scarabya.tiles import ALL, BY_TEXT, POSES, Placement, flipped, turned
from tests.browser.hands import Hands, point_of
from tests.browser.visitor import Json, Visitor

Point = tuple[float, float]
"""Squares from the left and from the top, or pixels."""

FRAME = 0.6
"""How wide the frame around a site is drawn, in squares."""
LIFT = 1.6
"""How many squares above a finger a tile from the tray is carried."""
STEPS = 4
"""How often a pointer is seen on its way."""
REST = 60
"""Milliseconds between: a finger that is lifted in full swing flings, and the next tap only stops that."""

SITE = "[role=application]"


class DiggingHands(Hands):
    """Turns the tile of the card, puts it somewhere, and lays it."""

    def pick(self, move: str, moves: list[str]) -> None:
        before = self.visitor.look()
        self.see_card(move[0], moves)
        self.put(move)
        self.see_ghost(move, before["game"])
        self.lay()
        self.see_move(move, before)

    def best(self, moves: dict[str, int]) -> str:
        """Return what brings most; among equals a tile that must be turned and flipped before."""
        return max(moves, key=lambda move: (moves[move], move))

    # --- what the page must show

    def see_card(self, tile: str, moves: list[str]) -> None:
        """Wait until this tile is asked for; the house asks for no other."""
        assert {move[0] for move in moves} == {tile}
        expect(self.card).to_be_enabled()
        expect(self.card).to_have_accessible_name(say("en", "scarabya.page_tile", tile=tile))
        expect(self.ghost).to_have_count(0)

    def see_ghost(self, move: str, game: Json) -> None:
        """Wait until the tile lies where it is to be laid, with what it closes, and the page says so."""
        expect(self.ghost).to_have_attribute("data-move", move)
        self.see_promise(self.ghost, move, game)

    def see_promise(self, ghost: Locator, move: str, game: Json) -> None:
        """See what a tile that is held somewhere would close and bring."""
        expect(ghost.locator("path.pit")).to_have_count(len(areas_of(move, game)))
        expect(self.sentence).to_contain_text(say("en", "scarabya.page_at", tile=move[0], at=move.split()[1]))
        points = next(each["points"] for each in game["you"]["moves"] if each["text"] == move)
        if points and game["view"]["mode"] != "solo":
            expect(self.sentence).to_contain_text(say("en", "scarabya.brings_points", n=points))

    def see_move(self, move: str, before: Json) -> None:
        """Wait until the page shows that the move was made: on the site, and in the course of the game."""
        laid = self.page.get_by_text(laid_sentence(move))
        expect(laid.or_(self.page.locator("g.chosen"))).to_have_count(1)
        name = self.visitor.name_of(before, before["game"]["you"]["seat"])
        expect(self.course).to_contain_text(course_sentence(move, name))
        if is_seen_until_the_next(before):
            expect(self.site.locator("g.lit")).to_have_count(len(areas_of(move, before["game"])))

    @property
    def card(self) -> Locator:
        return self.page.locator("button.card")

    @property
    def site(self) -> Locator:
        return self.page.get_by_role("application")

    @property
    def ghost(self) -> Locator:
        """The tile where it waits to be laid."""
        return self.page.locator("g.ghost.set")

    @property
    def sentence(self) -> Locator:
        return self.page.locator("p.sentence")

    @property
    def course(self) -> Locator:
        return self.page.locator("ol.course")

    # --- what hands do

    @abstractmethod
    def put(self, move: str) -> None:
        """Turn the tile and put it where a move lays it."""

    @abstractmethod
    def lay(self) -> None:
        """Lay it where it is."""

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=say("en", f"scarabya.page_{name}"), exact=True)

    def on_screen(self, point: Point) -> Point:
        """Return where a point of the site is on the screen."""
        self.site.scroll_into_view_if_needed()
        box = self.site.bounding_box()
        assert box is not None
        unit = box["width"] / (SIDE + 2 * FRAME)
        return box["x"] + (point[0] + FRAME) * unit, box["y"] + (point[1] + FRAME) * unit

    def lies(self) -> str:
        """Return the move that would lay the tile where it is."""
        return self.ghost.get_attribute("data-move") or ""


# --- the tables of the rules


def placement(move: str) -> Placement:
    return ALL[BY_TEXT[move]]


def names(move: str) -> list[str]:
    """Return the squares that a move covers."""
    return [GRID.name(square) for square in placement(move).squares]


def cells(move: str) -> list[Point]:
    """Return the middles of the squares that a move covers."""
    return [(square % SIDE + 0.5, SIDE - square // SIDE - 0.5) for square in placement(move).squares]


def middle(move: str) -> Point:
    """Return the middle of the rectangle around a tile: where hands hold it."""
    across, down = zip(*cells(move), strict=True)
    return (min(across) + max(across)) / 2, (min(down) + max(down)) / 2


def way(start: str, end: str) -> tuple[int, int]:
    """Return how many squares a tile goes to the right and down."""
    (x, y), (to_x, to_y) = middle(start), middle(end)
    return round(to_x - x), round(to_y - y)


def presses(move: str) -> list[str]:
    """Return what to press so that a card's tile looks as a move lays it: the fewest that will do."""
    looks = POSES[LETTERS.index(move[0])]
    wanted = looks[int(move[1])]
    ways = sorted(product((0, 1), range(4)), key=sum)
    flips, turns = next(
        (flips, turns)
        for flips, turns in ways
        if turned(flipped(looks[0]) if flips else looks[0], turns) == wanted
    )
    return ["flip"] * flips + ["turn"] * turns


# --- what the house says


def areas_of(move: str, game: Json) -> list[Json]:
    """Return what a move closes."""
    found = next(each for each in game["you"]["moves"] if each["text"] == move)
    areas: list[Json] = found.get("areas", [])
    return areas


def is_seen_until_the_next(shown: Json) -> bool:
    """Tell whether one's tile is laid at once, and no other comes onto the site before one's next."""
    others = [place for place in shown["table"]["places"] if place["seat"] != shown["game"]["you"]["seat"]]
    return shown["game"]["view"]["mode"] != "duel" and not any(place["name"] for place in others)


# --- the words of the page


def laid_sentence(move: str) -> str:
    """Return what a screen reader says of a tile that lies on a site."""
    return say("en", "scarabya.page_laid", tile=move[0], squares=" ".join(names(move)))


def course_sentence(move: str, name: str) -> str:
    """Return what is told of a move once it may be known."""
    return say("en", "scarabya.lay", seat=name, tile=move[0], pose=move[1], at=move.split()[1])


# --- hands


class Mouse(DiggingHands):
    """By turns drags the tile from its card and presses the button, and clicks on squares alone."""

    def put(self, move: str) -> None:
        for name in presses(move):
            self.button(name).click()
        if self.drags:
            self.card.hover()
            self.drag_to(middle(move))
            return
        self.page.mouse.click(*self.on_screen(cells(move)[0]))
        expect(self.ghost).to_have_count(1)
        if self.lies() != move:
            x, y = cells(self.lies())[0]
            right, down = way(self.lies(), move)
            self.page.mouse.move(*self.on_screen((x, y)))
            self.drag_to((x + right, y + down))

    def lay(self) -> None:
        if self.drags:
            self.main_button().click()
        else:
            self.page.mouse.click(*self.on_screen(cells(self.lies())[0]))

    @property
    def drags(self) -> bool:
        return len(self.made) % 2 == 0

    def drag_to(self, point: Point) -> None:
        """Press what is under the pointer and carry it to a point of the site."""
        self.page.mouse.down()
        self.page.mouse.move(*self.on_screen(point), steps=STEPS)
        self.page.mouse.up()


class Finger(DiggingHands):
    """By turns taps a square of the site and carries the tile from its card."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor)
        self._screen: CDPSession = visitor.context.new_cdp_session(visitor.page)

    def put(self, move: str) -> None:
        for name in presses(move):
            self.button(name).tap()
        if len(self.made) % 2:
            x, y = middle(move)
            self.drag(self.card_point, self.on_screen((x, y + LIFT)))
            return
        self.page.touchscreen.tap(*self.on_screen(cells(move)[0]))
        expect(self.ghost).to_have_count(1)
        if self.lies() != move:
            x, y = cells(self.lies())[0]
            right, down = way(self.lies(), move)
            self.drag(self.on_screen((x, y)), self.on_screen((x + right, y + down)))

    def lay(self) -> None:
        if len(self.made) % 3:
            self.main_button().tap()
        else:
            self.page.touchscreen.tap(*self.on_screen(cells(self.lies())[0]))

    @property
    def card_point(self) -> Point:
        self.card.scroll_into_view_if_needed()
        return point_of(self.card)

    def drag(self, start: Point, end: Point) -> None:
        """Put a finger down, draw it over the screen and lift it: Playwright's own only taps."""
        self._touch("touchStart", start)
        for step in range(1, STEPS + 1):
            x, y = (a + (b - a) * step / STEPS for a, b in zip(start, end, strict=True))
            self._touch("touchMove", (x, y))
            self.page.wait_for_timeout(REST)
        self._touch("touchEnd")

    def _touch(self, what: str, *fingers: Point) -> None:
        touched = [{"x": x, "y": y} for x, y in fingers]
        self._screen.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": touched})


class Keys(DiggingHands):
    """Presses keys and nothing else."""

    def put(self, move: str) -> None:
        self.tab_to(SITE)
        for name in presses(move):
            self.page.keyboard.press({"turn": "r", "flip": "f"}[name])
        self.page.keyboard.press("Enter")
        expect(self.ghost).to_have_count(1)
        right, down = way(self.lies(), move)
        self.press_arrows(right, -down)

    def lay(self) -> None:
        self.page.keyboard.press("Enter")

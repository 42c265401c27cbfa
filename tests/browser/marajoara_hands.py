"""Hands that play Marajoara in a browser: by mouse, by finger and by keys."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from playwright.sync_api import Locator, expect

from tests.browser.hands import Hands, point_of
from tests.browser.visitor import Json, Visitor

STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
LIT = """() => [...document.querySelectorAll('.board .lit')]
    .map((one) => one.closest('[data-thing], [data-square]') ?? one.querySelector('[data-thing]'))
    .map((one) => one.dataset.square ? `square:${one.dataset.square}` : one.dataset.thing)
    .filter((thing) => thing && !thing.startsWith('button:'))
    .concat([...document.querySelectorAll('[data-move]')].map((one) => `pay:${one.dataset.move}`))"""
"""What looks as if it could be picked, buttons aside, and all ways to pay."""


def towards(square: str, way: str, steps: int) -> str:
    right, up = STEPS[way]
    return f"{chr(ord(square[0]) + right * steps)}{int(square[1]) + up * steps}"


def things_of(move: str) -> list[str]:
    """Return what has to be picked for a move, one thing after the other."""
    kind, *words = [word for word in move.split() if word != "done"]
    if kind in WAYS:
        return WAYS[kind](words)
    return [f"pay:{move}"] if kind == "pay" else [f"button:{':'.join((kind, *words))}"]


def _fragment(name: str, *, is_second: bool) -> str:
    return f"fragment:2:{name}" if is_second else f"fragment:{name}"


def _raised(words: list[str]) -> list[str]:
    """A die is picked once for each point; dice that are alike have numbers."""
    things: list[str] = []
    seen: Counter[str] = Counter()
    for word in words:
        die, _, by = word.partition(":")
        seen[die] += 1
        thing = die if die == "captured" else f"die:{die}" + (f"#{seen[die]}" if seen[die] > 1 else "")
        things += [thing] * int(by or 1)
    return things


def _dice(words: list[str]) -> list[str]:
    return [f"die:{word}" for word in words]


def _square(words: list[str]) -> list[str]:
    return [f"square:{words[0]}"]


WAYS: dict[str, Callable[[list[str]], list[str]]] = {
    "token": _square,
    "retire": _square,
    "capture": lambda words: [*_square(words), f"square:{towards(words[0], words[1], 2)}"],
    "shift": lambda words: ["button:shift", *_square(words), f"square:{towards(words[0], words[1], 1)}"],
    "exhibit": _dice,
    "add": _dice,
    "give": _dice,
    "exchange": lambda words: ["button:exchange", *_dice(words)],
    "fund": lambda words: ["button:fund", f"die:{words[0]}", f"button:{words[1]}"],
    "restore": lambda words: [_fragment(words[0], is_second=words[1][0] == "2"), *_dice(words[1:])],
    "score": lambda words: [_fragment(words[0], is_second=words[1:] == ["2"])],
    "remove": lambda words: [":".join(("vase", *words)).removesuffix(":1")],
    "excavate": lambda words: [f"track:{words[0]}"],
    "take": lambda words: [f"cart:{word}" for word in words],
    "recycle": lambda words: [f"slate:{words[0]}", f"square:{words[1]}"],
    "raise": _raised,
}
"""What is picked for each kind of move; the others have buttons."""


def first_of(move: str) -> set[str]:
    """Return the things that a move may begin with: a restoration or a payment with a die, too."""
    things = things_of(move)
    if move.startswith("pay"):
        return {*things, f"die:{move.split()[1].split(':')[0]}"}
    if move.startswith("restore"):
        return set(things[:2])
    return set(things) if move.startswith(("raise", "take")) else {things[0]}


class MarajoaraHands(Hands):
    """Tries every kind of move; sees that what is lit is what the house allows."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor)
        self.kinds: Counter[str] = Counter()

    def best(self, moves: dict[str, int]) -> str:
        """Of the kinds of moves that were made least, the one that brings most."""
        return min(moves, key=lambda move: (self.kinds[move.split()[0]], -moves[move], move))

    def hurry_to(self, round_number: int) -> None:
        """Play without the page until this round; on a mission, until so many dice are retired."""
        while self.turn() and self.view()["round_number"] < round_number:
            self.hurry(1)

    def view(self) -> Json:
        view: Json = self.visitor.look()["game"]["view"]
        return view

    def told(self) -> list[Json]:
        """Return all that has happened since the table was opened."""
        return [tell for event in self.visitor.look()["game"]["happened"] for tell in event["tells"]]

    def take_back(self) -> None:
        """Take a move back, without the page."""
        played = self.visitor.look()
        seat = next(event["seat"] for event in reversed(played["game"]["happened"]))
        self.visitor.do({"what": "take_back", "seat": seat, "key": f"back-{played['ply']}"})

    def try_out(self, chosen: Iterable[str]) -> Iterator[str]:
        """Make each of some moves that can be made now, and take it back once it was looked at."""
        moves = list(self.turn())
        for move in chosen:
            self.play(move, moves)
            yield move
            self.take_back()

    def pick(self, move: str, moves: list[str]) -> None:
        self.see_lit(moves)
        kind = move.split()[0]
        self.kinds[kind] += 1
        things = [] if kind == "end" else things_of(move)  # the main button does that
        if kind == "recycle" and len({other.split()[1] for other in moves}) == 1:
            things = things[1:]  # it goes without saying which die
        pressed: list[str] = []
        for thing in things:
            self.press(thing if kind == "raise" else self.twin(thing, pressed))
            pressed.append(thing)
        if self.needs_more(move, things):
            self.confirm()

    def see_lit(self, moves: list[str]) -> None:
        """See that just those things are lit with which a move can begin."""
        wanted = {thing for move in moves for thing in first_of(move) if not thing.startswith("button:")}
        if moves[0].startswith("recycle") and len({move.split()[1] for move in moves}) == 1:
            wanted = {f"square:{move.split()[2]}" for move in moves}

        def lit() -> set[str]:
            return {thing.split("#")[0] for thing in self.page.evaluate(LIT)}

        self._wait(lit, lambda now: now == {thing.split("#")[0] for thing in wanted})

    def needs_more(self, move: str, things: list[str]) -> bool:
        """Tell whether the picks alone are no move yet: a single one might be a slip, others go on."""
        is_slip = not things or (len(things) == 1 and not things[0].startswith(("button:", "pay:")))
        return move.endswith("done") or (is_slip and not move.startswith("recycle"))

    def twin(self, thing: str, pressed: list[str]) -> str:
        """Return a die like one that was pressed already, but another."""
        before = pressed.count(thing)
        return f"{thing}#{before + 1}" if before else thing

    def find(self, thing: str) -> Locator:
        kind, _, name = thing.partition(":")
        if kind == "square":
            return self.page.locator(f'.board [data-square="{name}"]')
        if kind == "pay":
            return self.page.locator(f'[data-move="{name}"]')
        return self.page.locator(f'.board [data-thing="{thing}"]').first  # a track has it on every space

    @abstractmethod
    def press(self, thing: str) -> None:
        """Pick a thing."""

    def confirm(self) -> None:
        """Make what is picked."""
        expect(self.main_button()).to_be_enabled()
        self.main_button().click()


class Mouse(MarajoaraHands):
    """Clicks; now and then pulls a die to where it lands."""

    def press(self, thing: str) -> None:
        self.find(thing).click()

    def pick(self, move: str, moves: list[str]) -> None:
        if not move.startswith("capture") or self.kinds["capture"] % 2 == 0:
            super().pick(move, moves)
            return
        self.see_lit(moves)
        self.kinds["capture"] += 1
        start, end = map(self.find, things_of(move))
        start.hover()
        self.page.mouse.down()
        self.page.mouse.move(*point_of(end), steps=4)
        self.page.mouse.up()


class Finger(MarajoaraHands):
    """Taps."""

    def press(self, thing: str) -> None:
        self.find(thing).tap()

    def confirm(self) -> None:
        expect(self.main_button()).to_be_enabled()
        self.main_button().tap()


class Keys(MarajoaraHands):
    """Presses keys and nothing else."""

    def press(self, thing: str) -> None:
        if thing.startswith("square:"):
            self.go_to(thing.removeprefix("square:"))
        else:
            self.reach(thing)
        self.page.keyboard.press("Enter")

    def go_to(self, square: str) -> None:
        focused = self.tab_to(".board [data-square]")
        at = focused.get_attribute("data-square") or ""
        right, up = ord(square[0]) - ord(at[0]), int(square[1]) - int(at[1])
        self.press_arrows(right, up)
        expect(self.page.locator(f'[data-square="{square}"]:focus')).to_have_count(1)

    def reach(self, thing: str) -> None:
        """Tab to the group of a thing, then go to it by arrows; what stands alone is a tab stop itself."""
        wanted = self.find(thing)
        expect(wanted).to_have_count(1)
        in_group = wanted.locator("xpath=ancestor::*[@role='group'][1]").locator(":focus")

        def is_there() -> bool:
            return bool(wanted.evaluate("one => one === document.activeElement"))

        self.press_until(lambda: is_there() or in_group.count() > 0, "Tab")
        self.press_until(is_there, "ArrowRight")

    def confirm(self) -> None:
        self.tab_to("[aria-keyshortcuts=Enter]")
        self.page.keyboard.press("Enter")

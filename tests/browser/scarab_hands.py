"""Hands that play SCARAB: with a mouse, or with keys alone. The board must offer what may be played, only."""

from __future__ import annotations

from abc import abstractmethod

from playwright.sync_api import expect

from tests.browser.hands import Hands

CHOICE = "fieldset input[type=radio]"
KEEP = "keep"


class ScarabHands(Hands):
    """Picks squares, ways and stones."""

    def pick(self, move: str, moves: list[str]) -> None:
        match move.split():
            case ["keep"]:
                self.take(KEEP)
                self.confirm_choice()
            case ["put", stone, square]:
                self.take(stone)
                self.expect_squares({m.split()[2] for m in moves if m.startswith(f"put {stone} ")})
                self.choose(square)
                self.confirm(square)
            case words:
                self.expect_squares({m.split()[-1] for m in moves})
                self.choose(words[-1])
                ways = ways_to(words[-1], moves)
                if len(ways) > 1:
                    self.take(str(ways.index(move)))
                    self.confirm_choice()
                else:
                    self.confirm(words[-1])

    def expect_squares(self, squares: set[str]) -> None:
        """Wait until the board offers exactly these squares."""
        offered = self.page.locator("[data-square][aria-selected]")
        expect(offered).to_have_count(len(squares))
        names: list[str] = offered.evaluate_all("cells => cells.map((cell) => cell.dataset.square)")
        assert set(names) == squares

    @abstractmethod
    def take(self, choice: str) -> None:
        """Pick a stone, a way, or to keep all stones, beside the board."""

    @abstractmethod
    def confirm_choice(self) -> None:
        """Make the move that was picked beside the board."""

    @abstractmethod
    def choose(self, square: str) -> None:
        """Pick a square."""

    @abstractmethod
    def confirm(self, square: str) -> None:
        """Make the move that ends on the square that is picked."""


def ways_to(square: str, moves: list[str]) -> list[str]:
    """Return the moves that end on a square, in the order of the page: straight on first."""
    ways = [move for move in moves if move.split()[-1] == square]
    return sorted(ways, key=lambda move: "via" in move)


class Mouse(ScarabHands):
    """Clicks; makes moves by turns with a second click and with the main button."""

    def take(self, choice: str) -> None:
        self.page.locator("label").filter(has=self.page.locator(f'input[value="{choice}"]')).click()

    def confirm_choice(self) -> None:
        self.main_button().click()

    def choose(self, square: str) -> None:
        self._square(square).click()
        expect(self._square(square)).to_have_attribute("aria-selected", "true")

    def confirm(self, square: str) -> None:
        if len(self.made) % 2:
            self._square(square).click()
        else:
            self.main_button().click()

    def _square(self, square: str):  # type: ignore[no-untyped-def]  # noqa: ANN202
        return self.page.locator(f'[data-square="{square}"]')


class Keys(ScarabHands):
    """Presses keys and nothing else."""

    def take(self, choice: str) -> None:
        self.tab_to(CHOICE)
        self.page.keyboard.press("Space")
        wanted = self.page.locator(f'{CHOICE}[value="{choice}"]:focus')
        for _ in range(self.page.locator(CHOICE).count()):
            if wanted.count():
                break
            self.page.keyboard.press("ArrowRight")
        expect(wanted).to_be_checked()

    def confirm_choice(self) -> None:
        self.page.keyboard.press("Enter")

    def choose(self, square: str) -> None:
        at = self.tab_to("[data-square]").get_attribute("data-square") or ""
        right, up = ord(square[0]) - ord(at[0]), int(square[1:]) - int(at[1:])
        for key, times in (
            ("ArrowRight", right),
            ("ArrowLeft", -right),
            ("ArrowUp", up),
            ("ArrowDown", -up),
        ):
            for _ in range(times):
                self.page.keyboard.press(key)
        expect(self.page.locator("[data-square]:focus")).to_have_attribute("data-square", square)
        self.page.keyboard.press("Enter")

    def confirm(self, square: str) -> None:
        expect(self.page.locator("[data-square]:focus")).to_have_attribute("data-square", square)
        self.page.keyboard.press("Enter")

"""What the drawings of Marajoara share: dice, the marks of the seats, signs with a plain form, lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from digsite.games.marajoara.notation import die_text
from digsite.games.marajoara.record import COLOUR_SHIFT, COLOURS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from digsite.cli.screen import Scene

DICE: Final = (
    "bold #2a1c00 on #f0c33c",
    "bold #ffffff on #b5372d",
    "bold #ffffff on #2f6db5",
    "bold #17140f on #aaa69c",
)
"""Yellow, red, blue, grey: each die bears its letter as well."""
MARKS: Final = (("●", "A"), ("▲", "B"), ("■", "C"), ("◆", "D"))
"""The dig tokens and discs of each seat, by shape."""
SEATS: Final = ("#45d6c5", "#c79bf2", "#f2934a", "#f3e6c4")
CLAY: Final = "bold #fff3df on #a5502c"
"""What a museum has: vases and restored fragments."""
LIT: Final = "bold #ffd98a"
FAINT: Final = "#a08d78"
LABEL: Final = 11
"""How wide the names of parts are, so that what follows them is aligned."""


def sign(scene: Scene, fancy: str, plain: str) -> str:
    """Return a sign, or letters where the terminal has none."""
    return fancy if scene.look.unicode else plain


def line(*parts: Text | str) -> Text:
    """Return parts as one line, cut off where it is too long."""
    text = Text(no_wrap=True, overflow="crop")
    for part in parts:
        text.append_text(part if isinstance(part, Text) else Text(part))
    return text


def no_die(scene: Scene) -> str:
    """Return the sign of a place for a die."""
    return sign(scene, "·", ".")


def die(number: int, *, lit: bool = False) -> Text:
    """Return a die: its colour, its letter and its face."""
    return Text(die_text(number), DICE[number >> COLOUR_SHIFT] + (" underline" if lit else ""))


def dice(scene: Scene, numbers: Iterable[int]) -> Text:
    """Return dice side by side; 0 is an empty place."""
    shown = (die(int(number)) if number else Text(f"{no_die(scene)} ", FAINT) for number in numbers)
    return Text(" ").join(shown)


def colour_sign(colour: int) -> Text:
    """Return the letter of a colour on that colour."""
    return Text(f" {COLOURS[colour]} ", DICE[colour])


def mark(scene: Scene, seat: int) -> Text:
    """Return the sign of a seat's tokens and discs."""
    return Text(mark_sign(scene, seat), f"bold {SEATS[seat]}")


def mark_sign(scene: Scene, seat: int) -> str:
    """Return the sign of a seat without its colour."""
    return sign(scene, *MARKS[seat])

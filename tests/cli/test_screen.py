"""What a table looks like: drawn, without colours, so that the drawing can be read here."""

from __future__ import annotations

import importlib.util
import io
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from rich.console import Console

from digsite.cli.book import Book
from digsite.cli.numbers import number
from digsite.cli.screen import Scene, drawer
from digsite.cli.screen.site import area_sizes
from digsite.cli.voice import Look
from digsite.core.fair import Fair
from digsite.core.names import CHANCE, Position, Seat
from digsite.games import game as game_of
from digsite.games.scarab.notation import sketch
from digsite.games.scarabya.record import GRID
from digsite.games.scarabya.squares import words

ROOT = Path(__file__).parents[2]

SCARAB = """\
board short
variants deflection
moves 9
line row
due 1
hand 0 +8 +8* -3
hand 1 +5
stones
  .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .
 +1   .  +2*  .   P   .  -6   A
  .   .   .   .   .   .   .   .
  .   .  -7   .   .   .   .   .
  .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .  +3
"""

SCARAB_DRAWN = """\
     b    c    d    e    f    g    h    i
 9   .    .    .    .    .    .    .    .   9     Anna       +13
 8   .    .    .    .    .    .    .    .   8     +8 +8* -3
 7   .    .    .    .    .    .    .    .   7   > Ben         +5
 6 [+1]   .  [+2*]  .   P-    .  [-6] [ A]  6     +5
 5   .    .    .    .    .    .    .    .   5
 4   .    .  (-7)   .    .    .    .    .   4
 3   .    .    .    .    .    .    .    .   3
 2   .    .    .    .    .    .    .   +3   2
     b    c    d    e    f    g    h    i
"""


def drawn(
    key: str, pos: Position, seat: int, look: Look, names: tuple[str, ...], *, whole: bool = True
) -> str:
    """Return what a seat sees, line by line without blanks at the end."""
    game = game_of(key)
    view = game.view(pos, Seat(seat))
    scene = Scene(game, view, names, "en", look, Seat(seat), game.legal(view, Seat(seat)))
    scene = replace(scene, whole=whole)
    console = Console(file=io.StringIO(), width=look.width, markup=False, highlight=False)
    console.print(drawer(key).draw(scene))
    file = console.file
    assert isinstance(file, io.StringIO)
    return "".join(f"{line.rstrip()}\n" for line in file.getvalue().splitlines())


def test_scarab_without_colours_brackets_what_can_be_reached() -> None:
    pos = sketch(SCARAB)
    look = Look(color=False, unicode=False, width=72, height=24)
    assert drawn("scarab", pos, 1, look, ("Anna", "Ben")) == SCARAB_DRAWN


@pytest.mark.parametrize("width", [30, 40, 60, 80, 100, 140, 200])
@pytest.mark.parametrize("height", [10, 24, 60])
@pytest.mark.parametrize("key", ["scarab", "scarabya", "marajoara"])
def test_every_size_of_terminal_gets_a_drawing_that_fits(key: str, width: int, height: int) -> None:
    pictures = load_pictures()
    picture = pictures.Picture(key, ("Anna", "Ben", "Cleo"), 11, "size", 100)
    pos = pictures.played(picture).course.position
    seat = game_of(key).movers(pos)[0]
    for fancy in (True, False):
        look = Look(color=fancy, unicode=fancy, width=width, height=height)
        text = drawn(key, pos, seat, look, picture.names, whole=fancy)
        assert max(len(line) for line in text.splitlines()) <= width
        assert fancy or text.isascii()


def test_Y17_in_a_duel_the_second_seats_tiles_have_small_letters() -> None:
    rules = game_of("scarabya")
    pos = rules.deal(rules.options({"mode": "duel", "site": "A0 B0 C0 D0"}), 2, Fair(b"", ()).deal())
    for seat, move in ((CHANCE, "draw X"), (Seat(0), "X0 e4"), (CHANCE, "draw I"), (Seat(1), "I1 f6")):
        pos = rules.play(pos, seat, rules.read_move(pos, move))
    look = Look(color=False, unicode=False, width=100, height=24)
    site = [line[:36] for line in drawn("scarabya", pos, 0, look, ("Anna", "Ben")).splitlines()[2:12]]
    assert sum(row.count("X") for row in site) == 5
    assert sum(row.count("i") for row in site) == 5


def test_Y9_every_closed_square_knows_the_size_of_its_area() -> None:
    rules = game_of("scarabya")
    pos = rules.deal(rules.options({}), 1, Fair(b"", ()).deal())
    names = ["a1", "a2", "b2", "d4"]
    pos[0]["closed"][0] = words(square for name in names if (square := GRID.square(name)) is not None)
    assert area_sizes(pos, 0) == {"a1": 3, "a2": 3, "b2": 3, "d4": 1}


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "1,234.50"), ("fr", "1\u202f234,50"), ("nl", "1.234,50"), ("de", "1.234,50")],
)
def test_numbers_are_written_as_the_reader_does(language: str, text: str) -> None:
    assert number(1234.5, language, 2) == text


# --- what somebody means


@pytest.fixture
def book() -> Book:
    pos = sketch(SCARAB)
    game = game_of("scarab")
    return Book(game, game.view(pos, Seat(1)), Seat(1), "en")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("go b6", ["go b6"]),
        ("GO  B6", ["go b6"]),
        ("b6", ["go b6"]),
        ("gob6", ["go b6"]),
        ("g b6", ["go b6"]),
        ("via d6 d4", ["go via d6 d4"]),
        ("d4", ["go via d6 d4"]),
        ("go b", ["go b6"]),
        ("6", []),
        ("go b1", []),
        ("", []),
    ],
)
def test_an_abbreviation_stands_for_a_move_if_it_is_clear(book: Book, typed: str, meant: list[str]) -> None:
    assert book.meant(typed) == meant


def test_moves_come_best_first_with_what_they_bring(book: Book) -> None:
    assert book.texts[0] == "go d6"
    assert book.brings("go d6") == "takes +2*"
    assert book.texts[-1] == "go via d6 d4"


# --- the pictures of the README


def load_pictures() -> ModuleType:
    if "pictures" not in sys.modules:
        spec = importlib.util.spec_from_file_location("pictures", ROOT / "tools" / "pictures.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules["pictures"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["pictures"])
    return sys.modules["pictures"]


@pytest.mark.parametrize("key", ["scarab", "scarabya"])
def test_the_pictures_are_those_that_the_screens_draw(key: str) -> None:
    """If this is meant to look different now: `make pictures`, and look at them."""
    pictures = load_pictures()
    picture = next(picture for picture in pictures.PICTURES if picture.game == key)
    committed = (ROOT / "docs" / "pictures" / f"{key}.svg").read_text(encoding="utf-8")
    assert pictures.drawn(picture) == committed

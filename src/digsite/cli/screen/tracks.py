"""What all share at a table of Marajoara: tracks, cart and rounds; and what a mission asks for."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

from rich.text import Text

from digsite.cli.screen.dice import (
    FAINT,
    LABEL,
    LIT,
    colour_sign,
    dice,
    die,
    line,
    mark,
    mark_sign,
    no_die,
    sign,
)
from digsite.core.names import Move
from digsite.games.marajoara.missions import SCORE, objectives
from digsite.games.marajoara.moves import EXCAVATE
from digsite.games.marajoara.record import LAST_SPACE, OVER, ROUNDS, STORED_COLOURS
from digsite.games.marajoara.telling import tallies

if TYPE_CHECKING:
    from digsite.cli.screen import Scene
    from digsite.core.names import Json, Objective

COMMON: Final = ("+1", "T", "+2", "3p", "+3", "5p")
"""M23: what the first spaces of every track give; T stands for a token."""
SPACES: Final = (
    (("⇄2", "<>2"), ("2pT", "2pT"), ("10/6", "10/6")),
    (("V:1", "V:1"), ("V×2", "Vx2"), ("2/1V", "2/1V")),
    (("b×2", "bx2"), ("2p↔", "2p-"), ("2/1F", "2/1F")),
)
"""M23–M25: what the last three spaces of the yellow, red and blue track give; V is a vase, F a fragment."""
SIGN: Final = 4
END: Final = 4
LEAST_CELL, MOST_CELL = 3, 5
"""How wide the sign of a track is, its last space and the others."""
NOTES: Final = {
    3: ("note_round_track",),
    5: ("note_not_yellow",),
    6: ("note_second", "note_exchange", "note_gaps"),
    7: ("note_past_six", "note_round_track"),
    8: ("note_round_track",),
}
"""M31: what is special about a mission."""


# --- the tracks


def tracks(scene: Scene, width: int) -> list[Text]:
    """M23–M25: return the three tracks with the discs of all seats, and what each space gives."""
    numbers = ["", "", *map(str, range(1, LAST_SPACE + 1))]
    common = ["", "", *(_with_token(scene, text) for text in COMMON), "", "", ""]
    heads = [[Text(text, FAINT) for text in texts] for texts in (numbers, common)]
    rows = [*heads, *(_track(scene, colour) for colour in range(STORED_COLOURS))]
    widths = _widths(rows, width - SIGN - len(scene.names) - 1 - END)
    return [line(*(_padded(text, w) for text, w in zip(row, widths, strict=True))) for row in rows]


def _widths(rows: list[list[Text]], free: int) -> list[int]:
    """Return how wide the columns are; `free` is what the spaces before the last may share."""
    cell = min(max(free // (LAST_SPACE - 1), LEAST_CELL), MOST_CELL)
    least = [SIGN, 0, *[cell] * (LAST_SPACE - 1)]
    columns = list(zip(*rows, strict=True))[:-1]
    return [max(w, *map(_needs, column)) for w, column in zip(least, columns, strict=True)] + [0]


def _needs(text: Text) -> int:
    """Return how wide a column must be for a text: brackets stand apart by themselves."""
    return text.cell_len + (0 if text.plain.endswith("]") else 1)


def _padded(text: Text, width: int) -> Text:
    return line(text, " " * (width - text.cell_len))


def _with_token(scene: Scene, text: str) -> str:
    return text.replace("T", mark_sign(scene, scene.eyes or 0))


def _track(scene: Scene, colour: int) -> list[Text]:
    """Return the sign of a track, the discs that have not begun, and its spaces."""
    reached = _reached(scene, colour)
    spaces = [_space(scene, colour, space, lit=space == reached) for space in range(1, LAST_SPACE + 1)]
    return [colour_sign(colour), _discs(scene, colour, 0), *spaces]


def _space(scene: Scene, colour: int, space: int, *, lit: bool) -> Text:
    """Return the discs on a space or what it gives, lit if an excavation would lead there."""
    shown = _discs(scene, colour, space) or Text(_gives(scene, colour, space), FAINT)
    if not lit:
        return shown
    return Text(shown.plain, f"{LIT} reverse") if scene.look.is_rich else line("[", shown, "]")


def _discs(scene: Scene, colour: int, space: int) -> Text:
    discs = scene.view[0]["disc"][:, colour]
    there = [seat for seat in _arrivals(scene, colour, space) if discs[seat] == space]
    return Text().join(mark(scene, seat) for seat in there)


def _arrivals(scene: Scene, colour: int, space: int) -> list[int]:
    """Return the seats; at the last space, those who arrived there in their order (M13)."""
    if space == LAST_SPACE:
        return [int(seat) for seat in scene.view[0]["ends"][colour] if seat >= 0]
    return list(range(len(scene.names)))


def _gives(scene: Scene, colour: int, space: int) -> str:
    if space <= len(COMMON):
        return no_die(scene)
    return _with_token(scene, sign(scene, *SPACES[colour][space - len(COMMON) - 1]))


def _reached(scene: Scene, colour: int) -> Json:
    """Return the space that an excavation on this track would reach, or none."""
    move = Move(EXCAVATE + colour)
    if scene.eyes is None or move not in scene.legal:
        return None
    return scene.game.brings(scene.view, scene.eyes, move)["space"]


# --- the cart


def cart_column(scene: Scene) -> list[Text]:
    """M6: return the cart from top to bottom."""
    rows = [line(Text(f"{place} ", FAINT), held) for place, held in _cart(scene)]
    return [line(Text(scene.say("label_cart"), FAINT)), *rows]


def cart_line(scene: Scene) -> Text:
    """Return the cart as a line, its top first."""
    places = Text(" ").join(line(Text(str(place), FAINT), held) for place, held in _cart(scene))
    return line(Text(f"  {scene.say('label_cart')} ", FAINT), places)


def _cart(scene: Scene) -> list[tuple[int, Text]]:
    empty = Text(no_die(scene), FAINT)
    cart = scene.view[0]["cart"]
    return [(place, die(int(number)) if number else empty) for place, number in enumerate(cart, 1)]


# --- rounds and missions


def rounds(scene: Scene, width: int) -> list[Text]:
    """M6, M29: return the round, or the dice on the round track of a mission."""
    p = scene.view[0]
    if not p["mission"]:
        return [line(Text(f"  {scene.say('round_of', n=int(p['round_number']), most=ROUNDS)}", "bold"))]
    half = ROUNDS if width >= 3 * ROUNDS + LABEL else ROUNDS // 2
    track = [int(number) for number in p["round_track"]]
    title = f"  {scene.say('label_round_track')} ".ljust(LABEL)
    rows = [dice(scene, track[at : at + half]) for at in range(0, ROUNDS, half)]
    return [line(Text(t, FAINT), row) for t, row in zip((title, " " * len(title)), rows, strict=False)]


def goals(scene: Scene, width: int) -> list[Text]:
    """M31: return what a mission asks for, ticked off as far as it is met."""
    return [row for goal in objectives(scene.view) for row in _ticked(scene, goal, width)]


def _ticked(scene: Scene, goal: Objective, width: int) -> list[Text]:
    """Return the lines of an objective: a box before the first, the others indented as far."""
    first = scene.look.ticked("", met=goal.met)
    rows = wrap(_goal(scene, goal), width - 1 - first.cell_len)
    starts = [first, *[Text(" " * first.cell_len)] * (len(rows) - 1)]
    return [line(" ", start, Text(row, first.style)) for start, row in zip(starts, rows, strict=True)]


def notes(scene: Scene, width: int, most: int) -> list[Text]:
    """M31: return what is special about a mission, as far as it fits some lines; `?` tells all of it."""
    shown: list[str] = []
    for note in NOTES.get(int(scene.view[0]["mission"]), ()):
        rows = wrap(scene.say(note), width - 1)
        shown += rows if len(shown) + len(rows) <= most else []
    return [line(Text(f" {row}", FAINT)) for row in shown]


def _goal(scene: Scene, goal: Objective) -> str:
    """Return an objective; a score with what it would be if the game ended now."""
    text = scene.say(f"objective_{goal.key}", which=goal.which)
    if goal.key != SCORE:
        return text
    p = scene.view[0]
    to_come = 0 if p["stage"] == OVER else sum(tallies(scene.view, 0))
    return f"{text} ({scene.say('score_now', n=int(p['points'][0]) + to_come)})"

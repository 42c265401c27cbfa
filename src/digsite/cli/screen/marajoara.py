"""Marajoara on the terminal: terracotta and cream; every die tells its colour by a letter as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.table import Table
from rich.text import Text

from digsite.cli.screen.dice import line
from digsite.cli.screen.dig import NORMAL, TIGHT, WIDE, board_width, draw_dig
from digsite.cli.screen.museum import LARGE, museums_of
from digsite.cli.screen.tracks import COMMON, NOTES, cart_column, cart_line, goals, notes, rounds, tracks
from digsite.core import words
from digsite.core.names import Move
from digsite.games.marajoara.moves import ADD, CAPTURE, PASS, PAY, SHIFT, SPEND
from digsite.games.marajoara.notation import DONE, die_text
from digsite.games.marajoara.record import (
    CAPTURED,
    FACE,
    GRID,
    IN_TURN,
    LAST_SPACE,
    TO_EXCAVATE,
    TO_GIVE,
    TO_PAY,
    TO_RAISE,
    TO_RECYCLE,
    TO_REMOVE,
    TO_RETIRE,
    TO_SCORE,
    TO_SET_UP,
    TO_SHOW,
    TO_STORE,
    TO_TAKE,
    TOKEN_SPACE,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import RenderableType

    from digsite.cli.screen import Scene
    from digsite.core.names import Json, View

GAP: Final = 2
PANEL: Final = 40
"""Less than this beside the board, and all goes below it."""
LARGE_PANEL: Final = 48
"""From this width on a museum has a line for each of its parts, with the cart beside it."""
ROOMY: Final = 34
"""From this height on every row of the board gets two lines."""
LOW: Final = 30
REST: Final = 7
"""The lines of a low terminal that are kept for what is said and typed below the drawing."""


def draw(scene: Scene) -> RenderableType:
    """Return the board with one's own museum beside it; the others go where there is more room."""
    cell = _cell(scene)
    roomy = scene.look.is_rich and scene.look.height >= ROOMY
    board = draw_dig(scene, cell)
    drawn = board.draw_small() if cell == TIGHT else board.draw(roomy=roomy)
    wide, high = board_width(cell), 1 + drawn.plain.count("\n")
    free = scene.look.width - wide - GAP
    panel = _panel(scene, scene.look.width if free < PANEL else free)
    if free < PANEL:
        return Group(drawn, *panel, Text(), *_extras(scene, scene.look.width, high + len(panel) + 1))
    if high < len(panel):
        return _row(Group(drawn, *_extras(scene, wide + GAP - 1, high)), Group(*panel), wide, free)
    return _row(drawn, Group(*panel, Text(), *_extras(scene, free, len(panel) + 1)), wide, free)


def _cell(scene: Scene) -> int:
    """Return how wide a square is drawn: as wide as leaves room for a large museum beside the board."""
    if board_width(WIDE) + GAP + LARGE_PANEL <= scene.look.width:
        return WIDE
    return NORMAL if board_width(NORMAL) <= scene.look.width else TIGHT


def _row(left: RenderableType, right: RenderableType, *widths: int) -> RenderableType:
    grid = Table.grid(padding=0)
    for width, gap in zip(widths, (GAP, 0), strict=True):
        grid.add_column(width=width + gap, no_wrap=True)
    grid.add_row(left, right)
    return grid


def _panel(scene: Scene, width: int) -> list[Text]:
    """Return what one plays with: museum, cart, tracks and rounds."""
    own = museums_of(scene, scene.eyes or 0)
    if width >= LARGE_PANEL and not (_is_low(scene) and len(own) > 1):
        first, *more = (museum.large() for museum in own)
        rows = [*_beside(first, [Text(), *cart_column(scene)]), *(row for part in more for row in part)]
    else:
        rows = [*(row for museum in own for row in museum.small(width)), cart_line(scene)]
    gap = [] if _is_low(scene) else [Text()]
    return [*rows, *gap, *tracks(scene, width), *gap, *rounds(scene, width)]


def _is_low(scene: Scene) -> bool:
    """Tell whether to leave out what would push the board off the screen."""
    return scene.look.height < LOW and not scene.whole


def _beside(left: list[Text], right: list[Text]) -> list[Text]:
    """Return two columns of the same height."""
    pairs = zip(left, right, strict=True)
    return [line(first, " " * max(1, LARGE - first.cell_len), second) for first, second in pairs]


def _extras(scene: Scene, width: int, above: int) -> list[Text]:
    """Return the others' museums, or what a mission asks for; `above` lines stand before it."""
    if scene.view[0]["mission"]:
        asked = goals(scene, width)
        most = scene.look.height - REST - above - len(asked) if _is_low(scene) else scene.look.height
        return [*asked, *notes(scene, width, most)]
    own, seats = scene.eyes or 0, range(len(scene.names))
    others = [museum for seat in seats if seat != own for museum in museums_of(scene, seat)]
    return [row for other in others for row in (other.briefest() if _is_low(scene) else other.brief())]


def told(view: View) -> list[str]:
    """M29–M31: return what is to be told of a mission."""
    mission = int(view[0]["mission"])
    return ["help_mission", *NOTES.get(mission, ())] if mission else []


# --- asking


def ask(scene: Scene) -> str:
    """Return what is asked of the seat that looks, with an example of what to type."""
    p = scene.view[0]
    stage = int(p["stage"])
    if p["placing"]:
        return scene.say("ask_token", move=_example(scene))
    if stage == IN_TURN:
        return _ask_turn(scene)
    if stage == TO_PAY:
        return _ask_pay(scene)
    if stage == TO_RAISE:
        return _ask_raise(scene)
    return scene.say(_QUESTIONS[stage], move=_example(scene), **_captured(scene))


_QUESTIONS: Final = {
    TO_SET_UP: "ask_set_up",
    TO_STORE: "ask_store",
    TO_EXCAVATE: "ask_excavate",
    TO_SHOW: "ask_show",
    TO_REMOVE: "ask_remove",
    TO_GIVE: "ask_give",
    TO_TAKE: "ask_take",
    TO_SCORE: "ask_score",
    TO_RETIRE: "ask_retire",
    TO_RECYCLE: "ask_recycle",
}


def _example(scene: Scene, first: int = 0, end: int = 1 << 62) -> str:
    """Return a move in a range of numbers, if there is one; rather one that wastes nothing."""
    moves = sorted((m for m in scene.legal if first <= m < end), key=lambda move: move in (PASS, SPEND))
    texts = [scene.game.move_text(scene.view, move) for move in moves]
    return min(texts, key=lambda text: text.endswith(DONE), default="")


def _captured(scene: Scene) -> dict[str, Json]:
    number = int(scene.view[0]["captured"])
    return {"die": die_text(number), "n": number & FACE} if number else {}


def _ask_turn(scene: Scene) -> str:
    if scene.view[0]["acted"]:
        return scene.say("ask_turn_after")
    capture = _example(scene, CAPTURE, SHIFT)
    return scene.say("ask_turn", move=capture) if capture else scene.say("ask_turn_stuck")


def _ask_pay(scene: Scene) -> str:
    cost, what = int(scene.view[0]["cost"]), _paid_for(scene)
    if more := _example(scene, ADD, PAY):
        return scene.say("ask_pay_more", what=what, n=cost, move=_example(scene, PAY), more=more)
    return scene.say("ask_pay", what=what, n=cost, move=_example(scene))


def _paid_for(scene: Scene) -> str:
    """Return the action that is being paid for, with all its vases."""
    p = scene.view[0]
    action = scene.game.move_text(scene.view, Move(int(p["action"])))
    more = [int(face) for face in p["vases_to_show"][1:] if face]
    return " ".join((action, *(f"{action.split()[1][:-1]}{face}" for face in more)))


def _ask_raise(scene: Scene) -> str:
    """M11: a bonus of one's own token reaches the captured die; another's comes in their turn."""
    p = scene.view[0]
    if int(p["reach"]) >> CAPTURED & 1:
        return scene.say("ask_raise_own", die=die_text(int(p["captured"])), move=_example(scene))
    key = "ask_raise_track" if p["raiser"] == p["active"] else "ask_raise_other"
    return scene.say(key, n=int(p["raised_by"]), move=_example(scene))


# --- what a move brings


def brings(view: View, data: Mapping[str, Json], language: str) -> str:
    """Return what a move brings, in a few words."""
    return ", ".join(_brings(view, data, language))


def _brings(view: View, data: Mapping[str, Json], language: str) -> Iterator[str]:
    kind, *named = str(data["move"]).split()
    if kind == "excavate":
        yield words.say(language, "marajoara.brings_space", space=data["space"])
    if data["points"]:
        yield words.say(language, "marajoara.brings_points", n=data["points"])
    if kind == "capture":
        yield from _brings_capture(view, data, language)
    elif kind == "excavate":
        yield from _brings_space(named[0], int(str(data["space"])), language)
    elif "costs" in data:
        yield words.say(language, "marajoara.brings_cost", n=data["costs"])
    elif kind in ("retire", "take"):
        yield " ".join(_dice(view, kind, named))


def _brings_capture(view: View, data: Mapping[str, Json], language: str) -> Iterator[str]:
    """M9–M11: yield the die taken, what the leaping one becomes, and whose token it lands on."""
    yield words.say(language, "marajoara.brings_die", die=data["takes"])
    yield words.say(language, "marajoara.brings_landing", die=data["becomes"], square=data["to"])
    if data["token"] is not None:
        own = data["token"] == view[0]["due"]
        yield words.say(language, "marajoara.brings_own_token" if own else "marajoara.brings_their_token")


def _brings_space(track: str, space: int, language: str) -> Iterator[str]:
    """M23–M25: yield what a space gives beside points."""
    if space == LAST_SPACE:
        yield words.say(language, "marajoara.space_end")
    elif space == TOKEN_SPACE:
        yield words.say(language, "marajoara.space_token")
    elif space > len(COMMON):
        yield words.say(language, f"marajoara.space_{track}_{space}")
    elif (sign := COMMON[space - 1]).startswith("+"):
        yield words.say(language, "marajoara.space_raise", n=int(sign))


def _dice(view: View, kind: str, named: list[str]) -> Iterator[str]:
    """Yield the dice that a move takes from squares of the board or places of the cart."""
    for word in named:
        if kind == "take":
            yield die_text(int(view[0]["cart"][int(word) - 1]))
        elif (square := GRID.square(word)) is not None:
            yield die_text(int(view[0]["die"][square]))

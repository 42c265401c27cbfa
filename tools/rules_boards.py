"""Writes the boards of the rules pages: drawn positions as the wire shows them, and what may be tried."""  # noqa: INP001 - a script

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from digsite.core.names import CHANCE, Seat
from digsite.games import game as game_of
from digsite.wire.games import ENCODERS

if TYPE_CHECKING:
    from digsite.core.game import Game
    from digsite.core.names import Move, Position

FOLDER: Final = Path(__file__).parent.parent / "web" / "src" / "games"


@dataclass(frozen=True)
class Example:
    """A position as text, and how many turns a reader may try from there."""

    position: str
    turns: int = 0


# --- SCARAB


DEALT: Final = """
board full
variants none
moves 0
line either
due 0
hand 0
hand 1
stones
 -8  -7  -7  -5  +3  +1  +8  -6  -2  -3
 -5  -3  -1  +4  +4  -4  -7  -2  +4  +1
 +7  -2  -5  -4  -3  +6  -8  -4  -3   A
 -6  +5  -6  +6  -3  +3  +1  -1   A  -1
 -1  -2  -5  -8   P  +1  +6  +2  +1  -8
 +7  -1  +2   A  +8  -4  -6  -3  +1  +2
 +7  +3  -4  +2  +2  +8  -6  +7  -6  -7
 +6  +5  -7  +5  -8  +4  +3  +3  -5  +3
 -4  +8  -7  -2  +7  +6  +5  +8  +4  +8
 +5  +7  +6  -5  -8  -1  +2  -2  +5  +4
"""

TURN: Final = """
board short
variants none
moves 30
line row
due 0
hand 0 +8 +6 +6 +5 -1 -3
hand 1 +8 +7 +5 +4 -2 -4
stones
 -7   .   .  +6   .  +7   .   .
  .  -5  -2   .  +1   .  +8  +1
  .  +7   .  +3   .   .   .   .
 +4   .  -8   P   .   .  +3  -5
  .   .   .  -3  +6   .   .   .
 +5   .  +2   A   .   .  -5   .
  .  +2   .  -6   .  -2   .   .
 -3   .   .   .  -4   .  +7  +8
"""

ANKH: Final = """
board short
variants none
moves 4
line row
due 0
hand 0 -6 +6
hand 1 +4 +5
stones
 -7  -4  -7  +6  +6  +7  +3  -4
 -7  -5  -2  +4  +1  -1  +8  +1
  .  +7  -8  +3  -1   .  -8  +7
 +4  +2  +2   P  -3   A  +3  -5
 +8  +8  +1  -3  +6  +4  -3  +5
 +5  -4   A   .  +5   .  -5  +3
 -8  +2  -6  -6  -1  -2  -2  -6
 -3  -5  +7  -8  -4  -7   A  +8
"""

STARS: Final = """
board short
variants deflection
moves 8
line row
due 0
hand 0 -8 -8 +6 +8
hand 1 -7 -6 +2 +5
stones
-4*  +8  -7  -5  -4  -4  +5  -2
 -5  -6   A  -3 +8*  -3  +2  +7
 +3  -7  +4  +3 +4*   .  +1 +6*
 +7  +1 -8*  -3  -1  -8  -2  -1
 +1   .   P  -3 +2*  -6  -4 -6*
 +4   . -2*   .   .  +8  +3  +5
 -1  -5  +7   .   .   .  +6  -5
 +7   A  +5  +6  +2  +4  -7   A
"""

STUCK: Final = """
board short
variants none
moves 53
line column
due 1
hand 0 +8 +7 +6 +5 -1 -3
hand 1 +8 +7 +5 +4 -2 -4
stones
  .   .   .   .   .  -7   .   .
  .  -5   .   .   .   .   .   .
  .   .   .   .   .   .   .  -8
 -4   .   .   P   .   .   .   .
  .   .   .   .   .   .   .   .
  .   .   A   .   .   .  -5   .
  .  +2   .   .   .   .   .   .
  .   .   .   .  -4   .   .  -6
"""


# --- Scarabya


SITE: Final = """
site
. S . R . . . S . S
. . S . . . S . . .
S . . . S . R . S .
. . R S . S . . . R
. S . . . . . S . .
. . S . . S . . S .
S . R . S . R . . .
. S . . . . . S S .
. . . R . S . . . R
S . . S . . . . S .
cards
"""

BARE: Final = f"""
mode base
seats 1
{SITE}
deck FILNPTUVWXYZ
"""

FIRST: Final = f"""
mode base
seats 1
{SITE}
X | .
deck FILNPTUVWYZ
"""

BESIDE: Final = f"""
mode base
seats 1
{SITE}
N | N2 d4
Y | Y3 e2
X | .
deck FILPTUVWZ
"""

AREAS: Final = """
mode base
seats 1
site
. . S . . . . S . .
R . . S . R . . . S
. S . R . . S . R .
S . . . S . . . S .
. . S . . S . S . .
. S . . S S . . S .
. . . R . . . S . .
. . S . . . . . R S
S . S . S S R . . .
. R . . . . . . S .
cards
P | P4 e4
T | T2 d7
L | L6 g4
U | U0 h4
N | N6 c7
Z | Z0 g8
I | .
deck FVWXY
"""

OVER: Final = """
mode base
seats 1
site
. . S . . . S . . .
R . . S . R . . . S
. S . R . . S S . .
S . . . S . . . R .
. . S . . . S . . S
. . S . S . S . . S
. S . . . . R . . .
. R . S . . . . S .
S . . . R S . R . S
. . S . . . . S . .
cards
W | W0 d6
T | T3 f6
L | L3 c4
V | V0 h8
N | N5 b9
P | P4 b4
X | X0 c1
U | U3 f1
F | F5 i2
Z | Z2 h4
Y | -
I | -
deck
"""

DUEL: Final = """
mode duel
seats 2
site
. S . . S S . . R .
. . . R . . . S . .
. . S . . S . . . S
S . S . S . S R . .
. R . . . . . . S .
. . . S . . S . . .
. S R . . . . . R S
S . . . S S R . . .
. . S . . . . S . .
. R . S . . S . . S
cards
W | W2 h3 | .
P | . | P6 e6
Z | Z1 h1 | .
F | . | F7 h5
T | T2 g8 | .
N | . | N2 e1
I | I1 c10 | .
X | . | X0 c1
Y | Y1 a8 | .
V | . | V3 a5
L | L6 a1 | .
U | . | -
deck
"""

SOLO: Final = """
mode solo
seats 1
site
S . . S . . S . R .
. . S . . . . S . .
. . . R S S . . . S
S R . . . . . R S .
. . . S . . S . . .
. . . R . S . . R .
S . S . S . . S . .
. . S . . S . . . S
. R . . . . S R . .
S . . S . . . . S .
cards
F | F0 f3
U | U1 f6
Z | Z3 j3
I | I0 e5
T | T0 c4
W | W2 c2
P | P0 c8
X | X0 i7
V | V0 g1
N | N3 g9
Y | Y4 a7
L | L5 a1
deck
"""

EXAMPLES: Final[dict[str, dict[str, Example]]] = {
    "scarab": {
        "dealt": Example(DEALT),
        "turn": Example(TURN, turns=2),
        "ankh": Example(ANKH, turns=1),
        "stars": Example(STARS, turns=1),
        "stuck": Example(STUCK),
    },
    "scarabya": {
        "bare": Example(BARE),
        "first": Example(FIRST, turns=1),
        "beside": Example(BESIDE, turns=1),
        "areas": Example(AREAS, turns=1),
        "over": Example(OVER),
        "duel": Example(DUEL),
        "solo": Example(SOLO),
    },
}


# --- positions as the page gets them


def shown(game: Game, pos: Position, turns: int) -> dict[str, Any]:
    """Return a position as its mover sees it and, while there are turns to try, what each move leads to."""
    due = [seat for seat in game.movers(pos) if seat != CHANCE]
    seat = due[0] if due else None
    step: dict[str, Any] = {
        "view": ENCODERS[game.key].view(game.view(pos, seat)),
        "points": list(game.points(pos)),
        "due": due,
        "moves": [],
        "then": {},
    }
    if turns and seat is not None:
        step["moves"] = ENCODERS[game.key].moves(game, pos, seat)
        step["then"] = {
            game.move_text(pos, move): _after(game, pos, seat, move, turns, step["view"])
            for move in game.legal(pos, seat)
        }
    return step


def _after(game: Game, pos: Position, seat: Seat, move: Move, turns: int, seen: Any) -> dict[str, Any]:
    """Return what a move leads to; of the view only what changes. A turn lasts while its seat is due."""
    after = game.play(pos, seat, move)
    step = shown(game, after, turns if seat in game.movers(after) else turns - 1)
    step["view"] = {key: value for key, value in step["view"].items() if value != seen[key]}
    return step | {"seat": seat, "tells": game.tell(pos, seat, move, after, seat)}


def text(key: str) -> str:
    """Return what a game's file should hold, an example to a line."""
    game = game_of(key)
    lines = [
        f'"{name}": {json.dumps(shown(game, game.read(_text(example)), example.turns))}'
        for name, example in EXAMPLES[key].items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _text(example: Example) -> str:
    return "".join(f"{line}\n" for line in example.position.splitlines() if line)


def path(key: str) -> Path:
    """Return where a game's file lies."""
    return FOLDER / key / "examples.json"


if __name__ == "__main__":
    for name in EXAMPLES:
        path(name).write_text(text(name), encoding="utf-8")

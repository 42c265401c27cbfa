"""Writes the boards of the rules pages: drawn positions as the wire shows them, and what may be tried."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from digsite.core.names import CHANCE, Seat
from digsite.games import game as game_of
from digsite.games.marajoara.positions import sketch as sketch_marajoara
from digsite.games.scarab.notation import sketch as sketch_scarab
from digsite.games.scarabya.notation import read as read_scarabya
from digsite.wire.games import ENCODERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from digsite.core.game import Game
    from digsite.core.names import Position

POSITIONS: Final = Path(__file__).parent / "boards"
FOLDER: Final = Path(__file__).parent.parent / "web" / "src" / "games"

TURNS: Final[dict[str, dict[str, int]]] = {
    "marajoara": {
        "dealt": 1,
        "leap": 1,
        "digs": 2,
        "grey": 1,
        "fund": 1,
        "exhibit": 1,
        "restore": 1,
        "cart": 1,
        "over": 0,
        "mission": 1,
    },
    "scarab": {"dealt": 0, "turn": 2, "ankh": 1, "stars": 1, "stuck": 0},
    "scarabya": {"bare": 0, "first": 1, "beside": 1, "areas": 1, "over": 0, "duel": 0, "solo": 0},
}
"""How many turns a reader may try from each position; the positions lie in `tools/boards/GAME/NAME.txt`."""

ONLY: Final[dict[str, dict[str, str]]] = {
    "marajoara": {
        "leap": "capture store spend",
        "digs": "capture raise pass",
        "grey": "excavate spend raise pass score",
        "fund": "fund restore end",
        "exhibit": "exhibit pay end",
        "restore": "restore end",
        "cart": "store spend recycle",
        "mission": "retire",
    },
}
"""The kinds of moves to try at a board that is about them, where a turn has hundreds."""


SKETCHES: Final[dict[str, Callable[[str], Position]]] = {
    "marajoara": sketch_marajoara,
    "scarab": sketch_scarab,
    "scarabya": read_scarabya,
}
"""What reads a drawn position, in which pieces may be missing."""


def shown(game: Game, pos: Position, turns: int, only: str = "") -> dict[str, Any]:
    """Return a position as its mover sees it and, while there are turns to try, what each move leads to."""
    due = [seat for seat in game.movers(pos) if seat != CHANCE]
    seat = due[0] if due else None
    step: dict[str, Any] = {
        "view": json.loads(ENCODERS[game.key].view(game.view(pos, seat))),
        "points": list(game.points(pos)),
        "due": due,
        "moves": [],
        "then": {},
    }
    if turns and seat is not None:
        moves = json.loads(ENCODERS[game.key].moves(game, pos, seat))
        step["moves"] = [move for move in moves if not only or move["text"].split()[0] in only.split()]
        step["then"] = {
            move["text"]: _after(game, pos, seat, move["text"], turns, only, step["view"])
            for move in step["moves"]
        }
    return step


def _after(
    game: Game, pos: Position, seat: Seat, words: str, turns: int, only: str, seen: Any
) -> dict[str, Any]:
    """Return what a move leads to; of the view only what changes. A turn lasts while its seat is due."""
    move = game.read_move(pos, words)
    after = game.play(pos, seat, move)
    step = shown(game, after, turns if seat in game.movers(after) else turns - 1, only)
    step["view"] = {key: value for key, value in step["view"].items() if value != seen[key]}
    return step | {"seat": seat, "tells": game.tell(pos, seat, move, after, seat)}


def text(key: str) -> str:
    """Return what a game's file should hold, an example to a line."""
    game, only = game_of(key), ONLY.get(key, {})
    examples = {
        name: shown(game, SKETCHES[key](_position(key, name)), turns, only.get(name, ""))
        for name, turns in TURNS[key].items()
    }
    lines = [f'"{name}":{json.dumps(step, separators=(",", ":"))}' for name, step in examples.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _position(key: str, name: str) -> str:
    return (POSITIONS / key / f"{name}.txt").read_text(encoding="utf-8")


def path(key: str) -> Path:
    """Return where a game's file lies."""
    return FOLDER / key / "examples.json"


if __name__ == "__main__":
    for name in TURNS:
        path(name).write_text(text(name), encoding="utf-8")

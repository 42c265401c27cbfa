"""Writes the boards of the rules pages: drawn positions as the wire shows them, and what may be tried."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from digsite.core.names import CHANCE, Seat
from digsite.games import game as game_of
from digsite.wire.games import ENCODERS

if TYPE_CHECKING:
    from digsite.core.game import Game
    from digsite.core.names import Move, Position

POSITIONS: Final = Path(__file__).parent / "boards"
FOLDER: Final = Path(__file__).parent.parent / "web" / "src" / "games"

TURNS: Final[dict[str, dict[str, int]]] = {
    "scarab": {"dealt": 0, "turn": 2, "ankh": 1, "stars": 1, "stuck": 0},
    "scarabya": {"bare": 0, "first": 1, "beside": 1, "areas": 1, "over": 0, "duel": 0, "solo": 0},
}
"""How many turns a reader may try from each position; the positions lie in `tools/boards/GAME/NAME.txt`."""


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
        f'"{name}": {json.dumps(shown(game, game.read(_position(key, name)), turns))}'
        for name, turns in TURNS[key].items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _position(key: str, name: str) -> str:
    return (POSITIONS / key / f"{name}.txt").read_text(encoding="utf-8")


def path(key: str) -> Path:
    """Return where a game's file lies."""
    return FOLDER / key / "examples.json"


if __name__ == "__main__":
    for name in TURNS:
        path(name).write_text(text(name), encoding="utf-8")

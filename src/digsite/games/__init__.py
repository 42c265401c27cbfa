"""The rules, a folder each. A game is loaded, with numba, when it is first asked for."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from digsite.core.errors import DigsiteError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType

    from digsite.core.game import Game
    from digsite.core.names import Position
    from digsite.games.levels import Mind

GAMES: Final = {
    "scarabya": "Scarabya",
    "scarab": "Scarab",
    "marajoara": "Marajoara",
}
"""The key of each game, which is its folder, and its class in `game.py` there."""


@cache
def game(key: str) -> Game:
    """Return the game of that key."""
    if key not in GAMES:
        raise DigsiteError("unknown_game", game=key, games=", ".join(GAMES))
    with loading():
        rules: Game = getattr(import_module(f"{__name__}.{key}.game"), GAMES[key])()
    return rules


@contextmanager
def loading() -> Iterator[None]:
    """Let the garbage collector rest: nothing dies while rules are loaded, and looking takes time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def kernel(key: str) -> ModuleType:
    """Return the compiled rules of a game, for code that runs compiled itself."""
    return import_module(f"{__name__}.{key}.kernel")


def worth(key: str) -> ModuleType:
    """Return what bots know of a game: how good its moves look, and what a seat may hope for."""
    return import_module(f"{__name__}.{key}.worth")


def minds(key: str, pos: Position) -> Sequence[Mind]:
    """Return how each of the levels thinks in a position of a game."""
    thinking: Sequence[Mind] = import_module(f"{__name__}.{key}.minds").minds(pos)
    return thinking


def record(key: str) -> ModuleType:
    """Return the module with a game's POSITION and MAX_MOVES."""
    return import_module(f"{__name__}.{key}.record")

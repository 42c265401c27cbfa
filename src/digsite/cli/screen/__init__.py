"""Drawing a table: a module for each game, named by its key, with all that Drawer names."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from digsite.core import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

    from digsite.cli.voice import Look
    from digsite.core.game import Game
    from digsite.core.names import Json, Moves, Seat, View


@dataclass(frozen=True)
class Scene:
    """What is to be drawn: what somebody may know, and what they may do."""

    game: Game
    view: View
    names: tuple[str, ...]
    language: str
    look: Look
    eyes: Seat | None = None
    """Whose view it is: nobody's, for a spectator."""
    legal: Moves = field(default_factory=list)
    """What that seat may do, to be lit."""
    meant: Moves = field(default_factory=list)
    """Those of the legal moves that what was typed could mean."""
    whole: bool = True
    """Draw all there is; otherwise leave out what would push one's own board off the screen."""

    def say(self, key: str, /, **values: Json) -> str:
        """Return a sentence of this game."""
        return words.say(self.language, f"{self.game.key}.{key}", **values)


class Drawer(Protocol):
    """What a game's screen module has."""

    def brings(self, view: View, data: Mapping[str, Json], language: str) -> str:
        """Return what a move brings, in a few words; `move` is its text, the rest is what the game says."""

    def draw(self, scene: Scene) -> RenderableType:
        """Return the table as one looks at it."""

    def ask(self, scene: Scene) -> str:
        """Return what is asked of the seat that looks."""

    def told(self, view: View) -> list[str]:
        """Return the keys of what the help tells of this very table, beside the rules of the game."""


@cache
def drawer(key: str) -> Drawer:
    """Return the screen of a game."""
    return cast("Drawer", import_module(f"{__name__}.{key}"))

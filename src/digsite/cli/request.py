"""What a command line asks for, as data; and the options that come from files."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from digsite.core.errors import DigsiteError
from digsite.core.options import Text
from digsite.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.core.game import Game
    from digsite.core.names import Options
    from digsite.core.options import Option

YES = "yes"


@dataclass(frozen=True)
class Wanted:
    """A game and its options, as typed."""

    game: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Return the game's key, or refuse a command that has none."""
        if self.game is None:
            raise DigsiteError("which_game", games=", ".join(GAMES))
        return self.game

    def settled(self, game: Game) -> Options:
        """Return all options of the game, those with files read, or refuse what cannot be."""
        filed = [option.key for option in game.schema if is_filed(option)]
        files = {key: _content(self.options[key]) for key in filed if key in self.options}
        return game.options({**self.options, **files})


def is_filed(option: Option) -> bool:
    """Tell whether an option is given as a file."""
    return isinstance(option, Text) and option.is_file


def _content(value: str) -> str:
    """Return the text of a file; a value of several lines is the text itself."""
    from digsite.table.journal import read_file

    return value if not value or "\n" in value else read_file(Path(value))


@dataclass(frozen=True)
class Request:
    """A table to sit down at."""

    wanted: Wanted
    seats: int | None = None
    bots: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    nonce: str | None = None
    save: Path | None = None
    resume: Path | None = None
    again: Path | None = None


def wanted(words: Sequence[str], pairs: Sequence[str]) -> Wanted:
    """Read `GAME --mode duel` and `--option mode=duel`: the same thing, the second for scripts."""
    game: str | None = None
    options: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word.startswith("--"):
            key, equals, value = word[2:].partition("=")
            options[key] = value if equals else _value_of(rest)
        elif game is None:
            game = word.lower()
        else:
            raise DigsiteError("unexpected_word", word=word)
    return Wanted(game, options | dict(_pair(pair) for pair in pairs))


def _value_of(rest: list[str]) -> str:
    """Take the value that follows `--key`; one that stands alone means yes."""
    stands_alone = not rest or rest[0].startswith("--") or rest[0].lower() in GAMES
    return YES if stands_alone else rest.pop(0)


def _pair(pair: str) -> tuple[str, str]:
    key, equals, value = pair.partition("=")
    if not equals:
        raise DigsiteError("expected_pair", found=pair)
    return key.strip(), value.strip()

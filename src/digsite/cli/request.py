"""What a command line asks for, as data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from digsite.core.errors import DigsiteError
from digsite.games import GAMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

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

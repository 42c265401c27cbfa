"""Refusals: each has a code, which is a key of the language files, and the values its sentence needs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from digsite.core import words

if TYPE_CHECKING:
    from digsite.core.names import Json, Position


class DigsiteError(Exception):
    """Something was refused; nothing has changed."""

    def __init__(self, code: str, /, **values: Json | DigsiteError) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values
        """What the sentence needs; where one refusal explains another, that one too."""

    def say(self, language: str) -> str:
        """Return the refusal as a sentence."""
        holes = {
            key: value.say(language) if isinstance(value, DigsiteError) else value
            for key, value in self.values.items()
        }
        return words.say(language, f"errors.{self.code}", **holes)

    def as_json(self) -> dict[str, Json]:
        """Return the refusal as data, with its English sentence."""
        values = {
            key: value.as_json() if isinstance(value, DigsiteError) else value
            for key, value in self.values.items()
        }
        return {"code": self.code, "message": str(self), "values": values}

    def __str__(self) -> str:
        return self.say("en")

    def __reduce__(self) -> tuple[Any, ...]:
        """Let a refusal travel between processes: pickle would forget which value is which."""
        return partial(type(self), self.code, **self.values), ()


class MoveError(DigsiteError):
    """A move was refused in this position."""

    def __init__(self, code: str, position: Position, /, **values: Json | DigsiteError) -> None:
        super().__init__(code, **values)
        self.position = position

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.code, self.position, **self.values), ()


class InvalidMove(MoveError):
    """No move has such a text."""


class IllegalMove(MoveError):
    """A move, but not one for this seat now."""


class BadOptions(DigsiteError):
    """These options, or this number of seats, make no game."""


class BadText(DigsiteError):
    """A text (a position, a log, board data) cannot be read; `line` says where."""

    def __init__(self, code: str, /, *, line: int, **values: Json | DigsiteError) -> None:
        super().__init__(code, line=line, **values)
        self.line = line

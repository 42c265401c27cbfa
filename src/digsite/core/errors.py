"""Refusals: each has a code, which is a key of the language files, and the values its sentence needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.core import words

if TYPE_CHECKING:
    from digsite.core.names import Json, Position


class DigsiteError(Exception):
    """Something was refused; nothing has changed."""

    def __init__(self, code: str, /, **values: Json) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values

    def say(self, language: str) -> str:
        """Return the refusal as a sentence."""
        return words.say(language, f"errors.{self.code}", **self.values)

    def __str__(self) -> str:
        return self.say("en")


class MoveError(DigsiteError):
    """A move was refused in this position."""

    def __init__(self, code: str, position: Position, /, **values: Json) -> None:
        super().__init__(code, **values)
        self.position = position


class InvalidMove(MoveError):
    """No move has such a text."""


class IllegalMove(MoveError):
    """A move, but not one for this seat now."""


class BadOptions(DigsiteError):
    """These options, or this number of seats, make no game."""


class BadText(DigsiteError):
    """A text (a position, a log, board data) cannot be read; `line` says where."""

    def __init__(self, code: str, /, *, line: int, **values: Json) -> None:
        super().__init__(code, line=line, **values)
        self.line = line

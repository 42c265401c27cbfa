"""Bots think beside the terminal. Where that takes a while, a quiet line says who does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from digsite.cli.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.status import Status

    from digsite.bots import Bot
    from digsite.cli.voice import Voice
    from digsite.core.names import Move, Seat, View

PATIENCE: Final = 0.3
"""Seconds before anybody is told that a bot is thinking."""


class Thinking:
    """The thoughts of the bots at one terminal; the line stays while one bot follows the other."""

    def __init__(self, voice: Voice, show: Callable[[], None]) -> None:
        self._voice, self._show = voice, show
        self._line: Status | None = None

    def move(self, bot: Bot, view: View, seat: Seat, name: str) -> Move:
        """Return the move that a bot comes to; Ctrl-C breaks off the wait, not the game."""
        work = Work(partial(bot.move, view, seat))
        if self._voice.is_live and (self._line or work.takes(PATIENCE)):
            self._say(name)
        return work.result()

    def _say(self, name: str) -> None:
        """Say who is thinking, below the table as it is now."""
        from rich.text import Text

        sentence = Text(self._voice.words("cli.thinking", name=name), "dim")
        if self._line is not None:
            self._line.update(sentence)
            return
        self._show()
        spinner = "dots" if self._voice.look.unicode else "line"
        self._line = self._voice.console.status(sentence, spinner=spinner, spinner_style="dim")
        self._line.start()

    def stop(self) -> None:
        """Take the line away."""
        if self._line is not None:
            self._line.stop()
            self._line = None

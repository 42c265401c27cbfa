"""What the terminal can show, and saying things on it."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from digsite.core import words

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

    from digsite.core.names import Json


@dataclass(frozen=True)
class Look:
    """What a terminal can show."""

    color: bool
    unicode: bool
    width: int
    height: int

    @property
    def is_rich(self) -> bool:
        """Tell whether colours and shapes may carry a meaning."""
        return self.color and self.unicode

    def ticked(self, text: str, *, met: bool) -> Text:
        """Return a line with a box before it, ticked if it is met."""
        from rich.text import Text

        box = ("☑" if met else "☐") if self.unicode else ("[x]" if met else "[ ]")
        return Text(f"{box} {text}", "bold #9fd08a" if met else "")


class Voice:
    """Speaks one language on one terminal."""

    def __init__(self, language: str, *, color: bool = True) -> None:
        self.language = language
        self._color = color

    @cached_property
    def console(self) -> Console:
        """Return the terminal."""
        return self._console(stderr=False)

    @cached_property
    def aside(self) -> Console:
        """Return stderr, for what is no part of an answer: progress, for one."""
        return self._console(stderr=True)

    def _console(self, *, stderr: bool) -> Console:
        from rich.console import Console

        return Console(
            highlight=False,
            markup=False,
            emoji=False,
            stderr=stderr,
            no_color=None if self._color else True,
        )

    @property
    def look(self) -> Look:
        """Return what the terminal can show now: people change the size of their windows."""
        console = self.console
        color = console.color_system is not None and not console.no_color
        unicode = console.encoding.lower().startswith("utf")
        return Look(color, unicode, console.width, console.height)

    @cached_property
    def is_live(self) -> bool:
        """Tell whether a person sits at a terminal that can do more than print lines."""
        both = sys.stdin.isatty() and sys.stdout.isatty()
        return both and os.environ.get("TERM", "dumb") not in ("dumb", "unknown")

    def words(self, key: str, /, **values: Json) -> str:
        """Return a sentence."""
        return words.say(self.language, key, **values)

    def say(self, key: str, /, **values: Json) -> None:
        """Say a sentence."""
        self.tell(self.words(key, **values))

    def tell(self, sentence: str, style: str | None = None) -> None:
        """Print a sentence, broken between words; what goes into a file or is longer than a line is not."""
        longest = max((len(word) for word in sentence.split()), default=0)
        whole = not self.is_live or longest > self.console.width
        self.console.print(sentence, style=style, soft_wrap=whole)

    def show(self, drawing: RenderableType) -> None:
        """Print a drawing."""
        self.console.print(drawing)

    def clear(self) -> None:
        """Start on an empty screen, where there is a screen."""
        if self.is_live:
            self.console.clear()

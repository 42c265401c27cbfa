"""Asking: with completion and history where somebody sits at a terminal, line by line elsewhere."""

from __future__ import annotations

import sys
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from prompt_toolkit import PromptSession
    from prompt_toolkit.document import Document

    from digsite.cli.book import Book
    from digsite.cli.voice import Look, Voice

MOST: Final = 40
"""So many completions are offered at once."""

LOW: Final = 30
LOW_MENU, MENU = 4, 8
"""The lines kept free for completions, on a low terminal and on others."""


def menu_lines(look: Look) -> int:
    """Return how many lines below the prompt are kept free."""
    return LOW_MENU if look.height < LOW else MENU


class Asker(Protocol):
    """Gets an answer, or raises EOFError when there will be none and KeyboardInterrupt on Ctrl-C."""

    def ask(self, question: str, whose: str = "", book: Book | None = None) -> str:
        """Ask and return what was typed; `whose` keeps the histories of several people apart."""


def asker(voice: Voice, commands: Sequence[str]) -> Asker:
    """Return who asks on this terminal."""
    return Live(voice, commands) if voice.is_live else Plain(voice)


class Plain:
    """Reads lines, and repeats them so that the output reads like a conversation."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def ask(self, question: str, whose: str = "", book: Book | None = None) -> str:  # noqa: ARG002
        """Ask on stdout, take the next line of stdin."""
        self._voice.console.print(question, end="", soft_wrap=True)
        line = sys.stdin.readline()
        if not line:
            self._voice.tell("")
            raise EOFError
        self._voice.tell("" if sys.stdin.isatty() else line.rstrip("\n"))
        return line.strip()


class Live:
    """Asks with prompt_toolkit: completes moves as one types, remembers what was typed."""

    def __init__(self, voice: Voice, commands: Sequence[str]) -> None:
        self._voice = voice
        self._commands = commands
        self._sessions: dict[str, PromptSession[str]] = {}

    def _session(self, whose: str) -> PromptSession[str]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.output import ColorDepth

        depth = None if self._voice.look.color else ColorDepth.DEPTH_1_BIT
        return self._sessions.setdefault(whose, PromptSession(color_depth=depth))

    def ask(self, question: str, whose: str = "", book: Book | None = None) -> str:
        """Ask at the prompt."""
        from prompt_toolkit.formatted_text import FormattedText

        completer = None if book is None else _completer(book, self._commands)
        style = "bold ansibrightyellow" if self._voice.look.color else "bold"
        answer: str = self._session(whose).prompt(
            FormattedText([(style, question)]),
            completer=completer,
            complete_while_typing=True,
            reserve_space_for_menu=menu_lines(self._voice.look),
        )
        return answer.strip()


def _completer(book: Book, commands: Sequence[str]) -> Any:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion

    class Moves(Completer):
        """Completes moves, with what each brings, and commands."""

        def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:  # noqa: ARG002
            typed = document.text_before_cursor.lstrip()
            for text, brings in islice(book.offers(typed), MOST):
                yield Completion(text, -len(typed), display_meta=brings)
            for command in commands:
                if typed and command.startswith(typed):
                    yield Completion(command, -len(typed))

    return Moves()

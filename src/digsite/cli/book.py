"""The legal moves of a seat as texts, the best first, and finding the one that somebody means."""

from __future__ import annotations

import difflib
from functools import cache
from typing import TYPE_CHECKING, Final

from digsite.cli.screen import drawer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from digsite.core.game import Game
    from digsite.core.names import Moves, Seat, View

CLOSE: Final = 3
"""How many similar moves are suggested."""


class Book:
    """What a seat may do now."""

    def __init__(self, game: Game, view: View, seat: Seat, language: str) -> None:
        self.game, self.view, self.seat, self.language = game, view, seat, language
        self.moves = game.legal(view, seat)
        gained = dict(zip(self.moves, game.gains(view, seat), strict=True))
        best_first = sorted(self.moves, key=gained.__getitem__, reverse=True)
        self._by_text = {game.move_text(view, move): move for move in best_first}
        self.brings = cache(self._brings)

    @property
    def texts(self) -> list[str]:
        """Return all moves, the one that brings most first."""
        return list(self._by_text)

    def _brings(self, text: str) -> str:
        """Return in words what a move brings."""
        data = self.game.brings(self.view, self.seat, self._by_text[text])
        return drawer(self.game.key).brings(self.view, data, self.language)

    def moves_of(self, texts: Sequence[str]) -> Moves:
        """Return the moves of these texts."""
        return [self._by_text[text] for text in texts]

    def meant(self, typed: str) -> list[str]:
        """Return the moves that a typed text stands for: one if it is clear, none if it is no move.

        The whole text wins, then its last words (`d4` for `go d4`), then words cut short (`g d4`).
        """
        words = typed.lower().split()
        for matches in (_is_whole, _is_end, _is_short_for):
            if found := [text for text in self._by_text if matches(words, text.lower().split())]:
                return found
        return []

    def beginning(self, typed: str) -> Iterator[str]:
        """Yield the moves that somebody may be typing."""
        start = typed.lower().lstrip()
        for text in self._by_text:
            lowered = text.lower()
            if lowered.startswith(start) or f" {start}" in lowered:
                yield text

    def similar(self, typed: str) -> list[str]:
        """Return moves that look like a text that is none."""
        last_words = {text.split(" ", 1)[-1].lower(): text for text in self._by_text}
        wanted = " ".join(typed.lower().split())
        close = difflib.get_close_matches(wanted, [t.lower() for t in self._by_text], CLOSE, 0.7)
        by_lowered = {text.lower(): text for text in self._by_text}
        tails = difflib.get_close_matches(wanted, list(last_words), CLOSE)
        return [by_lowered[text] for text in close] or [last_words[tail] for tail in tails]


def _is_whole(typed: list[str], move: list[str]) -> bool:
    return typed == move or "".join(typed) == "".join(move)


def _is_end(typed: list[str], move: list[str]) -> bool:
    """`d4` ends `go d4`, and `2d4` ends `F2 d4`; `4` and `1` alone would end too much."""
    if typed == move[-len(typed) :]:
        return True
    joined = "".join(typed)
    return any(c.isalpha() for c in joined) and joined[0].isdigit() and "".join(move).endswith(joined)


def _is_short_for(typed: list[str], move: list[str]) -> bool:
    """Every word typed stands, in order, for a word of the move: the same, or letters that begin it."""
    words = iter(move)
    return bool(typed) and all(any(_abbreviates(short, word) for word in words) for short in typed)


def _abbreviates(short: str, word: str) -> bool:
    return short == word or (short.isalpha() and word.startswith(short))

"""The legal moves of a seat as texts, the best first, and finding the one that somebody means."""

from __future__ import annotations

import difflib
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Final

from digsite.cli.screen import drawer
from digsite.core.errors import InvalidMove

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from digsite.core.game import Game
    from digsite.core.names import Moves, Seat, View

CLOSE: Final = 3
"""How many similar moves are suggested."""

FEW: Final = 12
"""So many moves are offered one by one; of more, their kinds first."""


class Book:
    """What a seat may do now."""

    def __init__(self, game: Game, view: View, seat: Seat, language: str) -> None:
        self.game, self.view, self.seat, self.language = game, view, seat, language
        self.moves = game.legal(view, seat)
        gained = dict(zip(self.moves, game.gains(view, seat), strict=True))
        best_first = sorted(self.moves, key=gained.__getitem__, reverse=True)
        self._by_text = {game.move_text(view, move): move for move in best_first}
        self._texts = {move: text for text, move in self._by_text.items()}
        self.brings = cache(self._brings)

    @property
    def texts(self) -> list[str]:
        """Return all moves, the one that brings most first."""
        return list(self._by_text)

    @property
    def kinds(self) -> dict[str, list[str]]:
        """Return the moves by their first word, the kind with the best move first."""
        kinds: dict[str, list[str]] = {}
        for text in self._by_text:
            kinds.setdefault(text.split()[0], []).append(text)
        return kinds

    def _brings(self, text: str) -> str:
        """Return in words what a move brings."""
        data = {**self.game.brings(self.view, self.seat, self._by_text[text]), "move": text}
        return drawer(self.game.key).brings(self.view, data, self.language)

    def moves_of(self, texts: Sequence[str]) -> Moves:
        """Return the moves of these texts."""
        return [self._by_text[text] for text in texts]

    def meant(self, typed: str) -> list[str]:
        """Return the moves that a typed text stands for: one if it is clear, none if it is no move.

        The whole text wins, then what the game reads as a move, then last words (`d4` for `go d4`),
        then what the game reads if its kind is put before it, then words cut short (`g d4`).
        """
        words = typed.lower().split()
        kinds = [[kind, *words] for kind in self.kinds]
        return (
            self._that(_is_whole, words)
            or self._read([words])
            or self._that(_is_end, words)
            or self._read(kinds)
            or next((found for way in SHORT if (found := self._that(way, words))), [])
        )

    def _that(self, matches: Callable[[list[str], list[str]], bool], typed: list[str]) -> list[str]:
        return [text for text in self._by_text if matches(typed, text.lower().split())]

    def _read(self, typed: Iterable[list[str]]) -> list[str]:
        """Return the legal moves that the game itself reads, in the words of this book."""
        found = []
        for words in typed:
            with suppress(InvalidMove):
                found.append(self.game.read_move(self.view, " ".join(words)))
        return [self._texts[move] for move in found if move in self._texts]

    def beginning(self, typed: str) -> Iterator[str]:
        """Yield the moves that somebody may be typing."""
        start = typed.lower().lstrip()
        for text in self._by_text:
            lowered = text.lower()
            if lowered.startswith(start) or f" {start}" in lowered:
                yield text

    def offers(self, typed: str) -> Iterator[tuple[str, str]]:
        """Yield how a typed text may go on, with what it brings: kinds of moves where they are many."""
        found = list(self.beginning(typed))
        kinds = {text.split()[0]: 0 for text in found if " " not in typed}
        if len(found) <= FEW or len(kinds) == 1 or not all(kind.isalpha() for kind in kinds):
            yield from ((text, self.brings(text)) for text in found)
            return
        for kind in kinds:
            moves = self.kinds[kind]
            yield (moves[0], self.brings(moves[0])) if len(moves) == 1 else (f"{kind} ", f"{len(moves)} …")

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


def _is_cut(typed: list[str], move: list[str]) -> bool:
    """`c c3 e` is `capture c3 east`, and `e` is `end` but not `excavate red`."""
    return len(typed) == len(move) and _is_begun(typed, move)


def _is_begun(typed: list[str], move: list[str]) -> bool:
    """`shift c` begins `shift c3 east`; `restore` begins all restorations."""
    return 0 < len(typed) <= len(move) and all(map(_abbreviates, typed, move))


def _is_short_for(typed: list[str], move: list[str]) -> bool:
    """Every word typed stands, in order, for a word of the move: the same, or letters that begin it."""
    words = iter(move)
    return bool(typed) and all(any(_abbreviates(short, word) for word in words) for short in typed)


def _abbreviates(short: str, word: str) -> bool:
    return short == word or (short.isalpha() and word.startswith(short))


SHORT: Final = (_is_cut, _is_begun, _is_short_for)
"""How words may be cut short, the strictest way first."""

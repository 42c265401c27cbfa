"""python-chess, the engine of rules that most people know: random games of chess."""

from __future__ import annotations

import random
from typing import Final

import chess

from bench.measure import Played, until

SEED: Final = 2026
MOST_PLIES: Final = 400


class PythonChess:
    """Random games: list(legal_moves), a choice of Python's random, push.

    A game ends where no move is legal or after 400 plies. `is_game_over` is not asked: it would
    generate moves again and look for draws, which costs python-chess more than it tells us.
    """

    name: Final = "python-chess: chess"

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._random = random.Random(SEED)

    def play(self) -> Played:
        """Play random games until the time is up."""
        return until(self._seconds, self._play_game)

    def _play_game(self) -> int:
        chance, board = self._random.random, chess.Board()
        for plies in range(MOST_PLIES):
            moves = list(board.legal_moves)
            if not moves:
                return plies
            board.push(moves[int(chance() * len(moves))])
        return MOST_PLIES

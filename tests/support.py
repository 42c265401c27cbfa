"""What many tests need: seeded deals and random games."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from digsite.core.game import Game
from digsite.core.names import Move, Position, Seat


def seeds(few: int, many: int) -> pytest.MarkDecorator:
    """Repeat a test with a few seeds, and in `make test-all` with many."""
    more = (pytest.param(seed, marks=pytest.mark.long) for seed in range(few, many))
    return pytest.mark.parametrize("seed", [*range(few), *more])


class SeededRng:
    """A source of chance for tests."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        return self._random.randrange(n)


def deal(game: Game, seats: int, seed: int, **options: str) -> Position:
    """Return a first position that depends on the seed alone."""
    return game.deal(game.options(options), seats, SeededRng(seed))


def random_moves(game: Game, pos: Position, seed: int) -> Iterator[tuple[Position, Seat, Move, Position]]:
    """Play at random to the end; yield each move with the positions around it."""
    rng = random.Random(seed)
    while due := game.movers(pos):
        seat = rng.choice(due)
        move = rng.choice(game.legal(pos, seat))
        after = game.play(pos, seat, move)
        yield pos, seat, move, after
        pos = after


def random_positions(game: Game, pos: Position, seed: int) -> Iterator[Position]:
    """Yield every position of a random game, the first and the last included."""
    yield pos
    for *_, after in random_moves(game, pos, seed):
        yield after

"""Every game with every mode and variant, as the tests walk through them."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import pytest

from digsite.core.game import Game
from digsite.core.names import Position
from digsite.core.options import Choice, applies
from digsite.games import GAMES, game
from tests.support import deal


class Variant(NamedTuple):
    """A game, its options, and how many sit down."""

    key: str
    options: tuple[tuple[str, str], ...]
    seats: int

    @property
    def game(self) -> Game:
        return game(self.key)

    def deal(self, seed: int) -> Position:
        return deal(self.game, self.seats, seed, **dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.key, *(f"{key}={value}" for key, value in self.options), str(self.seats)])


def variants_of(key: str) -> list[Variant]:
    """Return all combinations of a game's choices with every number of seats that they allow."""
    rules = game(key)
    choices = [option for option in rules.schema if isinstance(option, Choice)]
    picks = product(*[[(choice.key, value) for value in choice.values] for choice in choices])
    return [
        Variant(key, tuple(options), seats)
        for options in picks
        if all(applies(choice, choices, dict(options)) for choice in choices if is_chosen(choice, options))
        for seats in rules.seat_counts(rules.options(dict(options)))
    ]


def is_chosen(choice: Choice, options: tuple[tuple[str, str], ...]) -> bool:
    return dict(options)[choice.key] != choice.default


VARIANTS = [variant for key in GAMES for variant in variants_of(key)]

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)

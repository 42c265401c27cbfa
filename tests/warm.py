"""`python -m tests.warm GAME`: compile the rules and all bots of a game, or find them compiled."""

from __future__ import annotations

import sys

from digsite.bots import BOTS, prepare
from digsite.core.names import CHANCE, Position
from digsite.games import game
from tests.support import deal, random_positions


def warm_up(key: str) -> None:
    """Let all bots think for a moment, in every mode that a first option makes."""
    rules = game(key)
    for _ in rules.prepare():
        pass
    first = rules.schema[0]
    for value in getattr(first, "values", ()):
        options = rules.options({first.key: value})
        for seats in rules.seat_counts(options):
            think(key, deal(rules, seats, 1, **{first.key: value}))


def think(key: str, first: Position) -> None:
    """Let all bots think at the first choice of a game."""
    rules = game(key)
    pos = next(pos for pos in random_positions(rules, first, 1) if rules.movers(pos)[0] != CHANCE)
    seat = rules.movers(pos)[0]
    for _ in prepare(rules, rules.view(pos, seat), seat, BOTS):
        pass


if __name__ == "__main__":
    warm_up(sys.argv[1])

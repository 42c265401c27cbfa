"""OpenSpiel called from Python: SCARAB as a Python game, and games of its own in C++."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import pyspiel

from bench.cases import CASES, Case, deals
from bench.measure import BenchError, Played, until
from bench.peers import openspiel_scarab  # noqa: F401 - registers its game
from digsite.core.options import NO_YES
from digsite.games import game

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from digsite.core.names import Position

SEED: Final = 2026
SCARAB: Final = CASES[0]
DEALS: Final = 100
CHECKED: Final = 6
"""Games of every combination of variants: about a hundred in all."""


class OpenSpiel:
    """Random games by the loop of OpenSpiel's own examples, which asks who is due, as ours does."""

    def __init__(self, name: str, games: Sequence[Any], seconds: float) -> None:
        self.name = f"OpenSpiel: {name}"
        self._games = games
        self._seconds = seconds
        self._random = random.Random(SEED)

    def play(self) -> Played:
        """Play random games until the time is up."""
        return until(self._seconds, self._play_game)

    def _play_game(self) -> int:
        chance = self._random.random
        state, plies = self._random.choice(self._games).new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions(state.current_player())
            state.apply_action(actions[int(chance() * len(actions))])
            plies += 1
        return plies


def contenders(seconds: float) -> list[OpenSpiel]:
    """Return SCARAB in Python, checked in all its variants, and two games in C++."""
    for case in _variants():
        for seed, pos in enumerate(deals(case, CHECKED)):
            _check(case, pos, random.Random(seed))
    return [
        OpenSpiel("SCARAB in Python", [loaded(SCARAB, pos) for pos in deals(SCARAB, DEALS)], seconds),
        OpenSpiel("connect four in C++", [pyspiel.load_game("connect_four")], seconds),
        OpenSpiel("chess in C++", [pyspiel.load_game("chess")], seconds),
    ]


def _variants() -> Iterator[Case]:
    """Return every combination of players, board, deflection and teams."""
    rules = game(SCARAB.key)
    for board, deflection, teams in product(("full", "short"), NO_YES, NO_YES):
        given = {"board": board, "deflection": deflection, "teams": teams}
        for seats in rules.seat_counts(rules.options(given)):
            yield Case(f"SCARAB for {seats}, {given}", SCARAB.key, seats, given)


def loaded(case: Case, pos: Position) -> Any:
    """Return a deal of ours as a game over there, where rows are listed from the first one up."""
    rules = game(case.key)
    options = rules.options(case.given)
    _, _, drawing = rules.text(pos).partition("stones\n")
    return pyspiel.load_game(
        "python_scarab",
        {
            "players": case.seats,
            "board": options["board"],
            "deflection": options["deflection"] == "yes",
            "teams": options["teams"] == "yes",
            "deal": " ".join(reversed(drawing.splitlines())),
        },
    )


def _check(case: Case, pos: Position, chance: random.Random) -> None:
    """Play a random game of ours over there as well: the same moves at every step, the same ranks."""
    rules, state = game(case.key), loaded(case, pos).new_initial_state()
    while due := rules.movers(pos):
        moves, actions = rules.legal(pos, due[0]), state.legal_actions()
        texts = [state.action_to_string(action) for action in actions]
        if state.current_player() != due[0] or texts != [rules.move_text(pos, move) for move in moves]:
            message = f"OpenSpiel's {case.name} has other moves:\n{rules.text(pos)}"
            raise BenchError(message)
        choice = chance.randrange(len(moves))
        pos = rules.play(pos, due[0], moves[choice])
        state.apply_action(actions[choice])
    result = rules.result(pos)
    if not state.is_terminal() or result is None or _ranks(state.returns()) != result.ranks:
        message = f"OpenSpiel's {case.name} has another result:\n{rules.text(pos)}"
        raise BenchError(message)


def _ranks(returns: Sequence[float]) -> tuple[int, ...]:
    """Return everybody's rank, which tells the winners: they have rank 1."""
    return tuple(1 + sum(other > own for other in returns) for own in returns)

"""The policies, compiled for each game: moves chosen at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from digsite.bots import policies
from digsite.games import kernel, worth
from digsite.games.jit import bind, njit_apart

if TYPE_CHECKING:
    from collections.abc import Callable

    from digsite.games.levels import Policy

POLICIES: Final[dict[Policy, int]] = {
    "random": policies.RANDOM,
    "greedy": policies.GREEDY,
    "keen": policies.KEEN,
}


@dataclass(frozen=True, slots=True)
class Glance:
    """The policies of one game."""

    see: Callable[..., int]
    pick: Callable[..., int]
    go_on: Callable[..., int]
    play_all: Callable[..., None]
    imagine: Callable[[Any, int, Any], int]


@cache
def glance(key: str) -> Glance:
    """Return the policies of a game."""
    rules, knowledge = kernel(key), worth(key)
    see = bind(policies.see, rules)
    pick = bind(policies.pick, rules, njit_apart, appeals=knowledge.appeals)
    go_on = bind(policies.go_on, rules, njit_apart, pick=pick, draw=bind(policies.draw, rules))
    play_all = bind(policies.play_all, rules, go_on=go_on)
    return Glance(see, pick, go_on, play_all, knowledge.imagine)

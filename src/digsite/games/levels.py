"""How bots think, as data. Each game says in its `minds.py` what the five levels do in each mode."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

LEVELS: Final = ("beginner", "casual", "club", "expert", "master")
"""The levels of all games, from the weakest to the strongest."""

Search: TypeAlias = Literal["look", "rollouts", "tree", "alphabeta"]
"""How a move is found: by looking one move ahead, or by one of the searches in `bots`."""

Policy: TypeAlias = Literal["random", "greedy", "keen"]
"""How a move is chosen at a glance: any; most points now; what `worth.appeals` likes best."""


@dataclass(frozen=True, slots=True)
class Mind:
    """How a bot thinks. It stops at its nodes or its seconds, whichever comes first."""

    search: Search
    policy: Policy = "keen"
    """How it looks, and how it imagines that games go on."""
    nodes: int | None = None
    seconds: float | None = None
    overlooks: int = 0
    """How many of a hundred moves it does not see, if it only looks."""
    horizon: int = 0
    """How many moves it imagines beyond what it searches, before it trusts `worth.outlook`."""
    curiosity: float = 10.0
    """How much moves that were seldom tried attract a tree, as `worth.outlook` measures hopes."""
    warmth: float = 200.0
    """How much better a move must look, as `worth.appeals` measures it, to be tried e times as often."""
    doubt: int = 0
    """How often of a hundred times it expects others to take what brings most points now."""
    halving: bool = False
    """Whether rollouts drop the worse half of the moves again and again."""

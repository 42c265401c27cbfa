"""The vocabulary: a dozen words with one meaning each (docs/architecture.md lists them all)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NewType, TypeAlias

import numpy as np
from numpy.typing import NDArray

Seat = NewType("Seat", int)
"""A place at the table, 0…n-1."""

CHANCE: Final = Seat(-1)
"""The mover when a card is drawn after the deal."""

Seats: TypeAlias = tuple[Seat, ...]

Move = NewType("Move", int)
"""One decision of a seat, or one outcome of chance. Outside, a move is a text."""

Moves: TypeAlias = Sequence[Move]

Position = NewType("Position", NDArray[np.void])
"""Everything about a game in progress: an array with one record. A value: nobody changes it."""

View = NewType("View", Position)
"""A position as one seat, or a spectator, may know it; what is hidden is undecided."""

Options: TypeAlias = Mapping[str, str]
"""What was chosen before the deal: every option of the game with its value, as text."""

Json: TypeAlias = "str | int | bool | Sequence[Json] | Mapping[str, Json] | None"

Happening: TypeAlias = dict[str, Any]
"""One thing that happened, as data: `what` (a key of the language files) and what it needs to be told."""


@dataclass(frozen=True, slots=True)
class Objective:
    """One of the things that a game for one asks for."""

    key: str
    """Which kind: `objective_` and this is a key of the game's language files."""
    which: str
    """Which one of its kind."""
    met: bool


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, by seat."""

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    """1 is best; equal ranks share the place."""
    winners: Seats
    """The seats that won; nobody, where a game for one was lost."""
    why: str
    """Why it ended: a key of the language files."""
    objectives: tuple[Objective, ...] = ()
    """What a game for one asked for, if it asked for several things."""

"""What came of a job, and its line in the results file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from digsite.arena.job import JobKey

TIMES: Final = ("seconds", "pace")
"""What is different every time."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went, by seat."""

    deal: int
    bots: tuple[str, ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...]
    """All 1 where the game was cut short."""
    winners: tuple[int, ...]
    met: int
    """How many objectives of a game for one were met."""
    plies: int
    cut: bool
    """Whether it was stopped because it had no end."""
    seconds: tuple[float, ...]
    """How long each seat thought in all."""
    pace: tuple[float, ...]
    """How long each seat thought about half of its moves, at most."""

    @property
    def key(self) -> JobKey:
        """Return which job it comes from."""
        return self.deal, self.bots

    def outcome(self) -> dict[str, Any]:
        """Return all but the times: with a budget in nodes, the same again and again."""
        return {key: value for key, value in asdict(self).items() if key not in TIMES}

    def line(self) -> str:
        """Return its line in the results file."""
        return json.dumps(asdict(self)) + "\n"


def read_played(line: str) -> Played:
    """Return what a line holds, or raise ValueError or TypeError."""
    fields: dict[str, Any] = json.loads(line)
    return Played(**{key: _frozen(value) for key, value in fields.items()})


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value

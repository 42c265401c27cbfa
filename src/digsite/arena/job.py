"""A job: one game to be played, small enough to be sent anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from digsite.arena.contest import Contest

LineUp: TypeAlias = tuple[str, ...]
"""The name of a bot for each seat."""

JobKey: TypeAlias = tuple[int, LineUp]
"""What tells a job of a contest from the others: its deal and its line-up."""


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be played. What comes of it depends on this alone, unless the budget is in seconds."""

    contest: Contest
    deal: int
    line_up: LineUp

    @property
    def key(self) -> JobKey:
        """Return what tells it from the other jobs of its contest."""
        return self.deal, self.line_up

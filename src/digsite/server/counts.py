"""What a house counts while it works: plain numbers, since every move passes here (server/metrics.py)."""

from __future__ import annotations

from collections import Counter
from time import perf_counter
from typing import TYPE_CHECKING, Final

from digsite.core.histogram import Histogram
from digsite.core.names import CHANCE
from digsite.table.log import BACK, REPLACED, RESIGN, TIMEOUT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from digsite.table.entry import Entry

NAMES: Final = {BACK: "take_back", RESIGN: "resign", TIMEOUT: "timeout", REPLACED: "replaced"}
"""The kinds of events that are no moves, by the words of the log."""


class Counts:
    """Moves, deeds and refusals of one process since it started."""

    def __init__(self) -> None:
        self.moves_of_people: Counter[str] = Counter()
        self.moves_of_bots: Counter[str] = Counter()
        """By game."""
        self.deeds: Counter[str] = Counter()
        """All but moves, by kind."""
        self.refusals: Counter[str] = Counter()
        """By code, of all that clients were told."""
        self.told = Histogram()
        """Seconds from the moment that a client asked for a deed until it was told that it is done."""

    def add_saved(self, game: str, entries: Iterable[Entry]) -> None:
        """Count entries that were saved; most are moves."""
        for entry in entries:
            if entry.what != "game":
                self.deeds[entry.what] += 1
            elif entry.text in NAMES:
                self.deeds[NAMES[entry.text]] += 1
            elif entry.seat == CHANCE:
                self.deeds["draw"] += 1
            elif entry.person:
                self.moves_of_people[game] += 1
            else:
                self.moves_of_bots[game] += 1

    def kinds(self) -> dict[str, int]:
        """Return the number of deeds by kind."""
        return {**self.deeds, "move": self.moves_of_people.total() + self.moves_of_bots.total()}

    def add_told(self, asked_at: Iterable[float]) -> None:
        """Count deeds whose clients have just been told, by when they asked (`perf_counter`)."""
        now = perf_counter()
        for moment in asked_at:
            self.told.add(now - moment)

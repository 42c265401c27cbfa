"""What a bus does, and the bus of a house with one process."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from msgspec import Raw

from digsite.bus.envelope import UNTOLD

Hear: TypeAlias = Callable[[str, int, Raw], None]
"""Called with a table, a ply that it has reached, and what led there, where the nudge carried it.

Ply 0 says that somebody came or went.
"""
Heal: TypeAlias = Callable[[], None]
"""Called when nudges may have been missed."""


@dataclass(slots=True)
class Nudges:
    """How many there were."""

    sent: int = 0
    heard: int = 0


class Present(NamedTuple):
    """Who is at a table."""

    people: Counter[str]
    """How often each one is there."""
    home: str
    """The process through which most of them are; of several, the one whose name comes first."""


class Bus(Protocol):
    """Carries nudges between processes, and knows who is at which table."""

    nudges: Nudges
    process: str
    """The name of this process."""

    @property
    def is_up(self) -> bool:
        """Tell whether others hear us."""

    @property
    def silence(self) -> float:
        """Return for how many seconds nothing was heard of the bus."""

    async def start(self, hear: Hear, heal: Heal) -> None:
        """Begin to listen."""

    def nudge(self, table: str, ply: int, how: Raw = UNTOLD) -> None:
        """Tell the others that a table has gone on, and how; otherwise they find out by themselves."""

    async def come(self, table: str, who: str) -> None:
        """Note that somebody is at a table; the same person may be there several times."""

    async def go(self, table: str, who: str) -> None:
        """Note that somebody has gone."""

    async def present(self, table: str) -> Present:
        """Return who is at a table."""

    async def close(self) -> None:
        """Stop listening."""


class Presence:
    """Who is at which table, through one process."""

    def __init__(self) -> None:
        self._at: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def come(self, table: str, who: str) -> int:
        """Note that somebody came; return how often they are there now."""
        self._at[table][who] += 1
        return self._at[table][who]

    def go(self, table: str, who: str) -> int:
        """Note that somebody has gone; return how often they are still there."""
        self._at[table] -= Counter([who])
        left = self._at[table][who]
        if not self._at[table]:
            del self._at[table]
        return left

    def at(self, table: str) -> Counter[str]:
        """Return how often each one is at a table."""
        return Counter(self._at.get(table, ()))

    def tables(self) -> list[str]:
        """Return where somebody is."""
        return list(self._at)


class LocalBus:
    """The bus of a house with one process: nobody else is there to be told."""

    is_up = True
    silence = 0.0
    process = ""

    def __init__(self) -> None:
        self.nudges = Nudges()
        self._here = Presence()
        self._hear: Hear | None = None

    async def start(self, hear: Hear, heal: Heal) -> None:  # noqa: ARG002 - nothing is ever missed
        """Begin to listen."""
        self._hear = hear

    def nudge(self, table: str, ply: int, how: Raw = UNTOLD) -> None:
        """Do nothing: whoever saved the entries tells those who watch here."""

    async def come(self, table: str, who: str) -> None:
        """Note that somebody is at a table."""
        self._here.come(table, who)
        self._tell(table)

    async def go(self, table: str, who: str) -> None:
        """Note that somebody has gone."""
        self._here.go(table, who)
        self._tell(table)

    async def present(self, table: str) -> Present:
        """Return who is at a table."""
        return Present(self._here.at(table), self.process)

    async def close(self) -> None:
        """Stop listening."""
        self._hear = None

    def _tell(self, table: str) -> None:
        if self._hear is not None:
            self._hear(table, 0, UNTOLD)

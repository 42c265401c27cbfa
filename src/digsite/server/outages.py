"""When the house could not take moves. Clocks that ran meanwhile are given that time back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from digsite.table.periods import joined, length

if TYPE_CHECKING:
    from digsite.table.hosted import Hosted
    from digsite.table.periods import Periods

Cause: TypeAlias = Literal["bus", "store"]
"""What was away."""

LEAST: Final = 1_000
"""Milliseconds that a table has lost before they are given back: less is not worth an entry."""
SLOW: Final = 2_000
"""Milliseconds that it takes to save something, after which the house could not take moves so long."""
MOST_KEPT: Final = 1_000
"""Outages that are remembered, the latest: for tables that nobody looked at since."""


class Outages:
    """When one process could not take moves, as far as it remembers."""

    def __init__(self) -> None:
        self._since: dict[Cause, int] = {}
        self._over: Periods = ()

    def __bool__(self) -> bool:
        """Tell whether there were any."""
        return bool(self._since or self._over)

    def has(self, cause: Cause) -> bool:
        """Tell whether something is away now, as far as anybody noticed."""
        return cause in self._since

    def begin(self, cause: Cause, at: int) -> None:
        """Note that what came at this moment was refused."""
        self._since[cause] = min(at, self._since.get(cause, at))

    def end(self, cause: Cause, at: int) -> bool:
        """Note that what came at this moment was taken; tell whether an outage is over by that.

        What came before the outage proves nothing.
        """
        since = self._since.get(cause)
        if since is None or at <= since:
            return False
        del self._since[cause]
        self.add(since, at)
        return True

    def add(self, since: int, until: int) -> None:
        """Note an outage that is over."""
        self._over = joined((*self._over, (since, until)))[-MOST_KEPT:]

    def owed(self, table: Hosted, now: int) -> Periods:
        """Return the periods that a table's clocks must be given back first, where that is worth an entry."""
        if table.clock is None:
            return ()
        owed = table.owed(joined((*self._over, *((since, now) for since in self._since.values()))), now)
        return owed if length(owed) >= LEAST else ()

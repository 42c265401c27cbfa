"""The connections of one process: how many there may be, from where, and how long each may take."""

from __future__ import annotations

import asyncio
from collections import Counter
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, Protocol

from digsite.server.networks import Proxies, read_networks, share_name, times_of
from digsite.server.open_files import most_connections
from digsite.server.tally import Tally

if TYPE_CHECKING:
    from digsite.server.settings import Settings

SWEEP_SECONDS: Final = 1
"""Between two looks at all connections; cheaper than a timer for each request."""
RESERVED: Final = 8
"""Connections beyond all others, for this machine to ask whether the house is well."""
THIS_MACHINE: Final = ("127.0.0.1", "::1")
COUNTED_BY: Final = "digsite.connections"
"""Where a request's scope keeps the connections that its own is one of."""
OF_ONE: Final = 1 / 2
"""What one address may have of all connections at most, whatever the settings say."""


class Entry(Enum):
    """How a connection is let in."""

    OPEN = auto()
    RESERVED = auto()
    """Only to ask whether the house is well."""
    REFUSED = auto()


class Peer(Protocol):
    """What is counted here."""

    def overdue(self, now: float) -> str | None:
        """Return why it has kept us waiting for too long, if it has."""

    def cut(self) -> None:
        """Close it at once."""


class Connections:
    """Counts connections, and closes those that are too many or too slow."""

    def __init__(self, settings: Settings) -> None:
        self._most = min(settings.connections, most_connections())
        self._most_of_one = settings.connections_per_client
        self._networks = read_networks(settings.networks)
        self._proxies = Proxies(settings.proxies)
        self._open: dict[Peer, str] = {}
        """With the address that each is counted for."""
        self._reserved: set[Peer] = set()
        self._swept: dict[Peer, str] = {}
        """Those that may keep us waiting, with their addresses."""
        self._by_client: Counter[str] = Counter()
        self._tally = Tally(shows_addresses=settings.log_addresses)
        self._is_sweeping = False

    def __len__(self) -> int:
        return len(self._open) + len(self._reserved)

    @property
    def closed(self) -> dict[str, int]:
        """Return how many were refused or closed because they were too many or too slow, by why."""
        return self._tally.totals

    def enter(self, connection: Peer, host: str) -> Entry:
        """Count a new connection, or refuse it."""
        self._sweep_from_now_on()
        client = share_name(host)
        why = self._why_not(host, client)
        if why is None:
            self._open[connection] = self._swept[connection] = client
            self._by_client[client] += 1
            return Entry.OPEN
        if host in THIS_MACHINE and len(self._reserved) < RESERVED:
            self._reserved.add(connection)
            self._swept[connection] = client
            return Entry.RESERVED
        self._tally.note(why, client)
        return Entry.REFUSED

    def has_room_for(self, host: str) -> bool:
        """Tell whether a connection would be let in."""
        return self._why_not(host, share_name(host)) is None

    def becomes_socket(self, connection: Peer) -> None:
        """Go on counting a connection, but expect no more requests."""
        self._swept.pop(connection, None)

    def leave(self, connection: Peer) -> None:
        """Count a connection no more, if it was counted."""
        self._reserved.discard(connection)
        self._swept.pop(connection, None)
        client = self._open.pop(connection, None)
        if client is not None:
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]

    def _why_not(self, host: str, client: str) -> str | None:
        if len(self._open) >= self._most:
            return "the process is full"
        if host not in self._proxies and self._by_client[client] >= self._limit_of(client):
            return "too many from one address"
        return None

    def _limit_of(self, client: str) -> float:
        return min(self._most_of_one * times_of(self._networks, client), max(1, self._most * OF_ONE))

    # --- those that keep us waiting

    def _sweep_from_now_on(self) -> None:
        if not self._is_sweeping:
            self._is_sweeping = True
            asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)

    def _sweep(self) -> None:
        """Look at all connections that speak HTTP, and again soon as long as there are any."""
        now = asyncio.get_running_loop().time()
        for connection, client in list(self._swept.items()):
            if why := connection.overdue(now):
                self._tally.note(why, client)
                connection.cut()
        self._tally.log()
        self._is_sweeping = False
        if self._swept or self._tally.is_waiting:
            self._sweep_from_now_on()

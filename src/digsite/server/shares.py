"""Who may do how much: an address has a share of everything, each person behind it a part of that.

The share of an address is a bucket of tokens that refills all the time. Requests without a cookie may take
the upper half of it, guests who have hardly played the upper three quarters, other guests all of it. So a
flood without cookies does not lock out the guests behind the same address. Each person has a smaller bucket
as well.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from digsite.server.allowance import Allowance
from digsite.server.networks import read_networks, times_of
from digsite.server.refusals import too_fast

if TYPE_CHECKING:
    from collections.abc import Callable

    from digsite.server.settings import Settings

Kind: TypeAlias = Literal["requests", "guests", "tables", "logs"]

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
MOST_KEPT: Final = 20_000
"""Buckets of each kind, and people whose play is counted; those unused for longest are forgotten first."""
PART: Final = 1 / 20
"""What one person may take of the share of an address."""
NEWCOMER_PART: Final = 1 / 2
"""What a guest who has not played has of a person's part."""
PROBATION: Final = 5
"""Minutes of play after which a guest has a whole part."""
BURSTS: Final = 6
"""Parts of a minute in which requests are counted: what comes at once is one of these parts at most."""
KEPT_FROM_ANONYMOUS: Final = 1 / 2
"""What of an address' share is kept for guests with a cookie."""
KEPT_FROM_NEWCOMERS: Final = 1 / 4
"""What of an address' share is kept for guests who have played for a while."""
SOCKETS_AT_FULL_SPEED: Final = 30
"""Sockets of one address that may send as fast as a socket may, at the same time: people send far less."""
SOCKET_WAIT: Final = 10
"""Seconds after which it may be tried again to open a socket; nobody knows when another one is closed."""


@dataclass(slots=True)
class Bucket:
    """What is left of a share."""

    level: float
    moment: float


class Buckets:
    """The buckets of many, all of which refill within the same time."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._kept: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def filled(self, key: str, size: float, now: float) -> Bucket:
        """Return a bucket as full as it is now; one that was not seen lately is full."""
        bucket = self._kept.get(key)
        if bucket is None:
            return self._new(key, Bucket(size, now))
        self._kept.move_to_end(key)
        bucket.level = min(size, bucket.level + (now - bucket.moment) * size / self._seconds)
        bucket.moment = now
        return bucket

    def _new(self, key: str, bucket: Bucket) -> Bucket:
        self._kept[key] = bucket
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return bucket


class Asker(NamedTuple):
    """Who asks for something: from where, with how many shares, and who they are as far as we know."""

    client: str
    times: int
    person: str | None
    part: float
    """What they have of a person's part, from how long they have played."""

    @property
    def kept_back(self) -> float:
        """Return what of the address' share is kept for others."""
        if self.person is None:
            return KEPT_FROM_ANONYMOUS
        return KEPT_FROM_NEWCOMERS if self.part < 1 else 0


class Pace:
    """How much of one kind may be done from an address: `size` at once, as much again within `seconds`."""

    def __init__(self, size: int, seconds: float) -> None:
        self._size, self._seconds = size, seconds
        self._addresses, self._people = Buckets(seconds), Buckets(seconds)

    def take(self, asker: Asker, kept_back: float, cost: int, now: float) -> float:
        """Take what it costs and return 0, or take nothing and return the seconds until there is enough.

        What costs more than a bucket holds takes all of it.
        """
        size: float = self._size * asker.times
        buckets = [self._addresses.filled(asker.client, size, now)]
        wait = (min(size, size * kept_back + cost) - buckets[0].level) / size
        if asker.person is not None:
            size = max(1, self._size * PART * asker.part)
            buckets.append(self._people.filled(asker.person, size, now))
            wait = max(wait, (min(size, cost) - buckets[1].level) / size)
        if wait > 0:
            return wait * self._seconds
        for bucket in buckets:
            bucket.level = max(0, bucket.level - cost)
        return 0

    def __len__(self) -> int:
        return len(self._addresses) + len(self._people)


class Playtime:
    """How long people have played, as far as this process has seen: minutes with a deed at a table.

    Waiting counts for nothing, and neither do many deeds in one minute.
    """

    def __init__(self) -> None:
        self._minutes: OrderedDict[str, tuple[int, int]] = OrderedDict()
        """For each person how many, and which was the last."""

    def __len__(self) -> int:
        return len(self._minutes)

    def note(self, person: str, seconds: float | None = None) -> None:
        """Count the minute in which somebody did something at a table."""
        minute = int(time.monotonic() if seconds is None else seconds) // MINUTE
        count, last = self._minutes.get(person, (0, -1))
        if minute == last:
            return
        self._minutes[person] = (count + 1, minute)
        self._minutes.move_to_end(person)
        if len(self._minutes) > MOST_KEPT:
            self._minutes.popitem(last=False)

    def of(self, person: str) -> int:
        """Return the minutes that somebody has played."""
        return self._minutes.get(person, (0, 0))[0]


class Shares:
    """What is left for whom, in one process."""

    def __init__(
        self, settings: Settings, playtime: Playtime, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._playtime, self._clock = playtime, clock
        self._times = lru_cache(MOST_KEPT)(partial(times_of, read_networks(settings.networks)))
        self._paces: dict[Kind, Pace] = {
            "requests": Pace(max(1, settings.requests_per_minute // BURSTS), MINUTE / BURSTS),
            "guests": Pace(settings.guests_per_hour, HOUR),
            "tables": Pace(settings.tables_per_hour, HOUR),
            "logs": Pace(settings.logs_per_minute, MINUTE),
        }
        self._sockets, self._sockets_of_one = settings.sockets_per_client, settings.sockets_per_person
        self._open: Counter[str] = Counter()
        """Sockets that are open, by address."""
        self._messages: dict[str, Allowance] = {}
        """What may come over all sockets of an address together."""
        self._messages_per_second = settings.messages_per_second
        self._open_of_one: Counter[str] = Counter()
        """The same by person."""

    def take(self, kind: Kind, client: str, person: str | None = None, cost: int = 1) -> None:
        """Count something of this kind, or refuse it and say when to come again."""
        asker = self._asker(client, person)
        kept_back = 0 if kind == "guests" else asker.kept_back  # who comes in has no cookie yet
        if wait := self._paces[kind].take(asker, kept_back, cost, self._clock()):
            raise too_fast(kind, wait)

    def enter(self, client: str, person: str | None, *, is_handed_over: bool = False) -> None:
        """Count a socket that is opened, or refuse it; another process has let in what is handed over."""
        asker = self._asker(client, person)
        if not is_handed_over:
            self._require_few(asker)
        self._open[client] += 1
        if person is not None:
            self._open_of_one[person] += 1
        if client not in self._messages:
            rate = self._messages_per_second * SOCKETS_AT_FULL_SPEED * asker.times
            self._messages[client] = Allowance(rate, rate)

    def _require_few(self, asker: Asker) -> None:
        """Refuse a socket more than people would open."""
        most = max(1, self._sockets * asker.times * (1 - asker.kept_back))
        if self._open[asker.client] >= most:
            raise too_fast("sockets", SOCKET_WAIT)
        if asker.person is not None and self._open_of_one[asker.person] >= self._sockets_of_one:
            raise too_fast("sockets", SOCKET_WAIT)

    def messages_of(self, client: str) -> Allowance:
        """Return what may come over the sockets of an address that has one open."""
        return self._messages[client]

    def leave(self, client: str, person: str | None) -> None:
        """Count no more a socket that was let in."""
        _count_less(self._open, client)
        if client not in self._open:
            del self._messages[client]
        if person is not None:
            _count_less(self._open_of_one, person)

    def _asker(self, client: str, person: str | None) -> Asker:
        return Asker(client, self._times(client), person, 0 if person is None else self._part(person))

    def _part(self, person: str) -> float:
        """Return what somebody has of a person's part: it grows with every minute of play."""
        played = min(1, self._playtime.of(person) / PROBATION)
        return NEWCOMER_PART + (1 - NEWCOMER_PART) * played

    def __len__(self) -> int:
        """Return of how many something is kept."""
        return sum(map(len, self._paces.values())) + len(self._open) + len(self._open_of_one)


def _count_less(counter: Counter[str], name: str) -> None:
    counter[name] -= 1
    if not counter[name]:
        del counter[name]

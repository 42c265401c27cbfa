"""The load: matches that are kept going, flat out or by a schedule."""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections import deque
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from bench.measure import BenchError
from bench.server.figures import FlatOut, Offered

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.server.alarm import Alarm
    from bench.server.club import Club, Match

LONGEST_WAIT: Final = 20.0
"""Seconds after which a move that nobody saw is lost."""
POLL: Final = 0.01
SHARP: Final = 0.002
"""Seconds before a move is due from when on its moment is watched for: timers come a millisecond late."""
LONGEST_GAME: Final = 100
"""Moves of a long game of SCARAB at random."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """What the clocks and counters show."""

    moves: int
    wall: float
    server_cpu: float
    load_cpu: float


class Load:
    """Matches on a club; where one is over, a new one begins."""

    def __init__(self, club: Club, server_cpu: Callable[[], float], alarm: Alarm, seed: int) -> None:
        self._club, self._server_cpu, self._alarm = club, server_cpu, alarm
        self._random = random.Random(seed)
        self._matches = 0
        self._idle: deque[Match] = deque()
        self._moves = 0
        self._opening: set[asyncio.Task[None]] = set()

    async def open(self, matches: int, *, spread: bool = True) -> None:
        """Open the matches and warm the server up; what is there by then need not be searched for garbage.

        A few matches need not be spread, and a server with its default limits would refuse so many moves.
        """
        self._idle.extend(await self._club.open(matches))
        self._matches = len(self._idle)
        if spread:
            await self._spread()
        gc.collect()
        gc.freeze()

    async def _spread(self) -> None:
        """Play different numbers of moves in the matches, or they would end, and begin anew, all at once."""

        def go_on(match: Match, left: int) -> None:
            if left:
                match.play(lambda: self._then(match, partial(go_on, left=left - 1)))
            else:
                self._idle.append(match)

        for _ in range(self._matches):
            go_on(self._idle.popleft(), self._random.randrange(LONGEST_GAME))
        await self._all_seen()

    async def flat_out(self, seconds: float, warm_up: float) -> FlatOut:
        """Let every match go on as soon as the opponent has seen the last move."""
        going = True

        def seen(match: Match) -> None:
            self._moves += 1
            self._then(match, go_on if going else self._idle.append)

        def go_on(match: Match) -> None:
            match.play(partial(seen, match))

        while self._idle:
            go_on(self._idle.popleft())
        await self._alarm.wait(warm_up)
        start = self._now()
        await self._alarm.wait(seconds)
        end = self._now()
        going = False
        await self._all_seen()
        return FlatOut(
            end.moves - start.moves,
            end.wall - start.wall,
            end.server_cpu - start.server_cpu,
            end.load_cpu - start.load_cpu,
        )

    async def offered(self, rate: float, seconds: float) -> Offered:
        """Send so many moves a second, at random moments; one that finds no match free waits, and is late."""
        waits: list[float] = []
        lags: list[float] = []
        clock = time.perf_counter

        def seen(match: Match, due: float) -> None:
            waits.append(clock() - due)
            self._moves += 1
            self._then(match, self._idle.append)

        start = self._now()
        due = clock()
        last = due + seconds
        while (due := due + self._random.expovariate(rate)) < last:
            while clock() < due or not self._idle:
                await self._spin(due)
            match = self._idle.popleft()
            lags.append(clock() - due)
            match.play(partial(seen, match, due))
        await self._all_seen()
        end = self._now()
        return Offered(
            rate, end.wall - start.wall, end.server_cpu - start.server_cpu, sorted(waits), sorted(lags)
        )

    def _then(self, match: Match, go_on: Callable[[Match], None]) -> None:
        """Go on with a match, or with a new one where it is over."""
        if not match.over:
            go_on(match)
            return
        task = asyncio.ensure_future(_again(match, go_on))
        self._opening.add(task)
        task.add_done_callback(self._opened)

    def _opened(self, task: asyncio.Task[None]) -> None:
        self._opening.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._alarm.ring(error)

    def _now(self) -> _Moment:
        return _Moment(self._moves, time.perf_counter(), self._server_cpu(), time.process_time())

    # --- waiting

    async def _spin(self, due: float) -> None:
        """Let others run until shortly before a move is due."""
        await asyncio.sleep(max(0.0, due - time.perf_counter() - SHARP))
        self._alarm.check()
        if time.perf_counter() - due > LONGEST_WAIT:
            raise _lost(self._matches)

    async def _all_seen(self) -> None:
        """Wait until no move is under way; it may take long, but something must come all the while."""
        idle, since = len(self._idle), time.perf_counter()
        while idle < self._matches:
            await self._alarm.wait(POLL)
            if len(self._idle) > idle:
                idle, since = len(self._idle), time.perf_counter()
            elif time.perf_counter() - since > LONGEST_WAIT:
                raise _lost(self._matches - idle)


async def _again(match: Match, go_on: Callable[[Match], None]) -> None:
    await match.again()
    go_on(match)


def _lost(matches: int) -> BenchError:
    return BenchError(f"in {matches} matches the last move was not seen by the opponent")

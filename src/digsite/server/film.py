"""Games that can be stepped through, made once for all who look, in a thread of their own."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from msgspec import Raw

from digsite.core.errors import DigsiteError
from digsite.core.names import Seat
from digsite.server.history import happened_shown
from digsite.server.showing import result_shown
from digsite.server.thinkers import step_back
from digsite.table.log import LEAVING
from digsite.wire.games import ENCODERS
from digsite.wire.messages import Frame, SitterShown
from digsite.wire.raw import encode

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from digsite.core.names import Result
    from digsite.table.course import Course
    from digsite.table.hosted import Happened
    from digsite.table.log import Sitter
    from digsite.wire.games import GameView
    from digsite.wire.messages import Frames

T = TypeVar("T")

MOST_KEPT: Final = 32
"""Films and verdicts that are kept for whoever asks next."""
MOST_WAITING: Final = 100
"""Who comes when so many wait is asked to come later."""
MOST_WAITING_OF_ONE: Final = MOST_WAITING // 2
"""The same for one address, so that nobody fills the queue alone."""


class Archive:
    """Works through whole games in one thread: however many ask, all others have the rest of the machine."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "archive", initializer=step_back)
        self._kept: OrderedDict[Hashable, asyncio.Future[Any]] = OrderedDict()
        self._waiting: Counter[str] = Counter()
        """By address."""

    def has(self, key: Hashable) -> bool:
        """Tell whether something was made already."""
        return key in self._kept

    async def made(self, client: str, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made under this key, or make it now for somebody at this address."""
        if key not in self._kept:
            self._kept[key] = asyncio.ensure_future(self.done(client, make))
            self._kept[key].add_done_callback(lambda made: self._forget_failure(key, made))
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        made: T = await asyncio.shield(self._kept[key])
        return made

    async def done(self, client: str, work: Callable[[], T]) -> T:
        """Return what some work comes to, done in its turn for somebody at this address."""
        if self._waiting.total() >= MOST_WAITING or self._waiting[client] >= MOST_WAITING_OF_ONE:
            raise DigsiteError("busy")
        self._waiting[client] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= Counter({client: 1})

    def close(self) -> None:
        """Do no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _forget_failure(self, key: Hashable, made: asyncio.Future[Any]) -> None:
        """Keep nothing that went wrong; whoever waits for it hears of that."""
        if (made.cancelled() or made.exception() is not None) and self._kept.get(key) is made:
            del self._kept[key]


class Film:
    """A game that can be stepped through: its deal, and what happened since."""

    def __init__(
        self, opening: Course, sitters: Sequence[Sitter], happened: Sequence[Happened], result: Result | None
    ) -> None:
        self._opening = opening
        self._sitters = sitters
        self._happened = happened
        self._result = result
        self._curves: dict[Seat | None, list[list[int]]] = {}

    def frames(
        self, seat: Seat | None, start: int, count: int, seats: Sequence[Seat], yours: Sequence[Seat] = ()
    ) -> bytes:
        """Return some frames, as a seat or a spectator saw them; `seats` are those one may ask for."""
        span = range(start, min(start + count, len(self._happened) + 1))
        frames: Frames = {
            "game": self._opening.game.key,
            "sitters": [self._sitter(Seat(n), sitter) for n, sitter in enumerate(self._sitters)],
            "sides": list(self._opening.sides),
            "seat": seat,
            "seats": list(seats),
            "yours": list(yours),
            "events": len(self._happened),
            "curve": self._curve(seat),
            "frames": [self._frame(seat, number) for number in span],
            "result": None if self._result is None else result_shown(self._result),
        }
        return encode(frames)

    def _curve(self, seat: Seat | None) -> list[list[int]]:
        """Return the points after every event, as a seat knew them then."""
        if seat not in self._curves:
            game = self._opening.game
            positions = (self._opening.deal, *(thing.after for thing in self._happened))
            self._curves[seat] = [list(game.points(game.view(position, seat))) for position in positions]
        return self._curves[seat]

    def _sitter(self, seat: Seat, sitter: Sitter) -> SitterShown:
        events = enumerate((thing.event for thing in self._happened), 1)
        left = (number for number, event in events if event.seat == seat and event.text in LEAVING)
        return SitterShown(name=sitter.name, is_bot=sitter.is_bot, left=next(left, None))

    def _frame(self, seat: Seat | None, number: int) -> Frame:
        game = self._opening.game
        thing = self._happened[number - 1] if number else None
        view = game.view(self._opening.deal if thing is None else thing.after, seat)
        return {
            "event": number,
            "happened": None if thing is None else happened_shown(game, thing, seat),
            "points": self._curve(seat)[number],
            "view": cast("GameView", Raw(ENCODERS[game.key].view(view))),
        }

"""Our own contenders: the kernel, compiled or interpreted, and the public API."""

from __future__ import annotations

import hashlib
import random
import time
from itertools import cycle
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bench.cases import Case, deals, repeated
from bench.measure import Played, until
from digsite.bots import POLICIES
from digsite.bots.glance import glance
from digsite.bots.rng import seeded
from digsite.bots.room import room_for
from digsite.core.names import CHANCE, Seat
from digsite.games import game
from digsite.games.due import MAX_SEATS

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEED: Final = 2026
DEALS: Final = 500
SPARE: Final = 1.3


class Games:
    """Games to be played from the same deals with the same choices, by whomever."""

    def __init__(self, case: Case, count: int) -> None:
        self._start = repeated(deals(case, min(count, DEALS)), count)
        self.ends: NDArray[Any] = np.empty_like(self._start)
        self.plies = np.zeros(count, np.int32)
        self.room = room_for(case.key, seeded(SEED))

    def reset(self) -> None:
        """Go back to the deals."""
        self.ends.view(np.uint8)[:] = self._start.view(np.uint8)
        self.room.rng[:] = seeded(SEED)

    def digest(self) -> str:
        """Return a hash of everything that came out."""
        parts = (self.ends.tobytes(), self.plies.tobytes(), self.room.rng.tobytes())
        return hashlib.sha256(b"".join(parts)).hexdigest()


class Kernel:
    """Our rules and the random bot, compiled, or interpreted where numba is switched off."""

    def __init__(self, case: Case, games: Games) -> None:
        self.name = f"{case.name}: kernel"
        self.games = games
        self._play_all = glance(case.key).play_all
        self._policies = np.full(MAX_SEATS, POLICIES["random"], np.int64)

    def play(self) -> Played:
        """Play all games once."""
        games = self.games
        games.reset()
        start = time.perf_counter()
        self._play_all(games.ends, self._policies, games.room, games.plies)
        return Played(int(games.plies.sum()), time.perf_counter() - start)


def kernel_for(case: Case, seconds: float) -> Kernel:
    """Return a kernel with as many games as take that long."""
    trial = Kernel(case, Games(case, DEALS))
    trial.play()
    count = int(DEALS * seconds * SPARE / trial.play().seconds)
    return Kernel(case, Games(case, max(count, DEALS)))


class Api:
    """The public API, move by move: legal, a choice of Python's random, play.

    Who is not due has no legal moves, so nobody has to be asked who is.
    """

    def __init__(self, case: Case, seconds: float) -> None:
        self.name = f"{case.name}: API"
        self._game = game(case.key)
        self._deals = deals(case, DEALS)
        begins = self._game.movers(self._deals[0])
        self._movers = (*(begins if begins == (CHANCE,) else ()), *map(Seat, range(case.seats)))
        self._seconds = seconds
        self._random = random.Random(SEED)

    def play(self) -> Played:
        """Play random games until the time is up."""
        return until(self._seconds, self._play_game)

    def _play_game(self) -> int:
        legal, play, chance = self._game.legal, self._game.play, self._random.random
        pos, plies, idle = self._random.choice(self._deals), 0, 0
        for seat in cycle(self._movers):
            if moves := legal(pos, seat):
                pos = play(pos, seat, moves[int(chance() * len(moves))])
                plies += 1
                idle = 0
            elif (idle := idle + 1) == len(self._movers):
                break
        return plies

"""`python tools/learn.py scarabya`: learn what positions are worth by self-play.

The knowledge is linear: a game's `worth.py` says which weights speak for a seat in a position, and how
much each of them (`features`); what their sum stands for (`expected`); how good moves look by given
weights (`appeals_by`); and what a finished game was worth (`utilities`). Games are played greedily by the
weights so far. Then, from the last move back, what each seat expected after each of its moves is drawn
towards what came of it: TD(lambda) on after-states, with a rate of its own for each weight (temporal
coherence: a weight whose errors cancel out learns slowly).

The loop names no game: `jit.bind` compiles it with the functions of one. Same seed, same weights.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from digsite.bots import policies
from digsite.bots.rng import below, seeded
from digsite.core.names import CHANCE
from digsite.games import game, kernel, record, worth
from digsite.games.due import MAX_SEATS, first_due
from digsite.games.jit import bind, njit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

MAX_NOTES: Final = 4096
"""The most moves of a game that are learned from."""
CHUNK: Final = 2000
"""Games between two looks at the clock."""
MILLION: Final = 1_000_000

POSITION_NOTE: Final = np.dtype(
    [("seat", np.int64), ("said", np.float64), ("tried", np.uint8), ("count", np.int64)]
)
"""An after-state: whose, what was expected, whether its move was a mere try, how many features it has."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A kind of game to learn from."""

    given: Mapping[str, str]
    seats: int
    games: int


LESSONS: Final = {
    "scarabya": (
        Lesson({"mode": "base"}, 1, 500_000),
        Lesson({"mode": "duel"}, 2, 500_000),
        Lesson({"mode": "solo"}, 1, 500_000),
    ),
}
"""What is learned of each game; lessons may share weights or have their own."""


# --- the compiled loop: templates, bound to a game's kernel and worth


def learn_all(
    deals: Any,
    picks: Any,
    weights: Any,
    trust: Any,
    knobs: Any,
    notes: Any,
    active: Any,
    room: Any,
    seen: Any,
    rng: Any,
) -> None:
    """Play a game from each deal picked and learn from it; add up what the seats got."""
    pos = room[4]
    for i in range(len(picks)):
        pos[0] = deals[picks[i]]
        count = self_play(weights, knobs, notes, active, room, rng)
        utilities(pos, room[3])  # type: ignore[name-defined]  # noqa: F821
        for seat in range(MAX_SEATS):
            seen[seat] += room[3][seat]
        look_back(count, weights, trust, knobs, notes, active, room[3])


def self_play(weights: Any, knobs: Any, notes: Any, active: Any, room: Any, rng: Any) -> int:
    """Play a game to its end; note every position after a seat's move, and the deal as seat 0 sees it."""
    moves, buffer, trial, _, pos = room
    count = note(pos, 0, 0, 0, weights, notes, active)
    while True:
        due = movers(pos)  # type: ignore[name-defined]  # noqa: F821
        if due == 0:
            return count
        seat = first_due(due)
        if seat == CHANCE:
            play(pos, seat, draw(pos, moves, buffer, rng))  # type: ignore[name-defined]  # noqa: F821
            continue
        tried = below(rng, MILLION) < knobs[0] * MILLION
        options = legal(pos, seat, moves)  # type: ignore[name-defined]  # noqa: F821
        if not tried:
            appeals_by(pos, seat, moves, options, buffer, trial, weights)  # type: ignore[name-defined]  # noqa: F821
            options = keep_best(moves, buffer, options)  # type: ignore[name-defined]  # noqa: F821
        play(pos, seat, np.int64(moves[below(rng, options)]))  # type: ignore[name-defined]  # noqa: F821
        if count < MAX_NOTES:
            count = note(pos, seat, count, tried, weights, notes, active)


def note(pos: Any, seat: int, at: int, tried: int, weights: Any, notes: Any, active: Any) -> int:
    """Write down what a seat expects now, and why; return the next free line."""
    index, amount = active
    count = features(pos, seat, index[at], amount[at])  # type: ignore[name-defined]  # noqa: F821
    total = 0.0
    for i in range(count):
        total += weights[index[at, i]] * amount[at, i]
    line = notes[at]
    line.seat, line.count, line.tried = seat, count, tried
    line.said = expected(pos, seat, total)  # type: ignore[name-defined]  # noqa: F821
    return at + 1


@njit
def look_back(count: int, weights: Any, trust: Any, knobs: Any, notes: Any, active: Any, goal: Any) -> None:
    """From the last note to the first, draw what was said towards what the same seat found later.

    Before a mere try nothing can be learned from what came of it: there the goal starts anew.
    """
    cut = 0
    for back in range(count):
        at = count - 1 - back
        line = notes[at]
        seat = line.seat
        if (cut >> seat) & 1:
            cut ^= 1 << seat
            goal[seat] = line.said
        correct(goal[seat] - line.said, line.count, weights, trust, knobs, active[0][at], active[1][at])
        goal[seat] = line.said + knobs[1] * (goal[seat] - line.said)
        if line.tried:
            cut = (1 << MAX_SEATS) - 1


@njit
def correct(error: float, count: int, weights: Any, trust: Any, knobs: Any, index: Any, amount: Any) -> None:
    """Move the weights that spoke against an error, each by how steadily it has pointed one way."""
    squares = 0.0
    for i in range(count):
        squares += amount[i] * amount[i]
    for i in range(count):
        w, part = index[i], error * amount[i]
        signed, size = trust[0, w], trust[1, w]
        steady = abs(signed) / size if size > 0 else 1.0
        weights[w] += knobs[2] * steady * part / squares
        trust[0, w] += part
        trust[1, w] += abs(part)


# --- from Python


class Learner:
    """The loop, compiled for a game, with the room that it needs."""

    def __init__(self, key: str, seed: int) -> None:
        self.key, self.seed = key, seed
        self.worth, self.record = worth(key), record(key)
        self.weights = self.worth.first_weights()
        self.trust = np.zeros((2, len(self.weights)))
        self.room = (
            *np.empty((2, self.record.MAX_MOVES), np.int32),
            np.zeros(1, self.record.POSITION),
            np.zeros(MAX_SEATS),
            np.zeros(1, self.record.POSITION),
        )
        most = self.worth.MAX_FEATURES
        self.notes = np.zeros(MAX_NOTES, POSITION_NOTE).view(np.recarray)
        self.active = (np.zeros((MAX_NOTES, most), np.int64), np.zeros((MAX_NOTES, most)))
        self.rng = seeded(seed)
        self.learn_all = _compiled(key)

    def study(self, lesson: Lesson, knobs: NDArray[np.float64]) -> Iterator[float]:
        """Learn a lesson; the tries and the rate fade to nothing in its second half.

        Yield, after each chunk, what the first seat's games were worth on average.
        """
        deals = dealt(self.key, lesson, self.seed)
        pick = np.random.default_rng([self.seed, lesson.games])
        for done in range(0, lesson.games, CHUNK):
            seen = np.zeros(MAX_SEATS)
            picks = pick.integers(len(deals), size=CHUNK)
            fade = min(1.0, 2 * (1 - done / lesson.games))
            now = knobs * (fade, 1, fade * self.worth.UNIT)
            rest = (now, self.notes, self.active, self.room, seen, self.rng)
            self.learn_all(deals, picks, self.weights, self.trust, *rest)
            yield seen[0] / CHUNK


def _compiled(key: str) -> Callable[..., None]:
    """Bind the loop to a game."""
    rules, judged = kernel(key), worth(key)
    names = ("features", "expected", "utilities", "appeals_by")
    hooks = {name: getattr(judged, name) for name in names}
    hooks |= {"draw": bind(policies.draw, rules), "keep_best": njit(policies.keep_best)}
    hooks["note"] = bind(note, rules, **hooks)
    hooks["self_play"] = bind(self_play, rules, **hooks)
    return bind(learn_all, rules, **hooks)


class Dice:
    """Chance for deals that anyone can deal again."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        """Return one of 0…n-1."""
        return self._random.randrange(n)


def dealt(key: str, lesson: Lesson, seed: int, count: int = 4000) -> NDArray[Any]:
    """Return deals to play from; only what is drawn later differs between games of the same one."""
    rules, dice = game(key), Dice(seed)
    options = rules.options(lesson.given)
    return np.concatenate([rules.deal(options, lesson.seats, dice) for _ in range(count)])


def read_command() -> argparse.Namespace:
    """Return what was asked for on the command line."""
    parser = argparse.ArgumentParser(description="Learn what positions of a game are worth.")
    parser.add_argument("game", choices=LESSONS)
    parser.add_argument("--only", default="", help="learn no lesson but those with this option")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=float, default=1.0, help="times the usual number of games")
    parser.add_argument("--tries", type=float, default=0.01, help="share of moves that are mere tries")
    parser.add_argument("--trace", type=float, default=0.3, help="lambda: how far an outcome reaches back")
    parser.add_argument("--rate", type=float, default=1.0, help="how fast weights move")
    parser.add_argument("--out", help="write there instead of into the package")
    return parser.parse_args()


def main() -> None:
    """Learn the lessons of a game and rewrite its data."""
    given = read_command()
    learner = Learner(given.game, given.seed)
    knobs = np.array((given.tries, given.trace, given.rate))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, TextColumn("mean {task.fields[mean]:.3f}")) as progress:
        for lesson in LESSONS[given.game]:
            if given.only and given.only not in lesson.given.values():
                continue
            games = int(lesson.games * given.games)
            name = " ".join(lesson.given.values()) or given.game
            task = progress.add_task(name, total=games, mean=0.0)
            for mean in learner.study(replace(lesson, games=games), knobs):
                progress.update(task, advance=CHUNK, mean=mean)
    learner.worth.write(learner.weights, given.out)


if __name__ == "__main__":
    main()

"""`python tools/learn_marajoara.py`: learn what positions of Marajoara are worth, and write it down.

Seats play against themselves, each move the one that looks best by the weights so far. On a mission that
seldom leads to a win. There is no chance in one, so then a beam search that keeps the positions that look
best plans games to their end, and the weights learn from its plans; better weights make better plans.
Either way, from the last move back, what was expected after each move is drawn towards what came
of it: TD(lambda), with a rate of its own for each weight (temporal coherence: one whose errors cancel
out learns slowly).
"""

from __future__ import annotations

import argparse
import random
import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from digsite.bots import policies
from digsite.bots.rng import below, seeded
from digsite.games import game
from digsite.games.jit import njit_apart, wide
from digsite.games.marajoara import worth
from digsite.games.marajoara.holdings import TOTAL
from digsite.games.marajoara.kernel import legal, play
from digsite.games.marajoara.record import (
    BLUE,
    COLOUR_SHIFT,
    FRAGMENT_COUNT,
    FRAGMENT_POINTS,
    GREY,
    HIGHEST,
    LAST_SPACE,
    MAX_MOVES,
    MAX_SEATS,
    MISSIONS,
    OVER,
    PLACES,
    POSITION,
    STORED_COLOURS,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from digsite.core.names import Position

keep_best: Final = policies.keep_best

MAX_PLIES: Final = 1500
TRIES: Final = 150
"""Of 10000 moves in self-play so many are mere tries; nothing is learned across one."""
FORGET: Final = 0.9999
"""How fast the errors of old are forgotten."""
DEEPEST: Final = 220
"""More moves than a mission has."""
SPREAD: Final = 400
"""Room for so many different positions after each one that a beam keeps."""


class Style(NamedTuple):
    """How to learn."""

    trace: float
    """Lambda: how far what came of a position reaches back."""
    rate: float


BY_PLAY: Final = Style(0.8, 0.2)
BY_PLANS: Final = Style(0.9, 0.2)
AVERAGED: Final = 2 / 3
"""What is kept are the mean weights of this last part of the games: single games are noisy."""


class Notes(NamedTuple):
    """What seats said in the course of a game."""

    traces: NDArray[np.int32]
    """By ply and seat: how many weights spoke, which, and, last, of which phase."""
    said: NDArray[np.float64]
    tried: NDArray[np.uint8]


class Beam(NamedTuple):
    """The room of a beam search."""

    now: NDArray[Any]
    later: NDArray[Any]
    lines: NDArray[np.int64]
    later_lines: NDArray[np.int64]
    trial: NDArray[Any]
    words: NDArray[np.uint64]
    """The bytes of `trial`."""
    moves: NDArray[np.int32]
    values: NDArray[np.int64]
    parents: NDArray[np.int64]
    steps: NDArray[np.int64]
    seen: NDArray[np.uint64]
    best: NDArray[np.int64]


# --- learning from a game


@njit_apart
def note(pos: Any, ply: int, tables: Any, notes: Any) -> None:
    """Write down what each seat expects now, and which weights say so."""
    for seat in range(pos[0].seats):
        trace = notes.traces[ply, seat]
        trace[0] = 0
        notes.said[ply, seat] = worth.value_by(pos[0], seat, tables, trace)
        trace[len(trace) - 1] = worth.PHASE[worth.turns_left(pos[0], seat)]


@njit_apart
def look_back(plies: int, seat: int, table: Any, trust: Any, style: Any, notes: Any) -> None:
    """From the end of a game to its beginning, draw what a seat expected towards what came."""
    goal = notes.said[plies - 1, seat]
    for ply in range(plies - 2, -1, -1):
        before = notes.said[ply, seat]
        if notes.tried[ply + 1]:
            goal = before
            continue
        trace = notes.traces[ply, seat]
        phase = trace[len(trace) - 1]
        part = (goal - before) / weight_of(trace)
        correct(part, style.rate, table[phase], trust[0, phase], trust[1, phase], trace)
        goal = before + style.trace * (goal - before)


@njit_apart
def weight_of(trace: Any) -> int:
    """Return the sum of the squares of how often each weight spoke: a step beyond it overshoots.

    Only those of dice on the main board speak more than once.
    """
    total = 0
    for i in range(1, trace[0] + 1):
        total += 1
        if worth.BOARD <= trace[i] < worth.LANDING:
            for k in range(1, trace[0] + 1):
                total += k != i and trace[k] == trace[i]
    return total


@njit_apart
def correct(error: float, rate: float, table: Any, signed: Any, size: Any, trace: Any) -> None:
    """Move the weights that spoke, each by how steadily it has pointed one way."""
    for i in range(1, trace[0] + 1):
        w = trace[i]
        steady = abs(signed[w]) / size[w] if size[w] > 0 else 1.0
        table[w] += rate * steady * error
    for i in range(1, trace[0] + 1):
        w = trace[i]
        signed[w] = FORGET * signed[w] + error
        size[w] = FORGET * size[w] + abs(error)


# --- games


@njit_apart
def self_play(pos: Any, tables: Any, moves: Any, appeal: Any, trial: Any, notes: Any, rng: Any) -> int:
    """Play a game by what looks best, ties at random; return how many moves it took."""
    ply = 0
    while pos[0].stage != OVER and ply < MAX_PLIES:
        seat = wide(pos[0].due)
        count = legal(pos, seat, moves)
        notes.tried[ply] = below(rng, 10000) < TRIES
        if not notes.tried[ply]:
            worth.appeals_by(pos, seat, moves, count, appeal, trial, tables)
            count = keep_best(moves, appeal, count)
        play(pos, seat, wide(moves[below(rng, count)]))
        note(pos, ply, tables, notes)
        ply += 1
    return ply


@njit_apart
def follow(pos: Any, line: Any, tables: Any, notes: Any) -> int:
    """Play the moves of a plan."""
    for ply in range(len(line)):
        notes.tried[ply] = 0
        play(pos, 0, line[ply])
        note(pos, ply, tables, notes)
    return len(line)


# --- plans


@njit_apart
def plan(root: Any, tables: Any, beam: Any) -> int:
    """Find a good way to the end of a mission; return its length, its moves are in `beam.best`."""
    kept, found, length = 1, worth.LEAST, 0
    beam.now[0] = root[0]
    for level in range(DEEPEST):
        count = 0
        for slot in range(len(beam.seen)):
            beam.seen[slot] = 0
        for i in range(kept):
            count, value, move = widen(i, count, tables, beam)
            if value > found:
                found, length = value, level + 1
                copy(beam.lines[i], beam.best, level)
                beam.best[level] = move
        kept = count
        advance(level, kept, beam)
        if kept == 0:
            break
    return length


@njit_apart
def widen(i: int, count: int, tables: Any, beam: Any) -> tuple[int, int, int]:
    """Try all moves of a position; return how many are kept now, and the best one that ends the game."""
    best, ending = worth.LEAST, -1
    for k in range(legal(beam.now[i : i + 1], 0, beam.moves)):
        move = wide(beam.moves[k])
        beam.trial[0] = beam.now[i]
        play(beam.trial, 0, move)
        beam.trial[0].moves = 0
        over = beam.trial[0].stage == OVER
        if not over and is_known(hashed(beam.words), beam.seen):
            continue
        worth.settle(beam.trial, 0)
        value = worth.value_by(beam.trial[0], 0, tables, beam.trial[0].forced[:])
        if over and value > best:
            best, ending = value, move
        elif not over and (count < len(beam.values) or value > beam.values[0]):
            count = keep(value, i, move, count, beam.values, beam.parents, beam.steps)
    return count, best, ending


@njit_apart
def advance(level: int, kept: int, beam: Any) -> None:
    """Make the moves that were kept."""
    for j in range(kept):
        i = beam.parents[j]
        beam.later[j] = beam.now[i]
        play(beam.later[j : j + 1], 0, beam.steps[j])
        beam.later[j].moves = 0
        copy(beam.lines[i], beam.later_lines[j], level)
        beam.later_lines[j, level] = beam.steps[j]
    for j in range(kept):
        beam.now[j] = beam.later[j]
        copy(beam.later_lines[j], beam.lines[j], level + 1)


@njit_apart
def copy(line: Any, to: Any, length: int) -> None:
    """Copy the beginning of a line."""
    for i in range(length):
        to[i] = line[i]


@njit_apart
def keep(value: int, parent: int, step: int, count: int, values: Any, parents: Any, steps: Any) -> int:
    """Add to a heap with the least on top, which goes when there is no room; return how many there are."""
    if count < len(values):
        at = count
        count += 1
        while at > 0 and values[(at - 1) // 2] > value:
            above = (at - 1) // 2
            values[at], parents[at], steps[at] = values[above], parents[above], steps[above]
            at = above
    else:
        at = 0
        while 2 * at + 1 < count:
            below_it = 2 * at + 1
            below_it += below_it + 1 < count and values[below_it + 1] < values[below_it]
            if values[below_it] >= value:
                break
            values[at], parents[at], steps[at] = values[below_it], parents[below_it], steps[below_it]
            at = below_it
    values[at], parents[at], steps[at] = value, parent, step
    return count


@njit_apart
def hashed(words: Any) -> Any:
    """Return a number for a position that is not 0."""
    total = np.uint64(1469598103934665603)
    for i in range(len(words)):
        total = (total ^ words[i]) * np.uint64(1099511628211)
        total ^= total >> np.uint64(29)
    return total | np.uint64(1)


@njit_apart
def is_known(key: Any, seen: Any) -> bool:
    """Tell whether a key is in a table, and put it there."""
    last = np.uint64(len(seen) - 1)
    slot = key & last
    while seen[slot] != np.uint64(0):
        if seen[slot] == key:
            return True
        slot = (slot + np.uint64(1)) & last
    seen[slot] = key
    return False


# --- from Python


def beam_of(width: int) -> Beam:
    """Return room for a beam search that keeps so many positions."""
    words = np.zeros(-(-POSITION.itemsize // 8), np.uint64)
    trial = words.view(np.uint8)[: POSITION.itemsize].view(POSITION)
    return Beam(
        now=np.zeros(width, POSITION),
        later=np.zeros(width, POSITION),
        lines=np.zeros((width, DEEPEST), np.int64),
        later_lines=np.zeros((width, DEEPEST), np.int64),
        trial=trial,
        words=words,
        moves=np.zeros(MAX_MOVES, np.int32),
        values=np.zeros(width, np.int64),
        parents=np.zeros(width, np.int64),
        steps=np.zeros(width, np.int64),
        seen=np.zeros(1 << (width * SPREAD).bit_length(), np.uint64),
        best=np.zeros(DEEPEST, np.int64),
    )


class Chance:
    """Chance for deals that anyone can deal again."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        """Return one of 0…n-1."""
        return self._random.randrange(n)


def dealt(mode: int, seed: int) -> Position:
    """Return a deal for a table of weights."""
    rules = game("marajoara")
    solo = mode < len(MISSIONS) - 1
    options = rules.options({"mission": MISSIONS[mode + 1 if solo else 0]})
    return rules.deal(options, 1 if solo else mode + 3 - len(MISSIONS), Chance(seed))


# What a mission asks for is worth more in it from the beginning, or no plan would ever come across it.
BLUE_PIP: Final = {1: 1.6, 2: 1.6}
FRAGMENT_EXTRA: Final = {1: (0, 0, 0, 0, 0, 24), 2: (10,) * FRAGMENT_COUNT, 6: (3,) * FRAGMENT_COUNT}
ASKED_TRACKS: Final = {1: (0,), 2: (0, 2), 3: (0, 1)}


def first_table(mode: int) -> NDArray[np.float32]:
    """Return what learning begins with: a pip in the museum is nearly a point, until the last turns."""
    mission = mode + 1 if mode < len(MISSIONS) - 1 else 0
    table = np.zeros((worth.PHASES, worth.FEATURES), np.float32)
    for phase, part in enumerate((0, 0.3, 0.6, 0.8, 1, 1, 1)):
        _first_row(table[phase], mission)
        table[phase] *= worth.UNIT * part
    return table


def _first_row(row: NDArray[np.float32], mission: int) -> None:
    size, extra = worth.RICH + 1, FRAGMENT_EXTRA.get(mission, (0,) * FRAGMENT_COUNT)
    credit, red, places = np.indices((size, size, 3))
    purse = 0.6 * credit + (places > 0) * (0.8 * red + 0.2 * np.minimum(credit, red))
    row[worth.PURSE : worth.PURSE + purse.size] = purse.ravel()
    first = worth.STORED + BLUE * len(TOTAL)
    row[first : first + len(TOTAL)] = BLUE_PIP.get(mission, 0.9) * TOTAL
    for fits in range(1, worth.SETS):
        points = [FRAGMENT_POINTS[i] + extra[i] for i in range(FRAGMENT_COUNT) if fits >> i & 1]
        row[worth.FITS + fits] = max(points) / 2
    for face in range(1, HIGHEST + 1):
        for colour in range(STORED_COLOURS):
            first = worth.CAPTURED + (colour << COLOUR_SHIFT | face) * (PLACES + 1)
            row[first : first + PLACES] = 0.8 * face
        row[worth.CAPTURED + (GREY << COLOUR_SHIFT | face) * (PLACES + 1)] = 0.5 * face
    for track in range(STORED_COLOURS):
        each = 1.5 if track in ASKED_TRACKS.get(mission, ()) else 0.5
        for space in range(LAST_SPACE):
            first = worth.DISC + (track * worth.SPACES + space) * 3
            row[first : first + 3] = each * space


class Learner:
    """Weights of one mode on their way."""

    def __init__(self, mode: int, tables: NDArray[np.float32], seed: int) -> None:
        self.mode, self.tables, self.seed = mode, tables, seed
        self.trust = np.zeros((2, worth.PHASES, worth.FEATURES))
        self.notes = Notes(
            np.zeros((MAX_PLIES, MAX_SEATS, worth.MAX_TRACE), np.int32),
            np.zeros((MAX_PLIES, MAX_SEATS)),
            np.zeros(MAX_PLIES, np.uint8),
        )

    def _deals(self, seconds: float, by: str) -> Any:
        """Yield deals for so long; then say how the last quarter of the games went."""
        rules, end = game("marajoara"), time.monotonic() + seconds
        results, table, mean, count = [], self.tables[self.mode], 0.0, 0
        while (left := end - time.monotonic()) > 0:
            self.seed += 1
            pos = dealt(self.mode, self.seed)
            yield pos
            if left < AVERAGED * seconds and self.seed % 10 == 0:
                mean, count = mean + table.astype(np.float64), count + 1
            if result := rules.result(pos):
                results.append((result.points[0], bool(result.winners)))
        if count:
            table[:] = mean / count
        points, wins = np.mean(results[-len(results) // 4 :], axis=0)
        print(f"mode {self.mode} by {by}: {len(results)} games, {points:.1f} points, {wins:.3f} won")

    def _learn(self, plies: int, pos: Position, style: Style) -> None:
        for seat in range(pos[0]["seats"]):
            look_back(plies, seat, self.tables[self.mode], self.trust, style, self.notes)

    def play(self, seconds: float) -> None:
        """Learn by self-play."""
        moves, appeal = np.zeros((2, MAX_MOVES), np.int32)
        trial, rng = np.zeros(1, POSITION), seeded(self.seed)
        for pos in self._deals(seconds, "play"):
            self._learn(self_play(pos, self.tables, moves, appeal, trial, self.notes, rng), pos, BY_PLAY)

    def plan(self, seconds: float, width: int) -> None:
        """Learn from plans."""
        beam = beam_of(width)
        for pos in self._deals(seconds, f"plans of width {width}"):
            line = beam.best[: plan(pos, self.tables, beam)]
            self._learn(follow(pos, line, self.tables, self.notes), pos, BY_PLANS)


def main() -> None:
    """Learn some modes, or all, and rewrite the data."""
    parser = argparse.ArgumentParser(description="Learn what positions of Marajoara are worth.")
    parser.add_argument("modes", type=int, nargs="*", help="0–7 are the missions, 8–10 two to four seats")
    parser.add_argument("--minutes", type=float, default=4, help="for each mode")
    parser.add_argument("--seed", type=int, default=100_000_000)
    parser.add_argument("--on", action="store_true", help="go on from the weights that there are")
    given = parser.parse_args()
    tables = worth.LEARNED.astype(np.float32)
    for mode in given.modes or range(worth.MODES):
        if not given.on:
            tables[mode] = first_table(mode)
        learner = Learner(mode, tables, given.seed)
        seconds = 60 * given.minutes
        if mode < len(MISSIONS) - 1:
            learner.play(0.4 * seconds)
            learner.plan(0.2 * seconds, 10)
            learner.plan(0.4 * seconds, 20)
        else:
            learner.play(seconds)
    worth.write(tables)


if __name__ == "__main__":
    main()

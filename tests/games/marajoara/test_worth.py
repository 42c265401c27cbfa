"""What positions are said to be worth: exact at the end, finite before it, and what `appeals` is made of."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from digsite.core.names import Move, Position, Seat
from digsite.games import game
from digsite.games.marajoara import kernel, worth
from digsite.games.marajoara.missions import HARDER, objectives
from digsite.games.marajoara.moves import EXHIBIT, PAY, SHIFT
from digsite.games.marajoara.record import (
    ALL_FRAGMENTS,
    LAST_SPACE,
    MAX_MOVES,
    MISSIONS,
    OVER,
    POSITION,
    SHOWCASE,
    TO_PAY,
)
from tests.support import deal, random_positions, seeds

MARAJOARA = game("marajoara")
MODES = [("none", 2), ("none", 3), ("none", 4), *((mission, 1) for mission in MISSIONS[1:])]
each_mode = pytest.mark.parametrize(("mission", "seats"), MODES)
each_mission = pytest.mark.parametrize("mission", MISSIONS[1:])


def outlook(pos: Position) -> list[float]:
    """Return the outlook of each seat."""
    out = np.full(4, np.nan)
    worth.outlook(pos, out)
    return [float(value) for value in out[: pos[0]["seats"]]]


def appeals(pos: Position) -> dict[int, int]:
    """Return how good each legal move looks."""
    seat = int(pos[0]["due"])
    moves, out = np.zeros((2, MAX_MOVES), np.int32)
    count = kernel.legal(pos, seat, moves)
    worth.appeals(pos, seat, moves, count, out, np.zeros(1, POSITION))
    return dict(zip(moves[:count].tolist(), out[:count].tolist(), strict=True))


def ended(mission: str, score: int, *, met: bool) -> Position:
    """Return a mission that is over with a score, its other objectives met or not begun."""
    pos = deal(MARAJOARA, 1, 1, mission=mission)
    p = pos[0]
    p["stage"], p["due"], p["points"][0] = OVER, -1, score
    if met:
        p["disc"][0], p["most_vases"], p["vases"] = LAST_SPACE, SHOWCASE, SHOWCASE
        p["restored"], p["unreached"], p["reserve"], p["museum_tokens"] = ALL_FRAGMENTS, 0, 0, 0
    return pos


@each_mode
@seeds(2, 10)
def test_the_end_is_exact(mission: str, seats: int, seed: int) -> None:
    *_, end = random_positions(MARAJOARA, deal(MARAJOARA, seats, seed, mission=mission), seed)
    points = [int(value) for value in end[0]["points"][:seats]]
    if seats > 1:
        assert outlook(end) == [
            own - max(points[:seat] + points[seat + 1 :]) for seat, own in enumerate(points)
        ]
    else:
        assert (outlook(end)[0] >= worth.WON) == all(objective.met for objective in objectives(end))


@each_mission
def test_a_win_is_worth_more_than_any_loss(mission: str) -> None:
    target = int(worth.TARGET[MISSIONS.index(mission)])
    won, lost = ended(mission, target, met=True), ended(mission, target - 1, met=True)
    assert all(objective.met for objective in objectives(won))
    assert outlook(lost)[0] < 0 < worth.WON <= outlook(won)[0]
    if mission not in "67":  # they ask for a score alone
        assert outlook(ended(mission, 300, met=False))[0] < outlook(won)[0]


@each_mission
def test_points_are_the_slope_on_both_sides_of_a_win(mission: str) -> None:
    target = int(worth.TARGET[MISSIONS.index(mission)])
    values = [outlook(ended(mission, target + above, met=True))[0] for above in range(-30, 30)]
    assert values == sorted(set(values))


@each_mission
def test_M30_harder_asks_for_ten_points_more(mission: str) -> None:
    target = int(worth.TARGET[MISSIONS.index(mission)])
    pos = ended(mission, target + HARDER - 1, met=True)
    pos[0]["harder"] = 1
    assert outlook(pos)[0] < 0
    pos[0]["points"][0] += 1
    assert outlook(pos)[0] == worth.WON
    assert all(objective.met for objective in objectives(pos))


@each_mode
@seeds(1, 8)
def test_values_are_finite_and_small(mission: str, seats: int, seed: int) -> None:
    positions = list(random_positions(MARAJOARA, deal(MARAJOARA, seats, seed, mission=mission), seed))
    for pos in islice(positions, 0, None, max(1, len(positions) // 20)):
        assert np.isfinite(outlook(pos)).all()
        assert np.abs(outlook(pos)).max() < -worth.LEAST / worth.UNIT
        assert all(abs(value) < -worth.LEAST for value in appeals(pos).values())


@each_mission
@seeds(1, 5)
def test_nothing_promised_is_better_than_a_win(mission: str, seed: int) -> None:
    *before, _ = random_positions(MARAJOARA, deal(MARAJOARA, 1, seed, mission=mission), seed)
    assert max(outlook(pos)[0] for pos in before) <= worth.WON


@each_mode
@seeds(1, 8)
def test_a_move_looks_as_good_as_what_comes_of_it(mission: str, seats: int, seed: int) -> None:
    positions = list(random_positions(MARAJOARA, deal(MARAJOARA, seats, seed, mission=mission), seed))
    for pos in positions[:-1:7]:
        seat = Seat(int(pos[0]["due"]))
        for move, appeal in list(appeals(pos).items())[:40]:
            after = MARAJOARA.play(pos, seat, Move(move))
            if after[0]["stage"] == TO_PAY and SHIFT <= after[0]["action"] < EXHIBIT:
                payment = min(other for other in MARAJOARA.legal(after, seat) if other >= PAY)
                after = MARAJOARA.play(after, seat, payment)
            if mission == "none" or after[0]["stage"] == OVER or appeal < worth.UNIT * worth.WON:
                assert outlook(after)[seat] == appeal / worth.UNIT


@each_mode
def test_what_no_feature_names_changes_nothing(mission: str, seats: int) -> None:
    *_, pos = islice(random_positions(MARAJOARA, deal(MARAJOARA, seats, 3, mission=mission), 3), 30)
    twin = pos.copy()
    twin[0]["moves"] += 5
    twin[0]["cart"] = twin[0]["cart"][::-1]
    assert outlook(twin) == outlook(pos)


@each_mode
def test_the_learner_sees_the_weights_that_make_a_value(mission: str, seats: int) -> None:
    *_, pos = islice(random_positions(MARAJOARA, deal(MARAJOARA, seats, 4, mission=mission), 4), 40)
    p, trace = pos.view(np.recarray)[0], np.zeros(worth.MAX_TRACE, np.int32)
    value = worth.value_by(p, 0, worth.LEARNED, trace)
    table = worth.LEARNED[worth.mode_of(p), worth.PHASE[worth.turns_left(p, 0)]]
    nothing = np.zeros_like(worth.LEARNED)
    assert 0 < trace[0] < worth.MAX_TRACE - 1
    assert trace[1 : trace[0] + 1].max() < worth.FEATURES
    assert value == worth.value_by(p, 0, nothing, p.forced[:]) + int(table[trace[1 : trace[0] + 1]].sum())


def test_imagine_copies() -> None:
    pos, out = deal(MARAJOARA, 2, 5), np.zeros(1, POSITION)
    assert worth.imagine(pos, 1, out) == 1
    assert out.tobytes() == pos.tobytes()

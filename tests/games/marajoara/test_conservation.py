"""Nothing is lost and nothing appears: dice, tokens and points, in thousands of random games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from digsite.bots import play_all
from digsite.core.names import Position
from digsite.games.marajoara.holdings import COUNT
from digsite.games.marajoara.record import (
    COLOUR_SHIFT,
    DICE,
    FACE,
    FRAGMENT_COUNT,
    FRAGMENT_POINTS,
    HIGHEST,
    IN_TURN,
    LAST_SPACE,
    NOBODY,
    OVER,
    RED,
    ROUNDS,
    TOKENS,
    TWO_MUSEUMS,
    WRAPPING,
    YELLOW,
)
from tests.games.marajoara.beside import MARAJOARA, legal
from tests.games.marajoara.rich import MODES, lively_moves, lively_positions, rich
from tests.oracle.marajoara import shares
from tests.support import deal, random_positions, seeds

GAMES = {"random": 910, "greedy": 100}
"""In each of the eleven modes: more than 10,000 in all."""

every_mode = pytest.mark.parametrize(("mission", "seats"), MODES)

Positions = NDArray[Any]
"""Any number of positions: all checks are made on all of them at once."""


def gathered(positions: Iterable[Position]) -> Positions:
    return np.concatenate(list(positions))


def dice(of: Positions) -> NDArray[np.int64]:
    """M1: how many dice of each colour there are, wherever they are."""
    alone = np.concatenate([of["die"], of["cart"], of["round_track"], of["captured"][:, None]], axis=1)
    slate = of["slate"].reshape(len(of), len(DICE), -1).sum(axis=2, dtype=np.int64)
    lying = [((alone >> COLOUR_SHIFT == colour) & (alone > 0)).sum(axis=1) for colour in range(len(DICE))]
    count: NDArray[np.int64] = slate + np.stack(lying, axis=1)
    count[:, :3] += COUNT[of["stored"]].sum(axis=1, dtype=np.int64)
    count[:, RED] += (of["vases_to_show"] > 0).sum(axis=1)
    return count


def ones(bits: NDArray[Any]) -> NDArray[np.int64]:
    count: NDArray[np.int64] = np.bitwise_count(bits).astype(np.int64)
    return count


def tokens(of: Positions) -> NDArray[np.int64]:
    """M3: how many dig tokens each seat has, wherever they are."""
    museum = ones(of["museum_tokens"])
    museum[:, 0] += np.where(of["mission"] == TWO_MUSEUMS, museum[:, 1], 0)
    found: NDArray[np.int64] = ones(of["tokens"]) + of["reserve"] + of["waiting"] + museum
    return found[:, : int(of["seats"][0])]


def nothing_is_lost(of: Positions) -> None:
    """Check what holds in every position."""
    assert (dice(of) == DICE).all()
    assert (tokens(of) == (TOKENS + 3 if of["mission"][0] == TWO_MUSEUMS else TOKENS)).all()
    squares = np.arange(64, dtype=np.uint64)
    assert ((of["occupied"][:, None] >> squares & np.uint64(1)) == (of["die"] > 0)).all()
    assert ((of["die"] > 0) == (of["die"] & FACE > 0)).all()
    assert (of["die"] & FACE <= HIGHEST).all()
    assert (ones(np.bitwise_or.reduce(of["tokens"], axis=1)) == ones(of["tokens"]).sum(axis=1)).all()
    forbidden = of["roped"] | of["plus_one"] | of["plus_two"]
    assert not (of["tokens"] & forbidden[:, None]).any()
    assert ((of["cart"] == 0) == (np.cumsum(of["cart"] == 0, axis=1) > 0)).all()
    at_end = (of["disc"] == LAST_SPACE).sum(axis=1)
    assert (at_end == (of["ends"] != NOBODY).sum(axis=2)).all()
    assert (of["vases"] <= of["most_vases"]).all()
    assert (of["most_vases"] <= 5).all()


# --- after every move


@every_mode
@seeds(few=4, many=50)
def test_nothing_is_lost_in_a_game(mission: str, seats: int, seed: int) -> None:
    pos = deal(MARAJOARA, seats, seed, mission=mission)
    nothing_is_lost(gathered(random_positions(MARAJOARA, pos, seed)))
    nothing_is_lost(gathered(lively_positions(pos, seed)))


@every_mode
@seeds(few=8, many=150)
def test_nothing_is_lost_from_a_rich_position(mission: str, seats: int, seed: int) -> None:
    nothing_is_lost(gathered(lively_positions(rich(mission, seats, seed), seed)))


def test_M15_the_main_action_is_skipped_only_without_a_capture() -> None:
    skipped = 0
    for mission, seats in MODES:
        for seed in range(30):
            for before, _, move, after in lively_moves(rich(mission, seats, seed), seed):
                if MARAJOARA.move_text(before, move) == "end" and not before[0]["acted"]:
                    skipped += 1
                    assert not [text for text in legal(before) if text.startswith("capture")]
                    assert mission == "none" or after[0]["stage"] != IN_TURN
    assert skipped


# --- to the end


def of_seats(of: Positions, of_museums: NDArray[Any]) -> NDArray[np.int64]:
    """Add up what the museums of a seat have: two in mission 6."""
    found = of_museums.astype(np.int64)
    if of["mission"][0] == TWO_MUSEUMS:
        found[:, 0] += found[:, 1]
    return found[:, : int(of["seats"][0])]


def restorations(of: Positions) -> NDArray[np.int64]:
    """M17: the points of each museum; whatever the order, each pair of neighbours counts once."""
    there = (of["restored"][:, :, None] >> np.arange(FRAGMENT_COUNT)) & 1
    beside = np.bitwise_count(of["restored"][:, :, None] & of["neighbours"][:, None, :])
    return np.asarray((there * np.array(FRAGMENT_POINTS)).sum(axis=2) + (there * beside).sum(axis=2) // 2)


def track_ends(of: Positions) -> NDArray[np.int64]:
    """M26."""
    first, second = (of["ends"][:, :, place, None] == np.arange(of["seats"][0]) for place in (0, 1))
    yellow, red, blue = np.moveaxis(2 * first + 1 * second, 1, 0)
    vases, fragments = of_seats(of, of["vases"]), of_seats(of, ones(of["restored"]))
    return np.asarray(np.array([0, 6, 10])[yellow] + red * vases + blue * fragments)


def majorities(of: Positions) -> NDArray[np.int64]:
    """M27; the oracle shares them out."""
    counts = (of_seats(of, of["vases"]), of_seats(of, ones(of["restored"])))
    return sum((np.array([shares(row) for row in count.tolist()]) for count in counts), start=np.array(0))


def subtractions(of: Positions) -> NDArray[np.int64]:
    """M31."""
    mission, track = int(of["mission"][0]), of["round_track"]
    faces = (track & FACE).astype(np.int64)
    if mission == TWO_MUSEUMS:
        gaps = 10 + 12 - of_seats(of, of["vases"]) - of_seats(of, ones(of["restored"]))
        return np.asarray(3 * gaps)
    if mission == 5:
        faces *= 2 * (track >> COLOUR_SHIFT != YELLOW)
    return np.asarray(faces.sum(axis=1, keepdims=True) * (mission in (3, 5, 7, 8)))


def least_points(of: Positions) -> NDArray[np.int64]:
    """The points of what is there to see: vases, each of value 1, fragments, and the end's."""
    rewards = np.cumsum(np.insert(of["rewards"].astype(np.int64), 0, 0, axis=1), axis=1)
    shown = np.take_along_axis(rewards, of["vases"].astype(np.int64), axis=1) + 2 * of["vases"]
    known = of_seats(of, shown + restorations(of)) + track_ends(of)
    return np.asarray(known - subtractions(of)) if of["mission"][0] else known + majorities(of)


def unseen_points(of: Positions) -> NDArray[np.int64]:
    """The most that may come in besides: vases of value 6, some gone again, and spaces of the tracks."""
    disc = of["disc"][:, : int(of["seats"][0])].astype(np.int64)
    spaces = 3 * (disc >= 4) + 5 * (disc >= 6) + np.array([14, 10 + 12 + 5, 6]) * (disc >= 8)
    more = of_seats(of, 10 * of["vases"].astype(np.int64) + 17 * (of["most_vases"] - of["vases"]))
    return np.asarray(spaces.sum(axis=2) + more)


def ended_by_the_rules(of: Positions) -> None:
    """M15, M26, M29: 14 rounds, 14 dice on the round track, or a turn without a capture."""
    assert (of["stage"] == OVER).all()
    retired = (of["round_track"] > 0).sum(axis=1)
    assert (of["round_number"] == (retired if of["mission"][0] else ROUNDS)).all()
    at_once = retired == ROUNDS
    assert not of["slate"][~at_once].any()
    assert not of["captured"].any()
    assert not of["vases_to_show"].any()


def points_add_up(of: Positions) -> int:
    """Check all points; return how many of them are known exactly."""
    points = of["points"][:, : int(of["seats"][0])]
    least, unseen = least_points(of), unseen_points(of)
    if of["mission"][0] != WRAPPING:
        assert (least <= points).all()
    assert (points <= least + unseen).all()
    return int((unseen == 0).sum())


@every_mode
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_thousands_of_games_end_by_the_rules(mission: str, seats: int, bot: str) -> None:
    firsts = [deal(MARAJOARA, seats, seed, mission=mission) for seed in range(GAMES[bot])]
    ends, plies = play_all(MARAJOARA, firsts, [bot] * seats, seed=1)
    nothing_is_lost(ends)
    ended_by_the_rules(ends)
    assert (ends["moves"] == plies).all()
    assert points_add_up(ends) > 0 or bot == "greedy"
    assert all(MARAJOARA.result(Position(end)) for end in np.split(ends, len(ends)))


@every_mode
def test_games_from_rich_positions_end_by_the_rules(mission: str, seats: int) -> None:
    firsts = [rich(mission, seats, seed) for seed in range(100)]
    ends, plies = play_all(MARAJOARA, firsts, ["random"] * seats, seed=1)
    nothing_is_lost(ends)
    ended_by_the_rules(ends)
    assert (ends["moves"] == plies + 100).all()

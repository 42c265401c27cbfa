"""Games walked beside the oracle move by move: from deals in every mode, and from rich positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np
import pytest

from digsite.core.names import Move, Position, Seat
from digsite.games.marajoara import boards
from digsite.games.marajoara.record import (
    FACE,
    GRID,
    LAST_SPACE,
    NOBODY,
    OVER,
    ROUNDS,
    THIRD_YELLOW,
    TO_SHOW,
    TRACKS,
)
from tests.games.marajoara.beside import MARAJOARA, oracle_of, same
from tests.games.marajoara.rich import KINDS, MODES, lively_moves, rich
from tests.oracle.marajoara import FRAGMENTS
from tests.support import deal, random_moves, seeds

FEW_DEALS, FEW_RICH, FEW_STARTS = 2, 8, 60
SOON = 6
"""How many moves are enough to try what a rich position starts with."""

OWN_BOARD = """
site
rrrrrrrr
........
rrrrrrrr
...1...1
rrr..rrr
i1....1i
2i....i2
...22...

stars
........
..*.....
.......*
........
....*...
*.......
*.......
........

showcase
token 0 20 1 7

workshop
9 4
6 5
3 =6
"""
"""A board on which stars are plain, roped, icon and bonus squares, and `≥9` lies in a corner."""

STARTS = [range(FEW_STARTS), pytest.param(range(FEW_STARTS, 400), marks=pytest.mark.long)]

every_mode = pytest.mark.parametrize(("mission", "seats"), MODES)


def walk(pos: Position, moves: Iterable[tuple[Position, Seat, Move, Position]]) -> None:
    """Make moves from a position on both."""
    oracle = oracle_of(pos)
    for before, _, move, after in moves:
        same(before, oracle)
        oracle.play(MARAJOARA.move_text(before, move))
        pos = after
    same(pos, oracle)


@every_mode
@seeds(few=FEW_DEALS, many=30)
def test_the_compiled_rules_agree_with_the_oracle(mission: str, seats: int, seed: int) -> None:
    pos = deal(MARAJOARA, seats, seed, mission=mission)
    walk(pos, lively_moves(pos, seed))


@every_mode
@seeds(few=FEW_RICH, many=60)
def test_they_agree_from_rich_positions(mission: str, seats: int, seed: int) -> None:
    pos = rich(mission, seats, seed)
    walk(pos, lively_moves(pos, seed))


@every_mode
@pytest.mark.parametrize("starts", STARTS)
def test_they_agree_on_what_many_rich_positions_start_with(mission: str, seats: int, starts: range) -> None:
    for seed in starts:
        pos = rich(mission, seats, -seed)
        walk(pos, islice(lively_moves(pos, seed), SOON))


@every_mode
@seeds(few=1, many=6)
def test_they_agree_on_an_own_board(mission: str, seats: int, seed: int) -> None:
    board = boards.board_text(boards.read_board(OWN_BOARD))
    harder = "no" if mission == "none" else "yes"
    pos = deal(MARAJOARA, seats, seed, mission=mission, harder=harder, board=board)
    assert board in MARAJOARA.text(pos)
    walk(pos, lively_moves(pos, seed))


@pytest.mark.parametrize(("mission", "seats"), [("none", 2), ("6", 1)])
def test_they_agree_where_every_move_is_as_likely(mission: str, seats: int) -> None:
    pos = deal(MARAJOARA, seats, 1, mission=mission)
    walk(pos, random_moves(MARAJOARA, pos, 1))


# --- what these games come to


WANTED = [
    *KINDS,
    *(f"restore {fragment}" for fragment in FRAGMENTS),
    *(f"excavate {track} {space}" for track in TRACKS for space in range(1, 10)),
    "restore done",
    "raise done",
    "restore with doubled dice",
    "token in another's turn",
    "raise in another's turn",
    "a token has no room",
    "a last space is full",
    "no capture, no main action",
    "a vase for one credit",
    "a third yellow die by a swap",
    *(f"{verb} reaches a star" for verb in ("capture", "shift", "recycle")),
    "recycle within ropes",
    "recycle onto an own token",
    "recycle anywhere",
    "mission 7: a die turns to 1",
    "over after 14 rounds",
    "over with 14 dice",
    "over without a capture",
    *(f"mission {mission} won" for mission in range(1, 9)),
]


def test_the_walks_come_to_everything() -> None:
    """All this is chosen by somebody in the games above, in `make test` already."""
    seen: Counter[str] = Counter()
    for mission, seats in MODES:
        for seed in range(FEW_DEALS):
            seen.update(story(deal(MARAJOARA, seats, seed, mission=mission), seed))
        for seed in range(FEW_RICH):
            seen.update(story(rich(mission, seats, seed), seed))
        for seed in range(FEW_STARTS):
            seen.update(story(rich(mission, seats, -seed), seed, SOON))
    assert {what: seen[what] for what in WANTED if not seen[what]} == {}


def story(pos: Position, seed: int, most: int | None = None) -> Iterator[str]:
    """All that happened in a lively game, or in so many moves of it."""
    for before, seat, move, after in islice(lively_moves(pos, seed), most):
        yield from happened(before, seat, move, after)
        pos = after
    yield from outcome(pos)


def happened(before: Position, seat: Seat, move: Move, after: Position) -> Iterator[str]:
    p, words = before[0], MARAJOARA.move_text(before, move).split()
    verb = words[0]
    yield verb
    if verb == "restore":
        yield f"restore {words[1]}"
    if verb == "excavate":
        yield f"excavate {words[1]} {after[0]['disc'][seat, TRACKS.index(words[1])]}"
    if verb == "recycle":
        yield f"recycle {target(before, seat, words[2])}"
    if words[-1] == "done":
        yield f"{verb} done"
    if seat != p["active"]:
        yield f"{verb} in another's turn"
    yield from (name for name, true in circumstances(p, after[0], verb).items() if true)


def circumstances(p: np.void, after: np.void, verb: str) -> dict[str, bool]:
    discs = p["disc"][p["active"]]
    beyond = (discs < LAST_SPACE) & (discs + (p["captured"] & FACE) >= LAST_SPACE)
    full = p["ends"][:, 1] != NOBODY
    third_yellow = (p["museum_tokens"] & THIRD_YELLOW) > (after["museum_tokens"] & THIRD_YELLOW)
    mover = {"pay": "shift", "end": "recycle"}.get(verb, verb)
    return {
        "restore with doubled dice": verb == "restore" and p["doubled"],
        "a token has no room": p["waiting"].any() and not p["placing"],
        "a last space is full": verb in ("excavate", "spend") and (beyond & full).any(),
        "no capture, no main action": verb == "end" and not p["acted"],
        "a vase for one credit": verb == "exhibit" and p["stage"] == TO_SHOW,
        "a third yellow die by a swap": verb in ("give", "take") and third_yellow.any(),
        f"{mover} reaches a star": after["unreached"] != p["unreached"],
        "mission 7: a die turns to 1": after["stage"] != OVER and after["points"][0] < p["points"][0],
    }


def target(pos: Position, seat: Seat, name: str) -> str:
    """M22: what kind of square a die is recycled to."""
    bit = 1 << (GRID.square(name) or 0)
    if int(pos[0]["roped"]) & bit:
        return "within ropes"
    return "onto an own token" if int(pos[0]["tokens"][seat]) & bit else "anywhere"


def outcome(pos: Position) -> Iterator[str]:
    result = MARAJOARA.result(pos)
    if result is None:
        return
    mission = int(pos[0]["mission"])
    if not mission:
        yield "over after 14 rounds"
        return
    yield "over with 14 dice" if pos[0]["round_number"] == ROUNDS else "over without a capture"
    if result.winners:
        yield f"mission {mission} won"

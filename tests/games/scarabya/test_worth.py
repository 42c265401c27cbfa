"""What Scarabya's bots know: fast equals obvious, and nothing depends on how a site is turned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from digsite.core.names import CHANCE, Move, Position, Seat
from digsite.games.scarabya import kernel, worth
from digsite.games.scarabya.boards import marked
from digsite.games.scarabya.notation import drawing, first_position
from digsite.games.scarabya.record import BASE, DUEL, MODES, NONE, SIDE, SOLO, TILES
from digsite.games.scarabya.squares import squares
from digsite.games.scarabya.tiles import ALL, Drawing, flipped, turned
from tests.games.scarabya.drawn import SCARABYA
from tests.support import deal, random_moves, random_positions, seeds

KINDS = [("base", 1), ("base", 3), ("duel", 2), ("solo", 1)]
each_kind = pytest.mark.parametrize(("mode", "seats"), KINDS)
BY_SQUARES = {frozenset(placement.squares): move for move, placement in enumerate(ALL)}


def weights() -> NDArray[np.int16]:
    """Weights that differ everywhere, so that nothing can be forgotten unseen."""
    return np.random.default_rng(1).integers(-999, 999, worth.WEIGHTS).astype(np.int16)


# --- the obvious definitions


def pattern(pos: Position, site: int, square: int, steps: worth.Steps) -> str:
    """Return what lies at the end of each step: # blocked, . open, S a scarab on an open square."""
    p = pos[0]
    shut = {*squares(p["rocks"]), *squares(p["covered"][site])}
    scarabs = {*squares(p["scarabs"])} - shut
    marks = ""
    for row, column in ((square // SIDE + r, square % SIDE + c) for r, c in steps):
        at = row * SIDE + column
        on_site = 0 <= row < SIDE and 0 <= column < SIDE
        marks += "#" if not on_site or at in shut else "S" if at in scarabs else "."
    return marks


def looks(pos: Position, site: int, square: int) -> list[int]:
    """Return the three classes of what is around a square."""
    binary, ternary = str.maketrans("#.S", "011"), str.maketrans("#.S", "012")
    kinds = (
        (worth.CLOSE, binary, 2, worth.CLASS_CLOSE, 0),
        (worth.WIDE, binary, 2, worth.CLASS_WIDE, worth.FIRST_WIDE),
        (worth.BESIDE, ternary, 3, worth.CLASS_BESIDE, worth.FIRST_BESIDE),
    )
    return [
        first + int(classes[int(pattern(pos, site, square, steps).translate(digits)[::-1], base)])
        for steps, digits, base, classes, first in kinds
    ]


def promise(pos: Position, seat: int, table: NDArray[np.int16]) -> int:
    """Return what is still to come for a seat that has just placed."""
    p = pos[0]
    site = 0 if p["mode"] == DUEL else seat
    shut = {*squares(p["covered"][site]), *squares(p["closed"][site])}
    live = {*squares(p["scarabs"])} - shut
    lost = {*squares(p["scarabs"])} & {*squares(p["closed"][site])}
    phase = (0, 1 + seat, 3)[p["mode"]] * worth.PHASES + int(p["deck"]).bit_count()
    row = table.reshape(-1, worth.ROW)[phase].astype(int)
    several = len(live) * worth.LOST + (min(len(lost), worth.LOST - 1) if p["mode"] == SOLO else 0)
    return int(sum(row[looks(pos, site, s)].sum() for s in live) + row[worth.CLASSES + several])


def appeal(pos: Position, seat: Seat, move: Move, table: NDArray[np.int16]) -> int:
    """Play the move: the points that it brings, and what is to come then."""
    after = pos.copy()
    kernel.lay(after[0], seat, move)
    points = int(after[0]["points"][seat] - pos[0]["points"][seat])
    return promise(after, seat, table) + (0 if pos[0]["mode"] == SOLO else worth.UNIT * points)


def appeals(pos: Position, seat: Seat, table: NDArray[np.int16]) -> list[int]:
    moves = np.array(SCARABYA.legal(pos, seat), np.int32)
    out = np.empty_like(moves)
    worth.appeals_by(pos, seat, moves, len(moves), out, np.empty_like(pos), table)
    return [int(number) for number in out]


def due_seats(mode: str, seats: int, seed: int) -> Iterator[tuple[Position, Seat]]:
    for pos in random_positions(SCARABYA, deal(SCARABYA, seats, seed, mode=mode), seed):
        yield from ((pos, seat) for seat in SCARABYA.movers(pos) if seat != CHANCE)


@each_kind
@seeds(1, 20)
def test_moves_look_as_good_as_what_they_bring_and_leave(mode: str, seats: int, seed: int) -> None:
    table = weights()
    for pos, seat in due_seats(mode, seats, seed):
        moves = SCARABYA.legal(pos, seat)
        found = appeals(pos, seat, table)
        for i in range(seed % 7, len(moves), 7):
            assert found[i] == appeal(pos, seat, moves[i], table), SCARABYA.move_text(pos, moves[i])


@each_kind
def test_bots_go_by_what_was_learned(mode: str, seats: int) -> None:
    for pos, seat in due_seats(mode, seats, seed=3):
        moves = np.array(SCARABYA.legal(pos, seat), np.int32)
        out = np.empty_like(moves)
        worth.appeals(pos, seat, moves, len(moves), out, np.empty_like(pos))
        assert out.tolist() == appeals(pos, seat, worth.LEARNED)


def test_something_was_learned_about_every_mode() -> None:
    assert worth.LEARNED.shape == (worth.WEIGHTS,)
    used = (worth.LEARNED.reshape(4, worth.PHASES, worth.ROW) != 0).sum(axis=2)
    assert (used[[BASE, -1], 1:11] > 100).all()  # in a duel seats take turns: each has every other phase
    assert (used[1:3, 1:11].sum(axis=0) > 100).all()


def test_all_draws_look_alike() -> None:
    assert set(appeals(deal(SCARABYA, 1, seed=1), CHANCE, weights())) == {0}


# --- turned and flipped sites


def turn_site(site: Drawing) -> Drawing:
    return turned(site, 1)


@pytest.mark.parametrize("change", [turn_site, flipped])
@each_kind
def test_turned_and_flipped_sites_are_worth_the_same(
    mode: str, seats: int, change: Callable[[Drawing], Drawing]
) -> None:
    first = deal(SCARABYA, seats, seed=5, mode=mode)
    other = first_position(MODES.index(mode), seats, change(drawing(first)), order="")
    for pos, seat, move, _ in random_moves(SCARABYA, first, seed=5):
        assert outlook(pos) == outlook(other)
        if seat == CHANCE:
            other = SCARABYA.play(other, seat, move)
            continue
        assert sorted(appeals(pos, seat, weights())) == sorted(appeals(other, seat, weights()))
        other = SCARABYA.play(other, seat, changed(move, change))


def changed(move: Move, change: Callable[[Drawing], Drawing]) -> Move:
    """Return the placement on a site that was changed."""
    cells = ["S" if square in ALL[move].squares else "." for square in range(SIDE * SIDE)]
    rows = tuple("".join(cells[row * SIDE :][:SIDE]) for row in reversed(range(SIDE)))
    return Move(BY_SQUARES[frozenset(squares(marked(change(rows), "S")))])


# --- what seats may expect


def outlook(pos: Position) -> list[float]:
    out = np.zeros(len(pos[0]["points"]))
    worth.outlook(pos, out)
    return out.tolist()


@each_kind
@seeds(3, 30)
def test_in_the_end_everybody_gets_what_they_expect(mode: str, seats: int, seed: int) -> None:
    *_, last = random_positions(SCARABYA, deal(SCARABYA, seats, seed, mode=mode), seed)
    points = SCARABYA.points(last)
    expected: dict[int, Any] = {
        BASE: points,
        DUEL: (points[0] - points[-1], points[-1] - points[0]),
        SOLO: (worth.MISSED ** (24 - points[0]),),
    }
    assert outlook(last)[:seats] == list(expected[last[0]["mode"]])


@each_kind
def test_what_is_expected_is_a_utility(mode: str, seats: int) -> None:
    for pos in random_positions(SCARABYA, deal(SCARABYA, seats, seed=2, mode=mode), seed=2):
        found = outlook(pos)[:seats]
        if mode == "duel":
            assert sum(found) == pytest.approx(0)
        elif mode == "solo":
            assert 0 < found[0] <= 1
        else:
            assert all(np.array(found) >= np.array(SCARABYA.points(pos)) - 5)


def test_with_a_card_open_the_best_placement_is_expected() -> None:
    for mode, seats in KINDS:
        for pos, seat in due_seats(mode, seats, seed=4):
            best = max(appeals(pos, seat, worth.LEARNED))
            assert outlook(pos)[seat] == pytest.approx(worth.expected(pos, seat, float(best)))


@each_kind
def test_what_the_learner_adds_up_is_what_is_promised(mode: str, seats: int) -> None:
    table = weights()
    index, amount = np.zeros(worth.MAX_FEATURES, np.int64), np.zeros(worth.MAX_FEATURES)
    for pos in random_positions(SCARABYA, deal(SCARABYA, seats, seed=6, mode=mode), seed=6):
        if SCARABYA.movers(pos) != (CHANCE,):
            continue
        for seat in range(seats):
            count = worth.features(pos, seat, index, amount)
            total = (table[index[:count]] * amount[:count]).sum()
            assert total == worth.promise_by(pos[0], seat, table)


# --- what a seat thinks about


@each_kind
@seeds(2, 10)
def test_seats_think_about_a_position_with_the_same_moves(mode: str, seats: int, seed: int) -> None:
    for pos in random_positions(SCARABYA, deal(SCARABYA, seats, seed, mode=mode), seed):
        for seat in map(Seat, range(seats)):
            view = SCARABYA.view(pos, seat)
            thought = np.zeros_like(pos)
            own = Seat(worth.imagine(view, seat, thought))
            assert SCARABYA.legal(thought, own) == SCARABYA.legal(view, seat)
            assert SCARABYA.seats(thought) == (1 if mode == "base" else seats)
            assert outlook(thought)[own] == pytest.approx(outlook(view)[seat])
            assert (SCARABYA.movers(thought) == ()) == (pos[0]["deck"] == 0 and not due(thought))


def due(pos: Position) -> tuple[Seat, ...]:
    return tuple(seat for seat in SCARABYA.movers(pos) if seat != CHANCE)


def test_alone_a_seat_goes_on_when_it_has_placed_its_tile() -> None:
    pos = deal(SCARABYA, 3, seed=1)
    pos = SCARABYA.play(pos, CHANCE, SCARABYA.legal(pos, CHANCE)[0])
    pos = SCARABYA.play(pos, Seat(1), SCARABYA.legal(pos, Seat(1))[0])
    thought = np.zeros_like(pos)
    worth.imagine(SCARABYA.view(pos, Seat(1)), 1, thought)
    assert SCARABYA.movers(thought) == (CHANCE,)
    assert (thought[0]["placement"][0] >= 0).sum() == 1
    assert thought[0]["card"] == NONE
    assert int(thought[0]["deck"]).bit_count() == TILES - 1

"""What holds in every game of Scarabya, whatever is played."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digsite.core.names import CHANCE, Move, Position, Seat
from digsite.games.scarabya.record import DRAW, NONE, NOT_YET, TILES
from digsite.games.scarabya.squares import names, squares
from tests.games.scarabya.drawn import SCARABYA, legal
from tests.support import deal, random_moves, random_positions

MODES = [("base", 1), ("base", 2), ("base", 4), ("duel", 2), ("solo", 1)]
KNOWN = "XZFILNPTUVWY"

each_mode = pytest.mark.parametrize(("mode", "seats"), MODES)
each_seed = pytest.mark.parametrize("seed", range(4))


@each_mode
@each_seed
def test_nothing_is_lost(mode: str, seats: int, seed: int) -> None:
    for pos in random_positions(SCARABYA, deal(SCARABYA, seats, seed, mode=mode), seed):
        p = pos[0]
        turned = [tile for tile in p["order"] if tile != NONE]
        left = [tile for tile in range(TILES) if int(p["deck"]) >> tile & 1]
        assert sorted([*turned, *left]) == list(range(TILES))
        assert len(turned) == p["drawn"]
        for site in range(1 if mode == "duel" else seats):
            laid = p["placement"] if mode == "duel" else p["placement"][site]
            assert len(squares(p["covered"][site])) == 5 * (laid >= 0).sum()
            layers = (p["covered"][site], p["closed"][site], p["rocks"])
            assert not any((a & b).any() for a, b in permutations(layers, 2))


@each_mode
@each_seed
def test_areas_stay_as_they_are_once_closed(mode: str, seats: int, seed: int) -> None:
    pos = deal(SCARABYA, seats, seed, mode=mode)
    for before, _, _, after in random_moves(SCARABYA, pos, seed):
        assert (before[0]["closed"] & ~after[0]["closed"] == 0).all()


@each_mode
@each_seed
def test_a_known_order_is_read_back_as_it_was_written(mode: str, seats: int, seed: int) -> None:
    first = deal(SCARABYA, seats, seed, mode=mode, order=KNOWN)
    for pos in random_positions(SCARABYA, first, seed):
        assert SCARABYA.read(SCARABYA.text(pos)).tobytes() == pos.tobytes()


def test_every_move_has_a_text_of_its_own_and_none_begins_another() -> None:
    pos = deal(SCARABYA, 1, seed=1)
    texts = sorted(SCARABYA.move_text(pos, Move(move)) for move in range(DRAW + TILES))
    assert [SCARABYA.read_move(pos, text) for text in texts]
    assert not any(after.startswith(f"{before} ") for before, after in pairwise(texts))
    assert len(set(texts)) == DRAW + TILES


@each_mode
@each_seed
def test_gains_are_what_the_points_grow_by(mode: str, seats: int, seed: int) -> None:
    pos = deal(SCARABYA, seats, seed, mode=mode)
    for before, seat, move, after in random_moves(SCARABYA, pos, seed):
        moves, gains = SCARABYA.legal(before, seat), SCARABYA.gains(before, seat)
        assert len(moves) == len(gains)
        gain = gains[list(moves).index(move)]
        assert gain == SCARABYA.brings(before, seat, move)["points"]
        if seat != CHANCE:
            end = round_end(after)
            assert SCARABYA.points(end)[seat] - SCARABYA.points(before)[seat] == gain


def round_end(pos: Position) -> Position:
    """Let all who are due place their tile."""
    while (due := SCARABYA.movers(pos)) and due != (CHANCE,):
        pos = SCARABYA.play(pos, due[0], SCARABYA.legal(pos, due[0])[0])
    return pos


@each_mode
@each_seed
def test_everyone_hears_every_placement_once(mode: str, seats: int, seed: int) -> None:
    first = deal(SCARABYA, seats, seed, mode=mode)
    end, listeners = first, (*map(Seat, range(seats)), None)
    heard: dict[Seat | None, list[tuple[int, str, str]]] = {to: [] for to in listeners}
    for before, seat, move, end in random_moves(SCARABYA, first, seed):
        for to in listeners:
            told = SCARABYA.tell(before, seat, move, end, to)
            heard[to] += [(h["seat"], h["tile"], h["at"]) for h in told if h["what"] == "lay"]
    rows = [row.split(" | ") for row in SCARABYA.text(end).splitlines() if " | " in row]
    laid = [
        (seat, tile, cell.split()[1])
        for tile, *cells in rows
        for seat, cell in enumerate(cells)
        if " " in cell
    ]
    assert all(sorted(heard[to]) == sorted(laid) for to in listeners)


# --- rounds in which several seats are due


def in_a_round(seats: int, seed: int, cards: int) -> Position:
    """Return a position of the base game in which all have a tile to place."""
    for pos in random_positions(SCARABYA, deal(SCARABYA, seats, seed), seed):
        if pos[0]["drawn"] > cards and len(SCARABYA.movers(pos)) == seats > 1:
            return pos
    return in_a_round(seats, seed + 1, cards)


rounds = st.builds(in_a_round, st.integers(2, 4), st.integers(0, 10**6), st.integers(0, 6))


def choice(data: st.DataObject, pos: Position, seat: Seat) -> Move:
    return data.draw(st.sampled_from(SCARABYA.legal(pos, seat)))


@settings(max_examples=30, deadline=None)
@given(rounds, st.data())
def test_the_order_within_a_round_changes_nothing(pos: Position, data: st.DataObject) -> None:
    seats = SCARABYA.movers(pos)
    choices = {seat: choice(data, pos, seat) for seat in seats}
    ends = set()
    for order in permutations(seats):
        after = pos
        for seat in order:
            after = SCARABYA.play(after, seat, choices[seat])
        ends.add(after.tobytes())
    assert len(ends) == 1


@settings(max_examples=60, deadline=None)
@given(rounds, st.data())
def test_twins_that_a_seat_cannot_tell_apart_look_and_sound_the_same(
    pos: Position, data: st.DataObject
) -> None:
    """One twin differs from the other in what one seat chose: nobody else may notice."""
    mover = data.draw(st.sampled_from(SCARABYA.movers(pos)))
    moves = [choice(data, pos, mover) for _ in range(2)]
    twins = [SCARABYA.play(pos, mover, move) for move in moves]
    for to in (*SCARABYA.movers(pos), None):
        if to != mover:
            views = [SCARABYA.view(twin, to).tobytes() for twin in twins]
            told = [SCARABYA.tell(pos, mover, m, t, to) for m, t in zip(moves, twins, strict=True)]
            assert views[0] == views[1]
            assert told[0] == told[1]
    own = [SCARABYA.view(twin, mover).tobytes() for twin in twins]
    assert (own[0] == own[1]) == (moves[0] == moves[1])


@settings(max_examples=30, deadline=None)
@given(rounds, st.data())
def test_a_search_can_play_on_from_a_view(pos: Position, data: st.DataObject) -> None:
    mover, *others = SCARABYA.movers(pos)
    view = SCARABYA.view(SCARABYA.play(pos, mover, choice(data, pos, mover)), others[0])
    assert SCARABYA.movers(view) == (mover, *others)
    assert legal(view, mover) == legal(pos, mover)
    *_, end = random_positions(SCARABYA, view, seed=1)
    assert SCARABYA.result(end) is not None
    assert (end[0]["chosen"] == NOT_YET).all()


def test_names_of_squares_and_words_agree() -> None:
    everything = np.array([2**50 - 1, 2**50 - 1], np.uint64)
    assert names(everything)[::11] == ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8", "i9", "j10"]

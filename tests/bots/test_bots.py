"""Bots: what they take, what they may know, and how chance falls when they play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digsite.bots import BOTS, Bot, Budget, play_all, policies
from digsite.bots.rng import below, seeded
from digsite.bots.room import Room
from digsite.core.errors import DigsiteError, IllegalMove
from digsite.core.game import Game
from digsite.core.names import CHANCE, Move, Position, Seat
from digsite.games import game
from digsite.games.scarab.notation import sketch
from digsite.games.scarabya.record import LETTERS, TILES
from tests.games.scarab import drawn as scarab
from tests.games.scarab.drawn import SCARAB
from tests.games.scarabya import drawn as scarabya
from tests.games.scarabya.drawn import FIRST, SCARABYA, SECOND
from tests.games.variants import Variant, every_variant
from tests.support import deal, random_positions

MARAJOARA = game("marajoara")

every_bot = pytest.mark.parametrize("name", BOTS)
FEW = Budget(nodes=12)
"""Enough for a search to begin."""


def chosen(
    game: Game, name: str, pos: Position, seat: Seat, seeds: Iterable[int] = range(60)
) -> Counter[str]:
    """Return how often a bot chooses each move."""
    view = game.view(pos, seat)
    moves = (Bot(game, name, seed, FEW).move(view, seat) for seed in seeds)
    return Counter(game.move_text(pos, move) for move in moves)


def best(game: Game, pos: Position, seat: Seat) -> set[str]:
    """Return the moves that bring most points at once."""
    gains = game.gains(pos, seat)
    moves = zip(game.legal(pos, seat), gains, strict=True)
    return {game.move_text(pos, move) for move, gain in moves if gain == max(gains)}


def assert_likely(counts: Sequence[int], weights: Sequence[int]) -> None:
    """Refuse what chance brings about less than once in thousands of times (Pearson's test)."""
    total, freedom = sum(counts), len(counts) - 1
    expected = [total * weight / sum(weights) for weight in weights]
    distance = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))
    assert abs(distance - freedom) < 5 * np.sqrt(2 * freedom)


# --- what they choose


def test_greedy_takes_the_highest_stone() -> None:
    pos = scarab.drawn("P +3 -8 +7 A +6")
    assert set(chosen(SCARAB, "greedy", pos, FIRST)) == {"go e2"}


def test_greedy_prefers_an_ankh_to_a_loss_and_puts_the_worst_stone_back() -> None:
    pos = scarab.drawn("P -1 A", "-8 -3")
    assert set(chosen(SCARAB, "greedy", pos, FIRST)) == {"go d2"}
    put = chosen(SCARAB, "greedy", scarab.played(pos, "go d2"), FIRST)
    assert {move.split()[1] for move in put} == {"-8"}


def test_greedy_keeps_what_it_has_won() -> None:
    pos = scarab.played(scarab.drawn("P A +1", "+8"), "go c2")
    assert set(chosen(SCARAB, "greedy", pos, FIRST)) == {"keep"}


CORRIDOR = """
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    R R R R . . . . . .
    S S . S . . . . . .
    R R R R . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    """


@pytest.mark.parametrize(("mode", "seats"), [("base", 1), ("duel", 2)])
def test_greedy_closes_the_area_worth_most(mode: str, seats: int) -> None:
    pos = scarabya.drawn(CORRIDOR, "I", mode=mode, seats=seats)
    taken = chosen(SCARABYA, "greedy", pos, FIRST)
    assert set(taken) == {text for text in scarabya.legal(pos) if brought(pos, text) == 12}
    assert all("e5" in scarabya.covers(pos, text) for text in taken)


def test_greedy_covers_scarabs_when_alone() -> None:
    pos = scarabya.drawn(CORRIDOR.replace("S S . S . . . .", ". . . . S S S S"), "I", mode="solo")
    assert all({"e5", "f5", "g5", "h5"} < scarabya.covers(pos, text) for text in best(SCARABYA, pos, FIRST))
    assert set(chosen(SCARABYA, "greedy", pos, FIRST)) == best(SCARABYA, pos, FIRST)


def brought(pos: Position, text: str) -> Any:
    return SCARABYA.brings(pos, FIRST, SCARABYA.read_move(pos, text))["points"]


@every_variant
def test_greedy_never_takes_less_than_the_most(variant: Variant) -> None:
    rules = variant.game
    for seed, pos in enumerate(random_positions(rules, variant.deal(1), seed=1)):
        for seat in set(rules.movers(pos)) - {CHANCE}:
            move = Bot(rules, "greedy", seed).move(rules.view(pos, seat), seat)
            assert rules.move_text(pos, move) in best(rules, pos, seat)


def test_keen_fills_its_museum_and_wastes_no_money() -> None:
    kinds = Counter[str]()
    for seed in range(20):
        pos = deal(MARAJOARA, 2, seed)
        while due := MARAJOARA.movers(pos):
            move = Bot(MARAJOARA, "keen", seed).move(MARAJOARA.view(pos, due[0]), due[0])
            kinds[MARAJOARA.move_text(pos, move).split()[0]] += 1
            pos = MARAJOARA.play(pos, due[0], move)
    assert kinds["store"] > 3 * kinds["shift"]
    assert min(kinds["exhibit"], kinds["restore"], kinds["excavate"]) > 20


@pytest.mark.parametrize("mission", ["none", "1", "2", "3", "4", "5", "6", "7", "8"])
def test_keen_gets_far_more_than_greedy_in_every_mission(mission: str) -> None:
    seats = 2 if mission == "none" else 1
    firsts = [deal(MARAJOARA, seats, seed, mission=mission) for seed in range(100)]
    ends = {name: play_all(MARAJOARA, firsts, [name] * seats, 1)[0] for name in ("greedy", "keen")}
    assert ends["keen"]["points"][:, 0].mean() > ends["greedy"]["points"][:, 0].mean() + 8


def test_keen_beats_greedy_at_marajoara() -> None:
    firsts = [deal(MARAJOARA, 2, seed) for seed in range(200)]
    ends, _ = play_all(MARAJOARA, firsts, ["greedy", "keen"], 1)
    points = ends["points"]
    assert (points[:, 1] > points[:, 0]).mean() > 0.97


@every_variant
def test_ties_are_broken_by_the_seed_and_none_is_left_out(variant: Variant) -> None:
    rules, tied = variant.game, 0
    for pos in islice(random_positions(rules, variant.deal(2), seed=2), 40):
        for seat in set(rules.movers(pos)) - {CHANCE}:
            if 1 < len(ties := best(rules, pos, seat)) <= 6:
                tied += 1
                assert set(chosen(rules, "greedy", pos, seat)) == ties
    assert tied > 0


def test_every_tie_is_as_likely() -> None:
    pos = scarab.drawn("P +3 -1 +3 . +3 +2 +3")
    taken = chosen(SCARAB, "greedy", pos, FIRST, range(1000))
    assert set(taken) == {"go c2", "go e2", "go g2", "go i2"}
    assert_likely(list(taken.values()), [1] * 4)


@pytest.mark.parametrize(
    ("game", "pos"),
    [
        (SCARAB, scarab.drawn("P +3 -1 +3 . -8 A")),
        (SCARAB, deal(SCARAB, 2, seed=1, deflection="yes")),
        (SCARABYA, scarabya.played(deal(SCARABYA, 1, seed=1), "draw X")),
    ],
)
def test_random_takes_any_move_as_likely_as_any_other(game: Game, pos: Position) -> None:
    legal = game.legal(pos, FIRST)
    taken = chosen(game, "random", pos, FIRST, range(50 * len(legal)))
    assert_likely([taken[game.move_text(pos, move)] for move in legal], [1] * len(legal))


# --- what their choice depends on


@every_bot
@every_variant
def test_a_bot_chooses_the_same_in_the_same_view(variant: Variant, name: str) -> None:
    rules = variant.game
    for seed, pos in enumerate(islice(random_positions(rules, variant.deal(3), seed=3), 30)):
        for seat in set(rules.movers(pos)) - {CHANCE}:
            moves = {Bot(rules, name, seed, FEW).move(rules.view(pos, seat), seat) for _ in range(2)}
            assert len(moves) == 1


def test_two_seats_with_the_same_bot_do_not_echo_each_other() -> None:
    pos = scarabya.played(deal(SCARABYA, 2, seed=1), "draw X")
    assert list(SCARABYA.legal(pos, FIRST)) == list(SCARABYA.legal(pos, SECOND))
    moves = [[one(SCARABYA, pos, seat, seed) for seed in range(20)] for seat in (FIRST, SECOND)]
    assert moves[0] != moves[1]


def one(game: Game, pos: Position, seat: Seat, seed: int) -> Move:
    """Return what random chooses."""
    return Bot(game, "random", seed).move(game.view(pos, seat), seat)


def test_a_bot_does_not_repeat_itself_from_round_to_round() -> None:
    pos = scarab.drawn("P +3 -1 +3 . +3 +2 +3")
    later = sketch(SCARAB.text(pos).replace("moves 1\n", "moves 3\n"))
    moves = [[one(SCARAB, at, FIRST, seed) for seed in range(20)] for at in (pos, later)]
    assert moves[0] != moves[1]


@every_bot
@settings(max_examples=30, deadline=None)
@given(st.integers(2, 4), st.integers(0, 10**6), st.data())
def test_a_choice_depends_on_nothing_hidden(name: str, seats: int, seed: int, data: st.DataObject) -> None:
    """Twins differ in what one seat chose and sealed: no bot on another seat plays differently."""
    letter = data.draw(st.sampled_from(LETTERS))
    pos = scarabya.played(deal(SCARABYA, seats, seed), f"draw {letter}")
    mover, *others = data.draw(st.permutations(SCARABYA.movers(pos)))
    moves = st.sampled_from(SCARABYA.legal(pos, mover))
    sealed = data.draw(st.lists(moves, min_size=2, max_size=2, unique=True))
    twins = [SCARABYA.play(pos, mover, move) for move in sealed]
    assert twins[0].tobytes() != twins[1].tobytes()
    for seat in others:
        choices = [chosen(SCARABYA, name, twin, seat, range(seed, seed + 3)) for twin in twins]
        assert choices[0] == choices[1]


# --- refusals


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(DigsiteError) as refusal:
        Bot(SCARAB, "deep", 1)
    assert (refusal.value.code, refusal.value.values["bot"]) == ("unknown_bot", "deep")
    assert all(name in str(refusal.value.values["bots"]) for name in BOTS)


@every_bot
@every_variant
def test_a_seat_that_is_not_due_has_no_move(variant: Variant, name: str) -> None:
    rules = variant.game
    for pos in random_positions(rules, variant.deal(4), seed=4):
        for seat in set(map(Seat, range(variant.seats))) - set(rules.movers(pos)):
            with pytest.raises(IllegalMove):
                Bot(rules, name, 1).move(rules.view(pos, seat), seat)


# --- whole games


@every_variant
def test_games_are_played_to_the_end_from_wherever_they_are(variant: Variant) -> None:
    rules = variant.game
    walk = list(random_positions(rules, variant.deal(5), seed=5))[::9]
    before = [pos.tobytes() for pos in walk]
    play_all(rules, walk[:1], ["random"] * 4, seed=1)
    ends, plies = play_all(rules, walk, ["random", "greedy"] * 2, seed=1)
    assert [pos.tobytes() for pos in walk] == before, "positions are values"
    for end, pos, made in zip(np.split(ends, len(ends)), walk, plies, strict=True):
        assert rules.result(Position(end)) is not None
        assert (made == 0) == (rules.movers(pos) == ())


@every_variant
def test_games_depend_on_the_seed_alone(variant: Variant) -> None:
    names = ["random", "greedy", "greedy", "random"]
    firsts = [variant.deal(seed) for seed in range(5)]
    one, other, another = (play_all(variant.game, firsts, names, seed)[0].tobytes() for seed in (1, 1, 2))
    assert one == other != another


@pytest.mark.parametrize("names", [["greedy", "random"], ["random", "greedy"]])
def test_greedy_beats_random(names: list[str]) -> None:
    ends, _ = play_all(SCARAB, [deal(SCARAB, 2, seed) for seed in range(200)], names, seed=1)
    results = [SCARAB.result(Position(end)) for end in np.split(ends, len(ends))]
    won = sum(result is not None and result.winners == (names.index("greedy"),) for result in results)
    assert won >= 180


# --- chance


def test_every_card_comes_first_as_often() -> None:
    pos = deal(SCARABYA, 1, seed=1)
    ends, _ = play_all(SCARABYA, [pos] * 1200, ["random"], seed=1)
    assert_likely(np.bincount(ends["order"][:, 0], minlength=TILES).tolist(), [1] * TILES)
    assert_likely(np.bincount(ends["order"][:, -1], minlength=TILES).tolist(), [1] * TILES)


def test_a_known_order_is_followed() -> None:
    pos = deal(SCARABYA, 2, seed=1, order="ZYXWVUTPNLIF")
    ends, _ = play_all(SCARABYA, [pos] * 20, ["random", "greedy"], seed=1)
    orders = {"".join(LETTERS[tile] for tile in order) for order in ends["order"]}
    assert orders == {"ZYXWVUTPNLIF"}


@pytest.mark.parametrize("odds", [[1], [1, 1], [1, 2, 3, 4], [7, 1, 1], [1, 1, 7], [3, 5, 3, 20, 1]])
def test_draws_follow_their_weights(odds: list[int]) -> None:
    """No game has cards of different weights yet: a kernel of nothing but odds."""

    def weights(pos: Any, out: Any) -> int:  # noqa: ARG001
        out[: len(odds)] = odds
        return len(odds)

    draw = FunctionType(policies.draw.__code__, vars(policies) | {"weights": weights})
    moves, buffer = np.arange(100, 110, dtype=np.int32), np.full(10, 99, np.int32)
    room = Room(moves, buffer, np.empty(0), seeded(1))
    drawn = Counter(draw(None, len(odds), room) for _ in range(1000 * len(odds)))
    assert set(drawn) == set(range(100, 100 + len(odds)))
    if len(odds) > 1:
        assert_likely([drawn[100 + index] for index in range(len(odds))], odds)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 12, 100, 576])
def test_below_n_is_each_of_0_to_n_minus_1_as_often(n: int) -> None:
    rng = seeded(n)
    counts = Counter(int(below(rng, n)) for _ in range(50 * n))
    assert set(counts) == set(range(n))
    if n > 1:
        assert_likely(list(counts.values()), [1] * n)


@pytest.mark.parametrize("n", [1, 2, 3, 12, 576, 2**31 - 1])
@pytest.mark.parametrize(("word", "share"), [(1, 0), (2**64 - 1, 1), (2**63, 0.5)])
def test_below_n_keeps_within_its_bounds_at_both_ends(n: int, word: int, share: float) -> None:
    rng = np.array([state_before(word)], np.uint64)
    assert below(rng, n) == (n - 1 if share == 1 else int(n * share))
    assert int(rng[0]) == word


def state_before(word: int) -> int:
    """Return the state that xorshift64 turns into this word."""
    for shift in (-17, 7, -13):
        word = unshifted(word, shift)
    return word


def unshifted(word: int, shift: int) -> int:
    """Undo `word ^= word >> shift`; to the left where it is negative."""
    undone = word
    for _ in range(64):
        undone = word ^ (undone >> shift if shift > 0 else undone << -shift & (1 << 64) - 1)
    return undone


def test_a_seed_of_several_numbers_depends_on_each_of_them() -> None:
    states = {
        int(seeded(*parts)[0]) for parts in [(1, 2, 3), (2, 2, 3), (1, 3, 3), (1, 2, 4), (1, 2), (3, 2, 1)]
    }
    assert len(states) == 6
    assert int(seeded(1, 2, 3)[0]) in states

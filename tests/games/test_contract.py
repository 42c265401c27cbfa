"""What every game has signed, in every variant."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from digsite.core.errors import BadOptions, BadText, IllegalMove, InvalidMove
from digsite.core.fair import Fair
from digsite.core.names import CHANCE, Move, Position, Seat
from digsite.core.words import LANGUAGES, say
from digsite.games import GAMES, game, record
from tests.games.variants import Variant, every_variant
from tests.support import deal, random_moves, random_positions

every_game = pytest.mark.parametrize("key", GAMES)


def same(one: Position, other: Position) -> bool:
    return one.tobytes() == other.tobytes()


@every_variant
def test_legal_moves_are_ascending_and_belong_to_those_who_are_due(variant: Variant) -> None:
    rules = variant.game
    for pos in random_positions(rules, variant.deal(1), seed=1):
        for seat in (CHANCE, *map(Seat, range(variant.seats))):
            moves = rules.legal(pos, seat)
            assert (len(moves) > 0) == (seat in rules.movers(pos))
            assert list(moves) == sorted(set(moves))


@every_variant
def test_chance_has_a_weight_for_every_outcome(variant: Variant) -> None:
    rules = variant.game
    for pos in random_positions(rules, variant.deal(1), seed=1):
        weights = rules.weights(pos)
        assert len(weights) == len(rules.legal(pos, CHANCE))
        assert all(weight > 0 for weight in weights)


@every_variant
def test_a_position_is_a_value(variant: Variant) -> None:
    rules = variant.game
    for before, seat, move, after in random_moves(rules, variant.deal(2), seed=2):
        kept = before.tobytes()
        again = rules.play(before, seat, move)
        rules.view(before, Seat(0))
        rules.gains(before, seat)
        rules.brings(before, seat, move) if seat != CHANCE else None
        rules.tell(before, seat, move, after, Seat(0))
        assert before.tobytes() == kept
        assert same(again, after), "the same move leads to the same position, to the last byte"


@every_variant
def test_what_is_not_legal_is_refused(variant: Variant) -> None:
    rules = variant.game
    rng = np.random.default_rng(3)
    most = max(max(rules.legal(variant.deal(3), seat), default=0) for seat in map(Seat, range(-1, 4)))
    for pos in random_positions(rules, variant.deal(3), seed=3):
        for seat in (CHANCE, *map(Seat, range(variant.seats))):
            legal = set(rules.legal(pos, seat))
            for move in {*rng.integers(-9, most + 5000, 8).tolist(), -1, 1 << 40} - legal:
                with pytest.raises(IllegalMove) as refusal:
                    rules.play(pos, seat, Move(move))
                assert same(refusal.value.position, pos)


@every_variant
def test_every_legal_move_can_be_played_and_read_back_from_its_text(variant: Variant) -> None:
    rules = variant.game
    for pos in random_positions(rules, variant.deal(4), seed=4):
        for seat in rules.movers(pos):
            texts = {}
            for move in rules.legal(pos, seat):
                text = rules.move_text(pos, move)
                assert rules.read_move(pos, text) == move
                assert text == " ".join(text.split())
                texts[text] = move
            beginnings = {text[: text.rindex(" ")] + " " for text in texts if " " in text}
            assert not beginnings & {text + " " for text in texts}, "no move is the beginning of another"


@every_variant
def test_positions_and_views_can_be_read_back_from_their_text(variant: Variant) -> None:
    rules = variant.game
    for pos in random_positions(rules, variant.deal(5), seed=5):
        assert same(rules.read(rules.text(pos)), pos)
        for seat in (None, *map(Seat, range(variant.seats))):
            view = rules.view(pos, seat)
            assert same(rules.read(rules.text(view)), view)


@every_variant
def test_a_view_shows_the_same_to_the_same_seat(variant: Variant) -> None:
    rules = variant.game
    for pos in random_positions(rules, variant.deal(6), seed=6):
        for seat in (None, *map(Seat, range(variant.seats))):
            view = rules.view(pos, seat)
            assert same(rules.view(view, seat), view)
            if seat in rules.movers(pos):
                assert rules.legal(view, seat) == rules.legal(pos, seat)


@every_variant
def test_gains_are_what_a_move_brings(variant: Variant) -> None:
    rules = variant.game
    for pos in random_positions(rules, variant.deal(7), seed=7):
        for seat in rules.movers(pos):
            gains = rules.gains(pos, seat)
            moves = rules.legal(pos, seat)
            assert len(gains) == len(moves)
            if seat != CHANCE:
                for move, gain in list(zip(moves, gains, strict=True))[:20]:
                    assert rules.brings(pos, seat, Move(move))["points"] == gain


@every_variant
def test_a_round_ends_when_all_who_were_due_have_moved(variant: Variant) -> None:
    rules = variant.game
    for before, _, _, after in random_moves(rules, variant.deal(8), seed=8):
        goes_on = len(rules.movers(before)) > 1
        assert (rules.round(after) == rules.round(before)) == goes_on
        assert rules.round(after) >= rules.round(before)


@every_variant
def test_a_game_is_over_when_nobody_is_due(variant: Variant) -> None:
    rules = variant.game
    for pos in random_positions(rules, variant.deal(9), seed=9):
        result = rules.result(pos)
        assert (result is None) == bool(rules.movers(pos))
    assert result is not None
    assert len(result.points) == len(result.ranks) == variant.seats
    assert min(result.ranks) == 1
    assert set(result.winners) <= {seat for seat, rank in enumerate(result.ranks) if rank == 1}


@every_variant
def test_tellings_are_plain_data_with_a_sentence_in_the_language_files(variant: Variant) -> None:
    rules = variant.game
    for before, seat, move, after in random_moves(rules, variant.deal(10), seed=10):
        for to in (None, *map(Seat, range(variant.seats))):
            for happening in rules.tell(before, seat, move, after, to):
                assert json.loads(json.dumps(happening)) == happening
                assert_sayable(variant.key, happening)


def assert_sayable(key: str, happening: dict[str, Any]) -> None:
    for language in LANGUAGES:
        assert say(language, f"{key}.{happening['what']}", **happening)


@every_game
def test_a_position_takes_a_kilobyte_at_most(key: str) -> None:
    assert record(key).POSITION.itemsize <= 1024


@every_game
def test_no_field_hides_behind_an_attribute_of_numpy(key: str) -> None:
    """Interpreted, `p.size` would be numpy's size of the record, not the field."""
    assert not [name for name in record(key).POSITION.names if hasattr(np.record, name)]


@every_game
def test_a_position_of_another_game_is_no_position(key: str) -> None:
    rules = game(key)
    for other in GAMES:
        if other != key:
            foreign = deal(game(other), game(other).seat_counts(game(other).options({}))[0], seed=1)
            with pytest.raises((TypeError, AttributeError)):
                rules.movers(foreign)
            with pytest.raises((TypeError, AttributeError)):
                rules.play(foreign, Seat(0), Move(0))


@every_game
def test_unknown_options_and_seats_are_refused(key: str) -> None:
    rules = game(key)
    with pytest.raises(BadOptions):
        rules.options({"colour": "blue"})
    with pytest.raises(BadOptions):
        rules.options({rules.schema[0].key: "nonsense"})
    with pytest.raises(BadOptions):
        rules.deal(rules.options({}), 99, Fair(b"", ()).deal())


@every_game
@pytest.mark.parametrize(
    "text", ["", "nonsense", "go", "go z9", "put 9 a1", "F2", "F2 d4 e5", "draw", "draw Q"]
)
def test_a_text_that_is_no_move_is_refused(key: str, text: str) -> None:
    rules = game(key)
    options = rules.options({})
    pos = rules.deal(options, rules.seat_counts(options)[0], Fair(b"", ()).deal())
    with pytest.raises(InvalidMove):
        rules.read_move(pos, text)


@every_game
def test_a_text_that_is_no_position_is_refused_with_a_line(key: str) -> None:
    rules = game(key)
    options = rules.options({})
    text = rules.text(rules.deal(options, rules.seat_counts(options)[0], Fair(b"", ()).deal()))
    for cut in range(0, len(text) - 1, 3):
        for bad in (text[:cut], text[:cut] + "?" + text[cut + 1 :]):
            with pytest.raises(BadText) as refusal:
                rules.read(bad)
            assert 1 <= refusal.value.line <= text.count("\n") + 1


@every_game
def test_preparing_tells_how_far_it_is(key: str) -> None:
    steps = list(game(key).prepare())
    assert [done for done, _ in steps] == list(range(len(steps)))
    assert steps[-1][0] == steps[-1][1]

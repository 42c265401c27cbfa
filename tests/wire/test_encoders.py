"""What holds for the data of every game: it says what the rules say, and can be read back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import pytest
from pydantic import TypeAdapter

from digsite.core.names import CHANCE, Position, Seat, View
from digsite.games import GAMES
from digsite.wire.games import ENCODERS, GameView, Moves
from digsite.wire.marajoara import LeadsTo
from tests.games.marajoara.rich import MARAJOARA, MODES, lively_positions, rich
from tests.games.variants import Variant, every_variant
from tests.support import random_positions

VIEW: TypeAdapter[GameView] = TypeAdapter(GameView)
MOVES: TypeAdapter[Moves] = TypeAdapter(Moves)


def views(variant: Variant, seed: int) -> Iterator[View]:
    """Yield what each seat and a spectator see, at every position of a random game."""
    for pos in random_positions(variant.game, variant.deal(seed), seed):
        yield from (variant.game.view(pos, eyes) for eyes in (None, *map(Seat, range(variant.seats))))


def choices(variant: Variant, seed: int) -> Iterator[tuple[Position, Seat]]:
    """Yield every choice of a seat in a random game."""
    for pos in random_positions(variant.game, variant.deal(seed), seed):
        yield from ((pos, seat) for seat in variant.game.movers(pos) if seat != CHANCE)


def read_back(data: bytes) -> Any:
    return VIEW.validate_json(data, strict=True)


def test_every_game_has_an_encoder() -> None:
    assert set(ENCODERS) == set(GAMES)


@every_variant
def test_a_view_is_read_back_as_it_was_written(variant: Variant) -> None:
    for view in views(variant, seed=1):
        data = ENCODERS[variant.key].view(view)
        assert read_back(data)["game"] == variant.key
        assert read_back(data) == json.loads(data)


@pytest.mark.parametrize(("mission", "seats"), MODES)
def test_a_view_in_the_thick_of_it_is_read_back_too(mission: str, seats: int) -> None:
    """Random games of Marajoara seldom come to payments, raises and the last spaces of tracks."""
    for seed in range(5):
        for pos in lively_positions(rich(mission, seats, seed), seed):
            data = ENCODERS["marajoara"].view(MARAJOARA.view(pos, None))
            assert read_back(data) == json.loads(data)


@every_variant
def test_moves_are_those_of_the_rules_in_their_order(variant: Variant) -> None:
    rules = variant.game
    for pos, seat in choices(variant, seed=2):
        moves = json.loads(ENCODERS[variant.key].moves(rules, pos, seat))
        assert [move["text"] for move in moves] == [rules.move_text(pos, m) for m in rules.legal(pos, seat)]
        assert [move["points"] for move in moves] == rules.gains(pos, seat)


@every_variant
def test_moves_are_read_back_as_they_were_written(variant: Variant) -> None:
    for pos, seat in choices(variant, seed=3):
        moves = ENCODERS[variant.key].moves(variant.game, pos, seat)
        assert MOVES.validate_json(moves, strict=True) == json.loads(moves)


@every_variant
def test_a_view_is_enough_to_know_the_moves(variant: Variant) -> None:
    for pos, seat in choices(variant, seed=4):
        moves = ENCODERS[variant.key].moves
        assert moves(variant.game, variant.game.view(pos, seat), seat) == moves(variant.game, pos, seat)


@every_variant
def test_who_is_not_due_has_no_moves(variant: Variant) -> None:
    for pos in random_positions(variant.game, variant.deal(5), seed=5):
        for seat in set(map(Seat, range(variant.seats))) - set(variant.game.movers(pos)):
            assert ENCODERS[variant.key].moves(variant.game, pos, seat) == b"[]"


@every_variant
def test_where_all_lies_open_everybody_sees_and_hears_the_same(variant: Variant) -> None:
    game = variant.game
    if not ENCODERS[game.key].is_open:
        return
    everybody = (None, *map(Seat, range(variant.seats)))
    for before, after in pairwise(random_positions(game, variant.deal(6), seed=6)):
        assert {game.view(after, eyes).tobytes() for eyes in everybody} == {after.tobytes()}
        (seat,) = game.movers(before)
        for move in game.legal(before, seat):
            told = [game.tell(before, seat, move, game.play(before, seat, move), to) for to in everybody]
            assert told == [told[0]] * len(everybody)


# --- the schema that the page's types are made from


def parts(schema: Any) -> Iterator[Mapping[str, Any]]:
    """Yield every object in a schema."""
    if isinstance(schema, dict):
        yield schema
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from parts(part)


def schemas() -> list[Mapping[str, Any]]:
    return [adapter.json_schema(mode="serialization") for adapter in (VIEW, MOVES)]


def test_every_field_has_a_type_of_its_own() -> None:
    for schema in schemas():
        fields = [field for part in parts(schema) for field in part.get("properties", {}).values()]
        assert fields
        assert all({"type", "$ref", "anyOf", "const"} & set(field) for field in fields)
        assert not any("prefixItems" in part for part in parts(schema)), "lists, no tuples"


def test_every_model_is_described_and_knows_no_other_fields() -> None:
    for schema in schemas():
        for model in schema["$defs"].values():
            assert model["description"]
            assert model["additionalProperties"] is False


def test_fields_are_described_by_their_docstrings() -> None:
    view, _ = schemas()
    assert view["$defs"]["ScarabView"]["properties"]["priest"]["description"] == (
        "The square that the priest stands on."
    )


def test_only_what_a_move_leads_to_may_be_left_out() -> None:
    optional = {"ScarabyaMove": {"areas"}, "MarajoaraMove": set(LeadsTo.__annotations__)}
    for schema in schemas():
        for name, model in schema["$defs"].items():
            left_out = set(model["properties"]) - set(model["required"])
            assert left_out == optional.get(name, set())


def test_game_tells_the_views_apart() -> None:
    view, _ = schemas()
    assert view["discriminator"]["propertyName"] == "game"
    assert set(view["discriminator"]["mapping"]) == set(GAMES)

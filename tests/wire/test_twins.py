"""What a seat cannot know does not reach it: twins that it cannot tell apart are the same bytes."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from digsite.core.names import Position, Seat
from digsite.wire.games import ENCODERS
from tests.games.scarabya.drawn import SCARABYA
from tests.games.scarabya.test_properties import choice, rounds

ENCODER = ENCODERS["scarabya"]


def seen(pos: Position, eyes: Seat | None) -> bytes:
    """Return the bytes of a view."""
    return msgspec.json.encode(ENCODER.view(SCARABYA.view(pos, eyes)))


@settings(max_examples=60, deadline=None)
@given(rounds, st.data())
def test_Y13_what_somebody_chose_is_in_no_other_view(pos: Position, data: st.DataObject) -> None:
    mover = data.draw(st.sampled_from(SCARABYA.movers(pos)))
    moves = [choice(data, pos, mover) for _ in range(2)]
    twins = [SCARABYA.play(pos, mover, move) for move in moves]
    for eyes in (*SCARABYA.movers(pos), None):
        one, other = (seen(twin, eyes) for twin in twins)
        assert (one == other) == (eyes != mover or moves[0] == moves[1])


@settings(max_examples=60, deadline=None)
@given(rounds, st.data())
def test_Y13_what_somebody_chose_changes_no_other_moves(pos: Position, data: st.DataObject) -> None:
    mover, *others = data.draw(st.permutations(SCARABYA.movers(pos)))
    twins = [SCARABYA.play(pos, mover, choice(data, pos, mover)) for _ in range(2)]
    for seat in others:
        one, other = (ENCODER.moves(SCARABYA, twin, seat) for twin in twins)
        assert one == other == ENCODER.moves(SCARABYA, pos, seat)

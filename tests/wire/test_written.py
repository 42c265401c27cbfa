"""What compiled code writes of SCARAB is what the obvious way makes of a position."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from typing import Any

import pytest

from digsite.core.names import Position, Seat
from digsite.games.scarab.notation import LINES, kind_text, stone_text
from digsite.games.scarab.record import ANKH, EMPTY, GRID, KINDS, SQUARES, VALUES
from digsite.wire import legal_moves
from digsite.wire.games import ENCODERS, told
from tests.games.scarab.drawn import SCARAB, drawn, played
from tests.games.variants import Variant, variants_of
from tests.support import deal, random_moves, random_positions

WRITTEN = ENCODERS["scarab"]
SEEDS = range(3)

every_scarab = pytest.mark.parametrize("variant", variants_of("scarab"), ids=str)


def obvious_view(pos: Position) -> Mapping[str, Any]:
    p = pos[0]
    return {
        "game": "scarab",
        "width": int(p["width"]),
        "stones": [lying(p, square) for square in range(SQUARES)],
        "priest": GRID.name(int(p["priest"])),
        "line": LINES[int(p["line"])],
        "choosing": bool(p["ankh"]),
        "hands": [hand(p, seat) for seat in range(p["seats"])],
        "teams": bool(p["teams"]),
        "deflection": bool(p["deflection"]),
    }


def lying(p: Any, square: int) -> str:
    value = int(p["stone"][square])
    if value == EMPTY:
        return ""
    return "ankh" if value == ANKH else stone_text(value, starred=bool(p["star"][square]))


def hand(p: Any, seat: int) -> dict[str, int]:
    best_first = sorted(range(KINDS), key=lambda kind: (-(kind % VALUES), kind))
    held = [(kind_text(kind), int(p["hand"][seat, kind])) for kind in best_first]
    return {text: count for text, count in held if count}


def obvious_moves(pos: Position, seat: Seat) -> Any:
    texts = [SCARAB.move_text(pos, move) for move in SCARAB.legal(pos, seat)]
    return legal_moves(texts, SCARAB.gains(pos, seat))


def in_order(data: Any) -> str:
    """Return data as text, which differs where only the order of fields does."""
    return json.dumps(data)


@every_scarab
@pytest.mark.parametrize("seed", SEEDS)
def test_views_and_moves_are_those_of_the_obvious_way(variant: Variant, seed: int) -> None:
    for pos in random_positions(SCARAB, variant.deal(seed), seed):
        view = json.loads(WRITTEN.view(SCARAB.view(pos, None)))
        assert in_order(view) == in_order(obvious_view(pos))
        for seat in map(Seat, range(variant.seats)):
            moves = json.loads(WRITTEN.moves(SCARAB, pos, seat))
            assert in_order(moves) == in_order(obvious_moves(pos, seat))


@every_scarab
@pytest.mark.parametrize("seed", SEEDS)
def test_what_happened_is_what_the_game_tells(variant: Variant, seed: int) -> None:
    for pos in random_positions(SCARAB, variant.deal(seed), seed):
        for seat in SCARAB.movers(pos):
            for move in SCARAB.legal(pos, seat):
                happened = SCARAB, pos, seat, move, SCARAB.play(pos, seat, move), None
                assert WRITTEN.tells(*happened) == told(*happened)


def test_random_games_come_to_every_kind_of_move() -> None:
    """Else the tests above would have seen less than they say."""
    dealt = [variant.deal(seed) for variant in variants_of("scarab") for seed in SEEDS]
    steps = [step for first in dealt for step in random_moves(SCARAB, first, seed=1)]
    kinds = {SCARAB.tell(*step, None)[0]["what"] for step in steps}
    assert kinds >= {"take", "ankh", "put"}, "and whoever may put a stone back may keep it"
    assert any(len(SCARAB.tell(*step, None)[0].get("path", ())) == 3 for step in steps), "a turn at a star"


def test_there_is_room_for_the_longest_list() -> None:
    """S9: nearly every kind of stone in hand, and a board that is nearly empty."""
    hand = " ".join(f"{value:+d}{star}" for value in range(-8, 9) if value for star in ("", "*"))
    pos = played(drawn("P A . +5", hand, variants="deflection"), "go c2")
    (seat,) = SCARAB.movers(pos)
    moves = json.loads(WRITTEN.moves(SCARAB, pos, seat))
    assert moves == obvious_moves(pos, seat)
    assert len(moves) > 1500


def test_threads_do_not_write_over_each_other() -> None:
    positions = list(random_positions(SCARAB, deal(SCARAB, 2, seed=1, deflection="yes"), seed=1))
    views = [WRITTEN.view(SCARAB.view(pos, None)) for pos in positions]
    wrong: list[int] = []

    def write(number: int) -> None:
        view = SCARAB.view(positions[number], None)
        wrong.extend(number for _ in range(2000) if WRITTEN.view(view) != views[number])

    threads = [threading.Thread(target=write, args=(number,)) for number in range(0, len(positions), 20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong

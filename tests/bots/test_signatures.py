"""Search signatures: what each level plays with a budget of nodes. A refactoring must not change them.

`DIGSITE_RETELL=1 python -m pytest tests/bots/test_signatures.py` writes the files anew; a change of
them is a change of how bots think.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from digsite.bots import LEVELS, Bot, Budget
from digsite.core.names import CHANCE
from tests.games.variants import VARIANTS, Variant
from tests.support import random_positions

FOLDER = Path(__file__).parent / "signatures"
NODES = 300
EVERY = 9
"""Which positions of a random game are thought about."""


def signature(variant: Variant) -> str:
    """Return what all levels play in some positions of a random game, with the nodes that they took."""
    rules = variant.game
    lines = []
    walk = islice(random_positions(rules, variant.deal(11), seed=11), 1, None, EVERY)
    for pos in islice((pos for pos in walk if set(rules.movers(pos)) - {CHANCE}), 4):
        seat = rules.movers(pos)[0]
        for level in LEVELS:
            thought = Bot(rules, level, 5, Budget(nodes=NODES)).think(rules.view(pos, seat), seat)
            lines.append(f"{level}: {rules.move_text(pos, thought.move)} ({thought.nodes})")
    return "\n".join(lines) + "\n"


def chosen_variants() -> Iterator[Variant]:
    """Yield every mode once: the variants of a mode think alike."""
    seen = set()
    for variant in VARIANTS:
        mode = (variant.key, variant.seats, *(value for key, value in variant.options if key in MODES))
        if mode not in seen:
            seen.add(mode)
            yield variant


MODES = ("mode", "teams", "mission")
CHOSEN = list(chosen_variants())


@pytest.mark.parametrize("variant", CHOSEN, ids=str)
def test_a_search_has_its_signature(variant: Variant) -> None:
    found = signature(variant)
    file = FOLDER / f"{variant}.txt"
    if os.environ.get("DIGSITE_RETELL"):
        file.write_text(found, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == found


def test_every_file_is_a_signature() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(map(str, CHOSEN))

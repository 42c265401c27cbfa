"""Writes what the page is tested with: a table of Marajoara at every stage of a turn, as the wire shows it.

python -m tests.wire.marajoara_stages
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from digsite.core.names import Position
from digsite.wire.marajoara import marajoara_moves, marajoara_view
from tests.cli.marajoara_table import ASKED, position, solo
from tests.games.marajoara.rich import MARAJOARA, rich
from tests.support import deal

FILE: Final = (
    Path(__file__).parent.parent.parent / "web" / "src" / "games" / "marajoara" / "made" / "stages.json"
)
SIX_TURN: Final = 22
SIX_STORE: Final = 0
"""Seeds of tables with two museums: one where dice can be exchanged, one where a die can be stored."""


def stages() -> dict[str, dict[str, Any]]:
    """Return a view and the legal moves at every stage; `six` are those of two museums."""
    tables = {key.replace(" ", "_"): position(*lines) for key, (lines, _) in ASKED.items()}
    tables["set_up"] = deal(MARAJOARA, 2, 1)
    tables["twins"] = position(
        "turn 1 after",
        "captured r3 d5",
        "next raise",
        "raise 0 2 y r b",
        "museum 1 | y3 y3 | r4 r2 | b5 b4 b1 | vases 2 most 2 | fragments 4 5 | tokens yellow",
    )
    tables["retire"] = solo("turn 0 after", "captured d4", "next retire")
    tables["six_turn"] = rich("6", 1, SIX_TURN)
    tables["six_store"] = rich("6", 1, SIX_STORE)
    return {key: _stage(pos) for key, pos in tables.items()}


def _stage(pos: Position) -> dict[str, Any]:
    (seat,) = MARAJOARA.movers(pos)
    return {
        "seat": seat,
        "view": marajoara_view(MARAJOARA.view(pos, None)),
        "moves": marajoara_moves(MARAJOARA, pos, seat),
    }


def text() -> str:
    """Return the file as it should be: a line for each stage."""
    lines = [f"{json.dumps(key)}: {json.dumps(stage)}" for key, stage in stages().items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text(), encoding="utf-8")

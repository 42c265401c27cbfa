"""The moves that a client may make, read from the state that boardgame.io sends."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

State: TypeAlias = dict[str, Any]
Action: TypeAlias = tuple[str, *tuple[int, ...]]
"""The name of a move and its arguments."""

SIDE: Final = 10
SQUARES: Final = SIDE * SIDE
EMPTY: Final = 0
ANKH: Final = 9
EITHER: Final = "either"

_ROWS: Final = [[s for s in range(SQUARES) if s // SIDE == t // SIDE and s != t] for t in range(SQUARES)]
_COLUMNS: Final = [[s for s in range(SQUARES) if s % SIDE == t % SIDE and s != t] for t in range(SQUARES)]
_BOTH: Final = [row + column for row, column in zip(_ROWS, _COLUMNS, strict=True)]
LINES: Final = {"row": _ROWS, "column": _COLUMNS, EITHER: _BOTH}


def legal(state: State) -> list[Action]:
    """Return the moves of whoever is due."""
    position = state["G"]
    if position["choosing"]:
        return choices(position, position["hands"][int(state["ctx"]["currentPlayer"])])
    stones, line = position["stones"], position["line"]
    targets = [square for square in LINES[line][position["priest"]] if stones[square] != EMPTY]
    if line == EITHER:
        targets = [square for square in targets if stones[square] != ANKH]
    return [("go", square) for square in targets]


def choices(position: State, hand: list[int]) -> list[Action]:
    """S9: every kind of stone in hand onto every free square, or nothing."""
    priest = position["priest"]
    free = [s for s, stone in enumerate(position["stones"]) if stone == EMPTY and s != priest]
    return [*(("put", value, square) for value in sorted(set(hand)) for square in free), ("keep",)]

"""S1–S3: what is in the box, and what of it lies on each board."""

from __future__ import annotations

from functools import cache
from typing import Final

from digsite.games.scarab.record import ANKH, ANKHS, EACH_VALUE, HIGHEST

TAKEN_OUT: Final = {"full": 0, "short": 2}
LOW_TAKEN_OUT: Final = {"full": 0, "short": 3}
LOW: Final = 2
STARRED: Final = frozenset((-8, -6, -4, -2, 2, 4, 6, 8))
"""S3, board data: the values of which one stone has a star."""


@cache
def pieces(board: str, *, deflection: bool) -> tuple[tuple[int, bool], ...]:
    """S1–S3: return value and star of each stone of a board; without deflection no star is seen."""
    found = []
    for value in (*range(-HIGHEST, 0), *range(1, HIGHEST + 1)):
        taken_out = (LOW_TAKEN_OUT if abs(value) <= LOW else TAKEN_OUT)[board]
        has_star = deflection and value in STARRED
        found += [(value, has_star and copy == 0) for copy in range(EACH_VALUE - taken_out)]
    return (*found, *[(ANKH, False)] * ANKHS)

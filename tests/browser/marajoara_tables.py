"""Tables of Marajoara that begin wherever a test wants, in a house of this process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from digsite.core.names import Position
from digsite.games.marajoara.record import MISSIONS
from tests.browser.visitor import Json, Visitor
from tests.cli.marajoara_table import ASKED, position, solo
from tests.games.marajoara.rich import MARAJOARA, rich
from tests.server.open_house import open_house
from tests.support import deal
from tests.wire.marajoara_stages import SIX_STORE, SIX_TURN

NAMES = ("Ann", "Ben", "Cas", "Dot")
SPACES = range(1, 10)


class Tables:
    """Deals what it is told to deal; everything else is a house like any other."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.dealt = deal(MARAJOARA, 2, 1)

    def open(self, visitor: Visitor, dealt: Position, chairs: list[Json] | None = None) -> str:
        """Open a table that begins here, and sit down at it: for all seats, unless chairs are named."""
        self.dealt = dealt
        mine = [{"kind": "mine", "name": name} for name in NAMES[: MARAJOARA.seats(dealt)]]
        options = {"mission": MISSIONS[dealt["mission"].item()]}
        return visitor.open_table("marajoara", chairs or mine, options=options, begins="first")


@contextmanager
def opening(home: Path) -> Iterator[Tables]:
    """Open the house."""
    with open_house(home) as house:
        tables = Tables(house.url)

        def dealt(*_: Any) -> Position:
            return tables.dealt

        with patch.object(MARAJOARA, "deal", dealt):
            yield tables


# --- where they begin

ENDINGS: dict[str, tuple[str, int, int]] = {
    "two": ("none", 2, 1),
    "three": ("none", 3, 3),
    "four": ("none", 4, 3),
    "mission-1": ("1", 1, 11),
    "mission-2": ("2", 1, 1),
    "mission-3": ("3", 1, 10),
    "mission-4": ("4", 1, 9),
    "mission-5": ("5", 1, 12),
    "mission-6": ("6", 1, 2),
    "mission-7": ("7", 1, 8),
    "mission-8": ("8", 1, 1),
}
"""Seeds of rich positions some ten moves before the end: every number of seats, every mission."""


def questions() -> dict[str, Position]:
    """Return a table for every question that somebody can be asked."""
    tables = {key.replace(" ", "_"): position(*lines) for key, (lines, _) in ASKED.items()}
    return tables | {
        "set_up": deal(MARAJOARA, 2, 1),
        "retire": solo("turn 0 after", "captured d4", "next retire"),
        "six_turn": rich("6", 1, SIX_TURN),
        "six_store": rich("6", 1, SIX_STORE),
    }


def before(space: int) -> Position:
    """Return a table where each disc can be brought onto this space."""
    at = space - 1
    return position(
        f"seat 0 points 12 discs {at} {at} {at} reserve 3 waiting 0 tokens d5 f7",
        "captured g1 d4",
        "next excavate",
    )


class Situation(NamedTuple):
    """What somebody does, and who is asked what then."""

    table: Position
    moves: tuple[str, ...]
    then: tuple[int, str]
    told: str | None = None
    """What has to be heard of it, beside the moves."""


CROWDED, CROWDED_FOR_ANOTHER = 9, 59
"""Seeds of tables where a die has to leave before a token that was won has room: one's own, another's."""


def tokens() -> dict[str, Situation]:
    """Return all that can happen to a dig token; M11 and M20."""
    third = position("captured y3 d4", "next store")
    vase = "museum 1 | y6 y3 | r4 r2 | b5 b4 b1 | vases 0 most 0 | fragments 4 5 | tokens vase"
    fragment = "museum 1 | y6 y3 | r4 r2 | b5 b4 b1 | vases 2 most 2 | fragments 5 | tokens 4"
    two = "seat 0 points 12 discs 6 6 6 reserve 1 waiting 2 tokens d5 f7"
    crowded = rich("none", 2, CROWDED)
    others = rich("none", 2, CROWDED_FOR_ANOTHER)
    own = "seat 0 points 12 discs 6 6 6 reserve 3 waiting 0 tokens b3 f7"
    other = "seat 1 points 7 discs 0 9 0 reserve 3 waiting 0 tokens b3"
    return {
        "third_yellow": Situation(third, ("store",), (0, "token"), "wins_token"),
        "first_vase": Situation(position(vase), ("exhibit r4", "pay y6:4"), (0, "token"), "wins_token"),
        "fragment_4": Situation(position(fragment), ("restore 4 b4 done",), (0, "token"), "wins_token"),
        "space_2": Situation(before(2), ("excavate red",), (0, "token"), "wins_token"),
        "two_at_once": Situation(position(two), ("token c1", "token d1"), (0, "turn")),
        "no_room": Situation(crowded, ("shift a1 north",), (1, "turn")),
        "room_again": Situation(crowded, ("capture e2 north",), (1, "token")),
        "room_for_anothers": Situation(others, ("capture h3 north",), (1, "token")),
        "on_ones_own": Situation(position(own, "turn 0 before"), ("capture b1 north",), (0, "raise_own")),
        "on_anothers": Situation(position(other, "turn 0 before"), ("capture b1 north",), (1, "raise_other")),
    }

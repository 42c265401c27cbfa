"""What is settled when a table is opened: the game, who may sit where, who begins, and the clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from digsite.bots import LEVELS
from digsite.core.errors import DigsiteError
from digsite.core.options import chosen
from digsite.games import game as game_of
from digsite.table.clock import NO_CLOCK, Clock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from digsite.core.names import Options

Kind: TypeAlias = Literal["mine", "open", "invited", "bot"]
"""Whose a chair is: the owner's, anybody's, that of somebody with the invitation, a bot's."""
Begins: TypeAlias = Literal["drawn", "first"]
"""Who has the first seat: one of the chairs by lot, or the first chair."""

MOST_OPTION: Final = 4000
"""Characters of an option: board data of one's own is the longest."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair at the table. Chairs become seats when the game starts and somebody begins."""

    kind: Kind
    level: str | None = None
    """Of a bot."""
    name: str | None = None
    """Of somebody beside the owner, at the same screen."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """What the owner of a table has chosen."""

    game: str
    options: Options
    """Those that differ from their default."""
    chairs: tuple[Chair, ...]
    clock: Clock = NO_CLOCK
    begins: Begins = "drawn"
    listed: bool = False
    """Whether people who were not sent a link find the table too."""


def set_up(
    game: str,
    options: Mapping[str, str],
    chairs: tuple[Chair, ...],
    clock: Clock = NO_CLOCK,
    begins: Begins = "drawn",
    *,
    listed: bool = False,
) -> SetUp:
    """Return a set-up that makes a game, or refuse it."""
    rules = game_of(game)
    if any(len(text) > MOST_OPTION for text in options.values()):
        raise DigsiteError("option_too_long", most=MOST_OPTION)
    settled = rules.options(options)
    allowed = rules.seat_counts(settled)
    if len(chairs) not in allowed:
        raise DigsiteError("wrong_seats", seats=len(chairs), allowed=", ".join(map(str, allowed)))
    for chair in chairs:
        if (chair.kind == "bot") != (chair.level is not None):
            raise DigsiteError("bad_chair")
        if chair.level is not None and chair.level not in LEVELS:
            raise DigsiteError("unknown_bot", bot=chair.level, bots=", ".join(LEVELS))
    if all(chair.kind == "bot" for chair in chairs):
        raise DigsiteError("nobody_plays")
    return SetUp(game, chosen(rules.schema, settled), chairs, clock, begins, listed)

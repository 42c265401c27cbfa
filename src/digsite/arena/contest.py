"""What an arena is asked: which bots, in which game, on how many deals, with which budget."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from digsite.arena.dig import dig
from digsite.arena.sources import fingerprint
from digsite.bots import BOTS, Budget
from digsite.core.errors import DigsiteError
from digsite.games import game as game_of

if TYPE_CHECKING:
    from digsite.core.game import Game
    from digsite.core.names import Position

FORMAT: Final = 1
"""Of the results file; goes up when older ones cannot be gone on with."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is to be found out; it can be hashed, so that a worker is made ready for it once."""

    game: str
    options: tuple[tuple[str, str], ...]
    seats: int
    bots: tuple[str, ...]
    games: int
    """How many each pairing plays at least; the schedule rounds up."""
    seed: int
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for bot in self.bots:
            if bot not in BOTS:
                raise DigsiteError("unknown_bot", bot=bot, bots=", ".join(BOTS))
        if len(set(self.bots)) < max(2, len(self.bots)):
            raise DigsiteError("arena_two_bots")
        if self.nodes is not None and self.seconds is not None:
            raise DigsiteError("arena_one_budget")

    @property
    def rules(self) -> Game:
        """Return the game."""
        return game_of(self.game)

    @property
    def budget(self) -> Budget | None:
        """Return what a search may spend on a move, if that was asked for; else what each bot has."""
        if self.nodes is None and self.seconds is None:
            return None
        return Budget(self.nodes, self.seconds)

    def deal(self, number: int) -> Position:
        """Return the first position of a deal, or refuse seats that the game has not."""
        return self.rules.deal(dict(self.options), self.seats, dig(self.seed, number).deal())

    def sides(self) -> tuple[int, ...]:
        """Return the side of each seat."""
        return self.rules.sides(self.deal(0))

    def header(self) -> dict[str, Any]:
        """Return all that the results depend on, also what the bots are made of."""
        asked = asdict(self) | {"options": dict(self.options), "bots": list(self.bots)}
        return {"arena": FORMAT, **asked, "rules": self.rules.rules, "sources": fingerprint()}

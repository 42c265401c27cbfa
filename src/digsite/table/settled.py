"""What is settled before anybody adds a nonce: the commitment covers it (docs/fair.md)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from digsite.core.fair import Fair, commitment
from digsite.games import game as game_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

FairForm: TypeAlias = Literal[1, 2]
"""The rules of fair deals (docs/fair.md): the first ones, by which older tables go on, and ours."""
Begins: TypeAlias = Literal["drawn", "first"]
"""Who has the first seat: one of the chairs by lot, or the first chair."""
Where: TypeAlias = Literal["server", "terminal"]
"""Where a game is played, and so who has drawn the secret."""

LATEST: Final = 2
"""By which rules new tables are dealt."""
BEGINS: Final[tuple[Begins, ...]] = ("drawn", "first")
WHERES: Final[tuple[Where, ...]] = ("server", "terminal")
BLOCK: Final = "| "
"""Begins each line of a text of several lines."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A set-up as the commitment covers it, and as a log tells it."""

    game: str
    options: Mapping[str, str]
    """Those that differ from their default."""
    where: Where
    begins: Begins
    chairs: tuple[str | None, ...]
    """The bot in each chair, or nobody where a person sits."""

    def covered(self) -> str:
        """Return what the commitment covers besides the secret, as lines."""
        return "".join(f"{line}\n" for line in self._lines())

    def commitment(self, secret: bytes) -> str:
        """Return what the house shows of its secret and this set-up."""
        return commitment(secret, self.covered())

    def _lines(self) -> Iterator[str]:
        yield f"game {self.game}"
        yield from option_lines(self.options)
        yield f"where {self.where}"
        yield f"begins {self.begins}"
        for number, bot in enumerate(self.chairs):
            yield f"chair {number} person" if bot is None else f"chair {number} bot {bot}"

    def seating(self, fair: Fair) -> tuple[int, ...]:
        """Return the chair of each seat: from the one that begins on; partners stay together."""
        count, first = len(self.chairs), 0
        if self.begins == "drawn":
            sides = sides_of(self.game, tuple(self.options.items()), count)
            first = sides.index(sides[fair.stream("begins").below(count)])
        return seated_from(first, count)


def first_of_circle(secret: bytes, nonces: Sequence[str]) -> int:
    """Return who of those in a circle begins by lot, by the first rules: logs did not tell chairs then."""
    circle = sorted(range(len(nonces)), key=lambda place: (nonces[place], place))
    lot = Fair(secret, tuple(nonces[place] for place in circle)).stream("begins").below(len(circle))
    return circle[lot]


def seated_from(first: int, count: int) -> tuple[int, ...]:
    """Return the chair of each seat where one chair begins and the others follow round the table."""
    return tuple((first + chair) % count for chair in range(count))


def option_lines(options: Mapping[str, str]) -> Iterator[str]:
    """Yield options as they stand in a log."""
    for key, value in options.items():
        if "\n" in value:
            yield f"option {key}"
            yield from block_lines(value)
        else:
            yield f"option {key} {value}"


def block_lines(text: str) -> Iterator[str]:
    """Yield a text of several lines as it stands in a log."""
    return (BLOCK + line for line in text.removesuffix("\n").split("\n"))


@lru_cache
def sides_of(key: str, options: tuple[tuple[str, str], ...], chairs: int) -> tuple[int, ...]:
    """Return the side of each chair: that of the seat it would be if the first one began."""
    game = game_of(key)
    return game.sides(game.deal(game.options(dict(options)), chairs, Fair(b"", ()).deal()))


def by_chair(nonces: Sequence[str], chairs: Sequence[int]) -> tuple[str, ...]:
    """Return the nonces of seats in the order of their chairs."""
    return tuple(nonces[chairs.index(chair)] for chair in range(len(chairs)))

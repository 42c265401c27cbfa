"""The list of tables that anybody may find: the latest first, a few of each owner, page by page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from digsite.core.errors import DigsiteError
from digsite.core.options import Choice
from digsite.games import GAMES, game
from digsite.store.store import Spot
from digsite.table.summary import ABOUT

if TYPE_CHECKING:
    from digsite.core.game import Game
    from digsite.store.store import Store, TableLine
    from digsite.table.summary import About
    from digsite.wire.messages import TablesWanted

OF_ONE_OWNER: Final = 3
"""Tables of one owner in a page, however many there are."""
LOOKED_AT: Final = 20
"""Tables of one owner that are looked at for a page, where a filter wants few of them."""
BATCH: Final = 100
MOST_BATCHES: Final = 5
"""What is read for one page at most. A filter that finds little goes on with the next page."""


class Page(NamedTuple):
    """Some tables, and where the list goes on."""

    lines: list[TableLine]
    next: str | None


@dataclass
class _Draft:
    """A page while it is being filled: one table more than it shows tells that the list goes on."""

    wanted: Filter
    lines: list[TableLine] = field(default_factory=list)
    shown: Counter[str] = field(default_factory=Counter)
    """How many there are of each owner."""
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def is_full(self) -> bool:
        return len(self.lines) > self.wanted.count

    def full_owners(self) -> list[str]:
        """Return those of whom nothing more is needed."""
        return [owner for owner in self.seen if not self._has_room_for(owner)]

    def _has_room_for(self, owner: str) -> bool:
        return self.shown[owner] < OF_ONE_OWNER and self.seen[owner] < LOOKED_AT

    def offer(self, line: TableLine) -> None:
        """Take a table in, if it is wanted and there is room for it."""
        if self.is_full or not self._has_room_for(line.owner):
            return
        self.seen[line.owner] += 1
        if self.wanted.fits(line):
            self.shown[line.owner] += 1
            self.lines.append(line)

    def page(self, read_to: Spot | None) -> Page:
        """Return the page; where the list was not read to its end, it goes on there."""
        if self.is_full:
            shown = self.lines[: self.wanted.count]
            return Page(shown, _cursor(shown[-1].spot))
        return Page(self.lines, None if read_to is None else _cursor(read_to))


class Filter:
    """What somebody looks for, checked."""

    def __init__(self, wanted: TablesWanted, person: str | None) -> None:
        self.status, self.game, self.count = wanted.status, wanted.game, wanted.count
        self.after = None if wanted.after is None else _spot(wanted.after)
        self.not_with = person if wanted.free else None
        self._pace, self._chairs, self._free = wanted.pace, wanted.chairs, wanted.free
        rules = None if wanted.game is None else game(wanted.game)
        self._options = [_option(rules, text) for text in wanted.option]
        self._needs_about = bool(self._pace or self._chairs or self._free or self._options)

    def fits(self, line: TableLine) -> bool:
        """Tell whether a table is looked for, as far as the database could not tell."""
        return not self._needs_about or self._fits(ABOUT.read(line.about))

    def _fits(self, about: About) -> bool:
        return (
            self._pace in (None, about.clock.pace)
            and self._chairs in (None, len(about.places))
            and (not self._free or any(place.kind == "open" and place.name is None for place in about.places))
            and all(about.options.get(option.key, option.default) == value for option, value in self._options)
        )


async def page(store: Store, wanted: Filter) -> Page:
    """Return a page of the list; who has many tables there does not hide those of others."""
    draft, after = _Draft(wanted), wanted.after
    for _ in range(MOST_BATCHES):
        lines = await store.listed(
            wanted.status,
            game=wanted.game,
            after=after,
            not_of=draft.full_owners(),
            not_with=wanted.not_with,
            most=BATCH,
        )
        for line in lines:
            draft.offer(line)
        if draft.is_full or len(lines) < BATCH:
            return draft.page(None)
        after = lines[-1].spot
    return draft.page(after)


def _option(rules: Game | None, text: str) -> tuple[Choice, str]:
    """Return an option and its wanted value; options whose value is any text cannot be looked for."""
    if rules is None:
        raise DigsiteError("which_game", games=", ".join(GAMES))
    key, _, value = text.partition(":")
    choices = {option.key: option for option in rules.schema if isinstance(option, Choice)}
    if key not in choices:
        raise DigsiteError("unknown_option", option=key, options=", ".join(choices))
    if value not in choices[key].values:
        raise DigsiteError("unknown_value", option=key, value=value, values=", ".join(choices[key].values))
    return choices[key], value


def _cursor(spot: Spot) -> str:
    return f"{spot.touched}-{spot.id}"


def _spot(cursor: str) -> Spot:
    touched, _, table = cursor.partition("-")
    return Spot(int(touched), table)

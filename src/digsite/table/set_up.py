"""What is settled when a table is opened: the game, who may sit where, who begins, and the clock."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from digsite.bots import LEVELS
from digsite.core.errors import DigsiteError
from digsite.core.fair import commitment_to_secret
from digsite.core.options import chosen
from digsite.games import game as game_of
from digsite.table.clock import NO_CLOCK, Clock
from digsite.table.log import require_name
from digsite.table.settled import LATEST, Begins, FairForm, Settled, sides_of

if TYPE_CHECKING:
    from collections.abc import Mapping

Kind: TypeAlias = Literal["mine", "open", "invited", "kept", "bot"]
"""Whose a chair is: the owner's, anybody's, that of the invited, a certain person's, a bot's."""

FORM: Final = 1
"""The latest form of a table's entries that we can read.

Within a form, kinds of entries that nobody knows are passed over. A later version that needs a kind which
must not be passed over gives the tables that have it a higher form.
"""
MOST_OPTION: Final = 4000
"""Characters of an option: board data of one's own is the longest."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair at the table. Chairs become seats when the game starts and it is known who begins."""

    kind: Kind
    level: str | None = None
    """Of a bot."""
    name: str | None = None
    """Of whoever will sit there, where that is known: somebody beside the owner, or an old companion."""
    person: str | None = None
    """For whom it is kept."""


@dataclass(frozen=True, slots=True)
class Formed:
    """What every version reads of a set-up, also of a later one's."""

    form: int = 1


@dataclass(frozen=True, slots=True)
class SetUp:
    """What the owner of a table has chosen."""

    game: str
    options: dict[str, str]
    """Those that differ from their default."""
    chairs: tuple[Chair, ...]
    clock: Clock = NO_CLOCK
    begins: Begins = "drawn"
    listed: bool = False
    """Whether people who were not sent a link find the table too."""
    starts_when_full: bool = False
    """Whether the game waits for nobody's word once all chairs are taken."""
    fair: FairForm = 1
    """By which rules it is dealt: new tables follow ours, see `checked`."""

    @property
    def hides_nonces(self) -> bool:
        """Tell whether people show hashes of their nonces first.

        Who plays alone need not: the house has committed itself. Over days nobody is there when it starts.
        """
        several = any(chair.kind not in ("mine", "bot") for chair in self.chairs)
        return self.fair > 1 and several and self.clock.pace != "days"

    @property
    def settled(self) -> Settled:
        """Return what the commitment covers."""
        chairs = tuple(chair.level for chair in self.chairs)
        return Settled(self.game, self.options, "server", self.begins, chairs)

    def commitment(self, secret: bytes) -> str:
        """Return what the house shows before anybody adds a nonce."""
        return commitment_to_secret(secret) if self.fair == 1 else self.settled.commitment(secret)


def checked(set_up: SetUp) -> SetUp:
    """Return a set-up that makes a game by our rules, with its options tidied, or refuse it."""
    rules = game_of(set_up.game)
    options = _settled(set_up.game, set_up.options)
    allowed = rules.seat_counts(options)
    if len(set_up.chairs) not in allowed:
        raise DigsiteError("wrong_seats", seats=len(set_up.chairs), allowed=", ".join(map(str, allowed)))
    for chair in set_up.chairs:
        _check(chair)
    if len(set_up.chairs) == 1 and set_up.clock != NO_CLOCK:
        raise DigsiteError("clock_alone")
    if all(chair.kind == "bot" for chair in set_up.chairs):
        raise DigsiteError("nobody_plays")
    return replace(set_up, options=dict(chosen(rules.schema, options)), fair=LATEST)


def allowed_sides(game: str, options: Mapping[str, str]) -> list[tuple[int, ...]]:
    """Return the sides of the chairs, for each number of them that these options allow."""
    rules = game_of(game)
    settled = _settled(game, options)
    tidy = tuple(chosen(rules.schema, settled).items())
    return [sides_of(game, tidy, chairs) for chairs in rules.seat_counts(settled)]


def _settled(game: str, options: Mapping[str, str]) -> Mapping[str, str]:
    for key, text in options.items():
        if len(text) > MOST_OPTION or not " ".join(text.split()).isprintable():
            raise DigsiteError("bad_option_text", option=key, most=MOST_OPTION)
    return game_of(game).options(options)


def _check(chair: Chair) -> None:
    """Refuse a chair whose words do not fit its kind."""
    if (chair.kind == "bot") != (chair.level is not None) or (chair.kind == "kept") != (
        chair.person is not None
    ):
        raise DigsiteError("bad_chair")
    if chair.level is not None and chair.level not in LEVELS:
        raise DigsiteError("unknown_bot", bot=chair.level, bots=", ".join(LEVELS))
    if chair.name is not None:
        if chair.kind not in ("mine", "kept"):
            raise DigsiteError("bad_chair")
        require_name(chair.name)

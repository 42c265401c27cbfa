"""Every message between the house and a page: requests, answers, and what goes over the socket."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import (
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)
from typing_extensions import TypedDict

from digsite.table.clock import Pace
from digsite.table.set_up import MOST_OPTION, Kind
from digsite.table.settled import Begins
from digsite.wire import Data, shown
from digsite.wire.games import GameView, Moves  # noqa: TC001 - pydantic reads them

Key: TypeAlias = Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]{1,64}$")]
"""What a sender calls a deed: the same one sent again is not done again."""
TableId: TypeAlias = Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]{22}$")]
Name: TypeAlias = Annotated[str, StringConstraints(max_length=100)]
Nonce: TypeAlias = Annotated[str, StringConstraints(max_length=100)]
NonceHash: TypeAlias = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
"""The SHA-256 of a nonce, in hexadecimal."""
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=3)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1)]

MOST_LISTED: Final = 50
"""Tables in a page of the list."""
MOST_LOG: Final = 256 << 10
"""Characters of a log that somebody has: some eight thousand events."""


class Sent(Data):
    """Data as it comes from outside: nothing is taken for something else, such as `true` for 1."""

    model_config = ConfigDict(strict=True)


# --- refusals


class Refusal(Data):
    """Why something was not done: a key of the language files, and what its sentence needs."""

    code: str
    values: dict[str, JsonValue]


class Refused(Data):
    """The one shape of every refusal."""

    error: Refusal


# --- people


class GuestWanted(Sent):
    """Somebody who wants to play at once."""

    name: Name


class Me(Data):
    """Who one is here."""

    id: str
    name: str


class MyEntry(Data):
    """Something that one did or said at a table."""

    ply: int
    at: int
    what: str
    seat: int
    text: str


class MyTable(Data):
    """A table where one did or said something; of one that cannot be read, its id alone."""

    id: str
    game: str | None = None
    options: dict[str, str] | None = None
    status: str | None = None
    opened: int | None = None
    entries: tuple[MyEntry, ...] = ()
    log: str | None = None
    """Of a game that is over."""


class MyPerson(Data):
    """What is known of oneself."""

    id: str
    name: str
    met: int
    """When one came in for the first time, in milliseconds since 1970."""


class MyData(Data):
    """All that is one's own."""

    person: MyPerson
    tables: list[MyTable]


class CodeWanted(Sent):
    """A code from another device."""

    code: Annotated[str, StringConstraints(max_length=100)]


class Code(Data):
    """A code that carries a guest to another device, once."""

    code: str
    until: int
    """Milliseconds since 1970."""


# --- games


class OptionShown(Data):
    """Something that may be chosen before a deal."""

    key: str
    values: list[str] | None
    """What it can be, the default first; null where it is a text of one's own."""
    needs: str | None
    """The option without which it means nothing: that must not have its default value."""
    is_file: bool


class GameListed(Data):
    """A game that is played here."""

    key: str
    rules: int
    options: list[OptionShown]


class GamesShown(Data):
    """All games, and the levels of the house's bots from the weakest on."""

    games: list[GameListed]
    levels: list[str]


# --- opening a table


class ChairWanted(Sent):
    """A chair of a new table."""

    kind: Literal["mine", "open", "invited", "bot"]
    level: Annotated[str, StringConstraints(max_length=20)] | None = None
    """Of a bot."""
    name: Name | None = None
    """Of somebody beside the owner, at the same screen."""


@shown
class ClockShown(TypedDict):
    """The clock of a table. Who runs out of time leaves the game, ranks last, and the house plays on."""

    pace: Pace
    seconds: Count
    """For the whole game, or with days for each turn."""
    increment: Count
    """Seconds more for each turn that is over."""


class ClockWanted(Sent):
    """The clock of a new table."""

    pace: Pace = "none"
    seconds: Count = 0
    increment: Count = 0


Options: TypeAlias = Annotated[
    dict[
        Annotated[str, StringConstraints(max_length=20)],
        Annotated[str, StringConstraints(max_length=MOST_OPTION)],
    ],
    Field(max_length=10, default_factory=dict),
]


OptionWanted: TypeAlias = Annotated[str, StringConstraints(pattern="^[a-z_]{1,20}:.{1,100}$")]
"""An option and the value that it must have."""


class OptionsWanted(Sent):
    """Options that somebody thinks of choosing."""

    options: Options


class ChairsAllowed(Data):
    """What tables some options allow."""

    sides: list[tuple[int, ...]]
    """For each number of chairs that a table can have, the side of each chair: partners have the same."""


class TableWanted(Sent):
    """A table to be opened."""

    game: Annotated[str, StringConstraints(max_length=20)]
    options: Options
    chairs: Annotated[list[ChairWanted], Field(min_length=1, max_length=4)]
    clock: ClockWanted = ClockWanted()
    begins: Begins = "drawn"
    listed: bool = False
    starts_when_full: bool = False


class TableOpened(Data):
    """Where the new table is; now its owner sits down there, with a nonce."""

    table: TableId
    commitment: str
    """A hash of the secret and the set-up: the house cannot change them any more."""


# --- deeds


class Sit(Sent):
    """Take a chair."""

    what: Literal["sit"]
    chair: SeatNumber
    """Whoever takes a chair of their own takes all of these."""
    nonce: Nonce = ""
    """Known to all who sit down later."""
    nonce_hash: NonceHash | None = None
    """Its SHA-256 instead, where the table hides nonces: it is asked for when all chairs are taken."""
    invitation: Annotated[str, StringConstraints(max_length=40)] = ""
    key: Key | None = None


class ShowNonce(Sent):
    """Show the nonce that one has shown the hash of, once it is asked for."""

    what: Literal["show_nonce"]
    nonce: Nonce
    key: Key | None = None


class RenewNonce(Sent):
    """Show the hash of a new nonce, after a start that came to nothing."""

    what: Literal["renew_nonce"]
    nonce_hash: NonceHash
    key: Key | None = None


class Stand(Sent):
    """Leave the table before the game; where the owner does, it is gone."""

    what: Literal["stand"]
    key: Key | None = None


class Remove(Sent):
    """Free somebody's chair before the game; the owner does. They cannot come back to this table."""

    what: Literal["remove"]
    chair: SeatNumber
    key: Key | None = None


class Start(Sent):
    """Start the game; the owner does."""

    what: Literal["start"]
    key: Key | None = None


class MakeMove(Sent):
    """Make a move, in the round that it was meant for."""

    what: Literal["move"]
    seat: SeatNumber
    round: Annotated[int, Field(ge=-1, le=2**31 - 1)]
    move: Annotated[str, StringConstraints(max_length=200)]
    key: Key


class TakeBack(Sent):
    """Take one's own last move back."""

    what: Literal["take_back"]
    seat: SeatNumber
    key: Key | None = None


class Resign(Sent):
    """Leave the game for good."""

    what: Literal["resign"]
    seat: SeatNumber
    key: Key | None = None


class Agree(Sent):
    """Agree that the house plays on for somebody who stays away."""

    what: Literal["agree"]
    seat: SeatNumber
    key: Key | None = None


class Say(Sent):
    """Say something."""

    what: Literal["say"]
    text: Annotated[str, StringConstraints(max_length=1000)]
    key: Key | None = None


Deed: TypeAlias = Annotated[
    Sit | ShowNonce | RenewNonce | Stand | Remove | Start | MakeMove | TakeBack | Resign | Agree | Say,
    Field(discriminator="what"),
]


class Done(Data):
    """A deed was done and will last."""

    ply: int
    """How many entries the table had then."""


# --- what is to be seen


@shown
class PlaceShown(TypedDict):
    """A chair, and who sits there."""

    kind: Kind
    level: str | None
    name: str | None
    """Of whoever sits there; empty, where they have deleted themselves."""
    yours: bool
    nonce: Literal["none", "hidden", "shown", "void"] | None
    """Of whoever sits there: hidden until all have shown its hash; void, where a new one is needed."""
    nonce_hash: str | None
    """Its SHA-256: whoever has seen those of all others can show a nonce of their own."""
    waits_for: str | None
    """The name of whoever it is kept for, until they come."""
    for_you: bool
    """Whether it is free and kept for you."""
    seat: int | None
    """Once the game has started."""
    left: Literal["resign", "timeout", "replaced"] | None
    """Why the house plays on here."""


@shown
class BrokenShown(TypedDict):
    """A start that came to nothing: some did not show their nonces in time, or left when others had."""

    at: int
    names: list[str]


@shown
class TableShown(TypedDict):
    """All about a table but the game itself."""

    game: str
    options: dict[str, str]
    clock: ClockShown
    begins: Begins
    listed: bool
    status: Literal["open", "playing", "over", "gone"]
    opened: int
    started: int | None
    yours: bool
    """Whether you opened it."""
    removed: bool
    """Whether whoever opened it has removed you from a chair: you cannot sit down here again."""
    places: list[PlaceShown]
    sides: list[int]
    """The side of each seat, once the game has started."""
    commitment: str
    """A hash of the secret and the set-up, shown before anybody added a nonce."""
    hides_nonces: bool
    """Whether those who sit down show the hash of a nonce first, and the nonce when all have."""
    show_until: int | None
    """Until when nonces must be shown, where they are asked for: whoever does not loses their chair."""
    broken: list[BrokenShown]
    """Starts that came to nothing."""
    secret: str | None
    """When the game is over."""
    invitation: str | None
    """For whoever opened the table, to be sent to the invited."""
    agreed: list[int]
    """Seats for which somebody agreed that the house should play on."""
    is_silent: bool
    """Whether partners play, who must not talk."""
    next_table: str | None
    """Where the rematch is."""


class Saying(Data):
    """Something that was said; name and text are empty, where somebody has deleted themselves."""

    ply: int
    at: int
    name: str
    text: str
    yours: bool


@shown
class HappenedShown(TypedDict):
    """What an event of the game did."""

    ply: int
    at: int
    seat: int | None
    """Nobody's, where a card was drawn."""
    deed: Literal["move", "back", "resign", "timeout", "replaced"]
    tells: list[dict[str, JsonValue]]
    """What happened, one thing after the other: `what` is a key of the game's language files."""


@shown
class TimeShown(TypedDict):
    """How much time everybody had at a moment, and whose clock has been running since."""

    at: int
    left: list[float]
    running: list[int]
    stood_still: float
    """For how many seconds since that moment the server could not take moves: they are in `left` again."""


class ObjectiveShown(Data):
    """One of the things that a game for one asks for."""

    key: str
    which: str
    met: bool


class ResultShown(Data):
    """How a game ended."""

    points: list[int]
    ranks: list[int]
    winners: list[int]
    why: str
    objectives: list[ObjectiveShown]


@shown
class Yours(TypedDict):
    """What is for this seat alone."""

    seat: int
    seats: list[int]
    """All that one plays here."""
    moves: Moves
    """What one may do now; none where one is not due."""
    may_take_back: bool


@shown
class GameShown(TypedDict):
    """The game as one may see it."""

    round: int
    """What a move is made for."""
    due: list[int]
    points: list[int]
    time: TimeShown | None
    happened: list[HappenedShown]
    """Since the ply that one knew."""
    view: GameView
    result: ResultShown | None
    you: Yours | None


@shown
class DoneShown(TypedDict):
    """A deed that was done."""

    id: int
    """What the page called it."""
    ply: int
    """How many entries the table had then."""


@shown
class News(TypedDict):
    """What is new at a table after ply `after`, up to ply `ply`; with `after` 0 it is everything."""

    type: Literal["news"]
    id: TableId
    after: int
    ply: int
    now: int
    """What the time is in the house, in milliseconds since 1970."""
    table: TableShown | None
    """If something changed besides the game."""
    game: GameShown | None
    """If the game went on."""
    said: list[Saying]
    done: list[DoneShown]
    """Deeds of this page that were done and will last."""


@shown
class Frame(TypedDict):
    """The game as it stood after one of its events, as one could see it then."""

    event: int
    """0 is the deal."""
    happened: HappenedShown | None
    points: list[int]
    view: GameView


class SitterShown(Data):
    """Who sat in a seat of a game that is stepped through."""

    name: str
    """Of a bot, its level; empty, where they have deleted themselves."""
    is_bot: bool
    left: int | None
    """The event by which they left."""


@shown
class Frames(TypedDict):
    """Some frames of a game, and how many events there are."""

    game: str
    sitters: list[SitterShown]
    sides: list[int]
    seat: int | None
    """The seat whose side the game is seen from; null as spectators saw it."""
    seats: list[int]
    """The seats whose side one may see it from."""
    yours: list[int]
    """Your own seats."""
    events: int
    curve: list[list[int]]
    """The points after every event of the game, those of the deal first."""
    frames: list[Frame]
    result: ResultShown | None


class ListedTable(Data):
    """A table in a list."""

    id: TableId
    game: str
    options: dict[str, str]
    clock: ClockShown
    places: list[PlaceListed]
    status: Literal["open", "playing", "over"]
    touched: int
    your_turn: bool


class PlaceListed(Data):
    """A chair in a list."""

    kind: Kind
    level: str | None
    name: str | None
    """Of whoever sits there; empty, where they have deleted themselves."""


class TableList(Data):
    """Several tables."""

    tables: list[ListedTable]
    next: str | None
    """Where the list goes on, to be asked for with `after`; null at its end. A short page may have one."""


class TablesWanted(Data):
    """Which of the tables that anybody may find are to be listed."""

    status: Literal["open", "playing"] = "open"
    game: Annotated[str, StringConstraints(max_length=20)] | None = None
    option: Annotated[list[OptionWanted], Field(max_length=10, default_factory=list)]
    """Values that options of the game have, such as `mode:duel`."""
    pace: Pace | None = None
    """Of the clock."""
    chairs: Annotated[int, Field(ge=1, le=4)] | None = None
    """How many there are, taken or not."""
    free: bool = False
    """Whether a chair must be free for you, without an invitation, at a table where you do not sit yet."""
    after: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,16}-[A-Za-z0-9_-]{22}$")] | None = None
    """Where the list goes on: `next` of the page before."""
    count: Annotated[int, Field(ge=1, le=MOST_LISTED)] = 24


class LogGiven(Sent):
    """The text of a log."""

    log: Annotated[str, StringConstraints(max_length=MOST_LOG)]


class FramesWanted(LogGiven):
    """Some frames of a log that somebody has."""

    seat: SeatNumber | None = None
    start: Count = 0
    count: Annotated[int, Field(ge=1, le=100)] = 50


class FairShown(Data):
    """What was found in order: the secret, the deal, every draw, every move and the result."""

    moves: int
    draws: int
    commitment: str
    secret: str
    set_up: str | None
    """What the commitment covers besides the secret; null where a table was opened before it did."""
    nonces: list[str]
    """By seats."""
    result: ResultShown


class Alive(Data):
    """That a process answers."""

    status: Literal["up"] = "up"


class Health(Data):
    """How the house is."""

    status: Literal["up", "down"]
    database: bool
    bus: bool


# --- over the socket


class Watch(Sent):
    """Hear of a table from now on, as one of one's own seats or as the one who is due."""

    type: Literal["watch"]
    table: TableId
    seat: SeatNumber | None = None
    ply: Count = 0
    """What one knows already."""


class Leave(Sent):
    """Hear no more of a table."""

    type: Literal["leave"]
    table: TableId


class Do(Sent):
    """Do something at a table."""

    type: Literal["do"]
    id: Count
    """To tell the answers apart."""
    table: TableId
    deed: Deed


FromPage: TypeAlias = Annotated[Watch | Leave | Do, Field(discriminator="type")]


class DoneMessage(Data):
    """The answer to a deed at a table that the page does not watch; where it does, that is in the news."""

    type: Literal["done"] = "done"
    id: int
    ply: int


class RefusedMessage(Data):
    """The answer to a deed, or to anything else, that was refused."""

    type: Literal["refused"] = "refused"
    id: int | None
    table: str | None
    error: Refusal


class PresentMessage(Data):
    """Who is there."""

    type: Literal["present"] = "present"
    id: TableId
    places: list[bool]
    """Whether whoever sits in each chair is there."""
    spectators: int
    waiting: list[int]
    """Seats whose bots have not begun to think yet: others are served first."""


ToPage: TypeAlias = Annotated[
    News | DoneMessage | RefusedMessage | PresentMessage, Field(discriminator="type")
]

FROM_PAGE: Final[TypeAdapter[Watch | Leave | Do]] = TypeAdapter(FromPage)
TO_PAGE: Final[TypeAdapter[News | DoneMessage | RefusedMessage | PresentMessage]] = TypeAdapter(ToPage)
DEED: Final[
    TypeAdapter[
        Sit | ShowNonce | RenewNonce | Stand | Remove | Start | MakeMove | TakeBack | Resign | Agree | Say
    ]
] = TypeAdapter(Deed)


class _Address(Data):
    """What a message that was not understood says about itself."""

    model_config = ConfigDict(extra="ignore", strict=True)

    id: Count | None = None
    table: TableId | None = None


def addressed(message: bytes) -> tuple[int | None, str | None]:
    """Return the number and the table of a message that was not understood, where it has them."""
    try:
        address = _Address.model_validate_json(message)
    except ValidationError:
        return None, None
    return address.id, address.table

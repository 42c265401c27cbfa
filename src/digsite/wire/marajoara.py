"""A view of Marajoara, and the moves of a seat, as data.

A die is written as moves write it: the letter of its colour, then its face, `y3`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast, get_args

from typing_extensions import TypedDict

from digsite.core.names import Move
from digsite.games.marajoara.holdings import ALL, TOTAL
from digsite.games.marajoara.missions import objectives
from digsite.games.marajoara.notation import die_text, move_text, stored_text
from digsite.games.marajoara.record import (
    BLUE,
    CAPTURED,
    FRAGMENT_POINTS,
    FRAGMENTS,
    GRID,
    IN_TURN,
    KINDS,
    MISSIONS,
    NOBODY,
    OVER,
    RED,
    SQUARES,
    TO_EXCAVATE,
    TO_GIVE,
    TO_PAY,
    TO_RAISE,
    TO_RECYCLE,
    TO_REMOVE,
    TO_RETIRE,
    TO_SCORE,
    TO_SET_UP,
    TO_SHOW,
    TO_SPEND,
    TO_STORE,
    TO_TAKE,
    TRACKS,
    TWO_MUSEUMS,
    YELLOW,
)
from digsite.games.marajoara.telling import leads_to, tallies
from digsite.wire import LegalMove, fields_of, shown

if TYPE_CHECKING:
    from digsite.core.game import Game
    from digsite.core.names import Position, Seat, View

Fragment: TypeAlias = Literal["4", "5", "3", "=6", "6", "9"]
MuseumToken: TypeAlias = Literal["third_yellow", "first_vase", "fragment_4"]
Asks: TypeAlias = Literal[
    "set_up",
    "token",
    "turn",
    "pay",
    "raise_own",
    "raise_other",
    "raise_track",
    "store",
    "excavate",
    "show",
    "remove",
    "give",
    "take",
    "score",
    "spend",
    "retire",
    "recycle",
    "over",
]
"""What kind of choice is asked."""
Tallied: TypeAlias = Literal[
    "red_end",
    "blue_end",
    "yellow_end",
    "vases",
    "fragments",
    "round_track",
    "gaps",
]
"""What is counted at the end."""

NAMES: Final = [GRID.name(square) for square in range(SQUARES)]
DICE: Final = [die_text(die) for die in range(KINDS)]
ASKS: Final[dict[int, Asks]] = {
    TO_SET_UP: "set_up",
    IN_TURN: "turn",
    TO_PAY: "pay",
    TO_STORE: "store",
    TO_EXCAVATE: "excavate",
    TO_SHOW: "show",
    TO_REMOVE: "remove",
    TO_GIVE: "give",
    TO_TAKE: "take",
    TO_SCORE: "score",
    TO_SPEND: "spend",
    TO_RETIRE: "retire",
    TO_RECYCLE: "recycle",
    OVER: "over",
}
FRAGMENT_NAMES: Final[tuple[Fragment, ...]] = FRAGMENTS
MUSEUM_TOKENS: Final[tuple[MuseumToken, ...]] = ("third_yellow", "first_vase", "fragment_4")
"""In the order of their bits."""
TALLIED: Final[tuple[Tallied, ...]] = get_args(Tallied)
"""In the order of `telling.TALLIES`."""


@shown
class DigSite(TypedDict):
    """The main board."""

    dice: dict[str, str]
    """The die on each square that has one: the letter of its colour and its face, such as `y3`."""
    roped: list[str]
    """The squares of the roped areas."""
    plus_one: list[str]
    """The bonus squares where a die that lands gains one more."""
    plus_two: list[str]
    """The bonus squares where it gains two more."""
    icons: list[str]
    """The squares for the first dig tokens."""
    unreached: list[str]
    """Mission 4: the starred squares that no die was brought onto yet."""


@shown
class Museum(TypedDict):
    """What a museum holds."""

    seat: int
    """Whose it is. In mission 6 the only seat has two, which moves call `1` and `2`."""
    yellow: list[str]
    """The yellow dice in its storage, the highest first, as moves name them.

    In mission 6 a die of the second museum is `2y3`: its last two characters are the die.
    """
    red: list[str]
    blue: list[str]
    vases: int
    """How many places of the showcase have one, counted from the first."""
    restored: list[Fragment]
    """The fragments that are restored."""
    worth: dict[str, int]
    """The points that each of the others would bring now, with those for restored neighbours."""
    tokens: list[MuseumToken]
    """The dig tokens that are still to be won in it."""


@shown
class TallyLine(TypedDict):
    """What one thing brings at the end, or costs."""

    key: Tallied
    """Which: `tally_` and this is a key of the game's language files."""
    n: int


@shown
class MarajoaraSeat(TypedDict):
    """What a seat has beside its museum."""

    to_come: int
    """The points that it would get, or lose, if the game ended now; nothing once it has ended."""
    tally: list[TallyLine]
    """How these points come about; once the game has ended, how those came that it got then."""
    credits: int
    """What it can pay with its yellow dice."""
    tokens: list[str]
    """The squares with a dig token of this seat."""
    reserve: int
    """Dig tokens for the set-up and the tracks."""
    waiting: int
    """Dig tokens that it has won, but not placed yet."""


@shown
class Track(TypedDict):
    """A track for excavations."""

    name: Literal["yellow", "red", "blue"]
    discs: list[int]
    """The space of each seat's disc, from 1 to 9; 0 before the first."""
    ends: list[int]
    """The seats that reached the last space, the first of them first."""


@shown
class MarajoaraTurn(TypedDict):
    """Whose turn it is, and what is going on in it."""

    active: int
    """The seat in turn, also while another one is asked."""
    due: int | None
    """The seat that is asked; nobody, once the game is over."""
    asks: Asks
    """What it is asked: `ask_` and this, unless it is `over`, is a key of the game's language files."""
    acted: bool
    """Whether the main action is made."""
    doubled: bool
    """Whether blue dice count double until the turn ends."""
    captured: str | None
    """The die that was captured, until it is stored or spent; raises call it `captured`."""
    landed: str | None
    """Where the capturing die landed, until the main action ends."""
    doing: str | None
    """What is being paid for, with all its vases, or which dice are given away: the words of a move.

    Vases that are being paid for are no longer in the storage.
    """
    cost: int
    """The credits that it costs; 0 where nothing is to be paid."""
    raised_by: int
    """The points to put on dice; 0 where none are raised."""


@shown
class MissionObjective(TypedDict):
    """One of the things that a mission asks for."""

    key: str
    """Which kind: `objective_` and this is a key of the game's language files."""
    which: str
    """Which one of its kind."""
    met: bool


@shown
class MarajoaraView(TypedDict):
    """The main board, the museums and all that lies between them: everything is open."""

    game: Literal["marajoara"]
    mission: Literal["none", "1", "2", "3", "4", "5", "6", "7", "8"]
    harder: bool
    objectives: list[MissionObjective]
    """What the mission asks for; nothing without one."""
    site: DigSite
    museums: list[Museum]
    """One for each seat; in mission 6 two for the only one."""
    seats: list[MarajoaraSeat]
    tracks: list[Track]
    rewards: list[int]
    """The points of the showcase places; the first has a dig token instead."""
    workshop: list[list[Fragment]]
    """The fragments as they lie beside each other: three rows of two."""
    cart: list[str]
    """The dice in the cart, from the top: moves count its places from 1."""
    slate: list[str]
    """The dice that are recycled at the end of the turn."""
    round_number: int
    """The round, from 1; on a mission, how many dice lie on the round track."""
    round_track: list[str]
    """On a mission: the dice that were retired."""
    turn: MarajoaraTurn


def marajoara_view(view: View) -> MarajoaraView:
    """Return a view as data."""
    p = fields_of(view)
    fragments = [FRAGMENT_NAMES[fragment] for fragment in p["workshop"]]
    return MarajoaraView(
        game="marajoara",
        mission=MISSIONS[p["mission"]],
        harder=bool(p["harder"]),
        objectives=[
            MissionObjective(key=objective.key, which=objective.which, met=objective.met)
            for objective in objectives(view)
        ],
        site=_site(p),
        museums=_museums(p),
        seats=[_seat(view, p, seat) for seat in range(p["seats"])],
        tracks=[_track(p, colour) for colour in range(len(TRACKS))],
        rewards=p["rewards"],
        workshop=[fragments[at : at + 2] for at in range(0, len(fragments), 2)],
        cart=_dice(p["cart"]),
        slate=[DICE[die] for die, count in enumerate(p["slate"]) for _ in range(count)],
        round_number=p["round_number"],
        round_track=_dice(p["round_track"]),
        turn=_turn(view, p),
    )


def _dice(row: list[int]) -> list[str]:
    return [DICE[die] for die in row if die]


@lru_cache(maxsize=1 << 12)
def _names(squares: int) -> list[str]:
    """Return the names of the squares of a set."""
    return [name for square, name in enumerate(NAMES) if squares >> square & 1]


def _site(p: dict[str, Any]) -> DigSite:
    return DigSite(
        dice={name: DICE[die] for name, die in zip(NAMES, p["die"], strict=True) if die},
        roped=_names(p["roped"]),
        plus_one=_names(p["plus_one"]),
        plus_two=_names(p["plus_two"]),
        icons=_names(p["icons"]),
        unreached=_names(p["unreached"]),
    )


def _museums(p: dict[str, Any]) -> list[Museum]:
    if p["mission"] == TWO_MUSEUMS:
        return [_museum(p, 0, own) for own in range(2)]
    return [_museum(p, seat, 0) for seat in range(p["seats"])]


def _museum(p: dict[str, Any], seat: int, own: int) -> Museum:
    number = seat + own
    stored = [
        [stored_text(own, colour, face) for face in ALL[holding]]
        for colour, holding in enumerate(p["stored"][number])
    ]
    return Museum(
        seat=seat,
        yellow=stored[YELLOW],
        red=stored[RED],
        blue=stored[BLUE],
        vases=p["vases"][number],
        restored=[name for bit, name in enumerate(FRAGMENT_NAMES) if p["restored"][number] >> bit & 1],
        worth=_worth(p, p["restored"][number]),
        tokens=[name for bit, name in enumerate(MUSEUM_TOKENS) if p["museum_tokens"][number] >> bit & 1],
    )


def _worth(p: dict[str, Any], restored: int) -> dict[str, int]:
    """M17: a point more for each restored neighbour."""
    return {
        name: FRAGMENT_POINTS[bit] + (p["neighbours"][bit] & restored).bit_count()
        for bit, name in enumerate(FRAGMENT_NAMES)
        if not restored >> bit & 1
    }


def _seat(view: View, p: dict[str, Any], seat: int) -> MarajoaraSeat:
    lines = tallies(view, seat)
    return MarajoaraSeat(
        to_come=0 if p["stage"] == OVER else sum(lines),
        tally=[TallyLine(key=key, n=n) for key, n in zip(TALLIED, lines, strict=True) if n],
        credits=int(TOTAL[p["stored"][seat][YELLOW]]),
        tokens=_names(p["tokens"][seat]),
        reserve=p["reserve"][seat],
        waiting=p["waiting"][seat],
    )


def _track(p: dict[str, Any], colour: int) -> Track:
    return Track(
        name=TRACKS[colour],
        discs=[discs[colour] for discs in p["disc"][: p["seats"]]],
        ends=[seat for seat in p["ends"][colour] if seat != NOBODY],
    )


def _turn(view: View, p: dict[str, Any]) -> MarajoaraTurn:
    return MarajoaraTurn(
        active=p["active"],
        due=None if p["due"] == NOBODY else p["due"],
        asks=_asks(p),
        acted=bool(p["acted"]),
        doubled=bool(p["doubled"]),
        captured=DICE[p["captured"]] if p["captured"] else None,
        landed=None if p["landed"] == NOBODY else NAMES[p["landed"]],
        doing=_doing(view, p),
        cost=p["cost"],
        raised_by=p["raised_by"],
    )


def _asks(p: dict[str, Any]) -> Asks:
    """M11, M20: a token comes before all else; what may be raised depends on what gave the raise."""
    if p["placing"]:
        return "token"
    if p["stage"] != TO_RAISE:
        return ASKS[p["stage"]]
    if p["reach"] >> CAPTURED & 1:
        return "raise_own"
    return "raise_track" if p["raiser"] == p["active"] else "raise_other"


def _doing(view: View, p: dict[str, Any]) -> str | None:
    if p["action"] == NOBODY:
        return None
    text = move_text(view, Move(p["action"]))
    red = text.split()[1][:-1]
    return " ".join((text, *(f"{red}{face}" for face in p["vases_to_show"][1:] if face)))


@shown
class LeadsTo(TypedDict, total=False):
    """What a move leads to, beside points."""

    costs: int
    """The credits of a free action."""
    takes: str
    """The die that a capture takes."""
    becomes: str
    """The die that leaps, as it lands."""
    to: str
    """Where it lands."""
    token: int | None
    """Whose dig token it lands on."""
    space: int
    """The space of its track that a disc reaches."""


@shown
class MarajoaraMove(LegalMove, LeadsTo):
    """A move as the seat that may make it gets it, with what it leads to."""


def marajoara_moves(game: Game, pos: Position, seat: Seat) -> list[MarajoaraMove]:
    """Return the legal moves of a seat."""
    return [
        cast("MarajoaraMove", {"text": game.move_text(pos, move), "points": points, **leads_to(pos, move)})
        for move, points in zip(game.legal(pos, seat), game.gains(pos, seat), strict=True)
    ]

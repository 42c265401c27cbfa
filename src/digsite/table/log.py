"""The log of a game as a readable text file (docs/log.md): the truth from which all else follows.

Every line after the header ends in a check, a hash of all that stands above it and of the line
itself: a line that was lost or edited is found, and a torn last line is known for what it is.
"""

from __future__ import annotations

import hashlib
import re
from collections import deque
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from msgspec import Struct

from digsite.core.errors import BadText, DigsiteError
from digsite.core.fair import Fair, commitment_to_secret
from digsite.core.lines import Lines, shown
from digsite.core.names import CHANCE, Objective, Result, Seat
from digsite.table.settled import (
    BEGINS,
    BLOCK,
    WHERES,
    FairForm,
    Settled,
    Where,
    block_lines,
    by_chair,
    option_lines,
    seated_from,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FORMATS: Final[dict[str, FairForm]] = {"digsite log 1": 1, "digsite log 2": 2}
"""The first line of a log, and by which rules its deal is fair."""
BACK, RESIGN, TIMEOUT, REPLACED = "!back", "!resign", "!timeout", "!replaced"
LEAVING: Final = (RESIGN, TIMEOUT, REPLACED)
DEEDS: Final = (BACK, *LEAVING)
"""What a seat can do besides moving: take its last move back, resign, run out of time, be replaced."""

MAX_SIZE: Final = 4 << 20
CHECK_DIGITS: Final = 8
LONGEST_NAME: Final = 30
NAMELESS: Final = "-"
"""A person without a name."""
LONGEST_NONCE: Final = 100
MOST_SECONDS: Final = 999_999_999.0
LEAST_POINTS, MOST_POINTS = -(1 << 15), (1 << 15) - 1
"""What the record of a position has room for."""
_CHANCE: Final = "chance"
_DRAWN: Final = "begins drawn"
_EVENT: Final = re.compile(r"(\d{1,6}) (\d{1,9}\.\d{3}) (chance|\d) (\S+(?: \S+)*)", re.ASCII)
_ENDING: Final = re.compile(
    r"result points=(\S+) ranks=(\S+) winners=(\S+) why=(\S+)(?: objectives=(\S+))? secret=([0-9a-f]{64})",
    re.ASCII,
)
_ASIDE: Final = re.compile(r"\? \d{1,9}\.\d{3} \d \S+(?: \S+)*", re.ASCII)
_NUMBER: Final = re.compile(r"-?\d{1,5}", re.ASCII)
_OBJECTIVE: Final = re.compile(r"([+-])(\w+):(\w+)", re.ASCII)

Word = TypeVar("Word", bound=str)


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits in a seat: a person with a name, or a bot with its seed."""

    name: str
    """Empty for a person who has deleted themselves."""
    bot_seed: int | None = None

    @property
    def is_bot(self) -> bool:
        """Tell whether nobody has to be asked."""
        return self.bot_seed is not None


class Event(Struct, frozen=True, eq=False, gc=False):
    """One line of a game: a move or a deed of a seat, or a draw of CHANCE.

    There is one for every move of every table: a struct is made quickly, and the garbage collector skips it.
    """

    seconds: float
    """Since the start."""
    seat: Seat
    text: str
    """A move's text, or one of DEEDS."""
    line: int = 0
    """Where it stands in the file it was read from; wherever that is, it is the same event."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[float, Seat, str]:
        return self.seconds, self.seat, self.text


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended, with the secret behind its deal and its draws."""

    result: Result
    secret: bytes
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Header:
    """All that was settled before the first move."""

    game: str
    rules: int
    options: dict[str, str]
    """Those that differ from their default, board data of one's own included."""
    started: datetime
    sitters: tuple[Sitter, ...]
    commitment: str
    nonces: tuple[str, ...]
    deal: str
    """The first position, as text."""
    drawn: bool = False
    """Whether it was drawn who begins."""
    line: int = field(default=0, compare=False)
    """The line of the deal."""
    form: FairForm = 1
    """The format of the log, and so by which rules its deal is fair."""
    where: Where = "server"
    chairs: tuple[int, ...] = ()
    """The chair of each seat; the first format does not tell."""

    @property
    def settled(self) -> Settled:
        """Return what the commitment covers."""
        bots = [sitter.name if sitter.is_bot else None for sitter in self.sitters]
        chairs = tuple(bots[self.chairs.index(chair)] for chair in range(len(bots)))
        return Settled(self.game, self.options, self.where, "drawn" if self.drawn else "first", chairs)

    def commits_to(self, secret: bytes) -> str:
        """Return the commitment that a secret would have here."""
        return commitment_to_secret(secret) if self.form == 1 else self.settled.commitment(secret)

    def fair(self, secret: bytes) -> Fair:
        """Return the chance of the game; the nonces are in the order of the chairs, once of the seats."""
        return Fair(secret, self.nonces if self.form == 1 else by_chair(self.nonces, self.chairs))


class Aside(NamedTuple):
    """What is noted between events and changes nothing: readers pass over words that they do not know."""

    after: int
    """How many events stand above it."""
    text: str


@dataclass(frozen=True, slots=True)
class Log:
    """A header, what happened, and how it ended if it did."""

    header: Header
    events: tuple[Event, ...]
    ending: Ending | None
    asides: tuple[Aside, ...] = ()

    def lines(self) -> Iterator[Event | Aside]:
        """Yield events and asides in the order of their lines."""
        asides = deque(self.asides)
        for ply, event in enumerate((None, *self.events)):
            if event is not None:
                yield event
            while asides and asides[0].after == ply:
                yield asides.popleft()


# --- writing


class Chain:
    """The running hash that the checks are taken from."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def fork(self) -> Chain:
        """Return a chain that goes on from here by itself."""
        other = Chain()
        other._digest = self._digest.copy()
        return other

    def add(self, line: str) -> str:
        """Take in a line and return its check."""
        self._digest.update(line.encode() + b"\n")
        return "#" + self._digest.hexdigest()[:CHECK_DIGITS]


class Writer:
    """Writes a log line by line."""

    def __init__(self) -> None:
        self._chain = Chain()
        self._plies = 0

    def fork(self) -> Writer:
        """Return a writer that goes on from here by itself."""
        other = Writer()
        other._chain, other._plies = self._chain.fork(), self._plies
        return other

    def header(self, header: Header) -> str:
        """Return the opening lines."""
        lines = list(_header_lines(header))
        for line in lines:
            self._chain.add(line)
        return "".join(f"{line}\n" for line in lines)

    def line(self, line: Event | Aside) -> str:
        """Return the next line."""
        return self._checked(line.text) if isinstance(line, Aside) else self.event(line)

    def event(self, event: Event) -> str:
        """Return the line of the next event."""
        self._plies += 1
        who = _CHANCE if event.seat == CHANCE else str(event.seat)
        return self._checked(f"{self._plies} {event.seconds:.3f} {who} {event.text}")

    def ending(self, ending: Ending) -> str:
        """Return the closing line."""
        result = ending.result
        points, ranks, winners = (_numbers(n) for n in (result.points, result.ranks, result.winners))
        line = f"result points={points} ranks={ranks} winners={winners} why={result.why}"
        objectives = f" objectives={_objectives(result)}" if result.objectives else ""
        return self._checked(f"{line}{objectives} secret={ending.secret.hex()}")

    def _checked(self, line: str) -> str:
        return f"{line} {self._chain.add(line)}\n"


def write(log: Log) -> str:
    """Return a whole log as text."""
    writer = Writer()
    parts = [writer.header(log.header), *map(writer.line, log.lines())]
    if log.ending is not None:
        parts.append(writer.ending(log.ending))
    return "".join(parts)


def _header_lines(header: Header) -> Iterator[str]:
    yield next(line for line, form in FORMATS.items() if form == header.form)
    yield f"game {header.game}"
    yield f"rules {header.rules}"
    yield from option_lines(header.options)
    yield f"started {header.started.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    for seat, sitter in enumerate(header.sitters):
        who = f"bot {sitter.name} {sitter.bot_seed}" if sitter.is_bot else f"person {sitter.name or NAMELESS}"
        yield f"seat {seat} {who}"
    yield from _beginning_lines(header)
    yield f"commitment {header.commitment}"
    for seat, nonce in enumerate(header.nonces):
        yield f"nonce {seat} {nonce}".rstrip()
    yield "deal"
    yield from block_lines(header.deal)
    yield "events"


def _beginning_lines(header: Header) -> Iterator[str]:
    """Yield where it is played, who begins, and who sits in which chair."""
    if header.form == 1:
        if header.drawn:
            yield _DRAWN
        return
    settled = header.settled
    yield f"where {settled.where}"
    yield f"begins {settled.begins}"
    yield f"chairs {' '.join(map(str, header.chairs))}"


def _numbers(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers)) or "-"


# --- reading


def read(text: str) -> Log:
    """Return the log of that text, or raise BadText with the line."""
    if len(text) > MAX_SIZE:
        raise BadText("log_too_long", line=1, most=MAX_SIZE)
    _refuse_surrogates(text)
    reader = _Reader(text)
    header = reader.header()
    events: list[Event] = []
    asides: list[Aside] = []
    ending: Ending | None = None
    while reader.lines:
        words = reader.checked_line()
        if words.startswith("result "):
            ending = reader.ending(words, len(header.sitters))
            reader.lines.end()
        elif header.form > 1 and words.startswith("? "):
            asides.append(reader.aside(words, len(events), len(header.sitters)))
        else:
            events.append(reader.event(words, len(events) + 1, len(header.sitters)))
    log = Log(header, tuple(events), ending, tuple(asides))
    _refuse_other_spelling(log, text)
    return log


def _refuse_surrogates(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadText("log_not_text", line=text.count("\n", 0, error.start) + 1) from None


def _refuse_other_spelling(log: Log, text: str) -> None:
    """There is one way to write a log; another would not fit the checks when the game goes on."""
    ours, theirs = Lines(write(log)), Lines(text)
    while ours and theirs:
        if ours.take() != theirs.take():
            raise theirs.refusal("log_spelling")


def mended(data: bytes) -> bytes:
    """Return a log without its last line if a crash cut that line short; all whole lines are kept."""
    if data.endswith(b"\n"):
        return data
    try:
        read((data + b"\n").decode())
    except (BadText, UnicodeDecodeError):
        return data[: data.rfind(b"\n") + 1]
    return data + b"\n"


def is_name(text: str) -> bool:
    """Tell whether a name can stand in a log."""
    return text != "" and fits_a_line(text, LONGEST_NAME)


def is_nonce(text: str) -> bool:
    """Tell whether a nonce can stand in a log; it may be empty."""
    return fits_a_line(text, LONGEST_NONCE)


def fits_a_line(text: str, longest: int) -> bool:
    """Tell whether a text can stand in a line as it is."""
    return text == " ".join(text.split()) and text.isprintable() and len(text) <= longest


def require_name(name: str) -> None:
    """Refuse a name that cannot stand in a log."""
    if not is_name(name):
        raise DigsiteError("bad_name", most=LONGEST_NAME)


def require_nonce(nonce: str) -> None:
    """Refuse a nonce that cannot stand in a log."""
    if not is_nonce(nonce):
        raise DigsiteError("bad_nonce", most=LONGEST_NONCE)


class _Reader:
    """Reads a log from its first line to its last."""

    def __init__(self, text: str) -> None:
        self.lines = Lines(text)
        self._chain = Chain()
        self._ahead: str | None = None
        self._seconds = 0.0
        """When the event read last was."""
        self._torn = not text.endswith("\n")
        self._last = text.count("\n") + 1

    def _peek(self) -> str:
        if self._ahead is None:
            self._ahead = self.lines.take()
        return self._ahead

    def _take(self) -> str:
        line, self._ahead = self._peek(), None
        self._chain.add(line)
        return line

    def _field(self, key: str) -> str:
        found, _, value = self._take().partition(" ")
        if found != key or not value.strip():
            raise self.lines.refusal("expected_field", expected=key, found=found)
        return value

    def _block(self) -> str:
        lines = []
        while self._peek().startswith(BLOCK.rstrip()):
            lines.append(self._take()[len(BLOCK) :])
        return "".join(f"{line}\n" for line in lines)

    def header(self) -> Header:
        """Read up to the line `events`."""
        form = self._form()
        game = self._field("game")
        rules = self._number("rules")
        options = dict(self._options())
        started = self._started()
        sitters = tuple(self._sitters())
        where, drawn, chairs = self._beginning(len(sitters)) if form > 1 else ("server", self._drawn(), ())
        commitment = self._hex("commitment", 64)
        nonces = tuple(self._nonce() for _ in sitters)
        self._expect("deal")
        line = self.lines.number + 1
        deal = self._block()
        self._expect("events")
        return Header(
            game,
            rules,
            options,
            started,
            sitters,
            commitment,
            nonces,
            deal,
            drawn,
            line,
            form,
            where,
            chairs,
        )

    def _form(self) -> FairForm:
        form = FORMATS.get(self._take())
        if form is None:
            raise self.lines.refusal("log_format", expected=", ".join(FORMATS))
        return form

    def _word(self, key: str, words: Sequence[Word]) -> Word:
        """Read a line with one of some words."""
        found = self._field(key)
        word = next((word for word in words if word == found), None)
        if word is None:
            raise self.lines.refusal("expected_field", expected=f"{key} {' | '.join(words)}", found=found)
        return word

    def _beginning(self, seats: int) -> tuple[Where, bool, tuple[int, ...]]:
        """Read where it is played, whether it was drawn who begins, and the chair of each seat."""
        where = self._word("where", WHERES)
        drawn = self._word("begins", BEGINS) == "drawn"
        rounds = [seated_from(first, seats) for first in range(seats)]
        chairs = {" ".join(map(str, seated)): seated for seated in rounds}
        return where, drawn, chairs[self._word("chairs", tuple(chairs))]

    def _expect(self, word: str) -> None:
        if (found := self._take()) != word:
            raise self.lines.refusal("expected_field", expected=word, found=found)

    def _number(self, key: str) -> int:
        value = self._field(key)
        if not re.fullmatch(r"\d{1,6}", value, re.ASCII):
            raise self.lines.refusal("expected_number", key=key, least=0, most=999_999, found=value)
        return int(value)

    def _hex(self, key: str, digits: int) -> str:
        value = self._field(key)
        if not re.fullmatch(rf"[0-9a-f]{{{digits}}}", value):
            raise self.lines.refusal("expected_hex", key=key, digits=digits)
        return value

    def _options(self) -> Iterator[tuple[str, str]]:
        while self._peek().startswith("option "):
            key, _, value = self._field("option").partition(" ")
            yield key, value or self._block()

    def _started(self) -> datetime:
        value = self._field("started")
        try:
            return datetime.strptime(value, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
        except ValueError:
            raise self.lines.refusal("expected_time", found=value) from None

    def _sitters(self) -> Iterator[Sitter]:
        seat = 0
        while self._peek().startswith("seat "):
            match self._field("seat").split(" ", 2):
                case [number, "person", name] if number == str(seat):
                    yield Sitter("" if name == NAMELESS else self._name(name))
                case [number, "bot", bot] if number == str(seat) and re.fullmatch(
                    r"\w+ \d{1,18}", bot, re.ASCII
                ):
                    name, seed = bot.split(" ")
                    yield Sitter(self._name(name), int(seed))
                case _:
                    raise self.lines.refusal("log_seat", seat=seat)
            seat += 1

    def _name(self, name: str) -> str:
        if not is_name(name):
            raise self.lines.refusal("log_name", most=LONGEST_NAME)
        return name

    def _nonce(self) -> str:
        nonce = self._field("nonce").partition(" ")[2]
        if not is_nonce(nonce):
            raise self.lines.refusal("log_nonce", most=LONGEST_NONCE)
        return nonce

    def _drawn(self) -> bool:
        found = self._peek() == _DRAWN
        if found:
            self._take()
        return found

    def checked_line(self) -> str:
        """Return the next line without its check, or refuse it where the check does not fit."""
        line, _, check = self.lines.take().rpartition(" ")
        torn = self._torn and self.lines.number == self._last
        if self._chain.add(line) != check:
            raise self.lines.refusal("log_torn" if torn else "log_edited")
        return line

    def event(self, words: str, ply: int, seats: int) -> Event:
        """Read a line such as `7 12.345 0 go d4`."""
        match = _EVENT.fullmatch(words)
        if match is None:
            raise self.lines.refusal("log_event")
        if int(match[1]) != ply:
            raise self.lines.refusal("log_ply", expected=ply, found=match[1])
        seat = CHANCE if match[3] == _CHANCE else Seat(int(match[3]))
        if seat >= seats:
            raise self.lines.refusal("log_seat", seat=seat)
        return Event(self._time(float(match[2])), seat, match[4], self.lines.number)

    def _time(self, seconds: float) -> float:
        """Return a time, unless it is before the one above."""
        if seconds < self._seconds:
            raise self.lines.refusal("log_time")
        self._seconds = seconds
        return seconds

    def aside(self, words: str, after: int, seats: int) -> Aside:
        """Read a line such as `? 12.345 0 hint`."""
        if not (_ASIDE.fullmatch(words) and words.isprintable()):
            raise self.lines.refusal("log_event")
        _, seconds, seat, *_ = words.split(" ")
        if int(seat) >= seats:
            raise self.lines.refusal("log_seat", seat=int(seat))
        self._time(float(seconds))
        return Aside(after, words)

    def ending(self, words: str, seats: int) -> Ending:
        """Read the line `result …`."""
        match = _ENDING.fullmatch(words)
        if match is None:
            raise self.lines.refusal("log_event")
        points = self._numbers("points", match[1], LEAST_POINTS, MOST_POINTS)
        ranks = self._numbers("ranks", match[2], 1, seats)
        winners = self._numbers("winners", match[3], 0, seats - 1)
        if not len(points) == len(ranks) == seats:
            raise self.lines.refusal("log_event")
        objectives = self._objectives(match[5])
        result = Result(points, ranks, tuple(Seat(seat) for seat in winners), match[4], objectives)
        return Ending(result, bytes.fromhex(match[6]), self.lines.number)

    def _numbers(self, key: str, text: str, least: int, most: int) -> tuple[int, ...]:
        """Read `23,-4`, or `-` for none."""
        words = [] if text == "-" else text.split(",")
        for found in words:
            if not (_NUMBER.fullmatch(found) and least <= int(found) <= most):
                raise self.lines.refusal(
                    "expected_number", key=key, least=least, most=most, found=shown(found)
                )
        return tuple(map(int, words))

    def _objectives(self, text: str | None) -> tuple[Objective, ...]:
        """Read `+slot:4,-score:50`."""
        found = [_OBJECTIVE.fullmatch(word) for word in (text or "").split(",") if text]
        if None in found:
            raise self.lines.refusal("log_event")
        return tuple(Objective(match[2], match[3], match[1] == "+") for match in found if match)


def _objectives(result: Result) -> str:
    return ",".join(f"{'+' if o.met else '-'}{o.key}:{o.which}" for o in result.objectives)

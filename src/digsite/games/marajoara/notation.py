"""Marajoara's moves as text, both ways.

A die is its colour and face, `y3`; in mission 6 a die of the second museum is `2y3`. `y3:2` pays two
credits of a yellow 3, or raises it by two. Words that can stand for a move or begin another one end
in `done`: `restore 4 b4 done` beside `restore 4 b4 b1`. It may always be left out.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np

from digsite.core.errors import InvalidMove
from digsite.core.names import Move, Position
from digsite.games.marajoara import kernel
from digsite.games.marajoara.holdings import (
    ALL,
    HOLDINGS,
    MOST_CREDITS,
    MOST_RAISE,
    MOST_RAISES,
    NOTHING,
    PAYMENT_FIRST,
    PAYMENTS,
    PUT,
    RAISE_FIRST,
    RAISES,
    RESTORATION_FIRST,
    RESTORATION_FRAGMENT,
    RESTORATIONS,
    RESTORES,
    Change,
    Faces,
    holding,
    raise_row,
)
from digsite.games.marajoara.moves import (
    ADD,
    CAPTURE,
    DIRECTIONS,
    END,
    EXCAVATE,
    EXCHANGE,
    EXHIBIT,
    FACES,
    FUND,
    GIVE,
    MOVES,
    PARTS,
    PASS,
    PAY,
    RAISE,
    RECYCLE,
    REMOVE,
    RESTORE,
    RETIRE,
    SCORE,
    SHIFT,
    SPEND,
    STORE,
    TAKE,
    TOKEN,
    kind_of,
)
from digsite.games.marajoara.record import (
    BLUE,
    CAPTURED,
    CART,
    COLOUR_SHIFT,
    COLOURS,
    FACE,
    FRAGMENT_COUNT,
    FRAGMENTS,
    GREY,
    GRID,
    HIGHEST,
    KINDS,
    MAX_MOVES,
    NO_DIE,
    POSITION,
    RED,
    SQUARES,
    STORED_COLOURS,
    TO_RAISE,
    TRACKS,
    TWO_MUSEUMS,
    WRAPPING,
    YELLOW,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

CAPTURED_DIE: Final = "captured"
DONE: Final = "done"
WAYS: Final = ("down", "up")

_DIE: Final = re.compile(r"(2?)([yrbg])([1-6])(?::([1-6]))?")


# --- dice


class Named(NamedTuple):
    """A die as words name it."""

    own: int
    """0, or 1 for the second museum."""
    colour: int
    face: int
    by: int
    """What stands behind the colon, or 0."""


def die_text(die: int) -> str:
    """Return `y3`."""
    return f"{COLOURS[die >> COLOUR_SHIFT]}{die & FACE}"


def stored_text(own: int, colour: int, face: int | str) -> str:
    """Return `y3`, or `2y3` for a die of the second museum."""
    return f"{'2' if own else ''}{COLOURS[colour]}{face}"


def read_die(word: str) -> Named | None:
    """Return the die that a word names."""
    match = _DIE.fullmatch(word)
    if match is None:
        return None
    return Named(len(match[1]), COLOURS.index(match[2]), int(match[3]), int(match[4] or 0))


def die_number(named: Named) -> int:
    """Return the number of a die."""
    return named.colour << COLOUR_SHIFT | named.face


def museum_faces(pos: Position, seat: int, own: int, colour: int) -> Faces:
    """Return the faces that a museum of a seat stores of a colour, the highest first."""
    p = pos[0]
    return ALL[int(p["stored"][seat + own, colour])] if seat + own < len(p["stored"]) else ()


# --- writing moves


def move_text(pos: Position, move: Move) -> str:
    """Return a move as text."""
    if not 0 <= move < MOVES:
        raise InvalidMove("no_such_move", pos, text=str(move))
    if move >= RAISE and (known := _raise_texts(pos.tobytes()).get(move)):
        return known
    try:
        return _text_anywhere(move) or " ".join(_words(pos, move))
    except (IndexError, StopIteration):  # a number that stands for no dice here
        raise InvalidMove("no_such_move", pos, text=str(move)) from None


@lru_cache(maxsize=1 << 14)
def _text_anywhere(move: Move) -> str | None:
    """Return the text of a move that has the same one in all positions; IndexError where it has none."""
    return None if kind_of(move) in _BY_POSITION else " ".join(_words(_ANY, move))


def _words(pos: Position, move: int) -> Sequence[str]:
    """Return the words of a move; IndexError where it has none."""
    first = kind_of(move)
    return _WRITERS[first](pos, move - first)


def _square(word: str) -> _Writer:
    return lambda _, what: (word, GRID.name(what))


def _step(word: str) -> _Writer:
    return lambda _, what: (word, GRID.name(what % SQUARES), DIRECTIONS[what // SQUARES])


def _plain(word: str) -> _Writer:
    return lambda _, _what: (word,)


def _exhibit_words(_: Position, what: int) -> Sequence[str]:
    return "exhibit", stored_text(what // FACES, RED, _face(what % FACES))


def _exhibiting(pos: Position) -> int:
    """Return which of a seat's museums is exhibiting."""
    action = int(pos[0]["action"])
    return (action - EXHIBIT) // FACES if EXHIBIT <= action < FUND else 0


def _fund_words(_: Position, what: int) -> Sequence[str]:
    own, face = divmod(what // 2, FACES)
    return "fund", stored_text(own, BLUE, _face(face)), WAYS[what % 2]


def _exchange_words(_: Position, what: int) -> Sequence[str]:
    own, blue, red = what // FACES // FACES, what // FACES % FACES, what % FACES
    return "exchange", stored_text(own, BLUE, _face(blue)), stored_text(1 - own, RED, _face(red))


def _museum(word: str) -> _Writer:
    return lambda pos, own: (word, *_museum_words(pos, own))


def _museum_words(pos: Position, own: int) -> Sequence[str]:
    """Return which museum is meant, where there are two."""
    if pos[0]["mission"] == TWO_MUSEUMS:
        return (str(own + 1),)
    return () if own == 0 else _none()


def _score_words(pos: Position, what: int) -> Sequence[str]:
    own, fragment = divmod(what, FRAGMENT_COUNT)
    return "score", FRAGMENTS[fragment], *_museum_words(pos, own)


def _give_words(_: Position, what: int) -> Sequence[str]:
    own, upper, lower = what // KINDS // KINDS, what // KINDS % KINDS, what % KINDS
    return "give", *(_stored_die(own, die) for die in (upper, lower))


def _stored_die(own: int, die: int) -> str:
    if die >> COLOUR_SHIFT == GREY:
        return _none()[0]
    return stored_text(own, die >> COLOUR_SHIFT, _face(die & FACE))


def _take_words(_: Position, what: int) -> Sequence[str]:
    upper, lower = divmod(what, CART)
    return ("take", str(upper + 1), str(lower + 1)) if upper < lower else _none()


def _recycle_words(_: Position, what: int) -> Sequence[str]:
    die, square = divmod(what, SQUARES)
    _face(die & FACE)
    return "recycle", die_text(die), GRID.name(square)


def _pay_words(_: Position, what: int) -> Sequence[str]:
    change = PAYMENTS[what]
    words = (*map(str, change.spent), *(f"{face}:{paid}" for face, paid in change.turned))
    return "pay", *(stored_text(0, YELLOW, word) for word in words)


def _restore_words(_: Position, what: int) -> Sequence[str]:
    own, number = divmod(what, RESTORES)
    fragment = FRAGMENTS[RESTORATION_FRAGMENT[number]]
    words = [stored_text(own, BLUE, face) for face in RESTORATIONS[number].spent]
    return "restore", fragment, *words, *([DONE] if _goes_on(number) else [])


def _goes_on(number: int) -> bool:
    """Tell whether another restoration of the same fragment begins with the same dice."""
    spent = RESTORATIONS[number].spent
    row = int(np.searchsorted(RESTORATION_FIRST, number, side="right")) - 1
    others = RESTORATIONS[RESTORATION_FIRST[row] : RESTORATION_FIRST[row + 1]]
    return any(other.spent[: len(spent)] == spent != other.spent for other in others)


def _raise_words(pos: Position, what: int) -> Sequence[str]:
    first, second = divmod(what, PARTS + 1)
    parts = (first, second - 1) if second else (first,)
    return "raise", *(word for part in parts for word in _part_words(pos, part))


def _part_words(pos: Position, part: int) -> Iterator[str]:
    points, index = part // MOST_RAISES % MOST_RAISE + 1, part % MOST_RAISES
    group = part // MOST_RAISES // MOST_RAISE
    for face, by in _changes(pos, group, points)[index].turned:
        word = f"{face}:{by}" if by > 1 else str(face)
        yield CAPTURED_DIE if group == CAPTURED else stored_text(*divmod(group, STORED_COLOURS), word)


def _changes(pos: Position, group: int, points: int) -> list[Change]:
    """Return the ways to raise a group of dice by so many points."""
    turning = bool(pos[0]["mission"] == WRAPPING)
    row = raise_row(points, _group_holding(pos, group), turning)
    return RAISES[RAISE_FIRST[row] : RAISE_FIRST[row + 1]]


def _group_holding(pos: Position, group: int) -> int:
    p = pos[0]
    if p["stage"] != TO_RAISE:
        return NOTHING
    if group == CAPTURED:
        return int(PUT[NOTHING, p["captured"] & FACE]) if p["captured"] != NO_DIE else NOTHING
    own, colour = divmod(group, STORED_COLOURS)
    return holding(museum_faces(pos, int(p["raiser"]), own, colour))


@lru_cache(maxsize=8)
def _raise_texts(position: bytes) -> dict[int, str]:
    """Return the texts of all legal raises, with `done` where another one goes on."""
    pos = Position(np.frombuffer(bytearray(position), POSITION))
    moves = np.empty(MAX_MOVES, np.int32)
    count = kernel.legal(pos, int(pos[0]["due"]), moves)
    words = {move: tuple(_words(pos, move)) for move in moves[:count].tolist() if move >= RAISE}
    begun = {text[:length] for text in words.values() for length in range(len(text))}
    return {move: " ".join((*text, DONE) if text in begun else text) for move, text in words.items()}


def _face(face: int) -> int:
    """Return a face, or raise IndexError where there is none."""
    if not 1 <= face <= HIGHEST:
        raise IndexError
    return face


def _none() -> Sequence[str]:
    raise IndexError


_Writer: TypeAlias = "Callable[[Position, int], Sequence[str]]"

_WRITERS: Final[dict[int, _Writer]] = {
    TOKEN: _square("token"),
    CAPTURE: _step("capture"),
    SHIFT: _step("shift"),
    EXHIBIT: _exhibit_words,
    FUND: _fund_words,
    EXCHANGE: _exchange_words,
    END: _plain("end"),
    PASS: _plain("pass"),
    STORE: _museum("store"),
    EXCAVATE: lambda _, what: ("excavate", TRACKS[what]),
    SPEND: _plain("spend"),
    REMOVE: _museum("remove"),
    SCORE: _score_words,
    GIVE: _give_words,
    TAKE: _take_words,
    RETIRE: _square("retire"),
    RECYCLE: _recycle_words,
    ADD: lambda pos, what: ("add", stored_text(_exhibiting(pos), RED, _face(what))),
    PAY: _pay_words,
    RESTORE: _restore_words,
    RAISE: _raise_words,
}
"""The words of each kind of move, by its first number."""
_BY_POSITION: Final = frozenset((STORE, REMOVE, SCORE, ADD, RAISE))
"""The kinds whose words depend on the position."""
_ANY: Final = Position(np.zeros(1, POSITION))


# --- reading moves


def read_move(pos: Position, text: str) -> Move:
    """Return the move of that text, or raise InvalidMove."""
    words = text.split()
    if words[-1:] == [DONE] and words[0] in ("restore", "raise"):
        words.pop()
    move = _READERS[words[0]](pos, words[1:]) if words and words[0] in _READERS else None
    if move is None:
        raise InvalidMove("no_such_move", pos, text=text)
    return Move(move)


def _read_square(first: int) -> _Reader:
    def read(_: Position, words: list[str]) -> int | None:
        square = GRID.square(words[0]) if len(words) == 1 else None
        return None if square is None else first + square

    return read


def _read_step(first: int) -> _Reader:
    def read(_: Position, words: list[str]) -> int | None:
        if len(words) != 2 or words[1] not in DIRECTIONS:
            return None
        square = GRID.square(words[0])
        return None if square is None else first + DIRECTIONS.index(words[1]) * SQUARES + square

    return read


def _read_plain(move: int) -> _Reader:
    return lambda _, words: None if words else move


def _read_museum(first: int) -> _Reader:
    def read(pos: Position, words: list[str]) -> int | None:
        own = _read_own(pos, words)
        return None if own is None else first + own

    return read


def _read_own(pos: Position, words: list[str]) -> int | None:
    """Return which museum is meant: said where there are two, not said where there is one."""
    if pos[0]["mission"] != TWO_MUSEUMS:
        return None if words else 0
    return int(words[0]) - 1 if words in (["1"], ["2"]) else None


def _read_dice(words: list[str], *colours: int) -> list[Named] | None:
    """Return the dice of these words: plain ones, one of each of these colours."""
    dice = [die for word in words if (die := read_die(word))]
    fits = [die.colour for die in dice] == list(colours) and not any(die.by for die in dice)
    return dice if fits and len(dice) == len(words) else None


def _read_exhibit(_: Position, words: list[str]) -> int | None:
    dice = _read_dice(words, RED)
    return EXHIBIT + dice[0].own * FACES + dice[0].face if dice else None


def _read_add(pos: Position, words: list[str]) -> int | None:
    dice = _read_dice(words, RED)
    return ADD + dice[0].face if dice and dice[0].own == _exhibiting(pos) else None


def _read_fund(_: Position, words: list[str]) -> int | None:
    dice = _read_dice(words[:1], BLUE)
    if not dice or len(words) != 2 or words[1] not in WAYS:
        return None
    return FUND + (dice[0].own * FACES + dice[0].face) * 2 + WAYS.index(words[1])


def _read_exchange(_: Position, words: list[str]) -> int | None:
    dice = _read_dice(words, BLUE, RED)
    if not dice or dice[0].own == dice[1].own:
        return None
    return EXCHANGE + (dice[0].own * FACES + dice[0].face) * FACES + dice[1].face


def _read_excavate(_: Position, words: list[str]) -> int | None:
    return EXCAVATE + TRACKS.index(words[0]) if len(words) == 1 and words[0] in TRACKS else None


def _read_score(pos: Position, words: list[str]) -> int | None:
    own = _read_own(pos, words[1:])
    if own is None or not words or words[0] not in FRAGMENTS:
        return None
    return SCORE + own * FRAGMENT_COUNT + FRAGMENTS.index(words[0])


def _read_give(_: Position, words: list[str]) -> int | None:
    dice = [die for word in words if (die := read_die(word)) and not die.by and die.colour != GREY]
    if not len(dice) == len(words) == 2 or dice[0].own != dice[1].own:
        return None
    return GIVE + (dice[0].own * KINDS + die_number(dice[0])) * KINDS + die_number(dice[1])


def _read_take(_: Position, words: list[str]) -> int | None:
    places = [int(word) - 1 for word in words if word in tuple("12345")]
    if not len(places) == len(words) == 2 or places[0] >= places[1]:
        return None
    return TAKE + places[0] * CART + places[1]


def _read_recycle(_: Position, words: list[str]) -> int | None:
    die = read_die(words[0]) if len(words) == 2 else None
    square = GRID.square(words[-1]) if die else None
    if die is None or square is None or die.own or die.by:
        return None
    return RECYCLE + die_number(die) * SQUARES + square


def _read_pay(pos: Position, words: list[str]) -> int | None:
    """M19: find the payment with the outcome that the words describe."""
    left = list(museum_faces(pos, int(pos[0]["active"]), 0, YELLOW))
    spent, lowered = [], []
    for die in map(read_die, words):
        if die is None or die.own or die.colour != YELLOW or die.face not in left or die.by > die.face:
            return None
        left.remove(die.face)
        if 0 < die.by < die.face:
            lowered.append(die.face - die.by)
        else:
            spent.append(die.face)
    after = holding((*left, *lowered))
    row = holding(museum_faces(pos, int(pos[0]["active"]), 0, YELLOW)) * (MOST_CREDITS + 1)
    numbers = range(PAYMENT_FIRST[row], PAYMENT_FIRST[row + MOST_CREDITS + 1])
    outcome = (tuple(spent), after)
    return next((PAY + n for n in numbers if (PAYMENTS[n].spent, PAYMENTS[n].after) == outcome), None)


def _read_restore(pos: Position, words: list[str]) -> int | None:
    dice = _read_dice(words[1:], *[BLUE] * (len(words) - 1))
    if not dice or words[0] not in FRAGMENTS or len({die.own for die in dice}) > 1:
        return None
    own, spent = dice[0].own, tuple(die.face for die in dice)
    number = holding(museum_faces(pos, int(pos[0]["active"]), own, BLUE))
    row = (int(pos[0]["doubled"]) * HOLDINGS + number) * FRAGMENT_COUNT + FRAGMENTS.index(words[0])
    found = (n for n in range(RESTORATION_FIRST[row], RESTORATION_FIRST[row + 1]))
    first = RESTORE + own * RESTORES
    return next((first + n for n in found if RESTORATIONS[n].spent == spent), None)


def _read_raise(pos: Position, words: list[str]) -> int | None:
    """M11: find the raise of one group or two with the outcome that the words describe."""
    raised: dict[int, list[Named]] = {}
    for word in words:
        die = _captured(pos) if word == CAPTURED_DIE else read_die(word)
        if die is None or (die.colour == GREY and word != CAPTURED_DIE):
            return None
        group = CAPTURED if word == CAPTURED_DIE else die.own * STORED_COLOURS + die.colour
        raised.setdefault(group, []).append(die)
    parts = [_read_part(pos, group, raised[group]) for group in sorted(raised)]
    found = [part for part in parts if part is not None]
    if not 1 <= len(parts) == len(found) <= 2:
        return None
    return RAISE + found[0] * (PARTS + 1) + (found[1] + 1 if len(found) == 2 else 0)


def _captured(pos: Position) -> Named | None:
    die = int(pos[0]["captured"])
    return Named(0, die >> COLOUR_SHIFT, die & FACE, 0) if die else None


def _read_part(pos: Position, group: int, dice: list[Named]) -> int | None:
    """Return the raise of one group of dice, or None where it has no such dice."""
    left, points = list(ALL[_group_holding(pos, group)]), sum(max(die.by, 1) for die in dice)
    after = []
    for die in dice:
        if die.face not in left:
            return None
        left.remove(die.face)
        after.append(die.face + max(die.by, 1))
    if points > MOST_RAISE:
        return None
    turned = sum(face > HIGHEST for face in after)
    outcome = (holding((*left, *(face if face <= HIGHEST else 1 for face in after))), turned)
    for index, change in enumerate(_changes(pos, group, points)):
        if (change.after, change.past_six) == outcome:
            return (group * MOST_RAISE + points - 1) * MOST_RAISES + index
    return None


_Reader: TypeAlias = "Callable[[Position, list[str]], int | None]"

_READERS: Final[dict[str, _Reader]] = {
    "token": _read_square(TOKEN),
    "capture": _read_step(CAPTURE),
    "shift": _read_step(SHIFT),
    "exhibit": _read_exhibit,
    "fund": _read_fund,
    "exchange": _read_exchange,
    "end": _read_plain(END),
    "pass": _read_plain(PASS),
    "store": _read_museum(STORE),
    "excavate": _read_excavate,
    "spend": _read_plain(SPEND),
    "remove": _read_museum(REMOVE),
    "score": _read_score,
    "give": _read_give,
    "take": _read_take,
    "retire": _read_square(RETIRE),
    "recycle": _read_recycle,
    "add": _read_add,
    "pay": _read_pay,
    "restore": _read_restore,
    "raise": _read_raise,
}
"""What reads the words after the first one."""

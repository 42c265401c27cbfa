"""Positions in the thick of it, from a seed, and lively games: what random games seldom come to.

Nothing is lost in them: 52 dice by colour, 7 tokens a seat, 10 in mission 6. Museums are full, faces
high and games nearly over, so that each start leads to much in few moves.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from digsite.core.names import Move, Position, Seat
from digsite.games import game
from digsite.games.marajoara import boards, moves
from digsite.games.marajoara.positions import sketch
from tests.oracle.marajoara import COLUMNS, FRAGMENTS, SQUARES, TRACKS

MARAJOARA = game("marajoara")
T = TypeVar("T")

MODES = [("none", 2), ("none", 3), ("none", 4), *((str(mission), 1) for mission in range(1, 9))]
"""Every mission, and every number of seats without one."""

COLOURS = "yrbg"
DICE = "y" * 14 + "r" * 13 + "b" * 13 + "g" * 12
SITE = dict(zip(SQUARES, "".join(reversed(boards.DEFAULT.site)), strict=True))
FIT = [square for square in SQUARES if SITE[square] in ".i"]
"""M20: where a dig token may lie."""
CHEQUERED = [square for square in SQUARES if (COLUMNS.index(square[0]) + int(square[1])) % 2]
"""Dice on these squares only cannot capture each other."""


def rich(mission: str, seats: int, seed: int) -> Position:
    """Return the rich position of a seed."""
    return sketch(Rich(mission, seats, seed).text())


class Rich:
    """A rich position in the making.

    Its dice are crowded, so that tokens have no room, apart, so that none can capture, few, because
    they are elsewhere, or anywhere. Its faces are all 1, high, or any. If it is late, most is done.
    """

    def __init__(self, mission: str, seats: int, seed: int) -> None:
        self.rng = random.Random(f"{mission} {seats} {seed}")
        self.mission, self.seats = mission, seats
        self.site = self.pick("crowded", "crowded", "apart", "apart", "few", "anywhere", "anywhere")
        self.late = self.rng.random() < 0.3
        self.stage = self.pick("turn", "turn", "store", "excavate", "excavate")
        self.acted = self.stage != "turn" or self.rng.random() < 0.3
        faces = self.pick([1], [4, 5, 6], [2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6])
        self.pool = [f"{colour}{self.rng.choice(faces)}" for colour in DICE]
        self.rng.shuffle(self.pool)

        self.captured = self.taken(1, {"turn": "", "store": "yrb", "excavate": "g"}[self.stage])
        self.storages = [self.storage() for _ in range(2 if mission == "6" else seats)]
        in_cart = self.pick(0, 2, 3) if self.crowded() else self.pick(0, 1, 3, 4, 5, 5, 5)
        self.cart = self.taken(in_cart, self.pick("yrb", COLOURS))
        self.retired = self.taken(self.pick(*self.places())) if self.solo() else []
        spent = {"crowded": 0, "few": min(len(self.pool) - self.pick(2, 5, 12), self.pick(5, 5, 25))}
        self.slate = self.taken(spent.get(self.site, self.pick(0, 0, 1, 3, 6)))

        self.discs = [[self.pick(0, 1, 2, 3, 4, 5, 6, 7, 8, 8) for _ in TRACKS] for _ in range(seats)]
        self.ends = [self.end(track) for track in range(3)]
        self.doubled = self.acted and self.stage == "turn" and self.rng.random() < 0.5
        self.active = self.rng.randrange(seats)
        self.bring_discs()
        self.museum_lines = [self.museum_line(museum) for museum in range(len(self.storages))]
        self.seat_lines = self.all_seat_lines()
        self.dice = self.lying()

    # --- chance

    def pick(self, *among: T) -> T:
        return self.rng.choice(among)

    def some(self, among: Sequence[T], likely: float) -> list[T]:
        return [one for one in among if self.rng.random() < likely]

    # --- dice

    def solo(self) -> bool:
        return self.mission != "none"

    def crowded(self) -> bool:
        return self.site == "crowded"

    def taken(self, number: int, colours: str = COLOURS) -> list[str]:
        """Take so many dice from the pool, if there are so many of these colours."""
        found = [die for die in self.pool if die[0] in colours][: max(number, 0)]
        for die in found:
            self.pool.remove(die)
        return found

    def storage(self) -> list[list[str]]:
        most = (0, 1, 1, 2) if self.crowded() else (3,) if self.site == "few" else (0, 1, 2, 2, 3, 3, 3)
        return [sorted(self.taken(self.pick(*most), colour), reverse=True) for colour in "yrb"]

    def places(self) -> range:
        """How many dice may be on the round track."""
        return range(4) if self.crowded() else range(11, 14) if self.late else range(6, 14)

    def lying(self) -> dict[str, str]:
        """Where the dice of the pool lie on the main board."""
        tokens = {word for line in self.seat_lines for word in line.split() if word in SITE}
        order = self.rng.sample(SQUARES, len(SQUARES))
        first = {"crowded": set(FIT) - tokens, "apart": set(CHEQUERED)}.get(self.site, set())
        return dict(zip(sorted(order, key=lambda square: square not in first), self.pool, strict=False))

    # --- museums, tokens, discs

    def end(self, track: int) -> list[int]:
        """M13: the seats at the end of a track, in order."""
        number = self.pick(1, 1, 0) if self.late else self.pick(0, 0, 1, 2)
        seats = self.rng.sample(range(self.seats), min(number, self.seats))
        for seat in seats:
            self.discs[seat][track] = 9
        return seats

    def bring_discs(self) -> None:
        """Let the captured grey die reach spaces 7 and 8, and the blue disc be where dice are doubled."""
        discs = self.discs[self.active]
        for track in range(3):
            if self.active in self.ends[track]:
                continue
            if self.stage == "excavate" and self.rng.random() < 0.6:
                discs[track] = self.pick(7, 8) - int(self.captured[0][1])
            if self.doubled and track == 2:
                discs[track] = 7

    def museum_line(self, museum: int) -> str:
        most = self.pick(3, 4, 5) if self.late else self.pick(0, 1, 2, 3, 4, 5)
        vases = self.rng.randint(max(0, most - 2), most)
        fragments = self.some(list(FRAGMENTS), 0.95 if self.late else 0.4)
        left = {
            "yellow": len(self.storages[museum][0]) < 3 and not self.late and self.rng.random() < 0.6,
            "vase": most == 0,
            "4": "4" not in fragments,
        }
        stored = " | ".join(" ".join(dice) or "-" for dice in self.storages[museum])
        tokens = words("tokens", [token for token, there in left.items() if there])
        shown = f"vases {vases} most {most} | {words('fragments', fragments)}"
        return f"museum {museum + 1} | {stored} | {shown} | {tokens}"

    def all_seat_lines(self) -> list[str]:
        free = self.rng.sample(FIT, len(FIT))
        return [self.seat_line(seat, free) for seat in range(self.seats)]

    def seat_line(self, seat: int, free: list[str]) -> str:
        """A seat's line, with tokens on squares that are free of others."""
        won = self.some([space for space in self.discs[seat] if space > 2], 1 if self.late else 0.5)
        reserve = 3 - len(won) - self.discs[seat].count(2)
        own = range(2) if self.mission == "6" else [seat]
        museum_tokens = sum(len(self.museum_lines[museum].split("tokens")[1].split()) for museum in own)
        collected = 4 + 3 * len(own) - reserve - museum_tokens
        waiting = min(self.pick(0, 1, 2, 3), collected - 1) if self.crowded() else 0
        squares = sorted((free.pop() for _ in range(collected - waiting)), key=SQUARES.index)
        points = self.pick(60, 90, 150) if self.late else self.pick(0, 12, 30, 45)
        discs = " ".join(map(str, self.discs[seat]))
        line = f"seat {seat} points {points} discs {discs} reserve {reserve} waiting {waiting}"
        return words(f"{line} tokens", squares)

    # --- the text

    def board(self, stars: list[str]) -> str:
        marks = "".join("*" if square in stars else "." for square in SQUARES)
        rows = tuple(marks[at : at + 8] for at in range(56, -8, -8))
        return boards.board_text(replace(boards.DEFAULT, stars=rows))

    def text(self) -> str:
        rows = [
            " ".join(self.dice.get(f"{column}{row}", "..") for column in COLUMNS) for row in range(8, 0, -1)
        ]
        stars = self.pick([square for square in SQUARES if SITE[square] == "2"], SQUARES[::2])
        unreached = self.some(stars, 0.1 if self.late else 0.8) if self.mission == "4" else []
        landed = [self.pick(*sorted(self.dice))] if self.captured else []
        lines = (
            f"mission {self.mission}",
            f"harder {self.pick('no', 'yes') if self.solo() else 'no'}",
            f"seats {self.seats}",
            "moves 100",
            f"round {len(self.retired) if self.solo() else self.pick(*range(14 if self.late else 11, 15))}",
            "dice",
            *rows,
            words("unreached", unreached),
            *self.museum_lines,
            *self.seat_lines,
            f"ends {' | '.join(' '.join(map(str, seats)) or '-' for seats in self.ends)}",
            words("cart", self.cart),
            words("slate", sorted(self.slate, key=lambda die: (COLOURS.index(die[0]), die))),
            words("retired", self.retired),
            words(f"turn {self.active} {'after' if self.acted else 'before'}", ["doubled"] * self.doubled),
            words("captured", self.captured + landed),
            f"next {self.stage}",
            "doing",
            "raise",
        )
        return self.board(stars) + "\n".join(lines) + "\n"


def words(first: str, rest: Sequence[str]) -> str:
    return " ".join([first, *rest])


# --- lively games

KINDS = {
    "token": moves.TOKEN,
    "capture": moves.CAPTURE,
    "shift": moves.SHIFT,
    "exhibit": moves.EXHIBIT,
    "fund": moves.FUND,
    "exchange": moves.EXCHANGE,
    "end": moves.END,
    "pass": moves.PASS,
    "store": moves.STORE,
    "excavate": moves.EXCAVATE,
    "spend": moves.SPEND,
    "remove": moves.REMOVE,
    "score": moves.SCORE,
    "give": moves.GIVE,
    "take": moves.TAKE,
    "retire": moves.RETIRE,
    "recycle": moves.RECYCLE,
    "add": moves.ADD,
    "pay": moves.PAY,
    "restore": moves.RESTORE,
    "raise": moves.RAISE,
}
"""The first number of each kind of move, ascending."""
STARTS, NAMES = list(KINDS.values()), list(KINDS)
WEIGHTS = {
    "give": 3,
    "shift": 0.3,
    "fund": 0.4,
    "spend": 0.3,
    "pass": 0.4,
    "excavate": 2,
    "restore": 0.5,
    "end": 0.7,
}
"""How much more, or less, often than others a kind is picked."""


def lively_moves(pos: Position, seed: int) -> Iterator[tuple[Position, Seat, Move, Position]]:
    """Play to the end, at random among the kinds of moves first; yield each with the positions around it."""
    rng = random.Random(seed)
    while due := MARAJOARA.movers(pos):
        by_kind: dict[str, list[Move]] = {}
        for move in MARAJOARA.legal(pos, due[0]):
            by_kind.setdefault(NAMES[bisect_right(STARTS, move) - 1], []).append(move)
        (kind,) = rng.choices(list(by_kind), [WEIGHTS.get(kind, 1) for kind in by_kind])
        move = rng.choice(by_kind[kind])
        after = MARAJOARA.play(pos, due[0], move)
        yield pos, due[0], move, after
        pos = after


def lively_positions(pos: Position, seed: int) -> Iterator[Position]:
    """Yield every position of a lively game, the first and the last included."""
    yield pos
    for *_, after in lively_moves(pos, seed):
        yield after

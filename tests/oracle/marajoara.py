"""Marajoara as one would write it in an afternoon: dicts, lists and sets, no table, no speed.

The compiled rules must agree with this in every position. It shares no code with them.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from itertools import combinations, combinations_with_replacement, permutations, product

COLUMNS = "abcdefgh"
SQUARES = [f"{column}{row}" for row in range(1, 9) for column in COLUMNS]
"""From a1 along the rows to h8."""

STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
COLOURS = "yrb"
TRACKS = {"yellow": "y", "red": "r", "blue": "b"}
FRAGMENTS = {"4": 4, "5": 5, "3": 3, "=6": 7, "6": 6, "9": 10}
"""M5: the points of each fragment."""

OBJECTIVES = {
    "none": [],
    "1": ["fragment 9", "end yellow", "slot 4", "score 50"],
    "2": ["all fragments", "end blue", "end yellow", "score 50"],
    "3": ["end yellow", "end red", "slot 5", "score 50"],
    "4": ["slot 2", "score 60"],
    "5": ["slot 3", "score 50"],
    "6": ["score 50"],
    "7": ["score 30"],
    "8": ["all tokens", "score 35"],
}
"""M31; mission 4 has its starred squares besides."""


def away(square: str, dx: int, dy: int) -> str | None:
    """The square so many columns and rows from another one."""
    column, row = COLUMNS.index(square[0]) + dx, int(square[1]) + dy
    return f"{COLUMNS[column]}{row}" if 0 <= column < 8 and 1 <= row <= 8 else None


def step(square: str, direction: str) -> str | None:
    return away(square, *STEPS[direction])


def suits(fragment: str, values: list[int]) -> bool:
    """M5: whether dice that count so much restore a fragment."""
    number, total = len(values), sum(values)
    return {
        "4": number >= 1 and total >= 4,
        "5": number >= 1 and total >= 5,
        "3": number == 1 and total >= 3,
        "=6": number == 1 and total == 6,
        "6": number == 2 and total >= 6,
        "9": number in (2, 3) and len(set(values)) == number and total >= 9,
    }[fragment]


def shares(counts: list[int]) -> list[int]:
    """M27: the points of a majority for each seat."""
    points = []
    for count in counts:
        ahead = sum(other > count for other in counts)
        tied = counts.count(count)
        points.append(sum([7, 5, 3, 0, 0, 0, 0][ahead : ahead + tied]) // tied if count else 0)
    return points


def told_apart(texts: list[str]) -> list[str]:
    """End a text with `done` where another one has the same words and then more."""
    return [
        f"{text} done" if any(other.startswith(f"{text} ") for other in texts) else text for text in texts
    ]


class Oracle:
    """A game that plays by the numbered rules, M7 to M31.

    All of a position is in these attributes. To draw one by hand, make any game, set what matters,
    and call `settle()` if a seat might have one move only.

    The options:
        mission, harder, seats, rewards (VP of showcase places 2 to 5)
        site: the mark of each square: . r 1 2 i
        starred: mission 4's starred squares
        beside: the fragments beside each fragment
    The main board:
        dice: the die on a square, "y1"
        tokens: by seat, the squares with its dig tokens
        fetched: the starred squares that a die was brought onto
    By museum (museum m is seat m's; in mission 6 seat 0 has museums 0 and 1, written 1 and 2):
        storage: by colour, the faces stored, sorted; without the dice in `showing` and `given`
        vases, most_vases: shown now, and the most ever shown
        restored: the fragments
        museum_tokens: those still there, of "yellow", "vase", "fragment"
    By seat:
        reserve: tokens for the set-up and the tracks
        waiting: tokens won that are not placed yet
        discs: by track, its space; 0 is above space 1
        totals: points; after the end with the final scoring
    Shared:
        cart: dice, top first
        slate: dice to recycle by the active seat, in the order they came out
        round_track: solo, the dice on it
        ends: by track, the seats that reached its last space, in order
        round: from 1; it stays 1 in solo
    The turn:
        active: the seat in turn
        due, asked: the seat asked, and for what: "set-up", "turn", "payment", "raise", "store",
            "excavate", "show", "remove", "give", "take", "score", "spend", "retire", "recycle" or
            "over"; tokens that wait and have a square come before it
        acted: whether the main action is made
        doubled: whether blue dice count double (M23)
        captured: the die captured, until it is stored or spent, else ""
        landed: where the capturing die is
        raise_points: how many points a raise has
        raise_colours: the colours of the stored dice that it reaches, of "yrb"
        raise_captured: whether it reaches the captured die, and may then be refused
        action: the words of the action that is being paid for
        afterwards: what is asked after the payment: "turn", or "spend" for M24
        cost: of that action
        showing: the red faces that are being paid for, in order
        given: M25: the faces and colours offered to the cart, "y3", upper one first
        museum: the museum of the dice in `showing` and `given`
    """

    def __init__(
        self,
        mission: str,
        harder: bool,  # noqa: FBT001 - an option like the others
        seats: int,
        site: list[str],
        stars: set[str],
        rewards: list[int],
        workshop: list[list[str]],
        dice: dict[str, str],
    ) -> None:
        self.mission, self.harder, self.seats = mission, harder, seats
        self.site = {f"{COLUMNS[x]}{8 - y}": mark for y, row in enumerate(site) for x, mark in enumerate(row)}
        self.starred, self.rewards = set(stars), list(rewards)
        places = {(x, y): name for y, row in enumerate(workshop) for x, name in enumerate(row)}
        self.beside = {
            name: {places[x + dx, y + dy] for dx, dy in STEPS.values() if (x + dx, y + dy) in places}
            for (x, y), name in places.items()
        }

        self.dice = dict(dice)
        self.tokens: list[set[str]] = [set() for _ in range(seats)]
        self.fetched: set[str] = set()

        museums = 2 if mission == "6" else seats
        self.storage: list[dict[str, list[int]]] = [{"y": [], "r": [], "b": []} for _ in range(museums)]
        self.vases, self.most_vases = [0] * museums, [0] * museums
        self.restored: list[set[str]] = [set() for _ in range(museums)]
        self.museum_tokens = [{"yellow", "vase", "fragment"} for _ in range(museums)]

        self.reserve, self.waiting = [4] * seats, [0] * seats
        self.discs = [{"yellow": 0, "red": 0, "blue": 0} for _ in range(seats)]
        self.totals = [0] * seats

        self.cart: list[str] = []
        self.slate: list[str] = []
        self.round_track: list[str] = []
        self.ends: dict[str, list[int]] = {"yellow": [], "red": [], "blue": []}
        self.round = 1

        self.active, self.due, self.asked = 0, seats - 1, "set-up"
        self.acted, self.doubled = False, False
        self.captured, self.landed = "", ""
        self.raise_points, self.raise_colours, self.raise_captured = 0, "", False
        self.action: list[str] = []
        self.afterwards, self.cost = "", 0
        self.showing: list[int] = []
        self.given: list[str] = []
        self.museum = 0
        self.settle()

    # --- who is who

    def solo(self) -> bool:
        return self.mission != "none"

    def museums(self, seat: int) -> list[int]:
        return [0, 1] if self.mission == "6" else [seat]

    def purse(self) -> list[int]:
        """The yellow faces that pay for the active seat (M31: of the first museum in mission 6)."""
        return self.storage[self.active]["y"]

    def money(self) -> int:
        return sum(self.purse())

    def word(self, museum: int, colour: str, face: int) -> str:
        """A stored die as text."""
        second = "2" if self.mission == "6" and museum == 1 else ""
        return f"{second}{colour}{face}"

    def stored_die(self, word: str) -> tuple[int, str, int]:
        """The museum, colour and face of a die of the active seat."""
        museum = 1 if word[0] == "2" else self.active
        return museum, word[-2], int(word[-1])

    def numbered(self, verb: str, museum: int) -> str:
        """A move for a museum; its number is named where there are two."""
        return f"{verb} {museum + 1}" if self.mission == "6" else verb

    def museum_named(self, words: list[str]) -> int:
        return int(words[-1]) - 1 if self.mission == "6" else self.active

    # --- whose move it is

    def token_squares(self) -> list[str]:
        """M20: where a token won may be placed."""
        taken = set(self.dice).union(*self.tokens)
        return [square for square in SQUARES if square not in taken and self.site[square] in ".i"]

    def placing(self) -> int | None:
        """M20: the seat that must place a token before anything else."""
        if self.asked in ("set-up", "over") or not self.token_squares():
            return None
        clockwise = [(self.active + turn) % self.seats for turn in range(self.seats)]
        return next((seat for seat in clockwise if self.waiting[seat]), None)

    def mover(self) -> int | None:
        if self.asked == "over":
            return None
        placing = self.placing()
        return self.due if placing is None else placing

    # --- the moves

    def moves(self) -> list[str]:
        """The texts of all legal moves of the mover."""
        if self.asked == "over":
            return []
        if self.placing() is not None:
            return [f"token {square}" for square in self.token_squares()]
        return {
            "set-up": self.set_up_moves,
            "turn": self.turn_moves,
            "payment": self.payment_moves,
            "raise": lambda: told_apart(list(self.raises())),
            "store": self.store_moves,
            "excavate": self.excavate_moves,
            "show": self.show_moves,
            "remove": self.remove_moves,
            "give": self.give_moves,
            "take": lambda: list(self.takes(self.museum, self.given)),
            "score": self.score_moves,
            "spend": lambda: ["spend"],
            "retire": lambda: [f"retire {square}" for square in self.around()],
            "recycle": self.recycle_moves,
        }[self.asked]()

    def set_up_moves(self) -> list[str]:
        """M7."""
        taken: set[str] = set().union(*self.tokens)
        return [f"token {square}" for square in SQUARES if self.site[square] == "i" and square not in taken]

    def turn_moves(self) -> list[str]:
        """M8."""
        captures = self.captures()
        texts = [] if self.acted else list(captures)
        texts += self.exhibits(self.money()) + told_apart(self.restorations())
        if self.money() >= 2:
            texts += self.funds() + self.shifts()
        if self.money() >= 1 and self.mission == "6":
            texts += self.exchanges()
        if self.acted or not captures:
            texts.append("end")
        return texts

    def captures(self) -> list[str]:
        """M9."""
        found = []
        for start, direction in product(self.dice, STEPS):
            over = step(start, direction)
            land = step(over, direction) if over else None
            if over in self.dice and land and land not in self.dice:
                found.append(f"capture {start} {direction}")
        return found

    def exhibits(self, dearest: int) -> list[str]:
        """M16: the first red die, of at most this value."""
        return [
            f"exhibit {self.word(museum, 'r', face)}"
            for museum in self.museums(self.active)
            for face in sorted(set(self.storage[museum]["r"]))
            if self.vases[museum] < 5 and face <= dearest
        ]

    def restorations(self) -> list[str]:
        """M17: all dice in all orders."""
        found = set()
        for museum in self.museums(self.active):
            blue = self.storage[museum]["b"]
            orders = {order for number in (1, 2, 3) for order in permutations(blue, number)}
            for fragment, order in product(set(FRAGMENTS) - self.restored[museum], orders):
                if suits(fragment, [face * (2 if self.doubled else 1) for face in order]):
                    dice = " ".join(self.word(museum, "b", face) for face in order)
                    found.add(f"restore {fragment} {dice}")
        return sorted(found)

    def funds(self) -> list[str]:
        """M18."""
        texts = []
        for museum in self.museums(self.active):
            for face in sorted(set(self.storage[museum]["b"])):
                die = self.word(museum, "b", face)
                texts += [f"fund {die} up"] if face < 6 else []
                texts += [f"fund {die} down"] if face > 1 else []
        return texts

    def shifts(self) -> list[str]:
        """M18."""
        found = []
        for start, direction in product(self.dice, STEPS):
            target = step(start, direction)
            if target and target not in self.dice:
                found.append(f"shift {start} {direction}")
        return found

    def exchanges(self) -> list[str]:
        """M31, mission 6."""
        found = set()
        for one, other in ((0, 1), (1, 0)):
            room = len(self.storage[other]["b"]) <= 2 and len(self.storage[one]["r"]) <= 2
            for blue, red in product(self.storage[one]["b"], self.storage[other]["r"]):
                if room:
                    found.add(f"exchange {self.word(one, 'b', blue)} {self.word(other, 'r', red)}")
        return sorted(found)

    def payment_moves(self) -> list[str]:
        texts = list(self.payments())
        if self.showing and self.afterwards == "turn" and self.vases[self.museum] + len(self.showing) < 5:
            texts += [
                f"add {self.word(self.museum, 'r', face)}"
                for face in sorted(set(self.storage[self.museum]["r"]))
                if self.cost + face <= self.money()
            ]
        return texts

    def payments(self) -> dict[str, tuple[list[int], list[int]]]:
        """M19: by text, the faces spent in order, and the faces left."""
        ways: dict[tuple[tuple[int, ...], tuple[int, ...]], list[tuple[int, str]]] = {}
        yellow = self.purse()
        for split in product(*(range(face + 1) for face in yellow)):
            if sum(split) != self.cost:
                continue
            paid = list(zip(yellow, split, strict=True))
            spent = [face for face, credit in paid if credit == face]
            lowered = sorted(((face, credit) for face, credit in paid if 0 < credit < face), reverse=True)
            left = tuple(sorted(face - credit for face, credit in paid if credit < face))
            for order in permutations(spent):
                words = [f"y{face}" for face in order] + [f"y{face}:{credit}" for face, credit in lowered]
                ways.setdefault((order, left), []).append((len(lowered), " ".join(["pay", *words])))
        return {min(texts)[1]: (list(order), list(left)) for (order, left), texts in ways.items()}

    def raises(self) -> dict[str, tuple[list[tuple[int, str, int]], str, int]]:
        """M11, M23: by text, the dice reached (museum, colour, face), the captured die, and the VP lost.

        Every point goes to some die; what ends alike is one move.
        """
        stored = [
            (museum, colour, face)
            for museum in self.museums(self.due)
            for colour in self.raise_colours
            for face in self.storage[museum][colour]
        ]
        reached = [*stored, (9, *self.die(self.captured))] if self.raise_captured else stored
        ways: dict[tuple[tuple[tuple[int, str, int], ...], int], list[tuple[int, str]]] = {}
        for picks in combinations_with_replacement(range(len(reached)), self.raise_points):
            points = Counter(picks)
            after, raised, lost = [], [], 0
            for place, (museum, colour, face) in enumerate(reached):
                new, fine = self.turned(face, points[place])
                after.append((museum, colour, new))
                lost += fine
                increase = points[place] if self.mission == "7" else new - face
                if increase:
                    raised.append((museum, "yrbg".index(colour), -face, -increase))
            ways.setdefault((tuple(sorted(after)), lost), []).append((len(raised), self.raise_text(raised)))
        if self.raise_captured or not reached:
            ways.setdefault((tuple(sorted(reached)), 0), []).append((0, "pass"))
        found = {}
        for (dice, lost), texts in ways.items():
            captured = next(
                (f"{colour}{face}" for museum, colour, face in dice if museum == 9), self.captured
            )
            found[min(texts)[1]] = ([die for die in dice if die[0] != 9], captured, lost)
        return found

    def raise_text(self, raised: list[tuple[int, int, int, int]]) -> str:
        """Museum, colour, face and increase of the dice, the latter two negative so that they fall."""
        words = []
        for museum, colour, face, increase in sorted(raised):
            die = "captured" if museum == 9 else self.word(museum, COLOURS[colour], -face)
            words.append(die if increase == -1 else f"{die}:{-increase}")
        return " ".join(["raise", *words]) if words else "pass"

    def turned(self, face: int, points: int) -> tuple[int, int]:
        """M10, M31: the face of a die after a raise, and the VP that this costs."""
        if face + points <= 6:
            return face + points, 0
        return (1, 4) if self.mission == "7" else (6, 0)

    def die(self, text: str) -> tuple[str, int]:
        return text[0], int(text[1])

    def store_moves(self) -> list[str]:
        """M12, M14."""
        rooms = [m for m in self.museums(self.active) if len(self.storage[m][self.captured[0]]) < 3]
        return [self.numbered("store", museum) for museum in rooms] + ["spend"]

    def reached_space(self, track: str) -> int:
        return min(9, self.discs[self.active][track] + int(self.captured[1]))

    def excavate_moves(self) -> list[str]:
        """M13, M14."""
        texts = []
        for track in TRACKS:
            at_end = self.discs[self.active][track] == 9
            full = self.reached_space(track) == 9 and len(self.ends[track]) == 2
            texts += [] if at_end or full else [f"excavate {track}"]
        return [*texts, "spend"]

    def show_moves(self) -> list[str]:
        """M24, space 7."""
        return [*(self.exhibits(6) if self.money() >= 1 else []), "pass"]

    def remove_moves(self) -> list[str]:
        """M24, space 8."""
        shown = [museum for museum in self.museums(self.active) if self.vases[museum] >= 2]
        return [self.numbered("remove", museum) for museum in shown] + ["pass"]

    def give_moves(self) -> list[str]:
        """M25, space 7: two dice of a museum for which two can be taken."""
        found = set()
        for museum in self.museums(self.active):
            dice = [(colour, face) for colour in COLOURS for face in self.storage[museum][colour]]
            for upper, lower in permutations(dice, 2):
                rest = deepcopy(self.storage[museum])
                rest[upper[0]].remove(upper[1])
                rest[lower[0]].remove(lower[1])
                if self.pairs(rest):
                    found.add(f"give {self.word(museum, *upper)} {self.word(museum, *lower)}")
        return [*sorted(found), "pass"]

    def pairs(self, storage: dict[str, list[int]]) -> list[tuple[int, int]]:
        """Two places of the cart, from 0, whose dice there is room for."""
        found = []
        for upper, lower in combinations(range(len(self.cart)), 2):
            colours = [self.cart[upper][0], self.cart[lower][0]]
            if "g" not in colours and all(len(storage[c]) + colours.count(c) <= 3 for c in colours):
                found.append((upper, lower))
        return found

    def takes(self, museum: int, given: list[str]) -> dict[str, tuple[list[str], list[str]]]:
        """M25: by text, the dice taken and the cart afterwards; of pairs that end alike the lowest."""
        found: dict[str, tuple[list[str], list[str]]] = {}
        for upper, lower in self.pairs(self.storage[museum]):
            taken = sorted([self.cart[upper], self.cart[lower]])
            left = [die for place, die in enumerate(self.cart) if place not in (upper, lower)]
            if (taken, given + left) not in found.values():
                found[f"take {upper + 1} {lower + 1}"] = (taken, given + left)
        return found

    def score_moves(self) -> list[str]:
        """M23, space 8: any restored fragment; where all have as many restored neighbours, the first."""
        found = {
            self.numbered(f"score {fragment}", museum): len(self.beside[fragment] & self.restored[museum])
            for museum in self.museums(self.active)
            for fragment in FRAGMENTS
            if fragment in self.restored[museum]
        }
        return list(found)[:1] if len(set(found.values())) == 1 else list(found)

    def around(self) -> list[str]:
        """M29: the squares with a die around the capturing die."""
        near = {away(self.landed, dx, dy) for dx, dy in AROUND}
        return [square for square in SQUARES if square in near and square in self.dice]

    def recycle_targets(self) -> list[str]:
        """M22."""
        free = [square for square in SQUARES if square not in self.dice]
        roped = [square for square in free if self.site[square] == "r"]
        own = [square for square in free if square in self.tokens[self.active]]
        return roped or own or free

    def recycle_moves(self) -> list[str]:
        """M22; where equal dice will fill all targets anyway, the lowest target is next."""
        kinds, targets = sorted(set(self.slate)), self.recycle_targets()
        if len(kinds) == 1 and len(self.slate) >= len(targets):
            targets = targets[:1]
        return [f"recycle {die} {square}" for die in kinds for square in targets]

    # --- making a move

    def play(self, text: str) -> None:
        """Make a move, and all forced ones that follow."""
        self.make(text)
        self.settle()

    def settle(self) -> None:
        """Make the moves of seats that have one only."""
        while len(texts := self.moves()) == 1:
            self.make(texts[0])

    def make(self, text: str) -> None:
        """Make one move."""
        if text not in self.moves():
            raise ValueError(text)
        words = text.removesuffix(" done").split()
        {
            "token": self.do_token,
            "capture": self.do_capture,
            "exhibit": self.do_exhibit,
            "add": self.do_add,
            "restore": self.do_restore,
            "fund": self.do_action,
            "shift": self.do_action,
            "exchange": self.do_action,
            "pay": self.do_pay,
            "end": self.do_end,
            "raise": self.do_raise,
            "pass": self.do_pass,
            "store": self.do_store,
            "spend": self.do_spend,
            "excavate": self.do_excavate,
            "give": self.do_give,
            "take": self.do_take,
            "score": self.do_score,
            "remove": self.do_remove,
            "retire": self.do_retire,
            "recycle": self.do_recycle,
        }[words[0]](words)

    def ask(self, what: str) -> None:
        self.due, self.asked = self.active, what

    def do_token(self, words: list[str]) -> None:
        """M7, M20."""
        placing = self.placing()
        if placing is not None:
            self.tokens[placing].add(words[1])
            self.waiting[placing] -= 1
            return
        self.tokens[self.due].add(words[1])
        self.reserve[self.due] -= 1
        if self.due > 0:
            self.due -= 1
        else:
            self.begin_turn(0)

    def win_museum_token(self, museum: int, which: str) -> None:
        if which in self.museum_tokens[museum]:
            self.museum_tokens[museum].remove(which)
            self.waiting[self.active] += 1

    def put(self, square: str, die: str) -> None:
        """Bring a die onto a square; a starred one gives its vase (M31)."""
        self.dice[square] = die
        if square in self.starred:
            self.fetched.add(square)

    def spend(self, die: str) -> None:
        """M21."""
        if len(self.cart) < 5:
            self.cart.append(die)
        else:
            self.slate.append(self.cart.pop())
            self.cart.insert(0, die)

    def stow(self, museum: int, colour: str, face: int) -> None:
        self.storage[museum][colour] = sorted([*self.storage[museum][colour], face])
        if colour == "y" and len(self.storage[museum]["y"]) == 3:
            self.win_museum_token(museum, "yellow")

    # --- the main action

    def do_capture(self, words: list[str]) -> None:
        """M9 to M11."""
        start, direction = words[1:]
        over = step(start, direction) or ""
        self.landed = step(over, direction) or ""
        colour, face = self.die(self.dice.pop(start))
        self.captured = self.dice.pop(over)
        bonus = {"1": 1, "2": 2}.get(self.site[self.landed], 0)
        face, lost = self.turned(face, 1 + bonus)
        self.totals[self.active] -= lost
        self.put(self.landed, f"{colour}{face}")
        self.acted = True
        self.dig_bonus()

    def dig_bonus(self) -> None:
        """M11."""
        owner = next((seat for seat in range(self.seats) if self.landed in self.tokens[seat]), None)
        if owner is None:
            self.ask_for_captured()
        elif owner == self.active:
            self.ask_raise(1, "yrb", captured=True)
        else:
            self.ask_raise(2, "yrb", captured=False)
            self.due = owner

    def ask_raise(self, points: int, colours: str, *, captured: bool) -> None:
        self.ask("raise")
        self.raise_points, self.raise_colours, self.raise_captured = points, colours, captured

    def ask_for_captured(self) -> None:
        self.ask("excavate" if self.captured[0] == "g" else "store")

    def do_raise(self, words: list[str]) -> None:
        dice, self.captured, lost = self.raises()[" ".join(words)]
        for museum, colour in product(self.museums(self.due), self.raise_colours):
            self.storage[museum][colour] = sorted(face for m, c, face in dice if (m, c) == (museum, colour))
        self.totals[self.due] -= lost
        self.after_raise()

    def after_raise(self) -> None:
        """A dig bonus comes before the captured die is used; the bonus of a track as it is used."""
        if self.raise_captured or self.due != self.active:
            self.ask_for_captured()
        else:
            self.ask("spend")

    def do_pass(self, _: list[str]) -> None:
        if self.asked == "raise":
            self.after_raise()
        else:
            self.ask("spend")

    def do_store(self, words: list[str]) -> None:
        """M12."""
        self.stow(self.museum_named(words), *self.die(self.captured))
        self.end_main_action()

    def do_spend(self, _: list[str]) -> None:
        """M13, M14."""
        self.spend(self.captured)
        self.end_main_action()

    def end_main_action(self) -> None:
        """M29."""
        self.captured = ""
        self.ask("retire" if self.solo() and self.around() else "turn")

    def do_retire(self, words: list[str]) -> None:
        """M29."""
        self.round_track.append(self.dice.pop(words[1]))
        if len(self.round_track) == 14:
            self.end_game()
        else:
            self.ask("turn")

    # --- the tracks

    def do_excavate(self, words: list[str]) -> None:
        """M13, M23 to M25."""
        track = words[1]
        space = self.reached_space(track)
        self.discs[self.active][track] = space
        self.ask("spend")
        if space in (1, 3, 5):
            self.ask_raise((space + 1) // 2, TRACKS[track], captured=False)
        elif space == 2 and self.reserve[self.active]:
            self.reserve[self.active] -= 1
            self.waiting[self.active] += 1
        elif space in (4, 6):
            self.totals[self.active] += {4: 3, 6: 5}[space]
        elif space == 7:
            self.seventh_space(track)
        elif space == 8:
            self.eighth_space(track)
        elif space == 9:
            self.ends[track].append(self.active)

    def seventh_space(self, track: str) -> None:
        if track == "blue":
            self.doubled = True
        else:
            self.ask("show" if track == "red" else "give")

    def eighth_space(self, track: str) -> None:
        if track == "yellow":
            self.totals[self.active] += 2 * len(self.tokens[self.active])
        elif track == "red":
            self.ask("remove")
        elif any(self.restored[museum] for museum in self.museums(self.active)):
            self.ask("score")

    def do_remove(self, words: list[str]) -> None:
        """M24."""
        museum = self.museum_named(words)
        self.totals[self.active] += 2 * self.rewards[self.vases[museum] - 2]
        self.vases[museum] -= 1
        self.ask("spend")

    def do_score(self, words: list[str]) -> None:
        """M23."""
        restored = self.restored[self.museum_named(words)]
        self.totals[self.active] += 2 * len(self.beside[words[1]] & restored)
        self.ask("spend")

    def do_give(self, words: list[str]) -> None:
        """M25."""
        for word in words[1:]:
            self.museum, colour, face = self.stored_die(word)
            self.storage[self.museum][colour].remove(face)
            self.given.append(f"{colour}{face}")
        self.ask("take")

    def do_take(self, words: list[str]) -> None:
        """M25."""
        taken, self.cart = self.takes(self.museum, self.given)[" ".join(words)]
        for die in taken:
            self.stow(self.museum, *self.die(die))
        self.given = []
        self.ask("spend")

    # --- free actions

    def do_restore(self, words: list[str]) -> None:
        """M17."""
        fragment = words[1]
        for word in words[2:]:
            museum, colour, face = self.stored_die(word)
            self.storage[museum][colour].remove(face)
            self.spend(f"{colour}{face}")
        self.totals[self.active] += FRAGMENTS[fragment] + len(self.beside[fragment] & self.restored[museum])
        self.restored[museum].add(fragment)
        if fragment == "4":
            self.win_museum_token(museum, "fragment")

    def do_exhibit(self, words: list[str]) -> None:
        """M16, M24."""
        self.afterwards = "turn" if self.asked == "turn" else "spend"
        self.action, self.cost = ["exhibit"], 0 if self.afterwards == "turn" else 1
        self.do_add(words)

    def do_add(self, words: list[str]) -> None:
        """M16: one more red die to pay for."""
        self.museum, colour, face = self.stored_die(words[1])
        self.storage[self.museum][colour].remove(face)
        self.showing.append(face)
        if self.afterwards == "turn":
            self.cost += face
        self.ask("payment")

    def do_action(self, words: list[str]) -> None:
        """M18, M31: pay first."""
        self.action, self.afterwards = words, "turn"
        self.cost = 1 if words[0] == "exchange" else 2
        self.ask("payment")

    def do_pay(self, words: list[str]) -> None:
        """M19, then the action."""
        spent, left = self.payments()[" ".join(words)]
        self.storage[self.active]["y"] = left
        for face in spent:
            self.spend(f"y{face}")
        {"exhibit": self.exhibit, "fund": self.fund, "shift": self.shift, "exchange": self.exchange}[
            self.action[0]
        ]()
        self.action, self.cost = [], 0
        self.ask(self.afterwards)

    def exhibit(self) -> None:
        """M16: one by one; then the dice are spent."""
        for face in self.showing:
            self.vases[self.museum] += 1
            self.totals[self.active] += 2 * face
            if self.vases[self.museum] == 1:
                self.win_museum_token(self.museum, "vase")
            else:
                self.totals[self.active] += self.rewards[self.vases[self.museum] - 2]
        self.most_vases[self.museum] = max(self.most_vases[self.museum], self.vases[self.museum])
        for face in self.showing:
            self.spend(f"r{face}")
        self.showing = []

    def fund(self) -> None:
        museum, colour, face = self.stored_die(self.action[1])
        self.storage[museum][colour].remove(face)
        self.stow(museum, colour, face + (1 if self.action[2] == "up" else -1))

    def shift(self) -> None:
        start, direction = self.action[1:]
        self.put(step(start, direction) or "", self.dice.pop(start))

    def exchange(self) -> None:
        goers = [self.stored_die(word) for word in self.action[1:]]
        for museum, colour, face in goers:
            self.storage[museum][colour].remove(face)
            self.stow(1 - museum, colour, face)

    # --- turns and the end

    def begin_turn(self, seat: int) -> None:
        self.active = seat
        self.acted, self.doubled, self.landed = False, False, ""
        self.ask("turn")

    def do_end(self, _: list[str]) -> None:
        if self.slate:
            self.ask("recycle")
        else:
            self.end_turn()

    def do_recycle(self, words: list[str]) -> None:
        """M22."""
        self.slate.remove(words[1])
        self.put(words[2], words[1])
        if not self.slate:
            self.end_turn()

    def end_turn(self) -> None:
        """M15, M26."""
        last = self.active == self.seats - 1
        if (self.solo() and not self.acted) or (not self.solo() and last and self.round == 14):
            self.end_game()
            return
        if last and not self.solo():
            self.round += 1
        self.begin_turn((self.active + 1) % self.seats)

    def end_game(self) -> None:
        self.asked = "over"
        for seat in range(self.seats):
            self.totals[seat] += self.end_bonus(seat)
        if self.solo():
            self.totals[0] -= self.subtraction()
            return
        for counts in (self.vases, [len(fragments) for fragments in self.restored]):
            self.totals = [total + share for total, share in zip(self.totals, shares(counts), strict=True)]

    def end_bonus(self, seat: int) -> int:
        """M26."""
        vases = sum(self.vases[museum] for museum in self.museums(seat))
        fragments = sum(len(self.restored[museum]) for museum in self.museums(seat))
        worth = {"red": [2 * vases, vases], "blue": [2 * fragments, fragments], "yellow": [10, 6]}
        return sum(worth[track][self.ends[track].index(seat)] for track in TRACKS if seat in self.ends[track])

    def subtraction(self) -> int:
        """M31."""
        if self.mission in ("3", "7", "8"):
            return sum(int(die[1]) for die in self.round_track)
        if self.mission == "5":
            return 2 * sum(int(die[1]) for die in self.round_track if die[0] != "y")
        if self.mission == "6":
            return 3 * sum(5 - self.vases[m] + 6 - len(self.restored[m]) for m in (0, 1))
        return 0

    def objectives(self) -> list[tuple[str, bool]]:
        """M31: the mission's objectives by name, each with whether it is met now."""
        names = list(OBJECTIVES[self.mission])
        if self.harder:
            names = [f"score {int(name[6:]) + 10}" if name.startswith("score") else name for name in names]
        if self.mission == "4":
            names = [f"star {square}" for square in SQUARES if square in self.starred] + names
        return [(name, self.met(name)) for name in names]

    def met(self, objective: str) -> bool:
        kind, what = objective.split()
        if objective == "all fragments":
            return len(self.restored[0]) == 6
        if objective == "all tokens":
            return self.reserve[0] == 0 and not any(self.museum_tokens)
        return {
            "fragment": lambda: what in self.restored[0],
            "end": lambda: 0 in self.ends[what],
            "slot": lambda: self.most_vases[0] >= int(what),
            "star": lambda: what in self.fetched,
            "score": lambda: self.asked == "over" and self.totals[0] >= int(what),
        }[kind]()

    def winners(self) -> set[int]:
        """M28, M30; nobody before the end."""
        if self.asked != "over":
            return set()
        if self.solo():
            return {0} if all(met for _, met in self.objectives()) else set()
        ranks = [(self.totals[seat], sum(self.storage[seat]["y"])) for seat in range(self.seats)]
        return {seat for seat, rank in enumerate(ranks) if rank == max(ranks)}

    # --- counting

    def copied(self) -> Oracle:
        return deepcopy(self)

    def perft(self, depth: int) -> int:
        """Count the sequences of so many moves."""
        texts = self.moves()
        if depth == 1:
            return len(texts)
        total = 0
        for text in texts:
            after = self.copied()
            after.play(text)
            total += after.perft(depth - 1)
        return total

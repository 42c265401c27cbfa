"""A museum of Marajoara: storage, showcase, workshop, slate and tokens; large, small, or in a line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from digsite.cli.screen.dice import (
    CLAY,
    FAINT,
    LABEL,
    LIT,
    SEATS,
    dice,
    die,
    line,
    mark,
    mark_sign,
    no_die,
    sign,
)
from digsite.core import words
from digsite.games.marajoara.holdings import ALL, TOTAL
from digsite.games.marajoara.notation import read_die, stored_text
from digsite.games.marajoara.record import (
    BLUE,
    COLOUR_SHIFT,
    FIRST_VASE,
    FRAGMENT_4,
    FRAGMENT_POINTS,
    FRAGMENTS,
    KINDS,
    PLACES,
    STORED_COLOURS,
    THIRD_YELLOW,
    TWO_MUSEUMS,
    WITH_TOKEN,
    YELLOW,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from digsite.cli.screen import Scene

FRAGMENT: Final = 13
LARGE: Final = 41
"""How wide a large museum is."""
NEEDS: Final = {
    "4": ("Σ≥4", "sum>=4"),
    "5": ("Σ≥5", "sum>=5"),
    "3": ("1×≥3", "1x>=3"),
    "=6": ("1×=6", "1x=6"),
    "6": ("2×≥6", "2x>=6"),
    "9": ("≠≥9", "dif>=9"),
}
"""M5: what each fragment needs: a sum, one die, two dice, or different ones."""
NAMING: Final = frozenset(("exhibit", "add", "fund", "exchange", "give", "pay", "restore", "raise"))
"""The kinds of moves that name stored dice; words of others that look like dice are squares."""


def museums_of(scene: Scene, seat: int) -> list[Museum]:
    """Return the museums of a seat: two in mission 6."""
    count = 2 if scene.view[0]["mission"] == TWO_MUSEUMS else 1
    return [Museum(scene, seat, own) for own in range(count)]


def name(scene: Scene, seat: int, width: int | None = None) -> Text:
    """Return a seat's mark and name, with a sign before the one who is due; cut short to a width."""
    due = seat in scene.game.movers(scene.view) and len(scene.names) > 1
    arrow = Text(f"{sign(scene, '▶', '>')} " if due else "  ", SEATS[seat])
    whole = line(arrow, mark(scene, seat), Text(f" {scene.names[seat]}", f"bold {SEATS[seat]}"))
    if width is None or whole.cell_len <= width:
        return whole
    whole.truncate(width - 1)
    return line(whole, Text(sign(scene, "…", "."), f"bold {SEATS[seat]}"))


@dataclass(frozen=True)
class Museum:
    """A museum to be drawn."""

    scene: Scene
    seat: int
    own: int = 0
    """1 for the second museum of mission 6."""

    @property
    def _p(self) -> Any:
        return self.scene.view[0]

    @property
    def _number(self) -> int:
        return self.seat + self.own

    # --- sizes

    def large(self) -> list[Text]:
        """Return a line for each part."""
        parts = [
            ("label_storage", self._stored()),
            ("label_showcase", self._showcase()),
            *zip(("label_workshop", "", ""), self._workshop(), strict=True),
        ]
        rows = [line(self._label(key), row) for key, row in parts]
        return [self._heading(LARGE - 1), *rows, *self._slate_line()]

    def small(self, width: int) -> list[Text]:
        """Return as few lines as one can play with."""
        slate = self._slate()
        extra = line(Text(f"  {self.scene.say('label_slate')} ", FAINT), slate) if slate else ""
        fragments = Text(" ").join(self._fragment(int(f)) for f in self._p["workshop"])
        rows = (line(self._stored()), line(self._showcase(), extra), fragments)
        return [self._heading(width), *(line("  ", row) for row in rows)]

    def brief(self) -> list[Text]:
        """Return two lines, for somebody else's."""
        tokens = Text(self._tokens(), SEATS[self.seat])
        return [
            line(name(self.scene, self.seat), "  ", self._points(), "  ", tokens),
            line("    ", self._stored(), "  ", self._collected()),
        ]

    def briefest(self) -> list[Text]:
        """Return one line, for somebody else's."""
        held = Text(" ").join(die(number) for c in range(STORED_COLOURS) for number in self._dice(c))
        return [line(name(self.scene, self.seat), " ", self._points(), " ", self._collected(), " ", held)]

    # --- parts

    def _label(self, key: str) -> Text:
        return Text((f"{self.scene.say(key)} " if key else "").ljust(LABEL), FAINT)

    def _points(self) -> Text:
        return Text(f"{self._p['points'][self.seat]}p", "bold")

    def _heading(self, width: int) -> Text:
        """Return whose museum it is, with points and money; only the first of two pays."""
        if self.own:
            return line("  ", Text(self.scene.say("second_museum"), f"bold {SEATS[self.seat]}"))
        money = self.scene.say("credits", n=int(TOTAL[self._p["stored"][self.seat, YELLOW]]))
        extra = f"{sign(self.scene, ' · ', ', ')}{money}"
        spelled = words.say(self.scene.language, "table.points", n=int(self._p["points"][self.seat]))
        room = width - name(self.scene, self.seat).cell_len - len(extra) - 2
        points = Text(spelled, "bold") if len(spelled) <= room else self._points()
        owner = name(self.scene, self.seat, width - points.cell_len - len(extra) - 2)
        return line(owner, "  ", points, extra)

    def _dice(self, colour: int) -> list[int]:
        return [colour << COLOUR_SHIFT | face for face in ALL[int(self._p["stored"][self._number, colour])]]

    def _place(self, token: int) -> Text:
        """Return an empty place, with its token if it is still there (M3)."""
        there = self._p["museum_tokens"][self._number] & token
        return line(mark(self.scene, self.seat) if there else Text(no_die(self.scene), FAINT), " ")

    def _stored(self) -> Text:
        """M3: return the nine places of the storage; the third yellow one may have its token."""
        rows = []
        for colour in range(STORED_COLOURS):
            places = [die(number, lit=number in self._usable) for number in self._dice(colour)]
            places += [self._place(0)] * (PLACES - 1 - len(places))
            if len(places) < PLACES:
                places.append(self._place(THIRD_YELLOW if colour == YELLOW else 0))
            rows.append(Text(" ").join(places))
        return Text("  ").join(rows)

    def _showcase(self) -> Text:
        """M4: return the vases, and what the places still free would give."""
        vases = int(self._p["vases"][self._number])
        rewards = [Text(f"+{points}", FAINT) for points in self._p["rewards"]]
        free = [self._place(FIRST_VASE), *rewards[1:]][vases:]
        return Text(" ").join([*[Text("V ", CLAY)] * vases, *free])

    def _workshop(self) -> Iterator[Text]:
        """M5: yield the three rows of the workshop."""
        cells = [self._fragment(int(f), long=True) for f in self._p["workshop"]]
        for left, right in zip(cells[::2], cells[1::2], strict=True):
            yield line(left, " " * (FRAGMENT - left.cell_len), right)

    def _fragment(self, fragment: int, *, long: bool = False) -> Text:
        """Return what a fragment needs and gives, or that it is restored."""
        need = sign(self.scene, *NEEDS[FRAGMENTS[fragment]])
        if self._p["restored"][self._number] >> fragment & 1:
            return Text(f"{sign(self.scene, '✓', 'x')}{need if long else FRAGMENTS[fragment]}", CLAY)
        lit = FRAGMENTS[fragment] in self._restorable
        text = line(
            Text(need, LIT if lit else ""), Text(f" {FRAGMENT_POINTS[fragment]}p" if long else "", FAINT)
        )
        token = fragment == WITH_TOKEN and self._p["museum_tokens"][self._number] & FRAGMENT_4
        return line(text, mark(self.scene, self.seat) if token else "")

    def _collected(self) -> Text:
        """Return the vases and fragments in a few letters."""
        vases, restored = int(self._p["vases"][self._number]), int(self._p["restored"][self._number])
        names = [FRAGMENTS[int(f)] for f in self._p["workshop"] if restored >> int(f) & 1]
        fragments = Text(f"F {' '.join(names) or '-'}", CLAY if names else FAINT)
        return line(Text(f"V{vases}", CLAY if vases else FAINT), " ", fragments)

    def _tokens(self) -> str:
        """Return the tokens in reserve: one for each track, and before the set-up one more for it (M7)."""
        return mark_sign(self.scene, self.seat) * int(self._p["reserve"][self.seat])

    def _slate(self) -> Text:
        """M21: return the dice on the slate, which only the seat in turn uses."""
        if self._p["active"] != self.seat or self.own:
            return Text()
        return dice(self.scene, (number for number in range(KINDS) for _ in range(self._p["slate"][number])))

    def _slate_line(self) -> list[Text]:
        if self.own:
            return []
        slate = self._slate() or Text(no_die(self.scene), FAINT)
        tokens = Text(self._tokens() or no_die(self.scene), SEATS[self.seat])
        label = Text(f"   {self.scene.say('label_reserve')} ", FAINT)
        return [line(self._label("label_slate"), slate, label, tokens)]

    # --- what may be done with it

    @cached_property
    def _moves(self) -> list[list[str]]:
        """Return the words of the moves of the one who looks, if it is theirs."""
        legal = self.scene.legal if self.seat == self.scene.eyes else []
        return [self.scene.game.move_text(self.scene.view, move).split() for move in legal]

    @cached_property
    def _usable(self) -> set[int]:
        """Return the stored dice that some move names."""
        named = {w.partition(":")[0] for kind, *rest in self._moves if kind in NAMING for w in rest}
        dice = [read_die(word) for word in named]
        return {d.colour << COLOUR_SHIFT | d.face for d in dice if d and d.own == self.own}

    @cached_property
    def _restorable(self) -> set[str]:
        """Return the fragments that a move restores."""
        blue = stored_text(self.own, BLUE, "")
        return {words[1] for words in self._moves if words[0] == "restore" and words[2].startswith(blue)}

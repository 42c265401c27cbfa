"""A table of Marajoara in the middle of a game, and what can be asked there."""

from __future__ import annotations

from digsite.core.names import Position
from digsite.games.marajoara.positions import sketch

TABLE = """\
site
r r . 1 . . r r
r r . . . i r r
. i 2 . . 2 . .
. . . . . . . 1
1 . . . . . . .
. . 2 . . 2 i .
r r i . . . r r
r r . . 1 . r r

stars
. . . . . . . .
. . . . . . . .
. . * . . * . .
. . . . . . . .
. . . . . . . .
. . * . . * . .
. . . . . . . .
. . . . . . . .

showcase
token 2 3 4 5

workshop
4 5
3 =6
6 9
mission none
harder no
seats 2
moves 40
round 5
dice
r1 b1 .. .. .. b1 b1 r1
y1 .. .. .. .. .. y1 r1
.. .. .. y2 .. .. .. ..
.. .. y1 g2 .. .. .. g3
.. .. .. r5 .. .. .. ..
g1 .. b4 .. .. .. .. ..
r1 y2 .. .. .. .. .. ..
g1 y1 .. .. .. .. .. b1
unreached
museum 1 | y6 y3 | r4 r2 | b5 b4 b1 | vases 2 most 2 | fragments 4 5 | tokens yellow
museum 2 | y1 | r1 | b2 | vases 0 most 0 | fragments | tokens yellow vase 4
seat 0 points 12 discs 6 6 6 reserve 3 waiting 0 tokens d5 f7
seat 1 points 7 discs 0 9 0 reserve 3 waiting 0 tokens c2
ends - | 1 | -
cart b2 r1 y1
slate
retired
turn 0 after
captured
next turn
doing
raise
"""


def position(*lines: str) -> Position:
    """Return the table with some of its lines told otherwise; each is known by its first words."""
    rows = TABLE.splitlines()
    for line in lines:
        rows[_place(rows, line)] = line
    return sketch("\n".join(rows) + "\n")


def solo(*lines: str, mission: int = 1) -> Position:
    """Return the table as that of a mission, with two dice on the round track."""
    rows = [row for row in TABLE.splitlines() if not row.startswith(("museum 2", "seat 1"))]
    for line in (f"mission {mission}", "seats 1", "round 2", "retired y1 r1", "ends - | - | -", *lines):
        rows[_place(rows, line)] = line
    return sketch("\n".join(rows) + "\n")


def _place(rows: list[str], line: str) -> int:
    words = line.split()
    key = words[:2] if words[0] in ("museum", "seat") else words[:1]
    places = [place for place, row in enumerate(rows) if row.split()[: len(key)] == key]
    assert len(places) == 1, line
    return places[0]


ASKED: dict[str, tuple[tuple[str, ...], str]] = {
    "token": (("seat 0 points 12 discs 6 6 6 reserve 2 waiting 1 tokens d5 f7",), "token c1"),
    "turn": (("turn 0 before",), "capture b1 north"),
    "after": ((), "moves"),
    "pay": (
        (
            "museum 1 | y6 y3 | r2 | b5 b4 b1 | vases 2 most 2 | fragments 4 5 | tokens yellow",
            "doing exhibit r4",
            "next pay",
        ),
        "exhibit r4 costs 4 credits. Pay with yellow dice: pay y6:2 y3:2. Or exhibit one more vase",
    ),
    "raise own": (
        ("captured r3 d5", "next raise", "raise 0 1 y r b captured"),
        "captured r3, such as raise y3",
    ),
    "raise other": (
        ("turn 1 after", "captured r3 d5", "next raise", "raise 0 2 y r b"),
        "2 points on your stored dice, such as raise y3 r4.",
    ),
    "raise track": (
        ("captured g2 d4", "next raise", "raise 0 3 b"),
        "3 points to share out over dice of its colour, such as raise b5 b1.",
    ),
    "store": (("captured r3 d4", "next store"), "You captured r3."),
    "excavate": (("captured g2 d4", "next excavate"), "Move a disc 2 spaces (excavate yellow)"),
    "show": (("captured g2 d4", "next show"), "(exhibit r2), or pass"),
    "remove": (("captured g2 d4", "next remove"), "(remove), or pass"),
    "give": (("captured g2 d4", "next give"), "or pass"),
    "take": (("captured g2 d4", "next take", "doing give y3 b1"), "take 1 2"),
    "score": (
        (
            "museum 1 | y6 y3 | r4 r2 | b5 b4 b1 | vases 2 most 2 | fragments 4 5 6 | tokens yellow",
            "captured g2 d4",
            "next score",
        ),
        "score 4",
    ),
    "recycle": (("slate b3 g1", "next recycle"), "recycle "),
}

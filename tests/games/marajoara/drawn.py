"""Drawn positions of Marajoara. Only what matters is given; all else is as at the start.

A picture shows dice, its lowest row last, its lower left corner on the square `at`. A museum is a line
such as `y6 y3 r2 vases 2 restored 4 9`; without `tokens` it still has those that it cannot have won.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from digsite.core.names import Position, Result
from digsite.games import game
from digsite.games.marajoara import boards
from digsite.games.marajoara.positions import sketch
from digsite.games.marajoara.record import FRAGMENTS

MARAJOARA = game("marajoara")
PASTIME: Final = "f8 b1 g8 b1"
"""Two dice that can capture each other: nobody is without a choice, so nothing follows by itself."""
COLUMNS: Final = "abcdefgh"
ALL_SQUARES: Final = [f"{column}{row}" for row in range(1, 9) for column in COLUMNS]
ROPED: Final = {column + row for column in "abgh" for row in "1278"}
BONUS: Final = {"d8", "c6", "f6", "h5", "a4", "c3", "f3", "e1"}
FIT: Final = [square for square in ALL_SQUARES if square not in ROPED | BONUS]
"""M20: squares that are fit for a dig token."""
KINDS: Final = [f"{colour}{face}" for colour in "yrbg" for face in range(1, 7)]
STARS: Final = "c3 f3 c6 f6"

T = TypeVar("T")


def drawn(
    picture: str = "",
    *museums: str,
    at: str = "a5",
    elsewhere: str = PASTIME,
    mission: str = "none",
    harder: str = "no",
    seats: int = 2,
    in_round: int = 1,
    unreached: str | None = None,
    points: Sequence[int] = (),
    discs: Sequence[str] = (),
    reserve: Sequence[int] = (),
    waiting: Sequence[int] = (),
    tokens: Sequence[str] = (),
    ends: str | None = None,
    cart: str = "",
    slate: str = "",
    retired: str = "",
    turn: int = 0,
    acted: bool = False,
    doubled: bool = False,
    captured: str = "",
    stage: str = "turn",
    doing: str = "",
    raising: str = "",
) -> Position:
    """Return a position; discs are of the yellow, red and blue track, of one seat after the other."""
    solo = mission != "none"
    seats = 1 if solo else seats
    stars = STARS if mission == "4" else ""
    lines = [
        boards.board_text(boards.DEFAULT).removesuffix("\n"),
        f"mission {mission}",
        f"harder {harder}",
        f"seats {seats}",
        "moves 9",
        f"round {len(retired.split()) if solo else in_round}",
        "dice",
        *dice_rows(picture, at, elsewhere),
        f"unreached {stars if unreached is None else unreached}",
        *(_museum(m + 1, _nth(museums, m, "")) for m in range(2 if mission == "6" else seats)),
        *(
            f"seat {s} points {_nth(points, s, 0)} discs {_nth(discs, s, '0 0 0')}"
            f" reserve {_nth(reserve, s, 3)} waiting {_nth(waiting, s, 0)}"
            f" tokens {_in_order(ALL_SQUARES, _nth(tokens, s, ''))}"
            for s in range(seats)
        ),
        f"ends {_ends(discs) if ends is None else ends}",
        f"cart {cart}",
        f"slate {_in_order(KINDS, slate)}",
        f"retired {retired}",
        f"turn {turn} {'after' if acted else 'before'} {'doubled' if doubled else ''}",
        f"captured {captured}",
        f"next {stage}",
        f"doing {doing}",
        f"raise {raising}",
    ]
    return sketch("\n".join(lines) + "\n")


def _nth(given: Sequence[T], index: int, otherwise: T) -> T:
    return given[index] if index < len(given) else otherwise


def dice_rows(picture: str, at: str, elsewhere: str) -> list[str]:
    """Return eight rows of dice, row 8 first."""
    words = elsewhere.split()
    dice = dict(zip(words[::2], words[1::2], strict=True))
    column, row = COLUMNS.index(at[0]), int(at[1])
    for up, line in enumerate(reversed(picture.strip().splitlines())):
        for right, word in enumerate(line.split()):
            if word != "..":
                dice[f"{COLUMNS[column + right]}{row + up}"] = word
    return [" ".join(dice.get(f"{c}{r}", "..") for c in COLUMNS) for r in range(8, 0, -1)]


def _museum(number: int, words: str) -> str:
    found: dict[str, list[str]] = {"dice": [], "vases": [], "most": [], "restored": []}
    key = "dice"
    for word in words.split():
        if word in (*found, "tokens"):
            key = word
            found[key] = []
        else:
            found[key].append(word)
    vases = (found["vases"] or ["0"])[0]
    most = (found["most"] or [vases])[0]
    stored = [" ".join(sorted((d for d in found["dice"] if d[0] == c), reverse=True)) or "-" for c in "yrb"]
    has = {"yellow": len(stored[0].split()) < 3, "vase": most == "0", "4": "4" not in found["restored"]}
    tokens = found.get("tokens", [token for token, there in has.items() if there])
    fragments = _in_order(FRAGMENTS, " ".join(found["restored"]))
    cells = (f"vases {vases} most {most}", f"fragments {fragments}", f"tokens {' '.join(tokens)}")
    return " | ".join((f"museum {number}", *stored, *cells))


def _in_order(order: Sequence[str], words: str) -> str:
    return " ".join(sorted(words.split(), key=order.index))


def _ends(discs: Sequence[str]) -> str:
    """Return who is on the last spaces; lower seats came first."""
    there = ([str(s) for s, line in enumerate(discs) if line.split()[track] == "9"] for track in range(3))
    return " | ".join(" ".join(seats) or "-" for seats in there)


def crowded(*free: str) -> str:
    """Return dice for all squares that are fit for a dig token, but these; as `elsewhere`."""
    squares = [square for square in FIT if square not in free]
    return " ".join(f"{square} {'yrbg'[at % 4]}1" for at, square in enumerate(squares))


def legal(pos: Position, *kinds: str) -> set[str]:
    """Return the texts of all moves, or of those of some kinds."""
    moves = [move for seat in MARAJOARA.movers(pos) for move in MARAJOARA.legal(pos, seat)]
    texts = {MARAJOARA.move_text(pos, move) for move in moves}
    return {text for text in texts if not kinds or text.split()[0] in kinds}


def played(pos: Position, *moves: str) -> Position:
    """Make moves, each by the seat that is due."""
    for move in moves:
        pos = MARAJOARA.play(pos, MARAJOARA.movers(pos)[0], MARAJOARA.read_move(pos, move))
    return pos


def line(pos: Position, key: str) -> str:
    """Return what follows these words in a position's text."""
    lines = MARAJOARA.text(pos).splitlines()
    return next(words for words in lines if f"{words} ".startswith(f"{key} "))[len(key) :].strip()


def stored(pos: Position, museum: int = 1) -> str:
    """Return the dice that a museum stores: `y6 y3 | r2 | -`."""
    return " | ".join(line(pos, f"museum {museum}").split(" | ")[:3]).removeprefix("| ")


def on(pos: Position, square: str) -> str:
    """Return the die on a square."""
    lines = MARAJOARA.text(pos).splitlines()
    rows = lines[lines.index("dice") + 1 :]
    return rows[8 - int(square[1])].split()[COLUMNS.index(square[0])]


def points(pos: Position) -> tuple[int, ...]:
    return MARAJOARA.points(pos)


def due(pos: Position) -> int | None:
    """Return the seat that is due."""
    movers = MARAJOARA.movers(pos)
    return int(movers[0]) if movers else None


def result(pos: Position) -> Result:
    """Return the result of a game that is over."""
    found = MARAJOARA.result(pos)
    assert found is not None
    return found

"""The oracle beside the engine: made from the text of any position, and compared in all that both know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from digsite.core.names import Position
from digsite.games import game
from digsite.games.marajoara.missions import objectives
from tests.oracle.marajoara import COLUMNS, TRACKS, Oracle

MARAJOARA = game("marajoara")


def legal(pos: Position) -> list[str]:
    """The texts of all moves of the seat that is due."""
    return [
        MARAJOARA.move_text(pos, move)
        for seat in MARAJOARA.movers(pos)
        for move in MARAJOARA.legal(pos, seat)
    ]


# --- from a position to an oracle


def squares(rows: Iterable[Sequence[str]]) -> list[tuple[str, str]]:
    """What is drawn on each square, row 8 first."""
    return [(f"{COLUMNS[x]}{8 - y}", mark) for y, row in enumerate(rows) for x, mark in enumerate(row)]


def cells(row: str) -> list[list[str]]:
    """The words between bars; `-` stands for none."""
    return [cell.replace("-", "").split() for cell in row.split("|")]


class Sheet:
    """The text of a position, taken apart: the words of each line by the first one."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        board = [line.split() for line in lines[:27]]
        self.site = ["".join(row) for row in board[1:9]]
        self.stars = {square for square, mark in squares(board[11:19]) if mark == "*"}
        self.rewards = [int(points) for points in board[21][1:]]
        self.workshop = board[24:27]
        drawn = squares(line.split() for line in lines[33:41])
        self.dice = {square: die for square, die in drawn if die != ".."}
        rest = [line.partition(" ") for line in (*lines[27:32], *lines[41:])]
        self.words = {key: row.split() for key, _, row in rest}
        self.museums = [cells(row) for key, _, row in rest if key == "museum"]
        self.seats = [row.split() for key, _, row in rest if key == "seat"]
        self.ends = next(cells(row) for key, _, row in rest if key == "ends")


def oracle_of(pos: Position) -> Oracle:
    """An oracle in this position; what has one way only is not settled."""
    sheet = Sheet(MARAJOARA.text(pos))
    words = sheet.words
    oracle = Oracle(
        words["mission"][0],
        words["harder"] == ["yes"],
        int(words["seats"][0]),
        sheet.site,
        sheet.stars,
        sheet.rewards,
        sheet.workshop,
        sheet.dice,
    )
    oracle.fetched = sheet.stars - set(words["unreached"])
    oracle.round = 1 if oracle.solo() else int(words["round"][0])
    oracle.cart, oracle.slate, oracle.round_track = words["cart"], words["slate"], words["retired"]
    oracle.ends = {track: [int(s) for s in cell] for track, cell in zip(TRACKS, sheet.ends, strict=True)}
    for museum, row in enumerate(sheet.museums):
        _fill_museum(oracle, museum, row)
    for seat, row_words in enumerate(sheet.seats):
        _fill_seat(oracle, seat, row_words)
    _fill_turn(oracle, words)
    return oracle


def _fill_museum(oracle: Oracle, museum: int, row: list[list[str]]) -> None:
    _, yellow, red, blue, vases, fragments, tokens = row
    for colour, dice in (("y", yellow), ("r", red), ("b", blue)):
        oracle.storage[museum][colour] = sorted(int(die[1]) for die in dice)
    oracle.vases[museum], oracle.most_vases[museum] = int(vases[1]), int(vases[3])
    oracle.restored[museum] = set(fragments[1:])
    oracle.museum_tokens[museum] = {"fragment" if token == "4" else token for token in tokens[1:]}  # noqa: S105


def _fill_seat(oracle: Oracle, seat: int, row: list[str]) -> None:
    """`0 points 12 discs 0 3 9 reserve 2 waiting 0 tokens c3 d5`."""
    oracle.totals[seat] = int(row[2])
    oracle.discs[seat] = {track: int(space) for track, space in zip(TRACKS, row[4:7], strict=True)}
    oracle.reserve[seat], oracle.waiting[seat] = int(row[8]), int(row[10])
    oracle.tokens[seat] = set(row[12:])


def _fill_turn(oracle: Oracle, words: dict[str, list[str]]) -> None:
    oracle.active, oracle.acted = int(words["turn"][0]), words["turn"][1] == "after"
    oracle.doubled = "doubled" in words["turn"]
    *captured, oracle.landed = words["captured"] or [""]
    oracle.captured = "".join(captured)
    stage = words["next"][0]
    oracle.due, oracle.asked = oracle.active, "payment" if stage == "pay" else stage
    if stage == "set-up":
        oracle.active = 0
    if stage == "retire" and not oracle.around():
        oracle.asked = "turn"
    if words["raise"]:
        seat, points, *reach = words["raise"]
        oracle.due, oracle.raise_points = int(seat), int(points)
        oracle.raise_captured = "captured" in reach
        oracle.raise_colours = "".join(colour for colour in "yrb" if colour in reach)
    if words["doing"]:
        _fill_action(oracle, *words["doing"])


def _fill_action(oracle: Oracle, verb: str, *dice: str) -> None:
    if verb == "give":
        oracle.do_give([verb, *dice])
        return
    oracle.action = [verb] if verb == "exhibit" else [verb, *dice]
    oracle.afterwards = "spend" if oracle.captured else "turn"
    oracle.cost = 1 if verb == "exchange" else 2
    if verb == "exhibit":
        oracle.museum = oracle.stored_die(dice[0])[0]
        oracle.showing = [int(die[-1]) for die in dice]
        oracle.cost = 1 if oracle.captured else sum(oracle.showing)


# --- the two compared


def facts(oracle: Oracle) -> dict[str, object]:
    """All that an oracle knows, without what it only remembers."""
    known = dict(vars(oracle))
    known["slate"] = sorted(oracle.slate)
    forgotten = {
        "fetched": oracle.mission != "4",
        "landed": not oracle.captured and oracle.asked != "retire",
        "afterwards": oracle.asked != "payment",
        "museum": oracle.asked not in ("payment", "take") or not (oracle.showing or oracle.given),
        "raise_points": oracle.asked != "raise",
        "raise_colours": oracle.asked != "raise",
        "raise_captured": oracle.asked != "raise",
        "active": oracle.asked == "over",
        "due": oracle.asked == "over",
        "acted": oracle.asked == "over",
        "doubled": oracle.asked == "over",
    }
    return {key: value for key, value in known.items() if not forgotten.get(key)}


def objectives_of(pos: Position) -> list[tuple[str, bool]]:
    """M31: the engine's objectives in the words of the oracle."""
    whole = {"fragments": "all fragments", "tokens": "all tokens"}
    return [
        (whole.get(found.key, f"{found.key.partition('_')[0]} {found.which}"), found.met)
        for found in objectives(pos)
    ]


def same(pos: Position, oracle: Oracle) -> None:
    """Check all that both know about a position."""
    assert facts(oracle_of(pos)) == facts(oracle)
    assert list(MARAJOARA.points(pos)) == oracle.totals
    mover = oracle.mover()
    assert list(MARAJOARA.movers(pos)) == ([] if mover is None else [mover])
    texts = legal(pos)
    assert len(texts) == len(set(texts))
    assert set(texts) == set(oracle.moves())
    assert objectives_of(pos) == oracle.objectives()
    result = MARAJOARA.result(pos)
    assert (result is None) == (mover is not None)
    assert set(result.winners if result else ()) == oracle.winners()

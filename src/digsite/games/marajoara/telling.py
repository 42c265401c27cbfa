"""What happens in Marajoara, as data: what a move would bring, and what it did, step by step."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from digsite.core.names import Move, Position, Seat
from digsite.games.jit import Entry
from digsite.games.marajoara import kernel
from digsite.games.marajoara.missions import objectives
from digsite.games.marajoara.moves import (
    ADD,
    CAPTURE,
    END,
    EXCAVATE,
    EXCHANGE,
    EXHIBIT,
    FUND,
    GIVE,
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
    STEPS,
    STORE,
    TAKE,
    TOKEN,
    cost_of,
    kind_of,
)
from digsite.games.marajoara.notation import CAPTURED_DIE, DONE, die_text, move_text
from digsite.games.marajoara.record import (
    CART,
    FACE,
    GRID,
    LAST_SPACE,
    MAX_MOVES,
    OVER,
    POSITION,
    SQUARES,
    TO_SHOW,
    TRACKS,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from digsite.core.names import Happening

ENDS: Final = (
    ("first_yellow", "second_yellow"),
    ("first_red", "second_red"),
    ("first_blue", "second_blue"),
)
"""M13: what is told of the first and the second at the end of each track."""
MET: Final = {
    "fragment": "met_fragment",
    "fragments": "met_fragments",
    "end_yellow": "met_end_yellow",
    "end_red": "met_end_red",
    "end_blue": "met_end_blue",
    "slot": "met_slot",
    "star": "met_star",
    "tokens": "met_tokens",
    "score": "met_score",
}
"""M30: what is told of an objective that is met."""
TALLIES: Final = (
    "tally_red_end",
    "tally_blue_end",
    "tally_yellow_end",
    "tally_vases",
    "tally_fragments",
    "tally_round_track",
    "tally_gaps",
)
"""M26–M31: what is counted at the end, in the order of `kernel.tallies`."""


_POS, _NUMBERS = np.zeros(1, POSITION), np.zeros(1, np.int32)
STEP: Final = Entry(kernel.step, _POS, 0)
LEGAL: Final = Entry(kernel.legal, _POS, 0, _NUMBERS)
GAINS: Final = Entry(kernel.gains, _POS, 0, _NUMBERS, 1, _NUMBERS, _POS)
TALLY: Final = Entry(kernel.tallies, _POS, 0, _NUMBERS)
ENTRIES: Final = (STEP, LEGAL, GAINS, TALLY)


# --- what a move would bring


def brings(pos: Position, seat: Seat, move: Move) -> dict[str, Any]:
    """Return the points of a legal move, what it costs, and what a capture or an excavation leads to."""
    gains = np.empty(1, np.int32)
    GAINS.run(pos, seat, np.array([move], np.int32), 1, gains, np.zeros(1, POSITION))
    return {"points": int(gains[0]), **leads_to(pos, move)}


def leads_to(pos: Position, move: Move) -> dict[str, Any]:
    """Return what a legal move costs, and what a capture or an excavation leads to."""
    if CAPTURE <= move < SHIFT:
        return _capture(pos, move)
    if EXCAVATE <= move < SPEND:
        return {"space": _space(pos, move - EXCAVATE)}
    if SHIFT <= move < END:
        return {"costs": 1 if pos["stage"].item() == TO_SHOW else cost_of(move)}
    if ADD <= move < PAY:
        return {"costs": move - ADD}
    return {}


def _capture(pos: Position, move: int) -> dict[str, Any]:
    """M9–M11: return the die taken, where the other one lands and as what, and whose token is there."""
    over, to = _leap(move)
    tokens: list[int] = pos["tokens"].tolist()[0]
    return {
        "takes": die_text(pos["die"].item(over)),
        "becomes": die_text(_after(pos, move)["die"].item(to)),
        "to": GRID.name(to),
        "token": next((seat for seat, squares in enumerate(tokens) if squares >> to & 1), None),
    }


@lru_cache(maxsize=SHIFT - CAPTURE)
def _leap(move: int) -> tuple[int, int]:
    """Return the square that a capture leaps over, and the one where it ends."""
    direction, square = divmod(move - CAPTURE, SQUARES)
    step = int(STEPS[direction])
    return square + step, square + 2 * step


def _space(pos: Position, track: int) -> int:
    """M13: return the space that a disc would reach."""
    disc: int = pos["disc"].item(0, pos["active"].item(), track)
    captured: int = pos["captured"].item()
    return min(disc + (captured & FACE), LAST_SPACE)


# --- what a move did


def tell(before: Position, move: Move) -> list[Happening]:
    """Return what a move did, and what followed by itself; everybody hears the same."""
    happened = []
    pos, moves = before, np.empty(MAX_MOVES, np.int32)
    asked = True
    while True:
        after = _after(pos, move)
        happened += _told(pos, move, after, asked=asked)
        pos, asked = after, False
        if LEGAL.run(pos, pos["due"].item(), moves) != 1:
            return happened
        move = Move(int(moves[0]))


def _after(pos: Position, move: int) -> Position:
    """Return the position right after a move, before anything follows by itself."""
    after = Position(np.frombuffer(bytearray(pos.tobytes()), POSITION))
    STEP.run(after, move)
    return after


def _told(pos: Position, move: Move, after: Position, *, asked: bool) -> list[Happening]:
    """Return what one step did."""
    deed = _deed(pos, move)
    silent = not asked and deed["what"] in ("end", "pass")
    told = [] if silent else [{"what": deed["what"], "seat": pos["due"].item(), **deed}]
    return [*told, *_consequences(pos, after), *_ending(pos, after), *_objectives(pos, after)]


# --- deeds: what somebody did


def _deed(pos: Position, move: Move) -> Happening:
    return _DEEDS[kind_of(move)](pos, move)


def _square(what: str) -> _Deed:
    return lambda pos, move: {"what": what, "square": move_text(pos, move).split()[1]}


def _plain(what: str) -> _Deed:
    return lambda _pos, _move: {"what": what}


def _captured(what: str) -> _Deed:
    return lambda pos, _: {"what": what, "die": die_text(pos["captured"].item())}


def _dice(what: str) -> _Deed:
    """Tell the dice that the move's text names."""
    return lambda pos, move: {"what": what, "dice": _named_dice(pos, move)}


def _named_dice(pos: Position, move: Move) -> list[str]:
    return [word for word in move_text(pos, move).split()[1:] if word != DONE]


def _tell_capture(pos: Position, move: Move) -> Happening:
    brought = _capture(pos, move)
    square = move_text(pos, move).split()[1]
    die, becomes, to = (brought[key] for key in ("takes", "becomes", "to"))
    return {"what": "capture", "square": square, "to": to, "die": die, "becomes": becomes}


def _tell_shift(pos: Position, move: Move) -> Happening:
    direction, square = divmod(move - SHIFT, SQUARES)
    to = GRID.name(square + int(STEPS[direction]))
    return {"what": "shift", "die": _die_on(pos, square), "square": GRID.name(square), "to": to}


def _die_on(pos: Position, square: int) -> str:
    return die_text(pos["die"].item(square))


def _tell_fund(pos: Position, move: Move) -> Happening:
    _, die, way = move_text(pos, move).split()
    return {"what": f"fund_{way}", "die": die}


def _tell_end(pos: Position, _: Move) -> Happening:
    """M15: a turn without a main action was skipped."""
    return {"what": "end" if pos["acted"].item() else "skip"}


def _tell_excavate(pos: Position, move: Move) -> Happening:
    track = move - EXCAVATE
    return {"what": f"excavate_{TRACKS[track]}", "space": _space(pos, track)}


def _tell_score(pos: Position, move: Move) -> Happening:
    return {"what": "score", "fragment": move_text(pos, move).split()[1]}


def _tell_take(pos: Position, move: Move) -> Happening:
    places = divmod(move - TAKE, CART)
    given = _named_dice(pos, Move(pos["action"].item()))
    return {"what": "swap", "given": given, "taken": [die_text(pos["cart"].item(at)) for at in places]}


def _tell_retire(pos: Position, move: Move) -> Happening:
    square = move - RETIRE
    return {"what": "retire", "die": _die_on(pos, square), "square": GRID.name(square)}


def _tell_recycle(pos: Position, move: Move) -> Happening:
    _, die, square = move_text(pos, move).split()
    return {"what": "recycle", "die": die, "square": square}


def _tell_restore(pos: Position, move: Move) -> Happening:
    fragment, *dice = _named_dice(pos, move)
    return {"what": "restore", "fragment": fragment, "dice": dice}


def _tell_raise(pos: Position, move: Move) -> Happening:
    captured = die_text(pos["captured"].item())
    dice = [captured if word == CAPTURED_DIE else word for word in _named_dice(pos, move)]
    return {"what": "raise", "dice": dice}


_Deed: TypeAlias = "Callable[[Position, Move], Happening]"

_DEEDS: Final[dict[int, _Deed]] = {
    TOKEN: _square("token"),
    CAPTURE: _tell_capture,
    SHIFT: _tell_shift,
    EXHIBIT: _dice("exhibit"),
    FUND: _tell_fund,
    EXCHANGE: _dice("exchange"),
    END: _tell_end,
    PASS: _plain("pass"),
    STORE: _captured("store"),
    EXCAVATE: _tell_excavate,
    SPEND: _captured("spend"),
    REMOVE: _plain("remove"),
    SCORE: _tell_score,
    GIVE: _dice("give"),
    TAKE: _tell_take,
    RETIRE: _tell_retire,
    RECYCLE: _tell_recycle,
    ADD: _dice("exhibit"),
    PAY: _dice("pay"),
    RESTORE: _tell_restore,
    RAISE: _tell_raise,
}
"""What each kind of move is, by its first number."""


# --- what came of it


def _consequences(pos: Position, after: Position) -> Iterator[Happening]:
    """Yield what a step changed beside what was done."""
    over = after["stage"].item() == OVER
    points, tokens, ends, doubled, rounds = (
        (pos[field].tolist()[0], after[field].tolist()[0])
        for field in ("points", "waiting", "ends", "doubled", "round_number")
    )
    for seat in range(pos["seats"].item()):
        gained = points[1][seat] - points[0][seat] - (sum(tallies(after, seat)) if over else 0)
        if gained:
            yield {"what": "points" if gained > 0 else "past_six", "seat": seat, "n": abs(gained)}
        if tokens[1][seat] > tokens[0][seat]:
            yield {"what": "wins_token", "seat": seat}
    for whats, was, now in zip(ENDS, *ends, strict=True):
        for what, before, seat in zip(whats, was, now, strict=True):
            if seat != before:
                yield {"what": what, "seat": seat}
    if doubled[1] > doubled[0]:
        yield {"what": "doubled", "seat": pos["active"].item()}
    if not pos["mission"].item() and rounds[1] > rounds[0]:
        yield {"what": "round", "n": rounds[1]}


def _objectives(pos: Position, after: Position) -> Iterator[Happening]:
    """M30: yield the objectives that a step met."""
    for was, now in zip(objectives(pos), objectives(after), strict=True):
        if now.met and not was.met:
            yield {"what": MET[now.key], "seat": 0, "which": now.which}


def _ending(pos: Position, after: Position) -> Iterator[Happening]:
    """M26–M31: yield the tallies of the end, line by line."""
    if after["stage"].item() != OVER or pos["stage"].item() == OVER:
        return
    for seat in range(after["seats"].item()):
        for what, n in zip(TALLIES, tallies(after, seat), strict=True):
            if n:
                yield {"what": what, "seat": seat, "n": n}


def tallies(pos: Position, seat: int) -> list[int]:
    """Return what a seat gets, or loses, at the end, in the order of TALLIES."""
    out = np.empty(len(TALLIES), np.int32)
    TALLY.run(pos, seat, out)
    lines: list[int] = out.tolist()
    return lines

"""What is true of every Marajoara position that a game can come to (docs/protocol.md lists it)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from digsite.core.errors import BadText
from digsite.games.marajoara.holdings import COUNT
from digsite.games.marajoara.record import (
    BLUE,
    CAPTURED,
    COLOUR_SHIFT,
    COLOURS,
    DICE,
    FACE,
    FIRST_VASE,
    FRAGMENT_4,
    FRAGMENT_COUNT,
    FRAGMENT_POINTS,
    GREY,
    HIGHEST,
    MISSIONS,
    NO_DIE,
    NOBODY,
    OVER,
    PLACES,
    RED,
    ROUNDS,
    STORED_COLOURS,
    THIRD_YELLOW,
    TO_GIVE,
    TO_PAY,
    TO_RAISE,
    TO_REMOVE,
    TO_SCORE,
    TO_SET_UP,
    TO_SHOW,
    TO_TAKE,
    TOKEN_SPACE,
    TOKENS,
    TRACK_TOKENS,
    TWO_MUSEUMS,
    WITH_TOKEN,
    WRAPPING,
    YELLOW,
)
from digsite.games.marajoara.telling import tallies

if TYPE_CHECKING:
    from digsite.core.names import Position

# Where a text has what: from its first line, or from its last one.
HARDER_LINE, MOVES_LINE, DICE_LINE, MUSEUM_LINE = 29, 31, 33, 43
STAGE_LINE = 2
"""Lines before the last one, which is the raise."""

SEVENTH, EIGHTH = 7, 8
"""The spaces of each track that lead to a choice, or to points for what is there."""
REWARDS: Final = {
    TO_SHOW: (RED, SEVENTH),
    TO_GIVE: (YELLOW, SEVENTH),
    TO_TAKE: (YELLOW, SEVENTH),
    TO_REMOVE: (RED, EIGHTH),
    TO_SCORE: (BLUE, EIGHTH),
}
"""M23–M25: the space of a track that a stage comes from."""
MUSEUM_TOKENS: Final = (THIRD_YELLOW, FIRST_VASE, FRAGMENT_4)
MOST_NEIGHBOURS: Final = 3
"""M5: no fragment has more beside it."""
MOST_POINTS: Final = 9999
"""M31, mission 7: each die that turns past six costs some."""
DOUBLING: Final = (BLUE, SEVENTH)
"""M23: the space that doubles blue dice."""


def check(pos: Position, stages: tuple[str, ...]) -> None:
    """Refuse a position that no game can come to, with the line of its text; `stages` have the words."""
    p = pos[0]
    _check_dice(p)
    _check_mission(p)
    for museum in range(_museums(p)):
        _check_museum(p, museum)
    for seat in range(p["seats"]):
        _check_tokens(p, seat)
        _check_reserve(p, seat)
        _check_removed(p, seat)
        _check_points(pos, seat)
    if p["stage"] == TO_SET_UP:
        _check_set_up(p)
    elif p["moves"] < max(1, p["seats"] - 1):
        raise BadText("marajoara_moves", line=MOVES_LINE, found=int(p["moves"]))
    if not (_can_have_come(p) and _can_be_over(p)):
        line = _last_line(p) - STAGE_LINE
        raise BadText("marajoara_wrong_turn", line=line, stage=stages[p["stage"]])


def _museums(p: np.void) -> int:
    return 2 if p["mission"] == TWO_MUSEUMS else int(p["seats"])


def _museums_of(p: np.void, seat: int) -> range:
    return range(_museums(p)) if p["mission"] else range(seat, seat + 1)


def _seat_line(p: np.void, seat: int) -> int:
    return MUSEUM_LINE + _museums(p) + seat


def _last_line(p: np.void) -> int:
    return MUSEUM_LINE + _museums(p) + int(p["seats"]) + 8


# --- pieces


def dice(p: np.void) -> list[int]:
    """M1: return how many dice of each colour there are, wherever they are."""
    alone = np.concatenate([p["die"], p["cart"], p["round_track"], p["captured"][None]])
    count = np.bincount(alone[alone != NO_DIE] >> COLOUR_SHIFT, minlength=len(COLOURS))
    count += p["slate"].reshape(len(COLOURS), -1).sum(axis=1, dtype=np.int64)
    count[:STORED_COLOURS] += COUNT[p["stored"]].sum(axis=0, dtype=np.int64)
    count[RED] += np.count_nonzero(p["vases_to_show"])
    found: list[int] = count.tolist()
    return found


def _check_dice(p: np.void) -> None:
    """M1: no die comes and none goes."""
    for colour, found in enumerate(dice(p)):
        if found != DICE[colour]:
            expected = DICE[colour]
            raise BadText(
                "marajoara_dice", line=DICE_LINE, colour=COLOURS[colour], found=found, expected=expected
            )


def _check_tokens(p: np.void, seat: int) -> None:
    """M3: the dig tokens of a seat are on the board, in its reserve, won, or in its museums."""
    museums = _museums_of(p, seat)
    found = int(p["tokens"][seat]).bit_count() + int(p["reserve"][seat]) + int(p["waiting"][seat])
    found += sum(int(p["museum_tokens"][museum]).bit_count() for museum in museums)
    expected = TOKENS + (len(museums) - 1) * len(MUSEUM_TOKENS)
    if found != expected:
        line = _seat_line(p, seat)
        raise BadText("marajoara_tokens", line=line, seat=seat, found=found, expected=expected)


def _check_museum(p: np.void, museum: int) -> None:
    """M3: a token is in a museum until it is won: by a third yellow die, a first vase, the fragment 4."""
    tokens, restored = int(p["museum_tokens"][museum]), int(p["restored"][museum])
    full = COUNT[p["stored"][museum, YELLOW]] == PLACES
    fits = (
        not (full and tokens & THIRD_YELLOW)
        and bool(tokens & FIRST_VASE) == (p["most_vases"][museum] == 0)
        and bool(tokens & FRAGMENT_4) == (not restored >> WITH_TOKEN & 1)
    )
    if not fits:
        raise BadText("marajoara_museum_tokens", line=MUSEUM_LINE + museum, museum=museum + 1)


def _check_reserve(p: np.void, seat: int) -> None:
    """M7, M23–M25: a token leaves the reserve in the set-up, and on the second space of each track."""
    first = int(p["stage"] == TO_SET_UP and seat <= p["active"])
    most = TRACK_TOKENS + first - int((p["disc"][seat] == TOKEN_SPACE).sum())
    _check_number("reserve", int(p["reserve"][seat]), 0, most, _seat_line(p, seat))


def _check_removed(p: np.void, seat: int) -> None:
    """M24: one vase comes back, once the disc has been on the eighth space of the red track."""
    left = int(p["disc"][seat, RED] >= EIGHTH)
    for museum in _museums_of(p, seat):
        vases, most = int(p["vases"][museum]), int(p["most_vases"][museum])
        _check_number("most", most, vases, vases + left, MUSEUM_LINE + museum)
        left -= most - vases


def _check_number(key: str, found: int, least: int, most: int, line: int) -> None:
    if not least <= found <= most:
        raise BadText("expected_number", line=line, key=key, least=least, most=most, found=str(found))


# --- points


def _check_points(pos: Position, seat: int) -> None:
    """M16–M31: no seat has more points than all there is could have brought, and few can have lost any."""
    p = pos[0]
    least, most = -MOST_POINTS if p["mission"] == WRAPPING else 0, _most_points(p, seat)
    if p["stage"] == OVER:
        at_end = sum(tallies(pos, seat))
        least, most = least + at_end, most + at_end
    _check_number("points", int(p["points"][seat]), least, most, _seat_line(p, seat))


def _most_points(p: np.void, seat: int) -> int:
    """Return the most that vases, fragments and tracks can have brought before the end."""
    total = 0
    for museum in _museums_of(p, seat):
        restored = int(p["restored"][museum])
        total += sum(2 * HIGHEST + int(reward) for reward in p["rewards"][: p["most_vases"][museum]])
        total += sum(
            FRAGMENT_POINTS[bit] + (restored & int(p["neighbours"][bit])).bit_count()
            for bit in range(FRAGMENT_COUNT)
            if restored >> bit & 1
        )
    return total + sum(_most_of_track(p, seat, track) for track in range(STORED_COLOURS))


def _most_of_track(p: np.void, seat: int, track: int) -> int:
    """M23–M25: return the most that a disc can have brought on its way."""
    space, reward = int(p["disc"][seat, track]), int(p["rewards"].max())
    eighth = {
        YELLOW: 2 * (TOKENS + len(MUSEUM_TOKENS)),
        RED: 2 * reward + 2 * HIGHEST + reward,  # a vase comes back, and another one is shown in its place
        BLUE: 2 * MOST_NEIGHBOURS,
    }
    return 3 * (space >= 4) + 5 * (space >= 6) + eighth[track] * (space >= EIGHTH)


# --- the course of a game


def _check_mission(p: np.void) -> None:
    """M30: a mission alone can be harder."""
    if p["harder"] and not p["mission"]:
        raise BadText("expected_one_of", line=HARDER_LINE, expected="no", found="yes")


def _check_set_up(p: np.void) -> None:
    """M7: in the set-up nothing has happened but the first tokens of the seats after the one in turn."""
    if not _is_as_dealt(p):
        raise BadText("marajoara_set_up", line=_last_line(p) - STAGE_LINE)


def _is_as_dealt(p: np.void) -> bool:
    seats = range(p["seats"])
    placed = [int(seat > p["active"]) for seat in seats]
    on_icons = [int(p["tokens"][seat] & p["icons"]).bit_count() for seat in seats]
    untouched = not any(p[field].any() for field in _UNTOUCHED)
    faces = {int(die) & FACE for die in p["die"] if die}
    return bool(
        untouched
        and on_icons == placed
        and p["moves"] == sum(placed)
        and not p["occupied"] & (p["plus_one"] | p["plus_two"] | p["icons"])
        and (p["mission"] == WRAPPING or faces == {1})
        and p["unreached"] == (p["stars"] if MISSIONS[p["mission"]] == "4" else 0)
        and p["round_number"] == (0 if p["mission"] else 1)
    )


_UNTOUCHED: Final = (
    "stored",
    "vases",
    "most_vases",
    "restored",
    "waiting",
    "disc",
    "points",
    "cart",
    "slate",
    "round_track",
    "acted",
    "doubled",
    "captured",
)
"""The fields that are zero in the set-up."""


def _can_have_come(p: np.void) -> bool:
    """M23–M25: tell whether the disc of the seat in turn is where this stage comes from."""
    if p["doubled"] and not (p["acted"] and _is_at(p, *DOUBLING)):
        return False
    if p["stage"] == TO_RAISE:
        return _can_be_raising(p)
    if p["stage"] == TO_PAY and p["captured"] != NO_DIE:
        return _is_at(p, *REWARDS[TO_SHOW])
    return p["stage"] not in REWARDS or _is_at(p, *REWARDS[int(p["stage"])])


def _is_at(p: np.void, track: int, space: int) -> bool:
    return bool(p["disc"][p["active"], track] == space)


def _can_be_raising(p: np.void) -> bool:
    """M13, M23–M25: a raise that no dig token gives is that of the space that a grey die has led to."""
    if p["raiser"] != p["active"] or p["reach"] >> CAPTURED & 1:
        return True
    track, space = (int(p["reach"]) & -int(p["reach"])).bit_length() - 1, 2 * int(p["raised_by"]) - 1
    led_there = p["captured"] >> COLOUR_SHIFT == GREY and p["captured"] & FACE <= space
    return bool(led_there and _is_at(p, track, space))


def _can_be_over(p: np.void) -> bool:
    """M15, M29: a game is over after its last round, or solo after a turn without a capture."""
    if p["stage"] != OVER:
        return True
    if p["mission"] and p["round_number"] == ROUNDS:
        return bool(p["acted"])
    at_end = not (p["acted"] or p["doubled"] or p["slate"].any() or p["landed"] != NOBODY)
    last = p["mission"] or (p["round_number"] == ROUNDS and p["active"] == 0)
    return bool(at_end and last)

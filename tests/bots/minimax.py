"""The obvious search that alpha-beta must agree with: every line to its end, for SCARAB without ankhs.

What is still to be won depends on the stones, the priest and whose turn it is, and is found out once.
"""

from __future__ import annotations

from collections import Counter

from digsite.core.names import Move, Position, Seat
from digsite.games import game
from digsite.games.scarab.kernel import value_of

SCARAB = game("scarab")
HIGHEST = 8

Lead = tuple[int, ...]


def best_moves(pos: Position) -> set[Move]:
    """Return the moves after which the seat to move leads by most when all is over."""
    (seat,) = SCARAB.movers(pos)
    side = SCARAB.sides(pos)[seat]
    known: dict[bytes, Lead] = {}
    leads = {move: lead(SCARAB.play(pos, seat, move), side, known) for move in SCARAB.legal(pos, seat)}
    return {move for move, found in leads.items() if found == max(leads.values())}


def lead(pos: Position, side: int, known: dict[bytes, Lead]) -> Lead:
    """Return the lead of a side at the end, if it strives for it and the other for the opposite."""
    due, now = SCARAB.movers(pos), settled(pos, side)
    if not due:
        return now
    future = b"".join(pos[0][name].tobytes() for name in ("stone", "star", "priest", "line", "due"))
    if future not in known:
        leads = [lead(SCARAB.play(pos, due[0], move), side, known) for move in SCARAB.legal(pos, due[0])]
        best = max(leads) if SCARAB.sides(pos)[due[0]] == side else min(leads)
        known[future] = tuple(end - start for end, start in zip(best, now, strict=True))
    return tuple(start + more for start, more in zip(now, known[future], strict=True))


def settled(pos: Position, side: int) -> Lead:
    """S11: points, then +8s, +7s … of a side, less those of the other side."""
    sides = SCARAB.sides(pos)
    counts = {other: Counter[int]() for other in sides}
    for seat, other in enumerate(sides):
        counts[other].update(stones(pos, Seat(seat)))
    totals = {other: measures(held) for other, held in counts.items()}
    return tuple(
        sum(own - totals[other][place] for other in totals if other != side)
        for place, own in enumerate(totals[side])
    )


def stones(pos: Position, seat: Seat) -> Counter[int]:
    """Return the stones of a seat by value."""
    held: Counter[int] = Counter()
    for kind, count in enumerate(pos[0]["hand"][seat].tolist()):
        held[value_of(kind)] += count
    return held


def measures(held: Counter[int]) -> list[int]:
    return [sum(value * n for value, n in held.items()), *(held[value] for value in range(HIGHEST, 0, -1))]

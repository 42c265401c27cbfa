"""Contests for tests, and made-up results."""

from __future__ import annotations

from digsite.arena.contest import Contest
from digsite.arena.played import Played
from digsite.games import game

THREE = ("random", "greedy", "keen")


def contest(
    key: str = "scarab", seats: int = 2, *, bots: tuple[str, ...] = THREE, games: int = 4, **options: str
) -> Contest:
    """Return what fast bots can play in no time."""
    given = {"board": "short", **options} if key == "scarab" else options
    return Contest(key, tuple(game(key).options(given).items()), seats, bots, games, seed=5)


def played(deal: int, bots: tuple[str, ...], ranks: tuple[int, ...] = (1,), **rest: object) -> Played:
    """Return a game that nobody played."""
    seats = len(bots)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    fields: dict[str, object] = {"points": (0,) * seats, "winners": winners, "met": 0, **rest}
    times = (0.0,) * seats
    return Played(deal, bots, ranks=ranks, plies=1, cut=False, seconds=times, pace=times, **fields)  # type: ignore[arg-type]

"""Who sits where: people in the order of their names, bots in the seats that are left."""

from __future__ import annotations

import getpass
import os
import secrets
from typing import TYPE_CHECKING, Final

from digsite.cli.telling import bot_name
from digsite.core.errors import BadOptions, DigsiteError
from digsite.core.words import LANGUAGES
from digsite.games.levels import LEVELS
from digsite.table.log import LONGEST_NAME, LONGEST_NONCE, Sitter, is_name, is_nonce

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.cli.request import Request
    from digsite.core.game import Game
    from digsite.core.names import Options
    from digsite.table.course import Course

DEFAULT_BOT: Final = "casual"
"""Whom somebody meets who does not say otherwise: good company for a first game."""
SEEDS: Final = 1 << 31


def sitters(game: Game, options: Options, request: Request) -> tuple[Sitter, ...]:
    """Return who sits in each seat."""
    names = [tidy_name(name) for name in request.names] or [my_name()]
    seats = request.seats or _seats(game.seat_counts(options), len(names) + len(request.bots))
    left = seats - len(names)
    if left < max(0, len(request.bots) - 1) or (left == 0 and request.bots):
        people = len(names) + len(request.bots)
        raise BadOptions("too_many_people", people=people, seats=seats)
    return (*map(Sitter, names), *(bot(name) for name in _bots(request.bots, left)))


def _seats(allowed: Sequence[int], people: int) -> int:
    """Return the smallest table with room for all, and a companion for somebody who comes alone."""
    enough = [count for count in allowed if count >= max(people, 2)]
    return enough[0] if enough else allowed[-1]


def _bots(names: Sequence[str], seats: int) -> list[str]:
    """Return a bot for each seat; the last one named sits in all that remain."""
    last = names[-1] if names else DEFAULT_BOT
    return [*names, *[last] * seats][:seats]


def bot(typed: str) -> Sitter:
    """Return a bot with a seed of its own."""
    return Sitter(bot_meant(typed), secrets.randbelow(SEEDS))


def bot_meant(typed: str) -> str:
    """Return the bot that goes by a key, or by a name in any language; the levels are the ones to know."""
    from digsite.bots import BOTS

    names = {bot_name(key, language).casefold(): key for language in LANGUAGES for key in BOTS}
    meant = " ".join(typed.split()).casefold()
    if meant in BOTS:
        return meant
    if meant not in names:
        raise DigsiteError("unknown_bot", bot=typed, bots=", ".join(LEVELS))
    return names[meant]


def tidy_name(name: str) -> str:
    """Return a name that fits on a line of a log."""
    tidy = " ".join(name.split())
    if not is_name(tidy):
        raise DigsiteError("bad_name", most=LONGEST_NAME)
    return tidy


def tidy_nonce(nonce: str) -> str:
    """Return a nonce that fits on a line of a log."""
    tidy = " ".join(nonce.split())
    if not is_nonce(tidy):
        raise DigsiteError("bad_nonce", most=LONGEST_NONCE)
    return tidy


def my_name() -> str:
    """Return what the system calls the person at the terminal."""
    try:
        name = os.environ.get("DIGSITE_NAME") or getpass.getuser().capitalize()
        return tidy_name(name)
    except (DigsiteError, OSError, KeyError):
        return "Digger"


def other_side_begins(course: Course, sitters: Sequence[Sitter]) -> tuple[Sitter, ...]:
    """Y20: return the sitters of a rematch, moved on by a side where one side begins."""
    shift = course.next_to_begin()
    return tuple(
        sitter if not sitter.is_bot else bot(sitter.name) for sitter in (*sitters[shift:], *sitters[:shift])
    )

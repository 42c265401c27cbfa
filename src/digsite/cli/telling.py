"""Names and happenings as people read them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from digsite.core import words
from digsite.core.options import Choice

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from digsite.core.game import Game
    from digsite.core.names import Happening, Options, Seat
    from digsite.table.course import Course
    from digsite.table.log import Sitter


def names_of(sitters: Sequence[Sitter], language: str) -> tuple[str, ...]:
    """Return what each sitter is called; who shares a name gets the number of the seat as well."""
    plain = [_name_of(sitter, language) for sitter in sitters]
    count = Counter(plain)
    return tuple(name if count[name] == 1 else f"{name} {seat + 1}" for seat, name in enumerate(plain))


def _name_of(sitter: Sitter, language: str) -> str:
    if sitter.is_bot:
        return bot_name(sitter.name, language)
    return sitter.name or words.say(language, "table.erased")


def bot_name(bot: str, language: str) -> str:
    """Return what people call a bot; one of another Digsite's log has only its key."""
    known = f"bot_{bot}" in words.sentences(language, "table")
    return words.say(language, f"table.bot_{bot}") if known else bot


def level_words(level: str, language: str) -> str:
    """Return the name of a level with what to expect of it."""
    return words.say(language, f"cli.company_{level}", name=bot_name(level, language))


def names_now(course: Course, names: Sequence[str], language: str) -> tuple[str, ...]:
    """Return the names with a mark on those for whom the house plays on."""
    left = {leave.seat for leave in course.leaves}
    return tuple(
        words.say(language, "table.house_plays", name=name) if seat in left else name
        for seat, name in enumerate(names)
    )


def sentence(game: Game, happening: Happening, names: Sequence[str], language: str) -> str:
    """Return one thing that happened as a sentence."""
    who = {"seat": names[happening["seat"]]} if "seat" in happening else {}
    return words.say(language, f"{game.key}.{happening['what']}", **{**happening, **who})


def told(course: Course, first: int, to: Seat | None, names: Sequence[str], language: str) -> Iterator[str]:
    """Yield what the moves of a course did from this one on, as a seat may hear it."""
    for turn, (before, after) in zip(course.turns[first:], pairwise(course.positions(first)), strict=True):
        for happening in course.game.tell(before, turn.seat, turn.move, after, to):
            yield sentence(course.game, happening, names, language)


def option_words(game: Game, options: Options, language: str) -> str:
    """Return the chosen options in words: `short game, with deflection`."""
    return ", ".join(_option_words(game, options, language))


def _option_words(game: Game, options: Options, language: str) -> Iterator[str]:
    """Yield the first choice always, other options where they differ from their default."""
    for place, option in enumerate(game.schema):
        value = options[option.key]
        if isinstance(option, Choice) and (place == 0 or value != option.default):
            yield words.say(language, f"{game.key}.option_{option.key}_{value}")
        elif value != option.default:
            yield words.say(language, f"{game.key}.with_{option.key}")


def title(game: Game, options: Mapping[str, str], language: str) -> str:
    """Return the name of a game with its options."""
    chosen = option_words(game, game.options(options), language)
    name = words.say(language, f"{game.key}.name")
    return f"{name} · {chosen}" if chosen else name

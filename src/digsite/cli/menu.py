"""The menu that `digsite play` opens with: Enter, Enter, Enter starts a good game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.text import Text

from digsite.cli import house, seating
from digsite.cli.prepare import prepare
from digsite.cli.request import Request, Wanted, is_filed
from digsite.cli.sitting import Left
from digsite.cli.telling import level_words, names_of
from digsite.core import words
from digsite.core.errors import DigsiteError
from digsite.core.options import Choice, applies
from digsite.games import GAMES
from digsite.games import game as game_of
from digsite.games.levels import LEVELS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from digsite.cli.prompt import Asker
    from digsite.cli.voice import Voice
    from digsite.core.game import Game
    from digsite.core.options import Option

LANGUAGE_NAMES: Final = {"en": "English", "fr": "Français", "nl": "Nederlands", "de": "Deutsch"}
QUIT: Final = ("q", "quit", "exit")
BANNER: Final = "D I G S I T E"
MIN_TABLE: Final = 2
GOOD_LEVEL: Final = LEVELS.index(seating.DEFAULT_BOT)


@dataclass(frozen=True)
class Item:
    """A line of a menu: what to type, what it says."""

    key: str
    text: str


class Menu:
    """Asks one thing after the other."""

    def __init__(self, voice: Voice, asks: Asker) -> None:
        self.voice, self.asks = voice, asks

    def pick(self, question: str, items: Sequence[Item], enter: int = 0) -> str:
        """Return the key of the item chosen; Enter chooses the first, or the one at the place `enter`."""
        self.voice.tell("")
        self.voice.tell(self.voice.words(f"cli.{question}"), style="bold")
        for place, item in enumerate(items):
            key = Text(f"  {item.key} ", style="bold #ffd257" if place == enter else "#45d6c5")
            self.voice.show(key.append(item.text, style="bold" if place == enter else ""))
        while True:
            typed = self.asks.ask(f"[{items[enter].key}] > ", whose="menu").lower()
            if typed in QUIT:
                raise Left
            if typed == "" or typed in [item.key for item in items]:
                return typed or items[enter].key
            self.voice.say("cli.pick_one", keys=", ".join(item.key for item in items))

    def numbered(self, question: str, texts: Sequence[str], enter: int = 0) -> int:
        """Return the place of the text chosen."""
        items = [Item(str(n), text) for n, text in enumerate(texts, 1)]
        return int(self.pick(question, items, enter)) - 1


def choose(voice: Voice, asks: Asker) -> Request:
    """Ask until it is clear which table to sit down at."""
    menu = Menu(voice, asks)
    while True:
        voice.clear()
        voice.tell(BANNER, style="bold #ffd257")
        voice.say("cli.welcome")
        last = house.last_unfinished()
        match menu.pick("which_game", _first_items(voice, last)):
            case "l":
                _change_language(menu)
            case "g" if last is not None:
                return Request(Wanted(), resume=last)
            case number:
                return _arrange(menu, list(GAMES)[int(number) - 1])


def _first_items(voice: Voice, last: Path | None) -> list[Item]:
    items = []
    if last is not None:
        items.append(Item("g", voice.words("cli.menu_go_on", game=_described(voice, last))))
    for number, key in enumerate(GAMES, 1):
        name, about = (voice.words(f"{key}.{word}") for word in ("name", "about"))
        items.append(Item(str(number), f"{name}: {about}"))
    items.append(Item("l", " · ".join(LANGUAGE_NAMES[language] for language in words.LANGUAGES)))
    return [*items, Item("q", voice.words("cli.menu_leave"))]


def _described(voice: Voice, path: Path) -> str:
    """Return a game that was left, in a few words."""
    header = house.read_log(path).header
    names = ", ".join(names_of(header.sitters, voice.language))
    return f"{voice.words(f'{header.game}.name')}: {names}"


def _change_language(menu: Menu) -> None:
    place = menu.numbered("which_language", [LANGUAGE_NAMES[key] for key in words.LANGUAGES])
    menu.voice.language = words.LANGUAGES[place]


# --- a new table


def _arrange(menu: Menu, key: str) -> Request:
    prepare(menu.voice, key)
    game = game_of(key)
    options = _options(menu, game)
    return _company(menu, game, options)


def _options(menu: Menu, game: Game) -> dict[str, str]:
    """Ask for the first choice of a game, and for the others if somebody wants to see them."""
    first, *choices = [option for option in game.schema if isinstance(option, Choice)]
    files = [option for option in game.schema if is_filed(option)]
    texts = [_label(menu.voice, game, first, value) for value in first.values]
    more = [menu.voice.words("cli.menu_more_options")] if choices or files else []
    place = menu.numbered("which_mode", [*texts, *more])
    if place < len(texts):
        return {first.key: first.values[place]}
    chosen: dict[str, str] = {}
    for option in (first, *choices):
        if applies(option, game.schema, chosen):
            chosen[option.key] = _value(menu, game, option)
    for file in files:
        chosen |= _file(menu, game, file, chosen)
    return chosen


def _label(voice: Voice, game: Game, option: Choice, value: str) -> str:
    return voice.words(f"{game.key}.option_{option.key}_{value}")


def _heading(menu: Menu, game: Game, option: Option) -> None:
    menu.voice.tell("")
    menu.voice.tell(menu.voice.words(f"{game.key}.option_{option.key}"), style="bold #45d6c5")


def _value(menu: Menu, game: Game, option: Choice) -> str:
    _heading(menu, game, option)
    texts = [_label(menu.voice, game, option, value) for value in option.values]
    return option.values[menu.numbered("which_value", texts)]


def _file(menu: Menu, game: Game, option: Option, chosen: dict[str, str]) -> dict[str, str]:
    """Ask for a file until there is one that the game can use, or none is wanted."""
    _heading(menu, game, option)
    while path := menu.asks.ask(menu.voice.words("cli.ask_file") + " ", whose="files"):
        given = {option.key: path}
        try:
            Wanted(game.key, chosen | given).settled(game)
        except DigsiteError as error:
            menu.voice.tell(error.say(menu.voice.language))
        else:
            return given
    return {}


def _company(menu: Menu, game: Game, options: dict[str, str]) -> Request:
    """Ask who else plays: a bot of some level, friends, several bots, or nobody."""
    wanted = Wanted(game.key, options)
    counts = game.seat_counts(wanted.settled(game))
    if counts == (1,):
        return Request(wanted)
    table = next(count for count in counts if count > 1)
    others = {"friends": lambda: Request(wanted, names=_names(menu, counts))}
    if counts[-1] > MIN_TABLE:
        others["several"] = lambda: Request(wanted, seats=_seats(menu, counts), bots=(_level(menu),))
    if 1 in counts:
        others["alone"] = lambda: Request(wanted, seats=1)
    texts = [*_levels(menu.voice), *(menu.voice.words(f"cli.company_{other}") for other in others)]
    place = menu.numbered("which_company", texts, GOOD_LEVEL)
    if place < len(LEVELS):
        return Request(wanted, seats=table, bots=(LEVELS[place],))
    return list(others.values())[place - len(LEVELS)]()


def _levels(voice: Voice) -> list[str]:
    return [level_words(level, voice.language) for level in LEVELS]


def _level(menu: Menu) -> str:
    """Ask how good the bots shall be."""
    return LEVELS[menu.numbered("which_level", _levels(menu.voice), GOOD_LEVEL)]


def _seats(menu: Menu, counts: Sequence[int]) -> int:
    """Ask how many bots there shall be."""
    several = [count for count in counts if count > MIN_TABLE]
    texts = [menu.voice.words("cli.menu_opponents", n=count - 1) for count in several]
    return several[menu.numbered("how_many", texts)]


def _names(menu: Menu, counts: Sequence[int]) -> tuple[str, ...]:
    """Ask for the names of those around the screen."""
    while True:
        typed = menu.asks.ask(menu.voice.words("cli.ask_names", most=counts[-1]) + " ", whose="names")
        try:
            names = tuple(seating.tidy_name(name) for name in typed.split(","))
        except DigsiteError as error:
            menu.voice.tell(error.say(menu.voice.language))
            continue
        if len(names) <= counts[-1]:
            return names

"""Compiling what is about to be used, with a word about it where that takes a while."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from digsite.cli.work import Work
from digsite.core.fair import Stream, pick
from digsite.core.names import CHANCE
from digsite.games import game as game_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from digsite.cli.voice import Voice
    from digsite.core.game import Game
    from digsite.core.names import Position, Seat

PATIENCE: Final = 1.0
"""Seconds before anybody is told that something is going on; loading from the cache takes half of it."""

Steps: TypeAlias = "Callable[[], Iterable[tuple[int, int]]]"
"""Takes one step after the other; each says how many are done, and of how many."""


def prepare(voice: Voice, key: str) -> Game:
    """Return a game that is ready to be played."""
    game = game_of(key)  # loading is not compiling
    compiling(voice, voice.words("cli.compiling", game=voice.words(f"{key}.name")), game.prepare)
    return game


def prepare_bots(
    voice: Voice, game: Game, options: Mapping[str, str], seats: int, names: Sequence[str]
) -> None:
    """Have bots ready that will sit at such a table; a table without any has nothing to wait for."""
    if names:
        compiling_bots(voice, game, lambda: _first_thoughts(game, options, seats, names))


def compiling_bots(voice: Voice, game: Game, steps: Steps) -> None:
    """Take steps that compile bots of a game."""
    compiling(voice, voice.words("cli.compiling_bots", game=voice.words(f"{game.key}.name")), steps)


def _first_thoughts(
    game: Game, options: Mapping[str, str], seats: int, names: Sequence[str]
) -> Iterator[tuple[int, int]]:
    from digsite import bots

    pos, seat = _first_choice(game, options, seats)
    yield from bots.prepare(game, game.view(pos, seat), seat, names)


def _first_choice(game: Game, options: Mapping[str, str], seats: int) -> tuple[Position, Seat]:
    """Return a position of such a table with a seat that is due."""
    rng = Stream(b"", "warm-up")
    pos = game.deal(game.options(options), seats, rng)
    while (due := game.movers(pos)) == (CHANCE,):
        outcome = pick(rng, game.weights(pos))
        pos = game.play(pos, CHANCE, game.legal(pos, CHANCE)[outcome])
    return pos, due[0]


class _Progress:
    """How far a compilation has come."""

    def __init__(self) -> None:
        self.done, self.total = 0, 0

    def follow(self, steps: Steps) -> None:
        """Take the steps."""
        for self.done, self.total in steps():
            pass


def compiling(voice: Voice, sentence: str, steps: Steps) -> None:
    """Take steps that compile something; say the sentence where that takes a while."""
    progress = _Progress()
    work = Work(lambda: progress.follow(steps))
    if work.takes(PATIENCE):
        _show(voice, work, progress, sentence)
    work.result()


def _show(voice: Voice, work: Work[None], progress: _Progress, sentence: str) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    if not voice.aside.is_terminal:
        voice.aside.print(f"{sentence} …")
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=voice.aside, transient=True) as bar:
        task = bar.add_task(sentence, total=None)
        while work.takes(0.1):
            bar.update(task, completed=progress.done, total=progress.total or None)

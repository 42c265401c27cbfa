"""Compiling a game before it is first used, with a word about it where that takes a while."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from digsite.core.fair import Stream, pick
from digsite.core.names import CHANCE
from digsite.games import game as game_of

if TYPE_CHECKING:
    from digsite.cli.voice import Voice
    from digsite.core.game import Game

PATIENCE: Final = 1.0
"""Seconds before anybody is told that something is going on; loading from the cache takes half of it."""


class _Work(threading.Thread):
    """Compiles in a thread of its own, so that the terminal stays awake."""

    def __init__(self, key: str, *, bots: bool) -> None:
        super().__init__(daemon=True)
        self._key, self._bots = key, bots
        self.done, self.total = 0, 1
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            game = game_of(self._key)
            for done, total in game.prepare():
                self.done, self.total = done, total + self._bots
            if self._bots:
                _first_bot_move(game)
            self.done = self.total
        except BaseException as error:  # noqa: BLE001 - handed to whoever waits
            self.error = error


def _first_bot_move(game: Game) -> None:
    """Let a bot move once: that compiles it."""
    from digsite.bots import Bot

    options = game.options({})
    rng = Stream(b"", "warm-up")
    pos = game.deal(options, game.seat_counts(options)[0], rng)
    while (due := game.movers(pos)) == (CHANCE,):
        outcome = pick(rng, game.weights(pos))
        pos = game.play(pos, CHANCE, game.legal(pos, CHANCE)[outcome])
    Bot(game, "greedy", 0).move(game.view(pos, due[0]), due[0])


def prepare(voice: Voice, key: str, *, bots: bool = True) -> Game:
    """Return a game that is ready to be played."""
    game_of(key)  # loading is not compiling
    work = _Work(key, bots=bots)
    work.start()
    work.join(PATIENCE)
    if work.is_alive():
        _show(voice, work, key)
    if work.error is not None:
        raise work.error
    return game_of(key)


def _show(voice: Voice, work: _Work, key: str) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    sentence = voice.words("cli.compiling", game=voice.words(f"{key}.name"))
    if not voice.aside.is_terminal:
        voice.aside.print(f"{sentence} …")
        work.join()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=voice.aside, transient=True) as progress:
        task = progress.add_task(sentence, total=None)
        while work.is_alive():
            work.join(0.1)
            progress.update(task, completed=work.done, total=work.total)

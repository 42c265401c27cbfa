"""`digsite serve`: the house opens for people with browsers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from digsite.cli import browser
from digsite.cli.prepare import prepare, prepare_bots
from digsite.games import GAMES, jit, loading
from digsite.games.levels import LEVELS

if TYPE_CHECKING:
    from digsite.cli.voice import Voice
    from digsite.core.game import Game

PORT: Final = 8000
"""Where people look for a house that says nothing else."""
ANY: Final = 0


def run(voice: Voice, host: str, port: int | None, workers: int, *, opens_browser: bool) -> None:
    """Compile what is not compiled yet, so that no visitor waits for it; then serve.

    Rules are loaded before anybody comes. Bots are loaded when one is asked, in a thread of its own. Who has
    a browser opened need not know the port, so that any will do where the usual one is taken.
    """
    ports = [port] if port is not None else [PORT, ANY] if opens_browser else [PORT]
    games = [prepare(voice, key) for key in GAMES]
    if not jit.is_complete():
        for game in games:
            for options, seats in _modes(game):
                prepare_bots(voice, game, options, seats, LEVELS)
        jit.note_complete()
    with loading():
        from digsite.server.serve import serve

    def welcome(address: str, found: int) -> None:
        if PORT in ports and found != PORT:
            voice.say("cli.port_was_taken", port=PORT)
        voice.say("cli.serving", address=address)
        if opens_browser:
            browser.show(address)

    serve(host, ports, workers, welcome)


def _modes(game: Game) -> list[tuple[dict[str, str], int]]:
    """Return options and seats that together need every search that the bots of a game have."""
    first = game.schema[0]
    given = [{first.key: value} for value in getattr(first, "values", ())]
    return [(options, seats) for options in given for seats in game.seat_counts(game.options(options))]

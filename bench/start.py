"""Starts a game as a player's process does: `python -m bench.start KEY SEATS [play]`.

Without `play` it stops when the game is dealt and everything is ready for the first move; with it bots play
the game, so that all there is to compile is compiled.
"""

from __future__ import annotations

import sys

from digsite.core.fair import Fair
from digsite.games import game


def main(key: str, seats: int, *, played: bool) -> None:
    """Get a game ready, compiling what is not in the cache."""
    sys.modules["scipy"] = None  # type: ignore[assignment] # players have none, and numba would load it
    rules = game(key)
    for _ in rules.prepare():
        pass
    pos = rules.deal(rules.options({}), seats, Fair(b"", ()).deal())
    if played:
        from digsite.bots import play_all

        play_all(rules, [pos], ["greedy"] * seats, seed=1)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), played=sys.argv[3:] == ["play"])

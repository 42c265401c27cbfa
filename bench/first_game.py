"""Gets everything of a game ready and plays it once: `python -m bench.first_game KEY SEATS`.

A process of its own that loads what a player's does: no scipy, which numba would load if it were there.
"""

from __future__ import annotations

import sys

from digsite.core.fair import Fair
from digsite.games import game


def main(key: str, seats: int) -> None:
    """Play one game, compiling what is not in the cache."""
    sys.modules["scipy"] = None  # type: ignore[assignment]
    rules = game(key)
    for _ in rules.prepare():
        pass
    from digsite.bots import play_all

    pos = rules.deal(rules.options({}), seats, Fair(b"", ()).deal())
    play_all(rules, [pos], ["greedy"] * seats, seed=1)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

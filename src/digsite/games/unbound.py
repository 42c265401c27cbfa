"""The names that templates call: rules and knowledge of a game that they are not bound to yet.

A template is a function that serves every game. It imports these and is compiled by `jit.bind`, which
puts a game's own functions in their place: those of its `kernel.py` (`Kernel` in shell.py says what they
do) and of its `worth.py`, which holds what bots know of the game.
"""

from __future__ import annotations

from typing import Any, Final

RULES: Final = ("movers", "legal", "play", "weights", "gains")
"""What every kernel has; knowledge is named by whoever binds a template, since not all games have all."""

# --- the rules: kernel.py


def movers(pos: Any) -> int:
    """Return a bit for each seat due, CHANCE_DUE, or 0 when the game is over."""
    raise NotImplementedError


def legal(pos: Any, seat: int, out: Any) -> int:
    """Fill `out` with the moves of a seat or of chance, ascending; return how many."""
    raise NotImplementedError


def play(pos: Any, seat: int, move: int) -> None:
    """Make a legal move."""
    raise NotImplementedError


def weights(pos: Any, out: Any) -> int:
    """Fill `out` with the odds of chance's outcomes; return how many."""
    raise NotImplementedError


def gains(pos: Any, seat: int, moves: Any, count: int, out: Any, trial: Any) -> None:
    """Fill `out` with the points that each of the moves brings its seat at once."""
    raise NotImplementedError


# --- what every game knows: worth.py


def appeals(pos: Any, seat: int, moves: Any, count: int, out: Any, trial: Any) -> None:
    """Fill `out` with how good each of the moves looks at a glance."""
    raise NotImplementedError


def outlook(pos: Any, out: Any) -> None:
    """Fill `out` with what each seat may hope for: any measure that is higher where it is better off."""
    raise NotImplementedError


def imagine(pos: Any, seat: int, out: Any) -> int:
    """Write the position that a seat thinks about; return its seat there."""
    raise NotImplementedError


# --- what open games without chance know besides: worth.py


def side_of(pos: Any, seat: int) -> int:
    """Return the side of a seat."""
    raise NotImplementedError


def lead(pos: Any, side: int) -> int:
    """Return what a side is ahead by. It adds up: what is still to be won depends on the rest alone."""
    raise NotImplementedError


def forecast(pos: Any, side: int) -> int:
    """Return the lead that a side is likely to have soon."""
    raise NotImplementedError


def key(pos: Any) -> Any:
    """Return a word that is the same for positions with the same future."""
    raise NotImplementedError


def sensible(pos: Any, seat: int, moves: Any, count: int) -> int:
    """Move those worth a thought to the front and return how many; all of them where it is cheap."""
    raise NotImplementedError

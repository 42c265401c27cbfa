"""How good a move of Scarabya looks at once: the points that it brings."""

from digsite.games.scarabya.kernel import gains as appeals

__all__ = ["appeals"]

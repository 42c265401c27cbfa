"""How good a move of SCARAB looks at once: the points that it brings."""

from digsite.games.scarab.kernel import gains as appeals

__all__ = ["appeals"]

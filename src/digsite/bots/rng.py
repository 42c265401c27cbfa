"""Randomness inside compiled code: Marsaglia's xorshift64, in a state of one word that is not 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from digsite.games.jit import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

HALF: Final = np.uint64(32)
LEFT_1, RIGHT, LEFT_2 = np.uint64(13), np.uint64(7), np.uint64(17)


@njit
def step(rng: Any) -> Any:
    """Go on to the next state and return it."""
    word = rng[0]
    word ^= word << LEFT_1
    word ^= word >> RIGHT
    word ^= word << LEFT_2
    rng[0] = word
    return word


@njit
def below(rng: Any, n: int) -> int:
    """Return one of 0…n-1; the bias is below n / 2^32."""
    return np.int64(((step(rng) >> HALF) * np.uint64(n)) >> HALF)  # type: ignore[return-value]


def seeded(*parts: int) -> NDArray[np.uint64]:
    """Return a state that depends on all of these numbers."""
    return np.random.SeedSequence(parts).generate_state(1, np.uint64) | np.uint64(1)

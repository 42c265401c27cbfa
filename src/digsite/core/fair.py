"""Fair deals by commit and reveal (docs/fair.md describes them byte by byte).

The house draws a secret and shows its SHA-256 before anyone sits down; every seat adds a nonce.
The deal and all draws follow from both, so that neither side alone could have chosen them, and
anyone can compute them again once the secret is shown.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from dataclasses import dataclass
from itertools import accumulate, count
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SECRET_BYTES: Final = 32
BLOCK: Final = struct.Struct(">4Q")
"""A block is four big-endian words of 64 bits."""
WORDS: Final = 1 << 64
"""How many different words there are."""


class Rng(Protocol):
    """A source of chance."""

    def below(self, n: int) -> int:
        """Return one of 0…n-1, each as likely as the others."""


class Stream:
    """An endless run of unbiased numbers from a key and a label."""

    def __init__(self, key: bytes, label: str) -> None:
        self._words = _words(key, label.encode())

    def below(self, n: int) -> int:
        """Return one of 0…n-1; words beyond the last whole multiple of n are passed over."""
        word = next(self._words)
        number = word % n
        while word - number > WORDS - n:
            word = next(self._words)
            number = word % n
        return number


def _words(key: bytes, label: bytes) -> Iterator[int]:
    """Yield words for ever: key and label are hashed once, then copied for each block."""
    labelled = hmac.new(key, label + b"\0", "sha256")
    for number in count():
        block = labelled.copy()
        block.update(number.to_bytes(8, "big"))
        yield from BLOCK.unpack(block.digest())


@dataclass(frozen=True, slots=True)
class Fair:
    """The chance of one table: the house's secret and a nonce of each seat, in the order of the seats."""

    secret: bytes
    nonces: tuple[str, ...]

    def stream(self, label: str) -> Stream:
        """Return the numbers behind a label."""
        parts = (nonce.encode() for nonce in self.nonces)
        message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        return Stream(hmac.digest(self.secret, message, "sha256"), label)

    def deal(self) -> Rng:
        """Return the chance of the deal."""
        return self.stream("deal")

    def draw(self, number: int, weights: Sequence[int]) -> int:
        """Return which outcome draw `number` has; it depends on the number alone, not on what was played."""
        return pick(self.stream(f"draw {number}"), weights)


def pick(rng: Rng, weights: Sequence[int]) -> int:
    """Return an index, each as likely as its weight."""
    sums = list(accumulate(weights))
    ticket = rng.below(sums[-1])
    return next(index for index, total in enumerate(sums) if ticket < total)


def new_secret() -> bytes:
    """Return a secret that nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """Return what the house shows before the deal: the SHA-256 of its secret."""
    return hashlib.sha256(secret).hexdigest()


def shuffled(rng: Rng, length: int) -> list[int]:
    """Return 0…length-1 in a random order, by the shuffle of Fisher and Yates from the last place down."""
    order = list(range(length))
    for last in range(length - 1, 0, -1):
        other = rng.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order

"""Fair deals by commit and reveal (docs/fair.md describes them byte by byte).

The house draws a secret and shows a hash of it before anyone adds a nonce; those who wait for others show
hashes of their nonces first, too. The deal and all draws follow from all of them together, so that nobody
could have chosen them, and anyone can compute them again once the secret is shown.
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
COMMITTED: Final = b"digsite fair 2\n"
"""What stands before a secret and a set-up where both are hashed."""
BOT_SEEDS: Final = 1 << 31
"""How many seeds a bot may have."""
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
    """The chance of one table: the house's secret and the nonces, in the order that docs/fair.md names."""

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

    def bot_seed(self, seat: int) -> int:
        """Return the seed of the bot in a seat."""
        return self.stream(f"bot {seat}").below(BOT_SEEDS)

    def house_seed(self, seat: int) -> int:
        """Return the seed of the bot that plays on for a seat that was left: nobody can know it before."""
        return self.stream(f"house {seat}").below(BOT_SEEDS)


def pick(rng: Rng, weights: Sequence[int]) -> int:
    """Return an index, each as likely as its weight."""
    sums = list(accumulate(weights))
    ticket = rng.below(sums[-1])
    return next(index for index, total in enumerate(sums) if ticket < total)


def new_secret() -> bytes:
    """Return a secret that nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes, set_up: str) -> str:
    """Return what the house shows before anybody adds a nonce: a hash of its secret and of the set-up."""
    return hashlib.sha256(COMMITTED + secret + set_up.encode()).hexdigest()


def commitment_to_secret(secret: bytes) -> str:
    """Return what the house showed for logs of the first format: a hash of the secret alone."""
    return hashlib.sha256(secret).hexdigest()


def nonce_hash(nonce: str) -> str:
    """Return what somebody shows who keeps a nonce to themselves until all have shown theirs."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def shuffled(rng: Rng, length: int) -> list[int]:
    """Return 0…length-1 in a random order, by the shuffle of Fisher and Yates from the last place down."""
    order = list(range(length))
    for last in range(length - 1, 0, -1):
        other = rng.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order

"""Fair deals: the bytes of docs/fair.md, computed a second time the long way."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

from digsite.core import fair
from digsite.core.fair import Fair

SECRET = bytes(range(32))


def word(secret: bytes, nonces: list[str], label: str, index: int) -> int:
    """The word of docs/fair.md, straight from its description."""
    message = b""
    for nonce in nonces:
        data = nonce.encode("utf-8")
        message += len(data).to_bytes(4, "big") + data
    key = hmac.new(secret, message, hashlib.sha256).digest()
    block, place = divmod(index, 4)
    data = label.encode("utf-8") + b"\x00" + block.to_bytes(8, "big")
    digest = hmac.new(key, data, hashlib.sha256).digest()
    return int.from_bytes(digest[8 * place : 8 * place + 8], "big")


def test_numbers_are_the_words_of_the_stream() -> None:
    stream = Fair(SECRET, ("ann", "bö")).stream("deal")
    assert [stream.below(100) for _ in range(40)] == [
        word(SECRET, ["ann", "bö"], "deal", index) % 100 for index in range(40)
    ]


def test_a_draw_depends_on_its_number_alone() -> None:
    table = Fair(SECRET, ("ann",))
    for number in range(12):
        expected = word(SECRET, ["ann"], f"draw {number}", 0) % 12
        assert table.draw(number, [1] * 12) == expected


def test_secret_and_every_nonce_change_everything() -> None:
    def numbers(secret: bytes, *nonces: str) -> list[int]:
        stream = Fair(secret, nonces).stream("deal")
        return [stream.below(1000) for _ in range(8)]

    seen = [
        numbers(SECRET, "a", "b"),
        numbers(SECRET, "b", "a"),
        numbers(SECRET, "ab", ""),
        numbers(SECRET, "", "ab"),
        numbers(SECRET[::-1], "a", "b"),
    ]
    assert len({tuple(each) for each in seen}) == len(seen)


def test_words_beyond_the_last_multiple_are_passed_over() -> None:
    n = (1 << 63) + 1  # nearly every second word is too high
    stream = Fair(SECRET, ()).stream("x")
    words = [word(SECRET, [], "x", index) for index in range(64)]
    assert any(value >= n for value in words)
    fitting = [value for value in words if value < n]
    assert [stream.below(n) for _ in fitting] == fitting


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert fair.commitment_to_secret(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert fair.new_secret() != fair.new_secret()


def test_a_pick_is_as_likely_as_its_weight() -> None:
    class Tickets:
        def __init__(self) -> None:
            self.next = 0

        def below(self, n: int) -> int:
            self.next += 1
            return (self.next - 1) % n

    tickets = Tickets()
    weights = [3, 0, 1, 2]
    assert Counter(fair.pick(tickets, weights) for _ in range(6)) == {0: 3, 2: 1, 3: 2}


def test_a_shuffle_has_every_order() -> None:
    stream = Fair(SECRET, ()).stream("orders")
    orders = Counter(tuple(fair.shuffled(stream, 3)) for _ in range(600))
    assert len(orders) == 6
    assert min(orders.values()) > 60

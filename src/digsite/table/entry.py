"""One thing that happened at a table. A table is what its entries come to, in their order."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from digsite.core.names import CHANCE

What: TypeAlias = Literal[
    "open",  # somebody has opened the table; the text is the set-up
    "sit",  # somebody takes a chair; the text is a sitting
    "stand",  # and leaves it again; where somebody else did it, the owner has removed them
    "ask",  # all chairs are taken: whoever has shown the hash of a nonce is asked for the nonce itself
    "nonce",  # somebody shows the nonce that they have shown the hash of
    "broken",  # some did not in time, and lose their chairs; the text has them
    "renew",  # somebody shows the hash of a new nonce, since the others know the last one
    "start",  # the game starts; the text says how
    "game",  # an event of the game: a move, a deed or a draw
    "pause",  # the house could not take moves; the text is the periods that running clocks get back
    "agree",  # somebody agrees that the house plays on for a seat
    "say",  # somebody says something
    "next",  # the table where the same people meet again; the text is its id
    "gone",  # the owner left before the game, or nobody came
    "erase",  # somebody who deletes themselves has no name here any more, and has said nothing
]


class Entry(Struct, frozen=True, gc=False, array_like=True):
    """What happened, who did it, and when."""

    at: int
    """Milliseconds since 1970."""
    what: What
    person: str = ""
    """Nobody, where the house did it."""
    seat: int = CHANCE
    """Before the start, a chair."""
    text: str = ""
    key: str | None = None
    """What the sender calls it: the same thing sent again is not done again."""
    link: int | None = None
    """A hash of it and of all before it (`chain.py`); none, where an earlier version wrote it."""

    def with_link(self, link: int) -> Entry:
        """Return the same with its link."""
        return Entry(self.at, self.what, self.person, self.seat, self.text, self.key, link)


class Asked(Struct, frozen=True, gc=False):
    """Who asks for a deed, when, by what key, and from where."""

    person: str
    now: int
    key: str | None = None
    address: str = ""
    """Of the client; empty for the house itself. It is not kept."""

    def by_house(self) -> Asked:
        """Return the same moment as the house's own."""
        return Asked("", self.now, None, self.address)

    def entry(self, what: What, seat: int = CHANCE, text: str = "") -> Entry:
        """Return an entry of this moment."""
        return Entry(self.now, what, self.person, seat, text, self.key)

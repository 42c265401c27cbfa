"""People and tables to put into a store."""

from __future__ import annotations

from msgspec.structs import replace

from digsite.store.append import Addition, NewTable
from digsite.store.store import Person, Store
from digsite.table.entry import Entry
from digsite.table.summary import Seating, Summary

ANN = Person("ann", "Ann")
BOB = Person("bob", "Bob")

OPENED = Entry(1_000, "open", ANN.id, text="a set-up")
PLAYING = Summary("playing", due=0, wake=None, seating=None)


def seated(due: int = 0, wake: int | None = None, **seats: int) -> Summary:
    """A table with these people, each with the bits of their seats."""
    return Summary("playing", due, wake, Seating("about it", seats))


async def add_people(store: Store) -> None:
    for person in (ANN, BOB):
        await store.add_person(person, 0)


async def add_table(
    store: Store, name: str, summary: Summary | None = None, *, at: int = 1_000, listed: bool = False
) -> None:
    """Keep a table with one entry; those who sit there must be known."""
    table = NewTable(name, "scarab", ANN.id, bytes(32), "come", listed)
    await store.add_table(table, [replace(OPENED, at=at)], summary or seated())


def said(table: str, after: int, text: str = "hello", *, at: int = 2_000) -> Addition:
    """One entry more for a table that has so many."""
    return Addition(table, after, [Entry(at, "say", ANN.id, text=text)], PLAYING)


async def entries(store: Store, table: str, after: int) -> list[Entry]:
    """Return the entries of a table that come after some."""
    return (await store.entries_of({table: after})).get(table, [])

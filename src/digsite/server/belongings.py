"""All that is somebody's, as one JSON file: who they are, and what they did and said at each of their tables.

It is written table by table, so that nobody's five thousand tables are in memory at once. Of what others did
it has what everybody may see: the log of a game that is over.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Final

from digsite.core.errors import DigsiteError
from digsite.server.refusals import UNREADABLE
from digsite.table import log as logs
from digsite.table.hosted import hosted
from digsite.table.log import Log
from digsite.wire.messages import MyEntry, MyTable
from digsite.wire.raw import encode

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from digsite.server.film import Archive
    from digsite.store.store import KeptTable, Person, Store
    from digsite.table.entry import Entry
    from digsite.table.hosted import Hosted

BATCH: Final = 50
"""Tables that are looked up at once."""
WAIT: Final = 1.0
"""Seconds until it is tried again where many games are being worked through."""
OF_OTHERS: Final = ("open", "start")
"""Entries whose texts are not somebody's own: chairs of others and their nonces are in them."""


async def belongings(store: Store, archive: Archive, client: str, person: Person) -> AsyncIterator[bytes]:
    """Yield the file piece by piece."""
    head = encode({"id": person.id, "name": person.name, "met": await store.met(person.id)})
    yield b'{"person":%b,"tables":[' % head
    comma, after = b"", ""
    while tables := await store.tables_with_words_of(person.id, after, BATCH):
        for table in tables:
            yield comma + await _table(store, archive, client, person.id, table)
            comma = b",\n"
        after = tables[-1]
    yield b"]}\n"


async def _table(store: Store, archive: Archive, client: str, person: str, table_id: str) -> bytes:
    """Return a table as somebody may have it; one that cannot be read has its id alone."""
    try:
        kept = await store.table(table_id)
        if kept is not None:
            return await _in_its_turn(archive, client, partial(_written, kept, person))
    except DigsiteError as error:
        if error.code not in UNREADABLE:
            raise
    return encode(MyTable(id=table_id))


async def _in_its_turn(archive: Archive, client: str, work: Callable[[], bytes]) -> bytes:
    """Return what some work comes to; who has begun to download waits where others would be sent away."""
    while True:
        try:
            return await archive.done(client, work)
        except DigsiteError as error:
            if error.code != "busy":
                raise
            await asyncio.sleep(WAIT)


def _written(kept: KeptTable, person: str) -> bytes:
    table = hosted(kept.id, kept.secret, kept.invitation, kept.entries)
    own = [_own(ply, entry) for ply, entry in enumerate(kept.entries, 1) if entry.person == person]
    shown = MyTable(
        id=table.id,
        game=table.set_up.game,
        options=table.set_up.options,
        status=table.status,
        opened=table.opened,
        entries=tuple(own),
        log=_log(table),
    )
    return encode(shown)


def _own(ply: int, entry: Entry) -> MyEntry:
    text = "" if entry.what in OF_OTHERS else entry.text
    return MyEntry(ply=ply, at=entry.at, what=entry.what, seat=entry.seat, text=text)


def _log(table: Hosted) -> str | None:
    """Return the log of a game that is over."""
    ending = None if table.table is None else table.table.ending()
    if table.table is None or ending is None:
        return None
    return logs.write(Log(table.table.header, tuple(table.table.events), ending))

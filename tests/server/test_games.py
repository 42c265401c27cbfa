"""Whole games over real sockets: every game and mode, with bots and with several guests."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from tests.games.variants import Variant, every_variant
from tests.server.guest import Guest
from tests.server.open_house import OpenHouse


@every_variant
async def test_guests_play_a_whole_game(house: OpenHouse, variant: Variant) -> None:
    async with AsyncExitStack() as door:
        names = [f"Guest {number}" for number in range(variant.seats)]
        guests = [await door.enter_async_context(Guest(house.url, name)) for name in names]
        table = await seated(guests, variant)
        await asyncio.gather(*(guest.play_on(table) for guest in guests))
        fair = await guests[0].get(f"/api/tables/{table}/fairness")
        assert fair["result"] == guests[0].tables[table]["game"]["result"]


async def seated(guests: list[Guest], variant: Variant) -> str:
    """Let guests sit down at a table, one of them as its host; the last one starts the game."""
    host, *others = guests
    chairs = [{"kind": "mine"}, *({"kind": "open"} for _ in others)]
    table = await host.open_table(variant.key, chairs, options=dict(variant.options), starts_when_full=True)
    for guest in guests:
        await guest.call()
        await guest.watch(table)
    for chair, guest in enumerate(others, 1):
        await guest.do(table, "sit", chair=chair, nonce=f"nonce {chair}")
    return table

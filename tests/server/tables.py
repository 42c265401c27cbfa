"""Tables of a house in tests: opened, sat down at and played at over HTTP."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import pytest

from tests.server.guest import Guest, Json, Refusal

MINE: Json = {"kind": "mine"}
OPEN: Json = {"kind": "open"}
INVITED: Json = {"kind": "invited"}
BASE: Json = {"game": "scarabya", "options": {"mode": "base"}, "begins": "first", "starts_when_full": True}
DUEL: Json = BASE | {"options": {"mode": "duel"}}
"""Scarabya in turn: two seats, each move is seen by all."""


async def refused(asking: Awaitable[Any]) -> str:
    """Return the code with which something is refused."""
    with pytest.raises(Refusal) as refusal:
        await asking
    return refusal.value.code


async def seated(host: Guest, *others: Guest, **wanted: Any) -> str:
    """Let guests sit down at a table of their own; the last one starts the game."""
    table = await host.open_table(**DUEL | {"chairs": [MINE, *(OPEN for _ in others)]} | wanted)
    for chair, guest in enumerate(others, 1):
        await guest.ask(table, "sit", chair=chair, nonce=guest.name)
    return table


async def next_move(guest: Guest, table: str, which: int = 0, **rest: Any) -> Json:
    """Return a move that a guest could make now."""
    game = (await guest.look(table))["game"]
    move = {"seat": game["you"]["seat"], "round": game["round"], "move": game["you"]["moves"][which]["text"]}
    return {"what": "move", "key": "key"} | move | rest


async def make(guest: Guest, table: str, deed: Json) -> int:
    """Do something over HTTP."""
    return await guest.ask(table, **deed)


async def over(guest: Guest, *, chairs: list[Json] | None = None, **wanted: Any) -> str:
    """Let one guest play a short game in all seats, to its end."""
    table = await guest.open_table(**DUEL | {"chairs": chairs or [MINE, MINE | {"name": "Ben"}]} | wanted)
    while (await guest.look(table))["table"]["status"] == "playing":
        await make(guest, table, await next_move(guest, table, key=f"k{(await guest.look(table))['ply']}"))
    return table

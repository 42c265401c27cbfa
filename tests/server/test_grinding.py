"""Somebody who would like to choose the deal, with all that the house knows, finds nothing to choose."""

from __future__ import annotations

import random
from itertools import count
from typing import Final

import pytest

from digsite.core.fair import Fair, new_secret, nonce_hash
from digsite.games import game
from digsite.server import house as house_module
from tests.server.guest import Guest, Json
from tests.server.open_house import OpenHouse
from tests.server.tables import DUEL, MINE, OPEN, refused

TABLES: Final = 24
TILES: Final = "FILNPTUVWXYZ"
WISH: Final = f"draw {TILES[0]}"
"""The card that a cheat would like to come first."""


def first_card(secret: bytes, *nonces: str) -> str:
    """Return the first card of a game of Scarabya; the nonces are by chairs."""
    tile = Fair(secret, nonces).draw(0, [1] * len(TILES))
    return f"draw {TILES[tile]}"


def ground(*known: str) -> bytes:
    """Return the secret of a house that tries many until it likes what the nonces that it knows come to."""
    return next(
        secret for secret in iter(new_secret, b"") if first_card(secret, *(known or ("",)), "") == WISH
    )


async def test_a_house_that_tries_secrets_does_not_get_the_cards_that_it_likes(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the nonce came with the request to open the table, it got them each time."""
    monkeypatch.setattr(house_module, "new_secret", ground)
    chance, got = random.Random(7), 0
    async with Guest(house.url) as ann:
        for _ in range(TABLES):
            wanted = DUEL | {"chairs": [MINE, {"kind": "bot", "level": "beginner"}]}
            opened = await ann.post("/api/tables", wanted)
            nonce = f"{chance.getrandbits(96):x}"  # drawn when the commitment was shown
            await ann.ask(opened["table"], "sit", chair=0, nonce=nonce)
            secret = (await house.site.house.table(opened["table"])).secret
            shown = (await ann.look(opened["table"]))["table"]
            assert shown["commitment"] == opened["commitment"]
            got += first_card(secret, nonce, "") == WISH
    assert got < TABLES // 2, "one in twelve is chance"


async def hidden(house: OpenHouse, honest: Guest, puppet: Guest) -> str:
    """Return a table where both have shown the hashes of their nonces, the puppet last."""
    table: str = (await honest.post("/api/tables", DUEL | {"chairs": [MINE, OPEN]}))["table"]
    await honest.ask(table, "sit", chair=0, nonce_hash=nonce_hash("honest"))
    secret = (await house.site.house.table(table)).secret
    guess = next(str(n) for n in count() if first_card(secret, nonce_hash("honest"), str(n)) == WISH)
    await puppet.ask(table, "sit", chair=1, nonce_hash=nonce_hash(guess))
    await puppet.ask(table, "show_nonce", nonce=guess)
    return table


async def about(guest: Guest, table: str) -> Json:
    found: Json = (await guest.look(table))["table"]
    return found


async def test_a_puppet_that_sits_down_last_does_not_get_them_either(house: OpenHouse) -> None:
    """Where it could try nonces that the honest one had shown, 1,808 tries gave three chosen cards."""
    got = 0
    async with Guest(house.url, "Ann") as honest, Guest(house.url, "Eve") as puppet:
        for _ in range(TABLES):
            table = await hidden(house, honest, puppet)
            await honest.ask(table, "show_nonce", nonce="honest")
            found = await house.site.house.table(table)
            got += found.playing.events[0].text == WISH
    assert got < TABLES // 2


async def test_whoever_knows_all_nonces_can_only_break_off_and_everybody_sees_it(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as honest, Guest(house.url, "Eve") as puppet:
        table: str = (await honest.post("/api/tables", DUEL | {"chairs": [MINE, OPEN]}))["table"]
        await honest.ask(table, "sit", chair=0, nonce_hash=nonce_hash("honest"))
        assert await refused(honest.ask(table, "show_nonce", nonce="honest")) == "nonce_not_asked"
        await puppet.ask(table, "sit", chair=1, nonce_hash=nonce_hash("puppet"))
        seen = [place["nonce_hash"] for place in (await about(honest, table))["places"]]
        assert seen == [nonce_hash("honest"), nonce_hash("puppet")]
        await honest.ask(table, "show_nonce", nonce="honest")
        secret = (await house.site.house.table(table)).secret
        better = next(str(n) for n in count() if first_card(secret, "honest", str(n)) == WISH)
        assert await refused(puppet.ask(table, "show_nonce", nonce=better)) == "nonce_differs"
        await puppet.ask(table, "stand")
        shown = await about(honest, table)
        assert [broken["names"] for broken in shown["broken"]] == [["Eve"]]
        assert [place["nonce"] for place in shown["places"]] == ["void", None]
        await puppet.ask(table, "sit", chair=1, nonce_hash=nonce_hash(better))
        assert (await about(honest, table))["show_until"] is None, "nobody begins with a nonce that is known"


async def test_what_the_commitment_covers_is_what_the_log_says(house: OpenHouse) -> None:
    async with Guest(house.url, "Ann") as ann:
        wanted = DUEL | {"chairs": [MINE, {"kind": "bot", "level": "beginner"}], "begins": "drawn"}
        opened = await ann.post("/api/tables", wanted)
        await ann.ask(opened["table"], "sit", chair=0, nonce="n")
        await ann.ask(
            opened["table"], "resign", seat=(await ann.look(opened["table"]))["game"]["you"]["seat"]
        )
        fair = await ann.get(f"/api/tables/{opened['table']}/fairness")
    assert fair["commitment"] == opened["commitment"]
    assert fair["set_up"] == (
        "game scarabya\noption mode duel\nwhere server\nbegins drawn\nchair 0 person\nchair 1 bot beginner\n"
    )


def test_the_tiles_are_in_the_order_of_the_cards() -> None:
    scarabya = game("scarabya")
    deal = scarabya.deal(scarabya.options({"mode": "duel"}), 2, Fair(bytes(32), ()).deal())
    texts = [scarabya.move_text(deal, move) for move in scarabya.legal(deal, scarabya.movers(deal)[0])]
    assert texts == [f"draw {tile}" for tile in TILES]

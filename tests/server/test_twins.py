"""Twins over the wire: what a seat cannot know changes no byte of what it is sent, by socket or by HTTP.

The same evening is played twice, with the same secret, names, ids and times; only something hidden differs.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from digsite.bots import Bot
from digsite.core.fair import Fair
from digsite.core.names import CHANCE, Move, Seat
from digsite.games import game
from digsite.server import house as house_module
from digsite.server.steady import CLOCK
from tests.server.guest import Guest, Json
from tests.server.open_house import open_house
from tests.server.tables import BASE, MINE, OPEN

MOMENT = 1_800_000_000_000_000_000
SECRET = bytes(range(32))
SCARABYA = game("scarabya")
SITE = {"mode": "base", "site": "A0 B1 C2 D3"}
BOT = {"kind": "bot", "level": "beginner"}
Sent = dict[int | None, list[str]]
"""All that anybody was sent, by seat; the spectator has none."""
COMMITMENT = re.compile(r'"commitment":"[0-9a-f]{64}"')
NONCES = ["nonce 0", "nonce 1", "nonce 2", ""]


class Evening:
    """A table, those who sit at it, somebody who watches, and every byte that each of them was sent."""

    def __init__(self, guests: list[Guest], spectator: Guest) -> None:
        self.guests = guests
        self.all: dict[int | None, Guest] = {**dict(enumerate(guests)), None: spectator}
        """By seat."""
        self.table = ""
        self.curious_about = 0
        """The seat that everybody would like to be shown."""
        self.sent: Sent = defaultdict(list)

    async def sit_down(self, chairs: list[Json], **wanted: object) -> None:
        host, *others = self.guests
        self.table = await host.open_table(
            **BASE | {"chairs": chairs, "nonce": NONCES[0], "listed": True} | wanted
        )
        for seat, guest in enumerate(others, 1):
            await guest.ask(self.table, "sit", chair=seat, nonce=NONCES[seat])
        for guest in self.all.values():
            await guest.call()
            await guest.watch(self.table)
        for guest in self.all.values():
            await guest.hear(lambda message: message["type"] == "present" and message["spectators"] == 1)

    async def look(self, ply: int) -> None:
        """Wait until everybody has heard of a ply, then let everybody look in every other way too."""
        for seat, guest in self.all.items():
            await guest.until(self.table, lambda known: known["ply"] >= ply)
            self.sent[seat] += sorted(text for text in guest.raw if json.loads(text)["type"] == "present")
            self.sent[seat] += [text for text in guest.raw if json.loads(text)["type"] != "present"]
            guest.raw.clear()
            about = f"/api/tables/{self.table}"
            for path in (
                about,
                f"{about}?after={ply - 1}&seat={self.curious_about}",
                f"{about}/frames?count=100&seat={self.curious_about}",
                f"{about}/log",
                "/api/tables?status=playing",
                "/api/me/tables",
            ):
                self.sent[seat].append((await guest.http.get(path)).text)

    async def move(self, seat: int, which: int, key: str) -> None:
        """Let a seat choose one of its moves."""
        shown = (await self.guests[seat].look(self.table))["game"]
        move = shown["you"]["moves"][which]["text"]
        await self.do(seat, "move", seat=seat, round=shown["round"], move=move, key=key)

    async def do(self, who: int, what: str, **rest: object) -> None:
        """Let somebody do something, and everybody hear of it."""
        await self.look(await self.guests[who].do(self.table, what, **rest))

    async def try_nonsense(self, seat: int) -> None:
        """Let a seat try what is not possible: what it hears then must not tell either."""
        shown = (await self.guests[seat].look(self.table))["game"]
        deed = {"what": "move", "seat": seat, "round": shown["round"], "key": "nonsense"}
        for move in ("F0 a1", "I1 j10", "X0 b2", "nonsense"):
            answer = await self.guests[seat].http.post(
                f"/api/tables/{self.table}/deeds", json=deed | {"move": move}
            )
            self.sent[seat].append(answer.text)
            if answer.status_code == 200:
                await self.do(seat, "take_back", seat=seat)
        answer = await self.guests[seat].http.post(
            f"/api/tables/{self.table}/deeds", json={"what": "agree", "seat": 0}
        )
        self.sent[seat].append(answer.text)


@asynccontextmanager
async def evening(home: Path, people: int, secret: bytes = SECRET) -> AsyncIterator[Evening]:
    """Open a house where names, ids, times and the secret are always the same."""
    numbers = itertools.count()
    with pytest.MonkeyPatch.context() as patch, open_house(home) as house:
        for name, value in {
            "_last": 0,
            "_ahead": MOMENT,
            "_even": lambda: 0,
            "_wall": lambda: MOMENT,
        }.items():
            patch.setattr(CLOCK, name, value)
        patch.setattr(house_module, "new_secret", lambda: secret)
        patch.setattr(
            secrets, "token_urlsafe", lambda _: hashlib.sha256(str(next(numbers)).encode()).hexdigest()[:22]
        )
        async with AsyncExitStack() as door:
            guests = [await door.enter_async_context(Guest(house.url, f"Guest {n}")) for n in range(people)]
            spectator = Guest(house.url)
            door.push_async_exit(spectator)
            yield Evening(guests, spectator)


# --- a sealed choice


async def played(home: Path, people: int, mover: int, which: int) -> tuple[Sent, Sent]:
    """Play a round that all know, then one where a seat makes one choice or another.

    Return what everybody was sent until then, and what the end of the round told them.
    """
    async with evening(home, people) as tonight:
        await tonight.sit_down([MINE, *[OPEN] * (people - 1)])
        for seat in range(people):
            await tonight.move(seat, 3, f"first-{seat}")
        tonight.curious_about = mover
        *others, last = (seat for seat in range(people) if seat != mover)
        await tonight.move(mover, 7, "taken-back")
        await tonight.do(mover, "take_back", seat=mover)
        await tonight.move(mover, which, "hidden")
        for seat in others:
            await tonight.move(seat, 5, "known")
        await tonight.try_nonsense(last)
        await tonight.do(mover, "say", text="I have chosen.")
        before, tonight.sent = tonight.sent, defaultdict(list)
        await tonight.move(last, 4, "last")
        return before, tonight.sent


@pytest.mark.parametrize(("people", "mover"), [(2, 0), (3, 1), pytest.param(4, 3, marks=pytest.mark.long)])
async def test_Y13_what_somebody_chose_changes_no_byte_for_others_until_the_round_ends(
    tmp_path: Path, people: int, mover: int
) -> None:
    (one, one_told), (other, other_told) = [
        await played(tmp_path / str(which), people, mover, which) for which in (0, 11)
    ]
    for eyes in (*range(people), None):
        assert len(one[eyes]) > 30
        assert (one[eyes] == other[eyes]) == (eyes != mover), differences(one[eyes], other[eyes])
        assert one_told[eyes] != other_told[eyes], "the last choice of a round tells all"


async def test_what_somebody_took_back_is_never_told(tmp_path: Path) -> None:
    async def taken_back(home: Path, which: int) -> Sent:
        async with evening(home, 2) as tonight:
            await tonight.sit_down([MINE, OPEN])
            await tonight.move(0, which, "taken-back")
            await tonight.do(0, "take_back", seat=0)
            for seat in (0, 1, 0, 1):
                await tonight.move(seat, 2, f"move-{len(tonight.sent[seat])}")
            return tonight.sent

    one, other = [await taken_back(tmp_path / str(which), which) for which in (0, 11)]
    for eyes in (1, None):
        assert one[eyes] == other[eyes], differences(one[eyes], other[eyes])


def differences(one: list[str], other: list[str]) -> list[tuple[str, str]]:
    return [(a, b) for a, b in itertools.zip_longest(one, other) if a != b][:1]


# --- cards to come, and what bots choose


def cards(secret: bytes, nonces: list[str]) -> list[str]:
    """Return the first two cards that a secret and nonces turn."""
    left = list("FILNPTUVWXYZ")
    fair = Fair(secret, tuple(nonces))
    return [left.pop(fair.draw(number, [1] * len(left))) for number in range(2)]


def bots_choice(secret: bytes, nonces: list[str]) -> Move:
    """Return what the bot in the last seat chooses first."""
    fair = Fair(secret, tuple(nonces))
    deal = SCARABYA.deal(SCARABYA.options(SITE), len(nonces), fair.deal())
    draw = SCARABYA.read_move(deal, f"draw {cards(secret, nonces)[0]}")
    seat = Seat(len(nonces) - 1)
    bot = Bot(SCARABYA, BOT["level"], fair.bot_seed(seat))
    return bot.move(SCARABYA.view(SCARABYA.play(deal, CHANCE, draw), seat), seat)


def twin_secrets(nonces: list[str]) -> tuple[bytes, bytes]:
    """Return two secrets: the first card is the same, the second one and what the bot chooses are not."""
    every = (hashlib.sha256(str(number).encode()).digest() for number in itertools.count())
    one = next(every)
    first, second = cards(one, nonces)
    alike = (
        other for other in every if cards(other, nonces)[0] == first != second != cards(other, nonces)[1]
    )
    return one, next(other for other in alike if bots_choice(other, nonces) != bots_choice(one, nonces))


async def test_no_byte_before_a_draw_tells_what_will_be_drawn_or_what_bots_chose(tmp_path: Path) -> None:
    pair = twin_secrets(["nonce 0", "nonce 1", ""])

    async def until_the_draw(secret: bytes) -> tuple[Sent, Json]:
        async with evening(tmp_path / secret.hex(), 2, secret) as tonight:
            await tonight.sit_down([MINE, OPEN, BOT], options=SITE)
            bots_choice = await tonight.guests[0].until(
                tonight.table,
                lambda known: bool(known["game"] and known["game"]["view"]["sites"][2]["has_chosen"]),
            )
            for guest in tonight.all.values():
                await guest.until(tonight.table, lambda known: known["ply"] >= bots_choice["ply"])
                guest.raw.clear()  # whether the bot was heard of together with the start is chance
            await tonight.look(bots_choice["ply"])
            await tonight.move(0, 0, "first")
            await tonight.try_nonsense(1)
            before = {
                seat: [COMMITMENT.sub("", text) for text in sent] for seat, sent in tonight.sent.items()
            }
            await tonight.guests[1].move(tonight.table, key="last")
            await tonight.guests[0].until(
                tonight.table, lambda known: len(known["game"]["view"]["turned"]) == 2
            )
            return before, tonight.guests[0].tables[tonight.table]["game"]["view"]

    (one, after_one), (other, after_other) = [await until_the_draw(secret) for secret in pair]
    for eyes in (0, 1, None):
        assert len(one[eyes]) > 10
        assert one[eyes] == other[eyes], differences(one[eyes], other[eyes])
    assert after_one["turned"][0] == after_other["turned"][0]
    assert after_one["turned"][1] != after_other["turned"][1]
    assert after_one["sites"][2]["tiles"] != after_other["sites"][2]["tiles"], "the bot chose something else"


# --- seats of one's own


async def test_a_secret_of_somebody_elses_is_never_in_a_message(tmp_path: Path) -> None:
    async with evening(tmp_path, 3) as tonight:
        await tonight.sit_down([MINE, OPEN, OPEN])
        for seat in (0, 1):
            await tonight.move(seat, seat, "move")
        for eyes, sent in tonight.sent.items():
            whole = "".join(sent)
            assert SECRET.hex() not in whole
            assert ('"invitation":null' in whole) == (eyes != 0)
            for nonce in NONCES[:3]:
                assert nonce not in whole
            for other, guest in enumerate(tonight.guests):
                me = await guest.get("/api/me")
                assert me["id"] not in whole or eyes == other

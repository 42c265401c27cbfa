"""A table is what its entries come to, for every process that reads them."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from digsite.core.errors import DigsiteError
from digsite.table import deeds
from digsite.table.clock import NO_CLOCK, Clock
from digsite.table.deeds import AWAY_AFTER
from digsite.table.entry import Asked, Entry
from digsite.table.hosted import Hosted, hosted
from tests.games.variants import Variant, every_variant
from tests.table.people import (
    ANN,
    BOB,
    CAS,
    INVITATION,
    ONE_DAY,
    ONE_MINUTE,
    SECOND,
    Company,
    kept,
    playing,
    seen,
)
from tests.table.rooms import SECRET


def fold(entries: list[Entry], secret: bytes = SECRET) -> Hosted:
    return hosted("table", secret, INVITATION, entries)


# --- entries and the table


@every_variant
@pytest.mark.parametrize("clock", [Clock("live", 7200, 10), ONE_DAY], ids=["live", "days"])
def test_the_entries_come_to_the_table_that_made_them(variant: Variant, clock: Clock) -> None:
    chairs = ["mine", "open", "bot:club", "open"][: variant.seats]
    clock = clock if variant.seats > 1 else NO_CLOCK
    company = playing(variant.key, " ".join(chairs), clock=clock, begins="drawn", **dict(variant.options))
    rng = random.Random(variant.seats)
    for number in range(25):
        if company.table.status == "over":
            break
        seat = rng.choice(company.due)
        company.wait(rng.random() * 9).play(seat, rng.choice(company.moves(seat)), key=f"key {number}")
        if company.table.status == "playing":
            for back in company.may_take_back()[: number % 2]:
                company.back(back)
        if not company.table.is_silent:
            company.do(ANN, deeds.say, f"that was {number}")
    assert seen(kept(company)) == seen(company.table)


def test_every_draft_that_took_a_tables_place_left_it_as_it_was() -> None:
    company = eventful()
    for table in (*company.past, company.table):
        assert seen(fold(company.saved[: table.ply])) == seen(table)


def eventful() -> Company:
    """Return a table where everything has happened that can."""
    company = playing("scarabya", "mine open open")
    company.do(BOB, deeds.say, "hello", key="k")
    company.play(0)
    company.play(1)
    company.back(0)
    company.play(0)
    company.play(2)
    company.wait(AWAY_AFTER / SECOND)
    company.do(ANN, deeds.agree, 1)
    company.do(CAS, deeds.agree, 1)
    company.play(1)
    company.do(ANN, deeds.resign, 0)
    company.do(CAS, deeds.resign, 2)
    assert company.table.status == "over"
    company.do(ANN, deeds.say, "again?")
    company.do(ANN, deeds.go_on_at, "next")
    return company


def test_a_table_that_is_gone_stays_gone() -> None:
    company = Company(playing("scarab").table.set_up)
    company.do(ANN, deeds.stand)
    assert kept(company).status == "gone"
    assert seen(kept(company)) == seen(company.table)


# --- drafts


def test_a_draft_has_nothing_new() -> None:
    company = playing("scarab")
    draft = company.table.fork()
    deeds.say(draft, Asked(ANN, company.now), "hm")
    assert draft.fork().new == []


# --- what is new


def test_what_happened_since_a_ply_is_told_in_order() -> None:
    company = playing("scarab")
    known = company.table.ply
    company.play()
    company.do(ANN, deeds.say, "hm")
    company.play()
    assert [thing.ply for thing in company.table.retold()] == [*company.table.plies] == [known + 1, known + 3]
    assert [thing.event.seat for thing in company.table.retold()] == [0, 1]
    assert company.table.went_on_after(known + 2)
    assert not company.table.went_on_after(known + 3)


def test_a_table_is_told_anew_when_more_than_the_game_has_changed() -> None:
    company = playing("scarab", "mine open open", clock=ONE_MINUTE)
    known = company.table.ply
    assert company.table.seated == known
    company.play()
    company.do(ANN, deeds.say, "hm")
    assert company.table.seated == known
    company.do(ANN, deeds.resign, 0)
    assert company.table.seated == company.table.ply


def test_the_end_is_told_with_the_table() -> None:
    company = playing("scarabya", "mine", mode="solo")
    company.play_to_end()
    assert company.table.seated == company.table.ply


# --- entries that nobody can have made


SAVED = [replace(entry, link=None) for entry in playing("scarab").saved]
"""As an earlier version wrote them, so that no link tells that something is wrong."""
OPEN, SIT, BOB_SITS, START = SAVED
MOVE = Entry(START.at, "game", ANN, 0, "go a1")


@pytest.mark.parametrize(
    "entries",
    [
        [],
        [SIT],
        [replace(OPEN, text="{}")],
        [replace(OPEN, text="no JSON")],
        [replace(OPEN, text=OPEN.text.replace('"scarab"', "7"))],
        [OPEN, OPEN],
        [OPEN, replace(SIT, text="{}")],
        [OPEN, replace(SIT, seat=7)],
        [OPEN, replace(SIT, seat=-1)],
        [OPEN, SIT, BOB_SITS, MOVE],
        [OPEN, SIT, BOB_SITS, replace(START, text="{}")],
        [OPEN, SIT, BOB_SITS, replace(START, text=START.text.replace("[0,1]", "[0,9]"))],
        [OPEN, SIT, BOB_SITS, replace(START, text=START.text.replace("[0,1]", "[0]"))],
        [OPEN, SIT, BOB_SITS, replace(START, text=START.text.replace("board full", "board huge"))],
        [*SAVED, replace(MOVE, text="jump")],
        [*SAVED, replace(MOVE, seat=1)],
        [*SAVED, replace(MOVE, seat=9)],
    ],
)
def test_entries_that_cannot_be_read_are_refused(entries: list[Entry]) -> None:
    with pytest.raises(DigsiteError) as refused:
        fold(entries)
    assert refused.value.code == "table_damaged"


def test_another_secret_than_the_one_promised_is_refused() -> None:
    assert fold(SAVED).status == "playing"
    with pytest.raises(DigsiteError) as refused:
        fold(SAVED, secret=bytes(32))
    assert refused.value.code == "table_damaged"

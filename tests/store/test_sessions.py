"""Sessions in both databases: what ends stays ended, whoever does something at the same moment."""

from __future__ import annotations

import asyncio

import pytest

from digsite.store.sessions import Code, Login
from digsite.store.store import Store
from digsite.table.summary import Seating, Summary
from tests.store.databases import Database
from tests.store.kept import ANN, BOB, add_people, add_table, seated

HERE, THERE, OF_BOB = Login(ANN.id, "here"), Login(ANN.id, "there"), Login(BOB.id, "of Bob")
BEFORE = Login(ANN.id)
"""By a cookie of a version before."""


async def logged_in(store: Store) -> None:
    """Let Ann be at two browsers with a session, and at one without; Bob at one."""
    await add_people(store)
    for login in (HERE, THERE, OF_BOB):
        assert login.digest is not None
        assert await store.logins.add(Login(login.person), login.digest, 5)


async def who_goes_on(store: Store) -> list[Login]:
    return [login for login in (HERE, THERE, OF_BOB, BEFORE) if await store.logins.used(login) is not None]


async def test_a_session_goes_on_until_it_is_ended(store: Store) -> None:
    await logged_in(store)
    assert await store.logins.used(HERE) == 5
    await store.logins.note_use("here", 7)
    assert await store.logins.used(HERE) == 7
    assert await store.logins.used(Login(ANN.id, "unknown")) is None
    assert await store.logins.used(Login("nobody")) is None
    await store.logins.end(HERE, 10)
    assert await who_goes_on(store) == [THERE, OF_BOB, BEFORE]
    assert await store.logins.ended_since(10) == {HERE}
    assert await store.logins.ended_since(11) == set()


async def test_who_logs_out_everywhere_is_nowhere_any_more(store: Store) -> None:
    await logged_in(store)
    await store.add_code(THERE, Code("old code", 100))
    assert sorted(await store.logins.end_all(HERE, 10, Code("new code", 100)) or []) == ["here", "there"]
    assert await who_goes_on(store) == [OF_BOB]
    assert await store.logins.ended_since(10) == {HERE, THERE, BEFORE}
    assert await store.take_code("old code", 20, "thief") is None
    assert await store.take_code("new code", 20, "again") == ANN
    assert await store.logins.used(Login(ANN.id, "again")) == 20


@pytest.mark.parametrize("login", [HERE, BEFORE], ids=["with a token", "without"])
async def test_who_was_logged_out_can_do_nothing_that_lasts(store: Store, login: Login) -> None:
    """Another process may not have heard of it: the database has the last word."""
    await logged_in(store)
    await store.logins.end_all(THERE, 10, Code("way back", 100))
    assert not await store.add_code(login, Code("thief", 100))
    assert not await store.logins.add(login, "thief", 11)
    assert await store.logins.end_all(login, 12, Code("thief", 100)) is None
    assert await store.take_code("thief", 13, "thief") is None
    assert await store.take_code("way back", 13, "mine") == ANN, "it is still there"


@pytest.mark.parametrize("number", range(4))
async def test_whoever_does_something_at_the_moment_of_logging_out_is_out_afterwards(
    database: Database, number: int
) -> None:
    async with database.opened_twice() as (one, other):
        await logged_in(one)
        await one.add_code(HERE, Code("old code", 100))
        deeds = [
            one.logins.end_all(HERE, 10, Code("way back", 100)),
            other.take_code("old code", 5, "by the old code"),
            other.logins.add(BEFORE, "exchanged", 5),
            other.add_code(THERE, Code("another code", 100)),
        ]
        await asyncio.gather(*deeds[number:], *deeds[:number])
        for digest in ("here", "there", "by the old code", "exchanged"):
            assert await one.logins.used(Login(ANN.id, digest)) is None
        assert await one.take_code("another code", 5, "thief") is None
        assert await one.take_code("way back", 5, "mine") == ANN


async def test_sessions_that_nobody_uses_are_forgotten_except_of_those_who_play(store: Store) -> None:
    await logged_in(store)
    await add_table(store, "t", seated(bob=1))
    await store.logins.note_use("here", 50)
    await store.logins.forget(unused_since=50, ended_before=0)
    assert await who_goes_on(store) == [HERE, OF_BOB, BEFORE]
    over = Summary("over", due=0, wake=None, seating=Seating("about it", {BOB.id: 1}))
    await add_table(store, "u", over)
    assert await store.logins.is_playing(BOB.id)
    assert not await store.logins.is_playing(ANN.id)


async def test_what_ended_long_ago_is_forgotten(store: Store) -> None:
    await logged_in(store)
    await store.logins.end(HERE, 10)
    await store.logins.end(THERE, 20)
    await store.logins.forget(unused_since=0, ended_before=20)
    assert await store.logins.ended_since(0) == {THERE}
    assert await who_goes_on(store) == [OF_BOB, BEFORE]

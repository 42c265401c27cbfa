"""What only PostgreSQL can do to a house: be away, come back, and refuse two who wait for each other."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import asyncpg
import pytest

from digsite.core.errors import DigsiteError
from digsite.store.append import settle
from digsite.store.opening import open_postgres
from digsite.store.postgres import PostgresAppender
from digsite.store.removal import Old
from digsite.store.sessions import Code, Login, Logins
from digsite.store.store import Person, Store, Wake
from tests.services import HOST
from tests.services import Postgres as Server
from tests.store.databases import Postgres
from tests.store.kept import ANN, BOB, add_people, add_table, entries, said, seated


@pytest.fixture
def database(postgres_database: str) -> Postgres:
    return Postgres(postgres_database)


def is_refusal(code: str) -> Callable[[BaseException], bool]:
    return lambda error: isinstance(error, DigsiteError) and error.code == code


EVERYTHING: dict[str, Callable[[Store], Awaitable[Any]]] = {
    "probe": lambda store: store.probe(),
    "add_person": lambda store: store.add_person(Person("new", "New"), 0),
    "person": lambda store: store.person(ANN.id),
    "rename": lambda store: store.rename(ANN),
    "add_code": lambda store: store.add_code(Login(ANN.id), Code("digest", 100)),
    "take_code": lambda store: store.take_code("digest", 0, "session"),
    "add_table": lambda store: add_table(store, "new"),
    "added": lambda store: store.added(said("t", 1)),
    "table": lambda store: store.table("t"),
    "game_of": lambda store: store.game_of("t"),
    "entries_of": lambda store: store.entries_of({"t": 0}),
    "plies": lambda store: store.plies(["t"]),
    "claim": lambda store: store.claim(200, 300, 9),
    "put_off": lambda store: store.put_off([Wake("t", 1, 300)]),
    "tables_of": lambda store: store.tables_of(ANN.id),
    "listed": lambda store: store.listed("open"),
    "waiting": lambda store: store.waiting(ANN.id),
    "old_tables": lambda store: store.old_tables(Old("gone", 0), 9),
    "remove_tables": lambda store: store.remove_tables(["t"], Old("gone", 0)),
    "idle_guests": lambda store: store.idle_guests(0, 9),
    "remove_guest": lambda store: store.remove_guest("nobody"),
    "remove_codes": lambda store: store.remove_codes(0),
    "logins.used": lambda store: store.logins.used(Login(ANN.id)),
    "logins.is_playing": lambda store: store.logins.is_playing(ANN.id),
    "logins.add": lambda store: store.logins.add(Login(ANN.id), "digest", 0),
    "logins.note_use": lambda store: store.logins.note_use("digest", 0),
    "logins.end": lambda store: store.logins.end(Login(ANN.id, "digest"), 0),
    "logins.end_all": lambda store: store.logins.end_all(Login(ANN.id), 0, Code("digest", 100)),
    "logins.ended_since": lambda store: store.logins.ended_since(0),
    "logins.forget": lambda store: store.logins.forget(0, 0),
    "met": lambda store: store.met(ANN.id),
    "forget": lambda store: store.forget(ANN.id, 1),
    "claim_erasing": lambda store: store.claim_erasing(1, 2),
    "go_on_erasing": lambda store: store.go_on_erasing(ANN.id, None),
    "with_words_of": lambda store: store.with_words_of(ANN.id, 9),
    "naming": lambda store: store.naming(ANN.id, [BOB.id]),
    "tables_with_words_of": lambda store: store.tables_with_words_of(ANN.id, "", 9),
    "size_of": lambda store: store.size_of(ANN.id),
    "rewrite": lambda store: store.rewrite("t", {1: "another text"}),
    "add_link": lambda store: store.add_link("t", 1, 7),
}


def test_everything_that_a_store_does_is_tried_while_it_is_away() -> None:
    public = {name for name in vars(Store) if not name.startswith("_")}
    public |= {f"logins.{name}" for name in vars(Logins) if not name.startswith("_")}
    assert public - {"close", "append", "written"} == set(EVERYTHING), "`added` is `append` to be waited for"


async def require_all_refused(store: Store) -> None:
    """Ask for everything twice: the first time finds a lost connection, the second finds none."""
    for name, deed in [*EVERYTHING.items()] * 2:
        with pytest.raises(DigsiteError, check=is_refusal("store_refuses")):
            assert await deed(store) == name, "it was answered"


@pytest.mark.parametrize("immediate", [False, True], ids=["stopped", "crashed"])
async def test_all_is_refused_while_it_is_away_and_nothing_is_lost(
    postgres: Server, database: Postgres, *, immediate: bool
) -> None:
    async with database.opened() as store:
        await add_people(store)
        await add_table(store, "t", seated(wake=100, ann=1))
        with postgres.away(immediate=immediate):
            await require_all_refused(store)
            async with starting_up(postgres.port):
                await require_all_refused(store)
        await store.probe()
        for deed in EVERYTHING.values():
            await deed(store)
        assert [entry.text for entry in await entries(store, "t", 1)] == ["hello"]
        assert await store.table("new") is not None


@asynccontextmanager
async def starting_up(port: int) -> AsyncIterator[None]:
    """Answer as a PostgreSQL that does not let anybody in yet."""
    fields = {"S": "FATAL", "V": "FATAL", "C": "57P03", "M": "the database system is starting up"}
    body = b"".join(f"{key}{value}\0".encode() for key, value in fields.items()) + b"\0"

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        length, code = struct.unpack(">II", await reader.readexactly(8))
        if (length, code) == (8, 80877103):  # it asks whether we speak TLS
            writer.write(b"N")
            length, _ = struct.unpack(">II", await reader.readexactly(8))
        await reader.readexactly(length - 8)
        writer.write(b"E" + struct.pack(">I", 4 + len(body)) + body)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, HOST, port):
        yield


CUT_ALL = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


async def test_a_connection_that_is_cut_costs_one_refusal_at_most(
    database: Postgres,
) -> None:
    """Whoever reads is given a new connection; whether an addition arrived cannot be known without asking."""
    async with database.opened() as store:
        await add_people(store)
        await add_table(store, "t")
        await store.added(said("t", 1))
        await store.entries_of({"t": 0})
        await database.ask(CUT_ALL)
        assert await store.plies(["t"]) == {"t": 2}
        await store.entries_of({"t": 0})
        await database.ask(CUT_ALL)
        assert len((await store.entries_of({"t": 0}))["t"]) == 2
        try:
            added = await store.added(said("t", 2))
        except DigsiteError:
            added = await store.added(said("t", 2))
        assert added


class Unlucky(asyncpg.Connection):  # type: ignore[misc]
    """A connection whose first transaction waits for somebody who waits for it."""

    lucky = False

    async def fetch(self, *args: Any) -> Any:
        if not Unlucky.lucky:
            Unlucky.lucky = True
            raise asyncpg.DeadlockDetectedError
        return await super().fetch(*args)


async def test_of_two_who_wait_for_each_other_we_try_again(database: Postgres) -> None:
    async with database.opened() as store:
        await add_people(store)
        await add_table(store, "t")
        appender = PostgresAppender(lambda: asyncpg.connect(database.address, connection_class=Unlucky))
        added: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        appender.append(said("t", 1), partial(settle, added))
        assert await added
        assert Unlucky.lucky
        await appender.close()


@pytest.mark.parametrize(
    "url",
    ["postgresql://nobody@127.0.0.1:1/nothing", "postgresql://[", "nonsense", "postgresql://127.0.0.1:x/y"],
)
async def test_a_database_that_cannot_be_reached_is_named_so(url: str) -> None:
    with pytest.raises(DigsiteError, check=is_refusal("store_unreachable")):
        await open_postgres(url)


async def test_other_spellings_of_an_address_are_understood(postgres_database: str) -> None:
    for scheme in ("postgres", "postgresql+asyncpg", "postgresql+psycopg"):
        store = await open_postgres(postgres_database.replace("postgresql", scheme) + "?sslmode=prefer")
        await store.probe()
        await store.close()

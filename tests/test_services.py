"""The servers that tests start for themselves, before any test trusts them."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from tests.services import HOST, Postgres, Redis, postgres_binaries, postgres_version

LAST_WORDS = """
import sys, time
from tests.services import Postgres, Redis, postgres_binaries
server = Postgres(postgres_binaries()) if sys.argv[1] == "postgres" else Redis("redis-server")
server.start()
print(server.folder, server.port, flush=True)
time.sleep(600)
"""
"""A program that starts a server, says where, and waits for its death."""


def ask(url: str, *statements: str) -> Any:
    """Return what the last statement says first."""

    async def converse() -> Any:
        connection = await asyncpg.connect(url)
        try:
            return [await connection.fetchval(statement) for statement in statements][-1]
        finally:
            await connection.close()

    return asyncio.run(converse())


def ping(port: int) -> bytes:
    with socket.create_connection((HOST, port), timeout=10) as client:
        client.sendall(b"PING\r\n")
        return client.recv(16)


def listens(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex((HOST, port)) == 0


def test_postgres_answers(postgres: Postgres) -> None:
    assert ask(postgres.url, "SELECT 6 * 7") == 42


@pytest.mark.parametrize("immediate", [False, True])
def test_postgres_keeps_what_it_had(postgres: Postgres, postgres_database: str, *, immediate: bool) -> None:
    ask(postgres_database, "CREATE TABLE stones AS SELECT 7 AS count")
    with postgres.away(immediate=immediate):
        assert not listens(postgres.port)
    assert ask(postgres_database, "SELECT count FROM stones") == 7


def test_a_new_database_is_empty(postgres: Postgres) -> None:
    first, second = postgres.new_database(), postgres.new_database()
    ask(first, "CREATE TABLE stones (count int)")
    count = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    assert (ask(first, count), ask(second, count)) == (1, 0)


def test_a_dropped_database_is_gone(postgres: Postgres) -> None:
    url = postgres.new_database()
    postgres.drop_database(url)
    with pytest.raises(asyncpg.InvalidCatalogNameError):
        ask(url, "SELECT 1")


def test_redis_comes_and_goes(redis: Redis) -> None:
    assert ping(redis.port) == b"+PONG\r\n"
    with redis.away():
        assert not listens(redis.port)
    assert ping(redis.port) == b"+PONG\r\n"


@pytest.mark.parametrize("name", ["postgres", "redis"])
def test_a_server_goes_with_the_tests_that_started_it(name: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(name)  # skips where there is none
    command = [sys.executable, "-c", LAST_WORDS, name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as tests:
        assert tests.stdout is not None
        folder, port = tests.stdout.readline().split()
        assert listens(int(port))
        tests.kill()
    deadline = time.monotonic() + 30
    while Path(folder).exists() or listens(int(port)):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_server_that_cannot_start_says_why(redis: Redis) -> None:
    second = Redis("redis-server")
    second.port = redis.port
    try:
        with pytest.raises(RuntimeError, match="Address already in use"):
            second.start()
    finally:
        second.close()


@pytest.mark.parametrize("broken", ["", "#!/bin/false", "#!/bin/echo (Postgres95) 1.09"])
def test_a_broken_postgres_is_passed_over(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("initdb", "postgres", "psql"):
        program = tmp_path / name
        program.write_text(broken)
        program.chmod(0o755)
    assert postgres_version(tmp_path) == ()
    before = postgres_binaries()
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert postgres_binaries() == before

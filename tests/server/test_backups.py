"""A backup of a server that people play on: what they were told is in it, and their games go on elsewhere."""

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path

import pytest

from digsite.store.opening import open_postgres, open_sqlite
from tests.server.houses import Backing, as_kept, move
from tests.server.process import DIGSITE, Process, serving
from tests.server.test_kills import Load
from tests.table.people import seen


def digsite(home: Path, *words: str, url: str = "") -> str:
    """Run a command in a process of its own."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("DIGSITE_")}
    env = known | {"DIGSITE_HOME": str(home), "DATABASE_URL": url, "DIGSITE_LANG": "en"}
    done = subprocess.run([DIGSITE, *words], env=env, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("origin", "target"), [("sqlite", "postgres"), ("postgres", "sqlite")])
async def test_games_go_on_from_a_backup_that_was_made_while_they_were_played(
    origin: str, target: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url: str = request.getfixturevalue("postgres_database")
    from_url, to_url = (url, "") if origin == "postgres" else ("", url)
    here, there, path = tmp_path / "here", tmp_path / "there", tmp_path / "b.zip"
    process = Process(here, database_url=from_url)
    with serving(process):
        load = Load([process], tables=2)
        async with load.playing():
            await load.moves(10)
            acknowledged = [(player.table, set(player.acknowledged)) for player in load.players]
            assert "The backup is" in await asyncio.to_thread(
                digsite, here, "backup", str(path), url=from_url
            )
    assert sum(len(keys) for _, keys in acknowledged) >= 10
    assert "The house is as it was" in await asyncio.to_thread(
        digsite, there, "restore", str(path), url=to_url
    )
    store = await (open_postgres(to_url) if target == "postgres" else open_sqlite(there))
    for table, keys in acknowledged:
        kept = await store.table(table)
        assert kept is not None
        assert keys <= {entry.key for entry in kept.entries}
    await store.close()
    async with Backing(there, to_url).house() as house:
        for table in {table for table, _ in acknowledged}:
            found = await house.table(table)
            assert seen(found) == seen(await as_kept(house, table)), "every game can be read"
            if found.status == "playing" and found.people_due():
                await move(house, table)

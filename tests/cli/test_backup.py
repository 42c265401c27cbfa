"""`digsite backup` and `digsite restore`: a house goes into a file while it is open, and comes back."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import resource
import signal
import time
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from digsite.core.errors import DigsiteError
from digsite.server import keeping
from digsite.server.people import kept_key
from digsite.store.opening import open_sqlite
from tests.cli.terminal import digsite
from tests.server.guest import Guest
from tests.server.open_house import open_house
from tests.store.kept import ANN, add_people, add_table


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DIGSITE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("DIGSITE_KEY", raising=False)
    return tmp_path / "home"


@pytest.fixture
def house(home: Path) -> Path:
    """A house that is closed, with two guests and a table."""

    async def make() -> None:
        store = await open_sqlite(home)
        await add_people(store)
        await add_table(store, "t")
        await store.close()

    asyncio.run(make())
    kept_key(home)
    return home


def test_guests_of_an_open_house_are_known_where_its_backup_was_restored(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def come_in(url: str) -> str:
        async with Guest(url, "Ann") as ann:
            return str(ann.http.cookies["digsite"])

    with open_house(home) as house:
        cookie = asyncio.run(come_in(house.url))
        saved = digsite("backup", str(tmp_path / "b.zip"))
    assert (saved.code, saved.err) == (0, "")
    assert f"The backup is {tmp_path / 'b.zip'} (guests: 1, tables: 0)." in saved.out
    monkeypatch.setenv("DIGSITE_HOME", str(tmp_path / "other"))
    restored = digsite("restore", str(tmp_path / "b.zip"))
    assert restored.code == 0
    assert "(guests: 1, tables: 0)" in restored.out
    with open_house(tmp_path / "other") as house:
        answer = httpx2.get(f"{house.url}/api/me", cookies={"digsite": cookie})
    assert answer.json()["name"] == "Ann"


def test_a_folder_gets_files_with_names_of_their_own_and_keeps_the_latest(
    house: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "digsite-of-somebody.zip").touch()
    paths = []
    for _ in range(3):
        told = json.loads(digsite("backup", str(folder), "--keep", "2", "--json").out)
        assert told["rows"]["people"] == 2
        assert told["key"] is True
        paths.append(Path(told["path"]))
        time.sleep(0.002)  # names count milliseconds
    assert told["removed"] == [str(paths[0])]
    assert sorted(folder.iterdir()) == sorted([*paths[1:], folder / "digsite-of-somebody.zip"])
    assert house.exists()


def test_every_so_often_means_again_and_again_whatever_goes_wrong_in_between(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, slept = tmp_path / "new" / "backups", []
    save = keeping.save

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        match len(slept):
            case 1:
                monkeypatch.setattr(keeping, "save", refuse)
            case 2:
                monkeypatch.setattr(keeping, "save", save)
            case 3:
                signal.raise_signal(signal.SIGTERM)

    def refuse(*_: object) -> None:
        raise DigsiteError("nothing_to_back_up")

    monkeypatch.setattr("digsite.cli.backup.time.sleep", sleep)
    before = signal.getsignal(signal.SIGTERM)
    told = digsite("backup", str(folder), "--every", "1h")
    assert told.code == 130
    assert told.err.strip() == DigsiteError("nothing_to_back_up").say("en")
    assert len(list(folder.iterdir())) == told.out.count("The backup is") == 2
    assert all(3000 < seconds <= 3600 for seconds in slept[:1])
    assert signal.getsignal(signal.SIGTERM) == before
    assert house.exists()


REFUSED: dict[str, tuple[tuple[str, ...], str]] = {
    "no house": (("backup", "b.zip"), "There is no house to save here."),
    "no folder": (("backup", "b.zip", "--keep", "2"), "b.zip is none"),
    "no time": (("backup", "b", "--every", "soon"), 'such as 30m, 1h or 1d is wanted, not "soon"'),
    "no file": (("restore", "b.zip"), "b.zip cannot be read"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_done_is_said_and_leaves_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words, sentence = REFUSED[name]
    refused = digsite(*words)
    assert refused.code != 0
    assert sentence in refused.err.replace("a time ", "").replace("\n", " ")
    assert not list(tmp_path.iterdir())


def test_what_is_there_is_replaced_only_with_a_word(house: Path, tmp_path: Path) -> None:
    path = str(tmp_path / "b.zip")
    assert digsite("backup", path).code == 0
    refused = digsite("restore", path)
    assert refused.code == 1
    assert "Add --replace" in refused.err
    told = digsite("restore", path, "--replace")
    assert told.code == 0
    (aside,) = house.glob("replaced-*")
    assert f"What was there before is kept in {aside}." in told.out
    assert json.loads(digsite("restore", path, "--replace", "--json").out)["rows"]["tables"] == 1

    async def look() -> bool:
        store = await open_sqlite(house)
        found = await store.person(ANN.id)
        await store.close()
        return found == ANN

    assert asyncio.run(look())


def test_a_backup_without_the_key_says_so(house: Path, tmp_path: Path) -> None:
    (house / "cookie.key").unlink()
    path = str(tmp_path / "b.zip")
    assert "The key of the house is not in the backup" in digsite("backup", path).out
    assert "The backup has no key." in digsite("restore", path, "--replace").out


def test_the_key_of_the_settings_is_in_it(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DIGSITE_KEY", "s" * 32)
    digsite("backup", str(tmp_path / "b.zip"))
    digsite("restore", str(tmp_path / "b.zip"), "--replace")
    assert (house / "cookie.key").read_text() == "s" * 32


@pytest.mark.parametrize("url", ["postgresql://nobody@127.0.0.1:1/none", "nonsense"])
def test_a_database_that_is_away_is_named_so(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    refused = digsite("backup", str(tmp_path / "b.zip"))
    assert refused.code == 1
    assert "The database cannot be reached" in refused.err
    assert not list(tmp_path.iterdir())


def test_a_disk_without_room_is_named_and_leaves_what_was_there(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "b.zip")
    assert digsite("backup", path).code == 0
    before = sorted(file.name for file in house.iterdir())
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))  # a database has more
    try:
        refused = digsite("restore", path, "--replace")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert refused.code == 1
    assert "disk" in refused.err
    assert sorted(file.name for file in house.iterdir()) == before

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)
    refused = digsite("backup", str(tmp_path / "c.zip"))
    assert refused.code == 1
    assert "No space left" in refused.err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["b.zip", "home"]


def test_progress_is_told_in_rows(house: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    note: Callable[[int, int], None] = lambda done, total: told.append((done, total))  # noqa: E731
    keeping.save(tmp_path / "b.zip", note)
    assert told[-1] == (4, 4)
    assert house.exists()

"""A backup has all that was acknowledged before it began, fits either database, and is whole or not there."""

from __future__ import annotations

import asyncio
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from digsite.core.errors import DigsiteError
from digsite.store import archive, opening, restore, revisions
from digsite.store.archive import KEY_FILE, MANIFEST, Backup, drafted
from digsite.store.backup import back_up
from digsite.store.engines import postgres_engine, sqlite_engine
from digsite.store.opening import Precaution
from digsite.store.postgres import VISITOR, connecting
from digsite.store.restore import ASIDE, into_postgres, into_sqlite, require_known
from digsite.store.schema import METADATA, REVISION
from digsite.store.sessions import Code, Login
from digsite.store.sqlite import FILE_NAME, hold
from digsite.store.store import Person, Store
from tests.store.databases import Database, Postgres, Sqlite
from tests.store.kept import ANN, add_people, add_table, entries, said, seated

KEY = "k" * 64
NAMES = ("t", "u")


def is_refusal(code: str) -> Callable[[BaseException], bool]:
    return lambda error: isinstance(error, DigsiteError) and error.code == code


def silent(_done: int, _total: int) -> None: ...


async def save(database: Database, path: Path, key: str | None = KEY) -> Path:
    if isinstance(database, Postgres):
        engine = postgres_engine(connecting(database.address, None, VISITOR))
    else:
        assert isinstance(database, Sqlite)
        engine = sqlite_engine(database.path)
    try:
        with drafted(path) as file:
            await back_up(engine, file, key, silent)
    finally:
        await engine.dispose()
    return path


async def bring_back(path: Path, database: Database, home: Path, *, replaces: bool = False) -> Any:
    with closing(Backup(path)) as found:
        require_known(found)
        found.check(silent)
        if isinstance(database, Postgres):
            return await into_postgres(found, database.address, home, replaces=replaces, progress=silent)
        return await into_sqlite(found, home, replaces=replaces, progress=silent)


@pytest.fixture
async def playing(database: Database) -> AsyncIterator[Store]:
    """A house where two games are going on, with letters that a file could trip over."""
    async with database.opened() as store:
        await add_people(store)
        await store.add_person(Person("zoë", "Zoë 🏺\\ \" '"), 2**53)
        await store.add_code(Login(ANN.id), Code("digest", 100))
        for name in NAMES:
            await add_table(store, name, seated(ann=1), listed=name == "t")
        for ply in range(1, 4):
            await asyncio.gather(*(store.added(said(name, ply, f"{ply}\n🏺")) for name in NAMES))
        yield store


@pytest.fixture(params=["sqlite", "postgres"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """Another, empty database."""
    if request.param == "sqlite":
        yield Sqlite(tmp_path / "other")
        return
    server = request.getfixturevalue("postgres")
    address = server.new_database()
    yield Postgres(address)
    server.drop_database(address)


async def everything(database: Database) -> dict[str, list[str]]:
    """Return all rows."""
    names = sorted(METADATA.tables)
    found = {name: await database.ask(f'SELECT * FROM "{name}"') for name in names}  # noqa: S608
    return {name: sorted(map(repr, map(plain, rows))) for name, rows in found.items()}


def plain(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(int(value) if isinstance(value, bool) else value for value in row)


# --- what is in it


async def test_a_house_comes_back_as_it_was_into_either_database(
    playing: Store, database: Database, other: Database, tmp_path: Path
) -> None:
    path = await save(database, tmp_path / "b.zip")
    assert await bring_back(path, other, tmp_path / "other") is None
    await playing.plies(NAMES)  # moves that wait are sorted now
    async with other.opened() as store:
        assert await everything(other) == await everything(database)
        assert await store.take_code("digest", 100, "session") == ANN
        assert await store.added(said("t", 4)), "the game goes on"
        assert await store.added(said("u", 3)) is False
        await store.add_person(Person("new", "New"), 0)
    assert (tmp_path / "other" / KEY_FILE).read_text() == KEY


async def test_moves_that_wait_to_be_sorted_are_in_it_and_come_to_their_places(
    tmp_path: Path, other: Database
) -> None:
    database = Sqlite(tmp_path / "home")
    async with database.opened() as store:
        await add_people(store)
        for name in NAMES:
            await add_table(store, name)
        for ply in range(1, 4):
            await asyncio.gather(*(store.added(said(name, ply, f"{ply}")) for name in NAMES))
        await store.plies(["u"])  # those of one table are sorted, and wait with the others all the same
        assert await database.ask("SELECT count(*) FROM pending") == [(3,)]
        path = await save(database, tmp_path / "b.zip")
        assert await database.ask("SELECT count(*) FROM pending") == [(3,)], "nobody was disturbed"
    await bring_back(path, other, tmp_path / "other")
    async with other.opened() as store:
        assert await other.ask("SELECT count(*) FROM pending") == [(0,)]
        for name in NAMES:
            assert [entry.text for entry in await entries(store, name, 1)] == ["1", "2", "3"]
        assert await store.plies(NAMES) == {"t": 4, "u": 4}
        assert await store.added(said("t", 4))


async def test_all_that_was_acknowledged_is_in_it_and_nothing_by_halves(
    playing: Store, database: Database, other: Database, tmp_path: Path
) -> None:
    """While it is made, games go on in between."""
    acknowledged = dict.fromkeys(NAMES, 4)
    is_over = asyncio.Event()

    async def play(name: str) -> None:
        while not is_over.is_set():
            assert await playing.added(said(name, acknowledged[name], f"{acknowledged[name]}"))
            acknowledged[name] += 1
            await asyncio.sleep(0)

    games = [asyncio.create_task(play(name)) for name in NAMES]
    for number in range(5):
        before = dict(acknowledged)
        path = await save(database, tmp_path / f"{number}.zip")
        while acknowledged == before:
            await asyncio.sleep(0)
    is_over.set()
    await asyncio.gather(*games)
    assert min(before.values()) > 4, "it was made in the middle"
    await bring_back(path, other, tmp_path / "other")
    async with other.opened() as store:
        for name, ply in (await store.plies(NAMES)).items():
            assert before[name] <= ply <= acknowledged[name]
            assert len(await entries(store, name, 0)) == ply


async def test_what_is_saved_while_it_is_made_is_not_in_it(tmp_path: Path) -> None:
    house = Sqlite(tmp_path / "house")
    async with house.opened() as store:
        await add_people(store)
        await add_table(store, "t")
        later = "INSERT INTO entries VALUES ('t', 2, 0, 'say', 'ann', 0, 'later', NULL, NULL)"

        def meanwhile(done: int, total: int) -> None:
            assert total == 4
            if done == 2:  # the guests are written, entries come last
                with closing(sqlite3.connect(house.path, isolation_level=None)) as other:
                    other.execute(later)

        engine = sqlite_engine(house.path)
        with drafted(tmp_path / "b.zip") as file:
            manifest = await back_up(engine, file, None, meanwhile)
        await engine.dispose()
        assert await house.ask("SELECT count(*) FROM entries") == [(2,)]
    assert manifest.tables["entries"].rows == 1


@pytest.mark.usefixtures("playing")
async def test_anybody_can_open_it_with_common_tools(database: Database, tmp_path: Path) -> None:
    with zipfile.ZipFile(await save(database, tmp_path / "b.zip")) as file:
        assert file.testzip() is None
        manifest = json.loads(file.read(MANIFEST))
        people = [json.loads(line) for line in file.read("tables/people.jsonl").splitlines()]
        assert {info.external_attr >> 16 & 0o777 for info in file.infolist()} == {0o600}
    assert (manifest["revision"], manifest["tables"]["people"]["rows"]) == (REVISION, 3)
    assert set(manifest["tables"]) == set(METADATA.tables)
    assert sorted(person[0] for person in people) == ["ann", "bob", "zoë"]


async def test_tables_of_others_in_the_same_database_are_left_alone(
    postgres_database: str, tmp_path: Path
) -> None:
    database = Postgres(postgres_database)
    async with database.opened() as store, database.connected() as connection:
        await add_people(store)
        await connection.execute(text("CREATE TABLE of_others (id int)"))
    path = await save(database, tmp_path / "b.zip")
    aside = await bring_back(path, database, tmp_path, replaces=True)
    places = "SELECT schemaname FROM pg_tables WHERE tablename IN ('of_others', 'people') ORDER BY 1"
    assert await database.ask(places) == [("public",), ("public",), (aside,)]
    async with database.opened() as store:
        assert await store.person(ANN.id) == ANN


async def test_only_its_owner_may_read_a_backup_and_what_comes_of_it(
    database: Database, tmp_path: Path
) -> None:
    before = os.umask(0)
    try:
        async with database.opened():
            path = await save(database, tmp_path / "b.zip")
        home = Sqlite(tmp_path / "home")
        await bring_back(path, home, home.folder)
        async with home.opened():
            found = [path, *home.folder.iterdir()]
            assert {p.stat().st_mode & 0o777 for p in found} == {0o600}
    finally:
        os.umask(before)
    assert home.folder.stat().st_mode & 0o777 == 0o700


# --- what is refused


async def test_an_empty_database_is_no_house(database: Database, tmp_path: Path) -> None:
    with pytest.raises(DigsiteError, check=is_refusal("nothing_to_back_up")):
        await save(database, tmp_path / "b.zip")
    assert not list(tmp_path.glob("*b.zip*"))


async def test_a_file_that_is_there_stays(database: Database, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_text("of somebody")
    async with database.opened():
        with pytest.raises(DigsiteError, check=is_refusal("backup_exists")):
            await save(database, tmp_path / "b.zip")
    assert (tmp_path / "b.zip").read_text() == "of somebody"


def rewrite(path: Path, change: Callable[[dict[str, bytes]], object]) -> None:
    with zipfile.ZipFile(path) as file:
        files = {name: file.read(name) for name in file.namelist()}
    change(files)
    with zipfile.ZipFile(path, "w") as file:
        for name, content in files.items():
            file.writestr(name, content)


PEOPLE = "tables/people.jsonl"
DAMAGE: dict[str, tuple[str, Callable[[Path], object]]] = {
    "noise": ("not_a_backup", lambda path: path.write_bytes(b"noise")),
    "cut": ("not_a_backup", lambda path: path.write_bytes(path.read_bytes()[:-1])),
    "another zip": ("not_a_backup", lambda path: rewrite(path, lambda files: files.clear())),
    "a row": (
        "backup_damaged",
        lambda path: rewrite(path, lambda files: files.update({PEOPLE: b'["a","A",0]\n' * 2})),
    ),
    "no rows": ("backup_damaged", lambda path: rewrite(path, lambda files: files.update({PEOPLE: b""}))),
    "no table": ("backup_damaged", lambda path: rewrite(path, lambda files: files.pop(PEOPLE))),
    "the key": ("backup_damaged", lambda path: rewrite(path, lambda files: files.update({KEY_FILE: b"l"}))),
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_what_was_changed_is_refused_and_changes_nothing(tmp_path: Path, damage: str) -> None:
    house, empty = Sqlite(tmp_path / "house"), Sqlite(tmp_path / "empty")
    async with house.opened() as store:
        await add_people(store)
    path = await save(house, tmp_path / "b.zip")
    code, change = DAMAGE[damage]
    change(path)
    with pytest.raises(DigsiteError, check=is_refusal(code)):
        await bring_back(path, empty, empty.folder)
    assert not empty.folder.exists()


@pytest.mark.parametrize("newer", [{"revision": "9999"}, {"version": 99, "tables": "otherwise"}])
async def test_a_backup_of_a_newer_digsite_is_refused(tmp_path: Path, newer: dict[str, Any]) -> None:
    house = Sqlite(tmp_path / "house")
    async with house.opened():
        path = await save(house, tmp_path / "b.zip")

    def change(files: dict[str, bytes]) -> None:
        files[MANIFEST] = json.dumps(json.loads(files[MANIFEST]) | newer | {"digsite": "77.0"}).encode()

    rewrite(path, change)
    with pytest.raises(DigsiteError, match=r"77\.0", check=is_refusal("backup_newer")):
        await bring_back(path, house, tmp_path / "other")


async def test_a_house_that_is_open_is_not_replaced(database: Database, tmp_path: Path) -> None:
    async with database.opened() as store:
        await add_people(store)
        path = await save(database, tmp_path / "b.zip")
        code = "data_in_use" if isinstance(database, Sqlite) else "database_in_use"
        with pytest.raises(DigsiteError, check=is_refusal(code)):
            await bring_back(path, database, tmp_path, replaces=True)
        assert await store.person(ANN.id) == ANN


async def test_a_house_that_is_there_is_replaced_only_where_that_was_asked_for_and_kept_aside(
    database: Database, tmp_path: Path
) -> None:
    home = tmp_path
    async with database.opened() as store:
        await add_people(store)
    path = await save(database, tmp_path / "b.zip")
    async with database.opened() as store:
        await store.add_person(Person("late", "Late"), 0)
    (home / KEY_FILE).write_text("another key")
    with pytest.raises(DigsiteError, check=is_refusal("restore_would_replace")):
        await bring_back(path, database, home)
    async with database.opened() as store:
        assert await store.person("late") is not None
    aside = await bring_back(path, database, home, replaces=True)
    async with database.opened() as store:
        assert await store.person("late") is None
        assert await store.person(ANN.id) == ANN
    assert (home / KEY_FILE).read_text() == KEY
    (folder,) = home.glob(f"{ASIDE}*")
    assert (folder / KEY_FILE).read_text() == "another key"
    wanted = "SELECT id FROM {}people WHERE id = 'late'"
    if isinstance(database, Sqlite):
        assert aside == folder
        assert await Sqlite(folder).ask(wanted.format("")) == [("late",)]
    else:
        assert await database.ask(wanted.format(f'"{aside}".')) == [("late",)]


async def test_another_key_is_not_replaced_unasked(tmp_path: Path) -> None:
    house, empty = Sqlite(tmp_path / "house"), tmp_path / "empty"
    async with house.opened():
        path = await save(house, tmp_path / "b.zip")
    empty.mkdir()
    (empty / KEY_FILE).write_text("another key")
    with pytest.raises(DigsiteError, check=is_refusal("restore_would_replace")):
        await bring_back(path, Sqlite(empty), empty)
    assert sorted(p.name for p in empty.iterdir()) == [KEY_FILE, "house.lock"]


# --- killed in the middle


SAVER = """
import asyncio, os, signal, sys
from pathlib import Path
from digsite.store.archive import drafted
from digsite.store.backup import back_up
from digsite.store.engines import sqlite_engine
def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
async def save():
    with drafted(Path(sys.argv[2])) as file:
        await back_up(sqlite_engine(Path(sys.argv[1])), file, None, die)
asyncio.run(save())
"""


async def test_a_backup_that_was_killed_is_not_there_and_its_rest_is_removed_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, path = Sqlite(tmp_path / "house"), tmp_path / "b.zip"
    async with house.opened() as store:
        await add_people(store)
        assert await asyncio.to_thread(run, SAVER, house.path, path) == -9
        assert not path.exists()
        await save(house, tmp_path / "c.zip")
        assert len(list(tmp_path.glob(".b.zip.*"))) == 1, "another process may be about to finish it"
        monkeypatch.setattr(archive, "FORGOTTEN", -1)
        await save(house, path)
        assert not list(tmp_path.glob(".b.zip.*"))


def run(program: str, *args: object) -> int:
    return subprocess.run([sys.executable, "-c", program, *map(str, args)], check=False).returncode


async def test_a_backup_that_is_broken_off_leaves_nothing(tmp_path: Path) -> None:
    with suppress(KeyboardInterrupt), drafted(tmp_path / "b.zip") as file:
        file.write(b"half")
        raise KeyboardInterrupt
    assert not list(tmp_path.iterdir())


RESTORER = """
import asyncio, os, signal, sys
from contextlib import closing
from pathlib import Path
from digsite.store.archive import Backup
from digsite.store.restore import into_sqlite
steps = int(sys.argv[3])
def watched(event, _):
    global steps
    if event in ("os.rename", "os.rmdir", "os.mkdir", "sqlite3.connect"):
        steps -= 1
        if steps < 0:
            os.kill(os.getpid(), signal.SIGKILL)
with closing(Backup(Path(sys.argv[1]))) as backup:
    sys.addaudithook(watched)
    asyncio.run(into_sqlite(backup, Path(sys.argv[2]), replaces=True, progress=lambda *_: None))
"""


async def test_a_restoration_that_is_killed_at_any_step_leaves_the_old_house_or_the_new_one(
    tmp_path: Path,
) -> None:
    old, new = Sqlite(tmp_path / "old"), Sqlite(tmp_path / "new")
    for house, person in ((old, Person("old", "Old")), (new, Person("new", "New"))):
        async with house.opened() as store:
            await store.add_person(person, 0)
    (old.folder / KEY_FILE).write_text("o" * 64)
    path = await save(new, tmp_path / "b.zip")
    seen = set()
    for step in range(40):
        home = Sqlite(tmp_path / f"home {step}")
        shutil.copytree(old.folder, home.folder)
        code = await asyncio.to_thread(run, RESTORER, path, home.folder, step)
        async with home.opened() as store:
            is_new, is_old = [await store.person(name) is not None for name in ("new", "old")]
        assert is_new != is_old
        assert (home.folder / KEY_FILE).read_text() == (KEY if is_new else "o" * 64)
        assert not list(home.folder.glob(".restored*"))
        seen.add((is_new, code))
        if code == 0:
            break
    assert seen == {(False, -9), (True, -9), (True, 0)}


async def test_a_restoration_into_postgres_that_breaks_off_leaves_nothing(
    postgres_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, database = Sqlite(tmp_path / "house"), Postgres(postgres_database)
    async with house.opened() as store:
        await add_people(store)
    path = await save(house, tmp_path / "b.zip")

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(restore, "_replace_key", fail)
        with pytest.raises(KeyboardInterrupt):
            await bring_back(path, database, tmp_path / "home")
    assert await database.ask("SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == []
    await bring_back(path, database, tmp_path / "home")
    async with database.opened() as store:
        assert await store.person(ANN.id) == ANN


# --- between versions


async def at_first_revision(database: Database) -> None:
    async with database.connected() as connection:
        await connection.run_sync(lambda sync: revisions.upgrade(sync, "0001"))
        await connection.execute(text("INSERT INTO people (id, name, met) VALUES ('ann', 'Ann', 0)"))


async def test_an_older_backup_is_brought_up_to_date(
    database: Database, other: Database, tmp_path: Path
) -> None:
    await at_first_revision(database)
    path = await save(database, tmp_path / "b.zip")
    with closing(Backup(path)) as found:
        assert found.manifest.revision == "0001"
    await bring_back(path, other, tmp_path / "other")
    async with other.opened() as store:
        assert await store.person(ANN.id) == ANN
        await add_table(store, "t")


async def open_with_care(database: Database, folder: Path) -> Store:
    precaution = Precaution(folder, KEY)
    if isinstance(database, Postgres):
        return await opening.open_postgres(database.address, precaution)
    assert isinstance(database, Sqlite)
    return await opening.open_sqlite(database.folder, precaution)


async def test_before_a_migration_there_is_a_backup_and_then_none(
    database: Database, other: Database, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "backups"
    await (await open_with_care(other, folder)).close()
    assert not folder.exists(), "a new database has nothing to lose"
    await at_first_revision(database)
    for _ in range(2):
        await (await open_with_care(database, folder)).close()
    (path,) = folder.iterdir()
    assert str(path) in caplog.text
    assert folder.stat().st_mode & 0o777 == 0o700
    with closing(Backup(path)) as found:
        found.check(silent)
        assert (found.manifest.revision, found.key) == ("0001", KEY)


async def test_processes_that_start_together_make_one_backup(postgres_database: str, tmp_path: Path) -> None:
    database = Postgres(postgres_database)
    await at_first_revision(database)
    stores = await asyncio.gather(*(open_with_care(database, tmp_path / "backups") for _ in range(4)))
    for store in stores:
        assert await store.person(ANN.id) == ANN
        await store.close()
    assert len(list((tmp_path / "backups").iterdir())) == 1


async def test_without_a_backup_nothing_is_migrated(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await at_first_revision(database)
    (tmp_path / "backups").write_text("no folder")
    with pytest.raises(DigsiteError, check=is_refusal("upgrade_backup_failed")):
        await open_with_care(database, tmp_path / "backups")
    assert await database.ask("SELECT version_num FROM alembic_version") == [("0001",)]
    (tmp_path / "backups").unlink()

    def fail(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(opening, "upgrade", fail)
    with pytest.raises(DigsiteError, check=is_refusal("store_unreachable")):
        await open_with_care(database, tmp_path / "backups")
    assert not list((tmp_path / "backups").iterdir()), "nothing has changed, so nothing is kept"


# --- files of a house


async def test_a_house_narrows_what_was_open_to_others(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    house = Sqlite(tmp_path)
    async with house.opened():
        pass
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    async with house.opened() as store:
        await add_people(store)
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    sides = [FILE_NAME, FILE_NAME + "-wal", FILE_NAME + "-shm"]
    assert modes.items() >= dict.fromkeys([*sides, "house.lock"], 0o600).items()
    assert set(modes.values()) == {0o600}
    assert tmp_path.stat().st_mode & 0o777 == 0o755, "a folder that was there may be shared"


async def test_whoever_is_refused_does_not_break_the_lock(tmp_path: Path) -> None:
    """To close a file ends the locks that SQLite has on it in the same process."""
    with closing(hold(tmp_path / FILE_NAME)):
        with pytest.raises(DigsiteError, check=is_refusal("data_in_use")):
            hold(tmp_path / FILE_NAME)
        asked = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN EXCLUSIVE')"
        assert await asyncio.to_thread(run, asked, tmp_path / "house.lock") == 1
    with closing(sqlite3.connect(tmp_path / "house.lock", timeout=0)) as free:
        free.execute("BEGIN EXCLUSIVE")


def test_rows_are_counted_and_read_some_at_a_time(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    rows = [(number, None) for number in range(archive.BATCH + 1)]
    file = io.BytesIO()
    writer = archive.Writer(file)
    with writer.table("people", ["id", "name"], []) as lines:
        lines.add(rows)
    manifest = archive.Manifest(
        format=archive.FORMAT,
        version=1,
        digsite="0",
        revision=REVISION,
        made="now",
        database="sqlite",
        tables=writer.tables,
    )
    writer.finish(manifest, None)
    (tmp_path / "b.zip").write_bytes(file.getvalue())
    with closing(Backup(tmp_path / "b.zip")) as found:
        found.check(lambda done, total: told.append((done, total)))
        assert [len(some) for some in found.rows("people")] == [archive.BATCH, 1]
    assert told == [(archive.BATCH, len(rows)), (len(rows), len(rows))]

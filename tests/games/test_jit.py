"""The folder of compiled rules: a new one for new sources, and only a few old ones kept."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import platformdirs
import pytest
from numba.core import config

import digsite
from digsite.games import jit

ROOT = Path(digsite.__file__).parent


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a copy of all our sources."""
    return shutil.copytree(ROOT, tmp_path / "digsite", ignore=shutil.ignore_patterns("__pycache__"))


def test_the_name_of_the_cache_depends_on_the_sources_alone(house: Path) -> None:
    assert jit._source_hash(house) == jit._source_hash(ROOT)


def test_every_compiled_source_changes_the_name(house: Path) -> None:
    before = jit._source_hash(house)
    names = {before}
    sources = [path for package in ("core", "games", "bots") for path in (house / package).rglob("*.py")]
    for path in sources:
        kept = path.read_bytes()
        path.write_bytes(kept + f"# {path}\n".encode())
        names.add(jit._source_hash(house))
        path.write_bytes(kept)
    assert len(names) == 1 + len(sources) > 20
    assert jit._source_hash(house) == before


def test_a_source_that_is_added_or_removed_changes_the_name(house: Path) -> None:
    names = [jit._source_hash(house)]
    added = house / "games" / "third" / "kernel.py"
    added.parent.mkdir()
    added.write_text("SIDE = 10\n")
    names.append(jit._source_hash(house))
    (house / "bots" / "policies.py").unlink()
    names.append(jit._source_hash(house))
    assert len(set(names)) == 3


def test_nothing_else_changes_the_name(house: Path) -> None:
    before = jit._source_hash(house)
    compiled = {house / package for package in ("core", "games", "bots")}
    others = [path for path in house.rglob("*") if path.is_file() and not compiled & {*path.parents}]
    for path in (*others, house / "games" / "notes.txt", house / "table" / "new.py"):
        path.write_text("changed")
    assert jit._source_hash(house) == before


def test_what_is_compiled_lives_in_the_compiled_packages() -> None:
    """numba freezes the constants of a kernel: those of `core`, where `CHANCE` is, as well."""
    assert set(jit.COMPILED_PACKAGES) == {"core", "games", "bots"}


# --- where it is


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the cache folder of somebody who never played."""
    monkeypatch.setattr(config, "CACHE_DIR", "")
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: str(tmp_path / name))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path / "digsite"


def test_the_cache_is_named_after_the_sources(home: Path) -> None:
    jit._open_cache()
    assert Path(config.CACHE_DIR) == home / "compiled" / jit._source_hash(ROOT)
    assert Path(config.CACHE_DIR).is_dir()


def test_opening_a_cache_keeps_it_and_drops_older_ones(home: Path) -> None:
    caches = opened(home / "compiled", "abcdef")
    mine = home / "compiled" / jit._source_hash(ROOT)
    mine.mkdir()
    os.utime(mine, (1, 1))
    jit._open_cache()
    assert left(home / "compiled") == {mine.name, *(cache.name for cache in caches[-jit.KEPT_CACHES + 1 :])}


def test_NUMBA_CACHE_DIR_comes_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", "elsewhere")
    jit._open_cache()
    assert config.CACHE_DIR == "elsewhere"
    assert not home.exists()


def test_a_home_that_cannot_be_written_to_is_no_obstacle(home: Path) -> None:
    home.write_text("no folder")
    jit._open_cache()
    assert Path(config.CACHE_DIR).is_dir()


# --- old ones


def opened(caches: Path, names: str) -> list[Path]:
    """Return caches that were opened one after the other."""
    paths = [caches / name for name in names]
    for at, path in enumerate(paths):
        path.mkdir(parents=True)
        (path / "rule.nbc").touch()
        os.utime(path, (1000 + at, 1000 + at))
    return paths


def left(caches: Path) -> set[str]:
    return {path.name for path in caches.iterdir()}


def test_the_caches_opened_last_are_kept(tmp_path: Path) -> None:
    opened(tmp_path, "dgacfbe")
    jit._drop_old(tmp_path)
    assert left(tmp_path) == set("dgacfbe"[-jit.KEPT_CACHES :])


def test_a_few_caches_are_all_kept(tmp_path: Path) -> None:
    opened(tmp_path, "dgac"[: jit.KEPT_CACHES])
    jit._drop_old(tmp_path)
    assert left(tmp_path) == set("dgac"[: jit.KEPT_CACHES])


@pytest.mark.parametrize("name", ["d", "e"], ids=["old", "new"])
@pytest.mark.parametrize("looks", [0, 1])
def test_a_cache_may_vanish_meanwhile(
    name: str, looks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may drop the same caches: before we look at one, or just after."""
    opened(tmp_path, "dgacfbe")
    stat, seen = Path.stat, 0

    def vanishing(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        nonlocal seen
        if path != tmp_path / name:
            return stat(path, follow_symlinks=follow_symlinks)
        found = stat(path) if seen < looks else None
        seen += 1
        if seen >= looks:
            shutil.rmtree(path, ignore_errors=True)
        return found or stat(path)

    monkeypatch.setattr(Path, "stat", vanishing)
    jit._drop_old(tmp_path)
    monkeypatch.undo()
    assert seen > 0
    newest = "dgacfbe"[-jit.KEPT_CACHES :]
    assert left(tmp_path) - {"a"} == set(newest) - {name, "a"}, "the fourth may be kept or not"

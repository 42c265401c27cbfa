"""The limit: the same rules by hand in C++ (`limit/`), built here and checked to play the same games."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.measure import BenchError, Played
from digsite.games.scarabya.tiles import FIRST, MASKS

if TYPE_CHECKING:
    from bench.cases import Case
    from bench.ours import Games, Kernel

SOURCES: Final = Path(__file__).parent / "limit"
COMPILERS: Final = ("g++", "clang++")
FLAGS: Final = ("-std=c++20", "-O3", "-march=native", "-shared", "-fPIC", "-Wall", "-Wextra")


def compiler() -> str:
    """Return a C++ compiler; Debian's is installed where we may."""
    if (found := _found()) is None and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "-qq", "update"], check=True)  # noqa: S607
        subprocess.run(["apt-get", "-qq", "install", "-y", "g++"], check=True)  # noqa: S607
        found = _found()
    if found is None:
        message = "no C++ compiler: install g++ (Debian: apt-get install g++) or clang++"
        raise BenchError(message)
    return found


def _found() -> str | None:
    return next((path for name in COMPILERS if (path := shutil.which(name))), None)


def build(key: str, folder: Path) -> ctypes.CDLL:
    """Compile the twin of a game and load it."""
    folder.mkdir(parents=True, exist_ok=True)
    library = folder / f"{key}.so"
    subprocess.run([compiler(), *FLAGS, "-o", library, SOURCES / f"{key}.cpp"], check=True)
    twin = ctypes.CDLL(str(library))
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    twin.play_all.argtypes = (pointer, number, number, pointer, pointer, pointer, pointer)
    twin.play_all.restype = None
    _TABLES.get(key, _no_tables)(twin)
    return twin


def _no_tables(twin: ctypes.CDLL) -> None:
    """Most twins need nothing but positions."""


def _placements(twin: ctypes.CDLL) -> None:
    """Scarabya's placements, so that a move has the same number on both sides."""
    pointer = ctypes.c_void_p
    twin.use_placements(pointer(MASKS.ctypes.data), pointer(FIRST.ctypes.data))


_TABLES: Final = {"scarabya": _placements}


def exists(key: str) -> bool:
    """Tell whether a game has a twin."""
    return (SOURCES / f"{key}.cpp").exists()


class Twin:
    """The rules by hand in C++, over the games of a kernel."""

    def __init__(self, case: Case, games: Games, library: ctypes.CDLL) -> None:
        self.name = f"{case.name}: C++"
        self._games = games
        self._play_all = library.play_all

    def play(self) -> Played:
        """Play all games once."""
        games = self._games
        games.reset()
        ends = games.ends
        buffers = [
            array.ctypes.data for array in (games.room.moves, games.room.buffer, games.room.rng, games.plies)
        ]
        start = time.perf_counter()
        self._play_all(ends.ctypes.data, len(ends), ends.itemsize, *buffers)
        return Played(int(games.plies.sum()), time.perf_counter() - start)


def check(kernel: Kernel, twin: Twin) -> None:
    """Refuse a twin whose games do not end in the same positions after the same moves."""
    kernel.play()
    expected = kernel.games.digest()
    twin.play()
    if kernel.games.digest() != expected:
        message = f"{twin.name} and {kernel.name} play different games: a wrong twin is no limit"
        raise BenchError(message)

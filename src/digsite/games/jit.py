"""How the rules are compiled: one set of numba settings, one cache, one way to serve several games.

numba's cache looks at the file of a function alone and would miss a change in a rule that it calls.
So the cache folder is named after a hash of all compiled sources: a change anywhere starts a new one.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba.core import config

from digsite.games.unbound import RULES

F = TypeVar("F", bound=Callable[..., Any])

COMPILED_PACKAGES: Final = ("core", "games", "bots")
COMPILED_SUFFIXES: Final = (".py", ".npy", ".npz")
"""Compiled code holds copies of the arrays that it reads: data learned anew is a new source."""
KEPT_CACHES: Final = 4


def _source_hash(root: Path) -> str:
    """Return a name for all that compiled code is made from."""
    digest = hashlib.sha256(numba.__version__.encode())
    for package in COMPILED_PACKAGES:
        for path in sorted(p for p in (root / package).rglob("*") if p.suffix in COMPILED_SUFFIXES):
            digest.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _open_cache() -> None:
    """Point numba to the cache of these sources, unless NUMBA_CACHE_DIR says otherwise."""
    if config.CACHE_DIR:
        return
    caches = Path(platformdirs.user_cache_dir("digsite")) / "compiled"
    mine = caches / _source_hash(Path(__file__).parent.parent)
    try:
        mine.mkdir(parents=True, exist_ok=True)
        mine.touch()
        _drop_old(caches)
    except OSError:  # a home that cannot be written to: compile anew each time
        mine = Path(tempfile.mkdtemp(prefix="digsite-"))
    config.CACHE_DIR = str(mine)


def _drop_old(caches: Path) -> None:
    """Keep the caches that were opened last; those of older sources serve nobody."""
    for path in sorted(caches.iterdir(), key=_opened, reverse=True)[KEPT_CACHES:]:
        shutil.rmtree(path, ignore_errors=True)


def _opened(cache: Path) -> float:
    """Return when a cache was opened last; another process may have dropped it just now."""
    try:
        return cache.stat().st_mtime
    except FileNotFoundError:
        return 0.0


_open_cache()
_COMPLETE: Final = "complete"
"""A file in the cache that says that nothing is left to be compiled."""


def is_complete() -> bool:
    """Tell whether all rules and all bots are in the cache."""
    return (Path(config.CACHE_DIR) / _COMPLETE).exists()


def note_complete() -> None:
    """Remember that all rules and all bots are in the cache."""
    (Path(config.CACHE_DIR) / _COMPLETE).touch()


# Rules never allocate. Told so (`_nrt`), numba refuses one that does, and drops the atomic counting
# of references to every array passed on, which took nearly half of the time.
_SETTINGS: Final = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}


def njit(function: F) -> F:
    """Compile a rule: cached, without the GIL, dividing as C does, inlined into its callers."""
    return cast("F", numba.njit(**_SETTINGS, forceinline=True)(function))


def njit_apart(function: F) -> F:
    """Compile a rule that is too large to be copied into every caller; else it would inherit that."""
    return cast("F", numba.njit(**_SETTINGS, forceinline=False)(function))


def njit_held(function: F) -> F:
    """Compile what Python calls for a microsecond: letting go of the GIL would take as long."""
    return cast("F", numba.njit(**_SETTINGS | {"nogil": False})(function))


def entry(function: Callable[..., Any], types: tuple[Any, ...]) -> Callable[..., Any]:
    """Return the machine code of a function for one set of types, compiled or from the cache.

    numba would look at the type of every argument at each call, which takes longer than most rules do.
    """
    return function if config.DISABLE_JIT else cast("Any", function).compile(types)


class Entry:
    """A compiled function for arguments of the types of those given here, as Python calls it: `run`."""

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self.call: Final = function, arguments

    @cached_property
    def run(self) -> Callable[..., Any]:
        """Call it; the first time, it is compiled or loaded from the cache."""
        function, arguments = self.call
        return entry(function, tuple(map(numba.typeof, arguments)))

    def prepare(self) -> None:
        """Compile it, or load it from the cache."""
        _ = self.run


@njit
def wide(number: Any) -> int:
    """Return a number with 64 bits: a rule is compiled anew for every other kind that it is given."""
    return np.int64(number)  # type: ignore[return-value]


def bind(
    template: F, kernel: ModuleType, compiler: Callable[[F], F] = njit, **others: Callable[..., Any]
) -> F:
    """Compile a function that calls a game's kernels by name, with those of one game.

    The copy has the kernel's rules, and `others` that were bound before, among its globals and a name
    of its own: that is what numba's cache can tell apart. Functions passed as arguments would compile
    anew in every process.
    """
    source = cast("FunctionType", template)
    game = kernel.__name__.rsplit(".", 2)[-2]
    names = source.__globals__ | {rule: getattr(kernel, rule) for rule in RULES} | others
    bound = FunctionType(source.__code__, names, source.__name__)
    bound.__qualname__ = f"{source.__qualname__}_{game}"
    bound.__module__ = source.__module__
    bound.__doc__ = source.__doc__
    compiled = compiler(cast("F", bound))
    names[source.__name__] = compiled  # for one that calls itself
    return compiled

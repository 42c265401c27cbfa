"""How many files this process may have open: every connection is one."""

from __future__ import annotations

import contextlib
import sys
from typing import Final

if sys.platform != "win32":
    import resource

MOST_FILES: Final = 65_536
"""More are not asked for, and not counted on where there is no limit."""
KEPT_FILES: Final = 128
"""For the database, the bus, logs and whatever libraries open."""


def raise_limit() -> None:
    """Allow this process as many open files as it may allow itself."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _bounded(hard)
        if _bounded(soft) < wanted:
            with contextlib.suppress(ValueError, OSError):  # some systems have another limit below
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_connections() -> int:
    """Return how many connections there may be, so that files remain for everything else."""
    files = MOST_FILES
    if sys.platform != "win32":
        files = _bounded(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    return max(files - KEPT_FILES, files // 2)


def _bounded(limit: int) -> int:
    return MOST_FILES if limit < 0 else min(limit, MOST_FILES)

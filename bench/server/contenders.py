"""Who takes part: our server on each kind of database, the floor below it, and boardgame.io."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.measure import BenchError
from bench.peers.boardgameio.contender import BoardgameIo
from bench.server.floor import Floor
from bench.server.ours import Digsite
from bench.server.process import pinned
from tests.services import Postgres, Redis, postgres_binaries

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.server.club import Contender

OURS: Final = "Digsite, SQLite"
ONE: Final = "Digsite, PostgreSQL and Redis"
TWO: Final = "Digsite, PostgreSQL and Redis, two processes"
PEER: Final = "boardgame.io"


@contextmanager
def contenders(cpu: int) -> Iterator[list[Contender]]:
    """Return all contenders; PostgreSQL and Redis run meanwhile, on this CPU and on the disk."""
    binaries, program = postgres_binaries(), shutil.which("redis-server")
    if binaries is None or program is None:
        message = "PostgreSQL or Redis is missing (Debian: apt-get install postgresql redis-server)"
        raise BenchError(message)
    with ExitStack() as stack, pinned(cpu):
        within = Path(tempfile.gettempdir())
        postgres = stack.enter_context(closing(Postgres(binaries, within)))
        postgres.start()
        one, two = (_services(stack, postgres, program) for _ in range(2))
        taking_part: list[Contender] = [
            Digsite("SQLite"),
            Digsite("PostgreSQL and Redis", 1, environment=one),
            Digsite("PostgreSQL and Redis, two processes", 2, environment=two),
            Floor(),
            BoardgameIo(),
        ]
        for contender in taking_part:
            stack.callback(contender.clear)
        yield taking_part


def _services(stack: ExitStack, postgres: Postgres, program: str) -> dict[str, str]:
    """Return the addresses of a database and a Redis that nobody else uses."""
    redis = stack.enter_context(closing(Redis(program)))
    redis.start()
    return {"DATABASE_URL": postgres.new_database(), "REDIS_URL": redis.url}

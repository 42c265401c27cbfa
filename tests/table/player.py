"""A process that plays at a table until somebody kills it: `python -m tests.table.player LOG`.

It says the number of every event when, and only when, that event is acknowledged.
"""

from __future__ import annotations

import sys
from pathlib import Path

from digsite.core.fair import Fair
from digsite.games import game
from digsite.table import log as logs
from digsite.table.journal import Journal, Vault, read_file
from digsite.table.log import Sitter
from digsite.table.table import new_header
from digsite.table.written import WrittenTable
from tests.table.rooms import SECRET, step


def seated(path: Path) -> WrittenTable:
    """Open the table, or go on with it after a kill."""
    vault = Vault(path.parent / "secrets")
    if not path.exists() or not path.read_bytes():
        header = new_header(game("scarabya"), {}, [Sitter("Ann"), Sitter("Bob")], Fair(SECRET, ("", "n")))
        vault.keep(header.commitment, SECRET)
        return WrittenTable.open(header, SECRET, Journal(path).save)
    Journal(path).mend()
    log = logs.read(read_file(path))
    table = WrittenTable(log, vault.secret(log.header.commitment), Journal(path).save)
    table.go_on()
    return table


def main() -> None:
    path = Path(sys.argv[1])
    table = seated(path)
    while table.course.result() is None:
        step(table, seed=len(table.log.events))
        print(len(table.log.events), flush=True)  # noqa: T201 - this is what the test listens to
    table.close()


if __name__ == "__main__":
    main()

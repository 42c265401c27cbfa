"""A table whose log is written line by line: every line is saved before anything comes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from digsite.table.log import Log, Writer
from digsite.table.table import Plan, Table

if TYPE_CHECKING:
    from digsite.core.names import Seat
    from digsite.table.log import Header

Save: TypeAlias = Callable[[str], None]
"""Makes lines of a log last, or raises."""


class WrittenTable(Table):
    """A game with its log, and `save` for its lines."""

    def __init__(self, log: Log, secret: bytes | None, save: Save) -> None:
        super().__init__(log, secret)
        self._save = save
        self._writer = Writer()
        self._writer.header(log.header)
        for line in log.lines():
            self._writer.line(line)

    @classmethod
    def open(cls, header: Header, secret: bytes, save: Save) -> WrittenTable:
        """Open a new table: save its header and make the draws that come before any move."""
        save(Writer().header(header))
        table = cls(Log(header, (), None), secret, save)
        table.go_on()
        return table

    def do(self, seat: Seat, text: str, seconds: float) -> None:
        """Let a seat move, take back its last move, resign or run out of time; then draw what is due."""
        self._write(self.plan(seat, text, seconds))

    def go_on(self) -> None:
        """Make the draws that are due, where a table was left just before them."""
        self._write(self.plan_draws())

    def close(self) -> None:
        """Write the result and the secret under a game that is over."""
        ending = self.ending()
        if ending is not None and self.log.ending is None:
            self._save(self._writer.fork().ending(ending))
            self.end(ending)

    def _write(self, plan: Plan) -> None:
        """Save all of a plan or nothing."""
        writer = self._writer.fork()
        self._save("".join(writer.event(step.event) for step in plan))
        self._writer = writer
        for step in plan:
            self.step(step.event, step.course)

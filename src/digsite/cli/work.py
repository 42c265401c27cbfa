"""Work that is done beside the terminal, which stays awake and hears Ctrl-C at once."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Generic, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Work(threading.Thread, Generic[T]):
    """One thing to do, in a thread of its own; compiled code lets go of the GIL."""

    def __init__(self, do: Callable[[], T]) -> None:
        super().__init__(daemon=True)
        self._do = do
        self._done: T | None = None
        self._error: BaseException | None = None
        self.start()

    def run(self) -> None:
        """Do it."""
        try:
            self._done = self._do()
        except BaseException as error:  # noqa: BLE001 - handed to whoever waits
            self._error = error

    def takes(self, seconds: float) -> bool:
        """Wait so long at most; tell whether it is still being done."""
        self.join(seconds)
        return self.is_alive()

    def result(self) -> T:
        """Wait for what comes of it, and return or raise that."""
        self.join()
        if self._error is not None:
            raise self._error
        return cast("T", self._done)

"""A house for tests, served over real sockets from a thread of its own."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from digsite.server.app import create_app
from digsite.server.serve import config
from digsite.server.settings import Settings
from digsite.server.site import Site

GENEROUS = {
    "requests_per_minute": 1_000_000,
    "guests_per_hour": 1_000_000,
    "sockets_per_client": 10_000,
    "sockets_per_person": 10_000,
    "messages_per_second": 1_000_000,
    "tables_per_hour": 1_000_000,
    "logs_per_minute": 1_000_000,
    "listed_tables_per_guest": 1_000_000,
    "open_tables_per_guest": 1_000_000,
    "chairs_per_guest": 1_000_000,
    "thinkers": 1,
}
"""Nobody is too fast for a test, unless the test is about that."""


class OpenHouse:
    """A server that runs in this process."""

    def __init__(self, home: Path, **chosen: Any) -> None:
        self.settings = Settings(home=home, **GENEROUS | chosen)
        self._app = create_app(self.settings)
        self._server = uvicorn.Server(config(self._app, self.settings))
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def site(self) -> Site:
        site: Site = self._app.state.site
        return site

    def open(self) -> None:
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            threading.Event().wait(0.01)

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        self._socket.close()


@contextmanager
def open_house(home: Path, **chosen: Any) -> Iterator[OpenHouse]:
    """Open a house with these settings, and close it again."""
    house = OpenHouse(home, **chosen)
    house.open()
    try:
        yield house
    finally:
        house.close()

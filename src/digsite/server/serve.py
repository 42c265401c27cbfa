"""Running the server: one process, or several that share PostgreSQL and Redis."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING, Final

import uvicorn
from pydantic import ValidationError
from uvicorn.supervisors import Multiprocess

from digsite.core.errors import DigsiteError
from digsite.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import FastAPI

MOST_MESSAGE: Final = 64 << 10
"""Bytes of a message from a page."""
GOODBYE: Final = 10
"""Seconds that those who are being served have left when the house closes."""
BACKLOG: Final = 2048


def serve(host: str, port: int, workers: int, say_address: Callable[[str], None]) -> None:
    """Serve until somebody says stop; whoever listens is told before, with the code for a restart."""
    settings = read_settings()
    if workers > 1 and not settings.is_shared:
        raise DigsiteError("many_workers_need_services")
    listening = _listen(host, port)
    running = config("digsite.server.app:create_app", workers)
    name = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host  # noqa: S104 - not bound here
    say_address(f"http://{name}:{listening.getsockname()[1]}")
    if workers > 1:
        Multiprocess(running, sockets=[listening]).run()
    else:
        uvicorn.Server(running).run(sockets=[listening])


def read_settings() -> Settings:
    """Return the settings, or name the one that is wrong."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"]))
        raise DigsiteError("bad_setting", setting=name, why=first["msg"]) from None


def config(app: FastAPI | str, workers: int = 1) -> uvicorn.Config:
    """Return how an application is served, or the factory of that name."""
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        workers=workers,
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=GOODBYE,
        ws_max_size=MOST_MESSAGE,
        ws_per_message_deflate=False,
        forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"),
    )


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise DigsiteError("port_taken", host=host, port=port, why=str(error.strerror)) from error
    listening.listen(BACKLOG)
    listening.set_inheritable(True)
    return listening

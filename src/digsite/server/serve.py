"""Running the server: one process, or several that share PostgreSQL and Redis."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from functools import partial
from typing import TYPE_CHECKING, Final

import uvicorn
from uvicorn.supervisors import Multiprocess

from digsite.core.errors import DigsiteError
from digsite.server.app import key_of, open_store
from digsite.server.connections import Connections
from digsite.server.logs import log_config
from digsite.server.open_files import raise_limit
from digsite.server.protocol import Protocol
from digsite.server.settings import Settings, read_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fastapi import FastAPI

GOODBYE: Final = 10
"""Seconds that those who are being served have left when the house closes."""
BACKLOG: Final = 2048


def serve(host: str, ports: Sequence[int], workers: int, welcome: Callable[[str, int], None]) -> None:
    """Serve at the first port that is free, until somebody says stop.

    `welcome` is told the address and the port; whoever listens at the end, the code for a restart.
    """
    settings = read_settings()
    if workers > 1 and not settings.is_shared:
        raise DigsiteError("many_workers_need_services")
    raise_limit()
    asyncio.run(_rehearse(settings))
    running = config("digsite.server.app:create_app", settings, workers)
    name = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host  # noqa: S104 - not bound here
    with _listen_at_one(host, ports) as listening:
        port = listening.getsockname()[1]
        welcome(f"http://{name}:{port}", port)
        if workers > 1:
            Multiprocess(running, sockets=[listening]).run()
        else:
            uvicorn.Server(running).run(sockets=[listening])


async def _rehearse(settings: Settings) -> None:
    """Open the database once before: what speaks against it is told in a sentence, not by each worker."""
    await (await open_store(settings)).close()
    key_of(settings)


def config(app: FastAPI | str, settings: Settings | None = None, workers: int = 1) -> uvicorn.Config:
    """Return how an application is served, or the factory of that name."""
    settings = settings or read_settings()
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        http=partial(Protocol, Connections(settings)),  # type: ignore[arg-type]
        workers=workers,
        ws="none",  # server/upgrade.py opens sockets
        access_log=False,  # uvicorn's would show addresses and tables: server/access.py has one that does not
        log_config=log_config(settings),
        server_header=False,
        timeout_graceful_shutdown=GOODBYE,
        forwarded_allow_ips=settings.proxies,
    )


def _listen_at_one(host: str, ports: Sequence[int]) -> socket.socket:
    for port in ports[:-1]:
        with contextlib.suppress(DigsiteError):
            return _listen(host, port)
    return _listen(host, ports[-1])


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

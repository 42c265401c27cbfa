"""The application: routes, the guard before them, and a house that opens and closes with it."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from digsite import __version__
from digsite.bus.bus import LocalBus
from digsite.bus.redis import RedisBus
from digsite.core.errors import DigsiteError
from digsite.server.api import HEALTH, ROUTES
from digsite.server.guard import Guard, client_of
from digsite.server.house import LOG, House
from digsite.server.people import COOKIE, People, kept_key
from digsite.server.refusals import refusal, status_of
from digsite.server.settings import Settings
from digsite.server.site import Site
from digsite.server.socket import Connection
from digsite.server.thinkers import Thinkers
from digsite.store.opening import open_postgres, open_sqlite

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

POLICY_VIOLATION: Final = 1008
"""The code with which a socket is closed that should not have come."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application of a house."""
    chosen = settings or Settings()
    app = FastAPI(
        title="Digsite",
        version=__version__,
        description="Tables for three games about digging things up.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(chosen),
    )
    app.include_router(ROUTES)
    app.include_router(HEALTH)
    app.add_api_websocket_route("/api/socket", _socket)
    app.add_exception_handler(DigsiteError, _refused)
    app.add_exception_handler(RequestValidationError, _misunderstood)
    app.add_exception_handler(HTTPException, _not_here)
    app.add_exception_handler(Exception, _went_wrong)
    app.add_middleware(Guard, settings=chosen)
    return app


def _lifespan(settings: Settings):  # type: ignore[no-untyped-def]  # noqa: ANN202 - what FastAPI asks for
    @asynccontextmanager
    async def open_house(app: FastAPI) -> AsyncIterator[None]:
        store = await (
            open_postgres(settings.database_url) if settings.database_url else open_sqlite(settings.home)
        )
        bus = RedisBus(settings.redis_url) if settings.redis_url else LocalBus()
        thinkers = Thinkers(settings.thinkers)
        house = House(store, bus, thinkers, rooms=settings.rooms, is_shared=settings.is_shared)
        people = People(store, settings.key or kept_key(settings.home))
        app.state.site = Site(house, people, settings)
        await house.open()
        yield
        await house.close()

    return open_house


async def _socket(socket: WebSocket) -> None:
    """Let a client hear of tables and do things there, until it goes."""
    site: Site = socket.app.state.site
    client = client_of(socket.scope)
    try:
        site.require_few_sockets(client)
    except DigsiteError as error:
        await socket.close(POLICY_VIOLATION, error.code)
        return
    await socket.accept()
    site.sockets[client] += 1
    person = site.people.of_cookie(socket.cookies.get(COOKIE))
    try:
        await Connection(socket, site.house, site.people, person, site.settings.messages_per_second).run()
    finally:
        site.sockets[client] -= 1


# --- refusals


def _answer(error: DigsiteError) -> JSONResponse:
    return JSONResponse({"error": refusal(error).model_dump()}, status_of(error))


async def _refused(request: Request, error: Exception) -> JSONResponse:
    del request
    return _answer(error if isinstance(error, DigsiteError) else DigsiteError("server_error"))


async def _misunderstood(request: Request, error: Exception) -> JSONResponse:
    del request
    places = error.errors()[0]["loc"] if isinstance(error, RequestValidationError) else ()
    return _answer(DigsiteError("bad_request", where=".".join(map(str, places))))


async def _not_here(request: Request, error: Exception) -> JSONResponse:
    del request
    codes = {404: "not_found", 405: "method_not_allowed"}
    status = error.status_code if isinstance(error, HTTPException) else 500
    code = codes.get(status)
    return _answer(DigsiteError(code) if code else DigsiteError("bad_request", where="body"))


async def _went_wrong(request: Request, error: Exception) -> JSONResponse:
    LOG.error("%s %s went wrong", request.method, request.url.path, exc_info=error)
    return _answer(DigsiteError("server_error"))

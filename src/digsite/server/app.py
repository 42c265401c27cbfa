"""The application: routes, the guard before them, and a house that opens and closes with it."""

from __future__ import annotations

import gc
import logging
import sys
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route

from digsite import __version__
from digsite.bus.bus import LocalBus
from digsite.core.errors import DigsiteError
from digsite.games import GAMES, game
from digsite.server.access import AccessLog
from digsite.server.api import ROUTES
from digsite.server.guard import Guard, log_trouble
from digsite.server.handover import Handover
from digsite.server.health import HEALTH
from digsite.server.house import House
from digsite.server.metrics import METRICS
from digsite.server.opening import Opening
from digsite.server.page import PageRoute
from digsite.server.people import People, found_key, kept_key
from digsite.server.refusals import misunderstood, refused
from digsite.server.rooms import Bounds
from digsite.server.sessions import Sessions
from digsite.server.settings import Settings
from digsite.server.site import Site
from digsite.server.socket import Door
from digsite.server.thinkers import Thinkers
from digsite.store.opening import Precaution, open_postgres, open_sqlite

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Mapping

    from fastapi.telemetry import TelemetryConfig
    from starlette.requests import Request
    from starlette.responses import JSONResponse

    from digsite.bus.bus import Bus
    from digsite.store.store import Store


BACKUPS: Final = "backups"
"""Where those are in the home folder that are made before a migration."""
GC_THRESHOLDS: Final = (20_000, 20, 100)
SWITCH_SECONDS: Final = 0.0002
"""How long the event loop may keep the GIL from the thread that writes, which asks for it several times."""

NO_TELEMETRY: Final[TelemetryConfig] = {"tracing": False, "metrics": False}
"""FastAPI's would show the addresses of tables, which are secrets of those who have the link."""


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
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        lifespan=_lifespan(chosen),
        telemetry=NO_TELEMETRY,
    )
    app.include_router(ROUTES)
    app.include_router(HEALTH)
    app.include_router(METRICS)
    app.router.routes.append(PageRoute())
    app.add_exception_handler(DigsiteError, _refused)
    app.add_exception_handler(RequestValidationError, _misunderstood)
    app.add_exception_handler(HTTPException, _not_here)
    app.add_middleware(Opening)
    app.add_middleware(Guard, settings=chosen, door=Door())
    if chosen.access_log:
        app.add_middleware(AccessLog, settings=chosen)
    return app


def _lifespan(settings: Settings):  # type: ignore[no-untyped-def]  # noqa: ANN202 - what FastAPI asks for
    @asynccontextmanager
    async def open_house(app: FastAPI) -> AsyncIterator[None]:
        store = await open_store(settings)
        key = key_of(settings)
        bus = _bus(settings.redis_url, key)
        thinkers = Thinkers(settings.thinkers)
        rooms = Bounds(settings.rooms, settings.rooms_megabytes << 20)
        shared, limits = settings.is_shared, settings.limits
        house = House(store, bus, thinkers, rooms=rooms, is_shared=shared, limits=limits)
        sessions = Sessions(store.logins, key, days=settings.session_days, is_shared=shared)
        people = People(store, sessions, is_shared=shared)
        handover = Handover(settings.home, bus.process) if shared else None
        app.state.site = site = Site(house, people, sessions, settings, handover)
        _load_rules()
        await house.open()
        site.post.open()
        site.caretaker.open()
        site.eraser.open()
        sessions.open()
        if handover is not None:
            handover.open()
        _spare_garbage_collector()
        sys.setswitchinterval(SWITCH_SECONDS)
        with _counting(site):
            yield
        await site.close()

    return open_house


@contextmanager
def _counting(site: Site) -> Iterator[None]:
    """Count what is logged, where somebody may want to know."""
    root = logging.getLogger()
    if site.settings.metrics:
        root.addHandler(site.logged)
    yield
    root.removeHandler(site.logged)


async def open_store(settings: Settings) -> Store:
    """Open the database that the settings name."""
    url, precaution = settings.database_url, None
    if settings.upgrade_backup:
        precaution = Precaution(settings.home / BACKUPS, settings.key or found_key(settings.home))
    return await (open_postgres(url, precaution) if url else open_sqlite(settings.home, precaution))


def key_of(settings: Settings) -> str:
    """Return what cookies, and messages between processes, are signed with."""
    return settings.key or kept_key(settings.home)


def _bus(url: str, key: str) -> Bus:
    """Return the bus to other processes; Redis takes a while to load, and most houses have one process."""
    if not url:
        return LocalBus()
    from digsite.bus.redis import RedisBus

    return RedisBus(url, key)


def _load_rules() -> None:
    """Have all rules ready before anybody comes; where they are not in the cache, that takes a while."""
    for key in GAMES:
        for _ in game(key).prepare():
            pass


def _spare_garbage_collector() -> None:
    """Let it pass over what was loaded, and look less often: what a move leaves behind has no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


# --- refusals


async def _refused(request: Request, error: Exception) -> JSONResponse:
    """Refuse what the house refuses; where it could not do its work, whoever looks after it hears of it."""
    refusal = error if isinstance(error, DigsiteError) else DigsiteError("server_error")
    log_trouble(request.scope, refusal)
    return _told(request, refusal)


async def _misunderstood(request: Request, error: Exception) -> JSONResponse:
    where = error.errors()[0]["loc"] if isinstance(error, RequestValidationError) else ()
    return _told(request, misunderstood(where))


async def _not_here(request: Request, error: Exception) -> JSONResponse:
    """Refuse what the framework refuses; it takes a body that is too large for one that it cannot read."""
    if isinstance(error.__cause__, DigsiteError):
        return _told(request, error.__cause__)
    match error.status_code if isinstance(error, HTTPException) else None:
        case 404:
            return _told(request, DigsiteError("not_found"))
        case 405:
            return _told(request, DigsiteError("method_not_allowed"), {"allow": _methods(request)})
        case _:
            return _told(request, misunderstood(["body"]))


def _told(request: Request, error: DigsiteError, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Count a refusal, and return it as an answer."""
    site: Site = request.app.state.site
    site.house.counts.refusals[error.code] += 1
    return refused(error, headers)


def _methods(request: Request) -> str:
    """Return what can be done at an address; the framework counts the first route only."""
    routes = (*request.app.routes, *ROUTES.routes, *HEALTH.routes, *METRICS.routes)
    there = [r for r in routes if isinstance(r, Route) and r.matches(request.scope)[0] is not Match.NONE]
    return ", ".join(sorted({method for route in there for method in route.methods or ()}))

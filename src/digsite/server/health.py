"""Whether a process is well, for those who start it and those who send people to it (docs/running.md).

Some load balancers ask with HEAD, which the page would answer otherwise.
"""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Response

from digsite.server.site import Site, TheSite
from digsite.wire.messages import Alive, Health, Refused

HEALTH: Final = APIRouter(responses={"4XX": {"model": Refused, "description": "Refused"}})
NOT_READY: Final[dict[int | str, dict[str, Any]]] = {
    503: {"model": Health, "description": "Not at the moment"}
}


@HEALTH.head("/livez", include_in_schema=False)
@HEALTH.get("/livez")
async def live() -> Alive:
    """Tell that the process answers; whatever else is away, a restart would not help."""
    return Alive()


@HEALTH.head("/readyz", include_in_schema=False)
@HEALTH.get("/readyz", responses=NOT_READY)
async def ready(site: TheSite, response: Response) -> Health:
    """Tell whether the process can serve: database and bus do their work, and it is not about to stop."""
    return await _health(site, response)


@HEALTH.head("/healthz", include_in_schema=False)
@HEALTH.get("/healthz", responses=NOT_READY)
async def health(site: TheSite, response: Response) -> Health:
    """Tell whether the process can serve: another name of `/readyz`."""
    return await _health(site, response)


async def _health(site: Site, response: Response) -> Health:
    database, bus = await site.house.acceptance.is_saving(), site.house.bus.is_up
    is_up = database and bus and not site.is_closing
    response.status_code = 200 if is_up else 503
    return Health(status="up" if is_up else "down", database=database, bus=bus)

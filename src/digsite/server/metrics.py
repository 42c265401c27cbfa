"""`/metrics`: what the process counts, for Prometheus; off unless a setting says who may read it."""

from __future__ import annotations

import hmac
from typing import Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from digsite.core.errors import DigsiteError
from digsite.server.connections import COUNTED_BY, THIS_MACHINE
from digsite.server.settings import LOCAL
from digsite.server.site import TheSite

METRICS: Final = APIRouter(include_in_schema=False)
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""Headers of proxies: whoever asks through one is somewhere else."""


@METRICS.head("/metrics")
@METRICS.get("/metrics")
async def metrics(request: Request, site: TheSite) -> Response:
    """Tell what this process has counted; the library takes a while to load, and most houses never do."""
    _require_reader(request, site.settings.metrics)
    from digsite.server.exposition import CONTENT_TYPE, exposition

    return Response(exposition(site, request.scope.get(COUNTED_BY)), headers={"content-type": CONTENT_TYPE})


def _require_reader(request: Request, allowed: str) -> None:
    """Refuse those who may not read; where nobody elsewhere may, they do not learn that it is there."""
    if not allowed or (allowed == LOCAL and not _is_local(request)):
        raise DigsiteError("not_found")
    if allowed != LOCAL and not _has_token(request, allowed):
        raise DigsiteError("metrics_token")


def _is_local(request: Request) -> bool:
    """Tell whether a program on this machine asks, for itself.

    A proxy on this machine asks for others. uvicorn puts what a trusted proxy says in the place of the
    address, so a request with any such header counts as one from elsewhere.
    """
    host = None if request.client is None else request.client.host
    return host in THIS_MACHINE and not any(header in request.headers for header in FORWARDED)


def _has_token(request: Request, token: str) -> bool:
    scheme, _, shown = request.headers.get("authorization", "").partition(" ")
    return scheme.lower() == "bearer" and hmac.compare_digest(shown.strip().encode(), token.encode())

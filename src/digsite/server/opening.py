"""Opening a table: asked for as often as games begin, so what is well asked for goes a straight way."""

from __future__ import annotations

from http.client import CREATED
from typing import TYPE_CHECKING, Any, Final

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.requests import ClientDisconnect

from digsite.server import doing
from digsite.server.guard import client_of
from digsite.server.refusals import REFUSED
from digsite.server.site import Client, Site, Somebody, TheSite
from digsite.wire.messages import TableOpened, TableWanted
from digsite.wire.raw import encode

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

JSON: Final = "application/json"


class StraightRoute(APIRoute):
    """Reads a request itself where nothing is wrong with it.

    The framework finds out for every request what each argument is and where it comes from. That takes
    longer than to open a table. Whatever looks odd goes its way, so that there is one way to refuse it.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        go_the_whole_way = super().get_route_handler()

        async def answer(request: Request) -> Response:
            site: Site = request.app.state.site
            person, wanted = site.asking(request), await _wanted(request)
            if person is None or wanted is None:
                return await go_the_whole_way(request)
            opened = await open_table(wanted, person, site, client_of(request.scope))
            return Response(encode(opened), CREATED, media_type=JSON)

        return answer


async def _wanted(request: Request) -> TableWanted | None:
    """Return what somebody asks for, where it can be read at once."""
    if request.headers.get("content-type") != JSON:
        return None
    try:
        return TableWanted.model_validate_json(await request.body())
    except (ClientDisconnect, ValidationError):
        return None


OPENING: Final = APIRouter(prefix="/api", responses=REFUSED, route_class=StraightRoute)


@OPENING.post("/tables", status_code=CREATED)
async def open_table(wanted: TableWanted, person: Somebody, site: TheSite, client: Client) -> TableOpened:
    """Open a table and sit down in your own chairs."""
    site.shares.take("tables", client, person)
    owner = await site.people.known(person)
    table = await site.house.open_table(owner, doing.set_up(wanted), wanted.nonce, client)
    return TableOpened(table=table.id)

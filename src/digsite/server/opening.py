"""Opening a table: asked for as often as games begin, so what is well asked for goes a straight way."""

from __future__ import annotations

from collections import deque
from http.client import CREATED
from typing import TYPE_CHECKING, Final

from pydantic import ValidationError
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

from digsite.server import doing
from digsite.server.guard import TABLES, client_of
from digsite.wire.messages import TableOpened, TableWanted
from digsite.wire.raw import encode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from digsite.server.site import Site

JSON: Final = "application/json"


async def open_table(site: Site, wanted: TableWanted, person: str, client: str) -> TableOpened:
    """Open a table for somebody who has not opened too many."""
    site.shares.take("tables", client, person)
    owner = await site.people.known(person)
    table = await site.house.open_table(owner, doing.set_up(wanted), client)
    return TableOpened(table=table.id, commitment=table.commitment)


class Opening:
    """Opens a table where nothing is wrong with the request, and passes on all others.

    The framework finds out for every request what each argument is and where it comes from. That takes
    longer than to open a table. Whatever looks odd goes its way, so that there is one way to refuse it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let others do so."""
        if scope["type"] == "http" and scope["path"] == TABLES and scope["method"] == "POST":
            messages = await _all_of(receive)
            site: Site = scope["app"].state.site
            person, wanted = await site.asking(HTTPConnection(scope)), _wanted(scope, messages)
            if person is not None and wanted is not None:
                opened = await open_table(site, wanted, person, client_of(scope))
                await Response(encode(opened), CREATED, media_type=JSON)(scope, receive, send)
                return
            receive = _again(messages, receive)
        await self._app(scope, receive, send)


async def _all_of(receive: Receive) -> Sequence[Message]:
    """Return a body in the pieces that it came in."""
    messages = [await receive()]
    while messages[-1].get("more_body"):
        messages.append(await receive())
    return messages


def _wanted(scope: Scope, messages: Sequence[Message]) -> TableWanted | None:
    """Return what somebody asks for, where it can be read at once."""
    if Headers(scope=scope).get("content-type") != JSON or messages[-1]["type"] != "http.request":
        return None
    try:
        return TableWanted.model_validate_json(b"".join(message["body"] for message in messages))
    except ValidationError:
        return None


def _again(messages: Sequence[Message], receive: Receive) -> Receive:
    """Let a body be read once more, and then what comes behind it."""
    waiting = deque(messages)

    async def received() -> Message:
        return waiting.popleft() if waiting else await receive()

    return received

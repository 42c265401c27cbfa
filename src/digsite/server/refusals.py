"""The one shape of every refusal: a code that the language files translate, and what its sentence needs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from starlette.responses import JSONResponse

from digsite.core.errors import DigsiteError
from digsite.core.lines import shown
from digsite.wire.messages import Refusal, Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pydantic import JsonValue

TooMuch: TypeAlias = Literal["requests", "guests", "tables", "logs", "sockets", "messages"]

STATUSES: Final = {
    "who_are_you": 401,
    "metrics_token": 401,
    "not_your_seat": 403,
    "not_the_owner": 403,
    "not_seated": 403,
    "not_invited": 403,
    "removed_from_table": 403,
    "foreign_page": 403,
    "foreign_host": 421,
    "unknown_table": 404,
    "not_found": 404,
    "table_gone": 410,
    "method_not_allowed": 405,
    "chair_taken": 409,
    "sits_already": 409,
    "nobody_to_remove": 409,
    "cannot_remove_yourself": 409,
    "cannot_remove_kept": 409,
    "too_many_listed": 409,
    "too_many_open": 409,
    "too_many_chairs": 409,
    "round_over": 409,
    "out_of_time": 409,
    "game_over": 409,
    "game_has_started": 409,
    "game_not_started": 409,
    "game_not_over": 409,
    "not_due": 409,
    "cannot_take_back": 409,
    "too_large": 413,
    "too_fast": 429,
    "server_error": 500,
    "table_damaged": 500,
    "table_newer": 503,
    "store_refuses": 503,
    "store_lost": 503,
    "bus_away": 503,
    "busy": 503,
    "house_full": 503,
}
"""The HTTP status of refusals; that of all others is 400."""


UNREADABLE: Final = ("table_damaged", "table_newer")
"""Refusals of a table whose entries cannot be read: the house tells the log of each such table once."""


def status_of(error: DigsiteError) -> int:
    """Return the HTTP status of a refusal."""
    return STATUSES.get(error.code, 400)


def refusal(error: DigsiteError) -> Refusal:
    """Return a refusal as data; a position that it may carry stays in the house."""
    return Refusal(code=error.code, values={key: _value(value) for key, value in error.values.items()})


def _value(value: object) -> JsonValue:
    if isinstance(value, DigsiteError):
        return refusal(value).model_dump()
    return value if isinstance(value, str | int | bool | None) else str(value)


def refused(error: DigsiteError, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return a refusal as an answer; whoever was too fast is told when to come again."""
    again = {"retry-after": str(error.values["seconds"])} if error.code == "too_fast" else {}
    how = {"www-authenticate": "Bearer"} if error.code == "metrics_token" else {}
    return JSONResponse(
        Refused(error=refusal(error)).model_dump(), status_of(error), {**(headers or {}), **again, **how}
    )


def too_fast(what: TooMuch, wait: float) -> DigsiteError:
    """Return the refusal of too much at once, with the seconds until there may be more of it."""
    seconds = max(1, math.ceil(wait))
    return DigsiteError("too_fast", what=what, seconds=seconds, n=seconds)


def misunderstood(place: Iterable[int | str]) -> DigsiteError:
    """Return the refusal of something that does not have the shape it should have there."""
    return DigsiteError("bad_request", where=".".join(shown(str(part)) for part in place))

"""Moves as a page sends them, read in a microsecond: by a struct made from the model of the message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, Protocol, cast, get_args, get_origin

import msgspec

from digsite.wire.messages import Do, MakeMove

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo


def _struct(model: type[MakeMove | Do], **inner: type[msgspec.Struct | str]) -> type[msgspec.Struct]:
    """Return a struct that takes what a model takes; `inner` are fields that have other types there."""
    fields: list[tuple[str, Any]] = []
    tags: dict[str, str] = {}
    for name, field in model.model_fields.items():
        if name in inner:
            fields.append((name, inner[name]))
        elif get_origin(field.annotation) is Literal:
            tags[name] = get_args(field.annotation)[0]
        else:
            fields.append((name, _type(field)))
    ((tag_field, tag),) = tags.items()
    return msgspec.defstruct(model.__name__, fields, tag_field=tag_field, tag=tag, forbid_unknown_fields=True)


def _type(field: FieldInfo) -> Any:
    """Return the type of a field with its bounds, as msgspec writes them."""
    bounds: dict[str, Any] = {}
    for bound in field.metadata:
        found = {name: getattr(bound, name, None) for name in ("ge", "le", "max_length")}
        found["pattern"] = _whole(getattr(bound, "pattern", None))
        bounds |= {name: value for name, value in found.items() if value is not None}
    return Annotated[field.annotation, msgspec.Meta(**bounds)] if bounds else field.annotation


def _whole(pattern: Any) -> str | None:
    """Return a pattern for the whole text: Python's `$` also matches before a line break at its end."""
    return None if pattern is None else str(pattern).removesuffix("$") + r"\Z"


_MOVE: Final = msgspec.json.Decoder(_struct(Do, deed=_struct(MakeMove), table=str))
"""The table's id is only compared with those that the client watches: there is no pattern to look at."""


class MoveSent(Protocol):
    """A message with a move in it: what the struct and the model have in common."""

    id: int
    table: str
    deed: MakeMove


def read_move(text: bytes) -> MoveSent | None:
    """Return a move that a page sent, or None where a message is something else, or nothing at all."""
    try:
        return cast("MoveSent", _MOVE.decode(text))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None

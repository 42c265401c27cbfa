"""What goes over the wire. Only views have encoders here: a whole position never leaves the house."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from digsite.core.names import View


_set: Final = object.__setattr__


class Data(BaseModel):
    """Data as pages get it: nobody changes it, so that it may be shared, and no field is unheard of."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class LegalMove(Data):
    """A move as the seat that may make it gets it."""

    text: str
    """Its words, split at blanks; no move is the beginning of another."""
    points: int
    """What it brings at once; less than nothing, where it costs points."""


@lru_cache(maxsize=1 << 14)
def legal_move(text: str, points: int) -> LegalMove:
    """Return a move as data; making one anew takes ten times as long as finding it."""
    return LegalMove(text=text, points=points)


D = TypeVar("D", bound=Data)


def assembled(model: type[D], fields: dict[str, Any]) -> D:
    """Return data made of all its fields: what `model_construct` does, which looks for defaults first."""
    data = model.__new__(model)
    _set(data, "__dict__", fields)
    _set(data, "__pydantic_fields_set__", fields.keys())
    _set(data, "__pydantic_extra__", None)
    _set(data, "__pydantic_private__", None)
    return data


def fields_of(view: View) -> dict[str, Any]:
    """Return the fields of a view as Python's own numbers and lists: numpy's are slow to work with."""
    values = [value if isinstance(value, int) else value.tolist() for value in view.tolist()[0]]
    return dict(zip(view.dtype.names or (), values, strict=True))

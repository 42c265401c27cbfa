"""What goes over the wire. Only views have encoders here: a whole position never leaves the house."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from digsite.core.names import View


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


def fields_of(view: View) -> dict[str, Any]:
    """Return the fields of a view as Python's own numbers and lists: numpy's are slow to work with."""
    values = [value if isinstance(value, int) else value.tolist() for value in view.tolist()[0]]
    return dict(zip(view.dtype.names or (), values, strict=True))

"""What goes over the wire. Only views have encoders here: a whole position never leaves the house."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ConfigDict, with_config
from typing_extensions import TypedDict

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

    from digsite.core.names import View


class Data(BaseModel):
    """Data as pages get it: nobody changes it, so that it may be shared, and no field is unheard of."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


shown: Final = with_config(ConfigDict(extra="forbid", use_attribute_docstrings=True))
"""Of what is sent after every move: plain dictionaries are made in no time, models are not."""


@shown
class LegalMove(TypedDict):
    """A move as the seat that may make it gets it."""

    text: str
    """Its words, split at blanks; no move is the beginning of another."""
    points: int
    """What it brings at once; less than nothing, where it costs points."""


def legal_moves(texts: list[str], points: list[int]) -> list[LegalMove]:
    """Return moves as data."""
    return [{"text": text, "points": gain} for text, gain in zip(texts, points, strict=True)]


def span(dtype: np.dtype[Any], field: str) -> slice:
    """Return where a field lies in the bytes of a record."""
    fields: Mapping[str, Any] = dtype.fields or {}
    kind, start, *_ = fields[field]
    return slice(start, start + kind.itemsize)


def fields_of(view: View) -> dict[str, Any]:
    """Return the fields of a view as Python's own numbers and lists: numpy's are slow to work with."""
    values = [value if isinstance(value, int) else value.tolist() for value in view.tolist()[0]]
    return dict(zip(view.dtype.names or (), values, strict=True))

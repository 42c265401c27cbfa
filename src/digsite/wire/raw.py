"""Data as the bytes of its JSON."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from digsite.wire import Data


def _plain(data: Any) -> Any:
    """Return a model as a dictionary: msgspec knows none."""
    if isinstance(data, Data):
        return data.model_dump(mode="json")
    message = f"no data for the wire: {type(data).__name__}"
    raise NotImplementedError(message)


encode: Final = msgspec.json.Encoder(enc_hook=_plain).encode
"""Return the JSON of dictionaries, lists and models."""


FALSE_TRUE: Final = (b"false", b"true")
"""What a byte of a record is that means no or yes."""

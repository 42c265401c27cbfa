"""What is read quickly is what the models read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from digsite.wire.messages import FROM_PAGE, Do, MakeMove
from digsite.wire.reading import read_move

MOVE: dict[str, Any] = {"what": "move", "seat": 1, "round": 5, "move": "go d4", "key": "k-1_Z"}
MESSAGE: dict[str, Any] = {"type": "do", "id": 3, "table": "t" * 22, "deed": MOVE}

NUMBERS = [None, True, -2, -1, 0, 3, 4, 2**31 - 1, 2**31, 1.0]
TEXTS = ["", "x", "y" * 65, "a\n", "é", "t" * 22, "t" * 22 + "\n"]
ODD = st.sampled_from([*NUMBERS, *TEXTS])


WATCHED = MESSAGE["table"]
"""Only moves at a table that a client watches are taken as they are read."""


def as_read(message: bytes) -> dict[str, Any] | None:
    read = read_move(message)
    if read is None or read.table != WATCHED:
        return None
    deed = read.deed
    return {
        "id": read.id,
        "table": read.table,
        "deed": {name: getattr(deed, name) for name in ("seat", "round", "move", "key")},
    }


def as_modelled(message: bytes) -> dict[str, Any] | None:
    try:
        model = FROM_PAGE.validate_json(message)
    except ValidationError:
        return None
    if not isinstance(model, Do) or not isinstance(model.deed, MakeMove) or model.table != WATCHED:
        return None
    return {"id": model.id, "table": model.table, "deed": model.deed.model_dump(exclude={"what"})}


def changes(fields: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.sampled_from([*fields, "more"]), ODD)


@given(changes(MOVE), changes(MESSAGE))
def test_moves_are_read_as_their_model_reads_them(deed: dict[str, Any], message: dict[str, Any]) -> None:
    text = json.dumps(MESSAGE | {"deed": MOVE | deed} | message).encode()
    assert as_read(text) == as_modelled(text)


def test_a_move_is_read() -> None:
    text = json.dumps(MESSAGE).encode()
    assert as_read(text) is not None
    assert as_read(text) == as_modelled(text)


@pytest.mark.parametrize(
    ("where", "value"),
    [
        *(("message", {"id": number}) for number in (-1, 2**31)),
        *(("deed", {"seat": number}) for number in (-1, 4)),
        *(("deed", {"round": number}) for number in (-2, 2**31)),
        *(("deed", {"key": text}) for text in ("", "k" * 65, "k\n")),
        ("deed", {"move": "x" * 201}),
    ],
)
def test_what_is_out_of_bounds_is_no_move(where: str, value: dict[str, Any]) -> None:
    message = MESSAGE | (value if where == "message" else {"deed": MOVE | value})
    assert read_move(json.dumps(message).encode()) is None


@pytest.mark.parametrize("text", [b"", b"{", b"\xff", b"[]", b"null", b'{"type":"do"}', b"[" * 10_000])
def test_everything_else_is_no_move(text: bytes) -> None:
    assert read_move(text) is None

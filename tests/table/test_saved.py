"""The JSON within entries: databases have it, so it stays as it is, letter by letter."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from digsite.table.clock import Clock
from digsite.table.hosted import BROKEN, SET_UP, SITTING, START, Sitting, Start
from digsite.table.log import Header, Sitter
from digsite.table.saved import Form
from digsite.table.set_up import Chair, SetUp
from digsite.table.summary import ABOUT, About, Place

STARTED = datetime(2025, 1, 2, 3, 4, 5, tzinfo=UTC)
SITTERS = (Sitter("Zoë"), Sitter("club", 7))
HEADER = Header("scarab", 1, {}, STARTED, SITTERS, "00ff", ("", "n"), "board full\n", drawn=True)
CHAIRS = (Chair("mine"), Chair("bot", "club"))
SHORT = SetUp("scarab", {"board": "short"}, CHAIRS, Clock("live", 60, 5))
OLD = [
    (
        SET_UP,
        SHORT,
        (
            '{"game":"scarab","options":{"board":"short"},"chairs":[{"kind":"mine","level":null,"name":null,'
            '"person":null},{"kind":"bot","level":"club","name":null,"person":null}],"clock":{"pace":"live",'
            '"seconds":60,"increment":5},"begins":"drawn","listed":false,"starts_when_full":false}'
        ),
    ),
    (SITTING, Sitting("id", "Zoë"), '{"person":"id","name":"Zoë","nonce":""}'),
    (
        START,
        Start((1, 0), HEADER),
        (
            '{"order":[1,0],"header":{"game":"scarab","rules":1,"options":{},"started":"2025-01-02T03:04:05Z",'
            '"sitters":[{"name":"Zoë","bot_seed":null},{"name":"club","bot_seed":7}],"commitment":"00ff",'
            '"nonces":["","n"],"deal":"board full\\n","drawn":true,"line":0}}'
        ),
    ),
]
"""As it was before deals followed today's rules."""
KEPT = [
    (
        SET_UP,
        replace(SHORT, fair=2),
        (
            '{"game":"scarab","options":{"board":"short"},"chairs":[{"kind":"mine","level":null,"name":null,'
            '"person":null},{"kind":"bot","level":"club","name":null,"person":null}],"clock":{"pace":"live",'
            '"seconds":60,"increment":5},"begins":"drawn","listed":false,"starts_when_full":false,"fair":2}'
        ),
    ),
    (
        SITTING,
        Sitting("id", "Zoë", nonce_hash="00ff"),
        '{"person":"id","name":"Zoë","nonce":"","nonce_hash":"00ff","is_void":false}',
    ),
    (
        START,
        Start((1, 0), replace(HEADER, form=2, chairs=(1, 0))),
        (
            '{"order":[1,0],"header":{"game":"scarab","rules":1,"options":{},"started":"2025-01-02T03:04:05Z",'
            '"sitters":[{"name":"Zoë","bot_seed":null},{"name":"club","bot_seed":7}],"commitment":"00ff",'
            '"nonces":["","n"],"deal":"board full\\n","drawn":true,"line":0,"form":2,"where":"server",'
            '"chairs":[1,0]}}'
        ),
    ),
    (BROKEN, (1, 2), "[1,2]"),
    (
        ABOUT,
        About({}, Clock(), (Place("open", None, None),)),
        (
            '{"options":{},"clock":{"pace":"none","seconds":0,"increment":0},'
            '"places":[{"kind":"open","level":null,"name":null}]}'
        ),
    ),
]


@pytest.mark.parametrize(("form", "data", "text"), KEPT)
def test_what_was_kept_is_read_and_written_as_ever(form: Form[object], data: object, text: str) -> None:
    assert form.write(data) == text
    assert form.read(text) == data


@pytest.mark.parametrize(("form", "data", "text"), OLD)
def test_what_was_kept_by_earlier_versions_is_read(form: Form[object], data: object, text: str) -> None:
    assert form.read(text) == data


@pytest.mark.parametrize("text", ["", "{}", '{"person":1,"name":"Ann"}', '{"person":"id"'])
def test_what_nobody_could_have_kept_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        SITTING.read(text)

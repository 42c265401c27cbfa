"""Scarabya in the browser: whole digs by mouse and by keys, in every mode."""

from __future__ import annotations

import pytest

from digsite.core.words import say
from tests.browser.conftest import Visit
from tests.browser.hands import Hands
from tests.browser.scarabya_hands import Keys, Mouse, is_tile
from tests.browser.visitor import Json, Screen, Theme

MINE = {"kind": "mine"}
BOT = {"kind": "bot", "level": "beginner"}
CHAIRS: dict[str, list[Json]] = {"base": [MINE, BOT], "duel": [MINE, BOT], "solo": [MINE]}
AGAIN = {"base": "play.after_rematch", "duel": "play.after_rematch", "solo": "play.after_retry"}


@pytest.mark.parametrize(
    ("mode", "hands"),
    [
        ("base", Mouse),
        ("duel", Keys),
        pytest.param("solo", Mouse, marks=pytest.mark.long),
        pytest.param("base", Keys, marks=pytest.mark.long),
    ],
)
def test_a_whole_dig(visit: Visit, mode: str, hands: type[Hands]) -> None:
    visitor = visit()
    visitor.open_table("scarabya", CHAIRS[mode], options={"mode": mode})
    playing = hands(visitor)
    playing.play_on()
    visitor.page.get_by_role("button", name=say("en", AGAIN[mode])).wait_for()
    laid = playing.log()
    assert len(laid) == len(playing.offered)
    for move, offered in zip(laid, playing.offered, strict=True):
        assert is_tile(move)
        assert move in offered
    visitor.check()


@pytest.mark.parametrize("mode", CHAIRS)
@pytest.mark.parametrize(("screen", "theme"), [("desktop", "light"), ("phone", "dark"), ("small", "light")])
def test_a_table_is_as_it_should_be_on_every_screen(
    visit: Visit, mode: str, screen: Screen, theme: Theme
) -> None:
    visitor = visit(screen=screen, theme=theme, language="de")
    visitor.open_table("scarabya", CHAIRS[mode], options={"mode": mode})
    Mouse(visitor).play_on(2)
    visitor.check()

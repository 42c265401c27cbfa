"""Marajoara in the browser: whole games by pointer and by keys, with every kind of move."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visit
from tests.browser.marajoara_hands import Finger, Keys, MarajoaraHands, Mouse
from tests.browser.visitor import Screen

MINE = {"kind": "mine"}
BOT = {"kind": "bot", "level": "beginner"}
FEW = 16


@pytest.mark.parametrize(("hands", "screen"), [(Mouse, "desktop"), (Finger, "phone"), (Keys, "desktop")])
def test_a_few_steps_against_a_bot(visit: Visit, hands: type[MarajoaraHands], screen: Screen) -> None:
    visitor = visit(screen=screen)
    visitor.open_table("marajoara", [MINE, BOT], begins="first")
    playing = hands(visitor)
    playing.play_on(most=FEW)
    visitor.check()
    assert {"token", "capture"} <= set(playing.kinds)


@pytest.mark.long
@pytest.mark.parametrize(("hands", "screen"), [(Mouse, "desktop"), (Finger, "phone"), (Keys, "desktop")])
def test_a_whole_game_against_a_bot(visit: Visit, hands: type[MarajoaraHands], screen: Screen) -> None:
    visitor = visit(screen=screen)
    visitor.open_table("marajoara", [MINE, BOT], begins="first")
    playing = hands(visitor)
    playing.play_on()
    assert playing.made == playing.log()
    visitor.check()


@pytest.mark.long
@pytest.mark.parametrize("mission", [str(number) for number in range(1, 9)])
def test_every_mission_to_its_end(visit: Visit, mission: str) -> None:
    visitor = visit(theme="dark")
    visitor.open_table("marajoara", [MINE], options={"mission": mission})
    playing = Mouse(visitor)
    playing.play_on()
    assert playing.made == playing.log()
    visitor.check()

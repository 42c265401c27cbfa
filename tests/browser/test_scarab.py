"""SCARAB in the browser: whole games by mouse and by keys, against a bot and against somebody elsewhere."""

from __future__ import annotations

import pytest

from digsite.core.words import say
from tests.browser.conftest import Visit
from tests.browser.hands import Hands
from tests.browser.scarab_hands import Keys, Mouse
from tests.browser.visitor import Screen, Theme, Visitor

MINE = {"kind": "mine"}
BOT = {"kind": "bot", "level": "beginner"}
INVITED = {"kind": "invited"}
SHORT = {"board": "short"}
STARS = SHORT | {"deflection": "yes"}


def is_over(visitor: Visitor) -> None:
    """See that the page says how the game ended, and offers to play on."""
    visitor.page.get_by_role("button", name=say("en", "play.after_rematch")).wait_for()
    visitor.check()


@pytest.mark.parametrize("hands", [Mouse, Keys])
def test_a_game_against_a_bot(visit: Visit, hands: type[Hands]) -> None:
    visitor = visit()
    visitor.open_table("scarab", [MINE, BOT], options=SHORT)
    playing = hands(visitor)
    playing.play_on()
    assert playing.made == playing.log()
    is_over(visitor)


@pytest.mark.long
@pytest.mark.parametrize("screen", ["desktop", "phone"])
@pytest.mark.parametrize("hands", [Mouse, Keys])
def test_a_game_with_stars_on_the_full_board(visit: Visit, hands: type[Hands], screen: Screen) -> None:
    visitor = visit(screen=screen)
    visitor.open_table("scarab", [MINE, BOT], options={"deflection": "yes"})
    playing = hands(visitor)
    playing.play_on()
    assert playing.made == playing.log()
    is_over(visitor)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", ["desktop", "phone", "small"])
def test_a_table_is_as_it_should_be_on_every_screen(visit: Visit, screen: Screen, theme: Theme) -> None:
    visitor = visit(screen=screen, theme=theme, language="fr")
    visitor.open_table("scarab", [MINE, BOT], options=STARS)
    Mouse(visitor).play_on(2)
    visitor.check()


def test_two_play_each_other_through_a_link(visit: Visit) -> None:
    ann, ben = visit(), visit(screen="phone", theme="dark")
    table = ann.open_table("scarab", [MINE, INVITED], options=SHORT)
    link = ann.page.get_by_role("textbox", name=say("en", "play.wait_link")).input_value()
    ben.go(link)
    assert ben.table == table
    ben.page.get_by_role("button", name=say("en", "play.wait_sit"), exact=True).click()
    for visitor in (ann, ben):
        visitor.page.get_by_role("grid").wait_for()
    players = [Mouse(ann), Mouse(ben)]
    for _ in range(6):
        shown = [visitor.get(f"/api/tables/{table}")["game"] for visitor in (ann, ben)]
        due = next(i for i in range(2) if shown[i]["you"]["moves"])
        players[due].play_on(1)
    assert all(hands.made for hands in players)

"""A page that stays: lost connections, a house that falls and comes back, several tabs, another language."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from digsite.core.words import say
from tests.browser.cable import NETWORK, Cable
from tests.browser.conftest import Visit
from tests.browser.hands import PATIENCE, Hands
from tests.browser.scarab_hands import Mouse
from tests.browser.scarabya_hands import SITE
from tests.browser.visitor import BOT, INVITED, MINE, Json, Visitor, visiting
from tests.server.process import Process, serving

SHORT = {"board": "short"}

LOST = say("en", "play.connection_lost")
KEPT = say("en", "play.connection_lost_kept")
MARK = "window.isSame = true"
"""A page that was loaded again does not have it any more."""


def at_a_table(visitor: Visitor) -> Mouse:
    """Sit down to a short game against a bot."""
    visitor.open_table("scarab", [MINE, BOT], options=SHORT)
    visitor.page.evaluate(MARK)
    return Mouse(visitor)


def choose(hands: Hands) -> tuple[str, list[str]]:
    """Return a move that one may make, and all of them."""
    moves = hands.turn()
    return max(moves, key=lambda move: moves[move]), list(moves)


def reachable(hands: Mouse) -> str:
    """Return a square that the priest can go to, once no stone is to be put back."""
    while not (move := choose(hands)[0]).startswith("go"):
        hands.play_on(1)
    return move.split()[-1]


def pick_square(hands: Mouse) -> Locator:
    """Pick a square that the priest can go to, and return it."""
    square = reachable(hands)
    hands.choose(square)
    return hands.page.locator(f'[data-square="{square}"]')


def is_the_same(page: Page) -> bool:
    """Tell whether the page is the one that was marked, never loaded again."""
    return bool(page.evaluate("window.isSame === true"))


def moves_of(visitor: Visitor) -> list[Json]:
    """Return the moves of one's own seat, as the house has them."""
    shown = visitor.look()
    seat = shown["game"]["you"]["seat"]
    return [event for event in shown["game"]["happened"] if event["seat"] == seat and event["deed"] == "move"]


def backs_of(visitor: Visitor) -> int:
    """Return how often a move was taken back, as the house has it."""
    happened = visitor.look()["game"]["happened"]
    return sum(event["deed"] == "back" for event in happened)


def wait_for_moves(visitor: Visitor, count: int) -> None:
    """Wait until the house has heard of so many moves of one's own seat, and see that it hears of no more."""
    wait_for(visitor, lambda: len(moves_of(visitor)) >= count)
    assert len(moves_of(visitor)) == count


def wait_for(visitor: Visitor, arrived: Callable[[], bool]) -> None:
    """Wait until the house has heard of something."""
    until = time.monotonic() + PATIENCE
    while not arrived():
        assert time.monotonic() < until, "it has not arrived"
        visitor.page.wait_for_timeout(20)


def test_a_move_made_without_a_network_is_sent_once_when_it_is_back(visit: Visit) -> None:
    visitor = visit()
    cable = Cable(visitor.page)
    hands = at_a_table(visitor)
    hands.play_on(1)
    move, moves = choose(hands)
    hands.see_beside(visitor.look())  # the page has heard of the bot's move before its line is cut
    visitor.context.set_offline(offline=True)
    cable.cut()
    expect(visitor.page.get_by_text(LOST)).to_be_visible()
    hands.pick(move, moves)
    expect(visitor.page.get_by_text(KEPT)).to_be_visible()
    visitor.check()
    assert len(moves_of(visitor)) == 1
    visitor.context.set_offline(offline=False)
    expect(visitor.page.get_by_text(KEPT)).to_be_hidden()
    wait_for_moves(visitor, 2)
    hands.play_on(1)
    wait_for_moves(visitor, 3)
    assert is_the_same(visitor.page)
    visitor.forgive(*NETWORK)


@pytest.mark.long
def test_a_move_whose_answer_was_lost_is_made_once(visit: Visit) -> None:
    visitor = visit()
    cable = Cable(visitor.page)
    hands = at_a_table(visitor)
    cable.cuts_after = "do"
    hands.play_on(3)
    wait_for_moves(visitor, 3)
    first, again = cable.deeds()[:2]
    assert first == again
    assert is_the_same(visitor.page)
    visitor.forgive(*NETWORK)


@pytest.mark.long
@pytest.mark.parametrize("how", ["cut", "dead"])
def test_a_move_that_is_taken_back_while_the_connection_goes_is_taken_back_once(
    visit: Visit, how: str
) -> None:
    visitor = visit()
    cable = Cable(visitor.page)
    hands = at_a_table(visitor)
    hands.play_on(2)
    hands.turn()
    before = backs_of(visitor)
    cable.cuts_after = "do" if how == "cut" else ""
    cable.is_dead = how == "dead"
    visitor.page.get_by_role("button", name=say("en", "play.take_back"), exact=True).click()
    if cable.is_dead:
        expect(visitor.page.get_by_text(KEPT)).to_be_visible(timeout=20_000)
        cable.is_dead = False
    expect(visitor.page.get_by_text(KEPT)).to_be_hidden()
    wait_for(visitor, lambda: backs_of(visitor) > before)
    hands.play_on(1)
    assert backs_of(visitor) == before + 1
    deeds = [deed["key"] for deed in cable.deeds() if deed["what"] == "take_back"]
    assert len(set(deeds)) == 1
    assert len(deeds) > 1
    assert is_the_same(visitor.page)
    visitor.forgive(*NETWORK)


@pytest.mark.long
def test_what_is_picked_outlives_a_lost_connection(visit: Visit) -> None:
    visitor = visit()
    cable = Cable(visitor.page)
    hands = at_a_table(visitor)
    square = pick_square(hands)
    cable.heard.clear()
    cable.cut()
    cable.wait_for("news")
    expect(square).to_have_attribute("aria-selected", "true")
    hands.main_button().click()
    wait_for_moves(visitor, 1)
    visitor.forgive(*NETWORK)


@pytest.mark.long
def test_a_line_that_went_dead_without_a_word_is_found_out(visit: Visit) -> None:
    visitor = visit()
    cable = Cable(visitor.page)
    hands = at_a_table(visitor)
    move, moves = choose(hands)
    cable.is_dead = True
    hands.pick(move, moves)
    expect(visitor.page.get_by_text(KEPT)).to_be_visible(timeout=20_000)
    cable.is_dead = False
    wait_for_moves(visitor, 1)
    hands.play_on(2)
    wait_for_moves(visitor, 3)
    visitor.forgive(*NETWORK)


@pytest.mark.long
def test_a_house_that_falls_in_the_middle_of_a_game(browser: Browser, tmp_path: Path) -> None:
    house = Process(tmp_path / "house")
    with serving(house), visiting(browser, house.url) as visitor:
        hands = at_a_table(visitor)
        hands.play_on(2)
        square = reachable(hands)
        made = len(moves_of(visitor))
        house.kill()
        expect(visitor.page.get_by_text(LOST)).to_be_visible()
        hands.choose(square)
        hands.main_button().click()
        expect(visitor.page.get_by_text(KEPT)).to_be_visible()
        house.start()
        house.wait()
        expect(visitor.page.get_by_text(KEPT)).to_be_hidden()
        wait_for_moves(visitor, made + 1)
        hands.play_on(1)
        wait_for_moves(visitor, made + 2)
        assert is_the_same(visitor.page)
        visitor.forgive(*NETWORK)


@pytest.mark.long
def test_a_house_that_falls_again_and_again_until_the_game_is_over(browser: Browser, tmp_path: Path) -> None:
    house = Process(tmp_path / "house")
    with serving(house), visiting(browser, house.url) as visitor:
        hands = at_a_table(visitor)
        for _ in range(3):
            hands.play_on(2)
            house.kill()
            house.start()
            house.wait()
        hands.play_on()
        assert hands.made == hands.log()
        visitor.page.get_by_role("button", name=say("en", "play.after_rematch")).wait_for()
        assert is_the_same(visitor.page)
        visitor.forgive(*NETWORK)


def test_two_tabs_of_one_person_agree(visit: Visit) -> None:
    visitor = visit()
    hands = at_a_table(visitor)
    other = visitor.context.new_page()
    other.goto(f"/table/{visitor.table}")
    hands.play_on(2)
    hands.turn()
    told = len(visitor.look()["game"]["happened"])
    lines = [page.get_by_role("tabpanel").get_by_role("listitem") for page in (visitor.page, other)]
    for those in lines:
        expect(those).to_have_count(told)
    assert lines[0].all_inner_texts() == lines[1].all_inner_texts()
    expect(visitor.page).to_have_title(re.compile(say("en", "play.your_turn")))
    expect(other).to_have_title(re.compile(say("en", "play.your_turn")))


@pytest.mark.long
def test_a_tab_hears_that_another_has_made_one_somebody(visit: Visit) -> None:
    ann, ben = visit(), visit()
    ann.open_table("scarab", [MINE, INVITED], options=SHORT, starts_when_full=False)
    link = ann.link
    ben.go(link)
    other = ben.context.new_page()
    other.goto(link)
    sit = say("en", "play.wait_sit")
    other.get_by_role("button", name=sit, exact=True).wait_for()
    ben.page.get_by_role("textbox", name=say("en", "page.name")).fill("Ben")
    ben.page.get_by_role("button", name=sit, exact=True).click()
    for page in (ben.page, other):
        expect(page.get_by_text(say("en", "play.wait_full_seated"))).to_be_visible()
        expect(page.get_by_role("banner")).to_contain_text("Ben")


def change_language(page: Page, before: str, after: str) -> None:
    page.get_by_role("combobox", name=say(before, "page.language")).select_option(after)
    expect(page.locator("html")).to_have_attribute("lang", after)


@pytest.mark.long
def test_the_language_changes_and_what_is_picked_stays(visit: Visit) -> None:
    visitor = visit()
    hands = at_a_table(visitor)
    square = pick_square(hands)
    for before, after in ("en", "fr"), ("fr", "nl"), ("nl", "de"):
        change_language(visitor.page, before, after)
        expect(square).to_have_attribute("aria-selected", "true")
        expect(visitor.page.get_by_role("button", name=say(after, "play.resign"))).to_be_visible()
        expect(visitor.page).to_have_title(re.compile(say(after, "play.your_turn")))
    visitor.page.get_by_role("combobox", name=say("de", "page.theme")).select_option("night")
    expect(square).to_have_attribute("aria-selected", "true")
    visitor.check()
    hands.main_button().click()
    wait_for_moves(visitor, 1)
    assert is_the_same(visitor.page)


@pytest.mark.long
def test_the_language_changes_with_a_tile_in_hand(visit: Visit) -> None:
    visitor = visit()
    visitor.open_table("scarabya", [MINE, BOT])
    visitor.page.locator(SITE).focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("button", name=say("en", "scarabya.page_lay"))).to_be_enabled()
    change_language(visitor.page, "en", "de")
    visitor.page.get_by_role("combobox", name=say("de", "page.theme")).select_option("night")
    lay = visitor.page.get_by_role("button", name=say("de", "scarabya.page_lay"))
    expect(lay).to_be_enabled()
    lay.click()
    wait_for_moves(visitor, 1)


@pytest.mark.long
def test_a_language_that_cannot_be_fetched_now_is_fetched_later(visit: Visit) -> None:
    visitor = visit()
    at_a_table(visitor)
    choice = visitor.page.get_by_role("combobox", name=say("en", "page.language"))
    visitor.context.set_offline(offline=True)
    choice.select_option("fr")
    expect(visitor.page.get_by_text(say("en", "page.language_later"))).to_be_visible()
    expect(choice).to_have_value("en")
    visitor.context.set_offline(offline=False)
    change_language(visitor.page, "en", "fr")
    visitor.forgive(*NETWORK)

"""Fair deals in the browser: pages seal, hide and show by themselves, and check the house afterwards."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from digsite.core.words import LANGUAGES, say
from tests.browser.conftest import Visit
from tests.browser.visitor import BOT, INVITED, MINE, Visitor

SHORT = {"board": "short"}
LIVE = {"pace": "live", "seconds": 600}
HEADINGS = """() => {
    window.headings = [];
    const note = () => {
        const found = document.querySelector('h1');
        if (found) window.headings.push(found.textContent);
    };
    new MutationObserver(note).observe(document, {childList: true, subtree: true, characterData: true});
}"""
"""Notes every headline that a page has shown."""


def invite(ann: Visitor, ben: Visitor, **rest: Any) -> str:
    """Let Ann open a table and Ben sit down there by the link, each by their own page; return the link."""
    ann.open_table("scarab", [MINE, INVITED], **({"options": SHORT} | rest))
    link = ann.link
    ben.go(link)
    button(ben, "play.wait_sit").click()
    return link


def button(visitor: Visitor, key: str) -> Any:
    return visitor.page.get_by_role("button", name=visitor.words(key), exact=True)


def text(visitor: Visitor, key: str, **values: Any) -> Any:
    return visitor.page.get_by_text(visitor.words(key, **values))


def plays(visitor: Visitor) -> None:
    """Wait until the game is on the screen."""
    expect(button(visitor, "play.resign")).to_be_visible()


def give_up(visitor: Visitor) -> None:
    button(visitor, "play.resign").click()
    visitor.page.get_by_role("dialog").get_by_role(
        "button", name=visitor.words("play.resign"), exact=True
    ).click()


def is_away(visitor: Visitor) -> None:
    """Close the page of a table, but not the browser."""
    visitor.page.goto("/rules/scarab")


def test_a_game_starts_by_itself_and_both_browsers_check_it(visit: Visit) -> None:
    ann, ben = visit(), visit()
    invite(ann, ben)
    for visitor in (ann, ben):
        plays(visitor)
    give_up(ann)
    for visitor in (ann, ben):
        expect(text(visitor, "play.after_fair_yes")).to_be_visible()
        expect(text(visitor, "play.after_fair_part")).to_be_visible()
        visitor.check()
    nonces = ann.get(f"/api/tables/{ann.table}/fairness")["nonces"]
    assert len({*nonces}) == 2
    assert all(nonces)


@pytest.mark.parametrize("language", [pytest.param(code, marks=pytest.mark.long) for code in LANGUAGES])
def test_the_panel_is_for_everybody(visit: Visit, language: str) -> None:
    visitor = visit(language=language, screen="small", theme="dark")
    visitor.go(f"/table/{visitor.unseated('scarab', [MINE, BOT], options=SHORT)}")
    give_up(visitor)
    expect(text(visitor, "play.after_fair_yes")).to_be_visible()
    visitor.page.locator("summary", has_text=visitor.words("play.after_fair_numbers")).click()
    visitor.check()


def test_a_browser_that_has_forgotten_has_the_word_of_the_house_alone(visit: Visit) -> None:
    ann, ben = visit(), visit()
    invite(ann, ben)
    plays(ben)
    ben.page.evaluate("localStorage.clear()")
    ben.page.reload()
    plays(ben)
    give_up(ann)
    expect(text(ann, "play.after_fair_yes")).to_be_visible()
    expect(text(ben, "play.after_fair_unknown_about")).to_be_visible()
    expect(text(ben, "play.after_fair_yes")).to_have_count(0)
    ben.check()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"secret": "00" * 32}, "wrong_seal"),
        ({"set_up": "game scarab\n"}, "wrong_seal"),
        ({"nonces": ["sand", "sand"]}, "wrong_part"),
    ],
)
def test_a_house_that_changes_something_is_caught(
    visit: Visit, change: dict[str, Any], complaint: str
) -> None:
    visitor = visit()

    def lie(route: Route) -> None:
        route.fulfill(json=route.fetch().json() | change)

    visitor.page.route("**/fairness", lie)
    visitor.go(f"/table/{visitor.unseated('scarab', [MINE, BOT], options=SHORT)}")
    give_up(visitor)
    warning = visitor.page.get_by_role("alert").filter(has_text=say("en", "play.after_fair_no"))
    expect(warning).to_contain_text(say("en", f"play.after_fair_{complaint}"))
    expect(warning.get_by_role("link", name=say("en", "play.after_log"))).to_be_visible()
    visitor.check()


def test_one_click_against_a_bot_shows_no_waiting_page(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.page.evaluate(HEADINGS)
    door = visitor.page.get_by_role("article", name=say("en", "scarab.name"), exact=True)
    door.get_by_role("button", name=say("en", "home.play_bot")).click()
    plays(visitor)
    seen = visitor.page.evaluate("window.headings")
    assert say("en", "scarab.name") in seen
    assert say("en", "play.wait_title", game=say("en", "scarab.name")) not in seen


def test_whoever_comes_back_to_a_table_of_their_own_is_seated(visit: Visit) -> None:
    visitor = visit()
    visitor.go(f"/table/{visitor.unseated('scarab', [MINE, INVITED])}")
    expect(text(visitor, "play.wait_missing", n=1)).to_be_visible()
    places = visitor.look()["table"]["places"]
    assert [place["nonce"] for place in places] == ["hidden", None]


def test_whoever_comes_back_shows_their_part_then(visit: Visit) -> None:
    ann, ben = visit(), visit()
    link = invite(ann, ben, starts_when_full=False, clock=LIVE)
    expect(text(ben, "play.wait_full_seated")).to_be_visible()
    name = ben.look()["table"]["places"][1]["name"]
    is_away(ben)
    button(ann, "play.wait_start").click()
    expect(text(ann, "play.wait_part", n=1, names=name)).to_be_visible()
    expect(ann.page.get_by_role("timer")).to_be_visible()
    ann.check()
    ben.go(link)
    for visitor in (ann, ben):
        plays(visitor)


def test_a_start_that_was_broken_off_is_told_before_and_after_the_game(visit: Visit) -> None:
    ann, ben = visit(), visit(screen="phone")
    link = invite(ann, ben, starts_when_full=False)
    expect(text(ben, "play.wait_full_seated")).to_be_visible()
    table, name = ben.table, ben.look()["table"]["places"][1]["name"]
    is_away(ben)
    button(ann, "play.wait_start").click()
    expect(text(ann, "play.wait_part", n=1, names=name)).to_be_visible()
    ben.post(f"/api/tables/{table}/deeds", {"what": "stand"})
    told = ann.page.get_by_text(f"The part of {name} in the shuffle was missing")
    expect(told).to_be_visible()
    ann.check()
    ben.go(link)
    expect(ben.page.get_by_text(f"The part of {name} in the shuffle was missing")).to_be_visible()
    button(ben, "play.wait_sit").click()
    button(ann, "play.wait_start").click()
    plays(ben)
    give_up(ben)
    for visitor in (ann, ben):
        expect(text(visitor, "play.after_fair_yes")).to_be_visible()
        expect(visitor.page.get_by_text(f"The part of {name} in the shuffle was missing")).to_be_visible()


def test_whoever_has_lost_their_part_sits_down_again(visit: Visit) -> None:
    ann, ben = visit(), visit(screen="phone")
    invite(ann, ben, starts_when_full=False)
    expect(text(ben, "play.wait_full_seated")).to_be_visible()
    ben.page.evaluate("localStorage.clear()")
    ben.page.reload()
    expect(text(ben, "play.part_lost")).to_be_visible()
    ben.check()
    button(ben, "play.part_sit_again").click()
    expect(text(ben, "play.part_lost")).to_have_count(0)
    button(ann, "play.wait_start").click()
    plays(ben)
    give_up(ann)
    expect(text(ben, "play.after_fair_yes")).to_be_visible()


def test_a_rematch_takes_one_click_of_each(visit: Visit) -> None:
    ann, ben = visit(), visit()
    invite(ann, ben)
    plays(ann)
    give_up(ann)
    first = ann.table
    button(ann, "play.after_rematch").click()
    button(ben, "play.after_join").click()
    for visitor in (ann, ben):
        plays(visitor)
        assert visitor.table != first
    give_up(ben)
    expect(text(ann, "play.after_fair_yes")).to_be_visible()

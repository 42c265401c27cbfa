"""The house as people first see it: in every language, by day and by night, on every screen."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import expect

from digsite.core.words import LANGUAGES, say
from digsite.games import GAMES
from tests.browser.conftest import Visit
from tests.browser.visitor import BOT, MINE, Screen, Theme, Visitor

PAGES = ["/", "/replay", *(f"/{place}/{game}" for place in ("play", "rules") for game in GAMES)]
NAMES = {"light": "noon", "dark": "night"}
FORBIDDEN = """Object.defineProperty(window, 'localStorage', {
    get() { throw new DOMException('nothing is kept here', 'SecurityError'); },
})"""
"""What browsers do whose owners forbid pages to keep anything."""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_opens_in_every_language_by_day_and_night(
    visit: Visit, language: str, theme: Theme
) -> None:
    visitor = visit(language=language, theme=theme)
    visitor.go("/")
    assert visitor.page.locator("html").get_attribute("lang") == language
    assert visitor.page.get_by_role("heading", level=1).inner_text() == say(language, "home.title")
    assert visitor.page.locator("html").get_attribute("data-theme") == NAMES[theme]
    visitor.check()


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(
    ("screen", "theme", "language"),
    [
        ("desktop", "light", "en"),
        ("desktop", "dark", "nl"),
        ("phone", "dark", "fr"),
        ("small", "light", "de"),
    ],
)
def test_every_page_is_as_it_should_be_on_every_screen(
    visit: Visit, path: str, screen: Screen, theme: Theme, language: str
) -> None:
    visitor = visit(screen=screen, theme=theme, language=language)
    visitor.go(path)
    visitor.check()


def test_a_choice_of_theme_and_language_is_kept(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/")
    html = visitor.page.locator("html")
    visitor.page.get_by_role("combobox", name=say("en", "page.theme")).select_option("night")
    visitor.page.get_by_role("combobox", name=say("en", "page.language")).select_option("fr")
    visitor.page.get_by_role("heading", name=say("fr", "home.title")).wait_for()
    visitor.page.reload()
    visitor.page.get_by_role("heading", name=say("fr", "home.title")).wait_for()
    assert (html.get_attribute("data-theme"), html.get_attribute("lang")) == ("night", "fr")


@pytest.mark.parametrize(("name", "board"), [("Scarabya", "application"), ("SCARAB", "grid")])
def test_a_first_visit_is_one_click_from_a_game(
    visit: Visit, name: str, board: Literal["application", "grid"]
) -> None:
    visitor = visit()
    visitor.go("/")
    door = visitor.page.get_by_role("article", name=name, exact=True)
    door.get_by_role("button", name=say("en", "home.play_bot")).click()
    visitor.page.get_by_role(board).wait_for()
    visitor.check()


@pytest.mark.parametrize("screen", ["desktop", pytest.param("small", marks=pytest.mark.long)])
def test_friends_are_invited_to_as_many_chairs_as_one_chooses(visit: Visit, screen: Screen) -> None:
    visitor = visit(screen=screen)
    visitor.go("/")
    door = visitor.page.get_by_role("article", name="Scarabya", exact=True)
    door.get_by_role("button", name=say("en", "home.invite")).click()
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog.get_by_role("radio")).to_have_count(3)
    visitor.check()
    dialog.get_by_role("radio", name="3").check()
    dialog.get_by_role("button", name=say("en", "home.open_table")).click()
    expect(visitor.page.get_by_text(say("en", "play.wait_missing", n=2))).to_be_visible()
    expect(visitor.page.get_by_text(say("en", "play.wait_chair_invited"))).to_have_count(2)


@pytest.mark.parametrize("path", ["/nowhere", "/play/chess", "/table/short", "/rules/chess"])
def test_an_address_that_leads_nowhere_has_a_way_on(visit: Visit, path: str) -> None:
    visitor = visit()
    visitor.go(path)
    visitor.page.get_by_role("heading", name=say("en", "page.lost")).wait_for()
    visitor.check()
    visitor.page.get_by_role("link", name=say("en", "page.to_home")).click()
    visitor.page.get_by_role("heading", name=say("en", "home.title")).wait_for()


# --- help and hints


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_question_mark_opens_the_help_wherever_one_is(visit: Visit, theme: Theme) -> None:
    visitor = visit(theme=theme)
    page, dialog = visitor.page, visitor.page.get_by_role("dialog")
    visitor.go("/")
    page.get_by_role("button", name=say("en", "page.help")).wait_for()  # the header is drawn last
    page.keyboard.press("?")
    expect(dialog.get_by_role("heading", name=say("en", "page.help_everywhere"))).to_be_visible()
    visitor.check()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    visitor.open_table("scarabya", [MINE, BOT])
    page.keyboard.press("?")
    expect(dialog.get_by_text(say("en", "scarabya.page_key_flip"))).to_be_visible()
    visitor.check()
    page.keyboard.press("?")
    expect(dialog).to_be_hidden()
    page.get_by_role("tab", name=say("en", "play.tab_chat")).click()
    page.get_by_role("textbox", name=say("en", "play.say")).press("?")
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize("game", GAMES)
def test_the_first_table_of_a_game_says_what_to_do_first(visit: Visit, game: str) -> None:
    visitor = visit(screen="small")
    page = visitor.page
    hint = page.get_by_role("region", name=say("en", "play.hint"), exact=True)
    visitor.open_table(game, [MINE, BOT], begins="first")
    expect(hint).to_contain_text(say("en", f"{game}.page_hint_1"))
    expect(hint).to_be_in_viewport()
    visitor.check()
    hint.get_by_role("button", name=say("en", "play.hint_next")).click()
    expect(hint).to_contain_text(say("en", f"{game}.page_hint_2"))
    hint.get_by_role("button", name=say("en", "play.hint_never")).click()
    expect(hint).to_have_count(0)
    page.reload()
    expect(page.locator("[aria-keyshortcuts=Enter]")).to_be_visible()
    expect(hint).to_have_count(0)
    page.get_by_role("button", name=say("en", "page.help"), exact=True).click()
    page.get_by_role("checkbox", name=say("en", "page.help_hints")).check()
    page.keyboard.press("Escape")
    expect(hint).to_contain_text(say("en", f"{game}.page_hint_1"))


@pytest.mark.parametrize("path", PAGES[1:])
def test_whatever_a_page_asks_for_was_announced_with_it(visit: Visit, path: str) -> None:
    see_announced(visit(language="fr"), path)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_table_asks_for_was_announced_with_it(visit: Visit, game: str) -> None:
    visitor = visit(language="nl")
    table = visitor.new_table(game, [MINE, BOT])
    for path in (f"/table/{table}", f"/table/{table}/replay"):
        see_announced(visitor, path)


def see_announced(visitor: Visitor, path: str) -> None:
    """Open a page, and see that all its scripts were named by the page itself, and came once."""
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    answer = visitor.page.goto(path, wait_until="networkidle")
    assert answer is not None
    sent = answer.headers["link"] + answer.text()
    scripts = [url.partition("/assets/")[2] for url in asked if url.endswith(".js")]
    assert len(scripts) == len(set(scripts)) > 1
    assert [name for name in scripts if name not in sent] == []


def test_the_house_is_told_which_language_one_chose(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.page.get_by_role("combobox", name=say("en", "page.language")).select_option("de")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    visitor.context.clear_cookies(name="digsite-language")
    visitor.page.reload(wait_until="networkidle")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    answer = visitor.page.reload()  # a browser may forget the cookie, but not the choice
    assert answer is not None
    assert "/de-" in answer.headers["link"]


def test_a_browser_that_keeps_nothing_still_plays(visit: Visit) -> None:
    visitor = visit()
    visitor.context.add_init_script(FORBIDDEN)
    visitor.open_table("scarab", [MINE, BOT], begins="first")
    expect(visitor.page.locator("[data-square]")).to_have_count(100)
    visitor.page.get_by_role("combobox", name=say("en", "page.theme")).select_option("night")
    expect(visitor.page.locator("html")).to_have_attribute("data-theme", "night")

"""The lobby in the browser: one finds the table that one looks for, and owners keep theirs in order."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from digsite.core.words import LANGUAGES, say
from tests.browser.conftest import Visit
from tests.browser.visitor import INVITED, MINE, Json, Screen, Visitor

OPEN: Final[Json] = {"kind": "open"}
DAYS: Final[Json] = {"pace": "days", "seconds": 86_400}
PAGE: Final = 24
"""Tables in a page of the list."""


def open_listed(visitor: Visitor, name: str, game: str, chairs: int, clock: Json | None = None) -> str:
    """Open a table in the list, as a new guest."""
    rest = {} if clock is None else {"clock": clock}
    return visitor.new_table(game, [MINE, *[OPEN] * (chairs - 1)], name, listed=True, **rest)


def open_tables(visitor: Visitor) -> Locator:
    """Return the links of the list of open tables."""
    title = visitor.page.get_by_role("heading", name=visitor.words("home.open_tables"), exact=True)
    return visitor.page.locator("section").filter(has=title).get_by_role("link")


def look_for(visitor: Visitor, **wanted: str) -> None:
    """Choose what to look for, with the keyboard alone."""
    filters = visitor.page.get_by_role("search", name=visitor.words("home.filter"))
    if not filters.is_visible():
        visitor.page.locator("summary", has_text=visitor.words("home.filter")).press("Enter")
    for key, text in wanted.items():
        choice = filters.get_by_role("combobox", name=visitor.words(f"home.filter_{key}"), exact=True)
        choice.select_option(label=text)


@pytest.mark.parametrize(
    ("screen", "language"),
    [("small", "en"), *(pytest.param("phone", code, marks=pytest.mark.long) for code in LANGUAGES)],
)
def test_one_finds_the_table_one_looks_for(visit: Visit, screen: Screen, language: str) -> None:
    host, guest, who = visit(), visit(screen=screen, language=language), f"{screen} {language}"
    open_listed(host, f"Ann {who}", "scarab", 2)
    open_listed(host, f"Ben {who}", "scarab", 3, DAYS)
    open_listed(host, f"Cas {who}", "scarabya", 3, DAYS)
    guest.go("/")
    game, pace = guest.words("scarab.name"), guest.words("home.pace_days")
    look_for(guest, game=game, pace=pace, chairs="3")
    links = open_tables(guest)
    expect(links.filter(has_text=f"Ben {who}")).to_have_count(1)
    expect(links.filter(has_text=f"Ann {who}")).to_have_count(0)
    expect(links.filter(has_text=f"Cas {who}")).to_have_count(0)
    guest.check()
    look_for(guest, variant=capital(guest.words("scarab.option_board_short")))
    expect(guest.page.get_by_role("status").filter(has_text=guest.words("home.none_fits"))).to_be_visible()
    guest.check()
    guest.page.get_by_role("button", name=guest.words("home.filter_reset"), exact=True).click()
    for name in ("Ann", "Ben", "Cas"):
        expect(links.filter(has_text=f"{name} {who}")).to_have_count(1)


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


def test_a_long_list_is_read_on_with_the_keyboard(visit: Visit) -> None:
    host, guest = visit(), visit()
    for number in range(PAGE + 2):
        open_listed(host, f"Host {number}", "marajoara", 4, DAYS)
    guest.go("/")
    look_for(guest, game=say("en", "marajoara.name"), pace=say("en", "home.pace_days"), chairs="4")
    links = open_tables(guest)
    expect(links).to_have_count(PAGE)
    more = guest.page.get_by_role("button", name=say("en", "home.more_open"))
    more.press("Enter")
    expect(links).to_have_count(PAGE + 2)
    expect(links.nth(PAGE)).to_be_focused()
    expect(more).to_have_count(0)
    guest.check()


@pytest.mark.parametrize(
    ("screen", "language"),
    [("small", "en"), *(pytest.param("phone", code, marks=pytest.mark.long) for code in LANGUAGES)],
)
def test_an_owner_removes_somebody_who_then_reads_why(visit: Visit, screen: Screen, language: str) -> None:
    ann, ben = visit(screen=screen, language=language), visit(screen=screen, language=language)
    ann.open_table("scarab", [MINE, INVITED, INVITED])
    link = ann.link
    ben.sit_down(link, "Ben")
    expect(ben.page.get_by_text(ben.words("play.wait_you_sit"))).to_be_visible()
    remove = ann.page.get_by_role("listitem").filter(has_text="Ben").get_by_role("button")
    remove.click()
    dialog = ann.page.get_by_role("dialog", name=ann.words("play.wait_remove_title", name="Ben"))
    ann.check()
    dialog.get_by_role("button", name=ann.words("play.wait_remove_keep"), exact=True).click()
    expect(dialog).to_be_hidden()
    expect(ann.page.get_by_text("Ben", exact=True)).to_be_visible()
    remove.click()
    dialog.get_by_role("button", name=ann.words("play.wait_remove"), exact=True).click()
    expect(ann.page.get_by_text(ann.words("play.wait_chair_invited"))).to_have_count(2)
    expect(ben.page.get_by_text(ben.words("play.wait_removed"))).to_be_visible()
    expect(ben.page.get_by_role("button", name=ben.words("play.wait_sit"), exact=True)).to_have_count(0)
    ben.check()
    ben.go(link)
    expect(ben.page.get_by_text(ben.words("play.wait_removed"))).to_be_visible()

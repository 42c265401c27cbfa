"""Who somebody is in the browser: logging out here and everywhere, and the way back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from digsite.core.words import LANGUAGES
from tests.browser.conftest import Visit
from tests.browser.visitor import INVITED, MINE, Visitor


def who(visitor: Visitor) -> Locator:
    """Open the dialog that says who one is."""
    visitor.page.get_by_role("button", name=visitor.words("page.who")).click()
    return visitor.page.get_by_role("dialog", name=visitor.words("page.who"))


def asked(visitor: Visitor, key: str) -> Locator:
    """Press a button that asks once more, and return what asks."""
    who(visitor).get_by_role("button", name=visitor.words(key)).press("Enter")
    return visitor.page.get_by_role("dialog", name=visitor.words(key))


def press(visitor: Visitor, dialog: Locator, key: str) -> None:
    dialog.get_by_role("button", name=visitor.words(key), exact=True).click()


def type_code(visitor: Visitor, code: str) -> None:
    dialog = who(visitor)
    dialog.get_by_label(visitor.words("page.enter_code")).fill(code)
    with visitor.page.expect_navigation():
        press(visitor, dialog, "page.use_code")


def is_called(visitor: Visitor, name: str) -> None:
    expect(visitor.page.get_by_role("button", name=visitor.words("page.who"))).to_contain_text(name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_logs_out_here_leaves_nothing_behind(visit: Visit, language: str) -> None:
    visitor = visit(language=language, screen="small")
    visitor.post("/api/me", {"name": "Anna"})
    visitor.go("/")
    dialog = asked(visitor, "page.log_out_here")
    expect(dialog).to_contain_text(visitor.words("page.log_out_here_warning"))
    visitor.check()
    press(visitor, dialog, "page.make_code")
    code = dialog.get_by_role("status").locator("output").inner_text()
    press(visitor, dialog, "page.log_out_stay")
    is_called(visitor, "Anna")
    visitor.page.get_by_role("button", name=visitor.words("page.log_out_here")).click()
    with visitor.page.expect_navigation():
        press(visitor, dialog, "page.log_out")
    is_called(visitor, visitor.words("page.nobody_yet"))
    assert [
        cookie for cookie in visitor.context.cookies() if "name" in cookie and cookie["name"] == "digsite"
    ] == []
    type_code(visitor, code)
    is_called(visitor, "Anna")


def test_who_logs_out_everywhere_is_a_spectator_on_the_other_device(visit: Visit) -> None:
    laptop, phone = visit(), visit(screen="phone")
    table = laptop.open_table("scarab", [MINE, INVITED])
    code = laptop.post("/api/me/code", {})["code"]
    phone.post("/api/me/device", {"code": code})
    phone.go(f"/table/{table}")
    link = phone.page.get_by_role("textbox", name=phone.words("play.wait_link"))
    expect(link).to_be_visible()  # which only the owner sees
    dialog = asked(laptop, "page.log_out_everywhere")
    expect(dialog).to_contain_text(laptop.words("page.log_out_everywhere_warning"))
    laptop.check()
    press(laptop, dialog, "page.log_out")
    told = laptop.page.get_by_role("dialog", name=laptop.words("page.who"))
    expect(told).to_contain_text(laptop.words("page.logged_out"))
    laptop.check()
    way_back = told.get_by_role("status").locator("output").inner_text()
    expect(link).to_have_count(0)
    is_called(phone, phone.words("page.nobody_yet"))
    phone.check()
    type_code(phone, way_back)
    phone.go(f"/table/{table}")
    expect(link).to_be_visible()


def test_a_keyboard_is_enough_to_log_out_and_escape_changes_nothing(visit: Visit) -> None:
    visitor = visit()
    visitor.post("/api/me", {"name": "Anna"})
    visitor.go("/")
    dialog = asked(visitor, "page.log_out_everywhere")
    visitor.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(visitor.page.get_by_role("button", name=visitor.words("page.log_out_everywhere"))).to_be_focused()
    visitor.page.keyboard.press("Enter")
    dialog.get_by_role("button", name=visitor.words("page.log_out"), exact=True).press("Enter")
    told = visitor.page.get_by_text(visitor.words("page.logged_out"))
    expect(told.locator("..")).to_be_focused()


def test_the_help_leads_to_the_licences(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.page.get_by_role("button", name=visitor.words("page.help"), exact=True).click()
    with visitor.context.expect_page() as opened:
        visitor.page.get_by_role("link", name=visitor.words("page.licences")).click()
    opened.value.wait_for_load_state()
    expect(opened.value.locator("body")).to_contain_text("SIL OPEN FONT LICENSE")

"""Every page and every stage of a table: for everybody, on every screen, and where there is nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from digsite.core.words import LANGUAGES, say
from digsite.games import GAMES
from digsite.table.log import FORMATS
from tests.browser.cable import NETWORK, Cable
from tests.browser.conftest import Visit
from tests.browser.scarab_hands import Mouse
from tests.browser.visitor import BOT, INVITED, MINE, SCREENS, Json, Visitor

pytestmark = pytest.mark.long

UNKNOWN = "A" * 22
SPOKEN = [pytest.param(code, marks=[]) for code in LANGUAGES]
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
NOT_FOUND = ("404", "not found")
"""What a browser says of an answer that has nothing."""


def check_everywhere(visitor: Visitor) -> None:
    """Check what is shown now on every screen, by day and by night."""
    for theme in ("light", "dark"):
        visitor.page.emulate_media(color_scheme=theme)
        for width, height in SCREENS.values():
            visitor.page.set_viewport_size({"width": width, "height": height})
            settle(visitor)
            visitor.check()


def settle(visitor: Visitor) -> None:
    """Give a browser that was resized a moment: until then it measures in units of its old width."""
    for _ in range(50):
        if visitor.page.evaluate(FITS):
            return
        visitor.page.wait_for_timeout(20)


def heading(visitor: Visitor, language: str, key: str) -> Locator:
    return visitor.page.get_by_role("heading", level=1, name=say(language, key))


def button(visitor: Visitor, key: str) -> Locator:
    return visitor.page.get_by_role("button", name=say("en", key), exact=True)


def turns(visitor: Visitor) -> Iterator[Json]:
    """Play the first move there is until the game is over, without the page; give the game before each."""
    while (shown := visitor.look())["table"]["status"] == "playing":
        game, you = shown["game"], shown["game"]["you"]
        if you["moves"]:
            yield game
            move = {"what": "move", "seat": you["seat"], "round": game["round"], "key": f"ply-{shown['ply']}"}
            visitor.do(move | {"move": you["moves"][0]["text"]})
        else:
            visitor.page.wait_for_timeout(20)


def play_out(visitor: Visitor) -> None:
    """Play until the game is over, without the page."""
    for _ in turns(visitor):
        pass


# --- where there is nothing, or no room


@pytest.mark.parametrize("language", SPOKEN)
def test_an_old_link_leads_to_a_page_that_helps(visit: Visit, language: str) -> None:
    visitor = visit(language=language, screen="small")
    visitor.go(f"/table/{UNKNOWN}")
    expect(heading(visitor, language, "play.no_table")).to_be_visible()
    expect(visitor.page.get_by_text(say(language, "errors.unknown_table"))).to_be_visible()
    visitor.check()
    visitor.page.get_by_role("link", name=say(language, "play.find_another")).click()
    expect(heading(visitor, language, "home.title")).to_be_visible()


@pytest.mark.parametrize("language", SPOKEN)
def test_an_address_that_leads_nowhere_says_so(visit: Visit, language: str) -> None:
    visitor = visit(language=language, screen="small", theme="dark")
    visitor.go("/no/such/page")
    expect(heading(visitor, language, "page.lost")).to_be_visible()
    visitor.check()


@pytest.mark.parametrize("language", SPOKEN)
def test_the_replay_of_an_unknown_table_says_so(visit: Visit, language: str) -> None:
    visitor = visit(language=language, screen="small")
    visitor.go(f"/table/{UNKNOWN}/replay")
    expect(visitor.page.get_by_text(say(language, "errors.unknown_table"))).to_be_visible()
    visitor.check()
    visitor.forgive(*NOT_FOUND)


@pytest.mark.parametrize("language", SPOKEN)
def test_a_table_that_is_gone_says_so_to_those_who_wait_and_to_those_who_come(
    visit: Visit, language: str
) -> None:
    ann, ben, late = visit(), visit(language=language), visit(language=language)
    ann.open_table("scarab", [MINE, INVITED])
    link = ann.link
    ben.go(link)
    button(ann, "play.wait_close").click()
    ann.page.get_by_role("dialog").get_by_role("button", name=say("en", "play.wait_close")).last.click()
    late.go(link)
    for visitor, spoken in (ann, "en"), (ben, language), (late, language):
        expect(heading(visitor, spoken, "play.no_table")).to_be_visible()
        expect(visitor.page.get_by_role("link", name=say(spoken, "play.find_another"))).to_be_visible()
    ben.check()


@pytest.mark.parametrize("language", SPOKEN)
def test_a_full_table_lets_one_watch(visit: Visit, language: str) -> None:
    ann, late = visit(), visit(language=language, screen="small")
    ann.open_table("scarab", [MINE, BOT], starts_when_full=False)
    late.go(f"/table/{ann.table}?invitation=none")
    expect(late.page.get_by_text(say(language, "play.wait_full"))).to_be_visible()
    late.check()
    button(ann, "play.wait_start").click()
    expect(late.page.get_by_role("grid")).to_be_visible()
    expect(late.page.get_by_text(say(language, "play.watching_full"))).to_be_visible()
    late.check()


def test_who_sits_down_a_moment_too_late_is_told_so_and_may_watch(visit: Visit) -> None:
    ann, ben, late = visit(), visit(), visit()
    ann.open_table("scarab", [MINE, INVITED], starts_when_full=False)
    link = ann.link
    ben.go(link)
    cable = Cable(late.page)
    late.go(link)
    expect(button(late, "play.wait_sit")).to_be_visible()
    cable.holds_back = "news"
    button(ben, "play.wait_sit").click()
    expect(button(ann, "play.wait_start")).to_be_visible()
    button(late, "play.wait_sit").click()
    expect(late.page.get_by_role("alert")).to_have_text(say("en", "errors.chair_taken"))
    cable.holds_back = ""
    cable.cut()
    expect(late.page.get_by_text(say("en", "play.wait_full"))).to_be_visible()
    button(ann, "play.wait_start").click()
    expect(late.page.get_by_text(say("en", "play.watching_full"))).to_be_visible()
    late.check()


@pytest.mark.parametrize("language", SPOKEN)
def test_a_file_that_is_no_log_says_so_and_another_one_may_be_chosen(visit: Visit, language: str) -> None:
    visitor = visit(language=language, screen="small")
    visitor.go("/replay")
    chosen = visitor.page.locator("input[type=file]")
    complaint = visitor.page.get_by_role("main").get_by_role("alert")
    chosen.set_input_files({"name": "a.dig", "mimeType": "text/plain", "buffer": b"x" * 300_000})
    expect(complaint).to_have_text(say(language, "replay.too_large"))
    chosen.set_input_files({"name": "b.dig", "mimeType": "text/plain", "buffer": b"no log"})
    expect(complaint).to_have_text(say(language, "errors.log_format", line=1, expected=", ".join(FORMATS)))
    visitor.check()
    visitor.forgive("400")


# --- whose turn it is


@pytest.mark.parametrize("language", SPOKEN)
def test_the_title_says_when_it_is_ones_turn(visit: Visit, language: str) -> None:
    ann, ben = visit(language=language), visit()
    ann.open_table("scarab", [MINE, INVITED], begins="first")
    link = ann.link
    game = say(language, "scarab.name")
    expect(ann.page).to_have_title(f"{say(language, 'play.wait_title', game=game)} – Digsite")
    ben.go(link)
    button(ben, "play.wait_sit").click()
    expect(ann.page).to_have_title(re.compile(say(language, "play.your_turn")))
    expect(ben.page).to_have_title(f"{game} – Digsite")
    Mouse(ann).play_on(1)
    expect(ben.page).to_have_title(re.compile(say("en", "play.your_turn")))
    expect(ann.page).to_have_title(f"{game} – Digsite")
    ann.page.get_by_role("banner").get_by_role("link").click()
    expect(heading(ann, language, "home.title")).to_be_visible()
    expect(ann.page).to_have_title("Digsite")


@pytest.mark.parametrize("language", SPOKEN)
def test_the_end_names_who_gave_up(visit: Visit, language: str) -> None:
    visitor = visit(language=language)
    visitor.open_table("scarab", [MINE, BOT], options={"board": "short"})
    give_up = say(language, "play.resign")
    visitor.page.get_by_role("button", name=give_up, exact=True).click()
    visitor.page.get_by_role("dialog").get_by_role("button", name=give_up, exact=True).click()
    bot = say(language, "table.bot_beginner")
    expect(
        visitor.page.get_by_role("heading", name=say(language, "table.wins", names=bot, n=1))
    ).to_be_visible()
    ended = visitor.page.get_by_role("region").get_by_text(say(language, "play.after_resigned", name="Ann"))
    expect(ended.last).to_be_visible()
    expect(visitor.page.get_by_text(say(language, "table.house_plays", name="Ann"))).to_have_count(0)
    visitor.check()


LISTEN = """
    window.struck = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...at) { window.struck += 1; return start.apply(this, at); };
"""
"""Counts the waves that a page makes."""


def hear_more(visitor: Visitor, than: int) -> None:
    """Wait for a sound: asked again and again from here, since the page's policy allows no `eval`."""
    for _ in range(200):
        if struck(visitor) > than:
            return
        visitor.page.wait_for_timeout(50)
    raise AssertionError(struck(visitor), than)


def test_sounds_are_heard_by_those_who_ask_for_them(visit: Visit) -> None:
    visitor = visit()
    visitor.page.add_init_script(LISTEN)
    visitor.open_table("scarab", [MINE, BOT], options={"board": "short"})
    hands = Mouse(visitor)
    choice = button(visitor, "page.sounds")
    expect(choice).to_have_attribute("aria-pressed", "false")
    hands.play_on(1)
    hands.turn()
    assert struck(visitor) == 0
    choice.click()
    hear_more(visitor, than=0)
    before = struck(visitor)
    hands.play_on(1)
    hear_more(visitor, than=before)
    visitor.page.reload()
    expect(choice).to_have_attribute("aria-pressed", "true")
    hands.turn()
    assert struck(visitor) == 0, "a page that nobody has touched is silent"
    choice.click()
    hands.play_on(1)
    hands.turn()
    assert struck(visitor) == 0


def struck(visitor: Visitor) -> int:
    return int(visitor.page.evaluate("window.struck"))


# --- everybody can use it, everywhere


def waiting(visitor: Visitor, game: str) -> None:
    visitor.open_table(game, [MINE, INVITED, INVITED][: 3 if game == "scarabya" else 2])
    visitor.page.get_by_role("button", name=say("en", "play.wait_qr")).click()
    visitor.page.get_by_role("img", name=say("en", "play.wait_qr_of")).wait_for()


def playing(visitor: Visitor, game: str) -> None:
    visitor.open_table(game, [MINE, BOT])
    expect(visitor.page).to_have_title(re.compile(say("en", "play.your_turn")))


def over(visitor: Visitor, game: str) -> None:
    visitor.open_table(game, [MINE, BOT], options={"board": "short"} if game == "scarab" else {})
    play_out(visitor)
    button(visitor, "play.after_rematch").wait_for()
    visitor.page.get_by_text(say("en", "play.after_fair_unknown_about")).wait_for()


def replay(visitor: Visitor, game: str) -> None:
    visitor.open_table(game, [MINE, BOT], options={"board": "short"} if game == "scarab" else {})
    play_out(visitor)
    visitor.go(f"/table/{visitor.table}/replay")


def talk(visitor: Visitor, game: str) -> None:
    playing(visitor, game)
    visitor.page.get_by_role("tab", name=say("en", "play.tab_chat")).click()
    visitor.page.get_by_role("textbox", name=say("en", "play.say")).fill("Hello")
    button(visitor, "play.send").click()
    visitor.page.get_by_role("listitem").filter(has_text="Hello").wait_for()


def rules(visitor: Visitor, game: str) -> None:
    playing(visitor, game)
    button(visitor, "play.rules").click()
    visitor.page.get_by_role("dialog").get_by_role("heading").nth(2).wait_for()


STAGES: list[Callable[[Visitor, str], None]] = [waiting, playing, over, replay, talk, rules]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_of_a_table_is_for_everybody(
    visit: Visit, stage: Callable[[Visitor, str], None], game: str
) -> None:
    visitor = visit()
    stage(visitor, game)
    check_everywhere(visitor)


@pytest.mark.parametrize(("stage", "game"), [(waiting, "scarabya"), (over, "scarab"), (replay, "scarabya")])
def test_a_table_is_for_everybody(visit: Visit, stage: Callable[[Visitor, str], None], game: str) -> None:
    visitor = visit(screen="small", theme="dark")
    stage(visitor, game)
    visitor.check()


@pytest.mark.parametrize(
    ("stage", "game"),
    [
        (over, "scarab"),
        *(pytest.param(*each, marks=pytest.mark.long) for each in product(STAGES, GAMES)),
    ],
)
def test_a_table_fits_before_its_font_has_come(
    visit: Visit, stage: Callable[[Visitor, str], None], game: str
) -> None:
    visitor = visit(screen="small")
    visitor.context.route("**/*.woff2", lambda route: route.abort())
    stage(visitor, game)
    visitor.check()
    visitor.forgive(*NETWORK)


@pytest.mark.long
def test_however_many_kinds_of_stones_one_has_they_fit(visit: Visit) -> None:
    visitor = visit(screen="small")
    visitor.open_table("scarab", [MINE, BOT])
    seen = set()
    for game in turns(visitor):
        kinds = len(game["view"]["hands"][game["you"]["seat"]])
        if kinds not in seen:
            seen.add(kinds)
            expect(visitor.page.locator(".tray .kind")).to_have_count(kinds)
            assert visitor.page.evaluate(FITS), f"{kinds} kinds stick out of the screen"
    assert seen >= set(range(9)), "more is to be seen in a game"


PATHS = ["/", "/replay", "/nowhere", f"/table/{UNKNOWN}"]
PATHS += [f"/{page}/{game}" for page in ("play", "rules") for game in GAMES]


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_for_everybody(visit: Visit, path: str, language: str) -> None:
    visitor = visit(language=language)
    visitor.go(path)
    check_everywhere(visitor)


# --- keys


def test_one_can_skip_to_the_page(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.page.keyboard.press("Tab")
    skip = visitor.page.get_by_role("link", name=say("en", "page.skip"))
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("main")).to_be_focused()
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.get_by_role("main").locator(":focus")).to_have_count(1)


def test_the_focus_follows_to_the_next_page(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/rules/scarab")
    visitor.page.get_by_role("link", name=say("en", "rules.play", game="SCARAB")).focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page).to_have_url(re.compile("/play/scarab$"))
    expect(visitor.page.get_by_role("main")).to_be_focused()


def test_dialogs_close_with_escape_and_give_the_focus_back(visit: Visit) -> None:
    visitor = visit()
    hands = Mouse(visitor)
    visitor.open_table("scarab", [MINE, BOT], options={"board": "short"})
    hands.play_on(1)
    hands.turn()
    moves = len(moves_so_far(visitor))
    who = visitor.page.get_by_role("button", name=re.compile(say("en", "page.who")))
    for opener in (who, button(visitor, "play.resign"), button(visitor, "play.rules")):
        opener.focus()
        visitor.page.keyboard.press("Enter")
        dialog = visitor.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        expect(dialog.locator(":focus")).to_have_count(1)
        visitor.check()
        button(visitor, "page.close").focus()
        visitor.page.keyboard.press("u")
        visitor.page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        expect(opener).to_be_focused()
    assert len(moves_so_far(visitor)) == moves, "a key in a dialog took a move back"


def test_escape_undoes_what_was_picked_on_the_board(visit: Visit) -> None:
    visitor = visit()
    hands = Mouse(visitor)
    visitor.open_table("scarab", [MINE, BOT])
    square = next(iter(hands.turn())).split()[-1]
    hands.choose(square)
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator(f'[data-square="{square}"]')).to_have_attribute("aria-selected", "false")
    expect(hands.main_button()).to_be_disabled()


def moves_so_far(visitor: Visitor) -> list[Json]:
    happened: list[Json] = visitor.look()["game"]["happened"]
    return happened

"""Scarabya in the browser: every mode to its end, by mouse, finger and keys, alone and with others."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocket, expect

from digsite.core.words import say
from digsite.games.scarabya.boards import (
    DEFAULT,
    ROCK,
    Boards,
    boards_text,
    drawn_site,
    read_arrangement,
)
from digsite.games.scarabya.record import GRID, MODES, SIDE
from digsite.games.scarabya.tiles import Drawing
from tests.browser.conftest import Visit
from tests.browser.endings import see_verdict
from tests.browser.scarabya_hands import (
    DiggingHands,
    Finger,
    Keys,
    Mouse,
    Point,
    cells,
    course_sentence,
    laid_sentence,
    middle,
)
from tests.browser.visitor import BOT, INVITED, MINE, Json, Screen, Theme, Visitor

BOT_NAME = say("en", "table.bot_beginner")

WHY_NOT = [say("en", f"scarabya.page_{reason}") for reason in ("on_rock", "on_tile", "off_centre", "apart")]


# --- the end of a game


def play_to_the_end(hands: DiggingHands) -> None:
    """Play on, and see that the house wrote down what was played, and that the page tells how it ended."""
    hands.play_on()
    assert hands.made == hands.log()
    see_end(hands.visitor)


def see_end(visitor: Visitor) -> None:
    shown = see_verdict(visitor)
    result = shown["game"]["result"]
    tally = visitor.page.locator("section", has=heading(visitor, "play.after_tally"))
    if shown["game"]["view"]["mode"] == "solo":
        covered = say("en", "scarabya.page_covered", n=result["points"][0], all=24)
        expect(tally.get_by_role("heading", name=covered)).to_be_visible()
    else:
        for seat, points in enumerate(result["points"]):
            see_sum(tally.locator(".sums section").nth(seat), shown["game"]["happened"], seat, points)
    see_cards(visitor, shown["game"]["view"])
    visitor.check()


def see_sum(summed: Locator, happened: list[Json], seat: int, points: int) -> None:
    """See that the sum of a seat is made of the areas, and the bonus, that were told when they came about."""
    told = [thing for event in happened for thing in event["tells"] if thing.get("seat") == seat]
    areas = [(thing["scarabs"], thing["size"], thing["n"]) for thing in told if thing["what"] == "area"]
    bonus = sum(thing["n"] for thing in told if thing["what"] == "bonus")
    rows = re.findall(r"(\d+) × (\d+) = (\d+)", " ".join(summed.get_by_role("listitem").all_inner_texts()))
    assert sorted(tuple(map(int, row)) for row in rows) == sorted(areas)
    assert sum(area[2] for area in areas) + bonus == points
    said = summed.get_by_text(say("en", "scarabya.page_tally_bonus", points=bonus), exact=True)
    expect(said).to_have_count(1 if bonus else 0)
    expect(summed.get_by_text(say("en", "scarabya.brings_points", n=points), exact=True)).to_be_visible()


def see_cards(visitor: Visitor, view: Json) -> None:
    """See which cards came, one after the other, and for which of them each site had no room."""
    expect(visitor.page.locator("ol.came")).to_have_count(1)
    assert tiles_in(visitor.page.locator("ol.came")) == view["turned"]
    piles = visitor.page.locator("ul.discarded").all()
    assert [tiles_in(pile) for pile in piles] == [
        site["discarded"] for site in view["sites"] if site["discarded"]
    ]


def tiles_in(cards: Locator) -> list[str]:
    """Return the letters of the tiles that are shown somewhere."""
    return [(card.get_attribute("aria-label") or "?")[0] for card in cards.get_by_role("img").all()]


def heading(visitor: Visitor, key: str) -> Locator:
    return visitor.page.get_by_role("heading", name=say("en", key), exact=True)


def play_again(visitor: Visitor, key: str) -> None:
    """Ask for the same once more, and wait until the page shows the new table."""
    before = visitor.page.url
    visitor.page.get_by_role("button", name=say("en", key), exact=True).click()
    visitor.page.wait_for_url(lambda url: url != before)
    expect(visitor.page.locator("button.card")).to_be_visible()


# --- alone and with bots


@pytest.mark.parametrize(
    ("seats", "hands", "screen", "theme"),
    [
        (2, Keys, "desktop", "light"),
        pytest.param(2, Mouse, "desktop", "light", marks=pytest.mark.long),
        pytest.param(1, Mouse, "desktop", "dark", marks=pytest.mark.long),
        pytest.param(1, Keys, "small", "dark", marks=pytest.mark.long),
        pytest.param(2, Finger, "phone", "light", marks=pytest.mark.long),
        pytest.param(3, Finger, "small", "light", marks=pytest.mark.long),
        pytest.param(3, Mouse, "desktop", "light", marks=pytest.mark.long),
        pytest.param(3, Keys, "desktop", "light", marks=pytest.mark.long),
        pytest.param(4, Finger, "phone", "dark", marks=pytest.mark.long),
        pytest.param(4, Mouse, "desktop", "light", marks=pytest.mark.long),
        pytest.param(4, Keys, "desktop", "dark", marks=pytest.mark.long),
    ],
)
def test_everybody_on_a_site_of_their_own(
    visit: Visit, seats: int, hands: type[DiggingHands], screen: Screen, theme: Theme
) -> None:
    visitor = visit(screen=screen, theme=theme)
    visitor.open_table("scarabya", [MINE] + [BOT] * (seats - 1))
    play_to_the_end(hands(visitor))


@pytest.mark.parametrize(
    "hands", [Mouse, *(pytest.param(each, marks=pytest.mark.long) for each in (Keys, Finger))]
)
def test_the_other_begins_the_rematch_of_a_duel(visit: Visit, hands: type[DiggingHands]) -> None:
    visitor = visit(screen="phone" if hands is Finger else "desktop")
    visitor.open_table("scarabya", [MINE, BOT], options={"mode": "duel"})
    first = hands(visitor)
    play_to_the_end(first)
    seat = your_seat(visitor)
    play_again(visitor, "play.after_rematch")
    assert your_seat(visitor) == 1 - seat
    second = hands(visitor)
    second.play_on(1)
    expect(second.course.get_by_text(" lays ").last).to_contain_text("Ann" if seat else BOT_NAME)


@pytest.mark.parametrize(
    ("hands", "screen"),
    [
        (Keys, "desktop"),
        pytest.param(Finger, "phone", marks=pytest.mark.long),
        pytest.param(Mouse, "desktop", marks=pytest.mark.long),
    ],
)
def test_alone_one_may_try_the_same_site_again(
    visit: Visit, hands: type[DiggingHands], screen: Screen
) -> None:
    visitor = visit(screen=screen)
    visitor.open_table("scarabya", [MINE], options={"mode": "solo"})
    first = hands(visitor)
    play_to_the_end(first)
    before = view_of(visitor)
    play_again(visitor, "play.after_retry")
    now = view_of(visitor)
    assert (now["rocks"], now["scarabs"]) == (before["rocks"], before["scarabs"])
    assert [now["card"], *now["deck"]] == before["turned"]
    expect(heading(visitor, "scarabya.page_order")).to_be_visible()
    hands(visitor).play_on(2)


@pytest.mark.long
@pytest.mark.parametrize(
    ("mode", "hands", "screen"),
    [("base", Mouse, "desktop"), ("duel", Keys, "desktop"), ("solo", Finger, "small")],
)
def test_a_site_of_ones_own(visit: Visit, mode: str, hands: type[DiggingHands], screen: Screen) -> None:
    """The four boards are brought along, with how they lie and in which order the cards come."""
    arrangement, order = "D3 A1 C0 B2", "ZYXWVUTPNLIF"
    own: Boards = {name: tuple(row[::-1] for row in board) for name, board in DEFAULT.items()}
    visitor = visit(screen=screen)
    visitor.go("/play/scarabya")
    digger = hands(visitor)
    texts = {"site": arrangement, "order": order, "boards": boards_text(own)}
    if isinstance(digger, Keys):
        set_up_by_keys(digger, mode, texts)
    else:
        set_up(visitor, mode, texts)
    visitor.page.wait_for_url("**/table/*")
    site = drawn_site(own, read_arrangement(arrangement))
    rocks = say("en", "scarabya.page_rocks", squares=" ".join(rocks_of(site)))
    expect(visitor.page.get_by_text(rocks)).to_be_attached()
    play_to_the_end(digger)
    letters = [move[0] for move in digger.made]
    assert letters == sorted(letters, key=order.index)


@pytest.mark.long
@pytest.mark.parametrize("hands", [Mouse, Keys])
def test_a_site_of_ones_choice(visit: Visit, hands: type[DiggingHands]) -> None:
    """Only how the boards lie is chosen; which card comes next is as open as ever."""
    arrangement = "B1 C3 A0 D2"
    visitor = visit(screen="phone" if hands is Keys else "desktop")
    visitor.open_table("scarabya", [MINE, BOT], options={"site": arrangement})
    site = drawn_site(DEFAULT, read_arrangement(arrangement))
    assert view_of(visitor)["rocks"] == rocks_of(site)
    expect(heading(visitor, "scarabya.page_deck")).to_be_visible()
    play_to_the_end(hands(visitor))


def set_up(visitor: Visitor, mode: str, texts: dict[str, str]) -> None:
    """Choose a mode and what one brings along, with a pointer."""
    mode_name(visitor, mode).check(force=True)
    visitor.page.get_by_text(say("en", "setup.own"), exact=True).click()
    for option, text in texts.items():
        option_text(visitor, option).fill(text)
    start_button(visitor).click()


def set_up_by_keys(hands: Keys, mode: str, texts: dict[str, str]) -> None:
    """Choose them with keys alone."""
    keyboard = hands.page.keyboard
    hands.tab_to("input[type=radio]")
    for _ in MODES:
        if mode_name(hands.visitor, mode).is_checked():
            break
        keyboard.press("ArrowRight")
    hands.tab_to("summary")
    keyboard.press("Enter")
    for option, text in texts.items():
        hands.tab_to(f"#{option_text(hands.visitor, option).get_attribute('id')}")
        keyboard.insert_text(text)
    hands.tab_to("footer .button")
    keyboard.press("Enter")


def mode_name(visitor: Visitor, mode: str) -> Locator:
    return visitor.page.get_by_role("radio", name=say("en", f"scarabya.option_mode_{mode}"))


def option_text(visitor: Visitor, option: str) -> Locator:
    return visitor.page.get_by_role("textbox", name=say("en", f"scarabya.option_{option}"), exact=True)


def start_button(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("button", name=say("en", "setup.start"), exact=True)


def rocks_of(site: Drawing) -> list[str]:
    """Return the squares with rocks, row by row from the bottom left."""
    rows = enumerate(reversed(site))
    return [GRID.name(row * SIDE + x) for row, line in rows for x, mark in enumerate(line) if mark == ROCK]


def your_seat(visitor: Visitor) -> int:
    seat: int = visitor.look()["game"]["you"]["seat"]
    return seat


def view_of(visitor: Visitor) -> Json:
    view: Json = visitor.look()["game"]["view"]
    return view


# --- what the page offers


def test_the_page_offers_what_may_be_played_and_nothing_else(visit: Visit) -> None:
    visitor = visit()
    visitor.open_table("scarabya", [MINE])
    hands = Keys(visitor)
    hands.play_on(1)
    moves = list(hands.turn())
    hands.see_card(moves[0][0], moves)
    hands.tab_to("[role=application]")
    seen = []
    for _ in moves:
        visitor.page.keyboard.press("n")
        seen.append(hands.lies())
    assert sorted(seen) == sorted(moves)
    for key in ["ArrowLeft"] * SIDE + ["ArrowUp"] * SIDE + ["ArrowRight"] * SIDE:
        visitor.page.keyboard.press(key)
        lies = hands.lies()
        assert lies == "" or lies in moves
        expect(hands.main_button()).to_be_enabled(enabled=lies != "")
        if not lies:
            assert hands.sentence.inner_text() in WHY_NOT


def test_what_a_tile_would_bring_is_seen_wherever_it_is_held(visit: Visit) -> None:
    """Under a mouse that passes, carried, and lying there; a click into its hollow does not move it."""
    visitor = visit()
    visitor.open_table("scarabya", [MINE], options={"order": "IUFLNPTVWXYZ"})
    hands = Mouse(visitor)
    hands.play_on(1)
    move = next(move for move in hands.turn() if move.startswith("U0"))
    game = visitor.look()["game"]
    held = visitor.page.locator("g.ghost[data-move]:not(.set)")
    visitor.page.mouse.move(*hands.on_screen(middle(move)))
    expect(held).to_have_attribute("data-move", move)
    hands.see_promise(held, move, game)
    expect(hands.main_button()).to_be_disabled()
    hands.card.hover()
    visitor.page.mouse.down()
    visitor.page.mouse.move(*hands.on_screen(middle(move)), steps=4)
    expect(held).to_have_attribute("data-move", move)
    hands.see_promise(held, move, game)
    visitor.page.mouse.up()
    hands.see_ghost(move, game)
    visitor.page.mouse.click(*hands.on_screen(hollow(move)))
    hands.see_ghost(move, game)
    visitor.page.mouse.click(*hands.on_screen(cells(move)[0]))
    expect(visitor.page.get_by_text(laid_sentence(move))).to_have_count(1)


def hollow(move: str) -> Point:
    """Return the middle of the square that a U is bent around."""
    across, down = (range(int(min(ways)), int(max(ways)) + 1) for ways in zip(*cells(move), strict=True))
    return next((x + 0.5, y + 0.5) for x in across for y in down if (x + 0.5, y + 0.5) not in cells(move))


def test_only_one_board_hears_a_key(visit: Visit) -> None:
    """The table's, wherever the focus is; in the rules over it the one that has the focus."""
    visitor = visit()
    visitor.open_table("scarabya", [MINE], options={"order": "FILNPTUVWXYZ"})
    expect(visitor.page.locator("button.card")).to_be_enabled()
    assert turned_by_keys(visitor) == [0]
    visitor.page.get_by_role("button", name=say("en", "play.rules"), exact=True).click()
    rules = visitor.page.get_by_role("dialog")
    expect(rules.locator("button.card")).to_have_count(3)
    assert turned_by_keys(visitor) == []
    rules.get_by_role("application").last.focus()
    assert turned_by_keys(visitor) == [3]


def turned_by_keys(visitor: Visitor) -> list[int]:
    """Press R; return which of the tiles on the page look different after it."""
    cards = visitor.page.locator("button.card").all()
    before = [card.inner_html() for card in cards]
    visitor.page.keyboard.press("r")
    return [number for number, card in enumerate(cards) if card.inner_html() != before[number]]


@pytest.mark.long
def test_points_count_up_for_those_who_like_motion(visit: Visit) -> None:
    visitor = visit()
    visitor.page.emulate_media(reduced_motion="no-preference")
    visitor.open_table("scarabya", [MINE])
    hands = Keys(visitor)
    while max((moves := hands.turn()).values()) < 3:
        hands.play_on(1)
    best = max(moves, key=lambda move: moves[move])
    before = visitor.look()["game"]["points"][0]
    visitor.page.evaluate(WATCH_POINTS)
    hands.play(best, list(moves))
    expect(visitor.page.locator(".seats .points [aria-hidden]")).to_have_text(str(before + moves[best]))
    seen = [int(text) for text in visitor.page.evaluate("seen")]
    assert seen == sorted(seen)
    assert len(seen) > 2, "it was on its way for a while"


WATCH_POINTS = """() => {
    window.seen = [];
    const points = document.querySelector('.seats .points [aria-hidden]');
    const watch = new MutationObserver(() => seen.push(points.textContent));
    watch.observe(points, { characterData: true, subtree: true });
}"""


# --- with others


class Told:
    """Everything that a page heard from the house."""

    def __init__(self, visitor: Visitor) -> None:
        self.news: list[Json] = []
        visitor.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.news.append(json.loads(payload)))

    def knows(self, seat: int, tile: str) -> bool:
        """Tell whether it heard where a seat lays a tile."""
        return any(tells_of(news["game"], seat, tile) for news in self.news if news.get("game"))


def tells_of(game: Json, seat: int, tile: str) -> bool:
    site = game["view"]["sites"][seat]
    lies = [laid["tile"] for laid in site["tiles"]] + ([site["chosen"]["tile"]] if site["chosen"] else [])
    told = [thing for event in game["happened"] for thing in event["tells"]]
    return tile in lies or any(
        thing["what"] == "lay" and thing["seat"] == seat and thing["tile"] == tile for thing in told
    )


@pytest.mark.parametrize("rounds", [2, pytest.param(12, marks=pytest.mark.long)])
def test_two_choose_in_secret_wherever_they_are(visit: Visit, rounds: int) -> None:
    ann, ben = visit(), visit(screen="phone", theme="dark")
    told = {"Ann": Told(ann), "Ben": Told(ben)}
    sit_down_together(ann, ben)
    hands: dict[str, DiggingHands] = {"Ann": Mouse(ann), "Ben": Finger(ben)}
    for number in range(rounds):
        shown = ann.look()
        seats = {ann.name_of(shown, seat): seat for seat in shown["game"]["due"]}
        one, *others = sorted(seats, reverse=number % 2 == 1) or [""]
        if not one:
            break
        hands[one].play_on(1)
        for other in others:
            see_secret(hands[one], hands[other], one)
            assert not told[other].knows(seats[one], hands[one].made[-1][0])
            hands[other].play_on(1)
        for name, seat in seats.items():
            move = hands[name].made[-1]
            for each in hands.values():
                expect(each.course).to_contain_text(course_sentence(move, name))
            assert all(heard.knows(seat, move[0]) for heard in told.values())
    if rounds > 2:
        see_end(ann)
        see_end(ben)


@pytest.mark.long
@pytest.mark.parametrize(("anns", "bens"), [(Mouse, Finger), (Keys, Keys)])
def test_two_build_on_one_site_wherever_they_are(
    visit: Visit, anns: type[DiggingHands], bens: type[DiggingHands]
) -> None:
    ann, ben, eve = visit(), visit(screen="phone", theme="dark"), visit(screen="small")
    sit_down_together(ann, ben, options={"mode": "duel"})
    eve.go(f"/table/{ann.table}")
    hands: dict[str, DiggingHands] = {"Ann": anns(ann), "Ben": bens(ben)}
    while due := (shown := ann.look())["game"]["due"]:
        hands[ann.name_of(shown, due[0])].play_on(1)
    for visitor in (ann, ben, eve):
        see_end(visitor)


@pytest.mark.long
def test_who_only_looks_sees_all_sites_and_what_they_had_no_room_for(visit: Visit) -> None:
    ann, eve = visit(), visit(screen="phone")
    ann.open_table("scarabya", [MINE, BOT, BOT, BOT])
    eve.go(f"/table/{ann.table}")
    expect(eve.page.locator("figure svg[role=img]")).to_have_count(4)
    hands = Mouse(ann)
    hands.play_on(2)
    expect(eve.page.locator("figure").filter(has_text="Ann").locator("g.tile")).to_have_count(2)
    hands.play_on()
    see_end(eve)


def sit_down_together(ann: Visitor, ben: Visitor, **rest: Any) -> None:
    """Let Ann invite Ben by a link, and Ben follow it."""
    ann.open_table("scarabya", [MINE, INVITED], **rest)
    ben.sit_down(ann.link, "Ben")
    for visitor in (ann, ben):
        expect(visitor.page.locator("button.card")).to_be_visible()


def see_secret(chooser: DiggingHands, other: DiggingHands, name: str) -> None:
    """See that one waits, and the other hears that a choice was made, but not which."""
    expect(chooser.sentence).to_have_text(say("en", "scarabya.page_chosen", n=1))
    expect(chooser.card).to_be_disabled()
    chosen = say("en", "scarabya.page_has_chosen")
    expect(other.page.get_by_role("button", name=name).get_by_text(chosen, exact=True)).to_be_visible()
    expect(other.course).to_contain_text(say("en", "scarabya.chosen", seat=name))
    expect(other.course).not_to_contain_text(course_sentence(chooser.made[-1], name))
    expect(other.page.locator("g.chosen")).to_have_count(0)


@pytest.mark.long
def test_a_choice_may_be_taken_back_until_the_other_has_chosen(visit: Visit) -> None:
    ann, ben = visit(), visit(screen="phone")
    sit_down_together(ann, ben)
    hands = Keys(ann)
    hands.play_on(1)
    expect(ann.page.locator("g.chosen")).to_have_count(1)
    ann.page.keyboard.press("u")
    expect(ann.page.locator("g.chosen")).to_have_count(0)
    expect(hands.card).to_be_enabled()
    other = sorted(set(hands.offered[0]) - set(hands.made))[0]
    hands.play(other, hands.offered[0])
    Finger(ben).play_on(1)
    expect(hands.course).to_contain_text(course_sentence(other, "Ann"))


class Passing(Mouse):
    """Plays for all who share a screen: after a choice the page is the next one's."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor)
        self.chosen: dict[int, str] = {}
        """What the seats have chosen in this round."""
        self.holder: str | None = None
        """Who has the screen."""

    def pick(self, move: str, moves: list[str]) -> None:
        self.hand_over()
        super().pick(move, moves)

    def hand_over(self) -> None:
        """Hand the screen to whoever chooses next; until then nothing can be laid."""
        shown = self.visitor.look()
        name = self.visitor.name_of(shown, shown["game"]["you"]["seat"])
        if self.holder not in (None, name):
            expect(self.sentence).to_have_text(say("en", "play.hand_over", name=name))
            expect(self.card).to_be_disabled()
            self.page.get_by_role("button", name=say("en", "play.hand_over_done", name=name)).click()
        self.holder = name

    def see_move(self, move: str, before: Json) -> None:
        game = before["game"]
        seat = game["you"]["seat"]
        self.chosen[seat] = move
        rest = [self.visitor.name_of(before, other) for other in game["due"] if other != seat]
        if rest:
            self.see_hidden(rest, before)
        else:
            self.see_open(before)

    def see_hidden(self, rest: list[str], before: Json) -> None:
        """See that the next one is asked, and not told what was chosen."""
        expect(self.page.locator("li.due .name")).to_have_text(rest)
        expect(self.page.locator("g.chosen")).to_have_count(0)
        for seat, move in self.chosen.items():
            expect(self.course).not_to_contain_text(course_sentence(move, self.visitor.name_of(before, seat)))
            expect(self.page.get_by_text(laid_sentence(move))).to_have_count(0)

    def see_open(self, before: Json) -> None:
        """See that all is told of the round that is over; whoever comes next has the tile on the site."""
        number = before["game"]["round"]
        game = self._wait(self.visitor.look, lambda shown: bool(shown["game"]["round"] != number))["game"]
        move = self.chosen.get(game["you"]["seat"])
        if move is not None:
            expect(self.page.get_by_text(laid_sentence(move))).to_have_count(1)
        for seat, chosen in self.chosen.items():
            expect(self.course).to_contain_text(course_sentence(chosen, self.visitor.name_of(before, seat)))
        self.chosen = {}


@pytest.mark.long
def test_two_choose_in_secret_at_one_screen(visit: Visit) -> None:
    visitor = visit()
    visitor.open_table("scarabya", [MINE | {"name": "Ann"}, MINE | {"name": "Ben"}])
    hands = Passing(visitor)
    hands.play_on()
    assert hands.made == visitor.log()
    see_end(visitor)

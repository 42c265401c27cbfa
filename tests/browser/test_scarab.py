"""SCARAB in the browser: every variant to its end, by pointer and by keys, at one screen and at two."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.endings import see_verdict
from tests.browser.scarab_hands import (
    CHOICE,
    KEEP,
    Finger,
    Keys,
    Mouse,
    ScarabHands,
    end_of,
    sides_of,
    value_of,
    ways_to,
)
from tests.browser.visitor import BOT, INVITED, MINE, Json, Screen, Theme, Visitor, numeral

NAMES = ("Ann", "Ben", "Cas", "Dot")
TWO = [MINE | {"name": name} for name in NAMES[:2]]
SHORT = {"board": "short"}
STARS = SHORT | {"deflection": "yes"}

BY_HAND = 12
LATE = {"short": 28, "full": 60}
"""Moves after which a game is nearly over: the page hears of those before, as of anybody's."""
MOST_DEALS = 60
"""Every third deal or so has a stone with two ways to it."""
WIDEST_MISSED = 40
MISSED = 3
"""Pixels beside a square of less than the other number: nearer than half of what a finger needs."""
NOTE_MOTION = """() => {
    window.moved = new Set();
    const note = () => ['walks', 'flying'].filter((name) => document.querySelector(`.above .${name}`))
        .forEach((name) => window.moved.add(name));
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


class Variant(NamedTuple):
    """What the rules let one choose."""

    board: str
    deflection: str
    seats: int
    teams: str

    def __str__(self) -> str:
        stars = "stars" if self.deflection == "yes" else "plain"
        return f"{self.board}-{stars}-{'teams' if self.teams == 'yes' else self.seats}"

    @property
    def options(self) -> Json:
        return {"board": self.board, "deflection": self.deflection, "teams": self.teams}


VARIANTS = [
    Variant(board, deflection, seats, teams)
    for board, deflection, (seats, teams) in product(
        ("short", "full"), ("no", "yes"), ((2, "no"), (3, "no"), (4, "no"), (4, "yes"))
    )
]


# --- the end of a game


def see_end(visitor: Visitor) -> None:
    """See that the page says how the game ended as the house does: who won, why, and by which stones."""
    shown = see_verdict(visitor)
    see_tally(visitor, shown, shown["game"]["result"])
    visitor.check()


def see_tally(visitor: Visitor, shown: Json, result: Json) -> None:
    """See the sum of each side: what helped, what hurt, and both together."""
    view = shown["game"]["view"]
    sides = sorted(sides_of(view), key=lambda side: result["ranks"][side[0]])
    rows = visitor.page.locator(".tally tbody tr")
    expect(rows).to_have_count(len(sides))
    seen = [row.locator("th, td").all_inner_texts() for row in rows.all()]
    assert sorted(seen) == sorted(sum_of(visitor, side, shown, result) for side in sides)
    assert [row[3] for row in seen] == [numeral(points_of(side, result)) for side in sides]


def sum_of(visitor: Visitor, side: list[int], shown: Json, result: Json) -> list[str]:
    hands = [shown["game"]["view"]["hands"][seat] for seat in side]
    stones = [value_of(stone) * count for hand in hands for stone, count in hand.items()]
    plus, minus = sum(n for n in stones if n > 0), sum(n for n in stones if n < 0)
    assert plus + minus == points_of(side, result)
    names = " + ".join(visitor.name_of(shown, seat) for seat in side)
    return [names, f"+{plus}" if plus else "0", numeral(minus), numeral(plus + minus)]


def points_of(side: list[int], result: Json) -> int:
    return sum(result["points"][seat] for seat in side)


# --- at one screen


@pytest.mark.long
@pytest.mark.parametrize("hands", [Mouse, Keys])
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_everybody_at_one_screen(visit: Visit, variant: Variant, hands: type[ScarabHands]) -> None:
    visitor = visit()
    chairs = [MINE | {"name": name} for name in NAMES[: variant.seats]]
    visitor.open_table("scarab", chairs, options=variant.options)
    playing = hands(visitor)
    playing.play_on(BY_HAND)
    playing.hurry(LATE[variant.board] - len(playing.made))
    late = len(playing.made)
    playing.play_on()
    assert playing.made == visitor.log()
    assert len(playing.made) > late, "hands had nothing left to play"
    see_end(visitor)


@pytest.mark.parametrize(
    ("hands", "screen", "theme", "options", "bots"),
    [
        (Mouse, "desktop", "light", STARS, 1),
        (Keys, "desktop", "dark", SHORT, 3),
        pytest.param(Finger, "phone", "light", STARS, 2, marks=pytest.mark.long),
        pytest.param(Finger, "small", "dark", {"deflection": "yes"}, 1, marks=pytest.mark.long),
        pytest.param(Finger, "small", "light", STARS | {"teams": "yes"}, 3, marks=pytest.mark.long),
        pytest.param(Keys, "phone", "dark", {"teams": "yes"}, 3, marks=pytest.mark.long),
    ],
)
def test_a_game_against_bots(
    visit: Visit, hands: type[ScarabHands], screen: Screen, theme: Theme, options: Json, bots: int
) -> None:
    visitor = visit(screen=screen, theme=theme)
    visitor.open_table("scarab", [MINE] + [BOT] * bots, options=options)
    playing = hands(visitor)
    playing.play_on()
    assert playing.made == playing.log()
    see_end(visitor)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", ["desktop", "phone", "small"])
def test_a_table_is_as_it_should_be_on_every_screen(visit: Visit, screen: Screen, theme: Theme) -> None:
    visitor = visit(screen=screen, theme=theme, language="fr")
    visitor.open_table("scarab", [MINE, BOT], options=STARS)
    Mouse(visitor).play_on(2)
    visitor.check()


# --- what else hands can do


@pytest.mark.parametrize("hands", [Mouse, pytest.param(Keys, marks=pytest.mark.long)])
def test_of_two_ways_to_a_stone_each_can_be_taken(visit: Visit, hands: type[ScarabHands]) -> None:
    """The first move alone may have two: over a star in the row, or over one in the column."""
    for number_of_way in range(2):
        visitor = visit()
        moves, ways = dealt_with_two_ways(visitor)
        playing = hands(visitor)
        playing.play(ways[number_of_way], moves)
        assert log_of_moves(visitor) == [ways[number_of_way]]


def dealt_with_two_ways(visitor: Visitor) -> tuple[list[str], list[str]]:
    """Open tables until a deal has a stone with two ways to it; return all moves, and those two."""
    for _ in range(MOST_DEALS):
        table = visitor.new_table("scarab", TWO, options=STARS)
        moves = [move["text"] for move in visitor.get(f"/api/tables/{table}")["game"]["you"]["moves"]]
        for end in map(end_of, moves):
            if len(ways := ways_to(end, moves)) > 1:
                visitor.go(f"/table/{table}")
                return moves, ways
    pytest.fail("no deal has two ways to a stone")


@pytest.mark.parametrize("hands", [Mouse, pytest.param(Finger, marks=pytest.mark.long), Keys])
def test_an_ankh_puts_a_stone_back(visit: Visit, hands: type[ScarabHands]) -> None:
    visitor = visit(screen="phone" if hands is Finger else "desktop")
    playing = near_an_ankh(visitor, hands)
    moves = playing.turn()
    playing.play(next(move for move in moves if moves[move] == 0), list(moves))
    choices = list(playing.turn())
    playing.play(next(move for move in choices if move != KEEP), choices)


def near_an_ankh(visitor: Visitor, hands: type[ScarabHands]) -> ScarabHands:
    """Open tables until somebody with stones can go to an ankh: a stone would bring or cost something."""
    for _ in range(MOST_DEALS):
        visitor.open_table("scarab", TWO, options=SHORT)
        playing = hands(visitor)
        while moves := playing.turn():
            game = visitor.look()["game"]
            has_stones = any(game["view"]["hands"][game["you"]["seat"]].values())
            if has_stones and KEEP not in moves and 0 in moves.values():
                return playing
            playing.hurry(1)
    pytest.fail("nobody comes near an ankh")


def log_of_moves(visitor: Visitor) -> list[str]:
    """Return the squares of all walks so far, as moves."""
    tells = [tell for event in visitor.look()["game"]["happened"] for tell in event["tells"]]
    return [f"go {'via ' if len(tell['path']) > 2 else ''}{' '.join(tell['path'][1:])}" for tell in tells]


def test_escape_lets_go_of_picks_and_u_takes_moves_back(visit: Visit) -> None:
    """With keys alone, on the board and among the stones that an ankh lets one choose from."""
    visitor = visit()
    visitor.open_table("scarab", TWO, options=SHORT)
    keys = Keys(visitor)
    while KEEP not in (moves := keys.turn()):
        keys.play_on(1)
    name = visitor.name_of(visitor.look(), visitor.look()["game"]["you"]["seat"])
    stone, square = next(move.split()[1:] for move in moves if move != KEEP)
    keys.take(stone)
    keys.choose(square)
    expect(keys.main_button()).to_be_enabled()
    visitor.page.keyboard.press("Escape")
    expect(keys.main_button()).to_be_disabled()
    expect(visitor.page.locator(".ring")).not_to_have_count(0)
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator(".ring")).to_have_count(0)
    keys.take(KEEP)
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator(f"{CHOICE}:checked")).to_have_count(0)
    visitor.page.keyboard.press("u")
    expect(visitor.page.locator("ol.course")).to_contain_text(visitor.words("play.took_back", name=name))
    expect(visitor.page.locator(CHOICE)).to_have_count(0)
    assert keys.made.pop() in keys.turn()
    keys.play_on(1)


def test_a_finger_may_miss_a_small_square_a_little(visit: Visit) -> None:
    visitor = visit(screen="small")
    visitor.open_table("scarab", TWO)
    finger = Finger(visitor)
    finger.play_on(1)
    view, square = visitor.look()["game"]["view"], end_of(next(iter(finger.turn())))
    box = finger.square(square).bounding_box()
    assert box is not None
    assert box["width"] < WIDEST_MISSED
    beside = (box["x"] + box["width"] / 2, box["y"] - MISSED)
    if view["line"] == "column":
        beside = (box["x"] - MISSED, box["y"] + box["height"] / 2)
    visitor.page.touchscreen.tap(*beside)
    expect(finger.square(square)).to_have_attribute("aria-selected", "true")


def test_escape_on_a_board_in_a_dialog(visit: Visit) -> None:
    """It lets go of what is picked there; once nothing is, it closes the dialog."""
    visitor = visit()
    visitor.open_table("scarab", [MINE, BOT], options=SHORT)
    visitor.page.get_by_role("button", name=visitor.words("play.rules"), exact=True).click()
    dialog = visitor.page.get_by_role("dialog")
    picked = dialog.locator("[data-square][aria-selected=true]")
    dialog.locator("[data-square][aria-selected=false]").first.click()
    expect(picked).to_have_count(1)
    visitor.page.keyboard.press("Escape")
    expect(picked).to_have_count(0)
    expect(dialog).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_what_others_do_is_walked(visit: Visit) -> None:
    """The priest walks and the stone flies; then the board shows what is, and asks."""
    visitor = visit()
    visitor.page.emulate_media(reduced_motion="no-preference")
    visitor.open_table("scarab", [BOT, MINE], options=SHORT, begins="first")
    hands = Mouse(visitor)
    hands.turn()
    visitor.page.evaluate(NOTE_MOTION)
    hands.play_on(1)
    hands.turn()
    expect(visitor.page.locator(".ring")).not_to_have_count(0)
    assert visitor.page.evaluate("[...window.moved].sort()") == ["flying", "walks"]
    expect(visitor.page.locator(".above .walks, .above .flying")).to_have_count(0)


# --- at two screens


@pytest.mark.parametrize("moves", [6, pytest.param(1000, marks=pytest.mark.long)])
def test_two_play_each_other_through_a_link(visit: Visit, moves: int) -> None:
    ann, ben = visit(), visit(screen="phone", theme="dark")
    ann.open_table("scarab", [MINE, INVITED], options=STARS)
    ben.sit_down(ann.link, "Ben")
    assert ben.table == ann.table
    for visitor in (ann, ben):
        expect(visitor.page.get_by_role("grid")).to_be_visible()
    hands = {"Ann": Mouse(ann), "Ben": Finger(ben)}
    for _ in range(moves):
        shown = ann.look()
        if not shown["game"]["due"]:
            break
        name = ann.name_of(shown, shown["game"]["due"][0])
        other = next(each for each in hands if each != name)
        waiting = hands[other].page.locator("p.sentence")
        expect(waiting).to_have_text(ann.words("play.waiting_for", name=name))
        hands[name].play_on(1)
        told = hands[name].page.locator("ol.course li").first.inner_text()
        expect(hands[other].page.locator("ol.course")).to_contain_text(told)
    assert all(each.made for each in hands.values())
    if moves > 6:
        see_end(ann)
        see_end(ben)

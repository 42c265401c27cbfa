"""Marajoara in the browser: every question, every move, every space and every end, by pointer and by keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import get_args

import pytest
from playwright.sync_api import Browser, expect

from digsite.core.names import Position
from digsite.games.marajoara.record import TRACKS
from digsite.wire.marajoara import Asks, marajoara_moves, marajoara_view
from tests.browser.conftest import Visit
from tests.browser.marajoara_hands import Finger, Keys, MarajoaraHands, Mouse
from tests.browser.marajoara_tables import ENDINGS, SPACES, Tables, before, opening, questions, tokens
from tests.browser.visitor import Screen, Theme, Visitor, visiting
from tests.cli.marajoara_table import position
from tests.games.marajoara.rich import KINDS, MARAJOARA, rich

MINE = {"kind": "mine"}
BOT = {"kind": "bot", "level": "beginner"}
INVITED = {"kind": "invited"}
FEW = 8
LATE = 14
"""The last round; on a mission, the last place of the round track is next."""
BY_ITSELF = {"spend", "over"}
"""What nobody is asked: the only move there is is made by itself, and after the game there is none."""
QUESTIONS = questions()
TOKENS = tokens()
BOTH = pytest.mark.parametrize("hands", [Mouse, Keys])


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """A house whose tables begin where a test wants."""
    with opening(tmp_path_factory.mktemp("tables")) as tables:
        yield tables


@pytest.fixture
def come(tables: Tables, browser: Browser) -> Iterator[Visit]:
    """Let people with browsers of their own come to that house; nothing may go wrong there."""
    with ExitStack() as stack:
        yield lambda **how: stack.enter_context(visiting(browser, tables.url, **how))


def asked(pos: Position) -> str:
    return marajoara_view(MARAJOARA.view(pos, None))["turn"]["asks"]


def kinds_of(moves: list[str]) -> list[str]:
    return sorted({move.split()[0] for move in moves})


def log_of(visitor: Visitor) -> list[str]:
    """Return what everybody did, as the log has it."""
    log = visitor.text(f"/api/tables/{visitor.table}/log")
    return re.findall(r"^\d+ [\d.]+ \d (.+) #\w+$", log, re.MULTILINE)


def see_end(visitor: Visitor) -> None:
    """See that the page says how the game ended as the house does."""
    shown = visitor.get(f"/api/tables/{visitor.table}")
    result = shown["game"]["result"]
    for seat in result["winners"] if len(result["points"]) > 1 else ():
        expect(visitor.page.locator("#after-title")).to_contain_text(visitor.name_of(shown, seat))
    expect(visitor.page.get_by_text(visitor.words(result["why"])).first).to_be_visible()
    for objective in shown["game"]["view"]["objectives"]:
        assert objective["met"] or not result["winners"]
    visitor.check()


# --- from the beginning


@pytest.mark.parametrize(
    ("hands", "screen", "theme"),
    [
        (Mouse, "desktop", "light"),
        (Keys, "desktop", "dark"),
        pytest.param(Finger, "phone", "dark", marks=pytest.mark.long),
        pytest.param(Finger, "small", "light", marks=pytest.mark.long),
    ],
)
def test_a_few_steps_against_a_bot(
    visit: Visit, hands: type[MarajoaraHands], screen: Screen, theme: Theme
) -> None:
    visitor = visit(screen=screen, theme=theme)
    visitor.open_table("marajoara", [MINE, BOT], begins="first")
    playing = hands(visitor)
    playing.play_on(most=FEW)
    visitor.check()
    assert {"token", "capture"} <= set(playing.kinds)


@pytest.mark.long
@pytest.mark.parametrize(
    ("hands", "screen", "bots"), [(Mouse, "desktop", 1), (Finger, "phone", 2), (Keys, "desktop", 3)]
)
def test_a_whole_game_against_bots(
    visit: Visit, hands: type[MarajoaraHands], screen: Screen, bots: int
) -> None:
    visitor = visit(screen=screen)
    visitor.open_table("marajoara", [MINE] + [BOT] * bots, begins="first")
    playing = hands(visitor)
    playing.play_on(2 * FEW)
    playing.hurry_to(LATE)
    playing.play_on()
    assert playing.made == playing.log()
    see_end(visitor)


@pytest.mark.long
@pytest.mark.parametrize("mission", [str(number) for number in range(1, 9)])
def test_every_mission_from_beginning_to_end(visit: Visit, mission: str) -> None:
    visitor = visit(theme="dark")
    visitor.open_table("marajoara", [MINE], options={"mission": mission, "harder": "yes"})
    playing = Mouse(visitor)
    playing.play_on(FEW)
    playing.hurry_to(LATE - 1)
    playing.play_on()
    assert playing.made == playing.log()
    see_end(visitor)


# --- every end, from shortly before it


@pytest.mark.long
@pytest.mark.parametrize(("hands", "theme"), [(Mouse, "light"), (Keys, "dark")])
@pytest.mark.parametrize("ending", ENDINGS)
def test_every_end(
    come: Visit, tables: Tables, ending: str, hands: type[MarajoaraHands], theme: Theme
) -> None:
    visitor = come(theme=theme)
    tables.open(visitor, rich(*ENDINGS[ending]))
    visitor.check()
    playing = hands(visitor)
    playing.play_on()
    assert playing.made == log_of(visitor)
    see_end(visitor)


# --- every question and every kind of move


def test_there_is_a_table_for_every_question_and_every_move() -> None:
    """What the tests below go through is all there is."""
    assert {asked(pos) for pos in QUESTIONS.values()} == set(get_args(Asks)) - BY_ITSELF
    offered = [
        move["text"]
        for pos in QUESTIONS.values()
        for move in marajoara_moves(MARAJOARA, pos, MARAJOARA.movers(pos)[0])
    ]
    assert kinds_of(offered) == sorted(KINDS)


@pytest.mark.long
@BOTH
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_is_answered_in_every_way(
    come: Visit, tables: Tables, question: str, hands: type[MarajoaraHands]
) -> None:
    """One move of each kind that can be made, one after the other taken back again."""
    visitor = come(theme="dark" if hands is Keys else "light")
    tables.open(visitor, QUESTIONS[question])
    playing = hands(visitor)
    moves = playing.turn()
    for kind in kinds_of(list(moves)):
        assert playing.view()["turn"]["asks"] == asked(QUESTIONS[question])
        playing.play(max((move for move in moves if move.split()[0] == kind), key=len), list(moves))
        playing.take_back()
    assert kinds_of(playing.made) == kinds_of(list(moves))
    visitor.check()


# --- the tracks


@pytest.mark.long
@BOTH
@pytest.mark.parametrize("space", SPACES)
def test_every_space_of_every_track(
    come: Visit, tables: Tables, space: int, hands: type[MarajoaraHands]
) -> None:
    visitor = come()
    tables.open(visitor, before(space))
    playing = hands(visitor)
    for track in TRACKS:
        playing.play(f"excavate {track}", list(playing.turn()))
        told = [tell["space"] for tell in playing.told() if tell["what"] == f"excavate_{track}"]
        assert told == [space]
        disc = visitor.page.locator(f'.board [data-thing="track:{track}"]').nth(space - 1)
        expect(disc).to_be_visible()
        playing.take_back()


# --- tokens


@pytest.mark.long
@BOTH
@pytest.mark.parametrize("situation", TOKENS)
def test_every_situation_of_a_token(
    come: Visit, tables: Tables, situation: str, hands: type[MarajoaraHands]
) -> None:
    dealt, moves, then, told = TOKENS[situation]
    visitor = come(theme="dark" if hands is Mouse else "light")
    tables.open(visitor, dealt)
    playing = hands(visitor)
    for move in moves:
        playing.play(move, list(playing.turn()))
    turn = playing.view()["turn"]
    assert (turn["due"], turn["asks"]) == then
    assert told is None or told in [tell["what"] for tell in playing.told()]
    playing.play_on(1)
    visitor.check()


# --- at two screens


@pytest.mark.long
def test_another_seat_is_asked_in_the_middle_of_a_turn(come: Visit, tables: Tables) -> None:
    """A die that lands on Ben's token lets him raise dice of his, before Ann goes on with her turn."""
    ann, ben = come(), come(screen="phone", theme="dark")
    lines = ("seat 1 points 7 discs 0 9 0 reserve 3 waiting 0 tokens b3", "turn 0 before")
    tables.open(ann, position(*lines), [MINE, INVITED])
    ben.go(ann.page.get_by_role("textbox", name=ann.words("play.wait_link")).input_value())
    ben.page.get_by_role("textbox", name=ben.words("page.name"), exact=True).fill("Ben")
    ben.page.get_by_role("button", name=ben.words("play.wait_sit"), exact=True).tap()
    for visitor in (ann, ben):
        expect(visitor.page.locator(".board")).to_be_visible()
    hers, his = Mouse(ann), Finger(ben)
    hers.play("capture b1 north", list(hers.turn()))
    waiting = ann.page.locator("p.sentence")
    told_why = ann.words("marajoara.page_wait_raise", name="Ben")
    expect(waiting).to_have_text(told_why)
    turn = his.view()["turn"]
    assert (turn["active"], turn["due"], turn["asks"]) == (0, 1, "raise_other")
    his.play("raise y1:2", list(his.turn()))
    assert his.view()["museums"][1]["yellow"] == ["y3"]
    assert hers.turn()
    expect(waiting).not_to_have_text(told_why)
    hers.play_on(1)
    ann.check()
    ben.check()

"""Marajoara in the browser: every question, every move, every space and every end, by pointer and by keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, get_args

import pytest
from playwright.sync_api import Browser, Locator, expect

from digsite.core.names import Position
from digsite.games.marajoara.record import TRACKS
from digsite.wire.marajoara import Asks, marajoara_moves, marajoara_view
from tests.browser.conftest import Visit
from tests.browser.endings import ranked, see_verdict
from tests.browser.marajoara_hands import Finger, Keys, MarajoaraHands, Mouse
from tests.browser.marajoara_tables import ENDINGS, NAMES, SPACES, Tables, before, opening, questions, tokens
from tests.browser.visitor import BOT, INVITED, MINE, Json, Screen, Theme, Visitor, numeral, visiting
from tests.cli.marajoara_table import position
from tests.games.marajoara.rich import KINDS, MARAJOARA, rich

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


Sit = Callable[..., MarajoaraHands]


@pytest.fixture
def sit(come: Visit, tables: Tables) -> Sit:
    """Let hands play for everybody at a table that begins where a test wants."""

    def sit(hands: type[MarajoaraHands], dealt: Position, **how: Any) -> MarajoaraHands:
        visitor = come(**how)
        tables.open(visitor, dealt)
        return hands(visitor)

    return sit


def asked(pos: Position) -> str:
    return marajoara_view(MARAJOARA.view(pos, None))["turn"]["asks"]


def kinds_of(moves: list[str]) -> list[str]:
    return sorted({move.split()[0] for move in moves})


def see_end(visitor: Visitor) -> None:
    """See that the page says how the game ended as the house does, with what was asked for and every sum."""
    shown = see_verdict(visitor)
    result = shown["game"]["result"]
    see_objectives(visitor, result["objectives"])
    tables = visitor.page.locator(".sums table").all()
    for table, seat in zip(tables, ranked(result), strict=True):
        expect(table.locator("caption")).to_have_text(visitor.name_of(shown, seat))
        see_sum(table, shown["game"]["happened"], seat, result["points"][seat])
    visitor.check()


def see_objectives(visitor: Visitor, objectives: list[Json]) -> None:
    rows = visitor.page.locator(".after ul li").all()
    for row, objective in zip(rows, objectives, strict=True):
        asked_for = visitor.words(f"marajoara.objective_{objective['key']}", which=objective["which"])
        expect(row).to_contain_text(asked_for)
        expect(row).to_contain_text(visitor.words(f"play.after_{'met' if objective['met'] else 'missed'}"))


def see_sum(table: Locator, happened: list[Json], seat: int, points: int) -> None:
    """See that the sum of a seat has a row for all that was told of its end, after what it had before."""
    told = [tell for event in happened for tell in event["tells"] if tell.get("seat") == seat]
    at_end = [tell["n"] for tell in told if tell["what"].startswith("tally_")]
    rows = [points - sum(at_end), *at_end, points]
    expect(table.locator("td")).to_have_text([numeral(n) for n in rows])


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
def test_every_end(sit: Sit, ending: str, hands: type[MarajoaraHands], theme: Theme) -> None:
    playing = sit(hands, rich(*ENDINGS[ending]), theme=theme)
    playing.visitor.check()
    playing.play_on()
    assert playing.made == playing.visitor.log()
    see_end(playing.visitor)


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
    sit: Sit, question: str, hands: type[MarajoaraHands]
) -> None:
    """By the longest move of each kind that can be made."""
    playing = sit(hands, QUESTIONS[question], theme="dark" if hands is Keys else "light")
    longest = {move.split()[0]: move for move in sorted(playing.turn(), key=len)}
    assert list(playing.try_out(longest.values())) == list(longest.values())
    assert playing.view()["turn"]["asks"] == asked(QUESTIONS[question])
    playing.visitor.check()


# --- the tracks


@pytest.mark.long
@BOTH
@pytest.mark.parametrize("space", SPACES)
def test_every_space_of_every_track(sit: Sit, space: int, hands: type[MarajoaraHands]) -> None:
    playing = sit(hands, before(space))
    for move in playing.try_out(f"excavate {track}" for track in TRACKS):
        assert [tell["space"] for tell in playing.told() if tell["what"] == move.replace(" ", "_")] == [space]
        see_disc(playing, move.split()[1], space)


def see_disc(playing: MarajoaraHands, track: str, space: int) -> None:
    """See Ann's disc on a space, and on no other of the track; the start comes before the first."""
    spaces = playing.page.locator(f'.board [data-thing="track:{track}"]')
    expect(spaces.filter(has=playing.page.get_by_role("img", name=NAMES[0]))).to_have_count(1)
    expect(spaces.nth(space)).to_have_accessible_name(re.compile(NAMES[0]))
    expect(spaces.nth(space).locator(".discs svg").last).to_be_visible()


# --- tokens


@pytest.mark.long
@BOTH
@pytest.mark.parametrize("situation", TOKENS)
def test_every_situation_of_a_token(sit: Sit, situation: str, hands: type[MarajoaraHands]) -> None:
    dealt, moves, then, told = TOKENS[situation]
    playing = sit(hands, dealt, theme="dark" if hands is Mouse else "light")
    for move in moves:
        playing.play(move, list(playing.turn()))
    turn = playing.view()["turn"]
    assert (turn["due"], turn["asks"]) == then
    assert told is None or told in [tell["what"] for tell in playing.told()]
    playing.play_on(1)
    playing.visitor.check()


# --- at two screens


@pytest.mark.long
def test_another_seat_is_asked_in_the_middle_of_a_turn(come: Visit, tables: Tables) -> None:
    """A die that lands on Ben's token lets him raise dice of his, before Ann goes on with her turn."""
    ann, ben = come(), come(screen="phone", theme="dark")
    lines = ("seat 1 points 7 discs 0 9 0 reserve 3 waiting 0 tokens b3", "turn 0 before")
    tables.open(ann, position(*lines), [MINE, INVITED])
    ben.sit_down(ann.link, "Ben")
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

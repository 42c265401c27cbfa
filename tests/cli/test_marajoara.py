"""Marajoara at a terminal: what the table looks like, what is asked, and what somebody may type."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from digsite.cli.book import Book
from digsite.cli.screen import Scene, drawer
from digsite.cli.screen.tracks import NOTES
from digsite.cli.voice import Look
from digsite.core.game import Game
from digsite.core.names import Json, Position, Seat
from digsite.core.options import Text
from digsite.core.words import LANGUAGES, say, sentences
from digsite.games import GAMES
from digsite.games import game as game_of
from digsite.games.marajoara import boards
from digsite.games.marajoara.missions import objectives
from digsite.games.marajoara.positions import sketch
from digsite.table.log import Sitter
from digsite.table.log import read as read_log
from digsite.table.table import Table
from tests.cli.marajoara_table import ASKED, position, solo
from tests.cli.terminal import default_bot, digsite, foreseen
from tests.support import deal

ANNA = Sitter("Anna")
PLAIN = Look(color=False, unicode=False, width=80, height=24)
GREY = Look(color=False, unicode=True, width=100, height=40)
SMALL = Look(color=True, unicode=True, width=80, height=24)
LETTERS = re.compile(r"\x1b\[[0-9;]*m")


def scene_of(
    pos: Position, look: Look, language: str = "en", *, whole: bool = True, typed: str = ""
) -> Scene:
    """Return what the seat that is due sees."""
    game = game_of("marajoara")
    seat = (*game.movers(pos), Seat(0))[0]
    names = ("Anna", "Ben", "Cleo", "Dan")[: game.seats(pos)]
    book = book_of(pos, language)
    meant = book.moves_of(book.meant(typed)) if typed else []
    return Scene(game, game.view(pos, seat), names, language, look, seat, book.moves, meant, whole)


def book_of(pos: Position, language: str = "en") -> Book:
    game = game_of("marajoara")
    seat = (*game.movers(pos), Seat(0))[0]
    return Book(game, game.view(pos, seat), seat, language)


def drawn(scene: Scene) -> str:
    """Return the drawing as a terminal gets it, without blanks at the end of lines."""
    console = Console(
        file=io.StringIO(),
        width=scene.look.width,
        color_system="truecolor" if scene.look.color else None,
        force_terminal=scene.look.color,
        markup=False,
        highlight=False,
    )
    console.print(drawer("marajoara").draw(scene))
    file = console.file
    assert isinstance(file, io.StringIO)
    return "".join(f"{line.rstrip()}\n" for line in file.getvalue().splitlines())


def asked(pos: Position, language: str = "en") -> str:
    return drawer("marajoara").ask(scene_of(pos, PLAIN, language))


# --- the drawing

LOW = """\
    a   b   c   d   e   f   g   h       > A Anna  12 points, 9 credits
 8 +r1: b1:  .  +1   .  b1 +b1:vr1: 8     y6 y3 A   r4 r2 .   b5 b4 b1
 7  y1:  :   .   .   .   A  y1:<r1: 7     V  V  +3 +4 +5
 6   .   i  +2  y2   .  +2   .   .  6     x4 x5 1x>=3 1x=6 2x>=6 dif>=9
 5   .   . >y1 +g2A  .   .   .  g3+ 5     cart 1b2 2r1 3y1 4. 5.
 4  +1   .   .  r5   .   .   .   .  4         1  2  3  4  5  6  7   8   9
 3  g1   .  b4+  .   .  +2   i   .  3         +1 A  +2 3p +3 5p
 2 +r1: y2:  B   .   .   .   :   :  2    y  B .  .  .  .  .  A  <>2 2pA 10/6
 1 >g1:^y1:  .   .  +1   .   :  b1: 1    r    .  .  .  .  .  A  V:1 Vx2 B
    a   b   c   d   e   f   g   h        b  B .  .  .  .  .  A  bx2 2p- 2/1F
  B Ben 7p V0 F - y1 r1 b2                Round 5 of 14
"""


def test_without_colours_or_signs_everything_is_told_by_letters() -> None:
    assert drawn(scene_of(position("turn 0 before"), PLAIN, whole=False)) == LOW


def positions() -> dict[str, Position]:
    four = deal(game_of("marajoara"), 4, 1)
    missions = {f"mission {n}": deal(game_of("marajoara"), 1, 1, mission=str(n)) for n in range(1, 9)}
    return {"middle": position("turn 0 before"), "four": four, **missions}


@pytest.mark.parametrize("name", positions())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_fits_a_small_and_a_large_terminal(language: str, name: str) -> None:
    pos = positions()[name]
    for width, height, lines in ((80, 24, 17), (100, 40, 27)):
        for fancy in (True, False):
            look = Look(color=fancy, unicode=fancy, width=width, height=height)
            text = LETTERS.sub("", drawn(scene_of(pos, look, language, whole=False)))
            assert max(map(len, text.splitlines())) <= width
            assert text.count("\n") <= lines
            # labels may have accents, the board has none
            assert fancy or all(line[: 8 * 4].isascii() for line in text.splitlines()[:9])


def test_colours_only_repeat_what_letters_and_shapes_say() -> None:
    pos = position("turn 0 before")
    rich = drawn(scene_of(pos, Look(color=True, unicode=True, width=100, height=24)))
    assert "\x1b[" in rich
    grey = drawn(scene_of(pos, Look(color=False, unicode=True, width=100, height=24)))
    # ropes are grounds in colour, colons without
    assert [line.rstrip() for line in LETTERS.sub("", rich).replace(":", " ").splitlines()] == [
        line.rstrip() for line in grey.replace(":", " ").splitlines()
    ]


def test_M20_squares_for_a_token_are_lit() -> None:
    lines, _ = ASKED["token"]
    text = drawn(scene_of(position(*lines), GREY))
    rows = {row.split()[0]: row for row in text.splitlines()[1:9]}
    assert rows["1"].count("[ ·]") == 3, "neither +1 nor roped squares"
    assert "[ ◇]" in rows["3"]


def test_M22_M29_lit_dice_and_targets() -> None:
    text = drawn(scene_of(position("slate b3 g1", "next recycle"), GREY))
    assert "[ ∘]" in text
    assert "[ ·]" not in text
    text = drawn(scene_of(solo("captured d5", "next retire"), GREY))
    assert re.findall(r"\[[yrbg]\d", text) == ["[y2", "[y1", "[r5"]


def test_what_was_typed_shows_where_the_die_would_land() -> None:
    text = drawn(scene_of(position("turn 0 before"), GREY, typed="capture c5 east"))
    assert "(y2)" in text.splitlines()[4], "c5 leaps over d5 onto e5"
    assert "(r5)" in drawn(scene_of(position(), GREY, typed="shift d4 east"))


def test_M13_the_spaces_that_a_grey_die_reaches_are_lit() -> None:
    lines, _ = ASKED["excavate"]
    text = drawn(scene_of(position(*lines), GREY))
    assert "[2p●]" in text
    assert "[V×2]" in text
    assert "[2p↔]" in text


LIT_DIE = re.compile(r"\x1b\[1;4;[0-9;]*m([yrb][1-6])")


def test_squares_are_not_taken_for_stored_dice() -> None:
    turn, discs = "turn 0 before", "seat 0 points 12 discs 6 6 6 reserve 3 waiting 0 tokens d5 f7"
    poor = position(turn, discs, "museum 1 | - | - | b1 | vases 2 most 2 | fragments 4 5 | tokens yellow")
    assert "capture b1 north" in book_of(poor).texts
    assert not LIT_DIE.findall(drawn(scene_of(poor, SMALL)))
    rich = position(turn, discs, "museum 1 | y2 | - | b1 | vases 2 most 2 | fragments 4 5 | tokens yellow")
    assert LIT_DIE.findall(drawn(scene_of(rich, SMALL))) == ["b1"], "fund b1 up"


def columns(text: str) -> list[str]:
    """Return what stands left and right on an 80-column screen, as running text."""
    lines = LETTERS.sub("", text).splitlines()
    return [" ".join(" ".join(part).split()) for part in ((x[:40] for x in lines), (x[40:] for x in lines))]


@pytest.mark.parametrize("mission", range(1, 9))
@pytest.mark.parametrize("language", LANGUAGES)
def test_M31_objectives_stand_whole_on_a_small_terminal(language: str, mission: int) -> None:
    pos = deal(game_of("marajoara"), 1, 1, mission=str(mission), harder="yes")
    pos[0]["round_track"][:9], pos[0]["round_number"] = 14, 9
    for look in (PLAIN, SMALL):
        left, _ = columns(drawn(scene_of(pos, look, language, whole=False)))
        for goal in objectives(pos):
            assert in_words(language, f"objective_{goal.key}", which=goal.which) in left
        assert re.search(r"\([^()]*-?\d\)", left), "what the score would be now"
        for note in NOTES.get(mission, ()):
            assert in_words(language, note) in left


def in_words(language: str, key: str, **values: str) -> str:
    """Return a sentence with plain spaces between its words, as columns are read."""
    return " ".join(say(language, f"marajoara.{key}", **values).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 100])
def test_a_long_name_leaves_room_for_points_and_credits(language: str, width: int) -> None:
    name = say(language, "table.house_plays", name="Anna-Magdalena")
    for look in (replace(PLAIN, width=width), replace(SMALL, width=width)):
        scene = replace(scene_of(position("turn 0 before"), look, language), names=(name, "Ben"))
        text = LETTERS.sub("", drawn(scene))
        assert re.search(rf"Anna-Magd.*12p(, | · ){say(language, 'marajoara.credits', n=9)}", text)


# --- what is asked


@pytest.mark.parametrize("name", ASKED)
def test_every_stage_asks_with_an_example(name: str) -> None:
    lines, sentence = ASKED[name]
    pos = position(*lines)
    assert sentence in asked(pos)
    moves = [word for text in book_of(pos).texts for word in (text, text.split()[0])]
    for language in LANGUAGES:
        assert any(move in asked(pos, language) for move in moves), "an example can be typed as it stands"


def test_M7_the_set_up_asks_for_an_icon_square() -> None:
    assert asked(deal(game_of("marajoara"), 3, 1)) == "Put your first dig token on an icon square: token c2."


def test_M15_a_turn_without_a_capture_says_so() -> None:
    rows = [".. .. .. .. .. .. .. .."] * 8
    text = game_of("marajoara").text(position("turn 0 before"))
    head, _, rest = text.partition("dice\n")
    lonely = "\n".join((*rows[:7], "y1 .. .. .. .. .. .. .."))
    pos = sketch(f"{head}dice\n{lonely}\n{rest.split(chr(10), 8)[8]}")
    assert asked(pos).startswith("No die can leap now.")


def test_M29_the_round_track_is_asked_for() -> None:
    pos = solo("captured d5", "next retire")
    assert asked(pos) == "A die beside the one that leapt goes onto the round track: retire d4."
    assert book_of(pos).brings("retire d4") == "r5"


BROUGHT = {
    "capture c5 east": (("turn 0 before",), "takes g2, y2 on e5"),
    "capture d5 south": (("turn 0 before",), "takes r5, g3 on d3"),
    "exhibit r4": ((), "11 points, costs 4 credits"),
    "restore 3 b5": ((), "4 points"),
    "fund b4 up": ((), "costs 2 credits"),
    "end": ((), ""),
    "excavate red": (ASKED["excavate"][0], "space 8, the last vase back for twice its reward"),
    "take 1 3": (ASKED["take"][0], "b2 y1"),
    "remove": (ASKED["remove"][0], "4 points"),
}


@pytest.mark.parametrize("text", BROUGHT)
def test_what_a_move_brings(text: str) -> None:
    lines, brings = BROUGHT[text]
    assert book_of(position(*lines)).brings(text) == brings


@pytest.mark.parametrize("space", range(1, 10))
@pytest.mark.parametrize("language", LANGUAGES)
def test_M23_every_space_of_every_track_says_what_it_gives(language: str, space: int) -> None:
    for track in ("yellow", "red", "blue"):
        data: dict[str, Json] = {
            "move": f"excavate {track}",
            "space": space,
            "points": {4: 3, 6: 5}.get(space, 0),
        }
        brings = drawer("marajoara").brings(game_of("marajoara").view(position(), None), data, language)
        assert re.match(rf"\w+ {space}, .", brings)


def test_M11_a_landing_says_whose_token_is_there() -> None:
    pos = position("turn 0 before", "seat 0 points 12 discs 6 6 6 reserve 3 waiting 0 tokens d3 e5")
    assert book_of(pos).brings("capture c5 east").endswith("your token: +1")
    pos = position("turn 0 before", "seat 1 points 7 discs 0 9 0 reserve 3 waiting 0 tokens e5")
    assert book_of(pos).brings("capture c5 east").endswith("another's token: +2 for them")


# --- what somebody types


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("capture c5 east", ["capture c5 east"]),
        ("c5 east", ["capture c5 east"]),
        ("c5 e", ["capture c5 east"]),
        ("cap c5 e", ["capture c5 east"]),
        ("CAPTURE C5 EAST", ["capture c5 east"]),
        ("restore 9 b4 b5", ["restore 9 b4 b5 done"]),
        ("restore 9 b4 b5 done", ["restore 9 b4 b5 done"]),
        ("restore 9 b4 b5 b1", ["restore 9 b4 b5 b1"]),
        ("r4", ["exhibit r4"]),
        ("ex r4", ["exhibit r4"]),
        ("sh d4 n", []),
        ("shift d4 e", ["shift d4 east"]),
        ("d4 e", ["shift d4 east"]),
        ("b4 up", ["fund b4 up"]),
        ("capture c5 north", []),
        ("token c1", []),
        ("", []),
    ],
)
def test_a_turn_can_be_typed_in_a_few_letters(typed: str, meant: list[str]) -> None:
    assert book_of(position("turn 0 before")).meant(typed) == meant


def test_after_the_main_action_e_ends_the_turn() -> None:
    assert book_of(position()).meant("e") == ["end"]


@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("pay", "y6:1 y3", "pay y3 y6:1"),
        ("pay", "pay y6:1 y3", "pay y3 y6:1"),
        ("raise own", "captured", "raise captured"),
        ("raise other", "raise y3", "raise y3 done"),
        ("raise other", "raise b4 r4", "raise r4 b4"),
        ("excavate", "blue", "excavate blue"),
        ("take", "1 3", "take 1 3"),
        ("score", "5", "score 5"),
        ("store", "s", "store"),
        ("show", "p", "pass"),
    ],
)
def test_the_game_reads_other_orders_and_the_book_short_forms(name: str, typed: str, meant: str) -> None:
    found = book_of(position(*ASKED[name][0])).meant(typed)
    assert meant in found
    assert len(found) == 1 or typed == "s"


def test_many_moves_are_offered_by_kind() -> None:
    book = book_of(position("turn 0 before"))
    offered = dict(book.offers(""))
    assert list(offered) == [*(f"{kind} " for kind in ("exhibit", "restore", "capture", "shift", "fund"))]
    assert offered["exhibit "] == "2 …"
    assert all(text.startswith("capture ") for text, _ in book.offers("capture "))
    assert all("c5" in text for text, _ in book.offers("c5"))


# --- whole games


def table(tmp_path: Path, *more: str) -> list[str]:
    return ["play", "marajoara", *more, "--save", str(tmp_path / "a.dig")]


@pytest.mark.usefixtures("fixed")
def test_moves_are_listed_and_refusals_say_what_is_possible(tmp_path: Path) -> None:
    first = next(foreseen("marajoara", {}, [ANNA, default_bot()]))
    typed = [first, "moves", "jump c3", "capture a1 west", "store", "?"]
    played = digsite(*table(tmp_path), typed=typed)
    assert re.search(r"^  capture [a-h]\d \w+ +takes [yrbg]1, [yrbg]\d on [a-h]\d", played.out, re.MULTILINE)
    assert '"jump c3" is no move. Possible now: capture ' in played.out
    assert "capture a1 west is not possible now. Possible now: capture " in played.out
    assert "store is not possible now." in played.out
    assert "The dice on the board belong to nobody." in played.out
    assert len(read_log((tmp_path / "a.dig").read_text(encoding="utf-8")).events) == 2


def hoarding(game: Game, table: Table, seat: Seat) -> str:
    """Choose to capture and store, and do nothing with what is stored."""
    pos = table.course.position
    texts = [game.move_text(pos, move) for move in game.legal(pos, seat)]
    wanted = (
        text for kind in ("store", "capture", "raise", "end") for text in texts if text.startswith(kind)
    )
    return next(wanted, texts[0])


@pytest.mark.usefixtures("fixed")
def test_many_moves_are_listed_and_named_by_kind(tmp_path: Path) -> None:
    moves = foreseen("marajoara", {}, [ANNA, default_bot()], hoarding)
    typed = [word for text in moves for word in ("moves", "x", text)]
    played = digsite(*table(tmp_path), typed=typed)
    assert played.code == 0, played.err
    assert re.search(r"^  capture +\d+  capture [a-h]\d \w+  takes", played.out, re.MULTILINE)
    assert "moves shift lists all of that kind." in played.out
    assert re.search(r'"x" is no move. Possible now: .*capture … \(\d+\)', played.out)


@pytest.mark.usefixtures("fixed")
def test_a_word_lists_the_moves_that_have_it(tmp_path: Path) -> None:
    first = next(foreseen("marajoara", {}, [ANNA, default_bot()]))
    played = digsite(*table(tmp_path), typed=[first, "moves north", "moves exhibit"])
    listed = re.findall(r"^  capture [a-h]\d (\w+)", played.out, re.MULTILINE)
    assert listed
    assert set(listed) == {"north"}
    assert re.search(r"Anna > moves exhibit\nPossible now: capture", played.out)


@pytest.mark.usefixtures("fixed")
def test_a_move_is_taken_back_within_a_turn(tmp_path: Path) -> None:
    moves = foreseen("marajoara", {}, [ANNA, default_bot()])
    first, second, third = (next(moves) for _ in range(3))
    played = digsite(*table(tmp_path), typed=[first, second, "back", second, third])
    assert "Anna takes a move back." in played.out
    texts = [event.text for event in read_log((tmp_path / "a.dig").read_text(encoding="utf-8")).events]
    assert texts[1:5] == [first, second, "!back", second]


@pytest.mark.usefixtures("fixed")
def test_M31_a_mission_ends_with_its_objectives(tmp_path: Path) -> None:
    typed = list(foreseen("marajoara", {"mission": "1"}, [ANNA]))
    played = digsite(*table(tmp_path, "--mission", "1"), typed=typed)
    assert played.code == 0, played.err
    box = r"^  [☐☑] "
    end = played.out.split("objectives are met.")[-1]
    assert len(re.findall(rf"{box}(?:Restore|Reach|Exhibit|Score)", end, re.MULTILINE)) == 4
    assert re.search(r"^(Done|Not this time), with -?\d+ points?", end, re.MULTILINE)
    replayed = digsite("replay", str(tmp_path / "a.dig"))
    assert re.search(rf"{box}Score at least 50 points$", replayed.out, re.MULTILINE)
    checked = digsite("verify", str(tmp_path / "a.dig"))
    assert re.search(rf"{box}Restore fragment 9$", checked.out, re.MULTILINE)
    data = json.loads(digsite("replay", str(tmp_path / "a.dig"), "--json").out)
    assert [o["key"] for o in data["result"]["objectives"]] == ["fragment", "end_yellow", "slot", "score"]


def test_M31_objectives_are_ticked_off_while_one_plays() -> None:
    text = drawn(scene_of(solo("unreached f3", mission=4), GREY))
    assert "☑ Bring a die onto c3" in text
    assert "☐ Bring a die onto f3" in text
    assert "☑ Exhibit a vase on showcase place 2" in text
    assert "☐ Score at least 60 points (now 12)" in text
    plain = drawn(scene_of(solo("unreached f3", mission=4), PLAIN))
    assert "[x] Bring a die onto c3" in plain
    assert "[ ] Bring a die onto f3" in plain


def test_M31_a_score_tells_what_the_end_would_take() -> None:
    text = drawn(scene_of(solo(mission=3), GREY))
    assert "Score at least 50 points (now 10)" in text, "two ones on the round track"
    assert "The faces on the round track" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_M29_M31_the_help_tells_the_rules_of_a_mission(language: str, tmp_path: Path) -> None:
    first = str(deal_token())
    shown = digsite(*table(tmp_path, "--mission", "6", "--lang", language), typed=[first, "?"]).out
    for words in ("retire d4", "14", "exchange b3 2r4", "2y3, 2r4, 2b5"):
        assert words in shown.split(f"{first}\n")[-1].split("?\n")[-1]
    other = digsite("play", "marajoara", "--lang", language, typed=["?"]).out
    assert "retire d4" not in other


def deal_token() -> str:
    """Return a token that can always be put."""
    return book_of(deal(game_of("marajoara"), 1, 1, mission="6")).texts[0]


def test_simulate_says_how_often_each_objective_was_met() -> None:
    args = ("simulate", "marajoara", "--mission", "4", "--games", "40")
    shown = digsite(*args)
    assert shown.code == 0, shown.err
    assert re.search(r"^Won \d+ of 40 \(\d+\.\d %\)", shown.out, re.MULTILINE)
    assert re.search(r"^ +\d+ +\d+\.\d %  Bring a die onto c3$", shown.out, re.MULTILINE)
    data = json.loads(digsite(*args, "--json").out)
    assert [o["key"] for o in data["objectives"]] == [*["star"] * 4, "slot", "score"]
    assert all(0 <= o["met"] <= 40 for o in data["objectives"])
    assert "won" in data
    assert "objectives" not in json.loads(digsite("simulate", "marajoara", "--games", "1", "--json").out)


# --- boards of one's own


@pytest.fixture
def own_board(tmp_path: Path) -> Path:
    """Return the file of a board whose bottom row is another."""
    path = tmp_path / "board.txt"
    text = boards.board_text(boards.DEFAULT)
    path.write_text(text.replace("r r . . 1 . r r", "r r 1 . . . r r"), encoding="utf-8")
    return path


def test_a_board_file_is_used_and_a_bad_one_refused_with_its_line(tmp_path: Path, own_board: Path) -> None:
    assert digsite(*table(tmp_path, "--board", str(own_board))).code == 0
    log = read_log((tmp_path / "a.dig").read_text(encoding="utf-8"))
    assert "r r 1 . . . r r" in log.header.options["board"]
    shown = digsite("simulate", "marajoara", "--option", f"board={own_board}", "--games", "1")
    assert shown.code == 0
    own_board.write_text(own_board.read_text(encoding="utf-8").replace("r r 1", "r r"), encoding="utf-8")
    refused = digsite("play", "marajoara", "--board", str(own_board))
    assert refused.code == 1
    assert refused.err.startswith("Line 9: a row has 8 squares")
    assert "cannot be read" in digsite("play", "marajoara", "--board", "/nowhere").err


def test_the_menu_asks_for_mission_harder_and_board(own_board: Path) -> None:
    typed = ["3", "10", "5", "2", "/nowhere", str(own_board), "quit"]
    played = digsite("play", typed=typed)
    assert "/nowhere cannot be read" in played.out
    assert "mission 4: starred squares, second vase, ten points more" in played.out
    assert "Score at least 70 points" in played.out
    assert "digsite play --resume" in played.out


def test_a_title_names_a_board_of_ones_own_in_mid_sentence(tmp_path: Path, own_board: Path) -> None:
    shown = digsite(*table(tmp_path, "--board", str(own_board))).out
    assert "Marajoara · the game for two to four, on a board of your own" in shown
    for game in map(game_of, GAMES):
        texts = [option.key for option in game.schema if isinstance(option, Text)]
        assert all(f"with_{key}" in sentences("en", game.key) for key in texts)


def test_the_menu_starts_a_mission_at_once() -> None:
    played = digsite("play", typed=["3", "9", "quit"])
    assert "Win all 7 dig tokens" in played.out


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ("puts a dig token on", "and captures")),
        ("fr", ("place un jeton de fouille en", "et capture")),
        ("nl", ("legt een opgravingsfiche op", "en slaat")),
        ("de", ("legt einen Grabungsmarker auf", "und schlägt")),
    ],
)
def test_four_languages_play(language: str, sentences: tuple[str, ...], tmp_path: Path) -> None:
    moves = foreseen("marajoara", {}, [ANNA, default_bot()])
    typed = [next(moves) for _ in range(6)]
    played = digsite(*table(tmp_path, "--lang", language), typed=[*typed, "moves", "?", "x"])
    for sentence in sentences:
        assert sentence in played.out

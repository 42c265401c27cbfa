"""The log's format: written and read back, and every kind of damage refused with its line."""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import replace
from pathlib import Path

import pytest

from digsite.core.errors import BadText, DigsiteError
from digsite.core.fair import Fair
from digsite.core.names import Seat
from digsite.games import game
from digsite.table import log as logs
from digsite.table.log import LEAST_POINTS, MOST_POINTS, RESIGN, Log, Sitter
from digsite.table.settled import first_of_circle
from digsite.table.table import new_header, replay
from digsite.table.verify import verify
from tests.games.variants import Variant, every_variant
from tests.table.rooms import SECRET, drawn_table, finished_log, open_table, play_to_end, step

OLD = Path(__file__).with_name("old")
"""Logs that earlier versions have written."""
GAME = finished_log("scarab")
LINES = GAME.splitlines(keepends=True)
FIRST_EVENT = next(number for number, line in enumerate(LINES) if line == "events\n") + 1


def refusal(text: str) -> BadText:
    with pytest.raises(BadText) as refused:
        verify(logs.read(text))
    return refused.value


def replay_refusal(text: str) -> BadText:
    """Return why a log cannot be played again: what it does not take a secret to find."""
    with pytest.raises(BadText) as refused:
        list(replay(logs.read(text)))
    return refused.value


def resealed(text: str) -> str:
    """Return an edited log with checks that fit again: what a cheat would write."""
    chain, lines, in_events = logs.Chain(), [], False
    for line in text.splitlines():
        bare = re.sub(r" #[0-9a-f]{8}$", "", line) if in_events else line
        check = chain.add(bare)
        lines.append(f"{bare} {check}\n" if in_events else f"{bare}\n")
        in_events = in_events or line == "events"
    return "".join(lines)


@every_variant
def test_reading_and_writing_are_inverses(variant: Variant) -> None:
    text = finished_log(variant.key, variant.seats, **dict(variant.options))
    log = logs.read(text)
    assert logs.write(log) == text
    assert verify(log).result == log.ending.result  # type: ignore[union-attr]


def test_a_log_can_be_read_by_people() -> None:
    assert LINES[0] == "digsite log 2\n"
    assert re.fullmatch(r"1 0\.000 0 go [a-j]\d+ #[0-9a-f]{8}\n", LINES[FIRST_EVENT])


def test_windows_line_ends_do_no_harm() -> None:
    assert logs.read(GAME.replace("\n", "\r\n")) == logs.read(GAME)


@pytest.mark.parametrize("line", range(len(LINES)))
def test_an_edited_line_is_found(line: int) -> None:
    changed = LINES[line].replace("1", "3", 1) if "1" in LINES[line] else "x" + LINES[line]
    error = refusal("".join([*LINES[:line], changed, *LINES[line + 1 :]]))
    assert error.line == line + 1 or (line < FIRST_EVENT and error.line <= FIRST_EVENT + 1)


@pytest.mark.parametrize("line", range(FIRST_EVENT, len(LINES)))
def test_a_lost_line_is_found(line: int) -> None:
    if line < len(LINES) - 1:
        assert refusal("".join([*LINES[:line], *LINES[line + 1 :]])).line == line + 1


@pytest.mark.parametrize("cut", range(2, len(GAME), 41))
def test_a_truncated_log_is_refused_where_it_ends(cut: int) -> None:
    text = GAME[:-cut]
    last = text.count("\n") + 1
    error = refusal(text)
    if "\nevents" not in text:
        assert error.line in (last, last + 1), "in the header"
    elif text.endswith("\n") or GAME[-cut] == "\n":
        assert error.code == "log_unfinished", "after a whole line"
    else:
        assert (error.code, error.line) == ("log_torn", last)


def test_a_torn_last_line_can_be_cut_off() -> None:
    whole = "".join(LINES[:-5]).encode()
    assert logs.mended(whole + LINES[-5][:7].encode()) == whole
    assert logs.mended(whole + "é".encode()[:1]) == whole
    assert logs.mended(whole) == whole


def test_a_whole_last_line_that_lacks_its_newline_is_kept() -> None:
    assert logs.mended(GAME.removesuffix("\n").encode()) == GAME.encode()


def test_another_format_is_refused_on_line_1() -> None:
    error = refusal(GAME.replace("digsite log 2", "digsite log 3"))
    assert (error.code, error.line) == ("log_format", 1)


def test_newer_rules_are_refused() -> None:
    error = refusal(resealed(GAME.replace("rules 1\n", "rules 99\n")))
    assert (error.code, error.line) == ("log_newer_rules", 3)


def test_older_rules_are_accepted_if_the_game_replays_to_its_result() -> None:
    older = resealed(GAME.replace("rules 1\n", "rules 0\n"))
    assert verify(logs.read(older)).moves > 0
    error = refusal(resealed(older.replace("winners=", "winners=1,")))
    assert error.code == "log_result"


def test_an_illegal_move_in_the_middle_is_refused_with_its_line() -> None:
    line = FIRST_EVENT + 10
    moved = re.sub(r"go \w+", "go a1 ", LINES[line]).replace("  ", " ")
    error = refusal(resealed("".join([*LINES[:line], moved, *LINES[line + 1 :]])))
    assert (error.code, error.line) == ("log_illegal", line + 1)


def test_an_unknown_move_is_refused_with_its_line() -> None:
    line = FIRST_EVENT + 3
    moved = re.sub(r"go \w+", "jump", LINES[line])
    error = refusal(resealed("".join([*LINES[:line], moved, *LINES[line + 1 :]])))
    assert (error.code, error.line) == ("log_illegal", line + 1)


def test_an_edited_result_is_refused() -> None:
    error = refusal(resealed(re.sub(r"points=\S+", "points=99,-99", GAME)))
    assert (error.code, error.line) == ("log_result", len(LINES))


def test_another_secret_is_refused() -> None:
    error = refusal(resealed(re.sub(r"secret=\w+", "secret=" + "ab" * 32, GAME)))
    assert (error.code, error.line) == ("log_secret", len(LINES))


def test_another_deal_is_refused() -> None:
    first_nonce = next(number for number, line in enumerate(LINES) if line.startswith("nonce 0"))
    text = resealed("".join([*LINES[:first_nonce], "nonce 0 else\n", *LINES[first_nonce + 1 :]]))
    error = refusal(text)
    assert error.code == "log_unfair_deal"
    assert LINES[error.line - 2] == "deal\n"


def test_another_card_is_refused_with_its_line() -> None:
    lines: list[str] = []
    table = open_table("scarabya", 1, lines, mode="solo")
    drawn = table.log.events[0].text
    other = next(card for card in ("draw F", "draw I") if card != drawn)
    table.do(Seat(0), RESIGN, 1)
    table.close()
    text = "".join(lines)
    error = refusal(resealed(text.replace(drawn, other)))
    assert (error.code, error.values["expected"]) == ("log_unfair_draw", drawn)
    assert drawn in text.splitlines()[error.line - 1]


# --- what the commitment covers


def verifies(text: str) -> bool:
    """Tell whether a log is in order, or names somebody else to begin than was drawn."""
    try:
        verify(logs.read(text))
    except BadText as error:
        if error.code != "log_unfair_beginning":
            raise
        return False
    return True


def test_a_log_says_that_it_was_drawn_who_begins() -> None:
    text = drawn_log("one", "two")
    lines = text.splitlines()
    assert lines[lines.index("begins drawn") - 1] == "where terminal"
    assert lines[lines.index("begins drawn") + 1] in ("chairs 0 1", "chairs 1 0")
    log = logs.read(text)
    assert log.header.drawn
    assert logs.write(log) == text
    assert not logs.read(GAME).header.drawn


def drawn_log(*nonces: str, **options: str) -> str:
    """Return the log of a game where it was drawn who begins; the nonces are by chairs."""
    lines: list[str] = []
    play_to_end(drawn_table(nonces, lines, **options))
    return "".join(lines)


def test_every_chair_begins_with_some_nonces() -> None:
    logged = [drawn_log("one", "two", str(number)) for number in range(20)]
    assert all(map(verifies, logged))
    assert {log.partition("chairs ")[2][:5] for log in logged} == {"0 1 2", "1 2 0", "2 0 1"}


def test_whoever_brings_no_nonce_need_not_believe_the_house_either() -> None:
    text = drawn_log("", "", "")
    chairs = re.search(r"chairs ([\d ]+)", text)
    assert chairs is not None
    other = "1 2 0" if chairs[1] == "0 1 2" else "0 1 2"
    assert verifies(text)
    assert not verifies(resealed(text.replace(chairs[0], f"chairs {other}")))


def test_S13_of_partners_either_may_have_been_drawn() -> None:
    texts = [drawn_log("one", "two", "three", str(number), teams="yes") for number in range(9)]
    assert all(map(verifies, texts))
    assert {text.partition("chairs ")[2][:7] for text in texts} == {"0 1 2 3", "2 3 0 1"}


def test_who_begins_follows_byte_by_byte_from_the_secret_and_the_nonces_by_chair() -> None:
    nonces = ["zoë", "ann", "", "ann"]
    message = b"".join(len(nonce.encode()).to_bytes(4, "big") + nonce.encode() for nonce in nonces)
    key = hmac.digest(SECRET, message, "sha256")
    word = int.from_bytes(hmac.digest(key, b"begins\0" + bytes(8), "sha256")[:8], "big")
    assert f"\nchairs {word % 4} " in drawn_log(*nonces)


def test_the_commitment_follows_byte_by_byte_from_the_secret_and_the_set_up() -> None:
    text = drawn_log("one", "two", board="short")
    covered = (
        "game scarab\noption board short\nwhere terminal\nbegins drawn\nchair 0 person\nchair 1 person\n"
    )
    digest = hashlib.sha256(b"digsite fair 2\n" + SECRET + covered.encode()).hexdigest()
    assert f"\ncommitment {digest}\n" in text


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        ((r"where terminal", "where server"), "log_secret"),
        ((r"begins first", "begins drawn"), "log_secret"),
        ((r"bot casual", "bot club"), "log_secret"),
        ((r"bot casual \d+", "person Eve"), "log_secret"),
        ((r"bot casual \d+", "bot casual 7"), "log_unfair_bot"),
        ((r"chairs 0 1", "chairs 1 0"), "log_secret"),
        ((r"option board short\n", ""), "log_deal"),
    ],
)
def test_nothing_that_was_settled_can_be_changed_afterwards(edit: tuple[str, str], code: str) -> None:
    text = finished_log("scarab", 2, bot="casual", board="short")
    assert verify(logs.read(text)).moves > 0
    changed = re.sub(*edit, text, count=1)
    assert changed != text
    assert refusal(resealed(changed)).code == code


# --- asides


def test_what_is_noted_beside_the_moves_changes_nothing() -> None:
    lines = [
        *LINES[: FIRST_EVENT + 2],
        "? 1.000 1 hint\n",
        "? 1.500 0 unheard of\n",
        *LINES[FIRST_EVENT + 2 :],
    ]
    text = resealed("".join(lines))
    log = logs.read(text)
    assert logs.write(log) == text
    assert [aside.after for aside in log.asides] == [2, 2]
    assert verify(log) == verify(logs.read(GAME))


@pytest.mark.parametrize("line", ["? 0.000 9 hint", "? 0 1 hint", "? 0.000 1", "? 0.000 1 \x1b[31m"])
def test_an_aside_that_cannot_be_read_is_refused_with_its_line(line: str) -> None:
    text = resealed("".join([*LINES[: FIRST_EVENT + 2], f"{line}\n", *LINES[FIRST_EVENT + 2 :]]))
    assert refusal(text).line == FIRST_EVENT + 3


# --- logs of the first format


@pytest.mark.parametrize("path", sorted(OLD.glob("*.dig")), ids=lambda path: path.stem)
def test_a_log_of_the_first_format_is_read_and_verified_by_its_own_rules(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    log = logs.read(text)
    assert log.header.form == 1
    assert logs.write(log) == text
    assert verify(log).moves > 0


def test_in_the_first_format_the_nonce_that_was_drawn_must_be_of_the_side_that_begins() -> None:
    text = (OLD / "drawn.dig").read_text(encoding="utf-8")
    swapped = text.replace("nonce of ann", "nonce of cas")
    assert refusal(resealed(swapped)).code in ("log_unfair_beginning", "log_unfair_deal")


def test_in_the_first_format_who_begins_follows_from_the_secret_and_the_sorted_nonces() -> None:
    nonces = ["zoë", "ann", "", "ann"]
    ordered = sorted(nonces, key=str.encode)
    message = b"".join(len(nonce.encode()).to_bytes(4, "big") + nonce.encode() for nonce in ordered)
    key = hmac.digest(SECRET, message, "sha256")
    word = int.from_bytes(hmac.digest(key, b"begins\0" + bytes(8), "sha256")[:8], "big")
    places = [2, 1, 3, 0]
    assert first_of_circle(SECRET, nonces) == places[word % 4]


@pytest.mark.parametrize("line", ["begins last", "begins", "begins  drawn", "begins drawn\nbegins drawn"])
def test_there_is_one_way_to_say_that_it_was_drawn(line: str) -> None:
    text = drawn_log("one", "two")
    at = 1 + text.splitlines().index("begins drawn")
    assert refusal(resealed(text.replace("begins drawn", line))).line in (at, at + 1)


# --- names, times, points


BAD_NAMES = [
    "",
    " ",
    "  Anna",
    "Anna ",
    "An  na",
    "An\x1b[31mna",
    "An\u202ena",
    "An\tna",
    "x" * 31,
    "x" * 5000,
]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_name_is_read_as_it_is_written(name: str) -> None:
    error = replay_refusal(resealed(GAME.replace("person Person 1\n", f"person {name}\n")))
    assert error.code in ("log_name", "log_seat")
    assert LINES[error.line - 1] == "seat 1 person Person 1\n"
    assert "\x1b" not in error.say("en")
    with pytest.raises(DigsiteError):
        new_header(game("scarab"), {}, [Sitter("Ben"), Sitter(name)], Fair(SECRET, ("", "")))


@pytest.mark.parametrize("nonce", [" nonce", "nonce ", "no  nce", "no\x07nce", "x" * 101])
def test_a_nonce_is_read_as_it_is_written(nonce: str) -> None:
    error = replay_refusal(resealed(GAME.replace("nonce 1 nonce 1\n", f"nonce 1 {nonce}\n")))
    assert (error.code, LINES[error.line - 1]) == ("log_nonce", "nonce 1 nonce 1\n")
    with pytest.raises(DigsiteError):
        new_header(game("scarab"), {}, [Sitter("Ben"), Sitter("Anna")], Fair(SECRET, ("", nonce)))


def test_times_do_not_run_backwards() -> None:
    line = FIRST_EVENT + 4
    assert LINES[line].startswith("5 4.000 ")
    error = replay_refusal(resealed(GAME.replace("\n5 4.000 ", "\n5 2.999 ")))
    assert (error.code, error.line) == ("log_time", line + 1)
    at_once = logs.read(resealed(GAME.replace("\n5 4.000 ", "\n5 3.000 ")))
    assert at_once.events[4].seconds == at_once.events[3].seconds


def with_points(*points: int) -> Log:
    """Return a finished log with other points."""
    log = logs.read(GAME)
    assert log.ending
    result = replace(log.ending.result, points=points)
    return replace(log, ending=replace(log.ending, result=result))


@pytest.mark.parametrize("points", [(-7, 12), (LEAST_POINTS, MOST_POINTS), (0, -1)])
def test_points_are_read_as_they_are_written(points: tuple[int, int]) -> None:
    log = with_points(*points)
    assert logs.read(logs.write(log)) == log


@pytest.mark.parametrize("points", [(MOST_POINTS + 1, 0), (0, LEAST_POINTS - 1), (10**4000, 0)])
def test_points_that_no_game_counts_are_refused(points: tuple[int, int]) -> None:
    error = replay_refusal(logs.write(with_points(*points)))
    assert (error.code, error.line, error.values["key"]) == ("expected_number", len(LINES), "points")


@pytest.mark.parametrize("points", ["+1,2", "1_0,2", "٣,2", "--1,2", "1,", "1"])
def test_points_have_one_spelling(points: str) -> None:
    error = replay_refusal(resealed(re.sub(r"points=\S+", f"points={points}", GAME)))
    assert error.line == len(LINES)


# --- the deal and what stands above it


DEALS = [
    ("scarab", {}, "option board short"),
    ("scarab", {}, "option deflection yes"),
    ("scarabya", {}, "option order FILNPTUVWXYZ"),
    ("scarabya", {"site": "A0 B0 C0 D0"}, "option site A1 B0 C0 D0"),
    ("marajoara", {"mission": "3"}, "option mission 4"),
    ("marajoara", {"mission": "3"}, "option mission 3\noption harder yes"),
]


@pytest.mark.parametrize(("key", "options", "instead"), DEALS)
def test_a_deal_fits_the_options_above_it(key: str, options: dict[str, str], instead: str) -> None:
    lines: list[str] = []
    open_table(key, 1 if "mission" in options else 2, lines, **options)
    written = "".join(f"option {name} {value}\n" for name, value in options.items())
    header = lines[0].replace(f"{written}started", f"{instead}\nstarted")
    error = replay_refusal(header)
    assert (error.code, header.splitlines()[error.line - 2]) == ("log_deal", "deal")


def test_a_deal_is_a_first_position() -> None:
    lines: list[str] = []
    table = open_table("scarab", 2, lines)
    dealt = table.game.text(table.course.position)
    step(table)
    later = table.game.text(table.course.position)
    header = lines[0].replace(block(dealt), block(later))
    assert header != lines[0]
    assert replay_refusal(header).code == "log_deal"


def block(text: str) -> str:
    return "".join(f"| {line}\n" for line in text.splitlines())


# --- spelling


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (("nonce 0 nonce 0", "nonce 5 nonce 0"), "nonce 0"),
        (("| board full", "|  board full"), "| board full"),
        (("1 0.000 0 go", "01 0.000 0 go"), "1 0.000"),
        (("started 20", "started 00"), "started"),
    ],
)
def test_a_log_has_one_spelling(edit: tuple[str, str], line: str) -> None:
    error = refusal(resealed(GAME.replace(*edit, 1)))
    assert LINES[error.line - 1].startswith(line)


def test_options_stand_in_the_order_of_the_rules() -> None:
    text = finished_log("scarab", board="short", deflection="yes")
    options = "option board short\noption deflection yes\n"
    assert options in text
    turned = text.replace(options, "option deflection yes\noption board short\n")
    error = replay_refusal(resealed(turned))
    assert (error.code, error.line) == ("log_spelling", 4)


@pytest.mark.parametrize(
    "option", ["option site  A0 B0 C0 D0", "option site a0 b0 c0 d0", "option mode base"]
)
def test_an_option_is_written_as_it_was_settled(option: str) -> None:
    text = finished_log("scarabya", site="A0 B0 C0 D0")
    error = replay_refusal(resealed(text.replace("option site A0 B0 C0 D0", option)))
    assert (error.code, error.line) == ("log_spelling", 4)


def test_a_move_is_written_as_the_rules_spell_it() -> None:
    text = next(text for text in map(marajoara_log, range(20)) if " done #" in text)
    error = replay_refusal(resealed(text.replace(" done #", " #", 1)))
    assert error.code == "log_spelling"
    assert text.splitlines()[error.line - 1].split(" #")[0].endswith(" done")


def marajoara_log(seed: int) -> str:
    """Return the text of a game in which restorations and raises may go on."""
    lines: list[str] = []
    play_to_end(open_table("marajoara", 2, lines), seed)
    return "".join(lines)


def test_a_lone_surrogate_is_refused_with_its_line() -> None:
    error = refusal("digsite log 1\ngame \ud800\n")
    assert (error.code, error.line) == ("log_not_text", 2)


@pytest.mark.parametrize(
    ("edit", "line"),
    [(("game scarab\n", "game chess\n"), 2), (("started", "option colour blue\nstarted"), 4)],
)
def test_a_game_or_an_option_that_nobody_knows_is_refused_with_its_line(
    edit: tuple[str, str], line: int
) -> None:
    error = refusal(resealed(GAME.replace(*edit, 1)))
    assert (error.code, error.line) == ("log_header", line)
    assert error.say("en")


def test_an_event_of_a_seat_that_is_not_there_is_refused() -> None:
    line = FIRST_EVENT + 2
    moved = re.sub(r"^(\d+ \S+) \d ", r"\1 5 ", LINES[line])
    error = refusal(resealed("".join([*LINES[:line], moved, *LINES[line + 1 :]])))
    assert (error.code, error.line) == ("log_seat", line + 1)


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (("seat 1 person", "seat 7 person"), "log_seat"),
        (("seat 1 person Person 1", "seat 1 robot"), "log_seat"),
        (("started 2", "started x2"), "expected_time"),
        (("rules 1", "rules one"), "expected_number"),
        (("commitment ", "commitment zz"), "expected_hex"),
        (("game scarab\n", "game\n"), "expected_field"),
        (("\ndeal\n", "\nfirst\n"), "expected_field"),
        (("| due 0", "| due 5"), "expected_one_of"),
    ],
)
def test_a_bad_header_is_refused_with_its_line(edit: tuple[str, str], code: str) -> None:
    text = GAME.replace(*edit, 1)
    error = refusal(resealed(text))
    assert error.code == code
    assert error.line == GAME[: GAME.index(edit[0].strip("\n"))].count("\n") + 1


@pytest.mark.parametrize("text", ["", "\n", "\x00", "digsite log 1", "digsite log 1\n" * 3, "é" * 1000])
def test_what_is_no_log_is_refused(text: str) -> None:
    assert refusal(text).line >= 1


def test_a_huge_text_is_refused_unread() -> None:
    assert refusal("digsite log 1\n" + "x" * (logs.MAX_SIZE + 1)).code == "log_too_long"


def test_an_unfinished_game_cannot_be_verified_but_replayed() -> None:
    lines: list[str] = []
    table = open_table("scarab", 2, lines)
    for _ in range(5):
        step(table)
    text = "".join(lines)
    assert refusal(text).code == "log_unfinished"
    *_, course = replay(logs.read(text))
    assert len(course.turns) == 5

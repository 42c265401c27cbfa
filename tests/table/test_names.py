"""Names at a table: told apart by more than a reader may overlook, and chosen by nobody but the house."""

from __future__ import annotations

import pytest

from digsite.core.errors import DigsiteError
from digsite.core.words import LANGUAGES, say
from digsite.games.levels import LEVELS
from digsite.table import deeds
from digsite.table.log import LONGEST_NAME
from digsite.table.lookalikes import look
from digsite.table.names import require_own_name
from tests.table.people import ANN, BOB, CAS, DEE, Company, set_up

LONG = "A very long name of thirty let"
ZALGO = "Z" + "\N{COMBINING ACUTE ACCENT}" * 20


def sit(company: Company, who: str, chair: int, name: str) -> str:
    """Let somebody sit down, and return the name by which they do."""
    company.do(who, deeds.sit, chair, name, "nonce")
    sitting = company.table.chairs[chair]
    assert sitting is not None
    return sitting.name


def beside(first: str, second: str) -> str:
    """Return how somebody is called who sits down beside somebody else."""
    company = Company(set_up("scarab", "open open"))
    assert sit(company, BOB, 0, first) == first
    return sit(company, CAS, 1, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Anna", "Anna"),
        ("Anna", "ANNA"),
        ("Anna", "Ａｎｎａ"),
        ("Anna", "Аnnа"),  # with Cyrillic letters
        ("Anna", "An na"),
        ("Zoë", "Zoe"),
        ("Ian", "lan"),
        ("Ian", "1an"),
        ("Bob", "B0b"),
        ("ΒΟΒ", "BOB"),  # in Greek
        ("modern", "modem"),
        ("李雷", "李雷"),
    ],
)
def test_a_name_that_looks_like_anothers_gets_a_number(first: str, second: str) -> None:
    assert beside(first, second) == f"{second} (2)"
    assert beside(second, first) == f"{first} (2)"


@pytest.mark.parametrize(
    ("first", "second"), [("Anna", "Anne"), ("Ann", "Anna"), ("李雷", "李强"), ("Ива", "Ева")]
)
def test_other_names_stay_as_they_are(first: str, second: str) -> None:
    assert beside(first, second) == second


def test_everybody_has_a_number_of_their_own_and_it_fits() -> None:
    company = Company(set_up("scarab", "open open open open"))
    names = [sit(company, who, chair, LONG) for chair, who in enumerate((ANN, BOB, CAS, DEE))]
    assert names == [LONG, *(f"A very long name of thirty ({n})" for n in (2, 3, 4))]
    assert max(map(len, names)) == LONGEST_NAME == len(LONG)


def test_several_at_one_screen_are_told_apart() -> None:
    company = Company(set_up("scarab", "mine mine mine:Ann"))
    assert [who and who.name for who in company.table.chairs] == ["Ann", "Ann (2)", "Ann (3)"]


def test_whoever_leaves_makes_room_for_the_name() -> None:
    company = Company(set_up("scarab", "mine open open"))
    assert sit(company, BOB, 1, "Ann") == "Ann (2)"
    company.do(BOB, deeds.stand)
    assert sit(company, CAS, 2, "Ann") == "Ann (2)"
    assert sit(company, BOB, 1, "Ann") == "Ann (3)"


def test_the_log_and_the_chat_have_the_same_name() -> None:
    company = Company(set_up("scarab", "mine open"))
    sit(company, BOB, 1, "Ann")
    company.do(BOB, deeds.say, "Hello!")
    company.do(ANN, deeds.start)
    assert [said.name for said in company.table.chat] == ["Ann (2)"]
    assert [sitter.name for sitter in company.table.playing.header.sitters] == ["Ann", "Ann (2)"]


def test_in_a_rematch_everybody_is_called_as_before() -> None:
    company = Company(set_up("scarab", "mine open", full=True))
    sit(company, BOB, 1, "Ann")
    company.do(BOB, deeds.resign, 1)
    chairs = company.rematch().table.chairs
    assert {who.person: who.name for who in chairs if who is not None} == {ANN: "Ann", BOB: "Ann (2)"}


# --- whom nobody may look like


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", LEVELS)
def test_nobody_is_called_like_a_bot_at_the_table(level: str, language: str) -> None:
    name = say(language, f"table.bot_{level}")
    company = Company(set_up("scarab", f"bot:{level} open open open"))
    for chair, called in enumerate((name, f"{name} 2", "Bob"), 1):
        shown = sit(company, (ANN, BOB, CAS, DEE)[chair], chair, called)
        assert shown == (called if called == "Bob" else f"{called} (2)")


@pytest.mark.parametrize(
    "name",
    ["Anna (2)", "Anna(2)", "Anna （２）", "Anna ⑵", "Anna ₍₂₎", "Anna [2]", "Anna ❨٢❩", "Anna ( 3", "(2)"],
)
def test_a_number_in_brackets_is_the_houses(name: str) -> None:
    assert refusal(name) == "bracketed_name"
    company = Company(set_up("scarab", "open open"))
    shown = sit(company, BOB, 0, name)  # a guest may have it from before it was refused
    assert refusal(shown) is None, "it looks like none of the house's"
    assert look(shown) != look("Anna (2)")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("brackets", ["()", "（）", "[]"])
def test_nobody_looks_as_if_a_bot_played_for_them(language: str, brackets: str) -> None:
    name = say(language, "table.house_plays", name="Anna").translate(str.maketrans("()", brackets))
    assert refusal(name) == "bracketed_name"
    shown = sit(Company(set_up("scarab", "open open")), BOB, 0, name)
    assert refusal(shown) is None
    assert "Anna" in shown


@pytest.mark.parametrize("name", ["Anna 2", "Anna II", "Anna (the second)", "R2-D2", "2", ":)", "x" * 30])
def test_other_numbers_and_brackets_are_fine(name: str) -> None:
    assert refusal(name) is None


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (ZALGO, ZALGO[:5]),
        ("\N{COMBINING ACUTE ACCENT}Bob", "Bob"),
        ("Bob \N{COMBINING ACUTE ACCENT}", "Bob"),
        ("\N{HANGUL FILLER}", "?"),
        ("\N{BRAILLE PATTERN BLANK}Bob", "Bob"),
        ("Bob\N{COMBINING GRAPHEME JOINER}", "Bob"),
        ("Bob\N{VARIATION SELECTOR-1}", "Bob"),
        ("Bob\N{VARIATION SELECTOR-17}", "Bob"),
    ],
)
def test_a_name_that_cannot_be_read_is_refused(name: str, shown: str) -> None:
    """A guest who has one from before it was refused sits down with what can be read of it."""
    assert refusal(name) == "unreadable_name"
    company = Company(set_up("scarab", "open open"))
    assert sit(company, BOB, 0, name) == shown


@pytest.mark.parametrize(
    "name", ["Zoë", "Zoe\N{COMBINING DIAERESIS}", "Việt", "ညီညီ", "नरेंद्र", "❤️", "שָׁלוֹם", "محمَّد"]
)
def test_names_of_all_languages_can_be_read(name: str) -> None:
    assert refusal(name) is None
    assert beside("Bob", name) == name


@pytest.mark.parametrize("name", ["", "An\u200bn", "An\u202en", "An\u2066n", "x" * 31, "An\u00adn"])
def test_a_name_that_does_not_fit_a_line_is_refused(name: str) -> None:
    assert refusal(name) == "bad_name"


def refusal(name: str) -> str | None:
    """Return why nobody may choose a name."""
    try:
        require_own_name(name)
    except DigsiteError as error:
        return error.code
    return None

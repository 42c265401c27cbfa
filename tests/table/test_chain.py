"""The chain finds what nobody did at a table; names and sayings can be erased, and it stays as it is."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from digsite.core.errors import DigsiteError
from digsite.table import deeds
from digsite.table.chain import erased, is_erased, linked
from digsite.table.entry import Entry
from digsite.table.hosted import SET_UP, SITTING, START, Hosted, gone_on, hosted
from digsite.table.set_up import FORM
from tests.table.people import ANN, BOB, CAS, INVITATION, Company, kept, playing, seen, set_up
from tests.table.rooms import SECRET


def fold(entries: list[Entry]) -> Hosted:
    return hosted("table", SECRET, INVITATION, entries)


def refused(entries: list[Entry], code: str = "table_damaged") -> None:
    with pytest.raises(DigsiteError, check=lambda error: error.code == code):
        fold(entries)


def played() -> Company:
    """Return a game for three, with some talk."""
    company = playing("scarabya", "mine mine:Zoë open")
    company.do(BOB, deeds.say, "hello", key="k")
    for seat in (0, 1, 2, 0):
        company.play(seat)
    company.do(ANN, deeds.say, "well, Bob")
    return company


ENTRIES = played().saved


def unlinked(entries: list[Entry]) -> list[Entry]:
    return [replace(entry, link=None) for entry in entries]


def changed(entries: list[Entry], ply: int, **fields: object) -> list[Entry]:
    """Return entries with another one at a ply; its link stays."""
    return [*entries[: ply - 1], replace(entries[ply - 1], **fields), *entries[ply:]]


def ply_of(what: str, entries: list[Entry] = ENTRIES) -> int:
    """Return the ply of the first entry of a kind."""
    return next(ply for ply, entry in enumerate(entries, 1) if entry.what == what)


# --- what it finds


def test_every_entry_has_a_link() -> None:
    link = 0
    for ply, entry in enumerate(ENTRIES, 1):
        assert entry.link == (link := linked(link, ply, entry, INVITATION))
    assert fold(ENTRIES).link == link


def test_the_first_link_is_what_it_always_was() -> None:
    """Databases have links: they are computed the same way for ever."""
    entry = Entry(1_800_000_000_000, "sit", "ann", 1, '{"person":"ann","name":"Zoë","nonce":"n"}', "k")
    assert linked(0, 2, entry, "come in") == 425_842_919_689_216_171
    assert linked(-5, 2, replace(entry, what="say", text="hello"), "come in") == 8_894_470_514_438_099_933
    assert linked(7, 2, replace(entry, what="game", text="F2 d4"), "come in") == 2_321_681_441_345_890_841


@pytest.mark.parametrize(
    "fields",
    [{"at": 1}, {"person": CAS}, {"seat": 1}, {"key": "other"}, {"what": "agree"}, {"link": 5}],
    ids=str,
)
@pytest.mark.parametrize("what", ["open", "sit", "start", "game", "say"])
def test_an_entry_that_was_changed_is_found(what: str, fields: dict[str, object]) -> None:
    refused(changed(ENTRIES, ply_of(what), **fields))


def test_a_legal_move_in_place_of_another_is_found() -> None:
    company = playing("scarab")
    moves = company.moves(0)
    company.play(0, moves[0])
    another = changed(company.saved, company.table.ply, text=moves[1])
    assert fold(unlinked(another)).ply == company.table.ply, "it is legal"
    refused(another)


@pytest.mark.parametrize(
    ("what", "old", "new"),
    [
        ("open", '"starts_when_full":false', '"starts_when_full":true'),
        ("sit", '"Ann"', '"Eve"'),
        ("sit", "nonce of", "nonce by"),
        ("start", '"Ann"', '"Eve"'),
        ("say", "hello", "hallo"),
    ],
)
def test_another_word_in_a_text_is_found(what: str, old: str, new: str) -> None:
    text = ENTRIES[ply_of(what) - 1].text
    assert old in text
    refused(changed(ENTRIES, ply_of(what), text=text.replace(old, new)))


@pytest.mark.parametrize("ply", range(2, len(ENTRIES)))
def test_an_entry_that_is_missing_is_found(ply: int) -> None:
    refused([*ENTRIES[: ply - 1], *ENTRIES[ply:]])


def test_two_sayings_in_another_order_are_found() -> None:
    company = playing("scarab")
    for text in ("one", "two"):
        company.do(ANN, deeds.say, text)
    *before, one, two = company.saved
    assert one.at == two.at
    refused([*before, two, one])


def test_what_was_saved_elsewhere_is_checked_as_well() -> None:
    before = fold(ENTRIES[:-1])
    assert gone_on(before, ENTRIES[-1:]).link == ENTRIES[-1].link
    with pytest.raises(DigsiteError, check=lambda error: error.code == "table_damaged"):
        gone_on(before, [replace(ENTRIES[-1], text="no, Bob")])
    assert before.ply == len(ENTRIES) - 1


# --- entries without links


def test_a_table_of_an_earlier_version_goes_on_with_links() -> None:
    table = fold(unlinked(ENTRIES))
    assert table.link == fold(ENTRIES).link
    company = played()
    company.table, company.saved = table, unlinked(ENTRIES)
    company.do(ANN, deeds.say, "a new version")
    assert company.saved[-1].link == company.table.link
    assert seen(kept(company)) == seen(company.table)


def test_the_next_link_covers_what_an_earlier_version_wrote() -> None:
    ply = ply_of("game")
    some = [replace(entry, link=None) if number <= ply else entry for number, entry in enumerate(ENTRIES, 1)]
    assert fold(some).ply == len(ENTRIES)
    refused(changed(some, ply, at=some[ply - 1].at + 1))
    middle = changed(ENTRIES, ply, link=None)
    assert fold(middle).ply == len(ENTRIES), "a process of an earlier version wrote one entry beside ours"
    refused(changed(middle, ply, key="other"))


# --- what a later version wrote


def later(text: str, **fields: object) -> str:
    """Return a text with more fields than we know."""
    return json.dumps(json.loads(text) | fields)


def test_a_kind_that_nobody_knows_is_passed_over() -> None:
    company = playing("scarab")
    table = company.table
    hint = Entry(company.now, "hint", ANN, 0, "look at d4")  # type: ignore[arg-type]
    hint = hint.with_link(linked(table.link, table.ply + 1, hint, INVITATION))
    company.table, company.saved = gone_on(table, [hint]), [*company.saved, hint]
    assert company.table.ply == table.ply + 1
    assert company.table.playing.course is table.playing.course
    company.play()
    assert seen(kept(company)) == seen(company.table)
    refused(changed(company.saved, table.ply + 1, text="look at e5"))


def test_a_table_of_a_later_form_is_refused_with_another_reason() -> None:
    opening = unlinked(ENTRIES)[0]
    assert fold([replace(opening, text=later(opening.text, form=FORM))]).ply == 1
    refused([replace(opening, text=later(opening.text, form=FORM + 1))], "table_newer")
    refused([replace(opening, text=json.dumps({"form": FORM + 1, "position": "…"}))], "table_newer")


@pytest.mark.parametrize(("what", "form"), [("open", SET_UP), ("sit", SITTING), ("start", START)])
def test_fields_that_nobody_knows_are_passed_over_and_covered(what: str, form: object) -> None:
    ply = ply_of(what)
    entry = ENTRIES[ply - 1]
    more = replace(entry, text=later(entry.text, weather="rain"))
    assert form.read(more.text) == form.read(entry.text)  # type: ignore[attr-defined]
    assert linked(1, ply, more, "") != linked(1, ply, entry, "")
    assert fold([*unlinked(ENTRIES[: ply - 1]), replace(more, link=None)]).ply == ply


# --- erasing


def without(person: str, entries: list[Entry] = ENTRIES) -> list[Entry]:
    """Return entries without somebody's words."""
    texts = erased(entries, person, INVITATION)
    return [replace(entry, text=texts.get(ply, entry.text)) for ply, entry in enumerate(entries, 1)]


@pytest.mark.parametrize(
    ("person", "words"), [(ANN, ["Ann", "Zoë", "well, Bob"]), (BOB, ["Bob", "hello"]), (CAS, [])]
)
def test_somebodys_words_can_be_erased_and_the_chain_stays(person: str, words: list[str]) -> None:
    entries = without(person)
    texts = "\n".join(entry.text for entry in entries).replace(
        "well, Bob", "" if person == BOB else "well, Bob"
    )
    assert not [word for word in words if f'"{word}"' in texts or f"\n{word}" in texts]
    assert [entry.link for entry in entries] == [entry.link for entry in ENTRIES]
    assert fold(entries).link == fold(ENTRIES).link
    others = [(a.text, b.text) for a, b in zip(entries, ENTRIES, strict=True) if b.what == "game"]
    assert all(after == before for after, before in others)


def test_only_somebodys_own_words_are_erased() -> None:
    texts = "\n".join(entry.text for entry in without(BOB))
    assert all(word in texts for word in ('"Ann"', '"Zoë"', "well, Bob", "nonce of bob"))
    assert without(CAS) == ENTRIES


def test_erasing_twice_changes_nothing_more() -> None:
    assert erased(without(ANN), ANN, INVITATION) == {}
    both = without(BOB, without(ANN))
    assert both == without(ANN, without(BOB))
    assert fold(both).link == fold(ENTRIES).link


def test_a_name_in_a_rematchs_chair_is_erased_too() -> None:
    company = Company(set_up("scarab", "mine:Ann kept:bob"))
    opening = company.saved[0]
    named = replace(
        opening, text=opening.text.replace('"name":null,"person":"bob"', '"name":"Bob","person":"bob"')
    )
    assert '"Bob"' in named.text
    assert '"Bob"' not in without(BOB, [named])[0].text
    assert '"Ann"' in without(BOB, [named])[0].text
    assert '"Ann"' not in without(ANN, [named])[0].text


def test_another_table_has_other_digests() -> None:
    """Whoever can read the database cannot tell that the same name was erased at two tables."""
    ours, theirs = (erased(ENTRIES, BOB, key) for key in (INVITATION, "another"))
    assert not set(ours.values()) & set(theirs.values())


def test_an_erased_text_that_was_changed_is_found() -> None:
    entries = without(BOB)
    said = entries[ply_of("say") - 1].text
    assert is_erased(said)
    refused(changed(entries, ply_of("say"), text=said[:-1] + ("0" if said[-1] != "0" else "1")))


def test_nobody_can_say_or_be_called_what_looks_erased() -> None:
    company = playing("scarab", "mine open open")
    looks = "~" + "0" * 32
    assert is_erased(looks)
    assert company.refusal(ANN, deeds.say, looks) == "bad_saying"
    company = Company(set_up("scarab", "mine open"))
    assert company.refusal(BOB, deeds.sit, 1, looks, "") == "bad_name"
    company.do(ANN, deeds.say, "~" + "0" * 31)

"""Nonces that people hide until all chairs are taken: nobody who comes last can choose the deal."""

from __future__ import annotations

import pytest

from digsite.core.fair import nonce_hash
from digsite.table import deeds
from digsite.table.clock import NO_CLOCK, Clock
from digsite.table.hosted import OPEN_FOR, SHOW_WITHIN, Broken, Hosted
from digsite.table.log import write
from digsite.table.summary import summary
from digsite.table.verify import verify
from tests.table.people import ANN, BOB, CAS, ONE_DAY, ONE_MINUTE, SECOND, Company, kept, set_up

NONCES = {ANN: "secret of ann", BOB: "secret of bob", CAS: "secret of cas"}


def hidden(
    chairs: str = "mine open", *, clock: Clock = ONE_MINUTE, full: bool = True, begins: str = "drawn"
) -> Company:
    """Return a table where Ann has shown the hash of a nonce."""
    company = Company(set_up("scarab", chairs, clock=clock, full=full, begins=begins), is_seated=False)
    hide(company, ANN, 0)
    return company


def hide(company: Company, who: str, chair: int) -> None:
    """Let somebody sit down with the hash of a nonce."""
    company.do(who, deeds.sit, chair, who.title(), "", "", nonce_hash(NONCES[who]))


def show(company: Company, who: str) -> Hosted:
    return company.do(who, deeds.show_nonce, NONCES[who])


def asked(chairs: str = "mine open", **chosen: object) -> Company:
    """Return a table where Ann and Bob are asked for their nonces."""
    company = hidden(chairs, **chosen)  # type: ignore[arg-type]
    hide(company, BOB, 1)
    return company


def names(broken: Broken) -> list[str]:
    return [who.name for who in broken.by]


def same(company: Company) -> None:
    """Require that whoever reads the entries sees the same table."""
    read = kept(company)
    for name in ("chairs", "asked_at", "broken", "order", "status", "removed"):
        assert getattr(read, name) == getattr(company.table, name), name


# --- asking and showing


def test_who_has_hidden_a_nonce_is_asked_for_it_once_all_chairs_are_taken() -> None:
    company = hidden()
    assert company.table.show_until() is None
    assert company.refusal(ANN, deeds.show_nonce, NONCES[ANN]) == "nonce_not_asked"
    hide(company, BOB, 1)
    assert company.table.status == "open"
    assert company.table.show_until() == company.now + SHOW_WITHIN["live"]
    same(company)


def test_the_game_begins_with_the_last_nonce() -> None:
    company = asked()
    assert show(company, BOB).status == "open"
    table = show(company, ANN)
    assert table.status == "playing"
    assert sorted(table.playing.header.nonces) == sorted([NONCES[ANN], NONCES[BOB]])
    same(company)


def test_such_a_game_can_be_verified() -> None:
    company = asked()
    show(company, ANN)
    show(company, BOB)
    company.do(BOB, deeds.resign, company.table.seats_of(BOB)[0])
    assert verify(company.log).moves == 0
    assert "where server\nbegins drawn\nchairs " in write(company.log)


def test_another_nonce_than_the_one_behind_the_hash_is_refused() -> None:
    company = asked()
    assert company.refusal(BOB, deeds.show_nonce, "a better one") == "nonce_differs"
    assert company.refusal(CAS, deeds.show_nonce, NONCES[BOB]) == "not_seated"
    show(company, BOB)
    assert company.refusal(BOB, deeds.show_nonce, NONCES[BOB]) == "nonce_not_asked"


def test_whoever_shows_the_nonce_when_sitting_down_need_not_be_asked() -> None:
    company = hidden()
    company.do(BOB, deeds.sit, 1, "Bob", "known to all")
    assert company.table.hiding() == (0,)
    assert show(company, ANN).status == "playing"


def test_the_owner_asks_where_the_table_waits_for_a_word() -> None:
    company = asked(full=False)
    assert company.table.show_until() is None
    company.do(ANN, deeds.start)
    assert company.table.asked_at == company.now
    assert company.refusal(ANN, deeds.start) == "nonces_missing"


def test_an_owner_with_several_chairs_brings_one_nonce_for_them() -> None:
    company = asked("mine open mine:Ben")
    assert [who.name for who in company.table.chairs if who] == ["Ann", "Bob", "Ben"]
    show(company, ANN)
    assert company.table.hiding() == (1,)
    assert show(company, BOB).status == "playing"


@pytest.mark.parametrize("chairs", ["mine", "mine bot:club", "mine mine:Ben"])
def test_who_plays_alone_hides_nothing(chairs: str) -> None:
    game = "scarabya" if chairs == "mine" else "scarab"
    company = Company(set_up(game, chairs), is_seated=False)
    digest = nonce_hash("n")
    assert company.refusal(ANN, deeds.sit, 0, "Ann", "", "", digest) == "nonce_not_hidden"


def test_over_days_nothing_is_hidden_because_nobody_is_there_when_it_starts() -> None:
    company = Company(set_up("scarab", "mine open", clock=ONE_DAY), is_seated=False)
    assert company.refusal(ANN, deeds.sit, 0, "Ann", "", "", nonce_hash("n")) == "nonce_not_hidden"


@pytest.mark.parametrize("digest", ["n", "A" * 64, "0" * 63, "0" * 64 + "\n"])
def test_what_is_no_hash_is_refused(digest: str) -> None:
    company = hidden()
    assert company.refusal(BOB, deeds.sit, 1, "Bob", "", "", digest) == "bad_nonce_hash"
    assert company.refusal(BOB, deeds.sit, 1, "Bob", "both", "", nonce_hash("n")) == "nonce_not_hidden"


# --- starts that come to nothing


def test_whoever_does_not_show_a_nonce_in_time_loses_the_chair_and_everybody_can_see_it() -> None:
    company = asked()
    show(company, ANN)
    assert company.wait(59).do("", deeds.expire).asked_at is not None
    table = company.wait(1).do("", deeds.expire)
    assert (table.status, table.asked_at) == ("open", None)
    assert [who and who.name for who in table.chairs] == ["Ann", None]
    assert [(broken.at, names(broken)) for broken in table.broken] == [(company.now, ["Bob"])]
    same(company)


def test_a_nonce_that_others_know_by_now_counts_no_more() -> None:
    company = asked()
    show(company, ANN)
    company.wait(60).do("", deeds.expire)
    hide(company, BOB, 1)
    assert company.table.asked_at is None, "Ann has to bring a new one first"
    assert company.refusal(ANN, deeds.start) == "nonces_missing"
    anew = "another secret of ann"
    company.do(ANN, deeds.renew_nonce, nonce_hash(anew))
    assert company.table.hiding() == (0, 1)
    assert company.refusal(ANN, deeds.show_nonce, NONCES[ANN]) == "nonce_differs"
    company.do(ANN, deeds.show_nonce, anew)
    assert show(company, BOB).status == "playing"
    assert anew in company.table.playing.header.nonces
    same(company)


@pytest.mark.parametrize("leaving", ["stand", "remove"])
def test_leaving_while_nonces_are_shown_breaks_the_start_off(leaving: str) -> None:
    company = asked("mine open open", full=False)
    hide(company, CAS, 2)
    company.do(ANN, deeds.start)
    show(company, BOB)
    if leaving == "stand":
        company.do(CAS, deeds.stand)
    else:
        company.do(ANN, deeds.remove, 2)
    assert [names(broken) for broken in company.table.broken] == [["Cas"]]
    assert [who.is_void for who in company.table.chairs if who] == [True, True]
    same(company)


def test_nobody_renews_a_nonce_without_need() -> None:
    company = asked()
    assert company.refusal(ANN, deeds.renew_nonce, nonce_hash("better")) == "nonce_not_asked"
    show(company, BOB)
    assert company.refusal(ANN, deeds.renew_nonce, nonce_hash("better")) == "nonce_not_asked"


def test_without_a_clock_there_is_a_day_to_show_it() -> None:
    company = asked(clock=NO_CLOCK)
    opened = company.table.opened
    assert company.table.show_until() == opened + OPEN_FOR
    company.wait(OPEN_FOR / SECOND).do("", deeds.expire)
    assert company.table.status == "gone"


def test_the_house_looks_after_a_start_that_is_waited_for() -> None:
    company = asked()
    assert summary(company.table, company.now).wake == company.now + SHOW_WITHIN["live"]
    company.wait(60).do("", deeds.expire)
    assert summary(company.table, company.now).wake == company.table.opened + OPEN_FOR

"""What people do at a table: sitting down, starting, moving, talking, leaving, and meeting again."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from digsite.core.errors import DigsiteError
from digsite.core.fair import Fair
from digsite.core.names import CHANCE, Seat
from digsite.games.scarabya import boards
from digsite.table import deeds
from digsite.table.clock import NO_CLOCK, Clock
from digsite.table.deeds import AWAY_AFTER, LONGEST_SAYING, MOST_SAYINGS
from digsite.table.entry import Asked
from digsite.table.log import REPLACED, RESIGN
from digsite.table.set_up import MOST_OPTION, checked
from digsite.table.table import HOUSE_BOT
from digsite.table.trail import Trail
from digsite.table.verify import verify
from tests.table.people import (
    ANN,
    BOB,
    CAS,
    DEE,
    INVITATION,
    NOON,
    ONE_MINUTE,
    SECOND,
    Company,
    gathered,
    kept,
    playing,
    seen,
    set_up,
)

STRANGER = "eve"


def opened(chairs: str, game: str = "scarab", **chosen: Any) -> Company:
    return Company(set_up(game, chairs, **chosen))


def names(company: Company) -> list[str | None]:
    return [who.name if who else None for who in company.table.chairs]


# --- chairs


def test_who_opens_a_table_sits_in_their_own_chair() -> None:
    assert names(opened("open mine bot:club")) == [None, "Ann", None]


def test_an_open_chair_is_anybodys_and_then_taken() -> None:
    company = opened("mine open")
    company.sit(BOB, 1)
    assert names(company) == ["Ann", "Bob"]
    assert company.refusal(CAS, deeds.sit, 1, "Cas", "") == "chair_taken"


def test_nobody_sits_twice_by_themselves() -> None:
    company = opened("mine open open")
    company.sit(BOB, 1)
    assert company.refusal(BOB, deeds.sit, 2, "Bob", "") == "sits_already"
    assert company.refusal(ANN, deeds.sit, 2, "Ann", "") == "sits_already"


def test_who_opened_a_table_without_a_chair_of_their_own_may_take_an_open_one() -> None:
    company = opened("open open")
    company.sit(ANN, 1)
    assert names(company) == [None, "Ann"]


@pytest.mark.parametrize("number", [0, 1])
def test_a_bots_chair_and_the_owners_are_nobody_elses(number: int) -> None:
    assert opened("mine bot:club open").refusal(BOB, deeds.sit, number, "Bob", "") == "chair_taken"


@pytest.mark.parametrize("invitation", ["", "let me in", INVITATION + " "])
def test_an_invited_chair_needs_the_invitation(invitation: str) -> None:
    company = opened("mine invited")
    assert company.refusal(BOB, deeds.sit, 1, "Bob", "", invitation) == "not_invited"
    company.sit(BOB, 1, INVITATION)
    assert names(company) == ["Ann", "Bob"]


def test_a_kept_chair_is_for_one_person_and_needs_no_invitation() -> None:
    company = opened("mine kept:bob")
    assert company.refusal(CAS, deeds.sit, 1, "Cas", "", INVITATION) == "chair_taken"
    company.sit(BOB, 1)
    assert names(company) == ["Ann", "Bob"]


def test_who_has_several_chairs_kept_takes_all_of_them() -> None:
    company = opened("mine kept:bob kept:bob")
    company.sit(BOB, 1)
    company.sit(BOB, 2)
    assert company.table.is_full


@pytest.mark.parametrize("number", [-1, 2, 99])
def test_a_chair_that_is_not_there_is_refused(number: int) -> None:
    assert opened("mine open").refusal(BOB, deeds.sit, number, "Bob", "") == "no_such_seat"


@pytest.mark.parametrize(
    ("name", "nonce", "code"), [("", "", "bad_name"), ("B\nb", "", "bad_name"), ("Bob", " n", "bad_nonce")]
)
def test_names_and_nonces_must_fit_the_log(name: str, nonce: str, code: str) -> None:
    assert opened("mine open").refusal(BOB, deeds.sit, 1, name, nonce) == code


def test_several_at_one_screen_have_a_name_and_a_seat_each() -> None:
    company = playing("scarab", "mine mine:Ben bot:club")
    assert names(company) == ["Ann", "Ben", None]
    assert company.table.seats_of(ANN) == (0, 1)
    company.play(0)
    company.do(ANN, deeds.move, 1, company.moves(1)[0], company.round)
    assert company.due == (2,)


# --- the set-up


@pytest.mark.parametrize(
    ("chairs", "code"),
    [
        ("mine", "wrong_seats"),
        ("mine open open open open", "wrong_seats"),
        ("bot:club bot:club", "nobody_plays"),
        ("mine bot", "bad_chair"),
        ("mine kept", "bad_chair"),
        ("mine open:Ben", "bad_chair"),
        ("mine bot:genius", "unknown_bot"),
        ("mine bot:greedy", "unknown_bot"),
        ("mine mine:" + "x" * 31, "bad_name"),
    ],
)
def test_chairs_that_make_no_game_are_refused(chairs: str, code: str) -> None:
    with pytest.raises(DigsiteError) as refused:
        checked(set_up("scarab", chairs))
    assert refused.value.code == code


def test_a_game_for_one_has_no_clock() -> None:
    with pytest.raises(DigsiteError) as refused:
        checked(set_up("scarabya", "mine", clock=ONE_MINUTE))
    assert refused.value.code == "clock_alone"


@pytest.mark.parametrize("text", ["\x00", "x" * (MOST_OPTION + 1), "a\x1b[2J"])
def test_options_that_nobody_can_read_are_refused(text: str) -> None:
    with pytest.raises(DigsiteError) as refused:
        checked(set_up("scarabya", "mine open", boards=text))
    assert refused.value.code == "bad_option_text"


def test_boards_of_ones_own_may_be_laid_out_as_one_likes() -> None:
    own = boards.boards_text({**boards.DEFAULT, "A": ("SR...", "R..S.", ".S...", "..S.S", "...S.")})
    wide = "# my own  boards\r\n" + own.replace("board", "  board ").replace("\n", "\r\n")
    assert checked(set_up("scarabya", "mine open", boards=wide)).options == {"boards": own}


def test_options_left_as_they_are_do_not_stand_in_the_set_up() -> None:
    tidied = checked(set_up("scarabya", "mine open", mode="duel", order="zyxwvutpnlif", site=""))
    assert tidied.options == {"mode": "duel", "order": "ZYXWVUTPNLIF"}


# --- starting


def test_the_owner_starts_the_game_when_nobody_is_missing() -> None:
    company = opened("mine open bot:club")
    assert company.refusal(ANN, deeds.start) == "chairs_free"
    company.sit(BOB, 1)
    assert company.refusal(BOB, deeds.start) == "not_the_owner"
    assert company.do(ANN, deeds.start).status == "playing"


def test_the_last_to_sit_down_starts_the_game_where_it_waits_for_nobodys_word() -> None:
    company = opened("mine open", full=True)
    assert company.table.table is None
    company.sit(BOB, 1)
    assert company.table.status == "playing"


def test_alone_with_bots_it_starts_at_once() -> None:
    assert opened("mine bot:club mine:Ben", full=True).table.status == "playing"


def test_cards_that_come_before_any_move_are_drawn_with_the_start() -> None:
    company = playing("scarabya")
    assert [entry.seat for entry in company.saved if entry.what == "game"] == [CHANCE]
    assert company.due == (0, 1)


@pytest.mark.parametrize(
    ("who", "deed", "args"),
    [
        (CAS, deeds.sit, (1, "Cas", "")),
        (BOB, deeds.stand, ()),
        (ANN, deeds.remove, (1,)),
        (ANN, deeds.start, ()),
        (ANN, deeds.expire, ()),
    ],
)
def test_a_game_that_has_started_is_not_prepared_again(who: str, deed: Any, args: tuple[Any, ...]) -> None:
    assert playing("scarab").refusal(who, deed, *args) == "game_has_started"


def test_nobody_chooses_a_bots_seed() -> None:
    for number in range(5):
        secret = bytes([number]) * 32
        header = playing("scarab", "mine bot:club bot:club", begins="drawn", secret=secret).log.header
        by_chair = Fair(secret, ("nonce of ann", "", ""))
        for seat, sitter in enumerate(header.sitters):
            seed = by_chair.stream(f"bot {seat}").below(1 << 31)
            assert sitter.bot_seed == (None if sitter.name == "Ann" else seed)


def test_nobody_chooses_the_seed_of_a_bot_that_plays_on() -> None:
    seeds = set()
    for number in range(5):
        secret = bytes([number]) * 32
        company = playing("scarab", "mine open open", secret=secret)
        company.do(BOB, deeds.resign, 1)
        bot = company.table.playing.bot_of(Seat(1))
        by_chair = Fair(secret, ("nonce of ann", "nonce of bob", "nonce of cas"))
        assert bot is not None
        assert bot.seed == by_chair.stream("house 1").below(1 << 31)
        seeds.add(bot.seed)
    assert len(seeds) == 5


# --- leaving before the game


def test_who_stands_up_leaves_the_chair_to_others() -> None:
    company = gathered("scarab", "mine open")
    company.do(BOB, deeds.stand)
    assert names(company) == ["Ann", None]
    company.sit(CAS, 1)
    assert names(company) == ["Ann", "Cas"]


def test_who_has_several_chairs_leaves_all_of_them() -> None:
    company = gathered("scarab", "mine kept:bob kept:bob")
    company.do(BOB, deeds.stand)
    assert names(company) == ["Ann", None, None]


def test_an_owner_removes_somebody_for_good() -> None:
    company = gathered("scarab", "mine open open")
    company.do(ANN, deeds.remove, 1)
    assert names(company) == ["Ann", None, "Cas"]
    assert company.refusal(BOB, deeds.sit, 1, "Bob", "", INVITATION) == "removed_from_table"
    company.sit(DEE, 1)
    assert seen(kept(company)) == seen(company.table)


def test_a_removal_is_kept_as_a_chair_that_was_left() -> None:
    company = gathered("scarab", "mine open")
    company.do(ANN, deeds.remove, 1, key="once")
    last = company.saved[-1]
    assert (last.what, last.person, last.seat, last.text, last.key) == ("stand", ANN, 1, "", "once")


def test_who_stands_up_may_sit_down_again() -> None:
    company = gathered("scarab", "mine open")
    company.do(BOB, deeds.stand)
    company.sit(BOB, 1)
    assert names(company) == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("who", "chair", "code"),
    [
        (BOB, 2, "not_the_owner"),
        (STRANGER, 1, "not_the_owner"),
        (ANN, 0, "cannot_remove_yourself"),
        (ANN, 3, "nobody_to_remove"),
        (ANN, 4, "no_such_seat"),
        (ANN, -1, "no_such_seat"),
        (ANN, 2, "cannot_remove_kept"),
    ],
)
def test_nobody_else_is_removed(who: str, chair: int, code: str) -> None:
    company = gathered("scarab", "mine open kept:cas bot:club")
    assert company.refusal(who, deeds.remove, chair) == code
    assert names(company) == ["Ann", "Bob", "Cas", None]


def test_only_who_sits_can_stand_up() -> None:
    assert gathered("scarab", "mine open").refusal(STRANGER, deeds.stand) == "not_seated"


def test_without_its_owner_a_table_is_gone() -> None:
    company = gathered("scarab", "mine open")
    company.do(ANN, deeds.stand)
    assert company.table.status == "gone"
    for deed, args in ((deeds.sit, (1, "Cas", "")), (deeds.stand, ()), (deeds.move, (0, "go a1", 0))):
        assert company.refusal(BOB, deed, *args) == "table_gone"
    assert company.refusal(ANN, deeds.start) == "table_gone"


def test_an_open_table_expires() -> None:
    company = opened("mine open")
    company.do("", deeds.expire)
    assert company.table.status == "gone"
    assert (company.saved[-1].what, company.saved[-1].person) == ("gone", "")


# --- who begins


def begun(company: Company) -> tuple[int, ...]:
    """Start, and return the chairs in the order of the seats."""
    return company.do(ANN, deeds.start).order


def by_lot(number: int, chairs: str, **options: str) -> tuple[int, ...]:
    """Start a table with another secret, and return the chairs in the order of the seats."""
    secret = number.to_bytes(32, "big")
    return begun(gathered("scarab", chairs, begins="drawn", secret=secret, **options))


def test_the_first_chair_begins_where_that_was_chosen() -> None:
    assert begun(gathered("scarab", "mine open open")) == (0, 1, 2)


@pytest.mark.parametrize("chairs", ["mine open open open", "mine bot:club bot:club bot:club"])
def test_every_chair_begins_as_often_by_lot_and_the_others_follow_round_the_table(chairs: str) -> None:
    drawn = Counter(by_lot(number, chairs) for number in range(100))
    assert set(drawn) == {(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)}
    assert min(drawn.values()) >= 15


def test_S13_partners_stay_together_whichever_side_begins() -> None:
    drawn = Counter(by_lot(number, "mine open open open", teams="yes") for number in range(100))
    assert set(drawn) == {(0, 1, 2, 3), (2, 3, 0, 1)}
    assert min(drawn.values()) >= 40


def test_people_keep_their_chair_names_and_nonces_in_their_seat() -> None:
    company = gathered("scarab", "mine open open", begins="drawn")
    order = begun(company)
    header = company.log.header
    assert header.drawn
    assert [sitter.name for sitter in header.sitters] == [("Ann", "Bob", "Cas")[chair] for chair in order]
    assert list(header.nonces) == [f"nonce of {(ANN, BOB, CAS)[chair]}" for chair in order]
    assert [company.table.person_of(seat) for seat in range(3)] == [(ANN, BOB, CAS)[c] for c in order]


# --- moves


def test_a_move_is_made_by_whoever_sits_there() -> None:
    company = playing("scarab")
    move = company.moves(0)[0]
    for who in (BOB, STRANGER, ""):
        assert company.refusal(who, deeds.move, 0, move, 0) == "not_your_seat"
    company.do(ANN, deeds.move, 0, move, 0)
    assert company.due == (1,)


@pytest.mark.parametrize("seat", [-1, 2, 9])
def test_a_seat_that_is_not_there_is_nobodys(seat: int) -> None:
    assert playing("scarab").refusal(ANN, deeds.move, seat, "go a1", 0) == "not_your_seat"


def test_a_bots_seat_is_nobodys() -> None:
    company = playing("scarab", "bot:club mine")
    assert company.refusal(ANN, deeds.move, 0, company.moves(0)[0], 0) == "not_your_seat"


def test_a_move_is_for_the_round_that_it_was_meant_for() -> None:
    company = playing("scarab")
    for round_ in (-1, 1):
        assert company.refusal(ANN, deeds.move, 0, company.moves(0)[0], round_) == "round_over"


def test_two_who_press_at_the_same_moment_both_succeed() -> None:
    company = playing("scarabya")
    round_ = company.round
    moves = [company.moves(seat)[0] for seat in (0, 1)]
    company.do(ANN, deeds.move, 0, moves[0], round_)
    company.do(BOB, deeds.move, 1, moves[1], round_)
    assert company.round > round_


def test_who_has_chosen_waits_for_the_others() -> None:
    company = playing("scarabya")
    other = company.moves(0)[1]
    company.play(0)
    assert company.refusal(ANN, deeds.move, 0, other, company.round) == "not_due"


@pytest.mark.parametrize(
    "text", ["!back", "!resign", "!timeout", "!replaced", "!", " !resign", "draw F", "", "jump"]
)
def test_only_moves_are_moves(text: str) -> None:
    company = playing("scarabya")
    before = seen(company.table)
    assert company.refusal(ANN, deeds.move, 0, text, company.round) in ("no_such_move", "illegal_move")
    assert seen(company.table) == before


@pytest.mark.parametrize("deed", [deeds.move, deeds.take_back, deeds.resign, deeds.agree])
def test_there_is_nothing_to_play_before_the_start_and_after_the_end(deed: Any) -> None:
    company = gathered("scarab", "mine open")
    args = (0, "go a1", 0) if deed is deeds.move else (0,)
    assert company.refusal(ANN, deed, *args) == "game_not_started"
    company.do(ANN, deeds.start)
    company.do(ANN, deeds.resign, 0)
    assert company.refusal(BOB, deed, *args) == "game_over"


def test_a_move_and_the_card_it_turns_are_saved_together() -> None:
    company = playing("scarabya", "mine open", mode="duel")
    saved = len(company.saved)
    company.play(0)
    assert [(entry.person, entry.seat) for entry in company.saved[saved:]] == [(ANN, 0), ("", CHANCE)]


def test_time_never_runs_backwards_whichever_process_looked_at_its_clock() -> None:
    company = playing("scarab")
    company.wait(9).play()
    company.wait(-5).play()
    company.wait(8).do(ANN, deeds.say, "hm")
    company.wait(-1).play()
    company.do(ANN, deeds.say, "hm")
    assert [event.seconds for event in company.log.events] == [9, 9, 12]
    assert [entry.at - NOON for entry in company.saved[-5:]] == [9000, 9000, 12000, 12000, 12000]


def test_a_key_remembers_the_ply_of_what_was_done_under_it_and_by_whom() -> None:
    company = playing("scarabya", "mine open", mode="duel")
    company.do(ANN, deeds.move, 0, company.moves(0)[0], company.round, key="k")
    company.do(BOB, deeds.say, "well", key="k")
    plies = {(entry.person, entry.key): ply for ply, entry in enumerate(company.saved, 1) if entry.key}
    for (person, key), ply in plies.items():
        assert company.table.done_under(Asked(person, company.now, key)) == ply
    assert company.table.done_under(Asked(CAS, company.now, "k")) is None
    assert company.table.done_under(Asked(ANN, company.now)) is None
    assert set(plies) == {(ANN, "k"), (BOB, "k")}


def test_what_the_house_does_has_no_key() -> None:
    company = opened("mine open", "scarabya", full=True)
    company.do(BOB, deeds.sit, 1, "Bob", "", key="k")
    assert [entry.what for entry in company.saved if entry.key] == ["sit"]
    assert {entry.what for entry in company.saved if not entry.person} == {"start", "game"}


# --- talking


def test_those_who_sit_at_a_table_talk() -> None:
    company = gathered("scarab", "mine open")
    company.do(BOB, deeds.say, "hello")
    company.do(ANN, deeds.start)
    company.do(ANN, deeds.say, "good luck")
    assert [(said.name, said.text) for said in company.table.chat] == [("Bob", "hello"), ("Ann", "good luck")]
    assert company.refusal(STRANGER, deeds.say, "psst") == "not_seated"


@pytest.mark.parametrize("text", ["", "a\nb", " a", "x" * (LONGEST_SAYING + 1), "\x1b"])
def test_a_saying_is_one_line(text: str) -> None:
    assert playing("scarab").refusal(ANN, deeds.say, text) == "bad_saying"


def test_S13_partners_do_not_talk_while_they_play() -> None:
    company = gathered("scarab", "mine open open open", teams="yes")
    company.do(ANN, deeds.say, "hello")
    company.do(ANN, deeds.start)
    for who in (ANN, BOB, CAS, DEE):
        assert company.refusal(who, deeds.say, "take the 8") == "chat_closed"
    company.do(CAS, deeds.resign, 2)
    assert company.refusal(CAS, deeds.say, "take the 8") == "chat_closed"
    company.do(DEE, deeds.resign, 3)
    company.do(CAS, deeds.say, "good game")
    assert len(company.table.chat) == 2


def test_enough_is_enough() -> None:
    company = playing("scarab")
    draft = company.table.fork()
    draft.chat = Trail([*company.do(ANN, deeds.say, "la").chat] * MOST_SAYINGS)
    company.table = draft
    assert company.refusal(BOB, deeds.say, "stop it") == "chat_full"


# --- leaving the game


def test_of_two_who_resigns_has_lost() -> None:
    company = playing("scarab")
    company.do(BOB, deeds.resign, 1)
    result = company.table.result
    assert result is not None
    assert (result.ranks, result.why) == ((1, 2), "table.why_resign")
    assert verify(company.log).result == result


def test_with_others_still_playing_the_house_plays_on_and_the_leaver_ranks_last() -> None:
    company = playing("scarab", "mine open open")
    company.do(ANN, deeds.resign, 0)
    assert company.table.status == "playing"
    assert company.table.person_of(0) is None
    assert company.table.bots_due() == (0,)
    bot = company.table.playing.bot_of(Seat(0))
    assert bot is not None
    assert bot.name == HOUSE_BOT
    assert company.refusal(ANN, deeds.move, 0, company.moves(0)[0], 0) == "not_your_seat"
    company.play_to_end()
    assert company.table.result is not None
    assert company.table.result.ranks[0] == 3


def test_a_seat_is_resigned_by_whoever_sits_there() -> None:
    company = playing("scarab", "mine open bot:club")
    for who, seat in ((BOB, 0), (STRANGER, 0), (ANN, 2)):
        assert company.refusal(who, deeds.resign, seat) == "not_your_seat"


def test_at_one_screen_one_may_resign_and_the_other_play_on() -> None:
    company = playing("scarab", "mine mine:Ben open")
    company.do(ANN, deeds.resign, 1)
    assert company.table.seats_of(ANN) == (0,)
    assert company.refusal(ANN, deeds.resign, 1) == "not_your_seat"


# --- somebody stays away


def away(company: Company) -> Company:
    """Let nobody do anything for as long as it takes."""
    return company.wait(AWAY_AFTER / SECOND)


def test_for_somebody_who_stays_away_the_house_plays_on_once_all_others_agree() -> None:
    company = away(playing("scarab", "mine open open"))
    company.do(BOB, deeds.agree, 0)
    assert company.table.person_of(0) == ANN
    company.do(CAS, deeds.agree, 0)
    assert company.table.person_of(0) is None
    assert company.table.bots_due() == (0,)
    assert (company.saved[-1].text, company.saved[-1].person) == (REPLACED, "")


def test_who_was_replaced_is_not_ranked_last() -> None:
    company = away(playing("scarab"))
    company.do(BOB, deeds.agree, 0)
    assert company.table.status == "playing"
    company.play_to_end()
    game = company.table.playing.game
    assert company.table.result == game.result(company.position)
    assert verify(company.log).result == company.table.result


def test_who_resigns_ranks_below_one_who_was_replaced() -> None:
    company = away(playing("scarab"))
    company.do(BOB, deeds.agree, 0)
    company.do(BOB, deeds.resign, 1)
    result = company.table.result
    assert result is not None
    assert (result.winners, result.why) == ((0,), "table.why_resign")


def test_somebody_is_given_time_before_others_may_agree() -> None:
    company = playing("scarab")
    company.wait(AWAY_AFTER / SECOND - 1)
    assert company.refusal(BOB, deeds.agree, 0) == "still_time"
    company.wait(1)
    company.do(BOB, deeds.agree, 0)


def test_with_a_clock_the_clock_decides() -> None:
    company = away(playing("scarab", clock=ONE_MINUTE))
    assert company.refusal(BOB, deeds.agree, 0) == "still_time"


@pytest.mark.parametrize(
    ("who", "seat", "code"),
    [
        (BOB, 1, "nobody_to_replace"),
        (BOB, 2, "nobody_to_replace"),
        (BOB, 3, "nobody_to_replace"),
        (BOB, 9, "nobody_to_replace"),
        (ANN, 0, "nobody_to_replace"),
        (STRANGER, 0, "not_seated"),
    ],
)
def test_only_players_agree_and_only_on_somebody_else_who_is_waited_for(
    who: str, seat: int, code: str
) -> None:
    company = away(playing("scarab", "mine open open bot:club"))
    assert company.refusal(who, deeds.agree, seat) == code


def test_who_agrees_again_adds_nothing() -> None:
    company = playing("scarab", "mine open open")
    company.wait(AWAY_AFTER / 1000)
    away = company.due[0]
    other = next(seat for seat in range(3) if seat != away)
    person = company.table.person_of(other) or ""
    company.do(person, deeds.agree, away)
    ply = company.table.ply
    for _ in range(3):
        company.do(person, deeds.agree, away)
    assert company.table.ply == ply


def test_what_was_agreed_lapses_with_the_next_move() -> None:
    company = away(playing("scarab", "mine open open"))
    company.do(BOB, deeds.agree, 0)
    known = company.table.ply
    company.play(0)
    assert company.table.agreed == frozenset()
    assert company.table.seated > known, "everybody is told so"


def test_who_left_need_not_agree() -> None:
    company = playing("scarab", "mine open open")
    company.do(CAS, deeds.resign, 2)
    away(company).do(BOB, deeds.agree, 0)
    assert company.table.person_of(0) is None


# --- the clock speaks


def test_who_runs_out_of_time_leaves_and_ranks_last() -> None:
    company = playing("scarab", "mine open open", clock=ONE_MINUTE)
    company.wait(60).do("", deeds.run_out)
    assert company.table.person_of(0) is None
    assert company.table.bots_due() == (0,)
    company.play_to_end()
    assert company.table.result is not None
    assert company.table.result.ranks[0] == 3


def test_of_two_who_runs_out_of_time_has_lost() -> None:
    company = playing("scarab", clock=ONE_MINUTE)
    company.wait(60).do("", deeds.run_out)
    assert company.table.result is not None
    assert (company.table.result.winners, company.table.result.why) == ((1,), "table.why_timeout")


@pytest.mark.parametrize("clock", [NO_CLOCK, ONE_MINUTE])
def test_while_there_is_time_nothing_happens(clock: Clock) -> None:
    company = playing("scarab", clock=clock)
    company.wait(59.999).do("", deeds.run_out)
    assert company.table.new == []
    assert company.table.status == "playing"


def test_several_who_are_late_at_once_all_leave() -> None:
    company = playing("scarabya", "mine open open open", clock=ONE_MINUTE)
    company.play(2)
    company.play(3)
    company.wait(60).do("", deeds.run_out)
    assert company.table.players() == {CAS, DEE}
    assert company.table.status == "playing"


def test_of_several_who_are_late_the_one_who_ran_out_first_leaves_first() -> None:
    company = playing("scarabya", clock=ONE_MINUTE)
    company.wait(10).play(1)
    company.play(0)
    assert company.left == [55, 55]
    company.wait(20).play(0)
    company.wait(10).back(0)
    company.wait(600).do("", deeds.run_out)
    assert company.table.result is not None
    assert company.table.result.winners == (0,), "seat 1 has thought for 10 seconds more"


# --- meeting again


def sitting(company: Company) -> list[str | None]:
    """Return the names in the order of the seats."""
    return [names(company)[chair] for chair in company.table.order]


def test_a_rematch_is_for_those_who_sat_there_when_the_game_is_over_and_once() -> None:
    company = playing("scarab")
    assert company.refusal(ANN, deeds.go_on_at, "next") == "game_not_over"
    company.do(ANN, deeds.resign, 0)
    assert company.refusal(STRANGER, deeds.go_on_at, "next") == "not_seated"
    company.do(BOB, deeds.go_on_at, "next")
    assert company.table.next_table == "next"
    assert company.refusal(ANN, deeds.go_on_at, "another") == "rematch_exists"
    company.do(ANN, deeds.go_on_at, "another", "next")
    assert company.table.next_table == "another", "instead of a table that is gone"
    assert company.refusal(BOB, deeds.go_on_at, "third", "next") == "rematch_exists"


def test_nobody_sits_down_or_takes_back_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    company = playing("scarab")
    company.play()
    monkeypatch.setattr(deeds, "MOST_BYTES", company.table.size)
    assert company.refusal(ANN, deeds.take_back, 0) == "table_full"
    company.play()


@pytest.mark.parametrize("who", [ANN, BOB, CAS])
def test_whoever_asks_for_a_rematch_the_next_seat_begins_and_it_starts_when_all_have_come(who: str) -> None:
    company = playing("scarab", "mine open open")
    company.play_to_end()
    again = company.rematch(who)
    assert again.table.status == "playing"
    assert sitting(again) == ["Bob", "Cas", "Ann"]
    assert not again.log.header.drawn


def test_a_rematch_keeps_bots_options_and_clock() -> None:
    company = playing("scarab", "mine bot:club", board="short", clock=ONE_MINUTE, begins="drawn")
    company.do(ANN, deeds.resign, company.table.seats_of(ANN)[0])
    again = company.rematch()
    assert (again.table.set_up.options, again.table.set_up.clock) == ({"board": "short"}, ONE_MINUTE)
    assert sitting(again) == sitting(company)[::-1]


def test_who_left_has_a_chair_kept_too() -> None:
    company = playing("scarab", "mine open open")
    company.do(CAS, deeds.resign, 2)
    company.do(BOB, deeds.resign, 1)
    assert sitting(company.rematch()) == ["Bob", "Cas", "Ann"]


def test_those_who_share_a_screen_meet_again_under_their_names_whoever_asks() -> None:
    company = playing("scarab", "mine mine:Ben open")
    company.do(BOB, deeds.resign, 2)
    company.do(ANN, deeds.resign, 0)
    again = company.rematch(BOB)
    assert again.table.status == "playing"
    assert sitting(again) == ["Ben", "Bob", "Ann"]
    assert again.table.seats_of(ANN) == (0, 2)


def test_S13_in_a_rematch_of_teams_the_other_team_begins() -> None:
    company = playing("scarab", "mine open open open", teams="yes")
    company.play_to_end()
    assert sitting(company.rematch()) == ["Cas", "Dee", "Ann", "Bob"]


def test_in_marajoara_and_scarab_a_rematch_is_another_deal() -> None:
    for game in ("marajoara", "scarab"):
        company = playing(game)
        company.do(ANN, deeds.resign, 0)
        again = company.rematch()
        assert again.table.set_up.options == {}
        assert again.log.header.deal != company.log.header.deal
        assert sitting(again) == ["Bob", "Ann"]


def cards(company: Company) -> list[str]:
    """Play to the end and return the cards that were turned."""
    company.play_to_end()
    return [event.text for event in company.log.events if event.seat == CHANCE]


def site(company: Company) -> list[str]:
    return company.log.header.deal.splitlines()[:14]


def test_Y20_a_duels_rematch_has_the_same_dig_and_the_other_begins() -> None:
    company = playing("scarabya", "mine open", mode="duel")
    turned = cards(company)
    again = company.rematch()
    assert sitting(again) == ["Bob", "Ann"]
    assert site(again) == site(company)
    assert cards(again) == turned
    third = again.rematch(BOB)
    assert sitting(third) == ["Ann", "Bob"]
    assert (site(third), cards(third)) == (site(company), turned)


def test_Y20_a_rematch_on_boards_of_ones_own_has_the_same_dig() -> None:
    own = boards.boards_text({**boards.DEFAULT, "A": ("SR...", "R..S.", ".S...", "..S.S", "...S.")})
    company = playing("scarabya", "mine open", mode="duel", boards=own)
    turned = cards(company)
    again = company.rematch()
    assert (site(again), cards(again)) == (site(company), turned)


def test_Y22_a_retry_alone_has_the_same_dig_and_starts_at_once() -> None:
    company = playing("scarabya", "mine", mode="solo")
    company.do(ANN, deeds.resign, 0)
    again = company.rematch()
    assert again.table.status == "playing"
    third = again.table.set_up.options["order"]
    assert site(again) == site(company)
    assert cards(again) == [f"draw {letter}" for letter in third]


def test_where_all_choose_at_once_everybody_keeps_their_seat() -> None:
    company = playing("scarabya", "mine open open")
    company.play_to_end()
    assert sitting(company.rematch()) == ["Ann", "Bob", "Cas"]


def test_a_mission_is_tried_again() -> None:
    company = playing("marajoara", "mine", mission="3", harder="yes")
    company.do(ANN, deeds.resign, 0)
    again = company.rematch()
    assert again.table.set_up.options == {"mission": "3", "harder": "yes"}
    assert again.table.status == "playing"


def test_resigning_is_written_down_as_the_persons_own_deed() -> None:
    company = playing("scarab")
    company.do(BOB, deeds.resign, 1, key="k")
    entry = company.saved[-1]
    assert (entry.what, entry.person, entry.seat, entry.text, entry.key) == ("game", BOB, 1, RESIGN, "k")

"""What may be taken back at a table: one's own last move, while nobody knows more by it."""

from __future__ import annotations

import pytest

from digsite.core.names import Seat
from digsite.table import deeds
from digsite.table.deeds import AWAY_AFTER
from digsite.table.take_back import may_take_back
from tests.table.people import ANN, BOB, SECOND, playing


def test_nobody_takes_back_what_was_not_played() -> None:
    assert playing("scarab").may_take_back() == []


def test_a_move_may_be_taken_back_until_another_person_has_chosen() -> None:
    company = playing("scarab", "mine open open")
    company.play()
    assert company.may_take_back() == [0]
    company.play()
    assert company.may_take_back() == [1]


def test_a_take_back_leads_to_where_it_was() -> None:
    company = playing("scarab")
    before = company.position.tobytes()
    company.play()
    company.back(0)
    assert (company.position.tobytes(), company.due) == (before, (0,))
    assert company.may_take_back() == []


def test_only_ones_own_move_is_taken_back() -> None:
    company = playing("scarab")
    company.play(0)
    assert company.refusal(BOB, deeds.take_back, 0) == "not_your_seat"
    assert company.refusal(BOB, deeds.take_back, 1) == "cannot_take_back"


def test_what_only_bots_have_answered_may_be_taken_back() -> None:
    company = playing("scarab", "mine bot:club open")
    company.play(0)
    company.play(1)
    assert company.may_take_back() == [0]
    company.play(2)
    assert company.may_take_back() == [2]


@pytest.mark.parametrize(
    ("game", "chairs", "options"),
    [
        ("scarab", "mine bot:club bot:club", {}),
        ("marajoara", "mine bot:club", {}),
        ("marajoara", "mine", {"mission": "1"}),
        ("scarabya", "mine bot:club", {}),
        ("scarabya", "mine bot:club", {"mode": "duel"}),
        ("scarabya", "mine", {"mode": "solo"}),
    ],
)
def test_against_bots_and_alone_everything_is_taken_back_freely(
    game: str, chairs: str, options: dict[str, str]
) -> None:
    company = playing(game, chairs, **options)
    company.play_until(lambda: len(company.log.events) > 20)
    while company.may_take_back():
        company.back(0)
    assert 0 in company.due
    assert [turn for turn in company.table.playing.course.turns if turn.seat == 0] == []


def test_at_one_screen_everything_is_taken_back_freely() -> None:
    company = playing("scarab", "mine mine:Ben")
    for _ in range(6):
        company.play()
    for seat in (1, 0, 1, 0, 1, 0):
        company.back(seat)
    assert len(company.table.playing.course.turns) == 0


def test_those_at_another_screen_are_other_people() -> None:
    company = playing("scarab", "mine mine:Ben open")
    company.play(0)
    company.play(1)
    assert company.may_take_back() == [0, 1]
    company.play(2)
    assert company.may_take_back() == [2]


def test_who_has_left_is_nobody_to_be_asked() -> None:
    company = playing("scarab")
    company.play(0)
    company.play(1)
    assert company.may_take_back() == [1]
    company.wait(AWAY_AFTER / SECOND).do(BOB, deeds.agree, 0)
    assert company.table.person_of(0) is None
    company.play(0)
    assert company.may_take_back() == [1]


def test_who_has_left_takes_nothing_back() -> None:
    company = playing("scarab", "mine open open")
    company.play(0)
    company.do(ANN, deeds.resign, 0)
    assert company.refusal(ANN, deeds.take_back, 0) == "not_your_seat"
    assert not may_take_back(company.table.playing.course, Seat(0), company.table.others(ANN))


def test_nothing_is_taken_back_when_the_game_is_over() -> None:
    company = playing("scarab", "mine bot:club")
    company.play_to_end()
    assert company.refusal(ANN, deeds.take_back, 0) == "game_over"


# --- Marajoara: many small moves


def test_small_moves_are_taken_back_one_by_one_to_where_another_person_chose() -> None:
    company = playing("marajoara")
    company.play_until(lambda: company.due == (1,) and company.moves(1)[0].startswith("capture"))
    start = company.position.tobytes()
    company.play(1)
    company.play(1)
    company.back(1)
    company.back(1)
    assert company.position.tobytes() == start
    assert company.may_take_back() == [0], "it was Ann who moved before"


def test_what_somebody_had_to_choose_in_ones_turn_stays_chosen() -> None:
    company = playing("marajoara")
    company.play_until(lambda: (company.due, company.in_turn) == ((0,), (1,)), seed=13)
    assert company.may_take_back() == [1]
    company.play(0)
    assert company.in_turn == (1,)
    assert company.may_take_back() == [0]


# --- Scarabya: hidden cards, sealed choices


def test_Y13_a_sealed_choice_may_be_taken_back_until_the_round_ends() -> None:
    company = playing("scarabya", "mine open open")
    company.play(0)
    company.play(1)
    assert company.may_take_back() == [0, 1]
    company.back(0)
    assert company.due == (0, 2)
    company.play(0)
    company.play(2)
    assert company.may_take_back() == [], "all choices lie open"


def test_Y13_so_may_one_where_a_bot_has_chosen_too() -> None:
    company = playing("scarabya", "mine open bot:club")
    company.play(2)
    company.play(0)
    assert company.may_take_back() == [0]
    company.play(1)
    assert company.may_take_back() == []


def test_Y13_not_even_where_the_next_card_was_known_since_the_choices_of_others_were_not() -> None:
    company = playing("scarabya", order="FILNPTUVWXYZ")
    company.play(0)
    company.play(1)
    assert company.may_take_back() == []


def test_Y17_not_after_a_card_was_turned() -> None:
    company = playing("scarabya", mode="duel")
    company.play(0)
    assert company.may_take_back() == []


def test_Y20_a_card_that_everybody_knew_shows_nothing() -> None:
    company = playing("scarabya", mode="duel", order="FILNPTUVWXYZ")
    company.play(0)
    assert company.may_take_back() == [0]
    company.back(0)
    company.play(0)
    company.play(1)
    assert company.may_take_back() == [1]

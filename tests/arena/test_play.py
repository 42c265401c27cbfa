"""Playing a job: the same luck for both sides, views only, and an end in any case."""

from __future__ import annotations

import numpy as np
import pytest

from digsite.arena import play as playing
from digsite.arena.contest import Contest
from digsite.arena.dig import dig
from digsite.arena.job import Job
from digsite.arena.play import play, warm_up
from digsite.arena.played import Played, read_played
from digsite.bots import Bot, Budget
from digsite.core.errors import DigsiteError
from digsite.core.fair import Fair
from digsite.core.game import Game
from digsite.core.names import Move, Position, Seat, View
from tests.arena.contests import contest

DUEL = contest("scarabya", mode="duel")
MODES = {
    "scarab": contest(),
    "scarab for four": contest(seats=4, deflection="yes"),
    "scarab in teams": contest(seats=4, teams="yes"),
    "scarabya": contest("scarabya", 3),
    "scarabya alone": contest("scarabya", 1),
    "duel": DUEL,
    "solo": contest("scarabya", 1, mode="solo"),
    "marajoara": contest("marajoara"),
    "mission": contest("marajoara", 1, mission="1"),
}


def game_of(asked: Contest, *bots: str, deal: int = 0) -> Played:
    return play(Job(asked, deal, bots))


@pytest.mark.parametrize("name", MODES)
def test_every_mode_can_be_played_and_the_same_job_gives_the_same_game(name: str) -> None:
    asked = MODES[name]
    line_up = ("greedy", *("random",) * (asked.seats - 1))
    first, second = (game_of(asked, *line_up) for _ in range(2))
    assert first.outcome() == second.outcome()
    assert not first.cut
    assert len(first.points) == len(first.ranks) == len(first.seconds) == asked.seats
    assert read_played(first.line()) == first


def test_both_sides_meet_the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    cards: list[tuple[int, Move]] = []
    drawn = playing._drawn

    def spy(game: Game, pos: Position, chance: Fair, number: int) -> Move:
        move = drawn(game, pos, chance, number)
        cards.append((number, move))
        return move

    monkeypatch.setattr(playing, "_drawn", spy)
    rounds = []
    for bots, deal in ((("random", "greedy"), 0), (("greedy", "random"), 0), (("greedy", "random"), 1)):
        cards.clear()
        game_of(DUEL, *bots, deal=deal)
        rounds.append(list(cards))
    assert rounds[0] == rounds[1] != rounds[2]
    assert [number for number, _ in rounds[0]] == list(range(12))


def test_bots_see_no_more_than_their_seat_may(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, move = contest("scarabya", 3), Bot.move
    hidden: list[Seat] = []

    def spy(bot: Bot, view: View, seat: Seat) -> Move:
        assert np.array_equal(view, asked.rules.view(view, seat))
        hidden.extend(other for other in asked.rules.movers(view) if other < seat)
        return move(bot, view, seat)

    monkeypatch.setattr(Bot, "move", spy)
    game_of(asked, "greedy", "random", "random")
    assert hidden, "what others have chosen is undecided in a view"


def test_a_game_without_an_end_is_cut_short_and_drawn() -> None:
    cut = play(Job(contest(), 0, ("greedy", "random")), most=3)
    assert (cut.cut, cut.plies, cut.ranks, cut.winners) == (True, 3, (1, 1), ())


def test_seats_have_seeds_of_their_own_that_change_with_the_deal() -> None:
    asked = contest(bots=("random", "greedy"))
    seeds = {
        thinker.bot.seed
        for deal in range(3)
        for thinker in playing._seated(Job(asked, deal, ("random", "greedy")), dig(asked.seed, deal))
    }
    assert len(seeds) == 6


def test_a_budget_is_for_all_bots() -> None:
    asked = Contest("scarab", contest().options, 2, ("club", "rollouts"), 1, 1, nodes=7)
    thinkers = playing._seated(Job(asked, 0, ("club", "rollouts")), dig(1, 0))
    assert [thinker.bot.budget for thinker in thinkers] == [Budget(nodes=7)] * 2
    assert contest().budget is None


def test_a_worker_is_made_ready_once(monkeypatch: pytest.MonkeyPatch) -> None:
    warm_up.cache_clear()
    jobs: list[Job] = []
    monkeypatch.setattr(playing, "play", lambda job, _: jobs.append(job))
    for _ in range(2):
        warm_up(contest())
    warm_up.cache_clear()
    assert [job.line_up[0] for job in jobs] == ["random", "greedy", "keen"]
    assert {job.contest.nodes for job in jobs} == {1}


@pytest.mark.parametrize(
    ("bots", "budget", "code"),
    [
        (("greedy", "deep"), {}, "unknown_bot"),
        (("greedy",), {}, "arena_two_bots"),
        (("greedy", "random", "greedy"), {}, "arena_two_bots"),
        (("greedy", "random"), {"nodes": 1, "seconds": 1.0}, "arena_one_budget"),
    ],
)
def test_what_cannot_be_played_is_refused(bots: tuple[str, ...], budget: dict[str, int], code: str) -> None:
    with pytest.raises(DigsiteError) as refused:
        Contest("scarab", (), 2, bots, 1, 1, **budget)
    assert refused.value.code == code

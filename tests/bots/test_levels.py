"""The five levels: in order of strength in a small arena, in every game and kind of mode."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from digsite.arena.contest import Contest
from digsite.arena.encounters import encounters
from digsite.arena.job import Job
from digsite.arena.play import play
from digsite.arena.schedule import schedule
from digsite.bots import LEVELS, Bot
from digsite.core.names import Seat, View
from digsite.games import game, minds
from digsite.games.levels import Mind
from tests.bots.test_alphabeta import small_board
from tests.games.scarab.drawn import SCARAB
from tests.games.variants import Variant, every_variant

AT_ONCE = LEVELS[:3]
MOST_NODES_AT_ONCE = 1000
MOST_SECONDS = 1.0

MODES = [
    ("scarab", {"board": "short"}, 2),
    ("scarab", {"board": "short", "teams": "yes"}, 4),
    ("scarab", {"board": "short"}, 3),
    ("scarabya", {"mode": "base"}, 1),
    ("scarabya", {"mode": "duel"}, 2),
    ("scarabya", {"mode": "solo"}, 1),
    ("marajoara", {}, 2),
    pytest.param("marajoara", {"mission": "5"}, 1, marks=pytest.mark.long),
]
GAMES = {"scarab": 40, "scarabya": 40, "marajoara": 20}
"""Games of a pairing: few, but the seed is always the same."""
NODES = {"alphabeta": 30_000, "tree": 2_000, "rollouts": 3_000}
"""What the strongest level gets here instead of seconds: less than it has time for."""


def score(key: str, options: dict[str, str], seats: int, better: str, other: str) -> float:
    """Return the share that one level wins against another."""
    settled = tuple(game(key).options(options).items())
    contest = Contest(key, settled, seats, (better, other), GAMES[key], seed=4)
    met = encounters(contest.bots, map(play, schedule(contest)))
    return sum(encounter.score for encounter in met) / len(met)


@pytest.mark.parametrize(("key", "options", "seats"), MODES)
def test_each_level_that_counts_nodes_beats_the_one_below(
    key: str, options: dict[str, str], seats: int
) -> None:
    counting = LEVELS[:-1]  # the last one counts seconds
    scores = {better: score(key, options, seats, better, other) for other, better in pairwise(counting)}
    assert min(scores.values()) > 0.5, scores


@pytest.mark.long
@pytest.mark.parametrize(("key", "options", "seats"), MODES)
def test_the_strongest_level_beats_the_one_below(
    key: str, options: dict[str, str], seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With nodes for its seconds, so that a busy machine changes nothing."""
    plain = Bot.mind

    def mind(bot: Bot, view: View) -> Mind:
        found = plain(bot, view)
        return replace(found, nodes=NODES[found.search], seconds=None) if found.seconds else found

    monkeypatch.setattr(Bot, "mind", mind)
    assert score(key, options, seats, LEVELS[-1], LEVELS[-2]) > 0.5


def test_one_that_doubts_seats_that_grab_wins_most_games_among_them() -> None:
    """With four seats it wins two of three; taking the others for thinkers it would win one."""
    options = tuple(SCARAB.options({}).items())
    contest = Contest("scarab", options, 4, ("master", "greedy"), games=1, seed=1, nodes=300)
    jobs = [
        Job(contest, deal, tuple("master" if seat == own else "greedy" for seat in range(4)))
        for deal in range(6)
        for own in range(4)
    ]
    won = sum(played.winners == (played.bots.index("master"),) for played in map(play, jobs))
    assert won > len(jobs) / 2


@every_variant
def test_the_first_three_levels_answer_at_once_and_the_strongest_within_a_second(variant: Variant) -> None:
    thinking = dict(zip(LEVELS, minds(variant.key, variant.deal(1)), strict=True))
    assert all(is_quick(thinking[level]) for level in AT_ONCE)
    assert all(is_bounded(mind) for mind in thinking.values())


def is_quick(mind: Mind) -> bool:
    return mind.search == "look" or (mind.nodes is not None and mind.nodes <= MOST_NODES_AT_ONCE)


def is_bounded(mind: Mind) -> bool:
    return mind.search == "look" or mind.nodes is not None or (mind.seconds or 9) < MOST_SECONDS


def test_partners_do_not_share_thoughts() -> None:
    """S13: what a seat has searched spares its partner nothing."""
    pos = small_board(4, "teams", 4)
    seat, partner = Seat(0), Seat(1)
    after = SCARAB.play(pos, seat, SCARAB.legal(pos, seat)[0])
    alone = Bot(SCARAB, "expert", 2).think(SCARAB.view(after, partner), partner)
    Bot(SCARAB, "expert", 1).think(SCARAB.view(pos, seat), seat)
    assert 0 < alone.nodes == Bot(SCARAB, "expert", 2).think(SCARAB.view(after, partner), partner).nodes

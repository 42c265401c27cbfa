"""Whole games on boardgame.io beside ours: the same positions and winners, illegal moves refused."""

from __future__ import annotations

import asyncio
import random
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bench.cases import CASES, deals
from bench.measure import BenchError
from bench.peers.boardgameio.client import SEATS
from bench.peers.boardgameio.match import Match
from bench.peers.boardgameio.moves import LINES, SQUARES, legal
from digsite.core.names import Move, Position
from digsite.games import game
from digsite.games.scarab.record import ANKH, COLUMN, EITHER, EMPTY, HIGHEST, KEEP, POSITION, PUT, ROW, SIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.peers.boardgameio.moves import Action, State

SMALL: Final = 60
"""Games from few stones close together: their first moves, ankhs, ends and ties are many."""
BLOCK: Final = [row * SIDE + column for row in range(4) for column in range(3)]
SCARABS: Final = (-2, -1, -1, 1, 1, 1, 2, 2)
ANKHS: Final = [ANKH] * 3
TRIED: Final = 8
SECONDS: Final = 60.0
ALONG: Final = dict(zip(LINES, (ROW, COLUMN, EITHER), strict=True))


async def check(port: int) -> None:
    """Raise a BenchError where the server plays another game than ours."""
    try:
        async with asyncio.timeout(SECONDS):
            await _check_all(Tried(port, random.Random(0)), random.Random(0))
    except TimeoutError as error:
        message = "boardgame.io does not answer a move"
        raise BenchError(message) from error


async def _check_all(match: Tried, chance: random.Random) -> None:
    """Check a game from the server's own deal, and many small ones."""
    await match.open()
    ours = deals(CASES[0], 1)[0]
    _require(sorted(match.state["G"]["stones"]) == sorted(ours[0]["stone"]), ours, "stones in the box")
    await _check(match, chance)
    for _ in range(SMALL):
        await match.begin({"numPlayers": len(SEATS), "setupData": _small(chance)})
        await _check(match, chance)
    match.close()


def _small(chance: random.Random) -> dict[str, Any]:
    """Return a deal of few stones."""
    stones = chance.sample(SCARABS, chance.randint(2, len(SCARABS))) + ANKHS
    priest, *squares = chance.sample(BLOCK, len(stones) + 1)
    placed = dict(zip(squares, stones, strict=True))
    return {"stones": [placed.get(square, EMPTY) for square in range(SQUARES)], "priest": priest}


class Tried(Match):
    """A match in which illegal moves are tried as well."""

    refusals = 0

    def refused(self) -> None:
        """Count it."""
        self.refusals += 1

    async def made(self, illegal: list[Action], action: Action) -> None:
        """Try some illegal moves, then a legal one."""
        seen = asyncio.get_running_loop().create_future()
        self.refusals = 0
        for wrong in illegal:
            self.clients[self.due].make(wrong, self.state)
        self.make(action, lambda: seen.set_result(None))
        await seen


async def _check(match: Tried, chance: random.Random) -> None:
    """Play a game on both sides."""
    rules, pos = game("scarab"), position(match.state)
    while due := rules.movers(pos):
        actions = sorted(legal(match.state), key=move)
        moves = rules.legal(pos, due[0])
        _require(not match.over and [move(action) for action in actions] == list(moves), pos, "moves")
        illegal = [action for action in _tried(match.state["G"], chance) if action not in actions]
        choice = chance.randrange(len(moves))
        await match.made(illegal, actions[choice])
        _require(match.refusals == len(illegal), pos, f"refusals of {illegal}")
        pos = rules.play(pos, due[0], moves[choice])
        _require(position(match.state) == pos, pos, "stones")
    result = rules.result(pos)
    end = match.state["ctx"].get("gameover")
    ours = result and {"winners": [SEATS[seat] for seat in result.winners], "points": list(result.points)}
    _require(end == ours, pos, f"ends ({end})")


def _tried(theirs: State, chance: random.Random) -> Iterator[Action]:
    """Return moves of which many are illegal, and nearly legal."""
    priest = theirs["priest"]
    for square in (priest, chance.randrange(SQUARES), *chance.sample(LINES["either"][priest], TRIED)):
        yield "go", square
    values = {chance.choice([*hand, ANKH]) for hand in theirs["hands"]}
    squares = {priest, chance.choice(BLOCK), chance.randrange(SQUARES)}
    for value, square in product(sorted(values), sorted(squares)):
        yield "put", value, square
    yield ("keep",)


def _require(holds: object, pos: Position, what: str) -> None:
    if not holds:
        message = f"boardgame.io's SCARAB has other {what}:\n{game('scarab').text(pos)}"
        raise BenchError(message)


def move(action: Action) -> Move:
    """Return a move over there as ours."""
    match action:
        case ("go", square):
            return Move(square)
        case ("put", value, square):
            return Move(PUT + (value + HIGHEST) * SQUARES + square)
        case _:
            return Move(KEEP)


def position(state: State) -> Position:
    """Return a state over there as a position of ours."""
    pos = Position(np.zeros(1, POSITION))
    p, theirs = pos[0], state["G"]
    p["stone"], p["priest"], p["line"] = theirs["stones"], theirs["priest"], ALONG[theirs["line"]]
    for seat, hand in enumerate(theirs["hands"]):
        np.add.at(p["hand"][seat], [value + HIGHEST for value in hand], 1)
        p["points"][seat] = sum(hand)
    p["scarabs"], p["ankh"] = theirs["scarabs"], theirs["choosing"]
    p["moves"], p["due"] = state["_stateID"], _due(state["ctx"])
    p["seats"], p["width"] = len(SEATS), SIDE
    return pos


def _due(ctx: State) -> int:
    """Return the seat due; over there the turn stays with who made the last move of the game."""
    return 1 - int(ctx["currentPlayer"]) if "gameover" in ctx else int(ctx["currentPlayer"])

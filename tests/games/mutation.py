"""Texts of positions, spoilt at random: most are refused, and what is not must be fit to play on."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence

from digsite.bots import Bot, Budget
from digsite.core.errors import BadText
from digsite.core.game import Game
from digsite.core.names import CHANCE, Move, Position, Seat
from digsite.wire.games import ENCODERS
from tests.support import random_moves

KINDS = (r"-?\d+", r"[a-j]\d+", r"[yrbg][1-6]", r"[+-]\d\*?", r"[A-Z]\d [a-j]\d+", r"\S+")
"""Words that may stand for each other: numbers, squares, dice, stones, placements, anything."""
FEW = Budget(nodes=4)
SOME_MOVES = 6
BOTS = ("club", "master", "flat")


def spoilt(text: str, other: str, rng: random.Random) -> str:
    """Return a text with a few faults; `other` is one of the same game, whose lines may be taken."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        text = rng.choice((_swapped, _renumbered, _replaced, _with_line_of))(text, other, rng)
    return text


def _words(text: str, rng: random.Random) -> list[re.Match[str]]:
    found = list(re.finditer(rf"(?<!\S){rng.choice(KINDS)}(?!\S)", text))
    return found or list(re.finditer(r"\S+", text))


def _swapped(text: str, _: str, rng: random.Random) -> str:
    """Exchange two words of a kind: pieces stay, where they lie changes."""
    words = _words(text, rng)
    one, two = sorted((rng.choice(words), rng.choice(words)), key=lambda word: word.start())
    if one.start() == two.start():
        return text
    middle = text[one.end() : two.start()]
    return f"{text[: one.start()]}{two[0]}{middle}{one[0]}{text[two.end() :]}"


def _renumbered(text: str, _: str, rng: random.Random) -> str:
    """Change a number."""
    numbers = list(re.finditer(r"(?<!\S)-?\d+(?!\S)", text))
    if not numbers:
        return text
    at = rng.choice(numbers)
    number = rng.choice((int(at[0]) + rng.choice((-2, -1, 1, 2)), 0, 9, 14, 99, 9999))
    return f"{text[: at.start()]}{number}{text[at.end() :]}"


def _replaced(text: str, _: str, rng: random.Random) -> str:
    """Put one word, none or two where one was."""
    words = _words(text, rng)
    at, word = rng.choice(words), rng.choice(words)[0]
    new = rng.choice(("", word, f"{at[0]} {word}"))
    return f"{text[: at.start()]}{new}{text[at.end() :]}"


def _with_line_of(text: str, other: str, rng: random.Random) -> str:
    """Take a line from another position."""
    lines, others = text.split("\n"), other.split("\n")
    number = rng.randrange(min(len(lines), len(others)))
    return "\n".join([*lines[:number], others[number], *lines[number + 1 :]])


def sampled(rules: Game, pos: Position, seed: int) -> list[str]:
    """Return the texts of some positions of a random game."""
    positions = [pos, *(after for *_, after in random_moves(rules, pos, seed))]
    return [rules.text(one) for one in positions[:: max(1, len(positions) // 40)]]


def read(rules: Game, text: str) -> Position | None:
    """Return the position of a text, or None where it is refused with one of its lines."""
    try:
        return rules.read(text)
    except BadText as error:
        refused = error
    assert 1 <= refused.line <= text.count("\n") + 1
    assert str(refused)
    return None


def works(rules: Game, pos: Position, seed: int) -> None:
    """Check that a position is fit to play on: by rules, bots and encoders, to the end."""
    assert rules.read(rules.text(pos)).tobytes() == pos.tobytes()
    _is_whole(rules, pos, random.Random(seed))
    for name in BOTS:
        for seat in rules.movers(pos):
            if seat != CHANCE:
                assert Bot(rules, name, seed, FEW).move(rules.view(pos, seat), seat) in rules.legal(pos, seat)
    for count, (*_, after) in enumerate(random_moves(rules, pos, seed)):
        assert rules.movers(after) or rules.result(after)
        assert all(rules.legal(after, seat) for seat in rules.movers(after))
        if count % 16 == 0:
            assert rules.read(rules.text(after)).tobytes() == after.tobytes()


def _is_whole(rules: Game, pos: Position, rng: random.Random) -> None:
    """Check what is shown of a position, and what its moves bring."""
    wire, due = ENCODERS[rules.key], rules.movers(pos)
    assert (rules.result(pos) is None) == bool(due)
    for seat in (None, *map(Seat, range(rules.seats(pos)))):
        assert json.loads(wire.view(rules.view(pos, seat)))
    for seat in due:
        moves = rules.legal(pos, seat)
        assert moves
        if seat != CHANCE:
            assert len(json.loads(wire.moves(rules, pos, seat))) == len(rules.gains(pos, seat)) == len(moves)
        _can_be_made(rules, pos, seat, rng.sample(moves, min(len(moves), SOME_MOVES)))


def _can_be_made(rules: Game, pos: Position, seat: Seat, moves: Sequence[Move]) -> None:
    for move in moves:
        assert rules.read_move(pos, rules.move_text(pos, move)) == move
        after = rules.play(pos, seat, move)
        assert rules.tell(pos, seat, move, after, None) is not None
        if seat != CHANCE:
            assert rules.brings(pos, seat, move)

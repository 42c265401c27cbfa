"""Checking a finished game: its rules, its result, and that nobody chose the deal or a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from digsite.core.errors import BadText
from digsite.core.fair import Fair, commitment
from digsite.core.names import CHANCE, Result
from digsite.table.table import beginning, replay

if TYPE_CHECKING:
    from digsite.table.course import Course
    from digsite.table.log import Log


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found in order."""

    moves: int
    draws: int
    result: Result


def verify(log: Log) -> Verdict:
    """Play the log again and compute its deal and draws from the secret, or raise BadText."""
    if log.ending is None:
        last = log.events[-1].line if log.events else log.header.line
        raise BadText("log_unfinished", line=last)
    fair = Fair(log.ending.secret, log.header.nonces)
    if commitment(fair.secret) != log.header.commitment:
        raise BadText("log_secret", line=log.ending.line)
    courses = list(replay(log))
    _check_beginning(log, courses[0].sides, fair)
    _check_deal(log, courses[0], fair)
    _check_draws(log, courses, fair)
    end = courses[-1]
    return Verdict(len(end.turns) - end.draws, end.draws, log.ending.result)


def _check_beginning(log: Log, sides: tuple[int, ...], fair: Fair) -> None:
    """The nonce that was drawn must belong to the side that begins; equal nonces cannot be told apart."""
    nonces = log.header.nonces
    begin = {nonce for nonce, side in zip(nonces, sides, strict=True) if side == sides[0]}
    if log.header.drawn and nonces[beginning(fair.secret, nonces)] not in begin:
        raise BadText("log_unfair_beginning", line=log.header.line)


def _check_deal(log: Log, opening: Course, fair: Fair) -> None:
    game = opening.game
    options = game.options(log.header.options)
    dealt = game.deal(options, len(log.header.sitters), fair.deal())
    if game.text(dealt) != game.text(opening.deal):
        raise BadText("log_unfair_deal", line=log.header.line)


def _check_draws(log: Log, courses: list[Course], fair: Fair) -> None:
    for course, event in zip(courses, log.events, strict=False):
        if event.seat != CHANCE:
            continue
        game, position = course.game, course.position
        outcome = fair.draw(course.draws, game.weights(position))
        drawn = game.move_text(position, game.legal(position, CHANCE)[outcome])
        if drawn != event.text:
            raise BadText("log_unfair_draw", line=event.line, expected=drawn, found=event.text)

"""Checking a finished game: its rules, its result, and that nobody chose the deal or a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from digsite.core.errors import BadText
from digsite.core.names import CHANCE, Result
from digsite.table.settled import first_of_circle
from digsite.table.table import replay

if TYPE_CHECKING:
    from digsite.core.fair import Fair
    from digsite.table.course import Course
    from digsite.table.log import Header, Log


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
    header, secret, courses = log.header, log.ending.secret, list(replay(log))
    if header.commits_to(secret) != header.commitment:
        raise BadText("log_secret", line=log.ending.line)
    fair = header.fair(secret)
    if header.form == 1:
        _check_side_that_begins(log, courses[0].sides, secret)
    else:
        _check_seating(header, fair)
        _check_bots(header, fair)
    _check_deal(log, courses[0], fair)
    _check_draws(log, courses, fair)
    end = courses[-1]
    return Verdict(len(end.turns) - end.draws, end.draws, log.ending.result)


def _check_side_that_begins(log: Log, sides: tuple[int, ...], secret: bytes) -> None:
    """The nonce that was drawn must belong to the side that begins; equal nonces cannot be told apart.

    So it was in the first format, which did not tell the chairs.
    """
    nonces = log.header.nonces
    begin = {nonce for nonce, side in zip(nonces, sides, strict=True) if side == sides[0]}
    if log.header.drawn and nonces[first_of_circle(secret, nonces)] not in begin:
        raise BadText("log_unfair_beginning", line=log.header.line)


def _check_seating(header: Header, fair: Fair) -> None:
    """Nobody may have changed who begins."""
    if header.settled.seating(fair) != header.chairs:
        raise BadText("log_unfair_beginning", line=header.line)


def _check_bots(header: Header, fair: Fair) -> None:
    """Nobody may have chosen how a bot thinks."""
    for seat, sitter in enumerate(header.sitters):
        if sitter.is_bot and sitter.bot_seed != (seed := fair.bot_seed(seat)):
            raise BadText("log_unfair_bot", line=header.line, seat=seat, expected=seed)


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

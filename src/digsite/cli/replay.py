"""`digsite replay`: a game told again, board by board for somebody at a terminal."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

import click

from digsite.cli import house
from digsite.cli.ending import ranking, show_objectives, verdict
from digsite.cli.prepare import prepare
from digsite.cli.prompt import asker
from digsite.cli.screen import Scene, drawer
from digsite.cli.telling import names_now, names_of, sentence, title
from digsite.core.errors import DigsiteError
from digsite.core.names import CHANCE, Happening, Seat
from digsite.table.log import BACK, REPLACED, RESIGN, TIMEOUT
from digsite.table.table import replay

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from digsite.cli.voice import Voice
    from digsite.table.course import Course
    from digsite.table.log import Log

DEED_WORDS: Final = {
    BACK: "cli.taken_back",
    RESIGN: "table.resigned",
    TIMEOUT: "table.ran_out_of_time",
    REPLACED: "table.replaced",
}
"""How it is told that a seat did something besides moving."""


@dataclass(frozen=True)
class Watched:
    """A log with the course after each of its events, as one seat may see it."""

    voice: Voice
    log: Log
    courses: tuple[Course, ...]
    eyes: Seat | None

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the sitters are called."""
        return names_of(self.log.header.sitters, self.voice.language)

    @property
    def last(self) -> int:
        """Return the number of the last event."""
        return len(self.log.events)

    def happenings(self, ply: int) -> list[Happening]:
        """Return what an event did; a deed besides moving has its text as `what`."""
        event, before, after = self.log.events[ply - 1], self.courses[ply - 1], self.courses[ply]
        if event.text in DEED_WORDS:
            return [{"what": event.text.removeprefix("!"), "seat": event.seat}]
        move = after.turns[-1].move
        return before.game.tell(before.position, event.seat, move, after.position, self.eyes)

    def sentences(self, ply: int) -> Iterator[str]:
        """Yield what an event did, in words."""
        event = self.log.events[ply - 1]
        if event.text in DEED_WORDS:
            yield self.voice.words(DEED_WORDS[event.text], name=self.names[event.seat])
            return
        for happening in self.happenings(ply):
            yield sentence(self.courses[0].game, happening, self.names, self.voice.language)


def run(
    voice: Voice,
    path: Path,
    *,
    ply: int | None,
    seat: int | None,
    everything: bool,
    as_json: bool,
) -> None:
    """Show a game again."""
    log = house.read_log(path)
    prepare(voice, log.header.game)
    if seat is not None and seat > len(log.header.sitters):
        raise DigsiteError("no_such_seat", seat=seat, seats=len(log.header.sitters))
    watched = Watched(voice, log, tuple(replay(log)), None if seat is None else Seat(seat - 1))
    if ply is not None and ply > watched.last:
        raise DigsiteError("no_such_ply", ply=ply, last=watched.last)
    if as_json:
        click.echo(json.dumps(_data(watched), ensure_ascii=False))
    elif voice.is_live and not everything:
        _step(watched, ply or 0)
    elif ply is not None:
        _show(watched, ply)
    else:
        _tell(watched, boards=everything)


# --- for programs


def _data(watched: Watched) -> dict[str, Any]:
    header, ending = watched.log.header, watched.log.ending
    return {
        "game": header.game,
        "options": dict(header.options),
        "sitters": [asdict(sitter) for sitter in header.sitters],
        "events": [_event_data(watched, ply) for ply in range(1, watched.last + 1)],
        "result": None if ending is None else asdict(ending.result),
    }


def _event_data(watched: Watched, ply: int) -> dict[str, Any]:
    event, course = watched.log.events[ply - 1], watched.courses[ply]
    return {
        "ply": ply,
        "seconds": event.seconds,
        "seat": None if event.seat == CHANCE else event.seat,
        "text": event.text,
        "happenings": watched.happenings(ply),
        "points": course.game.points(course.position),
    }


# --- for people


def _show(watched: Watched, ply: int) -> None:
    """Show the board after an event, and what the event did."""
    voice, course = watched.voice, watched.courses[ply]
    names = names_now(course, watched.names, voice.language)
    view = course.game.view(course.position, watched.eyes)
    heading = title(course.game, watched.log.header.options, voice.language)
    scene = Scene(course.game, view, names, voice.language, voice.look, watched.eyes)
    voice.console.rule(f"{heading} · {ply}/{watched.last}", style="dim", characters="-")
    voice.show(drawer(course.game.key).draw(scene))
    for line in watched.sentences(ply) if ply else ():
        voice.tell(line)


def _tell(watched: Watched, *, boards: bool) -> None:
    """Tell the whole game, with every board or only the last one."""
    if boards:
        for ply in range(watched.last + 1):
            _show(watched, ply)
    else:
        for ply in range(1, watched.last + 1):
            for line in watched.sentences(ply):
                watched.voice.tell(f"{ply:4d}  {line}")
        _show(watched, watched.last)
    _show_result(watched)


def _show_result(watched: Watched) -> None:
    voice, ending = watched.voice, watched.log.ending
    if ending is None:
        voice.say("cli.not_finished")
        return
    voice.say(ending.result.why)
    voice.tell(verdict(ending.result, watched.names, voice.language), style="bold")
    show_objectives(voice, watched.log.header.game, ending.result)
    voice.show(ranking(ending.result, watched.names, voice.language))


def _step(watched: Watched, ply: int) -> None:
    """Let somebody leaf through the game."""
    voice, asks = watched.voice, asker(watched.voice, ())
    while True:
        voice.clear()
        _show(watched, ply)
        if ply == watched.last:
            _show_result(watched)
        try:
            typed = asks.ask(voice.words("cli.ask_step") + " ").lower()
        except EOFError:
            return
        if typed in ("q", "quit"):
            return
        ply = _next_ply(typed, ply, watched.last)


def _next_ply(typed: str, ply: int, last: int) -> int:
    match typed:
        case "" | "n":
            ply += 1
        case "p":
            ply -= 1
        case "e":
            ply = last
        case number if number.isdecimal():
            ply = int(number[:9])
    return max(0, min(ply, last))

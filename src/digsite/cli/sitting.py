"""One table at one terminal: show, ask, move, tell, until the game is over."""

from __future__ import annotations

import shutil
import time
from dataclasses import replace
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from digsite.cli import house
from digsite.cli.book import Book
from digsite.cli.ending import show_ending
from digsite.cli.news import fitted
from digsite.cli.prepare import prepare_bots
from digsite.cli.prompt import menu_lines
from digsite.cli.screen import Scene, drawer
from digsite.cli.telling import names_now, names_of, title, told
from digsite.cli.thinking import Thinking
from digsite.core.errors import DigsiteError, InvalidMove
from digsite.core.names import Seat
from digsite.table.log import BACK, RESIGN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from digsite.bots import Bot
    from digsite.cli.house import Kept
    from digsite.cli.prompt import Asker
    from digsite.cli.voice import Voice
    from digsite.core.names import View
    from digsite.table.course import Course

COMMANDS: Final = ("help", "moves", "board", "log", "back", "save", "resign", "quit")
FRAME: Final = 2
"""The lines of the heading and the prompt."""
SOME: Final = 6
"""So many moves are named where somebody typed something that is none."""


class Left(Exception):
    """Somebody left the table; the log stays."""


class Sitting:
    """People and bots around a table."""

    def __init__(self, voice: Voice, asks: Asker, kept: Kept) -> None:
        self.voice, self.asks = voice, asks
        self.kept, self.table, self.game = kept, kept.table, kept.table.game
        self.names = names_of(self.table.header.sitters, voice.language)
        self.people = [Seat(s) for s, sitter in enumerate(self.table.header.sitters) if not sitter.is_bot]
        self.eyes: Seat | None = self.people[0] if self.people else None
        self.news: dict[Seat | None, list[str]] = {seat: [] for seat in (*self.people, None)}
        self._thinking = Thinking(voice, self._draw)
        events = self.table.log.events
        self._start = time.monotonic() - (events[-1].seconds if events else 0.0)

    @property
    def course(self) -> Course:
        """Return the course so far."""
        return self.table.course

    def run(self) -> None:
        """Play to the end."""
        self.table.go_on()
        if not self.voice.is_live:
            self.voice.say("cli.log_is", path=str(self.kept.path))
        for news in self.news.values():
            news.append(self.voice.words("cli.commitment", commitment=self.table.header.commitment))
        try:
            while self.course.result() is None:
                self._next_move()
        finally:
            self._thinking.stop()
        house.close(self.kept)
        self.show(whole=True)
        show_ending(self.voice, self.kept, self.names)

    # --- whose turn it is

    def _next_move(self) -> None:
        """Ask a person who is due; bots move when no person is, so that they never see more."""
        bots = [(seat, self.table.bot_of(seat)) for seat in self.game.movers(self.course.position)]
        match next((due for due in bots if due[1] is None), bots[0]):
            case seat, None:
                self._thinking.stop()
                self._let_person_move(seat)
            case seat, bot:
                self._let_bot_move(seat, bot)

    def _let_bot_move(self, seat: Seat, bot: Bot) -> None:
        name = names_now(self.course, self.names, self.voice.language)[seat]
        move = self._thinking.move(bot, self.view(seat), seat, name)
        self._do(seat, self.game.move_text(self.course.position, move))

    def _let_person_move(self, seat: Seat) -> None:
        course = self.course
        self._pass_screen(seat)
        if self.course is not course:
            return
        book = Book(self.game, self.view(seat), seat, self.voice.language)
        self.show(book)
        while self.course is course:
            typed = self.asks.ask(f"{self.names[seat]} > ", whose=self.names[seat], book=book)
            try:
                self._answer(seat, typed, book)
            except DigsiteError as error:
                self.voice.tell(error.say(self.voice.language), style="bold red")

    def _pass_screen(self, seat: Seat) -> None:
        """Y13: before somebody looks from whom something is hidden, the others look away."""
        other, self.eyes = self.eyes, seat
        hidden = self.view(seat).tobytes() != self.course.position.tobytes()
        if not hidden or other in (seat, None) or not self.voice.is_live:
            return
        self.voice.clear()
        names = {"name": self.names[seat], "other": self.names[other]}
        if self.asks.ask(self.voice.words("cli.pass_screen", **names) + " ", whose="pass") == "back":
            self._take_back(other)

    # --- showing

    def view(self, seat: Seat | None) -> View:
        """Return what a seat may know."""
        return self.game.view(self.course.position, seat)

    def show(self, book: Book | None = None, meant: Sequence[str] = (), *, whole: bool = False) -> None:
        """Show the table as the person who looks may see it, then what happened since they last did."""
        self._draw(book, meant, whole=whole)
        self.news[self.eyes].clear()

    def _draw(self, book: Book | None = None, meant: Sequence[str] = (), *, whole: bool = False) -> None:
        scene = replace(self._scene(book, meant), whole=whole or not self.voice.is_live)
        self.voice.clear()
        heading = title(self.game, self.table.header.options, self.voice.language)
        self.voice.console.rule(heading, style="dim", characters="─" if scene.look.unicode else "-")
        drawing = drawer(self.game.key).draw(scene)
        self.voice.show(drawing)
        asked = "" if book is None else drawer(self.game.key).ask(scene)
        for line in self._news(drawing, asked, whole=scene.whole):
            self.voice.tell(line)
        if asked:
            self.voice.tell(asked, style="italic")

    def _news(self, drawing: RenderableType, asked: str, *, whole: bool) -> list[str]:
        """Return what happened, shortened where it would push the board off the screen."""
        news, look, console = self.news[self.eyes], self.voice.look, self.voice.console
        if whole:
            return news
        used = len(console.render_lines(drawing)) + len(wrap(asked, look.width)) + menu_lines(look)
        return fitted(news, look.width, look.height - used - FRAME)

    def _scene(self, book: Book | None, meant: Sequence[str]) -> Scene:
        names = names_now(self.course, self.names, self.voice.language)
        view, look = self.view(self.eyes), self.voice.look
        if book is None:
            return Scene(self.game, view, names, self.voice.language, look, self.eyes)
        moves = book.moves, book.moves_of(meant)
        return Scene(self.game, view, names, self.voice.language, look, self.eyes, *moves)

    # --- doing

    def _do(self, seat: Seat, text: str) -> None:
        """Let a seat move; keep for everybody what they will hear of it."""
        before = len(self.course.turns)
        self.table.do(seat, text, time.monotonic() - self._start)
        for to, news in self.news.items():
            news.extend(told(self.course, before, to, self.names, self.voice.language))

    def _answer(self, seat: Seat, typed: str, book: Book) -> None:
        command, _, rest = typed.partition(" ")
        match [command.lower(), *rest.split()]:
            case [""]:
                self.show(book)
            case ["board"]:
                self.show(book, whole=True)
            case ["?" | "h" | "help"]:
                self._help()
            case ["moves", *words]:
                self._list_moves(book, " ".join(words))
            case ["log"]:
                self._log()
            case ["back" | "undo"]:
                self._take_back(self._last_person(seat))
            case ["save", *words]:
                self._save(" ".join(words))
            case ["resign"]:
                self._resign(seat)
            case ["quit" | "q" | "exit"]:
                raise Left
            case _:
                self._move(seat, typed, book)

    def _move(self, seat: Seat, typed: str, book: Book) -> None:
        match book.meant(typed):
            case [text]:
                self._do(seat, text)
            case []:
                self._refuse(typed, book)
            case texts:
                self.show(book, texts)
                self.voice.say("cli.which_move", moves=self._some(texts))

    def _refuse(self, typed: str, book: Book) -> None:
        """Say why a text is no move now, and what would be."""
        try:
            move = self.game.read_move(book.view, typed)
            self.game.play(book.view, book.seat, move)
        except InvalidMove as error:
            close = book.similar(typed)
            key = "cli.did_you_mean" if close else "cli.possible_now"
            hint = self.voice.words(key, moves=self._some(close) if close else self._possible(book))
            self.voice.tell(f"{error.say(self.voice.language)} {hint}")
        except DigsiteError as error:
            hint = self.voice.words("cli.possible_now", moves=self._possible(book))
            self.voice.tell(f"{error.say(self.voice.language)} {hint}")

    def _possible(self, book: Book) -> str:
        """Return what can be done: all of it, or how many moves there are of each kind."""
        if len(book.texts) <= SOME or len(book.kinds) == 1:
            return self._some(book.texts)
        kinds = (texts[0] if len(texts) == 1 else f"{k} … ({len(texts)})" for k, texts in book.kinds.items())
        return self._some(list(kinds))

    def _some(self, texts: list[str]) -> str:
        more = len(texts) - SOME
        named = ", ".join(texts[:SOME])
        return self.voice.words("cli.and_more", moves=named, n=more) if more > 0 else named

    # --- commands

    def _help(self) -> None:
        for key in ("help", *drawer(self.game.key).told(self.view(self.eyes))):
            self.voice.say(f"{self.game.key}.{key}")
        for command in COMMANDS:
            self.voice.tell(f"  {command:8}{self.voice.words(f'cli.do_{command}')}")

    def _list_moves(self, book: Book, typed: str) -> None:
        """List the moves kind by kind; where they are too many, how many there are of each kind."""
        texts = list(book.beginning(typed)) if typed else book.texts
        if not texts:
            self.voice.say("cli.possible_now", moves=self._possible(book))
        lines = max(5, self.voice.look.height - 4)
        if len(texts) > lines and not typed and len(book.kinds) > 1:
            self._list_kinds(book)
            return
        by_kind = [text for kind in book.kinds.values() for text in kind if text in texts][:lines]
        width = max(map(len, by_kind), default=0) + 2
        for text in by_kind:
            self.voice.tell(f"  {text:{width}}{book.brings(text)}".rstrip())
        if (more := len(texts) - lines) > 0:
            self.voice.say("cli.more_moves", n=more)

    def _list_kinds(self, book: Book) -> None:
        for kind, texts in book.kinds.items():
            best = f"{texts[0]}  {book.brings(texts[0])}".rstrip()
            self.voice.tell(f"  {kind:10}{len(texts):4}  {best}")
        self.voice.say("cli.moves_of_kind", kind=max(book.kinds, key=lambda kind: len(book.kinds[kind])))

    def _log(self) -> None:
        lines = list(told(self.course, 0, self.eyes, self.names, self.voice.language))
        for line in lines[-max(5, self.voice.look.height - 4) :]:
            self.voice.tell(f"  {line}")

    def _last_person(self, seat: Seat) -> Seat:
        """Return who of the people moved last: at one screen, that is whose move is taken back."""
        moved = (turn.seat for turn in reversed(self.course.turns) if turn.seat in self.people)
        return next(moved, seat)

    def _take_back(self, seat: Seat) -> None:
        self._do(seat, BACK)
        for news in self.news.values():
            news.append(self.voice.words("cli.taken_back", name=self.names[seat]))

    def _save(self, copy: str) -> None:
        if not copy:
            self.voice.say("cli.saved", path=str(self.kept.path))
            return
        if Path(copy).exists():
            raise DigsiteError("file_exists", path=copy)
        try:
            shutil.copyfile(self.kept.path, copy)
        except OSError as error:
            raise DigsiteError("cannot_write", path=copy, why=str(error.strerror)) from error
        self.voice.say("cli.saved", path=copy)

    def _resign(self, seat: Seat) -> None:
        self._do(seat, RESIGN)
        for news in self.news.values():
            news.append(self.voice.words("table.resigned", name=self.names[seat]))
        if self.course.result() is None:
            header = self.table.header
            prepare_bots(self.voice, self.game, header.options, len(header.sitters), self.table.bots)

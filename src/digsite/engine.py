"""The engine protocol: any program can drive the rules by JSON lines (docs/protocol.md).

Every line in gets one line out: `{"ok": …}` or `{"error": …}`, with the request's `id`. Nothing
that comes in ends the session but `quit` and the end of the input.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias

from digsite import __version__
from digsite.bots import LEVELS, YARDSTICKS, Bot, Budget, prepare
from digsite.core.errors import DigsiteError, IllegalMove
from digsite.core.fair import Fair, new_secret
from digsite.core.names import CHANCE, Move, Position, Seat, Seats
from digsite.core.options import Choice
from digsite.games import GAMES
from digsite.games import game as game_of
from digsite.games.perft import divide, perft
from digsite.table import log as logs
from digsite.table.course import Course
from digsite.table.table import HOUSE_BOT, replay

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import UnionType

    from digsite.core.game import Game

PROTOCOL: Final = 1
MAX_LINE: Final = 1 << 20
MAX_DEPTH: Final = 64
MAX_PERFT_MOVES: Final = 50_000_000
MAX_SEED: Final = 1 << 63
MAX_NODES: Final = 10_000_000
LEAST_SECONDS: Final = 0.001
MAX_SECONDS: Final = 60

Answer: TypeAlias = "dict[str, Any]"
Load: TypeAlias = "Callable[[str], Game]"


class BadRequest(DigsiteError):
    """A line that asks for nothing that the engine knows."""


class Request:
    """The fields of a request, each with the type it should have."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields

    def text(self, key: str, default: str | None = None) -> str:
        """Return a field that is a text."""
        return str(self._field(key, str, default))

    def flag(self, key: str) -> bool:
        """Return a field that is true or false; false if it is missing."""
        return bool(self._field(key, bool, default=False))

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """Return a field that is a whole number between two others."""
        value: int = self._field(key, int, default)
        if isinstance(value, bool) or not least <= value <= most:
            raise BadRequest("engine_number", field=key, least=least, most=most, found=str(value))
        return value

    def amount(self, key: str, least: float, most: float) -> float:
        """Return a field that is a number between two others, whole or not."""
        value: float = self._field(key, int | float, None)
        if isinstance(value, bool) or not least <= value <= most:
            raise BadRequest(
                "engine_amount", field=key, least=f"{least:g}", most=f"{most:g}", found=str(value)
            )
        return value

    def texts(self, key: str) -> dict[str, str]:
        """Return a field that is an object of texts; empty if it is missing."""
        values: dict[str, str] = self._field(key, dict, {})
        if not all(isinstance(value, str) for value in values.values()):
            raise BadRequest("engine_field", field=key, expected="object of texts")
        return values

    def seat(self, key: str = "seat") -> Seat:
        """Return a field that is the number of a seat, or `"chance"`."""
        if self._fields.get(key) == "chance":
            return CHANCE
        return Seat(self.number(key, 0, 3))

    def has(self, key: str) -> bool:
        """Tell whether a field is there and not null."""
        return self._fields.get(key) is not None

    def _field(self, key: str, kind: type | UnionType, default: Any) -> Any:
        value = self._fields.get(key, default)
        if not isinstance(value, kind):
            raise BadRequest("engine_field", field=key, expected=getattr(kind, "__name__", str(kind)))
        return value


class Session:
    """One driver and the position that it works on; `load` brings a game that is asked for."""

    def __init__(self, load: Load = game_of) -> None:
        self._load_game = load
        self._course: Course | None = None
        self._fair = Fair(new_secret(), ())
        self.over = False
        """The driver has said `quit`."""
        self._commands: dict[str, Callable[[Request], Answer]] = {
            "hello": self._hello,
            "games": self._games,
            "new": self._new,
            "load": self._load,
            "position": self._text,
            "legal": self._legal,
            "play": self._play,
            "draw": self._draw,
            "view": self._view,
            "result": self._result,
            "perft": self._perft,
            "think": self._think,
            "quit": self._quit,
        }

    def answer(self, line: bytes) -> Answer:
        """Return the answer to a line; a bad line gets an error, never an exception."""
        request: Mapping[str, Any] = {}
        try:
            request = _parse(line)
            answer: Answer = {"ok": self._command(request)(Request(request))}
        except DigsiteError as error:
            answer = {"error": error.as_json()}
        return {"id": request["id"], **answer} if "id" in request else answer

    def _command(self, request: Mapping[str, Any]) -> Callable[[Request], Answer]:
        command = request.get("do")
        if not isinstance(command, str) or command not in self._commands:
            raise BadRequest("unknown_command", command=str(command), commands=", ".join(self._commands))
        return self._commands[command]

    # --- the house

    def _quit(self, _: Request) -> Answer:
        self.over = True
        return {}

    def _hello(self, _: Request) -> Answer:
        return {
            "protocol": PROTOCOL,
            "digsite": __version__,
            "games": list(GAMES),
            "levels": list(LEVELS),
            "yardsticks": list(YARDSTICKS),
        }

    def _games(self, _: Request) -> Answer:
        return {key: _described(game_of(key)) for key in GAMES}

    # --- getting a position

    def _new(self, request: Request) -> Answer:
        game = self._load_game(request.text("game"))
        options = game.options(request.texts("options"))
        seats = request.number("seats", 1, 99, default=game.seat_counts(options)[0])
        if request.has("seed"):
            seed = request.number("seed", 0, MAX_SEED)
            fair = Fair(seed.to_bytes(32, "big"), ())
        else:
            fair = Fair(new_secret(), ())
        position = game.deal(options, seats, fair.deal())
        self._course, self._fair = Course(game, position, position), fair
        return self._status()

    def _load(self, request: Request) -> Answer:
        if request.has("log"):
            self._course = self._course_of(request)
        else:
            game = self._load_game(request.text("game"))
            position = game.read(request.text("position"))
            self._course = Course(game, position, position)
        return self._status()

    def _course_of(self, request: Request) -> Course:
        """Return the course of a log, up to a ply if one is named."""
        log = logs.read(request.text("log"))
        if log.header.game in GAMES:
            self._load_game(log.header.game)
        courses = list(replay(log))
        return courses[request.number("ply", 0, len(courses) - 1, default=len(courses) - 1)]

    # --- asking about it

    def _going(self) -> Course:
        """Return the course of the game, which knows who left it."""
        if self._course is None:
            raise BadRequest("engine_no_position")
        return self._course

    def _at(self) -> tuple[Game, Position]:
        course = self._going()
        return course.game, course.position

    def _due(self) -> Seats:
        """Return who may move: nobody once the game is over, by its rules or because seats left it."""
        course = self._going()
        return course.movers if course.result() is None else ()

    def _refuse_over(self) -> None:
        course = self._going()
        if course.result() is not None:
            raise IllegalMove("game_over", course.position)

    def _status(self) -> Answer:
        game, pos = self._at()
        return {
            "movers": [_seat_name(seat) for seat in self._due()],
            "round": game.round(pos),
            "points": list(game.points(pos)),
            **self._result(Request({})),
        }

    def _text(self, _: Request) -> Answer:
        game, pos = self._at()
        return {"game": game.key, "position": game.text(pos)}

    def _seat_of(self, request: Request) -> Seat:
        """Return the seat asked about; where one alone is due it need not be named."""
        game, pos = self._at()
        due = self._due()
        if not request.has("seat") and len(due) == 1:
            return due[0]
        seat = request.seat()
        if seat >= game.seats(pos):
            raise BadRequest("no_such_seat", seat=seat, seats=game.seats(pos))
        return seat

    def _legal(self, request: Request) -> Answer:
        game, pos = self._at()
        seat = self._seat_of(request)
        moves = game.legal(pos, seat) if seat in self._due() else ()
        answer: Answer = {"moves": [game.move_text(pos, move) for move in moves]}
        if seat == CHANCE:
            answer["weights"] = list(game.weights(pos)) if moves else []
        elif request.flag("brings"):
            answer["brings"] = [game.brings(pos, seat, move) for move in moves]
        return answer

    def _view(self, request: Request) -> Answer:
        game, pos = self._at()
        seat = self._seat_of(request) if request.has("seat") else None
        if seat == CHANCE:
            raise BadRequest("engine_field", field="seat", expected="int")
        return {"view": game.text(game.view(pos, seat))}

    def _result(self, _: Request) -> Answer:
        result = self._going().result()
        return {"result": None if result is None else asdict(result)}

    def _perft(self, request: Request) -> Answer:
        game, pos = self._at()
        depth = request.number("depth", 0, MAX_DEPTH)
        if depth > 0 and not self._due():
            return {"lines": 0, "divide": {}} if request.flag("divide") else {"lines": 0}
        if request.flag("divide") and depth > 0:
            parts = divide(game, pos, depth, MAX_PERFT_MOVES)
            return {"lines": sum(parts.values()), "divide": parts}
        return {"lines": perft(game, pos, depth, MAX_PERFT_MOVES)}

    def _think(self, request: Request) -> Answer:
        game, pos = self._at()
        seat = self._seat_of(request)
        if seat == CHANCE:
            raise BadRequest("engine_field", field="seat", expected="int")
        self._refuse_over()
        seed = request.number("seed", 0, MAX_SEED, 0)
        bot = Bot(game, request.text("bot", HOUSE_BOT), seed, _budget(request))
        view = game.view(pos, seat)
        list(prepare(game, view, seat, [bot.name]))  # compiling is not thinking
        thought = bot.think(view, seat)
        return {"move": game.move_text(pos, thought.move), "nodes": thought.nodes}

    # --- going on

    def _play(self, request: Request) -> Answer:
        game, pos = self._at()
        return self._make(self._seat_of(request), game.read_move(pos, request.text("move")))

    def _draw(self, _: Request) -> Answer:
        """Make a draw as the seed has it."""
        game, pos = self._at()
        if self._due() != (CHANCE,):
            raise BadRequest("engine_no_draw_due")
        outcome = self._fair.draw(self._going().draws, game.weights(pos))
        return self._make(CHANCE, game.legal(pos, CHANCE)[outcome])

    def _make(self, seat: Seat, move: Move) -> Answer:
        self._refuse_over()
        game, pos = self._at()
        course = self._going().with_move(seat, move)
        told = game.tell(pos, seat, move, course.position, to=None if seat == CHANCE else seat)
        self._course = course
        return {"move": game.move_text(pos, move), "happened": told, **self._status()}


def _budget(request: Request) -> Budget | None:
    """Return what a thought may take, if the request says so."""
    nodes = request.number("nodes", 1, MAX_NODES) if request.has("nodes") else None
    seconds = request.amount("seconds", LEAST_SECONDS, MAX_SECONDS) if request.has("seconds") else None
    return None if nodes is None and seconds is None else Budget(nodes, seconds)


def _parse(line: bytes) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        raise BadRequest("engine_line_too_long", most=MAX_LINE)
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRequest("engine_not_json") from None
    if not isinstance(request, dict) or not isinstance(request.get("id", ""), str | int):
        raise BadRequest("engine_bad_request")
    return request


def _described(game: Game) -> Answer:
    options = {
        option.key: list(option.values) if isinstance(option, Choice) else "text" for option in game.schema
    }
    needs = {option.key: option.needs for option in game.schema if option.needs}
    return {"rules": game.rules, "options": options, "needs": needs}


def _seat_name(seat: Seat) -> int | str:
    return "chance" if seat == CHANCE else seat


def serve(lines: IO[bytes], out: IO[bytes], load: Load = game_of) -> None:
    """Answer every line until `quit` or the end."""
    session = Session(load)
    while not session.over and (line := lines.readline(MAX_LINE + 2)):
        if len(line) > MAX_LINE and not line.endswith(b"\n"):
            _skip_line(lines)
        answer = session.answer(line)
        out.write(json.dumps(answer).encode() + b"\n")
        out.flush()


def _skip_line(lines: IO[bytes]) -> None:
    while (rest := lines.readline(MAX_LINE)) and not rest.endswith(b"\n"):
        pass


def main(load: Load = game_of) -> None:
    """Speak the protocol on standard input and output."""
    serve(sys.stdin.buffer, sys.stdout.buffer, load)

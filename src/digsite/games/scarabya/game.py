"""Scarabya behind the contract: options, the deal, the result, and the kernel's shell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from digsite.core.errors import BadOptions
from digsite.core.fair import shuffled
from digsite.core.lines import shown
from digsite.core.names import Position, Result, Seat
from digsite.core.options import Choice, Text, settle
from digsite.games.jit import Entry
from digsite.games.scarabya import boards, kernel, notation, telling, writing
from digsite.games.scarabya.record import (
    LETTERS,
    MAX_MOVES,
    MODES,
    NONE,
    OPEN,
    POSITION,
    SOLO,
    TILES,
)
from digsite.games.scarabya.squares import squares
from digsite.games.shell import Shell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from digsite.core.fair import Rng
    from digsite.core.game import Draw
    from digsite.core.names import Json, Move, Options
    from digsite.games.scarabya.tiles import Drawing


class Scarabya:
    """Tiles are laid so that they close scarabs in."""

    key: Final = "scarabya"
    rules: Final = 1
    schema: Final = (Choice("mode", MODES), Text("site"), Text("order"), Text("boards", is_file=True))

    def __init__(self) -> None:
        set_up = Entry(kernel.set_up, np.zeros(1, POSITION))
        others = (set_up, *telling.ENTRIES, writing.MOVES.entry)
        shell = Shell(kernel, POSITION, MAX_MOVES, notation.move_text, open_fields=OPEN, others=others)
        self._require = shell.require
        self.movers, self.legal, self.play = shell.movers, shell.legal, shell.play
        self.in_turn = shell.in_turn
        self.gains, self.points, self.weights = shell.gains, shell.points, shell.weights
        self.view, self.prepare = shell.view, shell.prepare
        self.move_text, self.read_move = notation.move_text, notation.read_move
        self.text, self.read = notation.text, notation.read
        self.tell = telling.tell

    def options(self, given: Mapping[str, str]) -> Options:
        """Return all options with their values, tidied; BadText where `boards` cannot be read."""
        settled = settle(self.schema, given)
        return {
            "mode": settled["mode"],
            "site": _tidy_site(settled["site"]),
            "order": _tidy_order(settled["order"]),
            "boards": _tidy_boards(settled["boards"]),
        }

    def seat_counts(self, options: Options) -> tuple[int, ...]:
        """Y13, Y15, Y17, Y21: up to four in the base game, two in a duel, one alone."""
        return notation.SEAT_COUNTS[MODES.index(options["mode"])]

    def deal(self, options: Options, seats: int, rng: Rng) -> Position:
        """Y2: four boards side by side, unless the site is given; the cards are not dealt (Y14)."""
        if seats not in self.seat_counts(options):
            allowed = ", ".join(map(str, self.seat_counts(options)))
            raise BadOptions("wrong_seats", seats=seats, allowed=allowed)
        arrangement = boards.read_arrangement(options["site"]) if options["site"] else _arranged(rng)
        site = boards.drawn_site(_boards(options), arrangement)
        return notation.first_position(MODES.index(options["mode"]), seats, site, options["order"])

    def could_deal(self, options: Options, pos: Position) -> bool:
        """Y2: tell whether no card was turned yet on a site that these options allow."""
        mode, site = MODES.index(options["mode"]), notation.drawing(pos)
        first = notation.first_position(mode, self.seats(pos), site, options["order"])
        return pos.tobytes() == first.tobytes() and _could_be_drawn(options, site)

    def again(self, options: Options, deal: Position, draw: Draw) -> Options:
        """Y20, Y22: return options with the site and the order of the cards, now known to all."""
        arrangement = boards.arrangement_of(_boards(options), notation.drawing(deal))
        site = boards.arrangement_text(arrangement)
        return {**options, "site": site, "order": options["order"] or _drawn_order(draw)}

    def seats(self, pos: Position) -> int:
        """Return how many play."""
        return int(pos["seats"].item())

    def sides(self, pos: Position) -> tuple[int, ...]:
        """Return a side for each seat: nobody has a partner."""
        return tuple(range(self.seats(pos)))

    def round(self, pos: Position) -> int:
        """Return a number that is even when a card is to be turned, odd while its tile is placed."""
        return 2 * int(pos["drawn"].item()) - int(pos["card"].item() != NONE)

    def brings(self, pos: Position, seat: Seat, move: Move) -> Mapping[str, Json]:
        """Return the points of a legal move, the areas it closes, and the squares and scarabs it covers."""
        self._require(pos, seat, move)
        return telling.brings(pos, seat, move)

    def result(self, pos: Position) -> Result | None:
        """Y16, Y19, Y21: the highest total wins, a tie is shared; solo is won with all covered."""
        if self.movers(pos):
            return None
        points = self.points(pos)
        ranks = tuple(1 + sum(other > own for other in points) for own in points)
        best = tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == 1)
        if pos["mode"].item() != SOLO:
            return Result(points, ranks, best, "scarabya.why_cards_out")
        if points[0] == len(squares(pos[0]["scarabs"])):
            return Result(points, ranks, best, "scarabya.why_all_covered")
        return Result(points, ranks, (), "scarabya.why_not_all_covered")


def _could_be_drawn(options: Options, site: Drawing) -> bool:
    """Y2: tell whether the boards form this site, arranged as the options say if they do."""
    own = _boards(options)
    if options["site"]:
        return boards.drawn_site(own, boards.read_arrangement(options["site"])) == site
    return boards.is_formed_by(own, site)


def _boards(options: Options) -> boards.Boards:
    return boards.read_boards(options["boards"]) if options["boards"] else boards.DEFAULT


def _arranged(rng: Rng) -> boards.Arrangement:
    """Y2: shuffle the boards, from north-west to south-east, then turn each of them in this order."""
    order = shuffled(rng, len(boards.NAMES))
    return tuple((boards.NAMES[board], rng.below(4)) for board in order)


def _drawn_order(draw: Draw) -> str:
    """Return the cards as the draws of a table turn them."""
    left = list(LETTERS)
    return "".join(left.pop(draw(number, [1] * len(left))) for number in range(TILES))


def _tidy_site(text: str) -> str:
    return boards.arrangement_text(boards.read_arrangement(text)) if text.strip() else ""


def _tidy_order(text: str) -> str:
    order = "".join(text.upper().split())
    if order and sorted(order) != sorted(LETTERS):
        raise BadOptions("scarabya_bad_order", found=shown(text), letters=LETTERS)
    return order


def _tidy_boards(text: str) -> str:
    """Return boards as a file without comments, or nothing for the default ones."""
    own = boards.read_boards(text) if text else boards.DEFAULT
    return "" if own == boards.DEFAULT else boards.boards_text(own)

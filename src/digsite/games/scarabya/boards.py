"""Y2, Y3: four boards of five by five squares, and the sites that they form.

A drawing is rows of `.`, `S` (scarab) and `R` (rock), the highest row first. An arrangement names
the boards at north-west, north-east, south-west and south-east with their quarter turns clockwise:
`A0 B3 C1 D2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from digsite.core.errors import BadOptions, BadText
from digsite.core.lines import shown
from digsite.games.scarabya import kernel
from digsite.games.scarabya.record import LETTERS, NONE, SIDE, TILES
from digsite.games.scarabya.squares import words
from digsite.games.scarabya.tiles import Drawing, turned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from digsite.core.names import Json

NAMES: Final = "ABCD"
HALF: Final = SIDE // 2
BARE, SCARAB, ROCK = ".SR"
SCARABS: Final = 6
ROCKS: Final = 2
MOST_CHARACTERS: Final = 10_000

Boards: TypeAlias = Mapping[str, Drawing]
Arrangement: TypeAlias = tuple[tuple[str, int], ...]

_HEADING: Final = re.compile(r"board\s+(\S+)")
_ARRANGED: Final = re.compile(r"[A-D][0-3]( [A-D][0-3]){3}")


# --- sites


def drawn_site(boards: Boards, arrangement: Arrangement) -> Drawing:
    """Y2: return the drawing of four boards laid together."""
    nw, ne, sw, se = (turned(boards[name], turns) for name, turns in arrangement)
    return tuple(west + east for west, east in (*zip(nw, ne, strict=True), *zip(sw, se, strict=True)))


def quarters(site: Drawing) -> list[Drawing]:
    """Return the drawings of a site's four quarters, in the order of an arrangement."""
    halves = (slice(HALF), slice(HALF, SIDE))
    return [tuple(row[columns] for row in site[rows]) for rows in halves for columns in halves]


def marked(drawing: Drawing, mark: str) -> tuple[int, int]:
    """Return the squares of a site that have a mark, as two words."""
    cells = "".join(reversed(drawing))
    return words(square for square, cell in enumerate(cells) if cell == mark)


def all_arrangements() -> Iterator[Arrangement]:
    """Y2: yield all 6,144."""
    for names in permutations(NAMES):
        for turns in product(range(4), repeat=len(NAMES)):
            yield tuple(zip(names, turns, strict=True))


def arrangement_text(arrangement: Arrangement) -> str:
    """Return `A0 B3 C1 D2`."""
    return " ".join(f"{name}{turns}" for name, turns in arrangement)


def read_arrangement(text: str) -> Arrangement:
    """Return the arrangement of that text, or raise BadOptions."""
    tidy = " ".join(text.upper().split())
    arrangement = tuple((word[0], int(word[1:])) for word in tidy.split() if _ARRANGED.fullmatch(tidy))
    if len({name for name, _ in arrangement}) != len(NAMES):
        raise BadOptions("scarabya_bad_site", found=shown(text))
    return arrangement


def arrangement_of(boards: Boards, site: Drawing) -> Arrangement:
    """Return how these boards form a site, or raise BadOptions where they do not."""
    found = next(_arrangements_of(boards, site), None)
    if found is None:
        raise BadOptions("scarabya_foreign_site")
    return found


def is_formed_by(boards: Boards, site: Drawing) -> bool:
    """Tell whether these boards form a site."""
    return any(_arrangements_of(boards, site))


def _arrangements_of(boards: Boards, site: Drawing) -> Iterator[Arrangement]:
    for names in permutations(NAMES):
        turns = [_turns(boards[n], part) for n, part in zip(names, quarters(site), strict=True)]
        arrangement = tuple((n, t) for n, t in zip(names, turns, strict=True) if t is not None)
        if len(arrangement) == len(NAMES):
            yield arrangement


def _turns(board: Drawing, quarter: Drawing) -> int | None:
    return next((turns for turns in range(4) if turned(board, turns) == quarter), None)


# --- files of boards


@dataclass
class _Block:
    """A board as it is being read."""

    name: str
    line: int
    rows: list[str]

    def refusal(self, code: str, line: int, **values: Json) -> BadText:
        """Return the error of a code at a line of this board."""
        return BadText(code, line=line, board=self.name, **values)


@lru_cache(maxsize=16)
def read_boards(text: str) -> Boards:
    """Return the boards of a file, or raise BadText with the line."""
    if len(text) > MOST_CHARACTERS:
        raise BadText("scarabya_boards_too_long", line=1, most=MOST_CHARACTERS)
    blocks = _blocks(text)
    boards = _boards(blocks)
    _check_sites(boards, blocks)
    return boards


def _blocks(text: str) -> dict[str, _Block]:
    blocks: dict[str, _Block] = {}
    block = None
    for line, content in _contents(text):
        if heading := _HEADING.fullmatch(content):
            block = _new_block(blocks, heading[1], line)
        elif block is None:
            raise BadText("scarabya_board_heading", line=line, found=shown(content))
        else:
            _add_row(block, line, content)
    _check_blocks(blocks, last_line=text.removesuffix("\n").count("\n") + 1)
    return blocks


def _boards(blocks: Mapping[str, _Block]) -> Boards:
    return {name: tuple(blocks[name].rows) for name in NAMES}


def boards_text(boards: Boards) -> str:
    """Return boards as a file."""
    return "\n".join("\n".join((f"board {name}", *boards[name])) + "\n" for name in NAMES)


def _contents(text: str) -> Iterator[tuple[int, str]]:
    """Yield number and content of each line that has any beside comments."""
    for number, line in enumerate(text.split("\n"), 1):
        if content := line.partition("#")[0].strip():
            yield number, content


def _new_block(blocks: dict[str, _Block], name: str, line: int) -> _Block:
    if name not in tuple(NAMES):
        raise BadText("scarabya_board_unknown", line=line, board=shown(name))
    if name in blocks:
        raise BadText("scarabya_board_twice", line=line, board=name, first=blocks[name].line)
    blocks[name] = _Block(name, line, [])
    return blocks[name]


def _add_row(block: _Block, line: int, row: str) -> None:
    if len(block.rows) == HALF:
        raise block.refusal("scarabya_board_rows", line, found=HALF + 1, expected=HALF)
    if len(row) != HALF:
        raise block.refusal("scarabya_board_width", line, found=len(row), expected=HALF)
    for mark in row:
        if mark not in (BARE, SCARAB, ROCK):
            raise block.refusal("scarabya_board_mark", line, found=shown(mark))
    block.rows.append(row)


def _check_blocks(blocks: Mapping[str, _Block], last_line: int) -> None:
    for name in NAMES:
        if name not in blocks:
            raise BadText("scarabya_board_missing", line=last_line, board=name)
    for block in blocks.values():
        _check_block(block)


def _check_block(block: _Block) -> None:
    if len(block.rows) < HALF:
        raise block.refusal("scarabya_board_rows", block.line, found=len(block.rows), expected=HALF)
    check_counts(tuple(block.rows), block.name, block.line)


def check_counts(drawing: Drawing, name: str, line: int) -> None:
    """Y2: refuse a board, or a quarter of a site, without its six scarabs and two rocks."""
    scarabs, rocks = (sum(row.count(mark) for row in drawing) for mark in (SCARAB, ROCK))
    if (scarabs, rocks) != (SCARABS, ROCKS):
        raise BadText("scarabya_board_counts", line=line, board=name, scarabs=scarabs, rocks=rocks)


def _check_sites(boards: Boards, blocks: Mapping[str, _Block]) -> None:
    """Y6: refuse boards that form a site on which some tile could not be laid first."""
    found = kernel.first_bad_site(all_rocks(boards))
    if found == NONE:
        return
    site, tile = divmod(found, TILES)
    arrangement = list(all_arrangements())[site]
    culprit = arrangement[_quarter_of_nearest_rock(drawn_site(boards, arrangement))][0]
    where = arrangement_text(arrangement)
    line = blocks[culprit].line
    raise blocks[culprit].refusal("scarabya_no_first_tile", line, site=where, tile=LETTERS[tile])


def _quarter_of_nearest_rock(site: Drawing) -> int:
    """Return the quarter whose rock is nearest to the centre of a site."""
    cells = [(row, column) for row in range(SIDE) for column in range(SIDE)]
    rocks = [(row, column) for row, column in cells if site[row][column] == ROCK]
    row, column = min(rocks, key=lambda cell: max(abs(2 * place - SIDE + 1) for place in cell))
    return row // HALF * 2 + column // HALF


def all_rocks(boards: Boards) -> NDArray[np.uint64]:
    """Return the rocks of all 6,144 sites as words, in the order of `all_arrangements`."""
    sites = (drawn_site(boards, arrangement) for arrangement in all_arrangements())
    return np.array([marked(site, ROCK) for site in sites], np.uint64)


DEFAULT: Final = _boards(_blocks(Path(__file__).with_name("boards.txt").read_text(encoding="utf-8")))

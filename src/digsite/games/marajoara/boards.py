"""M2, M4, M5, M31: board data: the dig site, its stars, what the showcase gives and the workshop.

A file has four sections, in any order: `site` and `stars` are drawn, row 8 first, `showcase` is
`token` and four numbers, `workshop` is three rows of two fragments. `#` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from digsite.core.errors import BadText
from digsite.core.lines import shown
from digsite.games.marajoara.record import ALL_DICE, FRAGMENTS, MAX_SEATS, SHOWCASE, SIDE, TOKENS

if TYPE_CHECKING:
    from digsite.core.names import Json

Drawing: TypeAlias = tuple[str, ...]
Workshop: TypeAlias = tuple[tuple[str, str], ...]
Row: TypeAlias = tuple[str, ...]

PLAIN, ROPED, PLUS_ONE, PLUS_TWO, ICON = ".r12i"
STAR: Final = "*"
TOKEN: Final = "token"  # noqa: S105
SITE, STARS, REWARDS, WORKSHOP = SECTIONS = ("site", "stars", "showcase", "workshop")
MARKS: Final = {SITE: (PLAIN, ROPED, PLUS_ONE, PLUS_TWO, ICON), STARS: (PLAIN, STAR)}
ROWS: Final = {SITE: SIDE, STARS: SIDE, REWARDS: 1, WORKSHOP: 3}
COLUMNS: Final = 2
"""Of the workshop."""

ROPED_AREAS: Final = 4
LEAST_ICONS: Final = MAX_SEATS
"""M7: each seat puts a token on one."""
LEAST_ROOM: Final = MAX_SEATS * TOKENS
"""M20: squares that are fit for a dig token."""
MOST_REWARD: Final = 20
MOST_CHARACTERS: Final = 10_000

_FIRST_COLUMN: Final = sum(1 << row * SIDE for row in range(SIDE))
_LAST_COLUMN: Final = _FIRST_COLUMN << SIDE - 1
_WORD: Final = re.compile(r"(?:[ri]*[^\W\d_ri]){2,}[ri]*")
"""A word that is no row of a site with a slip in it: two of its letters at least are no marks."""
_POINTS: Final = re.compile(r"\d{1,2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Board:
    """The board data of a game."""

    site: Drawing
    """M2: eight rows of eight marks, row 8 first."""
    stars: Drawing
    """M31: the starred squares of mission 4, drawn alike."""
    rewards: tuple[int, ...]
    """M4: the points of the five places; the first has its token instead."""
    workshop: Workshop
    """M5: three rows of two fragments."""


def marked(drawing: Drawing, marks: str) -> int:
    """Return the squares that have one of these marks, a bit for each."""
    cells = "".join(reversed(drawing))
    return sum(1 << square for square, cell in enumerate(cells) if cell in marks)


def neighbours(workshop: Workshop) -> tuple[int, ...]:
    """M5: return for each fragment those that touch it by a side, a bit for each."""
    place = {
        name: complex(row, column) for row, pair in enumerate(workshop) for column, name in enumerate(pair)
    }
    return tuple(
        sum(1 << bit for bit, other in enumerate(FRAGMENTS) if abs(place[other] - place[name]) == 1)
        for name in FRAGMENTS
    )


# --- files


@dataclass
class _Section:
    """A section as it is being read: its heading's line, and its rows with theirs."""

    name: str
    line: int
    rows: list[tuple[int, Row]]

    def refusal(self, code: str, line: int | None = None, **values: Json) -> BadText:
        """Return the error of a code at a line of this section, or else at its heading."""
        return BadText(code, line=line or self.line, section=self.name, **values)


Sections: TypeAlias = Mapping[str, _Section]


@lru_cache(maxsize=16)
def read_board(text: str) -> Board:
    """Return the board of a file, or raise BadText with the line."""
    if len(text) > MOST_CHARACTERS:
        raise BadText("marajoara_board_too_long", line=1, most=MOST_CHARACTERS)
    sections = _sections(text)
    _check_sections(sections, last_line=text.removesuffix("\n").count("\n") + 1)
    board = _board(sections)
    _check_site(board.site, sections[SITE])
    if not marked(board.stars, STAR):
        raise sections[STARS].refusal("marajoara_board_stars")
    return board


def _board(sections: Sections) -> Board:
    site, stars, rewards, workshop = ([row for _, row in sections[name].rows] for name in SECTIONS)
    return Board(
        site=tuple("".join(row) for row in site),
        stars=tuple("".join(row) for row in stars),
        rewards=(0, *(int(points) for points in rewards[0][1:])),
        workshop=tuple((left, right) for left, right in workshop),
    )


def board_text(board: Board) -> str:
    """Return a board as a file."""
    rows: Mapping[str, tuple[Row | str, ...]] = {
        SITE: board.site,
        STARS: board.stars,
        REWARDS: ((TOKEN, *map(str, board.rewards[1:])),),
        WORKSHOP: board.workshop,
    }
    return "\n".join("\n".join((name, *map(" ".join, rows[name]))) + "\n" for name in SECTIONS)


# --- sections


def _sections(text: str) -> Sections:
    sections: dict[str, _Section] = {}
    section = None
    for line, content in _contents(text):
        if _WORD.fullmatch(content) and content != TOKEN:
            section = _new_section(sections, content, line)
        elif section is None:
            raise BadText("marajoara_board_heading", line=line, sections=_listed(), found=shown(content))
        else:
            section.rows.append((line, _READERS[section.name](section, line, content)))
    return sections


def _contents(text: str) -> Iterator[tuple[int, str]]:
    """Yield number and content of each line that has any beside comments."""
    for number, line in enumerate(text.split("\n"), 1):
        if content := line.partition("#")[0].strip():
            yield number, content


def _listed() -> str:
    return ", ".join(SECTIONS)


def _new_section(sections: dict[str, _Section], name: str, line: int) -> _Section:
    if name not in SECTIONS:
        raise BadText("marajoara_board_unknown", line=line, sections=_listed(), found=shown(name))
    if name in sections:
        raise BadText("marajoara_board_twice", line=line, section=name, first=sections[name].line)
    sections[name] = _Section(name, line, [])
    return sections[name]


def _check_sections(sections: Sections, last_line: int) -> None:
    for name in SECTIONS:
        if name not in sections:
            raise BadText("marajoara_board_missing", line=last_line, section=name)
    for section in sections.values():
        _check_rows(section)


def _check_rows(section: _Section) -> None:
    """Refuse too few rows at the heading, too many at the first that is too many."""
    found, expected = len(section.rows), ROWS[section.name]
    if found != expected:
        line = section.rows[expected][0] if found > expected else section.line
        raise section.refusal("marajoara_board_rows", line, found=found, expected=expected)


# --- rows


def _drawn_row(section: _Section, line: int, content: str) -> Row:
    """M2, M31: eight marks, with blanks between them or without."""
    row = tuple("".join(content.split()))
    marks = MARKS[section.name]
    for mark in row:
        if mark not in marks:
            raise section.refusal("marajoara_board_mark", line, marks=" ".join(marks), found=shown(mark))
    if len(row) != SIDE:
        raise BadText("expected_squares", line=line, expected=SIDE, found=len(row))
    return row


def _rewards_row(section: _Section, line: int, content: str) -> Row:
    """M4: the token of the first place, then the points of the others."""
    row = tuple(content.split())
    if len(row) != SHOWCASE or row[0] != TOKEN or not all(map(_is_reward, row[1:])):
        raise section.refusal("marajoara_board_rewards", line, most=MOST_REWARD, found=shown(content))
    return row


def _is_reward(word: str) -> bool:
    return _POINTS.fullmatch(word) is not None and int(word) <= MOST_REWARD


def _workshop_row(section: _Section, line: int, content: str) -> Row:
    """M5: two fragments that were not named before."""
    row = tuple(content.split())
    lines = {name: number for number, names in section.rows for name in names}
    for name in row:
        if name not in FRAGMENTS:
            raise BadText("expected_one_of", line=line, expected=", ".join(FRAGMENTS), found=shown(name))
        if name in lines:
            raise section.refusal("marajoara_board_fragment", line, fragment=name, first=lines[name])
        lines[name] = line
    if len(row) != COLUMNS:
        raise section.refusal("marajoara_board_pair", line, found=len(row), expected=COLUMNS)
    return row


_READERS: Final[Mapping[str, Callable[[_Section, int, str], Row]]] = {
    SITE: _drawn_row,
    STARS: _drawn_row,
    REWARDS: _rewards_row,
    WORKSHOP: _workshop_row,
}


# --- the site


def _check_site(site: Drawing, section: _Section) -> None:
    """M1, M2, M7, M20: refuse a site that dice, ropes or tokens do not fit."""
    if (dice := marked(site, PLAIN + ROPED).bit_count()) != ALL_DICE:
        raise section.refusal("marajoara_board_dice", found=dice, expected=ALL_DICE)
    if (icons := marked(site, ICON).bit_count()) < LEAST_ICONS:
        raise section.refusal("marajoara_board_icons", found=icons, least=LEAST_ICONS)
    if (areas := _areas(marked(site, ROPED))) != ROPED_AREAS:
        raise section.refusal("marajoara_board_ropes", found=areas, expected=ROPED_AREAS)
    if (room := marked(site, PLAIN + ICON).bit_count()) < LEAST_ROOM:
        raise section.refusal("marajoara_board_room", found=room, least=LEAST_ROOM)


def _areas(squares: int) -> int:
    """Return how many groups these squares form, joined by their sides."""
    count = 0
    while squares:
        area = squares & -squares
        while (grown := _grown(area) & squares) != area:
            area = grown
        squares &= ~area
        count += 1
    return count


def _grown(area: int) -> int:
    """Return an area with all squares beside it; those above the board are no matter."""
    sideways = (area & ~_LAST_COLUMN) << 1 | (area & ~_FIRST_COLUMN) >> 1
    return area | sideways | area << SIDE | area >> SIDE


DEFAULT: Final = read_board(Path(__file__).with_name("board.txt").read_text(encoding="utf-8"))

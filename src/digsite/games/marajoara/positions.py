"""Marajoara's positions as text, both ways: the board as in a board file, then what lies on it.

mission none
harder no
seats 2
moves 17
round 3                     solo: dice on the round track
dice
y1 .. b2 …                  eight rows like this, row 8 first
unreached c3 f3             mission 4: starred squares to which no die was brought yet
museum 1 | y6 y3 | r2 | - | vases 2 most 3 | fragments 4 9 | tokens yellow
seat 0 points 12 discs 0 3 9 reserve 2 waiting 0 tokens c3 d5
ends - | 0 1 | -            who reached the last space of the yellow, red, blue track
cart y3 r2                  from the top
slate b4
retired y1 g2               solo: the round track
turn 0 after doubled        the seat in turn; `before` or `after` its main action
captured r3 d4              the die captured, and where the capturing one landed
next pay                    what comes next
doing exhibit r2 r5         what is being paid for, or which dice are swapped
raise 1 2 y r b             whose dice are raised, by how many points, which ones
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from digsite.core.errors import InvalidMove
from digsite.core.lines import Lines, shown
from digsite.core.names import Move, Position
from digsite.core.options import NO_YES
from digsite.games.marajoara import boards, invariants, kernel
from digsite.games.marajoara.boards import Board
from digsite.games.marajoara.holdings import ALL, IMPOSSIBLE, MOST_RAISE, PUT
from digsite.games.marajoara.moves import (
    ADD,
    END,
    EXHIBIT,
    FACES,
    FUND,
    GIVE,
    OWN_MUSEUMS,
    SHIFT,
    TAKE,
    cost_of,
)
from digsite.games.marajoara.notation import (
    CAPTURED_DIE,
    die_number,
    die_text,
    move_text,
    read_die,
    read_move,
    stored_text,
)
from digsite.games.marajoara.record import (
    CAPTURED,
    CART,
    COLOUR_SHIFT,
    COLOURS,
    DICE,
    FACE,
    FRAGMENTS,
    GREY,
    GRID,
    IN_TURN,
    KINDS,
    LAST_SPACE,
    MAX_MOVES,
    MAX_SEATS,
    MISSIONS,
    MUSEUM_TOKENS,
    NOBODY,
    OVER,
    PLACES,
    POSITION,
    RED,
    ROUNDS,
    SHOWCASE,
    SIDE,
    SQUARES,
    STORED_COLOURS,
    TO_EXCAVATE,
    TO_GIVE,
    TO_PAY,
    TO_RAISE,
    TO_REMOVE,
    TO_RETIRE,
    TO_SCORE,
    TO_SET_UP,
    TO_SHOW,
    TO_SPEND,
    TO_STORE,
    TO_TAKE,
    TOKEN_SPACE,
    TOKENS,
    TRACK_TOKENS,
    TRACKS,
    TWO_MUSEUMS,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

STAGES: Final = (
    "set-up",
    "turn",
    "pay",
    "raise",
    "store",
    "excavate",
    "show",
    "remove",
    "give",
    "take",
    "score",
    "spend",
    "retire",
    "recycle",
    "over",
)
"""What comes next, in the order of TO_SET_UP … OVER."""
MUSEUM_TOKEN_WORDS: Final = ("yellow", "vase", "4")
"""M3: the tokens that lie in a museum, in the order of their bits."""
BEFORE_AFTER: Final = ("before", "after")
DOUBLED: Final = "doubled"
MOST_MOVES: Final = 999_999
MOST_POINTS: Final = 9999
BOARD_LINES: Final = boards.board_text(boards.DEFAULT).count("\n")

_GROUPS: Final = (
    *(stored_text(own, colour, "") for own in range(OWN_MUSEUMS) for colour in range(STORED_COLOURS)),
    CAPTURED_DIE,
)
"""The words of the groups of dice that a raise may reach."""
_MUSEUM: Final = (1 << STORED_COLOURS) - 1
"""The groups of a museum."""
_BOTH_MUSEUMS: Final = 1 | 1 << STORED_COLOURS
"""The first groups of two museums."""
_NUMBER: Final = re.compile(r"-?\d{1,4}", re.ASCII)
_NO_DIE: Final = ".."
_EMPTY: Final = "-"


# --- the first position


def first_position(board: Board, mission: int, *, harder: bool, seats: int, dice: Sequence[int]) -> Position:
    """M7: return the position before the set-up; `dice` are for the plain squares, from a1 on."""
    pos = Position(np.zeros(1, POSITION))
    p = pos[0]
    _lay_out(p, board)
    p["mission"], p["harder"], p["seats"] = mission, harder, seats
    p["unreached"] = p["stars"] if MISSIONS[mission] == "4" else 0
    squares = squares_of(boards.marked(board.site, boards.PLAIN + boards.ROPED))
    for square, die in zip(squares, dice, strict=True):
        p["die"][square] = die
        p["occupied"] |= np.uint64(1 << square)
    p["museum_tokens"][: museums(p)] = MUSEUM_TOKENS
    p["reserve"][:seats] = TRACK_TOKENS + 1
    p["round_number"] = 0 if mission else 1
    p["ends"] = p["raiser"] = p["action"] = p["landed"] = NOBODY
    p["active"], p["stage"] = seats - 1, TO_SET_UP
    kernel.find_due(pos)
    return pos


def _lay_out(p: np.void, board: Board) -> None:
    for field, mark in _MARKS.items():
        p[field] = boards.marked(board.site, mark)
    p["stars"] = boards.marked(board.stars, boards.STAR)
    p["rewards"] = board.rewards
    p["workshop"] = [FRAGMENTS.index(name) for row in board.workshop for name in row]
    p["neighbours"] = boards.neighbours(board.workshop)


_MARKS: Final = {
    "roped": boards.ROPED,
    "plus_one": boards.PLUS_ONE,
    "plus_two": boards.PLUS_TWO,
    "icons": boards.ICON,
}
"""The fields that are sets of squares of the site, with their marks."""


def squares_of(bits: int) -> list[int]:
    """Return the squares of a set, ascending."""
    return [square for square in range(SQUARES) if int(bits) >> square & 1]


def museums(p: np.void) -> int:
    """Return how many museums there are."""
    return 2 if p["mission"] == TWO_MUSEUMS else int(p["seats"])


# --- writing positions


def text(pos: Position) -> str:
    """Return a position as text."""
    p = pos[0]
    lines = (
        f"mission {MISSIONS[p['mission']]}",
        f"harder {NO_YES[p['harder']]}",
        f"seats {p['seats']}",
        f"moves {p['moves']}",
        f"round {p['round_number']}",
        "dice",
        *_dice_rows(p),
        _listed("unreached", _names(p["unreached"])),
        *(_museum_line(p, museum) for museum in range(museums(p))),
        *(_seat_line(p, seat) for seat in range(p["seats"])),
        f"ends {_row(*(' '.join(str(s) for s in ends if s != NOBODY) for ends in p['ends']))}",
        _listed("cart", (die_text(die) for die in p["cart"] if die)),
        _listed("slate", _slate(p)),
        _listed("retired", (die_text(die) for die in p["round_track"] if die)),
        _turn_line(p),
        _listed("captured", _captured_words(p)),
        f"next {STAGES[p['stage']]}",
        _listed("doing", _doing_words(pos)),
        _listed("raise", _raise_words(p)),
    )
    return boards.board_text(board_of(pos)) + "\n".join(lines) + "\n"


def board_of(pos: Position) -> Board:
    """Return the board that a game is played on."""
    p = pos[0]
    marks = {square: mark for field, mark in _MARKS.items() for square in squares_of(p[field])}
    stars = dict.fromkeys(squares_of(p["stars"]), boards.STAR)
    names = [FRAGMENTS[fragment] for fragment in p["workshop"]]
    pairs = tuple(zip(names[::2], names[1::2], strict=True))
    return Board(_drawing(marks), _drawing(stars), tuple(p["rewards"].tolist()), pairs)


def _drawing(marks: dict[int, str]) -> boards.Drawing:
    rows = (range(row * SIDE, (row + 1) * SIDE) for row in reversed(range(SIDE)))
    return tuple("".join(marks.get(square, boards.PLAIN) for square in row) for row in rows)


def _names(bits: int) -> list[str]:
    return [GRID.name(square) for square in squares_of(bits)]


def _listed(key: str, words: Iterable[str]) -> str:
    return " ".join((key, *words))


def _row(*cells: str) -> str:
    """Return cells side by side, `-` for an empty one."""
    return " | ".join(cell or _EMPTY for cell in cells)


def _dice_rows(p: np.void) -> Iterable[str]:
    for row in reversed(p["die"].reshape(SIDE, SIDE)):
        yield " ".join(die_text(die) if die else _NO_DIE for die in row)


def _slate(p: np.void) -> list[str]:
    return [die_text(die) for die in range(KINDS) for _ in range(p["slate"][die])]


def _museum_line(p: np.void, museum: int) -> str:
    stored = [" ".join(dice) for dice in _stored(p, museum)]
    vases = f"vases {p['vases'][museum]} most {p['most_vases'][museum]}"
    fragments = _bits(FRAGMENTS, p["restored"][museum])
    tokens = _bits(MUSEUM_TOKEN_WORDS, p["museum_tokens"][museum])
    cells = (*stored, vases, _listed("fragments", fragments), _listed("tokens", tokens))
    return _row(f"museum {museum + 1}", *cells)


def _stored(p: np.void, museum: int) -> list[list[str]]:
    """Return the dice that a museum stores, by colour."""
    holdings = p["stored"][museum]
    return [[f"{COLOURS[c]}{face}" for face in ALL[holdings[c]]] for c in range(STORED_COLOURS)]


def _bits(words: Sequence[str], bits: int) -> list[str]:
    return [word for bit, word in enumerate(words) if int(bits) >> bit & 1]


def _seat_line(p: np.void, seat: int) -> str:
    discs = " ".join(map(str, p["disc"][seat]))
    tokens = f"reserve {p['reserve'][seat]} waiting {p['waiting'][seat]}"
    words = f"seat {seat} points {p['points'][seat]} discs {discs} {tokens} tokens"
    return _listed(words, _names(p["tokens"][seat]))


def _turn_line(p: np.void) -> str:
    return _listed(f"turn {p['active']} {BEFORE_AFTER[p['acted']]}", [DOUBLED] * int(p["doubled"]))


def _captured_words(p: np.void) -> list[str]:
    die = [die_text(p["captured"])] if p["captured"] else []
    return [*die, GRID.name(int(p["landed"]))] if p["landed"] != NOBODY else []


def _doing_words(pos: Position) -> list[str]:
    p, move = pos[0], int(pos[0]["action"])
    if not EXHIBIT <= move < FUND:
        return [] if move == NOBODY else [move_text(pos, Move(move))]
    own = (move - EXHIBIT) // FACES
    return ["exhibit", *(stored_text(own, RED, int(face)) for face in p["vases_to_show"] if face)]


def _raise_words(p: np.void) -> list[str]:
    if p["raiser"] == NOBODY:
        return []
    return [str(p["raiser"]), str(p["raised_by"]), *_bits(_GROUPS, p["reach"])]


# --- reading positions


def read(text: str) -> Position:
    """Return the position of that text, or raise BadText with the line: one that a game can come to."""
    pos = sketch(text)
    invariants.check(pos, STAGES)
    return pos


def sketch(text: str) -> Position:
    """Return a position drawn to show something, in which dice and tokens may be missing."""
    lines = Lines(text)
    board = boards.read_board("\n".join(lines.take() for _ in range(BOARD_LINES)))
    pos = Position(np.zeros(1, POSITION))
    p = pos[0]
    _lay_out(p, board)
    p["mission"] = MISSIONS.index(lines.take_one_of("mission", MISSIONS))
    p["harder"] = NO_YES.index(lines.take_one_of("harder", NO_YES))
    p["seats"] = lines.take_number("seats", *((1, 1) if p["mission"] else (2, MAX_SEATS)))
    p["moves"] = lines.take_number("moves", 0, MOST_MOVES)
    p["round_number"] = lines.take_number("round", *((0, ROUNDS) if p["mission"] else (1, ROUNDS)))
    _read_dice(lines, p)
    starred = p["stars"] if MISSIONS[p["mission"]] == "4" else 0
    p["unreached"] = _read_squares(lines, lines.take_field("unreached").split(), starred)
    for museum in range(museums(p)):
        _read_museum(lines, p, museum)
    for seat in range(p["seats"]):
        _read_seat(lines, p, seat)
    _read_ends(lines, p)
    _read_shared(lines, p)
    _read_turn(lines, pos)
    lines.end()
    return pos


def _read_word(lines: Lines, word: str, *allowed: str) -> str:
    if word not in allowed:
        raise lines.refusal("expected_one_of", expected=", ".join(allowed), found=shown(word))
    return word


def _read_number(lines: Lines, key: str, word: str, least: int, most: int) -> int:
    if not (_NUMBER.fullmatch(word) and least <= int(word) <= most):
        raise lines.refusal("expected_number", key=key, least=least, most=most, found=shown(word))
    return int(word)


def _read_keyed(lines: Lines, words: list[str], *keys: str) -> list[str]:
    """Return what stands between keys: each of them once, in this order."""
    if words[: 2 * len(keys) : 2] != list(keys) or len(words) < 2 * len(keys):
        expected = " … ".join(keys)
        raise lines.refusal("expected_field", expected=expected, found=shown(" ".join(words)))
    return words[1 : 2 * len(keys) : 2]


def _read_bits(lines: Lines, words: list[str], key: str, allowed: Sequence[str]) -> int:
    """Return a bit for each word after a key, which come in their order."""
    _read_word(lines, words[0] if words else "", key)
    bits = [allowed.index(_read_word(lines, word, *allowed)) for word in words[1:]]
    if bits != sorted(set(bits)):
        expected = " ".join(allowed[bit] for bit in sorted(set(bits)))
        raise lines.refusal("expected_field", expected=expected, found=shown(" ".join(words[1:])))
    return sum(1 << bit for bit in bits)


def _read_squares(lines: Lines, words: list[str], among: int = 2**SQUARES - 1) -> int:
    allowed = {GRID.name(square): square for square in squares_of(among)}
    bits = _read_bits(lines, ["", *words], "", tuple(allowed))
    return sum(1 << square for bit, square in enumerate(allowed.values()) if bits >> bit & 1)


def _read_a_die(lines: Lines, word: str, colours: str = COLOURS) -> int:
    die = read_die(word)
    if die is None or die.own or die.by or COLOURS[die.colour] not in colours:
        raise lines.refusal("marajoara_no_die", found=shown(word))
    return die_number(die)


def _count_in(lines: Lines, p: np.void, die: int) -> int:
    """Return a die that the position holds, unless there would be too many of its colour."""
    colour = die >> COLOUR_SHIFT
    others = [*p["die"], *p["cart"], *p["round_track"], p["captured"]]
    found = sum(int(d) >> COLOUR_SHIFT == colour for d in others if d)
    found += int(p["slate"].reshape(len(COLOURS), -1)[colour].sum())
    if colour < STORED_COLOURS:
        found += sum(len(ALL[number]) for number in p["stored"][:, colour])
    found += int((p["vases_to_show"] > 0).sum()) if colour == RED else 0
    if found >= DICE[colour]:
        raise lines.refusal("marajoara_too_many_dice", most=DICE[colour], colour=COLOURS[colour])
    return die


def _read_dice(lines: Lines, p: np.void) -> None:
    if extra := lines.take_field("dice"):
        raise lines.refusal("expected_field", expected="dice", found=f"dice {shown(extra)}")
    for row in reversed(range(SIDE)):
        words = lines.take().split()
        if len(words) != SIDE:
            raise lines.refusal("expected_squares", expected=SIDE, found=len(words))
        for column, word in enumerate(words):
            if word != _NO_DIE:
                square = row * SIDE + column
                p["die"][square] = _count_in(lines, p, _read_a_die(lines, word))
                p["occupied"] |= np.uint64(1 << square)


def _read_cells(lines: Lines, text: str, count: int) -> list[list[str]]:
    cells = [cell.split() for cell in text.split("|")]
    if len(cells) != count:
        raise lines.refusal("marajoara_wrong_cells", expected=count, found=len(cells))
    return [[] if cell == [_EMPTY] else cell for cell in cells]


def _read_museum(lines: Lines, p: np.void, museum: int) -> None:
    line = lines.take_field("museum")
    number, *stored, vases, fragments, tokens = _read_cells(lines, line, 7)
    _read_word(lines, " ".join(number), str(museum + 1))
    for colour, words in enumerate(stored):
        for word in words:
            die = _count_in(lines, p, _read_a_die(lines, word, COLOURS[colour]))
            p["stored"][museum, colour] = _put(lines, p["stored"][museum, colour], die & FACE)
    shown_now, most = _read_keyed(lines, vases, "vases", "most")
    p["most_vases"][museum] = _read_number(lines, "most", most, 0, SHOWCASE)
    p["vases"][museum] = _read_number(lines, "vases", shown_now, 0, int(p["most_vases"][museum]))
    p["restored"][museum] = _read_bits(lines, fragments, "fragments", FRAGMENTS)
    p["museum_tokens"][museum] = _read_bits(lines, tokens, "tokens", MUSEUM_TOKEN_WORDS)
    _require_same(lines, f"museum {line}", _museum_line(p, museum))


def _put(lines: Lines, number: int, face: int) -> int:
    after = int(PUT[number, face])
    if after == IMPOSSIBLE:
        raise lines.refusal("marajoara_too_many_stored", most=PLACES)
    return after


def _require_same(lines: Lines, found: str, expected: str) -> None:
    """Refuse a line that says the same in other words."""
    if found.split() != expected.split():
        raise lines.refusal("expected_field", expected=expected, found=shown(found))


_SEAT_KEYS: Final = ("points", "discs", "reserve", "waiting", "tokens")


def _read_seat(lines: Lines, p: np.void, seat: int) -> None:
    line = lines.take_field("seat")
    words = line.split()
    if [words[at] for at in (1, 3, 7, 9, 11) if at < len(words)] != list(_SEAT_KEYS):
        expected = " … ".join(_SEAT_KEYS)
        raise lines.refusal("expected_field", expected=expected, found=shown(line))
    p["points"][seat] = _read_number(lines, "points", words[2], -MOST_POINTS, MOST_POINTS)
    p["disc"][seat] = [_read_number(lines, "discs", word, 0, LAST_SPACE) for word in words[4:7]]
    p["reserve"][seat] = _read_number(lines, "reserve", words[8], 0, TRACK_TOKENS + 1)
    p["waiting"][seat] = _read_number(lines, "waiting", words[10], 0, TOKENS + TRACK_TOKENS)
    taken = p["roped"] | p["plus_one"] | p["plus_two"] | np.bitwise_or.reduce(p["tokens"])
    p["tokens"][seat] = _read_squares(lines, words[12:], ~taken)
    _require_same(lines, f"seat {line}", _seat_line(p, seat))


def _read_ends(lines: Lines, p: np.void) -> None:
    p["ends"] = NOBODY
    seats = [str(seat) for seat in range(p["seats"])]
    for track, words in enumerate(_read_cells(lines, lines.take_field("ends"), STORED_COLOURS)):
        there = [str(s) for s in range(p["seats"]) if p["disc"][s, track] == LAST_SPACE]
        for place, word in enumerate(words):
            p["ends"][track, place % 2] = int(_read_word(lines, word, *seats))
        if sorted(words) != there or len(there) > 2:
            raise lines.refusal("marajoara_wrong_ends", track=TRACKS[track])


def _read_shared(lines: Lines, p: np.void) -> None:
    """Read the cart, the slate and the round track."""
    _read_row(lines, p, "cart", 0, CART)
    words = lines.take_field("slate").split()
    for word in words:
        p["slate"][_count_in(lines, p, _read_a_die(lines, word))] += 1
        p["slated"] += 1
    _require_same(lines, " ".join(words), " ".join(_slate(p)))
    retired = int(p["round_number"]) if p["mission"] else 0
    _read_row(lines, p, "retired", retired, retired)


def _read_row(lines: Lines, p: np.void, key: str, least: int, most: int) -> None:
    """Read dice that lie side by side."""
    words = lines.take_field(key).split()
    if not least <= len(words) <= most:
        raise lines.refusal("marajoara_wrong_dice", expected=most, found=len(words))
    row = p["cart" if key == "cart" else "round_track"]
    for place, word in enumerate(words):
        row[place] = _count_in(lines, p, _read_a_die(lines, word))


def _read_turn(lines: Lines, pos: Position) -> None:
    """Read what is going on, and find out who is due."""
    p = pos[0]
    line = lines.take_field("turn")
    words = [*line.split(), "", ""]
    p["active"] = _read_number(lines, "turn", words[0], 0, int(p["seats"]) - 1)
    p["acted"] = BEFORE_AFTER.index(_read_word(lines, words[1], *BEFORE_AFTER))
    p["doubled"] = words[2] == DOUBLED
    _require_same(lines, f"turn {line}", _turn_line(p))
    _read_captured(lines, p, lines.take_field("captured").split())
    p["stage"] = STAGES.index(lines.take_one_of("next", STAGES))
    _check_captured(lines, p)
    _check_main_action(lines, p)
    _check_what_is_left(lines, p)
    _read_doing(lines, pos, lines.take_field("doing"))
    _read_raise(lines, p, lines.take_field("raise").split())
    kernel.find_due(pos)
    moves = np.empty(MAX_MOVES, np.int32)
    if p["stage"] != OVER and not kernel.legal(pos, int(p["due"]), moves):
        raise lines.refusal("marajoara_no_move")


def _read_captured(lines: Lines, p: np.void, words: list[str]) -> None:
    p["landed"] = NOBODY
    if words:
        square = GRID.square(words[-1])
        if square is None or not p["die"][square] or len(words) > 2:
            raise lines.refusal("marajoara_wrong_landing", found=shown(words[-1]))
        p["landed"] = square
    if len(words) > 1:
        p["captured"] = _count_in(lines, p, _read_a_die(lines, words[0]))


def _check_captured(lines: Lines, p: np.void) -> None:
    """M9–M14: refuse a captured die where there cannot be one, and none where there must be."""
    stage = int(p["stage"])
    colours = COLOURS[:GREY] if stage == TO_STORE else COLOURS
    if stage in _WITH_GREY or stage == TO_PAY:
        colours = COLOURS[GREY]
    found = COLOURS[p["captured"] >> COLOUR_SHIFT] if p["captured"] else ""
    if found not in colours or (bool(found) != (stage in _WITH_DIE) and stage != TO_PAY):
        raise lines.refusal("marajoara_wrong_captured", stage=STAGES[stage])


def _check_main_action(lines: Lines, p: np.void) -> None:
    """M8, M29: refuse a stage that the turn could not have come to."""
    stage = int(p["stage"])
    inside = stage in (*_WITH_DIE, TO_RETIRE) or bool(p["captured"])
    wrong = (inside and not p["acted"]) or (stage == TO_RETIRE and not p["mission"])
    if wrong or (stage == TO_SET_UP and p["acted"]) or (p["landed"] != NOBODY) != inside:
        raise lines.refusal("marajoara_wrong_turn", stage=STAGES[stage])


def _check_what_is_left(lines: Lines, p: np.void) -> None:
    """M3, M29: refuse a game that goes on without a token for each set-up and track, or without a round."""
    for seat in range(p["seats"]):
        tracks = int((p["disc"][seat] < TOKEN_SPACE).sum())
        if p["reserve"][seat] < tracks + (p["stage"] == TO_SET_UP and seat <= p["active"]):
            raise lines.refusal("marajoara_no_token", seat=seat)
    if p["mission"] and p["round_number"] == ROUNDS and p["stage"] != OVER:
        raise lines.refusal("marajoara_no_round", stage=STAGES[p["stage"]])


_WITH_GREY: Final = (TO_EXCAVATE, TO_SHOW, TO_REMOVE, TO_GIVE, TO_TAKE, TO_SCORE)
"""What only a grey die leads to (M13)."""
_WITH_DIE: Final = (*_WITH_GREY, TO_RAISE, TO_STORE, TO_SPEND)
"""What only happens while a captured die waits to be used."""


def _read_doing(lines: Lines, pos: Position, line: str) -> None:
    p, words = pos[0], line.split()
    p["action"] = NOBODY
    if words[:1] == ["exhibit"]:
        _read_exhibition(lines, p, words[1:])
    elif words:
        p["action"] = _read_action(lines, pos, line)
        p["cost"] = cost_of(p["action"]) if p["action"] < END else 0
    stages = {TO_PAY: range(SHIFT, END), TO_TAKE: range(GIVE, TAKE)}
    if p["action"] not in stages.get(int(p["stage"]), (NOBODY,)) or not _can_be_doing(pos):
        raise lines.refusal("marajoara_wrong_doing", stage=STAGES[p["stage"]])
    _require_same(lines, line, " ".join(_doing_words(pos)))


def _can_be_doing(pos: Position) -> bool:
    """Tell whether what is going on could have been begun: go back, and begin it."""
    p = pos[0]
    if p["action"] == NOBODY:
        return True
    before = Position(pos.copy())
    q = before[0]
    q["stage"] = TO_GIVE if p["stage"] == TO_TAKE else TO_SHOW if p["captured"] else IN_TURN
    q["action"], q["cost"], q["vases_to_show"], q["raiser"] = NOBODY, 0, 0, NOBODY
    begun, vases = [int(p["action"])], [int(face) for face in p["vases_to_show"] if face]
    if vases:
        museum = int(p["active"]) + (begun[0] - EXHIBIT) // FACES
        q["stored"][museum, RED] = _with_vases(int(q["stored"][museum, RED]), vases)
        begun += [ADD + face for face in vases[1:]]
    return q["stored"].max() != IMPOSSIBLE and _can_make(before, begun)


def _with_vases(number: int, faces: Sequence[int]) -> int:
    """Return a holding with more dice, or IMPOSSIBLE."""
    for face in faces:
        number = int(PUT[number, face]) if number != IMPOSSIBLE else IMPOSSIBLE
    return number


def _can_make(pos: Position, moves: Sequence[int]) -> bool:
    """Tell whether these moves are legal one after the other; they are made."""
    listed = np.empty(MAX_MOVES, np.int32)
    kernel.find_due(pos)
    for move in moves:
        count = kernel.legal(pos, int(pos[0]["active"]), listed)
        if move not in listed[:count]:
            return False
        kernel.step(pos, move)
    return True


def _read_action(lines: Lines, pos: Position, line: str) -> int:
    try:
        return read_move(pos, line)
    except InvalidMove:
        raise lines.refusal("marajoara_wrong_doing", stage=STAGES[pos[0]["stage"]]) from None


def _read_exhibition(lines: Lines, p: np.void, words: list[str]) -> None:
    """M16: the red dice that are being paid for."""
    dice = [die for word in words if (die := read_die(word)) and die.colour == RED and not die.by]
    if not 1 <= len(dice) == len(words) <= PLACES or len({die.own for die in dice}) > 1:
        raise lines.refusal("marajoara_no_die", found=shown(" ".join(words)))
    for place, die in enumerate(dice):
        _count_in(lines, p, die_number(die))
        p["vases_to_show"][place] = die.face
    own = dice[0].own
    p["action"] = EXHIBIT + own * FACES + dice[0].face
    p["cost"] = 1 if p["captured"] else sum(die.face for die in dice)
    if own and p["mission"] != TWO_MUSEUMS:
        raise lines.refusal("marajoara_no_die", found=shown(" ".join(words)))
    if p["vases"][p["active"] + own] + len(dice) > SHOWCASE:
        raise lines.refusal("marajoara_too_many_stored", most=SHOWCASE)


def _read_raise(lines: Lines, p: np.void, words: list[str]) -> None:
    p["raiser"] = NOBODY
    if bool(words) != (p["stage"] == TO_RAISE):
        raise lines.refusal("marajoara_wrong_doing", stage=STAGES[p["stage"]])
    if words:
        p["raiser"] = _read_number(lines, "raise", words[0], 0, int(p["seats"]) - 1)
        p["raised_by"] = _read_number(lines, "raise", (*words, "")[1], 1, MOST_RAISE)
        p["reach"] = _read_bits(lines, ["", *words[2:]], "", _GROUPS)
    if words and not _can_be_raising(p):
        raise lines.refusal("marajoara_wrong_doing", stage=STAGES[p["stage"]])


def _can_be_raising(p: np.void) -> bool:
    """M11, M23–M25: tell whether a dig token or a track gives such a raise."""
    museums_each = _BOTH_MUSEUMS if p["mission"] == TWO_MUSEUMS else 1
    dug = bool(int(p["tokens"][p["raiser"]]) >> int(p["landed"]) & 1)
    if p["raiser"] != p["active"]:
        return dug and bool(p["raised_by"] == 2 and p["reach"] == _MUSEUM)
    if p["reach"] >> CAPTURED & 1:
        return dug and bool(p["raised_by"] == 1 and p["reach"] == _MUSEUM * museums_each + (1 << CAPTURED))
    return int(p["reach"]) in [museums_each << colour for colour in range(STORED_COLOURS)]

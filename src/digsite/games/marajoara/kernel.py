"""The rules of Marajoara, compiled. Each function takes an array with one position and works in place.

A move does one small thing and says what comes next (`stage`); `play` then makes all moves that are the
only one of their seat. Sets of squares and the numbers that they meet are all np.uint64: numba
makes floats of a mixture of signs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from digsite.games.jit import njit, njit_apart, wide
from digsite.games.marajoara.holdings import (
    COUNT,
    DROP,
    HELD,
    HOLDINGS,
    IMPOSSIBLE,
    MOST_CREDITS,
    MOST_RAISE,
    MOST_RAISES,
    NOTHING,
    PAYMENT_AFTER,
    PAYMENT_FIRST,
    PAYMENT_SPENT,
    PUT,
    RAISE_AFTER,
    RAISE_FIRST,
    RAISE_PAST_SIX,
    RESTORATION_AFTER,
    RESTORATION_FIRST,
    RESTORATION_FRAGMENT,
    RESTORATION_SPENT,
    RESTORES,
    SIX,
    TOTAL,
    raise_row,
)
from digsite.games.marajoara.moves import (
    ADD,
    CAPTURE,
    END,
    EXCAVATE,
    EXCHANGE,
    EXHIBIT,
    FACES,
    FUND,
    GIVE,
    PARTS,
    PASS,
    PAY,
    RAISE,
    RECYCLE,
    REMOVE,
    RESTORE,
    RETIRE,
    SCORE,
    SHIFT,
    SPEND,
    STEPS,
    STORE,
    TAKE,
    TOKEN,
    cost_of,
)
from digsite.games.marajoara.record import (
    BLUE,
    CAPTURED,
    CART,
    COLOUR_SHIFT,
    FACE,
    FIRST_VASE,
    FRAGMENT_4,
    FRAGMENT_COUNT,
    FRAGMENT_POINTS,
    GREY,
    GROUPS,
    HIGHEST,
    IN_TURN,
    KINDS,
    LAST_SPACE,
    NO_DIE,
    NOBODY,
    OVER,
    PLACES,
    RED,
    ROUNDS,
    SHOWCASE,
    SIDE,
    SQUARES,
    STORED_COLOURS,
    THIRD_YELLOW,
    TO_EXCAVATE,
    TO_GIVE,
    TO_PAY,
    TO_RAISE,
    TO_RECYCLE,
    TO_REMOVE,
    TO_RETIRE,
    TO_SCORE,
    TO_SET_UP,
    TO_SHOW,
    TO_SPEND,
    TO_STORE,
    TO_TAKE,
    TOKEN_SPACE,
    TWO_MUSEUMS,
    WITH_TOKEN,
    WRAPPING,
    YELLOW,
)

NO_SQUARE = np.uint64(0)
ONE = np.uint64(1)
ROW = np.uint64(SIDE)
EVERYWHERE = np.uint64(2**SQUARES - 1)
VALUES = np.array(FRAGMENT_POINTS, np.uint8)  # M5
SINGLE = PUT[NOTHING]
"""The holding of one die, by its face."""
PRIZES = np.array((7, 5, 3, 0), np.uint8)  # M27


def _columns(first: int, last: int) -> np.uint64:
    return np.uint64(sum(1 << square for square in range(SQUARES) if first <= square % SIDE <= last))


NOT_COLUMN_A, NOT_COLUMN_H = _columns(1, 7), _columns(0, 6)


# --- sets of squares


@njit
def square_set(square: int) -> Any:
    """Return the set of one square."""
    return ONE << np.uint64(square)


@njit
def has(squares: Any, square: int) -> bool:
    """Tell whether a set has a square."""
    return (squares >> np.uint64(square)) & ONE != NO_SQUARE


@njit
def ones(squares: Any) -> int:
    """Return how many squares a set has; compiled, this loop is one instruction."""
    count = 0
    while squares != NO_SQUARE:
        squares &= squares - ONE
        count += 1
    return count


@njit
def first_of(squares: Any) -> int:
    """Return the lowest square of a set that is not empty: as many lie before it."""
    return ones((squares ^ (squares & (squares - ONE))) - ONE)


@njit
def beside(squares: Any, direction: int) -> Any:
    """Return the squares whose neighbour in a direction is in a set."""
    if direction == 0:
        return squares >> ROW
    if direction == 1:
        return (squares >> ONE) & NOT_COLUMN_H
    if direction == 2:
        return (squares & (EVERYWHERE >> ROW)) << ROW
    return (squares << ONE) & NOT_COLUMN_A


@njit
def around(square: int) -> Any:
    """Return the up to eight squares next to a square, diagonals included."""
    here = square_set(square)
    line = here | beside(here, 1) | beside(here, 3)
    return (line | beside(line, 0) | beside(line, 2)) ^ here


@njit
def jumpers(p: Any, direction: int) -> Any:
    """M9: the dice that can capture in a direction: a die is next to them, and no die right behind it."""
    over = beside(p.occupied, direction)
    behind = beside(beside(~p.occupied, direction), direction)
    return p.occupied & over & behind


@njit
def shifters(p: Any, direction: int) -> Any:
    """M18: the dice that have a neighbouring square without a die in a direction."""
    return p.occupied & beside(~p.occupied, direction)


# --- museums and money


@njit
def museums_of(p: Any) -> int:
    """Return how many museums a seat has."""
    return 2 if p.mission == TWO_MUSEUMS else 1


@njit
def museum_of(seat: int, own: int) -> int:
    """Return a museum of a seat: the one at its place; in mission 6 seat 0 has the first two."""
    return seat + own


@njit
def money(p: Any) -> int:
    """M19: the credits of the seat in turn; in mission 6 only the first museum pays."""
    return wide(TOTAL[p.stored[p.active, YELLOW]])


@njit
def vases_of(p: Any, seat: int) -> int:
    """Return the vases that a seat shows."""
    total = 0
    for own in range(museums_of(p)):
        total += int(p.vases[museum_of(seat, own)])
    return total


@njit
def fragments_of(p: Any, seat: int) -> int:
    """Return how many fragments a seat has restored."""
    total = 0
    for own in range(museums_of(p)):
        total += ones(np.uint64(p.restored[museum_of(seat, own)]))
    return total


# --- who is due, and what may be done


@njit
def movers(pos: Any) -> int:
    """Return a bit for the seat that is due, or 0 when the game is over."""
    return 0 if pos[0].stage == OVER else 1 << pos[0].due


@njit
def legal(pos: Any, seat: int, out: Any) -> int:
    """Fill `out` with the moves of a seat, ascending, and return how many there are."""
    p = pos[0]
    if p.stage == OVER or seat != p.due:
        return 0
    return list_moves(p, out)


@njit_apart
def list_moves(p: Any, out: Any) -> int:
    """Fill `out`, as far as it goes, with the moves of the seat that is due; return how many."""
    stage = p.stage
    if p.placing or stage == TO_SET_UP:
        squares = room_for_tokens(p) if p.placing else p.icons & ~all_tokens(p)
        return list_squares(squares, TOKEN, out, 0)
    if stage == IN_TURN:
        return list_turn(p, out)
    if stage == TO_PAY:
        return list_payments(p, out)
    if stage == TO_RAISE:
        return list_raises(p, out)
    if stage == TO_RECYCLE:
        return list_recycling(p, out)
    if stage == TO_STORE:
        return list_storing(p, out)
    if stage == TO_EXCAVATE:
        return list_excavations(p, out)
    if stage == TO_RETIRE:
        return list_or_pass(around(p.landed) & p.occupied, RETIRE, out)
    if stage == TO_SPEND:
        return add(SPEND, out, 0)
    return list_rewards(p, out)


@njit_apart
def list_rewards(p: Any, out: Any) -> int:
    """M23–M25: the moves that spaces 7 and 8 of the tracks ask for."""
    if p.stage == TO_SHOW:
        return add(PASS, out, list_exhibits(p, HIGHEST if money(p) > 0 else 0, out, 0))
    if p.stage == TO_REMOVE:
        return list_removals(p, out)
    if p.stage == TO_GIVE:
        return list_gifts(p, out)
    if p.stage == TO_TAKE:
        return list_swaps(p, out)
    return list_scores(p, out)


@njit
def add(move: int, out: Any, count: int) -> int:
    """Add a move to a list, unless it is full."""
    if count < len(out):
        out[count] = move
        count += 1
    return count


@njit
def list_squares(squares: Any, move: int, out: Any, count: int) -> int:
    """Add a move for each square of a set."""
    while squares != NO_SQUARE and count < len(out):
        out[count] = move + first_of(squares)
        count += 1
        squares &= squares - ONE
    return count


@njit
def list_or_pass(squares: Any, move: int, out: Any) -> int:
    """List a move for each square of a set, or PASS where it is empty."""
    return add(PASS, out, 0) if squares == NO_SQUARE else list_squares(squares, move, out, 0)


@njit
def list_range(first: int, end: int, out: Any, count: int) -> int:
    """Add moves that follow each other."""
    for move in range(first, min(end, first + len(out) - count)):
        out[count] = move
        count += 1
    return count


# --- M8: a turn


@njit
def list_turn(p: Any, out: Any) -> int:
    """M8: the main action, while it is not made, free actions, and the end of the turn (M15)."""
    count = 0
    if not p.acted:
        for direction in range(4):
            count = list_squares(jumpers(p, direction), CAPTURE + direction * SQUARES, out, count)
    may_end = count == 0
    if count == len(out):
        return count
    credit = money(p)
    if credit >= 2:
        for direction in range(4):
            count = list_squares(shifters(p, direction), SHIFT + direction * SQUARES, out, count)
    count = list_exhibits(p, credit, out, count)
    if credit >= 2:
        count = list_funding(p, out, count)
    if credit >= 1 and p.mission == TWO_MUSEUMS:
        count = list_exchanges(p, out, count)
    if may_end:
        count = add(END, out, count)
    return list_restorations(p, out, count)


@njit
def list_exhibits(p: Any, most: int, out: Any, count: int) -> int:
    """M16: red dice of at most this value, while there is a place in the showcase."""
    for own in range(museums_of(p)):
        museum = museum_of(p.active, own)
        if p.vases[museum] < SHOWCASE:
            count = list_faces(p.stored[museum, RED], most, EXHIBIT + own * FACES, out, count)
    return count


@njit_apart
def list_faces(stored: int, most: int, move: int, out: Any, count: int) -> int:
    """Add a move for each face of a holding that is not above a limit."""
    held = HELD[stored]
    for face in range(1, min(HIGHEST, most) + 1):
        if held >> face & 1:
            count = add(move + face, out, count)
    return count


@njit_apart
def list_funding(p: Any, out: Any, count: int) -> int:
    """M18: a blue die down or up by one, from 1 to 6."""
    for own in range(museums_of(p)):
        held = HELD[p.stored[museum_of(p.active, own), BLUE]]
        for face in range(1, HIGHEST + 1):
            if held >> face & 1:
                move = FUND + (own * FACES + face) * 2
                count = add(move, out, count) if face > 1 else count
                count = add(move + 1, out, count) if face < HIGHEST else count
    return count


@njit_apart
def list_exchanges(p: Any, out: Any, count: int) -> int:
    """M31, mission 6: a blue die of one museum against a red die of the other, if both have room."""
    for own in range(museums_of(p)):
        other = 1 - own
        room = COUNT[p.stored[other, BLUE]] < PLACES and COUNT[p.stored[own, RED]] < PLACES
        blue, red = HELD[p.stored[own, BLUE]], HELD[p.stored[other, RED]]
        for pair in range(FACES, FACES * FACES if room else 0):
            if blue >> pair // FACES & 1 and red >> pair % FACES & 1:
                count = add(EXCHANGE + own * FACES * FACES + pair, out, count)
    return count


@njit_apart
def list_restorations(p: Any, out: Any, count: int) -> int:
    """M17: all ways to restore a fragment that is not yet restored."""
    for own in range(museums_of(p)):
        museum = museum_of(p.active, own)
        row = (p.doubled * HOLDINGS + p.stored[museum, BLUE]) * FRAGMENT_COUNT
        move = RESTORE + own * RESTORES
        for fragment in range(FRAGMENT_COUNT):
            if p.restored[museum] >> fragment & 1 == 0:
                first, end = RESTORATION_FIRST[row + fragment], RESTORATION_FIRST[row + fragment + 1]
                count = list_range(move + first, move + end, out, count)
    return count


# --- M19: payments


@njit_apart
def list_payments(p: Any, out: Any) -> int:
    """M16, M19: all ways to pay; and, in an exhibition that is a free action, one more vase."""
    count = 0
    if is_exhibition(p) and p.captured == NO_DIE:
        museum = museum_of(p.active, (p.action - EXHIBIT) // FACES)
        if p.vases[museum] + shown_together(p) < SHOWCASE:
            count = list_faces(p.stored[museum, RED], money(p) - p.cost, ADD, out, count)
    row = wide(p.stored[p.active, YELLOW]) * (MOST_CREDITS + 1) + wide(p.cost)
    return list_range(PAY + PAYMENT_FIRST[row], PAY + PAYMENT_FIRST[row + 1], out, count)


@njit
def is_exhibition(p: Any) -> bool:
    """Tell whether an exhibition is being paid for."""
    return p.stage == TO_PAY and EXHIBIT <= p.action < FUND


@njit
def shown_together(p: Any) -> int:
    """Return how many vases are being paid for."""
    count = 0
    for place in range(PLACES):
        count += p.vases_to_show[place] > 0
    return count


@njit_apart
def pay(p: Any, payment: int) -> None:
    """M19: lower or spend yellow dice, then do what was paid for."""
    p.stored[p.active, YELLOW] = PAYMENT_AFTER[payment]
    for place in range(PLACES):
        spend_face(p, YELLOW, PAYMENT_SPENT[payment, place])
    move = p.action
    if move < EXHIBIT:
        shift(p, (move - SHIFT) // SQUARES, (move - SHIFT) % SQUARES)
    elif move < FUND:
        exhibit(p, museum_of(p.active, (move - EXHIBIT) // FACES))
    elif move < EXCHANGE:
        fund(p, move - FUND)
    else:
        exchange(p, move - EXCHANGE)
    p.action, p.cost = NOBODY, 0
    p.stage = IN_TURN if p.captured == NO_DIE else TO_SPEND


@njit
def ask_to_pay(p: Any, action: int, cost: int) -> None:
    """A free action begins: it is done once it is paid for."""
    p.action, p.cost, p.stage = action, cost, TO_PAY


# --- M21: spending dice


@njit
def die_of(colour: int, face: int) -> int:
    """Return the number of a die."""
    return colour << COLOUR_SHIFT | face


@njit
def spend_face(p: Any, colour: int, face: int) -> None:
    """Spend a die, unless it has no face."""
    if face > 0:
        spend(p, die_of(colour, face))


@njit
def spend(p: Any, die: int) -> None:
    """M21: into the highest free place of the cart; a full cart first drops its bottom die."""
    if p.cart[CART - 1] == NO_DIE:
        place = 0
        while p.cart[place] != NO_DIE:
            place += 1
        p.cart[place] = die
        return
    p.slate[p.cart[CART - 1]] += 1
    p.slated += 1
    for place in range(CART - 1, 0, -1):
        p.cart[place] = p.cart[place - 1]
    p.cart[0] = die


# --- free actions


@njit
def add_vase(p: Any, museum: int, face: int) -> None:
    """M16: take a red die out to be exhibited with those chosen before."""
    p.vases_to_show[shown_together(p)] = face
    p.stored[museum, RED] = DROP[p.stored[museum, RED], face]


@njit_apart
def exhibit(p: Any, museum: int) -> None:
    """M16: one by one, twice the value and the reward of the next place; then the dice are spent."""
    for place in range(PLACES):
        face = int(p.vases_to_show[place])
        if face > 0:
            p.points[p.active] += 2 * face + p.rewards[p.vases[museum]]
            p.vases[museum] += 1
            p.most_vases[museum] = max(p.most_vases[museum], p.vases[museum])
            win_museum_token(p, museum, FIRST_VASE)
    for place in range(PLACES):
        spend_face(p, RED, p.vases_to_show[place])
        p.vases_to_show[place] = 0


@njit_apart
def restore(p: Any, own: int, restoration: int) -> None:
    """M17: the fragment's points, one more for each restored neighbour; the dice are spent."""
    museum, fragment = museum_of(p.active, own), RESTORATION_FRAGMENT[restoration]
    p.points[p.active] += VALUES[fragment] + restored_beside(p, museum, fragment)
    p.restored[museum] |= 1 << fragment
    p.stored[museum, BLUE] = RESTORATION_AFTER[restoration]
    for place in range(PLACES):
        spend_face(p, BLUE, RESTORATION_SPENT[restoration, place])
    if fragment == WITH_TOKEN:
        win_museum_token(p, museum, FRAGMENT_4)


@njit
def restored_beside(p: Any, museum: int, fragment: int) -> int:
    """Return how many restored neighbours a fragment has."""
    return ones(np.uint64(p.restored[museum] & p.neighbours[fragment]))


@njit
def fund(p: Any, what: int) -> None:
    """M18: a blue die changes by one."""
    museum, face, up = museum_of(p.active, what // 2 // FACES), what // 2 % FACES, what % 2
    rest = DROP[p.stored[museum, BLUE], face]
    p.stored[museum, BLUE] = PUT[rest, face + 1 if up else face - 1]


@njit
def exchange(p: Any, what: int) -> None:
    """M31, mission 6: a blue and a red die change museums."""
    own, blue, red = what // FACES // FACES, what // FACES % FACES, what % FACES
    other = 1 - own
    p.stored[own, BLUE] = DROP[p.stored[own, BLUE], blue]
    p.stored[other, BLUE] = PUT[p.stored[other, BLUE], blue]
    p.stored[other, RED] = DROP[p.stored[other, RED], red]
    p.stored[own, RED] = PUT[p.stored[own, RED], red]


@njit
def shift(p: Any, direction: int, square: int) -> None:
    """M18: a die moves to the neighbouring square; no value, token or bonus follows."""
    die = lift(p, square)
    lay(p, square + STEPS[direction], die)


@njit
def lift(p: Any, square: int) -> int:
    """Take a die from the main board."""
    die = int(p.die[square])
    p.die[square] = NO_DIE
    p.occupied &= ~square_set(square)
    return die


@njit
def lay(p: Any, square: int, die: int) -> None:
    """Put a die onto the main board; a starred square is reached by it (M31, mission 4)."""
    p.die[square] = die
    p.occupied |= square_set(square)
    p.unreached &= ~square_set(square)


# --- M9–M14: the main action


@njit
def capture(p: Any, direction: int, square: int) -> None:
    """M9, M10: jump over a die, take it, and gain."""
    target = square + 2 * STEPS[direction]
    p.captured = lift(p, square + STEPS[direction])
    die = lift(p, square)
    gain = 1 + has(p.plus_one, target) + 2 * has(p.plus_two, target)
    lay(p, target, raised(p, die, gain))
    p.landed, p.acted = target, 1
    dig(p, target)


@njit
def raised(p: Any, die: int, gain: int) -> int:
    """M10: a die stops at 6; in mission 7 it turns to 1 instead, for 4 points."""
    face = (die & FACE) + gain
    if face > HIGHEST:
        face = HIGHEST
        if p.mission == WRAPPING:
            face = 1
            p.points[p.active] -= 4
    return die_of(die >> COLOUR_SHIFT, face)


@njit
def dig(p: Any, square: int) -> None:
    """M11: a bonus for the owner of the dig token there."""
    use_captured(p)
    for seat in range(p.seats):
        if has(p.tokens[seat], square):
            if seat == p.active:
                ask_to_raise(p, seat, 1, (1 << STORED_COLOURS * museums_of(p)) - 1 | 1 << CAPTURED)
            else:
                ask_to_raise(p, seat, 2, (1 << STORED_COLOURS) - 1)


@njit
def use_captured(p: Any) -> None:
    """M12, M13: a captured die is stored, a grey one used to excavate."""
    p.stage = TO_EXCAVATE if p.captured >> COLOUR_SHIFT == GREY else TO_STORE


@njit
def list_storing(p: Any, out: Any) -> int:
    """M12, M14: into a museum that has room, or into the cart."""
    count, colour = 0, p.captured >> COLOUR_SHIFT
    for own in range(museums_of(p)):
        if COUNT[p.stored[museum_of(p.active, own), colour]] < PLACES:
            count = add(STORE + own, out, count)
    return add(SPEND, out, count)


@njit
def store(p: Any, own: int) -> None:
    """M12: the captured die goes to its colour in a museum."""
    keep(p, museum_of(p.active, own), p.captured)
    end_main_action(p)


@njit
def keep(p: Any, museum: int, die: int) -> None:
    """M12: store a die; the first third yellow one wins its token."""
    colour = die >> COLOUR_SHIFT
    p.stored[museum, colour] = PUT[p.stored[museum, colour], die & FACE]
    if colour == YELLOW and COUNT[p.stored[museum, colour]] == PLACES:
        win_museum_token(p, museum, THIRD_YELLOW)


@njit
def end_main_action(p: Any) -> None:
    """M29: solo, a die next to the capturing one is now retired."""
    p.captured = NO_DIE
    if p.mission > 0:
        p.stage = TO_RETIRE
    else:
        p.stage, p.landed = IN_TURN, NOBODY


@njit
def retire(p: Any, square: int) -> None:
    """M29: a die goes to the round track; the last place ends the game at once."""
    p.round_track[p.round_number] = lift(p, square)
    p.round_number += 1
    p.stage, p.landed = IN_TURN, NOBODY
    if p.round_number == ROUNDS:
        p.stage = OVER


# --- M11, M23–M25: raises


@njit
def ask_to_raise(p: Any, seat: int, points: int, reach: int) -> None:
    """A seat may, or must, put points on dice of these groups."""
    p.raiser, p.raised_by, p.reach, p.stage = seat, points, reach, TO_RAISE


@njit
def group(p: Any, which: int) -> int:
    """Return the holding of a group of dice, nothing where the raise does not reach it."""
    if p.reach >> which & 1 == 0:
        return NOTHING
    if which == CAPTURED:
        return int(SINGLE[p.captured & FACE])
    own, colour = which // STORED_COLOURS, which % STORED_COLOURS
    return int(p.stored[museum_of(p.raiser, own), colour])


@njit
def is_optional(p: Any) -> bool:
    """M11: only the bonus of one's own token may be refused."""
    return p.reach >> CAPTURED & 1 == 1


@njit_apart
def list_raises(p: Any, out: Any) -> int:
    """M11: every outcome; less than all points only where the rest is lost on a 6."""
    held = 0
    for which in range(GROUPS):
        held |= HELD[group(p, which)]
    loses = held & SIX != 0 and p.mission != WRAPPING
    count = 0
    if held == 0 or is_optional(p) or loses:
        count = add(PASS, out, count)
    least = p.raised_by if p.mission == WRAPPING else 1
    for which in range(GROUPS):
        for points in range(least, p.raised_by + 1):
            count = list_first(p, which, points, loses, out, count)
    return count


@njit
def list_first(p: Any, which: int, points: int, loses: Any, out: Any, count: int) -> int:
    """Add the raises of a group by so many points, alone and with a second group."""
    row = row_of(p, which, points)
    for index in range(RAISE_FIRST[row + 1] - RAISE_FIRST[row]):
        lost = loses or HELD[RAISE_AFTER[RAISE_FIRST[row] + index]] & SIX != 0
        move = RAISE + part(which, points, index) * (PARTS + 1)
        if points == p.raised_by or lost:
            count = add(move, out, count)
        count = list_second(p, move, which, points, lost, out, count)
    return count


@njit_apart
def list_second(p: Any, move: int, first: int, used: int, loses: Any, out: Any, count: int) -> int:
    """Add raises that also reach a second group; points may be left over if they can be lost."""
    for which in range(first + 1, GROUPS):
        for points in range(1, p.raised_by - used + 1):
            row = row_of(p, which, points)
            for index in range(RAISE_FIRST[row + 1] - RAISE_FIRST[row]):
                lost = loses or HELD[RAISE_AFTER[RAISE_FIRST[row] + index]] & SIX != 0
                if used + points == p.raised_by or lost:
                    count = add(move + 1 + part(which, points, index), out, count)
    return count


@njit
def row_of(p: Any, which: int, points: int) -> int:
    """Return where RAISE_FIRST has the raises of a group by so many points."""
    return raise_row(points, group(p, which), p.mission == WRAPPING)


@njit
def part(which: int, points: int, index: int) -> int:
    """Return the number of a raise of one group."""
    return (which * MOST_RAISE + points - 1) * MOST_RAISES + index


@njit
def raise_dice(p: Any, first: int, second: int) -> None:
    """M11: raise the dice of one group or two; `second` is 0 for none."""
    raise_part(p, first)
    if second > 0:
        raise_part(p, second - 1)
    end_raise(p)


@njit_apart
def raise_part(p: Any, raising: int) -> None:
    """Raise the dice of one group."""
    which, points = raising // MOST_RAISES // MOST_RAISE, raising // MOST_RAISES % MOST_RAISE + 1
    change = RAISE_FIRST[row_of(p, which, points)] + raising % MOST_RAISES
    p.points[p.active] -= 4 * RAISE_PAST_SIX[change]
    if which == CAPTURED:
        p.captured = raised_captured(p, RAISE_AFTER[change])
    else:
        museum = museum_of(p.raiser, which // STORED_COLOURS)
        p.stored[museum, which % STORED_COLOURS] = RAISE_AFTER[change]


@njit
def raised_captured(p: Any, after: int) -> int:
    """Return the captured die with the face of a holding of one."""
    return die_of(p.captured >> COLOUR_SHIFT, int(TOTAL[after]))


@njit
def end_raise(p: Any) -> None:
    """After a dig bonus the captured die is used, after a track's bonus spent."""
    if is_optional(p) or p.raiser != p.active:
        use_captured(p)
    else:
        p.stage = TO_SPEND
    p.raiser, p.raised_by, p.reach = NOBODY, 0, 0


# --- M13, M23–M25: the tracks


@njit_apart
def list_excavations(p: Any, out: Any) -> int:
    """M13: any disc that can go so far, unless the grey die is just spent."""
    count = 0
    for track in range(STORED_COLOURS):
        if can_excavate(p, track):
            count = add(EXCAVATE + track, out, count)
    return add(SPEND, out, count)


@njit
def can_excavate(p: Any, track: int) -> bool:
    """M13: a disc stays on the last space, and does not go to one that is full."""
    space = p.disc[p.active, track]
    reaches_end = space + (p.captured & FACE) >= LAST_SPACE
    return space < LAST_SPACE and not (reaches_end and p.ends[track, 1] != NOBODY)


@njit_apart
def excavate(p: Any, track: int) -> None:
    """M13: move a disc by the face of the grey die; then its space gives its bonus."""
    space = min(p.disc[p.active, track] + (p.captured & FACE), LAST_SPACE)
    p.disc[p.active, track] = space
    p.stage = TO_SPEND
    if space == LAST_SPACE:
        p.ends[track, 0 if p.ends[track, 0] == NOBODY else 1] = p.active
    elif space == 8:
        reward_8(p, track)
    elif space == 7:
        reward_7(p, track)
    elif space % 2 == 1:
        reach = 1 << track | (1 << track + STORED_COLOURS if p.mission == TWO_MUSEUMS else 0)
        ask_to_raise(p, p.active, (space + 1) // 2, reach)
    elif space == TOKEN_SPACE:
        p.reserve[p.active] -= 1
        p.waiting[p.active] += 1
    else:
        p.points[p.active] += space - 1


@njit
def reward_7(p: Any, track: int) -> None:
    """M23–M25: double blue dice, a vase for one credit, a swap with the cart."""
    if track == BLUE:
        p.doubled = 1
    else:
        p.stage = TO_SHOW if track == RED else TO_GIVE


@njit
def reward_8(p: Any, track: int) -> None:
    """M23–M25: points for a fragment's neighbours, for the last vase, for dig tokens."""
    if track == YELLOW:
        p.points[p.active] += 2 * ones(p.tokens[p.active])
    else:
        p.stage = TO_REMOVE if track == RED else TO_SCORE


@njit_apart
def list_removals(p: Any, out: Any) -> int:
    """M24: the last of at least two vases, or nothing."""
    count = add(PASS, out, 0)
    for own in range(museums_of(p)):
        if p.vases[museum_of(p.active, own)] > 1:
            count = add(REMOVE + own, out, count)
    return count


@njit
def remove(p: Any, museum: int) -> None:
    """M24: the last vase comes back for twice the points of its place."""
    p.vases[museum] -= 1
    p.points[p.active] += 2 * int(p.rewards[p.vases[museum]])
    p.stage = TO_SPEND


@njit_apart
def list_scores(p: Any, out: Any) -> int:
    """M23: any restored fragment; the first, where all have as many restored neighbours."""
    count, amounts = 0, 0
    for own in range(museums_of(p)):
        museum = museum_of(p.active, own)
        for fragment in range(FRAGMENT_COUNT):
            if p.restored[museum] >> fragment & 1:
                amounts |= 1 << restored_beside(p, museum, fragment)
                count = add(SCORE + own * FRAGMENT_COUNT + fragment, out, count)
    if count == 0:
        return add(PASS, out, 0)
    return count if amounts & (amounts - 1) else 1


@njit
def score(p: Any, museum: int, fragment: int) -> None:
    """M23: two points for each restored neighbour."""
    p.points[p.active] += 2 * restored_beside(p, museum, fragment)
    p.stage = TO_SPEND


# --- M25: the swap with the cart


@njit_apart
def list_gifts(p: Any, out: Any) -> int:
    """M25: two dice of one museum, upper one first, for which some two can be taken; or nothing."""
    count = add(PASS, out, 0)
    for gift in range(museums_of(p) * KINDS * KINDS):
        if can_give(p, gift) and can_swap_any(p, gift):
            count = add(GIVE + gift, out, count)
    return count


@njit
def gift_museum(p: Any, gift: int) -> int:
    """Return the museum that gives."""
    return museum_of(p.active, gift // KINDS // KINDS)


@njit
def can_give(p: Any, gift: int) -> bool:
    """M25: a museum has both dice."""
    museum, upper, lower = gift_museum(p, gift), gift // KINDS % KINDS, gift % KINDS
    if upper >> COLOUR_SHIFT == GREY or lower >> COLOUR_SHIFT == GREY:
        return False
    held = HELD[p.stored[museum, lower >> COLOUR_SHIFT]]
    rest = DROP[p.stored[museum, upper >> COLOUR_SHIFT], (upper & FACE) % FACES]
    if upper >> COLOUR_SHIFT == lower >> COLOUR_SHIFT:
        held = 0 if rest == IMPOSSIBLE else HELD[rest]
    return rest != IMPOSSIBLE and held >> (lower & FACE) & 1 == 1


@njit
def can_swap_any(p: Any, gift: int) -> bool:
    """Tell whether any two dice of the cart can be taken for a gift."""
    for pair in range(CART * CART):
        if can_swap(p, gift, pair):
            return True
    return False


@njit_apart
def can_swap(p: Any, gift: int, pair: int) -> bool:
    """M25: two dice that are not grey, and the museum has three of a colour at most afterwards."""
    upper, lower = pair // CART, pair % CART
    if upper >= lower or not can_take(p, upper) or not can_take(p, lower):
        return False
    for colour in range(STORED_COLOURS):
        stored = int(COUNT[p.stored[gift_museum(p, gift), colour]])
        stored += p.cart[upper] >> COLOUR_SHIFT == colour
        stored += p.cart[lower] >> COLOUR_SHIFT == colour
        stored -= gift // KINDS % KINDS >> COLOUR_SHIFT == colour
        stored -= gift % KINDS >> COLOUR_SHIFT == colour
        if stored > PLACES:
            return False
    return True


@njit
def can_take(p: Any, place: int) -> bool:
    """M25: there is a die in the cart that is not grey."""
    return p.cart[place] != NO_DIE and p.cart[place] >> COLOUR_SHIFT != GREY


@njit_apart
def list_swaps(p: Any, out: Any) -> int:
    """M25: two places of the cart; those with the same outcome are one move."""
    count, gift = 0, p.action - GIVE
    for pair in range(CART * CART):
        if can_swap(p, gift, pair) and is_first_such(p, gift, pair):
            count = add(TAKE + pair, out, count)
    return count


@njit
def is_first_such(p: Any, gift: int, pair: int) -> bool:
    """Tell whether no pair before has the same outcome."""
    for earlier in range(pair):
        if can_swap(p, gift, earlier) and swap_outcome(p, earlier) == swap_outcome(p, pair):
            return False
    return True


@njit_apart
def swap_outcome(p: Any, pair: int) -> int:
    """Return a number for the two dice taken, whatever their order, and what they leave."""
    one, other = int(p.cart[pair // CART]), int(p.cart[pair % CART])
    outcome = min(one, other) * KINDS + max(one, other)
    for place in range(CART):
        if place != pair // CART and place != pair % CART:
            outcome = outcome * KINDS + int(p.cart[place])
    return outcome


@njit_apart
def take(p: Any, pair: int) -> None:
    """M25: the dice given go into the upper places of the cart, those taken into the museum."""
    gift = p.action - GIVE
    museum = gift_museum(p, gift)
    one, other = int(p.cart[pair // CART]), int(p.cart[pair % CART])
    close_gap(p, pair % CART)
    close_gap(p, pair // CART + 1)
    p.cart[0], p.cart[1] = gift // KINDS % KINDS, gift % KINDS
    for place in range(2):
        die = int(p.cart[place])
        colour = die >> COLOUR_SHIFT
        p.stored[museum, colour] = DROP[p.stored[museum, colour], die & FACE]
    keep(p, museum, one)
    keep(p, museum, other)
    p.action, p.stage = NOBODY, TO_SPEND


@njit
def close_gap(p: Any, place: int) -> None:
    """Slide the dice above a place of the cart down by one."""
    for below in range(place, 0, -1):
        p.cart[below] = p.cart[below - 1]


# --- M20: dig tokens


@njit
def all_tokens(p: Any) -> Any:
    """Return the squares with a dig token."""
    squares = NO_SQUARE
    for seat in range(p.seats):
        squares |= p.tokens[seat]
    return squares


@njit
def room_for_tokens(p: Any) -> Any:
    """M20: the squares without die or token, not roped, not a bonus."""
    return ~(p.occupied | all_tokens(p) | p.roped | p.plus_one | p.plus_two)


@njit
def win_museum_token(p: Any, museum: int, token: int) -> None:
    """M3: a token leaves the museum, once; it is placed before anything else (M20)."""
    if p.museum_tokens[museum] & token:
        p.museum_tokens[museum] ^= token
        p.waiting[p.active] += 1


@njit
def next_to_place(p: Any) -> int:
    """M20: the seat that must place a token now: the active one first, then clockwise."""
    for offset in range(p.seats):
        seat = (p.active + offset) % p.seats
        if p.waiting[seat] > 0:
            return seat if room_for_tokens(p) != NO_SQUARE else NOBODY
    return NOBODY


@njit
def put_token(p: Any, square: int) -> None:
    """M7, M20: a token comes onto the main board, for good."""
    p.tokens[p.due] |= square_set(square)
    if p.placing:
        p.waiting[p.due] -= 1
        return
    p.reserve[p.due] -= 1
    if p.active > 0:
        p.active -= 1
    else:
        p.stage = IN_TURN


# --- M22: recycling


@njit
def recycling_squares(p: Any) -> Any:
    """M22: free roped squares; else own tokens without a die; else any square without a die."""
    free = ~p.occupied
    if free & p.roped != NO_SQUARE:
        return free & p.roped
    if free & p.tokens[p.active] != NO_SQUARE:
        return free & p.tokens[p.active]
    return free


@njit_apart
def list_recycling(p: Any, out: Any) -> int:
    """M22: any die of the slate to any of these squares; where all are filled alike, the first."""
    if p.slated == 0:
        return add(PASS, out, 0)
    squares, count, kinds = recycling_squares(p), 0, 0
    for die in range(KINDS):
        kinds += p.slate[die] > 0
    if kinds == 1 and p.slated >= ones(squares):
        squares ^= squares & (squares - ONE)
    for die in range(KINDS):
        if p.slate[die] > 0:
            count = list_squares(squares, RECYCLE + die * SQUARES, out, count)
    return count


@njit
def recycle(p: Any, die: int, square: int) -> None:
    """M22: a die goes back to the main board as it is."""
    p.slate[die] -= 1
    p.slated -= 1
    lay(p, square, die)


@njit_apart
def end_turn(p: Any) -> None:
    """M15: the next seat, the next round, or the end; solo, a turn without a capture is the last."""
    captured = p.acted == 1
    p.acted, p.doubled, p.stage = 0, 0, IN_TURN
    if p.mission > 0:
        if not captured:
            p.stage = OVER
        return
    p.active = (p.active + 1) % p.seats
    if p.active == 0:
        if p.round_number == ROUNDS:
            p.stage = OVER
        else:
            p.round_number += 1


# --- M26–M31: the end

RED_END, BLUE_END, YELLOW_END, MOST_VASES, MOST_FRAGMENTS, ROUND_TRACK, GAPS = range(7)
TALLY_LINES = 7
"""What is counted at the end."""


@njit_apart
def finish(p: Any) -> None:
    """M26–M31: all tallies are added."""
    for seat in range(p.seats):
        for line in range(TALLY_LINES):
            p.points[seat] += tally(p, seat, line)


@njit
def tallies(pos: Any, seat: int, out: Any) -> None:
    """Fill `out` with what a seat gets, or loses, at the end, line by line."""
    for line in range(TALLY_LINES):
        out[line] = tally(pos[0], seat, line)


@njit_apart
def tally(p: Any, seat: int, line: int) -> int:
    """Return what a seat gets, or loses, at the end for one thing."""
    if line == RED_END:
        return end_rank(p, seat, RED) * vases_of(p, seat)
    if line == BLUE_END:
        return end_rank(p, seat, BLUE) * fragments_of(p, seat)
    if line == YELLOW_END:
        rank = end_rank(p, seat, YELLOW)
        return 2 + 4 * rank if rank > 0 else 0
    if line == ROUND_TRACK:
        return -round_track_cost(p)
    if line == GAPS:
        return -gaps_cost(p)
    return majority(p, seat, line) if p.mission == 0 else 0


@njit
def end_rank(p: Any, seat: int, track: int) -> int:
    """M26: 2 for the first at the end of a track, 1 for the second, else 0."""
    return 2 * (p.ends[track, 0] == seat) + (p.ends[track, 1] == seat)


@njit_apart
def majority(p: Any, seat: int, line: int) -> int:
    """M27: prizes for the most vases or fragments; those who tie share, rounded down."""
    own = amount(p, seat, line)
    if own == 0:
        return 0
    better, equal, prize = 0, 0, 0
    for other in range(p.seats):
        better += amount(p, other, line) > own
        equal += amount(p, other, line) == own
    for rank in range(better, better + equal):
        prize += int(PRIZES[rank])
    return prize // equal


@njit
def amount(p: Any, seat: int, line: int) -> int:
    """Return what a majority counts."""
    return vases_of(p, seat) if line == MOST_VASES else fragments_of(p, seat)


@njit_apart
def round_track_cost(p: Any) -> int:
    """M31: missions 3, 7 and 8 subtract the faces on the round track, mission 5 twice those not yellow."""
    if p.mission == 5:
        factor = 2
    elif p.mission == 3 or p.mission == 7 or p.mission == 8:
        factor = 1
    else:
        return 0
    total = 0
    for place in range(p.round_number):
        die = p.round_track[place]
        if p.mission != 5 or die >> COLOUR_SHIFT != YELLOW:
            total += int(die & FACE)
    return factor * total


@njit
def gaps_cost(p: Any) -> int:
    """M31: mission 6 subtracts 3 for each empty showcase place and each unrestored fragment."""
    if p.mission != TWO_MUSEUMS:
        return 0
    return 3 * (2 * (SHOWCASE + FRAGMENT_COUNT) - vases_of(p, 0) - fragments_of(p, 0))


# --- playing


@njit
def find_due(pos: Any) -> None:
    """Find out who is due in a position from elsewhere."""
    ask(pos[0])


@njit_apart
def play(pos: Any, seat: int, move: int) -> None:  # noqa: ARG001 - the position knows who is due
    """Make a legal move, and after it every move that is the only one of its seat."""
    p = pos[0]
    p.moves += 1
    while True:
        advance(p, move)
        if p.stage == OVER or list_moves(p, p.forced[:]) != 1:
            break
        move = wide(p.forced[0])
    p.forced[0], p.forced[1] = 0, 0


@njit_apart
def advance(p: Any, move: int) -> None:
    """Make one move and find out who is due next."""
    make(p, move)
    if p.stage == OVER:
        finish(p)
    ask(p)


@njit
def ask(p: Any) -> None:
    """Find out who is due: M20 before anything else, then the stage."""
    placer = NOBODY if p.stage == OVER else next_to_place(p)
    p.placing = placer != NOBODY
    if p.placing:
        p.due = placer
    elif p.stage == TO_RAISE:
        p.due = p.raiser
    else:
        p.due = p.active if p.stage != OVER else NOBODY


@njit_apart
def step(pos: Any, move: int) -> None:
    """Make a move without those that follow by themselves, to tell them one by one."""
    advance(pos[0], move)


@njit_apart
def make(p: Any, move: int) -> None:
    """Make a move."""
    if move < EXHIBIT:
        make_on_board(p, move)
    elif move < PASS:
        make_in_turn(p, move)
    elif move < RETIRE:
        make_in_main_action(p, move)
    elif move < RECYCLE:
        retire(p, move - RETIRE)
    elif move < ADD:
        recycle(p, (move - RECYCLE) // SQUARES, (move - RECYCLE) % SQUARES)
    elif move < PAY:
        p.cost += move - ADD
        add_vase(p, museum_of(p.active, (p.action - EXHIBIT) // FACES), move - ADD)
    elif move < RESTORE:
        pay(p, move - PAY)
    elif move < RAISE:
        restore(p, (move - RESTORE) // RESTORES, (move - RESTORE) % RESTORES)
    else:
        raise_dice(p, (move - RAISE) // (PARTS + 1), (move - RAISE) % (PARTS + 1))


@njit
def make_on_board(p: Any, move: int) -> None:
    """Make a move that names a square: a token, a capture, fieldwork."""
    if move < CAPTURE:
        put_token(p, move - TOKEN)
    elif move < SHIFT:
        capture(p, (move - CAPTURE) // SQUARES, (move - CAPTURE) % SQUARES)
    else:
        ask_to_pay(p, move, cost_of(move))


@njit
def make_in_turn(p: Any, move: int) -> None:
    """Begin a free action that is to be paid for, or end the turn."""
    if move < FUND:
        ask_to_pay(p, move, cost_of(move) if p.stage == IN_TURN else 1)
        add_vase(p, museum_of(p.active, (move - EXHIBIT) // FACES), (move - EXHIBIT) % FACES)
    elif move < END:
        ask_to_pay(p, move, cost_of(move))
    else:
        p.stage = TO_RECYCLE


@njit
def make_in_main_action(p: Any, move: int) -> None:
    """Make a move that a captured die or a track's space asks for."""
    if move == PASS:
        refuse(p)
    elif move < EXCAVATE:
        store(p, move - STORE)
    elif move < SPEND:
        excavate(p, move - EXCAVATE)
    elif move < REMOVE:
        spend(p, p.captured)
        end_main_action(p)
    elif move < SCORE:
        remove(p, museum_of(p.active, move - REMOVE))
    elif move < GIVE:
        what = move - SCORE
        score(p, museum_of(p.active, what // FRAGMENT_COUNT), what % FRAGMENT_COUNT)
    elif move < TAKE:
        p.action, p.stage = move, TO_TAKE
    else:
        take(p, move - TAKE)


@njit
def refuse(p: Any) -> None:
    """Go on without what was offered."""
    if p.stage == TO_RAISE:
        end_raise(p)
    elif p.stage == TO_RETIRE:
        p.stage, p.landed = IN_TURN, NOBODY
    elif p.stage == TO_RECYCLE:
        end_turn(p)
    else:
        p.stage = TO_SPEND


# --- points


@njit
def points(pos: Any, out: Any) -> None:
    """Fill `out` with the points of each seat."""
    for seat in range(pos[0].seats):
        out[seat] = pos[0].points[seat]


@njit
def weights(pos: Any, out: Any) -> int:  # noqa: ARG001 - the signature of every kernel
    """Return 0: nothing is drawn after the deal."""
    return 0


@njit
def show(pos: Any, seat: int, view: Any) -> None:
    """Nothing is hidden."""


@njit
def promised(p: Any, seat: int) -> int:
    """Return the points of a seat with those of the vases that it is paying for."""
    total = int(p.points[seat])
    if is_exhibition(p) and seat == p.active:
        museum = museum_of(seat, (p.action - EXHIBIT) // FACES)
        for place in range(shown_together(p)):
            total += 2 * int(p.vases_to_show[place]) + int(p.rewards[p.vases[museum] + place])
    return total


@njit_apart
def gains(pos: Any, seat: int, moves: Any, count: int, out: Any, trial: Any) -> None:
    """Fill `out` with the points that each move brings, vases counted when they are chosen (M16)."""
    before = promised(pos[0], seat)
    for i in range(count):
        trial[0] = pos[0]
        play(trial, seat, wide(moves[i]))
        out[i] = promised(trial[0], seat) - before
